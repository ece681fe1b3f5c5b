"""`/battle`: a battle of ships from its beginning to its end, step by step or a round at once (HG-C01 to C33)."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.fields import dm_fields
from bot.engine.system import Field, Kind, Need, Order, Outcome, Scene, Values
from bot.systems.highguard.battle.asking import asked_lines, few, waiting_line
from bot.systems.highguard.battle.command import leads, own_orders
from bot.systems.highguard.battle.course import answer
from bot.systems.highguard.battle.decisions import reopened
from bot.systems.highguard.battle.logbook import log_lines, replaced_line
from bot.systems.highguard.battle.muster import check_step, out_of_sequence, side_of
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.report import (
    Chased,
    Damaged,
    Elsewhere,
    Fired,
    Formed,
    Left,
    Replaced,
    Sealed,
    Turned,
)
from bot.systems.highguard.battle.rounds import Favour, advance, favoured, fight_named, fights, in_fight, play_round
from bot.systems.highguard.battle.state import Battle, Side, Step, Things
from bot.systems.highguard.battle.wording import battle_card, flat, formation_line, in_log
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders.battle_choices import ASKED, decision, formation, volleys
from bot.systems.highguard.orders.battle_offers import fight_names, offers, sides
from bot.systems.highguard.orders.fields import number, text
from bot.systems.highguard.orders.own_ships import (
    Choose,
    battle_of,
    chosen_by,
    fight_for,
    said_for_own,
    side_for,
    waiting_outcome,
)

LONGEST = 2000
LARGEST_DM = 20
# What changes the picture.
_SHOWN = (Formed, Fired, Damaged, Left, Chased)
_REFEREES_OWN = dm_fields(LARGEST_DM)
# Whose orders they are, in which chase, and whether standing orders do what was left open.
_SIDE = Field("side", Kind.TEXT, "", suggest=sides)
_WHOSE = (
    _SIDE,
    Field("fight", Kind.TEXT, "", suggest=fight_names),
    Field("rest", Kind.FLAG, default=True),
)


def step_orders(tables: CombatTables) -> tuple[Order, ...]:
    """`/battle form`, `decide`, `fire` and `round`."""

    def texts(*names: str) -> tuple[Field, ...]:
        return tuple(Field(name, Kind.TEXT, "", longest=LONGEST, suggest=offers(name, tables)) for name in names)

    def order(verb: str, fields: tuple[Field, ...], choose: Choose, steps: Collection[Step]) -> Order:
        def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
            return _acted(scene, values, choose, steps, dice, tables)

        return Order(verb, (), (*fields, *_WHOSE, *_REFEREES_OWN), resolve, as_it_is, battle=True, need=Need.ANYBODY)

    def whole_round(scene: Scene, values: Values, dice: Dice) -> Outcome:
        battle = battle_of(scene)
        if not any(fight.waiting for fight in fights(battle)):
            raise out_of_sequence(battle)
        dm, named = number(values, "dm"), text(values, "side")
        sides = (side_of(battle, named),) if named else (0, 1)
        favour = Favour(dm, text(values, "because"), sides)
        turned = play_round(battle, dice, tables, favoured(favour, tables) if dm else None)
        return replace(fought(turned, tables), doers=tuple(side.name for side in battle.sides))

    choices = Field("range", Kind.CHOICE, choices=tuple(Range))
    leaving = ("break off", "jump", "emergency", "globe", "silent", "drop")
    asked = (*leaving, "defend", "pursue", "repair", "revive", "board", "transfer", "refuel", "note")
    return (
        order("battle form", texts("line", "launch", "recover"), formation, [Step.FORMATION]),
        order("battle decide", (choices, *texts(*asked)), decision, ASKED),
        order("battle fire", texts("fire"), volleys, [Step.COMBAT, Step.BREAKTHROUGH]),
        Order("battle round", (), (_SIDE, *_REFEREES_OWN), whole_round, as_it_is, battle=True, need=Need.REFEREE),
    )


def _acted(
    scene: Scene, values: Values, choose: Choose, steps: Collection[Step], dice: Dice, tables: CombatTables
) -> Outcome:
    """What a side decided in one of these steps, and then what standing orders do until a player is waited for."""
    battle, by = battle_of(scene), scene.by
    fight = fight_named(battle, fight_for(battle, by, values))
    check_step(fight, *steps)
    side = side_for(fight, by, text(values, "side"))
    if not leads(fight, side, by):
        return _own(battle, fight, side, by, values, choose, tables)
    answered, others = False, bool(own_orders(fight, side))

    def act(fight: Battle) -> Turned:
        nonlocal answered
        if not by and values.get("refuel"):
            # Where there is fuel the referee knows: their own order says that there is some.
            fight = replace(fight, fuel=True)
        due = reopened(fight, side)
        again = (Replaced(side),) if due is not fight else ()
        turned = answer(due, side, chosen_by(due, side, by, values, choose, tables), dice, tables)
        on = advance(turned.battle, dice, tables)
        answered = bool(on.events)
        return Turned(on.battle, (*again, *turned.events, *on.events))

    outcome = given_by(in_fight(battle, fight.name, act), side, tables, answered=answered)
    opened = outcome.opened or (f"what other owners of {fight.sides[side].name} had said" if others else "")
    return replace(outcome, opened=opened)


def _own(
    battle: Battle, fight: Battle, side: int, by: str, values: Values, choose: Choose, tables: CombatTables
) -> Outcome:
    """What an owner says for their own ships: it waits for their side's commander."""
    said: dict[str, str] = {}

    def act(fight: Battle) -> Turned:
        nonlocal said
        after, said = said_for_own(fight, side, by, values, choose, tables)
        return Turned(after)

    return waiting_outcome(in_fight(battle, fight.name, act).battle, fight.sides[side].name, said)


