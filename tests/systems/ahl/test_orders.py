"""AHL's orders as the rest of the house gives them: by verb, fields and names."""

import re

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Unit
from tests.systems.ahl.book import AHL, MARINE, PIRATE, give


def test_fire_shows_its_whole_working():
    """ACR burst in the starter fight: 4+5 +1 +2 is 12 for 8+; 3+3 +4 −6 is 4, light; a 2 stays conscious."""
    outcome, card = give("fire", [4, 5, 3, 3, 2], range=30)
    assert card.title == "Marine E1 fires at Pirate"
    assert card.lines == (
        "ACR (DS), aimed fire, burst of 4, 30 squares: effective range",
        "To hit: 8+ (effective) | 4+5 +1 skill +2 burst = 12 → hit",
        "Damage: 3+3 +4 penetration −6 cloth = 4 → light wound",
        "Consciousness: 2 → stays conscious (lost on a 6)",
        "Pirate: 1 light wound",
        "ACR: 16 of 20 rounds left",
    )
    assert "To hit: +2 burst (AHL 11.C.2.b)" in card.working
    assert outcome.after["Pirate"].light_wounds == 1


def test_every_rule_that_an_answer_names_is_in_the_index():
    """One shot with every modifier; what stands in brackets must be explained."""
    hurt = Unit("Marine E1", "", AHL.with_traits(MARINE.sheet, {"light wounds": "1"}))
    units = {"name": (hurt,), "target": (PIRATE,)}
    cards = [
        give("fire", [6, 6, 1, 1], units, range=30, mode="snap", cover=True, dm=1)[1],
        give("fire", [6, 6, 6, 6], range=30, mode="covering", evading="open")[1],
        give("fire", [6, 6, 4, 4, 1], range=30)[1],
    ]
    working = "\n".join(line for card in cards for line in card.working)
    named = {rule for bracket in re.findall(r"\(AHL ([^)]+)\)", working) for rule in bracket.split(", ")}
    assert named <= AHL.rules.keys()
    assert len(named) >= 14


def test_heap_says_that_it_is_worse():
    snub = AHL.with_traits(MARINE.sheet, {"weapon": "Snub Pistol", "ammunition": "HEAP"})
    units = {"name": (Unit("Marine E1", "", snub),), "target": (PIRATE,)}
    outcome, card = give("fire", [6, 6, 3, 3], units, range=6)
    assert card.lines[2] == (
        "Damage: 3+3 +4 penetration −6 cloth = 4 → light wound, one level worse by the explosive round: serious wound"
    )
    assert outcome.after["Pirate"].condition == "seriously wounded"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "give the range in squares"),
        ({"range": -1}, "The range must be from 0 to 10000."),
        ({"range": 10**30}, "The range must be from 0 to 10000."),
        ({"range": 30, "dm": -21}, "The dm must be from −20 to 20."),
        ({"range": 30, "mode": "prone"}, "There is no mode “prone”: choose aimed, snap, covering"),
        ({"range": 30, "mode": "snap aimed"}, "“snap aimed” names two kinds of fire: choose one."),
        (
            {"range": 30, "evading": "sideways"},
            "There is no value for evading “sideways”: choose no, open, obstruction or yes.",
        ),
        ({"range": 30, "cover": "perhaps"}, "There is no value for cover “perhaps”"),
        ({"range": 30, "weapon": "SMG"}, "Marine E1 carries ACR. There is no weapon “SMG”"),
        ({"range": 30, "because": "x" * 101}, "“because” takes 100 characters at most."),
        ({"range": 30, "altitude": 3}, "These rules have no “altitude” for /fire: leave it out."),
        ({"range": 601}, "ACR DS reaches 600 squares at most"),
    ],
)
def test_a_fire_that_cannot_be_says_what_to_do(fields, sentence):
    with pytest.raises(RuleError) as refusal:
        give("fire", **fields)
    assert sentence in str(refusal.value)


