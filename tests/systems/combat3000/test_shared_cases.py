"""All worked cases are run, but those of what isn't built: each of these says why, and none can be forgotten."""

import pytest

from tests.cases import worked_cases
from tests.systems.combat3000.adapters import ADAPTERS as MOVES
from tests.systems.combat3000.building.adapters import ADAPTERS as BUILDINGS
from tests.systems.combat3000.devices_adapters import ADAPTERS as DEVICES
from tests.systems.combat3000.fire.adapters import ADAPTERS as FIRE
from tests.systems.combat3000.fire.adapters import number
from tests.systems.combat3000.hit.adapters import ADAPTERS as HITS
from tests.systems.combat3000.melee.adapters import ADAPTERS as BLOWS
from tests.systems.combat3000.morale.adapters import ADAPTERS as MORALE

CASES = worked_cases("combat3000")
OWN = {**MOVES, **BUILDINGS, **DEVICES, **MORALE}
NOT_BUILT: dict[str, str] = {}


def test_every_shared_case_is_run_or_says_why_not():
    asked = {case["rule"] for case in CASES}
    run = FIRE.keys() | HITS.keys() | BLOWS.keys() | OWN.keys()
    assert asked - run == NOT_BUILT.keys()
    assert not NOT_BUILT.keys() & run
    assert len(CASES) == 190
    assert sum(case["rule"] in NOT_BUILT for case in CASES) == 0


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["rule"] in OWN])
def test_worked_case_of_actions_movement_buildings_and_morale(case):
    found, expected = OWN[case["rule"]](**case["inputs"]), case["expected"]
    if case["rule"].endswith("_dist"):
        assert found == {name: number(each) for name, each in expected.items()}
    elif isinstance(expected, dict):
        assert {name: found[name] for name in expected} == {name: number(each) for name, each in expected.items()}
    else:
        assert found == number(expected)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["rule"] in BLOWS])
def test_worked_case_of_close_combat(case):
    found, expected = BLOWS[case["rule"]](**case["inputs"]), case["expected"]
    if isinstance(expected, dict):
        assert {name: found.get(name, 0) for name in expected} == {
            name: number(each) for name, each in expected.items()
        }
    else:
        assert found == number(expected)
