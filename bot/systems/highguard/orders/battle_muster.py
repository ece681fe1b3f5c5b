"""`/battle new`, `join`, `standing`, `show` and `end`: who fights, and what comes of it (HG-C03, C33)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asked import Offer, typed_order
from bot.engine.cards import person, sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.scene import PLAYER
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.highguard.asked import BattleJoinOrder, CommanderOrder, EndOrder, NewOrder, ShowOrder, StandingOrder
from bot.systems.highguard.battle.asking import few
from bot.systems.highguard.battle.boarding import KINDS
from bot.systems.highguard.battle.command import check_leads, commanded_by, commander_of, commands
from bot.systems.highguard.battle.homecoming import as_left, is_prize, settled
from bot.systems.highguard.battle.muster import Recruit, fall, join, new_battle, prefer, side_of, stand
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.report import Turned
from bot.systems.highguard.battle.rounds import all_ships, fights
from bot.systems.highguard.battle.state import Battle, Ledger, Step
from bot.systems.highguard.battle.terminal import end_battle, giant_found, throw_giant
from bot.systems.highguard.battle.told import (
    Begun,
    Burden,
    Commanded,
    Enlisted,
    Mustered,
    Over,
    StandingOrdered,
    shown,
    waits_of,
)
from bot.systems.highguard.battle.wording import (
    begun_card,
    commanded_card,
    mustered_card,
    over_card,
    roster_lines,
    shown_card,
    standing_card,
    standing_log,
)
from bot.systems.highguard.combat.readiness import agility, jump, maneuver
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.combat.vessel import Vessel, dropped
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battle import by_standing_orders
from bot.systems.highguard.orders.battle_offers import sides
from bot.systems.highguard.orders.battle_words import SCREENS, WEAPONS, falling, preference
from bot.systems.highguard.orders.own_ships import battle_of, fought_in
from bot.systems.highguard.settings import house
from bot.systems.highguard.ships.commission import led_by
from bot.systems.highguard.ships.enlist import vessel_of_ship
from bot.systems.highguard.ships.ship import Fate
from bot.systems.highguard.ships.ship import Ship as Sheet
from bot.systems.highguard.ships.traits import Refit
from bot.systems.ships import HIDDEN


def join_order(tables: Tables, yard: Yard) -> Order:
    """The order by which ships join; where none is named, all that fit among those that were handed in."""

    def resolve(scene: Scene, order: BattleJoinOrder, _: Dice) -> Outcome:
        battle, units = battle_of(scene), scene.all("name")
        if "name" in scene.unnamed:
            # One of which nobody knows comes by its name alone.
            units = tuple(unit for unit in _fitting(battle, units, order.side) if HIDDEN not in unit.marks)
        after, joined, asked = battle, [], dict[str, list[_Reason]]()
        for side, joining in _by_side(battle, units, order.side).items():
            names = tuple(unit.name for unit in joining)
            commander = commander_of(after, side)
            recruits = [_recruit(unit, order, tables, yard) for unit in joining]
            before, after = after, join(after, side, recruits)
            carriers = _carriers_of_others(scene, after, names)
            would = f"{few(names)} would join {battle.sides[side].name}"
            asked[would] = [*_reasons(scene, before, side, joining, commander, order, carriers)]
            first = ""
            if commander is None:
                # Ships that nobody owns are the referee's.
                commander = next((recruit.owner for recruit in recruits if recruit.owner), "")
                first = person(commander) if commander else ""
            after = commanded_by(after, side, commander)
            burdens = tuple(_burden(recruit.vessel) for recruit in recruits if recruit.vessel.tanks)
            own = battle.sides[side]
            joined.append(Enlisted(own.name, names, bool(own.sealed), burdens, first))
        # What can't be waits for nobody's yes.
        _ask(scene, asked, [unit.name for unit in units])
        shown = {unit.name: replace(unit, marks=()) for unit in units if HIDDEN in unit.marks}
        return Outcome({}, Mustered(waits_of(after), tuple(joined)), ledger=Ledger(after), units=shown)

    offers: Mapping[str, Offer] = {"side": sides, "aboard": lambda scene: list(scene.known)}
    order = typed_order(BattleJoinOrder, resolve, mustered_card, offers=offers)
    return replace(order, roles=tuple(replace(role, fits=_out_of_battle) for role in order.roles), registers=True)


def _out_of_battle(scene: Scene) -> Collection[str]:
    """The ships that are in no battle yet."""
    battle = fought_in(scene)
    return scene.known.keys() - ({ship.name for ship in all_ships(battle)} if battle else set())


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why a join waits for a yes: what is told of it after “would join Red”, who gives it, and `of` which players."""

    told: str
    whose: str = "the referee lets them"
    of: Collection[str] = ()


