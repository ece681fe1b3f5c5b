"""Fire in the open: its modifiers, rapid fire, group hits, covering fire (V27, V28, V30)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice import Dice, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.ahl.blast.explosion import Suffered, collateral
from bot.systems.ahl.blast.explosion import near as blast_near
from bot.systems.ahl.blast.reach import Blast
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Attack, Firer, Target, after_firing, aim, attack
from bot.systems.ahl.fire.shot import Shot, Situation, handhold, light_wounds, referee, stun
from bot.systems.ahl.fire.strikes import strikes_as
from bot.systems.ahl.sheet.character import Character, Condition, Spent
from bot.systems.ahl.tables import Ammunition, Band, Cell, Weapon
from bot.systems.ahl_variant.asked import MOST_ATTACKS, Shooting
from bot.systems.ahl_variant.fire import armour_over, bonus, value
from bot.systems.ahl_variant.outdoors.encounter import Daylight, Pace, Shelter
from bot.systems.ahl_variant.outdoors.ground import Near, bracket
from bot.systems.ahl_variant.tables import Terrain

# The shots that covering fire reserves at least, and what it has at the first who crosses it (V30.Covering).
RESERVED = 4
SIZES = {"normal": 0, "large": 1, "very large": 2, "small": -1, "very small": -2}
_SHELTERS = {
    Shelter.PARTIAL: (-2, "cover", "AHL V27.Cover"),
    Shelter.FIELD_WORK: (-3, "field work", "AHL V29.Cover"),
    Shelter.BUNKER: (-4, "improvised bunker", "AHL V29.Cover"),
    Shelter.PORT: (-5, "firing port", "AHL V29.Cover"),
}
# The rules of modifiers for cover, which adds to damage as well.
COVERS = {"AHL V27.Cover", "AHL V29.Cover", "AHL V11.C.2.d"}
_DARK = {Daylight.PARTIAL: -5, Daylight.TOTAL: -10}


@dataclass(frozen=True, slots=True)
class InTheOpen(Situation):
    """A fire in the open at one target, `squares` away in bands or `hexes`: besides what AHL asks for the `near`ness of
    the two, what shelters and conceals the target, the terrain, whether it lies and how large it is; the firer's pace;
    of how many `attacks` it is one, with how much `relief`; whether it is at one of a `group`, or at how many have
    `crossed` a line of covering fire by then, and whether cover was `declared`.
    """

    near: Near = Near.NO
    shelter: Shelter = Shelter.NONE
    concealed: bool = False
    terrain: Terrain | None = None
    light: Daylight = Daylight.DAY
    prone: bool = False
    evades: bool = False
    size: str = "normal"
    pace: Pace = Pace.STANDS
    attacks: int = 1
    relief: int = 0
    group: bool = False
    crossed: int = 0
    declared: bool = False
    hexes: bool = False


def _open(shot: Shot) -> InTheOpen:
    assert isinstance(shot.situation, InTheOpen)
    return shot.situation


def defence(
    shelter: Shelter, terrain: Terrain | None, *, concealed: bool, evades: bool, declared: bool = False
) -> Modifier | None:
    """What a target's cover, concealment and evading take from fire: only the worst of them for the firer; cover, which
    may be `declared`, stands for evading, and for concealment that is no worse (V27.Cover, V29, rulings VR-A7, VR-A22).
    """
    hidden: Modifier | None = None
    if concealed:
        dm = -1 if terrain is None else terrain.concealment or 0
        hidden = Modifier(dm, "partial concealment", "AHL V29.Terrain") if dm else None
    covered = Modifier(*_SHELTERS[shelter]) if shelter is not Shelter.NONE else None
    if declared and not covered:
        covered = Modifier(-2, "cover, as declared", "AHL V11.C.2.d")
    dodges = Modifier(-2 if terrain is None else terrain.evading, "evading", "AHL V27.Evade") if evades else None
    other = covered or dodges
    found = [each for each in (other, hidden) if each]
    return min(found, key=lambda each: each.dm, default=None)


def behind_cover(situation: InTheOpen) -> bool:
    """Whether cover is what counts for the target, and so its bonus on damage as well (ruling VR-A7)."""
    found = _defence_of(situation)
    return found is not None and found.rule in COVERS


def _defence_of(situation: InTheOpen) -> Modifier | None:
    return defence(
        situation.shelter,
        situation.terrain,
        concealed=situation.concealed,
        evades=situation.evades,
        declared=situation.declared,
    )


def _defence(shot: Shot) -> Modifier | None:
    return _defence_of(_open(shot))


def _prone(shot: Shot) -> Modifier | None:
    return Modifier(-1, "prone target", "AHL V27.Prone") if _open(shot).prone else None


def _moving(shot: Shot) -> Modifier | None:
    return Modifier(-1, "walking", "AHL V27.Moving") if _open(shot).pace is Pace.WALKS else None


def in_darkness(light: Daylight, *, sees: bool) -> int:
    """What the light takes from fire, nothing where the firer sees all the same (V27.Darkness, ruling VR-A14)."""
    return 0 if sees else _DARK.get(light, 0)


def _dark(shot: Shot) -> Modifier | None:
    situation = _open(shot)
    sees = shot.robot or "vision" in shot.weapon.traits or situation.lit
    dm = in_darkness(situation.light, sees=sees)
    return Modifier(dm, situation.light.value, "AHL V27.Darkness") if dm else None


def _size(shot: Shot) -> Modifier | None:
    size = _open(shot).size
    return Modifier(SIZES[size], f"{size} target", "AHL V30.Size") if SIZES[size] else None


def point_blank(weapon: Weapon, near: Near) -> int:
    """What fire has at short range by the option, or at close where a weapon reaches no further (V30.Pointblank)."""
    wanted = {Near.CLOSE} if "short" in weapon.traits else {Near.SHORT, Near.CLOSE}
    return int(near in wanted)


def _point_blank(shot: Shot) -> Modifier | None:
    situation = _open(shot)
    asked = situation.asked
    counts = isinstance(asked, Shooting) and asked.point_blank and point_blank(shot.weapon, situation.near)
    return Modifier(1, "point blank", "AHL V30.Pointblank") if counts else None


def relief(weapon: Weapon, mount: str, *, automatic: bool, steady: bool) -> int:
    """By how much a mount eases rapid and covering fire; a bipod for who is `steady`, braced or prone (V28.Rapid)."""
    guns = {"light-gun", "heavy-gun"} & weapon.traits
    if mount in {"tripod", "vehicle"} and guns:
        return 4
    if mount == "bipod" and steady and "light-gun" in weapon.traits and automatic:
        return 2
    return 1 if mount == "bipod" and steady and "rifle" in weapon.traits else 0


def rapid(attacks: int, relieved: int) -> int:
    """What each of several attacks has, never better than nothing (V28.Rapid, rulings VR-A11, VR-A26)."""
    return min(0, relieved - attacks) if attacks > 1 else 0


def crossing(number: int, relieved: int) -> int | None:
    """What covering fire has at the so-manieth who crosses it, None where the most shots are gone: the first are those
    that were reserved, and each further one costs another (V30.Covering, ruling VR-A10).
    """
    shots = RESERVED - 1 + number
    return None if shots > MOST_ATTACKS else min(0, relieved - shots)


def _rapid(shot: Shot) -> Modifier | None:
    situation = _open(shot)
    dm = rapid(situation.attacks, situation.relief)
    eased = f", {situation.relief} off for its mount" if situation.relief else ""
    return Modifier(dm, f"{situation.attacks} attacks{eased}", "AHL V28.Rapid") if dm else None


def _group(shot: Shot) -> Modifier | None:
    return Modifier(-3, "of the group", "AHL V27.Group") if _open(shot).group else None


def _crossing(shot: Shot) -> Modifier | None:
    situation = _open(shot)
    if not situation.crossed:
        return None
    dm = crossing(situation.crossed, situation.relief)
    return Modifier(dm, "covering fire", "AHL V30.Covering") if dm else None


TO_HIT_OUTDOORS: tuple[Callable[[Shot], Modifier | None], ...] = (
    value,
    light_wounds,
    stun,
    bonus,
    _moving,
    _defence,
    _prone,
    _dark,
    _size,
    _point_blank,
    _rapid,
    _group,
    _crossing,
    handhold,
    armour_over,
    referee,
)


def most_of_a_group(shot: Shot) -> int:
    """How many others a fire may hit in a group: the bonus of what is fired automatically, flechettes, shotguns
    (V27.Group, ruling VR-A9).
    """
    scatters = shot.automatic or shot.ammunition.kind == "flechette" or "shotgun" in shot.weapon.traits
    return shot.cell.bonus if scatters else 0


@dataclass(frozen=True, slots=True)
class Aim:
    """One attack of a fire: its target, what it is like, and the others of its group with theirs."""

    target: Target
    situation: InTheOpen
    group: tuple[tuple[Target, InTheOpen], ...] = ()


@dataclass(frozen=True, slots=True)
class Struck:
    """An attack as it was made, and what the explosion of its hit did to those beside its target, if it explodes."""

    attack: Attack
    beside: tuple[Suffered, ...] = ()


@dataclass(frozen=True, slots=True)
class Fired:
    """A fire in the open, whole: who fired with what, after it and what is left, everybody attacked, in order, and how
    everybody is whom it reached.
    """

    firer: Firer
    firer_after: Character
    weapon: Weapon
    spent: Spent
    attacks: tuple[Struck, ...]
    after: dict[str, Character]


# Who is beside somebody when a hit on them explodes, each at so many squares.
Beside = Callable[[str], Iterable[Unit]]


def outdoors(book: Book, near: Near) -> Book:
    """The book by which two fire at each other in the open."""

    def ranges(weapon: Weapon, ammunition: Ammunition, bands: int) -> tuple[Band, Cell]:
        return bracket(weapon, ammunition, bands, near)

    return replace(book, to_hit=TO_HIT_OUTDOORS, ranges=ranges)


def check_rounds(firer: Firer, weapon: Weapon, asked: Shooting, attacks: int) -> None:
    """Raise RuleError for too many attacks, and where there aren't whole rounds for them (V28.Rapid)."""
    if attacks > MOST_ATTACKS:
        raise RuleError(f"Rapid fire is {MOST_ATTACKS} attacks at most, and these are {attacks} (AHL V28.Rapid).")
    carried = firer.character.carried(firer.weapon, firer.name)
    each = weapon.burst if weapon.burst and asked.setting != "single" else 1
    counted = weapon.clip and asked.rounds == "counted"
    if weapon.thrown and attacks > 1:
        raise RuleError(f"The {weapon.name} is thrown once: rapid fire is of firearms (AHL V28.Rapid).")
    if attacks > 1 and counted and carried.loaded.rounds < attacks * each:
        raise RuleError(
            f"{attacks} attacks take {attacks * each} rounds, and {weapon.name} holds {carried.loaded.rounds}: fire "
            "fewer, or /reload first (AHL V28.Rapid)."
        )


