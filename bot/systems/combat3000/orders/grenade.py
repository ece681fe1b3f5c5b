"""`/grenade`: a grenade thrown at a place (C3K Grenade throwing)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.deck.board import Board
from bot.engine.asked import maker, typed_odds, typed_order
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Odds, Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.asked.fighting import GrenadeOrder, ImaginedThrow
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.riding import place_of, square_meant
from bot.systems.combat3000.figure.sheet import Figure, Profile, Supply
from bot.systems.combat3000.fire.declared import declare_grenade
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, check_on_deck, shot_on_deck, turned_for
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.readied import Readied, thrown
from bot.systems.combat3000.fire.report import fire_report
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.loading.arming import grenades, named
from bot.systems.combat3000.orders.circumstances import (
    falling_among,
    of_own_side,
    people_of,
    plan_of,
    reached,
)
from bot.systems.combat3000.orders.done import as_done
from bot.systems.combat3000.wording.fire import OUTCOMES, fire_card, outcome
from bot.systems.combat3000.wording.hits import MOOT


def grenade_order(book: Book) -> Order:
    """`/grenade`: roles thrower, and the people near the place with cm away, as `Bob @0, Cid @4`."""
    rows = grenades(book)

    def prepare(scene: Scene, asked: GrenadeOrder) -> Callable[[Dice], Outcome]:
        fire = ready_to_throw(scene, asked, book)
        return thrown(scene, fire, fire.declared)

    made = maker(GrenadeOrder)

    def friends(scene: Scene, values: Values) -> list[Unit]:
        return of_own_side(scene, ready_to_throw(scene, made(values), book))

    def held(scene: Scene) -> Sequence[str]:
        carried = scene.one("name").sheet.grenades if scene.units.get("name") else ()
        return [rows[supply.ammunition] for supply in carried]

    word = partial(fire_card, book=book)
    offers = {"grenade": held}
    return typed_order(
        GrenadeOrder,
        InTwoSteps(prepare),
        word,
        odds=_odds(book),
        offers=offers,
        plain=fire_report,
        hesitates=friends,
        pressed="throw",
    )


def ready_to_throw(scene: Scene, asked: GrenadeOrder, book: Book) -> Readied:
    """Everything that needs no dice. Raises RuleError for a throw that can't be."""
    thrower = scene.one("name")
    turned = _turned(scene, thrower, asked, book)
    scene = replace(scene, board=turned or scene.board)
    deck, declared = _declared(scene, thrower, asked, book, grenades(book))
    sheets = {unit.name: unit.sheet for unit in reached(scene, [declared])}
    near = [unit.name for unit in scene.all("people")]
    return Readied(
        (declared,),
        Moment(sheets, book, people_of(scene, (), sheets, asked)),
        {thrower.name: near[0] if near else ""},
        (deck.working,) if deck else (),
        {thrower.name: deck} if deck else {},
        turned,
    )


def _turned(scene: Scene, thrower: Unit, asked: GrenadeOrder, book: Book) -> Board | None:
    """The deck with the thrower turned to where they throw; None where they don't turn."""
    deck = _on_deck(scene, thrower, asked) if asked.turn else None
    return turned_for(scene.board, thrower, deck.end, book.creatures) if deck else None


def _declared(
    scene: Scene, thrower: Unit, asked: GrenadeOrder, book: Book, rows: dict[str, str]
) -> tuple[ShotOnDeck | None, Declared]:
    """The throw before any die, as the deck has it and as it is said; raises RuleError for one that can't be."""
    if not isinstance(thrower.sheet, Figure):
        raise RuleError(f"{thrower.name} is a vehicle: its crew throws grenades.")
    asked = as_done(scene, thrower, asked)
    deck = _on_deck(scene, thrower, asked)
    if deck is None and asked.range is None:
        raise RuleError("Give the range in cm on the table, as range:20; a square of a deck is 1½ cm.")
    cm = deck.cm if deck else asked.range or 0
    code = _which(thrower, asked.grenade, rows)
    firer = firer_of(thrower.name, thrower.sheet, book)
    declared = declare_grenade(firer, code, rows[code], plan_of(scene, asked, cm), book)
    if deck:
        check_on_deck(scene, deck, declared, asked.at, book.creatures)
    return deck, falling_among(scene, declared, deck, asked, scene.all("people"))


def _on_deck(scene: Scene, thrower: Unit, asked: GrenadeOrder) -> ShotOnDeck | None:
    """The throw as the deck has it, where a square, a place or somebody on it is named."""
    typed = asked.at
    if not typed or asked.range is not None:
        return None
    if place_of(scene, thrower) is None:
        raise RuleError(f"{thrower.name} is on no deck: give the range in cm on the table, as range:20.")
    return shot_on_deck(scene, thrower, square_meant(scene, thrower, typed))


def _which(thrower: Unit, text: str, rows: dict[str, str]) -> str:
    """The code of the grenade that is thrown: the one named, or the only kind carried."""
    held: dict[str, str] = {supply.ammunition: rows[supply.ammunition] for supply in thrower.sheet.grenades}
    if not held:
        raise RuleError(f"{thrower.name} has no grenades: give some with /character give.")
    if text:
        return named(text, held, "grenade here")
    if len(held) > 1:
        raise RuleError(f'{thrower.name} has several kinds: name one with values:"grenade {next(iter(held))}".')
    return next(iter(held))


def _odds(book: Book) -> Odds:
    """Chances by plain numbers: the grenade, and somebody at the place aimed at."""
    rows = grenades(book)

    def imagine(asked: ImaginedThrow) -> Scene:
        code = named(asked.grenade or "101", rows, "grenade")
        thrower = Figure(profile=Profile(strength=asked.strength), grenades=(Supply(code, 1),))
        near = Unit("the target", "b", Figure(), 0)
        return Scene({"name": (Unit("the thrower", "a", thrower),), "people": (near,)})

    offers = {"grenade": tuple(rows.values())}
    return typed_odds(ImaginedThrow, imagine, outcome, OUTCOMES, offers=offers, moot=MOOT)
