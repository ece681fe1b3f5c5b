"""Playing an order: the system's resolver between the store and the journal."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.campaign.access import Actor
from bot.campaign.byhand import decided_by_hand, dice_of
from bot.campaign.casting import CastParts, People, order_meant, parts_of, unnamed
from bot.campaign.christening import check_names, registered, with_sides_named
from bot.campaign.deciding import MANY_SHIPS, Decided, Matter, decide, owned
from bot.campaign.game import check_free, check_peace, game_of, worked_out, write
from bot.campaign.gate import callings, check_plays, game_for, known_by_all, tells_sheets, withholding
from bot.campaign.knowing import keep_known, parts_kept
from bot.campaign.measuring import check_measured
from bot.campaign.naming import Callings
from bot.campaign.recording import Done, Place, the_side, the_unit
from bot.campaign.rows import Recorded, StoredUnit
from bot.campaign.transaction import Transaction
from bot.campaign.witnesses import OTHERS_FIRST, Heard, heard_by, hushed, of_battle, told_apart, told_others
from bot.engine.byhand import OtherThrowsError, TableDice
from bot.engine.cards import Card, Tone, printable, sentence, whose
from bot.engine.dice import LiveDice, RecordedDice
from bot.engine.errors import ForeignError, RuleError, UnseenError
from bot.engine.scene import Game, Unit
from bot.engine.system import (
    CAREER,
    CHARACTER,
    SHIP,
    Need,
    Order,
    Outcome,
    Said,
    Scene,
    System,
    Value,
    Values,
)
from bot.systems.retelling import names_any

NewDice = Callable[[bytes, int], RecordedDice]
_OTHERWISE = "The game has gone on since those dice were thrown, and asks for others now: give the order anew."


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
    """Carry out and record an order of the campaign's system, and those whose time has come with it, each by itself.

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
        with transaction.speaking_for(
            by, f"{transaction.key}+{number}", _kept(said), referee=by.id in await transaction.referees()
        ):
            brought.append(await _in_time(transaction, place, system, said, new_dice))
        due += brought[-1].outcome.due if brought[-1].outcome else ()
    return tuple(brought)


def _kept(said: Said) -> str:
    """An order that comes about later in words: by whose it is, where it is somebody's."""
    return f"the order that was kept for {sentence(said.doers)}" if said.doers else f"the /{said.verb} that goes on"


async def _in_time(transaction: Transaction, place: Place, system: System, said: Said, new_dice: NewDice) -> Recorded:
    """Carry out an order that was kept until now; one that can't be is told, and changes nothing."""
    said = (await callings(transaction)).said(said)
    try:
        if not said.by:
            raise RuleError("Whoever gave that order is forgotten: nobody is left to do it for.")
        return await _play_one(transaction, place, system, said.verb, said.people, said.fields, new_dice)
    except RuleError as refused:
        title = f"{_kept(said)[:1].upper()}{_kept(said)[1:]} can't be carried out"
        side, card = await heard_by(transaction), Card(title, (said.suggested(), str(refused)), tone=Tone.BAD)
        return await transaction.record(said.verb, card, place=place, sealed=side == "", side=side or "")


async def scene_of(transaction: Transaction, system: System, order: Order, people: People) -> Scene:
    """The characters of an order as far as the actor may know them, for looking at what it might do.

    Raises ForeignError where it is an order of somebody whose figures are not theirs to know.
    """
    game, cast = await game_for(transaction, system), await parts_of(transaction, system, order, people)
    scene = _scene(transaction, game, cast, as_called=True)
    foreign = [unit for role in order.roles[:1] for unit in scene.units[role.name] if unit.foreign]
    if system.kind == SHIP:
        # What one fires at a ship of others comes to is open.
        scene = _scene(transaction, await game_of(transaction, system), cast)
    if foreign:
        raise ForeignError(f"That hangs on {whose(foreign[0].name)} figures, which are their side's to know.")
    ledger = await worked_out(system, game, lambda: game.ledger, of_kept=True)
    return withholding(transaction, system, replace(scene, ledger=ledger))


