"""How scenarios are listed, set up, shown and ended, by whatever rules: what each reader is told, what is refused."""

from dataclasses import replace

import pytest

from bot.deck.board import Lift
from bot.deck.plan import at_of
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.cards import Suggestion
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scenario import (
    Count,
    Decision,
    Drawn,
    Faction,
    Newcomers,
    Objective,
    OffDeck,
    Playing,
    Special,
    Troop,
)
from bot.engine.scene import Game, Scene, Unit, Units
from bot.engine.seats import Membership
from bot.engine.staging import Ruling
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.turn.clock import Clock
from bot.systems.scenarios import (
    ScenarioList,
    SetUpSo,
    put_up,
    scenario_of,
    scenario_orders,
    with_specials,
)
from tests.systems.small_ship import AHL, SHIP, Ship

GROUPS = {
    "Crew": tuple(Unit(f"C{number}", "", Character()) for number in (1, 2)),
    "Gang": (Unit("G1", "", Character()), Unit("G2", "", Character())),
}
FORCES = (
    Troop("Red", Drawn.TAKE, Count(more=2), ("Crew",), places=("A1",), line=7),
    Troop("Blue", Drawn.DRAW, Count(more=1), ("Gang",), places=("E1",), hidden=True, line=8),
)


def ordered(verb, ship=None, *, dice=(), by="", members=None, game=None, **fields):
    """An order about scenarios; its outcome, its card, and the game then."""
    ship = ship or Ship()
    system = replace(ship.system, staged=replace(ship.system.staged, groups=GROUPS))
    order, thrown = scenario_orders(system)[verb], ScriptedDice(dice)
    scene = replace(Scene.of(game or ship.game), by=by, members=members or {}, at=99)
    outcome = order.carried_out(scene, order.read(fields), thrown)
    assert not thrown.left
    return outcome, order.word(outcome.result, ()), scene.game.after(outcome)


def refused(*given, **more):
    with pytest.raises(RuleError) as refusal:
        ordered(*given, **more)
    return str(refusal.value)


def nobody(settings=None, **units):
    return Game(Units(units, units.__getitem__), settings=settings or {}).keeping(Ledger())


def set_up(forces=FORCES, dice=(1,), game=None, specials=(), rulings=None, said=None, **more):
    ship = Ship(forces=forces, specials=specials, rulings=rulings, **more)
    return ordered("scenario setup", ship, dice=dice, game=game or nobody(), name="The Ship", **(said or {}))


# --- the list ---


