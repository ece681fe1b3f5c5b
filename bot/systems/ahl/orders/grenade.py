"""`/grenade`: a grenade thrown at a square (AHL 16)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial

from bot.deck.board import Board
from bot.deck.plan import At
from bot.engine.asked import maker, typed_order
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.ahl.asked.fighting import GrenadeOrder
from bot.systems.ahl.blast.chain import with_charges
from bot.systems.ahl.blast.explosion import (
    BlastOnDeck,
    BlastResult,
    blast_on_deck,
    collateral,
    near,
    penetration_of,
    reached,
)
from bot.systems.ahl.blast.reach import Blast, Cause
from bot.systems.ahl.book import Book
from bot.systems.ahl.grenade.on_deck import (
    Landing,
    ThrowOnDeck,
    comes_down_near,
    crowded,
    grenade_odds,
    land,
    throw_on_deck,
)
from bot.systems.ahl.grenade.throw import Thrown, Toss, take_grenade, throw_grenade
from bot.systems.ahl.grenade.wording import GrenadeResult, grenade_card, grenade_report
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.blast import thrown_for
from bot.systems.ahl.orders.fire import own_side
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.wounds.damage import surroundings_of


def grenade_order(book: Book) -> Order:
    """`/grenade`: a grenade thrown at a square, and whoever is near it (AHL 16)."""

    def prepare(scene: Scene, asked: GrenadeOrder) -> Callable[[Dice], Outcome]:
        return partial(_result, _set_up(scene, asked, book))

    made = maker(book.grenade)

    def friends(scene: Scene, values: Values) -> list[Unit]:
        asked, thrower = made(values), scene.one("name")
        on_deck = None if scene.all("people") else _on_deck(scene, asked, thrower)
        return own_side(thrower, comes_down_near(scene, on_deck, book.furthest) if on_deck else ())

    return typed_order(
        book.grenade,
        InTwoSteps(prepare),
        grenade_card,
        odds=grenade_odds(book),
        plain=partial(grenade_report, book),
        hesitates=friends,
        pressed="throw",
        fate=lambda scene, values: _fate(_set_up(scene, made(values), book)),
    )


@dataclass(frozen=True, slots=True)
class _Throw:
    """A grenade before any die: who throws what how, and the explosion as the deck has it at a square."""

    # With one grenade less, wherever the thrower is in it.
    scene: Scene
    asked: GrenadeOrder
    book: Book
    thrower: Unit
    after: Character
    on_deck: ThrowOnDeck | None
    toss: Toss
    blast: Blast
    deck_at: Callable[[At], BlastOnDeck]
    near_at: Callable[[At], tuple[Unit, ...]]
    crowd: Callable[[], Mapping[At, int]]

    @property
    def board(self) -> Board | None:
        """The deck, where it counts."""
        return self.on_deck.board if self.on_deck else None


def _set_up(scene: Scene, asked: GrenadeOrder, book: Book) -> _Throw:
    thrower = scene.one("name")
    on_deck = _on_deck(scene, asked, thrower)
    after = take_grenade(thrower.name, thrower.sheet)
    toss, blast = _toss(asked, on_deck), _blast(asked, book)
    armed = _with_sheet(scene, thrower.name, after)

    # Odds come to the same squares again and again.
    @cache
    def deck_at(at: At) -> BlastOnDeck:
        assert on_deck is not None
        return blast_on_deck(on_deck.board, at, blast, book)

    @cache
    def near_at(at: At) -> tuple[Unit, ...]:
        assert on_deck is not None
        return tuple(reached(armed, on_deck.board, deck_at(at).squares))

    @cache
    def crowd() -> Mapping[At, int]:
        assert on_deck is not None
        return crowded(armed, on_deck.board, by_size=asked.crowding == "by size")

    return _Throw(armed, asked, book, thrower, after, on_deck, toss, blast, deck_at, near_at, crowd)


def _comes_down(throw: _Throw, dice: Dice) -> tuple[Thrown, Landing | None, At | None]:
    """The throw to hit, where a miss goes, and the square in which it explodes, None where no deck knows it."""
    asked, on_deck, book = throw.asked, throw.on_deck, throw.book
    scatters = partial(book.scatter, house=asked.scatter == "house")
    thrown = throw_grenade(throw.toss, book.to_toss, dice, needed=book.needed_to_toss, scatter=scatters)
    landing = None
    if on_deck and thrown.scatter and not _moot(throw.scene):
        landing = land(throw.crowd(), on_deck, throw.thrower, thrown.scatter, dice)
    return thrown, landing, _ends_at(on_deck, landing, missed=thrown.scatter is not None)


def _result(throw: _Throw, dice: Dice) -> Outcome:
    thrown, landing, at = _comes_down(throw, dice)
    exploded, ledger = _explode(throw, at, dice) if thrown.check.made or at else (None, None)
    name, on_deck, after = throw.thrower.name, throw.on_deck, throw.after
    marks = exploded.marks if exploded else None
    house, by_size = throw.asked.scatter == "house", throw.asked.crowding == "by size"
    return Outcome(
        {name: after} | (exploded.hurt if exploded else {}),
        GrenadeResult(name, after.grenades, throw.toss, thrown, exploded, house, on_deck, landing, by_size),
        ledger=ledger,
        board=exploded.board if exploded else None,
        marks=replace(marks, scatter=_trail(on_deck, landing), thrown=(name,)) if marks else None,
    )


def _fate(throw: _Throw) -> Fraction:
    """How likely the one whose fate is asked is hurt: by where it comes down, and then by what that does."""
    name = throw.scene.fate_of
    unit = throw.scene.present[name]
    before, body = unit.sheet, set(squares_of(throw.board, unit)) if throw.board else set()

    @cache
    def hurt_at(at: At | None) -> Fraction:
        if at is None or throw.board is None or body.isdisjoint(throw.deck_at(at).squares):
            return Fraction(0)
        found = exact(partial(_explode, throw, at), of=lambda done: done[0].hurt.get(name, before) != before)
        return found.get(True, Fraction(0))

    squares = exact(lambda dice: _comes_down(throw, dice)[2], of=lambda at: at)
    return sum((chance * hurt_at(at) for at, chance in squares.items()), Fraction(0))


def _moot(scene: Scene) -> bool:
    """Whether nobody asks where a miss comes down: its odds are by how far it misses."""
    return scene.only_odds and not scene.fate_of


def _on_deck(scene: Scene, asked: GrenadeOrder, thrower: Unit) -> ThrowOnDeck | None:
    """The throw as the deck has it, where a square was named."""
    if asked.at:
        return throw_on_deck(scene, scene.board if asked.deck else None, thrower, asked.at)
    if asked.range is None:
        raise RuleError(
            "Off a deck, give the range in squares of 1.5 m, as range:8. On one, name the square, as at:C7."
        )
    return None


def _ends_at(throw: ThrowOnDeck | None, landing: Landing | None, *, missed: bool) -> At | None:
    """The square in which it explodes, None where no deck knows it."""
    if throw is None:
        return None
    if missed:
        return landing.at if landing else None
    return throw.target


def _trail(throw: ThrowOnDeck | None, landing: Landing | None) -> tuple[At, ...]:
    """The squares that a grenade bounces through from the one that it missed."""
    if throw is None or landing is None or landing.at == throw.target:
        return ()
    return (throw.target, *landing.path[: landing.path.index(landing.at) + 1])


def _with_sheet(scene: Scene, name: str, sheet: Character) -> Scene:
    """The scene with a thrower who has one grenade less, wherever they are named in it."""

    def armed(unit: Unit) -> Unit:
        return replace(unit, sheet=sheet) if unit.name == name else unit

    units = {role: tuple(armed(unit) for unit in units) for role, units in scene.units.items()}
    return replace(scene, units=units, present={each: armed(unit) for each, unit in scene.present.items()})


def _explode(throw: _Throw, at: At | None, dice: Dice) -> tuple[BlastResult, Ledger | None]:
    """The explosion, for those who were named or who are near its square on the deck, with the charges that it sets
    off; and what is kept then, if that has changed. For odds it is for the one alone whose they are, or the first.
    """
    scene, board, book = throw.scene, throw.board, throw.book
    deck = throw.deck_at(at) if at and board else None
    people = scene.all("people")
    if at and deck and not people:
        people = throw.near_at(at)
    if scene.only_odds:
        people = tuple(unit for unit in people if unit.name == scene.fate_of) if scene.fate_of else people[:1]
    suffered = tuple(collateral(book, throw.blast, near(unit, book, board), dice) for unit in people)
    return with_charges(scene, BlastResult(throw.blast, suffered, deck=deck), book, dice)


def _toss(asked: GrenadeOrder, on_deck: ThrowOnDeck | None) -> Toss:
    return Toss(
        squares=(on_deck.squares if on_deck else 0) if asked.range is None else asked.range,
        cover=bool(on_deck and on_deck.cover) if asked.cover is None else asked.cover,
        dm=asked.dm,
        because=asked.because,
    )


def _blast(asked: GrenadeOrder, book: Book) -> Blast:
    return Blast(
        Cause.GRENADE,
        penetration_of(None, Cause.GRENADE, book),
        surroundings_of(asked),
        thrown_for=thrown_for(asked),
        asked=asked,
    )
