"""An answer in one's own words to what is due: a form with a line for each of those who owe it, or for each thing that
is asked of one alone.

Nothing waits in memory: the form holds the key of what it answers, as buttons do (see `chat.asking`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from discord.ui import Modal, TextInput

from bot.campaign.gate import game_for
from bot.campaign.play import play
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish
from bot.chat.answer import Reply, open_form
from bot.chat.asking import asked_in
from bot.chat.files import form, submitted
from bot.chat.orders import carry_order, told_of
from bot.chat.petitions import Petition, Told, done_or_asked
from bot.chat.table import Interaction, place_of
from bot.chat.wording import cut
from bot.engine.due import Due
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Said
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.stepping import ANSWERS, Answers

SAID = "said"
# A form on Discord has so many lines.
_MOST = 5
_LONGEST_LABEL, _LONGEST_HINT, _LONGEST = 45, 100, 200


async def open_saying(interaction: Interaction, key: str) -> None:
    """Open the form for what is due by that key."""

    async def prepare() -> Modal:
        table = interaction.client.table
        async with table.transaction(interaction) as transaction:
            system, due = await asked_in(transaction, table.books(table.system_of(transaction)), key)
        return _form(system, due)

    await open_form(interaction, prepare())


def _form(system: System, due: Due) -> Modal:
    order = system.order(_answer(due).verb)
    lines = [
        TextInput[Any](
            label=cut(label, _LONGEST_LABEL),
            custom_id=str(number),
            placeholder=cut(_hint(order, asked, due), _LONGEST_HINT) or None,
            required=False,
            max_length=_LONGEST,
        )
        for number, (label, _, asked) in enumerate(_lines(due))
    ]
    return form(f"{SAID}:{due.key}", cut(due.what[:1].upper() + due.what[1:], _LONGEST_LABEL), *lines)


def _answer(due: Due) -> Said:
    """The order that answers it; RuleError for what no form asks for."""
    if due.answer is None or not due.asks:
        raise RuleError("That is answered by its buttons alone: /next tells what is asked now.")
    return due.answer


def _lines(due: Due) -> list[tuple[str, str, str]]:
    """The lines of the form: what each is called, for whom it is, and what it asks."""
    if len(due.owes) > 1 or len(due.asks) == 1:
        return [(f"{name}: {due.asks[0]}", name, due.asks[0]) for name in due.owes[:_MOST]]
    return [(asked, due.owes[0], asked) for asked in due.asks[:_MOST]]


def _hint(order: Order, asked: str, due: Due) -> str:
    """What an empty line asks for, and what else may be written behind it."""
    wordings = {role.name: role.wording for role in order.roles} | {field.name: field.wording for field in order.fields}
    others = [f"{name}:…" for name in due.asks[1:]] if len(due.owes) > 1 else []
    return ", then ".join(filter(None, (wordings.get(asked, ""), " ".join(others))))


async def give_said(interaction: Interaction, key: str) -> Reply:
    """Give what was written in the form, as one."""
    written = {number: text for number, text in submitted(interaction).items() if text.strip()}
    if not written:
        raise RuleError("Nothing was written: a line that is left empty does nothing.")
    return await done_or_asked(interaction, Petition(SAID, {"key": key, "written": written}, {}), carry_said)


async def carry_said(interaction: Interaction, transaction: Transaction, said: Wish) -> Told:
    """Give the orders that were written in a form: one as it would be typed, several in one."""
    table = interaction.client.table
    system, due = await asked_in(transaction, table.books(table.system_of(transaction)), said["key"])
    game = await game_for(transaction, system)
    orders = list(_orders(system, game, due, said["written"]))
    if not orders:
        raise RuleError("The game has gone on since that form: /next tells what is asked now.")
    if len(orders) == 1:
        only = orders[0]
        return await carry_order(
            interaction, transaction, {"verb": only.verb, "people": only.people, "fields": only.fields}
        )
    material = Answers(tuple(orders))
    entry = await play(transaction, place_of(interaction), system, ANSWERS, {}, {}, table.new_dice, material)
    return await told_of(interaction, transaction, system, entry)


def _orders(system: System, game: Game, due: Due, written: Mapping[str, str]) -> Iterator[Said]:
    """An order for each of those for whom something was written; raises RuleError for what means nothing."""
    answer = _answer(due)
    order, by_name = system.order(answer.verb), dict[str, Said]()
    for number, (_, name, asked) in enumerate(_lines(due)):
        if text := written.get(str(number), "").strip():
            so_far = by_name.get(name, answer.of(name) if name in answer.doers else answer)
            by_name[name] = _with(order, game, so_far, asked, text)
    yield from by_name.values()


def _with(order: Order, game: Game, said: Said, asked: str, text: str) -> Said:
    """The order with what was written for something that it asks: `F5`, or with other fields behind, `F5 gait:trot`."""
    names, words, fields = {field.name for field in order.fields}, text.split(), dict(said.fields)
    while len(words) > 1 and words[-1].partition(":")[0] in names and ":" in words[-1]:
        name, _, value = words.pop().partition(":")
        fields[name] = value
    text = " ".join(words)
    if asked in {role.name for role in order.roles}:
        people = tuple((match(each, game.units, what="name"), None) for each in text.split(","))
        return replace(said, people={**said.people, asked: people}, fields=fields)
    return replace(said, fields={**fields, asked: text})
