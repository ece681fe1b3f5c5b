"""Fire, resolved: the order of the shots, each throw to hit, and what it does to everybody whom it reaches.

The table holds everybody's sheet as it is at one moment, and each shot makes another of it; shots of one sub-phase
happen at once (C3K Firing procedure).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.engine.cards import counted
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match
from bot.systems.combat3000.aim.hitroll import Aim as AreaAim
from bot.systems.combat3000.aim.hitroll import Roll, Timing, in_order, may_be_late, sweep, throw_timing, throw_to_hit
from bot.systems.combat3000.aim.shot import Shot, chance_of
from bot.systems.combat3000.asked.circumstances import Mode
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.burst import AIMED_AT, pack_explodes, square_at
from bot.systems.combat3000.figure.kit import Fuse
from bot.systems.combat3000.figure.sheet import Aiming, Carried, Figure, Sheet, dead, in_use
from bot.systems.combat3000.figure.state import drop, figure_of
from bot.systems.combat3000.fire.plan import PLACE, Declared, Reached, Stands, check_idle, under
from bot.systems.combat3000.fire.shooting import (
    Attack,
    Fate,
    Shooting,
    force_of,
    launcher_fire,
    strike_one,
    strike_structure,
    through_wall,
)
from bot.systems.combat3000.fire.veils import Veil, veil_of
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.hit.plights import Charge
from bot.systems.combat3000.lists.weapons import Class, Weapon
from bot.systems.combat3000.loading.arming import with_grenades
from bot.systems.combat3000.loading.reloading import hands_free, jam

_NONE, _DELAY, _PROXIMITY = "none", "delay", "proximity"
_CODES = {_DELAY: "E12", _PROXIMITY: "E17"}
_LONGEST_DELAY = 30


def code_of(fuse: Fuse) -> str:
    """The code in the equipment list of a fuse that is fitted."""
    return _CODES[_PROXIMITY if fuse.proximity else _DELAY]


def fuse_words(fuse: Fuse) -> str:
    """A fuse in words: `a delay fuse of 5 turns`."""
    if fuse.proximity:
        return "a proximity fuse"
    return f"a delay fuse of {counted(fuse.turns, 'turn')}"


def fit(figure: Figure, text: str, *, turns_count: bool) -> Figure:
    """The figure with a fuse on the next shell or grenade that it sends off: `proximity`, `delay 5` or `none`.

    Setting a delay takes two hands, and this turn where `turns_count`. Raises RuleError for a fuse that isn't
    among the equipment, more than 30 turns, or hands or a turn that are full.
    """
    kind, _, turns = text.strip().casefold().partition(" ")
    kind = match(kind, (_NONE, _DELAY, _PROXIMITY), what="fuse")
    if kind == _NONE:
        return replace(figure, fuse=Fuse())
    if _CODES[kind] not in figure.equipment:
        raise RuleError(f"There is no {kind} fuse in the equipment: /character edit field:equipment gives one.")
    if kind == _PROXIMITY:
        return replace(figure, fuse=Fuse(proximity=True))
    return replace(_set_by_hand(figure, turns_count=turns_count), fuse=Fuse(whole(turns, "delay", 1, _LONGEST_DELAY)))


def _set_by_hand(figure: Figure, *, turns_count: bool) -> Figure:
    """The weapon in use may be in those hands: its shell gets the fuse."""
    used = in_use(figure.weapons)
    if hands_free(figure, besides=used.name if used else "") < 2:
        raise RuleError("A delay fuse takes two hands to set: put something away first (C3K Equipment).")
    if not turns_count:
        return figure
    check_idle("This figure", figure)
    return replace(figure, now=replace(figure.now, busy="sets a fuse"))


def spend_fuse(figure: Figure) -> Figure:
    """The figure once the shell or grenade with the fuse is gone."""
    left = list(figure.equipment)
    if code_of(figure.fuse) in left:
        left.remove(code_of(figure.fuse))
    return replace(figure, equipment=tuple(left), fuse=Fuse())


def fuse_trait() -> Trait:
    """What the next shell or grenade has for a fuse."""

    def write(sheet: Sheet, text: str, settings: Settings) -> Sheet:
        return fit(figure_of(sheet, "fuse"), text, turns_count=settings.get("turns", "counted") == "counted")

    def read(sheet: Sheet) -> str:
        fuse = sheet.fuse if isinstance(sheet, Figure) else Fuse()
        if fuse.proximity:
            return _PROXIMITY
        return f"{_DELAY} {fuse.turns}" if fuse.turns else _NONE

    return Trait("fuse", read, write, (_NONE, _PROXIMITY, f"{_DELAY} 1", f"{_DELAY} 5"))


@dataclass(frozen=True, slots=True)
class _Timed:
    """A shot with its sub-phase, None where it comes too late, and the throw for it, where it needed one.

    Two of one sub-phase are equal, whatever was thrown, so that exact odds look at sub-phases and not at dice.
    """

    shot: Declared = field(compare=False)
    phase: int | None = 1
    timing: Timing | None = field(default=None, compare=False)


# What has been fired so far, and the table as it is then.
_State = tuple[tuple[Shooting, ...], Moment]


def volley(declared: Sequence[Declared], table: Moment, dice: Dice) -> tuple[tuple[Shooting, ...], Moment]:
    """Throw for the sub-phases and resolve all shots in their order; with them the table as it is afterwards.

    Where nobody who fires can be hit by another's shot, only those need a sub-phase who may come too late. Whoever
    loses their shot stands where it would have been.
    """
    timed = _throw_phases(declared, table.book, dice, contested=_contested(declared))

    def fire(now: Sequence[_Timed], state: _State) -> tuple[_State, Iterable[str]]:
        fired, after = state
        first, veils = len(fired), after.veils
        for each in now:
            if _veiled(each.shot, veils):
                fired = (*fired, Shooting(each.shot, each.timing, Fate.VEILED))
                continue
            shooting, after = _shoot(each, after, dice)
            fired, after = (*fired, shooting), _behind_it(shooting, after)
        return (fired, after), [name for shooting in fired[first:] for name in shooting.reached]

    def lose(lost: _Timed, state: _State) -> _State:
        return (*state[0], Shooting(lost.shot, lost.timing, Fate.LOST)), state[1]

    begin: _State = ((), table)
    by_phase = [(each, each.phase) for each in timed]
    shootings, after = in_order(by_phase, lambda one: one.shot.firer.name, fire, lose, begin)
    late = [Shooting(each.shot, each.timing, Fate.LATE) for each in timed if each.phase is None]
    return (*shootings, *late), _remembered((*shootings, *late), after)


def _veiled(declared: Declared, veils: Sequence[Veil]) -> bool:
    """Whether there is no line of sight any more as the sub-phase begins (C3K Target eligibility)."""
    line = declared.line
    over = declared.situation.high and declared.situation.mode in {Mode.SPECULATIVE, Mode.INDIRECT}
    return line is not None and not over and any(veil.hides(*line) for veil in veils)


def _behind_it(shooting: Shooting, table: Moment) -> Moment:
    """The table with what a shot has burst that no line of sight enters, for those who fire in later sub-phases."""
    line, place = shooting.declared.line, shooting.landed.place if shooting.landed else None
    veil = veil_of(shooting.area, square_at(*line, place)) if line and place is not None else None
    return replace(table, veils=(*table.veils, veil)) if veil else table


def _throw_phases(declared: Sequence[Declared], book: Book, dice: Dice, *, contested: bool) -> tuple[_Timed, ...]:
    """When each shot is fired; where nobody can be hit before they fire, only whether it comes too late.

    What counts is who is before whom: folded, so that exact odds look at orders and not at dice.
    """

    def throw(thrower: Dice, so_far: tuple[_Timed, ...], shot: Declared) -> tuple[_Timed, ...]:
        if not contested and not may_be_late(shot.shot, book.sub_phase):
            return (*so_far, _Timed(shot))
        timing = throw_timing(shot.shot, book.sub_phase, thrower, _why(shot))
        phase = timing.phase if contested or timing.phase is None else 1
        return (*so_far, _Timed(shot, phase, timing))

    def rank(timed: tuple[_Timed, ...]) -> tuple[_Timed, ...]:
        phases = sorted({each.phase for each in timed if each.phase is not None})
        return tuple(replace(each, phase=each.phase and phases.index(each.phase) + 1) for each in timed)

    def both(thrower: Dice, _: tuple[_Timed, ...], shots: Sequence[Declared]) -> tuple[_Timed, ...]:
        timed: tuple[_Timed, ...] = thrower.fold(shots, (), throw)
        return rank(timed)

    nothing: tuple[_Timed, ...] = ()
    return dice.fold((declared,), nothing, both)


def _contested(declared: Sequence[Declared]) -> bool:
    """Whether somebody's shot may reach another who fires, bring a house down on them, or hide what they fire at."""
    if len(declared) > 1 and any(shot.shell and "baffler" in shot.shell.traits and shot.line for shot in declared):
        return True
    firers = {shot.firer.name for shot in declared}
    return any(firers & {*shot.reach, *(shot.at.inside if shot.at else ())} - {shot.firer.name} for shot in declared)


