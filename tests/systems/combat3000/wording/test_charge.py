"""What is told of charges that came home."""

from fractions import Fraction

import pytest

from bot.systems.combat3000.melee.closing import Met
from bot.systems.combat3000.melee.contact import Response
from bot.systems.combat3000.wording.melee import met_lines, met_working

RUN, STAND, COUNTER, FIRE = Response.RUN, Response.STAND, Response.COUNTER, Response.FIRE
CONTACT = "That is all that they do in this turn, and blows begin in the next (ruling B-C3)"
RUNS = "Bob's run comes first, straight away from the charge (ruling B-C14)"
BOTH = "Both go along the same way, as far as their gaits take them (ruling B-C15)"
FREE = "Whoever is unaware or caught on the run suffers a free blow (C3K Surprise attacks)"
MEETS = "Bob countercharges and goes 3 cm to meet Ann"
HOME = "Ann runs 9 cm and is in contact with Bob: blows begin in the next turn"


def test_of_several_who_charge_one_in_contact_is_enough_for_the_rule():
    home, short = Met("Ann", "Bob", STAND, "run", contact=True), Met("Eve", "Bob", STAND, "run")
    assert list(met_working([home, short])) == [CONTACT]
    assert list(met_working([short])) == []


@pytest.mark.parametrize(
    ("how", "more", "lines", "working"),
    [
        (STAND, {"contact": True}, [HOME], [CONTACT]),
        (FIRE, {"contact": True}, [HOME], [CONTACT]),
        (
            STAND,
            {},
            ["Ann runs 9 cm and doesn't reach Bob: they may charge again in the next turn, and fire nothing in this"],
            [],
        ),
        (STAND, {"failed": "stunned", "contact": False}, ["Ann is stunned, and doesn't reach Bob"], []),
        (
            STAND,
            {"contact": True, "caught": True},
            ["Ann runs 9 cm and catches Bob unaware: a free blow in the next turn"],
            [CONTACT, FREE],
        ),
        (
            RUN,
            {"contact": True, "caught": True, "went": Fraction(15, 2)},
            ["Bob runs 7.5 cm away from Ann", "Ann runs 9 cm and catches Bob on the run: a free blow in the next turn"],
            [CONTACT, RUNS, FREE],
        ),
        (COUNTER, {"contact": True, "went": Fraction(3)}, [MEETS, HOME], [CONTACT, BOTH]),
        # Who had no way to go meets nobody on it.
        (COUNTER, {"contact": True}, [HOME], [CONTACT]),
    ],
)
def test_what_is_told_of_a_charge(how, more, lines, working):
    met = Met("Ann", "Bob", how, "run", Fraction(9), **more)
    assert list(met_lines([met])) == lines
    assert list(met_working([met])) == working
