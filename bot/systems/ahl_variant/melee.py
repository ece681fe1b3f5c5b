"""The variant's melee: a value for each weapon, reach in squares, 2D against 8, damage as of fire (V17, V21)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.placing import filled
from bot.deck.plan import At, Bearing, bearing, height_apart
from bot.deck.sight import sees
from bot.engine.asked import typed_odds
from bot.engine.cards import counted, marked, signed, whose
from bot.engine.dice import Check, Dice, Modifier, applied, referees_own
from bot.engine.errors import RuleError
from bot.engine.system import Odds, Order, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.asked.fighting import MeleeOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Attack, Blow, Circumstances, Fighter, land, strike, stunned, suffer
from bot.systems.ahl.sheet.character import Being, Carried, Character, Condition, arm
from bot.systems.ahl.tables import Armour, Effect, MeleeTable, Weapon
from bot.systems.ahl.wounds.damage import Damage, Hit, Severity, Wound, Wounded
from bot.systems.ahl_variant.animals import armed, check_figures, check_natural
from bot.systems.ahl_variant.animals import value as of_animal
from bot.systems.ahl_variant.asked import Bout, ImaginedBout
from bot.systems.ahl_variant.fire import over
from bot.systems.ahl_variant.sheet import Combatant, strength_of
from bot.systems.ahl_variant.tables import CLUB, HANDS, NATURAL, Arm, Robot

NEEDED = 8
_WEAKENED = -2
# What reaches further than this is too long for close range.
_CLOSE = 2


@dataclass(frozen=True, slots=True)
class Arms:
    """What there is to fight with, and the robots that have arms of their own."""

    table: Mapping[str, Arm]
    robots: Mapping[Being, Robot]

    def of(self, name: str, character: Character, wanted: str = "") -> tuple[Arm, int]:
        """What somebody fights with, and their skill with it: what is `wanted`, the first that they carry, or their
        hands or a robot's own arms. Raises RuleError for what they don't carry, or have thrown.
        """
        names = {each.weapon: each for each in character.weapons if each.weapon in self.table}
        bare = self.robots[character.being].arm if character.being in self.robots else HANDS
        ready = [each for each in names.values() if _in_hand(self.table[each.weapon], each)]
        # A long weapon may be swung as a club (ruling VR-A34).
        long = next((each for each in ready if self.table[each.weapon].reach > _CLOSE), None)
        if long and CLUB not in names:
            names[CLUB] = long
        chosen = self._named(name, wanted, {*names, bare}, character) if wanted else ""
        chosen = chosen or (ready[0].weapon if ready else bare)
        found = names.get(chosen)
        if found and not _in_hand(self.table[found.weapon], found):
            raise RuleError(f"{name} has thrown the {chosen} already: choose another weapon.")
        return self.table[chosen], found.skill if found else 0

    def in_hand(self, character: Character) -> Iterator[Arm]:
        """All that somebody has to fight with, an animal's weapons as its size makes them."""
        animal = character.animal if isinstance(character, Combatant) else None
        ready = [each for each in character.weapons if each.weapon in self.table]
        for each in ready:
            arm = self.table[each.weapon]
            if _in_hand(arm, each):
                yield armed(animal, arm) if animal else arm
        if character.being in self.robots:
            yield self.table[self.robots[character.being].arm]

    def short(self, character: Character) -> str:
        """What somebody strikes with in their own square: the first in hand that does, or their hands or arms (V17)."""
        bare = self.robots[character.being].arm if character.being in self.robots else HANDS
        return next((arm.name for arm in self.in_hand(character) if reaches(arm.reach, 0)), bare)

    def _named(self, name: str, wanted: str, there: set[str], character: Character) -> str:
        guns = [each.weapon for each in character.weapons if each.weapon not in self.table]
        try:
            return match(wanted, sorted(there), what="melee weapon")
        except RuleError:
            if any(gun.casefold().startswith(wanted.casefold()) for gun in guns):
                raise RuleError(f"The {wanted} strikes nobody: {name} fires it with /fire (AHL V17).") from None
            raise

    def value(self, name: str, character: Character, arm: Arm, skill: int) -> int:
        """A melee value: skill, what their strength adds, the weapon, and 1 in battle dress; wounds and stuns lower it
        (VT.B, V17.B). Raises RuleError where a strength is needed that nobody has entered, or an animal's figures.
        """
        _check_no_beast(name, character, arm)
        strength = arm.strength_dm(strength_of(name, character)) if arm.low else 0
        dressed = "battle dress" in character.kinds_worn
        return skill + strength + arm.modifier + dressed


