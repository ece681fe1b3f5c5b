"""The message that shows who is waited for, as it is posted: both sides always fit."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.chat.tracking import _side_lines, table_buttons, tracker_embed
from bot.engine.due import Choice, Due, said
from bot.engine.tracker import TrackedSide, Tracker


def owed(name, count):
    order = said("form")
    return tuple(
        Due(
            f"its formation in the chase of {name} {number}",
            "HG-C03",
            (name,),
            choices=(Choice("Standing orders", order),),
            default=0,
            answer=order,
            since="turn 2",
        )
        for number in range(count)
    )


def test_a_side_that_owes_much_leaves_room_for_the_other():
    battle = Tracker("Red against Blue", "Turn 2", (TrackedSide("Red", ("1",)), TrackedSide("Blue", ("1",))))
    lines = tracker_embed(battle, (*owed("Red", 100), *owed("Blue", 6))).description.splitlines()
    assert lines[1] == "▶ **Red** (<@1>)"
    assert lines[6] == "• owes its formation in the chase of Red 4, since turn 2 → /form"
    assert lines[7:10] == [
        "• and 95 decisions more",
        "-# Where nothing is said: standing orders.",
        "▶ **Blue** (<@1>)",
    ]
    assert lines[-2] == "• and 1 decision more"


def test_who_commands_a_side_stands_before_those_who_have_ships_in_it():
    def whose(*owners, commander):
        told = TrackedSide("Red", owners, commander=commander, note="sealed")
        return tracker_embed(Tracker("Red against Blue", "Turn 2", (told,)), ()).description.splitlines()[1]

    assert whose("1", commander="1") == "**Red** (<@1>): sealed"
    assert whose("2", "1", commander="1") == "**Red** (<@1> commands, with ships of <@2>): sealed"
    assert whose("1", "2", commander="") == "**Red** (the referee commands, with ships of <@1> and <@2>): sealed"
    assert whose("", commander="") == "**Red** (the referee): sealed"
    assert whose("", "1", commander="1") == "**Red** (<@1> commands, with ships of the referee): sealed"


@pytest.mark.parametrize(
    ("side", "owed", "line"),
    [
        (TrackedSide("Red"), (), "**Red**: nothing to decide now"),
        (TrackedSide(""), (), "**No side**: nothing to decide now"),
        (TrackedSide("Red", note="in reserve"), (), "**Red**: in reserve"),
        (TrackedSide("Red", units=(("Ann", "Ann: active"),)), (), "**Red**"),
        (TrackedSide("Red", ("1",)), owed("Red", 1), "▶ **Red** (<@1>)"),
    ],
)
def test_a_side_has_what_there_is_to_say_of_it_and_else_that_it_has_nothing_to_decide(side, owed, line):
    assert next(_side_lines(side, owed)) == line


def test_of_many_units_thirty_have_a_line():
    side = TrackedSide("Red", units=tuple((f"Ann {number}", f"Ann {number}: active") for number in range(31)))
    assert list(_side_lines(side, ()))[-2:] == ["Ann 29: active", "and 1 more"]
    assert list(_side_lines(replace(side, units=side.units[:30]), ()))[-1] == "Ann 29: active"


def test_under_the_message_stand_first_what_one_owes_and_last_to_take_it_back():
    def labels(*orders):
        return [item.label for item in table_buttons(SimpleNamespace(kind="character", orders=orders)).children]

    assert labels("next") == ["My next", "Next step", "What is due", "Undo"]
    assert labels() == ["My next", "What is due", "Undo"]