def test_the_list_has_a_line_for_each_with_its_rule_decks_and_sides():
    order = scenario_orders(Ship().system)["scenario list"]
    listed = ScenarioList((("One", "A-1", 1, ("Red", "Blue")), ("Two", "", 3, ("Red",))), ("three.txt, line 4: no",))
    card = order.word(listed, ())
    assert card.lines[:-1] == ("One (A-1): Red against Blue, 1 deck", "Two: Red, 3 decks", "✗ three.txt, line 4: no")
    assert order.word(ScenarioList((), ()), ()).lines[:-1] == ("None come with these rules.",)
    assert card.lines[-1].verb == "scenario show"
    _, own, _ = ordered("scenario list")
    assert own.lines[0] == "The Ship (SHIP-1): Red against Blue, 4 decks"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("the ship", "The Ship"),
        ("ship", "The Ship"),
        # A file that can't be read is told of by its name.
        ("wreck", "wreck.txt, line 4: no such deck"),
        ("WRECK.TXT", "wreck.txt, line 4: no such deck"),
        ("deck", "There is no scenario “deck”"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_to_who_names_it(name, found):
    staged = replace(Ship().system.staged, broken=("wreck.txt, line 4: no such deck",))
    if found == "The Ship":
        assert scenario_of(staged, name) is staged.scenarios["The Ship"]
    else:
        with pytest.raises(RuleError) as refusal:
            scenario_of(staged, name)
        assert str(refusal.value).startswith(found)


def test_a_scenario_of_just_that_name_is_found_though_a_file_of_a_like_one_is_broken():
    staged = replace(Ship().system.staged, broken=("The Ship of old.txt, line 4: no such deck",))
    assert scenario_of(staged, "The Ship").name == "The Ship"


# --- setting up ---


def test_a_scenario_is_put_up_with_its_people_its_deck_and_its_first_turn():
    outcome, card, game = set_up()
    assert {name: (unit.side, unit.owner) for name, unit in game.units.items()} == {
        "C1": ("Red", ""),
        "C2": ("Red", ""),
    }
    assert set(game.board.people) == {"C1", "C2"}
    playing = game.ledger.scenario
    assert [(each.name, each.hiding) for each in playing.off] == [("G1", True)]
    # Nobody is told how many hide.
    assert outcome.result == SetUpSo("The Ship", "Upper plan", (("Red", 2), ("Blue", 0)))
    assert card.title == "The Ship begins"
    assert card.lines[:-1] == ("Upper plan is put up", "Red: 2")
    assert (game.ledger.clock.turn, game.ledger.clock.phase) == (1, 0)


@pytest.mark.parametrize(
    ("said", "owners", "whose"),
    [
        ({}, {}, ""),
        ({"first": "7"}, {"Red": "7"}, "7"),
        ({"second": "8"}, {"Blue": "8"}, ""),
        ({"first": "7", "second": "8"}, {"Red": "7", "Blue": "8"}, "7"),
    ],
)
def test_a_side_is_the_player_s_who_is_named_for_it(said, owners, whose):
    game = set_up(said=said)[2]
    assert game.ledger.scenario.owners == owners
    assert {unit.owner for unit in game.units.values()} == {whose}


@pytest.mark.parametrize(
    ("sides", "said", "told"),
    [
        (("Red", "Blue"), {"third": "9"}, "The Ship has 2 sides: name no more players."),
        (("Red",), {"second": "9"}, "The Ship has 1 side: name no more players."),
        (("Red", "Blue", "Green"), {"third": "9"}, ""),
    ],
)
def test_no_more_players_are_named_than_it_has_sides(sides, said, told):
    ship = Ship()
    ship.scenario = replace(SHIP, sides=tuple(map(Faction, sides)))
    ship.system = replace(ship.system, staged=replace(ship.system.staged, scenarios={"The Ship": ship.scenario}))
    if told:
        assert refused("scenario setup", ship, game=nobody(), name="The Ship", **said) == told
    else:
        _, _, game = ordered("scenario setup", ship, game=nobody(), name="The Ship", **said)
        assert game.ledger.scenario.owners == {"Green": "9"}


@pytest.mark.parametrize(
    ("named", "alone"),
    [
        ("", ()),
        ("all", ("Red", "Blue")),
        (" ALL ", ("Red", "Blue")),
        ("blue", ("Blue",)),
        ("blue, red,", ("Blue", "Red")),
        ("blue, bl", ("Blue",)),
    ],
)
def test_sides_act_by_themselves_as_they_are_named(named, alone):
    assert set_up(said={"alone": named})[0].result.alone == alone


def test_by_rules_without_advice_no_side_acts_by_itself():
    ship = Ship()
    ship.system = replace(ship.system, piloting=None)
    told = "By these rules nobody acts by themselves: leave alone out."
    assert refused("scenario setup", ship, game=nobody(), name="The Ship", alone="Red") == told
    assert ordered("scenario setup", ship, game=nobody(), name="The Ship")[0].result.alone == ()


def test_who_went_with_the_scenario_before_keeps_their_number():
    before = Ship(sides={"C1": "Red", "Dot": "Red"}, at={})
    old = {"C1": replace(before.game.units["C1"], id=31), "Dot": replace(before.game.units["Dot"], id=32)}
    game = nobody(**old).keeping(Ledger(scenario=Playing("The Ship", people={"C1": "C1"})))
    after = set_up(game=game)[2]
    # The one who belonged to it goes, and comes again as the same; whoever else is there stays.
    assert {name: unit.id for name, unit in after.units.items()} == {"Dot": 32, "C1": 31, "C2": 0}


@pytest.mark.parametrize(
    ("there", "sweep", "told"),
    [
        ("Ann", False, "Ann stands on the deck: /place them off, or say sweep:True."),
        ("Ann Bob", False, "Ann and Bob stand on the deck: /place them off, or say sweep:True."),
        ("Ann Bob Cid", False, "Ann, Bob and Cid stand on the deck: /place them off, or say sweep:True."),
        ("Ann Bob Cid Dot", False, "Ann, Bob and Cid stand on the deck: /place them off, or say sweep:True."),
        ("Ann", True, ""),
    ],
)
def test_a_deck_on_which_somebody_stands_is_swept_by_word_alone(there, sweep, told):
    names = there.split()
    ship = Ship(sides=dict.fromkeys(names, "Red"), at=dict(zip(names, ("A1", "B1", "C1", "D1"), strict=False)))
    game = ship.game.keeping(Ledger())
    if told:
        assert refused("scenario setup", ship, game=game, name="The Ship", sweep=sweep) == told
    else:
        after = ordered("scenario setup", ship, game=game, name="The Ship", sweep=sweep)[2]
        assert (set(after.board.people), set(after.units)) == (set(), {"Ann"})


def test_a_turn_that_is_kept_is_ended_by_word_alone():
    game = nobody().keeping(Ledger(clock=Clock(turn=4)))
    told = "A turn is kept here: /turn end stops it, or say sweep:True."
    assert refused("scenario setup", game=game, name="The Ship") == told
    after = ordered("scenario setup", game=game, name="The Ship", sweep=True)[2]
    assert after.ledger.clock.turn == 1


def test_orders_of_those_who_are_gone_are_forgotten():
    pilots = {name: Autopilot(Mission.HOLD) for name in ("Ann", "Dot")}
    old = Ship(sides={"Ann": "Red", "Dot": "Red"}, at={}).game.units
    ledger = AHL.piloting.keeping(Ledger(scenario=Playing("The Ship", people={"Ann": "Ann"})), pilots)
    after = ordered("scenario setup", game=nobody(**old).keeping(ledger), name="The Ship")[2]
    assert set(AHL.piloting.kept(after.ledger)) == {"Dot"}


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        ((), []),
        ((True,), []),
        ((False,), ["1 special rule for the referee's hand"]),
        ((False, True, False), ["2 special rules for the referee's hand"]),
    ],
)
def test_what_the_referee_sees_to_by_hand_is_counted(kept, words):
    rulings = {f"rule {number}": Ruling("Words", kept=each) for number, each in enumerate(kept)}
    specials = tuple(Special(name) for name in rulings)
    card = set_up(specials=specials, rulings=rulings)[1]
    assert [line for line in card.lines if "special rule" in str(line)] == words


