"""What is filled up and what runs its course between fights, sheet by sheet, in each book for people."""

from collections import Counter
from dataclasses import replace

import pytest

from bot import systems
from bot.engine.between import read_stock, stock_text
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.order import Outcome
from bot.engine.scene import Game, Scene, Unit
from bot.systems.ahl.sheet.character import Clip, Condition, Nerve
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Carried, Hand, Supply, Wound
from bot.systems.combat3000.lists.weapons import Reload
from bot.systems.combat3000.morale.ladder import Nerve as Morale
from bot.systems.combat3000.morale.ladder import Status
from bot.systems.resting import Outfits, hurt

SYSTEMS = systems.discover(systems)
AHL, VARIANT, C3K = SYSTEMS["ahl"], SYSTEMS["ahl_variant"], SYSTEMS["combat3000"]
BOOK = load_book(systems.DATA / "combat3000")


def filled(system, before, now):
    """The sheet as it is filled up to what another held, and what that took of each kind."""
    holds, refills = system.squads.supplies.holds, system.squads.supplies.refills
    taken = Counter()
    for refill in refills(now, holds(before) - holds(now)):
        taken[refill.kind] += 1
        now = refill.fill(now)
    return now, dict(taken)


@pytest.mark.parametrize("system", [AHL, VARIANT])
@pytest.mark.rule("AHL-25Aa")
def test_clips_that_are_empty_half_empty_or_gone_are_full_again(system):
    marine = replace(system.templates["Marine"].sheet, grenades=2)
    acr = marine.weapons[0]
    # Of nine clips with the one in it, two were thrown away and two are half empty.
    spare = (Clip("DS", 7), *[Clip("DS", 20)] * 5)
    spent = replace(marine.with_carried(replace(acr, loaded=Clip("DS", 4), spare=spare)), grenades=0)
    after, taken = filled(system, marine, spent)
    assert taken == {"clips": 4, "grenades": 2}
    assert Counter(after.weapons[0].spare) == Counter({Clip("DS", 20): 8})
    assert (after.weapons[0].loaded, after.grenades) == (Clip("DS", 20), 2)
    assert filled(system, marine, marine) == (marine, {})


def test_shots_of_a_weapon_without_a_figure_come_back():
    intruder = AHL.templates["Intruder"].sheet
    spent = intruder.with_carried(replace(intruder.weapons[0], fired=3))
    assert filled(AHL, intruder, spent) == (intruder, {"charges": 1})


def test_combat_3000_counts_magazines_shells_and_grenades():
    trooper = C3K.templates["Startrooper"].sheet
    rifle = trooper.weapons[0]
    spent = trooper.with_carried(replace(rifle, loaded=Supply("", 3), spare=(Supply("", 10),) * 2))
    spent = replace(spent, grenades=())
    after, taken = filled(C3K, trooper, spent)
    assert (after, taken) == (trooper, {"clips": 3, "grenades": 2})
    launcher = C3K.templates["Startrooper Grenadier"].sheet
    emptied = launcher.with_carried(replace(launcher.weapons[0], loaded=Supply("101", 0), spare=(Supply("101", 6),)))
    assert filled(C3K, launcher, emptied) == (launcher, {"shells": 3})
    tank = C3K.templates["Light Tank"].sheet
    fired = tank.with_carried(replace(tank.weapons[0], loaded=Supply("", 12)))
    assert filled(C3K, tank, fired) == (tank, {"charges": 1})


def test_rounds_for_barrels_are_counted_one_by_one_and_go_into_the_weapon_first():
    arm = next(each for each in BOOK.weapons.values() if each.reload is Reload.BARREL and not each.launcher)
    code = arm.code
    held = Carried(arm.name, code, Hand.BOTH, Supply("", arm.supply), (Supply("", 4),))
    figure = replace(C3K.new_sheet, weapons=(held,))
    spent = replace(figure, weapons=(replace(held, loaded=Supply("", 0), spare=(Supply("", 1),)),))
    after, taken = filled(C3K, figure, spent)
    assert after == figure
    assert taken == {"clips": arm.supply + 3}


