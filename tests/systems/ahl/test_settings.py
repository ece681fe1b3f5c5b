"""What a campaign of AHL can be set to (rulings R-06, R-07, R-139)."""

from bot.systems.ahl.settings import SETTINGS, settings
from tests.systems.ahl.people import WEAPONS


def test_of_each_extreme_range_that_the_source_does_not_show_a_campaign_has_its_own():
    found = settings(WEAPONS)
    assert found.keys() - SETTINGS.keys() == {
        "acr ds extreme",
        "laser rifle extreme",
        "gauss rifle extreme",
        "lag flechette extreme",
    }
    assert "ruling R-06" in found["gauss rifle extreme"].meaning
    assert "ruling R-07" in found["acr ds extreme"].meaning
    assert found["acr ds extreme"].values == ("none",)


def test_how_turns_and_values_are_kept_is_set():
    assert (SETTINGS["turns"].values, SETTINGS["later steps"].values) == (("kept", "shown"), ("refused", "kept"))
    assert SETTINGS["melee value"].values == ("down", "up")
