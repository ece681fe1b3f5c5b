"""At whom somebody must fire: the six steps of target priority, and enemies whom they cannot harm (C3K Target
priorities).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.deck.board import Board
from bot.engine.cards import sentence, whose
from bot.engine.errors import RuleError
from bot.engine.odds import exact
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.aim.eligible import Enemy, Threat
from bot.systems.combat3000.asked.circumstances import Mode
from bot.systems.combat3000.asked.fighting import FireOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.kit import NO_CIRCUITS, Droid
from bot.systems.combat3000.figure.sheet import Figure, Vehicle, dead
from bot.systems.combat3000.fire.on_deck import TELEPATHIC, cm_between, hatch_sees
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.shooting import force_of
from bot.systems.combat3000.hit.figures import Effect, strike
from bot.systems.combat3000.hit.kills import strike_vehicle
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.turn import UNORDERED, Turn
from bot.systems.marks import takes_part

RULE = "C3K Target priorities"
_CLOSE, _POINT_BLANK = 30, 15
_NO_HARM = {Effect.UNHARMED, Effect.SHIELDED, Effect.HELD, Effect.NONE}


@dataclass(frozen=True, slots=True)
class Rank:
    """A step of the order: whom it is about, in words, and whether only the nearest of them counts."""

    words: str
    holds: Callable[[Enemy], bool]
    nearest: bool


# In order (ruling B-F24); the first two are self-defence, and stand above what somebody was ordered to do.
STEPS = (
    Rank("attacks their building within 30 cm", lambda one: Threat.BUILDING in one.deeds and one.cm <= _CLOSE, False),
    Rank("fires at them within 15 cm", lambda one: Threat.ME in one.deeds and one.cm <= _POINT_BLANK, False),
    Rank("fires, and is theirs by order", lambda one: one.fires and Threat.ORDERED in one.deeds, False),
    Rank("is the nearest who fires at them", lambda one: Threat.ME in one.deeds, True),
    Rank("is the nearest who fires at friends", lambda one: Threat.FRIENDS in one.deeds, True),
    Rank("is the nearest", lambda _: True, True),
)


@dataclass(frozen=True, slots=True)
class Priority:
    """Those at one of whom somebody must fire, and why."""

    names: tuple[str, ...]
    why: str


def first(enemies: Sequence[Enemy]) -> Priority | None:
    """Who comes first among enemies, by the first step that any of them fits; None among none."""
    for step in STEPS:
        fitting = [one for one in enemies if step.holds(one)]
        if step.nearest:
            fitting = [one for one in fitting if one.cm == min(each.cm for each in fitting)]
        if fitting:
            return Priority(tuple(one.name for one in fitting), step.words)
    return None


def priority_of(declared: Declared, table: Moment) -> Priority | None:
    """Whom the firer has to fire at, of the enemies that were named and whom they can harm.

    None where none were, in covering fire, for the figures of players in role play, for Zarquin, and for an ACT unit
    that is to ignore priorities; a PAS unit has those of its programme alone (C3K Droids). Raises RuleError where they
    fire at somebody else.
    """
    circuits = declared.firer.sheet.circuits if isinstance(declared.firer.sheet, Figure) else NO_CIRCUITS
    covers = declared.situation.mode is Mode.COVERING
    if covers or declared.plan.house.role_play or circuits.ignores or _ignores(declared, table):
        return None
    threats = declared.plan.threats
    if circuits.droid is Droid.PASSIVE:
        threats = _programmed(declared, threats)
    found = first([one for one in threats if _harms(declared, one, table)])
    if found and declared.target.casefold() not in {name.casefold() for name in found.names}:
        names = sentence(found.names, last="or")
        raise RuleError(f"{declared.firer.name} must fire at {names}, who {found.why}: choose that target ({RULE}).")
    return found


def told_first(scene: Scene, turn: Turn, asked: FireOrder, book: Book) -> Iterator[str]:
    """Whom those who fire in a turn that is kept should fire at first, as a deck shows it, where they fire at somebody
    else: told alone, for whether they can harm them, and what threatens a building, only the table shows.
    """
    # At a place fire is speculative, or indirect.
    aimed = not asked.at and asked.fire in {None, Mode.NORMAL, Mode.AIMED}
    if scene.board is None or asked.threats or asked.game == "role play" or not aimed:
        return
    targets = {unit.name for unit in scene.all("target")}
    for unit in scene.all("name"):
        found = first(_enemies(scene, turn, unit, book)) if _has_priorities(scene, unit, book) else None
        if found and not targets & {*found.names}:
            names, chosen = sentence(found.names, last="or"), sentence(sorted(targets), last="or")
            harmed = f"if that can be harmed, and not at {chosen}"
            yield f"{unit.name} fires first at {names}, who {found.why}, {harmed} ({RULE})."


def _has_priorities(scene: Scene, unit: Unit, book: Book) -> bool:
    """Whether target priorities are for somebody who stands on the deck: not for Zarquin, nor by what some robots are
    told.
    """
    sheet = unit.sheet
    if not isinstance(sheet, Figure) or unit.name not in scene.board.people:
        return False
    free = sheet.circuits.ignores or sheet.circuits.droid is Droid.PASSIVE
    return not free and TELEPATHIC not in book.creatures[sheet.creature].traits


def _enemies(scene: Scene, turn: Turn, unit: Unit, book: Book) -> list[Enemy]:
    """The enemies of whom somebody is aware on the deck, with what they did last turn."""
    board: Board = scene.board
    start, ordered = board.people[unit.name].at, turn.orders.get(unit.name, UNORDERED).priority
    found = []
    for name, other in scene.present.items():
        if other.side == unit.side or name not in board.people or dead(other.sheet) or not takes_part(other):
            continue
        end, last = board.people[name].at, other.sheet.last
        if not hatch_sees(scene, unit, end, book.creatures):
            continue
        struck = scene.known.get(last.target) if last.shot else None
        friends = struck is not None and struck.side == unit.side
        deeds = {Threat.ME if last.target == unit.name else Threat.FRIENDS} if friends else set()
        deeds |= {Threat.ORDERED} if name == ordered else set()
        found.append(Enemy(name, cm_between(start, end, board.plan.separation), frozenset(deeds)))
    return found


def _programmed(declared: Declared, threats: tuple[Enemy, ...]) -> tuple[Enemy, ...]:
    """Those whom a PAS unit's programme names, of the enemies that were named; RuleError where its target is none."""
    named = tuple(one for one in threats if Threat.ORDERED in one.deeds)
    if threats and declared.target.casefold() not in {one.name.casefold() for one in named}:
        raise RuleError(
            f"{declared.firer.name} is a robot of class PAS, and fires at nobody but whom its programme names: say so "
            f"of them as “{declared.target} ordered” among the threats (C3K Droids)."
        )
    return named


