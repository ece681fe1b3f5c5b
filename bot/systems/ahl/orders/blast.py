"""`/blast`: an explosion, or a strike that hurts others, and whoever is near (AHL 15, 24.B)."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import At, named
from bot.engine.asked import maker, typed_order
from bot.engine.cards import Card, Tone, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.ahl.asked.fighting import BlastOrder, Exploding
from bot.systems.ahl.blast.chain import with_charges
from bot.systems.ahl.blast.explosion import (
    BlastOnDeck,
    BlastResult,
    blast_on_deck,
    check_equipment,
    collateral,
    explodes,
    hit_equipment,
    near,
    penetration_of,
    reached,
    strike,
)
from bot.systems.ahl.blast.reach import EQUIPMENT, STRIKES, Blast, Cause
from bot.systems.ahl.blast.report import BlastReport, blast_lines, blast_odds, blast_report, blast_working, hurts
from bot.systems.ahl.book import Book
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.outward import squares_of
from bot.systems.ahl.turn.clock import clock_of
from bot.systems.ahl.turn.phases import too_early
from bot.systems.ahl.wounds.damage import check_working, damage_line, surroundings_of

_TITLES = {
    Cause.GRENADE: "A grenade explodes",
    Cause.HE: "An HE round strikes",
    Cause.PLASMA: "A plasma gun strikes",
    Cause.FUSION: "A fusion gun strikes",
    Cause.SATCHEL: "A satchel charge explodes",
    Cause.GREEN: "Green equipment explodes",
    Cause.RED: "Red equipment explodes",
}


def thrown_for(asked: Exploding) -> bool:
    """Whether those in the square of an explosion throw to suffer (ruling R-88)."""
    return asked.own_square == "8+"


def _blast_card(result: BlastReport, faces: Faces) -> Card:
    lines, working, title = [], [], _TITLES[result.blast.cause]
    if result.struck:
        whole = not explodes(result.struck)
        label = result.blast.cause.capitalize()
        lines.append(f"{damage_line(result.struck, faces, label)}: {'it holds' if whole else 'it explodes'}")
        working += ["Fire that ends on equipment hits it; serious or dead explodes it (AHL 15.A)"]
        working += check_working([result.struck.check])
        if whole:
            return Card(f"{label} is hit", tuple(lines), tuple(working))
    lines += blast_lines(result, faces)
    tone = Tone.BAD if hurts(result) else Tone.PLAIN
    return Card(title, tuple(lines), (*working, *blast_working(result)), tone=tone)


def blast_order(whole: Book) -> Order:
    """`/blast`: an explosion, or a strike that hurts others, and whoever is near (AHL 15, 24.B)."""

    def prepare(scene: Scene, asked: BlastOrder) -> Callable[[Dice], Outcome]:
        book = whole.for_blast(whole, asked)
        direct = next(iter(scene.all("direct")), None)
        blast = _blast(asked, book)
        deck = _deck(scene, asked, blast, direct, book)
        people = _near(scene, direct, deck)
        _check_possible(blast, people, direct, asked.struck, on_deck=deck is not None)
        if deck and blast.cause is Cause.SATCHEL:
            _check_moment(scene, deck.at)
        board: Board | None = scene.board if asked.deck else None

        def resolve(dice: Dice) -> Outcome:
            struck = None if asked.struck is None else hit_equipment(book, blast.cause, asked.struck, dice)
            if struck and not explodes(struck):
                return Outcome({}, BlastResult(blast, struck=struck))
            result = BlastResult(
                blast,
                direct=strike(book, blast, near(direct, book, board), dice) if direct and not scene.fate_of else None,
                suffered=tuple(collateral(book, blast, near(unit, book, board), dice) for unit in people),
                struck=struck,
                deck=deck,
            )
            if not scene.fate_of:
                _check_dm_counts(result)
            result, ledger = with_charges(scene, result, book, dice)
            return Outcome(result.hurt, result, ledger=ledger, board=result.board, marks=result.marks)

        return resolve

    return typed_order(
        whole.blast,
        InTwoSteps(prepare),
        _blast_card,
        odds=blast_odds(whole),
        plain=partial(blast_report, whole),
        hesitates=_perhaps_unmeant(whole),
    )


def _perhaps_unmeant(whole: Book) -> Callable[[Scene, Values], list[Unit]]:
    """Whom the deck finds in the explosion and nobody has named, where it may be somebody's own who suffers.

    Nobody throws it, so that what is known is whom it was meant for: the side of whoever was hit directly. Without
    that, it is everybody as soon as two sides are in it.
    """
    made = maker(whole.blast)

    def friends(scene: Scene, values: Values) -> list[Unit]:
        asked = made(values)
        direct = next(iter(scene.all("direct")), None)
        book = whole.for_blast(whole, asked)
        deck = _deck(scene, asked, _blast(asked, book), direct, book)
        if deck is None or scene.all("people"):
            return []
        found = _near(scene, direct, deck)
        meant = {unit.side for unit in (*scene.all("direct"), *scene.all("already"))}
        if meant:
            return [unit for unit in found if unit.side not in meant]
        return found if len({unit.side for unit in found}) > 1 else []

    return friends


def _near(scene: Scene, direct: Unit | None, deck: BlastOnDeck | None) -> list[Unit]:
    """Who is near besides whom it hit: those that are named, or whom the deck finds.

    For odds it is the one alone whose they are, or the first where nobody was hit directly.
    """
    named = {unit.name for unit in scene.units.get("already", ())} | ({direct.name} if direct else set())
    found = scene.all("people") or (tuple(reached(scene, scene.board, deck.squares)) if deck else ())
    people = [unit for unit in found if unit.name not in named]
    if scene.fate_of:
        return [unit for unit in people if unit.name == scene.fate_of]
    return people[: 0 if direct else 1] if scene.only_odds else people


def _blast(asked: BlastOrder, book: Book) -> Blast:
    cause = asked.cause
    if cause is Cause.HEAP:
        raise RuleError("HEAP rounds do no collateral damage: /fire resolves the hit itself (AHL 15.B.2).")
    return Blast(
        cause,
        penetration_of(asked.penetration, cause, book),
        surroundings_of(asked),
        thrown_for=thrown_for(asked),
        dm=asked.dm,
        because=asked.because,
        asked=asked,
    )


def _deck(scene: Scene, asked: BlastOrder, blast: Blast, direct: Unit | None, book: Book) -> BlastOnDeck | None:
    """The explosion as the deck has it: at the square that was named, or where whoever was hit directly stands."""
    board: Board | None = scene.board if asked.deck else None
    if board is None:
        if asked.at:
            raise RuleError("No deck is up here: put one up with /deck load, or name the people and how far away.")
        return None
    if asked.at:
        at = find_square(board, asked.at)
    elif direct and direct.name in board.people and not scene.all("people"):
        at = _struck(board, direct)
    else:
        return None
    check_equipment(board, at, blast)
    return blast_on_deck(board, at, blast, book)


def _struck(board: Board, direct: Unit) -> At:
    """Where whoever was hit directly stands; raises RuleError for one who fills several squares: which of them was hit
    nobody but the referee knows.
    """
    squares = squares_of(board, direct)
    if len(squares) > 1:
        names = [named(at, squares[0].level) for at in squares]
        raise RuleError(
            f"{direct.name} fills {sentence(names)}: say which of them the strike hit, as at:{names[0]} (AHL 15.B)."
        )
    return squares[0]


def _check_possible(
    blast: Blast, people: Sequence[Unit], direct: Unit | None, struck: int | None, *, on_deck: bool
) -> None:
    if not people and not direct and not on_deck:
        raise RuleError(
            "Name who is near and how many squares away, as people:“Ann, Bob @0, Cid @1”; or a square, as at:C7."
        )
    if direct and blast.cause not in STRIKES:
        raise RuleError(f"Only HE, plasma and fusion hit somebody directly: name {direct.name} among the people.")
    if struck is not None and blast.cause not in EQUIPMENT:
        raise RuleError("Only red and green equipment explodes by being struck: leave struck out.")


def _check_dm_counts(result: BlastResult) -> None:
    if result.blast.dm and not any(suffered.check for suffered in result.everybody):
        raise RuleError("The DM counts on throws to suffer collateral damage, and nobody named has one to make.")


def _check_moment(scene: Scene, at: At) -> None:
    """Raises RuleError for a satchel charge that goes off later in this phase, unless the book is only shown."""
    clock = clock_of(scene)
    early = too_early(clock, at) if clock else ""
    if early and not only_shown(scene) and not scene.only_odds:
        raise RuleError(early)
