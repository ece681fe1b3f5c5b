"""A shot as it is declared, before any die: what the firer wants, checked and worked out (C3K Firing procedure)."""

from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.systems.combat3000.eligible import CLEAR, Attempt, Outlook, Use, check
from bot.systems.combat3000.fired import Fired, as_fired, as_thrown, grenade_thrown, setting_of, worn_as
from bot.systems.combat3000.firer import Firer, arms_of, check_hands
from bot.systems.combat3000.grenades import check_grenade, check_thrown_range, check_throws_only, turns_to_change_target
from bot.systems.combat3000.lists import CloseWeapon, Shell
from bot.systems.combat3000.options import BASIC, Options
from bot.systems.combat3000.plights import hallucinating
from bot.systems.combat3000.reloading import hands_free, salvo, spend
from bot.systems.combat3000.sheet import Carried, Figure, Hand
from bot.systems.combat3000.shot import Optics, Shot
from bot.systems.combat3000.sighting import Watch, seen_to
from bot.systems.combat3000.situation import Mode, Situation
from bot.systems.combat3000.tables import Tables
from bot.systems.combat3000.weapons import Class, Reload, Trajectory, Weapon

_VISORS = {"E15", "E16"}
# In large games weapons that hold no more than this are still reloaded, and jam.
_FEW_SHOTS = 2


@dataclass(frozen=True, slots=True)
class House:
    """What a campaign plays by: the size of its games, whether turns are counted, its optional rules.

    `unprinted` is the breakdown number of weapons for which the book prints none (ruling B-R2).
    """

    large: bool = False
    role_play: bool = False
    turns: bool = True
    unprinted: int = 2
    options: Options = BASIC


@dataclass(frozen=True, slots=True)
class Plan:
    """What is declared for a fire, besides who, what and at whom; the same for all who fire in it.

    `mode` None lets the firer's memory say whether the fire is still aimed. `aiming` None does so for the turns.
    """

    situation: Situation
    mode: Mode | None = None
    aiming: int | None = None
    setting: str = ""
    shoulder: bool = False
    salvo: bool = False
    confined: bool = False
    vertical: bool = False
    outlook: Outlook = CLEAR
    house: House = House()


@dataclass(frozen=True, slots=True)
class Declared:
    """A shot, worked out up to the dice: who fires which weapon at whom, with how many rounds at once.

    `arm` is a shell for a grenade that is thrown. `target` "" is a place. `spent` is the weapon after the shot;
    `breakdown` 0 never jams.
    """

    firer: Firer
    carried: Carried
    arm: Weapon | CloseWeapon | Shell
    shell: Shell | None
    fired: Fired
    target: str
    shot: Shot
    plan: Plan
    breakdown: int
    rounds: int
    spent: Carried

    @property
    def situation(self) -> Situation:
        """Its circumstances."""
        return self.shot.situation

    @property
    def grenade(self) -> bool:
        """Whether it is a grenade that is thrown."""
        return isinstance(self.arm, Shell)


def declare(firer: Firer, carried: Carried, target: str, plan: Plan, tables: Tables, together: int = 1) -> Declared:
    """Work out one shot. Raises RuleError where it can't be, in a sentence that says why."""
    _check_turn(firer, plan)
    check_hands(firer, carried, any_weapon=plan.house.large)
    situation = _situation(firer, target, plan)
    _check_sight(firer, situation)
    if carried.weapon in tables.close:
        return _thrown(firer, carried, target, replace(plan, situation=situation), tables.close[carried.weapon])
    weapon = tables.weapons[carried.weapon]
    _check_target_change(firer, weapon, target)
    situation = replace(situation, high=situation.high or weapon.trajectory is Trajectory.HIGH_ONLY)
    plan = replace(plan, situation=situation)
    shell = tables.shells[carried.loaded.ammunition] if carried.loaded.ammunition else None
    fired = as_fired(weapon, shell, _setting(carried, weapon, plan), situation.cm, firer.profile.strength)
    use = _use(firer, carried, weapon, fired, plan)
    check(_attempt(firer, use, target, plan, tables, together))
    rounds = salvo(carried, weapon, whole=plan.salvo)
    return Declared(
        firer,
        carried,
        weapon,
        shell,
        fired,
        target,
        _shot(firer, carried, use, fired, target, plan, tables, together),
        plan,
        breakdown_of(weapon, plan.house),
        rounds,
        spend(_endless(carried, weapon, plan.house), weapon, rounds),
    )


def breakdown_of(weapon: Weapon, house: House) -> int:
    """A weapon's breakdown number; in large games only weapons of one or two shots have one (C3K Large games)."""
    if house.large and weapon.supply > _FEW_SHOTS:
        return 0
    return house.unprinted if "breakdown" in weapon.doubts else weapon.breakdown