@pytest.mark.rule("AHL-10c", "AHL-10e")
def test_a_burst_through_two_names_both():
    """5+5 +1 +2 is 13 and hits the Pirate; at 310 squares, long, 3+3 +1 +1 is 8 for 10+ and misses."""
    units = {"name": (MARINE,), "target": (PIRATE,), "others": (Unit("Captain", "", PIRATE.sheet, at=310),)}
    outcome, card = give("fire", [5, 5, 1, 1, 3, 3], units, range=300)
    assert card.title == "Marine E1 fires at Pirate and Captain"
    assert card.lines[:4] == (
        "ACR (DS), aimed fire, burst of 4, 300 squares",
        "Pirate, 300 squares: 8+ (effective) | 5+5 +1 skill +2 burst = 13 → hit",
        "Damage: 1+1 +4 penetration −6 cloth = 0 → no effect",
        "Pirate: unhurt",
    )
    assert card.lines[4] == "Captain, 310 squares: 10+ (long) | 3+3 +1 skill +1 burst = 8 → miss"
    assert set(outcome.after) == {"Marine E1", "Pirate", "Captain"}


@pytest.mark.rule("AHL-11A3b")
@pytest.mark.parametrize(
    ("weapon", "setting", "allowed"),
    [
        ("Body Pistol", "listed", True),
        ("Revolver", "listed", True),
        ("ACR", "listed", False),
        ("Automatic Pistol", "listed", False),
        ("Automatic Pistol", "automatic too", True),
    ],
)
def test_only_pistols_fire_in_a_shared_square(weapon, setting, allowed):
    armed = Unit("Marine E1", "Marines", AHL.with_traits(MARINE.sheet, {"weapon": weapon}))
    units = {"name": (armed,), "target": (PIRATE,)}
    fields = {"range": 0, "close pistols": setting}
    if allowed:
        card = give("fire", [1, 1], units, **fields)[1]
        line = "Automatic pistols are fired in a shared square as well (AHL 11.A.3), ruling R-61"
        assert (line in card.working) == (weapon == "Automatic Pistol")
    else:
        with pytest.raises(RuleError, match="shares a square with Pirate"):
            give("fire", units=units, **fields)


@pytest.mark.parametrize(
    ("setting", "rule"),
    [
        ("any number", "Everybody in the danger space is attacked, whatever it hits (AHL Traveller D), ruling R-77"),
        (
            "two",
            "The fire ends at 2 hits, once everybody in that square is attacked; name the others on its line as "
            "others:Name @squares (AHL 10), ruling R-77",
        ),
    ],
)
def test_a_flechette_burst_with_traveller_names_the_ruling_that_limits_it(setting, rule):
    armed = Unit("Marine E1", "", AHL.with_traits(MARINE.sheet, {"weapon": "4cm RAM", "ammunition": "flechette"}))
    units = {"name": (armed,), "target": (PIRATE,)}
    fields = {"range": 30, "ram flechette": setting, "traveller": True, "dm": -9}
    assert rule in give("fire", [1, 1], units, **fields)[1].working
    assert not any("R-77" in line for line in give("fire", [1, 1], units, **fields, mode="single")[1].working)


def test_shots_without_a_figure_are_counted_by_a_ruling():
    armed = Unit("Marine E1", "", AHL.with_traits(MARINE.sheet, {"weapon": "Laser Rifle"}))
    units = {"name": (armed,), "target": (PIRATE,)}
    rule = "The source has no figure for it: the campaign counts its shots (ruling R-09)"
    assert rule in give("fire", [1, 1], units, range=30, **{"energy shots": "3"})[1].working
    assert rule not in give("fire", [1, 1], units, range=30)[1].working
    assert rule not in give("fire", [1, 1], range=30, **{"energy shots": "3"})[1].working


@pytest.mark.rule("AHL-TRAV-A", "AHL-INT-2")
@pytest.mark.parametrize(("metres", "squares"), [(30, 20), (31, 21), (450, 300)])
def test_ranges_in_metres(metres, squares):
    _, card = give("fire", [1, 1], range=metres, ranges="metres")
    assert f"{squares} squares" in card.lines[0]


