"""What comes of work on doors, machines, programmes and webs as a turn ends (C3K Sabotage, ruling B-D5)."""

from dataclasses import replace

import pytest

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.actions import begun, ended
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.building.hits import Site
from bot.systems.combat3000.building.structures import Structure, What
from bot.systems.combat3000.building.work import Access, beside, cut_free, measured, meddled, web_turns, wrought
from bot.systems.combat3000.figure.sheet import Memory, Plight, Profile, Task, Working
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.hit.plights import WEB_TURNS
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.moving.going import already_moved
from bot.systems.combat3000.tasks import BREAK, CUT, FREE, MEND, PROGRAMME, SABOTAGE
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import on
from tests.systems.combat3000.table import unit

BOOK = load_book(systems.DATA / "combat3000")
ANN, TANK = unit("Ann", weapon="Rifle"), unit("Tank", template="Light Tank")
R2 = unit("R2", droid="ACT")


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


# --- how long somebody seeks access ---


@pytest.mark.rule("C3K-D08")
@pytest.mark.parametrize(
    ("code", "turns", "dexterity", "faces", "measured_turns", "less"),
    [
        # A decimal die less dexterity, 1 at least; to mend less 1.
        (SABOTAGE, 0, 0, (7,), 7, 0),
        (SABOTAGE, 0, 2, (7,), 5, 2),
        (SABOTAGE, 0, 3, (2,), 1, 3),
        (MEND, 0, 3, (7,), 6, 1),
        (SABOTAGE, 0, 0, (10,), 10, 0),
        # Where it is known already, and for other work, nothing is thrown.
        (SABOTAGE, 4, 0, (), 4, None),
        (CUT, 0, 0, (), 0, None),
    ],
)
def test_for_how_long_somebody_seeks_access(code, turns, dexterity, faces, measured_turns, less):
    ann, dice = being(ANN, profile=Profile(dexterity=dexterity)), ScriptedDice(faces)
    task, access = measured("Ann", ann.sheet, Task(code, "Tank", turns=turns), BOOK, dice)
    assert not dice.left
    assert [throw.sides for throw in dice.throws] == [10] * len(faces)
    assert task.turns == measured_turns
    assert access == (None if less is None else Access("Ann", task, less))
    if access:
        assert access.why == ("Ann: access" if code == SABOTAGE else "Ann: mending")


# --- what is done ---


@pytest.mark.parametrize(
    ("sheet", "task", "attribute", "value"),
    [
        (TANK.sheet, Task(SABOTAGE, "Tank"), "sabotaged", True),
        (replace(TANK.sheet, sabotaged=True), Task(MEND, "Tank"), "sabotaged", False),
    ],
)
def test_a_vehicle_is_sabotaged_and_mended(sheet, task, attribute, value):
    assert getattr(meddled(sheet, task), attribute) is value


@pytest.mark.parametrize(("code", "working"), [(SABOTAGE, Working.SABOTAGED), (MEND, Working.WORKS)])
def test_a_weapon_is_sabotaged_and_mended(code, working):
    for who in (ANN, TANK):
        name = who.sheet.weapons[0].name
        after = meddled(who.sheet, Task(code, who.name, besides=name))
        assert after.weapons[0].working is working
        assert not getattr(after, "sabotaged", False)


def test_of_a_figure_a_weapon_is_named():
    with pytest.raises(RuleError, match=r"^Ann is no vehicle: name the weapon that is meant \(C3K Sabotage\)\.$"):
        meddled(ANN.sheet, Task(SABOTAGE, "Ann"))


def scene(*people, structures=()):
    ledger = Ledger().with_structures(*structures) if structures else None
    return Scene({}, ledger, known={each.name: each for each in people})


def failed(found):
    return dict(found.failed)


def test_work_on_machines_adds_up_and_goes_by_what_they_are_then():
    done = {"Ann": Task(SABOTAGE, "Tank"), "Bob": Task(SABOTAGE, "Tank", besides=TANK.sheet.weapons[0].name)}
    found = wrought(scene(TANK), None, done, BOOK)
    assert found.sheets["Tank"].sabotaged
    assert found.sheets["Tank"].weapons[0].working is Working.SABOTAGED
    faster = replace(TANK.sheet, speed=30)
    found = wrought(scene(TANK), None, {"Ann": Task(SABOTAGE, "Tank")}, BOOK, {"Tank": faster})
    assert found.sheets["Tank"].speed == 30
    gone = wrought(scene(), None, {"Ann": Task(SABOTAGE, "Tank")}, BOOK)
    assert (gone.sheets, failed(gone)) == ({}, {"Ann": "there is no Tank any more"})