def _endless(carried: Carried, weapon: Weapon, house: House) -> Carried:
    """The weapon before the shot; in large games those of more than two shots are always full."""
    if not house.large or weapon.supply <= _FEW_SHOTS or weapon.reload is Reload.INFINITE:
        return carried
    return replace(carried, loaded=replace(carried.loaded, rounds=weapon.supply + 1))


def _check_turn(firer: Firer, plan: Plan) -> None:
    now = firer.sheet.now
    if not plan.house.turns:
        return
    if now.target:
        raise RuleError(f"{firer.name} has fired this turn: /phase ends the turn (C3K The game turn).")
    if now.busy:
        raise RuleError(f"{firer.name} {now.busy} this turn: /phase ends the turn (C3K The game turn).")
    if now.struck:
        raise RuleError(
            f"{firer.name} was hit this turn and fires no more: name those who fire at each other in one /fire, or end "
            "the turn with /phase (C3K Special conditions)."
        )


def _check_sight(firer: Firer, situation: Situation) -> None:
    """The blinded fire at nothing but a place that needs no line of sight."""
    blinded = firer.sheet.plight.blinded if isinstance(firer.sheet, Figure) else 0
    if blinded and situation.mode is not Mode.INDIRECT:
        raise RuleError(f"{firer.name} is blinded for {blinded} turns and sees nothing (C3K Shells and grenades).")


def _check_target_change(firer: Firer, weapon: Weapon, target: str) -> None:
    turns = turns_to_change_target(weapon)
    if turns and firer.last.target not in {"", target}:
        raise RuleError(
            f"{weapon.name} fired at {firer.last.target} last turn, and takes {turns} turns to change its target "
            "(C3K High trajectory fire)."
        )


def _situation(firer: Firer, target: str, plan: Plan) -> Situation:
    """The circumstances with what the firer's memory adds: fire that is aimed still, and the vehicle that he rides."""
    situation = plan.situation
    vehicle = situation.vehicle or firer.vehicle
    kept = _kept_aim(firer, target, situation)
    if plan.aiming is not None or plan.mode is Mode.AIMED:
        if plan.mode not in {None, Mode.AIMED}:
            raise RuleError("Only aimed fire takes turns of aiming: leave them out, or fire aimed (C3K Aimed fire).")
        if firer.last.shot and not kept:
            raise RuleError(f"{firer.name} fired last turn, and who aims may not fire (C3K Aiming).")
        turns = plan.aiming if plan.aiming is not None else max(kept, 1)
        return replace(situation, mode=Mode.AIMED if turns else Mode.NORMAL, aiming=turns, vehicle=vehicle)
    if plan.mode is None and kept:
        return replace(situation, mode=Mode.AIMED, aiming=kept, vehicle=vehicle)
    return replace(situation, mode=plan.mode or Mode.NORMAL, vehicle=vehicle)


def _kept_aim(firer: Firer, target: str, situation: Situation) -> int:
    """For how many turns the target has been aimed at, while both it and the firer stay still (ruling B-F4)."""
    still = not situation.firer_moved and not firer.vehicle and situation.moved <= 0
    return firer.aim.turns if still and firer.aim.target == target else 0


def _setting(carried: Carried, weapon: Weapon, plan: Plan) -> str:
    """What the weapon is set to; a phaser takes a turn and two hands to change (C3K Weapon list)."""
    if not plan.setting:
        return carried.setting
    wanted, now = setting_of(weapon, plan.setting), setting_of(weapon, carried.setting)
    takes_time = any(setting.stun for setting in weapon.settings)
    if wanted != now and takes_time:
        raise RuleError(
            f"{weapon.name} takes a turn and two hands to set anew: /character edit field:setting does it "
            "(C3K Weapon list)."
        )
    return wanted.name if wanted else ""


def _use(firer: Firer, carried: Carried, weapon: Weapon, fired: Fired, plan: Plan) -> Use:
    free = firer.spare_hands(carried)
    stands = not plan.situation.firer_moved
    strapped = weapon.kind is Class.EITHER
    return Use(
        carried.name,
        worn_as(weapon, shoulder=plan.shoulder, stationary=stands, hands_free=free),
        bool(weapon.launcher),
        mounted=carried.hand is Hand.MOUNTED and not strapped,
        hands=2 if carried.hand is Hand.BOTH or free >= 2 else 1,
        area=weapon.area,
        blast=fired.scatters,
        trajectory=weapon.trajectory,
        minimum=weapon.minimum,
        maximum=weapon.maximum,
    )


def _attempt(firer: Firer, use: Use, target: str, plan: Plan, tables: Tables, together: int) -> Attempt:
    situation, watch = plan.situation, plan.outlook.watch
    if situation.mode is Mode.COVERING and watch is Watch.EYES:
        watch = Watch.COVERING
    equipment = firer.sheet.equipment if isinstance(firer.sheet, Figure) else ()
    farthest = seen_to(
        tables.visibility,
        situation.size,
        situation.light,
        watch,
        wide_spectrum=bool(_VISORS & set(equipment)) or watch is Watch.SCANNER,
    )
    outlook = replace(plan.outlook, farthest=farthest)
    friends = not plan.house.role_play
    return Attempt(firer.name, use, situation, target, outlook, firer.prone, together, friends)


