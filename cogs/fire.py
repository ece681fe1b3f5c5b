"""`/fire`: one character fires at another."""

from bot.chat.options import order_command
from bot.chat.orders import Fields, People, panel_unless
from bot.chat.table import Bot
from bot.engine.errors import RuleError
from bot.engine.scene import Game
from bot.engine.system import System
from bot.engine.typed import match, read_people


def _known(system: System, game: Game, people: People, fields: Fields) -> bool:
    """Whether it is known how far it is: where no deck tells, the panel asks."""
    named = [people[role] for role in ("name", "target") if role in people]
    return "range" in fields or "@" in people.get("name", "") or _together(system, game, *named)


def _together(system: System, game: Game, *people: str) -> bool:
    """Whether it is known where all are who are named: on the deck, or by what the rules keep; each text names one or
    several, with commas between.
    """
    try:
        names = [match(named.name, game.units, what="") for text in people for named in read_people(text)]
    except RuleError:
        return False
    on_deck = () if game.board is None else game.board.people
    return all(name in on_deck for name in names) or all(system.squads.placed(game.ledger, name) for name in names)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(order_command(bot.table.systems, "fire", give=panel_unless(_known)))
