"""What a campaign of Combat 3000 can be set to: the light, the size of its games, optional rules, open rulings."""

from bot.engine.asked import own_settings
from bot.systems.combat3000 import asked as orders
from bot.systems.combat3000.asked import Settled
from bot.systems.combat3000.fire.plan import House
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.options import Phase, options_of

SETTINGS = own_settings(orders)


def phase_of(ledger: Ledger | None, phases: str) -> Phase | None:
    """The phase of the turn by that setting, None where a campaign plays the whole turn as one."""
    return (ledger or Ledger()).phase if phases == "in order" else None


def house_of(asked: Settled) -> House:
    """What the campaign plays by, as an order reads it."""
    return House(
        large=asked.game == "large",
        role_play=asked.game == "role play",
        turns=asked.counts_turns,
        unprinted=asked.unprinted_breakdown,
        keeps_aim=asked.kept_aim == "as earned",
        phases=asked.phases == "in order",
        through_walls=asked.wall_fire == "on",
        options=options_of(asked),
    )
