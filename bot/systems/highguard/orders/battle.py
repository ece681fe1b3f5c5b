"""`/battle`: a battle of ships from its beginning to its end, step by step or a round at once (HG-C01 to C33)."""

from collections.abc import Collection
from dataclasses import replace

from bot.engine.asked import given, typed_order
from bot.engine.cards import sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.engine.system import Order, Outcome, Scene
from bot.systems.highguard.asked import DecideOrder, FireOrder, FormOrder, RoundOrder
from bot.systems.highguard.battle.choosing import choices_in
from bot.systems.highguard.battle.command import leads, own_orders
from bot.systems.highguard.battle.course import Choice, RangeChoice, StandingOrders, answer, default
from bot.systems.highguard.battle.decisions import Decisions, reopened
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.muster import check_step, out_of_sequence, side_of
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.pursuit import Pursuit
from bot.systems.highguard.battle.report import (
    HOLDS,
    Chased,
    Damaged,
    Fired,
    Formed,
    Left,
    Replaced,
    Sealed,
    Turned,
    flat,
)
from bot.systems.highguard.battle.rounds import (
    Favour,
    Player,
    advance,
    advance_all,
    favoured,
    fight_named,
    fights,
    in_fight,
    play_round,
)
from bot.systems.highguard.battle.state import Battle, Formation, Ledger, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.battle.told import sealed_in, told_of
from bot.systems.highguard.battle.wording import fought_card, fought_log, step_card
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders import battle_words as words
from bot.systems.highguard.orders.battle_offers import offers
from bot.systems.highguard.orders.own_ships import (
    Choose,
    S,
    battle_of,
    chosen_by,
    fight_for,
    said_for_own,
    side_for,
    waiting_outcome,
)

# What `/battle decide` may say in each step; a DM only where there are throws on which it counts.
ASKED = {
    Step.RANGE: ("range",),
    Step.DECISIONS: ("break off", "jump", "emergency", "globe", "silent", "drop"),
    Step.DEFENCE: ("defend", "dm", "because"),
    Step.PURSUIT: ("pursue",),
    Step.TERMINAL: ("repair", "revive", "board", "transfer", "refuel", "note", "dm", "because"),
}
_FIRED = (Step.COMBAT, Step.BREAKTHROUGH)
NONE = "none"


def formation(battle: Battle, side: int, order: FormOrder, _: CombatTables) -> Choice:
    """The line of battle, and craft launched and recovered (HG-C03 to C07)."""
    reserved = order.line.strip().casefold() == NONE
    return Formation(
        () if reserved else words.names(battle, order.line, side),
        words.aboard(battle, order.launch, side),
        words.recoveries(battle, order.recover),
        all_reserve=reserved,
        dm=order.dm,
        because=order.because,
    )


def volleys(battle: Battle, side: int, order: FireOrder, tables: CombatTables) -> Choice:
    """Fire at the targets that are presented (HG-C21 to C24); `none` holds all fire."""
    held = order.fire.strip().casefold() == NONE
    return Fire(
        () if held else words.volleys(battle, order.fire, side, tables),
        HOLDS if held else "",
        dm=order.dm,
        because=order.because,
    )


def decision(battle: Battle, side: int, order: DecideOrder, tables: CombatTables) -> Choice:
    """What the step asks for that the battle has reached (HG-C12 to C20, A20, C29, C32)."""
    _check_asked(battle, given(order))
    if (battle.step is Step.RANGE and not order.range) or (battle.step is Step.PURSUIT and not order.pursue):
        return default(battle, side, tables)
    return _decided(battle, side, order)


def _check_asked(battle: Battle, said: Values) -> None:
    """Raise RuleError for what another step asks: an order that counts for nothing would mislead (HG-C02)."""
    asked = ASKED[battle.step]
    others = {name for names in ASKED.values() for name in names if name not in asked and said.get(name)}
    if others:
        may = sentence(asked, last="or")
        raise RuleError(f"It is time for {battle.step} now: say {may}, and leave {min(others)} out (HG-C02).")


def _decided(battle: Battle, side: int, order: DecideOrder) -> Choice:
    if order.range:
        return RangeChoice(order.range)
    if battle.step is Step.DECISIONS:
        return Decisions(
            words.groups(battle, order.break_off, side),
            words.jumps(battle, order.jump, side),
            words.names(battle, order.emergency, side),
            words.rates(battle, order.globe, side),
            words.systems(battle, order.silent, side),
            words.names(battle, order.drop, side),
        )
    if battle.step is Step.DEFENCE:
        guards = words.guards(order.defend)
        return Defence(guards, dm=order.dm, because=order.because)
    if battle.step is Step.PURSUIT:
        return Pursuit({} if order.pursue.strip().casefold() == NONE else words.chases(battle, order.pursue))
    return Upkeep(
        words.systems(battle, order.repair, side),
        words.names(battle, order.revive, side),
        words.boardings(battle, order.board),
        words.transfers(battle, order.transfer, side),
        words.fuel(battle, order.refuel, side),
        notes=words.noted(battle, order.note, side),
        dm=order.dm,
        because=order.because,
    )


# What changes the picture.
_SHOWN = (Formed, Fired, Damaged, Left, Chased)


