"""What a campaign of Combat 3000 can be set to: the light, the size of its games, optional rules, open rulings."""

from bot.engine.asked import own_settings
from bot.engine.system import Scene
from bot.systems.combat3000.asked import building, circumstances, fighting, keeping, melee, morale, moving
from bot.systems.combat3000.asked.circumstances import Settled
from bot.systems.combat3000.fire.plan import House
from bot.systems.combat3000.options import options_of

SETTINGS = own_settings(circumstances, fighting, keeping, melee, morale, moving, building)


def only_shown(scene: Scene) -> bool:
    """Whether what the book forbids in a turn that is kept is told and not refused."""
    return scene.settings.get("turns") == "shown"


def house_of(asked: Settled) -> House:
    """What the campaign plays by, as an order reads it."""
    return House(
        large=asked.game == "large",
        role_play=asked.game == "role play",
        turns=asked.counts_turns,
        unprinted=asked.unprinted_breakdown,
        keeps_aim=asked.kept_aim == "as earned",
        through_walls=asked.wall_fire == "on",
        options=options_of(asked),
    )
