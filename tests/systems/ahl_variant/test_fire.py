"""Fire and damage by the variant, through its orders, on a deck and off, in a kept turn too (V11.C, V12)."""

import pytest

from bot.systems.ahl.sheet.character import Being, Condition
from tests.systems.ahl_variant.people import BOOK, dm, modifiers, shot
from tests.systems.ahl_variant.table import against, one, table


def fired(game, faces, **given):
    """The card of Ann's fire at Cid: all that it tells."""
    card = game.give("fire", faces, name="Ann", target="Cid", **given)
    return "\n".join((*map(str, card.lines), *card.working))


@pytest.mark.rule("VAR-14")
@pytest.mark.parametrize(
    ("squares", "needed"), [(100, "8+"), (101, "10+"), (200, "10+"), (201, "12+"), (400, "12+"), (401, None)]
)
def test_the_throw_grows_with_the_range_and_ends_with_it(squares, needed):
    game = table(one("Ann", "A1", weapons=("Carbine",)), one("Cid", "I1", "W", "red"))
    given = {"name": "Ann", "target": "Cid", "range": squares, "deck": False}
    if needed is None:
        assert "Carbine reaches 400 squares at most, and the range is 401" in game.refused("fire", **given)
    else:
        assert needed in game.give("fire", [1, 1], **given).lines[1]


@pytest.mark.rule("VAR-15", "VAR-19")
def test_armour_above_penetration_takes_the_difference_from_the_throw():
    """A carbine (2) at cloth (4): −2, so that 9 misses and 10 hits; at mesh (2) and at nothing there is no more."""
    for armour, faces, hit in (("cloth", [4, 5], False), ("cloth", [4, 6, 1, 1], True), ("mesh", [4, 4, 1, 1], True)):
        game = table(one("Ann", "A1", weapons=("Carbine",)), one("Cid", "I1", "W", "red", armour=armour))
        assert ("→ hit" in fired(game, faces)) is hit, (armour, faces)
    assert dm(shot("Carbine", armour=BOOK.armour["none"])) == 0
    assert [each.dm for each in modifiers(shot("Carbine", armour=BOOK.armour["jack"]))] == []


@pytest.mark.rule("VAR-16", "VAR-18")
def test_hardened_armour_counts_twice():
    """ACR DS (4) at combat armour 11 (6): 2 over, doubled to 4, with a burst of +2: 10 hits, 9 doesn't."""
    assert "→ miss" in fired(against(armour="combat armor 11"), [4, 5])
    told = fired(against(armour="combat armor 11"), [4, 6, 1, 1])
    assert "→ hit" in told
    assert "−4 hardened combat armor 11 (6 over penetration 4) (AHL V11.C)" in told


@pytest.mark.rule("VAR-17")
@pytest.mark.parametrize(
    ("weapon", "kind", "expected"),
    [
        # Hardened 10: HE (4) is 6 over, HEAP (8) 2 over, not doubled; DS (4) and a laser (5) twice.
        ("4cm RAM", "HE", -6 + 2),
        ("4cm RAM", "HEAP", -2 + 2),
        ("ACR", "DS", -12 + 2),
        ("Laser Carbine", "", -10),
        ("PGMP-12", "", 0),
    ],
)
def test_he_heap_and_energy_are_not_doubled(weapon, kind, expected):
    assert dm(shot(weapon, kind, armour=BOOK.armour["battle dress 14"])) == expected


@pytest.mark.rule("VAR-20")
def test_reflec_and_ablat_stop_lasers_and_nothing_else():
    for armour, less in (("reflec", -5), ("ablat", -1)):
        assert dm(shot("Laser Carbine", armour=BOOK.armour[armour])) == less
        assert dm(shot("Carbine", armour=BOOK.armour[armour])) == 0
    # A setting reads lasers as energy weapons: then hardened armour counts once (ruling VR-A1).
    hard = BOOK.armour["battle dress 14"]
    assert dm(shot("Laser Carbine", armour=hard, lasers="energy")) == -5
    # And damage is read in the column of energy weapons, where 1+1+5 is serious; in the ordinary one it is light.
    for reading, wound in (("ordinary", "= 7 → light wound"), ("energy", "= 7 → serious wound")):
        game = table(one("Ann", "A1", weapons=("Laser Carbine",)), one("Cid", "I1", "W", "red"))
        die = [1] if reading == "ordinary" else []
        assert wound in fired(game, [4, 4, 1, 1, *die], lasers=reading)


