"""What those do in a step of the table who act by themselves, and what they answer at once, by a toy book."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import ASKS, Autopilot, Considered, Mission
from bot.engine.course import go_on
from bot.engine.dice import ScriptedDice
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.scenario import Special
from bot.engine.scene import Outcome, Scene
from bot.engine.steps import Sequel, followed, scene_for
from bot.systems.floors import WentTo
from bot.systems.piloted import acting, piloted
from tests.systems.small_ship import AHL, Ship
from tests.systems.toy_pilots import DEEDS, ON, Step, book, game, idea, may, may_until_done, must, system


def step(due, advises=lambda _, name: [idea("do", name)], **more):
    made = system(due, advises)
    return Step(made, acting(made, DEEDS)(), **more)


def ideas_of(**verbs):
    """What each has in mind, by their names: verbs, the best first; who isn't named would do something."""
    return lambda _, name: [idea(verb, name) for verb in verbs.get(name, "do").split()]


def test_each_does_eight_things_at_most_until_the_table_goes_on():
    of_step = step(may_until_done("Ann", "Bob"))
    assert of_step.all() == ["Ann did it"] * 8 + ["Bob did it"] * 8
    of_step.sequel = of_step.sequel.keeping(replace(of_step.sequel.game.ledger, step=1))
    assert of_step.all() == ["Ann did it"] * 8 + ["Bob did it"] * 8


def test_why_is_told_with_the_last_of_what_came_of_it_and_what_they_saw_is_kept():
    of_step = step(may_until_done("Ann"), ideas_of(Ann="begin"))
    assert of_step.goes() == [("begin", "Begun", ""), ("do", "Ann did it", "wants to")]
    kept = of_step.sequel.game.ledger.pilots
    assert {name: pilot.looked for name, pilot in kept.items()} == {"Ann": (7,), "Bob": (), "Cid": (), "Dee": ()}


@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({}, ["Ann", "Bob"]),
        ({"pilots": ("Bob",)}, ["Bob"]),
        ({"pilots": {"Ann": Autopilot(), "Bob": Autopilot(standing=True)}}, ["Bob"]),
        ({"there": "Ann Cid"}, ["Ann"]),
        ({"there": None}, []),
        ({"setting": "asks"}, []),
        ({"setting": "shows"}, []),
    ],
)
def test_who_acts_by_themselves_in_a_step(given, who):
    assert [*dict.fromkeys(step(may_until_done("Ann", "Bob"), **given).all())] == [f"{name} did it" for name in who]


def test_without_advice_nobody_acts():
    assert acting(replace(AHL, piloting=None), {})()(None, (), None, None) is None


def test_the_best_that_nothing_forbids_is_done_and_whoever_finds_nothing_is_not_asked_again():
    asked = []

    def advises(_, name):
        asked.append(name)
        return [idea("never", name), *([idea("do", name)] if name == "Bob" else [])]

    assert step(may_until_done("Ann", "Bob"), advises).all() == ["Bob did it"] * 8
    assert asked.count("Ann") == 1


def test_who_has_no_idea_or_nothing_better_to_do_is_asked_once():
    asked = []

    def advises(_, name):
        asked.append(name)
        return {"Ann": [], "Bob": [idea("pass", name)], "Cid": [idea("do", name)]}[name]

    assert step(may_until_done("Ann", "Bob", "Cid"), advises).all() == ["Cid did it"] * 8 + ["-"]
    assert (asked.count("Ann"), asked.count("Bob")) == (1, 1)


def test_all_who_have_nothing_better_to_do_are_done_at_once_when_nobody_does_anything():
    of_step = step(may_until_done("Ann", "Bob", "Cid"), ideas_of(Ann="pass do", Cid="pass"))
    # To be done with a step isn't told deed by deed.
    assert of_step.all() == ["Bob did it"] * 8 + ["-"]
    assert of_step.sequel.game.ledger.done == ("Ann", "Cid")