@pytest.mark.rule("AHL-INT-6")
@pytest.mark.parametrize(
    ("code", "weapon"),
    [("Acl", "Accelerator Rifle"), ("ACR", "ACR"), ("AP", "Automatic Pistol"), ("AR", "Auto Rifle"),
     ("BP", "Body Pistol"), ("FG", "FGMP-14/15"), ("GR", "Gauss Rifle"), ("LAG", "LAG"), ("LC", "Laser Carbine"),
     ("PG", "PGMP-12"), ("SMG", "Submachinegun"), ("SP", "Snub Pistol")],
)  # fmt: skip
def test_counter_codes_name_weapons(code, weapon):
    assert AHL.with_traits(AHL.new_sheet, {"weapon": code}).weapons[0].weapon == weapon


def test_nobody_fires_at_themselves():
    with pytest.raises(RuleError, match="Marine E1 cannot fire at themselves"):
        give("fire", units={"name": (MARINE,), "target": (MARINE,)}, range=3)


@pytest.mark.rule("AHL-12Cb")
def test_wake_throws_for_everybody_who_can():
    out = AHL.with_traits(PIRATE.sheet, {"condition": "unconscious"})
    units = {"name": (MARINE, Unit("A", "", out), Unit("B", "", out))}
    outcome, card = give("wake", [6, 5], units)
    assert card.lines == ("A: 6 → conscious, prone", "B: 5 → stays unconscious")
    assert outcome.after["A"].condition == "active"
    with pytest.raises(RuleError, match="Nobody named can wake"):
        give("wake", units={"name": (MARINE,)})


@pytest.mark.rule("AHL-25Ba", "AHL-25Bb")
def test_reload_says_how_long_it_takes():
    fired, _ = give("fire", [1, 1], range=30)
    units = {"name": (Unit("Marine E1", "", fired.after["Marine E1"]),)}
    _, card = give("reload", units=units)
    assert card.lines == ("ACR (DS) +1: 20 of 20 rounds, 8 clips", "Takes one turn evading.")


def test_give_hands_over_a_weapon_or_clips_or_skill():
    units = {"name": (PIRATE,)}
    outcome, card = give("give", units=units, weapon="shotgun", clips=2, skill=1)
    assert card.lines == ("Shotgun +1: 10 of 10 rounds, 2 clips",)
    units = {"name": (Unit("Pirate", "", outcome.after["Pirate"]),)}
    assert give("give", units=units, weapon="Shotgun")[1].lines == ("Shotgun +1: 10 of 10 rounds, 3 clips",)
    assert give("give", units=units, weapon="Shotgun", skill=2)[1].lines == ("Shotgun +2: 10 of 10 rounds, 2 clips",)


def test_heal_takes_wounds_away():
    hurt = AHL.with_traits(PIRATE.sheet, {"light wounds": "2"})
    units = {"name": (Unit("Pirate", "", hurt),)}
    outcome, card = give("heal", units=units, wounds="light")
    assert outcome.after["Pirate"].light_wounds == 1
    assert card.lines == ("Now: 1 light wound", "Was: 2 light wounds")
    with pytest.raises(RuleError, match="Pirate has no such wound: they are unhurt"):
        give("heal", units={"name": (PIRATE,)})


@pytest.mark.rule("AHL-INT-5", "AHL-INT-8")
def test_traits_are_written_in_the_systems_order():
    sheet = AHL.with_traits(
        AHL.new_sheet,
        {"skill": "+2", "clips": "3", "ammunition": "HEAP", "weapon": "snub pistol", "armour": "combat armour"},
    )
    card = AHL.card(Unit("Somebody", "Crew", sheet))
    assert card.title == "Somebody (Crew)"
    assert card.lines == (
        "Unhurt",
        "Armor: combat armor",
        "Melee 5, morale 7, leadership 0",
        "Snub Pistol (HEAP) +2: 6 of 6 rounds, 3 clips",
    )


@pytest.mark.rule("AHL-21a", "AHL-21h", "AHL-20b")
@pytest.mark.parametrize(
    ("template", "armour", "weapons"),
    [("Warbot", "battle dress", ["FGMP-14/15"]), ("Maintenance Robot", "combat armor", []), ("Blob", "none", [])],
)
def test_robots_and_blobs(template, armour, weapons):
    sheet = AHL.templates[template].sheet
    assert (sheet.armour, [carried.weapon for carried in sheet.weapons]) == (armour, weapons)
    assert AHL.with_traits(MARINE.sheet, {"being": "blob"}).weapons == ()