def step_orders(tables: CombatTables) -> tuple[Order, ...]:
    """`/battle form`, `decide`, `fire` and `round`."""
    offered = offers(tables)

    def order(asked: type[S], choose: Choose[S], steps: Collection[Step]) -> Order:
        def resolve(scene: Scene, order: S, dice: Dice) -> Outcome:
            return _acted(scene, order, choose, steps, dice, tables)

        return typed_order(asked, resolve, step_card, offers=offered, log=fought_log)

    def whole_round(scene: Scene, order: RoundOrder, dice: Dice) -> Outcome:
        battle = battle_of(scene)
        if not any(fight.waiting for fight in fights(battle)):
            raise out_of_sequence(battle)
        sides = (side_of(battle, order.side),) if order.side else (0, 1)
        play = _player(tables)
        play = favoured(Favour(order.dm, order.because, sides), play) if order.dm else play
        turned = play_round(battle, dice, tables, (play, play))
        return replace(fought(turned, tables), doers=tuple(side.name for side in battle.sides))

    return (
        order(FormOrder, formation, [Step.FORMATION]),
        order(DecideOrder, decision, ASKED),
        order(FireOrder, volleys, _FIRED),
        typed_order(RoundOrder, whole_round, fought_card, offers=offered, log=fought_log),
    )


def _acted(
    scene: Scene, order: S, choose: Choose[S], steps: Collection[Step], dice: Dice, tables: CombatTables
) -> Outcome:
    """What a side decided in one of these steps, and then what standing orders do until a player is waited for."""
    battle, by = battle_of(scene), scene.by
    fight = fight_named(battle, fight_for(battle, by, order.fight, order.side))
    check_step(fight, *steps)
    side = side_for(fight, by, order.side)
    if not leads(fight, side, by):
        return _own(battle, fight, side, by, order, choose, tables)
    answered, others = False, bool(own_orders(fight, side))

    def act(fight: Battle) -> Turned:
        nonlocal answered
        if not by and isinstance(order, DecideOrder) and order.refuel:
            # Where there is fuel the referee knows: their own order says that there is some.
            fight = replace(fight, fuel=True)
        due = reopened(fight, side)
        again = (Replaced(side),) if due is not fight else ()
        turned = answer(due, side, chosen_by(due, side, by, order, choose, tables), dice, tables)
        on = advance(turned.battle, dice, tables)
        answered = bool(on.events)
        return Turned(on.battle, (*again, *turned.events, *on.events))

    return _given_by(in_fight(battle, fight.name, act), side, tables, answered=answered, others=others)


def _own(
    battle: Battle, fight: Battle, side: int, by: str, order: S, choose: Choose[S], tables: CombatTables
) -> Outcome:
    """What an owner says for their own ships: it waits for their side's commander."""
    after, said = said_for_own(fight, side, by, order, choose, tables)
    return waiting_outcome(in_fight(battle, fight.name, lambda _: Turned(after)).battle, said)


def by_standing_orders(battle: Battle, side: int, dice: Dice, tables: CombatTables) -> Outcome | None:
    """What standing orders do at once in all fights for a side that they play from now on; None where others are
    waited for.
    """
    turned = advance_all(battle, dice, tables, _player(tables))
    # What they decide may be nothing that is told, and is decided then all the same.
    if turned.battle == battle:
        return None
    others = any(own_orders(fight, side) for fight in fights(battle))
    return _given_by(turned, side, tables, answered=True, others=others)


def _player(tables: CombatTables) -> Player:
    """Standing orders, which do what owners have said for their own ships in a step as well."""
    orders = StandingOrders(tables)

    def choice(fight: Battle, side: int) -> Choice:
        if not own_orders(fight, side):
            return orders.choice(fight, side)
        if fight.step is Step.FORMATION:
            return chosen_by(fight, side, "", FormOrder(), formation, tables)
        if fight.step in _FIRED:
            return chosen_by(fight, side, "", FireOrder(), volleys, tables)
        return chosen_by(fight, side, "", DecideOrder(), decision, tables)

    return choice


def _given_by(turned: Turned, side: int, tables: CombatTables, *, answered: bool, others: bool) -> Outcome:
    """The outcome of a side's order, and whether it shows what was sealed, what standing orders then did, or what its
    `others` had said for their own ships.

    Initiative is thrown for both sides, and what standing orders do for their own.
    """
    own, other = turned.battle.sides[side], turned.battle.sides[1 - side]
    revealed = any(isinstance(event, Formed) for event in flat(turned.events))
    answered = answered and other.standing
    opened = "both formations" if revealed else f"what standing orders do for {other.name}" if answered else ""
    opened = opened or (f"what other owners of {own.name} had said" if others else "")
    throwers = (other.name,) if revealed or answered else ()
    return replace(fought(turned, tables), opened=opened, doers=(own.name,), throwers=throwers)


def fought(turned: Turned, tables: CombatTables) -> Outcome:
    """The outcome of what happened, and what is asked next.

    A formation is for the orderer alone until the other side has formed (HG-C03).
    """
    battle, events = turned.battle, tuple(flat(turned.events))
    shown = any(isinstance(event, _SHOWN) for event in events)
    sealed = any(isinstance(event, Sealed) for event in events) and all(
        isinstance(event, Sealed | Replaced) for event in events
    )
    told = told_of(turned)
    if sealed:
        told = replace(told, sealed=sealed_in(battle, told))
    else:
        told = replace(told, choices=choices_in(battle, tables))
    fleets = fleets_of(battle, turned.events) if shown else None
    return Outcome({}, told, ledger=Ledger(battle), sealed=sealed, fleets=fleets)
