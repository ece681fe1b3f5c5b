"""An encounter in the open: who surprised whom, whose turn it is, where and how everybody is (V27)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.cards import sentence, whose
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import Value
from bot.engine.system import Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import PANICKED, Condition
from bot.systems.ahl.zerog.control import strained
from bot.systems.ahl_variant.outdoors.ground import Near, Spot, apart
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.marks import takes_part

SURPRISES_BY = 3


class Phase(StrEnum):
    """The steps of a round, in their order, after the surprise that there may be."""

    SURPRISE = "surprise"
    MOVEMENT = "movement"
    FIRE = "fire"
    MELEE = "melee"


class Pace(StrEnum):
    """How somebody moves in a round."""

    STANDS = "stands"
    WALKS = "walks"
    RUNS = "runs"


class Shelter(StrEnum):
    """What somebody takes cover in."""

    NONE = "none"
    PARTIAL = "partial"
    FIELD_WORK = "field work"
    BUNKER = "bunker"
    PORT = "port"


class Daylight(StrEnum):
    """How dark it is."""

    DAY = "day"
    PARTIAL = "partial darkness"
    TOTAL = "total darkness"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """How somebody is in the open: where, at what pace in this round, evading, prone, in cover, concealed; whether they
    have fired or reloaded in this round, and which way they face, in degrees from north, None where nobody has said it.
    They have been reloading what they `load` for so many rounds, and may have `thrown_to_wake` in this one.
    """

    spot: Spot
    pace: Pace = Pace.STANDS
    evading: bool = False
    prone: bool = False
    shelter: Shelter = Shelter.NONE
    concealed: bool = False
    fired: bool = False
    facing: int | None = None
    load: str = ""
    loading: int = 0
    thrown_to_wake: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Covering fire that lies between two bands or hexes in the next movement step: who fires, with what was asked for
    it, and how many it has met.
    """

    firer: str
    one: Spot
    other: Spot
    said: Mapping[str, Value] = field(default_factory=dict)
    met: int = 0
    round: int = 0

    @property
    def words(self) -> str:
        """From where to where it lies: `band 1 to band 3`."""
        return self.one.words if self.one == self.other else f"{self.one.words} to {self.other.words}"


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two sides in the open: the `attackers` have initiative. `acted` are those who are done with the step, `near`
    pairs those who have come to short or close range of each other; `acting` is who of those that surprise has moved
    and may attack yet, before any other acts. `terrain` is what stands about where `ground` says nothing else.
    """

    attackers: str
    defenders: str
    round: int = 1
    phase: Phase = Phase.MOVEMENT
    acted: tuple[str, ...] = ()
    people: Mapping[str, Whereabouts] = field(default_factory=dict)
    near: tuple[tuple[str, str, Near], ...] = ()
    lines: tuple[Line, ...] = ()
    terrain: str = "light"
    light: Daylight = Daylight.DAY
    hexes: bool = False
    acting: str = ""
    ground: tuple[tuple[Spot, str], ...] = ()

    @property
    def words(self) -> str:
        """The step in words: `the fire step of round 2`."""
        if self.phase is Phase.SURPRISE:
            return "the surprise of " + self.attackers
        return f"the {self.phase} step of round {self.round}"

    def of(self, name: str) -> Whereabouts:
        """How somebody is; raises RuleError for whoever isn't in it."""
        if name not in self.people:
            where = "hex 0304" if self.hexes else "band 2"
            raise RuleError(
                f"{name} is not in this encounter: put them there with /place at:“{where}” (AHL V27.Close)."
            )
        return self.people[name]

    def having(self, name: str, posture: Whereabouts) -> "Encounter":
        """The same with somebody as they are now."""
        return replace(self, people={**self.people, name: posture})

    def terrain_at(self, spot: Spot) -> str:
        """The class of terrain of a band or hex (V29.Terrain)."""
        return next((terrain for place, terrain in self.ground if place == spot), self.terrain)

    def nearness(self, one: str, other: str) -> Near:
        """How near two have come."""
        return next((near for a, b, near in self.near if {a, b} == {one, other}), Near.NO)

    def brought(self, one: str, other: str, near: Near) -> "Encounter":
        """The same with two at that range of each other."""
        rest = tuple(each for each in self.near if {each[0], each[1]} != {one, other})
        return replace(self, near=rest if near is Near.NO else (*rest, (one, other, near)))

    def moved(self, name: str, posture: Whereabouts) -> "Encounter":
        """The same with somebody elsewhere: they are near nobody then."""
        there = self.having(name, posture)
        if self.people[name].spot == posture.spot:
            return there
        return replace(there, near=tuple(each for each in self.near if name not in each[:2]))

    def range(self, one: str, other: str) -> int:
        """How many bands or hexes two are apart."""
        return apart(self.of(one).spot, self.of(other).spot)

    def order(self) -> tuple[str, str]:
        """Which side acts first in the step, and which then: the defender in movement, the attacker in fire."""
        if self.phase is Phase.MOVEMENT:
            return self.defenders, self.attackers
        return self.attackers, self.defenders

    def renamed(self, before: str, after: str) -> "Encounter":
        """The same with somebody under another name; with an empty one they have left."""

        def name(each: str) -> str:
            return after if each == before else each

        people = {name(each): posture for each, posture in self.people.items() if name(each)}
        near = tuple((name(a), name(b), how) for a, b, how in self.near if name(a) and name(b))
        lines = tuple(replace(each, firer=name(each.firer)) for each in self.lines if name(each.firer))
        acted = tuple(name(each) for each in self.acted if name(each))
        return replace(self, people=people, near=near, lines=lines, acted=acted, acting=name(self.acting))


