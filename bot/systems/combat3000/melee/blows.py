"""A blow: with what it is struck, when, and what it throws for (C3K Strike phase, Close combat)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied, referees_own
from bot.systems.combat3000.aim.hitroll import Timing
from bot.systems.combat3000.figure.sheet import Profile
from bot.systems.combat3000.figure.state import KILLED
from bot.systems.combat3000.hit.figures import Effect, Struck, Target, come_to, out_of_reach
from bot.systems.combat3000.hit.kills import NEEDED, Force, partial, suit
from bot.systems.combat3000.lists.others import Armour, CloseWeapon
from bot.systems.combat3000.options import Options

# What a weapon is worth less that is made for two hands and held in one, or is one of two; more in a third hand.
_ONE_HAND, _TWO_WEAPONS, _THIRD_HAND = 2, 2, 2
_PIKE_FIRST, _PIKE_LATER = 3, -2


@dataclass(frozen=True, slots=True)
class Wielded:
    """A weapon in use: what its owner calls it, its profile, and how it is held.

    `one_handed` is one made for two hands that is in one; `third` is in the left hand of who has three arms; `rule` is
    where its figures stand.
    """

    name: str
    weapon: CloseWeapon
    one_handed: bool = False
    third: bool = False
    rule: str = "C3K Close combat"


@dataclass(frozen=True, slots=True)
class Striker:
    """Who strikes with one weapon: their profile, in which round of this close combat, against how many, with how many
    weapons.
    """

    name: str
    profile: Profile
    wielded: Wielded
    round: int
    against: int
    weapons: int

    @property
    def handling(self) -> int:
        """The weapon's handling: a Laser Pike's is +3 in the first round, and then −2 (ruling B-C10)."""
        listed = self.wielded.weapon.handling
        return listed if listed is not None else _PIKE_FIRST if self.round == 1 else _PIKE_LATER


@dataclass(frozen=True, slots=True)
class Struggle:
    """A blow that lands: who strikes, and the profile and the armour of whom they strike."""

    striker: Striker
    against: Profile
    armour: tuple[Armour, ...] = ()
    dm: int = 0
    because: str = ""


def _modifier(number: int, label: str, rule: str = "C3K Strike phase") -> Modifier | None:
    return Modifier(number, label, rule) if number else None


def _dexterity(striker: Striker) -> Modifier | None:
    return _modifier(-striker.profile.dexterity, "dexterity")


def _reflex(striker: Striker) -> Modifier | None:
    return _modifier(-striker.profile.reflex, "reflex")


def _handling(striker: Striker) -> Modifier | None:
    return _modifier(-striker.handling, "handling", striker.wielded.rule)


def _several(striker: Striker) -> Modifier | None:
    return _modifier(1, "against several") if striker.against > 1 else None


def _in_one_hand(striker: Striker) -> Modifier | None:
    return _modifier(1, "in one hand", "C3K Improvised weapons") if striker.wielded.one_handed else None


def _two_weapons(striker: Striker) -> Modifier | None:
    return _modifier(-_TWO_WEAPONS, "two weapons", "ruling B-C5") if striker.weapons > 1 else None


STRIKE = (_dexterity, _reflex, _handling, _several, _in_one_hand, _two_weapons)


def _effect(number: int, label: str, rule: str = "C3K Close combat") -> Modifier | None:
    return _modifier(number, label, rule)


def _strength(blow: Struggle) -> Modifier | None:
    return _effect(blow.striker.profile.strength, "strength")


def _weapon(blow: Struggle) -> Modifier | None:
    return _effect(blow.striker.wielded.weapon.effect, "weapon", blow.striker.wielded.rule)


def _weak_hold(blow: Struggle) -> Modifier | None:
    return _effect(-_ONE_HAND * blow.striker.wielded.one_handed, "in one hand", "C3K Improvised weapons")


def _one_of_two(blow: Struggle) -> Modifier | None:
    return _effect(-_TWO_WEAPONS * (blow.striker.weapons > 1), "two weapons", "ruling B-C5")


def _third_hand(blow: Struggle) -> Modifier | None:
    return _effect(_THIRD_HAND * blow.striker.wielded.third, "left hand", "ruling B-F31")


def _their_reflex(blow: Struggle) -> Modifier | None:
    return _effect(-blow.against.reflex, "their reflex")


def _their_dexterity(blow: Struggle) -> Modifier | None:
    return _effect(-blow.against.dexterity, "their dexterity")


def _their_strength(blow: Struggle) -> Modifier | None:
    return _effect(-blow.against.strength, "their strength")


def _armour(blow: Struggle) -> Modifier | None:
    """All that is worn, full suits and what counts in close combat only among it (ruling B-C6)."""
    whole = suit(blow.armour)
    worn = (*partial(blow.armour, close=True), *((whole,) if whole else ()))
    names = ", ".join(piece.name.lower() for piece in worn)
    return _effect(-sum(piece.value for piece in worn), names, "ruling B-C6")


def _referee(blow: Struggle) -> Modifier | None:
    return referees_own(blow.dm, blow.because)


EFFECT = (
    _strength,
    _weapon,
    _weak_hold,
    _one_of_two,
    _third_hand,
    _their_reflex,
    _their_dexterity,
    _their_strength,
    _armour,
    _referee,
)


@dataclass(frozen=True, slots=True)
class Blows:
    """The modifiers of what a blow throws for: in which sub-phase it falls, and what it does."""

    strike: ModifierRules[Striker] = STRIKE
    effect: ModifierRules[Struggle] = EFFECT


AS_PRINTED = Blows()


def throw_strike(striker: Striker, dice: Dice, blows: Blows = AS_PRINTED) -> Timing:
    """Throw an ordinary die for the sub-phase of a blow: below 1 is 1, and above 6 none is struck (ruling B-C4)."""
    why = f"{striker.name}, {striker.wielded.name}: strike phase"
    return Timing(Check(why, dice.roll(1, why=why), applied(blows.strike, striker)))


def throw_blow(blow: Struggle, dice: Dice, needed: int = NEEDED, blows: Blows = AS_PRINTED) -> Check:
    """Throw two decimal dice for what a blow does: 12 or more kills, unless the campaign needs more (ruling B-C7)."""
    return Check("to kill", dice.roll(2, 10, why="to kill"), applied(blows.effect, blow), needed)


def strike_home(
    blow: Struggle, target: Target, dice: Dice, options: Options, blows: Blows = AS_PRINTED, *, shortly: bool = False
) -> Struck:
    """What a blow does to whom it strikes: what the campaign makes of a throw to kill, armour being in it already.

    `shortly` counts no turns of stun: whether there are any is all that odds hang on.
    """
    key = ("blow", blow, target, options, shortly)
    nothing = Struck(target, Effect.UNHARMED, target.figure)

    def step(thrower: Dice, _: Struck, then: Struggle) -> Struck:
        struck = _struck(then, target, thrower, options, blows)
        return _in_short(struck) if shortly else struck

    return dice.fold((blow,), nothing, step, key)


def _struck(blow: Struggle, target: Target, dice: Dice, options: Options, blows: Blows) -> Struck:
    if out_of_reach(target.figure):
        return Struck(target, Effect.UNHARMED, target.figure)
    weapon = blow.striker.wielded.weapon
    kill = throw_blow(blow, dice, KILLED if options.wounds else NEEDED, blows)
    return come_to(kill, Force(weapon.effect, stun=weapon.stun), target, options, dice)


def _in_short(struck: Struck) -> Struck:
    after = struck.after
    after = replace(after, stunned=min(1, after.stunned), stunned_now=min(1, after.stunned_now))
    return replace(struck, after=after, turns=min(1, struck.turns))
