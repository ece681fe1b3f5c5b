"""Orders that wait for somebody's yes: a message that asks, and what a press of Allow or Refuse does.

A command that may have to wait is carried out by what was said for it alone, as JSON, so that it can be carried out
later, by whoever allows it. Nothing waits in memory.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.campaign.asking import Request, Said, ask, request_of
from bot.campaign.turn import Turn
from bot.chat.answer import Attached, Reply
from bot.chat.files import keepable
from bot.chat.table import Interaction, place_of
from bot.chat.wording import as_typed, cut, embed
from bot.engine.cards import Card, person
from bot.engine.errors import NeedsYesError

# How much of what was typed the message that asks has room for, every sign of it escaped.
_LONGEST_TYPED = 1500
# What is left to do for a command when the campaign is free for others again: its answer.
Told = Callable[[], Awaitable[Reply]]
# Carries out, within a turn, what was said.
Deed = Callable[[Interaction, Turn, Said], Awaitable[Told]]


@dataclass(frozen=True, slots=True)
class Petition:
    """What somebody asks for: the name of the deed, all that was said for it, and what of that he typed."""

    deed: str
    said: Said
    typed: Mapping[str, Any]


async def done_or_asked(interaction: Interaction, asked: Petition, do: Deed) -> Reply:
    """Do what was asked for; or, where somebody's yes is needed for it, ask him with buttons."""
    try:
        told = await interaction.client.table.carried_out(interaction, lambda turn: do(interaction, turn, asked.said))
    except NeedsYesError as needed:
        return await _ask(interaction, asked, needed)
    return await told()


async def _ask(interaction: Interaction, asked: Petition, needed: NeedsYesError) -> Reply:
    called = interaction.command.qualified_name if interaction.command else asked.deed
    who = " or ".join([*(person(int(each)) for each in needed.of), "the referee"])
    asks = f"Asked for by {person(interaction.user.id)}, to be allowed by {who}."
    typed, attached = _shown(asked.typed)
    card = Card(f"/{called} waits for a yes", (*typed, asks, str(needed)))
    async with interaction.client.table.turn(interaction) as turn:
        entry = await ask(turn, place_of(interaction), asked.deed, _kept(asked.said), needed, card)
    return Reply(embed(card), entry, attached)


def _shown(typed: Mapping[str, Any]) -> tuple[list[str], list[Attached]]:
    """The lines that show what was typed, and a file of it where it is too long: nobody allows what he can't read."""
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

    async def work(turn: Turn) -> tuple[Request, Told]:
        request = await request_of(turn, entry_id)
        await turn.give_for(request.asker_id, request.chain)
        return request, await deeds[request.deed](interaction, turn, request.said)

    request, told = await interaction.client.table.carried_out(interaction, work)
    return replace(await told(), settled=(request.answer, f"Allowed by {interaction.user.display_name}"))


async def refuse(interaction: Interaction, entry_id: int) -> Reply:
    """Refuse what an entry asks for; or take it back, where the asker himself does so."""
    async with interaction.client.table.turn(interaction) as turn:
        request = await request_of(turn, entry_id)
        turn.chain = request.chain
        done = "taken back" if turn.actor.id == request.asker_id else "refused"
        what = request.answer.recorded.card
        card = Card(f"{what.title.removesuffix(' waits for a yes')} is {done}", what.lines[:1])
        entry = await turn.record("refuse", card, place=place_of(interaction))
    said = f"{done.capitalize()} by {interaction.user.display_name}"
    return Reply(embed(card), entry, settled=(request.answer, said))
