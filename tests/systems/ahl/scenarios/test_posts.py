"""Who has fired on a deck, as a scenario hears it (AHL scenario VI.2)."""

from types import SimpleNamespace

from bot.systems.ahl.scenarios.posts import fired
from bot.systems.ahl.turn.clock import Clock

QUIET = Clock(turn=1, phase=2).did("Ann", spent=6, moved=True)


def test_a_shot_a_snap_shot_and_covering_fire_are_heard():
    assert fired(None) == fired(QUIET) == []
    assert fired(QUIET.doing("Bob", fired=True)) == ["Bob"]
    assert fired(QUIET.did("Bob", snaps=1)) == ["Bob"]
    assert fired(QUIET.did("Bob", covered=True)) == ["Bob"]
    lies = Clock(turn=1, phase=2, covering=(SimpleNamespace(firer="Dot"),)).doing("Cid", fired=True)
    assert fired(lies) == ["Cid", "Dot"]
