"""Playing an order: the system's resolver between the store and the journal."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.campaign.access import Actor
from bot.campaign.byhand import decided_by_hand, dice_of
from bot.campaign.deciding import MANY_SHIPS, Decided, Matter, decide
from bot.campaign.game import check_free, game_of, worked_out, write
from bot.campaign.journal import Wish, entry_of
from bot.campaign.recording import Done, Place, the_side, the_unit
from bot.campaign.rows import Recorded, StoredUnit
from bot.campaign.transaction import Transaction
from bot.engine.byhand import OtherThrowsError, TableDice
from bot.engine.cards import Card, Tone, printable, sentence
from bot.engine.dice import LiveDice, RecordedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game
from bot.engine.system import (
    CAREER,
    CHARACTER,
    SHIP,
    Kind,
    Need,
    Order,
    Outcome,
    Role,
    Said,
    Scene,
    System,
    Value,
    Values,
)
from bot.engine.typed import Named, members, quoted, read_people, spread
from bot.systems.names import check_unlike, key_of

NewDice = Callable[[bytes, int], RecordedDice]
_OTHERWISE = "The game has gone on since those dice were thrown, and asks for others now: give the order anew."
# Who takes part in an order, by role, each by id with a distance where one was given.
Cast = Mapping[str, Sequence[tuple[int, int | None]]]
# The same as it was typed, or by names.
People = Mapping[str, str | Sequence[tuple[int | str, int | None]]]


@dataclass(frozen=True, slots=True)
class _Part:
    """A character in an order, with the distance that was given for it."""

    unit: StoredUnit
    at: int | None


_Parts = Mapping[str, Sequence[_Part]]


async def play(
    transaction: Transaction,
    place: Place,
    system: System,
    verb: str,
    people: People,
    raw: Mapping[str, Value],
    new_dice: NewDice,
    material: Any = None,
) -> Recorded:
    """Carry out an order of the campaign's system, and record it; after it those whose time has come with it, each by
    itself in the same chain.

    `people` gives the characters of each role as they were typed, or by ids or names, `raw` the fields as given, and
    `material` what was read for it besides. Raises RuleError, with nothing changed, where the actor may not, or the
    rules don't allow it, and UnthrownError where dice are still to be thrown on the table.
    """
    try:
        entry = await _play_one(transaction, place, system, verb, people, raw, new_dice, material)
        brought = await _brought(transaction, place, system, entry, new_dice)
    except OtherThrowsError:
        raise RuleError(_OTHERWISE) from None
    if transaction.thrown:
        raise RuleError(_OTHERWISE)
    return replace(entry, brought=brought)


async def _brought(
    transaction: Transaction, place: Place, system: System, entry: Recorded, new_dice: NewDice
) -> tuple[Recorded, ...]:
    """Carry out those orders whose time has come with one."""
    due, brought = list(entry.outcome.due if entry.outcome else ()), list[Recorded]()
    for number, said in enumerate(due, 1):
        by = Actor(int(said.by), "") if said.by else transaction.actor
        what = f"the order that was kept for {sentence(said.doers)}"
        with transaction.speaking_for(
            by, f"{transaction.key}+{number}", what, referee=by.id in await transaction.referees()
        ):
            brought.append(await _in_time(transaction, place, system, said, new_dice))
        due += brought[-1].outcome.due if brought[-1].outcome else ()
    return tuple(brought)


async def play_again(transaction: Transaction, place: Place, system: System, entry_id: int, dice: NewDice) -> Recorded:
    """Give an order once more, with the same characters and the same circumstances."""
    said = said_again(transaction, system, await entry_of(transaction, entry_id))
    return await play(transaction, place, system, said["verb"], said["people"], said["fields"], dice)


def said_again(transaction: Transaction, system: System, entry: Any) -> Wish:
    """The order of an entry as it is said once more."""
    verb, stored = entry["verb"], entry["order"]
    said = stored["said"] if "said" in stored else _said_once(transaction, system, system.order(verb), stored["values"])
    return {"verb": verb, "people": stored["units"], "fields": said}


async def _in_time(transaction: Transaction, place: Place, system: System, said: Said, new_dice: NewDice) -> Recorded:
    """Carry out an order that was kept until now; one that can't be is told, and changes nothing."""
    try:
        if not said.by:
            raise RuleError("Whoever gave that order is forgotten: nobody is left to do it for.")
        return await _play_one(transaction, place, system, said.verb, said.people, said.fields, new_dice)
    except RuleError as refused:
        title = f"The order that was kept for {sentence(said.doers)} can't be carried out"
        return await transaction.record(
            said.verb, Card(title, (said.suggested(), str(refused)), tone=Tone.BAD), place=place
        )


