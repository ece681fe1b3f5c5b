"""People who act by themselves: under which names they are kept, and which idea comes first."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot, Considered, Idea, best_first, does, renamed_pilots
from bot.engine.due import said

PILOTS = {
    "Ann": Autopilot(to="C1", seen={"Bob": "B2"}),
    "Bob": Autopilot(seen={"Ann": "A1", "Cid": "D4"}, lain={"Ann": "1:A1", "Dot": "1:D4"}),
}


def test_whoever_is_renamed_is_so_where_they_act_and_where_others_have_seen_them():
    assert renamed_pilots(PILOTS, "Ann", "Anna") == {
        "Anna": Autopilot(to="C1", seen={"Bob": "B2"}),
        "Bob": Autopilot(seen={"Anna": "A1", "Cid": "D4"}, lain={"Anna": "1:A1", "Dot": "1:D4"}),
    }


def test_whoever_has_left_neither_acts_nor_was_seen():
    assert renamed_pilots(PILOTS, "Ann", "") == {"Bob": Autopilot(seen={"Cid": "D4"}, lain={"Dot": "1:D4"})}


def test_the_best_idea_comes_first_and_of_equals_the_one_that_was_there_before():
    ideas = [Idea(said("move"), worth, why) for worth, why in ((0.5, "near"), (2, "a shot"), (0.5, "cover"))]
    assert [idea.why for idea in best_first(ideas)] == ["a shot", "near", "cover"]


def weighed(renamed, name):
    """What somebody weighed: the order's people, and why it would be given."""
    found = renamed[name].weighed
    return found and [(idea.said.doers, idea.why) for idea in found.ideas] + [found.why]


def test_what_somebody_weighed_names_others_as_they_are_called_now():
    ideas = (Idea(said("fire", ["Ann"]), 1, "fires at Bob"),)
    pilots = {"Ann": Autopilot(weighed=Considered(1, ideas, "fires at Bob"))}
    assert weighed(renamed_pilots(pilots, "Bob", "Bert"), "Ann") == [(("Ann",), "fires at Bert"), "fires at Bert"]
    assert weighed(renamed_pilots(pilots, "Ann", "Anna"), "Anna") == [(("Anna",), "fires at Bob"), "fires at Bob"]
    assert weighed(renamed_pilots(pilots, "Dot", ""), "Ann") == [(("Ann",), "fires at Bob"), "fires at Bob"]


def test_what_somebody_weighed_about_one_who_has_left_is_gone():
    order = replace(said("fire", ["Ann"]), people={"name": (("Ann", None),), "target": (("Bob", None),)})
    pilots = {"Ann": Autopilot(weighed=Considered(1, (Idea(order, 1, "a shot"),), "a shot"))}
    assert weighed(renamed_pilots(pilots, "Bob", ""), "Ann") is None


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("Dive at Bob Low", "dives at Bob Low"),
        ("Hold fire", "holds fire"),
        ("Stand and fire", "stands and fires"),
        ("To C1", "goes to C1"),
        ("Hides in cover", "hides in cover"),
        ("Strike", "strikes"),
        ("No plan", "no plan"),
    ],
)
def test_what_whoever_takes_a_choice_does(label, told):
    assert does(label) == told
