"""The variant's sheet: what may be entered on it, how it is read back, and what of it others see (V17, V21, V31)."""

from dataclasses import replace

import pytest

from bot.engine.cards import Card
from bot.engine.errors import RuleError
from bot.engine.system import Unit
from bot.systems.ahl.sheet.character import Being, Character, Clip, Condition, arm
from bot.systems.ahl_variant.animals import Animal
from bot.systems.ahl_variant.sheet import (
    Combatant,
    hide_called,
    line_here,
    outward_here,
    own_traits,
    sheet_card,
    strength_of,
    with_thrown,
)
from tests.systems.ahl_variant.people import BOOK, PRINTED

TRAITS = own_traits(PRINTED.hides)
BARE = Combatant()


def entered(name, text, sheet=BARE):
    """A sheet on which something has been entered, and how it is read back."""
    after = TRAITS[name].write(sheet, text, {})
    return after, TRAITS[name].read(after)


@pytest.mark.parametrize(
    ("name", "most", "where"),
    [
        ("strength", 30, lambda sheet: sheet.strength),
        ("dexterity", 30, lambda sheet: sheet.dexterity),
        ("endurance", 30, lambda sheet: sheet.endurance),
        ("serious wounds", 40, lambda sheet: sheet.serious_wounds),
        ("plating", 40, lambda sheet: sheet.plating),
        ("zero-g skill", 9, lambda sheet: sheet.zero_g_skill),
        ("mass", 1_000_000, lambda sheet: sheet.animal.mass),
        ("speed", 12, lambda sheet: sheet.animal.speed),
        ("hits", 1_000, lambda sheet: sheet.animal.hits),
        ("more hits", 1_000, lambda sheet: sheet.animal.more_hits),
        ("damage", 200, lambda sheet: sheet.animal.damage),
        ("flight", 20, lambda sheet: sheet.animal.flight),
        ("extras", 9, lambda sheet: sheet.animal.extras),
    ],
)
def test_a_figure_is_kept_where_it_belongs_up_to_its_bound(name, most, where):
    """None of it has been entered on a new sheet; of an animal's figures extras alone may take something away."""
    assert TRAITS[name].read(BARE) == "0"
    sheet, told = entered(name, str(most))
    assert (where(sheet), told) == (most, str(most))
    with pytest.raises(RuleError):
        entered(name, str(most + 1))
    if name == "extras":
        assert where(entered(name, "-9")[0]) == -9
        with pytest.raises(RuleError):
            entered(name, "-10")
    else:
        assert where(entered(name, "0", sheet)[0]) == 0
        with pytest.raises(RuleError):
            entered(name, "-1")


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("grav", lambda sheet: sheet.grav),
        ("legs", lambda sheet: sheet.legs),
        ("killer", lambda sheet: sheet.animal.killer),
    ],
)
def test_what_is_so_or_not_is_said_by_yes_or_no(name, where):
    assert TRAITS[name].read(BARE) == "no"
    assert TRAITS[name].suggestions == ("yes", "no")
    sheet, told = entered(name, " Yes ")
    assert (where(sheet), told) == (True, "yes")
    after, told = entered(name, "no", sheet)
    assert (where(after), told) == (False, "no")
    with pytest.raises(RuleError, match=f"Say yes or no to {name}"):
        entered(name, "maybe")


def test_a_hide_is_one_of_the_table_of_animals_in_which_plain_mesh_is_not():
    assert TRAITS["hide"].read(BARE) == "none"
    sheet, told = entered("hide", "Cloth +1")
    assert (sheet.animal.hide, told) == ("cloth +1", "cloth +1")
    assert hide_called("mesh −1", PRINTED.hides) == "mesh -1"
    # The whole word is meant before others that begin so; a part is understood where only one does.
    assert [hide_called(word, PRINTED.hides) for word in ("jack", "battle", "refl")] == ["jack", "battle", "reflec"]
    for word in ("mesh", " MESH "):
        with pytest.raises(RuleError, match="no plain mesh"):
            hide_called(word, PRINTED.hides)
    assert {"cloth", "battle +4"} <= {*TRAITS["hide"].suggestions}


def test_a_strength_that_nobody_has_entered_is_asked_for():
    assert strength_of("Ann", Combatant(strength=1)) == 1
    for sheet in (Combatant(), Character()):
        with pytest.raises(RuleError, match="Ann has no strength yet"):
            strength_of("Ann", sheet)