def test_what_leaves_no_choice_is_not_what_they_are_done_with():
    bleeds = must("Ann", "do", default=0, since="step 0")
    of_step = step(lambda game: (*([bleeds] if not game.units["Ann"].sheet else []), *may_until_done("Ann")(game)),
                   ideas_of(Ann="pass"))  # fmt: skip
    assert of_step.all() == ["-"]
    assert (of_step.sequel.game.units["Ann"].sheet, of_step.sequel.game.ledger.done) == (0, ("Ann",))


@pytest.mark.parametrize(
    ("due", "parts"),
    [
        # What has to be answered is answered, and told, though it is as well what is done where nobody answers.
        (lambda game: [must("Ann", "pass", "do", default=0)], [("pass", "Ann passed", "wants to")]),
        # What waits for an answer is not what somebody is done with.
        (lambda game: [must("Ann", "do", "never", since="step 0"), *may_until_done("Ann")(game)],
         [("pass", "Ann passed", "have nothing better to do")]),
    ],
)  # fmt: skip
def test_to_be_done_is_an_answer_where_one_is_needed(due, parts):
    of_step = step(due, ideas_of(Ann="pass"), pilots=("Ann",))
    assert (of_step.goes(), of_step.sequel.game.ledger.done) == (parts, ("Ann",))


def test_nobody_else_is_done_with_what_another_may_do():
    two = lambda game: (may("Bob", since="another step"), *may_until_done("Ann")(game))  # noqa: E731
    of_step = step(two, ideas_of(Ann="pass"), pilots=("Ann",))
    assert of_step.all() == ["-"]
    assert of_step.sequel.game.ledger.done == ("Ann",)


@pytest.mark.parametrize(("by", "who"), [("", ["Ann", "Bob"]), ("A", ["Ann", "Bob"]), ("C", ["Bob"])])
def test_nobodys_secret_comes_to_another_who_gives_the_step(by, who):
    of_step = step(may_until_done("Ann", "Bob"), ideas_of(Ann="hide"), by=by)
    assert [*dict.fromkeys(of_step.all())] == [f"{name} did it" for name in who]


ASKED = Due("two ways on", "R", ("Ann",), choices=(Choice("On", said("on")), Choice("Do", said("do", ["Ann"]))))


@pytest.mark.parametrize(
    ("due", "deeds"),
    [
        # What leaves no choice, what is only told, and the table's going on are nobody's to do.
        ([must("Ann", "do")], 0),
        ([Due("it is dark", "R", ("Ann",))], 0),
        ([replace(ASKED, goes_on=True)], 0),
        ([ASKED], 8),
        # Who only may do something waits for another who has to choose, unless that one has, or acts by themselves.
        ([must("Cid", "do", "pass"), may("Ann")], 0),
        ([must("Cid", "do", "pass", standing=0), may("Ann")], 8),
        ([must("Cid", "do", "pass", optional=True), may("Ann")], 8),
        ([must("Cid", "do", "pass"), must("Ann", "do", "pass")], 8),
        ([may("Ann"), must("Cid", "do", "pass")], 8),
        ([must("Cid", "do", "pass"), may("Ann"), must("Ann", "do", "pass", since="later")], 8),
        # Of whoever acts by themselves all is asked, each as often as it may be.
        ([must("Ann", "do", "pass"), may("Ann", since="later")], 16),
    ],
)
def test_whose_turn_it_is_of_those_who_act_by_themselves(due, deeds):
    assert step(lambda _: due, pilots=("Ann",)).all() == ["Ann did it"] * deeds


def answering(due, answered=(), advises=lambda _, name: [idea("never", name), idea("pass", name)]):
    return piloted(replace(AHL, due=lambda _: due, answered=lambda _: answered, piloting=book(advises), settings={}))


BOTH = must("Ann", "do", "pass")