def values_line(arms: Arms, name: str, character: Combatant) -> str:
    """Somebody's melee value with each weapon that they have in hand, and without any, wounds and stuns counted:
    `Melee values: Sword +3, Hands +1` (VT.B); nothing of what asks for a figure that nobody has entered.
    """
    carried = dict.fromkeys(each.weapon for each in character.weapons if each.weapon in arms.table)
    told = []
    for wanted in (*carried, arms.robots[character.being].arm if character.being in arms.robots else HANDS):
        try:
            arm, skill = arms.of(name, character, wanted)
            if character.animal:
                check_figures(name, character.animal)
                check_natural(name, arm)
                value = of_animal(character.animal, arm.modifier)
            else:
                value = arms.value(name, character, arm, skill)
        except RuleError:
            continue
        told.append(f"{wanted} {signed(value - character.lowered)}")
    return f"Melee values: {', '.join(dict.fromkeys(told))}" if told and character.being is not Being.BLOB else ""


def _check_no_beast(name: str, character: Character, arm: Arm) -> None:
    """Raise RuleError for whoever has claws or the like, and neither a strength nor an animal's figures (VR-G7)."""
    if arm.kind == NATURAL and not (isinstance(character, Combatant) and character.strength):
        raise RuleError(
            f"{name} has {arm.name} and no figures of an animal yet: /set name:{marked(name)} field:speed, or "
            "field:strength for somebody who is none (AHL V31.Hits), ruling VR-G7."
        )


def _in_hand(arm: Arm, carried: Carried) -> bool:
    """Whether a weapon that can be thrown hasn't been."""
    return not arm.thrown or carried.loaded.rounds > 0


@dataclass(frozen=True, slots=True)
class Wielding(Fighter):
    """Who fights with what: the unlowered value with it, what stops a blow at them, what else counts on theirs."""

    arm: Arm
    value: int
    armour: Armour
    weakened: bool = False
    extra: tuple[Modifier, ...] = ()
    back: bool = False
    evades: bool = False

    @property
    def animal(self) -> bool:
        """Whether it is one."""
        return isinstance(self.character, Combatant) and self.character.animal is not None

    @property
    def factor(self) -> int:
        """The melee value, less wounds and stuns (V17.B)."""
        return self.value - self.character.lowered


def _attackers(attack: Attack) -> Modifier | None:
    one = attack.attacker
    assert isinstance(one, Wielding)
    return Modifier(one.factor, f"{whose(one.name)} value with {one.arm.name}", "AHL V17.B") if one.factor else None


def _defenders(attack: Attack) -> Modifier | None:
    one, other = attack.defender, attack.attacker
    assert isinstance(one, Wielding)
    assert isinstance(other, Wielding)
    # Against an animal's attack one evades or strikes back; then neither side has anything for defence (V31.Attacks).
    if other.animal and not one.animal:
        return Modifier(-2, f"{one.name} evades", "AHL V31.Attacks") if one.evades else None
    if one.animal and other.back:
        return None
    return Modifier(-one.factor, f"{whose(one.name)} value with {one.arm.name}", "AHL V17.B") if one.factor else None


def _armour(attack: Attack) -> Modifier | None:
    """Blows are neither HE nor energy: hardened armour counts twice against them (V17.B, ruling VR-A28)."""
    one, other = attack.attacker, attack.defender
    assert isinstance(one, Wielding)
    assert isinstance(other, Wielding)
    return over(one.arm.penetration, other.armour.against(laser=False), doubled=True)


def _weakened(attack: Attack) -> Modifier | None:
    one = attack.attacker
    return Modifier(_WEAKENED, "weakened blow", "AHL V27.Melee") if isinstance(one, Wielding) and one.weakened else None


def _referee(attack: Attack) -> Modifier | None:
    return referees_own(attack.dm, attack.because)


TO_STRIKE: tuple[Callable[[Attack], Modifier | None], ...] = (_attackers, _defenders, _armour, _weakened, _referee)


