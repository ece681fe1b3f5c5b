"""Ships at rest, in the yard and at the pump: what each order does to their sheets, and what refuses it."""

from dataclasses import replace

import pytest

from bot.engine.cards import Tone
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.highguard.battle.state import Ledger
from bot.systems.highguard.ships.ship import Fate
from tests.systems.highguard.orders.battles import ALPHA, CHI, SYSTEM, answered, battle_of, unit


def holding(name, fuel, template="Sable", **changes):
    """A ship with so many tons of fuel in its tanks."""
    ship = unit(name, template=template)
    sheet = SYSTEM.with_traits(ship.sheet, {"fuel": str(fuel)}) if fuel is not None else ship.sheet
    return replace(ship, sheet=replace(sheet, **changes))


SABLE, EMPTY, FULL = holding("Sable", 1000), holding("Drift", 0), unit("Full")
LOST, DRAWN = holding("Lost", None, fate=Fate.DESTROYED), holding("Drawn", None, faults=("too heavy",))
SCREE = holding("Scree", 0, "Scree")
# Whose design isn't known: it came as a listing.
LISTED = replace(SABLE, name="Listed", sheet=replace(SABLE.sheet, design=""))


def given(verb, *units, source=None, faces=(), by="", ledger=None, **fields):
    order, dice = SYSTEM.orders[f"ship {verb}"], ScriptedDice(faces)
    cast = {"name": units} if verb == "repair" else {"name": units, "from": (source,) if source else ()}
    outcome = order.resolve(Scene(cast, ledger or Ledger(), by=by), order.read(fields), dice)
    assert not dice.left
    return answered(order, outcome, dice.throws)


FIGHTING = Ledger(battle_of([replace(ALPHA, name="Sable")], [CHI]))


@pytest.mark.parametrize(
    ("verb", "units", "fields", "sentence"),
    [
        ("repair", (SABLE,), {"ledger": FIGHTING}, "Sable is in a battle: end that first with /battle end."),
        ("repair", (LOST,), {}, "Lost was destroyed: only a new ship can take its place."),
        ("repair", (LOST, FULL), {}, "Lost and Full have no damage to repair."),
        ("repair", (FULL,), {}, "Full has no damage to repair."),
        ("repair", (LISTED,), {"price": "5", "free": True}, "Say a price, or that it is free, and not both."),
        (
            "repair",
            (SABLE,),
            {"price": "5"},
            "What these cost is known by their designs: leave price out, or say free:True.",
        ),
        (
            "repair",
            (LISTED,),
            {},
            "Listed came as a listing, which tells no prices of systems: say what the repair costs, such as price:120 "
            "(MCr), or free:True.",
        ),
        ("refuel", (FULL, SABLE), {"ledger": FIGHTING}, "Sable is in a battle: end that first with /battle end."),
        (
            "refuel",
            (SABLE,),
            {"by": "7"},
            "Where there is fuel to take on the referee says: take it out of a ship of yours with from.",
        ),
        (
            "refuel",
            (SABLE,),
            {"at": "gas giant", "giant": False},
            "Without a gas giant there is nothing to skim: say another place, such as at:ocean.",
        ),
        (
            "refuel",
            (SABLE,),
            {"source": FULL, "by": "7"},
            "Full isn't yours: only its owner or the referee gives its fuel away.",
        ),
        ("refuel", (SABLE,), {"source": SABLE}, "Sable can't refuel from itself: name another ship."),
        ("refuel", (SABLE,), {"source": EMPTY}, "Drift has no fuel to give."),
        ("refuel", (SABLE,), {"source": LOST}, "Lost was destroyed and has no tanks any more."),
        ("refuel", (LOST,), {}, "Lost was destroyed and has no tanks any more."),
        ("refuel", (DRAWN,), {}, "Drawn is still on the drawing board: mend its design first."),
        ("refuel", (SABLE,), {"tons": "3701"}, "Sable has room for 3,700 tons of fuel, not 3,701 (HG-C32)."),
        (
            "refuel",
            (EMPTY,),
            {"source": SABLE, "tons": "1001"},
            "There are 1,000 tons left to take for Drift, not 1,001.",
        ),
        ("refuel", (FULL,), {}, "Nobody takes on fuel: Full is full."),
        (
            "refuel",
            (SCREE,),
            {"at": "gas giant", "giant": True},
            "Nobody takes on fuel: Scree can't skim with its hull (HG-D09).",
        ),
        ("refuel", (SCREE,), {"at": "ocean"}, "Nobody takes on fuel: Scree can't land with its hull (HG-D08)."),
    ],
)
def test_what_cannot_be_done_to_a_ship_at_rest(verb, units, fields, sentence):
    with pytest.raises(RuleError) as refused:
        given(verb, *units, **fields)
    assert str(refused.value) == sentence


