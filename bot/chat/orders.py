"""Giving an order of the campaign's rules from a slash command or a button."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.campaign.byhand import Unthrown
from bot.campaign.casting import cast_of, check_as_asked, check_same_deck, meant_now, tags_for
from bot.campaign.game import check_free
from bot.campaign.gate import audiences, game_for, kind_for, reader_of, rows_for
from bot.campaign.journal import entry_of, join_chain
from bot.campaign.measuring import check_measured, unsaid
from bot.campaign.play import play, read_values, scene_of
from bot.campaign.rows import Recorded
from bot.campaign.settings import CHATTER, FULL
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish, said_again
from bot.chat.answer import Reply, answer
from bot.chat.asking import answer_of, asked_lines, book_due, choice_view, newly_asked
from bot.chat.files import Attached, whole
from bot.chat.gathering import gathered
from bot.chat.panel import Dangers, Panel, check_room, dangers_of, panel_embed, panel_view, prospect_of
from bot.chat.persons import names_of, taking_part
from bot.chat.petitions import Deed, Meant, Petition, Told, done_or_asked, done_or_thrown, lines_for
from bot.chat.pictures import deck_views, drawn, of_battle
from bot.chat.seats import seated
from bot.chat.sending import entry_buttons
from bot.chat.table import Interaction, Table, place_of
from bot.chat.tracking import track
from bot.chat.undecided import sides_asked
from bot.chat.witnesses import Undrawn, to_witness, views_of_side
from bot.chat.wording import asking_below, embed
from bot.deck.view import Marks, View
from bot.engine.errors import CrowdedError, ForeignError
from bot.engine.fields import TURN
from bot.engine.order import Hesitation, Need
from bot.engine.scene import Game, Reader
from bot.engine.system import CHARACTER, SHIP, System, Value
from bot.systems.seeing import ALL
from bot.systems.stepping import NEXT
from bot.systems.waiting import ABOUT_DUE

# What was typed for each role, and for each field of an order; what was left out is the rules' own default.
People = Mapping[str, str]
Fields = Mapping[str, Value]
# What a command does with an order: interaction, verb, people and fields.
Giver = Callable[[Interaction, str, People, Fields], Awaitable[None]]


def entry_reply(transaction: Transaction, entry: Recorded, attached: Sequence[Attached] = ()) -> Reply:
    """The answer to a recorded order, as talkative as the campaign is set."""
    full = transaction.campaign.settings.get(CHATTER) == FULL
    logged = any(file.name.endswith(".txt") for file in attached)
    files = attached if logged else [*attached, *whole(entry.card, working=full)]
    return Reply(embed(entry.whole or entry.card, working=full), entry, files)


async def house_reply(interaction: Interaction, transaction: Transaction, entry: Recorded) -> Reply:
    """The answer to an order of the house, and what others are told of it elsewhere."""
    system = interaction.client.table.system_of(transaction)
    unseen = await to_witness(transaction, system, entry, place_of(interaction).channel_id)
    seen, aside = [await each.drawn() for each in unseen], await sides_asked(transaction, entry)
    return replace(entry_reply(transaction, entry), seen=seen, aside=aside)


async def house_order(
    interaction: Interaction,
    transaction: Transaction,
    verb: str,
    fields: Fields | None = None,
    material: Any = None,
) -> Recorded:
    """Carry out an order of the house, about nobody who is here, with what was read for it."""
    table, place = interaction.client.table, place_of(interaction)
    system = table.rules(transaction, verb)
    return await play(transaction, place, system, verb, {}, fields or {}, table.new_dice, material)


async def told_of(interaction: Interaction, transaction: Transaction, system: System, entry: Recorded) -> Told:
    """What is told of an order that was carried out; its pictures are drawn when the campaign is free for others."""
    reader, heard = await reader_of(transaction), await audiences(transaction)
    gather = await gathered(transaction, system, entry)
    views = [await _views(transaction, system, entry, reader, gather.marks if gather else None)]
    views += [await _views(transaction, system, each, reader) for each in entry.brought]
    was = _known_before(entry, reader) if entry.verb != NEXT else None
    asked = [] if entry.sealed and not entry.unheard else await newly_asked(transaction, system, was, reader)
    asks = await asked_lines(transaction, system, asked, told=entry.verb == NEXT) if asked else []
    tracked = await track(transaction, system, entry.was, entry.known)
    here = place_of(interaction).channel_id
    sits, aside = await seated(transaction, entry), await sides_asked(transaction, entry)
    unseen = [each for one in (entry, *entry.brought) for each in await to_witness(transaction, system, one, here)]
    unseen = [await _asking_too(transaction, system, entry, each) for each in unseen]

    async def told() -> Reply:
        files = [await drawn(each) for each in views]
        reply = entry_reply(transaction, entry, [*files[0], *await of_battle(entry.telling)])
        if asked:
            asking_below(reply.embed, asks)
            view = choice_view(entry_buttons(entry), entry.called, asked)
            reply = replace(reply, view=view, public=True)
        brought = [
            entry_reply(transaction, each, own)
            for each, own in zip(entry.brought, files[1:], strict=True)
            if transaction.referee or each.audience in heard
        ]
        seen = [await each.drawn() for each in unseen]
        into = gather.into if gather and not asked else None
        return replace(reply, tracked=tracked, brought=brought, into=into, seen=seen, seats=sits, aside=aside)

    return told


async def _asking_too(transaction: Transaction, system: System, entry: Recorded, told: Undrawn) -> Undrawn:
    """What is posted in a side's thread of an order, with what that has brought up for somebody of it to choose."""
    witness, before = told.witness, entry.known.get(told.witness.side)
    if witness.side == ALL or before is None or witness.entry.id not in {entry.id, *(each.id for each in entry.seen)}:
        return told
    reader = Reader(side=witness.side)
    asked = await newly_asked(transaction, system, before.game, reader)
    if not asked:
        return told
    lines = await asked_lines(transaction, system, asked, reader=reader)
    shown = witness.embed.copy()
    asking_below(shown, lines)
    buttons = entry_buttons(witness.entry) if witness.copied else discord.ui.View()
    return replace(told, witness=replace(witness, embed=shown, view=choice_view(buttons, witness.entry.called, asked)))


