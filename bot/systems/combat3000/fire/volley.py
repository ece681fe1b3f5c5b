"""Fire, resolved: the order of the shots, each throw to hit, and what it does to everybody whom it reaches.

The table holds everybody's sheet as it is at that moment; shots of one sub-phase happen at once (C3K Firing procedure).
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.systems.combat3000.aim.hitroll import Aim as AreaAim
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll, sweep, throw_to_hit
from bot.systems.combat3000.aim.shot import Shot, chance_of
from bot.systems.combat3000.aim.subphase import Timing, in_order, may_be_late, throw_timing
from bot.systems.combat3000.burst.effects import pack_explodes
from bot.systems.combat3000.figure.sheet import Aim, Carried, Figure, Sheet
from bot.systems.combat3000.figure.stuns import drop
from bot.systems.combat3000.fire.fuses import spend_fuse
from bot.systems.combat3000.fire.launching import force_of, launcher_fire
from bot.systems.combat3000.fire.plan import PLACE, Declared
from bot.systems.combat3000.fire.shooting import Attack, Fate, Person, Shooting, Table
from bot.systems.combat3000.fire.through import through_wall
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import with_grenades
from bot.systems.combat3000.loading.reloading import jam


def volley(declared: Sequence[Declared], table: Table) -> tuple[Shooting, ...]:
    """Throw for the sub-phases and resolve all shots in their order; the sheets of `table` are those afterwards.

    Where nobody who fires can be hit by another's shot, only those need a sub-phase who may come too late.
    """
    reachable = {shot.target for shot in declared} | table.people.keys()
    contested = any(shot.firer.name in reachable for shot in declared)
    timed: list[tuple[tuple[int, Declared, Timing | None], int | None]] = []
    for number, shot in enumerate(declared):
        needed = contested or may_be_late(shot.shot)
        timing = throw_timing(shot.shot, table.dice, _why(shot)) if needed else None
        timed.append(((number, shot, timing), 1 if timing is None else timing.phase))
    done: dict[int, Shooting] = {}

    def fire(now: list[tuple[int, Declared, Timing | None]]) -> list[str]:
        for number, shot, timing in now:
            done[number] = _shoot(shot, timing, table)
        return [name for number, _, _ in now for name in done[number].reached]

    order = [number for number, _, _ in in_order(timed, lambda one: one[1].firer.name, fire)]
    unfired = [(number, shot, timing, phase) for (number, shot, timing), phase in timed if number not in done]
    late = [Shooting(shot, timing, Fate.LOST if phase else Fate.LATE) for _, shot, timing, phase in unfired]
    shootings = (*(done[number] for number in order), *late)
    _remember(shootings, table)
    return shootings


def _why(declared: Declared) -> str:
    return f"{declared.firer.name}, {declared.carried.name}: sub-phase"


def _shoot(declared: Declared, timing: Timing | None, table: Table) -> Shooting:
    shooting = Shooting(declared, timing, Fate.FIRED, chance_of(declared.shot))
    if declared.situation.area:
        return _area_fire(shooting, table)
    roll = _throw(shooting, table)
    shooting = replace(shooting, roll=roll)
    if roll.result is Roll.JAM:
        return _jam(shooting, table)
    if declared.fired.scatters:
        return launcher_fire(shooting, roll, table)
    if declared.plan.wall:
        return through_wall(shooting, table) if roll.result is Roll.HIT else shooting
    assert declared.fired.force is not None
    struck = table.strike(declared.target, force_of(declared), declared) if roll.result is Roll.HIT else ()
    return replace(shooting, attacks=(Attack(declared.target, shooting.chance, roll, struck),))


def _throw(shooting: Shooting, table: Table) -> HitRoll:
    declared = shooting.declared
    assert shooting.chance is not None
    thermite = declared.shell is not None and "thermite" in declared.shell.traits
    return throw_to_hit(shooting.chance.percent, declared.breakdown, table.dice, thermite=thermite)


def _jam(shooting: Shooting, table: Table) -> Shooting:
    """The pack of a plasma gun that jams may explode and kill its wearer (C3K Weapon list)."""
    declared = shooting.declared
    if not (isinstance(declared.arm, Weapon) and "explodes" in declared.arm.traits):
        return shooting
    pack = pack_explodes(table.dice)
    wearer = table.sheets[declared.firer.name]
    if pack.made and isinstance(wearer, Figure):
        table.sheets[declared.firer.name] = replace(drop(wearer), killed=True)
    return replace(shooting, pack=pack)


def _area_fire(shooting: Shooting, table: Table) -> Shooting:
    """A throw to hit for each figure under the template; the first may jam, which spends the burst (ruling B-F22)."""
    declared = shooting.declared
    names = [declared.target, *table.others(declared)]
    chances = [chance_of(_at(declared.shot, table.person(name))) for name in names[1:]]
    all_chances = [shooting.chance or chances[0], *chances]
    aims = [AreaAim(name, chance.percent) for name, chance in zip(names, all_chances, strict=True)]
    rolls = sweep(aims, declared.breakdown, table.dice)
    if rolls[0].result is Roll.JAM:
        return _jam(replace(shooting, roll=rolls[0]), table)
    attacks = tuple(
        Attack(name, chance, roll, table.strike(name, force_of(declared), declared) if roll.result is Roll.HIT else ())
        for name, chance, roll in zip(names, all_chances, rolls, strict=True)
    )
    return replace(shooting, roll=rolls[0], attacks=attacks)


def _at(shot: Shot, person: Person) -> Shot:
    """The same shot as it is for somebody else under the template, of whom nothing but the range is declared."""
    own = shot.situation
    situation = replace(
        own, cm=own.cm if person.cm is None else person.cm, size=0, moved=0, falling=False, flying=False, glass=False
    )
    return replace(shot, situation=situation, same_target=False)


def _remember(shootings: Sequence[Shooting], table: Table) -> None:
    """Write down what each fired, at whom, what is left in the weapon, and who was hit this turn."""
    for shooting in shootings:
        declared = shooting.declared
        name = declared.firer.name
        sheet = table.sheets[name]
        if shooting.fate is Fate.FIRED:
            sheet = _spent(shooting, sheet)
        if shooting.fate is not Fate.LOST:
            shot = shooting.fate is Fate.FIRED and not shooting.jammed
            now = replace(sheet.now, target=declared.target or PLACE, shot=shot or sheet.now.shot)
            sheet = replace(sheet, now=now, aim=_aim(declared))
        table.sheets[name] = sheet
    for reached in {name for shooting in shootings for name in shooting.reached}:
        sheet = table.sheets[reached]
        table.sheets[reached] = replace(sheet, now=replace(sheet.now, struck=True))


def _spent(shooting: Shooting, sheet: Sheet) -> Sheet:
    """Whoever fired, with less in the weapon or in the belt; a fuse goes with its charge."""
    declared = shooting.declared
    if isinstance(sheet, Figure) and declared.fuse and not shooting.jammed:
        sheet = spend_fuse(sheet)
    if isinstance(sheet, Figure) and declared.grenade:
        return with_grenades(sheet, declared.carried.weapon, -1)
    return sheet.with_carried(_after(shooting, sheet.carried(declared.carried.name, declared.firer.name)))


def _after(shooting: Shooting, held: Carried) -> Carried:
    """The weapon after the shot; a jam keeps its shot, but for a burst, which is spent (rulings B-R3, B-F22)."""
    declared = shooting.declared
    spent = replace(held, loaded=declared.spent.loaded, idle=declared.spent.idle)
    if not isinstance(declared.arm, Weapon):
        return replace(held, hand=declared.spent.hand)
    if not shooting.jammed:
        return spent
    return jam(spent if declared.situation.area else held)


def _aim(declared: Declared) -> Aim:
    """Who has aimed stays aimed while nobody moves (ruling B-F4)."""
    return Aim(declared.target, declared.situation.aiming) if declared.shot.aimed else Aim()
