"""`/phase`: an action phase ends; also the button that says that all of one's own are ready."""

from bot.chat.options import flag, order_command, person, referees_own, suggested, text
from bot.chat.orders import give_order, instead
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction

PHASE = order_command(
    "phase",
    "End an action phase: stuns run down, doors and lifts work, in zero-G people keep control or lose it",
    person("character", "For whom, if not for everybody", fills="characters"),
    *referees_own("The referee's own modifier on the throws for control"),
    suggested("step", "In a turn that is kept: go to this step of the phase instead of ending it"),
    flag("ready", "That those named, or all of one's own, are done with this step, or with all before the one named"),
    text("values", "Whatever else these rules ask, by name"),
    give=instead("ready", "phase ready"),
)


async def press_give(interaction: Interaction, verb: str) -> None:
    """Give the order that a button offers for all of one's own, by the rights of whoever pressed."""
    await give_order(interaction, verb, {}, {})


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(PHASE)
    bot.add_dynamic_items(on_press("give", press_give, "[a-z ]{1,40}"))
