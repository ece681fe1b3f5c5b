"""Who comes into the scenarios of AHL, and where: by hand from Incidents I to VI."""

from collections import Counter
from csv import DictReader
from dataclasses import replace

import pytest

from bot import systems
from bot.deck.outlook import seen_together
from bot.deck.plan import Facing, Fixture, adjacent
from bot.deck.portals import lift_of, shaft_at
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Scene
from bot.systems import DATA

AHL = systems.discover(systems)["ahl"]
NAMES = sorted(AHL.staged.scenarios)


class Loaded(LiveDice):
    """Dice whose first throws come to what they are told, by what they are for."""

    def __init__(self, seed=0, **totals):
        super().__init__(bytes([seed]) * 32, 0)
        self.totals = totals

    def roll(self, count, sides=6, *, why):
        fell = super().roll(count, sides, why=why)
        return next((total for words, total in self.totals.items() if words.replace("_", " ") in why), fell)


def set_up(name, dice=None, fog="off", **said):
    order = AHL.order("scenario setup")
    scene = Scene.of(Game(settings={"fog": fog}, read_ledger=lambda: AHL.load_ledger({})))
    outcome = order.carried_out(scene, order.read({"name": name, **said}), dice or Loaded())
    return scene.game.after(outcome)


def of(game, side):
    return sorted(name for name, unit in game.units.items() if unit.side == side)


def armour(game, side):
    return Counter(game.units[name].sheet.armour for name in of(game, side))


def ranks(names):
    """How many of each kind by the letters of their counters."""
    return Counter(name.split()[1].rstrip("0123456789") for name in names)


def off(game):
    return game.ledger.scenario.off


def test_every_file_of_the_folder_is_a_scenario():
    assert AHL.staged.broken == ()
    assert len(NAMES) == 11


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_is_set_up_whole(name):
    for seed in range(10):
        game = set_up(name, Loaded(seed))
        standing = [where.at for where in game.board.people.values()]
        assert len(standing) == len(set(standing))
        assert game.ledger.clock.turn == 1
        sides = {side.name for side in AHL.staged.scenarios[name].sides}
        assert {unit.side for unit in game.units.values()} | {kept.side for kept in off(game)} == sides


@pytest.mark.rule("AHL-SC-0b")
def test_a_draw_without_looking_empties_the_cup_and_the_best_are_picked():
    drawn = {tuple(of(set_up("I.2 The Hangar Deck", Loaded(seed)), "Solomani")) for seed in range(5)}
    assert drawn == {
        tuple(
            sorted(
                [f"Intruder {each}" for each in ("O1", "O2", "N1", "N2", "N3")]
                + [f"Intruder E{number}" for number in range(1, 10)]
            )
        )
    }
    some = {tuple(of(set_up("V Dead Ship", Loaded(seed)), "Salvagers")) for seed in range(5)}
    assert len(some) == 5
    picked = {tuple(of(set_up("IV The Great Wine Heist", Loaded(seed)), "Thieves")) for seed in range(5)}
    assert len(picked) == 1
    best = sorted(
        (unit.sheet.weapons[0].skill + unit.sheet.melee + unit.sheet.morale + unit.sheet.leadership)
        for unit in AHL.staged.groups["Intruders"]
    )[-4:]
    game = set_up("IV The Great Wine Heist")
    theirs = [game.units[name].sheet for name in of(game, "Thieves") if name.startswith("Intruder E")]
    assert sorted(each.weapons[0].skill + each.melee + each.morale + each.leadership for each in theirs) == best


@pytest.mark.rule("AHL-SC-0c")
def test_all_are_planned_to_move_and_the_surprised_have_nothing_in_the_first_phase():
    game = set_up("I.2 The Hangar Deck")
    people = game.ledger.clock.people
    assert {people[name].plan for name in game.units} == {"move"}
    assert {name for name in game.units if people[name].surprised} == set(of(game, "Imperials"))


@pytest.mark.rule("AHL-SC-I1a", "AHL-SC-I1d")
def test_the_drive_decks():
    game = set_up("I.1 The Drive Decks", Loaded(how_many_of_the_Imperials=7))
    assert len(of(game, "Imperials")) == 7
    # Of the two groups that the cup holds, and nobody else.
    assert {name.split()[0] for name in of(game, "Imperials")} <= {"Marine", "Crew"}
    assert {each.split()[1][0] for each in of(game, "Imperials") if each.startswith("Crew")} <= {"S", "O"}
    intruders = [unit.name for group, units in AHL.staged.groups.items() if "Intruder" in group for unit in units]
    assert of(game, "Solomani") == sorted(intruders)
    assert game.board.airless == frozenset(at for level in game.board.plan.levels for at in level.floor)
    scenario = AHL.staged.scenarios["I.1 The Drive Decks"]
    assert [each.name for each in scenario.decks] == ["84", *map(str, range(83, 72, -1))]
    assert {each.plan for each in scenario.decks[1:]} == {"Jump drive deck"}
    # One die more for each new deck, and for none twice.
    assert [(each.each, each.troop.count.words, each.troop.deck) for each in scenario.arrivals] == [
        ("once", "1D", str(number)) for number in range(83, 72, -1)
    ]


