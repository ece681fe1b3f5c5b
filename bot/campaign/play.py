"""Playing an order: the system's resolver between the store and the journal."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.campaign.access import Actor
from bot.campaign.boards import board_of, keep_board
from bot.campaign.deciding import MANY_SHIPS, Decided, Matter, decide
from bot.campaign.fighting import check_free
from bot.campaign.journal import entry_of
from bot.campaign.names import check_unlike, key_of
from bot.campaign.recording import Done, Place, the_side, the_unit
from bot.campaign.reports import told
from bot.campaign.rows import Recorded, StoredUnit
from bot.campaign.turn import Turn
from bot.engine.cards import Card, Tone, printable, sentence
from bot.engine.dice import Dice, LiveDice, RecordedDice
from bot.engine.errors import RuleError
from bot.engine.groups import members
from bot.engine.people import read_people, spread
from bot.engine.system import (
    CHARACTER,
    SHIP,
    Hands,
    Kind,
    Need,
    Order,
    Outcome,
    Role,
    Said,
    Scene,
    System,
    Unit,
    Value,
    Values,
)
from bot.engine.telling import Audience

NewDice = Callable[[bytes, int], RecordedDice]


def seen(system: System, unit: StoredUnit, at: int | None = None) -> Unit:
    """A stored character as the rules see it."""
    owner = "" if unit.owner_id is None else str(unit.owner_id)
    return Unit(unit.name, unit.side, system.load_sheet(unit.sheet), at, owner, tuple(unit.marks))


class _Known(Mapping[str, Unit]):
    """All characters of a campaign by name; a sheet is read where somebody looks at it."""

    def __init__(self, system: System, stored: Mapping[str, StoredUnit]) -> None:
        self._system, self._stored = system, stored

    def __getitem__(self, name: str) -> Unit:
        return seen(self._system, self._stored[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


# By what a character is known: its id, or its name.
_Key = TypeVar("_Key", int, str)
# Who takes part in an order: the ids of each role's characters, with a distance where one was given.
Cast = Mapping[str, Sequence[tuple[int, int | None]]]


@dataclass(frozen=True, slots=True)
class _Part:
    """A character in an order, with the distance that was given for it."""

    unit: StoredUnit
    at: int | None


async def play(
    turn: Turn,
    place: Place,
    system: System,
    verb: str,
    people: Mapping[str, str],
    raw: Mapping[str, Value],
    new_dice: NewDice,
) -> Recorded:
    """Carry out an order of the campaign's system, and record it.

    `people` gives the characters of each role as they were typed, `raw` the fields as given. Raises RuleError,
    with nothing changed, where the actor may not, or the rules don't allow it.
    """
    order, people, raw = await _meant_order(turn, system, system.order(verb), people, raw)
    return await _carry_out(turn, place, system, order, await _cast(turn, system, order, people), raw, new_dice)


async def _meant_order(
    turn: Turn, system: System, order: Order, people: Mapping[str, str], raw: Mapping[str, Value]
) -> tuple[Order, Mapping[str, str], Mapping[str, Value]]:
    """The order that is meant, who is in it and its fields: the referee's word, where nobody's hand is named."""
    if order.otherwise is None:
        return order, people, raw
    typed = people.get(order.roles[0].name, "")
    named = [unit for unit in await turn.units(system.kind) if unit.key == key_of(typed.strip())]
    if any(unit.place or unit.owner_id == turn.actor.id for unit in named):
        return order, people, raw
    verb, field = order.otherwise
    return system.order(verb), {}, {**raw, field: typed}


async def play_cast(
    turn: Turn,
    place: Place,
    system: System,
    order: Order,
    cast: Cast,
    raw: Mapping[str, Value],
    new_dice: NewDice,
) -> Recorded:
    """The same for characters that are known by their ids."""
    return await _carry_out(turn, place, system, order, await _known(turn, system, cast), raw, new_dice)


async def play_again(turn: Turn, place: Place, system: System, entry_id: int, new_dice: NewDice) -> Recorded:
    """Give an order once more, with the same characters and the same circumstances."""
    entry = await entry_of(turn, entry_id)
    stored: dict[str, Any] = entry["order"]
    order = system.order(entry["verb"])
    said = stored["said"] if "said" in stored else _said_once(turn, system, order, stored["values"])
    return await play_cast(turn, place, system, order, stored["units"], said, new_dice)


def _said_once(turn: Turn, system: System, order: Order, values: Values) -> Values:
    """What was said for an order whose entry holds all that was read: the campaign's settings were among it.

    Those that are the referee's are no words of a player's; what a referee had said instead can't be told from them.
    """
    settings = set() if turn.referee else {field.name for field in order.fields if field.referees} & {*system.settings}
    return {name: value for name, value in values.items() if name not in settings}


async def _carry_out(
    turn: Turn,
    place: Place,
    system: System,
    order: Order,
    cast: Mapping[str, Sequence[_Part]],
    raw: Mapping[str, Value],
    new_dice: NewDice,
) -> Recorded:
    """Carry out an order, and after it those whose time has come with it, each by itself in the same chain."""
    entry = await _carry_one(turn, place, system, order, cast, raw, new_dice)
    due, brought = list(entry.outcome.due if entry.outcome else ()), []
    for number, said in enumerate(due, 1):
        by = Actor(int(said.by), "") if said.by else turn.actor
        what = f"the order that was kept for {sentence(said.doers)}"
        with turn.speaking_for(by, f"{turn.key}+{number}", what, referee=by.id in await turn.referees()):
            brought.append(await _in_time(turn, place, system, said, new_dice))
        due += brought[-1].outcome.due if brought[-1].outcome else ()
    return replace(entry, brought=tuple(brought))


async def _in_time(turn: Turn, place: Place, system: System, said: Said, new_dice: NewDice) -> Recorded:
    """Carry out an order that was kept until now; one that can't be is told, and changes nothing."""
    try:
        if not said.by:
            raise RuleError("Whoever gave that order is forgotten: nobody is left to do it for.")
        known = {unit.name: unit for unit in await turn.units(system.kind)}
        parts = _parts(known, said.people)
        return await _carry_one(turn, place, system, system.order(said.verb), parts, said.fields, new_dice)
    except RuleError as refused:
        title = f"The order that was kept for {sentence(said.doers)} can't be carried out"
        return await turn.record(said.verb, Card(title, (said.words, str(refused)), tone=Tone.BAD), place=place)


