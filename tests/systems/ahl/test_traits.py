"""AHL's sheet: what may be entered on it by name, and how it is read back and told."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Being, Character, Clip, Condition, Nerve, Spent, ZeroG, arm, spend, state
from bot.systems.ahl.traits import read_melee, traits
from tests.systems.ahl.people import BOOK, WEAPONS

BARE = Character()
ARMED = replace(BARE, weapons=(arm(WEAPONS["ACR"], "DS", 2, 2), arm(WEAPONS["Carbine"], "", 1)))
LASER = replace(BARE, weapons=(arm(WEAPONS["Laser Rifle"]),))


def trait(name):
    return traits(BOOK)[name]


def entered(name, text, sheet=BARE, **settings):
    return trait(name).write(sheet, text, settings)


@pytest.mark.parametrize(
    ("name", "sheet", "least", "most", "where"),
    [
        ("morale", BARE, 0, 20, lambda sheet: sheet.morale),
        ("leadership", BARE, 0, 9, lambda sheet: sheet.leadership),
        ("light wounds", BARE, 0, 20, lambda sheet: sheet.light_wounds),
        ("life level", BARE, 0, 9, lambda sheet: sheet.life_level),
        ("stunned", BARE, 0, 2, lambda sheet: sheet.stunned),
        ("melee", BARE, 0, 20, lambda sheet: sheet.melee),
        # Two grenades for each of 8 clips that is left behind; two clips of an ACR are carried.
        ("grenades", BARE, 0, 16, lambda sheet: sheet.grenades),
        ("grenades", ARMED, 0, 12, lambda sheet: sheet.grenades),
        ("skill", ARMED, -9, 9, lambda sheet: sheet.weapons[0].skill),
        ("rounds", ARMED, 0, 20, lambda sheet: sheet.weapons[0].loaded.rounds),
        ("clips", ARMED, 0, 8, lambda sheet: len(sheet.weapons[0].spare)),
        ("shots fired", LASER, 0, 999, lambda sheet: sheet.weapons[0].fired),
    ],
)
def test_a_figure_is_kept_where_it_belongs_within_its_bounds(name, sheet, least, most, where):
    for number in (least, most):
        after = entered(name, str(number), sheet)
        assert where(after) == number
        assert int(trait(name).read(after).replace("−", "-")) == number
    for number in (least - 1, most + 1):
        with pytest.raises(RuleError):
            entered(name, str(number), sheet)


def test_the_weapon_in_use_is_the_first_and_keeps_what_is_left_to_the_others():
    """Another takes the first one's place with its skill; one that is carried already is not carried twice."""
    after = entered("weapon", "Rifle", ARMED)
    assert [(each.weapon, each.skill) for each in after.weapons] == [("Rifle", 2), ("Carbine", 1)]
    assert [each.weapon for each in entered("weapon", "Carbine", ARMED).weapons] == ["Carbine"]
    assert [(each.weapon, each.skill) for each in entered("weapon", "ACR").weapons] == [("ACR", 0)]
    assert trait("weapon").read(ARMED) == "ACR"
    with pytest.raises(RuleError, match="carries no weapon"):
        trait("weapon").read(BARE)


def test_other_ammunition_fills_the_weapon_and_its_clips():
    after = entered("ammunition", "HE", ARMED)
    assert (after.weapons[0].loaded, after.weapons[0].spare) == (Clip("HE", 20), (Clip("HE", 20),) * 2)
    assert (after.weapons[1], trait("ammunition").read(after)) == (ARMED.weapons[1], "HE")
    assert trait("ammunition").suggestions == ("DS", "HE", "HEAP", "flechette", "gas", "tranq")


def test_rounds_are_of_weapons_that_count_them_and_shots_of_those_that_do_not():
    with pytest.raises(RuleError, match="not counted: shots fired"):
        entered("rounds", "3", LASER)
    with pytest.raises(RuleError, match="rounds that are counted"):
        entered("shots fired", "3", ARMED)