@pytest.mark.rule("VAR-21")
def test_cover_may_be_declared_for_its_bonus():
    """Penetration 4 at nobody's armour: 2D+4, and +2 as for cover; −2 to hit, which a burst's +2 makes good."""
    told = fired(against(), [4, 4, 1, 1], declared_cover=True)
    assert "−2 cover, as declared (AHL V11.C.2.d)" in told
    assert "1+1 +4 penetration over armor +2 cover, as declared = 8 → serious wound" in told
    # At a target in cover it is only cover.
    told = fired(against(), [4, 4, 1, 1], declared_cover=True, cover=True)
    assert "as declared" not in told
    # At one who evades it counts instead (ruling VR-A44), or besides where the referee has set that.
    for setting, expected in (("as cover", 0), ("besides", -2)):
        evading = shot("ACR", "DS", situation={"evading": "obstruction"}, declared_cover=True, declared=setting)
        assert dm(evading) == expected


@pytest.mark.rule("VAR-22")
def test_armour_takes_nothing_from_the_dice_of_damage():
    """A carbine (2) at combat armour 11 (6) hits on a 12 with +8, and then 2D as thrown count: 4 is a light wound."""
    game = table(
        one("Ann", "A1", weapons=(("Carbine", "", 8),)), one("Cid", "I1", "W", "red", armour="combat armor 11")
    )
    assert "1+3 = 4 → light wound" in fired(game, [4, 4, 1, 3, 1])


@pytest.mark.rule("VAR-23")
def test_cover_adds_two_to_damage_even_through_armour_that_leaves_nothing():
    """Ruling VR-A2: the floor is of penetration less armour, and cover is added then."""
    game = table(
        one("Ann", "A1", weapons=(("Carbine", "", 8),)), one("Cid", "I1", "W", "red", armour="combat armor 11")
    )
    assert "1+3 +2 cover = 6 → light wound" in fired(game, [6, 4, 1, 3, 1], cover=True)


@pytest.mark.rule("VAR-24")
def test_explosive_and_energy_hits_are_read_in_their_own_column():
    """Two ones and HE's 2 from an ACR are 4, light; two twos 6: serious there, light with DS's... which has 4: 8."""
    assert "2+2 +2 penetration over armor = 6 → serious wound" in fired(
        table(one("Ann", "A1", weapons=(("ACR", "HE"),)), one("Cid", "I1", "W", "red")), [4, 4, 2, 2]
    )
    plasma = table(one("Ann", "A1", weapons=("PGMP-12",)), one("Cid", "I1", "W", "red", armour="battle dress 14"))
    assert "3+3 = 6 → serious wound" in fired(plasma, [4, 4, 3, 3])
    assert "3+3 = 6 → light wound" in fired(
        table(
            one("Ann", "A1", weapons=("Laser Carbine",)), one("Cid", "I1", "W", "red", armour="combat environment suit")
        ),
        [4, 4, 3, 3, 1],
    )


@pytest.mark.rule("VAR-25", "VAR-50")
def test_robots_have_a_column_of_their_own():
    """HE (4) at plating 4: 2D as thrown; 8 is minor, which puts it out, a second one destroys it, 12 does at once."""
    for faces, after in (([2, 2, 1], Condition.ACTIVE), ([4, 4], Condition.SERIOUS), ([6, 6], Condition.DEAD)):
        game = table(
            one("Ann", "A1", weapons=(("4cm RAM", "HE"),)), one("Cid", "I1", "W", "red", being=Being.WARBOT, plating=4)
        )
        word = {Condition.ACTIVE: "superficial", Condition.SERIOUS: "minor", Condition.DEAD: "major"}[after]
        assert f"→ {word}" in fired(game, [4, 4, *faces])
        assert game.units["Cid"].sheet.condition is after
    assert game.units["Cid"].sheet.light_wounds == 0
    robot = one("Cid", "I1", "W", "red", being=Being.WARBOT, plating=4, condition=Condition.SERIOUS)
    game = table(one("Ann", "A1", weapons=(("4cm RAM", "HE"),)), robot)
    fired(game, [4, 4, 4, 4])
    assert game.units["Cid"].sheet.condition is Condition.DEAD


