"""What somebody asks for, and what it may have to wait for: somebody's yes, or dice that they throw on the table.

A command that may have to wait is carried out by what was said for it alone, as JSON, so that it can be carried out
later, by whoever allows it or enters the dice. Nothing waits in memory.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord.ui import Modal, TextInput

from bot.campaign.byhand import Unthrown, note_unthrown, unthrown_of
from bot.campaign.game import seen
from bot.campaign.gate import tells_sheets
from bot.campaign.posts import threads_of
from bot.campaign.rows import StoredUnit, side_of
from bot.campaign.transaction import Transaction
from bot.campaign.wishes import Wish, Withheld, ask, request_of
from bot.campaign.witnesses import heard_by
from bot.chat.answer import Reply, open_form
from bot.chat.files import Attached, form, keepable, submitted
from bot.chat.sending import entry_named
from bot.chat.spelling import as_typed, option_called
from bot.chat.table import Interaction, place_of
from bot.chat.witnesses import Witness
from bot.chat.wording import cut, embed
from bot.engine.byhand import UnthrownError, Wanted
from bot.engine.cards import Card, person
from bot.engine.dice import Throw
from bot.engine.errors import NeedsYesError, RuleError, WrittenError
from bot.engine.system import CHARACTER, SHIP, System

# How much of what was typed the message that asks has room for, every sign of it escaped.
_LONGEST_TYPED = 1500
# So many of those whom a request is about are shown as they are.
_MOST_SHOWN = 8
_UNREAD = "You alone read this: ask the referee to do it themselves, or to open your side's thread by /side open first."
_ELSEWHERE = "You alone read this here: ask for it anew in your side's thread, where the referee reads it."
_CLOSED = "It needs a yes. What it says of a ship is closed to others: “What is asked” shows it to who may give that."
# What is left to do for a command when the campaign is free for others again: its answer.
Told = Callable[[], Awaitable[Reply]]
# Carries out, within a turn, what was said.
Deed = Callable[[Interaction, Transaction, Wish], Awaitable[Told]]


# What was said as it is meant of those who are here now, about whom somebody's yes is asked, and a line for each who
# is to be as they are then.
Meant = Callable[[Interaction, Transaction, Wish, Sequence[str]], Awaitable[tuple[Wish, Sequence[str]]]]


@dataclass(frozen=True, slots=True)
class Petition:
    """What somebody asks for: the name of the deed, all that was said for it, what of that they typed, and units of
    which kind it is about for the most part. Where others may come to be called as it says, `meant` reads it now.
    """

    deed: str
    said: Wish
    typed: Mapping[str, Any]
    kind: str = CHARACTER
    meant: Meant | None = None


async def done_or_asked(interaction: Interaction, asked: Petition, do: Deed) -> Reply:
    """Do what was asked for; or, where somebody's yes is needed for it, ask them with buttons."""

    async def begin(transaction: Transaction) -> Unthrown:
        return Unthrown(asked.deed, asked.said, transaction.chain, transaction.actor.id)

    try:
        return await done_or_thrown(interaction, begin, {asked.deed: do}, asked.kind)
    except NeedsYesError as needed:
        return await asked_for(interaction, asked, needed)


async def done_or_thrown(
    interaction: Interaction,
    begin: Callable[[Transaction], Awaitable[Unthrown]],
    deeds: Mapping[str, Deed],
    kind: str = CHARACTER,
) -> Reply:
    """Do what `begin` finds in a transaction to be done, by one of the `deeds`; or, where dice are to be thrown for it
    on the table, ask for them by a form.
    """
    found: Unthrown | None = None

    async def work(transaction: Transaction) -> Told:
        nonlocal found
        found = await begin(transaction)
        return await deeds[found.deed](interaction, transaction, found.said)

    try:
        told = await interaction.client.table.carried_out(interaction, work, kind)
    except UnthrownError as unthrown:
        assert found is not None, "only what has begun can stop for dice"
        return await _asked_to_throw(interaction, replace(found, wanted=unthrown.wanted))
    return await told()


