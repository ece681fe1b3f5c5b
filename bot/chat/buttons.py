"""The buttons under answers. Each carries all that it needs in its id, so that it works after a restart.

What a press does is said by the command that it stands for, in its own file: see the dynamic items there.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.ui import Button, DynamicItem, Item, View

from bot.campaign.rows import Recorded
from bot.chat.table import Interaction


def entry_buttons(entry: Recorded) -> View:
    """The buttons of a journal entry's answer, as far as they apply: allow and refuse, what the rules offer, undo,
    again, show working.
    """
    view = View()
    if entry.asks:
        view.add_item(Button(label="Allow", custom_id=f"allow:{entry.id}", style=discord.ButtonStyle.primary))
        view.add_item(Button(label="Refuse", custom_id=f"refuse:{entry.id}"))
    for each in entry.card.next:
        view.add_item(_offer(each.verb))
    if entry.undoable:
        view.add_item(Button(label="Undo", custom_id=f"undo:{entry.id}"))
    if entry.repeatable:
        view.add_item(Button(label=f"{entry.verb.capitalize()} again", custom_id=f"again:{entry.id}"))
    if entry.card.working:
        view.add_item(Button(label="Show working", custom_id=f"working:{entry.id}"))
    return _unwatched(view)


def offer_button(verb: str) -> View:
    """The button under a refusal that offers another order."""
    view = View()
    view.add_item(_offer(verb))
    return _unwatched(view)


def _offer(verb: str) -> Button[View]:
    label = verb.rpartition(" ")[2].capitalize()
    return Button(label=label, custom_id=f"give:{verb}", style=discord.ButtonStyle.primary)


def start_buttons() -> View:
    """The buttons under “no campaign here”."""
    view = View()
    style = discord.ButtonStyle.primary
    view.add_item(Button(label="Start a campaign", custom_id="start:empty", style=style))
    view.add_item(Button(label="Start a sample fight", custom_id="start:starter", style=style))
    return _unwatched(view)


def danger_button(label: str, custom_id: str) -> View:
    """The button under what is told before something is done that nothing takes back."""
    view = View()
    view.add_item(Button(label=label, custom_id=custom_id, style=discord.ButtonStyle.danger))
    return _unwatched(view)


def _unwatched(view: View) -> View:
    # A stopped view is sent but not kept in memory: the dynamic items answer its presses.
    view.stop()
    return view


def on_press(
    prefix: str, do: Callable[[Interaction, str], Awaitable[None]], what: str = "[0-9]{1,18}"
) -> type[DynamicItem[Button[Any]]]:
    """What `bot.add_dynamic_items` takes so that a press of a button `prefix:what` calls `do` with `what`.

    `what` is an entry's id, unless another pattern is given.
    """

    class Pressed(DynamicItem[Button[Any]], template=rf"{prefix}:(?P<what>{what})"):
        @classmethod
        async def from_custom_id(cls, _: discord.Interaction[Any], item: Item[Any], __: re.Match[str]) -> "Pressed":
            assert isinstance(item, Button)
            return cls(item)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            await do(interaction, self.custom_id.partition(":")[2])

    return Pressed
