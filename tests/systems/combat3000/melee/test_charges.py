"""Charges and their answers in a turn that is kept, off a deck and on one: numbers by hand (C3K Charges)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of, named
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Said, Scene, Units
from bot.engine.steps import Sequel
from bot.systems.combat3000.figure.sheet import Aiming, Memory, Task
from bot.systems.combat3000.ledger import Ledger, Unseen
from bot.systems.combat3000.melee.contact import Charge, Contact
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.table import C3K, give, unit

CLOSE = Phase.CLOSE_COMBAT
ANN, EVE, BOB = unit("Ann"), unit("Eve"), unit("Bob", "Blue")
RIFLE = unit("Bob", "Blue", weapon="Rifle")


def game_of(*units, board=None, turn=None, **kept):
    ledger = Ledger(turn=turn or Turn(2, CLOSE), **kept)
    return Game(Units().having(*units), board=board, read_ledger=lambda: ledger)


def said(verb, *names, target=(), **fields):
    """An order as it is said: `name`s act, perhaps on targets."""
    people = {"name": tuple((name, None) for name in names)} if names else {}
    people |= {"target": tuple((name, None) for name in target)} if target else {}
    return Said(verb, people, fields, "")


def played(game, *orders, faces=()):
    """The game after some orders of the referee's, and the lines of the last; all faces are thrown."""
    dice, lines = ScriptedDice(faces), ()
    for order in orders:
        sequel = Sequel(game).then(C3K.orders, order, dice, Scene.of(game))
        game = sequel.game
        found = C3K.orders[order.verb]
        lines = found.word(found.plain(sequel.outcome.result), _Faces(dice.throws)).lines
    assert not dice.left
    return game, [line if isinstance(line, str) else f"{line.before}/{line.verb}{line.after}" for line in lines]


class _Faces:
    reader = None

    def __init__(self, throws):
        self.left = list(throws)

    def take(self, why):
        found = next(each for each in self.left if each.why == why)
        self.left.remove(found)
        return found.faces

    def first(self, count):
        return self


def charge(*names, target=("Bob",), **fields):
    return said("charge", *names, target=target, **fields)


def receive(how, **fields):
    return said("receive", "Bob", how=how, **fields)


def due(game):
    return [(each.what, each.owes, tuple(choice.label for choice in each.choices)) for each in C3K.due(game)]


def hers(game):
    """Ann is a player's, and all others the referee's."""
    return [replace(unit, owner="7" if unit.name == "Ann" else "") for unit in game.units.values()]


@pytest.mark.rule("C3K-C01", "C3K-C02")
def test_a_charge_is_declared_and_whoever_is_charged_answers():
    game, lines = played(game_of(ANN, EVE, RIFLE), charge("Ann", "Eve", range=12))
    assert lines == [
        "Ann has 12 cm to go, and goes 15 cm at a run",
        "Eve has 12 cm to go, and goes 15 cm at a run",
        "Bob says now what they do: /receive with how: run, fire, countercharge or stand; whoever says nothing stands",
    ]
    asked = C3K.due(game)[0]
    assert asked.what == "an answer to the charge of Ann and Eve"
    assert [choice.label for choice in asked.choices] == ["Run away", "Stand and fire", "Countercharge", "Stand"]
    assert asked.fallback.label == "Stand"
    assert [each.what for each in C3K.due(game)] == [asked.what, "the next phase"]
    assert [choice.said.fields["how"] for choice in asked.choices] == ["run", "fire", "countercharge", "stand"]


@pytest.mark.rule("C3K-C01")
def test_whoever_charges_draws_a_sword_drops_a_rifle_and_fires_nothing():
    ann = armed(unit("Ann", weapon="Rifle"), "Sword in stowed")
    game, _ = played(game_of(ann, BOB), charge("Ann", range=5, doing="drop Rifle; draw Sword"), receive("stand"))
    now = game.units["Ann"].sheet
    assert [(each.name, str(each.hand)) for each in now.weapons] == [("Rifle", "dropped"), ("Sword", "stowed")]
    in_fire = game.keeping(replace(game.ledger, turn=Turn(2, Phase.FIRING)))
    with pytest.raises(RuleError, match="Ann charges Bob this turn"):
        played(in_fire, said("fire", "Ann", target=("Bob",), range=1))
    game, _ = played(game, *[said("phase", "Ann", "Bob")] * 4)
    assert [str(each.hand) for each in game.units["Ann"].sheet.weapons] == ["dropped", "right"]
    # In the close combat phase of the next turn the sword is in hand.
    game, lines = played(game, said("phase", "Ann", "Bob"), said("melee", "Ann"), faces=[3, 6, 1, 1, 1, 1])
    assert lines[0] == "Ann, Sword: 3 = 3 → sub-phase 3"


