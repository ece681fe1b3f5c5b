"""What is declared for a fire, whom its template reaches, and what the firer has in mind (C3K Firing procedure, Aimed
fire).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import atan2, ceil, degrees, hypot

from bot.deck.plan import At
from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.engine.system import whole
from bot.engine.typed import match, quoted
from bot.systems.combat3000.aim.eligible import CLEAR, Enemy, Hindrances
from bot.systems.combat3000.aim.shot import Shot, Situation
from bot.systems.combat3000.asked.circumstances import Circumstances, Mode
from bot.systems.combat3000.building.hits import Impact
from bot.systems.combat3000.building.structures import Structure
from bot.systems.combat3000.burst import AIMED_AT, AREA, Side, Spot, spread, under_circle, under_rectangle
from bot.systems.combat3000.figure.kit import Fuse
from bot.systems.combat3000.figure.sheet import Carried, Figure, Sheet, aloft, on_the_move
from bot.systems.combat3000.fire.firer import Firer, aimed, kept_aim
from bot.systems.combat3000.hit.kills import Wall
from bot.systems.combat3000.lists.others import CloseWeapon, Shell
from bot.systems.combat3000.lists.weapons import Template, Weapon
from bot.systems.combat3000.loading.arming import Fired
from bot.systems.combat3000.options import BASIC, Options

_FARTHEST = 1_000
_NEAR = re.compile(r"(?P<name>.*\S)\s+@?\s*(?P<cm>\d{1,5})(?:\s*cm)?(?:\s+(?P<side>[A-Za-z]+))?")


@dataclass(frozen=True, slots=True)
class Stands:
    """Where somebody stands for a shot: how many cm from its point of aim, and to which side, seen by the firer.

    `cm` None is the point of aim itself. `spot` is the exact place, where it is known, and `far` the cm from the
    firer, which count where an area has a throw to hit for each. `front` is which way they look, as a place a step from
    them, where a deck shows it.
    """

    cm: int | None = None
    side: Side | None = None
    spot: Spot | None = None
    far: int | None = None
    front: Spot | None = None

    @property
    def place(self) -> Spot | None:
        """Where that is from the point of aim, None where only the distance is known."""
        if self.spot is not None:
            return self.spot
        if not self.cm:
            return AIMED_AT
        if self.side in {Side.LEFT, Side.RIGHT}:
            return Spot(right=Fraction(self.cm if self.side is Side.RIGHT else -self.cm))
        if self.side in {Side.OVER, Side.UNDER}:
            return Spot(over=Fraction(self.cm if self.side is Side.OVER else -self.cm))
        return None

    def least_and_most(self, centre: Spot) -> tuple[float, float]:
        """The cm from a centre: the same twice where the place is known, else the least and the most that they are."""
        if self.place is not None:
            return (self.place.cm_from(centre),) * 2
        cm, off = float(self.cm or 0), hypot(centre.over, centre.right)
        return hypot(cm - off, centre.up), hypot(cm + off, centre.up)

    def off_front(self, place: Spot) -> float:
        """How far off their front a place is, in degrees; 0 where nobody knows which way they look, and where it is
        their own.
        """
        if self.spot is None or self.front is None:
            return 0
        over, right = place.over - self.spot.over, place.right - self.spot.right
        ahead = over * self.front.over + right * self.front.right
        return degrees(atan2(over * self.front.right - right * self.front.over, ahead))

    def range_from(self, cm: int) -> int:
        """The range to them, given how many cm the firer is from the point of aim; just that, where the side isn't
        known.
        """
        if self.far is not None:
            return self.far
        return cm if self.place is None else ceil(hypot(cm + self.place.over, self.place.right))


class Reached(StrEnum):
    """Whether a template covers somebody; of some only the table shows it."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


def under(template: Template | float, centre: Spot, stands: Stands) -> Reached:
    """Whether somebody is under a rectangle, or a circle by its width in cm, with its centre there.

    Whoever is named without a side is under a rectangle that came down where it was aimed, if they may be.
    """
    least, most = stands.least_and_most(centre)
    if not isinstance(template, Template):
        if under_circle(template, most):
            return Reached.YES
        return Reached.UNSURE if under_circle(template, least) else Reached.NO
    if stands.place is not None:
        return Reached.YES if under_rectangle(template, centre, stands.place) else Reached.NO
    if least > hypot(template.wide, template.deep) / 2:
        return Reached.NO
    return Reached.YES if centre == AIMED_AT else Reached.UNSURE


