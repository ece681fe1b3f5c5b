"""What shells and grenades do to those under their template (C3K Launcher fire, Shells and grenades)."""

from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.burst import (
    Near,
    NearVehicle,
    breathe,
    burst,
    catches,
    detonate,
    engulf,
    lit,
    spread,
)
from bot.systems.combat3000.figure.sheet import Hand, Plight
from bot.systems.combat3000.hit.figures import Effect
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.plights import Cloud, Stasis, Vortex
from bot.systems.combat3000.loading.arming import as_fired
from tests.systems.combat3000.targets import TABLES, WOUNDS, held, tank, target

SHELLS = TABLES.shells


def near(cm=0, name="Target", living=True, sheet=None, **more):
    return Near(target(name=name, living=living, **(sheet or {})), cm, **more)


def goes_off(code, *people, faces=(), **more):
    dice = ScriptedDice(faces)
    result = detonate(SHELLS[code], people, dice, **more)
    assert not dice.left, "the rules threw fewer dice than the script holds"
    return result


def seen(result):
    return [(each.target.name, each.effect) for each in result.struck]


@pytest.mark.rule("C3K-F33")
def test_everybody_under_the_template_is_thrown_for():
    """Explosive 101: 10 cm across, effect 0."""
    crowd = near(0, "Ann"), near(5, "Bob"), near(5.5, "Cid")
    result = goes_off("101", *crowd, faces=[6, 6, 5, 6])
    assert seen(result) == [("Ann", Effect.KILLED), ("Bob", Effect.NONE)]


@pytest.mark.rule("C3K-F33", "C3K-H06")
def test_a_confined_burst_has_three_more():
    result = goes_off("101", near(), faces=[4, 5], confined=True)
    assert (result.struck[0].kill.total, result.struck[0].effect) == (12, Effect.KILLED)


@pytest.mark.rule("C3K-F33", "C3K-H04")
def test_vehicles_under_it_are_struck_too():
    jeep, far = NearVehicle("Jeep", tank(2), 5), NearVehicle("Tank", tank(10), 6)
    result = goes_off("101", faces=[3, 7], vehicles=[jeep, far])
    assert [(each.name, each.after.knocked_out) for each in result.vehicles] == [("Jeep", True)]


@pytest.mark.rule("C3K-F33")
def test_a_template_of_a_weapon_strikes_those_who_were_found_under_it():
    plasma = as_fired(TABLES.weapons["36"]).force
    result = burst(plasma, [near(name="Ann"), near(name="Bob")], ScriptedDice([2, 2, 2, 1]))
    assert seen(result) == [("Ann", Effect.KILLED), ("Bob", Effect.NONE)]


@pytest.mark.rule("C3K-H18")
def test_every_round_of_a_salvo_falls_on_one_spot():
    """Two rounds on each: with wounds the second finds Ann weaker by the two points of the first."""
    people = [near(name="Ann"), near(name="Bob")]
    result = burst(Force(0), people, ScriptedDice([6, 6, 1, 1, 6, 7, 5, 5, 5, 5]), WOUNDS, rounds=2)
    assert [each.kill.total for each in result.struck] == [12, 15, 10, 10]
    assert seen(result)[:2] == [("Ann", Effect.WOUNDED), ("Ann", Effect.KILLED)]


@pytest.mark.rule("C3K-H18")
def test_a_salvo_strikes_vehicles_as_often():
    hits = goes_off("103", vehicles=[NearVehicle("Jeep", tank(7))], faces=[6, 1, 6, 1], rounds=2).vehicles
    assert [hit.points for hit in hits] == [1, 1]


@pytest.mark.rule("C3K-H18", "C3K-F33")
def test_the_chance_to_survive_a_salvo_is_that_of_each_round():
    def survives(dice):
        return burst(Force(0), [near()], dice, rounds=3).struck[-1].after.killed is False

    assert exact(survives, of=bool)[True] == Fraction(55, 100) ** 3


@pytest.mark.rule("C3K-H08")
@pytest.mark.parametrize(
    ("cm", "more", "effect"),
    [
        (10, {}, Effect.BLINDED),
        (10, {"facing": False}, Effect.NONE),
        (10, {"sheet": {"equipment": ("E14",)}}, Effect.NONE),
        (10, {"sheet": {"equipment": ("E16",)}}, Effect.NONE),
        (10, {"sheet": {"equipment": ("E15",)}}, Effect.BLINDED),
    ],
)
def test_a_flare_blinds_who_faces_it_within_ten_cm(cm, more, effect):
    faces = [4] if effect is Effect.BLINDED else []
    (struck,) = goes_off("107", near(cm, **more), faces=faces).struck
    assert (struck.effect, struck.turns, struck.after.plight.blinded) == (effect, 5 * sum(faces), 5 * sum(faces))


@pytest.mark.rule("C3K-H08")
def test_a_flare_does_no_more_to_whoever_is_farther_away():
    assert goes_off("107", near(11)).struck == ()
    assert spread(SHELLS["107"]) == 20