@pytest.mark.rule("C3K-C04")
def test_contact_is_all_that_both_do_in_that_turn_and_blows_begin_in_the_next():
    game, lines = played(game_of(ANN, BOB), charge("Ann", range=12), receive("stand"))
    assert lines == ["Ann runs 12 cm and is in contact with Bob: blows begin in the next turn"]
    assert game.ledger.contacts == (Contact("Ann", "Bob", fresh=True),)
    with pytest.raises(RuleError, match="Ann and Bob came into contact in this turn"):
        played(game, said("melee", "Ann"))
    in_movement = game.keeping(replace(game.ledger, turn=Turn(2, Phase.MOVEMENT)))
    for name in ("Ann", "Bob"):
        with pytest.raises(RuleError, match=f"{name} (has moved|stands to receive a charge)"):
            played(in_movement, said("move", name, to="2"))
    game, _ = played(game, *[said("phase", "Ann", "Bob")] * 5)
    assert ("may strike at Bob", ("Ann",), ("Strike",)) in due(replace(game, units=game.units.having(*hers(game))))
    game, _ = played(game, said("melee", "Bob"), faces=[3, 4, 1, 1, 1, 1])
    assert game.ledger.contacts == (Contact("Ann", "Bob", 1),)


@pytest.mark.rule("C3K-C03")
@pytest.mark.parametrize(
    ("faces", "told"),
    [
        # A Rifle at 12 cm: 50 + 20. The die's 5 and 2 come too late.
        ([5], "Bob, Rifle: 5 +2 panic fire = 7 → too late to fire this turn"),
        ([4, 71], "To hit: 50 +20 point blank range = 70% | 71 → miss"),
        ([4, 70, 6, 6], "To kill: 12+ | 6+6 = 12 → killed"),
    ],
)
def test_panic_fire_comes_before_the_charger_and_may_fail_to_get_off(faces, told):
    game, lines = played(game_of(ANN, RIFLE), charge("Ann", range=12), receive("fire"), faces=faces)
    assert told in "\n".join(lines)
    dead = "killed" in told
    assert game.units["Ann"].sheet.killed is dead
    assert game.ledger.contacts == (() if dead else (Contact("Ann", "Bob", fresh=True),))
    assert lines[-1] == (
        "Ann is killed, and doesn't reach Bob"
        if dead
        else "Ann runs 12 cm and is in contact with Bob: blows begin in the next turn"
    )


@pytest.mark.rule("C3K-C05")
@pytest.mark.parametrize(
    ("walk", "away", "reached"),
    # A run of 15 from 1 cm away catches a walk of 4, who runs 12, at 13; one of 5 runs 15 and gets away.
    [(4, 1, True), (4, 3, True), (4, 4, False), (5, 1, False)],
)
def test_whoever_runs_is_caught_only_by_who_is_fast_enough(walk, away, reached):
    bob = unit("Bob", "Blue", walk=walk)
    game, lines = played(game_of(ANN, bob), charge("Ann", range=away), receive("run"))
    assert lines[0] == f"Bob runs {3 * walk} cm away from Ann"
    assert game.ledger.contacts == ((Contact("Ann", "Bob", fresh=True, caught="Bob"),) if reached else ())
    if not reached:
        assert lines[1].endswith("they may charge again in the next turn, and fire nothing in this")
        in_fire = game.keeping(replace(game.ledger, turn=Turn(2, Phase.FIRING)))
        with pytest.raises(RuleError, match="Ann charges Bob this turn"):
            played(in_fire, said("fire", "Ann", target=("Bob",), range=10))
        game, _ = played(game, *[said("phase", "Ann", "Bob")] * 5)
        played(game, charge("Ann", range=12))


@pytest.mark.rule("C3K-C07", "C3K-C05")
def test_whoever_is_caught_on_the_run_suffers_a_free_blow():
    game, _ = played(game_of(ANN, unit("Bob", "Blue", walk=3)), charge("Ann", range=2), receive("run"))
    game, _ = played(game, *[said("phase", "Ann", "Bob")] * 5)
    _, lines = played(game, said("melee", "Ann"), faces=[4, 4])
    assert lines == [
        "Ann strikes Bob freely. To kill: 12+ | 4+4 −3 weapon = 5 → no effect",
        "Bob: no effect",
        "Bob strikes no blow: caught unaware or on the run",
    ]