ONCE = ", once the setting autopilot is acts"


@pytest.mark.parametrize(
    ("alone", "setting", "line", "offers"),
    [
        ("", {}, None, ["scenario show"]),
        ("all", {"autopilot": "acts"}, "By themselves: Red and Blue", ["scenario show"]),
        ("Red", {}, f"By themselves: Red{ONCE}", ["scenario show", "campaign set"]),
        ("Red", {"autopilot": "proposes"}, f"By themselves: Red{ONCE}", ["scenario show", "campaign set"]),
    ],
)
def test_who_sets_sides_up_by_themselves_is_told_what_that_needs(alone, setting, line, offers):
    card = set_up(game=nobody(setting), said={"alone": alone})[1]
    assert next((each for each in card.lines if str(each).startswith("By themselves")), None) == line
    assert [each.verb for each in card.lines if isinstance(each, Suggestion)] == offers


@pytest.mark.parametrize(
    ("specials", "surprised", "committed"),
    [
        ((), "", ""),
        ((Special("surprised", "C1"),), "C1", "C1"),
        ((Special("surprised", "Red"),), "C1 C2", "C1 C2"),
        ((Special("surprised", "all"),), "C1 C2", "C1 C2"),
        ((Special("surprised", ""),), "C1 C2", "C1 C2"),
        ((Special("committed", "C2"),), "", "C2"),
        ((Special("committed", "C2, C1"),), "", "C1 C2"),
        ((Special("surprised", "C1"), Special("committed", "C2")), "C1", "C1 C2"),
    ],
)
def test_who_is_surprised_and_who_is_planned_to_move_in_the_first_turn(specials, surprised, committed):
    found = []
    ship = Ship(forces=FORCES[:1], specials=specials)
    staged = replace(ship.system.staged, begins=lambda game, first: found.append(first) or game.ledger)
    ship.system = replace(ship.system, staged=staged)
    ordered("scenario setup", ship, game=nobody(), name="The Ship")
    (first,) = found
    assert (first.surprised, first.committed, first.at) == ({*surprised.split()}, {*committed.split()}, 99)


def test_a_deck_is_put_up_as_the_special_rules_draw_it_and_then_set_it():
    rulings = {
        "drawn": Ruling("", redraws=lambda text, about: text.replace("Lobby", about)),
        "dark": Ruling("", sets=lambda game, about, dice: replace(game, ended=dice.roll(1, why="dark") > 3)),
    }
    specials = (Special("drawn", "Foyer"), Special("dark"))
    ship = Ship(specials=specials, rulings=rulings)
    game = put_up(ship.system.staged, ship.scenario, nobody(), 0)
    assert [room.name for room in game.board.plan.rooms] == ["Foyer", "Mess"]
    assert "Foyer" in game.drawing
    # As it stands in its file it isn't read again.
    plain = put_up(ship.system.staged, SHIP, nobody(), 1)
    assert plain.board.plan is ship.system.staged.decks["Middle plan"][0]
    set_so = with_specials(ship.system.staged, ship.scenario, game, ScriptedDice((4,)))
    assert set_so.ended


