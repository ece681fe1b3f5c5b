"""What is due is done in its order, by a toy book: what is asked, what isn't, and where a step ends."""

from dataclasses import replace

import pytest

from bot.engine.cards import Card, Tone
from bot.engine.course import give_up, go_on, taken
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.due import Choice, Due, moment, owed_by, said
from bot.engine.errors import ComesFirstError, RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Outcome, Role, Said, Scene, Unit, Units
from bot.engine.steps import MOST, Sequel, choice_odds, followed, in_one, scene_for, whole_of

MANY = (Role("name", many=True),)


def _does(scene, _, dice):
    """Everybody named counts one on their sheet, and a die."""
    after = {unit.name: unit.sheet + 1 for unit in scene.units["name"]}
    return Outcome(after, [dice.roll(1, why="how well") for _ in after])


def _goes_on(scene, _, __):
    return Outcome({}, "on", ledger=scene.ledger + 1)


def _never(scene, _, __):
    raise RuleError(f"{scene.units['name'][0].name} can't.")


def _told(result: list[int], faces: Faces) -> Card:
    return Card(f"did {result}", tuple(map(str, faces.take("how well"))))


def _plainly(result: str, _: Faces) -> Card:
    return Card(result)


def order(verb, does, word=_plainly, role=MANY):
    return Order(verb, role, (), does, word)


ORDERS = {
    "do": order("do", _does, _told),
    "on": order("on", _goes_on, role=()),
    "never": order("never", _never),
}
DO, ON = Choice("Do", said("do", ["Ann"])), Choice("On", said("on"))


def game(**sheets):
    units = Units().having(*(Unit(name, "", sheet, owner=name[0]) for name, sheet in sheets.items()))
    return Game(units, read_ledger=lambda: 0)


def once(due, name="Ann"):
    """It is due while that one hasn't done anything."""
    return lambda now: (due,) if now.units[name].sheet == 0 else ()


def goes(until=9, **flags):
    """The table goes on for so many steps."""
    due = Due("the next step", "R", (), choices=(ON,), goes_on=True, **flags)
    return lambda now: (replace(due, since=str(now.ledger)),) if now.ledger < until else ()


def step(*dues, by="", faces=(), away=(), sheets=None):
    """What a step comes to: who has done how often, how often the table went on, what is asked, what couldn't be."""
    now = game(**(sheets or {"Ann": 0, "Bob": 0}))
    scene = replace(Scene.of(now), by=by, away=away)
    dice = ScriptedDice(faces)
    sequel, asked, barred = go_on(lambda g: tuple(each for due in dues for each in due(g)), ORDERS, scene, dice)
    done = {name: unit.sheet for name, unit in sequel.game.units.items()}
    return done, sequel.game.ledger, [each.what for each in asked], barred


def test_what_leaves_no_choice_is_done_and_then_the_table_goes_on_until_something_is_done():
    """Ann's is done before; on the way Bob's comes up at the second step, is done, and there the step ends."""
    bobs = Due("a check", "R", ("Bob",), choices=(Choice("Do", said("do", ["Bob"])),))

    def later(now):
        return once(bobs, "Bob")(now) if now.ledger == 2 else ()

    assert step(once(Due("a check", "R", ("Ann",), choices=(DO,))), later, goes(), faces=(3, 4)) == (
        {"Ann": 1, "Bob": 1},
        2,
        [],
        (),
    )


@pytest.mark.parametrize(
    "more",
    [
        # Several choices, none that is ready, and one that may be left: somebody is asked.
        {"choices": (DO, ON)},
        {"choices": (), "answer": said("do", ["Ann"])},
        {"choices": (DO,), "answer": said("do", ["Ann"])},
    ],
)
def test_whoever_has_to_choose_is_waited_for(more):
    assert step(once(Due("a choice", "R", ("Ann",), **more)), goes()) == ({"Ann": 0, "Bob": 0}, 0, ["a choice"], ())


def test_what_somebody_has_answered_beforehand_is_done_unasked():
    due = Due("a choice", "R", ("Ann",), choices=(ON, DO), standing=1)
    assert step(once(due), goes(0), faces=(3,)) == ({"Ann": 1, "Bob": 0}, 0, [], ())


@pytest.mark.parametrize(("secret", "does"), [(True, 1), (False, 0)])
def test_of_what_is_secret_the_default_is_done_unasked(secret, does):
    due = Due("a choice", "R", ("Ann",), choices=(ON, DO), default=1, secret=secret)
    assert step(once(due), goes(0), faces=(3,) * does)[0]["Ann"] == does


