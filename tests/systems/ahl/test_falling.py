"""Whoever is put out falls where they stand (AHL 12.C)."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.scene import Outcome
from bot.systems.ahl.orders import fallen
from bot.systems.ahl.sheet.character import Condition
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import HALL, body, give, gunner, scene_on, stands

OPEN = board_of(*HALL)
# A corridor of four squares, with a side passage south of C1.
BEND = board_of("+++++++++", " . . . . ", "+=+=+++=+", " . .|.|. ", "+++++++++")


@pytest.mark.rule("AHL-12Ca", "AHL-14Ab")
def test_whoever_is_knocked_out_lies_prone_and_lets_the_corner_go():
    """5+5 −2 = 8 hits; 1+1 +2 penetration +2 cover = 6, light; a 6 knocks them out, a 5 does not."""
    people = [
        (gunner("Ann", "Carbine", ""), stands("A1", "E")),
        (body("Cid"), stands("C2", leaning=at_of("C1"))),
    ]
    scene = scene_on(BEND, people, name="Ann", target="Cid")
    out, _ = give("fire", scene, [5, 5, 1, 1, 6])
    assert out.after["Cid"].condition is Condition.UNCONSCIOUS
    assert out.board.people == {"Ann": stands("A1", "E"), "Cid": stands("C2", prone=True)}
    awake, _ = give("fire", scene, [5, 5, 1, 1, 5])
    assert awake.board is None


@pytest.mark.rule("AHL-12Ca", "AHL-8C1b")
def test_so_does_who_is_hurt_where_the_order_moved_them():
    gallery = board_of("", " . V . ", level="Upper", more="level: Lower\n\n . . .")
    hurt, _ = give("jump", scene_on(gallery, [(body("Ann"), stands("A1"))], name="Ann"), [6, 6])
    assert hurt.board.people["Ann"] == stands("2:B1", prone=True)


@pytest.mark.rule("AHL-12Ca")
def test_the_dead_of_an_explosion_lie_and_the_others_stand():
    """A grenade's 4 in the square: 4+4 +4 = 12, dead, and 1+1 +4 −6 = 0, nothing."""
    people = [(body("Ann"), stands("B2")), (body("Bob", armour="cloth"), stands("B2"))]
    outcome, _ = give("blast", scene_on(OPEN, people), [4, 4, 1, 1], at="B2")
    assert [outcome.board.people[name].prone for name in ("Ann", "Bob")] == [True, False]


@pytest.mark.rule("AHL-12Cb", "AHL-8A6a")
def test_whoever_comes_round_lies_prone_and_stands_up_before_moving():
    """Ann wakes on a 6; from prone two squares ahead cost her 6 and 2 + 2."""
    asleep = [(body("Ann", condition=Condition.UNCONSCIOUS), stands("A2", "E"))]
    woken, _ = give("wake", scene_on(OPEN, asleep, name="Ann"), [6])
    assert woken.after["Ann"].condition is Condition.ACTIVE
    awake = [(body("Ann"), woken.board.people["Ann"])]
    moved, _ = give("move", scene_on(OPEN, awake, name="Ann"), to="C2")
    assert moved.result.route.cost / 2 == 10


@pytest.mark.parametrize(
    ("before", "after", "lies"),
    [
        (Condition.ACTIVE, Condition.ACTIVE, False),
        (Condition.ACTIVE, Condition.UNCONSCIOUS, True),
        # Whoever comes round lies where they lay, and whoever lay still does.
        (Condition.UNCONSCIOUS, Condition.ACTIVE, True),
        (Condition.SERIOUS, Condition.DEAD, True),
    ],
)
def test_whoever_is_out_after_an_order_or_was_before_it_lies(before, after, lies):
    ann, bob = body("Ann", condition=before), body("Bob")
    scene = scene_on(OPEN, [(ann, stands("A1", crouching=True)), (bob, stands("B1"))])
    outcome = fallen(scene, Outcome({"Ann": replace(ann.sheet, condition=after), "Cid": bob.sheet}, None))
    if lies:
        assert outcome.board.people == {"Ann": stands("A1", prone=True), "Bob": stands("B1")}
    else:
        assert outcome.board is None
    assert fallen(replace(scene, board=None), Outcome({"Ann": ann.sheet}, None)).board is None