def _ignores(declared: Declared, table: Moment) -> bool:
    """Whether the firer is of those who know no target priorities (C3K Zarquin)."""
    sheet = declared.firer.sheet
    return isinstance(sheet, Figure) and TELEPATHIC in table.book.creatures[sheet.creature].traits


def _harms(declared: Declared, enemy: Enemy, table: Moment) -> bool:
    """Whether a hit by this shot may do anything to an enemy, by the rules of a hit themselves.

    Of those who aren't in the order, so that nobody knows their armour, the player says so.
    """
    name = next((name for name in table.sheets if name.casefold() == enemy.name.casefold()), None)
    if Threat.HARMLESS in enemy.deeds or name is None or declared.fired.force is None:
        return Threat.HARMLESS not in enemy.deeds
    force, options, sheet = force_of(declared), declared.plan.house.options, table.sheets[name]
    kills = table.book.kills
    if isinstance(sheet, Vehicle):
        return any(exact(lambda dice: bool(strike_vehicle(force, name, sheet, dice, options, kills).damage), of=bool))
    if sheet.shield_on and not declared.shot.thrown:
        return False
    target = table.target(name)
    return not _NO_HARM.issuperset(exact(lambda dice: strike(force, target, dice, options, kills).effect, of=Effect))


def priority_line(declared: Declared, found: Priority) -> str:
    """Why a target was the right one, with its rule."""
    return f"{whose(declared.firer.name)} target {found.why} ({RULE})"