@pytest.mark.parametrize(
    ("decides", "away", "does"),
    [
        (("1",), ("1",), 1),
        (("1",), (), 0),
        (("1", "2"), ("1",), 0),
        (("1", "2"), ("1", "2", "3"), 1),
        # Nobody's, such as what all may see, is nobody's to be away from.
        ((), ("1",), 0),
    ],
)
def test_for_whoever_is_away_the_default_is_done(decides, away, does):
    due = Due("a choice", "R", ("Ann",), decides, choices=(ON, DO), default=1)
    assert step(once(due), goes(0), faces=(3,) * does, away=away)[0]["Ann"] == does


@pytest.mark.parametrize(
    ("by", "owner", "on"),
    [
        # The referee's passes once over what one may do; a player's only over what they say that they are done with.
        ("", "A", 1),
        ("B", "A", 0),
    ],
)
def test_whoever_may_act_is_passed_over_by_the_referee_once_and_by_no_player(by, owner, on):
    may = Due("may fire", "R", ("Ann",), (owner,), answer=said("do", ["Ann"]), optional=True)
    assert step(once(may), goes(), by=by)[1] == on


def test_whoever_may_act_and_is_away_keeps_nobody_waiting():
    may = Due("may fire", "R", ("Ann",), ("1",), answer=said("do", ["Ann"]), optional=True)
    assert step(once(may), goes(3), away=("1",))[1] == 3
    assert step(once(may), goes(3))[1] == 1


def test_a_player_who_is_done_says_so_for_what_is_theirs():
    """By the default of what they may do; and the table goes on where nobody else is waited for."""

    def may(name):
        choices = (Choice("Done", said("do", [name])),)
        return once(Due("may act", "R", (name,), (name[0],), choices, 0, said("do", [name]), optional=True), name)

    assert step(may("Ann"), goes(2), by="A", faces=(3,))[:2] == ({"Ann": 1, "Bob": 0}, 2)
    # Bob may still act: Ann is done, and the table waits for him.
    assert step(may("Ann"), may("Bob"), goes(2), by="A", faces=(3,))[:2] == ({"Ann": 1, "Bob": 0}, 0)
    assert step(may("Ann"), may("Bob"), goes(2), by="C")[:2] == ({"Ann": 0, "Bob": 0}, 0)


def test_what_is_secret_is_never_said_to_be_done_with():
    choices = (Choice("Done", said("do", ["Ann"])),)
    may = Due("may act", "R", ("Ann",), ("A",), choices, 0, said("do", ["Ann"]), optional=True, secret=True)
    assert step(once(may), goes(0), by="A")[0]["Ann"] == 0


def test_one_comes_to_the_beginning_of_a_turn_and_not_through_it():
    assert step(goes(9, begins=True))[1] == 1
    # Through all steps of a turn, in which nobody may do anything, to the next beginning.
    assert step(lambda now: goes(9, begins=now.ledger == 3)(now))[1] == 3
    assert step(goes(5))[1] == 5
    assert step(goes(500))[1] == MOST


def with_acts(acts, *dues, faces=(), by=""):
    """What a step comes to in which somebody acts by themselves: who has done something, how often it went on."""
    now = game(Ann=0, Bob=0)
    dice = ScriptedDice(faces)
    scene = replace(Scene.of(now), by=by)
    sequel, *_ = go_on(lambda g: tuple(each for due in dues for each in due(g)), ORDERS, scene, dice, acts)
    assert not dice.left
    return sequel.doers, sequel.game.ledger


def bob_does(at=0):
    """Bob does something by himself once the table has gone on so often."""

    def acts(sequel, _, scene, dice):
        if sequel.game.ledger < at or sequel.game.units["Bob"].sheet:
            return None
        return sequel.then(ORDERS, said("do", ["Bob"]), dice, scene)

    return acts


def test_what_leaves_no_choice_comes_before_what_somebody_does_of_themselves():
    check = once(Due("a check", "R", ("Ann",), choices=(DO,)))
    assert with_acts(bob_does(), check, faces=(3, 4)) == (("Ann", "Bob"), 0)
    assert with_acts(bob_does(), faces=(3,)) == (("Bob",), 0)
    # A phase ends, and the table goes on, after what somebody does of themselves.
    ending = once(Due("the end", "R", ("Ann",), choices=(DO,), ends=True))
    assert with_acts(bob_does(), ending, faces=(3, 4)) == (("Bob", "Ann"), 0)
    assert with_acts(bob_does(), goes(1), faces=(3,)) == (("Bob",), 1)