async def asked_for(interaction: Interaction, asked: Petition, needed: NeedsYesError) -> Reply:
    """Ask those with buttons whose yes is needed for what was asked for."""
    called = interaction.command.qualified_name if interaction.command else asked.said.get("verb", asked.deed)
    who = " or ".join([*(person(int(each)) for each in needed.of), "the referee"])
    asks = f"Asked for by {person(interaction.user.id)}, to be allowed by {who}."
    typed, attached = _shown(asked.typed)
    async with interaction.client.table.transaction(interaction) as transaction:
        unread = await _unread(interaction, transaction)
        read = await asked.meant(interaction, transaction, asked.said, needed.about) if asked.meant else None
        said, lines = read or (asked.said, ())
        title, withheld = f"/{called} waits for a yes", None
        card = Card(title, (*typed, *lines, asks, *unread, str(needed)))
        if _tells_sheets(interaction, transaction, asked, said):
            withheld = Withheld((*typed, str(needed)), attached[0].content.decode() if attached else "")
            about, _ = _shown({name: value for name, value in asked.typed.items() if name == "name"})
            card, attached = Card(title, (*about, *lines, asks, *unread, _CLOSED)), []
        entry = await ask(transaction, place_of(interaction), asked.deed, _kept(said), needed, card, withheld)
        campaign_id = transaction.campaign.id
    seen = [
        Witness(campaign_id, each, each.channel_id, embed(each.card), side=side_of(each.audience))
        for each in entry.seen
    ]
    return Reply(embed(card), entry, attached, seen=seen)


def _tells_sheets(interaction: Interaction, transaction: Transaction, asked: Petition, said: Wish) -> bool:
    """Whether what is asked for tells of a ship what is closed to others: what is to stand on its sheet."""
    table = interaction.client.table
    ruled = table.rules(transaction, said["verb"]).kind if "verb" in said else asked.kind
    return SHIP in {asked.kind, ruled} and tells_sheets(transaction, table.ships)


async def what_is_asked(interaction: Interaction, named: int | str, deeds: Mapping[str, Deed]) -> Reply:
    """What an entry asks for that isn't for all, for whoever may answer it, and whose side was told of it."""
    of = await _of_whom_now(interaction, named, deeds)
    async with interaction.client.table.transaction(interaction) as transaction:
        request = await request_of(transaction, named, of, read=True)
    withheld = request.withheld or Withheld(())
    return Reply(embed(Card(request.card.title, withheld.lines)), attached=_in_full(withheld.text))


def _in_full(text: str) -> list[Attached]:
    return [Attached("asked.txt", text.encode(), "All that is asked for")] if text else []


async def _unread(interaction: Interaction, transaction: Transaction) -> Sequence[str]:
    """What whoever asks is told where they alone read of it: where sides know only what they have seen, outside of a
    thread of theirs.
    """
    if (side := await heard_by(transaction)) is None:
        return ()
    thread = (await threads_of(transaction.connection, transaction.campaign.id)).get(side)
    if thread is None:
        return (_UNREAD,)
    return () if thread == interaction.channel_id else (_ELSEWHERE,)


def _shown(typed: Mapping[str, Any]) -> tuple[list[str], list[Attached]]:
    """The lines that show what was typed, and a file of it where it is too long: nobody allows what they can't read."""
    line = as_typed(typed)
    if len(line) <= _LONGEST_TYPED:
        return [line] if line else [], []
    text = "\n".join(f"{option_called(name)}: {keepable(str(value))}" for name, value in typed.items())
    return [cut(line, _LONGEST_TYPED), "All of it stands in the file."], _in_full(text)


def lines_for(transaction: Transaction, system: System, rows: Sequence[StoredUnit]) -> list[str]:
    """A line for each of those who are to be as they are until a yes comes; of ships whose sheets are closed to others
    what shows of them, since all read it.
    """
    closed = tells_sheets(transaction, system)
    units = [seen(system, replace(row, foreign=row.foreign or closed)) for row in rows[:_MOST_SHOWN]]
    more = [f"and {len(rows) - _MOST_SHOWN} more"] if len(rows) > _MOST_SHOWN else []
    return [*(f"{unit.name}: {system.line_of(unit)}" for unit in units), *more]


def _kept(said: Any) -> Any:
    """What was said, without the characters that no database keeps."""
    if isinstance(said, Mapping):
        return {name: _kept(value) for name, value in said.items()}
    return keepable(said) if isinstance(said, str) else said


async def allow(interaction: Interaction, named: int | str, deeds: Mapping[str, Deed]) -> Reply:
    """Carry out what an entry asks for, as it was said and by the checks of now; `deeds` are all that can be asked."""
    of = await _of_whom_now(interaction, named, deeds)

    async def begin(transaction: Transaction) -> Unthrown:
        request = await request_of(transaction, named, of)
        await transaction.give_for(request.asker_id, request.chain)
        return Unthrown(request.deed, request.said, request.chain, request.asker_id)

    return await done_or_thrown(interaction, begin, deeds)


