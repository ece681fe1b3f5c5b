"""People who act by themselves: under which names they are kept, and which idea comes first."""

from bot.engine.autopilot import Autopilot, Idea, best_first, renamed_pilots
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
