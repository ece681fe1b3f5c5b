"""A scenario as its special rules find it: whom they are about, who can act, what they note and tell."""

import pytest

from bot.engine.scenario import Floor, Playing, Scenario, Special
from bot.engine.scene import Game, Unit, Units
from bot.engine.staging import FirstTurn, Juncture, Ruling, Staged
from bot.engine.system import Mark


class Deck:
    """A deck as far as it is asked who stands on it."""

    def __init__(self, *people):
        self.people = people


# A sheet is how its picture shows it. Of the guards Cid has left the campaign; Dot is called Dora now, and is dead.
UP, OUT, DEAD = Mark(), Mark(out=True), Mark(dead=True)
ANN, BOB, DORA, EVE = (
    Unit("Ann", "Red", UP),
    Unit("Bob", "Red", OUT),
    Unit("Dora", "Blue", DEAD),
    Unit("Eve", "Blue", UP),
)
PLAYING = Playing(
    "The Ship",
    1,
    people={"Ann": "Ann", "Bob": "Bob", "Cid": "Cid", "Dot": "Dora", "Eve": "Eve"},
    tallies={"crates": 2},
    kept={"alarm, Red": {"Ann": 1}, "vacuum": {"Bob": 5}},
)
ALARM, DECK = Special("alarm", "Red"), Deck("Ann", "Bob", "Dora")
SCENARIO = Scenario("file", "The Ship", "", "", (Floor("82", "a"), Floor("84", "b")), (), ())


def juncture(special=ALARM, board=DECK, **staged):
    units = Units().having(ANN, BOB, DORA, EVE, Unit("Stray", "Red", UP))
    groups = {"guards": (Unit("Cid", "", UP), Unit("Dot", "", UP)), "crew": (Unit("Eve", "", UP),)}
    game = Game(units, board=board)
    return Juncture(SCENARIO, special, PLAYING, game, Staged(groups=groups, **staged), lambda mark: mark, None, None)


def names(units):
    return [unit.name for unit in units]


@pytest.mark.parametrize(
    ("who", "found"),
    [
        ([], ["Ann", "Bob", "Dora", "Eve"]),
        (["Red"], ["Ann", "Bob"]),
        (["guards"], ["Dora"]),
        # By the name that the scenario gave them.
        (["Dot"], ["Dora"]),
        (["Dora"], []),
        (["crew", "Bob"], ["Bob", "Eve"]),
        (["Stray"], []),
    ],
)
def test_a_rule_is_about_sides_groups_and_people_of_the_scenario(who, found):
    assert names(juncture().people(*who)) == found


def test_there_are_those_alone_who_are_on_the_deck_and_can_act():
    assert names(juncture().there()) == ["Ann"]
    assert names(juncture(board=Deck("Ann", "Eve")).there("Blue")) == ["Eve"]
    assert names(juncture(board=Deck("Dora")).there()) == []
    assert [unit.name for unit in (ANN, BOB, DORA) if juncture().able(unit)] == ["Ann"]


def test_what_a_rule_notes_is_its_own_and_what_it_counts_is_added():
    now = juncture()
    assert (now.about, now.floor, dict(now.kept)) == ("Red", "84", {"Ann": 1})
    assert juncture(Special("plague")).kept == {}
    more = now.keeping(Ann=4, Bob=2)
    assert more.playing.kept == {"alarm, Red": {"Ann": 4, "Bob": 2}, "vacuum": {"Bob": 5}}
    assert more.noting({"Eve": 1}).playing.kept == {"alarm, Red": {"Eve": 1}, "vacuum": {"Bob": 5}}
    counted = now.counted("crates").counted("lost", 3).counted("lost", -1)
    assert counted.playing.tallies == {"crates": 3, "lost": 2}
    assert now.telling("One.").telling("Two.", "Three.").told == ("One.", "Two.", "Three.")


def test_a_book_that_brings_nothing_has_nothing_happen():
    """No turn is kept, nobody is worth more, sees an enemy, or is kept from leaving; and all that it keeps stays."""
    bare, game = Staged(), Game(Units().having(ANN)).keeping("kept")
    assert juncture().moment is None
    assert juncture(moment=lambda ledger: (2, 1)).moment == (2, 1)
    assert (bare.worth(UP), bare.playing("kept"), bare.witness(game, "Ann"), bare.departs(game, "Ann")) == (
        0,
        None,
        False,
        "",
    )
    assert bare.keeping("kept", PLAYING) == bare.ends("kept") == "kept"
    assert bare.begins(game, FirstTurn((), (), 0)) == bare.comes(game, (), ()) == "kept"
    assert bare.passes(game, 2) == bare.departed(game, ("Ann",)) == "kept"
    assert (Ruling("Something").enters, Ruling("Something").kept) == (False, False)
