"""`/autopilot why` and `act`: what somebody would be advised to, and doing it, by a toy book."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.engine.autopilot import Autopilot, Considered, Idea, Mission
from bot.engine.cards import Suggestion
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.due import Choice, Due, moment, said
from bot.engine.errors import RuleError
from bot.engine.scenario import Goal
from bot.engine.scene import Outcome, Scene
from bot.engine.steps import Sequel
from bot.systems.advising import ByOrders, Guide, advising, asked_of
from tests.systems.small_ship import AHL, Ship
from tests.systems.toy_pilots import DEEDS, ON, game, idea, may, may_until_done, must, system

WHY, ACT = "autopilot why", "autopilot act"


class Table:
    """A table at which Ann, Bob, Cid and Dee may act, each with the ideas that `advises` gives them."""

    def __init__(self, advises=lambda _, name: [idea("do", name)], due=None, withheld=(), **more):
        self.withheld = withheld
        self.system = system(due or may_until_done("Ann", "Bob", "Cid", "Dee"), advises)
        self.orders = advising(self.system, DEEDS)
        self.game = game(**more)

    def give(self, verb, *names, **fields):
        order, dice = self.orders[verb], ScriptedDice([])
        units = {"name": tuple(self.game.units[name] for name in names)}
        self.last = order.carried_out(
            replace(Scene.of(self.game), units=units, withheld=lambda: self.withheld), order.read(fields), dice
        )
        self.game = self.game.after(self.last)
        return order.word(self.last.result, Faces([]))

    def refused(self, verb, *names):
        with pytest.raises(RuleError) as refused:
            self.give(verb, *names)
        return str(refused.value)


def of(worths):
    """Ideas of so much worth each, called by it."""
    return lambda _, name: [Idea(said("do", [name], times=worth), worth, f"gains {worth}") for worth in worths]


def test_the_best_five_are_told_with_what_they_are_worth_each_order_once():
    table = Table(of([0.1, 0.126, 3, 2, 0, 1, 3]))
    card = table.give(WHY, "Ann")
    told = [(3, "3.00 · Gains 3: "), (2, "2.00 · Gains 2: "), (1, "1.00 · Gains 1: "), (0.126, "0.13 · Gains 0.126: "),
            (0.1, "0.10 · Gains 0.1: ")]  # fmt: skip
    assert card.title == "What Ann might do"
    assert card.lines == tuple(Suggestion("do", {"name": "Ann", "times": worth}, line) for worth, line in told)
    # What is worth nothing has no figure.
    assert Table(of([0])).give(WHY, "Ann").lines == (Suggestion("do", {"name": "Ann", "times": 0}, "Gains 0: "),)
    assert [each.worth for each in table.last.result.ideas] == [3, 2, 1, 0.13, 0.1]
    assert (table.last.sealed, table.last.changes) == (True, False)
    assert len(card.working) == 2


def test_of_two_ideas_of_one_worth_the_first_comes_first():
    twice = [Idea(said("do", ["Ann"]), 1.0, "first"), Idea(said("hide", ["Ann"]), 1.0, "second")]
    card = Table(lambda *_: twice).give(WHY, "Ann")
    assert [line.verb for line in card.lines] == ["do", "hide"]


def test_who_has_no_idea_has_nothing_to_decide():
    card = Table(lambda *_: []).give(WHY, "Ann")
    assert (card.title, card.lines) == (
        "Ann has nothing to decide now",
        ("/next goes on to where somebody may act.",),
    )


OFF = "Bob is on no deck, and advice goes by what is seen there: put them on it with /place."
NO_TURN = "Advice is given in a turn that is kept: /turn begin begins one."


@pytest.mark.parametrize(
    ("verb", "who", "given", "sentence"),
    [
        (WHY, ["Bob"], {"there": "Ann"}, OFF),
        (WHY, ["Bob"], {"there": None}, OFF),
        (ACT, ["Bob"], {"there": "Ann"}, OFF),
        (ACT, ["Bob", "Cid"], {"there": "Ann"}, OFF.replace("Bob is", "Bob and Cid are")),
        (WHY, ["Ann"], {"due": lambda _: ()}, NO_TURN),
        (ACT, ["Ann"], {"due": lambda _: ()}, NO_TURN),
        (ACT, ["Ann"], {"advises": lambda *_: []},
         "Ann can do nothing now: /next goes on to where somebody may act."),
        (ACT, ["Ann", "Bob"], {"advises": lambda _, name: [idea("never", name)]},
         "Ann and Bob can do nothing now: /next goes on to where somebody may act."),
    ],
)  # fmt: skip
def test_where_there_is_no_advice(verb, who, given, sentence):
    assert Table(**given).refused(verb, *who) == sentence


def test_those_who_are_off_the_deck_are_passed_over():
    assert Table(there="Ann").give(ACT, "Bob", "Ann", "Cid").title == "Ann acts"


def twice_each(now, name):
    """Everybody does two things, and then passes."""
    left = now.units[name].sheet < 2 and name not in now.ledger.done
    return [idea("do", name)] if left else [idea("pass", name, why="has done enough")] * (name not in now.ledger.done)


def test_each_acts_until_they_have_nothing_more_to_do_and_the_reason_is_told():
    table = Table(twice_each)
    card = table.give(ACT, "Ann", "Cid")
    assert card.title == "Ann and Cid act"
    deed = ("Why: wants to",)
    assert card.lines == (
        "— Ann did it", *deed, "— Ann did it", *deed, "— Cid did it", *deed, "— Cid did it", *deed,
        "Ann has done enough", "Cid has done enough",
    )  # fmt: skip
    assert table.game.ledger.done == ("Ann", "Cid")
    assert card.next == (Suggestion("next", moment=moment(table.system.due(table.game))),)
    # What they have seen is kept, and their orders as they were; of others nothing is changed.
    assert {name: pilot.looked for name, pilot in table.game.ledger.pilots.items()} == {
        "Ann": (7,), "Bob": (), "Cid": (7,), "Dee": ()
    }  # fmt: skip
    assert Table(twice_each).give(ACT, "Ann").title == "Ann acts"


def test_nobody_does_more_than_eight_things():
    table = Table()
    table.give(ACT, "Ann", "Cid")
    assert {name: unit.sheet for name, unit in table.game.units.items()} == {"Ann": 8, "Bob": 0, "Cid": 8, "Dee": 0}


def test_who_can_act_again_after_another_has_does_so():
    """Ann waits for Cid's second deed; then she does what she has to."""

    def advises(now, name):
        waits = now.units["Cid"].sheet < 2 if name == "Ann" else now.units["Cid"].sheet == 2
        return [] if waits or now.units[name].sheet == 3 else [idea("do", name)]

    card = Table(advises).give(ACT, "Ann", "Cid")
    assert [line for line in card.lines if "—" in line] == ["— Cid did it"] * 2 + ["— Ann did it"] * 3


