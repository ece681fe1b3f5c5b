"""What a status forbids, and what it drives somebody to, by commands in a turn that is kept (C3K Morale)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Hand, Memory
from bot.systems.combat3000.morale.behaviour import conduct
from bot.systems.combat3000.morale.ladder import Mood, Status
from tests.deck.plans import board_of
from tests.systems.combat3000.morale.table import (
    ACTIONS,
    CLOSE,
    FIRING,
    HALL,
    MOVEMENT,
    ORDERS,
    asked,
    game,
    now,
    on,
    order,
)
from tests.systems.combat3000.table import C3K, unit

# Ann stands in the open at C4 and looks at Foe; left of the wall, at E3, nobody at J4 sees anybody.
FOE = unit("Foe", side="Blue", weapon="Rifle")


def fired_on(who):
    return replace(FOE, sheet=replace(FOE.sheet, last=Memory(target=who, shot=True)))


def lying(weapons):
    return (replace(each, hand=Hand.DROPPED) for each in weapons)


def board(ann="C7E", foe="J7W"):
    return on(HALL, Ann=ann, Foe=foe)


@pytest.mark.rule("C3K-L04")
@pytest.mark.parametrize(
    ("status", "calm", "fired_on", "calm_in_cover", "fired_on_in_cover"),
    [
        ("overconfident", "charge", "charge", "charge", "charge"),
        ("confident", "to_cover", "to_cover", "to_cover", "to_cover"),
        ("steady", "ordered", "ordered", "ordered", "ordered"),
        ("shaky", "wary", "wary", "wary", "wary"),
        ("poor", "wary", "wary", "wary", "wary"),
        ("scared", "retreat", "retreat", "stay", "stay"),
        ("terrified", "retreat", "break", "stay", "hide"),
    ],
)
def test_what_each_status_makes_somebody_do(status, calm, fired_on, calm_in_cover, fired_on_in_cover):
    found = [
        conduct(Status(status), under_fire=fire, in_cover=cover).name.casefold()
        for cover in (False, True)
        for fire in (False, True)
    ]
    assert found == [calm, fired_on, calm_in_cover, fired_on_in_cover]


@pytest.mark.rule("C3K-L04", "C3K-L05")
@pytest.mark.parametrize(
    ("morale", "foe", "to", "refused"),
    [
        ("steady", fired_on("Ann"), "E7", ""),
        ("shaky", FOE, "E7", ""),
        ("shaky", fired_on("Ann"), "E7", "Ann is shaky, and may not advance under fire: stay, or go elsewhere"),
        ("poor", fired_on("Ann"), "E7", "Ann is poor, and may not advance under fire"),
        ("shaky", fired_on("Ann"), "A7", ""),
        ("scared", FOE, "E7", "Ann is scared and may not advance: stay in cover, or go back to it"),
        ("scared", FOE, "A7", ""),
        ("terrified", FOE, "E7", "Ann is terrified and may not advance"),
        ("confident", FOE, "A7", "Ann is confident and must advance: choose a square nearer to the enemy"),
        ("confident", FOE, "E7", ""),
        ("overconfident", FOE, "A7", "Ann is overconfident and must advance"),
        ("broken", FOE, "A7", "Ann is broken and runs to the nearest cover behind: say gait:run, and where"),
    ],
)
def test_who_may_not_advance_and_who_has_to(morale, foe, to, refused):
    table = game(unit("Ann", morale=morale), foe, phase=MOVEMENT, board=board())
    if not refused:
        order(table, "move", ["Ann"], to=to)
        return
    with pytest.raises(RuleError, match=refused):
        order(table, "move", ["Ann"], to=to)
    _, card = order(table, "move", ["Ann"], to=to, settings={"turns": "shown"})
    assert any(str(line).startswith(f"By the book: {refused}") for line in card.lines)
    order(game(unit("Ann", morale=morale), foe, board=board()), "move", ["Ann"], to=to)


@pytest.mark.rule("C3K-L04")
@pytest.mark.parametrize(
    ("morale", "told"),
    [
        ("steady", ""),
        ("shaky", "Ann is shaky, and may not advance under fire"),
        ("scared", "Ann is scared, and may not advance: in the open they go back to cover"),
        ("overconfident", "Ann is overconfident, and must advance"),
        ("broken", "Ann is broken, and runs to the nearest cover behind"),
    ],
)
def test_off_a_deck_nobody_knows_where_a_move_leads_and_it_is_only_told(morale, told):
    _, card = order(game(unit("Ann", morale=morale), fired_on("Ann"), phase=MOVEMENT), "move", ["Ann"], gait="run")
    lines = [f"By the book: {told} (C3K Morale)."] if told else []
    assert [line for line in card.lines if "By the book" in line] == lines


@pytest.mark.rule("C3K-L04", "C3K-L05")
@pytest.mark.parametrize(
    ("morale", "what", "ways"),
    [
        ("steady", "(may move)", ()),
        ("broken", "a run to the nearest cover behind: broken", ("To B4", "To C4")),
        ("scared", "a retreat to cover: scared", ("To B4", "To C4")),
        ("confident", "an advance to the nearest cover, at a walk at least: confident", ("To E5",)),
        ("overconfident", "an advance, at a walk at least: overconfident", ("To F7",)),
    ],
)
def test_who_is_driven_where(morale, what, ways):
    """A walk of 5 cm is three squares. Of the squares that the wall hides from J7 B4 and C4 are three steps
    away; D4 and E4, and E5 at two steps, lie nearer to J7, and so are not behind.
    """
    table = game(unit("Ann", morale=morale), FOE, phase=MOVEMENT, board=board())
    found, _, labels = next(each for each in asked(table) if "Ann" in each[1])
    assert (found, labels) == (what, ways)


@pytest.mark.rule("C3K-L04", "C3K-L05")
def test_the_broken_run_to_where_no_enemy_sees_them_and_may_test_there():
    table = game(unit("Ann", morale="broken"), FOE, phase=MOVEMENT, board=board())
    ((_, _, (label, *_)),) = [each for each in asked(table) if "Ann" in each[1]]
    table, _ = order(table, "move", ["Ann"], to=label.removeprefix("To "), gait="run")
    table, _ = order(table, "phase")
    with pytest.raises(RuleError, match="Ann runs this turn"):
        order(table, "fire", ["Ann"], others={"target": ["Foe"]})
    table, _ = order(table, "phase")
    assert ("(may test again, broken and in cover now)", ("Ann",), ("Rally",)) in asked(table)
    table, card = order(table, "rally", ["Ann"], [6])
    assert card.lines[0].startswith("Ann: 6 +2 in cover")
    assert (table.units["Ann"].sheet.nerve.broken, table.units["Ann"].sheet.rallied) == (False, 0)


@pytest.mark.rule("C3K-L05")
def test_where_no_deck_shows_it_the_broken_are_asked_whether_they_are_in_cover():
    table = game(unit("Ann", morale="broken"), FOE, phase=ACTIONS)
    assert ("(may test again, broken, if in cover now)", ("Ann",), ("Rally in cover",)) in asked(table)


@pytest.mark.rule("C3K-L04")
def test_the_broken_in_the_open_do_nothing_else():
    ann = unit("Ann", morale="broken", weapon="Rifle")
    for phase, verb, fields in ((FIRING, "fire", {"others": {"target": ["Foe"]}}), (ACTIONS, "reload", {})):
        with pytest.raises(RuleError, match="Ann is broken and runs to the nearest cover"):
            order(game(ann, FOE, phase=phase, board=board()), verb, ["Ann"], **fields)


@pytest.mark.rule("C3K-L04")
@pytest.mark.parametrize("morale", ["shaky", "poor", "scared", "terrified"])
def test_the_shaken_go_into_no_close_combat_and_run_from_the_stronger_who_charge(morale):
    ann, foe = unit("Ann", morale=morale), unit("Foe", side="Blue", strength=1)
    near = on(HALL, Ann="C7E", Foe="G7W")
    table = game(ann, foe, phase=CLOSE, board=near)
    with pytest.raises(RuleError, match=f"Ann is {morale}, and goes into no close combat"):
        order(table, "charge", ["Ann"], others={"target": ["Foe"]})
    charged, _ = order(table, "charge", ["Foe"], others={"target": ["Ann"]})
    assert ("an answer to the charge of Foe", ("Ann",), ("Run away",)) in asked(charged)
    with pytest.raises(RuleError, match=f"Ann is {morale}, and runs from Foe, who is stronger"):
        order(charged, "receive", ["Ann"], how="stand")
    order(charged, "receive", ["Ann"], how="run")
    equal, _ = order(
        game(ann, unit("Foe", side="Blue"), phase=CLOSE, board=near), "charge", ["Foe"], others={"target": ["Ann"]}
    )
    order(equal, "receive", ["Ann"], how="stand")


@pytest.mark.rule("C3K-L04")
@pytest.mark.parametrize("chargers", [("Weak", "Strong"), ("Strong", "Weak")])
def test_of_several_who_charge_one_who_is_stronger_makes_the_shaken_run(chargers):
    units = [unit("Weak", side="Blue", strength=-1), unit("Strong", side="Blue", strength=1)]
    near = on(HALL, Ann="C7E", Weak="G7W", Strong="G6W")
    charged, _ = order(
        game(unit("Ann", morale="shaky"), *units, phase=CLOSE, board=near),
        "charge",
        chargers,
        others={"target": ["Ann"]},
    )
    with pytest.raises(RuleError, match="Ann is shaky, and runs from Strong, who is stronger"):
        order(charged, "receive", ["Ann"], how="stand")


@pytest.mark.rule("C3K-L04")
def test_the_overconfident_with_a_close_weapon_owe_a_charge_at_the_nearest_within_a_run():
    """A run of 15 cm is ten squares."""
    bob = unit("Bob", side="Blue")
    near = on(HALL, Ann="C7E", Foe="J7W", Bob="G7W")
    armed, bare = unit("Ann", morale="overconfident", weapon="Sword"), unit("Ann", morale="overconfident")
    charge = ("a charge at the nearest enemy: overconfident", ("Ann",), ("Charge Bob",))
    assert charge in asked(game(armed, FOE, bob, phase=CLOSE, board=near))
    assert charge not in asked(game(bare, FOE, bob, phase=CLOSE, board=near))
    dropped = replace(armed, sheet=replace(armed.sheet, weapons=tuple(lying(armed.sheet.weapons))))
    assert charge not in asked(game(dropped, FOE, bob, phase=CLOSE, board=near))


@pytest.mark.rule("C3K-L04")
def test_the_confident_test_again_in_the_cover_to_which_they_went():
    ann = now(unit("Ann", morale="confident"), gait="walk")
    hidden = game(ann, FOE, phase=ACTIONS, board=board(ann="E4E"))
    assert ("a test of morale: confident, and in cover now", ("Ann",), ("Test",)) in asked(hidden)
    assert not [each for each in asked(game(ann, FOE, phase=ACTIONS, board=board())) if "test" in each[0]]


@pytest.mark.rule("C3K-L06")
def test_the_voluntary_test_is_for_cover_without_fire_and_then_not_for_five_turns():
    """Taken as turn 1 ends, it may be taken again as turn 7 does: turns 2 to 6 are the five."""
    ann = unit("Ann")
    with pytest.raises(RuleError, match="Ann is not in cover"):
        order(game(ann, FOE, phase=ACTIONS, board=board()), "rally", ["Ann"])
    shot = now(FOE, target="Ann", shot=True)
    with pytest.raises(RuleError, match="Ann is under fire"):
        order(game(ann, shot, phase=ACTIONS, board=board(ann="E4E")), "rally", ["Ann"])
    table, card = order(game(ann, FOE, phase=ACTIONS, board=board(ann="E4E")), "rally", ["Ann"], [1])
    assert card.title == "A voluntary test of morale"
    with pytest.raises(RuleError, match="Ann has tested in this turn"):
        order(table, "rally", ["Ann"])
    for _ in range(5):
        for _phase in range(5):
            table, _ = order(table, "phase")
        with pytest.raises(RuleError, match="may take no other for five turns"):
            order(table, "rally", ["Ann"])
    for _phase in range(5):
        table, _ = order(table, "phase")
    order(table, "rally", ["Ann"], [3])


@pytest.mark.rule("C3K-L07")
def test_only_who_are_alike_in_like_circumstances_test_together():
    ann, bob = (now(unit(name), struck=True) for name in ("Ann", "Bob"))
    table, card = order(game(ann, bob, FOE, phase=ACTIONS), "morale", ["Ann", "Bob"], [1], together=True)
    assert {unit.sheet.nerve.status for unit in table.units.values()} == {"poor", "steady"}
    assert card.lines[0].startswith("Ann and Bob (hit): 1 −1 stationary in the open = 0 → steady becomes poor")
    for other, why in (
        (now(unit("Bob", morale="shaky"), struck=True), "morale"),
        (now(unit("Bob"), struck=True, gait="walk"), "exposed"),
        (now(unit("Bob", creature="Trimote", morale_test="human"), struck=True), "kind"),
    ):
        with pytest.raises(RuleError, match=rf"Ann and Bob are not alike \(.*{why}.*\)"):
            order(game(ann, other, FOE, phase=ACTIONS), "morale", ["Ann", "Bob"], together=True)


@pytest.mark.rule("C3K-L01")
def test_nobody_tests_twice_nor_for_nothing_nor_in_another_phase():
    ann = now(unit("Ann"), struck=True)
    with pytest.raises(RuleError, match="morale is tested in the actions phase"):
        order(game(ann, FOE, phase=FIRING), "morale", ["Ann"])
    with pytest.raises(RuleError, match="Nothing befell Foe in this turn that calls for a test"):
        order(game(ann, FOE, phase=ACTIONS), "morale", ["Foe"])
    for who, why in (
        (unit("Ann", condition="killed"), "Ann has been killed, and tests no morale"),
        (unit("Ann", vehicle="Hover Jeep"), "Ann is a vehicle, and only figures test"),
        (unit("Ann", droid="PAS"), "Ann is a robot of class PAS, and tests no morale"),
        (unit("Ann", droid="ACT"), "Ann is a robot of class ACT, and tests no morale"),
    ):
        with pytest.raises(RuleError, match=why):
            order(game(who, FOE, phase=ACTIONS), "morale", ["Ann"])
    order(game(now(unit("Ann", droid="SNT"), struck=True), FOE, phase=ACTIONS), "morale", ["Ann"], [3])


# Ann at B1 has Foe behind her and a door before her.
CELL = board_of("+++++++", " . .|. ", "+++++++")


def acts(table, verb, **fields):
    """Ann at a deed of the house."""
    at_door = {"others": {"at": ["Ann"]}} if verb == "door" else {"doers": ["Ann"]}
    return order(table, verb, **at_door, **fields)


@pytest.mark.rule("C3K-L05")
@pytest.mark.parametrize(
    ("verb", "fields", "who", "refused"),
    [
        ("stance", {"how": "crouching"}, {"morale": "broken"}, "Ann is broken and runs to the nearest cover"),
        ("stance", {"how": "up"}, {"morale": "broken", "posture": "prone"}, ""),
        ("plan", {"plan": "stand up"}, {"morale": "broken", "posture": "prone"}, ""),
        ("plan", {"plan": "crouch"}, {"morale": "broken"}, "Ann is broken and runs to the nearest cover"),
        ("door", {"side": "east", "open": False}, {"morale": "broken"}, "Ann is broken and runs to the nearest cover"),
        ("door", {"side": "east"}, {"morale": "broken"}, "Ann is broken and runs to the nearest cover"),
        ("stance", {"how": "prone"}, {"condition": "killed"}, "Ann is killed and cannot do anything"),
        ("door", {"side": "east", "open": False}, {"condition": "killed"}, "Ann is killed and cannot do anything"),
        ("stance", {"how": "prone"}, {}, ""),
        ("door", {"side": "east"}, {}, ""),
    ],
)
def test_the_broken_get_up_and_run_and_do_nothing_else(verb, fields, who, refused):
    ann = unit("Ann", **who)
    table = game(ann, FOE, phase=ORDERS, board=on(CELL, Ann="B1E", Foe="A1E"))
    if refused:
        with pytest.raises(RuleError, match=refused):
            acts(table, verb, **fields)
    else:
        after, _ = acts(table, verb, **fields)
        assert after.ledger.turn.plans["Ann"]


@pytest.mark.rule("C3K-O12")
@pytest.mark.parametrize("verb", ["stance", "door"])
def test_who_has_run_neither_shuts_a_door_nor_lies_down_in_the_same_turn(verb):
    ann = now(unit("Ann"), gait="run", busy="runs")
    table = game(ann, FOE, phase=FIRING, board=on(CELL, Ann="B1E", Foe="A1E"))
    fields = {"how": "prone"} if verb == "stance" else {"side": "east", "open": False}
    with pytest.raises(RuleError, match="Ann runs this turn"):
        acts(table, verb, **fields)


@pytest.mark.rule("C3K-L05")
def test_nerve_keeps_nobody_from_what_is_only_said_of_them():
    table = game(unit("Ann", morale="broken"), FOE, phase=FIRING, board=on(CELL, Ann="B1E", Foe="A1E"))
    order(table, "range", ["Ann"], to="Foe")
    off_deck = game(unit("Ann", morale="broken"), FOE, phase=FIRING)
    order(off_deck, "structure add", others={"people": ["Ann"]}, name="Hut")
    order(table, "structure list")
    healed, _ = order(table, "heal", ["Ann"])
    assert not healed.units["Ann"].sheet.nerve.broken


@pytest.mark.rule("C3K-L05")
@pytest.mark.parametrize("posture", ["standing", "prone", "crouched"])
@pytest.mark.parametrize("morale", ["broken", "scared", "terrified"])
def test_the_way_to_cover_that_is_offered_may_be_gone_even_if_it_is_nearer_to_an_enemy(morale, posture):
    """Ann looks west, away from both enemies; at C2, where neither sees her, she is nearer to them."""
    gus = unit("Gus", "Blue", weapon="Rifle")
    board = on(HALL, Ann="B6W", Foe="G7S", Gus="G3E")
    table = game(unit("Ann", morale=morale, posture=posture), FOE, gus, phase=MOVEMENT, board=board)
    (due,) = [each for each in C3K.due(table) if each.owes == ("Ann",)]
    assert due.choices
    for choice in due.choices:
        order(table, "move", ["Ann"], **choice.said.fields)


RELOADS = {"weapon": "Rifle", "clips": 1, "loaded": 3}


@pytest.mark.rule("C3K-L04", "C3K-L05", "C3K-L08")
@pytest.mark.parametrize(
    ("who", "plan", "refused"),
    [
        ({"morale": "confident"}, "reload", "Ann reloads Rifle or makes an advance to the nearest cover"),
        ({"morale": "confident"}, "aim at Foe", "Ann aims at Foe or makes an advance to the nearest cover"),
        # What may go with a walk, and what takes no time, does.
        ({"morale": "confident"}, "put away Rifle", ""),
        ({"morale": "confident"}, "fall prone", ""),
        ({"morale": "overconfident"}, "reload", "or makes an advance, at a walk at least"),
        ({"morale": "scared"}, "put away Rifle", "or makes a retreat to cover: scared, which comes first"),
        ({"morale": "shaky"}, "reload", ""),
    ],
)
def test_nobody_writes_down_what_their_nerve_leaves_no_time_for(who, plan, refused):
    table = game(unit("Ann", **RELOADS, **who), FOE, phase=ORDERS, board=board())
    if refused:
        with pytest.raises(RuleError, match=refused):
            order(table, "plan", ["Ann"], plan=plan)
    else:
        order(table, "plan", ["Ann"], plan=plan)


# A door to the south of C7, in the middle of the lower wall.
DOORED = board_of(
    "#####################",
    "#. . . . . . . . . .#",
    "#                   #",
    "#. . . . . . . . . .#",
    "#####D###############",
    "#. . . . . . . . . .#",
    "#####################",
)


@pytest.mark.rule("C3K-L04")
def test_whoever_must_retreat_opens_no_door_meanwhile():
    """A door is opened by an order that is written down, and takes the turn in which they have to go."""
    for morale, may in (("steady", True), ("scared", False)):
        ann = unit("Ann", weapon="Rifle", morale=morale)
        table = game(ann, FOE, phase=ORDERS, board=on(DOORED, Ann="C2S", Foe="J1W"))
        if may:
            assert order(table, "door", others={"at": ["Ann"]}, side="S", open=True)
            continue
        with pytest.raises(RuleError, match="or makes a retreat to cover: scared, which comes first"):
            order(table, "door", others={"at": ["Ann"]}, side="S", open=True)


def reloading(**who):
    """Ann in her first turn of four at a reload, as the turn is about to end."""
    table = game(unit("Ann", **RELOADS), FOE, phase=ORDERS, board=board())
    table, _ = order(table, "plan", ["Ann"], plan="reload")
    for _ in range(4):
        table, _ = order(table, "phase", passing=True)
    table, _ = order(table, "reload", ["Ann"])
    shaken = C3K.with_traits(table.units["Ann"].sheet, who)
    return replace(table, units=table.units.having(replace(table.units["Ann"], sheet=shaken)))


@pytest.mark.rule("C3K-L04", "C3K-L05", "C3K-R01")
@pytest.mark.parametrize(
    ("morale", "told"),
    [
        ("steady", ""),
        ("confident", "Ann leaves what they were at: an advance to the nearest cover, at a walk at least: confident"),
        ("broken", "Ann leaves what they were at: a run to the nearest cover behind: broken"),
        ("scared", "Ann leaves what they were at: a retreat to cover: scared"),
    ],
)
def test_whose_nerve_drives_them_leaves_a_reload_unfinished(morale, told):
    """Three shots were in it; the move that is owed can be made."""
    table, card = order(reloading(morale=morale), "phase", passing=True)
    left = [str(line) for line in card.lines if "leaves what they were at" in str(line)]
    assert [line.startswith(told) for line in left] == ([True] if told else [])
    ann = table.units["Ann"].sheet
    (rifle,) = ann.weapons
    assert (rifle.loaded.rounds, len(rifle.spare)) == ((3, 1) if told else (12, 1))
    assert bool(ann.now.more) == (not told)
    if told:
        for _ in range(2):
            table, _ = order(table, "phase")
        due = next(each for each in C3K.due(table) if each.owes == ("Ann",))
        order(table, "move", ["Ann"], **due.choices[0].said.fields)


@pytest.mark.rule("C3K-R01")
def test_a_reload_that_is_given_up_or_ended_by_a_stun_has_loaded_nothing():
    table, _ = order(reloading(), "phase")
    given, _ = order(table, "plan", ["Ann"], plan="abandon")
    (rifle,) = given.units["Ann"].sheet.weapons
    assert (rifle.loaded.rounds, sum(each.rounds for each in rifle.spare)) == (3, 12)
    stunned = C3K.with_traits(table.units["Ann"].sheet, {"stunned": "9"})
    table = replace(table, units=table.units.having(replace(table.units["Ann"], sheet=stunned)))
    for _ in range(5):
        table, _ = order(table, "phase")
    (rifle,) = table.units["Ann"].sheet.weapons
    assert rifle.loaded.rounds == 3
    # Whoever lets it go on to its end has loaded it.
    whole, _ = order(reloading(), "phase")
    for _ in range(15):
        whole, _ = order(whole, "phase")
    (rifle,) = whole.units["Ann"].sheet.weapons
    assert (rifle.loaded.rounds, whole.units["Ann"].sheet.now.busy) == (12, "")


@pytest.mark.rule("C3K-L04")
def test_the_terrified_hide_in_cover_under_fire_and_fire_at_nobody():
    ann = unit("Ann", morale="terrified", weapon="Rifle")
    hidden = game(ann, fired_on("Ann"), phase=FIRING, board=board(ann="E4E"))
    with pytest.raises(RuleError, match="Ann is terrified and hides under fire"):
        order(hidden, "fire", ["Ann"], others={"target": ["Foe"]})
    calm, _ = order(game(ann, FOE, phase=FIRING, board=board()), "fire", ["Ann"], others={"target": ["Foe"]})
    assert calm.ledger.turn.shooting == {"Ann"}


@pytest.mark.rule("C3K-L08")
@pytest.mark.parametrize(
    ("mood", "turns", "phase", "verb", "fields", "told"),
    [
        (
            Mood.HALTED,
            2,
            FIRING,
            "fire",
            {"others": {"target": ["Foe"]}},
            "Ann has halted for 2 turns more, and does nothing (C3K Mandiblax).",
        ),
        (
            Mood.COVERING,
            1,
            FIRING,
            "fire",
            {"others": {"target": ["Foe"]}},
            "Ann gives nothing but covering fire for 1 turn more: say covering (C3K Mandiblax).",
        ),
        (
            Mood.COVERING,
            2,
            ACTIONS,
            "reload",
            {},
            "Ann gives nothing but covering fire for 2 turns more: say covering (C3K Mandiblax).",
        ),
    ],
)
def test_who_has_halted_does_nothing_and_who_covers_nothing_else(mood, turns, phase, verb, fields, told):
    ann = unit("Ann", weapon="Rifle")
    ann = replace(ann, sheet=replace(ann.sheet, nerve=replace(ann.sheet.nerve, mood=mood, turns=turns)))
    with pytest.raises(RuleError) as refused:
        order(game(ann, FOE, phase=phase, board=board()), verb, ["Ann"], **fields)
    assert str(refused.value) == told
