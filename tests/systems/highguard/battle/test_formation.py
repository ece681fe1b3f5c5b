"""Formation, launching, initiative and range: the first three steps of a turn."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.course import RangeChoice, answer, pending
from bot.systems.highguard.battle.decisions import Decisions, choose_range, decide
from bot.systems.highguard.battle.fire import Fire, Volley, fire
from bot.systems.highguard.battle.formation import fleet_of, form, launches, stowed
from bot.systems.highguard.battle.muster import Recruit, join, new_battle, side_of
from bot.systems.highguard.battle.report import Formed, Initiative, Sealed
from bot.systems.highguard.battle.rounds import play_turn
from bot.systems.highguard.battle.standing import choices
from bot.systems.highguard.battle.state import BATTLE, Formation, Station, Step
from bot.systems.highguard.battle.told import shown, told_of
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.vessel import Carried, Facilities, Readied
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, formed, hold_fire, in_combat, plain

NO_DICE = ScriptedDice([])
ALPHA, BETA = plain("Alpha", armed("missile")), plain("Beta", armed("missile"))
CHI, PSI = plain("Chi", armed("missile")), plain("Psi", armed("missile"))


def two_each():
    return battle_of([ALPHA, BETA], [CHI, PSI])


@pytest.mark.rule("HG-C03")
def test_both_sides_are_revealed_together():
    first = form(two_each(), 0, Formation(("Alpha",)), NO_DICE)
    assert first.events == (Sealed(0),)
    assert [waiting.side for waiting in pending(first.battle)] == [1]
    assert all(ship.place is Station.RESERVE for ship in first.battle.ships.values())
    both = form(first.battle, 1, Formation(("Chi", "Psi")), ScriptedDice([6, 6, 1, 1]))
    assert both.events[:2] == (Formed(0, ("Alpha",), ("Beta",)), Formed(1, ("Chi", "Psi"), ()))
    assert [ship.name for ship in both.battle.line(0)] == ["Alpha"]
    assert [ship.name for ship in both.battle.reserve(0)] == ["Beta"]


@pytest.mark.rule("HG-C03")
def test_a_sealed_formation_tells_the_other_side_nothing():
    one, other = (form(two_each(), 0, Formation(line), NO_DICE) for line in (("Alpha",), ("Beta", "Alpha")))
    assert one.events == other.events
    assert shown(one.battle, COMBAT) == shown(other.battle, COMBAT)
    assert told_of(one) == told_of(other)
    assert pending(one.battle) == pending(other.battle)


def test_a_side_forms_once_a_turn():
    sealed = form(two_each(), 0, Formation(("Alpha",)), NO_DICE).battle
    with pytest.raises(RuleError, match="Red has nothing to decide now: Blue is waited for"):
        form(sealed, 0, Formation(("Beta",)), NO_DICE)


@pytest.mark.parametrize(
    ("formation", "told"),
    [
        (Formation(), "Name a ship for the line of battle, or say that all stay in reserve"),
        (Formation(("Chi",)), "Chi belongs to Blue, not to Red"),
        (Formation(("Omega",)), "There is no ship in this battle “Omega”"),
        (Formation(("Alpha", "alpha")), "Alpha can't be named twice"),
        (Formation(("Alpha",), launch=("Beta",)), "Beta isn't a craft that Red could launch now"),
    ],
)
def test_formations_that_cannot_be(formation, told):
    battle = two_each()
    with pytest.raises(RuleError, match=told):
        form(battle, 0, formation, NO_DICE)


@pytest.mark.rule("HG-C20", "HG-G11")
def test_what_was_decided_in_the_last_battle_is_over():
    """Emergency agility, a globe wholly on and systems switched off are of a turn (R-15, R-87)."""
    late = Readied(globe_on=True, emergency=True, silent=("missile",), to_jump=Fraction(100))
    battle = battle_of([plain("Alpha", stance=late, just_off=True)], [CHI])
    assert (battle.ships["Alpha"].vessel.stance, battle.ships["Alpha"].vessel.just_off) == (Readied(), False)


def test_a_side_without_ships_cannot_form():
    with pytest.raises(RuleError, match="Blue has no ship in this battle"):
        form(battle_of([ALPHA], []), 1, Formation(all_reserve=True), NO_DICE)


@pytest.mark.rule("HG-C04")
def test_the_reserve_neither_fires_nor_is_fired_at():
    battle = in_combat(two_each(), ["Alpha"], ["Chi"])
    with pytest.raises(RuleError, match="Psi is in reserve: only ships in the line of battle fire"):
        fire(battle, 1, Fire((Volley("Psi", "missile", "Alpha"),)), NO_DICE, COMBAT)
    with pytest.raises(RuleError, match="Beta isn't exposed to fire now"):
        fire(battle, 1, Fire((Volley("Chi", "missile", "Beta"),)), NO_DICE, COMBAT)


FIGHTER = plain("Wasp", armed("missile", 3), size="0", tons=10, agility=6, maneuver=6)


def carrier(ordinary=1, tubes=0, bays=0, count=50, **changes):
    facilities = Facilities(ordinary, tubes, bays)
    return replace(ALPHA, craft=(Carried("Wasp", Fraction(10), count),), facilities=facilities, **changes)


def with_wasps(mother, number):
    battle = battle_of([mother], [CHI])
    return join(battle, 0, [Recruit(FIGHTER, "Wasp", "player 0", "Alpha")] * number)


@pytest.mark.rule("HG-C05")
def test_launched_craft_fight_in_the_same_turn_and_come_home():
    battle = with_wasps(carrier(), 2)
    assert battle.ships["Wasp 2"].place is Station.ABOARD
    dice = ScriptedDice([6, 6, 1, 1])
    battle = form(battle, 0, Formation(("Wasp", "Alpha"), launch=("Wasp",)), NO_DICE).battle
    turned = form(battle, 1, Formation(("Chi",)), dice)
    assert turned.events[0] == Formed(0, ("Alpha", "Wasp"), (), launched=("Wasp",))
    battle = turned.battle
    assert battle.ships["Alpha"].vessel.craft[0].count == 49
    for side in (1, 0):
        battle = decide(battle, side, Decisions()).battle
    battle = fire(battle, 1, Fire(), NO_DICE, COMBAT).battle
    fired = fire(battle, 0, Fire((Volley("Wasp", "missile", "Chi"),)), ScriptedDice([1, 1]), COMBAT)
    assert fired.battle.ships["Wasp"].fired == {"missile": 1}
    battle = play_turn(fired.battle, ScriptedDice([1] * 50), COMBAT).battle
    battle = form(battle, 0, Formation(("Alpha",), recover=(("Wasp", "Alpha"),)), NO_DICE).battle
    battle = form(battle, 1, Formation(("Chi",)), ScriptedDice([6, 6, 1, 1])).battle
    assert battle.ships["Wasp"].place is Station.ABOARD
    assert battle.ships["Alpha"].vessel.craft[0].count == 50


@pytest.mark.rule("HG-C07")
def test_a_craft_is_named_once_and_recovered_where_a_berth_is_free():
    battle = battle_of([carrier(), replace(carrier(), name="Beta")], [CHI])
    battle = join(battle, 0, [Recruit(FIGHTER, "Wasp", "player 0", "Alpha")])
    twice = "Wasp is named twice: a craft is launched or recovered once in a turn."
    with pytest.raises(RuleError) as refused:
        form(battle, 0, Formation(("Alpha",), launch=("Wasp", "Wasp")), NO_DICE)
    assert str(refused.value) == twice
    out = battle.with_ships(
        [replace(battle.ships["Wasp"], place=Station.RESERVE), stowed(battle.ships["Alpha"], "Wasp", -1)]
    )
    for pairs, told in (
        ((("Wasp", "Alpha"), ("Wasp", "Beta")), twice),
        # All of Beta's own are aboard.
        ((("Wasp", "Beta"),), "Beta has 0 berths free for Wasp, not 1: name another."),
    ):
        with pytest.raises(RuleError) as refused:
            form(out, 0, Formation(("Alpha",), recover=pairs), NO_DICE)
        assert str(refused.value) == told
    assert form(out, 0, Formation(("Alpha",), recover=(("Wasp", "Alpha"),)), NO_DICE).battle.sides[0].sealed
    # Where one is launched, another may come; where one of Beta's is lost, as well.
    more = join(out, 0, [Recruit(FIGHTER, "Wasp", "player 0", "Alpha")] * 2)
    more = form(more, 0, Formation(("Alpha",), ("Wasp 2",), (("Wasp", "Alpha"),)), NO_DICE).battle
    assert more.sides[0].sealed.launch == ("Wasp 2",)
    lost = out.with_ships([stowed(out.ships["Beta"], "Wasp", -1)])
    assert form(lost, 0, Formation(("Alpha",), recover=(("Wasp", "Beta"),)), NO_DICE).battle.sides[0].sealed


@pytest.mark.rule("HG-C06", "HG-C07")
@pytest.mark.parametrize(
    ("facilities", "out"), [({"ordinary": 1}, 1), ({"ordinary": 2}, 2), ({"ordinary": 2, "bays": 1}, 3)]
)
def test_standing_orders_launch_as_many_as_there_are_facilities(facilities, out):
    ordered = choices.formation(with_wasps(carrier(**facilities), 4), 0)
    assert ordered.launch == ("Wasp", "Wasp 2", "Wasp 3")[:out]
    assert set(ordered.line) == {"Alpha", *ordered.launch}


@pytest.mark.rule("HG-C06", "HG-C07")
@pytest.mark.parametrize(
    ("mother", "most"),
    [
        (carrier(ordinary=1), 1),
        (carrier(ordinary=5), 5),  # 50,000 tons
        (carrier(ordinary=3, tubes=2), 83),  # 30,000 tons with two tubes
        (carrier(ordinary=1, bays=4), 5),  # four empty bays with craft (HG-D42)
        (carrier(configuration=7), None),  # a dispersed structure
    ],
)
def test_how_many_craft_a_ship_launches(mother, most):
    assert launches(mother) == most


@pytest.mark.rule("HG-C06")
def test_no_more_craft_than_facilities():
    battle = with_wasps(carrier(), 2)
    with pytest.raises(RuleError, match="Alpha launches 1 craft in a turn, not 2"):
        form(battle, 0, Formation(("Alpha",), launch=("Wasp", "Wasp 2")), NO_DICE)


@pytest.mark.rule("HG-C07")
def test_a_dispersed_hull_launches_all_at_once():
    battle = with_wasps(carrier(configuration=7), 30)
    names = tuple(name for name in battle.ships if name.startswith("Wasp"))
    battle = form(battle, 0, Formation(names, launch=names), NO_DICE).battle
    battle = form(battle, 1, Formation(("Chi",)), ScriptedDice([6, 6, 1, 1])).battle
    assert len(list(battle.line(0))) == 30


def test_craft_join_only_carriers_that_have_them():
    with pytest.raises(RuleError, match="Alpha carries 1 Wasp, and 1 of them are in the battle already"):
        with_wasps(carrier(count=1), 2)
    with pytest.raises(RuleError, match="Alpha carries 0 Wasp"):
        with_wasps(ALPHA, 1)
    # Berths of craft that are out stay theirs, and one that nobody has taken yet is free.
    battle = form(with_wasps(carrier(count=2), 1), 0, Formation(("Alpha",), launch=("Wasp",)), NO_DICE).battle
    battle = form(battle, 1, Formation(("Chi",)), ScriptedDice([6, 6, 1, 1])).battle
    recruit = Recruit(FIGHTER, "Wasp", "player 0", "Alpha")
    both = join(replace(battle, step=Step.FORMATION), 0, [recruit])
    assert [ship.name for ship in both.aboard(0)] == ["Wasp 2"]
    with pytest.raises(RuleError, match="Alpha carries 2 Wasp, and 2 of them are in the battle already"):
        join(both, 0, [recruit])


@pytest.mark.rule("HG-C09", "HG-C10", "HG-C11")
def test_initiative_counts_the_slowest_ship_the_line_and_the_commander():
    slow = plain("Gamma", armed("missile"), agility=1)
    unarmed, adrift = plain("Freighter"), plain("Hulk", armed("missile"), maneuver=0)
    battle = battle_of([ALPHA, BETA, slow], [CHI, unarmed, adrift], tactics=(3, 0))
    turned = form(battle, 0, Formation(("Alpha", "Beta")), NO_DICE)
    turned = form(turned.battle, 1, Formation(("Chi", "Freighter", "Hulk")), ScriptedDice([1, 1, 6, 6]))
    thrown = next(event for event in turned.events if isinstance(event, Initiative))
    red, blue = thrown.contest.throws[-1]
    # Red's slowest has agility 1, Blue's hulk 0; two of Red's line fire and move, one of Blue's.
    assert [(modifier.dm, modifier.rule) for modifier in red.modifiers] == [
        (1, "HG-C09"),
        (1, "HG-C10"),
        (3, "HG-C11"),
    ]
    assert blue.modifiers == ()
    assert (red.total, blue.total, thrown.attacker) == (7, 12, 1)
    assert fleet_of(turned.battle, 1).ready == 1


@pytest.mark.rule("HG-C08")
def test_ties_are_thrown_again_and_the_referee_may_modify():
    battle = form(two_each(), 0, Formation(("Alpha", "Beta"), dm=-1, because="surprised"), NO_DICE).battle
    turned = form(battle, 1, Formation(("Chi", "Psi")), ScriptedDice([4, 4, 3, 4, 2, 2, 1, 1]))
    thrown = next(event for event in turned.events if isinstance(event, Initiative))
    assert [(red.total, blue.total) for red, blue in thrown.contest.throws] == [(7, 7), (3, 2)]
    assert thrown.contest.throws[0][0].modifiers[0].label == "referee: surprised"
    assert thrown.attacker == 0


@pytest.mark.rule("HG-C12")
def test_long_range_first_then_as_the_attacker_chooses():
    battle = formed(two_each(), ["Alpha"], ["Chi"])
    assert (battle.range, battle.step, battle.waiting) == (Range.LONG, Step.DECISIONS, (1, 0))
    battle = play_turn(battle, ScriptedDice([1] * 200), COMBAT).battle
    assert (battle.turn, battle.minutes) == (2, 20)
    battle = formed(battle, ["Alpha"], ["Chi"], initiative=(1, 1, 6, 6))
    assert (battle.step, battle.waiting, battle.attacker) == (Step.RANGE, (1,), 1)
    with pytest.raises(RuleError, match="Red has nothing to decide now: Blue is waited for"):
        choose_range(battle, 0, Range.SHORT)
    assert choose_range(battle, 1, Range.SHORT).battle.range is Range.SHORT


@pytest.mark.rule("HG-C01")
def test_a_turn_is_twenty_minutes_and_all_ships_are_at_one_range():
    battle = two_each()
    assert replace(battle, turn=4).minutes == 60
    assert [reach.value for reach in Range] == ["short", "long"]


@pytest.mark.rule("HG-C02")
def test_nothing_is_done_out_of_sequence():
    battle = two_each()
    with pytest.raises(RuleError, match=r"It is time for battle formation now: .* nothing is done out of sequence"):
        answer(battle, 0, RangeChoice(Range.SHORT), NO_DICE, COMBAT)
    with pytest.raises(RuleError, match="out of sequence"):
        fire(battle, 0, Fire(), NO_DICE, COMBAT)
    with pytest.raises(RuleError, match=r"It is time for pre-combat decisions now"):
        join(formed(battle, ["Alpha"], ["Chi"]), 0, [Recruit(plain("Late"))])


@pytest.mark.rule("HG-C02")
def test_the_steps_of_a_turn_come_in_their_order():
    steps, battle = [], two_each()
    battle = formed(battle, ["Alpha"], ["Chi"])
    while battle.turn == 1 and battle.waiting:
        steps.append(battle.step)
        if battle.step is Step.DECISIONS:
            groups = (("Alpha",),) if battle.waiting[0] == 0 else ()
            battle = decide(battle, battle.waiting[0], Decisions(groups)).battle
        elif battle.step is Step.COMBAT:
            battle = hold_fire(battle)
        else:
            battle = play_turn(battle, NO_DICE, COMBAT).battle
    assert steps == [Step.DECISIONS, Step.DECISIONS, Step.COMBAT, Step.PURSUIT]
    assert battle.step is Step.OVER  # both of Blue pursue Alpha: Beta has nobody left to fight


def test_names_of_sides_and_ships():
    assert side_of(two_each(), "blu") == 1
    with pytest.raises(RuleError, match="different names"):
        new_battle("Red", "red")
    assert list(battle_of([ALPHA, ALPHA], [ALPHA]).ships) == ["Alpha", "Alpha 2", "Alpha 3"]


def test_a_battle_is_stored_and_loaded():
    for battle in (two_each(), in_combat(two_each(), ["Alpha"], ["Chi"]), with_wasps(carrier(), 2)):
        stored = BATTLE.dump(battle)
        assert stored["v"] == 2
        assert BATTLE.load(stored) == battle
