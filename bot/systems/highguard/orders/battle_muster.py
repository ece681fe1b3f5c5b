"""`/battle new`, `join`, `standing`, `show` and `end`: who fights, and what comes of it (HG-C03, C33)."""

from dataclasses import replace

from bot.engine.cards import Card, person
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import setting_for_once
from bot.engine.system import Field, Kind, Need, Order, Outcome, Scene, Values
from bot.systems.highguard.battle.asking import asked_lines, waiting_line
from bot.systems.highguard.battle.boarding import KINDS
from bot.systems.highguard.battle.command import check_leads, command_lines, commanded_by
from bot.systems.highguard.battle.muster import fall, new_battle, prefer, side_of, stand
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.rounds import advance_all
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.battle.terminal import giant_found
from bot.systems.highguard.battle.wording import (
    chosen_to_fall,
    preferred,
    roster_lines,
    standing_card,
    together,
    wish_lines,
)
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.orders.battle import LONGEST, as_it_is, given_by
from bot.systems.highguard.orders.battle_end import end_order
from bot.systems.highguard.orders.battle_join import BEST_SKILL, join_order
from bot.systems.highguard.orders.battle_offers import sides
from bot.systems.highguard.orders.battle_words import SCREENS, WEAPONS, falling, preference
from bot.systems.highguard.orders.fields import number, text
from bot.systems.highguard.orders.whose import battle_of
from bot.systems.highguard.settings import MISSILES, SETTINGS, TANKS, UNLIMITED, house


def muster_orders(tables: Tables, combat: CombatTables, yard: Yard) -> tuple[Order, ...]:
    """The orders around a battle; `yard` holds the craft that designs may carry."""

    def set_standing(scene: Scene, values: Values, dice: Dice) -> Outcome:
        battle = battle_of(scene)
        side = side_of(battle, text(values, "side"))
        check_leads(battle, side, scene.by, "Standing orders")
        battle, wishes = _wished(battle, side, values)
        if wishes and "on" not in values:
            first, *others = wishes
            lines = (*first.lines, *together(others))
            return _told(battle, replace(first, lines=lines, footer=waiting_line(battle)))
        outcome = stood(stand(battle, side, standing=values.get("on", True) is True), side, dice)
        card = outcome.result
        return replace(outcome, result=replace(card, lines=(*card.lines, *together(wishes))))

    def stood(battle: Battle, side: int, dice: Dice) -> Outcome:
        on = battle.sides[side].standing
        turned = advance_all(battle, dice, combat) if on else None
        if turned is None or not turned.events:
            told = "is played by standing orders" if on else "decides for itself"
            return _told(battle, Card(f"{battle.sides[side].name} {told}", footer=waiting_line(battle)))
        return given_by(turned, side, combat, answered=True)

    def show(scene: Scene, _: Values, __: Dice) -> Outcome:
        battle = battle_of(scene)
        card = standing_card(battle)
        chosen = (*wish_lines(battle), *command_lines(battle))
        told = replace(card, lines=(*card.lines, *asked_lines(battle, combat), *chosen))
        return Outcome({}, told, fleets=fleets_of(battle), log=tuple(roster_lines(battle)))

    return (
        Order("battle new", (), _NEW, _begin, as_it_is, battle=True, need=Need.REFEREE),
        join_order(tables, yard),
        Order("battle standing", (), _STANDING, set_standing, as_it_is, battle=True, need=Need.ANYBODY),
        Order("battle show", (), (), show, as_it_is, battle=True, need=Need.ANYBODY),
        Order("battle commander", (), _COMMANDER, _command, as_it_is, battle=True, need=Need.ANYBODY),
        end_order(tables, yard),
    )


_NEW = (
    Field("first", Kind.NAME),
    Field("second", Kind.NAME),
    Field("first tactics", Kind.WHOLE, 0, low=0, high=BEST_SKILL),
    Field("second tactics", Kind.WHOLE, 0, low=0, high=BEST_SKILL),
    Field("fuel", Kind.FLAG, default=False),
    Field("giant", Kind.FLAG, default=False),
    Field(
        TANKS, Kind.CHOICE, SETTINGS[TANKS].values[0], choices=SETTINGS[TANKS].values, referees=setting_for_once(TANKS)
    ),
    Field(MISSILES, Kind.TEXT, UNLIMITED, referees=setting_for_once(MISSILES)),
)
_STANDING = (
    Field("side", Kind.TEXT, suggest=sides),
    Field("on", Kind.FLAG),
    Field("prefer", Kind.TEXT, "", suggest=lambda _: (*WEAPONS, *SCREENS)),
    Field("fall", Kind.TEXT, "", longest=LONGEST, suggest=lambda _: KINDS),
)


_COMMANDER = (Field("side", Kind.TEXT, suggest=sides), Field("commander", Kind.TEXT))


def _command(scene: Scene, values: Values, _: Dice) -> Outcome:
    """A side goes under another's command, by the referee's word or by that of whoever commands it."""
    battle = battle_of(scene)
    side = side_of(battle, text(values, "side"))
    check_leads(battle, side, scene.by, "The command")
    name, who = battle.sides[side].name, text(values, "commander")
    card = Card(f"{name} is under another command", (f"{person(who)} commands {name} now",))
    return _told(commanded_by(battle, side, who), card)


def _wished(battle: Battle, side: int, values: Values) -> tuple[Battle, list[Card]]:
    """The battle with what a side chose for all of it, and what it chose in words."""
    told: list[Card] = []
    if wanted := text(values, "prefer"):
        battle = prefer(battle, side, preference(wanted))
        told.append(preferred(battle.sides[side]))
    if wanted := text(values, "fall"):
        battle = fall(battle, side, falling(battle, side, wanted))
        told.append(chosen_to_fall(battle.sides[side]))
    return battle, told


def _begin(scene: Scene, values: Values, dice: Dice) -> Outcome:
    if scene.battle is not None:
        raise RuleError("A battle is being fought here already: /battle show shows it, /battle end ends it.")
    skills = (number(values, "first tactics"), number(values, "second tactics"))
    battle = new_battle(text(values, "first"), text(values, "second"), skills)
    chosen = house(text(values, TANKS), text(values, MISSILES))
    found, thrown = giant_found(dice) if values["giant"] else (False, "")
    fuel = values["fuel"] is True
    battle = replace(battle, fuel=fuel or found, giant=found and not fuel, house=chosen)
    lines = ("Ships join with /battle join; then each side forms with /battle form, and nobody sees how.",)
    return replace(_told(battle, Card(battle.title, (*([thrown] if thrown else []), *lines))), begun=True)


def _told(battle: Battle, card: Card) -> Outcome:
    return Outcome({}, card, battle=battle)
