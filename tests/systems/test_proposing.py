"""What people who act by themselves would do, proposed to whoever commands them, by a toy book."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot
from bot.engine.cards import Card, Suggestion, person
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.due import moment
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Outcome, Scene
from bot.systems.proposing import proposing
from tests.systems.toy_pilots import ACTS, DEEDS, ON, game, idea, may, may_until_done, must, system

CARRY, ANOTHER, OWN = "autopilot carry out", "autopilot another", "autopilot i decide"
NOTHING = "Nothing is proposed to you now: /next goes on, and asks where the setting autopilot is asks."


def _worded(result: str, _: Faces) -> Card:
    return Card(result)


NEXT = Order("next", (), (), lambda *_: Outcome({}, "The table goes on"), _worded, tells_within=lambda told: (told,))


class Table:
    """A table with the setting `asks`: Ann and Bob are A's, Cid is C's, Dee nobody's, and all may act."""

    def __init__(self, due=None, advises=lambda _, name: [idea("do", name)], setting="asks", withheld=(), **more):
        self.withheld = withheld
        self.system = system(due or may_until_done("Ann", "Bob", "Cid", "Dee"), advises)
        self.orders = proposing(self.system, DEEDS, {"next": NEXT})
        self.game = game(setting=setting, **more)

    def give(self, verb, by="A"):
        order, dice = self.orders[verb], ScriptedDice([])
        self.last = order.carried_out(
            replace(Scene.of(self.game), by=by, withheld=lambda: self.withheld), order.read({}), dice
        )
        self.game = self.game.after(self.last)
        return order.word(self.last.result, Faces([]))

    def proposed(self, by="A"):
        """What is proposed by `/next`: who does what; nothing where the table goes on."""
        card = self.give("next", by)
        if card == Card("The table goes on"):
            return []
        assert card.lines, "an empty proposal was made"
        return [f"{line.fields['name']} {line.verb}" for line in card.lines]


def test_a_book_without_advice_proposes_nothing():
    made = system(lambda _: ())
    made.piloting = None
    assert proposing(made, DEEDS, {"next": NEXT}) == {}


@pytest.mark.parametrize(
    ("given", "by", "told"),
    [
        # Everybody's own people; the referee's are those who are nobody's.
        ({}, "A", ["Ann do", "Bob do"]),
        ({}, "C", ["Cid do"]),
        ({}, "", ["Dee do"]),
        ({}, "E", []),
        # Where it is set so, of those who have standing orders, are on the deck, and are asked something.
        ({"setting": "acts"}, "A", []),
        ({"setting": "shows"}, "A", []),
        ({"pilots": ("Bob",)}, "A", ["Bob do"]),
        ({"pilots": {"Ann": Autopilot(), "Bob": ACTS}}, "A", ["Bob do"]),
        ({"there": "Bob"}, "A", ["Bob do"]),
        ({"there": None}, "A", []),
        ({"due": may_until_done("Bob")}, "A", ["Bob do"]),
        ({"due": lambda _: [must("Ann", "do"), ON]}, "A", []),
        ({"due": lambda _: [may("Ann", default=None), ON]}, "A", ["Ann do"]),
        # Who would do nothing, or has no idea, isn't named; who has to do something is.
        ({"advises": lambda _, name: [idea("pass", name), idea("do", name)]}, "A", []),
        ({"advises": lambda _, name: [idea("do", name)] if name == "Bob" else []}, "A", ["Bob do"]),
        (
            {
                "due": lambda _: [must("Ann", "pass", "do", default=0), must("Bob", "do", "on"), ON],
                "advises": lambda _, name: [idea("pass", name)],
            },
            "A",
            ["Ann pass", "Bob pass"],
        ),
    ],
)
def test_to_whom_what_is_proposed(given, by, told):
    assert Table(**given).proposed(by) == told


def test_the_referee_asks_owners_first_and_then_decides_for_them():
    table = Table(pilots=("Ann", "Cid"))
    table.game = replace(table.game, units=table.game.units.having(
        replace(table.game.units["Ann"], owner="11"), replace(table.game.units["Cid"], owner="22")
    ))  # fmt: skip
    card = table.give("next", by="")
    assert (card.title, card.lines) == (
        "Others are asked first",
        (
            f"{person(11)} and {person(22)}: /next shows you alone what your people would do",
            "The referee's /next then decides for them",
        ),
    )
    assert card.next == (Suggestion("next", moment=moment(table.system.due(table.game))),)
    # All read it, and no line of it is told besides.
    assert not table.last.sealed
    assert table.orders["next"].tells_within(table.last.result) == ()
    assert table.proposed(by="11") == ["Ann do"]
    assert table.proposed(by="") == ["Ann do", "Cid do"]


def test_whose_people_would_do_nothing_is_not_asked_nor_who_decides_themselves():
    assert Table(pilots=("Ann",), advises=lambda _, name: [idea("pass", name)]).proposed(by="") == []
    table = Table(pilots=("Ann",))
    table.give(OWN)
    assert table.proposed(by="") == []