def given_by(turned: Turned, side: int, tables: CombatTables, *, answered: bool) -> Outcome:
    """The outcome of a side's order, and whether it shows what was sealed, or what standing orders then did.

    Initiative is thrown for both sides, and what standing orders do for their own.
    """
    own, other = turned.battle.sides[side], turned.battle.sides[1 - side]
    revealed = any(isinstance(event, Formed) for event in flat(turned.events))
    answered = answered and other.standing
    opened = "both formations" if revealed else f"what standing orders do for {other.name}" if answered else ""
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
    card = battle_card(turned)
    again = sum(isinstance(event, Replaced) for event in events)
    lines = card.lines if len(card.lines) > again else (*card.lines, "No ship does anything special.")
    told = replace(card, lines=(*lines, *asked_lines(battle, tables)))
    return Outcome(
        {},
        _sealed_card(turned) if sealed else told,
        things=Things(battle),
        sealed=sealed,
        fleets=fleets_of(battle, turned.events) if shown else None,
        log=tuple(log_lines(battle, turned.events)) if in_log(turned) else (),
    )


def _sealed_card(turned: Turned) -> Card:
    """What a side formed, for whoever ordered it; the title is for all, and says no more than that it did."""
    battle, sealed = turned.battle, list(_sealed(turned))
    again = [replaced_line(battle, each) for each in flat(turned.events) if isinstance(each, Replaced)]
    names = ["main battle" if fight is battle else fight.name for fight, _ in sealed]
    where = "" if names == ["main battle"] else f" in the {few(names)}"
    title = f"{sealed[0][1].name} has formed{' anew' if again else ''}{where}"
    formed = [formation_line(side.name, side.sealed) for _, side in sealed if side.sealed]
    told = "The other side sees it when it has formed as well (HG-C03)."
    return Card(title, (*again, *formed, told), footer=waiting_line(battle))


def _sealed(turned: Turned) -> Iterator[tuple[Battle, Side]]:
    """The fights in which a side has formed, and that side as it is there."""
    known = {fight.name: fight for fight in fights(turned.battle)}
    for event in turned.events:
        elsewhere = isinstance(event, Elsewhere)
        fight = known[event.battle] if elsewhere else turned.battle
        yield from (
            (fight, fight.sides[each.side])
            for each in (event.events if elsewhere else (event,))
            if isinstance(each, Sealed)
        )


def as_it_is(card: Card, _: Faces) -> Card:
    """Every throw of a battle stands in its report: its card is worded with it."""
    return card
