"""Several who act in one order are told in one card."""

from dataclasses import dataclass, replace

import pytest

from bot.engine.cards import Card, Suggestion
from bot.engine.dice import ScriptedDice
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.scene import Game, Outcome, Said, Scene, Unit, Units
from bot.engine.several import severally, then_also, told_together


def test_each_has_a_line_and_all_else_stands_in_the_working_in_its_order():
    offered = Suggestion("reload")
    one = Card("Ann fires", ("hits", "Bob falls", offered), ("to hit: 8+",), "foot", next=(offered,))
    other = Card("Abe fires", (), ("to hit: 9+",), next=(offered,))
    told = told_together([one, other], ["Ada can't."])
    assert told.title == "Ann fires, and 1 other"
    assert told.lines == ("Ann fires: hits", offered, "Abe fires", "✗ Ada can't.")
    assert told.working == ("Ann fires: Bob falls", "Ann fires: to hit: 8+", "Abe fires: to hit: 9+")
    assert (told.footer, told.next) == ("foot", (offered,))


def test_one_alone_is_titled_by_themselves():
    assert told_together([Card("Ann fires", ("hits",))], []).title == "Ann fires"


def test_what_followed_somebodys_order_stands_under_its_heading_with_them():
    """Each order of a card that tells of several has a heading, the first its own."""
    card = Card("Ann moves", ("— Ann moves", "to B2", "on to C2", "— Bob fires", "hits", "— Ann falls", "at C2"))
    told = told_together([card, Card("Abe moves", ("to B3",))], [])
    assert told.lines == ("Ann moves: to B2", "— Bob fires", "hits", "— Ann falls", "at C2", "Abe moves: to B3")
    assert told.working == ("Ann moves: on to C2",)
    alone = told_together([replace(card, lines=card.lines[:3]), Card("Abe moves", ("to B3",))], [])
    assert alone.lines == ("Ann moves: to B2", "Abe moves: to B3")
    assert alone.working == ("Ann moves: on to C2",)


ANN, BOB, CID = (Unit(name, "Red", 0, at=at) for name, at in (("Ann", 1), ("Bob", 2), ("Cid", None)))


def of(resolve, *people, what_works=False, **more):
    """What an order comes to for several, who are all in the game."""
    everybody = {unit.name: replace(unit, at=None) for unit in (ANN, BOB, CID)}
    game = Game(Units(everybody, everybody.__getitem__), read_ledger=lambda: 0)
    scene = replace(
        Scene.of(game),
        units={"name": people},
        said=Said("do", {"name": tuple((unit.name, unit.at) for unit in people)}, {}, "7"),
        names={unit.name: "character" for unit in (ANN, BOB, CID)},
        **more,
    )
    return severally(resolve, scene, {"what works": what_works}, ScriptedDice([]))


def test_each_does_it_alone_in_the_game_as_those_before_have_left_it():
    found = []

    def does(scene, _, __):
        (unit,) = scene.units["name"]
        found.append(
            (unit.name, unit.at, scene.said.people, scene.ledger, {n: u.sheet for n, u in scene.known.items()})
        )
        assert scene.game.ledger == scene.ledger
        return Outcome({unit.name: unit.sheet + 1}, f"{unit.name} does it", ledger=scene.ledger + 1)

    outcome = of(does, ANN, BOB)
    assert found == [
        ("Ann", 1, {"name": (("Ann", 1),)}, 0, {"Ann": 0, "Bob": 0, "Cid": 0}),
        ("Bob", 2, {"name": (("Bob", 2),)}, 1, {"Ann": 1, "Bob": 0, "Cid": 0}),
    ]
    assert (outcome.after, outcome.ledger) == ({"Ann": 1, "Bob": 1}, 2)
    assert (outcome.result, outcome.others, outcome.refused) == ("Ann does it", ("Bob does it",), ())