async def scene_of(turn: Turn, system: System, cast: Cast) -> Scene:
    """Characters known by their ids as the rules see them."""
    return await _scene(turn, system, await _known(turn, system, cast))


async def _known(turn: Turn, system: System, cast: Cast) -> dict[str, list[_Part]]:
    return _parts({unit.id: unit for unit in await turn.units(system.kind)}, cast)


def _parts(
    known: Mapping[_Key, StoredUnit], cast: Mapping[str, Sequence[tuple[_Key, int | None]]]
) -> dict[str, list[_Part]]:
    """Those in an order among all, by whatever they are known; raises RuleError where somebody has left."""
    if any(key not in known for parts in cast.values() for key, _ in parts):
        raise RuleError("Somebody in that order is no longer here: give it anew.")
    return {role: [_Part(known[key], at) for key, at in parts] for role, parts in cast.items()}


async def find_cast(turn: Turn, system: System, order: Order, people: Mapping[str, str]) -> Cast:
    """The ids of the characters that were typed, by role; raises RuleError as `play` does."""
    cast = await _cast(turn, system, order, people)
    return {role: [(part.unit.id, part.at) for part in parts] for role, parts in cast.items()}


async def cast_scene(turn: Turn, system: System, order: Order, people: Mapping[str, str]) -> Scene:
    """The characters of an order as the rules see them, for looking at what it might do."""
    return await _scene(turn, system, await _cast(turn, system, order, people))


def _seen(turn: Turn, system: System, cast: Mapping[str, Sequence[_Part]]) -> Scene:
    """Those who take part, and who gives the order."""
    units = {role: tuple(seen(system, part.unit, part.at) for part in parts) for role, parts in cast.items()}
    return Scene(units, by=turn.by, yes=turn.yes, settings=turn.campaign.settings)


