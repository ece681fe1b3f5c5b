"""What sheets keep of others, and what is offered of them, in Combat 3000."""

from dataclasses import replace

from bot.systems.combat3000.actions import finish
from bot.systems.combat3000.figure.sheet import Aiming, Hand, Memory, Task
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import C3K, character, give, unit


def test_another_name_stands_on_the_sheets_of_those_who_aim_at_or_obey_its_owner():
    robot = unit("R2", droid="ACT").sheet
    robot = replace(robot, circuits=replace(robot.circuits, controller="Kit"), aim=Aiming("Bob", 2, by_word=True))
    renamed = C3K.renamed_on(C3K.renamed_on(robot, "Kit", "Kate"), "Bob", "Rob")
    assert (renamed.circuits.controller, renamed.aim) == ("Kate", Aiming("Rob", 2, by_word=True))
    assert C3K.renamed_on(robot, "Bob", "").aim == Aiming()
    assert C3K.renamed_on(robot, "Kit", "").circuits.controller == ""
    assert C3K.renamed_on(robot, "Eve", "Eva") == robot


def drawing(*hands, handed="right"):
    """What is in which hand of somebody after they have drawn a stowed pistol, with other weapons in these hands."""
    ann = unit("Ann", handed=handed) if handed != "right" else unit("Ann")
    ann = replace(ann, sheet=give("give", units=character(ann), weapon="Pistol", values="hand stowed")[0].after["Ann"])
    (pistol,) = ann.sheet.weapons
    held = tuple(replace(pistol, name=f"Held {n}", hand=hand) for n, hand in enumerate(hands))
    figure = replace(ann.sheet, weapons=(*held, pistol))
    after = finish(figure, Task("DP", "Pistol"), TABLES)
    return [each.hand for each in after.weapons]


def test_a_weapon_is_drawn_with_a_free_hand_or_what_both_hold_is_left_in_the_other():
    assert drawing() == [Hand.RIGHT]
    assert drawing(Hand.RIGHT) == [Hand.RIGHT, Hand.LEFT]
    assert drawing(Hand.LEFT) == [Hand.LEFT, Hand.RIGHT]
    assert drawing(Hand.BOTH) == [Hand.LEFT, Hand.RIGHT]


def test_what_somebody_does_names_whom_they_do_it_to_as_they_are_called_now():
    figure = replace(unit("Kemp").sheet, now=Memory(target="Kit", aiming="Kit", busy="aims at Kit"))
    assert C3K.renamed_on(figure, "Kit", "Kate").now == Memory(target="Kate", aiming="Kate", busy="aims at Kate")
    assert C3K.renamed_on(figure, "Kitt", "Kate") == C3K.renamed_on(figure, "Ki", "Kate") == figure
