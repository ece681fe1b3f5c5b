"""What is declared for a fire, and what the firer's memory adds to it (C3K Firing procedure, Aimed fire)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.engine.cards import counted
from bot.engine.errors import RuleError
from bot.systems.combat3000.aim.eligible import CLEAR, Hindrances
from bot.systems.combat3000.aim.shot import Shot
from bot.systems.combat3000.aim.situation import Situation
from bot.systems.combat3000.aim.threats import Enemy
from bot.systems.combat3000.asked import Circumstances, Mode
from bot.systems.combat3000.burst.effects import spread
from bot.systems.combat3000.burst.templates import AREA
from bot.systems.combat3000.figure.sheet import Carried, Figure, Fuse, Memory
from bot.systems.combat3000.fire.aiming import aimed, kept_aim
from bot.systems.combat3000.fire.firer import Firer
from bot.systems.combat3000.fire.reach import Stands
from bot.systems.combat3000.hit.walls import Wall
from bot.systems.combat3000.lists.others import CloseWeapon, Shell
from bot.systems.combat3000.lists.weapons import Template, Weapon
from bot.systems.combat3000.loading.fired import Fired
from bot.systems.combat3000.options import BASIC, Options


@dataclass(frozen=True, slots=True)
class House:
    """What a campaign plays by: the size of its games, whether turns are counted, its optional rules.

    `unprinted` is the breakdown number of weapons for which the book prints none (ruling B-R2); `keeps_aim` lets later
    shots of aimed fire keep the fives of further turns (ruling B-F4); `through_walls` allows fire through them,
    and `phases` plays the phases of a turn one by one.
    """

    large: bool = False
    role_play: bool = False
    turns: bool = True
    unprinted: int = 2
    keeps_aim: bool = True
    through_walls: bool = False
    phases: bool = False
    options: Options = BASIC


@dataclass(frozen=True, slots=True)
class FirePlan:
    """What is declared for a fire, besides who, what and at whom; the same for all who fire in it.

    `mode` None lets the firer's memory say whether the fire is still aimed. `aiming` None does so for the turns.
    `wall` is what it is fired through; `threats` are enemies among whom the firer must choose. `referee` says that it
    is the referee who declares it.
    """

    situation: Situation
    mode: Mode | None = None
    aiming: int | None = None
    wall: Wall | None = None
    threats: tuple[Enemy, ...] = ()
    outlook: Hindrances = CLEAR
    house: House = House()
    referee: bool = True

    @property
    def asked(self) -> Circumstances:
        """What was asked for."""
        return self.situation.asked


# What somebody who fired at nobody in particular remembers as their target.
PLACE = "a place"


@dataclass(frozen=True, slots=True)
class Declared:
    """A shot, worked out up to the dice: who fires which weapon at whom, with how many rounds at once.

    `arm` is a shell for a grenade that is thrown. `target` "" is a place. `spent` is the weapon after the shot;
    `breakdown` 0 never jams. `reach` are those whom it may reach, its target first, and where they stand; `known`
    tells what of its circumstances is only proposed.
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
    if not plan.house.turns:
        return
    check_idle(firer.name, now)
    if now.struck:
        raise RuleError(
            f"{firer.name} was hit this turn and fires no more: name those who fire at each other in one /fire, or end "
            "the turn with /phase (C3K Special conditions)."
        )


def check_idle(name: str, now: Memory) -> None:
    """Raises RuleError if the figure has done the one thing of this turn already (C3K The game turn)."""
    if now.more:
        turns = f"{now.more + 1} turns yet: /phase ends a turn"
        raise RuleError(f"{name} {now.busy}, which takes {turns} (C3K The game turn).")
    if now.acted:
        deed = now.busy or "has fired"
        raise RuleError(f"{name} {deed} this turn: /phase ends the turn (C3K The game turn).")


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
