"""The orders of careers: how one begins and goes on, what the referee says of it, and what the table is asked."""

import re
from dataclasses import replace

import pytest

from bot import systems
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.scene import Game, Scene, Unit, Units
from bot.systems.naval.career import Owed, Status
from bot.systems.naval.orders import MOST_CAREERS
from tests.reports import card_of
from tests.systems.naval.careers import before, posted, serving, young

NAVAL = systems.discover(systems)["naval"]
UPP = "789A87"


def given(verb, career=None, faces=(), by="", known=(), settings=None, **fields):
    """What an order comes to for Ann, of whom there is a career or none, and its card."""
    order, dice = NAVAL.orders[verb], ScriptedDice(faces)
    units = {"name": (Unit("Ann", "", career, owner="7"),)} if career else {}
    everybody = {name: Unit(name, "", young()) for name in known}
    scene = Scene(units, by=by, known=everybody, settings=settings or {})
    outcome = order.resolve(scene, order.read(fields, {}), dice)
    assert not dice.left
    return outcome, card_of(order, outcome, dice.throws)


def due(career, **settings):
    """What the table is asked of Ann's career."""
    people = {"Ann": Unit("Ann", "", career, owner="7")}
    return NAVAL.due(Game(Units(people, people.__getitem__), (), settings))


@pytest.mark.parametrize(
    ("fields", "world"),
    [
        ({}, (12, 8, 6, 7, True, 12)),
        ({"subsector": 9}, (12, 8, 6, 7, True, 9)),
        ({"subsector": 0, "navy": False}, (12, 8, 6, 7, False, 0)),
    ],
)
@pytest.mark.parametrize("profile", ["A867949-C", "a867949c"])
def test_a_world_is_read_off_its_profile(profile, fields, world):
    """Starport A, size 8, atmosphere 6, hydrographics 7, population, government and law, and behind the stroke C: 12.
    The subsector's tech level is the homeworld's where none is said, and then the answer says so.
    """
    outcome, card = given("career begin", name="Ann", upp=UPP, homeworld=profile, **fields)
    found = outcome.units["Ann"].sheet.homeworld
    assert (found.tech, found.size, found.atmosphere, found.hydrographics, found.navy, found.subsector_tech) == world
    granted = [line for line in card.lines if "NR-G7" in line]
    assert granted == ([] if fields else ["Subsector's tech level: 12, the homeworld's, where none is said (NR-G7)"])


def test_whoever_begins_a_career_has_it_as_they_said_it_and_their_own():
    outcome, card = given("career begin", name=" Ann ", upp=UPP, homeworld="A867949-C", age=20, by="7")
    unit = outcome.units["Ann"]
    assert (unit.name, unit.owner, unit.sheet.age, unit.sheet.status) == ("Ann", "7", 20, Status.OUTSIDE)
    who = unit.sheet.characteristics
    assert (who.strength, who.dexterity, who.endurance, who.intelligence, who.education, who.social) == (
        *(7, 8, 9, 10),
        *(8, 7),
    )
    assert card.title == "Ann's career begins"
    assert given("career begin", name="Ann", upp=UPP, homeworld="A867949-C", by="7")[0].units["Ann"].sheet.age == 18


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"subsector": 0}, "Name the homeworld by its profile too"),
        ({"navy": False}, "Name the homeworld by its profile too"),
        ({"homeworld": "A867949"}, "A homeworld is its profile"),
        ({"homeworld": "A867949-CC"}, "A homeworld is its profile"),
        ({"homeworld": "A867?49-C"}, "A homeworld is its profile"),
    ],
)
def test_a_world_is_told_whole_or_not_at_all(fields, told):
    with pytest.raises(RuleError, match=told):
        given("career begin", name="Ann", upp=UPP, **fields)


def test_a_campaign_holds_so_many_careers():
    full = [f"Career {number}" for number in range(MOST_CAREERS)]
    with pytest.raises(RuleError, match="A campaign holds 200 careers"):
        given("career begin", known=full, name="Ann", upp=UPP, homeworld="A867949-C")
    outcome, _ = given("career begin", known=full[1:], name="Ann", upp=UPP, homeworld="A867949-C")
    assert outcome.throwers == ("Ann",)


def test_a_choice_takes_a_career_as_far_as_the_next():
    """Battle in the Line is survived on 6 or more."""
    outcome, card = given("career next", before(posted("Battle"), "points", "survival", "points"), [3, 4], choice="0")
    assert (card.title, outcome.throwers) == ("Ann: points, 0", ("Ann",))
    assert outcome.after["Ann"].ahead == ("points",)
    assert not any("/career enlist" in line for line in card.lines)


@pytest.mark.parametrize("fields", [{"all": True}, {"answers": "survival first"}])
def test_by_standing_answers_it_is_played_to_its_end_with_every_reason(fields):
    """Two choices of points and a survival throw of 2, which nobody survives in battle."""
    outcome, card = given("career next", before(posted("Battle"), "points", "points", "survival"), [1, 1], **fields)
    why = "by default" if "all" in fields else "survival first"
    assert card.title == "Ann's career goes on"
    assert [line for line in card.lines if why in line] == [f"Points: 0, {why}"] * 2
    assert outcome.after["Ann"].status is Status.DEAD
    assert not any("/career enlist" in line for line in card.lines)


def test_whoever_is_out_may_come_aboard():
    outcome, card = given("career next", before(posted("Battle"), "fate"), choice="leaves the service")
    assert outcome.after["Ann"].status is Status.OUT
    assert card.lines[-1] == "A character of the campaign by /career enlist name:Ann"


