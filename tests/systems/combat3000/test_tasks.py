"""What may be written down as an action, by the list's codes or in words (C3K Other actions)."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Hand, Task
from bot.systems.combat3000.tasks import beside_words, read_task, task_words
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")


def holding(**hands):
    """Somebody with weapons by their names, each in a hand or put away."""
    held = []
    for name, hand in hands.items():
        (one,) = unit("Ann", weapon=name.replace("_", " ")).sheet.weapons
        held.append(replace(one, hand=hand))
    return replace(unit("Ann").sheet, weapons=tuple(held))


ARMED = holding(Rifle=Hand.BOTH, Sword=Hand.STOWED, Pistol=Hand.STOWED, Knife=Hand.DROPPED)


def read(text, figure=ARMED, crew=0):
    return read_task(text, "Ann", figure, crew, BOOK)


@pytest.mark.rule("C3K-O07")
@pytest.mark.parametrize(
    ("text", "code", "thing"),
    [
        # By the kind of weapon: close, pistol, rifle; by its code, its words, in any capitals.
        ("draw Sword", "DC", "Sword"),
        ("DC Sword", "DC", "Sword"),
        ("draw pistol", "DP", "Pistol"),
        ("put away Rifle", "SR", "Rifle"),
        ("Put  Away  Sword", "SC", "Sword"),
        ("put away Pistol", "SP", "Pistol"),
        # Where none is named, the first that it may be about.
        ("draw", "DC", "Sword"),
        ("put away", "SR", "Rifle"),
        ("drop", "DW", "Rifle"),
        ("pick up", "PW", "Knife"),
        ("pick up knife", "PW", "Knife"),
        ("reload", "R", "Rifle"),
        ("repair Pistol", "Rep", "Pistol"),
        ("DP grenade", "DP", "grenade"),
        # A weapon of a bipod, and one that takes a crew.
        ("deploy Rifle", "DB", "Rifle"),
        ("take off helmet", "RH", ""),
        ("put on helmet", "DH", ""),
        ("lie down", "FP", ""),
        ("stand up", "SU", ""),
        ("crouch", "C", ""),
        ("rise", "RU", ""),
        ("unlock", "UL", ""),
        ("open door", "OD", ""),
        ("smash window", "SW", ""),
        ("climb through", "CW", ""),
        ("mount horse", "MH", ""),
        ("mount Jetcycle", "MM", "Jetcycle"),
    ],
)
def test_an_action_by_its_words(text, code, thing):
    task = read(text)
    assert (task.code, task.thing) == (code, thing)


@pytest.mark.rule("C3K-O05", "C3K-O07")
@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("remove helmet", "RH", "takes off a helmet"),
        ("don helmet", "DH", "dons a helmet"),
        ("fall prone", "FP", "falls prone"),
        ("stand up", "SU", "stands up"),
        ("rise", "RU", "rises"),
        ("crouch", "C", "crouches"),
        ("open lock", "UL", "opens a lock"),
        ("open door", "OD", "opens a door"),
        ("smash window", "SW", "smashes a window"),
        ("start Jeep", "SV", "starts Jeep"),
        ("unhook Howitzer", "UW", "unhooks Howitzer"),
        ("mount Jetcycle", "MM", "mounts Jetcycle"),
        ("climb through window", "CW", "climbs through window"),
        ("D Key", "D", "draws or stows Key"),
        ("aiming at Bob", "A", "aims at Bob"),
        ("aim at Bob", "A", "aims at Bob"),
        ("aim Bob", "A", "aims at Bob"),
        ("cover the door", "C:", "covers the door"),
        ("scan the wood", "Scan", "scans the wood"),
        ("fire speculatively at the door", "F", "fires blind at the door"),
        ("fire speculatively the door", "F", "fires blind at the door"),
        ("fire indirectly at the hill", "F", "fires blind at the hill"),
        ("fire blind at the hill", "F", "fires blind at the hill"),
        ("fire blind", "F", "fires blind"),
        ("fire indirectly the hill", "F", "fires blind at the hill"),
        ("switch shield", "HS", "switches the Holtzman shield"),
        ("shield", "HS", "switches the Holtzman shield"),
        ("cut free Bob", "Free", "cuts free Bob"),
        ("put away Rifle", "SR", "slings Rifle"),
        ("put away Sword", "SC", "scabbards Sword"),
        ("put away Pistol", "SP", "holsters Pistol"),
        ("pick up Knife", "PW", "picks up Knife"),
        ("drop Rifle", "DW", "drops Rifle"),
        ("reload Rifle", "R", "reloads Rifle"),
        ("repair Rifle", "Rep", "repairs Rifle"),
        ("deploy Rifle", "DB", "deploys Rifle"),
    ],
)
def test_an_action_is_told_as_it_is_done(text, code, words):
    task = read(text)
    assert (task.code, task_words(task)) == (code, words)
    # Nobody but the list says how long it takes.
    assert (task.turns, task.crew) == (0, 0)


@pytest.mark.rule("C3K-H19")
@pytest.mark.parametrize(
    ("text", "hand", "code", "turns"),
    [
        ("strap on Ixtyl Autoblaster", Hand.STOWED, "Strap", 3),
        ("draw Ixtyl Autoblaster", Hand.STOWED, "Strap", 3),
        ("draw", Hand.STOWED, "Strap", 3),
        ("take off Ixtyl Autoblaster", Hand.MOUNTED, "Unstrap", 2),
        ("put away Ixtyl Autoblaster", Hand.MOUNTED, "Unstrap", 2),
        ("unstrap", Hand.MOUNTED, "Unstrap", 2),
    ],
)
def test_an_autoblaster_is_strapped_on_in_three_turns_and_taken_off_in_two(text, hand, code, turns):
    task = read(text, holding(Ixtyl_Autoblaster=hand))
    assert (task.code, task.thing, task.turns, task.hands) == (code, "Ixtyl Autoblaster", turns, 1)


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Task("Sab", "Tank"), "sabotages Tank"),
        (Task("Sab", "Bob", besides="Rifle"), "sabotages Rifle of Bob"),
        (Task("Mend", "Bob", besides="Rifle"), "mends Rifle of Bob"),
        (Task("Mend", "Tank"), "mends Tank"),
        (Task("BD", "Gate"), "breaks down Gate"),
        (Task("LC", "Wall", besides="Laser Rifle"), "cuts through Wall"),
        (Task("Prg", "R2", besides="Hold the hill"), "programmes R2"),
        (Task("Set", "Hand Phaser", besides="stun"), "sets Hand Phaser to stun"),
    ],
)
def test_work_is_told_with_what_of_whom(task, words):
    assert task_words(task) == words


@pytest.mark.rule("C3K-O08")
@pytest.mark.parametrize(
    ("text", "walk", "fire", "hands"),
    [
        # By the list: to draw a close weapon or a pistol goes with a walk or fire, a rifle with a walk alone.
        ("draw Sword", True, True, 1),
        ("draw Pistol", True, True, 1),
        ("put away Rifle", True, False, 2),
        ("crouch", True, True, 0),
        ("lie down", False, False, 1),
        ("pick up Knife", False, False, 1),
        ("drop Rifle", False, False, 0),
        # A repair goes with a walk; cover, a scan and fire at a place are fire.
        ("repair Rifle", True, False, 0),
        ("reload Rifle", False, False, 0),
        ("cover", False, True, 0),
        ("scan", False, True, 0),
        ("fire speculatively at the door", True, True, 0),
        ("shield", False, False, 1),
        ("set delay fuse 5", False, False, 2),
    ],
)
def test_what_goes_with_an_action(text, walk, fire, hands):
    task = read(text)
    assert (task.walk, task.fire, task.hands) == (walk, fire, hands)
    words = {
        (True, True): "they may walk or fire meanwhile, and not both",
        (True, False): "they may walk meanwhile",
        (False, True): "they neither walk nor fire meanwhile",
        (False, False): "they neither walk nor fire meanwhile",
    }
    assert beside_words(task) == words[walk, fire]


def test_the_crew_counts_where_a_heavy_weapon_is_deployed():
    heavy = holding(Heavy_Laser_Cannon=Hand.MOUNTED)
    assert (read("deploy Heavy Laser Cannon", heavy, 2).code, read("deploy Heavy Laser Cannon", heavy, 2).crew) == (
        "DHW",
        2,
    )
    assert read("deploy Rifle", crew=2).crew == 0
    assert task_words(read("deploy Heavy Laser Cannon", heavy, 2)) == "deploys Heavy Laser Cannon with 2 more"
    assert task_words(read("draw Sword")) == "draws Sword"


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("set delay fuse 5", "5"),
        ("set fuse to 12 turns", "12"),
        ("set a delay fuse of 1 turn", "1"),
        ("set delay 3", "3"),
    ],
)
def test_a_fuse_is_set_to_turns(text, turns):
    task = read(text)
    assert (task.code, task.besides) == ("Set", turns)
    assert task_words(task) == f"sets {task.thing} to {turns} turns"


def test_a_weapon_is_set_to_one_of_its_settings():
    phaser = holding(Hand_Phaser=Hand.RIGHT)
    for text in ("set Hand Phaser to stun", "set Hand Phaser stun"):
        task = read(text, phaser)
        assert (task.thing, task.besides, task.hands) == ("Hand Phaser", "stun", 2)
    assert task_words(task) == "sets Hand Phaser to stun"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dance", "is no action: write a code of the list"),
        ("", "is no action: write a code of the list"),
        ("draw Axe", "Axe"),
        ("set Rifle to stun", "Rifle has no settings"),
        ("set Sword to stun", "Say what Ann sets, and to what"),
        ("set Rifle", "Rifle"),
    ],
)
def test_what_is_no_action(text, sentence):
    with pytest.raises(RuleError) as refused:
        read(text)
    assert sentence in str(refused.value)
