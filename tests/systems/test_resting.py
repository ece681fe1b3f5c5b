"""`/rest`: who is how after some days, by the book and by the referee's word."""

from types import SimpleNamespace

import pytest

from bot import systems
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.systems.resting import rest_orders

AHL = systems.discover(systems)["ahl"]


def somebody(name, *marks, **traits):
    named = {trait.replace("_", " "): str(value) for trait, value in traits.items()}
    return Unit(name, "Red", AHL.with_traits(AHL.new_sheet, named), marks=marks)


HALE, HURT = somebody("Ann"), somebody("Bob", light_wounds=1)
BAD, DEAD = somebody("Cid", condition="unconscious"), somebody("Dot", condition="dead")
CAPTIVE = somebody("Eve", "surrendered", light_wounds=2)


def rest(*units, days=7, **fields):
    order = AHL.orders["rest"]
    outcome = order.resolve(Scene({"name": units}), order.read({"days": days, **fields}), ScriptedDice([]))
    return outcome, order.word(outcome.result, Faces([]))


def refused(*units, **fields):
    with pytest.raises(RuleError) as refused_:
        rest(*units, **fields)
    return str(refused_.value)


def test_ten_years_pass_at_most():
    assert rest(HALE, days=3650)[1].title == "3,650 days pass"
    for days in (0, 3651):
        assert refused(HALE, days=days) == "The days must be from 1 to 3650."


def test_whoever_is_out_comes_round_and_who_is_whole_is_not_named():
    outcome, card = rest(HALE, BAD)
    assert (card.title, card.lines) == ("7 days pass", ("Cid: unconscious → unhurt",))
    assert {*outcome.after} == {"Cid"}
    assert outcome.after["Cid"] == HALE.sheet
    assert rest(HALE, days=1)[1].title == "1 day passes"
    assert rest(HALE, days=1)[1].lines == ("Nobody was hurt.",)
    assert rest(HALE)[0].after == {}


def test_how_wounds_heal_is_the_referees_word():
    """The book doesn't say it: who is left out of that word, or for whom it is nobody's, is as before."""
    assert refused(HALE, HURT).endswith("say how they are then, such as heals:“Bob: light wounds 1”, or heals:nobody.")
    outcome, card = rest(HALE, HURT, heals="Bob: light wounds 0")
    assert card.lines == ("Bob: 1 light wound → unhurt",)
    assert [line.partition(": ")[2] for line in card.working] == ["by the referee's word"]
    assert outcome.after["Bob"] == HALE.sheet
    for nobody in ("nobody", " Nobody "):
        outcome, card = rest(HURT, heals=nobody)
        assert (outcome.after, card.lines) == ({}, ("Bob: 1 light wound",))
    # Nobody is hurt of whom it would have to be said.
    assert rest(HALE, heals="nobody")[1].working == ()


def test_several_are_told_in_one_word_by_lines_or_semicolons():
    two = somebody("Cid", light_wounds=2)
    for text in ("Bob: light wounds 0; Cid: light wounds 1", "Cid: light wounds 1\nBob: light wounds 0;"):
        assert rest(HURT, two, heals=text)[1].lines == (
            "Bob: 1 light wound → unhurt", "Cid: 2 light wounds → 1 light wound"
        )  # fmt: skip


@pytest.mark.parametrize(
    ("heals", "sentence"),
    [
        ("Dot: light wounds 0", "Dot is dead: no days heal that."),
        ("Bob: light wounds 0; Bob: light wounds 1", "Bob stands there twice"),
        ("Bob light wounds 0", "Write who heals and how"),
        ("Zed: light wounds 0", "There is no character who rests “Zed”"),
        ("Bob: morale 9", "morale"),
    ],
)
def test_words_that_do_not_tell_how_somebody_heals(heals, sentence):
    assert sentence in refused(HURT, DEAD, heals=heals)


def test_the_dead_stay_dead_and_prisoners_are_left_out_unless_it_is_said():
    outcome, card = rest(HALE, DEAD, CAPTIVE)
    assert (outcome.after, card.lines) == ({}, ("Nobody was hurt.",))
    # Other sides read the lines that name their people, and would learn from this one that others rest.
    assert card.footer == "Left out as prisoners: Eve"
    assert rest(CAPTIVE, prisoners=True, heals="Eve: light wounds 0")[1].lines == ("Eve: 2 light wounds → unhurt",)


def test_a_book_that_knows_nothing_of_time_has_no_such_order():
    assert rest_orders(SimpleNamespace(squads=SimpleNamespace(resting=None))) == {}