@pytest.mark.rule("C3K-C07")
def test_the_unaware_are_not_asked_and_caught():
    game, lines = played(game_of(ANN, RIFLE), charge("Ann", range=12, unaware=True))
    assert lines[-1] == "Ann runs 12 cm and catches Bob unaware: a free blow in the next turn"
    assert game.ledger.contacts == (Contact("Ann", "Bob", fresh=True, caught="Bob"),)


@pytest.mark.rule("C3K-C02")
@pytest.mark.parametrize(
    ("now", "may"),
    [
        (Memory(), ["run", "fire", "countercharge", "stand"]),
        (Memory(busy="reloads", more=2, task=Task("R")), ["run", "stand"]),
        (Memory(task=Task("R", "Rifle")), ["run", "stand"]),
        (Memory(busy="aims at Ann", aiming="Ann", task=Task("A", "Ann")), ["run", "stand"]),
        (Memory(task=Task("DW", "Rifle")), ["run", "fire", "countercharge", "stand"]),
    ],
)
def test_whoever_has_an_order_only_runs_or_stands_and_dropping_is_none(now, may):
    bob = replace(RIFLE, sheet=replace(RIFLE.sheet, now=now, aim=Aiming()))
    game, _ = played(game_of(ANN, bob), charge("Ann", range=12))
    assert [choice.said.fields["how"] for choice in C3K.due(game)[0].choices] == may
    for how in ("fire", "countercharge"):
        if how not in may:
            with pytest.raises(RuleError, match="whoever has an order only runs or stands"):
                played(game, receive(how))


@pytest.mark.rule("C3K-C02")
def test_a_countercharge_meets_half_way_and_no_shot_is_fired():
    game, lines = played(game_of(ANN, RIFLE), charge("Ann", range=12), receive("countercharge"))
    assert lines == [
        "Bob countercharges and goes 6 cm to meet Ann",
        "Ann runs 6 cm and is in contact with Bob: blows begin in the next turn",
    ]
    assert game.units["Bob"].sheet.now.cm == Fraction(6)
    in_fire = game.keeping(replace(game.ledger, turn=Turn(2, Phase.FIRING)))
    with pytest.raises(RuleError, match="Bob countercharges this turn"):
        played(in_fire, said("fire", "Bob", target=("Ann",), range=1))


@pytest.mark.rule("C3K-C06")
def test_several_charge_one_and_all_are_in_contact():
    game, lines = played(game_of(ANN, EVE, BOB), charge("Ann", "Eve", range=9), receive("stand"))
    assert [each.both for each in game.ledger.contacts] == [("Ann", "Bob"), ("Eve", "Bob")]
    assert len(lines) == 2


def test_nobody_answers_and_all_stand_as_the_phase_ends():
    game, lines = played(game_of(ANN, BOB), charge("Ann", range=12), said("phase"))
    assert lines[0] == "Ann runs 12 cm and is in contact with Bob: blows begin in the next turn"
    assert game.ledger.turn.phase is Phase.MOVEMENT
    assert game.ledger.charging == ()


HALL = board_of(
    "++++++++++++++++++++++++++",
    " . . . . . . . . . . . .  ",
    "++++++++++++++++++++++++++",
)


def on_deck(**squares):
    people = {name: Standing(at_of(at), Facing.EAST) for name, at in squares.items()}
    return replace(HALL, people=people)


def where(game):
    return {name: named(standing.at) for name, standing in game.board.people.items()}


@pytest.mark.rule("C3K-C01")
def test_whoever_charges_may_draw_a_pistol_and_no_rifle():
    ann = armed(unit("Ann"), "Pistol in stowed", "Rifle in stowed")
    game, _ = played(game_of(ann, BOB), charge("Ann", range=5, doing="draw Pistol"))
    assert game.units["Ann"].sheet.now.task.code == "DP"
    with pytest.raises(RuleError, match="Whoever charges may draw a close weapon or a pistol, and drop things"):
        played(game_of(ann, BOB), charge("Ann", range=5, doing="draw Rifle"))


@pytest.mark.rule("C3K-C01", "C3K-C04")
@pytest.mark.parametrize(
    ("how", "after"),
    [
        ("stand", {"Ann": "F1", "Bob": "G1"}),
        # Five squares between them: three for Ann, and Bob comes two to meet her.
        ("countercharge", {"Ann": "D1", "Bob": "E1"}),
        # Bob runs ten squares at most, to the end of the hall; Ann ten as well.
        ("run", {"Ann": "K1", "Bob": "L1"}),
    ],
)
def test_on_a_deck_charges_go_by_squares(how, after):
    """A run is 15 cm, ten squares of 1½ cm."""
    game = game_of(ANN, BOB, board=on_deck(Ann="A1", Bob="G1"))
    game, _ = played(game, charge("Ann"), receive(how))
    assert where(game) == after
    assert [each.both for each in game.ledger.contacts] == [("Ann", "Bob")]


