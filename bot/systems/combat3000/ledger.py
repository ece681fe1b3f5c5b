"""What a campaign keeps beside its figures: what lasts on the table from turn to turn (C3K Shells and grenades)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.deck.plan import At, named
from bot.engine.autopilot import Autopilot, renamed_pilots
from bot.engine.cards import Suggestion, counted
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.scenario import Playing
from bot.engine.system import Scene, SheetType
from bot.systems.combat3000.building.structures import Structure
from bot.systems.combat3000.hit.plights import Area, Charge, Cloud, Stasis, Swirl, Vortex, burn, drift, end_move, thaw
from bot.systems.combat3000.melee.contact import Charge as Charging
from bot.systems.combat3000.melee.contact import Contact, charging_renamed, contacts_renamed
from bot.systems.combat3000.turn import Phase, Turn

# A vortex may calve at the end of every move: a table holds no more of them than this.
MOST_AREAS = 50
MOST_STRUCTURES = 200


@dataclass(frozen=True, slots=True)
class Unseen:
    """Who was not aware of which enemies as the turn began, by names, on the `deck` of that name.

    Of whoever came onto the deck since then nothing is known.
    """

    deck: str
    by: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def renamed(self, name: str, new: str) -> "Unseen":
        """The same with somebody under another name; with none they have left."""
        by = {new if one == name else one: others for one, others in self.by.items() if new or one != name}
        listed = {one: tuple(new if each == name else each for each in others) for one, others in by.items()}
        return replace(self, by={one: tuple(filter(None, others)) for one, others in listed.items()})


@dataclass(frozen=True, slots=True)
class Ledger:
    """Clouds, stases, vortices and charges with fuses, each in the order in which they came to be; the turn, if one is
    kept; what a deck showed as it began; who is `charging` whom and waits for their answer; who is in base contact; and
    the rooms, walls and doors that have been classed or hit; those who act by themselves, by name; the scenario.
    """

    clouds: tuple[Cloud, ...] = ()
    stases: tuple[Stasis, ...] = ()
    vortices: tuple[Vortex, ...] = ()
    charges: tuple[Charge, ...] = ()
    turn: Turn | None = None
    unseen: Unseen | None = None
    charging: tuple[Charging, ...] = ()
    contacts: tuple[Contact, ...] = ()
    structures: tuple[Structure, ...] = ()
    piloted: Mapping[str, Autopilot] = field(default_factory=dict)
    scenario: Playing | None = None

    def with_structures(self, *changed: Structure) -> "Ledger":
        """The same with some structures as they are now; raises RuleError where there are too many."""
        now = {each.name: each for each in (*self.structures, *changed)}
        if len(now) > MOST_STRUCTURES:
            raise RuleError(f"A campaign keeps {MOST_STRUCTURES} structures at most.")
        return replace(self, structures=tuple(now.values()))

    def with_area(self, area: Area) -> "Ledger":
        """The same with one thing more; raises RuleError where the table is full of them."""
        if len(self.clouds) + len(self.stases) + len(self.vortices) + len(self.charges) >= MOST_AREAS:
            raise RuleError(f"A table keeps {MOST_AREAS} clouds, charges and the like at most: let some turns pass.")
        if isinstance(area, Cloud):
            return replace(self, clouds=(*self.clouds, self._as_it_comes(area)))
        if isinstance(area, Stasis):
            return replace(self, stases=(*self.stases, area))
        if isinstance(area, Charge):
            return replace(self, charges=(*self.charges, area))
        return replace(self, vortices=(*self.vortices, area))

    def _as_it_comes(self, cloud: Cloud) -> Cloud:
        """A new cloud grows after its own turn, though all have yet to move in that (C3K Special weapons effect)."""
        early = self.turn is not None and self.turn.phase in {Phase.ORDERS, Phase.CLOSE_COMBAT, Phase.MOVEMENT}
        return replace(cloud, turn=cloud.turn - 1) if early else cloud

    def vortex_at(self, at: At | None) -> Vortex:
        """The widest vortex around that square, or of all that are there for none; RuleError where there is none."""
        found = [each for each in self.vortices if not each.away and at in {None, each.at}]
        if not found:
            where = f" around {named(at, at.level)}" if at else ""
            raise RuleError(f"No vortex is on the table{where}: leave “waiting” out (C3K Shells and grenades).")
        return max(found, key=lambda each: each.diameter)

    def without_waiting(self, code: str) -> "Ledger":
        """The same without one charge of that code that waits for a heat source, or goes off as this turn ends;
        RuleError where none does.
        """
        found = next((one for one in self.charges if one.code == code and one.turns in {None, 1}), None)
        if not found:
            raise RuleError("No such charge waits with a proximity fuse, or goes off this turn: leave “waiting” out.")
        left = list(self.charges)
        left.remove(found)
        return replace(self, charges=tuple(left))


def _with_turn(stored: dict[str, Any]) -> dict[str, Any]:
    """What was kept when a phase was that of a setting, and not of a turn: one that had begun is kept from now on."""
    phase = stored.pop("phase", Phase.ORDERS)
    return {**stored, "turn": {"phase": phase} if phase != Phase.ORDERS else None}


LEDGER = SheetType(Ledger, (_with_turn,))


def turn_of(scene: Scene) -> Turn | None:
    """The turn that a campaign keeps, None where nobody has begun one."""
    return scene.ledger.turn if scene.ledger else None


def kept_turn(scene: Scene) -> Turn:
    """The same; raises RuleError where none is kept."""
    turn = turn_of(scene)
    if turn is None:
        raise RuleError("No turn is kept here: /turn begin begins one.")
    return turn


def narrowed(ledger: Ledger, own: Collection[str], sees: Collection[str]) -> Ledger:
    """What somebody knows of it whose own people have these names, and who `sees` those of others: the turn, what they
    plan in it, and whom they charge, are charged by and are in contact with.
    """
    known = {*own, *sees}
    charging = tuple(
        each for each in ledger.charging if {each.name, each.target} <= known and {each.name, each.target} & {*own}
    )
    contacts = tuple(each for each in ledger.contacts if {*each.both} <= known and {*each.both} & {*own})
    piloted = {name: pilot for name, pilot in ledger.piloted.items() if name in own}
    turn = ledger.turn.narrowed(own) if ledger.turn else None
    scenario = ledger.scenario.narrowed(own, sees) if ledger.scenario else None
    return Ledger(turn=turn, piloted=piloted, scenario=scenario, charging=charging, contacts=contacts)


def renamed(ledger: Ledger, name: str, new: str) -> Ledger:
    """The ledger with somebody under another name; with an empty one they have left."""
    unseen = ledger.unseen.renamed(name, new) if ledger.unseen else None
    return replace(
        ledger,
        unseen=unseen,
        turn=ledger.turn.renamed(name, new) if ledger.turn else None,
        charging=charging_renamed(ledger.charging, name, new),
        contacts=contacts_renamed(ledger.contacts, name, new),
        structures=tuple(each.renamed(name, new) for each in ledger.structures),
        piloted=renamed_pilots(ledger.piloted, name, new),
    )


def with_areas(ledger: Ledger | None, areas: Iterable[Area | None]) -> Ledger | None:
    """The ledger with what some shots left on the table; None where they left nothing."""
    left = [area for area in areas if area]
    for area in left:
        ledger = (ledger or Ledger()).with_area(area)
    return ledger if left else None


@dataclass(frozen=True, slots=True)
class Passed:
    """One thing at the end of a turn: what it was and what is there now; `swirl` is what a vortex did."""

    before: Area
    after: tuple[Area, ...]
    swirl: Swirl | None = None


def end_turn(ledger: Ledger, dice: Dice) -> tuple[Ledger, tuple[Passed, ...]]:
    """Let a turn pass: clouds drift, or where a turn is kept have drifted as all moved; stases run down, and each
    vortex is thrown for.
    """
    passed = tuple(_pass(ledger, dice))
    left = replace(ledger, clouds=(), stases=(), vortices=(), charges=())
    for area in [area for each in passed for area in each.after][:MOST_AREAS]:
        left = left.with_area(area)
    return left, passed


def drifted(ledger: Ledger) -> tuple[Ledger, tuple[Passed, ...]]:
    """The table once all have moved: each cloud a template longer (C3K Special weapons effect)."""
    passed = tuple(Passed(cloud, (drift(cloud) or cloud,)) for cloud in ledger.clouds)
    clouds = tuple(area for each in passed for area in each.after if isinstance(area, Cloud))
    return replace(ledger, clouds=clouds), passed


def _pass(ledger: Ledger, dice: Dice) -> Iterator[Passed]:
    for cloud in ledger.clouds:
        drifted = drift(cloud)
        left = cloud if drifted and ledger.turn else drifted
        yield Passed(cloud, (left,) if left else ())
    for stasis in ledger.stases:
        thawed = thaw(stasis)
        yield Passed(stasis, (thawed,) if thawed else ())
    for vortex in ledger.vortices:
        moved = end_move(vortex, dice)
        yield Passed(vortex, moved.after, moved.swirl)
    for charge in ledger.charges:
        burnt = burn(charge)
        yield Passed(charge, (burnt,) if burnt else ())


def passed_line(passed: Passed) -> str | Suggestion:
    """What a turn did to one thing, in words for whoever moves it on the table."""
    if isinstance(passed.before, Charge):
        return _charge_line(passed.before, passed.after)
    name = area_words(passed.before)
    if passed.swirl:
        return f"{name}: {passed.swirl.value}{_vortices(passed)}"
    if not passed.after:
        return f"{name}: gone"
    return f"{name}: {_left(passed.after[0])}"


def _vortices(passed: Passed) -> str:
    """The diameters of those that are there now, where they changed."""
    if passed.swirl in {Swirl.DOUBLES, Swirl.SHRINKS, Swirl.CALVES}:
        return f", now {' and '.join(f'{vortex.diameter:g} cm' for vortex in passed.after)}"
    return ""


def _charge_line(charge: Charge, after: tuple[Area, ...]) -> str | Suggestion:
    if after:
        return area_words(after[0])
    does = f" says what it does within {charge.diameter / 2:g} cm"
    return Suggestion("blast", {"cause": charge.code}, f"{charge.name} goes off: ", does)


def left_line(area: Area) -> str:
    """What stays on the table after a shot, in words."""
    return f"On the table: {area_words(area)}" + ("" if isinstance(area, Charge) else ", until turns have passed")


def _left(area: Area) -> str:
    if isinstance(area, Cloud):
        return f"now {area.templates} templates long, the newest downwind, through doors, windows and ducts"
    return f"{area.turns} turn{'s' if area.turns > 1 else ''} left" if isinstance(area, Stasis) else ""


def area_words(area: Area) -> str:
    """What a thing is called: `knock-out gas of 15 cm`."""
    if isinstance(area, Charge):
        return _charge_words(area)
    where = f" around {named(area.at, area.at.level)}" if area.at else ""
    if isinstance(area, Vortex):
        return f"vortex of {area.diameter:g} cm{where}"
    what = "stasis" if isinstance(area, Stasis) else "baffler" if area.blocks_sight else f"{area.kind} gas"
    return f"{what} of {area.diameter} cm{where}"


def _charge_words(charge: Charge) -> str:
    if charge.turns is None:
        return f"{charge.name}, which waits for any heat source within {charge.diameter / 2:g} cm"
    return f"{charge.name}, which goes off in {counted(charge.turns, 'turn')}"
