"""The people of each group of a scenario's counters: as many as are printed, each with figures of theirs."""

from types import SimpleNamespace

import pytest

from bot.deck.board import as_drawn
from bot.engine.scene import Game
from bot.systems.ahl.scenarios.decks import _CUP, _lifts
from tests.deck.shipped import plan_of
from tests.reports import SYSTEMS

# How many, and between what and what: skill with the weapon, melee, morale, leadership; None for what they haven't.
AHL = {
    "Marine officers": (2, (1, 2), (5, 6), (9, 10), (2, 3)),
    "Marine NCOs": (4, (1, 2), (5, 8), (9, 10), (1, 2)),
    "Marines": (12, (0, 2), (4, 7), (7, 10), (0, 0)),
    "Marines in battle dress": (6, (0, 2), (5, 7), (8, 10), (0, 0)),
    "Crew officers": (9, (0, 1), (3, 5), (7, 9), (1, 3)),
    "Crew warrants": (5, (0, 1), (4, 6), (7, 9), (1, 1)),
    "Crew ratings": (14, (0, 1), (3, 6), (6, 8), (0, 0)),
    "Suited crew officer": (1, (1, 1), (4, 4), (9, 9), (2, 2)),
    "Suited crew": (10, (0, 1), (3, 6), (6, 8), (0, 0)),
    "Intruder officers": (2, (1, 2), (5, 6), (9, 10), (2, 3)),
    "Intruder NCOs": (3, (1, 2), (5, 7), (9, 10), (1, 2)),
    "Intruders": (9, (0, 2), (4, 7), (7, 10), (0, 0)),
    "Intruder officer in battle dress": (1, (2, 2), (7, 7), (10, 10), (3, 3)),
    "Intruder NCO in battle dress": (1, (1, 1), (7, 7), (10, 10), (2, 2)),
    "Intruders in battle dress": (3, (0, 2), (5, 7), (8, 10), (0, 0)),
    "Zhodani officers": (3, (1, 2), (5, 6), (9, 10), (2, 3)),
    "Zhodani technicians": (3, (0, 1), (4, 5), (8, 9), (0, 0)),
    "Zhodani warbots": (8, (0, 1), (6, 6), None, None),
    "Zhodani maintenance robots": (8, None, (5, 5), None, None),
    "Vargr officers": (1, (1, 1), (6, 6), (9, 9), (2, 2)),
    "Vargr NCOs": (3, (1, 1), (6, 8), (8, 9), (1, 1)),
    "Vargr": (12, (0, 1), (5, 8), (7, 9), (0, 0)),
    "Blobs": (26, None, None, None, None),
}
# How many, and between what and what: accuracy, strength, dexterity, reflex.
COMBAT_3000 = {
    "Sergeants": (2, (20, 21), (1, 1), (1, 1), (1, 2)),
    "Startroopers": (8, (5, 20), (0, 1), (0, 1), (0, 1)),
    "Gunners": (2, (15, 15), (1, 1), (0, 0), (0, 0)),
    "Grenadiers": (2, (10, 10), (1, 1), (0, 1), (0, 0)),
    "Armoured troopers": (3, (15, 17), (2, 2), (0, 0), (0, 0)),
    "Outlaw leaders": (2, (15, 16), (0, 0), (1, 1), (1, 2)),
    "Outlaws": (10, (0, 15), (0, 1), (0, 1), (0, 1)),
    "Gun runners": (6, (5, 15), (0, 1), (1, 1), (1, 1)),
    "Trimotes": (4, (15, 18), (1, 2), (1, 1), (1, 1)),
    "Mandiblax": (8, (5, 10), (2, 2), (0, 0), (0, 1)),
}