@pytest.mark.parametrize(("most", "clips"), [(8, 8), (12, 12)])
def test_how_many_clips_are_carried_is_set_for_a_campaign(most, clips):
    settings = {"spare clips": most}
    assert len(trait("clips").write(ARMED, str(clips), settings).weapons[0].spare) == clips
    with pytest.raises(RuleError, match=f"{most} spare clips at most"):
        trait("clips").write(ARMED, str(clips + 1), settings)
    assert trait("grenades").write(BARE, str(2 * most), settings).grenades == 2 * most


@pytest.mark.parametrize(
    ("text", "down", "up"),
    [
        ("9", 9, 9),
        ("0", 0, 0),
        # Strength and dexterity by four, and brawling.
        ("7+5+2", 5, 5),
        ("7+6+2", 5, 6),
        ("7+8+0", 3, 4),
        ("30+30+5", 20, 20),
        ("30+30+6", None, None),
        ("31+5+2", None, None),
        ("7+5", None, None),
        ("21", None, None),
    ],
)
def test_melee_is_a_value_or_what_it_comes_from(text, down, up):
    for rounded, value in ((False, down), (True, up)):
        if value is None:
            with pytest.raises(RuleError):
                read_melee(text, up=rounded)
        else:
            assert read_melee(text, up=rounded) == value
            settings = {"melee value": "up" if rounded else "down"}
            assert trait("melee").write(BARE, text, settings).melee == value


@pytest.mark.parametrize(
    ("name", "text", "where", "value", "told"),
    [
        ("armour", "flak jacket", lambda sheet: sheet.armour, "flak jacket", "flak jacket"),
        ("armour", "combat armour", lambda sheet: sheet.armour, "combat armor", "combat armor"),
        ("second armour", "reflec", lambda sheet: sheet.second_armour, "reflec", "reflec"),
        ("rank", " o3 ", lambda sheet: sheet.rank, "O3", "O3"),
        ("rank", "E12", lambda sheet: sheet.rank, "E12", "E12"),
        ("gripped by", "Blob", lambda sheet: sheet.gripped_by, "Blob", "Blob"),
        ("gripped by", "Nobody", lambda sheet: sheet.gripped_by, "", "nobody"),
        ("disoriented", "yes", lambda sheet: sheet.zero_g.disoriented, True, "yes"),
        ("disoriented", "no", lambda sheet: sheet.zero_g.disoriented, False, "no"),
        ("drifting", "NE fast", lambda sheet: sheet.zero_g, ZeroG(drift="NE", fast=True), "NE fast"),
        ("drifting", "w", lambda sheet: sheet.zero_g, ZeroG(drift="W"), "W"),
        ("drifting", "no", lambda sheet: sheet.zero_g, ZeroG(), "no"),
        ("condition", "unconscious", lambda sheet: sheet.condition, Condition.UNCONSCIOUS, "unconscious"),
        ("nerve", "fleeing", lambda sheet: sheet.nerve, Nerve.FLEEING, "fleeing"),
    ],
)
def test_a_word_is_kept_as_it_was_meant(name, text, where, value, told):
    before = replace(BARE, gripped_by="Bob", zero_g=ZeroG()) if name == "gripped by" else BARE
    after = entered(name, text, before)
    assert (where(after), trait(name).read(after)) == (value, told)


@pytest.mark.parametrize("code", ["3O", "X3", "O", "O123", "O3 E1"])
def test_a_rank_is_a_letter_and_a_number(code):
    with pytest.raises(RuleError, match="A rank is a letter and a number"):
        entered("rank", code)


def test_a_new_stun_is_the_only_one():
    assert entered("stunned", "1", replace(BARE, stunned=2, more_stuns=(1,))) == replace(BARE, stunned=1)


