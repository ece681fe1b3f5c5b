"""`/turn`: a turn is begun and kept, looked at, or no longer kept (AHL 4 to 7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.plan import At, named
from bot.engine.asked import typed_order
from bot.engine.autopilot import renamed_pilots
from bot.engine.cards import Card, Suggestion, counted, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import TurnBeginOrder, TurnEndOrder, TurnShowOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import snap_shots
from bot.systems.ahl.fire.shot import hemmed_in
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.in_turn.reckoned import dropped_by, dropped_lines
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import PANICKED, Character, Shape, can_fight, state
from bot.systems.ahl.tables import Weapon
from bot.systems.ahl.turn.actions import READY, Step
from bot.systems.ahl.turn.attempts import MOST_SNAPS
from bot.systems.ahl.turn.clock import Clock, clock_of, kept_clock
from bot.systems.ahl.turn.doing import Doing
from bot.systems.ahl.turn.phases import PLANNING
from bot.systems.ahl.turn.witnessed import acquainted
from bot.systems.ahl.walking.climbing import between_words
from bot.systems.ahl.walking.ground import points
from bot.systems.marks import burden, takes_part


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A turn that is kept from now on."""

    turn: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn that is kept no longer, and those whose orders were kept for a later step of it."""

    turn: int
    dropped: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class InTurnShown:
    """What all may know of somebody in a turn: how they are, where they can't act, and no more then; else what they
    have left, what they owe and do, and how they are `between` two levels, in words. Of a plan no more than that they
    have one.
    """

    name: str
    out: Shape | None = None
    left: int | None = None
    debt: int = 0
    planned: bool = False
    abandoned: bool = False
    busy: str = ""
    supervises: bool = False
    evading: bool = False
    fought: bool = False
    shots: int = 0
    surrendered: bool = False
    between: str = ""


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn that is kept: where it is, in words, with its step in an action phase; who is in it; which covering fires
    lie from where to where, and whose primed charges where. `lenient` is where what the book forbids is only told.
    """

    words: str
    step: Step | None
    people: tuple[InTurnShown, ...]
    covering: tuple[tuple[str, At, At], ...]
    charges: tuple[tuple[str, At], ...]
    lenient: bool


def turn_begin_order() -> Order:
    """`/turn begin`: from now on the phases, steps, plans and action points are kept."""

    def decide(scene: Scene, _: TurnBeginOrder, __: Dice) -> Outcome:
        if kept := clock_of(scene):
            raise RuleError(f"A turn is kept already, and it is {kept.words}: /phase goes on, /turn end stops it.")
        clock = Clock(people={unit.name: Doing() for unit in scene.all("name")}, began=scene.at)
        clock = acquainted(scene, clock, scene.board)
        return Outcome({}, TurnBegun(clock.turn), ledger=replace(scene.ledger, clock=clock))

    return typed_order(TurnBeginOrder, decide, _begun_card, timed=True)


def _begun_card(begun: TurnBegun, _: Faces) -> Card:
    return Card(
        f"Turn {begun.turn}, the decision phase",
        (
            *PLANNING,
            "Snap shots, grenades and melee need no plan",
            Suggestion("turn show", after=" tells who has how many AP left"),
        ),
        (
            "A turn has a decision phase and five action phases of 6 AP each (AHL 4, 6)",
            "A phase goes from covering fire to movement, melee, aimed fire and snap shots (AHL 7)",
        ),
    )


def turn_end_order() -> Order:
    """`/turn end`: nobody keeps the turn any more, and the answers only remind of the phases."""

    def decide(scene: Scene, _: TurnEndOrder, __: Dice) -> Outcome:
        clock = kept_clock(scene)
        ended = TurnEnded(clock.turn, dropped_by(clock, Clock()))
        return Outcome({}, ended, ledger=replace(scene.ledger, clock=None))

    return typed_order(TurnEndOrder, decide, _ended_card)


def _ended_card(ended: TurnEnded, _: Faces) -> Card:
    lines = ("Everybody acts freely; /undo takes that back.", *dropped_lines(ended.dropped))
    return Card(f"Turn {ended.turn} is no longer kept", lines)


def turn_show_order(book: Book) -> Order:
    """`/turn show`: the phase and its step, and what everybody can still do in it."""

    def decide(scene: Scene, _: TurnShowOrder, __: Dice) -> Outcome:
        clock = kept_clock(scene)
        # What others are at, whose sides keep their secrets, nobody else is told.
        others = {name for name, unit in scene.known.items() if unit.foreign}
        names = [name for name in dict.fromkeys([*scene.present, *clock.people]) if name not in others]
        shown = TurnShown(
            clock.words,
            clock.step if clock.phase else None,
            tuple(_in_turn(clock, name, scene, book) for name in names),
            tuple((line.firer, line.squares[0], line.squares[-1]) for line in clock.covering),
            tuple((each.by, each.at) for each in clock.charges if each.at),
            only_shown(scene),
        )
        return Outcome({}, shown)

    return typed_order(TurnShowOrder, decide, _shown_card)


