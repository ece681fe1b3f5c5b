"""Whatever is opened of what a side can't know is noticed: two truths that differ in one hidden field look the same to
whoever doesn't see it, and no longer where just that field is handed out.

The fields come from the classes themselves, so that a new one is in without being listed; those that show are named.
"""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from types import SimpleNamespace

import pytest

from bot.deck.board import Airlock, Board, Lift, as_drawn
from bot.deck.knowledge import Instant, learned, nothing_known
from bot.deck.plan import At, Edge, Facing
from bot.engine.scenario import Decision, OffDeck, Playing
from bot.engine.scene import Unit
from bot.systems.ahl.ledger import Ledger, narrowed
from bot.systems.ahl.sheet.character import Carried, Character
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Casualty, Clock
from bot.systems.ahl.turn.doing import Deeds, Doing
from bot.systems.combat3000.figure.sheet import Carried as C3KCarried
from bot.systems.combat3000.figure.sheet import Figure, Hand, Plight, Vehicle
from bot.systems.combat3000.hit.plights import Cloud, Stasis, Vortex
from bot.systems.combat3000.ledger import Ledger as C3KLedger
from bot.systems.combat3000.melee.contact import Charge, Contact
from bot.systems.combat3000.turn import GameOrders, Turn
from bot.systems.seeing import shows
from tests.campaign.conftest import AHL, SYSTEMS
from tests.campaign.test_knowing import PLAN, WEST

PIRATE = "Pirate"
SHEET = next(unit.sheet for unit in AHL.starter if unit.name == PIRATE)
# What others see of somebody: what they are, wear and hold, and whether they are down.
SHOWS = {"being", "condition", "armour", "second_armour", "weapons"}
HIDDEN = [each.name for each in fields(Character) if each.name not in SHOWS]
HIDDEN_OF_A_WEAPON = [each.name for each in fields(Carried) if each.name not in {"weapon", "loaded"}]


def other(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return next(each for each in type(value) if each is not value)
    if isinstance(value, int | str | Fraction):
        return value + type(value)(1)
    if isinstance(value, tuple):
        return (*value, "more")
    if is_dataclass(value):
        first = fields(value)[0].name
        return replace(value, **{first: other(getattr(value, first))})
    return "something"


def seen(sheet):
    """What shows of whoever has a sheet."""
    return AHL.squads.outward(sheet)


@pytest.mark.parametrize("field", HIDDEN)
def test_a_field_of_a_sheet(field):
    one, another = SHEET, replace(SHEET, **{field: other(getattr(SHEET, field))})
    assert seen(one) == seen(another)
    opened = [replace(seen(each), **{field: getattr(each, field)}) for each in (one, another)]
    assert opened[0] != opened[1]


@pytest.mark.parametrize("field", HIDDEN_OF_A_WEAPON)
def test_a_field_of_a_weapon(field):
    held = SHEET.weapons[0]
    one, another = SHEET, replace(SHEET, weapons=(replace(held, **{field: other(getattr(held, field))}),))
    assert seen(one) == seen(another)
    opened = [replace(seen(each).weapons[0], **{field: getattr(each.weapons[0], field)}) for each in (one, another)]
    assert opened[0] != opened[1]


def test_the_rounds_in_a_weapon_and_what_else_is_carried():
    held = SHEET.weapons[0]
    fewer = replace(held, loaded=replace(held.loaded, rounds=held.loaded.rounds - 1))
    assert seen(SHEET) == seen(replace(SHEET, weapons=(fewer,))) == seen(replace(SHEET, weapons=(held, held)))
    assert held.loaded != fewer.loaded


def test_what_is_stored_of_somebody_is_what_shows_and_no_more():
    unit = Unit(PIRATE, "Pirates", SHEET, marks=("surrendered",))
    assert shows(AHL, unit) == {"sheet": AHL.dump_sheet(seen(SHEET)), "marks": ["surrendered"]}


# What a turn keeps of a pirate, field by field; its number, phase, step and beginning all know.
THEIRS = {
    "people": {PIRATE: Doing(acted=True)},
    "covering": (SimpleNamespace(firer=PIRATE),),
    "charges": (SimpleNamespace(by=PIRATE),),
    "lights": {2: True},
    "later": (SimpleNamespace(said=SimpleNamespace(doers=(PIRATE,))),),
    "casualties": (Casualty(PIRATE, ()),),
    "surprises": ((PIRATE, "Marine"),),
    "going": (SimpleNamespace(doers=(PIRATE,)),),
}
KNOWN_TO_ALL = {"turn", "phase", "step", "began"}


def test_every_field_of_a_turn_is_hidden_or_known_to_all():
    assert {each.name for each in fields(Clock)} == {*THEIRS, *KNOWN_TO_ALL}


@pytest.mark.parametrize("field", THEIRS)
def test_a_field_of_the_turn(field):
    one, another = Clock(), replace(Clock(), **{field: THEIRS[field]})
    known = [each.narrowed({"Marine"}, set()) for each in (one, another)]
    assert known[0] == known[1]
    opened = [replace(seen, **{field: getattr(each, field)}) for seen, each in zip(known, (one, another), strict=True)]
    assert opened[0] != opened[1]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("structures", (SimpleNamespace(name="Door"),)),
        ("standing", {PIRATE: {"snap": "always"}}),
        ("piloted", {PIRATE: SimpleNamespace()}),
    ],
)
def test_a_field_of_what_is_kept_beside_the_sheets(field, value):
    one, another = Ledger(), replace(Ledger(), **{field: value})
    known = [narrowed(each, {"Marine"}, set()) for each in (one, another)]
    assert known[0] == known[1]
    opened = [replace(seen, **{field: getattr(each, field)}) for seen, each in zip(known, (one, another), strict=True)]
    assert opened[0] != opened[1]


