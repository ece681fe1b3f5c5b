"""Primed satchel charges that an explosion sets off, and those that these set off in turn (AHL 24.B, ruling R-134)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.deck.plan import At
from bot.engine.dice import Dice
from bot.engine.system import Scene
from bot.systems.ahl.blast.explosion import (
    BlastResult,
    SetOff,
    blast_on_deck,
    collateral,
    near,
    penetration_of,
    reached,
)
from bot.systems.ahl.blast.reach import Blast, Cause, set_off
from bot.systems.ahl.book import Book
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.turn.clock import Charge, clock_of


def with_charges(scene: Scene, result: BlastResult, book: Book, dice: Dice) -> tuple[BlastResult, Ledger | None]:
    """An explosion with all that it sets off, one after another on the deck as the last one has left it, and what is
    kept then; None where no charge ticks no more. A charge that it was itself is among those.

    Where only odds are asked for, nobody counts but those whom the first explosion has reached.
    """
    clock = clock_of(scene)
    if clock is None or result.deck is None:
        return result, None
    ticking = _without_itself(clock.charges, result)
    exploded, done, sheets = [result], list[SetOff](), result.hurt
    for one in exploded:
        for charge, at, penetration in list(_reached(ticking, one, book)):
            ticking = tuple(each for each in ticking if each is not charge)
            went = _gone_off(scene, exploded[-1], at, sheets, book, dice)
            sheets |= went.hurt
            exploded.append(went)
            done.append(SetOff(charge.by, penetration, went))
    ledger: Ledger = scene.ledger
    kept = replace(ledger, clock=replace(clock, charges=ticking)) if ticking != clock.charges else None
    return replace(result, set_off=tuple(done)), kept


def _without_itself(charges: tuple[Charge, ...], result: BlastResult) -> tuple[Charge, ...]:
    """The charges without the one that has gone off in its square: of several there the first that was due."""
    if result.blast.cause is not Cause.SATCHEL or result.deck is None:
        return charges
    there = min((each for each in charges if each.at == result.deck.at), key=lambda each: each.goes_off, default=None)
    return tuple(each for each in charges if each is not there)


def _reached(charges: tuple[Charge, ...], result: BlastResult, book: Book) -> Iterator[tuple[Charge, At, int]]:
    """The charges that an explosion sets off, where they are, and the penetration that reaches each."""
    squares = result.deck.squares if result.deck else {}
    for charge in charges:
        if charge.at is not None and charge.at in squares:
            penetration = book.collateral(result.blast.cause, result.blast.penetration, squares[charge.at])
            if set_off(penetration):
                yield charge, charge.at, penetration


def _gone_off(
    scene: Scene, last: BlastResult, at: At, sheets: Mapping[str, Character], book: Book, dice: Dice
) -> BlastResult:
    """The explosion of a charge on the deck as the last one has left it, with everybody as they are by then."""
    board = last.board or scene.board
    blast: Blast = replace(
        last.blast, cause=Cause.SATCHEL, penetration=penetration_of(None, Cause.SATCHEL, book), dm=0, because=""
    )
    deck = blast_on_deck(board, at, blast, book)
    people = [unit for unit in reached(scene, board, deck.squares) if unit.name in sheets or not scene.only_odds]
    there = [near(replace(unit, sheet=sheets.get(unit.name, unit.sheet)), book, board) for unit in people]
    return BlastResult(blast, tuple(collateral(book, blast, one, dice) for one in there), deck=deck)