def _shown_card(shown: TurnShown, _: Faces) -> Card:
    lines = [f"{each.name}: {', '.join(_parts(each))}" for each in shown.people]
    # For all to see: each is still to be reckoned with.
    lines += [
        f"{whose(firer)} covering fire lies from {named(start)} to {named(end, start.level)}"
        for firer, start, end in shown.covering
    ]
    lines += [f"A primed charge of {by} lies at {named(at)}" for by, at in shown.charges]
    if shown.lenient:
        lines.append("What the book forbids is only told here: setting turns")
    step, ready = (f", {shown.step}", (Suggestion(READY),)) if shown.step else ("", ())
    return Card(f"{shown.words.capitalize()}{step}", tuple(lines), next=ready)


def in_brief(ledger: Ledger, unit: Unit, *, weapons: Mapping[str, Weapon]) -> Sequence[str]:
    """What a line of somebody tells all: whether they have a plan, or the action points that they have left; and the
    rounds in the weapon in hand.
    """
    clock, character = ledger.clock, unit.sheet
    if clock is None or not can_fight(unit):
        return ()
    doing, held = clock.of(unit.name), character.weapons[0] if character.weapons else None
    planned = "planned" if doing.plan else "no plan"
    rounds = [counted(held.loaded.rounds, "rd")] if held and weapons[held.weapon].magazine else []
    return f"{points(doing.deeds.left)} AP" if clock.phase else planned, *rounds


def renamed(ledger: Ledger, before: str, after: str) -> Ledger:
    """What is kept with somebody under another name: their plan, their points and their fire stay theirs, or go with
    them.
    """
    if before in ledger.standing:
        said = {after if name == before else name: says for name, says in ledger.standing.items()}
        said.pop("", None)
        ledger = replace(ledger, standing=said)
    if ledger.piloted:
        ledger = replace(ledger, piloted=renamed_pilots(ledger.piloted, before, after))
    if ledger.clock is None:
        return ledger
    return replace(ledger, clock=ledger.clock.renamed(before, after) if after else ledger.clock.without(before))


def renamed_on(character: Character, before: str, after: str) -> Character:
    """A character whom somebody has in their grip, who has another name now, or has left and so let go."""
    return replace(character, gripped_by=after) if character.gripped_by == before else character


def off_deck(ledger: Ledger) -> tuple[Ledger, Sequence[str]]:
    """What is kept once the deck is gone that was up, and a line for each charge and covering fire that lay on it."""
    if (clock := ledger.clock) is None:
        return ledger, ()
    left = tuple(charge for charge in clock.charges if charge.at is None)
    gone = [f"the charge that {each.by} set at {named(each.at)}" for each in clock.charges if each.at]
    gone += [f"{whose(line.firer)} covering fire" for line in clock.covering]
    kept = replace(ledger, clock=replace(clock, charges=left, covering=(), lights={}))
    return kept, [f"With the deck that was up goes {each}" for each in gone]


def _in_turn(clock: Clock, name: str, scene: Scene, book: Book) -> InTurnShown:
    known, unit = scene.known.get(name), scene.present.get(name)
    if known and not can_fight(known):
        return InTurnShown(name, known.sheet.shape, surrendered=not takes_part(known))
    doing = clock.of(name)
    return InTurnShown(
        name,
        None,
        doing.deeds.left if clock.phase else None,
        doing.debt,
        planned=bool(doing.plan),
        abandoned=doing.abandoned,
        busy=doing.busy,
        supervises=bool(doing.deeds.supervises),
        evading=doing.evading,
        fought=bool(doing.deeds.fought),
        shots=_shots(doing, unit, scene, book) if clock.phase and not doing.busy else 0,
        between=between_words(scene.board, name),
    )


def _parts(shown: InTurnShown) -> Iterator[str]:
    if shown.out:
        yield state(shown.out)
        if shown.surrendered:
            yield "surrendered"
        return
    if shown.left is not None:
        yield f"{points(shown.left)} AP left"
    if shown.debt:
        yield f"owes {points(shown.debt)}"
    yield "plan abandoned" if shown.abandoned else "planned" if shown.planned else "no plan"
    if shown.busy:
        yield shown.busy
    if shown.supervises:
        yield "supervises robots"
    if shown.evading:
        yield "evading"
    if shown.fought:
        yield "in melee, no aimed shot"
    if shown.shots:
        yield f"{counted(shown.shots, 'snap shot')} possible"
    if shown.between:
        yield shown.between


def _shots(doing: Doing, unit: Unit | None, scene: Scene, book: Book) -> int:
    """How many snap shots somebody on the deck can fire with their first weapon, by their points (AHL 9.C) and whether
    they have a hand free, by who shares their square (AHL 11.A.3) and by whether they are between two levels (ruling
    R-54).
    """
    if unit is None or not unit.sheet.weapons or unit.sheet.nerve in PANICKED or burden(unit):
        return 0
    weapon = book.weapons[unit.sheet.weapons[0].weapon]
    if hemmed_in(scene, unit, weapon) or between_words(scene.board, unit.name):
        return 0
    return min(MOST_SNAPS - doing.deeds.snaps, snap_shots(book, doing.deeds.left, weapon))