def wields(arms: Arms, book: Book, fighter: Fighter, asked: MeleeOrder, back: bool, close: bool) -> Fighter:
    """Somebody with the weapon with which they attack, or strike `back`; by AHL's own melee with none, as blobs do.

    In one square with the other, `close`, it is without a word one that strikes there. Raises RuleError for one that is
    named and doesn't (V17).
    """
    name, character = fighter.name, fighter.character
    if not isinstance(asked, Bout) or asked.melee_rules == "base" or character.being is Being.BLOB:
        return fighter
    wanted = asked.back if back else asked.weapon
    arm, skill = arms.of(name, character, wanted or (arms.short(character) if close else ""))
    if isinstance(character, Combatant) and character.animal:
        check_figures(name, character.animal)
        check_natural(name, arm)
        value, arm = of_animal(character.animal, arm.modifier), armed(character.animal, arm)
    else:
        value = arms.value(name, character, arm, skill)
    if close and wanted:
        _check_short(arm)
    if asked.no_harm and not back:
        _check_harmless(asked, arm)
    evades = back and not asked.strike_back and character.condition is Condition.ACTIVE
    armour = book.armour_of(character)
    return Wielding(name, character, arm, value, armour, asked.weakened and not back, (), back, evades)


def _check_short(arm: Arm) -> None:
    """Raise RuleError for what reaches further than one square, and strikes nobody in its own (V17)."""
    if not reaches(arm.reach, 0):
        raise RuleError(
            f"The {arm.name} reaches {counted(arm.reach, 'square')} and strikes nobody in its own: choose another "
            "weapon (AHL V17)."
        )


def _check_harmless(asked: Bout, arm: Arm) -> None:
    """Raise RuleError where no harm is meant by a blow that does as much as any (V30.Brawling)."""
    if arm.name != HANDS:
        raise RuleError(
            f"No harm is meant by bare hands alone, and not with the {arm.name}: leave that out, or weapon:Hands (AHL "
            "V30.Brawling)."
        )
    if not asked.brawling:
        raise RuleError(
            "No harm is meant where brawling is played: /campaign set setting:brawling value:yes, or leave that out "
            "(AHL V30.Brawling)."
        )


def strike_here(book: Book, attack: Attack, table: MeleeTable, circumstances: Circumstances, dice: Dice) -> Blow:
    """A blow: 2D, the attacker's value less the defender's, armour over penetration, 8 or more hits; damage as of fire
    (V17.B, V17.C).
    """
    one, other = attack.attacker, attack.defender
    if not isinstance(one, Wielding) or not isinstance(other, Wielding):
        bare = replace(attack, attacker=Fighter(one.name, one.character), defender=Fighter(other.name, other.character))
        return strike(bare, table, circumstances, dice)
    why = f"{one.name} strikes"
    check = Check(why, dice.roll(2, why=why), (*applied(TO_STRIKE, attack), *one.extra), NEEDED)
    damage = _damage(book, one, other, circumstances, dice) if check.made else None
    return Blow(attack, None, None, check, Effect.NONE, Effect.NONE, damage)


def _damage(book: Book, one: Wielding, other: Wielding, circumstances: Circumstances, dice: Dice) -> Damage:
    hit = Hit(
        one.arm.penetration,
        other.armour,
        robot=other.character.robot,
        in_vacuum=circumstances.surroundings.worsens(other.character),
        asked=circumstances.asked,
    )
    return book.damage(hit, dice)


def together_here(attacks: Sequence[Attack]) -> Sequence[Sequence[Attack]]:
    """Blows between animals and others by their reach, the longer first, equals together; others all together
    (V31.Attacks).
    """
    if not any(isinstance(each.attacker, Wielding) and each.attacker.animal for each in attacks):
        return (attacks,)
    reaches = sorted({_reach(each) for each in attacks}, reverse=True)
    return [[each for each in attacks if _reach(each) == reach] for reach in reaches]


def _reach(attack: Attack) -> int:
    return attack.attacker.arm.reach if isinstance(attack.attacker, Wielding) else 1


def land_here(blow: Blow, character: Character, circumstances: Circumstances, wound: Wound, dice: Dice) -> Wounded:
    """What a blow does: the wound that its damage throw gives (V17.C)."""
    if not isinstance(blow.attack.attacker, Wielding):
        return land(blow, character, circumstances, wound, dice)
    if blow.damage is None:
        return Wounded(character)
    if _brawls(blow.attack, circumstances):
        return _brawled(blow.damage, character, circumstances, wound, dice)
    return wound(character, blow.damage.level, dice, circumstances.surroundings, blow.damage)


def _brawls(attack: Attack, circumstances: Circumstances) -> bool:
    """Whether two people fight with bare hands where that does less harm, by the option (V30.Brawling)."""
    asked, fighters = circumstances.asked, (attack.attacker, attack.defender)
    unarmed = all(isinstance(each, Wielding) and each.arm.name == HANDS and not each.animal for each in fighters)
    people = all(each.character.being is Being.PERSON for each in fighters)
    return isinstance(asked, Bout) and asked.brawling and unarmed and people


