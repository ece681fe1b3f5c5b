"""What is taken of the fallen, who shot and fell in a fight, and how a scenario begins (C3K Other actions, Orders)."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot import systems
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.engine.service import HitOn, Onset
from bot.systems.combat3000.book import load_book
from bot.systems.combat3000.figure.sheet import Figure, Hand, Memory, Supply, Vehicle
from bot.systems.combat3000.fire.report import ShotReport
from bot.systems.combat3000.fire.shooting import Fate
from bot.systems.combat3000.hit.figures import Effect
from bot.systems.combat3000.ledger import Ledger, Unseen
from bot.systems.combat3000.loading.supplies import spoils
from bot.systems.combat3000.melee.fight import Fate as BlowFate
from bot.systems.combat3000.scenarios import staged
from bot.systems.combat3000.serving import SERVING
from bot.systems.combat3000.turn import Phase, Turn
from bot.systems.combat3000.wording.melee import BlowReport
from tests.systems.combat3000.morale.table import HALL, game, on
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import C3K, fire, unit

TAKES = spoils(load_book(systems.DATA / "combat3000"))
ANN, RIFLE = unit("Ann"), unit("Bob", weapon="Rifle").sheet.weapons[0]
LADEN = replace(RIFLE, spare=(Supply("", 10), Supply("", 4)))
MOUNTED = replace(RIFLE, name="Big Rifle", hand=Hand.MOUNTED)


def fallen(*weapons, grenades=()):
    bob = unit("Bob", condition="killed")
    return replace(bob, sheet=replace(bob.sheet, weapons=weapons, grenades=grenades))


@pytest.mark.parametrize(
    ("sheet", "things"),
    [
        (fallen(RIFLE).sheet, ("Rifle",)),
        # What is strapped on or stands on a mount isn't taken over, nor grenades of which none are left.
        (fallen(MOUNTED, RIFLE).sheet, ("Rifle",)),
        (fallen(grenades=(Supply("101", 2), Supply("102", 0))).sheet, ("101 grenades",)),
        (fallen().sheet, ()),
        (Vehicle(weapons=(RIFLE,)), ()),
    ],
)
def test_what_there_is_to_take(sheet, things):
    found = TAKES.things(sheet)
    assert [thing.split()[-1] for thing in found] == [thing.split()[-1] for thing in things]
    assert len(found) == len(things)


def taken(bob, thing, ann=ANN, phase=None):
    scene = Scene({}, Ledger(turn=phase and Turn(1, phase)))
    return TAKES.hand_over(scene, ann, bob, thing)


def test_a_weapon_goes_over_with_its_spares_and_is_in_hand_at_once_where_no_turn_is_kept():
    mine, theirs, told = taken(fallen(LADEN), "Rifle")
    assert [(each.name, each.spare, each.hand.ready) for each in mine.weapons] == [("Rifle", LADEN.spare, True)]
    assert (theirs.weapons, told) == ((), "Rifle with 2 spares")
    assert taken(fallen(RIFLE), "Rifle")[2] == "Rifle"
    # Others of theirs stay, and one of a name that Ann has already comes under another.
    mine, theirs, _ = taken(fallen(RIFLE, MOUNTED), "Rifle", ann=unit("Ann", weapon="Rifle"))
    assert ([each.name for each in theirs.weapons], len({each.name for each in mine.weapons})) == (["Big Rifle"], 2)


def test_grenades_go_over_all_at_once():
    bob = fallen(grenades=(Supply("102", 1), Supply("101", 3)))
    other, thing = TAKES.things(bob.sheet)
    assert other != thing
    mine, theirs, told = taken(bob, thing)
    assert (mine.grenades, [each for each in theirs.grenades if each.rounds], told) == (
        (Supply("101", 3),), [Supply("102", 1)], f"3 × {thing}"
    )  # fmt: skip
    with pytest.raises(RuleError, match="In a turn Ann picks up a weapon, and no grenades"):
        taken(bob, thing, phase=Phase.ACTIONS)


def test_in_a_turn_a_weapon_is_picked_up_in_the_actions_phase_by_who_has_not_run():
    mine, _, _ = taken(fallen(RIFLE), "Rifle", phase=Phase.ACTIONS)
    assert mine.now.busy
    for phase in (Phase.ORDERS, Phase.MOVEMENT, Phase.FIRING):
        with pytest.raises(RuleError, match=f"This is the {phase} phase: what lies there is picked up in the actions"):
            taken(fallen(RIFLE), "Rifle", phase=phase)
    ran = replace(ANN, sheet=replace(ANN.sheet, now=Memory(gait="run")))
    with pytest.raises(RuleError, match="Ann has run this turn, and picks up nothing"):
        taken(fallen(RIFLE), "Rifle", ran, Phase.ACTIONS)
    assert taken(fallen(RIFLE), "Rifle", ran)[2] == "Rifle"


def onsets(report, kind):
    return [*SERVING.attacks[kind](report)]


@pytest.mark.parametrize(
    ("faces", "hits"),
    [
        # At 20 cm: 90 misses; 10 hits, and the throw to kill of 6 and 6 does, of 1 and 1 doesn't.
        ([90], ()),
        ([10, 6, 6], (HitOn("Outlaw Kemp", True),)),
        ([10, 1, 1], (HitOn("Outlaw Kemp", False),)),
    ],
)
def test_a_shot_is_its_firers_whether_it_hits_and_kills_or_not(faces, hits):
    outcome, _ = fire(faces, range=20)
    (shot,) = C3K.orders["fire"].plain(outcome.result).shots
    assert onsets(shot, ShotReport) == [Onset("Trooper Hale", ("Outlaw Kemp",), hits, shots=1)]
    assert onsets(replace(shot, fate=next(each for each in Fate if each is not Fate.FIRED)), ShotReport) == []


def test_a_jam_is_no_shot_and_a_building_that_falls_is_the_firers():
    hit = SimpleNamespace(name="Eve", effect=Effect.KILLED, now=None)
    shot = SimpleNamespace(
        fate=Fate.FIRED,
        jammed=False,
        attacks=(),
        strikes=(SimpleNamespace(hits=(hit,)),),
        declared=SimpleNamespace(firer="Ann"),
    )
    assert onsets(shot, ShotReport) == [Onset("Ann", (), (HitOn("Eve", True),), shots=1)]
    shot.jammed = True
    assert onsets(shot, ShotReport) == []


STUNNED = next(each for each in Effect if each is not Effect.KILLED)


@pytest.mark.parametrize(
    ("hit", "down"),
    [
        (SimpleNamespace(name="Bob", effect=Effect.KILLED, now=None), True),
        (SimpleNamespace(name="Bob", effect=STUNNED, now=None), False),
        # Wounds may add up to a death.
        (SimpleNamespace(name="Bob", effect=STUNNED, now=SimpleNamespace(killed=True)), True),
        (SimpleNamespace(name="Bob", effect=STUNNED, now=SimpleNamespace(killed=False)), False),
    ],
)
def test_whom_a_blow_fells(hit, down):
    blow = SimpleNamespace(fate=BlowFate.STRUCK, name="Ann", target="Bob", hit=hit)
    assert onsets(blow, BlowReport) == [Onset("Ann", ("Bob",), (HitOn("Bob", down),), blows=1)]


@pytest.mark.parametrize("fate", list(BlowFate))
def test_a_blow_counts_that_was_struck(fate):
    blow = SimpleNamespace(fate=fate, name="Ann", target="Bob", hit=None)
    struck = [Onset("Ann", ("Bob",), (), blows=1)] if fate is BlowFate.STRUCK else []
    assert onsets(blow, BlowReport) == struck


def test_who_is_down_by_the_sheet():
    assert [SERVING.down(sheet) for sheet in (Figure(), Figure(killed=True), Vehicle(), Vehicle(knocked_out=True))] == [
        False, True, False, True
    ]  # fmt: skip
    assert SERVING.wounds(Vehicle()) == SERVING.wounds(Figure()) == 0


STAGED = staged(TABLES)


@pytest.mark.parametrize(
    ("turn", "moment"),
    [(Turn(3, Phase.ORDERS), (3, 0)), (Turn(3, Phase.ACTIONS), (3, 4)), (None, None)],
)
def test_where_the_turn_is(turn, moment):
    assert STAGED.moment(Ledger(turn=turn)) == moment


def test_what_somebody_is_worth():
    """The ratings added, accuracy by tens: 30, 1, 2 and −1 are 5, and with 29 they are 4; a vehicle is worth none."""
    ann, bob = (unit("Ann", accuracy=each, strength=1, dexterity=2, reflex=-1) for each in (30, 29))
    assert [STAGED.worth(sheet) for sheet in (ann.sheet, bob.sheet, Vehicle())] == [5, 4, 0]


def test_a_side_of_whom_anybody_is_surprised_has_no_orders():
    table = game(unit("Ann", "Red"), unit("Bob", "Blue"), unit("Cid", "Blue"), unit("Dot", ""))
    begun = STAGED.begins(table, SimpleNamespace(surprised=("Bob", "Cid", "Dot"), at=7))
    assert (begun.turn.surprised, begun.turn.began) == (("Blue",), 7)


@pytest.mark.parametrize(
    ("squares", "unseen", "state", "saw"),
    [
        # Who was aware of any enemy as the turn began, is in their senses, and on the deck.
        ({"Ann": "A7E", "Bob": "J7W"}, {}, {}, True),
        ({"Ann": "A7E", "Bob": "J7W"}, {"Ann": ("Bob",)}, {}, False),
        ({"Ann": "A7E", "Bob": "J7W", "Dot": "J1W"}, {"Ann": ("Bob",)}, {}, True),
        ({"Ann": "A7E", "Cid": "J7W"}, {}, {}, False),
        ({"Bob": "J7W"}, {}, {}, False),
        ({"Ann": "A7E", "Bob": "J7W"}, {}, {"condition": "killed"}, False),
        ({"Ann": "A7E", "Bob": "J7W"}, None, {}, False),
    ],
)
def test_who_has_seen_an_enemy(squares, unseen, state, saw):
    people = [unit("Ann", "Red", **state), unit("Bob", "Blue"), unit("Cid", "Red"), unit("Dot", "Blue")]
    known = None if unseen is None else Unseen(HALL.plan.name, unseen)
    table = game(*people, board=on(HALL, **squares))
    table = replace(table, read_ledger=lambda: Ledger(turn=Turn(1, Phase.ORDERS), unseen=known))
    assert STAGED.witness(table, "Ann") is saw
    assert not STAGED.witness(table, "Nobody")
    assert not STAGED.witness(replace(table, board=None), "Ann")
