"""What the referee shows a side of a deck: the part of it that it hasn't seen, somebody, and who a stranger is."""

from dataclasses import replace

import pytest

from bot.deck.knowledge import Reveal
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.systems.revealing import reveal_orders
from bot.systems.seeing import known_then
from tests.systems.test_witnessing import AHL, EAST, WEST, game

(REVEAL,) = reveal_orders(AHL)
STRANGERS = {"strangers": "contacts"}
# Ross of the marines is in the room in the west, behind a shut door from Kaz; Ilya stands beside him.
PEOPLE = {"Ross": WEST[0], "Ilya": WEST[1], "Kaz": EAST[0]}


def shown(what, side="Marines", settings=(), fog=True, away=(), board=True, because=" They  hear it ", reveal=REVEAL):
    """What a side is shown by such an order."""
    found = replace(game(PEOPLE), settings=dict(settings))
    sees = known_then(AHL, {}, found, {})
    known = {**found.units, **{name: Unit(name, "Pirates", AHL.new_sheet, id=9) for name in away}}
    scene = Scene({}, board=found.board if board else None, present=found.units, known=known, game=found)
    if fog:
        scene = replace(scene, known_to=lambda side: replace(found, known=sees[side]))
    read = reveal.read({"what": what, "side": side, "because": because}, {})
    return reveal.resolve(scene, read, LiveDice(bytes(32), 0))


@pytest.mark.parametrize(
    ("what", "settings", "told", "squares", "people", "names"),
    [
        ("deck", {}, "the whole deck", {*WEST, *EAST}, (), ()),
        ("Deck ", {}, "the whole deck", {*WEST, *EAST}, (), ()),
        ("east", {}, "East", {*EAST}, (), ()),
        # Somebody whom nobody of the side sees, with the square where they stand and with their name.
        ("kaz", {}, "Kaz", {EAST[0]}, ("Kaz",), ("Kaz",)),
        # Who is seen already, but as a contact, is only told the name of.
        ("Ilya", STRANGERS, "who Contact 1 is: Ilya", {WEST[1]}, (), ("Ilya",)),
        ("Kaz", STRANGERS, "Kaz", {EAST[0]}, ("Kaz",), ("Kaz",)),
    ],
)
def test_what_a_side_is_shown(what, settings, told, squares, people, names):
    outcome = shown(what, settings=settings)
    assert outcome.reveals == Reveal("Marines", frozenset(squares), people, told, names)
    assert (outcome.result.side, outcome.result.what, outcome.result.because) == ("Marines", told, "They hear it")


@pytest.mark.parametrize(
    ("vehicle", "settings", "square", "people"),
    [
        # In what nobody of the side sees: that is shown as well, and only who rides is named.
        ("Kaz", {}, EAST[0], ("Una", "Kaz")),
        ("Kaz", STRANGERS, EAST[0], ("Una", "Kaz")),
        # In what the side sees.
        ("Ilya", STRANGERS, WEST[1], ("Una",)),
    ],
)
def test_who_rides_is_shown_where_that_is(vehicle, settings, square, people):
    squads = replace(AHL.squads, rides_in=lambda sheet: vehicle)
    (reveal,) = reveal_orders(replace(AHL, part=squads))
    outcome = shown("una", settings=settings, away=("Una",), reveal=reveal)
    assert outcome.reveals == Reveal("Marines", frozenset({square}), people, "Una", ("Una",))


@pytest.mark.parametrize(
    ("what", "more", "refusal"),
    [
        # The side's own people, who is seen by name, and a room that is seen whole.
        ("Ross", {}, "Marines know Ross already"),
        ("Ilya", {}, "Marines know Ilya already"),
        ("West", {}, "Marines know West already"),
        ("Kaz", {"side": "Pirates"}, "Pirates know Kaz already"),
        ("deck", {"fog": False}, "All sides know all of this deck"),
        ("deck", {"board": False}, "No deck is up here"),
        ("deck", {"side": "Aliens"}, "There is no side “Aliens”"),
        ("Una", {"away": ("Una",)}, "Una is not on the deck"),
        ("Sauna", {}, "There is no room"),
    ],
)
def test_what_can_not_be_shown(what, more, refusal):
    with pytest.raises(RuleError) as refused:
        shown(what, **more)
    assert refusal in str(refused.value)
