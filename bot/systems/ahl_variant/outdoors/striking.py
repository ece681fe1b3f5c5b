"""`/melee` and `/grenade` in the open (V27.Melee, V28.Grenades)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.cards import Card, Tone, check_line, counted, modifier_line
from bot.engine.dice import Check, Dice, Faces, Modifier, referees_own
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.blast.explosion import Suffered, collateral
from bot.systems.ahl.blast.reach import Blast, Cause
from bot.systems.ahl.blast.reach import Near as NearBlast
from bot.systems.ahl.book import Book
from bot.systems.ahl.grenade.throw import take_grenade
from bot.systems.ahl.melee.blows import Attack, circumstances_of
from bot.systems.ahl.melee.fight import fight
from bot.systems.ahl.melee.wording import MeleeResult
from bot.systems.ahl.orders.melee import check_melee, unable_to_strike
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.tables import Armour
from bot.systems.ahl.wounds.damage import (
    ORDINARY,
    Damage,
    Hit,
    Wounded,
    WoundReport,
    told_of_wound,
    what_became,
    wound_lines,
    wound_rules,
)
from bot.systems.ahl_variant.asked import Bout, Lobbed
from bot.systems.ahl_variant.fire import over
from bot.systems.ahl_variant.melee import Wielding
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Phase,
    Shelter,
    Whereabouts,
    check_turn,
    left,
)
from bot.systems.ahl_variant.outdoors.firing import done, units_of
from bot.systems.ahl_variant.outdoors.ground import Near
from bot.systems.ahl_variant.outdoors.keeping import StepTold, standing_lines
from bot.systems.ahl_variant.outdoors.telling import away

_OUTDOORS = "in the open each strikes in their own turn (AHL V27.Rounds)"


def reach_dm(reach: int, near: Near) -> int | None:
    """What the reach of a weapon adds at that range, None where it can't strike (V27.Melee)."""
    if near is Near.SHORT:
        return -2 if reach == 1 else 0
    if near is Near.CLOSE:
        return None if reach > 2 else -2 if reach == 2 else 0
    return None


def open_melee(book: Book, scene: Scene, asked: Bout, encounter: Encounter, dice: Dice) -> Outcome:
    """A blow in the open, by reach and then by value, and the counterblow at an animal; raises RuleError where it can't
    be struck (V27.Melee, V31.Attacks).
    """
    attacker, target = scene.one("name"), scene.one("target")
    units = units_of(scene)
    check_melee(scene)
    if not scene.only_odds:
        check_turn(encounter, units, attacker.name, Phase.MELEE, "melee")
    _check_may_strike(attacker.name, encounter.of(attacker.name))
    near = encounter.nearness(attacker.name, target.name)
    one = book.wields(book.fighter(attacker.name, attacker.sheet), asked, False)
    other = book.wields(book.fighter(target.name, target.sheet), asked, True)
    unable, back = _OUTDOORS, None
    if isinstance(one, Wielding) and isinstance(other, Wielding):
        prone = encounter.of(target.name).prone
        one = replace(one, extra=tuple(_extra(one, attacker.name, target.name, near, prone=prone)))
        if one.animal and not other.animal:
            unable, back = _counterblow(scene, asked, encounter, other, one.name)
            other = replace(other, evades=bool(unable) and not prone and target.sheet.condition is Condition.ACTIVE)
    if not scene.only_odds:
        _check_first(book, scene, asked, encounter, units, one)
    attacks = [Attack(one, back or other, dm=asked.dm, because=asked.because)]
    attacks += [Attack(back, one)] if back and not scene.only_odds else []
    circumstances = replace(circumstances_of(asked, zero_g=asked.zero_g, airless=False), asked=asked)
    melee = fight(book, attacks, circumstances, dice)
    kept, sheets, found = done(scene, encounter, attacker.name, dict(melee.after), fired=False)
    where = f"At {near} range in the open (AHL V27.Melee)"
    lines = tuple(map(str, standing_lines(found)))
    return Outcome(sheets, MeleeResult((attacker.name,), target.name, melee, unable, where, lines), ledger=kept)


def _check_may_strike(name: str, posture: Whereabouts) -> None:
    """Raise RuleError for whoever lies, or has fired in this round (V27.Prone, V27.Melee)."""
    if posture.prone:
        raise RuleError(f"{name} is prone and strikes nobody: stand up first, with /go (AHL V27.Prone).")
    if posture.fired:
        raise RuleError(f"{name} has fired in this round, and strikes nobody in it (AHL V27.Melee).")


