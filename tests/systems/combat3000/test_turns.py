"""What takes several turns, and the phases of a turn (C3K The game turn)."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Unit
from tests.systems.combat3000.table import KEMP, character, everybody, fire, give, unit


@pytest.mark.rule("C3K-R01", "C3K-R04")
def test_a_reload_keeps_whoever_reloads_busy_for_all_its_turns():
    """A rifle takes 4 turns: three more after this one."""
    ann = unit("Ann", weapon="Rifle", loaded=0, clips=12)
    outcome, card = give("reload", units=character(ann))
    assert "Takes 4 turns, with two free hands, standing still." in card.lines
    lines = []
    for _ in range(4):
        busy = Unit("Ann", "", outcome.after["Ann"])
        with pytest.raises(RuleError, match=r"Ann reloads.*: /phase ends"):
            fire([], busy, KEMP, range=20)
        with pytest.raises(RuleError, match=r"Ann reloads.*: /phase ends"):
            give("reload", units=character(busy))
        outcome, card = give("phase", units=everybody(busy))
        lines += card.lines
    assert lines == [
        "Ann reloads: 3 turns to go",
        "Ann reloads: 2 turns to go",
        "Ann reloads: 1 turn to go",
        "Nothing was due: a new turn begins.",
    ]
    fire([90], Unit("Ann", "", outcome.after["Ann"]), KEMP, range=20)


def test_a_repair_is_one_a_turn_unless_turns_are_free():
    ann = unit("Ann", weapon="Rifle", working="jammed")
    tried = Unit("Ann", "", give("repair", [5], character(ann))[0].after["Ann"])
    with pytest.raises(RuleError, match="Ann repairs this turn"):
        give("repair", units=character(tried))
    give("repair", [9], character(tried), settings={"turns": "free"})
