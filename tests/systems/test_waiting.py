"""What a table waits for and how long, whom it reminds, and who is away from it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.engine.dice import LiveDice
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Scene
from bot.engine.seats import Seat, Wait
from bot.systems.waiting import owed, waiting_orders

NOW = 1_000_000
PLAN = Due(
    "a plan",
    "AHL 5",
    ("Ann", "Bob"),
    ("1",),
    (Choice("Move", said("plan")), Choice("Aim", said("plan"))),
    since="turn 2",
)
SHOT = replace(PLAN, what="a shot", owes=("Cid",), since="turn 1")


def given(verb, *due, material=None, waits=False, fog="off", **fields):
    """What an order comes to where so much is due."""
    order = waiting_orders(SimpleNamespace(due=lambda _: due), {})[f"table {verb}"]
    game = Game(settings={"fog": fog}, board=SimpleNamespace(people={}))
    scene = replace(Scene({}), game=game, material=material, at=NOW, waits=waits)
    return order.resolve(scene, order.read(fields, {}), LiveDice(bytes(32), 0))


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("1m", 60),
        ("90m", 5_400),
        ("24h", 86_400),
        (" 3 D ", 259_200),
        ("30d", 2_592_000),
        ("720h", 2_592_000),
        *((typed, None) for typed in ("0m", "31d", "721h", "43201m", "24", "h", "1.5h", "-1h", "", "1h 30m")),
    ],
)
def test_times_are_from_a_minute_to_thirty_days(typed, seconds):
    if seconds is None:
        for verb, field in (("away", {"until": typed}), ("wait", {"for": typed})):
            with pytest.raises(RuleError, match="from 1 minute to 30 days"):
                given(verb, PLAN, **field)
    else:
        assert given("away", until=typed).seat == Seat(away_until=NOW + seconds)
        assert given("wait", PLAN, **{"for": typed}).wait == Wait(NOW + seconds, ("turn 2",))


def test_a_wait_is_for_all_that_is_owed_now_and_begins_again_with_another():
    outcome = given("wait", SHOT, PLAN, SHOT, **{"for": "1h"})
    assert outcome.wait == Wait(NOW + 3_600, ("turn 1", "turn 2"))
    assert [each.what for each in outcome.result.asks] == ["a shot", "a plan", "a shot"]
    assert given("wait", PLAN, waits=True, **{"for": "1h"}).wait.until == NOW + 3_600


def test_what_is_secret_is_waited_for_beside_others_and_is_not_told():
    secret = replace(SHOT, secret=True)
    outcome = given("wait", PLAN, secret, **{"for": "1h"})
    assert [each.what for each in outcome.result.asks] == ["a plan"]
    assert outcome.wait.since == ("turn 2", "turn 1")
    for verb in ("wait", "remind"):
        with pytest.raises(RuleError, match="Nobody owes anything now"):
            given(verb, secret, **({"for": "1h"} if verb == "wait" else {}))


@pytest.mark.parametrize(
    ("due", "waits"),
    [
        (PLAN, True),
        (replace(PLAN, optional=True), True),
        # Nobody owes it; nothing can be answered; the table goes on by it; it leaves no choice.
        (replace(PLAN, owes=()), False),
        (replace(PLAN, choices=()), False),
        (replace(PLAN, goes_on=True), False),
        (replace(PLAN, choices=PLAN.choices[:1]), False),
        (replace(PLAN, choices=(), answer=said("move")), True),
    ],
)
def test_what_a_table_waits_for(due, waits):
    assert owed(due) is waits
    if waits:
        assert given("remind", due).result.asks
    else:
        for verb, fields in (("wait", {"for": "1h"}), ("remind", {}), ("default", {})):
            with pytest.raises(RuleError, match=r"owe[sd]"):
                given(verb, due, **fields)


def test_only_a_table_that_waits_is_told_to_wait_no_more():
    assert given("wait", PLAN, waits=True, **{"for": " OFF "}).wait == Wait(0)
    with pytest.raises(RuleError, match="The table waits for nothing"):
        given("wait", PLAN, **{"for": "off"})


def test_at_its_end_a_wait_reminds_of_what_was_owed_before_it():
    """Of what is owed since then too, where nobody waited; in fog it is over whether anything was owed or not."""
    ended = Wait(NOW, ("turn 1",))
    assert [each.what for each in given("remind", PLAN, SHOT, material=ended).result.asks] == ["a shot"]
    assert [each.what for each in given("remind", PLAN, SHOT).result.asks] == ["a plan", "a shot"]
    with pytest.raises(RuleError, match="Nobody owes anything now"):
        given("remind", PLAN, material=ended)
    assert given("remind", PLAN, material=ended, fog="on").result.asks == ()
    with pytest.raises(RuleError, match="Nobody owes anything now"):
        given("remind", fog="on")
    with pytest.raises(RuleError, match="Nothing is owed"):
        given("default", PLAN, material=ended)
    assert given("default", PLAN, material=ended, fog="on").wait == Wait(0)


def test_who_is_away_comes_back_and_who_is_mentioned_says_so():
    assert given("away", until="Back").seat == Seat(away_until=0)
    assert given("ping", on=False).seat == Seat(pinged=False)
    assert given("ping").seat == Seat(pinged=True)
