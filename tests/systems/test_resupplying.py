"""Who is resupplied with what, from which stock, by whatever rules: what is told, and what is refused."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.engine.between import FREE, Refill, Supplies
from bot.engine.dice import ScriptedDice
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.scene import Game, Scene, Unit
from bot.engine.system import Mark, Squads
from bot.systems.resting import Outfits, Resupplied, Supplied, resupply_orders
from tests.systems.small_ship import AHL

# A sheet is what somebody has: bolts, of the stock's clips; spears, which are only taken up again; or a death.
BOLT, SPEAR = ("bow", "bolt"), ("", "spear")
KINDS = {BOLT: "clips", SPEAR: FREE}


def refills(sheet, lacks):
    return [
        Refill(KINDS[what], what[1], lambda has, what=what: has + Counter([what]))
        for what, number in lacks.items()
        for _ in range(number)
    ]


TOYS = replace(
    AHL,
    part=Squads(
        mark=lambda sheet: Mark(dead=("", "dead") in sheet),
        supplies=Supplies(holds=Counter, refills=refills),
    ),
)
(ORDER,) = resupply_orders(TOYS).values()
FULL = Counter({BOLT: 3, SPEAR: 1})


def who(name="Ann", bolts=3, spears=1, *, dead=False, marks=()):
    has = Counter({BOLT: bolts, SPEAR: spears, ("", "dead"): int(dead)})
    return Unit(name, "Red", +has, marks=marks)


def resupply(*people, stock=None, by="", **fields):
    settings = {} if stock is None else {"stock": stock}
    held = {unit.name: FULL for unit in people}
    scene = Scene({"name": people}, settings=settings, material=Outfits(held), game=Game(settings=settings), by=by)
    outcome = ORDER.resolve(scene, ORDER.read(fields), ScriptedDice(()))
    return outcome, ORDER.word(outcome.result, ())


@pytest.mark.parametrize(
    ("stock", "given", "lacks", "left"),
    [
        (None, {"bolt": 2, "spear": 1}, {}, ""),
        ("5 clips", {"bolt": 2, "spear": 1}, {}, "3 clips"),
        ("2 clips", {"bolt": 2, "spear": 1}, {}, "0 clips"),
        ("1 clip", {"bolt": 1, "spear": 1}, {"bolt": 1}, "0 clips"),
        # What is only taken up again takes nothing from the stock.
        ("0 clips", {"spear": 1}, {"bolt": 2}, "0 clips"),
        ("9 shells", {"spear": 1}, {"bolt": 2}, "9 shells"),
    ],
)
def test_each_is_given_what_they_lack_as_far_as_the_stock_goes(stock, given, lacks, left):
    outcome, _ = resupply(who(bolts=1, spears=0), stock=stock)
    assert outcome.result == Resupplied((Supplied("Ann", given, lacks),), left)
    assert outcome.after["Ann"] == Counter({BOLT: 1 + given.get("bolt", 0), SPEAR: 1})
    assert (outcome.game and outcome.game.settings) == ({"stock": left} if left else None)


def test_what_each_was_given_is_told_with_what_is_left():
    ann, bob, cid = who(bolts=1), who("Bob", bolts=2), who("Cid", bolts=2)
    _, card = resupply(ann, bob, cid, stock="2 clips")
    assert card.title == "Ann is resupplied"
    assert card.lines == (
        "Ann: 2 × bolt",
        "Bob: nothing, and lacks 1 × bolt still",
        "Cid: nothing, and lacks 1 × bolt still",
        "Left in the stock: 0 clips",
    )
    _, card = resupply(ann, bob)
    assert (card.title, card.lines) == ("Ann and Bob are resupplied", ("Ann: 2 × bolt", "Bob: 1 × bolt"))


def test_who_lacks_nothing_and_the_dead_are_not_told_of():
    outcome, _ = resupply(who(bolts=2), who("Bob"), who("Cid", bolts=0, dead=True))
    assert [each.name for each in outcome.result.people] == ["Ann"]
    assert set(outcome.after) == {"Ann"}


@pytest.mark.parametrize(
    ("people", "stock", "told"),
    [
        ((), None, "Nobody here is yours to be resupplied: name whom, or add people with /character add."),
        ((who(),), None, "Ann lacks nothing of what they came with, or were given."),
        ((who(), who("Bob")), None, "Ann and Bob lack nothing of what they came with, or were given."),
        (
            (who(bolts=1), who("Bob", bolts=2)),
            "0 clips",
            "The stock has nothing of what they lack: 3 × bolt. /campaign set setting:stock",
        ),
    ],
)
def test_where_nobody_can_be_given_anything_it_is_refused(people, stock, told):
    with pytest.raises(RuleError) as refusal:
        resupply(*people, stock=stock)
    assert str(refusal.value) == told


def test_prisoners_are_left_out_unless_the_referee_says_otherwise():
    ann, bob = who(bolts=1), who("Bob", bolts=1, marks=("surrendered",))
    outcome, card = resupply(ann, bob)
    assert (set(outcome.after), outcome.result.prisoners) == ({"Ann"}, ("Bob",))
    assert (card.lines, card.footer) == (("Ann: 2 × bolt",), "Left out as prisoners: Bob")
    assert resupply(ann, bob, stock="9 clips")[0].result.prisoners == ("Bob",)
    assert set(resupply(ann, bob, prisoners=True)[0].after) == {"Ann", "Bob"}
    told = "Prisoners are in the enemy's hands: to resupply them needs the referee's yes"
    with pytest.raises(NeedsYesError, match=told):
        resupply(ann, bob, prisoners=True, by="7")


def test_where_nothing_runs_out_there_is_no_such_order():
    assert resupply_orders(replace(AHL, part=Squads())) == {}