def test_what_has_to_be_answered_is_told_though_it_only_passes():
    has_to = lambda _: [must("Ann", "pass", "do", default=0), ON]  # noqa: E731
    card = Table(lambda now, name: [idea("pass", name)] * (not now.ledger.done), has_to).give(ACT, "Ann")
    assert card.lines == ("— Ann passed", "Why: wants to")
    card = Table(lambda now, name: [idea("pass", name)] * (not now.ledger.done), lambda _: [may("Ann")]).give(
        ACT, "Ann"
    )
    assert card.lines == ("Ann wants to",)


@pytest.mark.parametrize(
    ("asked", "orders", "to"),
    [
        # Left out, they act as they were told last; new orders come with their own place, or none.
        ({}, Mission.GUARD, "Bridge"),
        ({"at": "Mess"}, Mission.GUARD, "Mess"),
        ({"orders": Mission.HOLD}, Mission.HOLD, ""),
        ({"orders": Mission.HOLD, "at": "Mess"}, Mission.HOLD, "Mess"),
    ],
)
def test_by_what_orders_somebody_acts(asked, orders, to):
    before = Autopilot(Mission.GUARD, "Bridge", looked=(3,))
    assert ByOrders(**asked).of(before) == Autopilot(orders, to, looked=(3,))


def test_the_orders_that_were_asked_for_are_kept_by_who_acts_and_not_by_who_is_only_advised():
    pilots = {"Ann": Autopilot(Mission.GUARD, "Bridge", standing=True)}
    table = Table(twice_each, pilots=pilots)
    table.give(WHY, "Ann", orders="hold")
    assert table.game.ledger.pilots == pilots
    table.give(ACT, "Ann", orders="hold")
    assert table.game.ledger.pilots == {"Ann": Autopilot(Mission.HOLD, "", looked=(7,), standing=True)}


def test_a_book_without_advice_has_no_such_orders():
    assert advising(SimpleNamespace(piloting=None), DEEDS) == {}


def test_all_that_comes_of_a_deed_is_told_with_the_reason_at_its_end():
    table = Table(lambda now, name: [idea("begin", name)] * (not now.units[name].sheet))
    assert table.give(ACT, "Ann").lines == ("— Begun", "— Ann did it", "Why: wants to")


def _passes_with_a_throw(scene, _, dice):
    return Outcome({}, f"Ann passes on {dice.roll(1, why='whether')}", ledger=replace(scene.ledger, done=("Ann",)))