async def _of_whom_now(interaction: Interaction, named: int | str, deeds: Mapping[str, Deed]) -> Collection[str] | None:
    """Of whom the yes is asked by now that an entry waits for: it is carried out without one, which takes it back. None
    where that doesn't tell, and where it is the referee's or the asker's to answer anyhow.
    """

    async def work(transaction: Transaction) -> Collection[str] | None:
        request = await request_of(transaction, named, [transaction.by])
        if transaction.by in {"", str(request.asker_id)}:
            return None
        await transaction.give_for(request.asker_id, request.chain)
        transaction.yes = None
        await deeds[request.deed](interaction, transaction, request.said)
        raise RuleError("That waits for nobody's yes any more.")

    try:
        return await interaction.client.table.carried_out(interaction, work)
    except NeedsYesError as needed:
        return needed.of
    except (RuleError, UnthrownError):
        return None


async def refuse(interaction: Interaction, named: int | str, deeds: Mapping[str, Deed]) -> Reply:
    """Refuse what an entry asks for; or take it back, where it is the asker's own wish."""
    of = await _of_whom_now(interaction, named, deeds)
    async with interaction.client.table.transaction(interaction) as transaction:
        request = await request_of(transaction, named, of)
        transaction.chain = request.chain
        done = "taken back" if transaction.actor.id == request.asker_id else "refused"
        what = request.card
        card = Card(f"{what.title.removesuffix(' waits for a yes')} is {done}", what.lines[:1])
        entry = await transaction.record(
            "refuse", card, place=place_of(interaction), side=request.side, sealed=request.sealed
        )
    return Reply(embed(card), entry)


# --- dice thrown on the table ---

# What the ids of the button that opens the form, and of the form, begin with.
ENTER, THROWN = "faces", "thrown"
_LONGEST_LABEL = 45
# As much of what was written rightly as the button's id has room for.
_LONGEST_KEPT = 70


async def _asked_to_throw(interaction: Interaction, waits: Unthrown) -> Reply:
    """Ask for the dice that are to be thrown now; what was thrown before stands above."""
    called = interaction.command.qualified_name if interaction.command else waits.said.get("verb", waits.deed)
    waits = replace(waits, said=_kept(waits.said))
    async with interaction.client.table.transaction(interaction) as transaction:
        entry = await note_unthrown(transaction, place_of(interaction), waits, f"/{called} waits for dice")
    return Reply(embed(entry.card), entry, form=_dice_form(entry.called, waits.wanted))


def _dice_form(named: str, wanted: Sequence[Wanted], written: Sequence[str] = ()) -> Modal:
    """The form in which faces are entered, a line for each throw, with what was written before."""
    lines = [
        TextInput[Any](
            label=cut(each.words, _LONGEST_LABEL),
            custom_id=_line(number),
            placeholder=each.asks,
            default=written[number] if number < len(written) else "",
        )
        for number, each in enumerate(wanted)
    ]
    return form(f"{THROWN}:{named}", "Dice thrown on the table", *lines)


def _line(number: int) -> str:
    """What a line of the form is called, by its place."""
    return f"line{number + 1}"


async def open_dice_form(interaction: Interaction, what: str) -> None:
    """Open the form for the dice that the entry waits for which a button names, with the lines that it kept."""
    number, _, kept = what.partition(":")

    async def prepare() -> Modal:
        async with interaction.client.table.transaction(interaction) as transaction:
            waits = await unthrown_of(transaction, entry_named(number))
        return _dice_form(number, waits.wanted, kept.replace(".", " ").split(";"))

    await open_form(interaction, prepare())


async def throw_on(interaction: Interaction, named: str, deeds: Mapping[str, Deed]) -> Reply:
    """Carry out what waits for dice with the faces that were written in the form.

    Raises WrittenError, line by line, for what are no faces of such throws.
    """

    async def begin(transaction: Transaction) -> Unthrown:
        waits = await unthrown_of(transaction, entry_named(named))
        thrown = [*waits.thrown, *_read(waits.wanted, submitted(interaction), named)]
        if waits.asker_id != transaction.actor.id:
            await transaction.give_for(waits.asker_id, waits.chain)
        transaction.chain, transaction.thrown = waits.chain, list(thrown)
        return replace(waits, thrown=thrown)

    return await done_or_thrown(interaction, begin, deeds)


def _read(wanted: Sequence[Wanted], written: Mapping[str, str], named: str) -> list[Throw]:
    thrown: list[Throw] = []
    kept, wrong = [], []
    for number, each in enumerate(wanted):
        try:
            thrown.append(each.read(written.get(_line(number), "")))
            kept.append(".".join(map(str, thrown[-1].faces)))
        except RuleError as problem:
            wrong.append(f"Line {number + 1}: {problem}")
            kept.append("")
    if wrong:
        lines = ";".join(kept)
        again = f"{ENTER}:{named}:{lines if len(lines) <= _LONGEST_KEPT else ''}"
        raise WrittenError(" ".join(wrong), again)
    return thrown
