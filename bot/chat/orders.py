"""Giving an order of the campaign's rules from a slash command or a button, and those that wait for somebody's yes.

A command that may have to wait is carried out by what was said for it alone, as JSON, so that it can be carried out
later, by whoever allows it. Nothing waits in memory.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.campaign.game import check_free, game_of
from bot.campaign.journal import Said, ask, request_of
from bot.campaign.play import cast_of, play, play_again, read_values, scene_of
from bot.campaign.rows import Recorded
from bot.campaign.settings import CHATTER, FULL
from bot.campaign.transaction import Transaction
from bot.chat.answer import Attached, Reply, answer, whole
from bot.chat.files import keepable
from bot.chat.panel import Panel, panel_embed, panel_view
from bot.chat.pictures import deck_views, drawn, of_battle
from bot.chat.table import Interaction, place_of
from bot.chat.tracking import track
from bot.chat.wording import as_typed, cut, embed
from bot.deck.view import View
from bot.engine.cards import Card, person
from bot.engine.errors import NeedsYesError
from bot.engine.scene import Game
from bot.engine.system import CHARACTER, SHIP, System, Value

# How much of what was typed the message that asks has room for, every sign of it escaped.
_LONGEST_TYPED = 1500
# What is left to do for a command when the campaign is free for others again: its answer.
Told = Callable[[], Awaitable[Reply]]
# Carries out, within a turn, what was said.
Deed = Callable[[Interaction, Transaction, Said], Awaitable[Told]]


@dataclass(frozen=True, slots=True)
class Petition:
    """What somebody asks for: the name of the deed, all that was said for it, and what of that they typed."""

    deed: str
    said: Said
    typed: Mapping[str, Any]


async def done_or_asked(interaction: Interaction, asked: Petition, do: Deed) -> Reply:
    """Do what was asked for; or, where somebody's yes is needed for it, ask them with buttons."""
    try:
        told = await interaction.client.table.carried_out(
            interaction, lambda transaction: do(interaction, transaction, asked.said)
        )
    except NeedsYesError as needed:
        return await _asked_for(interaction, asked, needed)
    return await told()


async def _asked_for(interaction: Interaction, asked: Petition, needed: NeedsYesError) -> Reply:
    called = interaction.command.qualified_name if interaction.command else asked.deed
    who = " or ".join([*(person(int(each)) for each in needed.of), "the referee"])
    asks = f"Asked for by {person(interaction.user.id)}, to be allowed by {who}."
    names = interaction.command.extras.get("names", {}) if interaction.command else {}
    typed, attached = _shown({names.get(filled, filled): value for filled, value in asked.typed.items()})
    card = Card(f"/{called} waits for a yes", (*typed, asks, str(needed)))
    async with interaction.client.table.transaction(interaction) as transaction:
        entry = await ask(transaction, place_of(interaction), asked.deed, _kept(asked.said), needed, card)
    return Reply(embed(card), entry, attached)


def _shown(typed: Mapping[str, Any]) -> tuple[list[str], list[Attached]]:
    """The lines that show what was typed, and a file of it where it is too long: nobody allows what they can't read."""
    line = as_typed(typed)
    if len(line) <= _LONGEST_TYPED:
        return [line] if line else [], []
    text = "\n".join(f"{name}: {keepable(str(value))}" for name, value in typed.items())
    file = Attached("asked.txt", text.encode(), "All that is asked for")
    return [cut(line, _LONGEST_TYPED), "All of it stands in the file."], [file]


def _kept(said: Any) -> Any:
    """What was said, without the characters that no database keeps."""
    if isinstance(said, Mapping):
        return {name: _kept(value) for name, value in said.items()}
    return keepable(said) if isinstance(said, str) else said


async def allow(interaction: Interaction, entry_id: int, deeds: Mapping[str, Deed]) -> Reply:
    """Carry out what an entry asks for, as it was said and by the checks of now; `deeds` are all that can be asked."""

    async def work(transaction: Transaction) -> Told:
        request = await request_of(transaction, entry_id)
        await transaction.give_for(request.asker_id, request.chain)
        return await deeds[request.deed](interaction, transaction, request.said)

    told = await interaction.client.table.carried_out(interaction, work)
    return await told()


async def refuse(interaction: Interaction, entry_id: int) -> Reply:
    """Refuse what an entry asks for; or take it back, where it is the asker's own wish."""
    async with interaction.client.table.transaction(interaction) as transaction:
        request = await request_of(transaction, entry_id)
        transaction.chain = request.chain
        done = "taken back" if transaction.actor.id == request.asker_id else "refused"
        what = request.card
        card = Card(f"{what.title.removesuffix(' waits for a yes')} is {done}", what.lines[:1])
        entry = await transaction.record("refuse", card, place=place_of(interaction))
    return Reply(embed(card), entry)


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
    return Reply(embed(entry.card, working=full), entry, files)


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


async def order_reply(interaction: Interaction, give: Callable[[Transaction, System], Awaitable[Recorded]]) -> Reply:
    """Let `give` carry an order out in one transaction; its answer, with pictures and log of what came of it."""
    table = interaction.client.table

    async def work(transaction: Transaction) -> Told:
        return await _given(transaction, table.system_of(transaction), give)

    told = await table.carried_out(interaction, work)
    return await told()


