"""The message that shows who is waited for, as it is posted: both sides always fit."""

from bot.chat.tracking import tracker_embed
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
