"""The special rules of scenarios that any book plays: what each bars, does of itself and asks, at its bounds."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.scenario import OffDeck, Special
from bot.systems.specials import GENERAL
from tests.reports import SYSTEMS
from tests.systems.small_ship import AHL, DEAD, OUT, SHIP, Ship

NEXT = "scenario next"
FIVE = {"Ann": "Red", "Bob": "Blue", "Cid": "Blue", "Dot": "Blue", "Eve": "Blue", "Fay": "Red"}
ON_DECK = dict(zip(FIVE, ("C1", "A1", "A2", "E1", "E2", "B1"), strict=True))


def off(name, *places, deck="Middle", hiding=True):
    return OffDeck(name, "Blue", AHL.dump_sheet(Ship().game.units["Ann"].sheet), deck, places, hiding)


def happens(ship, faces=()):
    """The stage once the one special rule has done what it does of itself; None where it does nothing."""
    ((ruling, stage),) = ship.stages
    if (act := ruling.happens(stage)) is None:
        return None
    dice = ScriptedDice(faces)
    after = act(dice)
    assert not dice.left
    return after


# --- decks that are cleared one after the other ---

CLEARED = Special("cleared in order", "Red")


@pytest.mark.parametrize(
    ("alive", "told"),
    [
        ("Bob", "Bob lives on this deck: the Red go no further until nobody does."),
        ("Bob Cid", "Bob and Cid live on this deck: the Red go no further until nobody does."),
        ("Bob Cid Dot", "Bob, Cid and Dot live on this deck: the Red go no further until nobody does."),
        ("Bob Cid Dot Eve", "Bob, Cid, Dot and 1 more live on this deck: the Red go no further until nobody does."),
    ],
)
def test_a_side_goes_no_further_while_an_enemy_lives_on_the_deck(alive, told):
    states = {name: OUT if name in alive.split() else DEAD for name in ("Bob", "Cid", "Dot", "Eve")}
    ship = Ship(sides=FIVE, at=ON_DECK, states=states, specials=(CLEARED,))
    assert ship.refused(NEXT, "Ann") == told


@pytest.mark.parametrize(
    ("deck", "who", "to", "told"),
    [
        # Everybody else may, and the side may go back; nobody goes on by two decks.
        (0, ["Bob"], "Middle", ""),
        (1, ["Ann"], "Upper", ""),
        (0, ["Ann"], "Lower", "The Red go on one deck at a time: Middle comes next."),
        (0, ["Bob"], "Lower", ""),
        (0, ["Bob", "Ann"], "Middle", "Bob lives on this deck: the Red go no further until nobody does."),
    ],
)
def test_it_goes_on_one_deck_at_a_time_and_back_as_it_likes(deck, who, to, told):
    ship = Ship(deck, sides={"Ann": "Red", "Bob": "Blue"}, at={"Ann": "A1", "Bob": "B1"}, specials=(CLEARED,))
    if told:
        assert ship.refused(NEXT, *who, deck=to, at="A1") == told
    else:
        ship.give(NEXT, *who, deck=to, at="A1")


def test_the_dead_and_those_of_other_decks_keep_nobody():
    ship = Ship(
        sides={"Ann": "Red", "Bob": "Blue", "Cid": "Blue"},
        at={"Ann": "C1", "Bob": "A1"},
        states={"Bob": DEAD},
        specials=(CLEARED,),
    )
    ship.give(NEXT, "Ann")


# --- the alarm ---


@pytest.mark.parametrize(
    ("along", "states", "alarm", "told"),
    [
        (["Ann"], {}, 0, "The alarm is given: Bob is left behind"),
        (["Ann", "Bob"], {}, 0, ""),
        # Not by who is out, nor where they themselves go on, nor twice.
        (["Ann"], {"Bob": OUT}, 0, ""),
        (["Bob"], {}, 0, ""),
        (["Ann"], {}, 2, ""),
    ],
)
def test_who_is_left_behind_in_their_senses_gives_the_alarm(along, states, alarm, told):
    ship = Ship(
        sides={"Ann": "Red", "Bob": "Blue"},
        at={"Ann": "C1", "Bob": "A1"},
        states=states,
        turn=(4, 0),
        playing={"alarm": alarm},
        specials=(Special("escapes give the alarm", "Blue"),),
    )
    lines = ship.give(NEXT, *along, at="A1").lines
    assert (lines[0] if lines[0].startswith("The alarm") else "") == told
    assert ship.playing.alarm == (4 if told else alarm)


@pytest.mark.parametrize(
    ("turn", "about", "alarm", "came", "told"),
    [
        ((3, 2), "Upper", 0, None, ()),
        ((3, 5), "Upper", 0, 3, None),
        ((4, 0), "Upper", 0, 3, ("The alarm is given: a turn on Upper is over",)),
        # On no other deck, not without a turn, nor twice.
        ((4, 0), "Middle", 0, 3, None),
        (None, "Upper", 0, 3, None),
        ((4, 0), "Upper", 1, 3, None),
    ],
)
def test_the_alarm_is_given_once_a_turn_on_a_deck_is_over(turn, about, alarm, came, told):
    special = Special("alarm after a turn on", about)
    kept = {special.key: {"came": came}} if came else {}
    ship = Ship(turn=turn, playing={"alarm": alarm, "kept": kept}, specials=(special,))
    after = happens(ship)
    assert (after and after.told) == told
    if after is not None:
        assert after.kept == {"came": 3}
        assert after.playing.alarm == (4 if told else 0)


# --- rooms ---

ROOMS = Special("met in rooms", "Red, Marines")


@pytest.mark.parametrize(
    ("deck", "at", "states", "known", "meets"),
    [
        (0, "A1", {}, {}, False),
        (1, "A1", {}, {}, True),
        (1, "A1", {}, {"Middle 3": 1}, False),
        (1, "A1", {}, {"Middle 4": 1}, True),
        (1, "E1", {}, {"Middle 3": 1}, True),
        (1, "A1", {"Ann": OUT}, {}, False),
    ],
)
def test_a_room_below_the_first_deck_is_entered_once(deck, at, states, known, meets):
    ship = Ship(
        deck, at={"Ann": at, "Cid": "D1"}, states=states, playing={"kept": {ROOMS.key: known}}, specials=(ROOMS,)
    )
    ((ruling, stage),) = ship.stages
    assert (ruling.happens(stage) is not None) is meets


@pytest.mark.parametrize(
    ("hides", "shows"),
    [
        (off("Max", "Hall"), True),
        (off("Max", "hall"), True),
        (off("Max", "B1"), True),
        (off("Max", "Bay"), False),
        (off("Max", "E1"), False),
        (off("Max", "anywhere"), False),
        (off("Max"), False),
        (off("Max", "Nowhere"), False),
        (off("Max", "Hall", deck="Lower"), False),
        (off("Max", "Hall", hiding=False), False),
    ],
)
def test_who_hides_in_a_room_is_met_and_else_the_dice_say(hides, shows):
    """Where nobody hides there two dice are thrown: 10 brings nobody."""
    ship = Ship(1, at={"Ann": "A1"}, playing={"off": (hides,)}, specials=(ROOMS,))
    after = happens(ship, () if shows else (5, 5))
    assert ("Max" in after.game.units) is shows
    assert after.playing.off == (() if shows else (hides,))
    assert after.kept == {"Middle 3": 1}


# --- boats ---

BOATS = Special("boats", "Red, Upper, Mess")


def boat(*, pilots=("Ann",), at=None, states=None, deck="Upper", opened=False, breached=False, **playing):
    special = Special("boats", f"Red, {deck}, Mess")
    kept = {special.key: dict.fromkeys(pilots, 1) | {"Bob": 2}}
    ship = Ship(
        at=at or {"Ann": "E1", "Bob": "F1", "Cid": "A1"},
        states=states,
        playing={"kept": kept, **playing},
        specials=(special,),
    )
    return happens(ship.opened(breached=breached) if opened or breached else ship)


def test_a_boat_is_away_with_all_in_it_and_what_they_carry():
    after = boat(carried={"Bob": "cases", "Cid": "codes"})
    assert after.told == ("Mess is away with Ann and Bob",)
    assert after.playing.tallies == {"boats away": 1, "cases saved": 1}
    assert {*after.game.board.people} == {"Cid"}
    assert {*after.playing.stayed["Mess"]} == {"Ann", "Bob"}


@pytest.mark.parametrize(
    "given",
    [
        {"opened": True},
        {"breached": True},
        {"pilots": ()},
        {"pilots": ("Cid",)},
        {"states": {"Ann": OUT}},
        {"states": {"Ann": DEAD}},
        {"at": {"Ann": "A1", "Bob": "F1", "Cid": "E1"}},
        {"deck": "Middle"},
    ],
)
def test_no_boat_is_away_that_is_open_or_without_a_pilot_in_their_senses(given):
    assert boat(**given) is None


def test_the_wounded_go_with_a_pilot():
    assert boat(states={"Bob": OUT}).told == ("Mess is away with Ann and Bob",)


@pytest.mark.parametrize(
    ("special", "noted", "owes"),
    [
        (BOATS, {}, ("Ann", "Bob")),
        (BOATS, {"Ann": 1}, None),
        (BOATS, {"Ann": 2}, ("Ann", "Bob")),
        (Special("boats", "Green, Upper, Mess"), {}, None),
    ],
)
def test_a_side_names_its_pilots_once(special, noted, owes):
    ship = Ship(playing={"kept": {special.key: noted}}, specials=(special,))
    ((ruling, stage),) = ship.stages
    found = [(due.owes, due.decides, due.what, due.secret) for due in ruling.owes(stage)]
    assert found == ([(owes, ("of Red",), "which two of the Red are their pilots", True)] if owes else [])


@pytest.mark.parametrize(
    ("who", "at", "opened", "shuts"),
    [
        # The last of them beside the open door shuts it.
        ("Ann", {"Ann": "F1", "Bob": "E1"}, True, True),
        ("Ann", {"Ann": "F1", "Bob": "E1"}, False, False),
        ("Ann", {"Ann": "F1", "Bob": "A1"}, True, False),
        ("Ann", {"Ann": "E1", "Bob": "F1"}, True, False),
    ],
)
def test_the_last_one_aboard_shuts_the_boat(who, at, opened, shuts):
    ship = Ship(at=at, specials=(BOATS,))
    ((ruling, stage),) = (ship.opened() if opened else ship).stages
    draw = ruling.draws(stage, ship.game.units[who])
    assert draw.squares == ["1:E1", "1:F1"]
    assert (draw.order is not None) is shuts
    if shuts:
        assert (draw.order.verb, draw.order.fields["open"]) == ("door", False)


@pytest.mark.parametrize(("deck", "who"), [("Middle", "Ann"), ("Upper", "Cid")])
def test_a_boat_draws_nobody_else_nor_from_elsewhere(deck, who):
    ship = Ship(specials=(Special("boats", f"Red, {deck}, Mess"),))
    ((ruling, stage),) = ship.stages
    assert ruling.draws(stage, ship.game.units[who]) is None


# --- on the way ---

WAY = Special("met on the way", "Middle, 22 to 24 on 11+, Blue, 1D, Marines")


def on_the_way(*faces, at=0, number=2, who=("Ann",), up=0, where="A1"):
    kept = {WAY.key: {"at": at}} if at else {}
    ship = Ship(
        up,
        at={"Ann": where, "Cid": "B1"},
        playing={
            "kept": kept,
            "behind": {"Middle": {}, "Lower": {}},
            "stayed": {"Middle": {"Bob": {}}, "Lower": {"Bob": {}}},
        },
        specials=(WAY,),
    )
    ((ruling, stage),) = ship.stages
    dice = ScriptedDice(faces)
    after, to = ruling.leads(stage, who, number, dice)
    assert not dice.left
    return after, to


@pytest.mark.parametrize(
    ("faces", "kept", "to"),
    [
        # A deck takes three phases by a ladder; who meets nobody has the decks and one more behind them.
        ((5, 6), {"at": 22, "met": 1, "phases": 3}, 1),
        ((5, 5, 6, 6), {"at": 23, "met": 1, "phases": 6}, 1),
        ((1, 1, 1, 1, 5, 6), {"at": 24, "met": 1, "phases": 9}, 1),
        ((1, 1, 1, 1, 5, 5), {"at": 24, "met": 0, "phases": 12}, 2),
    ],
)
def test_two_dice_for_each_deck_on_the_way_down(faces, kept, to):
    after, number = on_the_way(*faces)
    assert (after.kept, number) == (kept, to)
    assert after.told == ((f"On deck {kept['at']} they meet somebody",) if kept["met"] else ())
    # The deck between is another one each time.
    assert {*after.playing.behind} == {*after.playing.stayed} == {"Lower"}


def test_it_goes_on_from_the_deck_on_which_somebody_was_met():
    after, number = on_the_way(1, 1, 5, 5, at=22, up=1)
    assert (after.kept, number) == ({"at": 24, "met": 0, "phases": 9}, 2)


@pytest.mark.parametrize("given", [{"number": 0, "up": 1}, {"up": 2, "number": 2}, {"who": ("Cid",)}])
def test_nobody_is_met_on_the_way_up_nor_by_their_own(given):
    after, number = on_the_way(**given)
    assert (after.kept, number) == ({}, given.get("number", 2))


# --- what their lines may say ---


@pytest.mark.parametrize(
    ("name", "about", "refusal"),
    [
        ("may slip", "Red, one deck", ""),
        ("may slip", "Ann + Bob, Away, together", ""),
        ("may slip", "Red", "write who and where"),
        ("may slip", "Red, Away, together, soon", "write who and where"),
        ("met on the way", WAY.about, ""),
        ("met on the way", "Middle, 22 to 24 on 11, Blue, 1D, Marines", "write it as in"),
    ],
)
def test_a_line_of_a_file_that_says_too_little_is_refused(name, about, refusal):
    told = GENERAL[name].checks(SHIP, Special(name, about, line=4))
    assert told.startswith(refusal) if refusal else told == ""


@pytest.mark.parametrize("book", ["ahl", "combat3000"])
def test_all_special_rules_are_kept_but_what_is_the_referees_by_its_name(book):
    assert {name for name, ruling in SYSTEMS[book].staged.specials.items() if not ruling.kept} == {"by hand"}
