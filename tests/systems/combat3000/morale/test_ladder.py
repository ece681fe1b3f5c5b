"""The test of morale as one throw: its modifiers one by one, the ladder and its ends, exact odds (C3K Morale)."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.cards import Tone
from bot.engine.dice import applied
from bot.engine.odds import imagined_odds, order_odds
from bot.engine.system import Scene
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.figure.sheet import Memory
from bot.systems.combat3000.morale.ladder import Status, Way
from bot.systems.combat3000.morale.testing import MODIFIERS, Straits
from tests.systems.combat3000.table import C3K, everybody, give, unit


@pytest.mark.rule("C3K-L02")
@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("cover yes", "+2 in cover"),
        ("alone yes", "+1 no enemy within 30 cm"),
        ("fired on no", "+1 not under fire"),
        ("advancing yes", "+1 advancing"),
        ("friends advancing yes", "+1 friends advancing"),
        ("vehicles yes", "+1 friendly fighting vehicle in sight"),
        ("killed 1", "−2 1 member killed this turn"),
        ("killed 3", "−6 3 members killed this turn"),
        ("leader killed now", "−3 leader killed this turn"),
        ("heavy yes", "−1 unit under fire from H weapons"),
        ("still yes", "−1 stationary in the open"),
        ("retreating yes", "−1 retreating"),
        ("enemy advancing yes", "−1 enemy advancing"),
        ("friends retreating yes", "−1 friends retreating"),
        ("killed before 2", "−2 2 members killed before"),
        ("leader killed before", "−2 leader killed before"),
        ("leader good", "+2 good leader"),
        ("leader bad", "−2 bad leader"),
    ],
)
def test_each_modifier_is_itemised_by_command(said, line):
    """All else is taken as no: only this one stands in the line."""
    plain = "fired on yes, still no, cover no, alone no, leader none"
    kept = [part for part in plain.split(", ") if not said.startswith(part.rsplit(" ", 1)[0])]
    _, card = give("morale", [3], everybody(unit("Ann")), values=", ".join([said, *kept]))
    assert card.lines[0].startswith(f"Ann: 3 {line} = ")


@pytest.mark.rule("C3K-L02")
def test_modifiers_add_up_and_none_excludes_another():
    """A leader who is killed counts as a member, too: −2 and −3 (rulings A7, B-L12)."""
    worst = Straits(fired_on=True, heavy=True, exposed=True, retreating=True, enemy_advancing=True, killed=1)
    assert sum(each.dm for each in applied(MODIFIERS, worst)) == -6
    _, card = give("morale", [6], everybody(unit("Ann")), values="killed 1, leader killed now, fired on yes, still no")
    assert card.lines[0] == "Ann: 6 −2 1 member killed this turn −3 leader killed this turn = 1 → steady becomes shaky"


@pytest.mark.rule("C3K-L01", "C3K-L02")
@pytest.mark.parametrize(
    ("cause", "said", "line"),
    [
        ("member killed", "", "Ann (member killed): 3 −2 1 member killed this turn = 1 → steady becomes shaky"),
        (
            "member killed",
            ", killed 2",
            "Ann (member killed): 3 −4 2 members killed this turn = −1 → steady becomes poor",
        ),
        ("member killed", ", killed 0", "Ann (member killed): 3 = 3 → stays steady"),
        ("hit", "", "Ann (hit): 3 = 3 → stays steady"),
        ("friend killed", "", "Ann (friend killed): 3 = 3 → stays steady"),
    ],
)
def test_of_a_member_of_the_unit_who_is_said_to_be_killed_one_counts_at_least(cause, said, line):
    plain = "fired on yes, still no, cover no, alone no, leader none"
    _, card = give("morale", [3], everybody(unit("Ann")), values=f"cause {cause}, {plain}{said}")
    assert card.lines[0] == line


@pytest.mark.rule("C3K-L03")
@pytest.mark.parametrize(
    ("status", "total", "then"),
    [
        ("steady", 6, "confident"),
        ("steady", 5, "steady"),
        ("steady", 3, "steady"),
        ("steady", 2, "shaky"),
        ("steady", 1, "shaky"),
        ("steady", 0, "poor"),
        ("confident", -3, "shaky"),
        ("overconfident", 9, "overconfident"),
        ("scared", 0, "terrified"),
        ("terrified", -4, "terrified"),
        ("shaky", 6, "steady"),
    ],
)
def test_the_result_moves_the_status_and_stops_at_the_ends(status, total, then):
    """The book's own example is the one of −3."""
    ann = unit("Ann", morale=status)
    outcome, _ = give("morale", [3], everybody(ann), values=f"fired on yes, still no, dm {total - 3}")
    assert outcome.after["Ann"].nerve.status == then


