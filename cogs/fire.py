"""`/fire`: one character fires at another."""

from bot.chat.options import flag, number, order_command, person, referees_own, role, suggested, text
from bot.chat.orders import Fields, People, panel_unless, panel_where
from bot.chat.table import Bot
from bot.engine.errors import RuleError
from bot.engine.scene import Game
from bot.engine.typed import match, read_people


def _known(game: Game, people: People, fields: Fields) -> bool:
    """Whether it is known how far it is: where no deck tells, the panel asks."""
    attacker, target = people["attacker"], people["target"]
    return "range" in fields or "@" in attacker or _together(game, attacker, target)


def _together(game: Game, *people: str) -> bool:
    """Whether all who are named stand on the deck; each text names one or several, with commas between."""
    try:
        typed = [named.name for text in people for named in read_people(text)]
        return game.board is not None and all(match(name, game.units, what="") in game.board.people for name in typed)
    except RuleError:
        return False


FIRE = order_command(
    "fire",
    "Fire at a target: the throw, the damage, the wounds and the rounds left",
    person("attacker", "Who fires; where the rules have an order of fire, several: Ann @20, Bob @35", required=True),
    person("target", "At whom; several where several fire at one each", required=True),
    number("range", "How far, in the squares or cm of the rules; left out, the deck tells, or a panel asks"),
    suggested("weapon", "Which weapon, if not the one in use"),
    suggested("mode", "How, such as aimed, snap, covering, single, automatic or area"),
    suggested("cover", "Whether the target is in cover"),
    suggested("evading", "Whether the target is evading"),
    role("others", "Others on the line of fire or under its template, with distances: Pirate @28, Captain @31"),
    flag("dark", "Whether it is dark"),
    flag("lit", "Whether the target is lit all the same"),
    flag("handhold", "In zero-G: whether the attacker uses a handhold"),
    *referees_own(),
    flag("ask", "Whether a panel is to show the odds first"),
    text("values", "Whatever else these rules ask of a shot, such as: size -2, moved 20, gait walk"),
    give=panel_where("ask", panel_unless(_known)),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(FIRE)