def read_near(text: str) -> dict[str, Stands]:
    """Who is near a point of aim, as `Rook 4 left, Sid 2`: names as typed, cm, and a side seen by the firer.

    Raises RuleError for what doesn't read so.
    """
    found: dict[str, Stands] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        parts = _NEAR.fullmatch(part)
        if not parts:
            raise RuleError(f"Who is near reads like Rook 4 left: a name, cm, and a side; not {quoted(part)}.")
        side = Side(match(parts["side"], tuple(Side), what="side")) if parts["side"] else None
        if parts["name"] in found:
            raise RuleError(f"{parts['name']} is near twice: name everybody once (C3K Launcher fire).")
        found[parts["name"]] = Stands(whole(parts["cm"], "distance", 0, _FARTHEST), side)
    return found


@dataclass(frozen=True, slots=True)
class House:
    """What a campaign plays by: the size of its games, whether turns are counted, its optional rules.

    `unprinted` is the breakdown number of weapons for which the book prints none (ruling B-R2); `keeps_aim` lets later
    shots of aimed fire keep the fives of further turns (ruling B-F4); `through_walls` allows fire through them.
    """

    large: bool = False
    role_play: bool = False
    turns: bool = True
    unprinted: int = 2
    keeps_aim: bool = True
    through_walls: bool = False
    options: Options = BASIC


@dataclass(frozen=True, slots=True)
class FirePlan:
    """What is declared for a fire, besides who, what and at whom; the same for all who fire in it.

    `mode` None lets the firer's memory say whether the fire is still aimed. `aiming` None does so for the turns.
    `wall` is what it is fired through; `threats` are enemies among whom the firer must choose. `referee` says that it
    is the referee who declares it, or imagined; `imagined` that its odds alone are asked for, whatever the firer did.
    """

    situation: Situation
    mode: Mode | None = None
    aiming: int | None = None
    wall: Wall | None = None
    threats: tuple[Enemy, ...] = ()
    outlook: Hindrances = CLEAR
    house: House = House()
    referee: bool = True
    imagined: bool = False

    @property
    def asked(self) -> Circumstances:
        """What was asked for."""
        return self.situation.asked


@dataclass(frozen=True, slots=True)
class AtStructure:
    """A structure that is fired at, and what strikes it; its lock, where nothing does. `inside` are those whom it may
    come down on, `spared` is where nobody is thrown for.
    """

    structure: Structure
    impact: Impact | None = None
    inside: tuple[str, ...] = ()
    spared: bool = False


# What somebody who fired at nobody in particular remembers as their target.
PLACE = "a place"


@dataclass(frozen=True, slots=True)
class Declared:
    """A shot, worked out up to the dice: who fires which weapon at whom, with how many rounds at once.

    `arm` is a shell for a grenade that is thrown. `target` "" is a place. `spent` is the weapon after the shot;
    `breakdown` 0 never jams. `reach` are those whom it may reach, its target first, and where they stand; `known`
    tells what of its circumstances is only proposed. A shot `at` a structure has that for its target; its `line`
    is where a deck shows it.
    """

    firer: Firer
    carried: Carried
    arm: Weapon | CloseWeapon | Shell
    shell: Shell | None
    fired: Fired
    target: str
    shot: Shot
    plan: FirePlan
    breakdown: int
    rounds: int
    spent: Carried
    reach: Mapping[str, Stands] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    at: AtStructure | None = None
    line: tuple[At, At] | None = None

    @property
    def situation(self) -> Situation:
        """Its circumstances."""
        return self.shot.situation

    @property
    def fuse(self) -> Fuse:
        """The fuse of the shell or grenade that is sent off, of single ones that come down somewhere."""
        sheet = self.firer.sheet
        single = self.shell is not None and self.fired.scatters and self.rounds == self.shot.together == 1
        return sheet.fuse if single and isinstance(sheet, Figure) else Fuse()

    @property
    def spreads(self) -> bool:
        """Whether it may reach others than its target: a blast, a template, an area (C3K Target eligibility)."""
        return self.fired.scatters or self.situation.asked.area

    @property
    def template(self) -> Template | float:
        """What it covers on the table: a rectangle, or a circle by its width in cm."""
        if self.situation.asked.area:
            return AREA
        return self.fired.template or (spread(self.shell) if self.shell else self.fired.circle)

    @property
    def grenade(self) -> bool:
        """Whether it is a grenade that is thrown."""
        return isinstance(self.arm, Shell)