@pytest.mark.rule("C3K-L12")
@pytest.mark.parametrize("status", ["overconfident", "steady", "terrified"])
@pytest.mark.parametrize("said", ["cover yes", "killed 2, leader killed now", "leader bad, advancing yes"])
def test_odds_of_a_test_are_those_of_its_six_faces(status, said):
    ann, order = unit("Ann", morale=status), C3K.orders["morale"]
    counted = Counter(
        give("morale", [face], everybody(ann), values=said)[0].after["Ann"].nerve.status for face in range(1, 7)
    )
    brute = {after.capitalize(): Fraction(number, 6) for after, number in counted.items()}
    values = order.read({"values": said}, {})
    assert dict(order_odds(order, everybody(ann), values)) == brute
    made_up = {"status": status, **{name: values[name] for name in order.spread({"values": said})}}
    assert dict(imagined_odds(order, made_up, {})) == brute


@pytest.mark.rule("C3K-L12")
def test_odds_of_several_tell_each_by_name():
    people = everybody(unit("Ann", morale="terrified"), unit("Bob", morale="scared"))
    order = C3K.orders["morale"]
    chances = dict(order_odds(order, people, order.read({"values": "killed 9"}, {})))
    assert chances == {"Ann: Terrified": 1, "Bob: Terrified": 1}


def test_the_ladder_is_the_books():
    assert [each.capitalize() for each in Status] == [
        "Overconfident",
        "Confident",
        "Steady",
        "Shaky",
        "Poor",
        "Scared",
        "Terrified",
    ]


@pytest.mark.rule("C3K-L03")
@pytest.mark.parametrize(
    ("faces", "people", "tone"),
    [
        ([6], ("Ann",), Tone.PLAIN),
        ([3], ("Ann",), Tone.PLAIN),
        ([1], ("Ann",), Tone.BAD),
        ([6, 1], ("Ann", "Bob"), Tone.BAD),
        ([3, 3], ("Ann", "Bob"), Tone.PLAIN),
    ],
)
def test_only_whose_morale_falls_is_bad_news(faces, people, tone):
    """By a die of 6 it rises and by a 3 it stays; one of two is enough."""
    plain = "fired on yes, still no, cover no, alone no, leader none"
    units = [unit(name, morale="poor" if name == "Bob" else "steady") for name in people]
    assert give("morale", faces, everybody(*units), values=plain)[1].tone is tone


@pytest.mark.parametrize(
    ("said", "taken", "by"),
    [
        ("fired on yes", ("not in cover", "an enemy within 30 cm", "no friends advancing", "no enemy advancing"), ""),
        ("cover no", ("an enemy within 30 cm", "no friends advancing", "no enemy advancing"), "cover"),
        ("alone no", ("not in cover", "no friends advancing", "no enemy advancing"), "alone"),
        ("friends advancing no", ("not in cover", "an enemy within 30 cm", "no enemy advancing"), "friends advancing"),
        ("enemy advancing no", ("not in cover", "an enemy within 30 cm", "no friends advancing"), "enemy advancing"),
    ],
)
def test_off_a_deck_it_is_told_what_nobody_knows_and_how_to_say_it_otherwise(said, taken, by):
    _, card = give("morale", [3], Scene({"name": (unit("Ann"),)}, known={"Bob": unit("Bob")}), values=said)
    (line,) = (line for line in card.lines if str(line).startswith("Taken for granted"))
    told, says = line.removeprefix("Taken for granted: ").split("; values says otherwise: ")
    assert told == ", ".join((*taken, "no leader with them"))
    assert by not in says.split(", ")
    assert len(says.split(", ")) == len(taken) + 1


def test_of_nobody_who_is_alone_friends_are_taken_for_granted_and_of_nobody_who_moved_how():
    _, card = give("morale", [3], everybody(unit("Ann")))
    assert "no friends advancing" not in str(card.lines)
    moved = unit("Ann")
    moved = replace(moved, sheet=replace(moved.sheet, now=Memory(gait=Gait.WALK, way=Way.UNKNOWN)))
    _, card = give("morale", [3], everybody(moved))
    assert "not advancing, not retreating" in str(card.lines)