def test_what_is_withheld_from_the_referee_is_not_proposed_to_them_and_the_table_goes_on():
    table = Table(pilots=("Ann",), withheld=("Ann",))
    table.game = replace(table.game, units=table.game.units.having(replace(table.game.units["Ann"], owner="11")))
    assert table.give("next", by="").title == "Others are asked first"
    assert table.proposed(by="") == []


def test_a_proposal_says_why_and_what_it_is_worth_and_offers_three_answers():
    worth = {"Ann": 0.456, "Bob": 0.0}
    table = Table(advises=lambda _, name: [idea("do", name, worth[name], why="covers the door")], pilots=("Ann", "Bob"))
    now = moment(table.system.due(table.game))
    card = table.give("next")
    assert card.title == "What they would do"
    assert card.lines == (
        Suggestion("do", {"name": "Ann"}, "Ann covers the door (worth 0.46): "),
        Suggestion("do", {"name": "Bob"}, "Bob covers the door: "),
    )
    assert card.next == (Suggestion(CARRY, moment=now), Suggestion(ANOTHER, moment=now), Suggestion(OWN, moment=now))
    assert [idea.worth for _, idea in table.last.result.ideas] == [0.46, 0.0]
    # It is for them alone, and no line of it is told to all.
    assert table.last.sealed
    assert table.orders["next"].tells_within(table.last.result) == ()
    assert table.orders["next"].tells_within("On") == ("On",)
    assert not table.last.changes


def test_what_was_proposed_is_carried_out_for_all_of_them():
    table = Table()
    card = table.give(CARRY)
    assert card.lines == ("— Ann did it", "Why: wants to", "— Bob did it", "Why: wants to")
    assert card.title == "Ann and Bob act"
    assert {name: unit.sheet for name, unit in table.game.units.items()} == {"Ann": 1, "Bob": 1, "Cid": 0, "Dee": 0}
    assert table.last.result.moment == moment(table.system.due(table.game))
    # What they saw as they did is kept, and of others nothing is.
    assert {name: pilot.looked for name, pilot in table.game.ledger.pilots.items()} == {
        "Ann": (7,), "Bob": (7,), "Cid": (), "Dee": ()
    }  # fmt: skip


def test_where_the_best_cannot_be_done_any_more_the_next_best_is():
    table = Table(advises=lambda _, name: [idea("never", name), *([idea("do", name)] if name == "Bob" else [])])
    assert table.give(CARRY).lines == ("— Bob did it", "Why: wants to")
    table = Table(advises=lambda _, name: [idea("never", name)])
    with pytest.raises(RuleError, match="Nothing of it can be done any more: /next goes on"):
        table.give(CARRY)


VERBS = ("begin", "do", "hide", "never", "on", "pass")


def test_others_are_proposed_one_after_the_other_and_after_the_fifth_the_first_again():
    table = Table(advises=lambda _, name: [idea(verb, name) for verb in VERBS], pilots=("Ann", "Cid"))
    assert table.proposed() == ["Ann begin"]
    shown = []
    for _ in range(5):
        card = table.give(ANOTHER)
        assert table.last.sealed
        shown += [line.verb for line in card.lines]
        assert table.proposed() == [f"Ann {shown[-1]}"]
    assert shown == ["do", "hide", "never", "on", "begin"]
    # C has asked for no other; and what is carried out is what A was shown last.
    assert table.proposed("C") == ["Cid begin"]
    table.give(ANOTHER)
    assert table.give(CARRY).lines == ("— Ann did it", "Why: wants to")
    assert table.game.ledger.pilots["Ann"].passed == 0


def test_who_decides_themselves_is_proposed_nothing_until_the_table_has_gone_on():
    table = Table()
    card = table.give(OWN)
    assert (card.title, card.lines) == (
        "You decide in this step",
        ("For Ann and Bob: give their orders, and /next goes on.",),
    )
    assert table.last.sealed
    assert table.proposed() == []
    assert table.proposed("C") == ["Cid do"]
    table.game = table.game.keeping(replace(table.game.ledger, step=1))
    assert table.proposed() == ["Ann do", "Bob do"]


@pytest.mark.parametrize("verb", [CARRY, ANOTHER, OWN])
def test_nothing_that_was_proposed_nothing_to_answer(verb):
    with pytest.raises(RuleError) as refused:
        Table(setting="acts").give(verb)
    assert str(refused.value) == NOTHING


def test_others_of_the_same_worth_are_begun_anew_where_the_table_has_gone_on():
    table = Table(advises=lambda _, name: [idea("begin", name), idea("do", name)], due=lambda _: [may("Ann"), ON])
    table.give(ANOTHER)
    assert table.proposed() == ["Ann do"]
    table.game = table.game.keeping(replace(table.game.ledger, step=1))
    assert table.proposed() == ["Ann begin"]
