"""What a scenario leaves open as it is set up: when it is asked, what its panel asks and says, which dice are given."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Hesitation
from bot.engine.scenario import Count, Drawn, Faction, Troop
from bot.engine.scene import Scene
from bot.systems.scenarios import scenario_orders
from bot.systems.settingup import forces_of, thrown_for
from tests.systems.small_ship import SHIP, Ship
from tests.systems.test_scenarios import FORCES, GROUPS, nobody, refused, set_up

OPEN = Troop("Red", Drawn.DRAW, Count(2, -1), ("Crew",), line=1)
NUMBERED = Troop("Blue", Drawn.PICK, Count(more=2), ("Gang",), line=2)
IN_ORDER = Troop("Blue", Drawn.TAKE, Count(1), ("Gang",), line=3)
HIDING = replace(OPEN, hidden=True)
BELOW = replace(OPEN, deck="Lower")
ALL = Troop("Blue", Drawn.DRAW, Count(everybody=True), ("Gang",), line=4)


def order_of(*, system=None, **scenario):
    ship = Ship(**scenario)
    staged = replace(ship.system.staged, groups=GROUPS)
    return scenario_orders(replace(ship.system, **{"staged": staged, **(system or {})}))["scenario setup"]


def asks(said, **scenario):
    """Whether it is asked about before it is carried out."""
    return order_of(**scenario).hesitation(Scene.of(nobody()), {"name": "The Ship", **said}, {})


@pytest.mark.parametrize("said", [{}, {"sweep": True}, {"drawn": "the best"}, {"thrown": "4"}, {"name": "ship"}])
def test_where_nobody_says_who_plays_which_side_it_is_asked(said):
    assert asks(said) == Hesitation(lacks=True)


@pytest.mark.parametrize(
    "said", [{"first": "7"}, {"second": "7"}, {"third": "7"}, {"alone": "Red"}, {"alone": "nobody"}, {"name": "wreck"}]
)
def test_where_anybody_says_it_or_no_such_scenario_is_there_nothing_is_asked(said):
    assert not asks(said)


def test_of_one_side_there_is_nothing_to_ask():
    staged = Ship().system.staged
    one = {"staged": replace(staged, scenarios={"The Ship": replace(SHIP, sides=(Faction("Red"),))})}
    assert not order_of(system=one).hesitation(Scene.of(nobody()), {"name": "The Ship"}, {})


def asked(said=None, **scenario):
    order = order_of(**scenario)
    return order.by_panel({"name": "The Ship", **(said or {})}).fields


def test_the_panel_asks_by_the_names_of_the_sides_and_for_no_more_than_is_open():
    first, second, sweep = asked(forces=(ALL, replace(IN_ORDER, count=Count(more=1))))
    assert (first.name, first.called, second.name, second.called) == ("first", "Red", "second", "Blue")
    assert {first.kind, second.kind} == {Kind.PLAYER}
    assert first.choices == second.choices == ("nobody yet", "the bot")
    assert (sweep.name, sweep.called) == ("sweep", "sweep the deck first")


@pytest.mark.parametrize(
    ("force", "open_ones"),
    [
        (OPEN, ["drawn", "thrown"]),
        (NUMBERED, ["drawn"]),
        (IN_ORDER, ["thrown"]),
        # What only the referee may know of is thrown for by the bot.
        (HIDING, ["drawn"]),
        (BELOW, ["drawn"]),
        (ALL, []),
    ],
)
def test_how_people_are_drawn_and_dice_are_asked_where_they_are_open(force, open_ones):
    names = [each.name for each in asked(forces=(force,))]
    assert names == ["first", "second", *open_ones, "sweep"]


def test_where_nobody_acts_by_themselves_the_bot_can_t_be_chosen():
    assert asked(system={"piloting": None})[0].choices == ("nobody yet",)


@pytest.mark.parametrize(
    ("chosen", "typed"),
    [
        ({}, {}),
        ({"first": "nobody yet", "second": "nobody yet", "drawn": "as written", "sweep": False}, {}),
        ({"first": "7", "second": "the bot"}, {"first": "7", "alone": "Blue"}),
        ({"first": "the bot", "second": "the bot"}, {"alone": "Red, Blue"}),
        ({"first": "8", "second": "7", "drawn": "the best"}, {"first": "8", "second": "7", "drawn": "the best"}),
        ({"second": "the bot", "thrown": "5", "sweep": True}, {"alone": "Blue", "thrown": "5", "sweep": True}),
    ],
)
def test_what_is_chosen_is_the_command_that_says_the_same(chosen, typed):
    order = order_of()
    said = order.departing(order.panel.says({"name": "The Ship", **chosen}), {})
    assert said == {"name": "The Ship", **typed}


def told(scene, settings=None, **said):
    order = order_of(forces=(OPEN, NUMBERED), situation="A ship adrift.")
    scene = replace(scene, settings=settings or {})
    return order.panel.lines(scene, order.read({"name": "The Ship", **said}))


def test_the_panel_tells_the_situation_and_who_throws():
    assert told(Scene.of(nobody())) == ("A ship adrift.", "Dice say how many come: 2D−1 Red")
    assert told(Scene.of(nobody()), thrown="4") == ("A ship adrift.",)


def test_the_panel_tells_when_the_bot_does_not_act_yet():
    line = "By themselves: Red, once the setting autopilot is acts"
    assert line in told(Scene.of(nobody()), alone="Red")
    assert line not in told(Scene.of(nobody()), {"autopilot": "acts"}, alone="Red")


def test_the_panel_tells_why_it_can_t_be_set_up_as_it_stands():
    there = "⚠ Ann, Bob and Cid stand on the deck: /place them off, or say sweep:True."
    assert told(Scene.of(Ship().game))[-1] == there
    assert told(Scene.of(Ship().game), sweep=True)[-1] != there
    assert told(Scene.of(nobody()), thrown="13")[-1] == "⚠ The throw for the Red must be from 2 to 12."


# --- the dice, and how people are drawn ---


def counts(scenario, drawn="as written", thrown=""):
    return [(each.how, each.count) for each in forces_of(scenario, drawn, thrown)]


def test_what_was_thrown_says_how_many_come_in_the_order_of_the_file():
    scenario = replace(SHIP, forces=(OPEN, HIDING, IN_ORDER))
    assert thrown_for(scenario) == [OPEN, IN_ORDER]
    assert counts(scenario, thrown="7, 3") == [
        (Drawn.DRAW, Count(more=6)),
        (Drawn.DRAW, HIDING.count),
        (Drawn.TAKE, Count(more=3)),
    ]
    # Of what is left out the bot throws for.
    assert [count for _, count in counts(scenario, thrown=",3")] == [OPEN.count, HIDING.count, Count(more=3)]
    # Nobody comes by less than nothing.
    few = replace(SHIP, forces=(replace(OPEN, count=Count(1, -4)),))
    assert counts(few, thrown="2") == [(Drawn.DRAW, Count())]


@pytest.mark.parametrize(
    ("thrown", "told"),
    [
        ("1", "The throw for the Red must be from 2 to 12."),
        ("13", "The throw for the Red must be from 2 to 12."),
        ("six", "The throw for the Red must be a whole number, not “six”."),
        ("2, 7", "The throw for the Blue must be from 1 to 6."),
        ("2, 6, 1", "The Ship begins with 2 throws of dice: give no more in thrown."),
    ],
)
def test_what_no_dice_show_is_refused(thrown, told):
    with pytest.raises(RuleError) as refusal:
        counts(replace(SHIP, forces=(OPEN, IN_ORDER)), thrown=thrown)
    assert str(refusal.value) == told


def test_a_scenario_without_dice_takes_none():
    told = "The Ship begins with no dice that all see: give no more in thrown."
    assert refused("scenario setup", Ship(forces=FORCES), game=nobody(), name="The Ship", thrown="3") == told


def test_who_is_drawn_may_be_said_but_not_of_those_by_name_or_in_order():
    scenario = replace(SHIP, forces=(OPEN, NUMBERED, IN_ORDER, ALL))
    how = [each.how for each in forces_of(scenario, "the best", "")]
    assert how == [Drawn.PICK, Drawn.PICK, Drawn.TAKE, Drawn.DRAW]
    how = [each.how for each in forces_of(scenario, "without looking", "")]
    assert how == [Drawn.DRAW, Drawn.DRAW, Drawn.TAKE, Drawn.DRAW]
    assert tuple(forces_of(scenario, "as written", "")) == scenario.forces


def test_what_was_thrown_on_the_table_and_how_people_were_drawn_is_told():
    forces = (Troop("Red", Drawn.DRAW, Count(1), ("Crew",), places=("A1",), line=1), replace(NUMBERED, places=("E1",)))
    # No die falls: the best are taken in their order.
    outcome, card, game = set_up(forces, dice=(), said={"drawn": "the best", "thrown": "2"})
    assert outcome.result.sides == (("Red", 2), ("Blue", 2))
    assert {unit.side for unit in game.units.values()} == {"Red", "Blue"}
    assert {"Thrown on the table for the Red: 2", "Everybody drawn: the best"} <= {*map(str, card.lines)}
    # As it is without.
    _, card, _ = set_up(forces, dice=(2, 1))
    assert not [line for line in map(str, card.lines) if "rawn" in line or "hrown" in line]


def test_nobody_acts_by_themselves_may_be_said():
    assert set_up(said={"alone": " Nobody "})[0].result.alone == ()
