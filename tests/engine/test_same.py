"""What is worked out of the very same two things is worked out once; and a game after an order is one game."""

from bot.engine.same import Same, of_the_same
from bot.engine.scene import Game, Outcome


def test_of_the_same_two_it_is_worked_out_once_and_of_equal_ones_anew():
    asked = []

    @of_the_same(2)
    def both(one, other):
        asked.append((one, other))
        return [*one, *other]

    one, other = ["a"], ["b"]
    assert both(one, other) is both(one, other)
    assert both(["a"], other) == ["a", "b"]
    assert asked == [(["a"], ["b"])] * 2
    # Two are kept, and the one that was asked for longest ago is not.
    both(["c"], other)
    both(one, other)
    assert asked[2:] == [(["c"], ["b"]), (["a"], ["b"])]


def test_the_same_is_told_by_the_very_things_and_by_how_many():
    one, also = ["a"], ["a"]
    assert Same("x", one) == Same("y", one)
    assert Same("x", one) != Same("x", also)
    assert Same("x", one, one) != Same("x", one, also)
    assert Same("x", one) != Same("x", one, one)


def test_a_game_after_an_order_is_the_very_same_for_who_asks_again():
    game, outcome = Game(), Outcome({}, None, ledger="kept")
    assert game.after(outcome) is game.after(outcome)
    assert game.after(outcome).ledger == "kept"
    assert game.after(Outcome({}, None, ledger="kept")) is not game.after(outcome)