@pytest.mark.rule("AHL-SC-I1b")
def test_lifts_work_by_a_blob_of_three_or_four():
    """Of 26 blobs four have a 2 (scenario IV); here those with 3 and 4, drawn lift by lift from A to G."""
    numbers = (2, 3, 4, 5, 3, 4, 5) * 3 + (2, 3, 4, 5, 3)
    assert numbers.count(2) == 4
    for lift, blob, works in (("A", 2, False), ("A", 3, True), ("A", 4, True), ("A", 5, False)):
        dice = Loaded(**{f"the_number_for_Lift_{lift}": numbers.index(blob) + 1})
        board = set_up("I.1 The Drive Decks", dice).board
        found = lift_of(board, shaft_at(board.plan, board.plan.places[f"Lift {lift}"][0]))
        assert found.dead is not works
        # Nobody knows it yet.
        assert found.untried is not works


@pytest.mark.rule("AHL-SC-I2a", "AHL-SC-I2e")
def test_the_hangar_deck():
    game = set_up("I.2 The Hangar Deck", Loaded(how_many_of_the_Imperials=9))
    assert ranks(of(game, "Solomani")) == {"O": 2, "N": 3, "E": 9}
    assert "battle dress" not in armour(game, "Solomani")
    assert len(of(game, "Imperials")) == 9
    plan = game.board.plan
    for number in range(1, 5):
        fighter = plan.places[f"Launch cradle {number}"]
        # Two squares by two, which fill their squares and stand in every line of sight.
        assert len(fighter) == 4
        assert len({at.x for at in fighter}) == len({at.y for at in fighter}) == 2
        assert {plan.levels[at.level].fixtures[at] for at in fighter} == {Fixture.CRATE}
        guards = [game.board.people[name].at for name in of(game, "Imperials")]
        assert any(adjacent(at, guard) for at in fighter for guard in guards)
    lock = next(room for room in plan.rooms if room.number == 16)
    assert game.board.people["Intruder O1"].at in lock.squares
    assert game.board.airless


@pytest.mark.rule("AHL-SC-I3a", "AHL-SC-I3c")
def test_the_bridge():
    game = set_up("I.3 The Bridge", Loaded(how_many_of_the_Imperials=8))
    assert ranks(of(game, "Solomani")) == {"O": 2, "N": 3, "E": 9}
    assert "battle dress" not in armour(game, "Solomani")
    assert len(of(game, "Imperials")) == 4
    above = [kept for kept in off(game) if kept.deck == "40"]
    assert len(above) == 11 + 8 - 4
    crew = [kept for kept in above if kept.name.startswith("Crew")]
    assert len(crew) == 11
    assert Counter(place for kept in crew for place in kept.places) == {
        "Command station": 1,
        "Damage control station": 5,
        "Fighter launch control": 1,
        "Supernumerary station": 1,
        "Gunnery station": 1,
        "XO's station": 1,
        "anywhere": 1,
    }
    assert next(kept.name for kept in crew if kept.places == ("Command station",)) == "Crew O10"
    board = game.board
    lifts = {shaft_at(board.plan, board.plan.places[f"Lift {letter}"][0]) for letter in "AB"}
    assert all(lift_of(board, shaft).dead for shaft in lifts)
    assert board.airless


@pytest.mark.rule("AHL-SC-I3a")
@pytest.mark.parametrize(("fell", "below"), [(2, 2), (3, 3), (4, 4), (5, 4), (12, 4)])
def test_at_most_four_marines_stand_below_the_bridge(fell, below):
    game = set_up("I.3 The Bridge", Loaded(how_many_of_the_Imperials=fell))
    assert len(of(game, "Imperials")) == below
    assert sum(kept.deck == "40" and kept.name.startswith("Marine") for kept in off(game)) == fell - below