def _known_before(entry: Recorded, reader: Reader) -> Game | None:
    """The game before an order, as far as a reader may know it."""
    known = entry.known.get(reader.side)
    return entry.was if reader.everything else known.game if known else None


async def _views(
    transaction: Transaction, system: System, entry: Recorded, reader: Reader, shown: Marks | None = None
) -> tuple[View, ...]:
    """The deck with what an order has shown on it, or all that is `shown`; nothing where that is nothing. A reader who
    may not know all gets what they know of it.
    """
    marks = shown or (entry.telling.marks if entry.telling else None)
    if marks is not None and not reader.everything:
        return await views_of_side(transaction, system, entry, reader)
    return (
        () if marks is None else deck_views(await game_for(transaction, system, reader), system, marks, was=entry.was)
    )


async def rules_for(table: Table, transaction: Transaction, verb: str, moment: str = "") -> System:
    """The book by which a verb is ordered: where that is about what is due, the first in which something is, or which
    stands at that moment. Raises RuleError where none has it, or none stands there.
    """
    rules = table.rules(transaction, verb)
    if not (moment or verb in ABOUT_DUE):
        return rules
    having = [each for each in table.books(table.system_of(transaction)) if verb in each.orders]
    return await book_due(transaction, having, moment) or rules


async def carry_order(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Carry out an order with the characters (or ships) and fields that were said for it; raises RuleError where those
    for whom it was asked are others by now.
    """
    system, verb = await _ruled(interaction, transaction, said)
    await check_as_asked(transaction, system, said.get("asked", {}))
    check_same_deck(transaction, said)
    return await _carry(interaction, transaction, said, system, verb)


async def _ruled(interaction: Interaction, transaction: Transaction, said: Wish) -> tuple[System, str]:
    """The book by which an order is given, and its verb there; raises RuleError as `rules_for` does."""
    table, verb = interaction.client.table, said["verb"]
    if said.get("kind", CHARACTER) is None and (name := said["people"].get("name")):
        # Of what both have, the verb is that of whichever was named.
        verb = verb.replace(CHARACTER, await kind_for(transaction, name))
    return await rules_for(table, transaction, verb, said.get("moment", "")), verb


async def _carry(interaction: Interaction, transaction: Transaction, said: Wish, system: System, verb: str) -> Told:
    table, people = interaction.client.table, said["people"]
    # Earlier programs have kept among what was said that nobody was named.
    fields = {name: value for name, value in said["fields"].items() if name != "everything"}
    entry = await play(transaction, place_of(interaction), system, verb, people, fields, table.new_dice)
    if system.kind == SHIP and system.order(verb).by_word:
        await check_free(transaction, table.system_of(transaction))
    return await told_of(interaction, transaction, system, entry)


async def _meant_now(
    interaction: Interaction, transaction: Transaction, said: Wish, about: Sequence[str]
) -> tuple[Wish, Sequence[str]]:
    """An order as it is to be carried out once somebody has said yes to it: with those whom its names mean now, and
    where nobody was named, with those `about` whom the yes is asked, as they are.
    """
    system, verb = await _ruled(interaction, transaction, said)
    kept = {name: value for name, value in said.items() if name != "kind"}
    meant = await meant_now(transaction, system, verb, said["people"], said["fields"], about)
    rows = [row for row in await rows_for(transaction, system.kind) if str(row.id) in meant["asked"]]
    return {**kept, **meant}, lines_for(transaction, system, rows)


async def carry_answer(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Give the answer that was pressed to what was asked, in the chain that asked for it if it belongs there."""
    table = interaction.client.table
    due, answered = await answer_of(transaction, table.books(table.system_of(transaction)), said["key"], said["choice"])
    if said["entry"] and not due.apart:
        await join_chain(transaction, said["entry"])
    # Several may be asked for all of them, and any of these then says it.
    transaction.asked_for = frozenset(due.owes)
    order = {"verb": answered.verb, "people": answered.people, "fields": answered.fields}
    return await carry_order(interaction, transaction, order)


async def give_order(
    interaction: Interaction,
    verb: str,
    people: People,
    fields: Fields,
    *,
    sealed: bool = False,
    either: bool = False,
    moment: str = "",
    carry: Deed | None = None,
    deed: str = "order",
    kind: str = CHARACTER,
    meant: Meant = _meant_now,
) -> None:
    """Carry out an order with the characters (or ships) and fields that were given, and answer.

    A role that takes many is one text, as `read_people` reads it. What is `sealed`, as a rule, isn't for others; of a
    character and a ship it may be about `either`, whichever is named. With a `moment` it is given only where the table
    stands there still (see `engine.due.moment`). `carry` carries it out, if not as it is once nothing speaks against
    it, and is the `deed` of that name where it waits for somebody's yes, as it is `meant` then; it is mostly about
    units of that `kind`.
    """
    said = {"verb": verb, "people": dict(people), "fields": dict(fields), **({"kind": None} if either else {})}
    said |= {"moment": moment} if moment else {}
    asked = Petition(deed, said, {**people, **fields}, kind, meant)
    await answer(interaction, done_or_asked(interaction, asked, carry or carry_or_ask), private=sealed)


async def _ask(interaction: Interaction, transaction: Transaction, said: Wish, dangers: Dangers | None = None) -> Told:
    """Show the panel of an order to whoever asked, with what has been said so far, as the rules read it, and whom it
    endangers, worked out where that isn't known.
    """
    system, settings = interaction.client.table.rules(transaction, said["verb"]), transaction.campaign.settings
    order = system.order(said["verb"])
    cast = await cast_of(transaction, system, order, said["people"])
    scene = await scene_of(transaction, system, order, cast)
    values = read_values(transaction, order, said["fields"])
    # No panel asks for what can't be said.
    check_measured(transaction, system, order, scene, said["fields"])
    given = {name: values[name] for name in order.spread(said["fields"])}
    tags = await tags_for(transaction, system.kind)
    known = unsaid(transaction, system, order, scene)
    panel = Panel(order.verb, cast, {}, transaction.referee, tags, {}, known).with_values(given)
    check_room(system, panel)
    others = await taking_part(transaction) if order.panel else ()

    async def told() -> Reply:
        shown = replace(panel, players=await names_of(interaction, others))
        prospect = await asyncio.to_thread(prospect_of, system, shown, scene, settings, dangers)
        return Reply(panel_embed(system, shown, scene, prospect), view=panel_view(system, shown, settings, prospect))

    return told


async def open_panel(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Show the panel of an order with what has been given so far."""
    await give_order(interaction, verb, people, fields, sealed=True, carry=_ask)


async def _asked_first(
    interaction: Interaction, transaction: Transaction, said: Wish, system: System, verb: str
) -> Told | None:
    """The panel of an order that is asked about before it is given, by its `hesitation`; None for one that isn't, also
    where those in its way can't be hurt.
    """
    order, settings = system.order(verb), transaction.campaign.settings
    if order.hesitates is None or (order.need is Need.REFEREE and not transaction.referee):
        return None
    people, fields = order.as_called_now(said["people"]), order.as_called_now(said["fields"])
    try:
        scene = await scene_of(transaction, system, order, people)
    except ForeignError:
        return None
    why = order.hesitation(scene, fields, settings)
    if not why:
        return None
    turning, dangers = {TURN: True} if why.turns else {}, None
    if why == Hesitation(friends=why.friends):
        dangers = await asyncio.to_thread(dangers_of, order, scene, fields, settings)
        if not dangers:
            return None
    asked = {**said, "people": people, "fields": {**fields, **turning}}
    try:
        return await _ask(interaction, transaction, asked, dangers)
    except CrowdedError:
        # So many at once have been thought over.
        return None


async def carry_or_ask(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Carry out an order as `carry_order` does, unless its panel asks first."""
    system, verb = await _ruled(interaction, transaction, said)
    asked = await _asked_first(interaction, transaction, said, system, verb)
    return asked or await _carry(interaction, transaction, said, system, verb)


def panel_without(*names: str) -> Giver:
    """Give the order where one of these fields is given, or its book asks for none of them; else its panel asks."""

    async def carry(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
        asks = interaction.client.table.rules(transaction, said["verb"]).order(said["verb"]).asks
        return await (_ask if asks else carry_or_ask)(interaction, transaction, said)

    async def give(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
        known = any(fields.get(name, "") != "" for name in names)
        await give_order(interaction, verb, people, fields, carry=None if known else carry)

    return give


def panel_where(flag: str, otherwise: Giver) -> Giver:
    """Open the order's panel where this flag is set, which is no field of the order; else do as `otherwise` does."""

    async def give(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
        order = {name: value for name, value in fields.items() if name != flag}
        await (open_panel if fields.get(flag) else otherwise)(interaction, verb, people, order)

    return give


def instead(flag: str, verb: str) -> Giver:
    """Give another order where this flag is set, which is no field of either."""

    async def give(interaction: Interaction, otherwise: str, people: People, fields: Fields) -> None:
        order = {name: value for name, value in fields.items() if name != flag}
        await give_order(interaction, verb if fields.get(flag) else otherwise, people, order)

    return give


async def carry_again(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Give the order of the entry that was said once more."""
    entry = await entry_of(transaction, said["entry"])
    system, verb = interaction.client.table.rules(transaction, entry["verb"]), entry["verb"]
    once_more = said_again(transaction, system, entry)
    asked = await _asked_first(interaction, transaction, once_more, system, verb)
    return asked or await _carry(interaction, transaction, once_more, system, verb)


async def give_again(interaction: Interaction, named: int | str) -> None:
    """Give the order of an entry once more, and answer."""

    async def begin(transaction: Transaction) -> Unthrown:
        return Unthrown("again", {"entry": named}, transaction.chain, transaction.actor.id)

    await answer(interaction, done_or_thrown(interaction, begin, {"again": carry_again}))