def _counterblow(
    scene: Scene, asked: Bout, encounter: Encounter, other: Wielding, animal: str
) -> tuple[str, Wielding | None]:
    """Whoever is attacked by an animal with the blow that they strike instead of evading, or why they strike none
    (V31.Attacks).
    """
    target = scene.one("target")
    if not asked.strike_back:
        return "by choice", None
    if unable := unable_to_strike(target):
        return unable, None
    try:
        _check_may_strike(target.name, encounter.of(target.name))
        near = encounter.nearness(target.name, animal)
        extra = tuple(_extra(other, target.name, animal, near, prone=encounter.of(animal).prone))
    except RuleError as refusal:
        return str(refusal), None
    return "", replace(other, extra=extra)


def _extra(one: Wielding, name: str, target: str, near: Near, *, prone: bool) -> Iterator[Modifier]:
    """What the range and a prone target add to a blow; raises RuleError where the weapon can't strike."""
    if near is Near.NO:
        raise RuleError(
            f"{name} is at neither short nor close range of {target}: /go enemy:{target} near:short closes"
            " (AHL V27.Close)."
        )
    dm = reach_dm(one.arm.reach, near)
    if dm is None:
        raise RuleError(
            f"The {one.arm.name} is too long for close range: weapon:Hands, or weapon:Club to strike with it as with a "
            "club (AHL V27.Melee), ruling VR-A34."
        )
    if dm:
        yield Modifier(dm, f"reach {one.arm.reach} at {near} range", "AHL V27.Melee")
    if prone:
        yield Modifier(2, "prone target", "AHL V27.Prone")


def _check_first(
    book: Book, scene: Scene, asked: Bout, encounter: Encounter, units: Mapping[str, Unit], one: Any
) -> None:
    """Raise RuleError where somebody of longer reach, or as long a one and a higher value, strikes before."""
    if not isinstance(one, Wielding) or encounter.phase is not Phase.MELEE:
        return
    names = [*left(encounter, units, encounter.attackers), *left(encounter, units, encounter.defenders)]
    mine = (one.arm.reach, one.factor)
    for name in names:
        if name == one.name:
            continue
        rival = _rival(book, units[name], asked)
        if rival and (rival.arm.reach, rival.factor) > mine:
            raise RuleError(
                f"{name} strikes before {one.name}: reach {rival.arm.reach} and value {rival.factor} against {mine[0]} "
                f"and {mine[1]}; /encounter pass leaves it (AHL V27.Rounds)."
            )


def _rival(book: Book, unit: Unit, asked: Bout) -> Wielding | None:
    """Somebody with what they would strike with of their own accord; None where a figure for that isn't entered, for
    whom nobody has to wait.
    """
    try:
        rival = book.wields(book.fighter(unit.name, unit.sheet), replace(asked, weapon="", weakened=False), False)
    except RuleError:
        return None
    return rival if isinstance(rival, Wielding) else None


# Grenades.

_GRENADE = {0: -1, 1: -2, 2: -4}
_PENETRATION = 4


@dataclass(frozen=True, slots=True)
class OpenGrenade:
    """A grenade thrown at somebody in the open: how far, the throw, what it did to them and to those near them."""

    thrower: str
    grenades: int
    target: str
    bands: int
    near: Near
    check: Check
    damage: Damage | None
    wounded: WoundReport | None
    others: tuple["NearTold", ...]
    open: StepTold
    became: str = ""


@dataclass(frozen=True, slots=True)
class NearTold:
    """Somebody near a grenade: the penetration that came to them, their throw, and what it did."""

    name: str
    penetration: int
    check: Check | None
    damage: Damage | None
    wounded: WoundReport | None


def open_grenade(book: Book, scene: Scene, asked: Lobbed, encounter: Encounter) -> Callable[[Dice], Outcome]:
    """A hand grenade in the open, instead of fire, worked out up to the dice (V28.Grenades, ruling VR-A6)."""
    thrower, units = scene.one("name"), units_of(scene)
    if not scene.only_odds:
        check_turn(encounter, units, thrower.name, Phase.FIRE, "throwing a grenade")
    if not asked.at:
        raise RuleError("Say at whom it is thrown, as at:Cid (AHL V28.Grenades).")
    target = units[match(asked.at, encounter.people, what="person in the encounter")]
    bands = _thrown_so_far(encounter, thrower.name, target.name)
    armed = take_grenade(thrower.name, thrower.sheet)
    modifiers = tuple(to_toss(encounter, thrower.name, asked, bands, book.armour_of(target.sheet)))
    blast = Blast(Cause.GRENADE, _PENETRATION, asked=asked)

    def resolve(dice: Dice) -> Outcome:
        check = Check(f"to hit {target.name}", dice.roll(2, why=f"to hit {target.name}"), modifiers, 8)
        sheets: dict[str, Any] = {thrower.name: armed}
        damage = wounded = None
        others: list[Suffered] = []
        if check.made:
            damage, wounded = _harmed(book, target, asked, dice)
            sheets[target.name] = wounded.after
            others = [collateral(book, blast, near, dice) for near in _beside(book, encounter, units, target.name)]
            sheets |= {each.near.name: each.after for each in others}
        became = what_became(target.sheet, wounded.after) if wounded else ""
        kept, sheets, found = done(scene, encounter, thrower.name, sheets, fired=True)
        told = OpenGrenade(
            thrower.name,
            armed.grenades,
            target.name,
            bands,
            encounter.nearness(thrower.name, target.name),
            check,
            damage,
            told_of_wound(wounded) if wounded else None,
            tuple(map(_near_told, others)),
            found,
            became,
        )
        return Outcome(sheets, told, ledger=kept)

    return resolve


