"""What AHL's reports tell of who shot, struck and fell; and what a campaign without a turn is at."""

from types import SimpleNamespace

import pytest

from bot.engine.service import HitOn, Onset
from bot.systems.ahl.blast.report import BlastReport
from bot.systems.ahl.fire.report import CoverReport, FireReport
from bot.systems.ahl.grenade.wording import GrenadeReport
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.melee.wording import BlowReport
from bot.systems.ahl.orders.in_turn.passing import Met
from bot.systems.ahl.serving import SERVING
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl_variant.outdoors.covering import Crossed
from bot.systems.ahl_variant.outdoors.firing import OpenFireTold
from bot.systems.ahl_variant.outdoors.tossing import OpenGrenade
from bot.systems.ahl_variant.serving import SERVING_HERE
from tests.systems.ahl.book import AHL


def told(kind, serving=SERVING, **report):
    """The attacks of which a report of a kind tells that has these parts."""
    return [*serving.attacks[kind](SimpleNamespace(**report))]


def left(condition):
    """What a wound leaves somebody as."""
    return SimpleNamespace(after=Character(condition=condition))


STANDS, FALLS = left(Condition.ACTIVE), left(Condition.UNCONSCIOUS)


def attack(name, wounded=None, *, made=True, beside=()):
    return SimpleNamespace(name=name, hit=SimpleNamespace(made=made), wounded=wounded, beside=beside)


def sufferer(name, wounded=None, *, damage=True):
    return SimpleNamespace(name=name, damage=damage, wounded=wounded)


ATTACKS = (attack("Bob", FALLS), attack("Cid", STANDS), attack("Dot"), attack("Eve", made=False))
HITS = (HitOn("Bob", True), HitOn("Cid"), HitOn("Dot"))


@pytest.mark.parametrize("kind", [FireReport, CoverReport])
def test_a_fire_is_one_shot_at_all_whom_it_attacks_and_none_where_it_attacks_nobody(kind):
    """Whoever is hit and keeps on their feet, and whose armour stops it, isn't down."""
    assert told(kind, firer="Ann", attacks=ATTACKS) == [Onset("Ann", ("Bob", "Cid", "Dot", "Eve"), HITS, shots=1)]
    assert told(kind, firer="Ann", attacks=()) == [Onset("Ann", ())]


def test_whoever_comes_through_a_covering_fire_is_shot_at_once():
    assert told(Met, firer="Ann", attack=ATTACKS[0]) == [Onset("Ann", ("Bob",), HITS[:1], shots=1)]


@pytest.mark.parametrize(("harms", "hit"), [(True, (HitOn("Bob", True),)), (False, ())])
def test_a_blow_is_one_whether_it_harms_or_not(harms, hit):
    one = SimpleNamespace(name="Ann"), SimpleNamespace(name="Bob")
    blow = told(BlowReport, attacker=one[0], defender=one[1], harms=harms, wounded=FALLS)
    assert blow == [Onset("Ann", ("Bob",), hit, blows=1)]


def exploded(*people, set_off=()):
    return SimpleNamespace(everybody=people, set_off=set_off)


def test_an_explosion_is_whose_shot_it_follows_and_what_it_sets_off_whose_charge_it_was():
    second = SimpleNamespace(by="Cid", exploded=exploded(sufferer("Dot", STANDS)))
    blast = exploded(sufferer("Bob", FALLS), sufferer("Ann", damage=False), set_off=(second,))
    first, then = (HitOn("Bob", True),), Onset("Cid", ("Dot",), (HitOn("Dot"),))
    assert told(BlastReport, **vars(blast)) == [Onset("", ("Bob", "Ann"), first, follows=True), then]
    # A grenade is one shot of whoever threw it, whether it goes off or not.
    assert told(GrenadeReport, thrower="Abe", exploded=blast) == [Onset("Abe", ("Bob", "Ann"), first, shots=1), then]
    assert told(GrenadeReport, thrower="Abe", exploded=None) == [Onset("Abe", (), shots=1)]


def test_in_the_open_a_fire_is_as_many_shots_as_it_is_and_reaches_those_beside():
    beside = (sufferer("Cid", STANDS), sufferer("Fay", damage=False))
    attacks = (attack("Bob", FALLS, beside=beside), attack("Cid", made=False))
    names, hit = ("Bob", "Cid"), (HitOn("Bob", True), HitOn("Cid"))
    for kind, times, shots in ((OpenFireTold, 3, 3), (Crossed, 3, 1)):
        assert told(kind, SERVING_HERE, firer="Ann", attacks=attacks, times=times) == [Onset("Ann", names, hit, shots)]
        assert told(kind, SERVING_HERE, firer="Ann", attacks=(), times=times) == [Onset("Ann", ())]


@pytest.mark.parametrize(("damage", "hit"), [(True, (HitOn("Bob", True), HitOn("Cid"))), (False, (HitOn("Cid"),))])
def test_in_the_open_a_grenade_hits_its_target_and_others(damage, hit):
    grenade = {"thrower": "Ann", "target": "Bob", "damage": damage, "wounded": FALLS}
    others = (sufferer("Cid", STANDS),)
    assert told(OpenGrenade, SERVING_HERE, others=others, **grenade) == [Onset("Ann", ("Bob", "Cid"), hit, shots=1)]


@pytest.mark.parametrize(
    ("sheet", "wounds", "down"),
    [
        ({}, 0, False),
        ({"light_wounds": 2}, 2, False),
        ({"light_wounds": 1, "condition": Condition.SERIOUS}, 2, True),
        # Where they are counted, the one that put somebody out is among them.
        ({"serious_wounds": 2, "condition": Condition.SERIOUS}, 2, True),
        ({"serious_wounds": 1}, 1, False),
        ({"light_wounds": 1, "condition": Condition.UNCONSCIOUS}, 1, True),
        ({"condition": Condition.DEAD}, 0, True),
    ],
)
def test_how_many_wounds_are_on_a_sheet_and_who_is_down(sheet, wounds, down):
    character = Character(**sheet)
    assert (SERVING.wounds(character), SERVING.down(character)) == (wounds, down)


@pytest.mark.parametrize(
    ("clock", "sealed", "line", "step", "moment"),
    [
        (None, "", "", "", (0, 0)),
        (Clock(turn=2), "", "the decision phase of turn 2", "", (2, 0)),
        (Clock(turn=2, phase=3, step=Step.AIMED), "", "phase 3 of turn 2", "aimed fire", (2, 3)),
        (
            Clock(turn=2).doing("Ann", plan=Intention.AIM),
            "plans of turn 2 are secret",
            "the decision phase of turn 2",
            "",
            (2, 0),
        ),
    ],
)
def test_where_a_campaign_stands_by_its_turn_and_without_one(clock, sealed, line, step, moment):
    ledger, people = Ledger(clock=clock), AHL.squads
    assert AHL.sealed(ledger) == sealed
    assert (people.turn_line(ledger), people.step(ledger), people.moment(ledger)) == (line, step, moment)