def _shot(
    firer: Firer,
    carried: Carried,
    use: Use,
    fired: Fired,
    target: str,
    plan: Plan,
    tables: Tables,
    together: int,
) -> Shot:
    one_handed = use.kind is Class.SHOULDER and not use.mounted and use.hands < 2
    wrong = Hand.LEFT if firer.right_handed else Hand.RIGHT
    return Shot(
        firer.profile,
        use.kind,
        fired.accuracy,
        plan.situation,
        ammunition=fired.shell_accuracy,
        sight=_sight(carried, tables),
        mount=_mount(carried, tables),
        one_handed=one_handed,
        wrong_hand=carried.hand is wrong and firer.arms < 3 and (one_handed or use.kind is Class.PISTOL),
        wounds=firer.wounds,
        arms=arms_of(carried),
        locations=plan.house.options.locations,
        hallucinating=hallucinating(firer.sheet),
        together=together,
        same_target=firer.last.shot and firer.last.target == target,
        tried_before=firer.last.target == target,
    )


def _sight(carried: Carried, tables: Tables) -> Optics | None:
    found = tables.sights.get(carried.sight)
    return Optics(found.name, found.accuracy, found.night, found.reflex, found.always) if found else None


def _mount(carried: Carried, tables: Tables) -> Optics | None:
    """The mount that a weapon stands on, if it is deployed; a vehicle's own has its code."""
    if carried.hand is not Hand.MOUNTED:
        return None
    vehicle = tables.vehicles.get(carried.mount)
    if vehicle:
        return Optics(vehicle.mount, *vehicle.mount_profile)
    return _sight(replace(carried, sight=carried.mount), tables)


def declare_grenade(firer: Firer, code: str, name: str, plan: Plan, tables: Tables) -> Declared:
    """Work out a grenade thrown at a place. Raises RuleError where it can't be (C3K Grenade throwing)."""
    assert isinstance(firer.sheet, Figure)
    _check_turn(firer, plan)
    shell = tables.shells[code]
    fired = grenade_thrown(shell)
    situation = _situation(firer, "", plan)
    _check_sight(firer, situation)
    check_grenade(firer.name, firer.profile.strength, shell, situation.cm)
    check_throws_only(firer.name, firer.sheet, hands_free(firer.sheet, firer.arms))
    check(Attempt(firer.name, Use(name, Class.PISTOL, blast=True), situation, "the place", plan.outlook, firer.prone))
    grenade = Carried(name, code, Hand.RIGHT if firer.right_handed else Hand.LEFT)
    shot = replace(
        _throw(firer, grenade, fired, "", replace(plan, situation=situation)), ammunition=fired.shell_accuracy
    )
    return Declared(firer, grenade, shell, shell, fired, "", shot, plan, 0, 1, grenade)


def _throw(firer: Firer, carried: Carried, fired: Fired, target: str, plan: Plan) -> Shot:
    """Something thrown, with one hand: the range factors of pistols are not for it (ruling B-F27)."""
    wrong = Hand.LEFT if firer.right_handed else Hand.RIGHT
    return Shot(
        firer.profile,
        Class.PISTOL,
        fired.accuracy,
        plan.situation,
        thrown=True,
        wrong_hand=carried.hand is wrong and firer.arms < 3,
        wounds=firer.wounds,
        arms=arms_of(carried),
        locations=plan.house.options.locations,
        hallucinating=hallucinating(firer.sheet),
        same_target=bool(target) and firer.last.shot and firer.last.target == target,
        tried_before=bool(target) and firer.last.target == target,
    )


def _thrown(firer: Firer, carried: Carried, target: str, plan: Plan, weapon: CloseWeapon) -> Declared:
    """A knife, spear or axe, with accuracy and effect of its own, which is gone afterwards (ruling B-F27)."""
    fired = as_thrown(weapon)
    situation = plan.situation
    check_thrown_range(firer.name, firer.profile.strength, situation.cm)
    check(Attempt(firer.name, Use(carried.name, Class.PISTOL), situation, target, plan.outlook, firer.prone))
    shot = _throw(firer, carried, fired, target, plan)
    return Declared(firer, carried, weapon, None, fired, target, shot, plan, 0, 1, replace(carried, hand=Hand.DROPPED))


def check_arms(firer: Firer, together: list[Carried]) -> None:
    """Raise RuleError for more weapons at once than hands allow: three for those with three (ruling B-F31)."""
    hands = sum(2 if carried.hand is Hand.BOTH else 1 for carried in together if carried.hand is not Hand.MOUNTED)
    if hands > firer.arms:
        raise RuleError(f"{firer.name} has {firer.arms} hands, and those weapons take {hands} (C3K Weapon use).")