def _harmed(book: Book, target: Unit, asked: Lobbed, dice: Dice) -> tuple[Damage, Wounded]:
    """What a grenade does to whom it hits: as a round that isn't direct, in the ordinary column (ruling VR-A6)."""
    armour = book.armour_of(target.sheet)
    damage = book.damage(Hit(_PENETRATION, armour, robot=target.sheet.robot, asked=asked), dice)
    return damage, book.wound(target.sheet, damage.level, dice, ORDINARY, damage)


def _thrown_so_far(encounter: Encounter, name: str, target: str) -> int:
    """How many bands a grenade is thrown; raises RuleError beyond two."""
    bands = encounter.range(name, target)
    if bands not in _GRENADE:
        raise RuleError(f"{target} is {bands} bands away, and a grenade is thrown two at most (AHL V28.Grenades).")
    return bands


def to_toss(encounter: Encounter, name: str, asked: Lobbed, bands: int, armour: Armour) -> Iterator[Modifier]:
    """What counts on a grenade's throw (V28.Grenades, ruling VR-A6)."""
    covered = encounter.of(name).shelter is not Shelter.NONE if asked.cover is None else asked.cover
    found = (
        Modifier(_GRENADE[bands], away(bands, Near.NO), "AHL V28.Grenades"),
        Modifier(-2, "thrown from cover", "AHL 16") if covered else None,
        over(_PENETRATION, armour.against(laser=False), doubled=True),
        referees_own(asked.dm, asked.because),
    )
    return (each for each in found if each)


def _beside(book: Book, encounter: Encounter, units: Mapping[str, Unit], name: str) -> Iterator[NearBlast]:
    """Those who count as adjacent to somebody, at close range, and as two squares away, at short (V28.Adjacent)."""
    for one, other, near in encounter.near:
        if name in {one, other}:
            there = units[other if one == name else one]
            squares = 1 if near is Near.CLOSE else 2
            yield NearBlast(there.name, there.sheet, book.armour_of(there.sheet), squares)


def _near_told(each: Suffered) -> NearTold:
    wounded = told_of_wound(each.wounded) if each.wounded else None
    return NearTold(each.near.name, each.penetration, each.check, each.damage, wounded)


def open_grenade_card(told: OpenGrenade, faces: Faces) -> Card:
    """The answer: the throw, what it did to whom, how many grenades are left."""
    outcome = "hit" if told.check.made else "miss, which does nothing"
    where = away(told.bands, told.near)
    lines = [f"{told.target}, {where}: {check_line(told.check, faces.take(told.check.why), outcome)}"]
    working = [modifier_line(each) for each in told.check.modifiers]
    if told.damage and told.wounded:
        lines += wound_lines(told.target, told.damage, told.wounded, faces)
        working += wound_rules([(told.damage, told.wounded)], ORDINARY)
    for each in told.others:
        if each.check:
            lines.append(f"{each.name}: {check_line(each.check, faces.take('to suffer'), _suffers(each))}")
        if each.damage and each.wounded:
            lines += wound_lines(each.name, each.damage, each.wounded, faces)
    working += [
        "8+ at somebody, −1 in the same band, −2 one away, −4 two away; a miss doesn't scatter (AHL V28.Grenades), "
        "ruling VR-A6",
        "Who is at close range of them counts as adjacent, at short range as two squares away (AHL V28.Adjacent)",
    ]
    lines += [f"{counted(told.grenades, 'grenade')} left", *map(str, standing_lines(told.open))]
    hurt = told.damage is not None and told.damage.level > 0
    tone = Tone.BAD if hurt else Tone.PLAIN
    return Card(f"{told.thrower} throws a grenade at {told.target}", tuple(lines), tuple(working), tone=tone)


def _suffers(each: NearTold) -> str:
    return f"penetration {each.penetration}" if each.check and each.check.made else "unharmed"


def open_grenade_outcome(result: OpenGrenade) -> str:
    """What a grenade in the open came to for whom it was thrown at."""
    if not result.check.made or result.wounded is None:
        return "Miss"
    return result.became
