"""How ships come by whatever rules: alike ones, those of a text, hidden ones, designs drawn and changed."""

from dataclasses import replace

import pytest

from bot.engine.cards import Card
from bot.engine.dice import ScriptedDice
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.scene import Scene, Unit
from bot.engine.ships import Drawing, Pasted, Redrawn, Shipyard
from bot.engine.system import Ships, System
from bot.systems.ships import (
    MOST_SHIPS,
    Arrival,
    Arrivals,
    Draft,
    Found,
    Newcomer,
    design_of,
    read_listings,
    ship_orders,
    templates,
)

# A sheet is a text: what is written after a stroke has become of the ship since it was built, and of a listing nobody
# knows the design. A raft has no room for it.
LISTING = "listing"


def _paste(text):
    lines = [line.partition(": ") for line in text.splitlines()]
    ships = [(name, sheet) for name, colon, sheet in lines if colon]
    return Pasted(ships, [f"{name} is no ship" for name, colon, _ in lines if not colon])


def _draw(name, text, others):
    if not text:
        raise RuleError("That is no design.")
    own = text.removeprefix("name ") if text.startswith("name ") else ""
    return Drawing(own, f"{text}, carrying {', '.join(others)}" if others else text, f"bill of {text}", "")


def _amend(text, changes):
    if changes == "?":
        raise RuleError("No line says that.")
    return f"{text}+{changes}" if text else changes


def _redraw(before, after, others):
    left = before.partition("/")[2]
    if "raft" in after:
        return Redrawn(after, (left,) if left else ())
    return Redrawn(f"{after}/{left}" if left else after)


YARD = Shipyard(
    paste=_paste,
    listing=lambda ships, others: "",
    draw=_draw,
    amend=_amend,
    compare=lambda name, text, changes, others: Card(""),
    redrawn=_redraw,
    design_of=lambda sheet: "" if sheet.startswith(LISTING) else sheet.partition("/")[0],
    as_built=lambda sheet: sheet.partition("/")[0],
    totals=lambda sheets: (),
    example="",
)
PART = Ships(
    shipyard=lambda settings: YARD,
    glance=lambda glance, faces: Card("The bill", (glance,)),
    battle_line=lambda ledger: "",
    fighting=lambda ledger: ledger or (),
    fleets=lambda ledger: None,
    tracker=lambda ledger: None,
    rehearse=lambda ledger, number: iter(()),
    lost=lambda sheet: sheet.endswith("/sunk"),
)
TOYS = System(
    key="toys",
    title="Toys",
    load_sheet=lambda stored: stored["text"],
    dump_sheet=lambda sheet: {"text": sheet},
    new_sheet="",
    traits={},
    orders={},
    line=lambda sheet: f"a {sheet}",
    card=lambda unit: Card(unit.name, working=(f"is it a {unit.sheet}?",)),
    part=PART,
    templates={"Wasp 1": Unit("Wasp 1", "", "wasp")},
)
ORDERS = ship_orders(TOYS)


def ships(*names, sheet="sloop", owner=""):
    return {name: Unit(name, "", sheet, owner=owner) for name in names}


def give(verb, known=None, *, by="", material=None, ledger=None, sides=(), **fields):
    order, known = ORDERS[verb], known or {}
    scene = Scene({}, ledger, known=known, by=by, material=material, sides=sides)
    outcome = order.resolve(scene, order.read(fields), ScriptedDice(()))
    return outcome, order.word(order.plain(outcome.result) if order.plain else outcome.result, ())


def refused(*given, **more):
    with pytest.raises(RuleError) as refusal:
        give(*given, **more)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("known", "fields", "names"),
    [
        # A ship is called by its kind, and a second one has a number though it is alone.
        ((), {}, ["Wasp"]),
        (("wasp",), {}, ["Wasp 1"]),
        (("Wasp", "Wasp 1"), {}, ["Wasp 2"]),
        ((), {"count": 2}, ["Wasp 1", "Wasp 2"]),
        (("Wasp",), {"count": 3}, ["Wasp 1", "Wasp 2", "Wasp 3"]),
        ((), {"name": "Sting"}, ["Sting"]),
        (("Sting 2",), {"name": "Sting", "count": 3}, ["Sting 1", "Sting 3", "Sting 4"]),
    ],
)
def test_ships_like_one_that_is_known_have_names_that_nobody_has(known, fields, names):
    outcome, _ = give("ship add", ships(*known, owner="8"), by="7", template="Wasp", **fields)
    assert [*outcome.units] == names
    assert [unit.name for unit in outcome.units.values()] == names
    assert {unit.sheet for unit in outcome.units.values()} == {"wasp"}


def test_a_ship_like_ones_own_is_as_that_was_built():
    known = {**ships("Sable", sheet="raider/burnt", owner="7"), **ships("Onyx", owner="8")}
    outcome, card = give("ship add", known, by="7", template="Sable", name="Jet", side="Blue", sides=("blue", "Red"))
    assert outcome.units == {"Jet": Unit("Jet", "blue", "raider", owner="7")}
    assert card == Card("Jet joins", ("Jet: a raider", "? is it a raider?"))
    assert "There is no ship “Onyx”" in refused("ship add", known, by="7", template="Onyx")