async def _given(
    transaction: Transaction, system: System, give: Callable[[Transaction, System], Awaitable[Recorded]]
) -> Told:
    """Carry an order out; its pictures are drawn when the campaign is free for others again."""
    entry = await give(transaction, system)
    views = [await _views(transaction, system, each) for each in (entry, *entry.brought)]
    tracked = await track(transaction, system, entry.was) if system.order(entry.verb).battle else None

    async def told() -> Reply:
        files = [await drawn(each) for each in views]
        reply = entry_reply(transaction, entry, [*files[0], *await of_battle(entry.telling)])
        brought = [entry_reply(transaction, each, own) for each, own in zip(entry.brought, files[1:], strict=True)]
        return replace(reply, tracked=tracked, brought=brought)

    return told


async def _views(transaction: Transaction, system: System, entry: Recorded) -> tuple[View, ...]:
    """The deck with what an order has shown on it; nothing where it has shown nothing."""
    marks = entry.telling.marks if entry.telling else None
    return () if marks is None else deck_views(await game_of(transaction, system), system, marks, was=entry.was)


async def carry_order(interaction: Interaction, transaction: Transaction, said: Said) -> Told:
    """Carry out an order with the characters (or ships) and fields that were said for it."""
    table, verb, people = interaction.client.table, said["verb"], said["people"]
    if said.get("kind", CHARACTER) is None:
        # Of what both have, the verb is that of whichever was named.
        verb = verb.replace(CHARACTER, await transaction.kind_named(people["name"]))

    async def give(transaction: Transaction, system: System) -> Recorded:
        # Earlier programs have kept among what was said that nobody was named.
        fields = {name: value for name, value in said["fields"].items() if name != "everything"}
        entry = await play(transaction, place_of(interaction), system, verb, people, fields, table.new_dice)
        if system.kind == SHIP and system.order(verb).by_word:
            await check_free(transaction, table.system_of(transaction))
        return entry

    return await _given(transaction, table.rules(transaction, verb), give)


async def give_order(
    interaction: Interaction,
    verb: str,
    people: People,
    fields: Fields,
    *,
    sealed: bool = False,
    either: bool = False,
    carry: Deed = carry_order,
) -> None:
    """Carry out an order with the characters (or ships) and fields that were given, and answer.

    A role that takes many is one text, as `read_people` reads it. What is `sealed`, as a rule, isn't for others; of a
    character and a ship it may be about `either`, whichever is named.
    """
    said = {"verb": verb, "people": dict(people), "fields": dict(fields), **({"kind": None} if either else {})}
    asked = Petition("order", said, {**people, **fields})
    await answer(interaction, done_or_asked(interaction, asked, carry), private=sealed)


async def _ask(interaction: Interaction, transaction: Transaction, said: Said) -> Told:
    """Show the panel of an order to whoever asked, with what has been said so far, as the rules read it."""
    system, settings = interaction.client.table.rules(transaction, said["verb"]), transaction.campaign.settings
    order = system.order(said["verb"])
    cast = await cast_of(transaction, system, order, said["people"])
    scene = await scene_of(transaction, system, order, cast)
    values = read_values(transaction, order, said["fields"])
    given = {name: values[name] for name in order.spread(said["fields"])}
    panel = Panel(order.verb, cast, {}, transaction.referee).with_values(given)

    async def told() -> Reply:
        shown = await asyncio.to_thread(panel_embed, system, panel, scene, settings)
        return Reply(shown, view=panel_view(system, panel, scene, settings))

    return told


async def open_panel(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """Show the panel of an order with what has been given so far."""
    await give_order(interaction, verb, people, fields, sealed=True, carry=_ask)


def panel_unless(known: Callable[[Game, People, Fields], bool]) -> Giver:
    """Give the order where the game and what was said tell enough, and none of one's own is in its way; else its panel
    asks, and shows the odds.
    """

    async def carry(interaction: Interaction, transaction: Transaction, said: Said) -> Told:
        system = interaction.client.table.rules(transaction, said["verb"])
        enough = known(await game_of(transaction, system), said["people"], said["fields"])
        order, settings = system.order(said["verb"]), transaction.campaign.settings
        if enough and order.endangers:
            scene = await scene_of(transaction, system, order, said["people"])
            enough = not order.endangered(scene, said["fields"], settings)
        return await (carry_order if enough else _ask)(interaction, transaction, said)

    return partial(give_order, carry=carry)


def panel_without(*names: str) -> Giver:
    """Give the order where one of these fields is given; else its panel asks, which is known before the game is."""

    async def give(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
        known = any(fields.get(name, "") != "" for name in names)
        await (give_order if known else open_panel)(interaction, verb, people, fields)

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


async def give_again(interaction: Interaction, entry_id: int) -> None:
    """Give the order of an entry once more, and answer."""

    async def give(transaction: Transaction, system: System) -> Recorded:
        return await play_again(transaction, place_of(interaction), system, entry_id, interaction.client.table.new_dice)

    await answer(interaction, order_reply(interaction, give))