@pytest.mark.rule("AHL-SC-II1a")
def test_marine_country():
    game = set_up("II.1 Marine Country")
    assert ranks(of(game, "Zhodani")) == {"O": 3, "T": 2, "R": 8}
    marines = [name for name in of(game, "Imperials") if name.startswith("Marine")]
    assert ranks(marines) == {"O": 1, "N": 4, "E": 12}
    assert "battle dress" not in armour(game, "Imperials")
    rooms = {room.number: room.squares for room in game.board.plan.rooms}
    crew = [name for name in of(game, "Imperials") if name.startswith("Crew")]
    assert len(crew) == 4
    watch = rooms[16] | rooms[18] | rooms[19] | rooms[20]
    assert all(game.board.people[name].at in watch for name in crew)
    # Alert: only the Zhodani are planned to move, and nobody is surprised.
    people = game.ledger.clock.people
    assert {name for name in people if people[name].plan} == set(of(game, "Zhodani"))
    assert not any(doing.surprised for doing in people.values())


@pytest.mark.rule("AHL-SC-III-a")
def test_through_the_maze():
    game = set_up("III Through the Maze")
    assert len(of(game, "Pirates")) == 9
    assert Counter(name.split()[1].lstrip("B")[0] for name in of(game, "Pirates")) == {"O": 1, "N": 2, "E": 6}
    assert of(game, "Imperials") == []
    assert ranks(kept.name for kept in off(game)) == {"O": 4, "W": 5, "R": 13, "E": 7}
    assert all(kept.hiding for kept in off(game))
    drawn = {each for seed in range(10) for each in of(set_up("III Through the Maze", Loaded(seed)), "Pirates")}
    assert any(" B" in each for each in drawn), "whoever is in battle dress stays in the draw (R-152)"


@pytest.mark.rule("AHL-SC-IV-a")
def test_the_wine_heist():
    game = set_up("IV The Great Wine Heist")
    assert Counter(name.split()[1].lstrip("B")[0] for name in of(game, "Thieves")) == {"O": 1, "N": 2, "E": 5}
    assert armour(game, "Thieves")["battle dress"] <= 1
    assert [name.split()[1][0] for name in of(game, "Crew")] == ["E", "E"]
    assert "battle dress" not in armour(game, "Crew")
    below = Counter(kept.name.split()[0] for kept in off(game) if kept.deck == "84")
    assert below == {"Marine": 4, "Crew": 20}


@pytest.mark.rule("AHL-SC-V-a")
def test_dead_ship():
    game = set_up("V Dead Ship", Loaded(how_many_of_the_Blobs=11))
    assert (len(of(game, "Salvagers")), len(of(game, "Blobs"))) == (6, 11)
    board = game.board
    well = next(room for room in board.plan.rooms if room.name == "Fighter well")
    assert all(board.people[name].at not in well.squares for name in of(game, "Salvagers"))
    tubes = board.plan.places["Launch tube mouth"]
    for name in of(game, "Salvagers"):
        at = board.people[name].at
        assert min(max(abs(at.x - tube.x), abs(at.y - tube.y)) for tube in tubes) <= 8, name
    assert {lift.dead for lift in board.lifts.values()} == {True}


@pytest.mark.rule("AHL-SC-VI1a", "AHL-SC-VI1b")
def test_the_take_over():
    game = set_up("VI.1 The Take-Over")
    sergei, zinovia = game.units["Sergei"].sheet, game.units["Zinovia"].sheet
    assert (sergei.weapons[0].weapon, sergei.weapons[0].skill) == ("Automatic Pistol", 1)
    assert (sergei.morale, sergei.melee, sergei.leadership) == (10, 5, 3)
    assert (zinovia.weapons[0].weapon, zinovia.weapons[0].skill) == ("Automatic Pistol", 3)
    assert (zinovia.morale, zinovia.melee, zinovia.leadership) == (12, 3, 0)
    places = game.board.plan.places
    assert game.board.people["Sergei"].at in places["Command station"]
    assert game.board.people["Zinovia"].at in places["Supernumerary station"]
    mutineers = of(game, "Mutineers")
    assert ranks(mutineers)["O"] == 2
    assert len(mutineers) == 12
    assert armour(game, "Mutineers") == {"flak jacket": 12}
    assert "vacc suit" not in armour(game, "Loyalists")
    manned = [game.board.people[name].at for name in of(game, "Loyalists") if name.startswith("Crew")]
    for station in ("Engineering station", "Maneuvering station", "CIC station"):
        assert set(places[station]) <= set(manned)
    assert {name for name, doing in game.ledger.clock.people.items() if doing.surprised} == set(of(game, "Loyalists"))