async def _scene(turn: Turn, system: System, cast: Mapping[str, Sequence[_Part]]) -> Scene:
    scene = _seen(turn, system, cast)
    if system.kind != CHARACTER:
        stored = await turn.battle()
        battle = await asyncio.to_thread(system.load_battle, stored.state) if stored else None
        return replace(scene, battle=battle)
    known = _Known(system, {unit.name: unit for unit in await turn.units()})
    scene = replace(scene, things=system.load_things(turn.campaign.things), known=known)
    board = await board_of(turn)
    if board is None:
        return scene
    present = {unit.name: seen(system, unit) for unit in await turn.units() if unit.name in board.people}
    return replace(scene, board=board, present=present)


async def _carry_one(
    turn: Turn,
    place: Place,
    system: System,
    order: Order,
    cast: Mapping[str, Sequence[_Part]],
    raw: Mapping[str, Value],
    new_dice: NewDice,
) -> Recorded:
    _check(turn, order, cast)
    values = await _named(turn, order, read_values(turn, order, raw))
    dice = new_dice(turn.source.key, turn.campaign.counter)
    said = {name: printable(value) if isinstance(value, str) else value for name, value in raw.items()}
    if order.battle:
        decided = await _fight(turn, system, order, cast, values, dice)
        outcome, telling, report, throws = decided.outcome, decided.told, decided.report, decided.throws
    else:
        people = {role: tuple((part.unit.name, part.at) for part in parts) for role, parts in cast.items()}
        scene = replace(await _scene(turn, system, cast), said=Said(order.verb, people, said, str(turn.actor.id)))
        outcome = await _resolved(order, scene, values, dice)
        if order.by_word:
            await check_free(turn, system)
        await _keep(turn, system, outcome, scene)
        throws = dice.throws
        report, telling = told(order, outcome, throws)
    stored = {"units": {role: [[part.unit.id, part.at] for part in parts] for role, parts in cast.items()}}
    # A battle goes on: what was ordered in it can't be ordered again.
    given = {"said": said} if order.battle else stored | {"said": said}
    done = await _done(turn, system, order, cast, outcome)
    sealed = telling.audience is Audience.ORDERER
    entry = await turn.record(
        order.verb, telling.card, place=place, order=given, throws=throws, sealed=sealed, done=done, report=report
    )
    return replace(entry, outcome=outcome, told=telling)


async def _named(turn: Turn, order: Order, values: Values) -> Values:
    """The values of an order with the names that it gives to sides as they are kept; raises RuleError as they do."""
    named = {
        each.name: await turn.side_named(str(values[each.name])) for each in order.fields if each.kind is Kind.NAME
    }
    for name in named.values():
        check_unlike(name, named.values(), what="side")
    return {**values, **named}


async def _done(
    turn: Turn, system: System, order: Order, cast: Mapping[str, Sequence[_Part]], outcome: Outcome
) -> Done:
    """For whom an order was given and dice were thrown: in a battle for its sides, else for characters."""
    if order.battle:
        ids = {name: the_side(name) for name in (*(outcome.doers or ()), *outcome.throwers)}
    else:
        ids = {unit.name: the_unit(unit.id) for unit in await turn.units(system.kind)}
    first = [part.unit.name for part in cast[order.roles[0].name]] if order.roles and not order.battle else []
    doers = first if outcome.doers is None else outcome.doers
    throwers = tuple(ids[name] for name in outcome.throwers if name in ids)
    return Done(outcome.opened, tuple(ids[name] for name in doers), throwers)


def read_values(turn: Turn, order: Order, raw: Mapping[str, Value]) -> dict[str, Value]:
    """The values of an order from what was said; raises RuleError for what can't be, or isn't the actor's to say."""
    values = order.read(raw, turn.campaign.settings)
    if not turn.referee:
        for what in order.reserved(raw, turn.campaign.settings):
            turn.check(Need.REFEREE, what)
    return values