def _order_meant(
    transaction: Transaction,
    system: System,
    order: Order,
    people: People,
    raw: Mapping[str, Value],
    units: Sequence[StoredUnit],
) -> tuple[Order, People, Mapping[str, Value]]:
    """The order that is meant, who is in it and its fields: the referee's word, where nobody's hand is named.

    It may have been kept since its roles and fields were called otherwise.
    """
    people, raw = order.as_called_now(people), order.as_called_now(raw)
    typed = people.get(order.roles[0].name, "") if order.otherwise else None
    if order.otherwise is None or not isinstance(typed, str) or not typed.strip():
        return order, people, raw
    named = [unit for unit in units if unit.key == key_of(typed.strip())]
    if any(unit.place or unit.owner_id == transaction.actor.id for unit in named):
        return order, people, raw
    verb, field = order.otherwise
    return system.order(verb), {}, {**raw, field: typed}


def _said_once(transaction: Transaction, system: System, order: Order, values: Values) -> Values:
    """What was said for an order whose entry holds all that was read: the campaign's settings were among it.

    Those that are the referee's are no words of a player's; what a referee had said instead can't be told from them.
    """
    settings = (
        set() if transaction.referee else {field.name for field in order.fields if field.referees} & {*system.settings}
    )
    return {name: value for name, value in values.items() if name not in settings}


async def scene_of(transaction: Transaction, system: System, order: Order, people: People) -> Scene:
    """The characters of an order as the rules see them, for looking at what it might do."""
    game = await game_of(transaction, system)
    scene = _scene(transaction, game, await _cast(transaction, system, order, people))
    return replace(scene, ledger=await worked_out(system, game, lambda: game.ledger))


async def cast_of(transaction: Transaction, system: System, order: Order, people: People) -> Cast:
    """The ids of those who were typed, by role; raises RuleError as `play` does."""
    cast = await _cast(transaction, system, order, people)
    return {role: [(part.unit.id, part.at) for part in parts] for role, parts in cast.items()}


def _scene(transaction: Transaction, game: Game, cast: _Parts) -> Scene:
    """The game about those who take part, and who gives the order; what the rules keep beside is still to be read."""
    units = {
        role: tuple(replace(game.units[part.unit.name], at=part.at) for part in parts) for role, parts in cast.items()
    }
    return Scene(
        units,
        board=game.board,
        present=game.present,
        known=game.units,
        by=transaction.by,
        yes=transaction.yes,
        settings=game.settings,
        game=game,
    )


async def _play_one(
    transaction: Transaction,
    place: Place,
    system: System,
    verb: str,
    people: People,
    raw: Mapping[str, Value],
    new_dice: NewDice,
    material: Any = None,
) -> Recorded:
    """Carry out one order, and record it, as `play` does."""
    game, units = await game_of(transaction, system), await transaction.units(system.kind)
    order, people, raw = _order_meant(transaction, system, system.order(verb), people, raw, units)
    cast = await _cast(transaction, system, order, people)
    _check(transaction, order, cast)
    values = await _named(transaction, order, read_values(transaction, order, raw))
    live = new_dice(transaction.source.key, transaction.campaign.counter)
    said = {name: printable(value) if isinstance(value, str) else value for name, value in raw.items()}
    unnamed = [role.name for role in order.roles if role.many and not people.get(role.name)]
    kept = _said(transaction, order, cast, said if transaction.referee else order.players(said))
    scene = replace(_scene(transaction, game, cast), said=kept, unnamed=unnamed, material=material)
    scene = await _told_more(transaction, system, order, scene)
    decided = await _decided(transaction, system, order, scene, values, live)
    outcome, telling = decided.outcome, decided.telling
    if order.by_word and system.kind != CAREER:
        await check_free(transaction, system)
    await write(transaction, system, game, game.after(outcome), decided.sheets, decided.ledger)
    await transaction.keep_members(outcome.members)
    await transaction.keep_table(outcome.wait, outcome.seat)
    entry = await transaction.record(
        order.verb,
        telling.card,
        place=place,
        order=_as_given(order, cast, said),
        throws=decided.throws,
        sealed=outcome.sealed,
        done=_done(order, cast, units, outcome),
        report=decided.report,
    )
    return replace(entry, outcome=outcome, telling=telling, was=game)