@dataclass(frozen=True, slots=True)
class Initiative:
    """How an encounter began: who attacks, and whether they have surprised the others; `thrown` where all was equal."""

    attackers: str
    defenders: str
    surprise: bool
    thrown: bool = False


def opening(first: tuple[str, int, int], second: tuple[str, int, int], dice: Dice) -> Initiative:
    """Who has initiative, and surprise, by two sides' names, throws as modified, and numbers (V27.Surprise).

    The higher throw has initiative, where they are equal the smaller party, else chance; three more surprises.
    """
    by_throw = sorted((first, second), key=lambda each: (-each[1], each[2]))
    even = first[1:] == second[1:]
    attackers = dice.pick([first[0], second[0]], why="initiative") if even else by_throw[0][0]
    defenders = second[0] if attackers == first[0] else first[0]
    return Initiative(attackers, defenders, abs(first[1] - second[1]) >= SURPRISES_BY, even)


def can_act(unit: Unit) -> bool:
    """Whether somebody takes part: active, and not surrendered."""
    return unit.sheet.condition is Condition.ACTIVE and takes_part(unit)


def may_shoot(book: Book, sheet: Combatant) -> bool:
    """Whether somebody has anything for the step of fire: a firearm, be it to reload, what they throw, or grenades; an
    animal strikes alone (V31.Moving).
    """
    if sheet.animal:
        return False
    carried = ((book.weapons[each.weapon], each) for each in sheet.weapons)
    armed = any(weapon.fires and (not weapon.thrown or each.loaded.rounds) for weapon, each in carried)
    return armed or sheet.grenades > 0


def _unarmed(book: Book, name: str, sheet: Combatant, words: str) -> str:
    """Why somebody has nothing to do in the step of fire."""
    gone = [each.weapon for each in sheet.weapons if book.weapons[each.weapon].thrown]
    if gone:
        return f"The {gone[0]} has been thrown already, and {name} has nothing else for {words}."
    return f"{name} has nothing to fire, throw or reload: nobody waits for them in {words}."


def foes_near(encounter: Encounter, units: Mapping[str, Unit], name: str) -> Iterator[Near]:
    """How near somebody has come to each of other sides who lives, and whom they may strike at (V27.Melee)."""
    for one, other, near in encounter.near:
        foe = units.get(other if one == name else one) if name in {one, other} else None
        if foe and foe.side != units[name].side and foe.sheet.condition is not Condition.DEAD:
            yield near


def left(book: Book, encounter: Encounter, units: Mapping[str, Unit], side: str) -> list[str]:
    """Who of a side may still act in the step."""

    def may(name: str, posture: Whereabouts) -> bool:
        sheet = units[name].sheet
        helpless = sheet.nerve in PANICKED or sheet.zero_g.disoriented
        if encounter.phase in {Phase.FIRE, Phase.MELEE} and (helpless or posture.fired):
            return False
        if encounter.phase is Phase.FIRE:
            return posture.pace is not Pace.RUNS and may_shoot(book, sheet)
        if encounter.phase is Phase.MELEE:
            return any(foes_near(encounter, units, name)) and not posture.prone
        return True

    return [
        name
        for name, posture in encounter.people.items()
        if name in units
        and units[name].side == side
        and name not in encounter.acted
        and can_act(units[name])
        and may(name, posture)
    ]


def to_control(encounter: Encounter, units: Mapping[str, Unit]) -> tuple[str, ...]:
    """Who throws for control in zero-G now, before anybody acts in a round: whoever has fired or fought in the one
    before (AHL 26.B, V27.Zero-G).
    """
    if encounter.phase not in {Phase.MOVEMENT, Phase.SURPRISE} or encounter.acted or encounter.acting:
        return ()
    return tuple(name for name in encounter.people if name in units and strained(units[name].sheet))


def whose_turn(book: Book, encounter: Encounter, units: Mapping[str, Unit]) -> list[str]:
    """Who may act now: any one of the side whose turn it is; in surprise those who have surprised; nobody when all have
    acted. In melee all who can, whose order their reach and value give.
    """
    first, second = encounter.order()
    ready = left(book, encounter, units, first)
    if encounter.phase is Phase.SURPRISE:
        return [encounter.acting] if encounter.acting in ready else ready
    others = left(book, encounter, units, second)
    if encounter.phase is Phase.MELEE:
        return [*ready, *others]
    done = [sum(units[name].side == side for name in encounter.acted if name in units) for side in (first, second)]
    if ready and (done[0] <= done[1] or not others):
        return ready
    return others or ready