def test_a_step_ends_where_somebody_has_acted_in_a_later_one_but_not_where_they_have_only_looked():
    looked = []

    def looks(sequel, *_):
        if sequel.game.ledger != 1 or looked:
            return None
        looked.append(1)
        return sequel.keeping(1)

    assert with_acts(bob_does(at=1), goes(3), faces=(3,)) == (("Bob",), 1)
    assert with_acts(looks, goes(3)) == ((), 3)
    assert looked == [1]


@pytest.mark.parametrize("what", [{"due": (said("do", ["Ann"]),)}, {"ends": True}])
def test_a_step_is_over_with_an_order_that_says_so_or_for_which_others_were_kept(what):
    def over(scene, _, __):
        return Outcome({}, "on", ledger=scene.ledger + 1, **what)

    orders = {**ORDERS, "on": order("on", over, role=())}
    now = game(Ann=0)
    sequel, *_ = go_on(goes(3), orders, Scene.of(now), ScriptedDice([]))
    assert sequel.game.ledger == 1
    acted = go_on(
        lambda _: (),
        orders,
        Scene.of(now),
        ScriptedDice([]),
        lambda sequel, _, scene, dice: sequel.then(orders, said("on"), dice, scene) if sequel.game.ledger < 3 else None,
    )
    assert acted[0].game.ledger == (1 if "ends" in what else 3)


def test_what_can_not_be_done_is_told_once_and_the_rest_goes_on():
    never = Due("what can't be", "R", ("Ann",), choices=(Choice("Never", said("never", ["Ann"])),))
    done, on, asked, barred = step(once(never), goes(2))
    assert (on, barred) == (2, ("Ann can't.",))
    assert asked == []
    assert done == {"Ann": 0, "Bob": 0}


def test_what_is_done_where_nobody_answers_is_done_of_what_is_wanted_alone():
    def due(name, **more):
        choices = (Choice("On", said("on")), Choice("Do", said("do", [name])))
        return once(Due(f"{name} chooses", "R", (name,), choices=choices, **more), name)

    def given_up(*dues, faces=(), wanted=lambda _: True):
        now = game(Ann=0, Bob=0)
        found, barred = give_up(
            lambda g: tuple(each for one in dues for each in one(g)), ORDERS, Scene.of(now), ScriptedDice(faces), wanted
        )
        return {name: unit.sheet for name, unit in found.game.units.items()}, found.game.ledger, barred

    # What has no default waits, and what comes behind it doesn't.
    assert given_up(due("Ann"), due("Bob", default=1), faces=(3,)) == ({"Ann": 0, "Bob": 1}, 0, ())
    assert given_up(due("Ann", default=1), due("Bob", default=1), goes(), faces=(3, 3)) == ({"Ann": 1, "Bob": 1}, 0, ())
    assert given_up(due("Ann", default=1), due("Bob"), goes(), faces=(3,)) == ({"Ann": 1, "Bob": 0}, 0, ())
    assert given_up(
        due("Ann", default=1), due("Bob", default=1), faces=(3,), wanted=lambda each: "Bob" in each.owes
    ) == ({"Ann": 0, "Bob": 1}, 0, ())
    # What leaves no choice is done with it, and what can't be is told.
    settled = once(Due("a check", "R", ("Ann",), choices=(DO,)))
    assert given_up(settled, wanted=lambda _: False, faces=(3,)) == ({"Ann": 1, "Bob": 0}, 0, ())
    never = once(Due("what can't be", "R", ("Ann",), choices=(Choice("Never", said("never", ["Ann"])),), default=0))
    assert given_up(never, due("Bob", default=1), faces=(3,)) == ({"Ann": 0, "Bob": 1}, 0, ("Ann can't.",))


@pytest.mark.parametrize(
    ("more", "settled", "given", "away"),
    [
        ({"choices": (DO,)}, True, DO, DO),
        ({"choices": (DO,), "optional": True}, False, None, None),
        ({"choices": (DO,), "answer": said("do")}, False, None, None),
        ({"choices": (DO, ON)}, False, None, None),
        ({"choices": (DO, ON), "default": 1}, False, None, ON),
        ({"choices": (DO, ON), "default": 0, "standing": 1}, False, ON, ON),
        ({"choices": (DO, ON), "default": 1, "secret": True}, False, ON, ON),
        ({"choices": ()}, False, None, None),
    ],
)
def test_what_is_taken_without_asking(more, settled, given, away):
    due = Due("something", "R", ("Ann",), **more)
    assert due.settled is settled
    assert taken(due) == given
    assert taken(due, away=True) == away


