"""What was fired and what it did, as it is told: plain data that names weapons and shells by their codes."""

from dataclasses import dataclass, replace

from bot.engine.dice import Check
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll, Timing
from bot.systems.combat3000.aim.shot import Chance, Situation
from bot.systems.combat3000.asked.circumstances import Circumstances
from bot.systems.combat3000.building.report import StructureStruck, struck_report
from bot.systems.combat3000.burst import Landed
from bot.systems.combat3000.figure.kit import NO_FUSE, Fuse
from bot.systems.combat3000.figure.sheet import Carried
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.shooting import Fate, Shooting
from bot.systems.combat3000.hit.figures import Blow, VehicleBlow, blow
from bot.systems.combat3000.hit.kills import Force, Through, Wall
from bot.systems.combat3000.hit.plights import Area
from bot.systems.combat3000.lists.weapons import Template
from bot.systems.combat3000.options import BASIC, Options


@dataclass(frozen=True, slots=True)
class FireResult:
    """Everything that was fired, in the order of the sub-phases.

    `firer` and `target` are the first who fires and at whom, for whom the odds are reckoned; `told` is what a deck said
    of it, and why its targets are the right ones, in words.
    """

    firer: str
    target: str
    shootings: tuple[Shooting, ...]
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackReport:
    """What one shot did to one: the chance and the throw, if there was one for them alone, and what it came to."""

    name: str
    chance: Chance | None = None
    roll: HitRoll | None = None
    struck: tuple[Blow | VehicleBlow, ...] = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """A shot as it was declared: see `Declared`.

    `weapon` is as the shot leaves it, `shell` a code or "", `circle` and `template` what it covers. `later` is a shot
    of aimed fire that isn't the first; `large` counts no ammunition.
    """

    firer: str
    target: str
    weapon: Carried
    situation: Situation
    shell: str = ""
    grenade: bool = False
    thrown: bool = False
    wall: Wall | None = None
    fuse: Fuse = NO_FUSE
    rounds: int = 1
    breakdown: int = 0
    circle: int = 0
    template: Template | None = None
    force: Force | None = None
    later: bool = False
    keeps_aim: bool = True
    large: bool = False
    options: Options = BASIC
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShotReport:
    """One declared shot and what became of it: see `Shooting`."""

    declared: Declaration
    timing: Timing | None
    fate: Fate
    chance: Chance | None = None
    roll: HitRoll | None = None
    landed: Landed | None = None
    attacks: tuple[AttackReport, ...] = ()
    unsure: tuple[str, ...] = ()
    pack: Check | None = None
    grapple: Check | None = None
    area: Area | None = None
    through: Through | None = None
    strikes: tuple[StructureStruck, ...] = ()
    unlocked: bool = False

    @property
    def jammed(self) -> bool:
        """Whether the weapon jammed."""
        return self.roll is not None and self.roll.result is Roll.JAM


@dataclass(frozen=True, slots=True)
class FireReport:
    """Every shot in the order of the sub-phases; `told` is what there was to say of it before any die."""

    shots: tuple[ShotReport, ...]
    told: tuple[str, ...] = ()


def fire_report(result: FireResult) -> FireReport:
    """What is told of a fire."""
    return FireReport(tuple(_shot(each) for each in result.shootings), result.told)


def _shot(shooting: Shooting) -> ShotReport:
    attacks = (
        AttackReport(each.name, each.chance, each.roll, tuple(map(blow, each.struck))) for each in shooting.attacks
    )
    return ShotReport(
        _declaration(shooting.declared),
        shooting.timing,
        shooting.fate,
        shooting.chance,
        shooting.roll,
        shooting.landed,
        tuple(attacks),
        shooting.unsure,
        shooting.pack,
        shooting.grapple,
        shooting.area,
        shooting.through,
        tuple(map(struck_report, shooting.strikes)),
        shooting.unlocked,
    )


def _told(situation: Situation) -> Situation:
    """The circumstances with no more of what was asked for than is told."""
    asked = situation.asked
    return replace(situation, asked=Circumstances(gait=asked.gait, spread=asked.spread))


def _declaration(declared: Declared) -> Declaration:
    plan, fired, carried = declared.plan, declared.fired, declared.carried
    return Declaration(
        declared.firer.name,
        declared.target,
        declared.spent,
        _told(declared.situation),
        shell=carried.weapon if declared.grenade else carried.loaded.ammunition,
        grenade=declared.grenade,
        thrown=declared.shot.thrown,
        wall=plan.wall,
        fuse=declared.fuse,
        rounds=declared.rounds,
        breakdown=declared.breakdown,
        circle=fired.circle,
        template=fired.template,
        force=fired.force,
        later=declared.shot.aimed and declared.firer.last.shot,
        keeps_aim=plan.house.keeps_aim,
        large=plan.house.large,
        options=plan.house.options,
        known=declared.known,
    )
