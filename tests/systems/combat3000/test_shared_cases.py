"""All worked cases are run, but those of what isn't built: each of these says why, and none can be forgotten."""

from tests.cases import worked_cases
from tests.systems.combat3000.fire.adapters import ADAPTERS as FIRE
from tests.systems.combat3000.hit.adapters import ADAPTERS as HITS

CASES = worked_cases("combat3000")
_CLOSE = "there is no close combat: nobody charges or strikes blows by command"
_MORALE = "there are no morale tests of any kind"
_SPEECH = "nobody speaks or uses a communicator by command"
_BUILDINGS = "buildings, doors and locks are not destroyed by command"
_MOVEMENT = "nobody and no vehicle moves by command: people move their figures on the table"
NOT_BUILT = {
    "strike_phase": _CLOSE,
    "strikes_first": _CLOSE,
    "close_kill": _CLOSE,
    "close_blow": _CLOSE,
    "laser_pike_handling": _CLOSE,
    "morale_modifier": _MORALE,
    "morale_result": _MORALE,
    "morale_dist": _MORALE,
    "morale_behaviour": _MORALE,
    "mandiblax": _MORALE,
    "tree_people": _MORALE,
    "generalised": _MORALE,
    "generalised_dist": _MORALE,
    "robot_morale": _MORALE,
    "robot_control": "nobody takes over a robot by command",
    "comm_link": _SPEECH,
    "speech": _SPEECH,
    "alien_words": _SPEECH,
    "destructive": _BUILDINGS,
    "heavy_hits": _BUILDINGS,
    "building_falls_chance": _BUILDINGS,
    "break_door": _BUILDINGS,
    "shoot_lock": _BUILDINGS,
    "sabotage_turns": _BUILDINGS,
    "laser_cut": _BUILDINGS,
    "laser_can_cut": _BUILDINGS,
    "move_rate": _MOVEMENT,
    "vehicle_speed": _MOVEMENT,
    "vehicle_terrain": _MOVEMENT,
    "crosses_bank": _MOVEMENT,
    "flight": _MOVEMENT,
    "encumbrance": "the load that a figure carries is not counted",
    "pill_active": "nobody takes pills by command",
    "action": "of the list of actions only picking up, aiming, reloading and repairing are commands",
}


def test_every_shared_case_is_run_or_says_why_not():
    asked = {case["rule"] for case in CASES}
    assert asked - FIRE.keys() - HITS.keys() == NOT_BUILT.keys()
    assert not NOT_BUILT.keys() & (FIRE.keys() | HITS.keys())
    assert len(CASES) == 190
    assert sum(case["rule"] in NOT_BUILT for case in CASES) == 72