@pytest.mark.rule("AHL-SC-VI2a")
def test_the_escape():
    game = set_up("VI.2 The Escape")
    arrlanroughl = game.units["Arrlanroughl"].sheet
    assert (arrlanroughl.weapons[0].weapon, arrlanroughl.weapons[0].skill) == ("Gauss Rifle", 1)
    assert (arrlanroughl.morale, arrlanroughl.melee, arrlanroughl.leadership) == (10, 3, 1)
    assert game.units["Sergei"].sheet.light_wounds == 1
    assert sum(name.startswith("Vargr") for name in of(game, "Loyalists")) == 12
    guards = of(game, "Mutineers")
    assert [game.units[name].sheet.weapons[0].weapon for name in guards] == ["Gauss Rifle"] * 2
    # They do nothing but fire snap shots at whoever comes adjacent, for which they have their points.
    assert not any(doing.surprised for doing in game.ledger.clock.people.values())


def test_a_scenario_is_refused_where_people_stand_and_sweeps_if_told():
    game = set_up("First Watch")
    order = AHL.order("scenario setup")
    with pytest.raises(RuleError, match="say sweep:True"):
        order.carried_out(Scene.of(game), order.read({"name": "First Watch"}), Loaded())
    swept = game.after(order.carried_out(Scene.of(game), order.read({"name": "VI.1", "sweep": True}), Loaded()))
    assert not any(name.startswith("Intruder") for name in swept.units)
    assert swept.ledger.scenario.name == "VI.1 The Take-Over"


@pytest.mark.parametrize(
    ("name", "given", "owners"),
    [
        ("First Watch", {"first": "11", "second": "22"}, {"Marines": {"11"}, "Pirates": {"22"}}),
        ("First Watch", {"second": "22"}, {"Marines": {""}, "Pirates": {"22"}}),
        ("First Watch", {}, {"Marines": {""}, "Pirates": {""}}),
    ],
)
def test_each_side_is_of_the_player_who_is_named_for_it(name, given, owners):
    game = set_up(name, **given)
    assert {side: {game.units[each].owner or "" for each in of(game, side)} for side in owners} == owners


def test_no_player_is_named_for_a_side_that_is_not_there():
    with pytest.raises(RuleError, match="First Watch has 2 sides: name no more players"):
        set_up("First Watch", third="33")


def test_a_deck_without_a_place_of_a_force_is_told_with_file_and_line():
    staged = AHL.staged
    scenario = staged.scenarios["First Watch"]
    force = replace(scenario.forces[0], places=("Sauna",), line=11)
    wrong = replace(scenario, forces=(force,))
    system = systems.at_home(replace(AHL, orders={}, staged=replace(staged, scenarios={"First Watch": wrong})))
    order = system.orders["scenario setup"]
    scene = Scene.of(Game(read_ledger=lambda: AHL.load_ledger({})))
    with pytest.raises(RuleError, match=r"trainer\.txt, line 11: .*Sauna"):
        order.resolve(scene, order.read({"name": "First Watch"}), Loaded())


# How many counters the house has of each group: the print has lost its own.
MIX = """
Marine officers 2, Marine NCOs 4, Marines 12, Marines in battle dress 6, Crew officers 9, Crew warrants 5,
Crew ratings 14, Suited crew officer 1, Suited crew 10, Intruder officers 2, Intruder NCOs 3, Intruders 9,
Intruder officer in battle dress 1, Intruder NCO in battle dress 1, Intruders in battle dress 3, Zhodani officers 3,
Zhodani technicians 3, Zhodani warbots 8, Zhodani maintenance robots 8, Vargr officers 1, Vargr NCOs 3, Vargr 12,
Blobs 26
"""


def test_the_counter_mix_has_so_many_of_each_group():
    with (DATA / "ahl" / "counters.csv").open(encoding="utf-8") as file:
        found = {row["group"]: int(row["count"]) for row in DictReader(file)}
    typed = (each.strip().rpartition(" ") for each in MIX.split(","))
    assert found == {group: int(count) for group, _, count in typed}


@pytest.mark.parametrize("name", ["I.1 The Drive Decks", "I.2 The Hangar Deck", "II.2 The Running Bridge"])
def test_under_fog_nobody_begins_looking_towards_whom_they_cannot_see(name):
    """It would tell where they are."""
    open_game, foggy = set_up(name), set_up(name, fog="on")

    def turned(game):
        people = {each: at for each, at in game.board.people.items() if at.facing is not Facing.NORTH}
        sides = {each: game.units[each].side for each in game.board.people}
        for each, at in people.items():
            seen = seen_together(game.board, [at.at])
            yield any(other.at in seen for them, other in game.board.people.items() if sides[them] != sides[each])

    assert not all(turned(open_game))
    assert all(turned(foggy))
