"""`/dice`, and what ending a campaign does to its dice: seeds salted, shown, opened, and their throws in a file."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.campaign.game import waits_sealed
from bot.campaign.gate import lies_fog
from bot.campaign.rows import StoredStretch
from bot.campaign.settings import APART, SIDES
from bot.campaign.stretches import (
    Opening,
    open_seed,
    opened_log,
    opening_of,
    reveal,
    salt,
    salts_told,
    stretches_of,
    to_open,
)
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply
from bot.chat.files import Attached
from bot.chat.orders import house_reply
from bot.chat.sending import danger_button
from bot.chat.table import Interaction, Table, place_of
from bot.chat.wording import card_line, lines_embed, plain
from bot.engine.cards import counted
from bot.engine.dice import hash_of, new_seed
from bot.engine.errors import RuleError
from bot.engine.throwlog import MOST_BYTES, written
from bot.systems.house import CampaignOver
from bot.systems.seeds import salt_lines

_MOST_FILES = 10
_MOST_HIDDEN = 20
_SHOWN = 10
OPENS, ENDS = "opendice", "enddice"


async def salt_dice(interaction: Interaction, words: str) -> Reply:
    """Add a player's words to what faces come from."""
    table = interaction.client.table
    async with table.transaction(interaction) as transaction:
        entry = await salt(transaction, place_of(interaction), table.rules(transaction, "dice salt"), words)
        return await house_reply(interaction, transaction, entry)


async def show_dice(interaction: Interaction) -> Reply:
    """The newest stretches, the present one first: hash, salts and whose, since when, and the seed if it is open."""
    async with interaction.client.table.transaction(interaction, ended=True) as transaction:
        numbered, foggy = list(enumerate(await stretches_of(transaction), 1)), lies_fog(transaction)
    shown = reversed(numbered[-_SHOWN:])
    lines = [line for number, each in shown for line in _stretch_lines(number, each, foggy=foggy)]
    more = len(numbered) - _SHOWN
    return Reply(lines_embed("Dice", [*lines, *([f"and {counted(more, 'stretch')} before"] if more > 0 else [])]))


def _stretch_lines(number: int, stretch: StoredStretch, *, foggy: bool) -> Iterator[str]:
    state = f"open since <t:{stretch.opened_at}:f>" if stretch.opened_at else "secret"
    began = "the campaign's beginning" if stretch.entry_id is None else f"entry {stretch.entry_id}"
    # The numbers of entries amid a secret seed would count those that are hidden, as all would where sides are apart.
    if stretch.salts and not stretch.opened_at:
        began = "its last salt"
    elif foggy and stretch.entry_id is not None:
        began = "the opening of the one before"
    yield f"**Stretch {number}**, from {began} on (<t:{stretch.since}:f>), {state}"
    yield f"-# SHA-256 of its seed: {hash_of(stretch.seed)}"
    if stretch.opened_at:
        yield f"-# Its seed: {stretch.seed.hex()}"
    for line in salt_lines(salts_told(stretch.salts)) or ("no salts: /dice salt adds your words",):
        yield f"-# {card_line(line)}"


# --- opening ---


async def ask_to_open(interaction: Interaction) -> Reply:
    """Tell the referee what opening the present seed would tell, over a button that does it."""
    async with interaction.client.table.transaction(interaction, ended=True) as transaction:
        opening = await _openable(transaction, interaction.client.table)
        told = _told_by(opening, transaction)
    button = danger_button("Open the seed", f"{OPENS}:{opening.first.id}")
    return Reply(lines_embed("Open the seed?", told), view=button)


async def open_dice(interaction: Interaction, stretch_id: int) -> Reply:
    """Open the seed under whose button somebody has pressed."""
    table = interaction.client.table
    async with table.transaction(interaction, ended=True) as transaction:
        await _openable(transaction, table, stretch_id)
        entry = await reveal(transaction, place_of(interaction), table.rules(transaction, "dice reveal"), stretch_id)
        return await house_reply(interaction, transaction, entry)


async def _openable(transaction: Transaction, table: Table, stretch_id: int | None = None) -> Opening:
    """What would be opened; raises RuleError while something waits that opening would tell, or there is nothing."""
    opening = await to_open(transaction, stretch_id)
    # A campaign that is over waits for nothing.
    waits = "" if transaction.campaign.ended else await _waits(transaction, table)
    if waits:
        raise RuleError(f"The seed stays secret while {waits}.")
    return opening


