"""Covering fires that lie on the deck, as they are stored, and as they were before their circumstances were typed."""

import json
from copy import deepcopy
from dataclasses import replace

from bot.deck.plan import At
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.asked.fighting import Circumstances, CoverOrder
from bot.systems.ahl.fire.covering import Covering
from bot.systems.ahl.fire.shot import Situation
from bot.systems.ahl.ledger import LEDGER, Ledger
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.wounds.damage import Surroundings

ASKED = Circumstances(
    setting="automatic",
    zero_g=True,
    handhold=True,
    rounds="unlimited",
    energy_shots="40",
    ram_flechette="two",
    dm=-2,
    because="smoke",
)
SITUATION = Situation(6, Fire.COVERING, dark=True, surroundings=Surroundings(True, True, True), asked=ASKED)
LINE = Covering("Ann", "ACR", "DS", True, 1, 0, 0, False, SITUATION, (At(1, 1, 0), At(2, 1, 0)), 2)
# As the first form of what is kept has it, word for word.
BEFORE = {
    "v": 1,
    "structures": [],
    "clock": {
        "turn": 1,
        "phase": 1,
        "step": "decision",
        "people": {},
        "covering": [
            {
                "firer": "Ann",
                "weapon": "ACR",
                "ammunition": "DS",
                "automatic": True,
                "skill": 1,
                "light_wounds": 0,
                "stuns": 0,
                "robot": False,
                "situation": {
                    "squares": 6,
                    "fire": "covering",
                    "setting": "automatic",
                    "cover": False,
                    "evading": "no",
                    "dark": True,
                    "lit": False,
                    "zero_g": True,
                    "handhold": True,
                    "traveller": False,
                    "unlimited": True,
                    "energy_shots": 40,
                    "ram_hits_any": False,
                    "surroundings": {"vacuum": True, "robot_shells": True, "robots_faint": True},
                    "dm": -2,
                    "because": "smoke",
                },
                "squares": [[1, 1, 0], [2, 1, 0]],
                "limit": 2,
                "hits": 0,
                "attacked": [],
            }
        ],
        "charges": [],
        "lights": {},
        "later": [],
    },
}


def test_a_covering_fire_of_before_has_its_circumstances_and_is_read_as_often_as_you_like():
    stored = deepcopy(BEFORE)
    assert LEDGER.load(stored).clock.covering == (LINE,)
    assert LEDGER.load(stored).clock.covering == (LINE,)
    assert stored == BEFORE


def test_what_a_covering_fire_of_before_leaves_out_is_as_by_default():
    """Ruling R-77: 4cm RAM flechettes hit any number; shots are counted, unlimited only where that was said."""
    stored = deepcopy(BEFORE)
    situation = stored["clock"]["covering"][0]["situation"]
    for name in ("unlimited", "energy_shots", "ram_hits_any"):
        del situation[name]
    asked = LEDGER.load(stored).clock.covering[0].situation.asked
    assert (asked.rounds, asked.energy_shots, asked.ram_flechette) == ("counted", "not counted", "any number")


def test_nothing_kept_and_no_covering_fire_are_read_as_well():
    assert LEDGER.load({"v": 1, "structures": [], "clock": None}) == Ledger()
    assert LEDGER.load({**BEFORE, "clock": {**BEFORE["clock"], "covering": []}}).clock.covering == ()


def test_what_was_asked_for_is_stored_with_it_and_nothing_else_of_the_order():
    asked = CoverOrder(at="C7", weapon="ACR", setting="single", dark=True, dm=1)
    line = replace(LINE, situation=Situation(3, asked=asked))
    stored = json.loads(json.dumps(LEDGER.dump(Ledger(clock=Clock(1, 1, covering=(line,))))))
    assert "at" not in stored["clock"]["covering"][0]["situation"]["asked"]
    assert LEDGER.load(stored).clock.covering[0].situation.asked == Circumstances(setting="single", dark=True, dm=1)
