"""What is due, as far as a side may know it."""

from dataclasses import replace

from bot.engine.due import Choice, Due, said, told_due
from bot.engine.scene import Game, Unit, Units

PEOPLE = {
    unit.name: unit
    for unit in (
        Unit("Ann", "Reds", None, owner="7"),
        Unit("Bob", "Reds", None, owner="7"),
        Unit("Cid", "Blues", None, owner="7", foreign=True),
    )
}
ALL_KNOWN = Game(Units(PEOPLE, PEOPLE.__getitem__))
IN_PART = replace(ALL_KNOWN, known="what the Reds know")


def plan(*names, **more):
    """What some owe, with an answer for all of them."""
    choices = (Choice("Aim", said("plan", names, plan="aim")), Choice("No plan", said("ready", names)))
    return Due(
        "a plan", "AHL 5", names, ("7",), choices, answer=said("plan", names), usual=(1, 0, 1)[: len(names)], **more
    )


def test_of_what_is_owed_together_with_others_a_side_is_told_its_part():
    """As whoever owns people of two sides would owe for all of them."""
    due = [plan("Bob", "Cid", "Ann"), plan("Cid"), Due("the next phase", "AHL 4", ())]
    assert told_due(due, ALL_KNOWN) == due
    assert told_due(due, IN_PART) == [replace(plan("Bob", "Ann"), usual=(1, 1)), due[2]]


def test_what_its_own_people_owe_alone_is_told_as_it_is():
    due = [plan("Ann", "Bob"), Due("stuns run down", "AHL 17", ("Ann",), optional=True)]
    assert told_due(due, IN_PART) == due
