"""What is asked besides moves and fire: dives, where those land whom they throw out, who of equals checks first."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.knowledge import nothing_known
from bot.deck.plan import named
from bot.engine.scene import Units
from bot.engine.steps import choice_odds
from bot.systems.ahl.sheet.character import Condition
from bot.systems.seeing import as_known_by
from tests.systems.ahl.book import AHL
from tests.systems.ahl.table import OPEN, Table, one

LANDS = "where they land, thrown out of E2 (AHL 8.C.7)"


def steps(table):
    """What is due but for what somebody may do, and the table going on."""
    return [line for line in table.due() if not line.startswith(("[", "the table"))]


def may(table):
    """Who may dive at whom."""
    return [due.what for due in AHL.due(table.game) if due.optional and "dive" in due.what]


def trotter(*others, ann="move", **plans):
    """Ann comes from A2 to D2 at a trot, beside Cid at E2 who looks away."""
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "E2", "E", "red"), *others)
    table.begin(Ann=ann, Cid="aim", **plans)
    table.give("phase", step="movement")
    return table


@pytest.mark.rule("AHL-8C7a")
def test_whoever_has_come_beside_an_enemy_at_a_trot_may_dive_and_then_strikes_with_two_more():
    """The fight that is owed in the square then is that of a diver: +2 and no −1 (17.B)."""
    table = trotter()
    assert may(table) == []
    table.give("move", name="Ann", to="D2", gait="trot")
    assert may(table) == ["may dive at Cid"]
    (due,) = [each for each in AHL.due(table.game) if "dive" in each.what]
    assert [each.label for each in due.choices] == ["Dive at Cid", "Done moving"]
    assert (due.decides, due.rule, due.fallback.label) == (("1",), "AHL 8.C.7", "Done moving")
    table.give("dive", name="Ann", target="Cid")
    assert table.at("Ann", "E2")
    assert may(table) == []
    table.give("phase", step="melee")
    (mine, _) = [each for each in AHL.due(table.game) if each.rule == "AHL 17"]
    assert mine.choices[0].said.fields == {"dive": True}
    # Who strikes first of equals, and a die for each blow.
    card = table.give("next", (1, 1, 1))
    assert any("+2 dive" in str(line) for line in card.lines)


@pytest.mark.rule("AHL-8C7a")
def test_nobody_dives_who_walks_nor_at_whoever_has_moved_nor_who_is_done():
    table = trotter()
    table.give("move", name="Ann", to="D2")
    assert may(table) == []
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "F2", "W", "red"))
    table.begin(Ann="move", Cid="move")
    table.give("phase", step="movement")
    table.give("move", name="Cid", to="E2")
    table.give("move", name="Ann", to="D2", gait="trot")
    assert may(table) == []
    table = trotter()
    table.give("move", name="Ann", to="D2", gait="trot")
    table.give("phase ready", name="Ann")
    assert may(table) == []


@pytest.mark.rule("AHL-13a", "AHL-8C7a")
def test_a_dive_comes_after_the_snap_shots_at_who_comes_adjacent():
    """Cid looks at Ann, and may fire at once: only when that is let go may she dive."""
    table = Table(one("Ann", "1", "A2", "E"), one("Cid", "2", "E2", "W", "red"))
    table.begin(Ann="move", Cid="aim")
    table.give("standing", name="Ann", when="dive", say="always")
    table.give("phase", step="movement")
    table.give("move", name="Ann", to="D2", gait="trot")
    assert steps(table) == ["Cid: a snap shot at once at Ann, who has come adjacent (AHL 13): Fire | Hold fire"]
    assert table.at("Ann", "D2")
    card = table.give("hold", name="Cid", target="Ann")
    assert "— Ann dives at Cid in E2" in card.lines
    assert table.at("Ann", "E2")


@pytest.mark.parametrize(("say", "at"), [("always", "E2"), ("never", "D2")])
def test_a_dive_that_was_said_beforehand_is_made_at_once_or_not(say, at):
    table = trotter()
    table.give("standing", name="Ann", when="dive", say=say)
    table.give("move", name="Ann", to="D2", gait="trot")
    assert table.at("Ann", at)
    assert may(table) == []
    assert table.refused("standing", name="Ann", when="dive", say="8+") == (
        "To dive one says always, never, or ask, to be asked."
    )


def full_square():
    """Ann dives into E2, where four stand; the dice throw Cid and Dan out."""
    others = [one(name, "2", "E2", "E", "red") for name in ("Dan", "Eve", "Fay")]
    table = trotter(*others)
    table.give("move", name="Ann", to="D2", gait="trot")
    return table


@pytest.mark.rule("AHL-8C7b", "AHL-8C7c")
def test_whoever_is_thrown_out_of_a_square_lands_where_their_player_says():
    """All lie in a free square first; each is asked of by itself, and the table waits for it."""
    table = full_square()
    table.give("dive", (3, 6, 6, 1, 1), name="Ann", target="Cid")
    asked = [due for due in AHL.due(table.game) if due.what.startswith("where they land")]
    assert [(due.owes, due.decides, due.rule) for due in asked] == [
        (("Cid",), ("2",), "AHL 8.C.7"),
        (("Dan",), ("2",), "AHL 8.C.7"),
    ]
    # D1 to F3 around it in a hall of three rows.
    assert {choice.label for choice in asked[0].choices} == {"D1", "E1", "F1", "D2", "F2", "D3", "E3", "F3"}
    assert table.give("next").lines[0] == "▶ Cid: where they land, thrown out of E2 (AHL 8.C.7)"
    assert table.refused("land", name="Cid", to="H1").startswith("Cid lands beside E2, where there is room: in ")
    table.give("land", name="Cid", to="F2")
    assert table.at("Cid", "F2")
    assert table.board.people["Cid"].prone
    (left,) = [due for due in AHL.due(table.game) if due.what.startswith("where they land")]
    # Where nobody says, they stay where they lie.
    table.give(left.fallback.said.verb, name="Dan", to=left.fallback.said.fields["to"])
    assert steps(table) == []
    assert table.refused("land", name="Cid", to="F3") == (
        "Nobody has thrown Cid out of a square, or it was said where they land."
    )


@pytest.mark.rule("AHL-8C7c")
def test_whoever_has_said_so_beforehand_lies_where_there_is_most_room():
    table = full_square()
    table.give("standing", name="Cid, Dan", when="landing", say="always")
    table.give("dive", (3, 6, 6, 1, 1), name="Ann", target="Cid")
    assert steps(table) == []
    assert {table.board.people[name].prone for name in ("Cid", "Dan")} == {True}


def knows(game, side):
    """What a side knows that sees all of the hall, but nobody in the crowds."""
    own = [name for name in game.units if not name.startswith("Crowd")]
    board = replace(game.board, people={name: game.board.people[name] for name in own})
    units = Units(own, game.units.__getitem__)
    return as_known_by(AHL, replace(game, units=units, board=board), side, nothing_known(OPEN.plan))


def landing(*at, to="D3"):
    """Where Cid lies whom the dive has thrown out of E2, while as many as fill a square are at each of these, and where
    he may land; where he lands then, and what is told of it.
    """
    table = trotter(*(one(name, "2", "E2", "E", "red") for name in ("Dan", "Eve", "Fay")))
    crowds = dict(one(f"Crowd {number} in {where}", "1", where, "W") for where in at for number in range(4))
    table.units |= {unit.name: unit for unit in crowds}
    table.units = {name: replace(each, id=number) for number, (name, each) in enumerate(table.units.items(), 1)}
    table.board = replace(table.board, people={**table.board.people, **{unit.name: crowds[unit] for unit in crowds}})
    table.give("move", name="Ann", to="D2", gait="trot")
    table.knows, table.settings = knows, {"fog": "on"}
    table.give("dive", (3, 6, 6, 1, 1), name="Ann", target="Cid")
    lies = table.board.people["Cid"].at
    (asked,) = [due for due in AHL.due(table.game) if due.what.startswith("where they land") and due.owes == ("Cid",)]
    lines = table.give("land", name="Cid", to=to).lines
    offered = {choice.label for choice in asked.choices}
    return named(lies), offered, named(table.board.people["Cid"].at), lines


@pytest.mark.rule("AHL-8C7c")
def test_where_those_land_who_are_thrown_out_tells_of_nobody_unseen_before_they_are_met():
    lies, offered, lands, lines = landing()
    assert offered == {"D1", "E1", "F1", "D2", "F2", "D3", "E3", "F3"}
    assert (lands, lines) == ("D3", ("Prone, 6 AP to get up",))
    assert landing("F3") == (lies, offered, lands, lines)
    full = ("D3 is full: no room is left beside those who are in it", "Prone, 6 AP to get up")
    assert landing("D3") == (lies, offered, lies, full)
    # Nobody is thrown onto those who fill a square, seen or not.
    assert landing(lies)[:1] != (lies,)


def leaders(*ranks, side="red"):
    """Ann hits Bob, who dies; those of these ranks see it, and lead."""
    leads = {"leadership": 1, "morale": 7}
    people = [
        one(f"R{number}", str(number), f"G{number}", "W", side, **leads | {"rank": rank})
        for number, rank in enumerate(ranks, start=1)
    ]
    table = Table(one("Ann", "9", "D2", "E"), one("Bob", "8", "E2", "E", side), *people)
    table.begin(Ann="aim")
    table.give("phase", step="aimed fire")
    table.give("fire", (6, 6, 6, 6, 1, 1), name="Ann", target="Bob", fire="aimed")
    assert table.units["Bob"].sheet.condition is Condition.DEAD
    table.give("phase", step="snap shots")
    table.give("phase ready", name=", ".join(table.units))
    return table


@pytest.mark.rule("AHL-18Ba")
def test_of_equals_one_of_whom_leads_their_players_say_who_checks_first():
    """R1 and R2 are both N1, and R1 leads: where R2 checks first R1's bonus comes too late for him."""
    table = leaders("N1", "N1", "E1")
    (due,) = [each for each in AHL.due(table.game) if "morale checks: a friend has fallen" in each.what]
    assert due.what.endswith("; who of equal rank checks first")
    assert [choice.label for choice in due.choices] == ["By lot", "R1 first", "R2 first"]
    assert (due.decides, due.fallback.label, due.ends) == (("1", "2"), "By lot", True)
    said = due.choices[1].said
    people = {role: ", ".join(name for name, _ in names) for role, names in said.people.items()}
    # 3+4 passes 7; R2 has 7 and 1 more, and 4+4 passes; E1 has both.
    card = table.give(said.verb, (3, 4, 4, 4, 4, 4), **people, **said.fields)
    assert [line.partition(" |")[0] for line in card.lines[:2]] == [
        "R1 (N1): 7− (morale 7)",
        "R2 (N1): 8− (morale 7 +1 R1 passes)",
    ]
    assert steps(table) == []


@pytest.mark.rule("AHL-18Ba")
def test_the_odds_of_equals_by_lot_are_the_mean_of_who_may_be_first():
    """R1 fails on 8 and more, 15 of 36, where he is first; and where R2, who passes on 7 as well, is: the mean."""
    table = leaders("N1", "N1", "E1")
    (due,) = [each for each in AHL.due(table.game) if "morale checks: a friend has fallen" in each.what]
    lot, one, other = (dict(choice_odds(AHL.orders, choice, table.game)) for choice in due.choices)
    assert one["R1 fails"] == other["R2 fails"] == Fraction(15, 36)
    assert lot == {name: (one[name] + other[name]) / 2 for name in one}


@pytest.mark.rule("AHL-18Ba")
def test_of_equals_none_of_whom_leads_and_of_others_nobody_is_asked():
    for ranks in (("N1", "N2", "E1"), ("", "", "")):
        table = leaders(*ranks)
        (due,) = [each for each in AHL.due(table.game) if "morale checks" in each.what]
        assert due.settled
    table = leaders("N1", "N1", "E1")
    table.give("standing", name="R1", when="order of checks", say="always")
    (due,) = [each for each in AHL.due(table.game) if "morale checks" in each.what]
    assert due.beforehand.label == "By lot"