def resupplied(people, held, **settings):
    scene = Scene(
        {"name": tuple(people)},
        AHL.load_ledger({}),
        settings=settings,
        material=Outfits(held),
        game=Game(settings=settings),
    )
    order = AHL.order("resupply")
    outcome: Outcome = order.prepared(scene, order.read({}))(None)
    return outcome


def test_a_stock_is_shared_out_in_order_and_says_what_is_left():
    marine = AHL.templates["Marine"].sheet
    spent = marine.with_carried(replace(marine.weapons[0], loaded=Clip("DS", 0), spare=()))
    people = [Unit(name, "Marines", spent) for name in ("Ann", "Bob")]
    held = {unit.name: AHL.squads.supplies.holds(marine) for unit in people}
    outcome = resupplied(people, held, stock="11 clips, 2 shells")
    ann, bob = outcome.result.people
    assert (ann.given, ann.lacks) == ({"ACR (DS) clip": 9}, {})
    assert (bob.given, bob.lacks) == ({"ACR (DS) clip": 2}, {"ACR (DS) clip": 7})
    assert outcome.game.settings == {"stock": "0 clips, 2 shells"}
    assert outcome.after["Bob"].weapons[0].spare == (Clip("DS", 20),)


def test_the_dead_are_given_nothing():
    marine = AHL.templates["Marine"].sheet
    spent = replace(marine.with_carried(replace(marine.weapons[0], spare=())), condition=Condition.DEAD)
    live = replace(spent, condition=Condition.ACTIVE)
    held = dict.fromkeys(("Ann", "Bob"), AHL.squads.supplies.holds(marine))
    outcome = resupplied([Unit("Ann", "", spent), Unit("Bob", "", live)], held)
    assert set(outcome.after) == {"Bob"}


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("unlimited", None),
        ("20 clips, 6 shells", {"clips": 20, "shells": 6}),
        ("1 clip, 1 grenade, 2 clips", {"clips": 3, "grenades": 1}),
    ],
)
def test_a_stock_is_read(text, means):
    assert read_stock(text) == means
    if means:
        assert read_stock(stock_text(means)) == means


@pytest.mark.rule("AHL-12Cb", "AHL-18Dd")
@pytest.mark.parametrize("system", [AHL, VARIANT])
def test_days_wake_the_unconscious_and_steady_the_panicked_and_heal_nobody(system):
    plain = replace(system.templates["Pirate"].sheet, morale=7)
    down = replace(plain, condition=Condition.UNCONSCIOUS, nerve=Nerve.FLEEING, stunned=2, light_wounds=1)
    assert system.squads.resting.rest(down) == replace(plain, light_wounds=1)
    # Morale 7 with six light wounds is 1, at which every check fails.
    lost = replace(plain, nerve=Nerve.COWERING, light_wounds=6)
    assert system.squads.resting.rest(lost) == lost
    serious = replace(plain, condition=Condition.SERIOUS)
    assert system.squads.resting.rest(serious) == serious
    people = [Unit("Ann", "", down), Unit("Bob", "", serious), Unit("Cid", "", plain)]
    told = hurt(system, people)
    assert told["Ann"] == "light wounds 1"
    assert told["Bob"] == "condition seriously wounded"
    assert "Cid" not in told


def test_days_end_stun_in_combat_3000_and_leave_wounds_and_morale():
    trooper = C3K.templates["Startrooper"].sheet
    wounds = (Wound(2),)
    down = replace(trooper, stunned=12, stunned_now=2, wounds=wounds, nerve=Morale(Status.SHAKY, turns=3))
    rested = C3K.squads.resting.rest(down)
    assert (rested.stunned, rested.stunned_now, rested.wounds) == (0, 0, wounds)
    assert rested.nerve == Morale(Status.SHAKY)
    assert hurt(C3K, [Unit("Ann", "", down)]) == {"Ann": "wounds 2, morale shaky"}
    assert hurt(C3K, [Unit("Tank", "", C3K.templates["Light Tank"].sheet)]) == {}


def test_where_nobody_is_nobody_is_resupplied():
    order = AHL.order("resupply")
    scene = Scene({"name": ()}, material=Outfits({}), ledger=AHL.load_ledger({}))
    with pytest.raises(RuleError, match="Nobody here is yours to be resupplied: name whom"):
        order.resolve(scene, order.read({}), ScriptedDice(()))
