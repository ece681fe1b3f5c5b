"""`/battle end`: ships keep their damage, prizes go to their captors, craft return to their carriers (HG-B10)."""

from dataclasses import replace

from bot.engine.dice import Dice
from bot.engine.system import Field, Hands, Kind, Need, Order, Outcome, Role, Scene, Values
from bot.systems.highguard.battle.homecoming import is_prize, settled
from bot.systems.highguard.battle.muster import side_of
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.report import Turned
from bot.systems.highguard.battle.state import Place, Ship, Step
from bot.systems.highguard.battle.terminal import end_battle
from bot.systems.highguard.battle.wording import standing_card
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battle import as_it_is
from bot.systems.highguard.orders.battle_offers import sides
from bot.systems.highguard.orders.fields import text
from bot.systems.highguard.orders.whose import battle_of
from bot.systems.highguard.ships.enlist import unscathed, vessel_of_ship
from bot.systems.highguard.ships.ship import Fate
from bot.systems.highguard.ships.ship import Ship as Sheet

_FATES = {
    Place.DESTROYED: Fate.DESTROYED,
    Place.JUMPED: Fate.JUMPED,
    Place.ESCAPED: Fate.ESCAPED,
}


def end_order(tables: Tables, yard: Yard) -> Order:
    """The order that ends a battle; `yard` holds the craft that designs may carry."""

    def kept(sheet: Sheet, ship: Ship, *, captured: bool) -> Sheet:
        usual = Fate.CAPTURED if captured else Fate.AFLOAT
        whole = not ship.jury and unscathed(ship.vessel, vessel_of_ship(sheet, tables, yard))
        vessel = None if whole else ship.vessel
        return replace(sheet, vessel=vessel, fate=_FATES.get(ship.place, usual), jury=ship.jury)

    def end(scene: Scene, values: Values, _: Dice) -> Outcome:
        battle = battle_of(scene)
        winner = side_of(battle, text(values, "winner")) if text(values, "winner") else None
        turned = Turned(battle) if battle.step is Step.OVER else end_battle(battle, winner)
        after, known = settled(battle), {unit.name: unit for unit in scene.all("ships")}
        ships = [ship for ship in after.ships if ship.name in known]
        hands = {ship.name: Hands(battle.sides[ship.side].name, ship.owner) for ship in ships if is_prize(ship)}
        # Whoever got his own ship back has lost none.
        won = {name for name, now in hands.items() if now != Hands(known[name].side, known[name].owner)}
        card = standing_card(turned.battle)
        title = f"The battle is over: {battle.title}"
        return Outcome(
            {ship.name: kept(known[ship.name].sheet, ship, captured=ship.name in won) for ship in ships},
            replace(card, title=title, lines=(*card.lines, *after.lines), footer=""),
            battle=turned.battle,
            over=True,
            fleets=fleets_of(battle),
            hands=hands,
        )

    winner = Field("winner", Kind.TEXT, "", suggest=sides)
    return Order("battle end", (Role("ships", many=True),), (winner,), end, as_it_is, battle=True, need=Need.REFEREE)
