"""`/phase`: the end of a turn for everybody (C3K The game turn, Record sheets)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, counted
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.engine.typed import match
from bot.systems.combat3000.asked import PhaseOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Aiming, Figure, Shape, Sheet
from bot.systems.combat3000.fire.firer import aim_after
from bot.systems.combat3000.fire.on_deck import unseen_on
from bot.systems.combat3000.hit.plights import LASER_CM, Cloud, cut_web, end_turn, leave_gas
from bot.systems.combat3000.ledger import Ledger, Passed, area_words, passed_line
from bot.systems.combat3000.ledger import end_turn as end_of_areas
from bot.systems.combat3000.loading.reloading import rest
from bot.systems.combat3000.options import LAST, Phase, following, phase_words
from bot.systems.combat3000.settings import phase_of
from bot.systems.combat3000.wording.sheets import state

_ORDER = "Orders, close combat, movement, firing, actions: one thing each a turn (C3K The game turn)"


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a turn did to somebody: how they are now, where that has changed; what they have aimed at, if
    they aim; what keeps them busy, for how many turns more.
    """

    name: str
    now: Shape | None = None
    aim: Aiming | None = None
    busy: str = ""
    more: int = 0


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn: for everybody for whom it did something, and for what lasts on the table.

    `stunned` says whether anybody was.
    """

    endings: tuple[Ending, ...]
    passed: tuple[Passed, ...]
    stunned: bool = False


@dataclass(frozen=True, slots=True)
class PhaseBegun:
    """A phase that begins, and the clouds of knock-out gas in which somebody may be as they fire."""

    phase: Phase
    gas: tuple[Cloud, ...]


def phase_order(book: Book) -> Order:
    """`/phase`: a stun mark is struck out, weapons have rested, clouds drift, and this turn becomes the last one.

    `cutting` names those in webs at which somebody cut for this turn with a laser within 4 cm, `left gas` those who
    are no longer in hallucinogen gas. On a deck it is kept who is aware of whom as the next turn begins.
    """

    def decide(scene: Scene, asked: PhaseOrder, dice: Dice) -> Outcome:
        now = phase_of(scene.ledger, asked.phases)
        if now not in {None, LAST}:
            return _go_on(scene.ledger or Ledger(), following(now))
        units = {unit.name: unit.sheet for unit in scene.all("characters")}
        cutting, outside = _named(asked.cutting, units), _named(asked.left_gas, units)
        then = {
            name: ended(_changed(name, sheet, cut=name in cutting, out=name in outside))
            for name, sheet in units.items()
        }
        ledger, passed = end_of_areas(scene.ledger or Ledger(), dice)
        after = {name: sheet for name, sheet in then.items() if sheet != units[name]}
        ledger = replace(ledger, unseen=unseen_on(scene, book.creatures))
        changed = passed or now or ledger != scene.ledger
        endings = tuple(_ending(name, units[name], sheet) for name, sheet in after.items())
        stunned = any(isinstance(sheet, Figure) and sheet.stunned for sheet in units.values())
        return Outcome(after, TurnEnd(endings, passed, stunned), ledger if changed else None)

    return typed_order(PhaseOrder, decide, _card)


def _go_on(ledger: Ledger, phase: Phase) -> Outcome:
    """The next phase of the same turn, with whatever gas those are in whom it begins for (C3K Shells and grenades)."""
    gas = [cloud for cloud in ledger.clouds if phase is Phase.FIRING and cloud.kind == "knock-out"]
    return Outcome({}, PhaseBegun(phase, tuple(gas)), replace(ledger, phase=phase))


def _named(typed: str, units: Iterable[str]) -> set[str]:
    names = [name for name in typed.split(",") if name.strip()]
    return {match(name, units, what="figure") for name in names}


def _changed(name: str, sheet: Sheet, *, cut: bool, out: bool) -> Sheet:
    """Somebody at whose web a laser cut, or who has left a cloud of gas."""
    if not (cut or out):
        return sheet
    if not isinstance(sheet, Figure):
        raise RuleError(f"{name} is a vehicle, and in neither web nor gas.")
    sheet = cut_web(sheet, LASER_CM) if cut else sheet
    return leave_gas(sheet) if out else sheet


def ended(sheet: Sheet) -> Sheet:
    """A sheet at the end of a turn."""
    if isinstance(sheet, Figure):
        sheet = end_turn(sheet)
    weapons = tuple(rest(carried) for carried in sheet.weapons)
    after = replace(sheet, weapons=weapons, last=replace(sheet.now, more=0), now=sheet.now.carried_on)
    return replace(after, aim=aim_after(sheet.aim, sheet.now))


def _ending(name: str, before: Sheet, after: Sheet) -> Ending:
    now = None
    if isinstance(before, Figure) and isinstance(after, Figure):
        changed = (before.stunned, before.plight) != (after.stunned, after.plight)
        now = after.shape if changed else None
    busy = bool(before.now.busy and before.now.more)
    return Ending(
        name,
        now,
        after.aim if before.now.aiming else None,
        after.now.busy if busy else "",
        after.now.more if busy else 0,
    )


def _card(end: TurnEnd | PhaseBegun, _: Faces) -> Card:
    if isinstance(end, PhaseBegun):
        within = (f"Whoever is in {area_words(cloud)} now is out: " for cloud in end.gas)
        gas = (Suggestion("blast", {}, they, " names them") for they in within)
        return Card(f"The {end.phase} phase begins", (phase_words(end.phase), *gas), (_ORDER,))
    lines = (*(line for ending in end.endings for line in _lines(ending)), *map(passed_line, end.passed))
    working = [*["One stun mark is struck out at the end of each turn (C3K Record sheets)"] * end.stunned]
    if any(isinstance(passed.before, Cloud) for passed in end.passed):
        working.append("Clouds grow downwind by a template a turn and last for 10 (C3K Special weapons effect)")
    return Card("End of a turn", lines or ("Nothing was due: a new turn begins.",), tuple(working))


def _lines(ending: Ending) -> Iterator[str]:
    if ending.now:
        yield f"{ending.name}: {state(ending.now)}"
    if ending.aim:
        yield f"{ending.name} has aimed at {ending.aim.target} for {counted(ending.aim.turns, 'turn')} (C3K Aiming)"
    if ending.busy:
        yield f"{ending.name} {ending.busy}: {counted(ending.more + 1, 'turn')} to go"