@pytest.mark.parametrize(
    ("being", "armour", "weapons"),
    [
        ("blob", "none", 0),
        # People and robots keep their weapons, and a robot has its shell instead of what was worn.
        ("person", "flak jacket", 2),
        ("warbot", BOOK.shells[Being.WARBOT], 2),
    ],
)
def test_what_somebody_is_says_what_they_wear_and_a_blob_carries_nothing(being, armour, weapons):
    after = entered("being", being, replace(ARMED, armour="flak jacket"))
    assert (str(after.being), after.armour, len(after.weapons)) == (being, armour, weapons)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "unhurt"),
        ({"light_wounds": 1}, "1 light wound"),
        ({"light_wounds": 2, "condition": Condition.UNCONSCIOUS}, "2 light wounds, unconscious"),
        ({"serious_wounds": 1}, "1 serious wound"),
        # Of whoever is out their condition tells it.
        ({"serious_wounds": 1, "condition": Condition.DEAD}, "dead"),
        ({"being": Being.WARBOT, "condition": Condition.DEAD}, "destroyed"),
        ({"stunned": 2}, "stunned"),
        ({"stunned": 2, "more_stuns": (1,)}, "stunned 2 times"),
        ({"nerve": Nerve.FLEEING, "gripped_by": "Blob"}, "fleeing, gripped by Blob"),
        ({"zero_g": ZeroG(disoriented=True, drift="N")}, "disoriented, drifting N"),
        ({"zero_g": ZeroG(drift="SE", fast=True)}, "drifting fast SE"),
    ],
)
def test_in_what_shape_somebody_is_in_words(changes, told):
    assert state(replace(BARE, **changes)) == told


@pytest.mark.parametrize(
    ("weapon", "kind", "fired", "given", "rounds", "automatic", "after"),
    [
        # A laser's shots are counted where the campaign says how many it has.
        ("Laser Rifle", "", 0, {}, 0, False, 0),
        ("Laser Rifle", "", 2, {"energy_shots": 3}, 1, False, 3),
        ("ACR", "DS", 0, {"unlimited": True}, 0, True, 0),
        ("Carbine", "", 0, {"unlimited": True}, 0, False, 0),
    ],
)
def test_shots_that_are_counted_otherwise_or_not_at_all(weapon, kind, fired, given, rounds, automatic, after):
    carried = replace(arm(WEAPONS[weapon], kind), fired=fired)
    spent = spend(carried, WEAPONS[weapon], "", **given)
    assert spent == Spent(replace(carried, fired=after), rounds, automatic)


@pytest.mark.parametrize(
    ("weapon", "kind", "setting", "given", "refusal"),
    [
        ("Laser Rifle", "", "", {"energy_shots": 2}, r"empty.*ruling R-09"),
        ("ACR", "DS", "single", {"unlimited": True}, "always fires on automatic"),
        ("Carbine", "", "automatic", {"unlimited": True}, "no automatic setting"),
    ],
)
def test_what_no_weapon_fires(weapon, kind, setting, given, refusal):
    carried = replace(arm(WEAPONS[weapon], kind), fired=2)
    with pytest.raises(RuleError, match=refusal):
        spend(carried, WEAPONS[weapon], setting, **given)


def test_armour_worn_is_told_apart_from_none_and_from_its_tech_level():
    both = replace(BARE, armour="battle dress 13", second_armour="reflec")
    assert (both.worn, both.kinds_worn, both.suited) == (
        ("battle dress 13", "reflec"),
        ("battle dress", "reflec"),
        True,
    )
    assert (BARE.worn, BARE.suited) == ((), False)
    assert not replace(BARE, armour="flak jacket").suited


def test_a_weapon_is_found_by_its_name_the_first_by_none_and_a_new_one_comes_last():
    assert ARMED.carried("", "Ann").weapon == "ACR"
    assert ARMED.carried("carb", "Ann").weapon == "Carbine"
    with pytest.raises(RuleError, match="Ann carries ACR and Carbine"):
        ARMED.carried("Rifle", "Ann")
    with pytest.raises(RuleError, match="Ann carries no weapon"):
        BARE.carried("", "Ann")
    fired = replace(ARMED.weapons[1], loaded=Clip("", 3))
    assert ARMED.with_carried(fired).weapons == (ARMED.weapons[0], fired)
    assert [each.weapon for each in ARMED.with_carried(arm(WEAPONS["Rifle"])).weapons] == ["ACR", "Carbine", "Rifle"]