# The same of Combat 3000: what shows of a figure, and what its turn and its ledger keep of an outlaw.
C3K = SYSTEMS["combat3000"]
OUTLAW = "Outlaw"
FIGURE = next(unit.sheet for unit in C3K.starter if unit.sheet.weapons)
SHOWS_OF_A_FIGURE = {
    *("creature", "robot", "armour", "weapons", "posture", "killed", "stunned", "plight", "rides", "height"),
    # That somebody is a robot is seen.
    "circuits",
}
SHOWS_OF_A_WEAPON = {"name", "weapon", "hand", "loaded"}
VEHICLE = next(each.sheet for each in C3K.templates.values() if isinstance(each.sheet, Vehicle))
SHOWS_OF_A_VEHICLE = {"vehicle", "armour", "weapons", "immobilised", "knocked_out"}
THEIR_TURN = {
    "plans": {OUTLAW: (SimpleNamespace(),)},
    "moves": {OUTLAW: SimpleNamespace(doers=(OUTLAW,))},
    "shots": (SimpleNamespace(doers=(OUTLAW,)),),
    "orders": {OUTLAW: GameOrders("Hold the door")},
    "groups": ((OUTLAW, "Leader"),),
}


@pytest.mark.parametrize("field", [each.name for each in fields(Figure) if each.name not in SHOWS_OF_A_FIGURE])
def test_a_field_of_a_figure(field):
    one, another = FIGURE, replace(FIGURE, **{field: other(getattr(FIGURE, field))})
    assert one != another
    assert C3K.squads.outward(one) == C3K.squads.outward(another)


@pytest.mark.parametrize("field", [each.name for each in fields(C3KCarried) if each.name not in SHOWS_OF_A_WEAPON])
def test_a_field_of_a_weapon_of_combat3000(field):
    held = FIGURE.weapons[0]
    another = replace(FIGURE, weapons=(replace(held, **{field: other(getattr(held, field))}),))
    assert another != FIGURE
    assert C3K.squads.outward(replace(FIGURE, weapons=(held,))) == C3K.squads.outward(another)


@pytest.mark.parametrize("field", [each.name for each in fields(Plight) if each.name != "webbed"])
def test_what_befell_a_figure(field):
    another = replace(FIGURE, plight=replace(FIGURE.plight, **{field: other(getattr(FIGURE.plight, field))}))
    assert C3K.squads.outward(FIGURE) == C3K.squads.outward(another)


@pytest.mark.parametrize("field", [each.name for each in fields(Vehicle) if each.name not in SHOWS_OF_A_VEHICLE])
def test_a_field_of_a_vehicle(field):
    one, another = VEHICLE, replace(VEHICLE, **{field: other(getattr(VEHICLE, field))})
    assert one != another
    assert C3K.squads.outward(one) == C3K.squads.outward(another)