@pytest.mark.parametrize(
    ("owes", "doers", "parts"),
    [
        (("Ann", "Bob"), (("Ann", "Bob"), ("Bob", "Ann")), True),
        (("Ann", "Bob"), (("Ann", "Bob"), ("Ann",)), False),
        (("Ann", "Bob"), (("Ann", "Bob", "Cid"),), False),
        (("Ann",), (("Ann",),), False),
    ],
)
def test_several_answer_for_themselves_where_each_choice_is_for_all_of_them(owes, doers, parts):
    due = Due("something", "R", owes, choices=tuple(Choice("Do", said("do", each)) for each in doers))
    assert due.parts is parts


def test_one_thing_that_is_due_is_told_from_another_by_what_rule_whose_and_since_when():
    due = Due("a check", "R 1", ("Ann",), since="turn 1")
    assert len(due.key) == 12
    assert due.key == replace(due, choices=(DO,), decides=("1",), default=0).key
    others = [
        replace(due, what="another"),
        replace(due, rule="R 2"),
        replace(due, owes=("Bob",)),
        replace(due, owes=("Ann", "Bob")),
        replace(due, since="turn 2"),
    ]
    assert len({due.key, *(each.key for each in others)}) == 6


def test_the_moment_is_that_of_the_table_going_on_or_else_of_what_is_waited_for_first():
    check, on = Due("a check", "R", ("Ann",)), Due("the next step", "R", (), goes_on=True, since="1")
    may = Due("may act", "R", ("Bob",), optional=True)
    assert moment((may, check, on)) == on.key
    assert moment((may, check)) == check.key
    assert moment((may,)) == moment(()) == ""
    assert list(owed_by("Ann", (check, on))) == [check]


def test_a_ready_order_names_its_fields_as_they_are_typed():
    assert said("go", ["Ann", "Bob"], at_length=True, to="C7") == Said(
        "go", {"name": (("Ann", None), ("Bob", None))}, {"at length": True, "to": "C7"}, ""
    )
    assert said("on").people == {}


@pytest.mark.parametrize(
    ("role", "by", "named", "found", "unnamed"),
    [
        # All of one's own where nobody is named; of the referee's all, or those that no player owns.
        (Role("name", many=True), "A", (), ["Ann"], ["name"]),
        (Role("name", many=True), "", (), ["Ann", "Bob", "Npc"], ["name"]),
        (Role("name", many=True, own=True), "", (), ["Npc"], ["name"]),
        (Role("name", many=True, own=True), "A", (), ["Ann"], ["name"]),
        (Role("name", many=True), "A", ("Bob",), ["Bob"], []),
        # Who has to be named, or may be left out, is nobody.
        (Role("name", many=True, optional=True), "A", (), [], ["name"]),
        (Role("name", many=True, needed=True), "A", (), [], ["name"]),
        (Role("name", many=True, alone=True), "A", (), [], ["name"]),
        (Role("name"), "A", (), [], []),
    ],
)
def test_who_takes_part_in_a_ready_order(role, by, named, found, unnamed):
    now = game(Ann=0, Bob=0).after(Outcome({}, None, units={"Npc": Unit("Npc", "", 0)}))
    scene = scene_for(order("do", _does, role=(role,)), said("do", named), now, replace(Scene.of(now), by=by))
    assert [unit.name for unit in scene.units["name"]] == found
    assert (scene.unnamed, scene.by) == (unnamed, by)


def test_several_cards_in_one_stand_under_their_titles_and_one_that_is_bad_makes_it_so():
    good, bad = Card("Good", ("a",), ("why", "how")), Card("Bad", ("b",), ("how", "when"), tone=Tone.BAD)
    whole = in_one("Both", [good, bad], ["after"])
    assert whole == Card("Both", ("— Good", "a", "— Bad", "b", "after"), ("why", "how", "when"), tone=Tone.BAD)
    assert in_one("One", [good]).tone is Tone.PLAIN
    assert in_one("None", []) == Card("None")


def test_no_odds_are_told_of_what_throws_nothing_or_can_not_be():
    now = game(Ann=0, Bob=0)
    assert choice_odds(ORDERS, DO, now) == []
    assert choice_odds(ORDERS, replace(DO, throws=True), now) == []


# An order with what comes before it and what goes on from it.


def given(one, answered=lambda _: (), by="", faces=()):
    now = game(Ann=0, Bob=0)
    whole = followed(one, ORDERS | {one.verb: one}, answered)
    scene = replace(Scene.of(now), units={"name": (now.units["Ann"],)}, said=said(one.verb, ("Ann",)), by=by)
    dice = ScriptedDice(faces)
    return whole.resolve(scene, {}, dice), whole, dice


def test_an_order_by_itself_stays_itself():
    outcome, whole, _ = given(ORDERS["do"], faces=(3,))
    assert outcome.result == [3]
    assert whole.plain(outcome.result) == [3]