@pytest.mark.parametrize(
    ("sheet", "room", "fills", "climbs", "flies", "lowered"),
    [
        (Combatant(light_wounds=2, stunned=1), 1, 1, 1, False, 3),
        # Of a robot two have room in a square; on wheels it climbs nothing, on grav it comes six metres a phase.
        (Combatant(being=Being.WARBOT), 2, 1, 0, False, 0),
        (Combatant(being=Being.WARBOT, legs=True), 2, 1, 1, False, 0),
        (Combatant(being=Being.WARBOT, grav=True), 2, 1, 6, True, 0),
        (Combatant(being=Being.WARBOT, grav=True, legs=True), 2, 1, 6, True, 0),
        # Grav is a robot's alone.
        (Combatant(grav=True), 1, 1, 1, False, 0),
        (Combatant(being=Being.BLOB), 4, 1, 0, False, 0),
        (Combatant(animal=Animal(mass=199), light_wounds=3), 1, 1, 1, False, 0),
        (Combatant(animal=Animal(mass=200)), 4, 2, 1, False, 0),
    ],
)
def test_how_much_room_somebody_takes_and_how_they_come_up_and_down(sheet, room, fills, climbs, flies, lowered):
    assert (sheet.room, sheet.fills, sheet.climbs, sheet.flies, sheet.lowered) == (room, fills, climbs, flies, lowered)


def test_what_is_thrown_is_there_or_it_is_thrown_and_what_fires_has_its_rounds():
    dagger, carbine = arm(BOOK.weapons["Dagger"]), arm(BOOK.weapons["Carbine"])
    gone = replace(dagger, loaded=replace(dagger.loaded, rounds=0))
    there = replace(dagger, loaded=replace(dagger.loaded, rounds=1))
    told = with_thrown(Combatant(weapons=(there, gone, carbine)), BOOK.weapons).weapons
    assert [each.loaded for each in told] == [Clip("", 0), Clip("thrown", 0), carbine.loaded]


def test_of_an_animal_others_see_its_size_and_hide_and_of_nobody_what_is_inside():
    beast = Combatant(animal=Animal(900, 2, 15, 8, 5, 8, "cloth", True, 1), strength=9, endurance=5)
    seen = outward_here(Combatant(), beast)
    assert seen.animal == Animal(mass=900, hide="cloth")
    assert (seen.strength, seen.endurance) == (0, 0)
    assert outward_here(Combatant(), Combatant(strength=9)).animal is None


def test_a_line_tells_the_shell_of_a_robot_the_hide_of_an_animal_and_what_people_wear():
    def told(sheet):
        return line_here("no wounds · no armor", sheet, lambda _: BOOK.armour["combat armor 11"])

    assert told(Combatant(being=Being.WARBOT)) == "no wounds · armor 6, hardened"
    assert told(Combatant(animal=Animal(hide="cloth"))) == "no wounds · hide cloth"
    assert told(Combatant()) == "no wounds · no armor"


@pytest.mark.parametrize(
    ("sheet", "melee", "lines"),
    [
        (Combatant(), "", ["Armor: none", "unhurt"]),
        (Combatant(strength=7, endurance=9), "", ["Armor: none", "unhurt", "Strength 7, endurance 9"]),
        (
            Combatant(dexterity=8),
            "Melee values: Hands +1",
            ["Armor: none", "unhurt", "Dexterity 8", "Melee values: Hands +1"],
        ),
        # Of who still acts serious wounds aren't told here: they are over.
        (Combatant(serious_wounds=1), "", ["Armor: none", "unhurt"]),
        (Combatant(serious_wounds=1, condition=Condition.SERIOUS), "", ["Armor: none", "unhurt", "1 serious wound"]),
        (Combatant(condition=Condition.SERIOUS), "", ["Armor: none", "unhurt"]),
        (Combatant(being=Being.WARBOT), "", ["unhurt", "Armor 6, hardened"]),
        (Combatant(being=Being.WARBOT, grav=True), "", ["unhurt", "Armor 6, hardened, grav"]),
    ],
)
def test_a_card_has_what_the_variant_knows_besides(sheet, melee, lines):
    """Neither a robot nor an animal wears anything: of them it isn't told that they wear none."""
    unit = Unit("Ann", "blue", sheet)
    card = sheet_card(Card("Ann", ("Armor: none", "unhurt")), unit, lambda _: BOOK.armour["combat armor 11"], melee)
    assert [*card.lines] == lines


def test_a_card_of_an_animal_tells_its_figures():
    unit = Unit("Cid", "red", Combatant(animal=Animal(900, 2, 15, 8, 5, 8, "cloth", True, -1)))
    card = sheet_card(Card("Cid", ("Armor: none",)), unit, lambda _: BOOK.armour["none"], "")
    assert [*card.lines] == [
        "Animal of 900 kg, fills 3 squares, a killer, speed 2, damage 5, extras −1, entered by the referee",
        "Hits 15/8: out at 2 serious wounds, dead at 2; flees on 8+; hide cloth",
    ]