def _refuses(*_):
    raise RuleError("That can't be.")


@pytest.mark.parametrize("does", ["redraws", "sets"])
def test_a_special_rule_that_cannot_be_is_told_with_file_and_line(does):
    rulings = {"odd": Ruling("", **{does: _refuses})}
    with pytest.raises(RuleError, match=r"^ship\.txt, line 9: That can't be\.$"):
        set_up(specials=(Special("odd", line=9),), rulings=rulings)


# --- what a scenario tells whom ---

TOLD = {
    "situation": "A ship drifts.",
    "objectives": (
        Objective("Red", "narrowly", (), "all Blue are dead"),
        Objective("", "", (), "turn 9 is over"),
    ),
}
BRIEFED = (Faction("Red", "Take her."), Faction("Blue", "Hold her."))
COMMON = ["A ship drifts.", "Decks: Upper (Upper plan), Middle (Middle plan), Lower (Lower plan), Away"]
WINS = ["Red win (narrowly) if all Blue are dead", "Nobody wins if turn 9 is over"]


def shown(ship, **more):
    ship.scenario = replace(ship.scenario, sides=BRIEFED)
    ship.system = replace(ship.system, staged=replace(ship.system.staged, scenarios={"The Ship": ship.scenario}))
    outcome, card, _ = ordered("scenario show", ship, **more)
    assert outcome.sealed
    assert card.title == "The Ship"
    return list(card.lines)


@pytest.mark.parametrize(
    ("by", "members", "sides"),
    [
        # By whom one owns, or by word; who plays none reads no side's.
        ("of Red", {}, ["Red: Take her.", "Blue"]),
        ("of Blue", {}, ["Red", "Blue: Hold her."]),
        ("9", {}, ["Red", "Blue"]),
        ("9", {"9": Membership("player", "Blue")}, ["Red", "Blue: Hold her."]),
        ("", {}, ["Red: Take her.", "Blue: Hold her."]),
    ],
)
@pytest.mark.parametrize("house", [False, True])
def test_a_player_reads_the_briefing_of_their_own_side_alone(by, members, sides, house):
    ours = ["The house's own figures, not the book's: a file of yours may have others"] if house else []
    assert shown(Ship(**TOLD, house=house), by=by, members=members) == [*COMMON, *sides, *WINS, *ours]


def test_a_deck_that_is_called_as_its_plan_is_named_once():
    ship = Ship()
    floors = tuple(replace(each, name=each.plan) for each in SHIP.decks[:2])
    ship.scenario = replace(SHIP, decks=floors)
    assert shown(ship)[1] == "Decks: Upper plan, Middle plan"


HIDES = Special("hides", "in the hold")
RULINGS = {"hides": Ruling("They hide", kept=True), "by dice": Ruling("Unused words", kept=False)}
LATER = Troop("Blue", Drawn.DRAW, Count(dice=1), ("Gang", "Crew"), deck="Lower")


def test_the_referee_reads_the_special_rules_and_who_comes_later():
    specials = (HIDES, Special("hides"), Special("by dice", "Roll for rats."))
    arrivals = (
        Newcomers(LATER, "turn", 2, 9),
        Newcomers(replace(LATER, deck="", groups=("Gang",), count=Count(everybody=True)), "once"),
    )
    lines = shown(Ship(**TOLD, specials=specials, arrivals=arrivals, rulings=RULINGS))
    assert lines[6:] == [
        "They hide (in the hold)",
        "They hide",
        "By hand: Roll for rats.",
        "Each turn on Lower from turn 2 on 9+: 1D of Gang + Crew",
        "Once: all of Gang",
    ]
    player = shown(Ship(**TOLD, specials=specials, arrivals=arrivals, rulings=RULINGS), by="of Red")
    assert len(player) == 6


def test_of_one_that_is_not_played_the_referee_reads_the_forces():
    named = Troop("Red", Drawn.TAKE, Count(more=1), ("Crew",), name="Zoe")
    ship = Ship(**TOLD, forces=(*FORCES, named))
    ship.game = nobody()
    assert shown(ship, name="The Ship")[6:] == [
        "Red: take 2 of Crew",
        "Blue: draw 1 of Gang, in hiding",
        "Red: Zoe",
    ]
    told = "No scenario is played here: /scenario setup begins one."
    assert refused("scenario show", ship) == told
    # Of one that is played it is who is where.
    assert shown(Ship(**TOLD, forces=FORCES), name="The Ship")[6:] == []