def _why(declared: Declared) -> str:
    return f"{declared.firer.name}, {declared.carried.name}: sub-phase"


def _shoot(timed: _Timed, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    declared = timed.shot
    chance = chance_of(declared.shot, table.book.to_hit)
    shooting = Shooting(declared, timed.timing, Fate.FIRED, chance)
    if declared.situation.asked.area:
        return _area_fire(shooting, table, dice)
    thermite = declared.shell is not None and "thermite" in declared.shell.traits
    roll = throw_to_hit(chance.percent, declared.breakdown, dice, thermite=thermite)
    shooting = replace(shooting, roll=roll)
    if roll.result is Roll.JAM:
        return _jam(shooting, table, dice)
    hits = roll.result is Roll.HIT
    if declared.fired.scatters:
        shooting, table = launcher_fire(shooting, roll, table, dice)
        there = shooting.landed is not None and shooting.landed.place == AIMED_AT
        strikes = declared.at is not None and hits and there and not isinstance(shooting.area, Charge)
        return strike_structure(shooting, table, dice) if strikes else (shooting, table)
    if declared.plan.wall:
        return through_wall(shooting, table, dice) if hits else (shooting, table)
    attack = Attack(declared.target, chance, roll)
    if not hits or declared.at:
        shooting = replace(shooting, attacks=(attack,))
        return strike_structure(shooting, table, dice) if hits else (shooting, table)
    struck = strike_one(declared.target, force_of(declared), declared, table, dice)
    attack = replace(attack, struck=(struck,))
    return replace(shooting, attacks=(attack,)), table.with_sheets({declared.target: struck.after})


def _jam(shooting: Shooting, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """The pack of a plasma gun that jams may explode and kill its wearer (C3K Weapon list)."""
    declared = shooting.declared
    if not (isinstance(declared.arm, Weapon) and "explodes" in declared.arm.traits):
        return shooting, table
    pack = pack_explodes(dice)
    wearer = table.sheets[declared.firer.name]
    if pack.made and isinstance(wearer, Figure):
        table = table.with_sheets({declared.firer.name: replace(drop(wearer), killed=True)})
    return replace(shooting, pack=pack), table


def _area_fire(shooting: Shooting, table: Moment, dice: Dice) -> tuple[Shooting, Moment]:
    """A throw to hit for each figure under the template; the first may jam, which spends the burst (ruling B-F22)."""
    declared = shooting.declared
    reach = declared.reach
    names = [
        name
        for name in reach
        if name == declared.target
        or (under(declared.template, AIMED_AT, reach[name]) is Reached.YES and not dead(table.sheets[name]))
    ]
    chances = [chance_of(_at(declared, name, reach[name]), table.book.to_hit) for name in names]
    aims = [AreaAim(name, chance.percent) for name, chance in zip(names, chances, strict=True)]
    rolls = sweep(aims, declared.breakdown, dice)
    if rolls[0].result is Roll.JAM:
        return _jam(replace(shooting, roll=rolls[0]), table, dice)
    attacks: tuple[Attack, ...] = ()
    for name, chance, roll in zip(names, chances, rolls, strict=True):
        attack = Attack(name, chance, roll)
        if roll.result is Roll.HIT:
            struck = strike_one(name, force_of(declared), declared, table, dice)
            attack, table = replace(attack, struck=(struck,)), table.with_sheets({name: struck.after})
        attacks = (*attacks, attack)
    return replace(shooting, roll=rolls[0], attacks=attacks), table


def _at(declared: Declared, name: str, stands: Stands) -> Shot:
    """The shot as it is for one under the template; of any but the target nothing but the range is declared."""
    if name == declared.target:
        return declared.shot
    own = declared.situation
    asked = replace(own.asked, falling=False, flying=False, glass=False)
    situation = replace(own, cm=stands.range_from(own.cm), size=0, moved=0, asked=asked)
    return replace(declared.shot, situation=situation, same_target=False)


def _remembered(shootings: Sequence[Shooting], table: Moment) -> Moment:
    """The table with what each fired, at whom, what is left in the weapon, and who was hit this turn."""
    for shooting in shootings:
        declared = shooting.declared
        name = declared.firer.name
        sheet = table.sheets[name]
        if shooting.fate is Fate.FIRED:
            sheet = _spent(shooting, sheet)
        if shooting.fate not in {Fate.LOST, Fate.VEILED}:
            shot = shooting.fate is Fate.FIRED and not shooting.jammed
            heavy = isinstance(declared.arm, Weapon) and declared.arm.kind is Class.HEAVY
            now = replace(sheet.now, target=declared.target or PLACE, shot=shot or sheet.now.shot)
            now = replace(now, heavy=sheet.now.heavy or (shot and heavy))
            sheet = replace(sheet, now=now, aim=_aim(declared))
        table = table.with_sheets({name: sheet})
    struck = dict.fromkeys(name for shooting in shootings for name in shooting.struck)
    hit = {name: table.sheets[name] for name in struck}
    return table.with_sheets({name: replace(sheet, now=replace(sheet.now, struck=True)) for name, sheet in hit.items()})


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
    return jam(spent if declared.situation.asked.area else held)


def _aim(declared: Declared) -> Aiming:
    """Who has aimed stays aimed while nobody moves (ruling B-F4)."""
    situation = declared.situation
    return Aiming(declared.target, situation.aiming, situation.by_word) if declared.shot.aimed else Aiming()