async def _resolved(order: Order, scene: Scene, values: Values, dice: Dice) -> Outcome:
    """What an order of characters comes to; lines and ways among many on a large deck take a thread a while."""
    if scene.board is None:
        return order.resolve(scene, values, dice)
    return await asyncio.to_thread(order.resolve, scene, values, dice)


async def _fight(
    turn: Turn,
    system: System,
    order: Order,
    cast: Mapping[str, Sequence[_Part]],
    values: Values,
    dice: RecordedDice,
) -> Decided:
    """Decide an order about the battle and keep what comes of it; that of large fleets is decided beside."""
    stored = await turn.battle()
    campaign, state = turn.campaign, stored.state if stored else None
    scene = _seen(turn, system, cast)
    matter = Matter(campaign.id, system.key, order.verb, state, scene, values, turn.source.key, campaign.counter)
    units = await turn.units(system.kind)
    # Dice that were told how to fall are told here alone.
    if turn.deciding is not None and len(units) > MANY_SHIPS and type(dice) is LiveDice:
        decided = await turn.deciding.of(matter)
    else:
        decided = await asyncio.to_thread(decide, system, matter, dice)
    if decided.outcome.battle is not None:
        await turn.keep_battle(stored, decided.state)
    for unit in units:
        if unit.name in decided.sheets:
            hands = decided.outcome.hands.get(unit.name)
            turn.change(unit, sheet=decided.sheets[unit.name], **_in_hands(hands))
    return decided


def _in_hands(hands: Hands | None) -> dict[str, Any]:
    """What changes of a unit that goes over to somebody else."""
    return {} if hands is None else {"side": hands.side, "owner_id": int(hands.owner) if hands.owner else None}


async def _cast(turn: Turn, system: System, order: Order, people: Mapping[str, str]) -> dict[str, list[_Part]]:
    return {role.name: await _fill(turn, system.kind, role, people.get(role.name, "")) for role in order.roles}


async def _fill(turn: Turn, kind: str, role: Role, typed: str) -> list[_Part]:
    if typed.strip() and role.many:
        named = read_people(typed) if role.counts else spread(read_people(typed))
        parts = [_Part(unit, each.at) for each in named for unit in await _meant(turn, kind, each.name)]
        if not role.repeats:
            _check_once(parts)
        return parts
    if typed.strip():
        return [_Part(await turn.unit(typed, kind), None)]
    if role.optional:
        return []
    if role.many:
        return [_Part(unit, None) for unit in await turn.units(kind) if turn.commands(unit, own=role.own)]
    raise RuleError(f"Name the {role.name}.")


async def _meant(turn: Turn, kind: str, name: str) -> list[StoredUnit]:
    """Whoever is named; of ships all of a class, or a part of it by numbers: `Wasp`, `all Wasp`, `Wasp 1-20`."""
    by_name = {unit.name: unit for unit in await turn.units(kind)} if kind == SHIP else {}
    return [by_name[each] for each in members(name, by_name)] or [await turn.unit(name, kind)]


def _check_once(parts: Sequence[_Part]) -> None:
    names = [part.unit.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise RuleError(f"{name} is named twice: name everybody once.")


def _check(turn: Turn, order: Order, cast: Mapping[str, Sequence[_Part]]) -> None:
    """Raise RuleError unless the actor may act with everybody in the first role, or give the order at all."""
    if order.need is Need.OWNER and order.roles:
        for part in cast[order.roles[0].name]:
            turn.check(order.need, part.unit.name, part.unit.owner_id)
    else:
        turn.check(Need.REFEREE if order.need is Need.OWNER else order.need, order.called or f"/{order.verb}")


async def _keep(turn: Turn, system: System, outcome: Outcome, scene: Scene) -> None:
    units = {unit.name: unit for unit in await turn.units(system.kind)}
    for name, sheet in outcome.after.items():
        units[name] = turn.change(units[name], sheet=system.dump_sheet(sheet))
    for name, unit in outcome.units.items():
        turn.change(units[name], marks=list(unit.marks))
    if outcome.things is not None:
        turn.change_campaign(things=system.dump_things(outcome.things))
    if outcome.board is not None:
        await keep_board(turn, scene.board, outcome.board)
