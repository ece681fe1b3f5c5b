"""What others learn of an order: from what they know before and after it, whatever it was."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import systems
from bot.deck.board import Standing, as_drawn
from bot.deck.plan import At, Facing, edge_between
from bot.deck.reading import read_plan
from bot.deck.view import Attacked, Marks, Scored
from bot.engine.cards import Card, Suggestion, Tone
from bot.engine.scene import Game, Unit, Units
from bot.systems.retelling import as_it_shows, left_to, of_others, step_of, with_own_orders
from bot.systems.seeing import ALL, known_then
from bot.systems.witnessing import Happened, Insight, learns, witnessed

AHL = systems.discover(systems)["ahl"]
# Two rooms of three squares in a row, with a shut door between them, D1 to the right of C1.
PLAN = read_plan(
    """name: Rooms
level: Deck
+-+-+-+-+-+-+
|a . .D. . b|
+-+-+-+-+-+-+
a = room 1 West
b = room 2 East
""",
    "rooms",
)
DOOR = edge_between(At(0, 2, 0), At(0, 3, 0))
WEST, EAST = [At(0, x, 0) for x in (0, 1, 2)], [At(0, x, 0) for x in (3, 4, 5)]
SIDES = {"Ross": "Marines", "Vane": "Marines", "Kaz": "Pirates", "Ilya": "Pirates"}
IDS = {name: number for number, name in enumerate(SIDES, 1)}


def game(people, *, is_open=False, dark=(), **sheets):
    """Who stands where; the door shut, unless it is open; with other sheets where some are given."""
    units = {name: Unit(name, SIDES[name], sheets.get(name, AHL.new_sheet), id=IDS[name]) for name in people}
    board = replace(as_drawn(PLAN), dark=frozenset(dark), open=frozenset([DOOR] if is_open else []))
    stand = {name: where if isinstance(where, Standing) else Standing(where) for name, where in people.items()}
    board = replace(board, people=stand)
    nothing = AHL.load_ledger({})
    return Game(Units(units, units.__getitem__), ("Marines", "Pirates"), board=board, read_ledger=lambda: nothing)


def insights(found, before=()):
    """What each side knows of a game, by what it knew before."""
    known = known_then(AHL, {side: each.knowledge for side, each in dict(before).items()}, found, {})
    told = {}
    for side, knowledge in known.items():
        own = {unit.id: unit for unit in found.units.values() if unit.side == side}
        met = {
            number: replace(unit, sheet=AHL.load_sheet(knowledge.people[number].shows["sheet"]), foreign=True)
            for unit in found.units.values()
            if (number := unit.id) in knowledge.people
        }
        told[side] = Insight(knowledge, {**met, **own}, lambda found=found: found)
    return told


def told(was, now, marks=None):
    """What each side is told as one game becomes another."""
    before = insights(was)
    after = insights(now, before)
    happened = Happened(marks or Marks(), IDS, was.board.people, now.board.people)
    return {side: witnessed(AHL, before[side], after[side], happened) for side in before}


def shot(start, end, name, how=Scored.EFFECTIVE):
    return Marks(line=(start, end), struck=(Attacked(name, how),))


def test_what_nobody_sees_is_told_to_nobody():
    lines = told(game({"Ross": WEST[0], "Kaz": EAST[0]}), game({"Ross": WEST[0], "Kaz": EAST[2]}))
    assert lines["Marines"] == lines[ALL] == ()
    assert lines["Pirates"] == ("Kaz is at F1 facing north",)


def test_an_opened_door_is_told_to_both_who_stand_before_it():
    lines = told(game({"Ross": WEST[0], "Kaz": EAST[2]}), game({"Ross": WEST[0], "Kaz": EAST[2]}, is_open=True))
    assert lines["Marines"][0].startswith("Kaz comes into view at F1 facing north")
    assert lines["Pirates"][0].startswith("Ross comes into view at A1 facing north")
    door = "The sliding door between C1 and D1 is open now"
    assert door in lines["Marines"]
    assert door in lines["Pirates"]
    # All learn who has come into view of all, and not who has been so before: nobody was.
    assert [line.partition(" at ")[0] for line in lines[ALL]] == ["Ross comes into view", "Kaz comes into view"]


def test_who_comes_at_once_is_told_in_the_order_of_the_squares_and_not_of_who_they_are():
    people = {"Ross": WEST[0], "Kaz": EAST[2], "Ilya": EAST[0]}
    lines = told(game(people), game(people, is_open=True))
    assert [line.partition(" ")[0] for line in lines["Marines"][:2]] == ["Ilya", "Kaz"]


def test_a_light_is_told_to_who_sees_the_room():
    lines = told(game({"Ross": WEST[0], "Kaz": EAST[2]}), game({"Ross": WEST[0], "Kaz": EAST[2]}, dark={1}))
    assert lines["Marines"] == ("It is dark in West now",)
    assert lines["Pirates"] == lines[ALL] == ()


def test_who_is_shot_at_by_somebody_unseen_learns_that_and_what_it_did():
    hurt = AHL.with_traits(AHL.new_sheet, {"light wounds": "1"})
    people = {"Ross": WEST[0], "Kaz": EAST[2]}
    lines = told(game(people), game(people, Ross=hurt), shot(EAST[2], WEST[0], "Ross"))
    assert lines["Marines"][0] == "Somebody unseen attacks Ross from the east: hit with effect"
    assert lines["Marines"][1].startswith("Ross: 1 light wound")
    assert lines["Pirates"] == ("Kaz fires",)
    missed = told(game(people), game(people), shot(EAST[2], WEST[0], "Ross", Scored.MISSED))
    assert missed["Marines"] == ("Somebody unseen attacks Ross from the east: missed",)
    assert missed[ALL] == ()


def test_who_cannot_see_from_where_a_shot_comes_is_not_told():
    """Ross lies unconscious, and nobody of his side sees anything."""
    out = AHL.with_traits(AHL.new_sheet, {"condition": "unconscious"})
    found = game({"Ross": WEST[0], "Kaz": EAST[2]}, Ross=out)
    lines = told(found, found, shot(EAST[2], WEST[0], "Ross", Scored.MISSED))
    assert lines["Marines"] == ("Somebody unseen attacks Ross: missed",)


@pytest.mark.parametrize(
    ("square", "way"),
    [
        ("C1", "north"),
        ("E1", "northeast"),
        ("E2", "northeast"),
        ("E3", "east"),
        ("D5", "southeast"),
        ("E5", "southeast"),
        ("B5", "southwest"),
        ("C5", "south"),
        ("A5", "southwest"),
        ("A3", "west"),
        ("A1", "northwest"),
    ],
)
def test_the_way_from_which_a_shot_came_is_told_to_an_eighth_of_a_turn(square, way):
    """Ross stands at C3 of a hall; whoever fires is nobody whom his side knows. One beside to two ahead is 27° off."""
    wall = "+-+-+-+-+-+"
    rows = "\n".join(["|a . . . .|", "+ + + + + +", *(["|. . . . .|", "+ + + + + +"] * 3), "|. . . . .|"])
    plan = read_plan(f"name: Hall\nlevel: Deck\n{wall}\n{rows}\n{wall}\na = room 1 Hall\n", "hall")
    unit, nothing = Unit("Ross", "Marines", AHL.new_sheet, id=1), AHL.load_ledger({})
    start = At(0, "ABCDE".index(square[0]), int(square[1]) - 1)
    facing = {"n": Facing.NORTH, "s": Facing.SOUTH, "e": Facing.EAST, "w": Facing.WEST}[way[0]]
    board = replace(as_drawn(plan), people={"Ross": Standing(At(0, 2, 2), facing)})
    found = Game(
        Units({"Ross": unit}, {"Ross": unit}.__getitem__), ("Marines",), board=board, read_ledger=lambda: nothing
    )
    known = Insight(known_then(AHL, {}, found, {})["Marines"], {1: unit}, lambda: found)
    stand = {**board.people, "Kaz": Standing(start)}
    happened = Happened(shot(start, At(0, 2, 2), "Ross", Scored.MISSED), IDS, stand, stand)
    assert witnessed(AHL, known, known, happened) == (f"Somebody unseen attacks Ross from the {way}: missed",)


def test_whoever_stood_on_a_square_before_is_meant_by_it_else_who_stands_there_now():
    here, there, beyond = WEST
    before, after = (
        {"Ross": Standing(here)},
        {"Ross": Standing(there), "Kaz": Standing(here), "Crate": Standing(beyond)},
    )
    happened = Happened(Marks(), IDS, before, after)
    assert [happened.at(square) for square in WEST] == [IDS["Ross"], IDS["Ross"], None]
    assert replace(happened, before={}).at(here) == IDS["Kaz"]


def test_a_shot_in_sight_names_both():
    people = {"Ross": WEST[0], "Kaz": EAST[2]}
    lines = told(
        game(people, is_open=True), game(people, is_open=True), shot(EAST[2], WEST[0], "Ross", Scored.HARMLESS)
    )
    assert {*lines.values()} == {("Kaz attacks Ross: hit without effect",)}


def test_a_blast_is_told_where_it_is_seen_or_felt():
    people = {"Ross": WEST[0], "Kaz": EAST[2]}
    blast = Marks(centres=(EAST[1],), blast=(EAST[0], EAST[1], EAST[2]), struck=(Attacked("Kaz", Scored.HARMLESS),))
    lines = told(game(people), game(people), blast)
    assert lines["Pirates"] == ("An explosion at E1", "An explosion reaches Kaz: hit without effect")
    assert lines["Marines"] == lines[ALL] == ()


def test_who_throws_what_explodes_is_told_to_who_sees_them():
    people = {"Ross": WEST[0], "Kaz": EAST[2]}
    seen, unseen = game(people, is_open=True), game(people)
    thrown = Marks(centres=(EAST[0],), thrown=("Kaz",))
    assert {*told(seen, seen, thrown).values()} == {("An explosion at D1, by Kaz",)}
    assert told(unseen, unseen, thrown)["Marines"] == ()
    # What comes down out of sight, and what somebody unseen has thrown.
    away = game({**people, "Ilya": EAST[1]})
    assert told(away, away, Marks(centres=(WEST[1],), thrown=("Kaz",)))["Pirates"] == ("Kaz throws something",)
    assert told(away, away, Marks(centres=(WEST[1],), thrown=("Kaz",)))["Marines"] == ("An explosion at B1",)
    # From where a line is drawn, whoever stands there has fired it.
    fired = Marks(line=(EAST[2], EAST[0]), centres=(EAST[0],))
    assert told(seen, seen, fired)["Marines"] == ("An explosion at D1, by Kaz",)


def test_a_blow_is_told_to_who_sees_it_whatever_comes_of_it():
    people = {"Ross": WEST[2], "Kaz": WEST[1], "Vane": EAST[1]}
    found = game(people)
    blows = (Attacked("Kaz", Scored.MISSED, by="Ross"), Attacked("Ross", Scored.EFFECTIVE, by="Kaz"))
    lines = told(found, found, Marks(blows=blows))
    assert lines["Pirates"] == ("Ross attacks Kaz: missed", "Kaz attacks Ross: hit with effect")
    assert lines["Marines"] == lines["Pirates"]
    apart = game({"Ross": WEST[2], "Vane": WEST[1], "Kaz": EAST[1]})
    assert told(apart, apart, Marks(blows=(Attacked("Vane", Scored.MISSED, by="Ross"),)))["Pirates"] == ()


def test_who_falls_in_sight_is_seen_to_fall():
    down = AHL.with_traits(AHL.new_sheet, {"condition": "dead"})
    people = {"Ross": WEST[0], "Kaz": EAST[2]}
    lines = told(game(people, is_open=True), game(people, is_open=True, Kaz=down))
    assert any(line.startswith("Kaz: ") and "dead" in line for line in lines["Marines"])
    hurt = AHL.with_traits(AHL.new_sheet, {"light wounds": "1"})
    lines = told(game(people, is_open=True), game(people, is_open=True, Kaz=hurt))
    assert lines["Marines"] == lines[ALL] == ()
    assert lines["Pirates"][0].startswith("Kaz: 1 light wound")


def test_a_side_learns_only_what_it_has_not_seen_before():
    near, far = game({"Ross": WEST[0], "Kaz": EAST[2]}), game({"Ross": WEST[1], "Kaz": EAST[2]})
    before = insights(near)["Marines"].knowledge
    assert not learns(before, insights(far)["Marines"].knowledge)
    met = insights(game({"Ross": WEST[0], "Kaz": EAST[2]}, is_open=True))["Marines"].knowledge
    assert learns(before, met)


def test_who_watches_unseen_makes_nothing_known_to_all(monkeypatch):
    """Somebody in the dark whom nobody sees is seen by all neither, nor are those whom they watch."""
    dark = game({"Ross": WEST[0], "Kaz": EAST[2]}, is_open=True, dark={2})
    knows = {side: each.knowledge for side, each in insights(dark).items()}
    if IDS["Kaz"] not in knows["Marines"].people:
        assert knows[ALL].people == {}
        assert knows[ALL].seen == frozenset()


squares = st.permutations(EAST).map(lambda found: dict(zip(("Kaz", "Ilya"), found[:2], strict=True)))
sheets = st.sampled_from(
    [AHL.new_sheet, *(AHL.with_traits(AHL.new_sheet, {"light wounds": str(n)}) for n in (1, 2, 3))]
)
scenes = st.tuples(squares, squares, sheets, st.sampled_from(Facing), st.booleans())


@given(scenes, scenes)
def test_whatever_others_do_behind_a_shut_door_a_side_is_told_the_same(one, other):
    """In both a shot hits Ross from the other room, by whomever from wherever."""

    def lines(scene):
        before, after, sheet, facing, prone = scene
        west = {"Ross": WEST[0], "Vane": WEST[2]}
        was = game(west | {name: Standing(at, facing, prone=prone) for name, at in before.items()})
        now = game(west | after, Kaz=sheet)
        both = told(was, now, shot(before["Kaz"], WEST[0], "Ross"))
        return both["Marines"], both[ALL]

    assert (
        lines(one)
        == lines(other)
        == (
            ("Somebody unseen attacks Ross from the east: hit with effect",),
            (),
        )
    )


def test_of_others_a_card_tells_how_they_are_as_it_shows():
    hurt = ("Kaz: 2 light wounds, unconscious", "Ilya: 1 light wound")
    card = Card("Ross fires", ("Kaz, 3 squares: 8+", *hurt, "Ross: 3 AP", Suggestion("move", fields={"to": "A1"})))
    shown, lacks = as_it_shows(
        card, {"Kaz": "Kaz", "Ilya": "Ilya"}, ("Kaz: unconscious", "Kaz is at A1 facing north, prone")
    )
    assert shown.lines == ("Kaz, 3 squares: 8+", "Kaz: unconscious", "Ross: 3 AP", card.lines[-1])
    assert lacks == hurt


def test_a_card_leaves_out_what_names_somebody_unseen():
    card = Card("Ross throws a grenade", ("Kaz: hit", "Ross: 1 left", "Ilya falls"), ("damage of Kaz: 3+4",))
    left, lacks = left_to(card, {"Kaz"}, {"Ilya": "Contact 1"})
    assert left.lines == ("Ross: 1 left", "Contact 1 falls")
    assert left.working == ()
    assert lacks == ("Kaz: hit", "damage of Kaz: 3+4")
    assert left_to(card, (), {}) == (card, ())


def test_nor_what_was_thrown_for_them():
    thrown = ("Kaz, 1 square away: 10+ | 6+6 = 12 → penetration 2", "Damage: 6+6 = 12 → dead", "Consciousness: 6 → out")
    card = Card(
        "Ross fires at Ilya, Kaz and Dot",
        ("To hit A1: 8+ | 6+6 = 12 → hit", *thrown, "Ross: 3+4 → stays", "1 grenade left"),
        ("Damage: −8 combat armor", "Turned once"),
        tone=Tone.BAD,
    )
    left, lacks = left_to(card, {"Kaz"}, {"Ross": "Ross"})
    assert left.title == "Ross fires at Ilya and Dot"
    assert left.lines == ("To hit A1: 8+ | 6+6 = 12 → hit", "Ross: 3+4 → stays", "1 grenade left")
    assert (left.working, left.tone) == (("Turned once",), Tone.PLAIN)
    assert lacks == (*thrown, "Damage: −8 combat armor")
    assert left_to(replace(card, title="Ross fires at Kaz"), {"Kaz"}, {})[0].title == "Ross fires at somebody unseen"


def test_an_attack_of_others_is_told_as_it_is_seen():
    fired = (
        "Kaz's covering fire at A1:",
        "Ross, 3 squares: 8+ | 4+4 +3 skill = 11 → hit",
        "Damage: 6+6 = 12 → light wound",
    )
    card = Card("Ross walks", ("2 AP", *fired, "Ross: 1 light wound"), ("Walk: 2", "Ross: To hit: +3 skill"))
    told_of, lacks = of_others(card, {"Kaz"}, ("Kaz attacks Ross: hit with effect", "Kaz is at A3"))
    assert told_of.lines == ("2 AP", "Kaz attacks Ross: hit with effect", "Ross: 1 light wound")
    assert told_of.working == ("Walk: 2",)
    assert lacks == (*fired, "Ross: To hit: +3 skill")
    assert of_others(card, (), ()) == (card, ())


def as_it_is(card):
    """A card with nothing left out."""
    return card


def test_somebody_unseen_whose_name_is_part_of_another_is_not_taken_for_them():
    card = Card(
        "Ross fires at Kaz Vane", ("Kaz Vane: hit", "Kaz: unhurt"), next=(Suggestion("fire", {"to": "Kaz Vane"}),)
    )
    left, lacks = left_to(card, {"Kaz"}, {"Ross": "Ross", "Kaz Vane": "Contact 1"})
    assert (left.title, left.lines, lacks) == ("Ross fires at Contact 1", ("Contact 1: hit",), ("Kaz: unhurt",))
    assert left.next == (Suggestion("fire", {"to": "Contact 1"}),)
    told_of = step_of(Card("They fire", ("Kaz Vane: hit", "Kaz: hit")), "The next step", {"Kaz"}, {"Kaz Vane"}, ())
    assert told_of.lines == ("Kaz: hit",)


@pytest.mark.parametrize("others", [(), ("Kaz holds",), ("Kaz holds", "Ilya runs", "nobody is named")])
def test_of_a_step_of_several_a_side_reads_its_own_lines_alone(others):
    card = Card("Kaz and Ross fire", ("Ross: hit", *others))
    told_of = step_of(card, "The next step", {"Ross"}, {"Kaz", "Ilya"}, ("It is phase 1 of turn 1",))
    assert told_of == Card("The next step", ("It is phase 1 of turn 1", "Ross: hit"))


def test_of_a_step_of_several_a_side_reads_the_orders_of_its_own_as_they_are():
    """Its own throws, and not what it has seen of these besides; of others' orders what it has seen of them."""
    fired = ("— Ross fires at Kaz", "To hit: 8+ | 4+4 = 8 → hit", "— Kaz fires at Ross", "To hit: 8+ | 1+1 = 2 → miss")
    seen, others = (
        ("Ross attacks Kaz: hit with effect", "Kaz attacks Ross: missed", "Ross is at A1"),
        {"Kaz", "Ross Vane"},
    )
    told_of = with_own_orders(Card("All fire", fired), {"Ross"}, others, seen, as_it_is)
    assert told_of == (*seen[1:], *fired[:2])
    # Somebody whose name begins alike, or several who act together, are told as they are seen.
    for heading in ("— Ross Vane fires at Kaz", "— Ross and Kaz check", "— Ross, Kaz and Ilya check"):
        assert with_own_orders(Card("All", (heading, "8+")), {"Ross"}, others, seen, as_it_is) == seen