def take_aims(book: Book, firer: Firer, weapon: Weapon, aims: Sequence[Aim]) -> None:
    """Raise RuleError where one of several attacks can't be made: out of range, or too many in its group."""
    for each in aims:
        shot, _ = aim(outdoors(book, each.situation.near), firer, weapon, each.situation, each.target.armour)
        most = most_of_a_group(shot)
        if len(each.group) > most:
            raise RuleError(
                f"{weapon.name} hits {most} others of a group at most here, and these are {len(each.group)} "
                "(AHL V27.Group)."
            )
        for other, situation in each.group:
            aim(outdoors(book, situation.near), firer, weapon, situation, other.armour)


def fire_in_the_open(
    book: Book, firer: Firer, weapon: Weapon, aims: Sequence[Aim], beside: Beside, dice: Dice
) -> Fired:
    """Throw for several attacks one after another: what each does counts at once, to those beside its target as well
    where it explodes (V27.Wounds, V28.Adjacent). Whoever is dead by then is attacked no more, and whoever is out by
    what they fired fires no more.
    """
    after, made = {firer.name: firer.character}, list[Struck]()
    spent: Spent | None = None
    for each in aims:
        shooter = replace(firer, character=after[firer.name])
        if shooter.character.condition is not firer.character.condition:
            break
        costs: Spent | None = None
        for target, situation in _everybody(each):
            now = replace(target, character=after.get(target.name, target.character))
            if now.character.condition is Condition.DEAD:
                continue
            near = outdoors(book, situation.near)
            shot, cost = aim(near, shooter, weapon, _with_cover(situation), now.armour)
            if costs is None:
                spent = costs = cost
                after[firer.name] = after_firing(after[firer.name], cost, weapon, situation)
            done = attack(near, shot, now, dice)
            after[now.name] = done.after
            caught = _explodes(book, done, weapon, cost, beside, after, dice) if done.hit.made else ()
            after |= {one.near.name: one.after for one in caught}
            made.append(Struck(done, caught))
    assert spent
    return Fired(firer, after[firer.name], weapon, spent, tuple(made), after)


def _explodes(
    book: Book, hit: Attack, weapon: Weapon, spent: Spent, beside: Beside, after: Mapping[str, Character], dice: Dice
) -> tuple[Suffered, ...]:
    """What a hit that explodes does to those beside whom it struck, who themselves suffer no more by it (V15,
    V28.Adjacent, ruling VR-A35).
    """
    cause = strikes_as(spent.after.loaded.ammunition, weapon)
    if cause is None:
        return ()
    situation = hit.shot.situation
    blast = Blast(cause, hit.shot.cell.penetration, situation.surroundings, asked=situation.asked)
    there = [replace(unit, sheet=after.get(unit.name, unit.sheet)) for unit in beside(hit.target.name)]
    found = (collateral(book, blast, blast_near(unit, book), dice) for unit in there)
    return tuple(each for each in found if each.penetration)


def _everybody(each: Aim) -> Iterator[tuple[Target, InTheOpen]]:
    yield each.target, each.situation
    yield from each.group


def _with_cover(situation: InTheOpen) -> InTheOpen:
    return replace(situation, cover=behind_cover(situation))
