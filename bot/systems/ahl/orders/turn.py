"""`/turn`: a turn is begun and kept, looked at, or no longer kept (AHL 4 to 7)."""

from collections.abc import Iterator
from dataclasses import replace

from bot.deck.plan import named
from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, counted, whose
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import as_it_stands
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.keeping import TurnBeginOrder, TurnEndOrder, TurnShowOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import snap_shots
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.fire.shot import hemmed_in
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.in_turn.kept import dropped_lines
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import PANICKED, Character, Condition, state
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl.turn.attempts import MOST_SNAPS
from bot.systems.ahl.turn.clock import Clock, Doing, clock_of, kept_clock
from bot.systems.ahl.walking.climbing import between_words
from bot.systems.ahl.walking.ground import points


def turn_begin_order() -> Order:
    """`/turn begin`: from now on the phases, steps, plans and action points are kept."""

    def decide(scene: Scene, _: TurnBeginOrder, __: Dice) -> Outcome:
        if kept := clock_of(scene):
            raise RuleError(f"A turn is kept already, and it is {kept.words}: /phase goes on, /turn end stops it.")
        clock = Clock(people={unit.name: Doing() for unit in scene.all("characters")})
        card = Card(
            "Turn 1, the decision phase",
            (
                "/plan says what each is to do, in secret: cover, aim or move; /phase begins the first action phase",
                "Snap shots, grenades and melee need no plan; /turn show tells who has how many AP left",
            ),
            (
                "A turn has a decision phase and five action phases of 6 AP each (AHL 4, 6)",
                "A phase goes from covering fire to movement, melee, aimed fire and snap shots (AHL 7)",
            ),
        )
        return Outcome({}, card, ledger=replace(scene.ledger, clock=clock))

    return typed_order(TurnBeginOrder, decide, as_it_stands)


def turn_end_order() -> Order:
    """`/turn end`: nobody keeps the turn any more, and the answers only remind of the phases."""

    def decide(scene: Scene, _: TurnEndOrder, __: Dice) -> Outcome:
        clock = kept_clock(scene)
        lines = ("Everybody acts freely; /undo takes that back.", *dropped_lines(clock, Clock()))
        card = Card(f"Turn {clock.turn} is no longer kept", lines)
        return Outcome({}, card, ledger=replace(scene.ledger, clock=None))

    return typed_order(TurnEndOrder, decide, as_it_stands)


def turn_show_order(book: Book) -> Order:
    """`/turn show`: the phase and its step, and what everybody can still do in it."""

    def decide(scene: Scene, _: TurnShowOrder, __: Dice) -> Outcome:
        clock = kept_clock(scene)
        names = list(dict.fromkeys([*scene.present, *clock.people]))
        lines = [f"{name}: {_line(clock, name, scene, book)}" for name in names]
        lines += [_lies(line) for line in clock.covering]
        lines += [f"A primed charge of {each.by} lies at {named(each.at)}" for each in clock.charges if each.at]
        if only_shown(scene):
            lines.append("What the book forbids is only told here: setting turns")
        step = f", {clock.step}" if clock.phase else ""
        ready = (Suggestion(READY),) if clock.phase else ()
        return Outcome({}, Card(f"{clock.words.capitalize()}{step}", tuple(lines), next=ready))

    return typed_order(TurnShowOrder, decide, as_it_stands)


def renamed(ledger: Ledger, before: str, after: str) -> Ledger:
    """What is kept with somebody under another name: their plan, their points and their fire stay theirs, or go with
    them.
    """
    if ledger.clock is None:
        return ledger
    return replace(ledger, clock=ledger.clock.renamed(before, after) if after else ledger.clock.without(before))


def renamed_on(character: Character, before: str, after: str) -> Character:
    """A character whom somebody has in their grip, who has another name now, or has left and so let go."""
    return replace(character, gripped_by=after) if character.gripped_by == before else character


def _lies(line: Covering) -> str:
    """A covering fire that is still to be reckoned with, for all to see."""
    start, end = line.squares[0], line.squares[-1]
    return f"{whose(line.firer)} covering fire lies from {named(start)} to {named(end, start.level)}"


def _line(clock: Clock, name: str, scene: Scene, book: Book) -> str:
    unit = scene.present.get(name)
    if unit and unit.sheet.condition is not Condition.ACTIVE:
        return state(unit.sheet)
    doing = clock.of(name)
    between = between_words(scene.board, name)
    return ", ".join([*_parts(clock, doing, _shots(doing, unit, scene, book)), *([between] if between else [])])


def _parts(clock: Clock, doing: Doing, shots: int) -> Iterator[str]:
    """What all may know of somebody: never what they have planned, only that they have."""
    if clock.phase:
        yield f"{points(doing.deeds.left)} AP left"
    if doing.debt:
        yield f"owes {points(doing.debt)}"
    if doing.abandoned:
        yield "plan abandoned"
    else:
        yield "planned" if doing.plan else "no plan"
    if doing.busy:
        yield doing.busy
    if doing.deeds.supervises:
        yield "supervises robots"
    if doing.evading:
        yield "evading"
    if doing.deeds.fought:
        yield "in melee, no aimed shot"
    if clock.phase and not doing.busy and shots:
        yield f"{counted(shots, 'snap shot')} possible"


def _shots(doing: Doing, unit: Unit | None, scene: Scene, book: Book) -> int:
    """How many snap shots somebody on the deck can fire with their first weapon, by their points (AHL 9.C), by who
    shares their square (AHL 11.A.3) and by whether they are between two levels (ruling R-54).
    """
    if unit is None or not unit.sheet.weapons or unit.sheet.nerve in PANICKED:
        return 0
    weapon = book.weapons[unit.sheet.weapons[0].weapon]
    if hemmed_in(scene, unit, weapon.name) or between_words(scene.board, unit.name):
        return 0
    return min(MOST_SNAPS - doing.deeds.snaps, snap_shots(book, doing.deeds.left, weapon))