async def _told_more(transaction: Transaction, system: System, order: Order, scene: Scene) -> Scene:
    """The scene with what an order says that it hangs on besides."""
    if order.registers:
        names, sides, members = transaction.names(system.kind), transaction.sides(), transaction.memberships()
        scene = replace(scene, names=await names, sides=await sides, members=await members)
    if order.timed:
        waits = await transaction.wait() is not None
        scene = replace(scene, at=transaction.at, away=await transaction.away(), waits=waits)
    return scene


def _said(transaction: Transaction, order: Order, cast: _Parts, fields: Values) -> Said:
    """An order as whoever keeps it for later needs it."""
    people = {role: tuple((part.unit.name, part.at) for part in parts) for role, parts in cast.items()}
    return Said(order.verb, people, fields, str(transaction.actor.id))


def _as_given(order: Order, cast: _Parts, said: Values) -> dict[str, Any]:
    """What the journal keeps of an order: a battle goes on, so what was ordered in it can't be ordered again."""
    units = {role: [[part.unit.id, part.at] for part in parts] for role, parts in cast.items()}
    return {"said": said} if order.battle else {"units": units, "said": said}


async def _named(transaction: Transaction, order: Order, values: Values) -> Values:
    """The values of an order with the names that it gives to sides as they are kept; raises RuleError as they do."""
    named = {
        each.name: await transaction.side_named(str(values[each.name]))
        for each in order.fields
        if each.kind is Kind.NAME
    }
    for name in named.values():
        check_unlike(name, named.values(), what="side")
    return {**values, **named}


def _done(order: Order, cast: _Parts, units: Sequence[StoredUnit], outcome: Outcome) -> Done:
    """For whom an order was given and dice were thrown: in a battle for its sides, else for characters."""
    if order.battle:
        ids = {name: the_side(name) for name in (*(outcome.doers or ()), *outcome.throwers)}
    else:
        ids = {unit.name: the_unit(unit.id, unit.key) for unit in units}
    first = [part.unit.name for part in cast[order.roles[0].name]] if order.roles and not order.battle else []
    doers = first if outcome.doers is None else outcome.doers
    throwers = tuple(ids[name] for name in outcome.throwers if name in ids)
    return Done(outcome.opened, tuple(ids[name] for name in doers), throwers)


def read_values(transaction: Transaction, order: Order, raw: Mapping[str, Value]) -> dict[str, Value]:
    """The values of an order from what was said; raises RuleError for what can't be, or isn't the actor's to say."""
    values = order.read(raw, transaction.campaign.settings)
    if not transaction.referee:
        for what in order.reserved(raw, transaction.campaign.settings):
            transaction.check(Need.REFEREE, what)
    return values


async def _decided(
    transaction: Transaction, system: System, order: Order, scene: Scene, values: Values, live: RecordedDice
) -> Decided:
    """What an order comes to; those of large fleets are decided beside, the others here, or in a thread where that may
    take a while.
    """
    game, campaign = await game_of(transaction, system), transaction.campaign
    dice = dice_of(transaction, live)
    if isinstance(dice, TableDice):
        return await decided_by_hand(transaction, system, order, game, scene, values, dice, live)
    # Dice that were told how to fall are told here alone.
    if order.battle and transaction.deciding is not None and len(game.units) > MANY_SHIPS and type(dice) is LiveDice:
        alone = replace(scene, present={}, known={}, game=None)
        key, counter = transaction.source.key, campaign.counter
        return await transaction.deciding.of(
            Matter(campaign.id, system.key, order.verb, game.stored, alone, values, key, counter)
        )
    work = partial(decide, system, order, game.read_ledger, scene, values, dice)
    if order.short(values):
        return work()
    return await asyncio.to_thread(work) if order.registers else await worked_out(system, game, work)