@pytest.mark.rule("C3K-C01", "C3K-C02")
def test_on_a_deck_too_a_charge_comes_home_that_nobody_answers():
    game = game_of(ANN, BOB, board=on_deck(Ann="A1", Bob="G1"))
    game, _ = played(game, charge("Ann"), said("phase"))
    assert where(game) == {"Ann": "F1", "Bob": "G1"}
    assert [each.both for each in game.ledger.contacts] == [("Ann", "Bob")]
    assert game.ledger.turn.phase is Phase.MOVEMENT


@pytest.mark.rule("C3K-C01")
@pytest.mark.parametrize(
    ("who", "targets", "title"),
    [
        (("Ann",), ("Bob",), "Ann charges Bob"),
        (("Ann", "Eve"), ("Bob",), "Ann and Eve charge Bob"),
        (("Ann", "Eve"), ("Bob", "Cid"), "Ann and Eve charge Bob and Cid"),
    ],
)
def test_who_charges_whom_is_told(who, targets, title):
    people = (ANN, EVE, BOB, unit("Cid", "Blue"))
    order, game = C3K.orders["charge"], game_of(*people)
    asked = charge(*who, target=targets, range=12)
    outcome = Sequel(game).then(C3K.orders, asked, ScriptedDice(()), Scene.of(game)).outcome
    assert order.word(order.plain(outcome.result), _Faces(())).title == title


@pytest.mark.rule("C3K-C02")
@pytest.mark.parametrize(
    ("ann", "bob", "after"),
    [
        # At the end of the hall Bob is as far away as can be.
        ("A1", "L1", {"Ann": "K1", "Bob": "L1"}),
        ("C1", "L1", {"Ann": "K1", "Bob": "L1"}),
        # Past Ann there is no way.
        ("B1", "A1", {"Ann": "B1", "Bob": "A1"}),
    ],
)
def test_on_a_deck_who_runs_stays_where_no_square_is_farther_away(ann, bob, after):
    game = game_of(ANN, BOB, board=on_deck(Ann=ann, Bob=bob))
    charging = (Charge("Ann", "Bob", "run", Fraction(15)),)
    game, _ = played(game.keeping(replace(game.ledger, charging=charging)), receive("run"))
    assert where(game) == after


@pytest.mark.rule("C3K-C05")
def test_on_a_deck_who_gets_away_stays_out_of_reach():
    hall = on_deck(Ann="A1", Bob="B1")
    game = game_of(ANN, unit("Bob", "Blue", walk=5), board=hall)
    game = game.keeping(replace(game.ledger, charging=(Charge("Ann", "Bob", "walk", Fraction(5)),)))
    game, lines = played(game, receive("run", to="L1"))
    # A walk of 5 cm is three squares.
    assert where(game) == {"Ann": "D1", "Bob": "L1"}
    assert game.ledger.contacts == ()
    assert lines[1] == (
        "Ann walks 4.5 cm and doesn't reach Bob: they may charge again in the next turn, and fire nothing in this"
    )


@pytest.mark.rule("C3K-C07")
def test_on_a_deck_it_shows_who_was_unaware_as_the_turn_began():
    hall = on_deck(Ann="A1", Bob="G1")
    game = game_of(ANN, BOB, board=hall, unseen=Unseen(hall.plan.name, {"Bob": ("Ann",)}))
    game, _ = played(game, charge("Ann"))
    assert game.ledger.contacts == (Contact("Ann", "Bob", fresh=True, caught="Bob"),)
    assert where(game) == {"Ann": "F1", "Bob": "G1"}


@pytest.mark.rule("C3K-C01")
@pytest.mark.parametrize(
    ("fought", "settings", "refused"),
    [
        ((), {}, False),
        (("Eve",), {}, True),
        (("Eve", "Cid"), {}, True),
        (("Eve",), {"turns": "free"}, False),
    ],
)
def test_charges_are_declared_before_any_blow(fought, settings, refused):
    people = [ANN, EVE, BOB, unit("Cid", "Blue")]
    fights = [
        replace(each, sheet=replace(each.sheet, now=Memory(busy=FIGHTS))) for each in people if each.name in fought
    ]
    game = game_of(*people, *fights)
    scene = replace(Scene.of(game), units={"name": (ANN,), "target": (BOB,)})
    if refused:
        with pytest.raises(
            RuleError, match="Blows have been struck in this phase, and charges are declared before them"
        ):
            give("charge", [], scene, settings, range=12)
        return
    assert give("charge", [], scene, settings, range=12)[0].ledger.charging
    # Where no turn is kept there is no such phase.
    kept = Scene(scene.units, known=scene.known)
    assert give("charge", [], kept, settings, range=12)[0].ledger.charging


