"""Whatever rule a battle names stands in the index of /rule."""

import re
from pathlib import Path

import pytest

from bot.systems.highguard import battle
from tests.systems.highguard.system import SYSTEM

CODE = Path(battle.__file__).parent


@pytest.mark.parametrize("path", sorted(CODE.rglob("*.py")), ids=lambda path: str(path.relative_to(CODE)))
def test_rules_that_a_battle_names_are_in_the_index(path):
    named = set(re.findall(r"\b(?:HG-[A-Z]\d\d|R-\d\d)\b", path.read_text(encoding="utf-8")))
    assert named <= SYSTEM.rules.keys()


def test_the_index_knows_every_step():
    assert {f"HG-C{number:02}" for number in range(1, 34)} <= SYSTEM.rules.keys()
    assert {f"HG-B{number:02}" for number in range(1, 11)} <= SYSTEM.rules.keys()
    assert {f"HG-R{number:02}" for number in range(1, 9)} <= SYSTEM.rules.keys()
