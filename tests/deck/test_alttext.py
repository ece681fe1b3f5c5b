"""What a picture of a deck says in words of hatches, lifts and airlocks, for as much as it shows."""

from dataclasses import replace

from bot.deck.alttext import alt_text, listed
from bot.deck.board import Airlock, Lift
from bot.deck.framing import views_of
from bot.deck.plan import At, Edge, Facing
from bot.deck.view import Counter, Health, View
from bot.engine.system import Sign
from tests.deck.plans import board_of

BOARD = replace(
    board_of(
        "#############",
        "#a b|E|E|.A.A",
        "#############",
        notes=["a = ladder with hatch", "b = drop with open hatch"],
        more="level: Low\n\n L .   E",
    ),
    lifts={At(0, 2, 0): Lift(level=0), At(0, 3, 0): Lift(dead=True)},
    airlocks={At(0, 5, 0): Airlock(opens=Edge(0, 5, 0, Facing.WEST), phases=1)},
)


def test_every_sign_is_told():
    assert alt_text(View(BOARD, 0)) == (
        "Deck of test. Lift open at C1. Lift out of order at D1. Airlock cycling at F1, phases to go: 1. "
        "Floor hatch shut at A1. Floor hatch open at B1."
    )


def test_what_is_cropped_away_not_seen_or_on_another_level_is_not_told():
    crop = (At(0, 0, 0), At(0, 1, 0))
    assert alt_text(View(BOARD, 0, crop=crop)).endswith("Floor hatch shut at A1. Floor hatch open at B1.")
    seen = View(BOARD, 0, seen=frozenset({At(0, 2, 0)}))
    assert alt_text(seen) == "Deck of test. Lift open at C1."
    assert alt_text(View(BOARD, 1)) == "Low of test. Lift out of order at D1."


def test_who_stands_in_no_room_is_told_by_the_place():
    board = board_of("#####", "#a|.#", "#####", notes=["a = place Lift A, lift"])
    lift, nowhere = (Counter(name, At(0, x, 0), Facing.NORTH, 0) for x, name in enumerate(("Ann", "Bob")))
    assert alt_text(View(board, 0, (lift, nowhere))) == (
        "Deck of test. At Lift A: Ann at A1, facing north. In no room: Bob at B1, facing north."
    )


def test_what_is_known_of_somebody_by_any_rules_is_told():
    ann = Counter("Ann", At(0, 1, 0), Facing.NORTH, 0, marks=("surrendered",))
    assert "Ann at B1, facing north, surrendered" in alt_text(View(BOARD, 0, (ann,)))


def test_who_is_between_two_levels_is_told_on_both():
    ann = Counter("Ann", At(0, 1, 0), Facing.NORTH, 0, between=At(1, 1, 0))
    above, below = map(alt_text, views_of(BOARD, (ann,)))
    assert "Ann at B1, facing north, between two levels, at 2:B1 too." in above
    assert "Ann at B1, facing north, between two levels, at 1:B1 too." in below


def test_how_somebody_is_is_told_the_most_pressing_first():
    ann = Counter("Ann", At(0, 1, 0), Facing.NORTH, 0, signs=frozenset(Sign) - {Sign.UNCONSCIOUS, Sign.SERIOUS})
    told = "fleeing, panicked, stunned, disoriented, empty weapon, crouching"
    assert f"Ann at B1, facing north, {told}." in alt_text(View(BOARD, 0, (ann,)))
    bob = Counter("Bob", At(0, 1, 0), Facing.NORTH, 0, health=Health.OUT, signs=frozenset({Sign.SERIOUS}))
    assert "Bob at B1, out of action, seriously wounded." in alt_text(View(BOARD, 0, (bob,)))


def test_what_is_torn_leaks_or_holds_everywhere_is_told():
    torn, leaking = Edge(0, 2, 0, Facing.WEST), Edge(0, 3, 0, Facing.WEST)
    board = replace(BOARD, breached=frozenset({torn}), holed=frozenset({torn, leaking}))
    text = alt_text(View(board, 0, settings=("zero-g", "vacuum")))
    assert "Everywhere: zero-g, vacuum." in text
    assert "Breached: wall between B1 and C1. Leaking: wall between C1 and D1." in text
    assert "Leaking" not in alt_text(View(board, 0, seen=frozenset({At(0, 0, 0)})))


def test_of_several_words_those_are_told_that_have_room_and_one_at_the_least():
    names = ["Marine E1", "Marine E2", "Bob"]
    # Each takes its letters and two more.
    assert listed(names, 27) == "Marine E1, Marine E2, Bob"
    assert listed(names, 26) == "Marine E1, Marine E2, and 1 more"
    assert listed(names, 21) == "Marine E1, and 2 more"
    assert listed(names, 3) == "Marine E1, and 2 more"
    assert listed([], 3) == ""