def test_what_goes_on_from_an_order_is_done_with_it_and_called_by_it():
    def first(scene, values, dice):
        return replace(_does(scene, values, dice), then=(said("do", ["Bob"]), said("on")))

    outcome, whole, dice = given(order("first", first, _told), faces=(3, 4))
    assert outcome.after == {"Ann": 1, "Bob": 1}
    assert [(part.verb, part.throws) for part in outcome.result.parts] == [("first", 1), ("do", 1), ("on", 0)]
    assert (outcome.doers, outcome.then, outcome.opened) == (("Ann", "Bob"), (), "")
    card = whole.word(outcome.result, Faces(dice.throws))
    assert card.title == "did [3]"
    assert card.lines == ("— did [3]", "3", "— did [4]", "4", "— on")


def test_what_comes_before_an_order_is_done_first_and_the_whole_is_called_by_the_order():
    def second(scene, values, dice):
        if scene.game.units["Bob"].sheet == 0:
            raise ComesFirstError("Bob first.", said("do", ["Bob"]))
        return replace(_does(scene, values, dice), result="second")

    outcome, whole, dice = given(order("second", second), faces=(3, 4))
    assert [part.verb for part in outcome.result.parts] == ["do", "second"]
    assert outcome.after == {"Ann": 1, "Bob": 1}
    assert whole.word(outcome.result, Faces(dice.throws)).title == "second"


def _throws_first(scene, values, dice):
    """What comes first of it shows after it has thrown."""
    came = _does(scene, values, dice)
    if scene.game.units["Bob"].sheet == 0:
        raise ComesFirstError("Bob first.", said("do", ["Bob"]))
    return came


@pytest.mark.parametrize("within", [False, True])
def test_of_what_is_refused_after_its_dice_fell_no_throw_is_kept_and_each_part_is_told_its_own(within):
    """Ann's 3 falls for nothing, and again for Bob; her own is the 4, whether she is first or follows on another."""
    second = order("second", _throws_first, _told)
    if within:
        dice = ScriptedDice([3, 4])
        sequel, _ = whole_of(
            Sequel(game(Ann=0, Bob=0)), said("second", ["Ann"]), {**ORDERS, "second": second}, Scene({}), dice
        )
        parts = sequel.parts
    else:
        outcome, whole, dice = given(second, faces=(3, 4))
        parts = outcome.result.parts
        assert whole.word(outcome.result, Faces(dice.throws)).lines == ("— did [3]", "3", "— did [4]", "4")
    assert [(part.verb, part.throws) for part in parts] == [("do", 1), ("second", 1)]
    assert [throw.total for throw in dice.throws] == [3, 4]


def test_where_what_follows_can_not_be_done_it_is_told_why_and_the_rest_stands():
    def first(scene, values, dice):
        return replace(_does(scene, values, dice), then=(said("never", ["Bob"]), said("on")))

    outcome, whole, dice = given(order("first", first, _told), faces=(3,))
    assert [part.verb for part in outcome.result.parts] == ["first"]
    assert outcome.after == {"Ann": 1}
    assert whole.word(outcome.result, Faces(dice.throws)).lines[-1] == "✗ Bob can't."
    with pytest.raises(RuleError, match=r"Ann can't\."):
        given(ORDERS["never"])


@pytest.mark.parametrize(("by", "opened"), [("A", "what Bob had said beforehand"), ("B", "")])
def test_what_was_answered_beforehand_is_done_as_soon_as_it_is_due_and_shown_unless_it_is_ones_own(by, opened):
    answers = (Choice("Do", said("do", ["Bob"])),)
    due = once(Due("a choice", "R", ("Bob",), ("B",), answers, standing=0), "Bob")

    def first(scene, values, dice):
        return replace(_does(scene, values, dice), ledger=1)

    outcome, *_ = given(order("first", first, _told), due, by, faces=(3, 4))
    assert [part.verb for part in outcome.result.parts] == ["first", "do"]
    assert outcome.opened == opened


def test_an_answer_beforehand_that_can_not_be_given_is_left_and_the_rest_goes_on():
    answers = (Choice("Never", said("never", ["Bob"])),)
    due = once(Due("a choice", "R", ("Bob",), ("B",), answers, standing=0), "Bob")

    def first(scene, values, dice):
        return replace(_does(scene, values, dice), ledger=1, then=(said("on"),))

    outcome, *_ = given(order("first", first, _told), due, faces=(3,))
    assert [part.verb for part in outcome.result.parts] == ["first", "on"]
    assert outcome.result.stopped == ""