def test_who_is_in_contact_charges_nobody():
    game = game_of(ANN, BOB, unit("Cid", "Blue"), contacts=(Contact("Ann", "Cid", 1),))
    with pytest.raises(RuleError, match="Ann is in contact with Cid: /melee strikes"):
        played(game, charge("Ann", range=12))


@pytest.mark.rule("C3K-C02", "C3K-L04")
@pytest.mark.parametrize(
    ("strength", "labels"), [(1, ["Run away"]), (0, ["Run away", "Stand and fire", "Countercharge", "Stand"])]
)
def test_who_has_to_run_is_asked_where_to(strength, labels):
    """Whoever is shaken runs from who is stronger (C3K Morale)."""
    shaken = unit("Bob", "Blue", weapon="Rifle", morale="shaky")
    game, _ = played(game_of(unit("Ann", strength=strength), shaken), charge("Ann", range=12))
    assert [choice.label for choice in C3K.due(game)[0].choices] == labels
    assert [each.name for each in game.ledger.charging] == ["Ann"]


@pytest.mark.rule("C3K-C07")
@pytest.mark.parametrize(
    ("unseen", "caught"),
    [
        # Each is on their guard by those alone who charge them: Ann charges Bob, and Eve Cid.
        ({"Bob": ("Ann",)}, "Bob"),
        ({"Bob": ("Eve",)}, ""),
        ({"Bob": ("Ann", "Eve"), "Cid": ("Ann",)}, "Bob"),
    ],
)
def test_of_several_each_is_surprised_by_who_charges_them_alone(unseen, caught):
    cid = unit("Cid", "Blue")
    hall = on_deck(Ann="A1", Eve="A2", Bob="G1", Cid="G2")
    game = game_of(ANN, EVE, BOB, cid, board=hall, unseen=Unseen(hall.plan.name, unseen))
    game, _ = played(game, charge("Ann", "Eve", target=("Bob", "Cid")))
    assert {each.caught for each in game.ledger.contacts} - {""} == {caught} - {""}
    assert {each.target for each in game.ledger.charging} == {"Bob", "Cid"} - {caught}


def test_contact_ends_where_somebody_goes_away_and_counts_only_side_by_side():
    game = game_of(ANN, BOB, contacts=(Contact("Ann", "Bob", 1),))
    gone = replace(ANN, sheet=replace(ANN.sheet, now=Memory(gait="walk", cm=Fraction(5))))
    actions = game.keeping(replace(game.ledger, turn=Turn(2, Phase.ACTIONS)))
    after, _ = played(replace(actions, units=actions.units.having(gone)), said("phase", "Ann", "Bob"))
    assert after.ledger.contacts == ()
    apart = replace(game, board=on_deck(Ann="A1", Bob="G1"))
    with pytest.raises(RuleError, match="Ann isn't in base contact with an enemy: /charge"):
        played(apart, said("melee", "Ann"))


PRONE, STUNNED = unit("Ann", posture="prone"), unit("Ann", stunned=2)
TANK, DEAD = unit("Tank", "Blue", vehicle="Light Tank"), unit("Bob", "Blue", condition="killed")


@pytest.mark.parametrize(
    ("acting", "target", "fields", "refusal"),
    [
        (ANN, EVE, {"range": 5}, "Eve is on Ann's side: name an enemy to charge."),
        (ANN, ANN, {"range": 5}, "Ann cannot charge themselves: name an enemy."),
        (ANN, DEAD, {"range": 5}, "Bob has been killed already: choose another target."),
        (ANN, TANK, {"range": 5}, "Tank is a vehicle, and close combat is between figures (C3K Close combat)."),
        (replace(TANK, side="Red"), BOB, {"range": 5}, "Tank is a vehicle, and close combat is between figures"),
        (PRONE, BOB, {"range": 5}, "Ann is prone: stand up first, with /stance how:up (C3K Charges)."),
        (STUNNED, BOB, {"range": 5}, "Ann is stunned and cannot charge (C3K Special conditions)."),
        (ANN, BOB, {}, "They are on no deck together: give the distance in cm on the table, as range:12."),
        (ANN, BOB, {"range": 16}, "Bob is 16 cm away, and Ann goes 15 cm at a run: come nearer first, with /move"),
        (ANN, BOB, {"range": 6, "gait": "walk"}, "Bob is 6 cm away, and Ann goes 5 cm at a walk: run (C3K Charges)."),
        (ANN, BOB, {"range": 5, "doing": "crouch"}, "Whoever charges may draw a close weapon or a pistol, and drop"),
    ],
)
def test_a_charge_that_cannot_be_is_refused(acting, target, fields, refusal):
    game = game_of(acting, *([] if acting is target else [target]))
    with pytest.raises(RuleError) as refused:
        played(game, charge(acting.name, target=(target.name,), **fields))
    assert str(refused.value).startswith(refusal)


