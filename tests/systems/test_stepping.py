"""`/next` and several answers as one, by a toy book: who may say it, what it is called, what it asks (`stepping`)."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.engine.autopilot import Idea
from bot.engine.cards import Card, Suggestion
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.due import Choice, Due, moment, nothing_due, said
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Outcome, Role, Scene, Unit, Units
from bot.engine.steps import Sequel, Within
from bot.systems.advising import Guide
from bot.systems.stepping import ANSWERS, NEXT, Answers, Asks, _titled, asked_line, asks_of, stepping, with_due


def _plainly(result: str, _: Faces) -> Card:
    return Card(result)


def _does(scene, _, __):
    names = [unit.name for unit in scene.units["name"]]
    return Outcome({unit.name: unit.sheet + 1 for unit in scene.units["name"]}, f"{' and '.join(names)} did it")


def _never(scene, _, __):
    raise RuleError("It can't be done.")


DEEDS = {
    "do": Order("do", (Role("name", many=True),), (), _does, _plainly),
    "on": Order("on", (), (), lambda scene, _, __: Outcome({}, "On", ledger=scene.ledger + 1), _plainly),
    "never": Order("never", (), (), _never, _plainly),
}
ON = Due("the next step", "R 1", (), choices=(Choice("On", said("on")),), goes_on=True)


def does(name, what="a check", **more):
    return Due(what, "R 2", (name,), (name[0],), (Choice("Do", said("do", [name])),), **more)


def may_act(*names):
    """What some may do, and nobody says that they are done with it."""
    return Due("may act", "R 5", names, ("A", "B"), optional=True, answer=said("do"))


def must_choose(name):
    """What somebody has to choose in words of their own."""
    return Due("a choice", "R 6", (name,), (name[0],), answer=said("do"))


def table(due, verb=NEXT, by="", material=None):
    """An order of a table where Ann is A's, and Bob B's: what it came to, and its card."""
    units = Units().having(Unit("Ann", "blue", 0, owner="A"), Unit("Bob", "red", 0, owner="B"))
    game = Game(units, read_ledger=lambda: 0)
    order = stepping(SimpleNamespace(due=due, answered=nothing_due), DEEDS)[verb]
    scene = replace(Scene.of(game), by=by, material=material)
    outcome = order.resolve(scene, {}, ScriptedDice([]))
    return outcome, order.word(outcome.result, Faces([]))


def undone(*dues):
    """Each is due until whoever owes it has done something."""
    return lambda game: tuple(each for each in dues if not each.owes or game.units[each.owes[0]].sheet == 0)


def test_a_step_is_for_the_referee_and_for_whoever_plays_somebody():
    for by in ("", "A", "B"):
        outcome, _ = table(undone(does("Ann")), by=by)
        assert outcome.after == {"Ann": 1}
    with pytest.raises(RuleError, match="/next is for the referee, and for whoever plays somebody here"):
        table(undone(does("Ann")), by="C")


@pytest.mark.parametrize(
    ("due", "by", "last"),
    [
        (may_act("Ann", "Bob"), "A", "You owe nothing now: the referee's /next goes on; till then do what you may"),
        (may_act("Ann", "Bob"), "", "Ann and Bob: may act (R 5)"),
        (must_choose("Bob"), "A", "You owe nothing now: this waits for Bob"),
        (must_choose("Ann"), "A", "▶ Ann: a choice (R 6) → /do"),
    ],
)
def test_a_player_who_owes_nothing_is_told_for_whom_the_table_waits(due, by, last):
    _, card = table(lambda _: (due,), by=by)
    assert (card.title, card.lines[-1]) == ("What is due", last)


def test_where_nothing_is_due_it_is_said():
    with pytest.raises(RuleError, match="Nothing is due here: give an order, or begin a turn"):
        table(lambda _: ())


def test_what_is_asked_is_told_but_for_what_is_secret():
    chooses = does("Bob", "a choice", answer=said("do", ["Bob"]))
    secret = does("Ann", "a secret", answer=said("do", ["Ann"]), secret=True)
    may = does("Ann", "may fire", answer=said("do", ["Ann"]), optional=True)
    _, card = table(undone(chooses, secret, may))
    assert card.title == "What is due"
    assert card.lines == ("▶ Bob: a choice (R 2)", "Ann: may fire (R 2)")


def test_what_could_not_be_done_is_told_before_what_is_asked():
    never = Due("what can't be", "R", ("Ann",), choices=(Choice("Never", said("never")),))
    _, card = table(undone(never, does("Bob", "a choice", answer=said("do", ["Bob"]))))
    assert card.lines == ("✗ It can't be done.", "▶ Bob: a choice (R 2)")


@pytest.mark.parametrize(
    ("due", "title", "parts"),
    [
        # It is called as the table's last step, else as the last of what was done.
        (lambda game: (does("Ann"),) * (game.units["Ann"].sheet == 0), "Ann did it", ["do"]),
        (
            lambda game: tuple(
                each for each in (does("Ann"), does("Bob")) if game.units[each.owes[0]].sheet == 0
            ),
            "Bob did it",
            ["do", "do"],
        ),
        (
            lambda game: (
                *((replace(ON, since="1"),) if not game.ledger else ()),
                *((does("Ann"),) if game.units["Ann"].sheet == 0 and game.ledger else ()),
            ),
            "On",
            ["on", "do"],
        ),
    ],
)  # fmt: skip
def test_what_a_step_is_called(due, title, parts):
    outcome, card = table(due)
    assert [part.verb for part in outcome.result.parts] == parts
    assert card.title == title


def test_the_next_one_holds_for_where_the_table_stands_then():
    later = replace(ON, since="later")

    def due(game):
        if game.units["Ann"].sheet == 0:
            return (does("Ann"), ON)
        return (does("Bob", "a choice", answer=said("do", ["Bob"])), later)

    outcome, card = table(due)
    assert outcome.result.moment == moment((later,))
    assert card.next == (Suggestion(NEXT, moment=moment((later,))),)
    assert moment((later,)) != moment((ON,))


def test_several_answers_are_one_and_told_by_who_gave_them():
    both = Answers((said("do", ["Ann"]), said("do", ["Ann"])))
    outcome, card = table(lambda _: (), ANSWERS, "A", both)
    assert outcome.after == {"Ann": 2}
    assert card.title == "Ann has answered"
    assert card.lines == ("— Ann did it", "— Ann did it")
    _, card = table(lambda _: (), ANSWERS, "", Answers((said("do", ["Ann"]), said("do", ["Bob"]))))
    assert card.title == "Ann and Bob have answered"


def test_nobody_answers_for_another():
    with pytest.raises(RuleError, match="Bob"):
        table(lambda _: (), ANSWERS, "A", Answers((said("do", ["Ann"]), said("do", ["Bob"]))))


@pytest.mark.parametrize(("optional", "line"), [(True, "Ann: a check (R 2)"), (False, "▶ Ann: a check (R 2)")])
def test_what_is_waited_for_is_marked(optional, line):
    asked = asks_of(does("Ann", optional=optional, answer=said("do")))
    assert asked == Asks("a check", "R 2", ("Ann",), optional)
    assert asked_line(asked) == line


def test_an_order_that_shows_the_turn_shows_what_is_asked_and_nothing_that_is_settled_or_secret():
    chooses = does("Bob", "a choice", answer=said("do", ["Bob"]))
    secret = replace(chooses, secret=True)
    shows = Order("shows", (), (), lambda *_: Outcome({}, "As it stands"), _plainly)
    game = Game(Units().having(Unit("Bob", "red", 0)), read_ledger=lambda: 0)

    def shown(*due):
        order = with_due(shows, lambda _: due)
        outcome = order.resolve(Scene.of(game), {}, ScriptedDice([]))
        assert order.plain(outcome.result) == outcome.result
        return order.word(outcome.result, Faces([]))

    assert shown(does("Ann"), chooses, secret) == Card("As it stands", ("▶ Bob: a choice (R 2)",))
    assert shown(does("Ann"), secret) == Card("As it stands")
    assert with_due(shows, lambda _: (chooses,)).resolve(Scene({}), {}, ScriptedDice([])).result == "As it stands"


@pytest.mark.parametrize(("optional", "parts"), [(True, 0), (False, 1)])
def test_a_deed_is_told_unless_it_only_passes_over_what_somebody_may_do(optional, parts):
    """What has to be done is told with its throws, though it would be done as well where nobody answers."""
    game = Game(Units().having(Unit("Ann", "blue", 0)), read_ledger=lambda: 0)
    asks = does("Ann", default=0, answer=said("do", ["Ann"]), optional=optional)
    guide = Guide(SimpleNamespace(due=undone(asks)), None, DEEDS)
    found = guide.first_of(
        [Idea(said("do", ["Ann"]), 1.0, "has to")], Scene.of(game), Sequel(game), "Ann", ScriptedDice([])
    )
    assert found is not None
    deed, after = found
    assert len(deed.parts) == parts
    assert after.game.units["Ann"].sheet == 1


def _passes(scene, _, __):
    return Outcome({}, "Ann passes", ledger=scene.ledger + 1, then=(said("struck"),))


def _struck(scene, _, dice):
    return Outcome({}, f"struck by {dice.roll(1, why='a blow')}", ledger=scene.ledger + 1)


def test_what_comes_with_being_done_is_told_with_its_throws():
    """Ann is the last for whom a step waits: as she passes, somebody strikes by what they have said beforehand."""
    brings = {"pass": Order("pass", (), (), _passes, _plainly), "struck": Order("struck", (), (), _struck, _plainly)}
    game = Game(Units().having(Unit("Ann", "blue", 0)), read_ledger=lambda: 0)
    asks = Due("may act", "R 2", ("Ann",), ("A",), (Choice("Done", said("pass")),), default=0, optional=True)
    guide, dice = Guide(SimpleNamespace(due=undone(asks)), None, DEEDS | brings), ScriptedDice([5])
    ideas = [Idea(said("pass"), 0.0, "has nothing better to do")]
    deed, _ = guide.first_of(ideas, Scene.of(game), Sequel(game), "Ann", dice)
    assert [(part.verb, part.throws) for part in deed.parts] == [("struck", 1)]
    assert sum(part.throws for part in deed.parts) == len(dice.throws)


@pytest.mark.parametrize(
    ("verbs", "titled"),
    [
        # By the last by which the table went on, whatever came after it; else by the last of all.
        (("fire", "phase", "fire"), 1),
        (("phase", "fire", "phase"), 2),
        (("fire", "melee"), -1),
        ((), -1),
    ],
)
def test_a_step_is_called_by_what_brought_the_table_on(verbs, titled):
    asks = [
        Due("the next phase", "", (), choices=(Choice("Go on", said("phase")),), goes_on=True),
        Due("a shot", "", ("Ann",), choices=(Choice("Fire", said("fire", ["Ann"])),)),
    ]
    system = SimpleNamespace(due=lambda _: asks)
    parts = [Within(verb, "") for verb in verbs]
    assert _titled(system, Scene({}, game=Game()), parts) == titled