def _reasons(
    scene: Scene,
    battle: Battle,
    side: int,
    units: Sequence[Unit],
    commander: str | None,
    order: BattleJoinOrder,
    carriers: Mapping[str, str],
) -> Iterator[_Reason]:
    """Why ships join a side by somebody's yes alone: aboard others' `carriers`, each with its owner, or later than at
    first, led by skills of their own word, or both sides, or a side that another commands or plays.
    """
    another = commander not in {None, scene.by}
    if carriers:
        # Whoever commands the side lets them as well: nobody waits for the yes of two.
        of = [*carriers.values(), *([commander] if commander and another else [])]
        yield _Reason(
            f" aboard {sentence(carriers)}", "its owner, whoever commands the side or the referee lets them", of
        )
    if battle.turn > 1:
        yield _Reason(f" in turn {battle.turn} of the battle")
    if order.captain or order.pilot:
        led = f", led by captain {order.captain}, pilot {order.pilot}"
        yield _Reason(led, "what skills lead a ship needs the referee's yes")
    if commander != scene.by and (others := commands(battle, scene.by) - {side}):
        yield _Reason(f", and whose they are is of {battle.sides[others.pop()].name}")
    if commander is None and (players := _players(scene, battle.sides[side].name, units)) is not None:
        whose = "they or the referee let them" if players else "the referee lets them"
        yield _Reason(", which others play", whose, players)
    if another and not carriers:
        whose = "its commander or the referee" if commander else "the referee, who commands it,"
        yield _Reason("", f"{whose} lets them", [commander] if commander else [])


def _ask(scene: Scene, joins: Mapping[str, Sequence[_Reason]], names: Sequence[str]) -> None:
    """Raise NeedsYesError, once for all of these ships, where there is a reason for it in what they would do; for
    several it is the referee's, since whoever may allow one of them can't allow all.
    """
    reasons = [reason for why in joins.values() for reason in why]
    if reasons:
        told = "; ".join(f"{would}{''.join(reason.told for reason in why)}" for would, why in joins.items())
        who = reasons[0] if len(reasons) == 1 else _Reason("")
        scene.ask(f"{told}: {who.whose}.", who.of, about=names)


def _carriers_of_others(scene: Scene, battle: Battle, names: Sequence[str]) -> dict[str, str]:
    """The ships of others aboard which some have come, by name, each with its owner."""
    carriers = (battle.ships.get(battle.ships[name].carrier) for name in names)
    return {each.name: each.owner for each in carriers if each is not None and each.owner not in {"", scene.by}}


def _players(scene: Scene, side: str, units: Sequence[Unit]) -> Sequence[str] | None:
    """Who plays a side that nobody has joined yet, by number: whom the referee has named for it and the owners of its
    ships, where nobody owns them the referee alone. None where nobody does, and where whoever gives the order is one of
    them, with ships of that side.
    """
    players, ships = _playing(scene, side), any(unit.side == side for unit in scene.known.values())
    own = scene.by in players and all(unit.side == side for unit in units)
    return None if own or not (players or ships) else sorted(players - {scene.by})


def _playing(scene: Scene, side: str) -> set[str]:
    """Who plays a side: whom the referee has named for it, and the owners of its ships, by number."""
    named = {who for who, part in scene.members.items() if part.side == side and part.role == PLAYER}
    return named | {unit.owner for unit in scene.known.values() if unit.side == side and unit.owner}


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


def _burden(ship: Vessel) -> Burden:
    """What drop tanks cost the ship that carries them."""
    assert ship.tanks is not None
    bare = dropped(ship)
    return Burden(
        ship.name,
        ship.tanks.tons,
        ship.tanks.fuel,
        (agility(bare), agility(ship)),
        (maneuver(bare), maneuver(ship)),
        (bare.size, ship.hull),
        jump(ship),
    )


def _why_unfit(unit: Unit) -> str:
    sheet: Sheet = unit.sheet
    if sheet.faults:
        return f"{unit.name} is still on the drawing board: mend its design first."
    if sheet.fate is Fate.DESTROYED:
        return f"{unit.name} was destroyed: only a new ship fights again."
    return ""


def _recruit(unit: Unit, order: BattleJoinOrder, tables: Tables, yard: Yard) -> Recruit:
    if why := _why_unfit(unit):
        raise RuleError(why)
    sheet: Sheet = unit.sheet
    built = vessel_of_ship(sheet, tables, yard)
    vessel = led_by(replace(sheet.vessel or built, name=unit.name), order.captain, order.pilot)
    return Recruit(vessel, sheet.listed.name or unit.name, unit.owner, order.aboard, berths=built.craft)


