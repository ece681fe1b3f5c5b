"""What takes several turns, and the phases of a turn (C3K The game turn)."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.errors import RuleError
from bot.engine.scene import Said
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.figure.sheet import Memory, Plight, Task
from bot.systems.combat3000.hit.plights import Cloud
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Charge
from bot.systems.combat3000.turn import GameOrders, Phase, Turn, succeeded
from tests.systems.combat3000.morale.table import game, order
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


def on_table(who, ledger):
    return Scene({"name": (who,), "target": (KEMP,), "others": ()}, ledger)


@pytest.mark.rule("C3K-G01")
def test_the_five_phases_one_by_one():
    """After the actions the turn ends, and the next begins with orders; where no turn is kept there is only its end."""
    ledger = give("turn begin", units=on_table(unit("Ann"), None))[0].ledger
    titles = []
    for _ in range(6):
        outcome, card = give("phase", units=on_table(unit("Ann"), ledger))
        ledger = outcome.ledger
        titles.append((card.title, ledger.turn.number, ledger.turn.phase.value))
    assert titles == [
        ("The close combat phase begins", 1, "close combat"),
        ("The movement phase begins", 1, "movement"),
        ("The firing phase begins", 1, "firing"),
        ("The actions phase begins", 1, "actions"),
        ("End of turn 1", 2, "orders"),
        ("The close combat phase begins", 2, "close combat"),
    ]
    assert give("phase", units=on_table(unit("Ann"), None))[1].title == "End of a turn"


@pytest.mark.parametrize(
    ("phase", "later"),
    [
        ("orders", "close combat, movement, firing or actions"),
        ("close combat", "movement, firing or actions"),
        ("movement", "firing or actions"),
        ("firing", "actions"),
        ("actions", ""),
    ],
)
def test_a_turn_is_gone_on_with_to_a_later_phase_of_it_alone(phase, later):
    units = on_table(unit("Ann"), Ledger(turn=Turn(phase=Phase(phase))))
    may = f"a step may be {later}, and " if later else ""
    for step in map(str, Phase):
        if step in later:
            assert give("phase", units=units, step=step)[0].ledger.turn.phase is not Phase(phase)
            continue
        with pytest.raises(RuleError) as refused:
            give("phase", units=units, step=step)
        said = f"It is the {phase} phase of turn 1: {may}/phase alone ends the phase (C3K The game turn)."
        assert str(refused.value) == said
    with pytest.raises(RuleError, match="No turn is kept, so that no phase can be gone to: /turn begin keeps it"):
        give("phase", units=on_table(unit("Ann"), None), step="actions")


WRITTEN = Turn(
    plans={"Ann": (Task("C"),), "Foe": (Task("A", "Ann"),)},
    moves={
        "Ann": Said("move", {"name": (("Ann", None),)}, {}, ""),
        "Foe": Said("move", {"name": (("Foe", None),)}, {}, ""),
    },
    shots=tuple(
        Said("fire", {"name": tuple((one, None) for one in who)}, {}, "") for who in (("Ann", "Bob"), ("Foe",))
    ),
    orders={"Ann": GameOrders("Hold"), "Foe": GameOrders("Charge", priority="Ann")},
    groups=(("Bob", "Ann"), ("Foe", "Eve")),
)


@pytest.mark.rule("C3K-G06")
@pytest.mark.parametrize("own", [("Ann", "Bob"), ("Foe", "Eve"), ("Ann",), ("Ann", "Bob", "Foe", "Eve"), ()])
def test_of_what_is_written_down_each_side_knows_its_own_alone(own):
    known = WRITTEN.narrowed(own)
    assert [*known.plans] == [*known.moves] == [*known.orders] == [name for name in ("Ann", "Foe") if name in own]
    whose = [each.doers for each in known.shots]
    assert whose == [doers for doers in (("Ann", "Bob"), ("Foe",)) if {*doers} <= {*own}]
    assert known.groups == tuple(group for group in WRITTEN.groups if {*group} <= {*own})


@pytest.mark.parametrize(
    ("task", "then"),
    [
        # What is aimed at somebody, or done to their machine, is so under their new name; a weapon keeps its own.
        (Task("A", "Foe"), Task("A", "Fred")),
        (Task("Sab", "Foe"), Task("Sab", "Fred")),
        (Task("Mend", "Foe"), Task("Mend", "Fred")),
        (Task("Prg", "Foe"), Task("Prg", "Fred")),
        (Task("R", "Foe"), Task("R", "Foe")),
        (Task("A", "Fo"), Task("A", "Fo")),
    ],
)
def test_what_is_written_down_follows_a_new_name(task, then):
    turn = replace(WRITTEN, plans={"Ann": (task,), "Foe": (Task("C"),)}, groups=(("Ann", "Foe"), ("Foe",)))
    turn = turn.ordering("Bob", GameOrders("Fire", priority="Foe"))
    renamed = turn.renamed("Foe", "Fred")
    assert renamed.plans == {"Ann": (then,), "Fred": (Task("C"),)}
    assert renamed.groups == (("Ann", "Fred"), ("Fred",))
    assert renamed.orders["Bob"] == GameOrders("Fire", priority="Fred")
    assert [*renamed.moves] == ["Ann", "Fred"]
    assert {*renamed.orders} == {"Ann", "Fred", "Bob"}
    left = turn.renamed("Foe", "")
    assert (left.plans, left.groups, [*left.moves]) == ({"Ann": (task,)}, (("Ann",),), ["Ann"])
    assert {*left.orders} == {"Ann", "Bob"}
    assert [each.doers for each in left.shots] == [("Ann", "Bob")]


def test_what_is_written_down_anew_replaces_what_was_and_nothing_leaves_none():
    turn = Turn().planning("Ann", (Task("C"),)).planning("Bob", (Task("FP"),)).planning("Ann", (Task("SU"),))
    assert turn.plans == {"Ann": (Task("SU"),), "Bob": (Task("FP"),)}
    assert turn.planning("Ann", ()).plans == {"Bob": (Task("FP"),)}
    turn = (
        turn.ordering("Ann", GameOrders("Hold")).ordering("Bob", GameOrders("Go")).ordering("Ann", GameOrders("Halt"))
    )
    assert turn.orders == {"Ann": GameOrders("Halt"), "Bob": GameOrders("Go")}
    assert turn.ordering("Ann", GameOrders()).orders == {"Bob": GameOrders("Go")}


@pytest.mark.rule("C3K-O03")
@pytest.mark.parametrize(
    ("killed", "group", "told"),
    [
        ((), ("Ann", "Bob", "Cid"), ()),
        (("Ann",), ("Bob", "Cid", "Ann"), ("Ann is dead, and Bob commands in their place (C3K Orders)",)),
        (("Ann", "Bob"), ("Cid", "Ann", "Bob"), ("Ann is dead, and Cid commands in their place (C3K Orders)",)),
        (("Bob",), ("Ann", "Bob", "Cid"), ()),
        (("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid"), ()),
    ],
)
def test_the_next_in_the_chain_of_command_takes_it_from_the_dead(killed, group, told):
    sheets = {name: unit(name, condition="killed" if name in killed else "alive").sheet for name in ("Ann", "Bob")}
    sheets |= {"Cid": unit("Cid", condition="killed").sheet} if "Cid" in killed else {}
    turn, said = succeeded(Turn(groups=(("Ann", "Bob", "Cid"), ("Dot",))), sheets)
    assert (turn.groups, said) == ((group, ("Dot",)), told)


@pytest.mark.rule("C3K-O20", "C3K-H08", "C3K-H09")
@pytest.mark.parametrize(
    ("stunned", "plight", "lines"),
    [
        (3, {}, ("Ann: stunned for 2 turns",)),
        (0, {"blinded": 3}, ("Ann: blinded for 2 turns",)),
        (0, {"blinded": 1}, ("Ann: unhurt",)),
        (0, {"frozen": 3}, ("Ann: frozen in time for 2 turns",)),
        (0, {"webbed": True}, ("Nothing was due: a new turn begins.",)),
        (0, {}, ("Nothing was due: a new turn begins.",)),
    ],
)
def test_of_whom_a_turn_has_changed_it_is_told_how_they_are(stunned, plight, lines):
    ann = unit("Ann", stunned=stunned)
    ann = replace(ann, sheet=replace(ann.sheet, plight=Plight(**plight)))
    assert give("phase", units=everybody(ann))[1].lines == lines


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
def test_each_order_has_its_phase_where_a_turn_is_kept(verb, fields, own):
    ann = unit("Ann", weapon="Rifle", working="jammed" if verb == "repair" else "works", loaded=3, clips=12)
    ann = Unit("Ann", "", C3K.with_traits(ann.sheet, {"grenades": "101"}))
    if verb in {"reload", "repair"}:
        ann = Unit("Ann", "", replace(ann.sheet, now=Memory(task=Task({"reload": "R", "repair": "Rep"}[verb]))))
    faces = {"fire": [3, 99] if "mode" in fields else [99], "grenade": [40], "repair": [5]}.get(verb, [])
    for phase in Phase:
        charged = (Charge(KEMP.name, "Ann", "run", Fraction(15), Fraction(12)),) if "mode" in fields else ()
        table = on_table(ann, Ledger(turn=Turn(phase=phase), charging=charged))
        units = Scene({**table.units, "name": (ann,), "people": ()}, table.ledger)
        lenient = Scene(units.units, units.ledger, settings={"turns": "shown"})
        wrong = f"This is the {phase} phase of turn 1, and .* in the {own} phase"
        if phase == own:
            give(verb, faces, units, **fields)
        else:
            with pytest.raises(RuleError, match=wrong):
                give(verb, [], units, **fields)
            told = give(verb, faces, lenient, {"turns": "shown"}, **fields)[1].lines[-1]
            assert re.fullmatch(f"By the book: {wrong}.*", told)
    give(verb, faces, Scene(units.units), **fields)


@pytest.mark.rule("C3K-G02")
def test_a_turn_that_only_shows_tells_of_a_second_thing():
    """Who has fired reloads all the same, and is told."""
    repairs = Memory(busy="repairs", task=Task("R"))
    busy = Unit("Ann", "", replace(unit("Ann", weapon="Rifle", loaded=3, clips=12).sheet, now=repairs))
    acting = Ledger(turn=Turn(phase=Phase.ACTIONS))
    with pytest.raises(RuleError, match="Ann repairs this turn"):
        give("reload", units=Scene(character(busy).units, acting))
    lenient = Scene(character(busy).units, acting, settings={"turns": "shown"})
    _, card = give("reload", units=lenient, settings={"turns": "shown"})
    assert card.lines[-1] == "By the book: Ann repairs this turn: /phase ends the turn (C3K The game turn)."


def test_who_has_acted_before_a_turn_is_kept_is_told_as_it_begins():
    fired = Unit("Ann", "", unit("Ann").sheet, id=1)
    for now in (Memory(target="Kemp"), Memory(gait="walk"), Memory(drew="Rifle")):
        fired = replace(fired, sheet=replace(fired.sheet, now=now))
        begun, card = give("turn begin", units=Scene({}, known={"Ann": fired, "Bob": unit("Bob")}))
        assert begun.result.acted == ("Ann",)
        assert card.lines[-1].startswith("Ann has acted, gone or drawn a weapon in this turn already: /phase")
    assert give("turn begin", units=Scene({}, known={"Bob": unit("Bob")}))[0].result.acted == ()


def test_a_turn_is_begun_once_shown_and_ended():
    ann = unit("Ann")
    with pytest.raises(RuleError, match="No turn is kept here"):
        give("turn show", units=Scene({}))
    begun, _ = give("turn begin", units=Scene({}))
    table = Scene({}, begun.ledger, known={"Ann": ann})
    with pytest.raises(RuleError, match="A turn is kept already, and it is the orders phase of turn 1"):
        give("turn begin", units=table)
    assert give("turn show", units=table)[1].lines[1] == "Ann: unhurt"
    assert C3K.squads.turn_line(begun.ledger) == "the orders phase of turn 1"
    ended, card = give("turn end", units=table)
    assert (card.title, ended.ledger.turn, C3K.squads.turn_line(ended.ledger)) == ("Turn 1 is no longer kept", None, "")


@pytest.mark.rule("C3K-G01", "C3K-H10")
def test_the_firing_phase_says_who_is_overcome_by_gas():
    gas = Ledger((Cloud("knock-out", 15), Cloud("baffler", 20)), turn=Turn(phase=Phase.MOVEMENT))
    _, card = give("phase", units=on_table(unit("Ann"), gas))
    longer = "now 2 templates long, the newest downwind, through doors, windows and ducts"
    assert card.lines[1:] == (
        f"knock-out gas of 15 cm: {longer}",
        f"baffler of 20 cm: {longer}",
        "Whoever is in knock-out gas of 15 cm now is out: /blast names them",
    )
    earlier = Ledger(gas.clouds, turn=Turn(phase=Phase.CLOSE_COMBAT))
    assert len(give("phase", units=on_table(unit("Ann"), earlier))[1].lines) == 1


def test_the_turn_is_stored_with_the_campaign_and_the_phase_of_an_old_setting_becomes_one():
    kept = Ledger(turn=Turn(3, Phase.FIRING, {"Ann": (Task("DC", "Sword"),)}))
    assert C3K.load_ledger(C3K.dump_ledger(kept)) == kept
    old = {"v": 1, "clouds": [], "stases": [], "vortices": [], "unseen": None}
    assert C3K.load_ledger(old) == C3K.load_ledger({**old, "phase": "orders"}) == Ledger()
    assert C3K.load_ledger({**old, "phase": "firing"}) == Ledger(turn=Turn(phase=Phase.FIRING))


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


@pytest.mark.rule("C3K-O01")
@pytest.mark.parametrize(
    ("said", "kept", "groups"),
    [
        ({"orders": "Hold the gate"}, GameOrders("Hold the gate"), ()),
        ({"priority": "Foe"}, GameOrders(priority="Foe"), ()),
        ({"strikes": "Sword"}, GameOrders(strikes="Sword"), ()),
        ({"group": True}, None, (("Ann", "Bob"),)),
    ],
)
def test_each_of_the_game_orders_may_be_given_alone_and_is_kept_in_a_turn_only(said, kept, groups):
    people = unit("Ann", weapon="Sword"), unit("Bob", weapon="Sword"), unit("Foe", side="Blue")
    table, _ = order(game(*people, phase=Phase.ORDERS), "plan", ["Ann", "Bob"], **said)
    assert table.ledger.turn.orders == (dict.fromkeys(("Ann", "Bob"), kept) if kept else {})
    assert table.ledger.turn.groups == groups
    with pytest.raises(RuleError, match="Game orders and groups are kept in a turn"):
        order(game(*people), "plan", ["Ann", "Bob"], **said)
