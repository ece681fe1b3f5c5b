"""Profiles: digits, places, the strict and the forgiving reading."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.systems.highguard.design.usp import from_code, guess_usp, read_usp, to_code
from tests.systems.highguard.design.listings import profiles

KINUNIR = "BC-A2447G2-000410-50203-0"


@pytest.mark.rule("HG-D01")
@pytest.mark.parametrize(
    ("value", "code"), [(9, "9"), (10, "A"), (17, "H"), (18, "J"), (20, "L"), (22, "N"), (23, "P")]
)
def test_digits_leave_out_i_and_o(value, code):
    assert to_code(value) == code
    assert from_code(code) == value


@pytest.mark.rule("HG-D01")
@pytest.mark.parametrize("code", ["I", "O", "a", "", "10", "-"])
def test_what_is_no_digit_is_refused(code):
    with pytest.raises(RuleError, match="no digit"):
        from_code(code)


@pytest.mark.rule("HG-D01", "HG-D16")
@pytest.mark.parametrize("value", [-1, 34, 50])
def test_values_without_a_digit_are_refused(value):
    with pytest.raises(RuleError, match="Z = 33"):
        to_code(value)


@pytest.mark.rule("HG-D02")
def test_a_profile_is_read_by_its_places_and_written_again():
    usp = read_usp(KINUNIR)
    assert (usp.type, usp.tonnage, usp.configuration, usp.jump, usp.maneuver) == ("BC", "A", "2", "4", "4")
    assert (usp.power_plant, usp.computer, usp.crew) == ("7", "G", "2")
    assert (usp.armor, usp.sand, usp.meson_screen, usp.nuclear_damper) == ("0", "0", "0", "4")
    assert (usp.force_field, usp.repulsor) == ("1", "0")
    assert (usp.laser, usp.energy, usp.particle, usp.meson, usp.missile) == ("5", "0", "2", "0", "3")
    assert usp.fighters == "0"
    assert str(usp) == KINUNIR


@pytest.mark.rule("HG-D02", "HG-D78")
@pytest.mark.parametrize(
    "wrong",
    [
        "BC-A2447G2-000410-502030-0",  # six weapons
        "BC-A2447G-000410-50203-0",
        "B-A2447G2-000410-50203-0",
        "B1-A2447G2-000410-50203-0",
        "BC-A0447G2-000410-50203-0",  # there is no configuration 0
        "BC-A2747G2-000410-50203-0",  # nor a jump 7
        "BC-Z2447G2-000410-50203-0",  # Z is reserved
        "BC-A2447G2-00041A-50203-0",  # turret and bay factors end at 9
        "BC-A2447G2-000410-5020A-0",
        "BC-A2447G9-000410-50203-0",
        "",
    ],
)
def test_what_is_no_profile_is_refused(wrong):
    with pytest.raises(RuleError):
        read_usp(wrong)


@pytest.mark.rule("HG-D02", "HG-L13")
@pytest.mark.parametrize(
    ("typed", "doubts"),
    [
        (KINUNIR, 0),
        (KINUNIR.lower(), 0),
        ("BC – A2447G2 – 000410 – 50203 – 0", 0),
        ("A2447G2-000410-50203-0", 1),  # the type reads XX
        ("BC-A2447G2-000410-50203", 1),
        ("BC-A2447G2-OOO410-50203-0", 1),
        ("BC-A2447G2-000410-50203-O", 1),
    ],
)
def test_odd_forms_are_read_and_their_doubts_told(typed, doubts):
    usp, told = guess_usp(typed)
    assert len(told) == doubts
    assert str(usp)[3:] == KINUNIR[3:]


@pytest.mark.rule("HG-D02")
def test_fighters_of_two_digits_are_a_number():
    usp, told = guess_usp("BB-V5368J4-F97909-967T9-30")
    assert usp.fighters == "W"
    assert told == ("The fighters “30” are read as the number 30.",)


@pytest.mark.rule("HG-D02")
@given(profiles())
def test_every_profile_is_written_as_it_was_read(text):
    assert str(read_usp(text)) == text
    assert guess_usp(text) == (read_usp(text), ())


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    with suppress(RuleError):
        usp, _ = guess_usp(text)
        assert read_usp(str(usp)) == usp
