"""`/battle`: a battle of ships from its beginning to its end, step by step or a round at once (HG-C01 to C33)."""

from collections.abc import Callable

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Scene, Values
from bot.systems.highguard.battle.course import Choice, RangeChoice, answer, completed, pending
from bot.systems.highguard.battle.decisions import Decisions
from bot.systems.highguard.battle.fire import Defence, Fire
from bot.systems.highguard.battle.logbook import log_lines
from bot.systems.highguard.battle.muster import check_commands, out_of_sequence, side_of
from bot.systems.highguard.battle.picture import fleets_of
from bot.systems.highguard.battle.pursuit import Pursuit
from bot.systems.highguard.battle.report import Chased, Damaged, Fired, Formed, Left, Turned
from bot.systems.highguard.battle.rounds import advance, in_fight, play_round
from bot.systems.highguard.battle.state import Battle, Formation, Step
from bot.systems.highguard.battle.terminal import Upkeep
from bot.systems.highguard.battle.wording import battle_card, flat
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.orders import battle_words as words
from bot.systems.highguard.orders.fields import number, text

LONGEST = 2000
LARGEST_DM = 20
# What changes the picture; the answers to other orders say all that there is.
_SHOWN = (Formed, Fired, Damaged, Left, Chased)
_REFEREES_OWN = (Field("dm", Kind.WHOLE, 0, low=-LARGEST_DM, high=LARGEST_DM), Field("because", Kind.TEXT, ""))
# Whose orders they are, in which chase, and whether standing orders do what was left open.
_WHOSE = (Field("side", Kind.TEXT, ""), Field("fight", Kind.TEXT, ""), Field("rest", Kind.FLAG, default=True))


def battle_of(scene: Scene) -> Battle:
    """The battle that is being fought; raises RuleError where there is none."""
    if scene.battle is None:
        raise RuleError("No battle is being fought here: begin one with /battle new.")
    battle: Battle = scene.battle
    return battle


def side_for(battle: Battle, by: str, named: str) -> int:
    """The side that somebody orders: the one he names, else his own, else for the referee the one waited for.

    Raises RuleError where that isn't clear, or the fleet is another's (HG-C33).
    """
    if named:
        side = side_of(battle, named)
    else:
        own = {ship.side for ship in battle.ships.values() if not by or ship.owner == by}
        due = {waiting.side for waiting in pending(battle) if waiting.battle == battle.name}
        fitting = own & due or own
        if len(fitting) != 1:
            sides = " or ".join(side.name for side in battle.sides)
            raise RuleError(f"Say for which side: side:{sides}.")
        side = fitting.pop()
    check_commands(battle, side, by)
    return side


def formation(battle: Battle, side: int, values: Values) -> Choice:
    """The line of battle, and craft launched and recovered (HG-C03 to C07)."""
    line = text(values, "line")
    reserved = line.strip().casefold() == "none"
    return Formation(
        () if reserved else words.names(battle, line, side),
        words.aboard(battle, text(values, "launch"), side),
        words.recoveries(battle, text(values, "recover")),
        all_reserve=reserved,
        dm=number(values, "dm"),
        because=text(values, "because"),
    )


def decision(battle: Battle, side: int, values: Values) -> Choice:
    """What the step asks for that the battle has reached (HG-C12 to C20, A20, C29, C32)."""
    dm, because = number(values, "dm"), text(values, "because")
    if battle.step is Step.RANGE:
        return RangeChoice(Range(text(values, "range") or battle.range.value))
    if battle.step is Step.DECISIONS:
        return Decisions(
            words.groups(battle, text(values, "break off")),
            words.jumps(battle, text(values, "jump")),
            words.names(battle, text(values, "emergency"), side),
            words.rates(battle, text(values, "globe")),
            words.systems(battle, text(values, "silent")),
        )
    if battle.step is Step.DEFENCE:
        return Defence(words.guards(text(values, "defend")))
    if battle.step is Step.PURSUIT:
        return Pursuit(words.chases(battle, text(values, "pursue")))
    if battle.step is Step.TERMINAL:
        return Upkeep(
            words.systems(battle, text(values, "repair")),
            words.names(battle, text(values, "revive"), side),
            words.boardings(battle, text(values, "board")),
            notes=words.noted(battle, text(values, "note")),
            dm=dm,
            because=because,
        )
    raise out_of_sequence(battle)


def volleys(battle: Battle, _: int, values: Values) -> Choice:
    """Fire at the targets that are presented (HG-C21 to C24)."""
    fire = words.volleys(battle, text(values, "fire"))
    return Fire(fire, dm=number(values, "dm"), because=text(values, "because"))


def _texts(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, Kind.TEXT, "", longest=LONGEST) for name in names)


def step_orders(tables: CombatTables) -> tuple[Order, ...]:
    """`/battle form`, `decide`, `fire` and `round`."""

    def order(verb: str, fields: tuple[Field, ...], choose: Callable[[Battle, int, Values], Choice]) -> Order:
        def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
            turned = _acted(battle_of(scene), scene.by, values, choose, dice, tables)
            return fought(battle_of(scene), turned)

        return Order(verb, (), (*fields, *_WHOSE, *_REFEREES_OWN), resolve, as_it_is, battle=True)

    def whole_round(scene: Scene, values: Values, dice: Dice) -> Outcome:
        battle = battle_of(scene)
        if battle.step is Step.OVER:
            raise out_of_sequence(battle)
        return fought(battle, play_round(battle, dice, tables))

    choices = Field("range", Kind.CHOICE, choices=tuple(Range))
    asked = ("break off", "jump", "emergency", "globe", "silent", "defend", "pursue", "repair", "revive", "board")
    return (
        order("battle form", _texts("line", "launch", "recover"), formation),
        order("battle decide", (choices, *_texts(*asked, "note")), decision),
        order("battle fire", _texts("fire"), volleys),
        Order("battle round", (), (), whole_round, as_it_is, battle=True),
    )


def _acted(
    battle: Battle,
    by: str,
    values: Values,
    choose: Callable[[Battle, int, Values], Choice],
    dice: Dice,
    tables: CombatTables,
) -> Turned:
    """What a side decided, and then whatever standing orders do until a player is waited for."""

    def act(fight: Battle) -> Turned:
        side = side_for(fight, by, text(values, "side"))
        choice = choose(fight, side, values)
        if values.get("rest", True):
            choice = completed(fight, side, choice, tables)
        turned = answer(fight, side, choice, dice, tables)
        return turned.then(*_on(turned.battle, dice, tables))

    return in_fight(battle, text(values, "fight"), act)


def _on(battle: Battle, dice: Dice, tables: CombatTables) -> tuple[Battle, tuple[object, ...]]:
    turned = advance(battle, dice, tables)
    return turned.battle, tuple(turned.events)


def fought(before: Battle, turned: Turned) -> Outcome:
    """The outcome of what happened; while the other side has not formed yet it is for the orderer alone (HG-C03)."""
    sealed = turned.battle.step is Step.FORMATION and before.turn == turned.battle.turn
    shown = any(isinstance(event, _SHOWN) for event in flat(turned.events))
    return Outcome(
        {},
        battle_card(turned),
        battle=turned.battle,
        sealed=sealed,
        fleets=fleets_of(turned.battle, turned.events) if shown else None,
        log=tuple(log_lines(turned.battle, turned.events)) if shown else (),
    )


def as_it_is(card: Card, _: Faces) -> Card:
    """Every throw of a battle stands in its report: its card is worded with it."""
    return card
