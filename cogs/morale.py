"""`/morale`: morale checks, and rallying the panicked."""

from bot.chat.options import command_group, number, order_command, person, referees_own, suggested, text
from bot.chat.orders import panel_without
from bot.chat.table import Bot

CHECK = order_command(
    "check",
    "Check morale in order of rank: the throws, what leaders add, and what failing does",
    suggested("cause", "What calls for the check; left out, a panel asks and shows the odds"),
    person("people", "Who checks, with commas; @2 after a name for two checks; left out, everybody"),
    number("times", "How many checks each makes, if more than one"),
    person("apart", "Who of them is out of the others' sight, where no deck tells"),
    person("fallen", "On a deck: the casualties, with commas; the friends who see them check"),
    suggested("dark", "Whether they are in darkness"),
    *referees_own("The referee's own modifier to the morale value: + helps"),
    text("values", "Whatever else these rules ask, such as: deck no"),
    verb="morale",
    give=panel_without("cause"),
)
RALLY = order_command(
    "rally",
    "Check whether the panicked are steady again, at the start of a decision phase",
    person("people", "Who tries, with commas; left out, everybody who is panicked"),
    person("leaders", "Friendly leaders in the same square, with commas; left out, the deck tells"),
    suggested("cover", "Whether those who flee have reached full cover"),
    suggested("dark", "Whether they are in darkness"),
    *referees_own("The referee's own modifier to the morale value: + helps"),
    text("values", "Whatever else these rules ask, such as: deck no"),
)
MORALE = command_group("morale", "Who holds, who panics, who rallies", CHECK, RALLY)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(MORALE)
