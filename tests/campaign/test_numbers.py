"""The bounds of what a campaign keeps and does at once."""

import importlib

import pytest

NUMBERS = {
    # Rows that are copied at once, and keys of the locks by which processes take turns: the same for ever.
    "bot.campaign.backups": {"_PAGE": 1000},
    "bot.campaign.database": {"_UPGRADING": 0x0B0A_2D17, "_TURNS": 0x0B0A_2D18},
    # Dice that are asked for in one form.
    "bot.campaign.byhand": {"MOST_LINES": 5},
    # What is packed is longer; large battles are decided two at once, beside which three others may be.
    "bot.campaign.deciding": {
        "_LONGEST": 20_000,
        "MANY_SHIPS": 16,
        "AT_ONCE": 2,
        "MOST_BESIDE": 3,
        "_LESS_PRESSING": 10,
    },
    # For a minute it is tried ten times a second; a day is 24 hours, and thirty are kept.
    "bot.campaign.erasing": {"_TRIES": 600, "_BETWEEN": 0.1, "DAY": 86_400, "KEPT_DAYS": 30},
    "bot.campaign.game": {"_MOST_PLANS": 64, "_FEW": 24},
    "bot.campaign.log": {"_AT_ONCE": 50},
    "bot.campaign.rosters": {"_MOST": 50},
}


@pytest.mark.parametrize("module", sorted(NUMBERS))
def test_a_campaign_has_these_bounds(module):
    found = importlib.import_module(module)
    assert {name: getattr(found, name) for name in NUMBERS[module]} == NUMBERS[module]