def test_who_rides_is_not_in_close_combat():
    rider = replace(ANN, sheet=replace(ANN.sheet, rides="Jeep"))
    with pytest.raises(RuleError, match="Ann rides in Jeep: get out first"):
        played(game_of(rider, BOB), charge("Ann", range=5))


def test_an_answer_that_comes_late_or_is_none():
    game = game_of(ANN, EVE, BOB)
    with pytest.raises(RuleError, match="Nobody charges Bob, or that is answered already"):
        played(game, receive("stand"))
    charged, _ = played(game, charge("Ann", range=12))
    with pytest.raises(RuleError, match="Bob has nothing in hand to fire"):
        played(charged, receive("fire"))
    with pytest.raises(RuleError, match="Eve doesn't charge Bob: name one who does, such as Ann"):
        played(charged, said("receive", "Bob", target=("Eve",), how="countercharge"))
    with pytest.raises(RuleError, match="Ann charges Bob already"):
        played(charged, charge("Ann", range=12))
    with pytest.raises(RuleError, match="Ann charges Bob: /receive how:countercharge meets them"):
        played(charged, charge("Bob", target=("Ann",), range=12))
    answered, _ = played(charged, receive("stand"))
    with pytest.raises(RuleError, match="Nobody charges Bob, or that is answered already"):
        played(answered, receive("run"))


def test_charges_and_contacts_follow_a_new_name_and_go_with_who_leaves():
    ledger = Ledger(charging=(Charge("Ann", "Bob", "run", Fraction(15)),), contacts=(Contact("Eve", "Bob"),))
    renamed = C3K.renamed(ledger, "Bob", "Rob")
    assert (renamed.charging[0].target, renamed.contacts[0].other) == ("Rob", "Rob")
    assert C3K.renamed(ledger, "Bob", "") == Ledger()
    assert C3K.load_ledger(C3K.dump_ledger(ledger)) == ledger


def test_charges_are_answered_where_no_turn_is_kept_as_well():
    game = game_of(ANN, RIFLE)
    game = game.keeping(Ledger())
    game, _ = played(game, charge("Ann", range=12))
    assert [each.what for each in C3K.due(game)] == ["an answer to the charge of Ann"]
    game, _ = played(
        game, receive("stand"), said("phase", "Ann", "Bob"), said("melee", "Ann"), faces=[3, 4, 1, 1, 1, 1]
    )
    assert game.ledger.contacts == (Contact("Ann", "Bob", 1),)


def test_panic_fire_by_its_own_order_is_the_answer_as_well_and_only_at_who_charges():
    charged, _ = played(game_of(ANN, EVE, RIFLE), charge("Ann", range=12))
    with pytest.raises(RuleError, match="None of them charges Bob, and panic fire is at who charges"):
        played(charged, said("fire", "Bob", target=("Eve",), range=12, mode="panic"))
    game, _ = played(charged, said("fire", "Bob", target=("Ann",), range=12, mode="panic"), faces=[4, 99])
    assert game.ledger.charging == ()
    assert [each.both for each in game.ledger.contacts] == [("Ann", "Bob")]


def test_who_is_in_contact_with_whom_is_told_of_a_turn():
    game = game_of(ANN, BOB, contacts=(Contact("Ann", "Bob"),))
    _, lines = played(game, said("turn show"))
    assert lines[1:3] == ["Ann: unhurt, in contact with Bob", "Bob: unhurt, in contact with Ann"]


def test_whoever_is_reached_by_another_charge_before_their_own_comes_home_is_held_by_it():
    game, _ = played(
        game_of(ANN, BOB, unit("Dan", "Blue")), charge("Ann", range=12), charge("Dan", target=("Ann",), range=5)
    )
    assert [each.both for each in game.ledger.contacts] == [("Dan", "Ann")]
    game, lines = played(game, receive("stand"))
    assert lines == ["Ann is in contact with Dan, and doesn't reach Bob"]
    assert [each.both for each in game.ledger.contacts] == [("Dan", "Ann")]