@pytest.mark.parametrize("by", ["", "7"])
def test_what_is_the_referees_to_say_no_player_says(by):
    fate = before(posted("Battle"), "fate", "rest")
    if by:
        with pytest.raises(RuleError, match="That is for the referee to say"):
            given("career next", fate, by=by, choice="dies")
    else:
        outcome, card = given("career next", fate, by=by, choice="dies")
        assert outcome.after["Ann"].status is Status.DEAD
        assert card.title == "Ann: fate, dies"


WOUND, AGING = Owed("NR-G6", "the wound of Battle (Crew)"), Owed("NR-G2", "aging at the end of term 4")


def test_what_the_referee_says_stands_with_the_career_and_changes_it_once():
    career = replace(serving(strength=7, age=34), owed=(AGING, WOUND))
    said, card = given("career say", career, asked="the wound of Battle (Crew)", answer="a scar, strength -1")
    after = said.after["Ann"]
    assert (after.characteristics.strength, [owed.said for owed in after.owed]) == (6, ["", "a scar, strength -1"])
    assert len(card.lines) == 1
    again, card = given("career say", after, asked="the wound of Battle (Crew)", answer="a limp, strength -2")
    assert again.after["Ann"].characteristics.strength == 6
    assert "Characteristics stay as they are" in card.lines[1]
    plain, card = given("career say", after, asked="the wound of Battle (Crew)", answer="a limp")
    assert len(card.lines) == 1
    assert plain.after["Ann"].owed[1].said == "a limp"


def test_of_two_alike_the_last_is_the_one_that_is_said():
    career = replace(serving(), owed=(replace(WOUND, said="a scar"), WOUND))
    said, _ = given("career say", career, asked=WOUND.what, answer="a limp")
    assert [owed.said for owed in said.after["Ann"].owed] == ["a scar", "a limp"]


def test_nothing_is_said_where_nothing_is_left_to_the_referee():
    with pytest.raises(RuleError, match="Nothing of Ann's career is left to the referee so far"):
        given("career say", serving(), asked="aging", answer="none")


def test_a_choice_is_asked_of_whose_career_it_is_and_since_when():
    """A rating of Battle in the Line at 23 who has answered 4 questions: how many points they put on it."""
    (asked,) = due(replace(before(posted("Battle", age=23), "points", "rest"), answered=4))
    assert (asked.owes, asked.decides, asked.optional, asked.asks) == (("Ann",), ("7",), True, ("choice",))
    assert asked.since == "choice 5, aged 23"
    assert asked.choices[0].said.fields == {"choice": "0"}
    assert asked.fallback.said.fields["choice"] == "0"


def lines_of(career):
    """What each choice does that is asked of a career."""
    (asked,) = due(career)
    return [each.does for each in asked.choices]


def test_a_choice_tells_the_chances_that_hang_on_it_and_not_those_that_are_the_same_with_each():
    """An O2 of the Line seeks command on 7+ at −2, 10 ways of 36; the assignment is thrown for in either case."""
    posting = posted("", "O2", command=False, age=23, intelligence=8, education=8)
    seek, staff = lines_of(before(posting, "command", "assignment", "rest"))
    assert seek.endswith("staff post 72.22 %, command post 27.78 %")
    assert staff == "no throw"


def test_each_career_is_told_its_own_chances():
    """One that is asked for a navy, and one for a commission, on which no throw hangs."""
    navies = lines_of(before(young(age=19, intelligence=8), "navy"))
    again = lines_of(before(young(age=19, intelligence=7), "navy"))
    commission = lines_of(before(young(age=26), "commission"))
    assert (len(navies), len(commission)) == (3, 2)
    # 9+, 8+ and 7+, with one more by the dice for intelligence 8.
    assert [re.findall(r"enlisted ([\d.]+) %", line) for line in navies] == [["41.67"], ["58.33"], ["72.22"]]
    assert [re.findall(r"enlisted ([\d.]+) %", line) for line in again] == [["27.78"], ["41.67"], ["58.33"]]


def test_what_is_the_referees_is_asked_of_them_and_what_they_have_said_is_not():
    (fate,) = due(before(posted("Battle"), "fate", "rest"), **{"failed survival": "asked"})
    assert fate.decides == ("",)
    over = replace(serving(ahead=(), owed=(AGING, replace(WOUND, said="a scar"))), status=Status.DEAD)
    (ruling,) = due(over)
    assert (ruling.what, ruling.rule, ruling.owes, ruling.decides) == (AGING.what, "NR-G2", ("Ann",), ("",))
    assert (ruling.optional, ruling.answer.verb, ruling.answer.fields) == (True, "career say", {"asked": AGING.what})


def test_what_lies_ahead_of_a_career_that_is_over_is_nothing():
    dead = replace(serving(ahead=()), status=Status.DEAD)
    order = NAVAL.orders["career"]
    with pytest.raises(RuleError, match="This career is over"):
        order.resolve(Scene({"name": (Unit("Ann", "", dead),)}), order.read({}, {}), ScriptedDice([]))


def test_no_odds_are_told_where_nothing_is_thrown():
    order = NAVAL.orders["career"]
    scene = Scene({"name": (Unit("Ann", "", before(young(age=26), "commission")),)})
    with pytest.raises(RuleError, match="No throw hangs on what is asked now"):
        order_odds(order, scene, order.read({"year": False}, {}))