@pytest.mark.rule("AHL-25Ad", "AHL-TRAV-B")
def test_rulings_that_leave_a_choice_are_settings():
    """R-140: eight spare clips, or ten. R-139: (7 + 7) / 4 is 3, or 4."""
    with pytest.raises(RuleError, match="8 spare clips at most"):
        AHL.with_traits(MARINE.sheet, {"clips": "10"})
    assert len(AHL.with_traits(MARINE.sheet, {"clips": "10"}, {"spare clips": "10"}).weapons[0].spare) == 10
    units = {"name": (PIRATE,)}
    with pytest.raises(RuleError, match="8 spare clips at most"):
        give("give", units=units, weapon="Submachinegun", clips=5)
    assert "9 clips" in give("give", units=units, weapon="SMG", clips=5, **{"spare clips": "10"})[1].lines[0]
    assert AHL.with_traits(MARINE.sheet, {"melee": "7+7+1"}).melee == 4
    assert AHL.with_traits(MARINE.sheet, {"melee": "7+7+1"}, {"melee value": "up"}).melee == 5


@pytest.mark.rule("AHL-25Aa")
def test_the_rounds_in_a_weapon_are_put_right():
    """An ACR's clip holds 20; a laser's shots are counted from 0 up (R-09)."""
    assert AHL.with_traits(MARINE.sheet, {"rounds": "7"}).weapons[0].loaded.rounds == 7
    with pytest.raises(RuleError, match="must be from 0 to 20"):
        AHL.with_traits(MARINE.sheet, {"rounds": "21"})
    with pytest.raises(RuleError, match="has rounds that are counted"):
        AHL.with_traits(MARINE.sheet, {"shots fired": "1"})
    laser = AHL.with_traits(MARINE.sheet, {"weapon": "Laser Rifle"})
    assert AHL.with_traits(laser, {"shots fired": "2"}).weapons[0].fired == 2
    with pytest.raises(RuleError, match="are not counted"):
        AHL.with_traits(laser, {"rounds": "3"})


@pytest.mark.rule("AHL-INT-7")
@pytest.mark.parametrize("code", ["O3", "W1", "N2", "R9", "E12", "T4", "A13"])
def test_ranks_are_counter_codes(code):
    assert AHL.with_traits(MARINE.sheet, {"rank": code.lower()}).rank == code


@pytest.mark.parametrize(
    ("trait", "text", "sentence"),
    [
        ("skill", "+1", "carries no weapon"),
        ("melee", "21", "The melee must be from 0 to 20."),
        ("morale", "high", "The morale must be a whole number, not “high”."),
        ("armour", "tin", "There is no armor “tin”"),
        ("weapon", "Gaus Rifle", "did you mean Gauss Rifle"),
        ("hair", "red", "There is no value on a sheet “hair”"),
    ],
)
def test_a_trait_that_cannot_be_says_what_to_do(trait, text, sentence):
    with pytest.raises(RuleError) as refusal:
        AHL.with_traits(AHL.new_sheet, {trait: text})
    assert sentence in str(refusal.value)


def test_sheets_survive_their_storage():
    for unit in (*AHL.starter, *AHL.templates.values()):
        stored = AHL.dump_sheet(unit.sheet)
        assert stored["v"] == 1
        assert AHL.load_sheet(stored) == unit.sheet


def test_two_kinds_of_armour_on_a_sheet():
    """Laser carbine at 10: 6+6 hits, 6+6 +5 penetration −10 reflec = 7, light; the sheet names both."""
    target = Unit("Kim", "", AHL.with_traits(PIRATE.sheet, {"armour": "cloth", "second armour": "reflec"}))
    laser = Unit("Lee", "", AHL.with_traits(PIRATE.sheet, {"weapon": "Laser Carbine"}))
    _, card = give("fire", [6, 6, 6, 6, 1], {"name": (laser,), "target": (target,), "others": ()}, range=10)
    assert any("−10 reflec = 7 → light wound" in line for line in card.lines)
    assert "Armor: cloth and reflec" in AHL.card(target).lines
    assert AHL.line(target.sheet).endswith("cloth and reflec")
