"""Fire combat: whether a shot hits, and what it does (AHL 11, 12, 25)."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from bot.engine.cards import Suggestion
from bot.engine.dice import Check, Dice, applied
from bot.engine.errors import RuleError
from bot.systems.ahl.asked.circumstances import Fire, shots
from bot.systems.ahl.asked.fighting import Evading
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.shot import Shot, Situation, reaches, same_band, sweep
from bot.systems.ahl.sheet.character import Character, Condition, Spent, check_can, spend
from bot.systems.ahl.tables import UNARMOURED, Armour, Weapon
from bot.systems.ahl.walking.ground import PHASE
from bot.systems.ahl.wounds.damage import Damage, Hit, Surroundings, Wounded


@dataclass(frozen=True, slots=True)
class Firer:
    """Who fires: the name for messages, the sheet, and the name of the weapon ("" for the first)."""

    name: str
    character: Character
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Who is fired at: the name for messages, the sheet, its armour, and how far away it is in squares.

    Where a deck says so, `along` is the square of the danger space that they are in, counted from the firer, and
    `cover`, `dark`, `airless` and `evading` are their own; without one who is as far away is in the same square, nobody
    but the target has cover, and it is as dark as it is for the target. Nobody asks what becomes of who is `spared`:
    a hit on them counts, and no more is told of it.
    """

    name: str
    character: Character
    armour: Armour
    squares: int = 0
    along: int | None = None
    cover: bool = False
    dark: bool | None = None
    airless: bool = False
    spared: bool = False
    evading: Evading = Evading.NO

    @property
    def place(self) -> int:
        """Their square in the danger space, by its order."""
        return self.squares if self.along is None else self.along


@dataclass(frozen=True, slots=True)
class Attack:
    """One target attacked: the shot, the throw to hit, and for a hit its damage and the wounded target."""

    target: Target
    shot: Shot
    hit: Check
    damage: Damage | None = None
    wounded: Wounded | None = None

    @property
    def after(self) -> Character:
        """The target with its wounds."""
        return self.wounded.after if self.wounded else self.target.character

    @property
    def alike(self) -> Hashable:
        """What chances may hang on: whether it hits, and in what shape it leaves the target."""
        return self.hit.made, self.after.shape


@dataclass(frozen=True, slots=True)
class FireResult:
    """One fire, whole: who fired at whom, the rounds gone, everybody attacked, in order.

    `firer_after` has the rounds gone, and in zero-G the mark for the throw at the end of the phase. In words, `on_deck`
    is what the deck decided, `follow_up` what explodes on it because of this fire, and `options` the rulings by whose
    option it was allowed.
    """

    firer: Firer
    firer_after: Character
    target: Target
    weapon: Weapon
    situation: Situation
    spent: Spent
    limit: int | None
    attacks: tuple[Attack, ...]
    on_deck: tuple[str, ...] = ()
    follow_up: tuple[Suggestion, ...] = ()
    options: tuple[str, ...] = ()


def after_firing(character: Character, spent: Spent, weapon: Weapon, situation: Situation) -> Character:
    """A firer with the rounds gone, and in zero-G marked for the throw at the end of the phase (AHL 25.A, 26.B)."""
    after = character.with_carried(spent.after)
    if not situation.asked.zero_g:
        return after
    return replace(after, zero_g=replace(after.zero_g, fired=weapon.name, handhold=situation.asked.handhold))


def aim(
    book: Book, firer: Firer, weapon: Weapon, situation: Situation, armour: Armour = UNARMOURED
) -> tuple[Shot, Spent]:
    """Work a shot at somebody in that armour out up to the dice, with the rounds that it costs (AHL 11.C, 25.A).

    Raises RuleError for a range beyond the last band, an empty weapon, or a fire that the weapon can't do.
    """
    asked, carried = situation.asked, firer.character.carried(firer.weapon, firer.name)
    if weapon.high_energy and situation.fire is Fire.SNAP:
        raise RuleError(f"{weapon.name} cannot fire snap shots: aim it, or cover (AHL 19).")
    if weapon.high_energy and asked.handhold:
        raise RuleError(f"{weapon.name} cannot be fired from a handhold (AHL 26.B).")
    ammunition = weapon.row(carried.loaded.ammunition)
    if ammunition.harmless and not (asked.traveller or book.tranq):
        raise RuleError(
            f"{ammunition.kind.capitalize()} is for play with Traveller (ruling R-12): load something else, "
            "or /campaign set setting:traveller value:yes."
        )
    band, cell = book.ranges(weapon, ammunition, situation.squares)
    unlimited, energy_shots = asked.rounds == "unlimited", shots(asked.energy_shots)
    spent = spend(carried, weapon, asked.setting or "", unlimited=unlimited, energy_shots=energy_shots)
    character = firer.character
    shot = Shot(
        weapon,
        ammunition,
        band,
        cell,
        spent.automatic,
        book.skill(character, carried, weapon),
        character.light_wounds,
        character.stuns,
        character.robot,
        situation,
        armour,
    )
    return shot, spent