def _scene(transaction: Transaction, game: Game, cast: CastParts, *, as_called: bool = False) -> Scene:
    """The game about those who take part, and who gives the order, with what the rules keep beside still to be read;
    people are found `as_called` by a side in a game as it knows it.
    """
    return Scene(
        _units(game, cast, as_called=as_called),
        board=game.board,
        present=game.present,
        known=game.units,
        by=transaction.by,
        yes=transaction.yes,
        settings=game.settings,
        game=game,
    )


def _units(game: Game, cast: CastParts, *, as_called: bool) -> dict[str, tuple[Unit, ...]]:
    """Those who take part in an order, by role, as they are in a game."""
    return {
        role: tuple(replace(game.units[part.called if as_called else part.unit.name], at=part.at) for part in parts)
        for role, parts in cast.items()
    }


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
    order, people, raw = await order_meant(transaction, system, system.order(verb), people, raw)
    cast, calls = await parts_of(transaction, system, order, people), await callings(transaction, kind=system.kind)
    calls = replace(calls, typed=[*map(str, (*people.values(), *raw.values()))])
    with calls.refusing():
        await _check(transaction, system, order, cast)
    found = replace(_scene(transaction, game, cast), material=material, unnamed=unnamed(order, people))
    alone, decided = await _comes_to(transaction, system, order, found, cast, raw, calls, new_dice)
    before, side = await known_by_all(transaction, system), await _heard(transaction, system, order, cast)
    decided = await _keep(transaction, system, order, game, decided, units)
    side = await _heard(transaction, system, order, cast, side)
    outcome, elsewhere = decided.outcome, place.channel_id != transaction.campaign.channel_id
    heard = Heard(side, _doers(order, cast, outcome), elsewhere, reads_all=alone, of_steps=outcome.doers is not None)
    alone_told = outcome.sealed or (not of_battle(order, decided) and tells_sheets(transaction, system))
    apart = await told_apart(transaction, system, order, decided, before, game, heard)
    entry = await transaction.record(
        order.verb,
        apart.card,
        place=place,
        order=_as_given(order, cast, _printable(raw), again=not (order.battle or order.timed) and material is None),
        throws=decided.throws,
        sealed=side == "" or (not side and alone_told),
        side=side or "",
        # Who has come in it has an id by now; who has gone, or has another name, had one before.
        done=_done(order, cast, (*units, *await transaction.units(system.kind)), outcome),
        report=decided.report,
    )
    told = replace(entry, outcome=outcome, telling=apart.telling or decided.telling, was=game, known=before)
    return await told_others(transaction, place, told, apart)


async def _comes_to(
    transaction: Transaction,
    system: System,
    order: Order,
    scene: Scene,
    cast: CastParts,
    raw: Mapping[str, Value],
    calls: Callings,
    new_dice: NewDice,
) -> tuple[bool, Decided]:
    """What an order comes to, and whether that is worked out of what the actor's side knows alone. What is known to a
    side is looked through by the names that it `calls` people, what is true by their own.
    """
    meant = calls.fields(order, raw)
    # First as it was typed: a refusal with a stranger's true name would tell that.
    own = read_values(transaction, order, raw)
    read = own if meant == {**raw} else read_values(transaction, order, meant)
    values = await with_sides_named(transaction, order, read)
    typed = values if read is own else {**values, **own}
    with calls.refusing():
        check_measured(transaction, system, order, scene, meant)
    said = _said(transaction, order, cast, _printable(meant))
    scene = await _told_more(transaction, system, order, replace(scene, said=said), values)
    if (alone := await _told_alone(transaction, system, order, scene, cast, typed, new_dice)) is not None:
        return True, alone
    return False, await _carried_out(transaction, system, order, scene, values, calls, new_dice)


def _printable(fields: Values) -> dict[str, Value]:
    return {name: printable(value) if isinstance(value, str) else value for name, value in fields.items()}


