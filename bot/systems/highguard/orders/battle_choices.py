"""What a side chooses in each step of a battle, from what was typed."""

from bot.engine.asked import given
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.systems.highguard.asked import DecideOrder, FireOrder, FormOrder
from bot.systems.highguard.battle.course import Choice, RangeChoice, default
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.pursuit import Pursuit
from bot.systems.highguard.battle.state import Battle, Formation, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders import battle_words as words

# What `/battle decide` may say in each step; a DM only where there are throws on which it counts.
ASKED = {
    Step.RANGE: ("range",),
    Step.DECISIONS: ("break off", "jump", "emergency", "globe", "silent", "drop"),
    Step.DEFENCE: ("defend", "dm", "because"),
    Step.PURSUIT: ("pursue",),
    Step.TERMINAL: ("repair", "revive", "board", "transfer", "refuel", "note", "dm", "because"),
}
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
        "holds its fire" if held else "",
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
        words.transfers(battle, order.transfer),
        words.fuel(battle, order.refuel, side),
        notes=words.noted(battle, order.note, side),
        dm=order.dm,
        because=order.because,
    )
