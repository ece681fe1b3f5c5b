"""`/grenade` in the open (V28.Grenades)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.cards import Card, Tone, check_line, counted, modifier_line
from bot.engine.dice import Check, Dice, Faces, Modifier, referees_own
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.blast.explosion import Suffered, collateral, near
from bot.systems.ahl.blast.reach import Blast, Cause
from bot.systems.ahl.blast.reach import Near as BlastNear
from bot.systems.ahl.blast.report import Sufferer, suffered_lines, sufferer
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.report import MISS
from bot.systems.ahl.grenade.throw import take_grenade
from bot.systems.ahl.orders.fire import own_side
from bot.systems.ahl.tables import Armour
from bot.systems.ahl.wounds.damage import (
    ORDINARY,
    Damage,
    Hit,
    Wounded,
    WoundReport,
    surroundings_of,
    told_of_wound,
    what_became,
    wound_lines,
    wound_rules,
)
from bot.systems.ahl_variant.asked import Lobbed
from bot.systems.ahl_variant.fire import over
from bot.systems.ahl_variant.ledger import units_of
from bot.systems.ahl_variant.outdoors.aiming import beside, check_alive
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Phase, Shelter, check_turn
from bot.systems.ahl_variant.outdoors.firing import done
from bot.systems.ahl_variant.outdoors.ground import Near
from bot.systems.ahl_variant.outdoors.keeping import StepTold, standing_lines
from bot.systems.ahl_variant.outdoors.telling import BESIDE, away

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
    others: tuple[Sufferer, ...]
    open: StepTold
    hexes: bool = False
    became: str = ""


def open_grenade(book: Book, scene: Scene, asked: Lobbed, encounter: Encounter) -> Callable[[Dice], Outcome]:
    """A hand grenade in the open, instead of fire, worked out up to the dice (V28.Grenades, ruling VR-A6)."""
    thrower, units = scene.one("name"), units_of(scene)
    if not scene.only_odds:
        check_turn(book, encounter, units, thrower.name, Phase.FIRE, "throwing a grenade")
    target = _target(scene, asked, encounter)
    bands = thrown_so_far(encounter, thrower.name, target.name)
    armed = take_grenade(thrower.name, thrower.sheet)
    modifiers = tuple(to_toss(encounter, thrower.name, asked, bands, book.armour_of(target.sheet)))
    blast = Blast(Cause.GRENADE, _PENETRATION, surroundings_of(asked), asked=asked)
    reached = _reached(book, encounter, {**units, thrower.name: replace(thrower, sheet=armed)}, target.name)

    def resolve(dice: Dice) -> Outcome:
        check = Check(f"to hit {target.name}", dice.roll(2, why=f"to hit {target.name}"), modifiers, 8)
        sheets: dict[str, Any] = {thrower.name: armed}
        damage = wounded = None
        others: list[Suffered] = []
        if check.made:
            damage, wounded = _harmed(book, target, asked, dice)
            others = [collateral(book, blast, each, dice) for each in reached]
            sheets |= {target.name: wounded.after, **{each.near.name: each.after for each in others}}
        kept, sheets, found = done(book, scene, encounter, thrower.name, sheets, fired=True)
        told = OpenGrenade(
            thrower.name,
            armed.grenades,
            target.name,
            bands,
            encounter.nearness(thrower.name, target.name),
            check,
            damage,
            wounded and told_of_wound(wounded),
            tuple(map(sufferer, others)),
            found,
            encounter.hexes,
            what_became(target.sheet, wounded.after) if wounded else "",
        )
        return Outcome(sheets, told, ledger=kept)

    return resolve


def _reached(book: Book, encounter: Encounter, units: Mapping[str, Unit], target: str) -> list[BlastNear]:
    """Those near whom it is thrown at; who throws may be one of them, with a grenade less by then."""
    return [near(unit, book) for unit in beside(encounter, units, target)]


def _target(scene: Scene, asked: Lobbed, encounter: Encounter) -> Unit:
    """At whom a grenade is thrown; raises RuleError where nobody is named, or they can't be meant."""
    if not asked.at:
        raise RuleError("Say at whom it is thrown, as at:Cid (AHL V28.Grenades).")
    name = match(asked.at, encounter.people, what="person in the encounter")
    if name == scene.one("name").name:
        raise RuleError(f"{name} can't throw a grenade at themselves: name somebody else.")
    target = units_of(scene)[name]
    check_alive(target)
    return target