async def _heard(
    transaction: Transaction, system: System, order: Order, cast: CastParts, before: str | None = None
) -> str | None:
    """Who alone may read of an order, as `heard_by` has it; once it is carried out, those who might `before`, unless
    that was everybody: with a deck fog may have come to lie over it.
    """
    return before if order.open or before is not None else await heard_by(transaction, cast, system.kind)


async def _keep(
    transaction: Transaction, system: System, order: Order, game: Game, decided: Decided, units: Sequence[StoredUnit]
) -> Decided:
    """Have the transaction keep what an order has made of a game of those `units`, and what each side knows of it now;
    what it comes to for those who may read of it.
    """
    outcome = decided.outcome
    # What is only written down for later, such as drawing a weapon, sets nothing on a sheet.
    if order.by_word and system.kind != CAREER and (outcome.after or outcome.units or outcome.game):
        await check_free(transaction, system)
    if order.registers and any(not unit.id or unit.name != name for name, unit in outcome.units.items()):
        check_names(transaction, system)
    async with parts_kept(transaction):
        await write(transaction, system, game, game.after(outcome), decided.sheets, decided.ledger)
    await keep_known(transaction, system, game, outcome.marks, outcome.reveals)
    if fought := decided.served:
        transaction.serve({row.id: fought[row.name] for row in await transaction.units() if row.name in fought})
    await transaction.keep_members(outcome.members)
    await transaction.keep_table(outcome.wait, outcome.seat)
    return await hushed(transaction, order, decided, units)


async def _told_alone(
    transaction: Transaction,
    system: System,
    order: Order,
    scene: Scene,
    cast: CastParts,
    values: Values,
    new_dice: NewDice,
) -> Decided | None:
    """What an order comes to that only tells something, told to somebody who may not know all: worked out of what they
    know. None for one that changes something, and for all where the orderer may know everything.

    What that one is refused for, as far as they know, it is refused for before anything is looked at that they don't;
    but what hangs on what they haven't seen is tried.
    """
    game = await game_for(transaction, system)
    if game is scene.game or system.kind != CHARACTER:
        return None
    units = _units(game, cast, as_called=True)
    of_game = {"board": game.board, "present": game.present, "known": game.units, "known_to": lambda _: game}
    known = replace(scene, units=units, game=game, **of_game)
    try:
        decided = await _decided(transaction, system, order, known, values, new_dice)
    except UnseenError:
        return None
    return None if decided.outcome.changes else decided


async def _carried_out(
    transaction: Transaction,
    system: System,
    order: Order,
    scene: Scene,
    values: Values,
    calls: Callings,
    new_dice: NewDice,
) -> Decided:
    """What an order truly comes to; what it is refused for names nobody of whom the orderer doesn't know, and strangers
    as their side `calls` them.
    """
    try:
        with calls.refusing():
            return await _decided(transaction, system, order, scene, values, new_dice)
    except RuleError as refused:
        if system.kind == SHIP:
            # A hidden ship's name is told by nobody but by whoever typed it: as any unknown one it stays.
            raise
        known = await game_for(transaction, system)
        assert scene.game is not None, "an order is given in a game"
        if known is not scene.game and names_any({*scene.game.units} - {*known.units}, str(refused), known.units):
            raise RuleError(OTHERS_FIRST) from refused
        raise


async def _told_more(transaction: Transaction, system: System, order: Order, scene: Scene, values: Values) -> Scene:
    """The scene with what sides know of it, and with what an order says that it hangs on besides."""
    assert scene.game is not None, "an order is given in a game"
    # Of ships an order finds those alone of which whoever gives it may know, as they know them.
    known = scene.game.units if system.kind != SHIP else (await game_for(transaction, system)).units
    scene = replace(scene, known_to=scene.game.known_to, known=known)
    scene = withholding(transaction, system, scene)
    if order.registers and not order.nameless(values):
        scene = replace(scene, **await registered(transaction, system), members=await transaction.memberships())
    if order.timed:
        waits = await transaction.wait() is not None
        scene = replace(scene, at=transaction.at, away=await transaction.away(), waits=waits)
    return scene