async def _cast(transaction: Transaction, system: System, order: Order, people: People) -> _Parts:
    """Those who take part, by role; raises RuleError where it isn't clear who is meant, or somebody has left."""
    cast = {}
    for role in order.roles:
        given = people.get(role.name, "")
        if isinstance(given, str):
            cast[role.name] = await _fill(transaction, system, role, given)
        else:
            known = {key: unit for unit in await transaction.units(system.kind) for key in (unit.id, unit.name)}
            if any(key not in known for key, _ in given):
                raise RuleError("Somebody in that order is no longer here: give it anew.")
            cast[role.name] = [_Part(known[key], at) for key, at in given]
    return cast


async def _fill(transaction: Transaction, system: System, role: Role, typed: str) -> list[_Part]:
    kind = system.kind
    if typed.strip() and (role.many or role.each):
        named = read_people(typed) if role.counts else spread(read_people(typed))
        _check_far(role, named)
        parts = [_Part(unit, each.at) for each in named for unit in await _meant(transaction, system, each.name)]
        if not role.repeats:
            _check_once(parts)
        return parts
    if typed.strip():
        return [_Part(await transaction.unit(_only_name(role, typed), kind), None)]
    if role.optional:
        return []
    own = [unit for unit in await transaction.units(kind) if transaction.commands(unit, own=True)]
    if role.alone and len(own) == 1:
        return [_Part(own[0], None)]
    if role.many and not (role.needed or role.alone):
        return [_Part(unit, None) for unit in await transaction.units(kind) if transaction.commands(unit, own=role.own)]
    if not await transaction.units(kind):
        await transaction.unit("", kind)
    several = ", and you have several here" if role.alone and len(own) > 1 and role.suggest is None else ""
    whom = role.wording.partition(";")[0] if role.suggest else "who"
    raise RuleError(f"Say {whom[:1].lower()}{whom[1:]}: “{role.name}” is empty{several}.")


async def _meant(transaction: Transaction, system: System, name: str) -> list[StoredUnit]:
    """Whoever is named: of ships all of a class, or a part of it by numbers: `Wasp`, `all Wasp`, `Wasp 1-20`; of people
    all of a side who live.
    """
    units, found = await transaction.units(system.kind), list[StoredUnit]()
    if system.kind == SHIP:
        by_name = {unit.name: unit for unit in units}
        found = [by_name[each] for each in members(name, by_name)]
    elif system.kind == CHARACTER:
        key = key_of(name)
        aside = [] if any(unit.key == key for unit in units) else [unit for unit in units if key_of(unit.side) == key]
        found = [unit for unit in aside if not system.squads.mark(system.load_sheet(unit.sheet)).dead]
    return found or [await transaction.unit(name, system.kind, beside=sorted({unit.side for unit in units} - {""}))]


def _only_name(role: Role, typed: str) -> str:
    """The name that was typed for a role that takes one; raises RuleError where it is several, or has a distance."""
    try:
        named = read_people(typed)
    except RuleError:
        return typed
    _check_far(role, named)
    if len(named) > 1:
        raise RuleError(f"“{role.name}” takes one name here: {quoted(typed)} has {len(named)}.")
    return named[0].name


def _check_far(role: Role, named: Sequence[Named]) -> None:
    """Raise RuleError where a number stands after an @ that says nothing."""
    far = next((each for each in named if each.at is not None), None)
    if far and not (role.far or role.counts):
        raise RuleError(f"Nobody's distance counts in “{role.name}” here: leave @{far.at} out.")


def _check_once(parts: Sequence[_Part]) -> None:
    names = [part.unit.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise RuleError(f"{name} is named twice: name everybody once.")


def _check(transaction: Transaction, order: Order, cast: _Parts) -> None:
    """Raise RuleError unless the actor may act with everybody in the first role, or give the order at all."""
    if order.need is Need.OWNER and order.roles:
        for part in cast[order.roles[0].name]:
            transaction.check(order.need, part.unit.name, part.unit.owner_id)
    else:
        transaction.check(Need.REFEREE if order.need is Need.OWNER else order.need, order.called or f"/{order.verb}")
