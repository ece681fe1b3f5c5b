"""`/fire` on a deck: the range and the line of sight come from it, 1 cm a metre (C3K Scales, Target eligibility)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import Facing, at_of
from bot.deck.view import Attacked, Scored
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.system import Mark, Sign
from bot.systems.combat3000.fire.on_deck import cm_between
from tests.deck.plans import board_of
from tests.systems.combat3000.table import C3K, HALE, KEMP, give, scene, unit

# Twelve squares by three without walls, and a room of which the rightmost square lies behind a wall.
OPEN = board_of(*("+" * 25, *[line for _ in range(3) for line in (" ." * 12 + " ", "+" * 25)]))
WALLED = board_of("#######", "#. .|.#", "#######")


def on_deck(board, *people, attacker=HALE, target=KEMP, facing="E"):
    """Units with the squares that they stand on, all facing one way."""
    standing = {who.name: Standing(at_of(square), Facing(facing)) for who, square in people}
    return replace(
        scene(attacker, target),
        board=replace(board, people=standing),
        present={who.name: who for who, _ in people},
    )


@pytest.mark.rule("C3K-G03", "C3K-F21")
@pytest.mark.parametrize(("end", "cm"), [("A1", 0), ("C1", 3), ("B1", 2), ("K1", 15), ("L1", 17), ("D3", 6)])
def test_a_square_is_one_centimetre_and_a_half(end, cm):
    """Two squares are 3 m; one is 1.5, rounded up; 10 are 15, still point blank; 3 and 2 askew are 5.4."""
    assert cm_between(at_of("A1"), at_of(end), 3) == cm


@pytest.mark.rule("C3K-G03", "C3K-F08")
def test_fire_takes_its_range_from_the_deck():
    outcome, card = give("fire", [75, 1, 1], on_deck(OPEN, (HALE, "A2"), (KEMP, "E2")))
    assert card.lines[:2] == (
        "MM5 Rifle, normal fire, 6 cm: point blank range",
        "To hit: 50 +20 point blank range +5 weapon = 75% | 75 → hit",
    )
    assert card.working[0] == "Range 6 cm on the deck, a square being 1½ (C3K Scales), the line of sight clear"
    assert outcome.marks.line == (at_of("A2"), at_of("E2"))
    assert outcome.marks.struck == (Attacked("Outlaw Kemp", Scored.HARMLESS),)
    # What is given stands above the deck.
    outcome, card = give("fire", [80], on_deck(WALLED, (HALE, "A1"), (KEMP, "C1")), range=20)
    assert card.lines[0] == "MM5 Rifle, normal fire, 20 cm: short range"
    assert outcome.marks is None


@pytest.mark.rule("C3K-F08")
def test_the_picture_shows_every_shot_that_went_off_and_nobody_at_whom_none_did():
    """02 jams the first rifle; of two who fire both lines show, and the range of one alone: 4 and half of 1, up."""
    ann = unit("Ann", "Red", weapon="Rifle")
    one, _ = give("fire", [2], on_deck(OPEN, (HALE, "A2"), (KEMP, "E2")))
    assert (one.marks.shots, one.marks.range, one.marks.struck) == ((), None, ())
    # What was aimed at comes first.
    assert one.marks.squares == (at_of("E2"), at_of("A2"))
    people = ((HALE, "A1"), (ann, "A3"), (KEMP, "E2"))
    both, _ = give("fire", [99, 99], on_deck(OPEN, *people, attacker=(HALE, ann)))
    assert set(both.marks.shots) == {(at_of("A1"), at_of("E2")), (at_of("A3"), at_of("E2"))}
    assert both.marks.range is None
    assert both.marks.struck == (Attacked("Outlaw Kemp", Scored.MISSED),)
    last, _ = give("fire", [2, 99], on_deck(OPEN, *people, attacker=(HALE, ann)))
    assert (len(last.marks.shots), last.marks.range) == (1, 5)
    assert last.marks.struck == both.marks.struck


def test_odds_draw_no_picture(monkeypatch):
    monkeypatch.setattr("bot.systems.combat3000.fire.readied.marks_of", lambda *of: pytest.fail("a picture"))
    who = on_deck(OPEN, (HALE, "A2"), (KEMP, "E2"))
    order = C3K.orders["fire"]
    assert sum(chance for _, chance in order_odds(order, who, order.read({}, {}))) == 1


@pytest.mark.rule("C3K-F08")
def test_no_line_of_sight_on_the_deck():
    with pytest.raises(RuleError, match="There is no line of sight on the deck from Trooper Hale to Outlaw Kemp"):
        give("fire", [], on_deck(WALLED, (HALE, "A1"), (KEMP, "C1")))
    with pytest.raises(RuleError, match="They are on no deck together: give the range in cm on the table, as range:30"):
        give("fire", [], on_deck(OPEN, (HALE, "A1")))


@pytest.mark.rule("C3K-F09")
@pytest.mark.parametrize(("square", "blocks"), [("C2", True), ("C3", True), ("B1", True), ("A1", False), ("G2", False)])
def test_a_friend_within_three_centimetres_of_the_line(square, blocks):
    """From A1 to F1: two squares are 3 cm, the limit itself; nobody beside or behind firer or target counts."""
    friend = unit("Cid", HALE.side)
    people = on_deck(OPEN, (HALE, "A2"), (KEMP, "F2"), (friend, square))
    if blocks:
        with pytest.raises(RuleError, match="Cid is within 3 cm of the line of sight"):
            give("fire", [], people)
    else:
        assert give("fire", [80], people)[0].marks
    foe = on_deck(OPEN, (HALE, "A2"), (KEMP, "F2"), (unit("Cid", KEMP.side), square))
    assert give("fire", [80], foe)[0].marks
    dead = replace(friend, sheet=replace(friend.sheet, killed=True))
    assert give("fire", [80], on_deck(OPEN, (HALE, "A2"), (KEMP, "F2"), (dead, square)))[0].marks


@pytest.mark.rule("C3K-S01", "C3K-F08")
@pytest.mark.parametrize(("creature", "end", "facing", "arc"), [
    ("Human", "A2", "N", 60), ("Human", "A2", "W", 60), ("Human", "B3", "E", 60), ("Human", "C3", "E", None),
    ("Human", "B3", "S", None), ("Human", "A1", "W", None), ("Trimote", "C3", "E", None), ("Trimote", "B3", "E", 45),
    ("Trimote", "C3", "N", 45), ("Zarquin", "A3", "E", None), ("Zarquin", "L1", "W", 90),
])  # fmt: skip
def test_who_fires_looks_that_way(creature, end, facing, arc):
    """Humans see 60 degrees to each side, Trimotes 45, Zarquins 90. From A1, C3 is 45 off east, B3 63 and 27 off south,
    A3 90; their own square is nowhere off."""
    firer = replace(HALE, sheet=replace(HALE.sheet, creature=creature))
    people = on_deck(OPEN, (firer, "A1"), (KEMP, end), attacker=firer, facing=facing)
    if arc is None:
        assert give("fire", [99], people)[0].marks
        return
    why = f"Outlaw Kemp is outside Trooper Hale's arc of vision, {arc}° to each side of where they face"
    with pytest.raises(RuleError, match=why):
        give("fire", [], people)


@pytest.mark.rule("C3K-S01", "C3K-F08")
def test_covering_fire_and_a_scanner_box_reach_beyond_the_arc_of_vision():
    people = on_deck(OPEN, (HALE, "D1"), (KEMP, "A1"))
    with pytest.raises(
        RuleError, match=r"turn Trooper Hale with /face, or the referee gives the range to leave the deck out\."
    ):
        give("fire", [], people)
    assert give("fire", [99], people, fire="covering", covers="8x2")[0].marks
    boxed = unit("Hale", HALE.side, weapon="Rifle", equipment="Scanner")
    scanning = on_deck(OPEN, (boxed, "D1"), (KEMP, "A1"), attacker=boxed)
    assert give("fire", [99], scanning, watch="scanner")[0].marks
    assert give("fire", [99], people, range=5)[0].marks is None


def test_counters_show_who_is_hurt():
    assert C3K.squads.mark(KEMP.sheet) == Mark()
    assert C3K.squads.mark(replace(KEMP.sheet, stunned=2)) == Mark(out=True, signs=frozenset({Sign.STUNNED}))
    assert C3K.squads.mark(replace(KEMP.sheet, killed=True, stunned=2)) == Mark(dead=True)


@pytest.mark.rule("C3K-G03", "C3K-F21", "C3K-S01")
def test_range_says_how_far_it_is_and_what_would_count():
    """Ten squares are 15 cm, point blank; a needler's 15 reach, and one square more is too far."""
    hale = unit("Hale", "Troopers", weapon="Needler")
    people = on_deck(OPEN, (hale, "A2"), (KEMP, "L2"), (unit("Cid", "Troopers"), "D2"), attacker=hale)
    people = replace(people, units={"name": (hale,)})
    _, card = give("range", (), people, to="Outlaw Kemp")
    assert card.title == "From Hale to Outlaw Kemp"
    assert card.lines == (
        "17 cm: short range (C3K Range)",
        "The line of sight is clear (C3K Target eligibility)",
        "Cid is within 3 cm of it, which only high trajectory passes over",
        "Inside their arc of vision, 60° to each side (C3K Visibility and awareness)",
        "Needler: too far, it reaches 15 cm (C3K Weapon list)",
    )
    assert give("range", (), people, to="K2")[1].lines[0] == "15 cm: point blank range, +20 (C3K Range)"
    # A light mortar fires from 60 cm on.
    mortar = replace(people, units={"name": (unit("Hale", "Troopers", weapon="Mortar (light)"),)})
    assert give("range", (), mortar, to="K2")[1].lines[-1] == (
        "Mortar (light): too near, it fires from 60 cm (C3K Weapon list)"
    )
    with pytest.raises(RuleError, match="/range needs “to”"):
        give("range", (), people)


@pytest.mark.rule("C3K-F08")
def test_a_range_that_is_given_of_one_firer_or_target_stands_above_the_deck():
    """The wall between them is nothing to a range on the table; it is the firer's own that counts for the firer."""
    far = replace(HALE, at=20)
    outcome, card = give("fire", [80], on_deck(WALLED, (far, "A1"), (KEMP, "C1"), attacker=far))
    assert (card.lines[0], outcome.marks) == ("MM5 Rifle, normal fire, 20 cm: short range", None)
    aside = replace(KEMP, at=6)
    with pytest.raises(
        RuleError, match="Name the place by its square on a deck, as target:“at G6”; off one give its range"
    ):
        give("fire", [], on_deck(OPEN, (HALE, "A2"), (aside, "E2"), target=aside))
