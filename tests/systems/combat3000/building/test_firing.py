"""What a shot at a structure counts, what it comes to, and what strikes by the referee's word (C3K Destruction)."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot import systems
from bot.deck.board import Standing
from bot.deck.plan import Edge, Facing, at_of
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.systems.combat3000.aim.hitroll import Roll
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.building.firing import outcome_of, readied_at, word_of
from bot.systems.combat3000.building.structures import Build, Structure, What
from bot.systems.combat3000.burst import AIMED_AT
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.fire.shooting import Fate
from bot.systems.combat3000.hit.plights import Charge
from bot.systems.combat3000.ledger import Ledger
from tests.deck.plans import board_of
from tests.systems.combat3000.fire.test_known import OPEN
from tests.systems.combat3000.table import C3K, unit

BOOK = load_book(systems.DATA / "combat3000")
HIT = C3K.orders["structure hit"]
WALL = Structure("Wall 1", What.WALL, Build.LIGHT)


def asked(**fields):
    return HIT.made(HIT.read({"name": "Wall 1", **fields}))


def ready(who, structure=WALL, cm=20, *, board=None, odds=False, **fields):
    ledger = Ledger().with_structures(structure)
    scene = Scene({"by": (who,)}, ledger, board, known={who.name: who}, only_odds=odds)
    return readied_at(scene, structure, asked(**fields), "", cm, BOOK)


def moving(who, **memory):
    return replace(who, sheet=replace(who.sheet, now=Memory(**memory)))


RIFLE = unit("Ann", weapon="Disrupter Rifle")


@pytest.mark.parametrize(
    ("who", "fields", "gait"),
    [
        (RIFLE, {}, None),
        # How the firer has moved in this turn counts, unless the order says otherwise.
        (moving(RIFLE, gait="walk"), {}, "walk"),
        (moving(RIFLE, gait="walk"), {"gait": "still"}, "still"),
    ],
)
def test_how_the_firer_has_moved_counts_at_a_structure_too(who, fields, gait):
    (shot,) = ready(who, **fields).declared
    assert shot.situation.asked.gait == gait


@pytest.mark.parametrize(
    ("structure", "vertical"),
    [(WALL, True), (Structure("Door", What.DOOR), True), (Structure("Hall"), False)],
)
def test_a_wall_or_a_door_is_upright_and_a_room_is_not(structure, vertical):
    (shot,) = ready(RIFLE, structure).declared
    assert shot.situation.asked.vertical is vertical
    assert ready(RIFLE, structure, vertical=True).declared[0].situation.asked.vertical


@pytest.mark.parametrize("cm", [0, 1, 20])
def test_a_range_that_is_said_counts_as_it_is_said(cm):
    assert ready(RIFLE, cm=cm).declared[0].situation.cm == cm


def test_a_shot_at_a_structure_needs_a_range_or_a_deck():
    with pytest.raises(RuleError, match="They are on no deck together: give the range in cm on the table, as range:30"):
        ready(RIFLE, cm=None)
    for deck in ("", "Another"):
        board = replace(OPEN, people={"Ann": Standing(at_of("A1"))})
        with pytest.raises(RuleError, match="They are on no deck together"):
            ready(RIFLE, replace(WALL, deck=deck), None, board=board)
    with pytest.raises(RuleError, match=r"A structure is hit by single shots and shells, not by fire at an area"):
        ready(RIFLE, spread="area")


# Ann at B2 of a room like an L, and looks north; west of C1 stands a wall, behind which there is no deck.
ROOMS = board_of("    ###", "    #.#", "##### #", "#a . .#", "#######", notes=["a = room 1 Hall"])


@pytest.mark.rule("C3K-G03")
@pytest.mark.parametrize(
    ("structure", "cm"),
    [
        # She stands in the room; the square beside the wall is the next but one, askew: 2.1 cm, up.
        (Structure("Hall", deck=ROOMS.plan.name, number=1), 0),
        (Structure("Wall", What.WALL, deck=ROOMS.plan.name, edge=Edge(0, 2, 0, Facing.WEST)), 3),
    ],
)
def test_on_a_deck_a_shot_goes_to_the_nearest_square_of_a_room_or_beside_a_wall(structure, cm):
    board = replace(ROOMS, people={"Ann": Standing(at_of("B2"), Facing.NORTH)})
    assert ready(RIFLE, structure, None, board=board).declared[0].situation.cm == cm


def test_what_is_left_of_a_shot_is_told_of_the_structure():
    fire = ready(RIFLE)
    assert dict(fire.at) == {"Ann": "Wall 1"}
    assert (fire.told, fire.decks) == ((), {})
    assert fire.declared[0].at.structure == WALL
    assert not fire.declared[0].at.spared
    assert ready(RIFLE, odds=True).declared[0].at.spared


# --- what it comes to ---


def shot(**more):
    made = SimpleNamespace(result=Roll.HIT)
    found = {"fate": Fate.FIRED, "jammed": False, "landed": None, "roll": made, "area": None}
    return SimpleNamespace(**{**found, **more})


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({}, ""),
        ({"fate": next(fate for fate in Fate if fate is not Fate.FIRED)}, "Too late"),
        ({"jammed": True}, "Jam"),
        ({"roll": None}, "Miss"),
        ({"roll": SimpleNamespace(result=Roll.MISS)}, "Miss"),
        ({"landed": SimpleNamespace(place=AIMED_AT)}, ""),
        ({"landed": SimpleNamespace(place=None)}, "Miss"),
        # A charge that waits for its fuse has hit nothing yet.
        ({"area": Charge("Explosive", "101", 10)}, "Miss"),
    ],
)
def test_what_a_shot_that_did_nothing_came_to(more, word):
    assert outcome_of(shot(**more)) == word


# --- by the referee's word ---


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        ("102", "Explosive", 1),
        ("Heavy Assault Laser", "Heavy Assault Laser", None),
        # Of several settings the strongest: kill +4, stun +2.
        ("Phaser Rifle", "Phaser Rifle", 4),
        ("Disrupter Cannon", "Disrupter Cannon", 6),
    ],
)
def test_what_strikes_by_the_referees_word(text, cause, effect):
    found = word_of(text, BOOK)
    assert found.cause.startswith(cause)
    if effect is not None:
        assert found.force.effect == effect


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Howitzer", "Howitzer fires shells: name the shell, such as weapon:102"),
        ("107", "does nothing to a structure"),
        ("Feather", "There is no weapon or shell “Feather”"),
    ],
)
def test_what_strikes_nothing_is_refused(text, told):
    with pytest.raises(RuleError) as refusal:
        word_of(text, BOOK)
    assert told in str(refusal.value)