@pytest.mark.parametrize(
    ("due", "standing"),
    [
        # The best of their ideas that is among the answers.
        (BOTH, 1),
        (must("Ann", "pass", "do"), 0),
        # What only may be done, has been answered, leaves no choice, is planned in a form, or has no ready answers.
        (replace(BOTH, optional=True), None),
        (replace(BOTH, standing=0), 0),
        (must("Ann", "pass"), None),
        (replace(BOTH, usual=(0,)), None),
        (Due("what they do", "R", ("Ann",), answer=said("do")), None),
        # Several answer by a form too; and what nobody owes, nobody answers.
        (replace(BOTH, owes=("Ann", "Bob")), None),
        (replace(BOTH, owes=()), None),
        # None of their ideas is among the answers; another decides themselves.
        (must("Ann", "do", "on"), None),
        (must("Cid", "do", "pass"), None),
    ],
)
def test_what_somebody_answers_at_once_who_acts_by_themselves(due, standing):
    (told,) = answering([due]).due(game(pilots=("Ann", "Bob")))
    # Why is told with what they have chosen now.
    assert told == replace(due, standing=standing, why="" if standing == due.standing else "wants to")


def test_they_answer_by_what_they_see_now():
    seen = []
    advice = book(lambda *_: [])
    advice = replace(advice, advises=lambda game, due, name, pilot: seen.append((name, pilot.looked)) or [])
    # What is planned in a form is weighed in its step alone.
    plan = Due("what they do", "R", ("Bob",), answer=said("do"))
    made = piloted(replace(AHL, due=lambda _: [BOTH, plan], piloting=advice))
    made.due(game())
    assert seen == [("Ann", (7,))]
    # Each order of the table asks it: where nobody acts by themselves, nothing is weighed.
    assert replace(piloted(replace(AHL, due=None, answered=lambda _: [BOTH]))).answered(game(setting=ASKS)) == [BOTH]


def test_what_they_answer_counts_as_answered_beforehand_once():
    of_bob, of_dee = must("Bob", "pass", "do", since="x"), must("Dee", "pass", "do", optional=True, standing=0)
    answered = [replace(of_bob, standing=1)]
    made = answering([of_bob, BOTH, of_dee, ON], answered)
    # Bob's own answer stands; Ann's is her autopilot's; what Dee may do is done in a step.
    assert made.answered(game()) == [*answered, replace(BOTH, standing=1, why="wants to")]
    assert made.answered(game(setting=ASKS)) == answered
    assert [each.standing for each in made.due(game(setting=ASKS))] == [None, None, 0, None]


def test_the_book_gets_the_setting_by_which_they_act():
    assert piloted(AHL).settings["autopilot"].values == ("shows", "asks", "acts")


class Side:
    """The Reds of a scenario, who are gathered at a way as the turn is planned, and do of themselves what is theirs."""

    def __init__(self, due=(), by="", setting="acts", standing=True, **more):
        self.due = due
        made = Ship(turn=(2, 0), at={"Ann": "C1", "Bob": "B1", "Cid": "E1"}, **more)
        pilot = Autopilot(Mission.GO_ON, standing=standing)
        ledger = AHL.piloting.keeping(made.game.ledger, {"Ann": pilot, "Bob": pilot})
        self.sequel = Sequel(replace(made.game.keeping(ledger), settings={"autopilot": setting, "fog": "off"}))
        advice = replace(AHL.piloting, advises=lambda *_: [])
        self.system = replace(made.system, due=lambda _: self.due, piloting=advice)
        self.orders = {**made.orders, "scenario next": replace(made.orders["scenario next"], resolve=self.next)}
        self.scene, self.tried = replace(Scene.of(self.sequel.game), by=by), []
        self.acts = acting(self.system, self.orders)()

    def next(self, scene, _, __):
        """No deck is put up by it here, so that they try it for ever."""
        self.tried.append(scene.said.fields.get("at"))
        if self.tried[-1] is None:
            raise RuleError("They stand at no way.")
        return Outcome({}, WentTo("Middle", (), (), ()))

    def all(self):
        found = []
        while after := self.acts(self.sequel, self.due, self.scene, ScriptedDice([])):
            found += [(part.verb, part.why) for part in after.parts[len(self.sequel.parts) :]]
            self.sequel = after
        return found


