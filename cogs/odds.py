"""`/odds`: the exact chances of an order, before it is given."""

from functools import partial

from bot.chat import completion
from bot.chat.odds import show_odds
from bot.chat.options import command_group, number, order_command, person, ship, suggested, text
from bot.chat.orders import Fields, People
from bot.chat.table import Bot, Interaction


async def _one_way(interaction: Interaction, verb: str, people: People, fields: Fields) -> None:
    """What the target does to its attacker is the question turned round."""
    await show_odds(interaction, verb, people, {**fields, "strike back": "no"})


_odds_command = partial(order_command, give=show_odds, suggest=completion.odds_field)

FIRE = _odds_command(
    "fire",
    "Show the chances of a shot, by characters or by plain numbers",
    person("attacker", "Who would fire; left out, the numbers alone count"),
    person("target", "At whom"),
    number("range", "How far, in the squares or cm of the rules"),
    suggested("weapon", "Which weapon"),
    suggested("ammunition", "Which ammunition"),
    suggested("armour", "The target's armour"),
    number("skill", "Skill with the weapon"),
    suggested("fire", "Type of fire, such as aimed, snap or covering"),
    suggested("setting", "single or automatic"),
    suggested("cover", "Whether the target is in cover"),
    suggested("evading", "Whether the target is evading"),
    number("wounds", "The firer's light wounds"),
    suggested("dark", "Whether it is dark"),
    number("dm", "A further modifier"),
    text("values", "Whatever else these rules ask of a shot, such as: size -2, moved 20, accuracy 10"),
)
MELEE = _odds_command(
    "melee",
    "Show the chances of one attack in melee, by characters or by plain numbers",
    person("attacker", "Who would attack; left out, the numbers alone count"),
    person("target", "Whom"),
    number("melee", "The attacker's melee value"),
    number("against", "The target's melee value"),
    suggested("armour", "The target's armour"),
    suggested("robot", "Whether the target is a robot"),
    suggested("same_square", "Whether they are in the same square"),
    suggested("dive", "Whether the attacker dived into the square"),
    suggested("zero_g", "Whether the gravity is off", fills="zero-g"),
    suggested("vacuum", "Whether the air is gone"),
    number("dm", "A further modifier on the die"),
    give=_one_way,
)
BATTERY = _odds_command(
    "battery",
    "Show the chances of one battery of a ship, by ships or by plain numbers",
    ship("attacker", "The ship that would fire; left out, the numbers alone count"),
    ship("target", "The ship fired at"),
    suggested("weapon", "Which weapon, such as beam laser, missile nuclear or meson"),
    text("factor", "The battery's factor"),
    number("computer", "The firer's computer"),
    number("target_computer", "The target's computer"),
    number("agility", "The target's agility"),
    suggested("size", "The target's size, the first letter of its profile's second part"),
    suggested("range", "short or long"),
    text("sand", "Factors of the sandcasters on this hit, such as 5 or 9 9"),
    text("beams", "Factors of the lasers or energy guns on this missile"),
    text("repulsor", "Factors of the repulsors on this missile"),
    number("damper", "The target's nuclear damper"),
    number("meson_screen", "The target's meson screen"),
    number("configuration", "The target's configuration, 1 to 9"),
    number("armour", "The target's armor"),
    number("flicker", "The flicker rate of the target's black globe"),
    number("own_flicker", "The flicker rate of the firer's own black globe"),
    number("dm", "A further modifier"),
)
GRENADE = _odds_command(
    "grenade",
    "Show the chances of a grenade, by characters or by plain numbers",
    number("range", "How far to the place aimed at, in the squares or cm of the rules", required=True),
    person("thrower", "Who would throw; left out, the numbers alone count"),
    person("people", "Who is near that place; the odds are the first one's"),
    suggested("armour", "Armour of somebody near"),
    number("away", "How far they are from that place"),
    suggested("cover", "Whether the thrower is in cover"),
    suggested("vacuum", "Whether the air is gone"),
    number("dm", "A further modifier on the throw"),
    text("values", "Whatever else these rules ask, such as: grenade 101, strength 1"),
)
MORALE = _odds_command(
    "morale",
    "Show the chances of a morale check, by characters or by plain numbers",
    person("people", "Who would check, with commas; left out, the numbers alone count"),
    number("morale", "A morale value"),
    number("wounds", "Light wounds"),
    suggested("dark", "Whether it is dark"),
    number("times", "How many checks"),
    number("dm", "Leaders' bonuses and other modifiers: + helps"),
)
REPAIR = _odds_command(
    "repair",
    "Show the chances of mending a weapon, by a character or by plain numbers",
    person("character", "Who would try; left out, the numbers alone count"),
    text("weapon", "What would be mended", completion.field("repair", "weapon")),
    number("dm", "A further modifier on the throw"),
    text("values", "Whatever else these rules ask, such as: dexterity 1"),
)
ODDS = command_group(
    "odds",
    "The exact chances of an order before it is given",
    *(FIRE, MELEE, BATTERY, GRENADE, MORALE, REPAIR),
)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    bot.tree.add_command(ODDS)
