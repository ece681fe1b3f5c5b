"""What a sheet keeps of morale: old ones have none of it, and whoever saw something may be called otherwise later."""

from dataclasses import replace

import pytest

from bot.systems.combat3000.figure.renaming import renamed_on
from bot.systems.combat3000.figure.sheet import Memory, dump_sheet, load_sheet
from bot.systems.combat3000.morale.ladder import Loss, Status
from tests.systems.combat3000.table import C3K, unit

NEW = ("nerve", "test", "bad_leader", "rallied", "fired_on", "led")
NEWLY_REMEMBERED = ("way", "heavy", "loss", "tested", "cover", "again")


@pytest.mark.rule("C3K-L03")
def test_a_sheet_that_was_stored_before_there_was_morale_is_steady():
    stored = dump_sheet(unit("Ann", weapon="Rifle").sheet)
    for name in NEW:
        del stored["figure"][name]
    for memory in ("last", "now"):
        for name in NEWLY_REMEMBERED:
            del stored["figure"][memory][name]
    found = load_sheet(stored)
    assert (found, found.nerve.status) == (unit("Ann", weapon="Rifle").sheet, Status.STEADY)


def test_who_saw_a_loss_is_known_by_their_new_name_and_forgotten_when_they_leave():
    fallen = replace(unit("Cid").sheet, now=Memory(loss=Loss(seen_by=("Ann", "Bob"))))
    assert renamed_on(fallen, "Ann", "Eve").now.loss.seen_by == ("Eve", "Bob")
    assert renamed_on(fallen, "Ann", "").now.loss.seen_by == ("Bob",)
    assert load_sheet(dump_sheet(fallen)) == fallen


@pytest.mark.rule("C3K-L03")
def test_the_card_tells_the_place_on_the_ladder_and_the_line_what_is_not_steady():
    ann = unit("Ann", morale="shaky", leader="bad", morale_test="general")
    assert "Morale shaky, by the general test, a bad leader" in C3K.card(ann).lines
    assert C3K.line(ann.sheet).startswith("shaky")
    assert "Morale steady" in C3K.card(unit("Bob")).lines
    assert C3K.line(unit("Bob").sheet).startswith("unhurt")