PILOTS_DUE = Due("which two", "R", ("Ann", "Bob"), answer=said("scenario pilots", ()))
NAMED = ("scenario pilots", "are their pilots")
WENT = ("scenario next", "goes on to the next deck")


def test_a_side_goes_on_by_the_first_way_that_is_open_and_tries_each_eight_times_at_most():
    side = Side()
    assert side.all() == [WENT] * 16
    # To the next deck, or the one after.
    assert [side.tried.count(at) for at in ("Well", "Hold")] == [8, 8]
    # All see it, and so it comes by a player's step as well.
    assert Side(by="of Red").all() == [WENT] * 16


@pytest.mark.parametrize("given", [{"setting": "asks"}, {"standing": False}])
def test_a_side_does_nothing_of_itself_without_orders_or_where_that_is_not_wanted(given):
    assert Side(**given).all() == []


@pytest.mark.parametrize(("by", "named"), [("", [NAMED]), ("of Red", []), ("of Blue", [])])
def test_what_a_side_names_in_secret_comes_by_the_referees_step_alone(by, named):
    side = Side([PILOTS_DUE], by, specials=(Special("boats", "Red, Lower, Hold"),))
    assert side.all() == named


def hidden_deed(fog="off"):
    """Ann does something in secret, then the table goes on, and it is shown: what the part that shows it tells."""
    made = system(may_until_done("Ann"), ideas_of(Ann="hide"))
    made.piloting = replace(made.piloting, secrets=lambda kept: () if kept.step else ("Ann",))
    of_step = Step(made, acting(made, DEEDS)(), pilots=("Ann",))
    of_step.sequel = replace(
        of_step.sequel, game=replace(of_step.sequel.game, settings={"autopilot": "acts", "fog": fog})
    )
    assert of_step.goes() == [("hide", "Ann did it", "wants to")]
    assert of_step.sequel.parts[-1].secret_of == ("Ann",)
    of_step.sequel = of_step.sequel.then(DEEDS, said("on"), ScriptedDice([]), of_step.scene)
    due = made.due(of_step.sequel.game)
    return of_step.acts(of_step.sequel, due, of_step.scene, ScriptedDice([]))


def test_why_something_was_done_in_secret_is_told_with_what_shows_it():
    after = hidden_deed()
    assert [(part.verb, part.why) for part in after.parts] == [("hide", "wants to"), ("on", "Ann: wants to")]
    assert after.game.ledger.pilots["Ann"].weighed == Considered(1, (idea("hide", "Ann"),), "wants to", secret=False)


def test_where_sides_keep_secrets_why_it_was_done_is_told_to_nobody():
    assert [(part.verb, part.why) for part in hidden_deed("on").parts] == [("hide", "wants to"), ("on", "")]


def test_what_is_answered_at_once_is_told_with_why():
    """In a step of the table, and where it follows from another's order."""
    asked = must("Ann", "pass", "do")

    def due(now):
        return () if "Ann" in now.ledger.done or now.units["Ann"].sheet else (asked,)

    made = answering([], advises=lambda _, name: [idea("do", name, why="has time for it")])
    made = replace(made, due=lambda now: [replace(each, standing=1, why="has time for it") for each in due(now)])
    course, _, _ = go_on(made.due, DEEDS, Scene.of(game()), ScriptedDice([]))
    assert [(part.verb, part.why) for part in course.parts] == [("do", "has time for it")]
    order = followed(DEEDS["do"], DEEDS, made.due)
    scene = scene_for(order, said("do", ["Bob"]), game(), Scene.of(game()))
    report = order.carried_out(scene, {}, ScriptedDice([])).result
    assert [(part.verb, part.why) for part in report.parts] == [("do", ""), ("do", "has time for it")]
