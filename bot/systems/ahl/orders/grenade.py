"""`/grenade`: a grenade thrown at a square (AHL 16)."""

from dataclasses import replace
from functools import partial

from bot.deck.board import Board
from bot.deck.plan import At
from bot.engine.asked import typed_order
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.fighting import GrenadeOrder
from bot.systems.ahl.blast.chain import with_charges
from bot.systems.ahl.blast.explosion import BlastResult, blast_on_deck, collateral, near, penetration_of, reached
from bot.systems.ahl.blast.reach import Blast, Cause
from bot.systems.ahl.book import Book
from bot.systems.ahl.grenade.on_deck import Landing, ThrowOnDeck, grenade_odds, land, throw_on_deck
from bot.systems.ahl.grenade.throw import Toss, take_grenade, throw_grenade
from bot.systems.ahl.grenade.wording import GrenadeResult, grenade_card, grenade_report
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.blast import thrown_for
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.wounds.damage import surroundings_of


def grenade_order(book: Book) -> Order:
    """`/grenade`: a grenade thrown at a square, and whoever is near it (AHL 16)."""

    def decide(scene: Scene, asked: GrenadeOrder, dice: Dice) -> Outcome:
        thrower = scene.one("name")
        on_deck = _on_deck(scene, asked, thrower)
        after = take_grenade(thrower.name, thrower.sheet)
        toss = _toss(asked, on_deck)
        house = asked.scatter == "house"
        scatters = partial(book.scatter, house=house)
        thrown = throw_grenade(toss, book.to_toss, dice, needed=book.needed_to_toss, scatter=scatters)
        by_size = asked.crowding == "by size"
        landing = (
            land(scene, on_deck, thrower, thrown.scatter, dice, by_size=by_size) if on_deck and thrown.scatter else None
        )
        at = _ends_at(on_deck, landing, missed=thrown.scatter is not None)
        exploded, ledger = None, None
        if thrown.check.made or at:
            armed = _with_sheet(scene, thrower.name, after)
            board = on_deck.board if on_deck else None
            exploded, ledger = _explode(armed, _blast(asked, book), at, board, book, dice)
        changed = exploded.hurt if exploded else {}
        marks = exploded.marks if exploded else None
        result = GrenadeResult(thrower.name, after.grenades, toss, thrown, exploded, house, on_deck, landing, by_size)
        return Outcome(
            {thrower.name: after} | changed,
            result,
            ledger=ledger,
            board=exploded.board if exploded else None,
            marks=replace(marks, scatter=_trail(on_deck, landing)) if marks else None,
        )

    return typed_order(book.grenade, decide, grenade_card, odds=grenade_odds(book), plain=partial(grenade_report, book))


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


def _explode(
    scene: Scene, blast: Blast, at: At | None, board: Board | None, book: Book, dice: Dice
) -> tuple[BlastResult, Ledger | None]:
    """The explosion, for those who were named or who are near its square on the deck, with the charges that it sets
    off; and what is kept then, if that has changed.
    """
    deck = blast_on_deck(board, at, blast, book) if board and at else None
    people = scene.all("people")
    if board and deck and not people:
        people = tuple(reached(scene, board, deck.squares))
    suffered = tuple(collateral(book, blast, near(unit, book, board), dice) for unit in people)
    return with_charges(scene, BlastResult(blast, suffered, deck=deck), book, dice)


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
