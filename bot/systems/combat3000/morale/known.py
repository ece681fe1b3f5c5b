"""What is known of those who test: by which test, of which unit, and what was so in this turn (C3K Morale)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.deck.board import Board
from bot.deck.passage import fixture_at
from bot.deck.plan import At, Fixture
from bot.deck.sight import sight_line
from bot.engine.scene import Scene, Unit
from bot.systems.combat3000.figure.sheet import Figure, Memory, Sheet, Vehicle
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.fire.veils import clear
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.morale.ladder import MOST_IN_GROUP, Loss, Status, Trial, Way
from bot.systems.combat3000.moving.machines import runs
from bot.systems.combat3000.turn import Turn
from bot.systems.marks import takes_part

NEAR_CM = 30
# A Mandiblax fights with its family; for a Zarquin or a Trimote there is the test for any creature.
_KINDS = {"Human": Trial.HUMAN, "Mandiblax": Trial.FAMILY}


_ALIENS = {"general test": Trial.GENERAL, "human test": Trial.HUMAN, "none": None}


def trial_of(figure: Figure, aliens: str = "general test") -> Trial | None:
    """By which test somebody's morale is tested: as their sheet says; of creatures without a test of their own as the
    campaign has it, None for none.
    """
    return trial_on(figure) or _ALIENS[aliens]


def trial_on(figure: Figure) -> Trial | None:
    """The test that somebody's sheet says, by itself or by their kind, robots as humans are; None where it leaves that
    open.
    """
    if figure.test:
        return figure.test
    return Trial.HUMAN if figure.robot else _KINDS.get(figure.creature)


def spared(sheet: Sheet) -> str:
    """Why somebody takes no test, to be read after their name; "" where they do."""
    if isinstance(sheet, Vehicle):
        return "is a vehicle, and only figures test their morale (C3K Morale)"
    if sheet.killed:
        return "has been killed, and tests no morale (C3K Morale)"
    if sheet.plight.frozen:
        return "is frozen in time, and tests no morale (C3K Shells and grenades)"
    if not sheet.circuits.wills:
        return f"is a robot of class {sheet.circuits.droid}, and tests no morale (C3K Droids)"
    if sheet.plight.programme_lost:
        return "is a robot without a programme, and tests no morale (C3K Program loss)"
    return ""


def fights(unit: Unit) -> bool:
    """Whether somebody, or a vehicle, is still to be reckoned with."""
    able = runs(unit.sheet) if isinstance(unit.sheet, Vehicle) else not unit.sheet.killed
    return able and takes_part(unit)


@dataclass(frozen=True)
class Fray:
    """Everybody as they are, in a turn that is kept or not; what is looked at often is worked out once."""

    scene: Scene
    turn: Turn | None = None

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Everybody by name."""
        return {**self.scene.known, **_named(self.scene)}

    @property
    def board(self) -> Board | None:
        """The deck."""
        found: Board | None = self.scene.board
        return found

    def as_known_to(self, unit: Unit) -> "Fray":
        """The same as somebody's side knows it, by which their nerve drives them."""
        scene = self.scene.as_known_to(unit, driven=True)
        return self if scene is self.scene else Fray(replace(scene, units={}), self.turn)

    def at(self, name: str) -> At | None:
        """Where somebody stands on the deck."""
        return self.board.people[name].at if self.board and name in self.board.people else None

    def unit_of(self, unit: Unit) -> tuple[str, ...]:
        """Those who are of one's unit, the leader first; they alone where nobody has said so."""
        return self.turn.group_of(unit.name) if self.turn else (unit.name,)

    def tests_with(self, unit: Unit) -> tuple[str, ...]:
        """Those with whom one's losses count and one tests: their unit; by the generalised test four of it, as they
        follow each other in its chain of command (ruling B-L16).
        """
        group = self.unit_of(unit)
        if trial_of(unit.sheet, self.aliens) is not Trial.GENERAL:
            return group
        first = group.index(unit.name) // MOST_IN_GROUP * MOST_IN_GROUP
        return group[first : first + MOST_IN_GROUP]

    def friends(self, unit: Unit) -> Iterator[Unit]:
        """Everybody else of one's side who is still to be reckoned with."""
        return (each for each in self.units.values() if _friend(unit, each) and fights(each))

    def enemies(self, unit: Unit) -> Sequence[Unit]:
        """Everybody of another side who is still to be reckoned with."""
        return [each for each in self.units.values() if each.side != unit.side and fights(each)]

    @cached_property
    def targets(self) -> Mapping[str, list[Memory]]:
        """At whom somebody fired in this turn, each with the memories of those who did."""
        found: dict[str, list[Memory]] = {}
        for unit in self.units.values():
            if unit.sheet.now.shot:
                found.setdefault(unit.sheet.now.target, []).append(unit.sheet.now)
        return found

    def fired_on(self, unit: Unit) -> bool:
        """Whether somebody has been under fire in this turn."""
        struck = unit.sheet.now.struck and unit.sheet.now.busy != FIGHTS
        return struck or unit.name in self.targets

    def group_fired_on(self, unit: Unit) -> bool:
        """Whether any of those with whom somebody tests has been under fire in this turn."""
        return any(self.fired_on(self.units[name]) for name in self.tests_with(unit) if name in self.units)

    def was_fired_on(self, unit: Unit) -> bool:
        """Whether somebody is under fire: in this turn, or in the last one."""
        if self.fired_on(unit) or unit.sheet.last.struck:
            return True
        return any(each.sheet.last.shot and each.sheet.last.target == unit.name for each in self.units.values())

    def hides(self, unit: Unit) -> bool:
        """Whether somebody is terrified, under fire and in cover, and so hides (ruling B-L17)."""
        terrified = isinstance(unit.sheet, Figure) and unit.sheet.nerve.status is Status.TERRIFIED
        return terrified and bool(self.in_cover(unit)) and self.was_fired_on(unit)

    def heavily(self, unit: Unit) -> bool:
        """Whether somebody's unit has been under fire from H weapons in this turn."""
        return any(memory.heavy for name in self.unit_of(unit) for memory in self.targets.get(name, ()))

    def apart(self, one: Unit, other: Unit) -> int | None:
        """How many cm are between two on the deck; None where one isn't there."""
        start, end = self.at(one.name), self.at(other.name)
        if start is None or end is None or self.board is None:
            return None
        return cm_between(start, end, self.board.plan.separation)

    def near(self, one: Unit, other: Unit, *, in_sight: bool = False) -> bool:
        """Whether two are within 30 cm on the deck, and in sight if that counts."""
        cm = self.apart(one, other)
        return cm is not None and cm <= NEAR_CM and not (in_sight and not self.sees(one, other))

    def sees(self, one: Unit, other: Unit) -> bool:
        """Whether a line of sight runs between two on the deck."""
        start, end = self.at(one.name), self.at(other.name)
        if start is None or end is None or self.board is None:
            return False
        return clear(self.scene.ledger, self.board, start, end)

    def in_cover(self, unit: Unit) -> bool | None:
        """Whether somebody on the deck is in cover: round a corner, or where every enemy who sees them has a console
        before them, as far as their side knows; None where no deck shows it, and nobody has said so as they tested.
        """
        if self.board is None or unit.name not in self.board.people:
            said: bool | None = unit.sheet.now.cover
            return said
        standing = self.board.people[unit.name]
        if standing.leaning:
            return True
        known = self.as_known_to(unit)
        return not any(known.sees(enemy, unit) and not known._hides(unit, enemy) for enemy in known.enemies(unit))

    def _hides(self, unit: Unit, enemy: Unit) -> bool:
        """Whether somebody crouches behind a console that stands between them and an enemy."""
        start, end = self.at(unit.name), self.at(enemy.name)
        if self.board is None or start is None or end is None or not self.board.people[unit.name].crouching:
            return False
        first = sight_line(self.board, start, end).squares[1:2]
        return bool(first) and fixture_at(self.board, first[0]) is Fixture.CONSOLE

    @cached_property
    def lost(self) -> Sequence[tuple[Unit, Loss]]:
        """Those who were killed or broke in this turn."""
        return [(unit, loss) for unit in self.units.values() if (loss := unit.sheet.now.loss)]

    @cached_property
    def aliens(self) -> str:
        """By which test creatures test that have none of their own."""
        return self.scene.settings.get("alien morale", "general test")

    def causes(self, unit: Unit) -> tuple[list[str], bool]:
        """Why somebody has to test at this turn's end, in words; and whether it is sure: only the table knows who off a
        deck saw what.
        """
        trial = trial_of(unit.sheet, self.aliens)
        again = ["once more, as an earlier test says"] if unit.sheet.now.again else []
        if trial is Trial.HUMAN:
            sure, perhaps = self._human(unit)
            sure += again
            return sure or perhaps, bool(sure)
        if trial is Trial.TREE:
            return ["hit"] if unit.sheet.now.struck else [], True
        killed = [f"{each.name} killed" for each, loss in self.lost if not loss.broke and self._kin(unit, each)]
        if trial is Trial.GENERAL and self.group_fired_on(unit) and not unit.sheet.fired_on:
            killed.append("under fire for the first time")
        return killed + again, True

    def _human(self, unit: Unit) -> tuple[list[str], list[str]]:
        """What befell somebody that makes a human test, and what does if they saw it."""
        sure: list[str] = ["hit"] if unit.sheet.now.struck else []
        perhaps: list[str] = []
        for each, loss in self.lost:
            if not _friend(unit, each):
                continue
            what = f"{each.name} {'broke' if loss.broke else 'killed'}"
            of_unit = each.name in self.unit_of(unit) and not loss.broke
            if of_unit or (loss.seen_by is not None and self._saw(unit, loss.seen_by)):
                sure.append(what)
            elif loss.seen_by is None:
                perhaps.append(what)
        if unit.sheet.nerve.status is Status.CONFIDENT and unit.sheet.now.gait and self.in_cover(unit):
            sure.append("confident, and in cover now")
        return sure, perhaps

    def _kin(self, unit: Unit, other: Unit) -> bool:
        """Whether two are of one unit; of families that nobody has named all of a side are one."""
        if not _friend(unit, other):
            return False
        if other.name in self.tests_with(unit):
            return True
        alone = len(self.unit_of(unit)) == len(self.unit_of(other)) == 1
        return alone and trial_of(unit.sheet) is trial_of(other.sheet) is Trial.FAMILY

    def _saw(self, unit: Unit, seen_by: Sequence[str]) -> bool:
        """Whether somebody is among those who saw it; Zarquin see what any of their Hatch sees (C3K Zarquin)."""
        hatch = self.unit_of(unit) if unit.sheet.creature == "Zarquin" else (unit.name,)
        return not {*hatch}.isdisjoint(seen_by)

    def ways(self, unit: Unit, among: Sequence[Unit], way: Way, *, in_sight: bool = False) -> bool:
        """Whether some of them within 30 cm on the deck moved so in this turn."""
        return any(each.sheet.now.way is way and self.near(unit, each, in_sight=in_sight) for each in among)


def declares(fray: Fray, unit: Unit) -> bool:
    """Whether somebody in a turn that is kept hides or breaks without a throw: terrified and under fire."""
    nerve = unit.sheet.nerve
    return bool(fray.turn) and nerve.status is Status.TERRIFIED and not nerve.broken and fray.fired_on(unit)


def _named(scene: Scene) -> dict[str, Unit]:
    return {unit.name: unit for units in scene.units.values() for unit in units}


def _friend(unit: Unit, other: Unit) -> bool:
    return other.side == unit.side and other.name != unit.name