def check_turn(firer: Firer, plan: FirePlan) -> None:
    """Raises RuleError if the figure has done something this turn, or was hit in it, where turns are counted."""
    now = firer.sheet.now
    if not plan.house.turns or plan.imagined:
        return
    if already := already_acted(firer.name, firer.sheet, fires=True):
        raise RuleError(already)
    if now.struck:
        raise RuleError(
            f"{firer.name} was hit this turn and fires no more: name those who fire at each other in one /fire, or end "
            "the turn with /phase (C3K Special conditions)."
        )


def check_idle(name: str, sheet: Sheet) -> None:
    """Raises RuleError if the figure has done the one thing of this turn already (C3K The game turn)."""
    if already := already_acted(name, sheet):
        raise RuleError(already)


def already_acted(name: str, sheet: Sheet, *, fires: bool = False) -> str:
    """Why somebody can't do the one thing of this turn, in a sentence; "" for whoever has done nothing, and for one who
    `fires` where that goes with what they are at (C3K Other actions).
    """
    now = sheet.now
    if fires and now.busy and now.task and now.task.fire and not now.target:
        does = "flies, which is as a walk" if aloft(sheet) else "walks"
        both = f"{name} {now.busy} and {does}, and fires or walks meanwhile, not both: /phase ends the turn"
        return f"{both} (C3K Other actions)." if on_the_move(sheet) else ""
    if now.more:
        return f"{name} {now.busy}, which takes {now.more + 1} turns yet: /phase ends a turn (C3K The game turn)."
    if now.acted:
        return f"{name} {now.busy or 'has fired'} this turn: /phase ends the turn (C3K The game turn)."
    return ""


def check_sight(firer: Firer, situation: Situation) -> None:
    """The blinded fire at nothing but a place that needs no line of sight."""
    blinded = firer.sheet.plight.blinded if isinstance(firer.sheet, Figure) else 0
    if blinded and situation.mode is not Mode.INDIRECT:
        turns = counted(blinded, "turn")
        raise RuleError(f"{firer.name} is blinded for {turns} and sees nothing (C3K Shells and grenades).")


def situated(firer: Firer, target: str, plan: FirePlan) -> Situation:
    """The circumstances with what the firer's memory adds: fire that is aimed still."""
    situation = plan.situation
    kept = kept_aim(firer, target, situation)
    if firer.last.shot and not plan.house.keeps_aim:
        kept = min(kept, 1)
    if plan.aiming is not None or plan.mode is Mode.AIMED:
        if plan.mode not in {None, Mode.AIMED}:
            raise RuleError("Only aimed fire takes turns of aiming: leave them out, or fire aimed (C3K Aimed fire).")
        counts, referee = plan.house.turns, plan.referee
        return aimed(firer, target or PLACE, situation, kept, plan.aiming, counts=counts, referee=referee)
    if plan.mode is None and kept:
        return replace(situation, mode=Mode.AIMED, aiming=kept, by_word=firer.aim.by_word)
    return replace(situation, mode=plan.mode or Mode.NORMAL)


# With more than so many who fire, each one's odds are those of their shot if they come to fire it.
MOST_TOGETHER = 3


def on_which_hangs(firer: str, declared: Sequence[Declared]) -> list[Declared]:
    """The shots on which it hangs what one's own come to, theirs among them, in the order in which they were declared.

    They are those of all who may hit them before they fire, or the one whom they fire at, and of all who may hit those;
    whomever else they reach makes no difference.
    """
    firing, counting = {firer}, {firer, *_targets(firer, declared)}
    while True:
        more = {shot.firer.name for shot in declared if counting & _others(shot)} - firing
        if not more:
            break
        firing |= more
        counting |= more
    return [_reaching(shot, counting) for shot in declared if shot.firer.name in firing]


def alone(firer: str, declared: Sequence[Declared]) -> list[Declared]:
    """Their shots at their own target, with nobody who might hit them before."""
    return [_reaching(shot, _targets(firer, declared)) for shot in declared if shot.firer.name == firer]


def _targets(firer: str, declared: Sequence[Declared]) -> set[str]:
    return {next(iter(shot.reach)) for shot in declared if shot.firer.name == firer and shot.reach}


def _others(shot: Declared) -> set[str]:
    return {name for name in shot.reach if name != shot.firer.name}


def _reaching(shot: Declared, counting: set[str]) -> Declared:
    """The shot with those of its reach who count; its target stays."""
    target = next(iter(shot.reach), "")
    return replace(shot, reach={n: stands for n, stands in shot.reach.items() if n == target or n in counting})