@pytest.mark.rule("C3K-S01", "C3K-C01")
def test_nobody_charges_whom_they_were_not_aware_of_nor_is_told_that_they_may():
    hall = on_deck(Ann="A1", Bob="G1")
    game = game_of(ANN, BOB, board=hall)
    assert due(game)[0] == ("may charge", ("Ann", "Bob"), ())
    unseen = game_of(ANN, BOB, board=hall, unseen=Unseen(hall.plan.name, {"Ann": ("Bob",)}))
    assert due(unseen)[0] == ("may charge", ("Bob",), ())
    with pytest.raises(RuleError, match="Ann was not aware of Bob when the turn began: charge somebody else"):
        played(unseen, charge("Ann"))


@pytest.mark.rule("C3K-C01", "C3K-W07")
@pytest.mark.parametrize(
    ("fields", "settings", "refusal"),
    [
        ({"ground": "steep"}, {}, "Nobody charges at a climb: the ground is level, difficult, or stairs"),
        ({"ground": "rope up"}, {}, "Nobody charges at a climb"),
        ({"ground": "stairs"}, {}, ""),
        # Six points of load are a walk: three machine guns at four each are 12, which is too much for any move.
        ({"gait": "walk"}, {"load": "counted"}, "Ann"),
        ({"gait": "walk"}, {}, ""),
    ],
)
def test_over_which_ground_and_with_what_load_somebody_charges(fields, settings, refusal):
    ann = armed(unit("Ann"), *[f"{gun} in stowed" for gun in ("MM12 Machine Gun", "MM14 Machine Gun", "25mm Cannon")])
    scene = Scene({"name": (ann,), "target": (BOB,)}, known={"Ann": ann, "Bob": BOB})
    if refusal:
        with pytest.raises(RuleError, match=f"^{refusal}"):
            give("charge", [], scene, settings, range=2, **fields)
        return
    assert give("charge", [], scene, settings, range=2, **fields)[0].ledger.charging


@pytest.mark.rule("C3K-C01")
@pytest.mark.parametrize(
    ("now", "settings", "refusal"),
    [
        (Memory(target="Eve", shot=True), "", "Ann has fired this turn: /phase ends the turn"),
        (Memory(gait="walk", cm=Fraction(5)), "", "Ann has moved in this turn: /phase ends the turn"),
        (Memory(gait="walk", cm=Fraction(5)), "turns free", None),
        (Memory(task=Task("C")), "", "Ann has something else written down for this turn, and doesn't charge"),
        (Memory(task=Task("C"), busy="crouches"), "", "Ann crouches this turn"),
        (Memory(task=Task("C")), "turns free", None),
        (Memory(task=Task("DC", "Sword")), "", None),
        (Memory(task=Task("DW", "Rifle")), "", None),
        (Memory(task=Task("SR", "Rifle")), "", "Ann has something else written down"),
    ],
)
def test_only_who_has_done_nothing_else_charges_where_turns_are_counted(now, settings, refusal):
    ann = armed(unit("Ann", weapon="Rifle"), "Sword in stowed")
    ann = replace(ann, sheet=replace(ann.sheet, now=now))
    fields = {"range": 5} | ({"values": settings} if settings else {})
    if refusal:
        with pytest.raises(RuleError, match=f"^{refusal}"):
            played(game_of(ann, BOB), charge("Ann", **fields))
        return
    game, _ = played(game_of(ann, BOB), charge("Ann", **fields))
    assert game.units["Ann"].sheet.now.busy == "charges Bob"


def test_a_charge_is_declared_once_and_not_at_who_charges_already():
    game, _ = played(game_of(ANN, EVE, RIFLE), charge("Ann", range=12))
    with pytest.raises(RuleError, match="Ann charges Bob already, who has yet to answer"):
        played(game, charge("Ann", range=12))
    with pytest.raises(RuleError, match="Ann charges Bob: /receive how:countercharge meets them"):
        played(game, said("charge", "Bob", target=("Ann",), range=12))
    # Somebody else may still charge either of them.
    assert len(played(game, charge("Eve", range=12))[0].ledger.charging) == 2


@pytest.mark.parametrize("away", [15, 16])
def test_a_charge_reaches_as_far_as_its_gait_and_no_farther(away):
    game = game_of(ANN, RIFLE)
    if away > 15:
        with pytest.raises(RuleError, match="Bob is 16 cm away, and Ann goes 15 cm at a run"):
            played(game, charge("Ann", range=away))
        return
    assert played(game, charge("Ann", range=away))[0].ledger.charging == (
        Charge("Ann", "Bob", "run", 15, Fraction(15)),
    )