def test_a_name_is_free_again_once_somebody_has_another_which_is_taken_then():
    """Ann is called Anna from now on, as the next of them finds."""
    names = []

    def renames(scene, _, __):
        (unit,) = scene.units["name"]
        names.append(sorted(scene.names))
        return Outcome({}, unit.name, units={unit.name: replace(unit, name=f"{unit.name}a")})

    outcome = of(renames, ANN, BOB)
    assert names == [["Ann", "Bob", "Cid"], ["Anna", "Bob", "Cid"]]
    assert [unit.name for unit in outcome.units.values()] == ["Anna", "Boba"]


@pytest.mark.parametrize("fog", [True, False])
def test_what_sides_know_is_of_the_game_as_those_before_have_left_it(fog):
    known = []

    def looks(scene, _, __):
        known.append(scene.known_to)
        return Outcome({scene.units["name"][0].name: 1}, "")

    of(looks, ANN, BOB, known_to=(lambda _: None) if fog else None)
    # Without a deck there is no fog, so that the game itself has nothing to tell.
    assert (known[0] is not None, known[1]) == (fog, None)


def can(*names, what_works=False, error=RuleError):
    """Who of Ann, Bob and Cid can do it."""

    def does(scene, _, __):
        (unit,) = scene.units["name"]
        if unit.name not in names:
            raise error("There is no room.")
        return Outcome({unit.name: 1}, unit.name)

    return of(does, ANN, BOB, CID, what_works=what_works)


def test_where_somebody_can_not_nothing_is_done_but_what_works():
    assert can("Ann", "Bob", "Cid").after == {"Ann": 1, "Bob": 1, "Cid": 1}
    with pytest.raises(
        RuleError, match=r"^Ann and Cid: There is no room\. \(with “what works” the others go on alone\)$"
    ):
        can("Bob")
    some = can("Bob", what_works=True)
    assert (some.after, some.result, some.refused) == ({"Bob": 1}, "Bob", ("Ann and Cid: There is no room.",))
    for what_works in (False, True):
        with pytest.raises(RuleError, match=r"^Ann, Bob and Cid: There is no room\.$"):
            can(what_works=what_works)


def test_a_yes_is_asked_for_before_anything_is_done():
    for what_works in (False, True):
        with pytest.raises(NeedsYesError, match=r"^There is no room\.$"):
            can("Ann", error=NeedsYesError, what_works=what_works)


@dataclass(frozen=True)
class Marked:
    squares: tuple[str, ...]

    def and_then(self, more):
        return Marked((*self.squares, *more.squares))


@pytest.mark.parametrize(
    ("first", "then", "both"),
    [
        (Marked(("A1",)), Marked(("B1",)), Marked(("A1", "B1"))),
        (Marked(("A1",)), None, Marked(("A1",))),
        (None, Marked(("B1",)), Marked(("B1",))),
        (None, None, None),
    ],
)
def test_a_picture_shows_what_came_of_both(first, then, both):
    assert then_also(Outcome({}, 1, marks=first), Outcome({}, 2, marks=then)).marks == both


def test_two_orders_are_one_of_which_the_later_word_counts():
    shot, move = Said("fire", {}, {}, ""), Said("move", {}, {}, "")
    one = Outcome({"Ann": 1, "Bob": 1}, "one", 1, "old deck", opened="a plan", throwers=("Ann",), due=(shot,))
    one = replace(one, ends=True, sealed=True)
    other = Outcome({"Bob": 2}, "other", None, "new deck", opened="more", throwers=("Bob",), due=(move,), then=(move,))
    both = then_also(one, other)
    assert (both.after, both.ledger, both.board) == ({"Ann": 1, "Bob": 2}, 1, "new deck")
    assert (both.result, both.others, both.opened) == ("one", ("other",), "a plan")
    assert (both.throwers, both.due, both.then) == (("Ann", "Bob"), (shot, move), (move,))
    assert (both.ends, both.sealed) == (True, True)
    plain = then_also(replace(one, ends=False, sealed=False, opened=""), other)
    assert (plain.ends, plain.sealed, plain.opened) == (False, False, "more")