def _said(transaction: Transaction, order: Order, cast: CastParts, fields: Values) -> Said:
    """An order as whoever keeps it for later needs it."""
    people = {role: tuple((part.unit.name, part.at) for part in parts) for role, parts in cast.items()}
    own = fields if transaction.referee else order.players(fields)
    return Said(order.verb, people, own, str(transaction.actor.id))


def _as_given(order: Order, cast: CastParts, said: Values, *, again: bool) -> dict[str, Any]:
    """What the journal keeps of an order, of one to be given `again` also who took part, and what one does then, where
    that isn't the verb: battles and steps go on.
    """
    if not again:
        return {"said": said}
    units = {role: [[part.unit.id, part.at] for part in parts] for role, parts in cast.items()}
    return {"units": units, "said": said, **({"deed": order.pressed} if order.pressed else {})}


def _done(order: Order, cast: CastParts, units: Sequence[StoredUnit], outcome: Outcome) -> Done:
    """For whom an order was given and dice were thrown: in a battle for its sides, else for characters."""
    if order.battle:
        ids = {name: the_side(name) for name in (*(outcome.doers or ()), *outcome.throwers)}
    else:
        named = {*_doers(order, cast, outcome), *outcome.throwers}
        ids = {unit.name: the_unit(unit.id, unit.key) for unit in units if unit.name in named}
    doers = _doers(order, cast, outcome)
    throwers = tuple(ids[name] for name in outcome.throwers if name in ids)
    return Done(outcome.opened, tuple(ids[name] for name in doers), throwers)


def _doers(order: Order, cast: CastParts, outcome: Outcome) -> Sequence[str]:
    """For whom an order was given, by name."""
    first = [part.unit.name for part in cast[order.roles[0].name]] if order.roles and not order.battle else []
    return first if outcome.doers is None else outcome.doers


def read_values(transaction: Transaction, order: Order, raw: Mapping[str, Value]) -> dict[str, Value]:
    """The values of an order from what was said; raises RuleError for what can't be, or isn't the actor's to say."""
    values = order.read(raw, transaction.campaign.settings)
    if not transaction.referee:
        for what in order.reserved(raw, transaction.campaign.settings):
            transaction.check(Need.REFEREE, what)
    return values


async def _decided(
    transaction: Transaction, system: System, order: Order, scene: Scene, values: Values, new_dice: NewDice
) -> Decided:
    """What an order comes to; those of large fleets are decided beside, the others here, or in a thread where that may
    take a while.
    """
    game, campaign = scene.game, transaction.campaign
    assert game is not None, "an order that is carried out has a game"
    live = new_dice(transaction.source.key, campaign.counter)
    dice = dice_of(transaction, live)
    if isinstance(dice, TableDice):
        return await decided_by_hand(transaction, system, order, game, scene, values, dice, live)
    # Dice that were told how to fall are told here alone.
    if order.battle and transaction.deciding is not None and len(game.units) > MANY_SHIPS and type(dice) is LiveDice:
        whose = owned(await transaction.units(system.kind)) if order.registers or order.timed else {}
        alone = replace(scene, present={}, known=whose, game=None)
        about = campaign.id, system.key, order.verb, game.stored, alone, values
        return await transaction.deciding.of(Matter(*about, transaction.source.key, campaign.counter))
    work = partial(decide, system, order, game.read_ledger, scene, values, dice)
    if order.short(values):
        return work()
    return await asyncio.to_thread(work) if order.registers else await worked_out(system, game, work)


async def _check(transaction: Transaction, system: System, order: Order, cast: CastParts) -> None:
    """Raise RuleError unless the actor may act with everybody in the first role, or give the order at all, and now."""
    if order.need is Need.OWNER and order.roles:
        for part in cast[order.roles[0].name]:
            if part.unit.name not in transaction.asked_for:
                transaction.check(order.need, part.unit.name, part.unit.owner_id)
        await check_plays(transaction, [part.unit for part in cast[order.roles[0].name]])
    else:
        transaction.check(Need.REFEREE if order.need is Need.OWNER else order.need, order.called or f"/{order.verb}")
    await check_peace(transaction, system, order)