@pytest.mark.parametrize(
    ("by", "known"), [("", ["Wasp 1", "Jet", "Onyx", "Opal"]), ("7", ["Wasp 1", "Jet"]), ("9", ["Wasp 1"])]
)
def test_more_can_be_made_of_ones_own_and_by_the_referee_of_all(by, known):
    there = {**ships("Jet", owner="7"), **ships("Onyx", owner="8"), **ships("Opal")}
    assert [*templates(TOYS, there, by)] == known


@pytest.mark.parametrize(("there", "count", "full"), [(299, 1, False), (300, 1, True), (298, 2, False), (299, 2, True)])
def test_a_campaign_holds_three_hundred_ships(there, count, full):
    known = ships(*(f"Ship {number}" for number in range(there)))
    assert MOST_SHIPS == 300
    if full:
        told = "A campaign holds 300 ships: remove some first."
        assert refused("ship add", known, template="Wasp", count=count) == told
    else:
        assert len(give("ship add", known, template="Wasp", count=count)[0].units) == count


# --- those of a text ---


def test_the_ships_of_a_text_join_under_their_names_with_what_was_not_read():
    found = read_listings(TOYS, {}, "Jet: sloop\nJunk\nOnyx: raider")
    outcome, card = give("ship add", material=found, side="Red", by="7")
    assert outcome.units == {
        "Jet": Unit("Jet", "Red", "sloop", owner="7"),
        "Onyx": Unit("Onyx", "Red", "raider", owner="7"),
    }
    assert card.title == "2 ships join"
    assert card.lines == (
        "Not read: Junk is no ship",
        "Jet: a sloop",
        "? is it a sloop?",
        "Onyx: a raider",
        "? is it a raider?",
    )
    with pytest.raises(RuleError, match=r"^Junk is no ship$"):
        read_listings(TOYS, {}, "Junk")


@pytest.mark.parametrize(
    ("told", "known", "names"),
    [
        (("Jet", "Onyx"), (), ["Jet", "Onyx"]),
        (("Jet", "jet"), (), ["Jet", "jet 1"]),
        (("Jet",), ("JET",), ["Jet 1"]),
        (("Jet",), ("Jet", "Jet 1"), ["Jet 2"]),
        # What has no name that can be one is a ship with a number.
        (("", ""), (), ["Ship 1", "Ship 2"]),
        (("***",), ("Ship 1",), ["Ship 2"]),
    ],
)
def test_ships_of_a_text_are_numbered_where_their_name_is_none_or_taken(told, known, names):
    found = Found([Newcomer(name, "sloop", "a sloop", ()) for name in told], ())
    outcome, _ = give("ship add", ships(*known), material=found)
    assert [*outcome.units] == names


def test_those_that_are_the_same_have_their_doubts_once():
    same = [Arrival(name, "a sloop", ("too fast?",)) for name in ("Jet 1", "Jet 2")]
    other = [Arrival("Onyx", "a raider", ("too fast?",)), Arrival("Opal", "a raider", ("too slow?",))]
    card = ORDERS["ship add"].word(Arrivals((*same, *other), ()), ())
    assert card.lines == (
        "Jet 1: a sloop",
        "? too fast?",
        "Jet 2: a sloop",
        "Onyx: a raider",
        "? too fast?",
        "Opal: a raider",
        "? too slow?",
    )


# --- those of which the referee alone knows ---


def test_a_ship_that_is_concealed_is_marked_and_told_to_the_referee_alone():
    outcome, card = give("ship conceal", template="Wasp", count=2, side="Red")
    assert {name: (unit.side, unit.marks) for name, unit in outcome.units.items()} == {
        "Wasp 1": ("Red", ("hidden",)),
        "Wasp 2": ("Red", ("hidden",)),
    }
    assert outcome.sealed
    assert card.title == "The referee has noted something"
    assert card.lines[:2] == ("2 ships join, of which you alone know till /battle join:", "Wasp 1: a wasp")
    assert [*give("ship conceal", template="Wasp", name="Sting")[0].units] == ["Sting"]


# --- designs ---


def drawn(name, text, known=None, *, whole=True, **more):
    return give("ship design", known, material=Draft(name, text, whole=whole), **more)


@pytest.mark.parametrize(
    ("name", "text", "called"),
    [("Jet", "sloop", "Jet"), ("", "name Sable", "Sable"), ("Jet", "name Sable", "Jet"), (" Jet ", "sloop", "Jet")],
)
def test_a_new_design_is_a_ship_of_whoever_draws_it(name, text, called):
    outcome, card = drawn(name, text, by="7")
    assert outcome.units == {called: Unit(called, "", text, owner="7")}
    assert card == Card("The bill", (f"bill of {text}",))


def test_a_design_without_any_name_is_refused():
    told = "Name the ship: give a name, or begin the design with a line such as “name Sable”."
    with pytest.raises(RuleError, match=told):
        drawn("", "sloop")