@pytest.mark.rule("HG-C32", "HG-D08")
def test_fuel_goes_into_each_in_turn_as_far_as_it_lasts():
    """Of 4,700 tons 2,000 are asked for by each of three."""
    thirsty = [holding(name, 0) for name in ("One", "Two", "Three")]
    done = given("refuel", *thirsty[:2], source=FULL, tons="2000")
    assert done.card.title == "One and Two take on fuel from Full"
    assert done.card.lines == (
        "One takes on 2,000 tons",
        "Two takes on 2,000 tons",
        "4,000 tons in all",
        "Full has 700 of 4,700 tons left",
    )
    last = given("refuel", *thirsty[:2], source=SABLE)
    assert last.card.lines == ("One takes on 1,000 tons", "Two finds nothing left", "Sable has 0 of 4,700 tons left")
    own = given("refuel", SABLE, source=replace(FULL, owner="7"), by="7", tons="all")
    assert own.card.lines == ("Sable takes on 3,700 tons", "Full has 1,000 of 4,700 tons left")


@pytest.mark.rule("HG-D09")
@pytest.mark.parametrize(
    ("faces", "title"),
    [
        ([4, 5], "Sable takes on fuel from the gas giant"),
        ([4, 6], "There is no gas giant in this system"),
    ],
)
def test_whether_there_is_a_gas_giant_is_thrown_for_unless_the_referee_says(faces, title):
    assert given("refuel", SABLE, at="gas giant", faces=faces).card.title == title
    assert given("refuel", SABLE, at="gas giant", giant=True).card.lines == ("Sable takes on 3,700 tons",)
    assert given("refuel", SABLE).card.title == "Sable takes on fuel from the starport"


def test_a_yard_mends_what_it_can_and_says_what_it_passed_over():
    """By the referee's word a listing's repair costs what is asked; what is by design has its lines."""
    asked = given("repair", LISTED, LOST, FULL, price="MCr 120")
    assert asked.card.title == "Listed is repaired"
    assert asked.card.lines == (
        "For MCr120 in all",
        "Listed: MCr120 by the referee's word",
        "Destroyed, and past repair: Lost",
        "1 ship had no damage",
        "Fuel, crew and craft are made up as well",
    )
    assert asked.card.tone is Tone.PLAIN
    assert asked.after.keys() == {"Listed"}
    assert (asked.after["Listed"].vessel, asked.after["Listed"].fate) == (None, Fate.AFLOAT)
    free = given("repair", LISTED, SABLE, free=True)
    assert free.card.title == "Listed and Sable are repaired free"
    assert free.card.lines == ("Fuel, crew and craft are made up as well",)


@pytest.mark.rule("HG-R07", "HG-D23")
def test_a_yard_hangs_new_drop_tanks_at_their_whole_price_where_they_were_dropped():
    """The Unicorn's for 100 tons: 10,000 and 1,000 for each, MCr0.11."""
    hung = holding("Unicorn", 0, "Unicorn")
    dropped = holding("Unicorn", 0, "Unicorn", vessel=replace(hung.sheet.vessel, tanks=None))
    assert given("repair", dropped).card.title == "Unicorn is repaired"
    assert given("repair", dropped).card.lines[:2] == (
        "For MCr0.11 in all",
        "drop tanks: MCr0.11, replaced at class A or B",
    )
    assert given("repair", hung).card.lines[0] == "For MCr0 in all"
    # By a design without any there is nothing to hang.
    assert "drop tanks" not in str(given("repair", SABLE).card.lines)
