"""`/range` in the open: how far two are from each other, and what that means for friends and for weapons (V27, V28)."""

from dataclasses import dataclass

from bot.engine.cards import Card
from bot.engine.dice import Faces
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene
from bot.engine.typed import match
from bot.systems.ahl.asked.moving import RangeOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Carried, named_weapon
from bot.systems.ahl.tables import Band
from bot.systems.ahl_variant.ledger import units_of
from bot.systems.ahl_variant.outdoors.encounter import Encounter
from bot.systems.ahl_variant.outdoors.ground import Near, bracket
from bot.systems.ahl_variant.outdoors.telling import away


@dataclass(frozen=True, slots=True)
class OpenRange:
    """How many bands or hexes two are apart, how near they have come, whether they are friends; and by each weapon of
    the first the bracket into which that falls, None out of range.
    """

    name: str
    target: str
    bands: int
    near: Near
    friends: bool
    brackets: tuple[tuple[str, Band | None], ...]
    hexes: bool = False


def open_range(book: Book, scene: Scene, asked: RangeOrder, encounter: Encounter) -> Outcome:
    """How far somebody is from somebody else; raises RuleError for whoever isn't in the encounter."""
    unit, units = scene.one("name"), units_of(scene)
    name = match(asked.to, encounter.people, what="person in the encounter")
    bands, near = encounter.range(unit.name, name), encounter.nearness(unit.name, name)

    def of(carried: Carried) -> tuple[str, Band | None]:
        weapon, kind = book.weapons[carried.weapon], carried.loaded.ammunition
        try:
            band = bracket(weapon, weapon.row(kind), bands, near)[0]
        except RuleError:
            band = None
        return named_weapon(weapon.name, kind), band

    fires = [each for each in unit.sheet.weapons if book.weapons[each.weapon].fires]
    friends = bool(unit.side) and units[name].side == unit.side
    found = OpenRange(unit.name, name, bands, near, friends, tuple(map(of, fires)), encounter.hexes)
    return Outcome({}, found)


def open_range_card(told: OpenRange, _: Faces) -> Card:
    """The answer, with what friends can do for each other at that range."""
    lines = [away(told.bands, told.near, hexes=told.hexes).capitalize()]
    if told.friends and told.bands:
        place = "hex" if told.hexes else "band"
        lines.append(f"Too far for aid, ammunition and gear, and for speech without radio: those take the same {place}")
    elif told.friends:
        lines.append("As at close range for aid, ammunition and gear, and as at short range for speech without radio")
    elif told.near is not Near.NO:
        lines.append(f"As {'adjacent' if told.near is Near.CLOSE else 'two squares apart'} for explosions and blows")
    lines += [f"{weapon}: {f'{band} range' if band else 'out of range'}" for weapon, band in told.brackets]
    working = (
        "Ranges are bands or hexes of 25 m by the shortest way (AHL V27.Ranges, AHL V29.Hexes)",
        "Of friends in one band or hex, and of enemies who have closed, it says how near they count (AHL V28.Adjacent)",
    )
    return Card(f"From {told.name} to {told.target}", tuple(lines), working)
