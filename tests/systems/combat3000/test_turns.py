"""What takes several turns, and the phases of a turn (C3K The game turn)."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.hit.plights import Cloud
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.options import Phase
from tests.systems.combat3000.table import C3K, KEMP, character, everybody, fire, give, unit


@pytest.mark.rule("C3K-R01", "C3K-R04")
def test_a_reload_keeps_whoever_reloads_busy_for_all_its_turns():
    """A rifle takes 4 turns: three more after this one."""
    ann = unit("Ann", weapon="Rifle", loaded=0, clips=12)
    outcome, card = give("reload", units=character(ann))
    assert "Takes 4 turns, with two free hands, standing still." in card.lines
    lines = []
    for _ in range(4):
        busy = Unit("Ann", "", outcome.after["Ann"])
        with pytest.raises(RuleError, match=r"Ann reloads.*: /phase ends"):
            fire([], busy, KEMP, range=20)
        with pytest.raises(RuleError, match=r"Ann reloads.*: /phase ends"):
            give("reload", units=character(busy))
        outcome, card = give("phase", units=everybody(busy))
        lines += card.lines
    assert lines == [
        "Ann reloads: 3 turns to go",
        "Ann reloads: 2 turns to go",
        "Ann reloads: 1 turn to go",
        "Nothing was due: a new turn begins.",
    ]
    fire([90], Unit("Ann", "", outcome.after["Ann"]), KEMP, range=20)


def test_a_repair_is_one_a_turn_unless_turns_are_free():
    ann = unit("Ann", weapon="Rifle", working="jammed")
    tried = Unit("Ann", "", give("repair", [5], character(ann))[0].after["Ann"])
    with pytest.raises(RuleError, match="Ann repairs this turn"):
        give("repair", units=character(tried))
    give("repair", [9], character(tried), settings={"turns": "free"})


IN_ORDER = {"phases": "in order"}


def on_table(who, ledger):
    return Scene(
        {"character": (who,), "characters": (who,), "attacker": (who,), "target": (KEMP,), "others": ()}, ledger
    )


@pytest.mark.rule("C3K-G01")
def test_the_five_phases_one_by_one():
    """After the actions the turn ends, and the next begins with orders."""
    ledger, titles = None, []
    for _ in range(6):
        outcome, card = give("phase", units=on_table(unit("Ann"), ledger), settings=IN_ORDER)
        ledger = outcome.ledger
        titles.append((card.title, ledger.phase.value))
    assert titles == [
        ("The close combat phase begins", "close combat"),
        ("The movement phase begins", "movement"),
        ("The firing phase begins", "firing"),
        ("The actions phase begins", "actions"),
        ("End of a turn", "orders"),
        ("The close combat phase begins", "close combat"),
    ]
    assert give("phase", units=on_table(unit("Ann"), None))[1].title == "End of a turn"


@pytest.mark.rule("C3K-G01", "C3K-G02")
@pytest.mark.parametrize(
    ("verb", "fields", "own"),
    [
        ("fire", {"range": 20}, "firing"),
        ("fire", {"range": 20, "mode": "panic"}, "close combat"),
        ("grenade", {"range": 20}, "firing"),
        ("reload", {}, "actions"),
        ("repair", {}, "actions"),
    ],
)
def test_each_order_has_its_phase(verb, fields, own):
    ann = unit("Ann", weapon="Rifle", working="jammed" if verb == "repair" else "works", loaded=3, clips=12)
    ann = Unit("Ann", "", C3K.with_traits(ann.sheet, {"grenades": "101"}))
    for phase in Phase:
        table = on_table(ann, Ledger(phase=phase))
        units = Scene({**table.units, "thrower": (ann,), "people": ()}, table.ledger)
        faces = {"fire": [3, 99] if "mode" in fields else [99], "grenade": [40], "repair": [5]}.get(verb, [])
        if phase == own:
            give(verb, faces, units, IN_ORDER, **fields)
        else:
            with pytest.raises(RuleError, match=f"This is the {phase} phase, and .* in the {own} phase"):
                give(verb, [], units, IN_ORDER, **fields)
        give(verb, faces, units, **fields)


@pytest.mark.rule("C3K-G01", "C3K-H10")
def test_the_firing_phase_says_who_is_overcome_by_gas():
    gas = Ledger((Cloud("knock-out", 15), Cloud("baffler", 20)), phase=Phase.MOVEMENT)
    _, card = give("phase", units=on_table(unit("Ann"), gas), settings=IN_ORDER)
    assert card.lines[1:] == ("Whoever is in knock-out gas of 15 cm now is out: /blast names them",)
    earlier = Ledger(gas.clouds, phase=Phase.CLOSE_COMBAT)
    assert len(give("phase", units=on_table(unit("Ann"), earlier), settings=IN_ORDER)[1].lines) == 1


def test_the_phase_is_stored_with_the_campaign_and_old_ones_begin_with_orders():
    assert C3K.load_ledger(C3K.dump_ledger(Ledger(phase=Phase.FIRING))).phase is Phase.FIRING
    stored = {name: value for name, value in C3K.dump_ledger(Ledger()).items() if name not in {"phase", "charges"}}
    assert C3K.load_ledger(stored) == Ledger()


@pytest.mark.rule("C3K-H14")
def test_another_setting_of_a_phaser_takes_a_turn_and_two_hands():
    """Set to kill, its effect of +2 kills on 10 and more."""
    ann = unit("Ann", weapon="Hand Phaser", setting="stun")
    with pytest.raises(RuleError, match="/reload values:setting kill does it"):
        fire([], ann, KEMP, range=10, setting="kill")
    outcome, card = give("reload", units=character(ann), setting="kill")
    assert (card.title, card.lines) == (
        "Ann sets Hand Phaser to kill",
        ("Takes 1 turn and two hands (C3K Weapon list)",),
    )
    reset = Unit("Ann", "", outcome.after["Ann"])
    with pytest.raises(RuleError, match="Ann sets Hand Phaser this turn"):
        fire([], reset, KEMP, range=10)
    with pytest.raises(RuleError, match="Ann sets Hand Phaser this turn"):
        give("reload", units=character(reset), setting="stun")
    ended = Unit("Ann", "", give("phase", units=everybody(reset))[0].after["Ann"])
    assert "Outlaw Kemp: killed" in fire([40, 5, 5], ended, KEMP, range=10)[1].lines
    both = give("give", units=character(ann), weapon="Pistol", values="hand left")[0].after["Ann"]
    with pytest.raises(RuleError, match="needs two hands to set Hand Phaser"):
        give("reload", units=character(Unit("Ann", "", both)), setting="kill")


@pytest.mark.rule("C3K-H14")
def test_a_disrupter_is_set_in_no_time_and_a_rifle_not_at_all():
    ann = unit("Ann", weapon="Disrupter Rifle")
    outcome, card = give("reload", units=character(ann), setting="wide")
    assert card.lines == ("Takes no time (C3K Weapon list)",)
    _, card = fire([20, 1, 1], Unit("Ann", "", outcome.after["Ann"]), KEMP, range=20)
    assert "It comes down where it was aimed, 15 cm across" in card.lines
    with pytest.raises(RuleError, match="Rifle has no settings"):
        give("reload", units=character(unit("Ann", weapon="Rifle")), setting="wide")


@pytest.mark.rule("C3K-W01")
@pytest.mark.parametrize("wounds", ["off", "by points", "by location"])
def test_healing_is_not_the_setting_of_its_name(wounds):
    """The campaign's setting says how people are wounded, and heal's field what is healed."""
    ann = unit("Ann", wounds="2 head", stunned=3)
    outcome, _ = give("heal", units=character(ann), settings={"wounds": wounds})
    assert (outcome.after["Ann"].wounds, outcome.after["Ann"].stunned) == ((), 0)
    outcome, _ = give("heal", units=character(ann), settings={"wounds": wounds}, wounds="stun")
    assert (outcome.after["Ann"].wound_points, outcome.after["Ann"].stunned) == (2, 0)


@pytest.mark.rule("C3K-R03")
@pytest.mark.parametrize(
    ("weapon", "loaded", "barrels", "turns"),
    [("Shotgun", 0, 0, 6), ("Shotgun", 1, 0, 3), ("Shotgun", 0, 1, 3), ("Revolver", 0, 4, 8), ("MM5 Rifle", 0, 0, 4)],
)
def test_a_reload_takes_as_long_as_the_barrels_that_are_loaded_together(weapon, loaded, barrels, turns):
    """3 turns for each of a shotgun's two, 2 for each of a revolver's six, 4 for a rifle's magazine."""
    ann = unit("Ann", weapon=weapon, loaded=loaded, clips=20)
    outcome, _ = give("reload", units=character(ann), barrels=barrels)
    now = outcome.after["Ann"].now
    # This turn, and so many more.
    assert (now.busy, now.more) == ("reloads", turns - 1)
