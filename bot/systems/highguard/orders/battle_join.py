"""`/battle join`: ships and craft of the campaign join a side of the battle (HG-C03)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.engine.cards import Card, person, sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.highguard.battle.asking import few, waiting_line
from bot.systems.highguard.battle.command import commanded_by, commander_of
from bot.systems.highguard.battle.muster import Recruit, join, side_of
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.combat.readiness import agility, jump, maneuver
from bot.systems.highguard.combat.vessel import Vessel, dropped
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.entries import in_tons
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battle import as_it_is
from bot.systems.highguard.orders.battle_offers import sides
from bot.systems.highguard.orders.fields import number, text
from bot.systems.highguard.orders.whose import battle_of
from bot.systems.highguard.ships.commission import led_by
from bot.systems.highguard.ships.enlist import vessel_of_ship
from bot.systems.highguard.ships.ship import Fate
from bot.systems.highguard.ships.ship import Ship as Sheet

BEST_SKILL = 10
# Of how many ships drop tanks are told.
_MOST_TOLD = 12
_FIELDS = (
    Field("side", Kind.TEXT, "", suggest=sides),
    Field("aboard", Kind.TEXT, ""),
    Field("captain", Kind.WHOLE, 0, low=0, high=BEST_SKILL),
    Field("pilot", Kind.WHOLE, 0, low=0, high=BEST_SKILL),
    Field("everything", Kind.FLAG, default=False),
)


def join_order(tables: Tables, yard: Yard) -> Order:
    """The order by which ships join; `everything` takes all that fit among those that were handed in."""

    def resolve(scene: Scene, values: Values, _: Dice) -> Outcome:
        battle, units = battle_of(scene), scene.all("ships")
        if values["everything"]:
            units = tuple(_fitting(battle, units, text(values, "side")))
        after, lines = battle, []
        for side, joining in _by_side(battle, units, text(values, "side")).items():
            names = [unit.name for unit in joining]
            lines.append(f"{few(names)} {'joins' if len(names) == 1 else 'join'} {battle.sides[side].name}")
            commander = commander_of(after, side)
            _ask(scene, side, names, commander)
            if battle.sides[side].sealed:
                lines.append(f"What {battle.sides[side].name} has formed stays: they are in reserve")
            recruits = [_recruit(unit, values, tables, yard) for unit in joining]
            after = join(after, side, recruits)
            lines += [_burden_line(recruit.vessel) for recruit in recruits if recruit.vessel.tanks][:_MOST_TOLD]
            if commander is None:
                # Ships that nobody owns are the referee's.
                commander = next((recruit.owner for recruit in recruits if recruit.owner), "")
                lines += [f"{person(commander)} commands {battle.sides[side].name}"] if commander else []
            after = commanded_by(after, side, commander)
        card = Card(lines[0], tuple(lines[1:]), footer=waiting_line(after))
        return Outcome({}, card, battle=after)

    return Order("battle join", (Role("ships", many=True),), _FIELDS, resolve, as_it_is, battle=True)


def _ask(scene: Scene, side: int, names: Sequence[str], commander: str | None) -> None:
    """Raise NeedsYesError where somebody joins a side that another commands, until that one or the referee agrees."""
    if commander not in {None, scene.by}:
        name = battle_of(scene).sides[side].name
        whose = "its commander or the referee" if commander else "the referee, who commands it,"
        scene.ask(f"{few(names)} would join {name}: {whose} lets them.", of=[commander] if commander else [])


def _fitting(battle: Battle, units: Sequence[Unit], named: str) -> Iterator[Unit]:
    """Of many ships those that can join: not in it yet, whole enough, and of a side of the battle.

    Where a side is named and no ship is of it, those that are of neither side.
    """
    side = side_of(battle, named) if named else None
    there = {ship.name for ship in all_ships(battle)}
    able = [unit for unit in units if unit.name not in there and not _why_unfit(unit)]
    fitting = [unit for unit in able if (own := _side_of_unit(battle, unit)) is not None and side in {None, own}]
    if side is not None and not fitting:
        fitting = [unit for unit in able if _side_of_unit(battle, unit) is None]
    if not fitting:
        sides = " or ".join(side.name for side in battle.sides)
        raise RuleError(f"No ship of yours that is fit to fight is of side {sides}: name ships, and their side.")
    return iter(fitting)


def _side_of_unit(battle: Battle, unit: Unit) -> int | None:
    """The battle's side that a ship's own side names."""
    names = [side.name.casefold() for side in battle.sides]
    return names.index(unit.side.casefold()) if unit.side.casefold() in names else None


def _by_side(battle: Battle, units: Iterable[Unit], named: str) -> dict[int, list[Unit]]:
    """The ships by the side that they join: the one that is named, else their own."""
    joining: dict[int, list[Unit]] = {}
    there = {ship.name for ship in all_ships(battle)}
    for unit in units:
        if unit.name in there:
            raise RuleError(f"{unit.name} is in this battle already.")
        side = side_of(battle, named) if named else _side_of_unit(battle, unit)
        if side is None:
            sides = sentence([side.name for side in battle.sides], last="or")
            raise RuleError(f"Say which side {unit.name} joins: side:{sides}.")
        joining.setdefault(side, []).append(unit)
    if not joining:
        raise RuleError("Name the ships that join.")
    return joining


def _burden_line(ship: Vessel) -> str:
    """What drop tanks cost the ship that carries them."""
    assert ship.tanks is not None
    bare = dropped(ship)
    parts = [f"agility {agility(bare)} → {agility(ship)}", f"maneuver {maneuver(bare)} → {maneuver(ship)}"]
    if bare.size != ship.hull:
        parts.append(f"hull code {bare.size} → {ship.hull}")
    tons = f"drop tanks of {in_tons(ship.tanks.tons)} with {in_tons(ship.tanks.fuel)} of fuel"
    return (
        f"{ship.name} carries {tons}: {', '.join(parts)} until it drops them, by /battle decide drop or for a jump, "
        f"when it jumps {jump(ship)} (HG-D24, R-09)"
    )


def _why_unfit(unit: Unit) -> str:
    sheet: Sheet = unit.sheet
    if sheet.faults:
        return f"{unit.name} is still on the drawing board: mend its design first."
    if sheet.fate is Fate.DESTROYED:
        return f"{unit.name} was destroyed: only a new ship fights again."
    return ""


def _recruit(unit: Unit, values: Values, tables: Tables, yard: Yard) -> Recruit:
    if why := _why_unfit(unit):
        raise RuleError(why)
    sheet: Sheet = unit.sheet
    vessel = sheet.vessel or vessel_of_ship(sheet, tables, yard)
    vessel = led_by(replace(vessel, name=unit.name), number(values, "captain"), number(values, "pilot"))
    return Recruit(vessel, sheet.listed.name or unit.name, unit.owner, text(values, "aboard"))
