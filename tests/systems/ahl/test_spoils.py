"""What of the fallen others take over by AHL: as many clips and grenades as there is room for (AHL 25.A)."""

from dataclasses import replace

import pytest

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Being, Clip, Condition
from tests.reports import card_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, gunner

TAKE = AHL.orders["take"]


def carrying(unit, clips=0, rounds=20):
    """Somebody with so many rounds in their weapon, and so many spare clips."""
    (held,) = unit.sheet.weapons
    held = replace(held, loaded=replace(held.loaded, rounds=rounds), spare=(Clip("DS", 20),) * clips)
    return replace(unit, sheet=replace(unit.sheet, weapons=(held,)))


def ann(clips=0, weapon="Carbine", ammo="", **sheet):
    return carrying(gunner("Ann", weapon, ammo, **sheet), clips)


def cid(clips=2, rounds=20, **sheet):
    return carrying(gunner("Cid", side="red", condition=Condition.UNCONSCIOUS, **sheet), clips, rounds)


def take(mine, theirs, what):
    known = {unit.name: unit for unit in (mine, theirs)}
    scene = Scene({"name": (mine,), "from": (theirs,)}, Ledger(), None, present=known, known=known)
    outcome = TAKE.resolve(scene, TAKE.read({"what": what}, {}), LiveDice(bytes(32), 0))
    told = " ".join(str(line) for line in card_of(TAKE, outcome, ()).lines)
    return outcome.after["Ann"], outcome.after["Cid"], told


@pytest.mark.parametrize(
    ("clips", "has", "carried", "taken"),
    [
        # For each of eight clips that is left behind there is room for two.
        (0, 0, 4, 4),
        (7, 0, 4, 2),
        (6, 1, 4, 3),
        (6, 0, 1, 1),
    ],
)
def test_as_many_grenades_are_taken_as_there_is_room_for(clips, has, carried, taken):
    after, left, told = take(ann(clips, grenades=has), cid(grenades=carried), "grenades")
    assert (after.grenades, left.grenades) == (has + taken, carried - taken)
    assert f"{taken} grenade" in told


def test_where_there_is_no_room_no_grenade_is_taken():
    for full in (ann(8), ann(7, grenades=2)):
        with pytest.raises(RuleError, match="Ann has no room for grenades: two go for each of 8 clips"):
            take(full, cid(grenades=1), "grenades")


@pytest.mark.parametrize(
    ("clips", "grenades", "taken", "told"),
    [
        (0, 0, 2, "ACR (DS) with 2 clips"),
        (7, 0, 1, "ACR (DS) with 1 clip (no room for 1 clip)"),
        # A single grenade takes the room of a clip, two do as well.
        (6, 1, 1, "ACR (DS) with 1 clip (no room for 1 clip)"),
        (6, 2, 1, "ACR (DS) with 1 clip (no room for 1 clip)"),
        (5, 3, 1, "ACR (DS) with 1 clip (no room for 1 clip)"),
        (8, 0, 0, "ACR (DS) (no room for 2 clips)"),
        (8, 2, 0, "ACR (DS) (no room for 2 clips)"),
    ],
)
def test_a_weapon_goes_with_as_many_of_its_clips_as_there_is_room_for(clips, grenades, taken, told):
    """Whoever takes it has no skill with it."""
    after, left, line = take(ann(clips, grenades=grenades), cid(skill=2), "ACR")
    got = after.carried("ACR", "Ann")
    assert (len(got.spare), got.loaded.rounds, got.skill) == (taken, 20, 0)
    assert [each.weapon for each in after.weapons] == ["Carbine", "ACR"]
    assert left.weapons == ()
    assert told in line
    assert ("no room" in line) is ("no room" in told)


@pytest.mark.parametrize(
    ("clips", "rounds", "spare", "taken", "left"),
    [
        # What is loaded in it comes first, then its spare clips; an empty one gives nothing.
        (0, 20, 2, [20, 20, 20], 0),
        (0, 5, 1, [5, 20], 0),
        (0, 0, 1, [20], 0),
        (7, 5, 2, [5], 2),
    ],
)
def test_of_a_second_weapon_of_a_kind_the_clips_are_taken(clips, rounds, spare, taken, left):
    mine = ann(clips, "ACR", "DS")
    after, theirs, told = take(mine, cid(spare, rounds), "ACR")
    assert [clip.rounds for clip in after.weapons[0].spare[clips:]] == taken
    assert (theirs.weapons[0].loaded.rounds, len(theirs.weapons[0].spare)) == (0, left)
    assert f"{len(taken)} clip" in told
    assert "for the ACR (DS)" in told


def test_nobody_takes_a_second_weapon_of_a_kind_with_nothing_in_it_or_with_no_room():
    for mine, theirs in ((ann(0, "ACR", "DS"), cid(0, 0)), (ann(8, "ACR", "DS"), cid(2))):
        with pytest.raises(
            RuleError, match=r"Ann carries one ACR \(DS\) already, and has no use or room for more of it"
        ):
            take(mine, theirs, "ACR")


def test_robots_and_blobs_take_up_nothing_and_nothing_is_taken_of_them():
    warbot = replace(body("Ann", "blue", being=Being.WARBOT, rank="R1"))
    with pytest.raises(RuleError, match="Ann is a warbot, and takes up nothing"):
        take(warbot, cid(), "ACR")
    with pytest.raises(RuleError, match="Cid carries nothing that could be taken over"):
        take(ann(), cid(being=Being.WARBOT, rank="R1"), "ACR")