def test_as_many_targets_as_charge_or_one_for_all():
    game = game_of(ANN, EVE, BOB, unit("Cid", "Blue"))
    paired, _ = played(game, charge("Ann", "Eve", target=("Bob", "Cid"), range=5, unaware=True))
    assert [each.both for each in paired.ledger.contacts] == [("Ann", "Bob"), ("Eve", "Cid")]
    with pytest.raises(RuleError, match="Name one target for all who charge, or one for each"):
        played(game, charge("Ann", target=("Bob", "Cid"), range=5))


def test_what_a_charger_may_do_meanwhile_is_offered():
    ann = armed(unit("Ann", weapon="Rifle"), "Sword in stowed")
    ann = armed(ann, "Pistol in stowed")
    field = next(field for field in C3K.orders["charge"].fields if field.name == "doing")
    assert list(field.suggestions(Scene({"name": (ann,)}))) == ["draw Sword", "drop Rifle"]


def prone(who):
    return replace(who, sheet=C3K.with_traits(who.sheet, {"posture": "prone"}))


def test_where_one_runs_to_is_said_on_a_deck_alone_and_the_prone_only_fire_or_stand():
    game, _ = played(game_of(ANN, BOB), charge("Ann", range=12))
    with pytest.raises(RuleError, match="Where to is said on a deck alone: off it whoever runs goes straight away"):
        played(game, receive("run", to="A1"))
    lying, _ = played(game_of(ANN, prone(RIFLE)), charge("Ann", range=12))
    for how in ("run", "countercharge"):
        with pytest.raises(RuleError, match="Bob is prone, and can fire, or stand to receive the charge"):
            played(lying, receive(how))
    _, lines = played(lying, receive("stand"))
    assert lines == ["Ann runs 12 cm and is in contact with Bob: blows begin in the next turn"]


def test_who_has_surrendered_strikes_nobody():
    given_up = replace(ANN, marks=("surrendered",))
    game = game_of(given_up, BOB, contacts=(Contact("Ann", "Bob"),))
    with pytest.raises(RuleError, match="Ann has surrendered, and strikes nobody"):
        played(game, said("melee", "Ann"))


@pytest.mark.rule("C3K-C02")
@pytest.mark.parametrize("how", ["stand", "run", "countercharge"])
@pytest.mark.parametrize("left", [("Ann",), ("Bob",), ("Ann", "Bob"), None])
def test_who_has_left_the_deck_meanwhile_is_not_charged_home(how, left):
    """Somebody is put off it, or it is taken away; without them on it nobody knows how far it is."""
    game, _ = played(game_of(ANN, BOB, board=on_deck(Ann="A1", Bob="G1")), charge("Ann"))
    board = None if left is None else replace(game.board, people={**game.board.people})
    for name in left or ():
        del board.people[name]
    game, lines = played(replace(game, board=board), receive(how))
    assert lines[-1] == "Ann is on no deck with them any more, and doesn't reach Bob"
    assert (game.ledger.charging, game.ledger.contacts) == ((), ())


def with_mark(game, name):
    return replace(game, units=game.units.having(replace(game.units[name], marks=("surrendered",))))


@pytest.mark.rule("C3K-C02")
def test_who_surrenders_amid_a_charge_neither_comes_home_nor_answers_it():
    game, _ = played(game_of(ANN, RIFLE), charge("Ann", range=5))
    after, lines = played(with_mark(game, "Ann"), receive("stand"))
    assert lines == ["Ann is giving up the fight, and doesn't reach Bob"]
    assert after.ledger.contacts == ()
    given_up = with_mark(game, "Bob")
    assert [each for each in C3K.due(given_up) if "answer" in each.what] == []
    for how in ("run", "fire", "countercharge"):
        with pytest.raises(RuleError, match=r"Bob has surrendered, and can only stand \(C3K Charges\)"):
            played(given_up, receive(how))
    _, lines = played(given_up, receive("stand"))
    assert lines == ["Ann runs 5 cm and is in contact with Bob: blows begin in the next turn"]


@pytest.mark.rule("C3K-C02")
def test_the_dead_are_asked_nothing_and_reached_by_nobody():
    game, _ = played(game_of(ANN, BOB), charge("Ann", range=5))
    dead = replace(game, units=game.units.having(unit("Bob", "Blue", condition="killed")))
    assert [each for each in C3K.due(dead) if "answer" in each.what] == []
    game, lines = played(dead, said("phase", "Ann", "Bob"))
    assert lines[0] == "Ann is left with nobody to charge, and doesn't reach Bob"
    assert (game.ledger.charging, game.ledger.contacts) == ((), ())
