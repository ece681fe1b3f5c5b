"""A sheet on which somebody is named who gets another name, or leaves; what of it others see; and helmets."""

from dataclasses import replace

import pytest

from bot.systems.combat3000.figure.helmets import with_helmet, worn_helmet
from bot.systems.combat3000.figure.kit import Circuits, Kit
from bot.systems.combat3000.figure.outward import outside, outward
from bot.systems.combat3000.figure.renaming import renamed_on
from bot.systems.combat3000.figure.sheet import Aiming, Figure, Hand, Memory, Plight, Supply, Vehicle
from bot.systems.combat3000.morale.ladder import Loss
from tests.systems.combat3000.table import unit

BLANK = Figure()


def figure(**changes):
    return replace(BLANK, **changes)


def remembering(**now):
    return figure(now=Memory(**now))


def lost(*seen_by):
    return remembering(loss=Loss(seen_by=seen_by))


@pytest.mark.parametrize(
    ("sheet", "after"),
    [
        (figure(rides="Bob"), figure(rides="Eve")),
        (figure(circuits=Circuits(controller="Bob")), figure(circuits=Circuits(controller="Eve"))),
        (figure(aim=Aiming("Bob", 2)), figure(aim=Aiming("Eve", 2))),
        (
            figure(kit=Kit(lights=(("E1", "Bob"), ("E2", "Cid")), burnt=3)),
            figure(kit=Kit(lights=(("E1", "Eve"), ("E2", "Cid")), burnt=3)),
        ),
        (remembering(target="Bob", shot=True), remembering(target="Eve", shot=True)),
        (remembering(aiming="Bob"), remembering(aiming="Eve")),
        (remembering(target="Bob", aiming="Cid"), remembering(target="Eve", aiming="Cid")),
        (remembering(target="Cid", aiming="Bob"), remembering(target="Cid", aiming="Eve")),
        (remembering(busy="charges Bob", target="Cid"), remembering(busy="charges Eve", target="Cid")),
        (lost("Bob", "Cid"), lost("Eve", "Cid")),
        # Others, and words in which the name only begins, are as they were.
        (remembering(busy="charges Bobby"), remembering(busy="charges Bobby")),
        (lost("Cid"), lost("Cid")),
        (remembering(loss=Loss()), remembering(loss=Loss())),
        (
            figure(rides="Cid", circuits=Circuits(controller="Cid"), aim=Aiming("Cid")),
            figure(rides="Cid", circuits=Circuits(controller="Cid"), aim=Aiming("Cid")),
        ),
    ],
)
def test_who_has_another_name_has_it_on_every_sheet(sheet, after):
    assert renamed_on(sheet, "Bob", "Eve") == after


@pytest.mark.parametrize(
    ("sheet", "after"),
    [
        (figure(rides="Bob"), BLANK),
        (figure(circuits=Circuits(controller="Bob")), BLANK),
        (figure(aim=Aiming("Bob", 2)), BLANK),
        (figure(aim=Aiming("Cid", 2)), figure(aim=Aiming("Cid", 2))),
        (figure(kit=Kit(lights=(("E1", "Bob"), ("E2", "Cid")))), figure(kit=Kit(lights=(("E2", "Cid"),)))),
        (lost("Bob", "Cid"), lost("Cid")),
        # What they have done in this turn they have done.
        (remembering(target="Bob", busy="charges Bob"), remembering(target="Bob", busy="charges Bob")),
    ],
)
def test_who_has_left_is_named_no_more_but_in_what_was_done(sheet, after):
    assert renamed_on(sheet, "Bob", "") == after


def test_a_vehicles_sheet_names_whom_it_aims_at_and_who_is_in_what_it_does():
    tank = Vehicle(vehicle="Tank", aim=Aiming("Bob", 1), now=Memory(target="Bob"))
    assert renamed_on(tank, "Bob", "Eve") == replace(tank, aim=Aiming("Eve", 1), now=Memory(target="Eve"))


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        (BLANK, "Human, standing"),
        (figure(stunned=3), "Human, down"),
        (figure(stunned=3, killed=True), "Human, killed"),
        (Vehicle(), "a vehicle"),
        (Vehicle(immobilised=True), "immobilised"),
        (Vehicle(knocked_out=True), "knocked out"),
        (Vehicle(immobilised=True, knocked_out=True), "knocked out"),
    ],
)
def test_what_is_seen_of_somebody_in_words(sheet, words):
    assert [*outside(sheet)] == [words]


def test_only_what_is_in_hand_is_seen_and_seems_to_be_loaded():
    (rifle,) = unit("Ann", weapon="Rifle").sheet.weapons
    second = replace(rifle, name="Spare", hand=Hand.STOWED)
    armed = figure(
        weapons=(replace(rifle, loaded=Supply("", 0), spare=(Supply("", 5),)), second),
        stunned=4, wounds=(), plight=Plight(webbed=True), rides="Jeep", kit=Kit(nets=("Alpha",)),
    )  # fmt: skip
    seen = outward(armed)
    assert [(each.name, each.loaded.rounds, each.spare) for each in seen.weapons] == [(rifle.name, 1, ())]
    # Nor does it show for how long somebody is down.
    assert (seen.stunned, seen.plight, seen.rides, seen.kit) == (1, Plight(webbed=True), "Jeep", Kit())
    assert outward(BLANK) == BLANK
    assert [*outside(seen)] == ["Human, down", "in a vehicle", "Rifle"]


def test_of_a_vehicle_its_armour_shows_and_not_its_crew():
    tank = unit("Tank", template="Light Tank").sheet
    seen = outward(replace(tank, crew=4, speed=12))
    assert (seen.armour, seen.crew, seen.speed) == (tank.armour, 1, 0)
    assert tank.armour == 10


# A helmet of the armour list, one of the equipment, and other armour.
HELMET, MM100, BREASTPLATE = "701", "E16", "704"


@pytest.mark.parametrize(
    ("worn", "equipment", "doffed", "on", "after"),
    [
        ((BREASTPLATE, HELMET), ("E1",), (), False, ((BREASTPLATE,), ("E1",), (HELMET,))),
        ((BREASTPLATE,), ("E1", MM100), (), False, ((BREASTPLATE,), ("E1",), (MM100,))),
        ((BREASTPLATE,), ("E1",), (HELMET,), True, ((BREASTPLATE, HELMET), ("E1",), ())),
        ((BREASTPLATE,), ("E1",), (MM100,), True, ((BREASTPLATE,), ("E1", MM100), ())),
        # The one that was taken off last goes on again.
        ((), (), (HELMET, MM100), True, ((), (MM100,), (HELMET,))),
        # Without one nothing comes off; and none goes on that wasn't taken off.
        ((BREASTPLATE,), (), (), False, ((BREASTPLATE,), (), ())),
        ((BREASTPLATE,), (), (HELMET,), False, ((BREASTPLATE,), (), (HELMET,))),
        ((HELMET,), (), (), True, ((HELMET,), (), ())),
    ],
)
def test_a_helmet_comes_off_and_goes_on_again(worn, equipment, doffed, on, after):
    figured = with_helmet(figure(armour=worn, equipment=equipment, doffed=doffed), on=on)
    assert (figured.armour, figured.equipment, figured.doffed) == after


@pytest.mark.parametrize(
    ("armour", "equipment", "helmet"),
    [((BREASTPLATE, HELMET), (), HELMET), ((), (MM100,), MM100), ((BREASTPLATE,), ("E1",), "")],
)
def test_which_helmet_is_worn(armour, equipment, helmet):
    assert worn_helmet(figure(armour=armour, equipment=equipment)) == helmet