async def _waits(transaction: Transaction, table: Table) -> str:
    return await waits_sealed(transaction, table.books(table.system_of(transaction)))


def _told_by(opening: Opening, transaction: Transaction, *, ends: bool = False) -> Sequence[str]:
    """What opening a seed tells, as the campaign `ends` or before, for whoever is about to do it: what was hidden a
    referee alone reads before.
    """
    hidden = [f"Hidden until now: {plain(title)}" for title in opening.hidden[:_MOST_HIDDEN]]
    more = len(opening.hidden) - _MOST_HIDDEN
    which = (*(hidden or ["None of them was hidden."]), *([f"and {more} more"] if more > 0 else []))
    held = not ends and not transaction.campaign.ended and _held_back(transaction)
    who = "The referee can read now, and everybody once the campaign has ended" if held else "Everybody can read then"
    return (
        f"{who}, by /dice log, every throw of {opening.which}: what it was for, those taken back "
        "and those hidden from players among them, and so what they tell of plans and of people unseen.",
        *(which if transaction.referee else ()),
        "Nothing is thrown from an open seed any more, whatever is undone, and no /undo closes it again.",
    )


@dataclass(frozen=True, slots=True)
class AtEnd:
    """What becomes of the dice as a campaign ends: what is told of them, what is opened, and the seed that follows."""

    told: CampaignOver
    opening: Opening | None
    fresh: bytes

    async def carry_out(self, transaction: Transaction, entry_id: int) -> None:
        """Open what is to be opened, after the entry of the end."""
        if self.opening is not None:
            await open_seed(transaction, self.fresh, entry_id)


async def at_end(transaction: Transaction, table: Table) -> AtEnd:
    """What becomes of the dice as the campaign ends: their seed is opened, unless something sealed waits."""
    opening, fresh = await opening_of(transaction), new_seed()
    if opening is None:
        return AtEnd(CampaignOver(), None, fresh)
    waits = await _waits(transaction, table)
    if not waits and _held_back(transaction) and not transaction.referee:
        # A referee may take the end back, and then somebody who plays on would know it.
        waits = "no referee has ended the campaign"
    if waits:
        return AtEnd(CampaignOver(waits=waits), None, fresh)
    return AtEnd(CampaignOver(opening.told(fresh)), opening, fresh)


def ask_to_end(opening: Opening, transaction: Transaction) -> Reply:
    """Tell whoever ends a campaign what that opens which players could not see, over a button that does it."""
    button = danger_button("End the campaign", f"{ENDS}:{opening.first.id}")
    lines = ("Ending the campaign opens the seed of its dice.", *_told_by(opening, transaction, ends=True))
    return Reply(lines_embed("End the campaign?", lines), view=button)


# --- the log ---


async def give_log(interaction: Interaction, stretch: int | None) -> Reply:
    """Every throw of the stretches that are open, as a file or several."""
    table = interaction.client.table
    async with table.transaction(interaction, ended=True) as transaction:
        _check_may_read(transaction)
        logged = await opened_log(transaction, stretch)
    most = min(MOST_BYTES, interaction.filesize_limit)
    files = await asyncio.to_thread(written, transaction.campaign.id, logged, most)
    if len(files) > _MOST_FILES:
        raise RuleError(f"Discord doesn't take so much at once: name one stretch, such as stretch:{logged[-1].number}.")
    several = len(files) > 1
    attached = [
        Attached(f"dice-{transaction.campaign.id}{f'-{number}' if several else ''}.json", text.encode(), "The throws")
        for number, text in enumerate(files, 1)
    ]
    dice = sum(each.dice for each in logged)
    lines = (
        f"{dice:,} {'die' if dice == 1 else 'dice'} of {counted(len(logged), 'stretch')}, from seeds that are open. "
        "Compare their hashes with those that were told while they were secret.",
        "`python -m bot verify FILE` checks all of them, and the README has a program that checks one throw.",
    )
    return Reply(lines_embed("The log of the dice", lines), attached=attached)


def _check_may_read(transaction: Transaction) -> None:
    if transaction.referee or transaction.campaign.ended:
        return
    if held := _held_back(transaction):
        raise RuleError(f"{held} the log of the dice is the referee's until the campaign ends.")


def _held_back(transaction: Transaction) -> str:
    """Why the referee alone reads what is thrown while a campaign lasts, as a sentence begins; "" where all may."""
    if lies_fog(transaction):
        return "Under fog"
    return "With sides apart" if transaction.campaign.settings.get(SIDES) == APART else ""