def test_whoever_lies_stunned_is_seen_to_and_not_for_how_long():
    stunned = [C3K.squads.outward(replace(FIGURE, stunned=turns)) for turns in (0, 1, 2, 9)]
    assert stunned[0] != stunned[1] == stunned[2] == stunned[3]
    # Nor how many rounds are in a weapon, and what of it is put away.
    held = FIGURE.weapons[0]
    empty = replace(held, loaded=replace(held.loaded, rounds=0))
    stowed = replace(held, name="Another", hand=Hand.STOWED)
    first = C3K.squads.outward(replace(FIGURE, weapons=(held,)))
    assert first == C3K.squads.outward(replace(FIGURE, weapons=(empty, stowed)))
    assert first != C3K.squads.outward(replace(FIGURE, weapons=(stowed,)))


def test_every_field_of_a_turn_of_combat3000_is_hidden_or_known_to_all():
    assert {each.name for each in fields(Turn)} == {*THEIR_TURN, "number", "phase", "surprised", "began"}


@pytest.mark.parametrize("field", THEIR_TURN)
def test_a_field_of_a_turn_of_combat3000(field):
    one, another = Turn(), replace(Turn(), **{field: THEIR_TURN[field]})
    assert one.narrowed({"Trooper"}) == another.narrowed({"Trooper"})
    assert another.narrowed({OUTLAW, "Leader"}) == another != one


# What it keeps beside the sheets, field by field, of an outlaw and their leader.
THEIR_LEDGER = {
    "clouds": (Cloud("Gas", 6),),
    "stases": (Stasis(6),),
    "vortices": (Vortex("Here"),),
    "charges": (SimpleNamespace(name="Here"),),
    "unseen": SimpleNamespace(),
    "charging": (Charge(OUTLAW, "Leader", "run", Fraction(15)),),
    "contacts": (Contact(OUTLAW, "Leader"),),
    "structures": (SimpleNamespace(name="Fort"),),
    "piloted": {OUTLAW: SimpleNamespace()},
}


def test_every_field_of_what_combat3000_keeps_is_hidden_or_known_to_all():
    assert {each.name for each in fields(C3KLedger)} == {*THEIR_LEDGER, "turn", "scenario"}


@pytest.mark.parametrize("field", THEIR_LEDGER)
def test_a_field_of_what_combat3000_keeps_beside_the_sheets(field):
    one, another = C3KLedger(), replace(C3KLedger(), **{field: THEIR_LEDGER[field]})
    seen = [C3K.squads.narrowed(each, {"Trooper"}, {OUTLAW, "Leader"}) for each in (one, another)]
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("field", "fight"), [("charging", Charge), ("contacts", Contact)])
def test_who_is_charged_or_struck_at_knows_by_whom_they_see(field, fight):
    with_whom = (OUTLAW, "Trooper") if fight is Contact else (OUTLAW, "Trooper", "run", Fraction(15))
    kept = replace(C3KLedger(), **{field: (fight(*with_whom),)})
    assert getattr(C3K.squads.narrowed(kept, {"Trooper"}, {OUTLAW}), field) == getattr(kept, field)
    assert getattr(C3K.squads.narrowed(kept, {"Trooper"}, ()), field) == ()
    assert getattr(C3K.squads.narrowed(kept, {"Ruiz"}, {OUTLAW, "Trooper"}), field) == ()


# What a scenario keeps that a side can't know, with what of it is its own.
THEIR_SCENARIO = {
    "people": ({"Thief": PIRATE}, {"Guard": "Marine"}),
    "cups": ({"Crew": ("Cook",)}, {}),
    "owners": ({"Pirates": "4"}, {}),
    "off": ((OffDeck("Lurker", "Pirates", {}, "84"),), ()),
    "behind": ({"84": {"open": [1]}}, {}),
    "stayed": ({"84": {PIRATE: {"at": [0, 1, 1]}}}, {"84": {"Marine": {"at": [0, 1, 1]}}}),
    "done": ({7: (1, 1)}, {}),
    "tallies": ({"cases found": 1}, {}),
    "holding": ({"cases": ("C5",)}, {}),
    "searched": ({PIRATE: (1, 1), "cases C5": (0, 0)}, {"Marine": (1, 1)}),
    "carried": ({PIRATE: "cases"}, {"Marine": "cases"}),
    "wounds": ({PIRATE: 1}, {"Marine": 1}),
    "kept": ({"may slip": {PIRATE: 1}, "posts": {"seen": 2}}, {"may slip": {"Marine": 1}}),
}