def test_of_one_that_is_played_the_referee_reads_what_nobody_knows():
    off = (
        OffDeck("G1", "Blue", {}, "Upper", ("Crates",), hiding=True),
        OffDeck("G2", "Blue", {}, "Lower"),
    )
    playing = {"off": off, "tallies": {"fired": 3}, "holding": {"wine": ("A1", "B1"), "ale": ()}}
    ship = Ship(1, at={}, playing=playing, **TOLD)
    lines = shown(ship)[6:]
    told = [
        "G1 (Blue): in hiding, Upper, Crates",
        "G2 (Blue): not yet there, Lower",
        "fired: 3",
        "Wine: A1, B1",
    ]
    assert lines == told
    for untried, more in ((True, ["Dead, and nobody knows yet: Car"]), (False, [])):
        board = replace(ship.game.board, lifts={at_of("F1"): Lift(dead=True, untried=untried)})
        ship.game = replace(ship.game, board=board)
        assert shown(ship)[6:] == [*told, *more]


# --- its end ---


@pytest.mark.parametrize(
    ("decided", "words"),
    [
        (None, "Nothing was decided"),
        (Decision("Red", "narrowly", "all Blue are dead"), "Red won: all Blue are dead"),
        (Decision("", "", "turn 9 is over"), "Nobody won: turn 9 is over"),
    ],
)
@pytest.mark.parametrize("sweep", [False, True])
def test_a_scenario_ends_with_its_people_or_without_them(decided, words, sweep):
    ship = Ship(turn=(3, 1), playing={"decided": decided, "carried": {"Ann": "wine"}})
    loaded = replace(ship.game.units["Ann"], marks=("carries wine", "scarred"))
    ship.game = replace(ship.game, units=ship.game.units.having(loaded))
    ship.game = ship.game.keeping(
        replace(ship.game.ledger, scenario=ship.playing.having(people={"Ann": "Ann", "Cid": "Cid"}))
    )
    _, card, after = ordered("scenario end", ship, sweep=sweep)
    assert (card.title, card.lines[0]) == ("The Ship ends", words)
    assert after.ledger.scenario is None
    if sweep:
        # Bob was none of its people.
        assert (set(after.units), after.board, after.ledger.clock) == ({"Bob"}, None, None)
    else:
        assert set(after.units) == {"Ann", "Bob", "Cid"}
        assert (after.board, after.ledger.clock.turn) == (ship.game.board, 3)
        assert after.units["Ann"].marks == ("scarred",)


def test_whose_prisoners_there_are_is_told_in_the_end():
    ship = Ship()
    taken = replace(ship.game.units["Cid"], marks=("surrendered", "prisoner of Red"))
    ship.game = replace(ship.game, units=ship.game.units.having(taken))
    _, card, _ = ordered("scenario end", ship)
    assert card.lines == ("Nothing was decided", "Prisoners: Cid (in the hands of Red)")
    told = "No scenario is played here: /scenario setup begins one."
    assert refused("scenario end", game=nobody()) == told


def test_all_are_told_that_it_begins_and_how_it_ends():
    orders = scenario_orders(Ship().system)
    begun, _, _ = set_up()
    ended, _, _ = ordered("scenario end", Ship())
    assert orders["scenario setup"].tells_all(begun.result) == (
        "The Ship begins: /scenario show tells you alone what you may know of it",
    )
    assert orders["scenario end"].tells_all(ended.result) == ("The Ship ends", "Nothing was decided")


@pytest.mark.parametrize(
    ("turn", "piloted", "sweep", "left"),
    [
        ((2, 1), True, False, ["turn end", "autopilot set"]),
        ((2, 1), False, False, ["turn end"]),
        (None, True, False, ["autopilot set"]),
        (None, False, False, []),
        # Who leaves takes their orders along, and the turn ends.
        ((2, 1), True, True, []),
    ],
)
def test_what_goes_on_after_a_scenario_is_told_with_how_to_end_it(turn, piloted, sweep, left):
    ship = Ship(turn=turn)
    pilots = {"Ann": Autopilot(standing=piloted), "Gone": Autopilot(standing=True)}
    ship.game = ship.game.keeping(AHL.piloting.keeping(ship.game.ledger, pilots))
    _, card, _ = ordered("scenario end", ship, sweep=sweep)
    assert card.lines[0] == "Nothing was decided"
    assert [line.verb for line in card.lines[1:]] == left
    after = [line.after for line in card.lines[1:]]
    assert after == [AFTER[verb] for verb in left]


AFTER = {
    "turn end": " stops the turn that is still kept",
    "autopilot set": " with a name or a side ends standing orders that some still have",
}
