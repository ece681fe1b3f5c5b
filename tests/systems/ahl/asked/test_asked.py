"""What AHL's orders ask for: what is offered for it, who else may be named, and what an order counts as in a turn."""

from dataclasses import replace

import pytest

from bot import systems
from bot.deck.posture import Posture
from bot.engine.fields import Kind
from bot.engine.scene import Scene
from bot.systems.ahl.asked import fighting, keeping, moving
from bot.systems.ahl.asked.circumstances import Fire, InTurn, shots
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Clip
from bot.systems.ahl.tables import Structure
from tests.deck.plans import board_of
from tests.systems.ahl.on_deck import HALL, body, scene_on, stands
from tests.systems.ahl.people import WEAPONS, armed

BOOKS = systems.discover(systems)


@pytest.mark.parametrize("book", ["ahl", "ahl_variant"])
def test_these_are_named_beside_those_who_act_and_no_others(book):
    found = {verb: [role.name for role in order.roles if role.beside] for verb, order in BOOKS[book].orders.items()}
    assert {verb: names for verb, names in found.items() if names} == {
        "move": ["dragging", "with"],
        "break": ["with"],
        "morale": ["apart", "fallen"],
        "rally": ["leaders"],
    }


@pytest.mark.parametrize(
    ("book", "longer"),
    [
        ("ahl", {("structure hit", "name"): 40}),
        ("ahl_variant", {("structure hit", "name"): 40, ("fire", "targets"): 400, ("convert", "order"): 60}),
    ],
)
def test_whatever_is_typed_is_a_hundred_characters_at_most_but_for_these(book, longer):
    texts = {
        (verb, field.name): field.longest
        for verb, order in BOOKS[book].orders.items()
        for field in order.fields
        if field.kind is Kind.TEXT
    }
    assert {place: longest for place, longest in texts.items() if longest != 100} == longer


def test_the_results_of_fire_blows_and_explosions_hold_from_the_next_step_on():
    """Movement is taken one after another (AHL 7)."""
    orders = {each for part in (fighting, keeping, moving) for each in vars(part).values() if isinstance(each, type)}
    found = {each.verb for each in orders if issubclass(each, InTurn) and each.verb and each.together}
    assert found == {"fire", "cover", "melee", "blast", "grenade"}


@pytest.mark.parametrize(("typed", "number"), [("40", 40), ("1", 1), ("not counted", 0)])
def test_shots_of_a_weapon_without_a_figure_are_counted_where_the_setting_says_how_many(typed, number):
    assert shots(typed) == number


def ann(*carried):
    """Ann, who carries weapons with so many rounds, of so many spare kinds."""
    weapons = []
    for name, rounds, *spare in carried:
        (weapon,) = armed(name, next(iter(WEAPONS[name].ammunition))).weapons
        clips = tuple(Clip(kind, 5) for kind in spare)
        weapons.append(replace(weapon, loaded=replace(weapon.loaded, rounds=rounds), spare=clips))
    return body("Ann", "blue", weapons=tuple(weapons))


def offered(verb, field, **roles):
    order = BOOKS["ahl"].orders[verb]
    return list(next(each for each in order.fields if each.name == field).suggest(Scene(roles, Ledger())))


CARRIED = (("Carbine", 0), ("Shotgun", 3), ("Body Pistol", 6))


@pytest.mark.parametrize(
    ("verb", "names"),
    [
        # To fire, what is empty comes last; to reload, what is emptiest comes first.
        ("fire", ["Shotgun", "Body Pistol", "Carbine"]),
        ("cover", ["Shotgun", "Body Pistol", "Carbine"]),
        ("reload", ["Carbine", "Shotgun", "Body Pistol"]),
    ],
)
def test_the_weapons_that_are_carried_are_offered_as_they_are_wanted(verb, names):
    assert offered(verb, "weapon", name=(ann(*CARRIED),)) == names
    assert offered(verb, "weapon") == []


def test_to_reload_the_kinds_of_spare_clips_are_offered_each_once():
    assert offered("reload", "ammunition", name=(ann(("Carbine", 0, "", "b"), ("Shotgun", 3, "a", "b")),)) == ["a", "b"]
    assert offered("reload", "ammunition") == []


def test_the_structures_that_have_been_hit_are_offered_by_name():
    order = BOOKS["ahl"].orders["structure hit"]
    name = next(each for each in order.fields if each.name == "name")
    kept = Ledger(structures=(Structure("Door 3", "sliding door"),))
    assert list(name.suggest(Scene({}, kept))) == ["Door 3"]
    assert list(name.suggest(Scene({}, None))) == []


@pytest.mark.parametrize(
    ("prone", "stance", "action"),
    [
        (True, Posture.UP, "stand"),
        (True, Posture.CROUCHING, "stand"),
        (True, Posture.PRONE, ""),
        (False, Posture.UP, ""),
        (False, Posture.CROUCHING, ""),
    ],
)
def test_whoever_gets_up_from_the_floor_stands_up(prone, stance, action):
    """To crouch or to stand; that costs a phase, and to go down costs nothing (AHL 8.A)."""
    scene = scene_on(board_of(*HALL), [(body("Ann"), stands("A1", prone=prone))], name="Ann")
    assert moving.StanceOrder(stance=stance).action(scene) == action
    assert moving.StanceOrder(stance=stance).action(replace(scene, board=None)) == ""
    nobody = replace(scene.board, people={})
    assert moving.StanceOrder(stance=stance).action(replace(scene, board=nobody)) == ""


def test_an_action_is_told_by_how_it_is_taken():
    """A swing from a jump, aimed fire from a snap shot and a covering fire, a blow after a dive."""
    scene = Scene({}, Ledger())
    assert [moving.JumpOrder(how=how).action(scene) for how in ("jump", "swing")] == ["jump", "swing"]
    assert fighting.CoverOrder().manner is Fire.COVERING
    assert [fighting.FireOrder(fire=how).manner for how in Fire] == [*Fire]
    assert [fighting.MeleeOrder(dive=dives).dives for dives in (True, False)] == [True, False]
    assert [fighting.MeleeOrder(stuns=stuns).adds_stuns for stuns in ("add", "longest")] == [True, False]
    assert fighting.FireOrder(weapon="ACR").arm == keeping.ReloadOrder(weapon="ACR").arm == "ACR"
    assert (keeping.WakeOrder().arm, keeping.WakeOrder().manner, keeping.WakeOrder().dives) == (None, None, False)