def check_turn(book: Book, encounter: Encounter, units: Mapping[str, Unit], name: str, phase: Phase, what: str) -> None:
    """Raise RuleError where somebody acts out of their turn, or in a step that isn't for that, or isn't there."""
    posture = encounter.of(name)
    if encounter.phase not in {phase, Phase.SURPRISE}:
        raise RuleError(
            f"It is {encounter.words}, and {what} belongs to the {phase} step: /encounter pass or /encounter step goes "
            "on (AHL V27.Rounds)."
        )
    if owed := to_control(encounter, units):
        raise RuleError(
            f"In zero-G {sentence(owed)} {'throws' if len(owed) == 1 else 'throw'} for control before anybody acts in "
            "this round: the referee's /phase makes that (AHL 26.B)."
        )
    if phase is Phase.FIRE:
        check_pace(name, posture)
    if phase is Phase.MOVEMENT and name == encounter.acting:
        raise RuleError(
            f"{name} has moved in {encounter.words}: attack with them now, or /encounter pass (AHL V27.Surprise)."
        )
    if name in encounter.acted:
        raise RuleError(f"{name} has acted in {encounter.words}: it is once in each (AHL V27.Rounds).")
    ready = whose_turn(book, encounter, units)
    if encounter.phase is Phase.FIRE and not may_shoot(book, units[name].sheet):
        raise RuleError(_unarmed(book, name, units[name].sheet, encounter.words))
    if name not in ready:
        turn = f"{sentence(ready, 'or')} acts first" if ready else "nobody acts in it any more"
        raise RuleError(f"It is not {whose(name)} turn in {encounter.words}: {turn} (AHL V27.Rounds).")


def check_pace(name: str, posture: Whereabouts) -> None:
    """Raise RuleError for whoever runs in this round, for they don't fire (V27.Moving)."""
    if posture.pace is Pace.RUNS:
        raise RuleError(f"{name} runs in this round, and who runs doesn't fire (AHL V27.Moving).")


def after_moving(book: Book, encounter: Encounter, units: Mapping[str, Unit], name: str) -> Encounter:
    """The encounter with somebody moved: done with the step, but in surprise only where nothing is left for them to do,
    for there one does all of their actions before the next begins (V27.Surprise, ruling VR-A37).
    """
    runs = encounter.of(name).pace is Pace.RUNS
    strikes = any(foes_near(encounter, units, name))
    if encounter.phase is Phase.SURPRISE and can_act(units[name]) and (not runs or strikes):
        return replace(encounter, acting=name)
    return after_acting(book, encounter, units, name)


def after_acting(book: Book, encounter: Encounter, units: Mapping[str, Unit], name: str) -> Encounter:
    """The encounter with somebody done with the step, and at the next one where nobody is left in it."""
    return onward(book, replace(encounter, acted=(*encounter.acted, name), acting=""), units)


def onward(book: Book, encounter: Encounter, units: Mapping[str, Unit]) -> Encounter:
    """The encounter at the first step in which somebody may act; a round more where none is left in it."""
    while not whose_turn(book, encounter, units):
        encounter = next_step(encounter)
        if encounter.phase in {Phase.SURPRISE, Phase.MOVEMENT}:
            break
    return encounter


def next_step(encounter: Encounter) -> Encounter:
    """The next step, or the next round; in surprise those who have surprised begin anew until the alarm."""
    if encounter.phase is Phase.SURPRISE:
        return replace(encounter, acted=(), people=_fresh(encounter), acting="")
    steps = tuple(Phase)
    place = steps.index(encounter.phase) + 1
    if place < len(steps):
        kept = encounter.lines if encounter.phase is not Phase.MOVEMENT else ()
        return replace(encounter, phase=steps[place], acted=(), lines=kept)
    return replace(encounter, round=encounter.round + 1, phase=Phase.MOVEMENT, acted=(), people=_fresh(encounter))


def _fresh(encounter: Encounter) -> dict[str, Whereabouts]:
    return {
        name: replace(posture, pace=Pace.STANDS, evading=False, fired=False, thrown_to_wake=False)
        for name, posture in encounter.people.items()
    }


def alarmed(encounter: Encounter) -> Encounter:
    """The end of surprise: a round begins at once, in which those who have surprised have initiative (V27.Surprise).

    Raises RuleError where nobody is surprised.
    """
    if encounter.phase is not Phase.SURPRISE:
        raise RuleError("Nobody is surprised: the rounds have begun (AHL V27.Surprise).")
    return replace(encounter, phase=Phase.MOVEMENT, acted=(), people=_fresh(encounter), acting="")