# Which sides act by themselves is told to all as a scenario is set up.
OPEN_OF_A_SCENARIO = ("name", "deck", "alarm", "specials", "decided", "alone")


def test_what_all_know_of_a_scenario_stays():
    whole = Playing(
        "Heist",
        1,
        alarm=3,
        specials=("cleared in order",),
        alone=("Thieves",),
        decided=Decision("Crew", "clear", "all are out"),
    )
    known = whole.narrowed({"Marine"}, ())
    assert [getattr(known, field) for field in OPEN_OF_A_SCENARIO] == [
        getattr(whole, field) for field in OPEN_OF_A_SCENARIO
    ]


def test_every_field_of_a_scenario_is_hidden_or_known_to_all():
    assert {each.name for each in fields(Playing)} == {*THEIR_SCENARIO, *OPEN_OF_A_SCENARIO}


@pytest.mark.parametrize("keeps", [Ledger(), C3KLedger()], ids=lambda each: type(each).__module__)
@pytest.mark.parametrize("field", THEIR_SCENARIO)
def test_a_field_of_the_scenario_that_is_played(field, keeps):
    narrow, (theirs, own) = (AHL if type(keeps) is Ledger else C3K).squads.narrowed, THEIR_SCENARIO[field]
    both = own if isinstance(own, tuple) else _merged(theirs, own)
    scenarios = [Playing("Heist", **{field: each}) for each in (own, theirs, both)]
    known = [narrow(replace(keeps, scenario=each), {"Marine"}, ()).scenario for each in scenarios]
    assert [getattr(each, field) for each in known] == [own, type(own)(), own]


def _merged(one, other):
    """Two mappings, and those within them, as one."""
    within = {key: _merged(one[key], other[key]) for key in one.keys() & other.keys() if isinstance(one[key], dict)}
    return {**one, **other, **within}


def test_who_is_come_adjacent_to_knows_by_whom_they_see_and_nothing_else_of_them():
    deeds = Deeds(spent=5, moved=True, came=("Marine", "Scout"), snaps=1, struck="Scout", dived=True)
    clock = replace(Clock(), people={PIRATE: Doing(plan=Intention.MOVE, acted=True, deeds=deeds)})
    seen = Doing(deeds=Deeds(moved=True, came=("Marine",), dived=True))
    assert clock.narrowed({"Marine"}, {PIRATE}).people == {PIRATE: seen}
    assert clock.narrowed({"Scout"}, {PIRATE}).people[PIRATE].deeds.struck == "Scout"
    assert clock.narrowed({"Marine"}, ()).people == {}


def test_who_was_fired_on_by_somebody_unseen_knows_that_and_not_by_whom():
    clock = replace(Clock(), surprises=(("Marine", PIRATE), (PIRATE, "Marine")))
    assert clock.narrowed({"Marine"}, ()).surprises == (("Marine", ""),)
    assert clock.narrowed({"Marine"}, {PIRATE}).surprises == (("Marine", PIRATE),)


# What may be in a room that nobody sees, field by field of the board.
FAR, EDGE = At(0, 5, 0), Edge(0, 5, 0, Facing.WEST)
UNSEEN = {
    "open": frozenset({EDGE}),
    "dark": frozenset({2}),
    "breached": frozenset({EDGE}),
    "wrecked": frozenset({FAR}),
    "holed": frozenset({EDGE}),
    "airless": frozenset({FAR}),
    "damage": {FAR: 3},
    "asked": {EDGE: frozenset({True})},
    "lifts": {FAR: Lift(level=0)},
    "airlocks": {FAR: Airlock(inside=True)},
}


def test_every_field_of_a_board_is_among_them():
    assert {each.name for each in fields(Board)} == {*UNSEEN, "plan", "people"}


@pytest.mark.parametrize("field", UNSEEN)
def test_a_field_of_the_board(field):
    one, another = as_drawn(PLAN), replace(as_drawn(PLAN), **{field: UNSEEN[field]})
    known = [learned(nothing_known(PLAN), each, WEST, {}, Instant()).board for each in (one, another)]
    assert known[0] == known[1]
    opened = [replace(seen, **{field: getattr(each, field)}) for seen, each in zip(known, (one, another), strict=True)]
    assert opened[0] != opened[1]


def test_there_are_at_least_thirty():
    assert len([*HIDDEN, *HIDDEN_OF_A_WEAPON, *THEIRS, *UNSEEN, "structures", "standing", "piloted"]) >= 30
