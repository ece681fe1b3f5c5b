"""`/fire`: one character fires at another."""

from bot.chat.options import order_command
from bot.chat.orders import Fields, People, panel_unless
from bot.chat.table import Bot
from bot.engine.errors import RuleError
from bot.engine.scene import Game
from bot.engine.typed import match, read_people


def _known(game: Game, people: People, fields: Fields) -> bool:
    """Whether it is known how far it is: where no deck tells, the panel asks."""
    named = [people[role] for role in ("attacker", "target") if role in people]
    return "range" in fields or "@" in people.get("attacker", "") or _together(game, *named)


def _together(game: Game, *people: str) -> bool:
    """Whether all who are named stand on the deck; each text names one or several, with commas between."""
    try:
        typed = [named.name for text in people for named in read_people(text)]
        return game.board is not None and all(match(name, game.units, what="") in game.board.people for name in typed)
    except RuleError:
        return False


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(order_command(bot.table.systems, "fire", give=panel_unless(_known)))
