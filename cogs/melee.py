"""`/melee`: one character, or several, attack another hand to hand."""

from bot.chat.options import flag, order_command, person, referees_own, suggested, text
from bot.chat.orders import give_order, panel_where
from bot.chat.table import Bot

MELEE = order_command(
    "melee",
    "Attack in melee: both strike, and the results are applied together",
    person("attacker", "Who attacks, or several: A @0, B @1 (@0 in the target's square, @1 beside it)", required=True),
    person("target", "Whom; it strikes back at the first attacker", required=True),
    person("victim", "Whom one of them grips, if they do not fight themselves"),
    suggested("same_square", "Whether they are in the same square, where no @ says it"),
    suggested("dive", "Whether the first attacker dived into the square"),
    suggested("strike_back", "Whether the target strikes back; yes if it can"),
    suggested("handhold", "Whether the target holds on in zero-G, and so does not strike back"),
    suggested("zero_g", "Whether the gravity is off, if not as the campaign is set", fills="zero-g"),
    suggested("vacuum", "Whether the air is gone, if not as the campaign is set"),
    *referees_own("The referee's own modifier on the first attacker's die"),
    text("values", "Whatever else these rules ask, such as: deck no"),
    flag("panel", "True for a panel that asks for the rest and shows the odds"),
    give=panel_where("panel", give_order),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(MELEE)
