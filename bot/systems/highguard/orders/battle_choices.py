"""What a side chooses in each step of a battle, from what was typed."""

from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Values
from bot.systems.highguard.battle.course import Choice, RangeChoice, default
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.pursuit import Pursuit
from bot.systems.highguard.battle.state import Battle, Formation, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders import battle_words as words
from bot.systems.highguard.orders.fields import number, text

# What `/battle decide` may say in each step; a DM only where there are throws on which it counts.
ASKED = {
    Step.RANGE: ("range",),
    Step.DECISIONS: ("break off", "jump", "emergency", "globe", "silent", "drop"),
    Step.DEFENCE: ("defend", "dm", "because"),
    Step.PURSUIT: ("pursue",),
    Step.TERMINAL: ("repair", "revive", "board", "transfer", "refuel", "note", "dm", "because"),
}
NONE = "none"


def formation(battle: Battle, side: int, values: Values, _: CombatTables) -> Choice:
    """The line of battle, and craft launched and recovered (HG-C03 to C07)."""
    line = text(values, "line")
    reserved = line.strip().casefold() == NONE
    return Formation(
        () if reserved else words.names(battle, line, side),
        words.aboard(battle, text(values, "launch"), side),
        words.recoveries(battle, text(values, "recover")),
        all_reserve=reserved,
        dm=number(values, "dm"),
        because=text(values, "because"),
    )


def volleys(battle: Battle, side: int, values: Values, tables: CombatTables) -> Choice:
    """Fire at the targets that are presented (HG-C21 to C24); `none` holds all fire."""
    typed = text(values, "fire")
    held = typed.strip().casefold() == NONE
    return Fire(
        () if held else words.volleys(battle, typed, side, tables),
        "holds its fire" if held else "",
        dm=number(values, "dm"),
        because=text(values, "because"),
    )


def decision(battle: Battle, side: int, values: Values, tables: CombatTables) -> Choice:
    """What the step asks for that the battle has reached (HG-C12 to C20, A20, C29, C32)."""
    _check_asked(battle, values)
    if battle.step in {Step.RANGE, Step.PURSUIT} and not text(values, ASKED[battle.step][0]):
        return default(battle, side, tables)
    return _decided(battle, side, values)


def _check_asked(battle: Battle, values: Values) -> None:
    """Raise RuleError for what another step asks: an order that counts for nothing would mislead (HG-C02)."""
    asked = ASKED[battle.step]
    others = {name for names in ASKED.values() for name in names if name not in asked and values.get(name)}
    if others:
        may = sentence(asked, last="or")
        raise RuleError(f"It is time for {battle.step} now: say {may}, and leave {min(others)} out (HG-C02).")


def _decided(battle: Battle, side: int, values: Values) -> Choice:
    if battle.step is Step.RANGE:
        return RangeChoice(Range(text(values, "range")))
    if battle.step is Step.DECISIONS:
        return Decisions(
            words.groups(battle, text(values, "break off"), side),
            words.jumps(battle, text(values, "jump"), side),
            words.names(battle, text(values, "emergency"), side),
            words.rates(battle, text(values, "globe"), side),
            words.systems(battle, text(values, "silent"), side),
            words.names(battle, text(values, "drop"), side),
        )
    if battle.step is Step.DEFENCE:
        guards = words.guards(text(values, "defend"))
        return Defence(guards, dm=number(values, "dm"), because=text(values, "because"))
    if battle.step is Step.PURSUIT:
        followed = text(values, "pursue")
        return Pursuit({} if followed.strip().casefold() == NONE else words.chases(battle, followed))
    return Upkeep(
        words.systems(battle, text(values, "repair"), side),
        words.names(battle, text(values, "revive"), side),
        words.boardings(battle, text(values, "board")),
        words.transfers(battle, text(values, "transfer")),
        words.fuel(battle, text(values, "refuel"), side),
        notes=words.noted(battle, text(values, "note"), side),
        dm=number(values, "dm"),
        because=text(values, "because"),
    )