def cost(book: Book, fire: Fire, weapon: Weapon) -> int:
    """What a fire costs in halves of an action point; covering fire by high energy weapons takes the whole phase
    (AHL 9, 19).
    """
    if fire is Fire.COVERING and weapon.high_energy:
        return PHASE
    return book.halves(f"fire {fire}")


def snap_shots(book: Book, left: int, weapon: Weapon) -> int:
    """How many snap shots so many halves of a point allow, at most two a phase; high energy weapons fire none (AHL 9.C,
    13, 19), and what doesn't shoot has none.
    """
    return 0 if weapon.high_energy or not weapon.shoots else min(2, left // cost(book, Fire.SNAP, weapon))


@dataclass(frozen=True, slots=True)
class Aimed:
    """One fire worked out up to the dice: the rounds that it costs, and who is attacked by which shot, in the order
    of the squares; with `every_hit` those on the spared are told as well.
    """

    firer: Firer
    firer_after: Character
    target: Target
    weapon: Weapon
    situation: Situation
    spent: Spent
    limit: int | None
    squares: Sequence[Sequence[tuple[Target, Shot]]]
    every_hit: bool = False


def fire(
    book: Book,
    firer: Firer,
    target: Target,
    weapon: Weapon,
    situation: Situation,
    dice: Dice,
    others: Sequence[Target] = (),
) -> FireResult:
    """Resolve one fire at a target, and at whoever else is in its danger space (AHL 10, 11, 12).

    Raises RuleError as `take_aim` does; nothing has then been thrown.
    """
    return shoot(book, take_aim(book, firer, target, weapon, situation, others), dice)


def take_aim(
    book: Book,
    firer: Firer,
    target: Target,
    weapon: Weapon,
    situation: Situation,
    others: Sequence[Target] = (),
    *,
    every_hit: bool = False,
) -> Aimed:
    """Work out a fire up to the dice (AHL 10, 11.C).

    `others` are the other active characters on the line, each at its own range. With `every_hit` what hits the spared
    is told too, as something may explode there. Raises RuleError where the firer is out, the target dead, or the shot
    impossible.
    """
    check_can("fire", firer.name, firer.character)
    if target.character.condition is Condition.DEAD:
        raise RuleError(f"{target.name} is dead already: choose another target.")
    primary = replace(target, squares=situation.squares)
    shot, spent = aim(book, firer, weapon, situation, target.armour)
    limit = book.limit(shot)
    fated = next((one for one in others if not one.spared), primary) if primary.spared else primary
    space = danger_space(book, primary, shot, others)
    squares = [
        [(one, shot if one is primary else _shot_at(book, shot, one)) for one in square]
        for square in (space if every_hit else _asked(space, fated, limit))
    ]
    return Aimed(
        firer,
        after_firing(firer.character, spent, weapon, situation),
        primary,
        weapon,
        situation,
        spent,
        limit,
        squares,
        every_hit,
    )


def shoot(book: Book, aimed: Aimed, dice: Dice) -> FireResult:
    """Throw for a fire that is worked out: everybody attacked in turn, until the limit of hits (AHL 10, 11, 12)."""
    attacked = partial(_attacked, book, every_hit=aimed.every_hit)
    spares = (lambda _: False) if aimed.every_hit else _is_spared
    attacks = sweep(aimed.squares, aimed.limit, attacked, _is_hit, dice, _alike, spares)
    return FireResult(
        aimed.firer,
        aimed.firer_after,
        aimed.target,
        aimed.weapon,
        aimed.situation,
        aimed.spent,
        aimed.limit,
        tuple(attack for _, attack in attacks if isinstance(attack, Attack)),
    )


def danger_space(book: Book, primary: Target, shot: Shot, others: Sequence[Target]) -> list[list[Target]]:
    """The squares with somebody to attack, nearest first; those who are out, or too far, are left alone."""
    traveller = shot.situation.asked.traveller
    attackable = [
        other
        for other in others
        if other.character.condition is Condition.ACTIVE
        and reaches(shot.ammunition, other.squares)
        and (not traveller or same_band(shot.weapon, shot.ammunition, primary.squares, other.squares, book.ranges))
    ]
    everybody = sorted([primary, *attackable], key=lambda one: one.place)
    return [list(square) for _, square in groupby(everybody, key=lambda one: one.place)]


def _asked(squares: Sequence[Sequence[Target]], fated: Target, limit: int | None) -> list[list[Target]]:
    """The squares without the spared who change nothing for one who is `fated`: those behind, or all if no hit ends it.
    In their own square they do only where the first hit ends the fire: else each there is attacked (AHL 10).
    """
    last = -1 if limit is None else fated.place if limit == 1 else fated.place - 1
    kept = ([one for one in square if not one.spared or one.place <= last] for square in squares)
    return [square for square in kept if square]


def _shot_at(book: Book, shot: Shot, one: Target) -> Shot:
    """The same shot as it is for somebody else in the danger space."""
    band, cell = book.ranges(shot.weapon, shot.ammunition, one.squares)
    situation = shot.situation.at(one.squares, cover=one.cover, dark=one.dark, evading=one.evading)
    return replace(shot, band=band, cell=cell, situation=situation, armour=one.armour)


def attack(book: Book, shot: Shot, one: Target, dice: Dice) -> Attack:
    """Throw to hit one target, and for a hit its damage; `shot` is worked out for this target (AHL 11.C, 12)."""
    hit = _throw_to_hit(book, shot, one, dice)
    if not hit.made or shot.ammunition.harmless or one.spared:
        return Attack(one, shot, hit)
    damage = book.damage(_hit(shot, one), dice)
    wounded = book.wound(one.character, damage.level, dice, _surroundings(shot, one), damage)
    return Attack(one, shot, hit, damage, wounded)


def _attacked(book: Book, dice: Dice, aimed_at: tuple[Target, Shot], *, every_hit: bool = False) -> Attack | bool:
    one, shot = aimed_at
    return _throw_to_hit(book, shot, one, dice).made if one.spared and not every_hit else attack(book, shot, one, dice)


def _is_spared(aimed_at: tuple[Target, Shot]) -> bool:
    return aimed_at[0].spared


def _alike(made: Attack | bool) -> Hashable:
    return made.alike if isinstance(made, Attack) else made


def _is_hit(made: Attack | bool) -> bool:
    return made.hit.made if isinstance(made, Attack) else made


def chances_hang_on(book: Book, aimed: Aimed, one: Target, shot: Shot) -> tuple[object, ...]:
    """What the chances of an attack on one of those on a line hang on: what is to be thrown to hit, and of whom is told
    what a hit comes to, that and whether they are the target, whatever they are called and wherever it is fired from.
    """
    thrown = book.needed[shot.band] - sum(modifier.dm for modifier in applied(book.to_hit, shot))
    if one.spared and not aimed.every_hit:
        return (thrown,)
    # What they are worth in a fight and carry makes nobody's wounds better or worse.
    body = replace(one.character, melee=0, morale=0, leadership=0, weapons=(), rank="", grenades=0)
    wounds = (shot.ammunition.harmless, _hit(shot, one), body, _surroundings(shot, one), one.spared)
    return (thrown, one.name == aimed.target.name, *wounds)


def _throw_to_hit(book: Book, shot: Shot, one: Target, dice: Dice) -> Check:
    why = f"to hit {one.name}"
    return Check(why, dice.roll(2, why=why), applied(book.to_hit, shot), book.needed[shot.band])


def _hit(shot: Shot, one: Target) -> Hit:
    """What the damage throw depends on."""
    return Hit(
        shot.cell.penetration,
        shot.armour,
        shot.situation.cover,
        laser="laser" in shot.weapon.traits,
        steps_up=shot.ammunition.steps_up,
        energy=shot.weapon.high_energy,
        robot=one.character.robot,
        in_vacuum=_surroundings(shot, one).worsens(one.character),
        weapon=shot.weapon,
        asked=shot.situation.asked,
    )


def _surroundings(shot: Shot, one: Target) -> Surroundings:
    return shot.situation.surroundings.around(airless=one.airless)
