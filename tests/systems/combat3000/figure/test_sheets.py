"""The values of a sheet by name, giving, and how sheets are kept (C3K Record sheets)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.combat3000.figure.sheet import Aiming, Carried, Figure, Hand, Memory, Part, Supply, Vehicle, Wound
from bot.systems.combat3000.orders.phase import ended
from bot.systems.combat3000.wording.sheets import carried_line
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import C3K, character, give, unit


def refused(sentence, **traits):
    with pytest.raises(RuleError) as refusal:
        unit(**traits)
    assert sentence in str(refusal.value)


@pytest.mark.rule("C3K-O04", "C3K-G07")
def test_a_sheet_holds_profile_hands_ammunition_and_hits():
    who = unit(
        creature="Trimote",
        weapon="MM5 Rifle",
        clips=2,
        sight="Telescope",
        armour="helmet, 704",
        grenades="101 x 3, 118",
        wounds="2 left arm, 1",
        aiming="Bob 2",
        stunned=3,
        posture="prone",
    ).sheet
    assert (who.profile.accuracy, who.profile.strength, who.profile.walk) == (5, 2, 4)
    rifle = who.weapons[0]
    assert (rifle.hand, rifle.loaded.rounds, rifle.spare) == (Hand.BOTH, 10, (Supply("", 10), Supply("", 10)))
    assert (rifle.sight, who.armour) == ("S301", ("701", "704"))
    assert who.grenades == (Supply("101", 3), Supply("118", 1))
    assert who.wounds == (Wound(2, Part.LEFT_ARM), Wound(1))
    assert (who.aim, who.stunned, who.posture.value) == (Aiming("Bob", 2, by_word=True), 3, "prone")


@pytest.mark.parametrize("template", C3K.templates)
def test_templates_are_kept_and_read_back(template):
    sheet = C3K.templates[template].sheet
    assert C3K.load_sheet(C3K.dump_sheet(sheet)) == sheet
    for name, trait in C3K.traits.items():
        if name in {"creature", "armour", "equipment", "wounds", "grenades"} and isinstance(sheet, Figure):
            assert trait.write(sheet, trait.read(sheet), {}) == sheet, name
    assert C3K.card(Unit(template, "Red", sheet)).lines


@pytest.mark.parametrize(
    ("given", "reads"),
    [
        ({"weapon": "Rifle", "clips": "2"}, {"weapon": "Rifle", "ammunition": "", "clips": "24", "loaded": "12"}),
        ({"weapon": "Rifle", "loaded": "3"}, {"loaded": "3", "clips": "0", "working": "works", "in hand": "both"}),
        ({"weapon": "Rifle", "sight": "Sniperscope"}, {"sight": "S302", "mount": "none", "setting": "none"}),
        ({"weapon": "MM14 Machine Gun", "mount": "Tripod"}, {"mount": "M402", "sight": "none"}),
        ({"weapon": "Hand Phaser", "setting": "kill"}, {"setting": "kill", "in hand": "right"}),
        ({"weapon": "Rifle", "working": "jammed", "in_hand": "left"}, {"working": "jammed", "in hand": "left"}),
        ({"weapon": "MM16 Grenade Launcher", "ammunition": "101"}, {"ammunition": "101", "loaded": "6"}),
    ],
)
def test_what_was_written_of_a_weapon_is_read_back(given, reads):
    sheet = unit(**given).sheet
    assert {name: C3K.traits[name].read(sheet) for name in reads} == reads


@pytest.mark.rule("C3K-E06")
def test_mounts_are_for_their_classes():
    refused("Bipod is for M and S weapons, and Pistol is P", weapon="Pistol", mount="Bipod")
    assert unit(weapon="MM14 Machine Gun", mount="M402").sheet.weapons[0].mount == "M402"
    assert unit(weapon="Howitzer", mount="MM400 Wheeled mount").sheet.weapons[0].mount == "M404"


@pytest.mark.rule("C3K-E04", "C3K-E09")
def test_shells_and_grenades_do_not_interchange():
    refused("isn't one", weapon="MM21 Launcher", ammunition="102")
    refused("isn't one", weapon="MM21 Launcher", ammunition="118")
    refused("takes no shells", weapon="Rifle", ammunition="101")
    refused("There is no grenade", grenades="104")
    assert unit(grenades="101 x 100").sheet.grenades == (Supply("101", 100),)
    refused("100", grenades="101 x 101")
    refused("1", grenades="101 x 0")
    assert unit(weapon="MM22 Launcher", ammunition="Baffler").sheet.weapons[0].loaded == Supply("1132", 5)


@pytest.mark.rule("C3K-E08", "C3K-M14")
def test_a_vehicle_is_a_sheet_too():
    tank = unit(vehicle="Light Tank").sheet
    cannon = Carried("Heavy Laser Cannon", "10", Hand.MOUNTED, Supply("", 20), mount="V3")
    assert tank == Vehicle("V3", 10, 3, (cannon,))
    assert unit(vehicle="Hover Jeep", armour=8, crew=2, vehicle_speed=30).sheet.armour == 8
    refused("A vehicle has no strength: it has armour, weapons, crew and speed.", vehicle="Light Tank", strength=1)
    refused("A figure has no crew", crew=2)


@pytest.mark.rule("C3K-O06")
def test_giving_weapons_spares_and_grenades():
    ann = unit(weapon="Rifle")

    def given(who, **fields):
        outcome, card = give("give", units=character(who), **fields)
        return Unit(who.name, who.side, outcome.after[who.name]), card.lines[0]

    more, line = given(ann, weapon="Rifle", clips=2)
    assert line == "Rifle (both hands): 12 of 12 shots, 2 magazines"
    more, line = given(more, weapon="Pistol")
    assert line == "Pistol (stowed): 8 of 8 shots"
    # An aiming device is no mount, and stands before it.
    _, line = given(ann, weapon="Rifle", values="sight Sniperscope, mount Bipod")
    assert line == "Rifle (both hands, Sniperscope, Bipod): 12 of 12 shots"
    with pytest.raises(RuleError, match="Bipod"):
        given(ann, weapon="Rifle", values="sight Bipod")
    with pytest.raises(RuleError, match="Telescope"):
        given(ann, weapon="Rifle", values="mount Telescope")
    more, line = given(more, weapon="Pistol", values="another, sight Telescope")
    assert line == "Pistol 2 (stowed, Telescope): 8 of 8 shots"
    # What is said of the one that is there gives no magazine besides; the same again is one.
    more, line = given(more, weapon="Pistol", values="sight Telescope")
    assert line == "Pistol (stowed, Telescope): 8 of 8 shots"
    more, line = given(more, weapon="Pistol")
    assert line == "Pistol (stowed, Telescope): 8 of 8 shots, 1 magazine"
    more, line = given(more, weapon="Explosive grenade 101", clips=3)
    assert line == "3 × Explosive 101 grenades"
    # No number is one more of them.
    more, line = given(more, weapon="Explosive grenade 101")
    assert line == "4 × Explosive 101 grenades"
    _, line = given(ann, weapon="Explosive grenade 101")
    assert line == "1 × Explosive 101 grenades"
    _, line = given(more, weapon="MM22 Launcher", ammunition="Explosive", clips=1)
    assert line == "MM22 Launcher (stowed): 5 of 5 shots Explosive 102, 1 magazine"
    _, line = given(unit(weapon="Revolver"), weapon="Revolver", clips=6)
    assert line == "Revolver (right hand): 6 of 6 barrels, 6 rounds"


def test_no_name_in_the_lists_begins_with_the_name_of_a_value():
    """`values` would take `armour helmet, shield on` for two values."""
    listed = (*C3K.traits["armour"].suggestions, *C3K.traits["equipment"].suggestions)
    values = tuple(f"{name} " for name in C3K.traits)
    assert [name for name in listed if f"{name.casefold()} ".startswith(values)] == []


def test_healing():
    hurt = unit(wounds="2", stunned=3)
    outcome, card = give("heal", units=character(hurt), wounds="stun")
    assert card.lines == ("Now: 2 wound points", "Was: 2 wound points, stunned for 3 turns")
    assert outcome.after["Ann"].stunned == 0
    with pytest.raises(RuleError, match="has nothing of that kind"):
        give("heal", units=character(unit()))


SHEETS = [Figure(), *(template.sheet for template in C3K.templates.values())]


@given(st.sampled_from(SHEETS), st.sampled_from(sorted(C3K.traits)), st.text(max_size=12))
def test_whatever_is_typed_is_written_or_refused_in_a_sentence(sheet, name, text):
    try:
        after = C3K.traits[name].write(sheet, text, {})
    except RuleError as refusal:
        assert str(refusal).endswith((".", "?"))  # noqa: PT017 - most of what is typed is refused
        return
    assert C3K.load_sheet(C3K.dump_sheet(after)) == after


def test_what_is_given_once_more_is_a_magazine_where_it_takes_any_and_else_another_of_its_kind():
    def given(who, **fields):
        outcome, card = give("give", units=character(who), **fields)
        return Unit(who.name, who.side, outcome.after[who.name]), card.lines

    ann, _ = given(unit("Ann", weapon="Pistol"), weapon="Throwing Knife")
    _, lines = given(ann, weapon="Pistol")
    assert lines == ("Pistol (right hand): 8 of 8 shots, 1 magazine", "For a second one add values:another")
    more, lines = given(ann, weapon="Throwing Knife")
    assert lines == ("Throwing Knife 2 (stowed)",)
    assert [carried.name for carried in more.sheet.weapons] == ["Pistol", "Throwing Knife", "Throwing Knife 2"]
    moved, lines = given(ann, weapon="Throwing Knife", values="hand stowed")
    assert lines == ("Throwing Knife (stowed)",)
    assert len(moved.sheet.weapons) == 2


@pytest.mark.rule("C3K-F02", "C3K-O04")
def test_nobody_holds_more_than_they_have_hands_for():
    ann = unit("Ann", weapon="Rifle")
    sentence = (
        "Ann has no hand free for Pistol: put Rifle away first, with /character give weapon:Rifle "
        'values:"hand stowed" (C3K Weapon use).'
    )
    for hand in ("right", "left", "both"):
        with pytest.raises(RuleError) as refusal:
            give("give", units=character(ann), weapon="Pistol", values=f"hand {hand}")
        assert str(refusal.value) == sentence
    two = unit("Ann", weapon="Pistol")
    with pytest.raises(RuleError, match="no hand free for Knife: put Pistol away first"):
        give("give", units=character(two), weapon="Knife", values="hand right")
    outcome, _ = give("give", units=character(two), weapon="Knife", values="hand left")
    assert [carried.hand for carried in outcome.after["Ann"].weapons] == [Hand.RIGHT, Hand.LEFT]
    stowed, _ = give("give", units=character(ann), weapon="Rifle", values="hand stowed")
    drawn, _ = give("give", units=character(Unit("Ann", "", stowed.after["Ann"])), weapon="Pistol", values="hand right")
    assert [carried.hand for carried in drawn.after["Ann"].weapons] == [Hand.STOWED, Hand.RIGHT]


def test_three_arms_hold_a_rifle_and_a_pistol_but_not_two_rifles():
    tri = unit("Tri", creature="Trimote", weapon="Rifle")
    outcome, card = give("give", units=character(tri), weapon="Pistol")
    assert card.lines == ("Pistol (right hand): 8 of 8 shots",)
    armed = Unit("Tri", "", outcome.after["Tri"])
    with pytest.raises(RuleError, match="Tri has no hand free for Knife: put Rifle or Pistol away first"):
        give("give", units=character(armed), weapon="Knife", values="hand left")


def test_a_line_shows_the_weapon_in_hand_and_what_is_wrong_with_it():
    def line(**traits):
        return C3K.line(unit(**traits).sheet)

    assert line(weapon="Rifle") == "unhurt · Rifle 12"
    assert line(weapon="Rifle", in_hand="dropped") == "unhurt · Rifle dropped"
    assert line(weapon="Rifle", in_hand="stowed") == "unhurt · Rifle stowed"
    assert line(weapon="Rifle", working="jammed") == "unhurt · Rifle jammed"
    assert line(weapon="Rifle", in_hand="dropped", working="ruined") == "unhurt · Rifle dropped, ruined"
    assert line(weapon="Hand Phaser", loaded="0") == "unhurt · Hand Phaser 0"
    assert line(weapon="Ixtyl Hunting Blaster") == "unhurt · Ixtyl Hunting Blaster"


def test_the_weapon_in_use_is_the_first_in_hand():
    stowed, _ = give("give", units=character(unit("Ann", weapon="Rifle")), weapon="Rifle", values="hand stowed")
    armed, _ = give("give", units=character(Unit("Ann", "", stowed.after["Ann"])), weapon="Pistol")
    sheet = armed.after["Ann"]
    assert C3K.line(sheet) == "unhurt · Pistol 8"
    assert sheet.carried("", "Ann").name == "Pistol"
    put_right = C3K.with_traits(sheet, {"loaded": "3"})
    assert [carried.loaded.rounds for carried in put_right.weapons] == [12, 3]


def test_spare_magazines_of_several_kinds_are_told_apart():
    moss = unit("Moss", weapon="MM21 Launcher", ammunition="101", clips=3)
    outcome, card = give("give", units=character(moss), weapon="MM21 Launcher", ammunition="Flare", clips=1)
    assert card.lines == (
        "MM21 Launcher (both hands): 6 of 6 shots Explosive 101, 3 magazines Explosive 101, 1 magazine Flare 107",
    )
    flares = Unit("Moss", "", outcome.after["Moss"])
    _, card = give("reload", units=character(flares), values="ammunition 107")
    assert card.lines[0] == ("MM21 Launcher (both hands): 6 of 6 shots Flare 107, 4 magazines Explosive 101")


@pytest.mark.rule("C3K-G07")
@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("accuracy", -50, 50),
        ("strength", -5, 5),
        ("dexterity", -3, 3),
        ("reflex", -2, 2),
        ("walk", 0, 50),
    ],
)
def test_a_rating_has_a_most_and_a_least(name, least, most):
    for value in (most, least):
        said = f"+{value}" if value >= 0 else f"−{-value}"
        assert C3K.traits[name].read(C3K.with_traits(C3K.new_sheet, {name: str(value)})) == said
    for wrong in (most + 1, least - 1):
        with pytest.raises(RuleError, match=f"{most}"):
            C3K.with_traits(C3K.new_sheet, {name: str(wrong)})


def test_a_sheet_at_the_end_of_a_turn_goes_on_with_what_it_is_busy_with():
    """Two turns more of a repair: one more after this one; of the turn that ended none is to come."""
    busy = Figure(now=Memory(busy="repair", more=2))
    after = ended(busy)
    assert (after.now.busy, after.now.more) == ("repair", 1)
    assert (after.last.busy, after.last.more) == ("repair", 0)
    assert ended(ended(after)).now == Memory()


def test_a_vehicle_s_armour_is_a_number_and_it_carries_no_equipment():
    tank = unit("Tank", vehicle="Light Tank").sheet
    tank = C3K.with_traits(tank, {"armour": "12"})
    assert (C3K.traits["armour"].read(tank), C3K.traits["equipment"].read(tank)) == ("12", "none")


def test_a_weapon_is_told_with_its_sight_and_then_its_mount():
    (rifle,) = unit(weapon="MM14 Machine Gun", sight="Telescope", mount="M402").sheet.weapons
    assert carried_line(rifle, TABLES) == "MM14 Machine Gun (both hands, Telescope, Tripod): 12 of 12 bursts"


@pytest.mark.rule("C3K-M14")
def test_a_vehicles_sheet_shows_its_record_with_its_mount_and_how_far_that_traverses():
    tank = C3K.card(unit("Tank", vehicle="Light Tank"))
    assert tank.lines[1:3] == (
        "Light Tank: tracked, amphibious, acceleration 10 cm, at most 60 cm, carries 3, "
        "Heavy Laser Cannon on a turret +5.0.+1, 360/30°",
        "Armour 10, crew 3, speed 0 cm",
    )
    chopper = C3K.card(unit("Chop", vehicle="Atomic Chopper"))
    assert chopper.lines[1] == "Atomic Chopper: two wheeled, acceleration 40 cm, at most 200 cm, carries 2"


@pytest.mark.rule("C3K-E04")
def test_a_code_of_several_calibres_is_that_which_fits_the_launcher():
    """Written out it is the code and the calibre, 1132; a launcher of calibre 2 leaves no choice."""
    for typed in ("113", "1132"):
        launcher = unit("Moss", weapon="MM22 Launcher", ammunition=typed).sheet.weapons[0]
        assert launcher.loaded == Supply("1132", 5)
    with pytest.raises(RuleError, match="MM21 Launcher takes shells of calibre 1, and Neutron 114"):
        unit("Moss", weapon="MM21 Launcher", ammunition="114")