@pytest.mark.parametrize(("fallback", "told"), [(0, ["pass"]), (None, ["pass"])])
def test_to_be_done_is_told_where_dice_were_thrown_or_nothing_says_that_it_only_passes(fallback, told):
    made = system(lambda _: [may("Ann", default=fallback)])
    throws = {"pass": replace(DEEDS["pass"], resolve=_passes_with_a_throw)} if fallback == 0 else {}
    scene = Scene.of(game())
    guide = Guide(made, made.piloting, {**DEEDS, **throws})
    deed, _ = guide.first_of([idea("pass", "Ann")], scene, Sequel(scene.game), "Ann", ScriptedDice([3]))
    assert [part.verb for part in deed.parts] == told


def test_what_is_asked_of_somebody_first_is_theirs_and_leaves_a_choice():
    asked = must("Ann", "do", "pass")
    assert asked_of("Ann", [must("Bob", "do", "pass"), must("Ann", "do"), asked, may("Ann")]) is asked
    assert asked_of("Ann", [must("Bob", "do", "pass"), must("Ann", "do")]) is None


@pytest.mark.parametrize(("owes", "looks"), [(("Ann",), ["scenario search"]), (("Bob",), [])])
def test_in_a_scenario_they_go_by_what_it_is_about_where_something_is_asked_of_them(owes, looks):
    made, bound = Ship(turn=(1, 1), at={"Ann": "E2"}, goals=(Goal("cases", 1, "Crates"),)), []
    advice = replace(AHL.piloting, advises=lambda _, __, ___, pilot: bound.append((pilot.orders, pilot.purpose)) or [])
    asked = Due("may act", "R", owes, optional=True, choices=(Choice("Done", said("pass", owes)),))
    guide = Guide(replace(made.system, due=lambda _: [asked]), advice, {})
    ideas = guide.ideas(made.game, "Ann", Autopilot(Mission.GO_ON))
    assert [each.said.verb for each in ideas] == looks
    # Who is told to go on goes to the nearest square of what is next.
    assert bound == [(Mission.ADVANCE, " to look for what is hidden")]


def weighed(table, name, secret=False, turn=1):
    """The table at which somebody has done something in a turn, a secret until it is shown or not."""
    found = Considered(turn, (idea("hide", name, 0.5, "best"), idea("do", name, 0.25, "second")), "best", secret)
    pilots = {**table.game.ledger.pilots, name: Autopilot(standing=True, weighed=found)}
    table.game = table.game.keeping(replace(table.game.ledger, pilots=pilots))
    return table


def test_whoever_has_done_something_tells_the_best_five_that_they_weighed_once_nothing_is_to_be_decided():
    """Ann does the best of seven once, and Bob nothing."""
    first = Idea(said("do", ["Ann"]), 7.126, "gains 7")
    table = Table(lambda now, name: [] if now.units["Ann"].sheet else [first, *of([6, 5, 4, 3, 2, 1])(now, name)])
    table.give(ACT, "Ann")
    card = table.give(WHY, "Ann")
    assert (card.title, card.lines[0]) == ("What Ann weighed", "Done: gains 7")
    assert [line.before for line in card.lines[1:]] == [
        "7.13 · Gains 7: ", "6.00 · Gains 6: ", "5.00 · Gains 5: ", "4.00 · Gains 4: ", "3.00 · Gains 3: ",
    ]  # fmt: skip
    assert table.give(WHY, "Bob").title == "Bob has nothing to decide now"


def test_what_was_weighed_in_another_turn_is_told_no_more():
    table = weighed(Table(lambda _, __: []), "Ann", turn=2)
    assert table.give(WHY, "Ann").title == "Ann has nothing to decide now"


@pytest.mark.parametrize(("secret", "waits", "told"), [(False, True, True), (True, False, True), (True, True, False)])
def test_whoever_plays_another_side_is_told_what_somebody_weighed_once_it_has_shown(secret, waits, told):
    """Ann would do something now as well, and that is told to nobody who plays another side."""
    table = weighed(Table(withheld=("Ann",)), "Ann", secret=secret)
    table.system.piloting = replace(table.system.piloting, secrets=lambda _: ("Ann",) if waits else ())
    table.orders = advising(table.system, DEEDS)
    if told:
        assert [line.before for line in table.give(WHY, "Ann").lines[1:]] == ["0.50 · Best: ", "0.25 · Second: "]
    else:
        assert table.refused(WHY, "Ann") == (
            "You play another side than Ann: ask again once they have done something for all to see."
        )


def test_where_sides_keep_secrets_nobody_is_told_what_another_side_weighed():
    table = weighed(Table(withheld=("Ann",)), "Ann")
    table.game = replace(table.game, settings={**table.game.settings, "fog": "on"})
    assert "You play another side than Ann" in table.refused(WHY, "Ann")