def grenade_friends(scene: Scene, asked: Lobbed, encounter: Encounter) -> list[Unit]:
    """Those of the thrower's own side who are near whom it is thrown at (V28.Adjacent)."""
    target = _target(scene, asked, encounter)
    return own_side(scene.one("name"), beside(encounter, units_of(scene), target.name))


def _harmed(book: Book, target: Unit, asked: Lobbed, dice: Dice) -> tuple[Damage, Wounded]:
    """What a grenade does to whom it hits: as a round that isn't direct, in the ordinary column (ruling VR-A6)."""
    armour, around = book.armour_of(target.sheet), surroundings_of(asked)
    worse = around.worsens(target.sheet)
    damage = book.damage(Hit(_PENETRATION, armour, robot=target.sheet.robot, in_vacuum=worse, asked=asked), dice)
    return damage, book.wound(target.sheet, damage.level, dice, around, damage)


def thrown_so_far(encounter: Encounter, name: str, target: str) -> int:
    """How many bands a grenade is thrown; raises RuleError beyond two."""
    bands = encounter.range(name, target)
    if bands not in _GRENADE:
        far = away(bands, Near.NO, hexes=encounter.hexes)
        raise RuleError(f"{target} is {far}, and a grenade is thrown two at most (AHL V28.Grenades).")
    return bands


def to_toss(encounter: Encounter, name: str, asked: Lobbed, bands: int, armour: Armour) -> Iterator[Modifier]:
    """What counts on a grenade's throw (V28.Grenades, ruling VR-A6)."""
    covered = encounter.of(name).shelter is not Shelter.NONE if asked.cover is None else asked.cover
    found = (
        Modifier(_GRENADE[bands], away(bands, Near.NO, hexes=encounter.hexes), "AHL V28.Grenades"),
        Modifier(-2, "thrown from cover", "AHL 16") if covered else None,
        over(_PENETRATION, armour.against(laser=False), doubled=True),
        referees_own(asked.dm, asked.because),
    )
    return (each for each in found if each)


def open_grenade_card(told: OpenGrenade, faces: Faces) -> Card:
    """The answer: the throw, what it did to whom, how many grenades are left."""
    outcome = "hit" if told.check.made else "miss, which does nothing"
    where = away(told.bands, told.near, hexes=told.hexes)
    lines = [f"{told.target}, {where}: {check_line(told.check, faces.take(told.check.why), outcome)}"]
    working = [modifier_line(each) for each in told.check.modifiers]
    if told.damage and told.wounded:
        lines += wound_lines(told.target, told.damage, told.wounded, faces)
        working += wound_rules([(told.damage, told.wounded)], ORDINARY)
    for each in told.others:
        lines += suffered_lines(each, faces)
    working += [
        "8+ at somebody, −1 in the same band, −2 one away, −4 two away; a miss doesn't scatter (AHL V28.Grenades), "
        "ruling VR-A6",
        BESIDE,
    ]
    lines += [f"{counted(told.grenades, 'grenade')} left", *map(str, standing_lines(told.open))]
    hurt = told.damage is not None and told.damage.level > 0
    tone = Tone.BAD if hurt else Tone.PLAIN
    return Card(f"{told.thrower} throws a grenade at {told.target}", tuple(lines), tuple(working), tone=tone)


def open_grenade_outcome(result: OpenGrenade) -> str:
    """What a grenade in the open came to for whom it was thrown at."""
    if not result.check.made or result.wounded is None:
        return MISS
    return result.became