@pytest.mark.rule("C3K-H08")
def test_a_flare_lights_fifteen_cm_around():
    assert lit(SHELLS["107"]) == "It lights 15 cm around as Bright"
    assert lit(SHELLS["101"]) == ""


@pytest.mark.rule("C3K-H09")
def test_anti_matter_and_a_vortex_leave_nothing():
    for code in ("108", "125"):
        result = goes_off(code, near(5, sheet={"weapons": (held(),)}), vehicles=[NearVehicle("Tank", tank())])
        (gone,) = result.struck
        assert (gone.effect, gone.after.killed, gone.after.weapons[0].hand) == (Effect.VANISHED, True, Hand.DROPPED)
        assert result.vehicles[0].after.knocked_out
    assert goes_off("108", near(5.1)).struck == ()
    assert engulf(target()).after.killed


@pytest.mark.rule("C3K-H09")
@pytest.mark.parametrize(("code", "widest"), [("1151", 3), ("1152", 5)])
def test_a_web_enmeshes_all_in_its_circle(code, widest):
    result = goes_off(code, near(widest, "Ann"), near(widest + 1, "Bob"))
    assert seen(result) == [("Ann", Effect.ENMESHED)]
    assert result.struck[0].after.plight.webbed


@pytest.mark.rule("C3K-H09")
def test_whoever_struggles_strangles_themselves():
    (struck,) = goes_off("1151", near(struggles=True)).struck
    assert (struck.effect, struck.after.killed) == (Effect.STRANGLED, True)


@pytest.mark.rule("C3K-H09", "C3K-V07")
def test_a_scrambler_empties_robots_and_nobody_else():
    result = goes_off("1172", near(7.5, "Robot", living=False), near(0, "Ann"))
    assert seen(result) == [("Robot", Effect.SCRAMBLED), ("Ann", Effect.NONE)]
    assert result.struck[0].after.plight.programme_lost


@pytest.mark.rule("C3K-H09")
def test_stasis_holds_those_in_it_and_stays():
    result = goes_off("120", near(5, "Ann"), near(6, "Bob"))
    assert (seen(result), result.area) == ([("Ann", Effect.FROZEN)], Stasis(10))
    assert result.struck[0].after.plight.frozen == 6


@pytest.mark.rule("C3K-H09", "C3K-H07")
@pytest.mark.parametrize(
    ("code", "area"),
    [
        ("1131", Cloud("baffler", 15)),
        ("1133", Cloud("baffler", 30)),
        ("1232", Cloud("knock-out", 15)),
        ("1241", Cloud("hallucinogen", 15)),
        ("125", Vortex(15)),
        ("101", None),
    ],
)
def test_what_a_shell_leaves_on_the_table(code, area):
    assert goes_off(code).area == area


@pytest.mark.rule("C3K-H10")
def test_gas_does_nothing_when_it_bursts():
    """Those in it are thrown for at the start of the fire phase, or at the end of the turn."""
    assert seen(goes_off("1232", near())) == [("Target", Effect.NONE)]


@pytest.mark.rule("C3K-H10")
def test_those_in_a_cloud_breathe_it():
    crowd = near(name="Ann"), near(name="Robot", living=False), near(name="Dead", sheet={"killed": True})
    result = breathe(Cloud("knock-out", 15), crowd, ScriptedDice([]))
    assert seen(result) == [("Ann", Effect.GASSED), ("Robot", Effect.NONE), ("Dead", Effect.NONE)]
    assert (result.struck[0].turns, result.struck[0].after.stunned) == (20, 20)
    wild = breathe(Cloud("hallucinogen", 15), [near()], ScriptedDice([4])).struck[0]
    assert (wild.effect, wild.turns, wild.after.plight.vision) == (Effect.GASSED, 0, "fires at the nearest")


@pytest.mark.rule("C3K-H15")
def test_a_neutron_shell_spares_robots_and_vehicles():
    tanks = [NearVehicle("Tank", tank(0))]
    result = goes_off("114", near(living=False), near(name="Ann"), faces=[5, 5], vehicles=tanks)
    assert seen(result) == [("Target", Effect.UNHARMED), ("Ann", Effect.KILLED)]
    assert result.vehicles[0].after == tank(0)


@pytest.mark.rule("C3K-H12")
def test_a_grappler_catches_on_three():
    assert [catches(ScriptedDice([die])).made for die in range(1, 7)] == [False] * 2 + [True] * 4


@pytest.mark.rule("C3K-H09")
@pytest.mark.parametrize("code", ["101", "108", "1151", "107"])
def test_nothing_reaches_those_in_stasis(code):
    frozen = near(sheet={"plight": Plight(frozen=3)})
    assert seen(goes_off(code, frozen)) == [("Target", Effect.UNHARMED)]


def test_the_dead_are_left_alone():
    assert seen(goes_off("1151", near(sheet={"killed": True}))) == [("Target", Effect.UNHARMED)]