@pytest.mark.parametrize(("name", "text"), [("jet", "raider"), ("", "name JET")])
def test_a_design_of_a_name_that_is_there_is_drawn_anew(name, text):
    """It may carry all others, not itself; it stays its owner's, on its side."""
    known = {"Jet": Unit("Jet", "Red", "sloop", owner="7"), **ships("Onyx")}
    outcome, _ = drawn(name, text, known, by="7")
    carries = "Onyx" if name else "Jet, Onyx"
    assert outcome.units == {"Jet": Unit("Jet", "Red", f"{text}, carrying {carries}", owner="7")}
    with pytest.raises(RuleError, match="Jet is not yours"):
        drawn(name, text, known, by="8")
    with pytest.raises(RuleError, match=r"^Jet is in a battle: end that first with /battle end\.$"):
        drawn(name, text, known, ledger=("Jet",))


def test_lines_of_a_design_are_changed_of_the_ship_that_is_meant():
    known = {**ships("Jet", sheet="sloop/burnt", owner="7"), **ships("Onyx")}
    outcome, _ = drawn("je", "fast", known, whole=False, by="7")
    assert outcome.units == {"Jet": Unit("Jet", "", "sloop+fast, carrying Onyx/burnt", owner="7")}
    with pytest.raises(RuleError, match="Jet is not yours"):
        drawn("Jet", "fast", known, whole=False, by="8")
    with pytest.raises(RuleError, match=r"^No line says that"):
        drawn("Jet", "?", known, whole=False, by="7")


@pytest.mark.parametrize("whole", [True, False])
def test_what_has_become_of_a_ship_is_forgotten_with_the_referees_yes_alone(whole):
    known = ships("Jet", sheet="sloop/sails", owner="7")
    told = (
        "Jet has lost of its sails, and this design would have it forgotten: a player's word needs the referee's yes."
    )
    with pytest.raises(NeedsYesError) as asked:
        drawn("Jet", "raft", known, whole=whole, by="7")
    assert (str(asked.value), asked.value.about) == (told, ("Jet",))
    assert drawn("Jet", "raft", known, whole=whole)[0].units["Jet"].sheet.endswith("raft")


@pytest.mark.parametrize("by", ["7", ""])
def test_a_ship_that_was_destroyed_is_not_drawn_anew(by):
    known = ships("Jet", sheet="sloop/sunk", owner="7")
    with pytest.raises(RuleError, match=r"^Jet was destroyed: draw the design under another name, or let the referee"):
        drawn("Jet", "fast", known, whole=False, by=by)


def test_a_design_carries_no_ship_of_which_only_what_shows_is_known():
    known = {**ships("Jet", owner="7"), "Onyx": Unit("Onyx", "Red", "60 tons", foreign=True)}
    assert drawn("Jet", "fast", known, whole=False, by="7")[0].units["Jet"].sheet == "sloop+fast"
    with pytest.raises(RuleError, match="Onyx is not yours"):
        drawn("Onyx", "?", known, whole=False, by="7")


def test_of_a_listing_nobody_knows_the_design():
    told = r"^Jet came as a listing and has no design: draw one with /ship design\.$"
    with pytest.raises(RuleError, match=told):
        design_of(TOYS, {}, Unit("Jet", "", LISTING))
    assert design_of(TOYS, {}, Unit("Jet", "", "sloop/burnt")) == "sloop"


def test_lines_under_a_new_name_begin_a_ship():
    outcome, _ = drawn(" Opal ", "sloop", ships("Jet"), whole=False, by="7")
    assert outcome.units == {"Opal": Unit("Opal", "", "sloop, carrying Jet", owner="7")}
    # Where they are no lines of a design, the name may be a slip.
    with pytest.raises(RuleError, match=r"^There is no ship “Opal”.* For a new ship: No line says that\.$"):
        drawn("Opal", "?", ships("Jet"), whole=False)
    none = r"^There are no ships here yet: add one with /ship add\. For a new ship: No line says that\.$"
    with pytest.raises(RuleError, match=none):
        drawn("Opal", "?", whole=False)


def test_a_new_design_needs_room_and_one_that_is_there_does_not():
    full = ships(*(f"Ship {number}" for number in range(MOST_SHIPS)))
    with pytest.raises(RuleError, match="A campaign holds 300 ships: remove some first"):
        drawn("Jet", "sloop", full)
    assert [*drawn("Ship 7", "sloop", full)[0].units] == ["Ship 7"]


def test_whoever_adds_ships_owns_them_and_gives_them_to_nobody_else():
    assert give("ship add", by="7", template="Wasp")[0].units["Wasp"].owner == "7"
    assert give("ship add", template="Wasp", owner="9")[0].units["Wasp"].owner == "9"
    told = "Giving something to somebody else is for the referee only."
    assert refused("ship add", by="7", template="Wasp", owner="9") == told


def test_those_hidden_are_otherwise_as_others():
    shown = give("ship add", template="Wasp")[0].units["Wasp"]
    assert replace(give("ship conceal", template="Wasp")[0].units["Wasp"], marks=()) == shown