def end_order(tables: Tables, yard: Yard) -> Order:
    """The order that ends a battle; `yard` holds the craft that designs may carry."""
    refit = Refit(tables, yard)

    def end(scene: Scene, order: EndOrder, _: Dice) -> Outcome:
        battle = battle_of(scene)
        winner = side_of(battle, order.winner) if order.winner else None
        turned = Turned(battle) if battle.step is Step.OVER else end_battle(battle, winner)
        after, known = settled(battle), {unit.name: unit for unit in scene.all("name")}
        ships = [ship for ship in after.ships if ship.name in known]
        prizes = {
            ship.name: replace(known[ship.name], side=battle.sides[ship.side].name, owner=ship.owner)
            for ship in ships
            if is_prize(ship)
        }
        # Whoever got their own ship back has lost none.
        won = {name for name, now in prizes.items() if now != known[name]}
        return Outcome(
            {ship.name: as_left(known[ship.name].sheet, ship, refit, captured=ship.name in won) for ship in ships},
            Over(shown(turned.battle), after.comings, after.prizes),
            ledger=Ledger(),
            fleets=fleets_of(battle),
            units=prizes,
        )

    return typed_order(EndOrder, end, over_card, offers={"winner": sides})


def muster_orders(tables: Tables, combat: CombatTables, yard: Yard) -> tuple[Order, ...]:
    """The orders around a battle; `yard` holds the craft that designs may carry."""

    def set_standing(scene: Scene, order: StandingOrder, dice: Dice) -> Outcome:
        battle = battle_of(scene)
        side = side_of(battle, order.side)
        check_leads(battle, side, scene.by, "Standing orders")
        if order.prefer:
            battle = prefer(battle, side, preference(order.prefer))
        if order.fall:
            battle = fall(battle, side, falling(battle, side, order.fall))
        wished = order.prefer or order.fall
        on = None if wished and order.on is None else order.on is not False
        battle = battle if on is None else stand(battle, side, standing=on)
        outcome = (on and by_standing_orders(battle, side, dice, combat)) or _kept(battle, None)
        own = battle.sides[side]
        told = StandingOrdered(
            waits_of(battle),
            own.name,
            on,
            outcome.result,
            own.preference if order.prefer else None,
            own.falling if order.fall else None,
        )
        return replace(outcome, result=told)

    def show(scene: Scene, _: ShowOrder, __: Dice) -> Outcome:
        battle = battle_of(scene)
        return Outcome({}, shown(battle, combat), fleets=fleets_of(battle))

    offers: Mapping[str, Offer] = {"side": sides, "prefer": (*WEAPONS, *SCREENS), "fall": KINDS}
    return (
        typed_order(NewOrder, _begin, begun_card),
        join_order(tables, yard),
        typed_order(StandingOrder, set_standing, standing_card, offers=offers, log=standing_log),
        typed_order(ShowOrder, show, shown_card, log=roster_lines),
        typed_order(CommanderOrder, _command, commanded_card, offers={"side": sides}, registers=True),
        end_order(tables, yard),
    )


def _command(scene: Scene, order: CommanderOrder, _: Dice) -> Outcome:
    """A side goes under another's command, by the referee's word or by that of whoever commands it; under one of the
    other side by the referee's alone.
    """
    battle = battle_of(scene)
    side = side_of(battle, order.side)
    check_leads(battle, side, scene.by, "The command")
    other = battle.sides[1 - side].name
    ordering = {each for fight in fights(battle) for each in commands(fight, order.commander)}
    if 1 - side in ordering or order.commander in _playing(scene, other):
        scene.ask(f"Who would command {battle.sides[side].name} plays {other} or commands it: the referee lets them.")
    told = Commanded(battle.sides[side].name, person(order.commander))
    return _kept(commanded_by(battle, side, order.commander), told)


def _begin(scene: Scene, order: NewOrder, dice: Dice) -> Outcome:
    if fought_in(scene) is not None:
        raise RuleError("A battle is being fought here already: /battle show shows it, /battle end ends it.")
    battle = new_battle(order.first, order.second, (order.first_tactics, order.second_tactics))
    thrown = throw_giant(dice) if order.giant else None
    found = thrown is not None and giant_found(thrown)
    battle = replace(battle, fuel=order.fuel or found, giant=found and not order.fuel, house=house(order))
    return _kept(battle, Begun(waits_of(battle).sides, thrown))


def _kept(battle: Battle, told: Any) -> Outcome:
    return Outcome({}, told, ledger=Ledger(battle))
