"""`/melee` in the open (V27.Melee, V31.Attacks)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.dice import Dice, Modifier
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Attack, Fighter, circumstances_of
from bot.systems.ahl.melee.fight import fight
from bot.systems.ahl.melee.wording import MeleeResult
from bot.systems.ahl.orders.melee import check_melee, unable_to_strike
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl_variant.asked import Bout
from bot.systems.ahl_variant.ledger import units_of
from bot.systems.ahl_variant.melee import Wielding
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Phase,
    Whereabouts,
    check_turn,
    foes_near,
    left,
)
from bot.systems.ahl_variant.outdoors.firing import done
from bot.systems.ahl_variant.outdoors.ground import Near
from bot.systems.ahl_variant.outdoors.keeping import standing_lines
from bot.systems.ahl_variant.tables import CLUB, HANDS

_STEP = (
    "In the open the longer reach strikes first, of equals the higher value, each once in the step (AHL V27.Rounds)",
    "Wounds count at once (AHL V27.Wounds)",
)
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
        check_turn(book, encounter, units, attacker.name, Phase.MELEE, "melee")
    _check_may_strike(attacker.name, encounter.of(attacker.name))
    near = encounter.nearness(attacker.name, target.name)
    one, other, unable, back = _facing(book, scene, asked, encounter, near)
    if not scene.only_odds:
        _check_first(book, scene, asked, encounter, units, one)
    attacks = [Attack(one, back or other, dm=asked.dm, because=asked.because)]
    attacks += [Attack(back, one)] if back and not scene.only_odds else []
    circumstances = replace(circumstances_of(asked, zero_g=asked.zero_g, airless=False), asked=asked)
    melee = fight(book, attacks, circumstances, dice)
    kept, sheets, found = done(book, scene, encounter, attacker.name, dict(melee.after), fired=False)
    where = f"At {near} range in the open (AHL V27.Melee)"
    lines = tuple(map(str, standing_lines(found)))
    result = MeleeResult((attacker.name,), target.name, melee, unable, where, lines, _STEP)
    return Outcome(sheets, result, ledger=kept)


def _facing(
    book: Book, scene: Scene, asked: Bout, encounter: Encounter, near: Near
) -> tuple[Fighter, Fighter, str, Wielding | None]:
    """Who strikes and who is struck, with what counts in the open; why the latter strikes no blow back, else as who
    they do.
    """
    attacker, target = scene.one("name"), scene.one("target")
    one = book.wields(book.fighter(attacker.name, attacker.sheet), asked, False, False)
    other = book.wields(book.fighter(target.name, target.sheet), asked, True, False)
    if not isinstance(one, Wielding) or not isinstance(other, Wielding):
        return one, other, _OUTDOORS, None
    prone = encounter.of(target.name).prone
    one = replace(one, extra=tuple(_extra(one, attacker.name, target.name, near, prone=prone)))
    if not one.animal or other.animal:
        return one, other, _OUTDOORS, None
    unable, back = _counterblow(scene, asked, encounter, other, one.name)
    evades = bool(unable) and not prone and target.sheet.condition is Condition.ACTIVE
    return one, replace(other, evades=evades), unable, back


def _check_may_strike(name: str, posture: Whereabouts) -> None:
    """Raise RuleError for whoever lies, or has fired in this round (V27.Prone, V27.Melee)."""
    if posture.prone:
        raise RuleError(f"{name} is prone and strikes nobody: stand up first, with /go (AHL V27.Prone).")
    if posture.fired:
        raise RuleError(f"{name} has fired or reloaded in this round, and strikes nobody in it (AHL V27.Melee).")


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
    names = [*left(book, encounter, units, encounter.attackers), *left(book, encounter, units, encounter.defenders)]
    mine = (one.arm.reach, one.factor)
    for name in names:
        if name == one.name:
            continue
        rival = _rival(book, units[name], asked, set(foes_near(encounter, units, name)))
        if rival and (rival.arm.reach, rival.factor) > mine:
            raise RuleError(
                f"{name} strikes before {one.name}: reach {rival.arm.reach} and value {rival.factor} against {mine[0]} "
                f"and {mine[1]}; /encounter pass leaves it (AHL V27.Rounds)."
            )


def _rival(book: Book, unit: Unit, asked: Bout, near: Collection[Near]) -> Wielding | None:
    """Somebody with what they would strike with of their own accord at those so near, or with a club or hands where
    that is too long for them (ruling VR-A34); None where nothing strikes there, or a figure for it isn't entered, and
    nobody has to wait.
    """
    own = _wielding(book, unit, asked, "", near)
    short = (each for each in (_wielding(book, unit, asked, arm, near) for arm in (CLUB, HANDS)) if each)
    return own or max(short, key=lambda each: each.factor, default=None)


def _wielding(book: Book, unit: Unit, asked: Bout, arm: str, near: Collection[Near]) -> Wielding | None:
    """Somebody with a weapon, of their own choice without a name; None where it strikes nobody so near."""
    try:
        found = book.wields(
            book.fighter(unit.name, unit.sheet), replace(asked, weapon=arm, weakened=False), False, False
        )
    except RuleError:
        return None
    strikes = isinstance(found, Wielding) and any(reach_dm(found.arm.reach, each) is not None for each in near)
    return found if isinstance(found, Wielding) and strikes else None