def test_a_programme_is_in_once_it_is_done():
    found = wrought(scene(R2), None, {"Ann": Task(PROGRAMME, "R2", besides="Hold the hill")}, BOOK)
    assert found.sheets["R2"].circuits.text == "Hold the hill"
    gone = wrought(scene(), None, {"Ann": Task(PROGRAMME, "R2")}, BOOK)
    assert failed(gone) == {"Ann": "there is no R2 any more"}


DOOR = Structure("Door 1", What.DOOR)


@pytest.mark.parametrize("code", [BREAK, CUT])
@pytest.mark.parametrize(
    ("structures", "down", "why"),
    [
        ([DOOR, Structure("Door 2", What.DOOR)], [True, False], {}),
        ([Structure("Door 2", What.DOOR)], [False], {"Ann": "there is no Door 1 any more"}),
        ([replace(DOOR, down=True)], [True], {"Ann": "it is down already"}),
    ],
)
def test_who_breaks_or_cuts_through_a_door_brings_it_down(code, structures, down, why):
    found = wrought(scene(structures=structures), None, {"Ann": Task(code, "Door 1")}, BOOK)
    assert ([each.down for each in found.structures], failed(found)) == (down, why)


def test_other_work_changes_nothing_of_it():
    found = wrought(scene(TANK, structures=[DOOR]), None, {"Ann": Task("OD", "Door 1")}, BOOK)
    assert (found.structures, found.sheets, failed(found)) == ((DOOR,), {}, {})


def test_on_a_deck_the_doors_beside_somebody_are_meant_too():
    board = on(board_of("#######", "#. .D.#", "#######"), Ann="B1E")
    (door,) = (each for each in beside(Site((), Moment({}, BOOK), board), "Ann") if each.what is What.DOOR)
    for place, opens in (("B1E", 1), ("A1E", 0)):
        there = on(board, Ann=place)
        found = wrought(replace(scene(ANN), board=there), there, {"Ann": Task(CUT, door.name)}, BOOK)
        assert (len(found.board.breached), len(failed(found))) == (opens, 1 - opens)
    assert list(beside(Site((), Moment({}, BOOK), board), "Bob")) == []
    assert list(beside(Site((), Moment({}, BOOK), None), "Ann")) == []


# --- webs ---


def test_a_web_is_cut_by_who_wrote_that_down_and_can():
    cutter = being(ANN, now=Memory(task=Task(FREE, "Bob")))
    webbed, free = being(unit("Bob"), plight=Plight(webbed=True)), unit("Bob")
    for one, caught, at in (
        (cutter, webbed, {"Bob"}),
        (cutter, free, set()),
        (being(cutter, killed=True), webbed, set()),
        (being(ANN, now=Memory(task=Task(CUT, "Bob"))), webbed, set()),
        (being(ANN, now=Memory(task=Task(FREE, "Cid"))), webbed, set()),
        (ANN, webbed, set()),
        (cutter, replace(TANK, name="Bob"), set()),
    ):
        assert cut_free({"Ann": one.sheet, "Bob": caught.sheet}) == at


def test_for_how_long_a_web_has_yet_to_be_cut():
    assert web_turns("Bob", being(ANN, plight=Plight(webbed=True)).sheet) == WEB_TURNS
    assert web_turns("Bob", being(ANN, plight=Plight(webbed=True, web_cut=1)).sheet) == WEB_TURNS - 1
    for sheet in (ANN.sheet, TANK.sheet):
        with pytest.raises(RuleError, match="Bob is in no web that could be cut"):
            web_turns("Bob", sheet)


# --- a vehicle's laser ---


@pytest.mark.rule("C3K-D09")
def test_a_vehicle_that_stands_still_cuts_for_its_turns_and_moves_nowhere_meanwhile():
    """What takes two turns is done at the end of the second."""
    task = Task(CUT, "Gate", turns=2, besides="Laser")
    busy = begun("Tank", TANK.sheet, (task,), BOOK)
    assert (busy.now.busy, busy.now.more, busy.now.task) == ("cuts through Gate", 1, task)
    assert already_moved("Tank", busy, "walk").startswith("Tank cuts through Gate, and moves no step meanwhile")
    assert ended(busy, BOOK) == (busy, None)
    second = replace(busy, now=busy.now.carried_on)
    assert ended(second, BOOK) == (second, task)
    # Nobody goes on without a crew, nor in a wreck.
    for gone in (replace(second, crew=0), replace(second, knocked_out=True)):
        assert ended(gone, BOOK)[0].now.task is None
        assert ended(gone, BOOK)[1] is None