@pytest.mark.rule("VAR-26", "VAR-27")
def test_bursts_shotguns_and_flechettes():
    assert dm(shot("Assault Rifle")) == 2
    assert dm(shot("Assault Rifle", setting="single")) == 0
    assert dm(shot("Shotgun")) == 2
    assert dm(shot("4cm RAM", "flechette", setting="single")) == 2
    assert dm(shot("4cm RAM", "flechette")) == 4
    # No burst, no doubling; a printed bonus counts (ruling VR-A9).
    assert dm(shot("4cm Grenade", "flechette")) == 2
    assert dm(shot("4cm Grenade", "HE")) == 2


@pytest.mark.rule("VAR-28")
def test_the_last_rounds_are_a_burst_if_there_are_two():
    for left, burst in ((2, True), (1, False)):
        game = against()
        sheet = game.units["Ann"].sheet
        carried = sheet.weapons[0]
        short = type(carried)("ACR", 0, type(carried.loaded)("DS", left))
        game.units["Ann"] = type(game.units["Ann"])("Ann", "blue", type(sheet)(weapons=(short,)), owner="1")
        assert ("+2 burst" in fired(game, [1, 2])) is burst
        assert game.units["Ann"].sheet.weapons[0].loaded.rounds == 0


@pytest.mark.rule("VAR-29")
def test_a_light_wound_takes_one_from_skill_and_melee():
    game = table(one("Ann", "A1", weapons=(("ACR", "DS", 2),), light_wounds=1), one("Cid", "I1", "W", "red"))
    assert "−1 light wound" in fired(game, [1, 1])
    blade = table(
        one("Ann", "A1", weapons=(("Blade", "", 2),), light_wounds=1), one("Cid", "B1", "W", "red", light_wounds=2)
    )
    card = blade.give("melee", [1, 1], name="Ann", target="Cid", strike_back=False)
    # 2 + 1 for the blade − 1; bare hands of Cid's 0 − 2.
    assert "+2 Ann's value with Blade +2 Cid's value with Hands" in card.lines[0]


@pytest.mark.rule("VAR-103")
def test_penetration_may_be_capped_at_four():
    """A gauss rifle (6) at nothing: +6, or 4 by the option; cover's 2 besides (ruling VR-A3); autocannon are spared."""
    for setting, told in (
        ("uncapped", "+6 penetration over armor"),
        ("4 at most", "+4 penetration over armor, 4 at most"),
    ):
        game = table(one("Ann", "A1", weapons=("Gauss Rifle",)), one("Cid", "I1", "W", "red"), overpenetration=setting)
        assert f"{told} +2 cover = " in fired(game, [5, 5, 1, 1], cover=True)
    game = table(
        one("Ann", "A1", weapons=(("Autocannon", "DS"),)), one("Cid", "I1", "W", "red"), overpenetration="4 at most"
    )
    assert "+8 penetration over armor =" in fired(game, [5, 5, 1, 1])


def test_in_a_kept_turn_fire_goes_by_the_same_and_wounds_wait_for_the_step():
    game = against(armour="cloth")
    game.begin(Ann="aim", Cid="move")
    game.give("phase", step="aimed fire")
    told = fired(game, [4, 4, 3, 5], mode="aimed")
    assert "Aimed fire comes in the step of aimed fire" in told
    assert game.units["Cid"].sheet.condition is Condition.SERIOUS
    assert game.units["Cid"].sheet.serious_wounds == 1


def test_covering_fire_keeps_what_the_campaign_is_set_to():
    """A gauss rifle (6) capped at 4 meets whoever comes through, after the turn has been stored and read again."""
    game = table(one("Ann", "A1", weapons=("Gauss Rifle",)), one("Cid", "E2", "N", "red"), overpenetration="4 at most")
    game.begin(Ann="cover, I1", Cid="move")
    game.give("cover", name="Ann", at="I1")
    card = game.give("move", [4, 4, 1, 2, 1], name="Cid", to="E1")
    assert any("+4 penetration over armor, 4 at most" in str(line) for line in card.lines)


@pytest.mark.rule("VAR-07")
@pytest.mark.parametrize("kind", ["tranq", "gas"])
def test_tranq_and_gas_are_fired_and_the_referee_says_what_they_do(kind):
    """The variant is for Traveller, whose books have their effects: the hit is told (ruling VR-G12)."""
    game = table(one("Ann", "A1", weapons=(("Snub Pistol", kind, 1),)), one("Cid", "D1", "W", "red"))
    told = fired(game, [4, 3])
    assert "8+ (effective) | 4+3 +1 skill = 8 → hit" in told
    assert "Cid: unhurt" not in told
    assert game.units["Cid"].sheet.condition is Condition.ACTIVE
    assert "referee" in told