def _brawled(damage: Damage, character: Character, circumstances: Circumstances, wound: Wound, dice: Dice) -> Wounded:
    """A result of bare hands: each a step less, death a serious wound, or unconsciousness where no harm is meant."""
    asked = circumstances.asked
    if damage.level is Severity.LIGHT:
        return Wounded(stunned(character, add=circumstances.stuns_add))
    if damage.level is Severity.DEAD and isinstance(asked, Bout) and asked.no_harm:
        return suffer(character, Effect.UNCONSCIOUS, circumstances, wound, dice)
    less = {Severity.SERIOUS: Severity.LIGHT, Severity.DEAD: Severity.SERIOUS}.get(damage.level, Severity.NONE)
    return wound(character, less, dice, circumstances.surroundings)


def in_reach_here(board: Board, one: Fighter, other: Fighter, any_way: bool) -> None:
    """Raise RuleError where a weapon doesn't reach from a square to another: so many squares, the furthest of the two
    ways counting, a clear line, in front unless `any_way` they face will do; what reaches further than one strikes
    nobody in its own square (V17).
    """
    mine = board.people[one.name]
    reach = one.arm.reach if isinstance(one, Wielding) else 1
    what = one.arm.name if isinstance(one, Wielding) else "blow"
    away, start, end = _lines(board, one, other)[0]
    if not away:
        if isinstance(one, Wielding):
            _check_short(one.arm)
        return
    if not reaches(reach, away):
        raise RuleError(
            f"{one.name} is {counted(away, 'square')} from {other.name}, and the reach of {whose(one.name)} {what} is "
            f"{counted(reach, 'square')}: /move nearer first (AHL V17)."
        )
    if not sees(board, start, end):
        raise RuleError(f"Something stands between {one.name} and {other.name}: go round it first (AHL 17).")
    struck = (end for far, start, end in _lines(board, one, other) if reaches(reach, far) and sees(board, start, end))
    if not any_way and not any(bearing(mine.facing, mine.at, end) is Bearing.FRONT for end in struck):
        raise RuleError(f"{other.name} is in no front square of {one.name}: turn {one.name} with /face first (AHL 17).")


def reaches(reach: int, squares: int) -> bool:
    """Whether a weapon of that reach strikes somebody so many squares away: in its own square only where it reaches no
    further than one (V17).
    """
    return squares <= reach if squares else reach <= 1


def _lines(board: Board, one: Fighter, other: Fighter) -> list[tuple[int, At, At]]:
    """How many squares lie between two, from each of those that they fill to each: the nearest that see each other
    first, then the nearest that don't (V31.Size).
    """
    mine, theirs = (filled(board, board.people[each.name], each.character.fills) for each in (one, other))
    pairs = [(squares_between(board, a, b), a, b) for a in mine for b in theirs]
    return sorted(pairs, key=lambda pair: (not sees(board, pair[1], pair[2]), pair[0]))


def squares_between(board: Board, one: At, other: At) -> int:
    """How many squares lie from one to another, as reach counts them: the neighbours at a corner are one away."""
    flat = max(abs(one.x - other.x), abs(one.y - other.y))
    return int(flat + height_apart(one, other, board.plan.separation))


def odds_here(order: Order, arms: Arms, book: Book) -> Order:
    """The order, whose odds take two weapons, with skill and strength, where nobody is named."""
    assert order.odds

    def person(asked: ImaginedBout, *, back: bool) -> Character:
        name, skill, strength = (
            (asked.back, asked.back_skill, asked.back_strength) if back else (asked.weapon, asked.skill, asked.strength)
        )
        weapon: Weapon = book.weapons[match(name, sorted(arms.table), what="melee weapon")]
        melee, armour = (asked.against, asked.armour) if back else (asked.melee, "none")
        being = Being.WARBOT if back and asked.robot else Being.PERSON
        carried = (arm(weapon, skill=skill),)
        return Combatant(weapons=carried, strength=strength, melee=melee, armour=armour, being=being)

    def imagine(asked: ImaginedBout) -> Scene:
        attacker = Unit("the attacker", "", person(asked, back=False))
        target = Unit("the target", "", person(asked, back=True))
        return Scene({"name": (attacker,), "target": (target,)})

    offers = {"weapon": tuple(arms.table), "back": tuple(arms.table)}
    odds: Odds = typed_odds(
        ImaginedBout,
        imagine,
        order.odds.outcome,
        order.odds.outcomes,
        among={"armour": tuple(book.armour)},
        offers=offers,
        moot=order.odds.moot,
        anyway=order.odds.anyway,
    )
    return replace(order, odds=odds)