@pytest.mark.parametrize(
    ("book", "figures", "table"),
    [
        ("ahl", ("skill", "melee", "morale", "leadership"), AHL),
        ("combat3000", ("accuracy", "strength", "dexterity", "reflex"), COMBAT_3000),
    ],
)
def test_every_group_has_so_many_people_with_figures_of_its_own(book, figures, table):
    system = SYSTEMS[book]
    assert system.staged.groups.keys() == table.keys()
    for group, people in system.staged.groups.items():
        count, *spans = table[group]
        assert len(people) == count, group
        for figure, span in zip(figures, spans, strict=True):
            found = [int(system.traits[figure].read(unit.sheet)) for unit in people] if span else []
            assert not span or (min(found), max(found)) == span, (group, figure)


def test_the_life_levels_of_blobs_are_2_to_5_and_more_often_the_greater():
    levels = [unit.sheet.life_level for unit in SYSTEMS["ahl"].staged.groups["Blobs"]]
    assert levels == [2, 3, 4, 5, 3, 4, 5] * 3 + [2, 3, 4, 5, 3]


# How many spare clips each has, and what they wear, as the house gives them out (rulings ).
OUTFITS = {
    "Marine officers": ({8}, {"combat armor"}),
    "Marine NCOs": ({0, 8}, {"combat armor"}),
    "Marines": ({0, 8}, {"combat armor"}),
    "Marines in battle dress": ({0}, {"battle dress"}),
    "Crew officers": ({4}, {"none"}),
    "Crew warrants": ({4}, {"none"}),
    "Crew ratings": ({4}, {"none"}),
    "Suited crew officer": ({4}, {"vacc suit"}),
    "Suited crew": ({4}, {"vacc suit"}),
    "Intruder officers": ({0, 8}, {"combat armor"}),
    "Intruder NCOs": ({0, 8}, {"combat armor"}),
    "Intruders": ({0, 8}, {"combat armor"}),
    "Intruder officer in battle dress": ({0}, {"battle dress"}),
    "Intruder NCO in battle dress": ({0}, {"battle dress"}),
    "Intruders in battle dress": ({0}, {"battle dress"}),
    "Zhodani officers": ({8}, {"combat armor"}),
    "Zhodani technicians": ({4}, {"cloth"}),
    "Vargr officers": ({6}, {"flak jacket"}),
    "Vargr NCOs": ({6}, {"flak jacket"}),
    "Vargr": ({6}, {"flak jacket"}),
}
# What the fire of a laser, a plasma or a fusion gun comes from is no clip.
UNCLIPPED = {"Laser Carbine", "PGMP-13/14", "FGMP-14/15"}


@pytest.mark.parametrize("group", OUTFITS)
def test_every_group_of_ahl_has_so_many_clips_and_wears_what_it_does(group):
    clips, worn = OUTFITS[group]
    sheets = [unit.sheet for unit in SYSTEMS["ahl"].staged.groups[group]]
    assert {len(sheet.weapons[0].spare) for sheet in sheets} == clips
    assert {sheet.armour for sheet in sheets} == worn
    for sheet in sheets:
        carried = sheet.weapons[0]
        assert (len(carried.spare) == 0) is (carried.weapon in UNCLIPPED)


@pytest.mark.parametrize("group", sorted(AHL.keys() - OUTFITS.keys()))
def test_robots_and_blobs_have_no_clips(group):
    for unit in SYSTEMS["ahl"].staged.groups[group]:
        assert not any(carried.spare for carried in unit.sheet.weapons)


@pytest.mark.rule("AHL-SC-I1b")
def test_for_the_lifts_the_counters_of_blobs_are_drawn():
    levels = [unit.sheet.life_level for unit in SYSTEMS["ahl"].staged.groups["Blobs"]]
    assert sorted(_CUP) == sorted(levels)


@pytest.mark.rule("AHL-SC-I1b")
@pytest.mark.parametrize(("number", "works"), [(2, False), (3, True), (4, True), (5, False)])
def test_a_lift_works_whose_counter_is_a_3_or_a_4(number, works):
    board = as_drawn(plan_of("fuel"))
    drawn = SimpleNamespace(pick=lambda cup, *, why: number)
    lifts = _lifts(Game(board=board), "drawn", drawn).board.lifts
    assert (not lifts) is works
