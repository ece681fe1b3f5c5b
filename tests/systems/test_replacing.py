"""Who comes for a side's dead: under which name, made of what, and when nobody does."""

import pytest

from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.systems.ahl.sheet.character import Character
from bot.systems.people import MOST_CHARACTERS
from bot.systems.rosters import Beginnings, replacing_orders
from tests.systems.small_ship import AHL, DEAD, OUT

(ORDER,) = replacing_orders(AHL).values()
NEW = Character(melee=3)


def unit(name, side="Red", *, marks=(), state=DEAD):
    return Unit(name, side, Character(**state), owner="7", marks=marks)


def replaced(*people, names=None, known=None, **fields):
    units = {each.name: each for each in people}
    known = dict.fromkeys(units, NEW) if known is None else known
    scene = Scene({}, known=units, names=names or dict.fromkeys(units, "character"), material=Beginnings(known))
    return ORDER.resolve(scene, ORDER.read({"side": "Red", **fields}), None)


def refusal(*people, **more):
    with pytest.raises(RuleError) as refused:
        replaced(*people, **more)
    return str(refused.value)


def test_a_new_one_comes_for_each_of_the_dead_as_they_began():
    outcome = replaced(unit("Ann"), unit("Marine 4"), unit("Bob", state=OUT), unit("Cid", "Blue"))
    assert [(fallen, name) for fallen, name, _ in outcome.result.people] == [("Ann", "Ann 2"), ("Marine 4", "Marine 2")]
    assert {*outcome.units} == {"Ann", "Ann 2", "Marine 4", "Marine 2"}
    come = outcome.units["Ann 2"]
    assert (come.side, come.owner, come.sheet, come.marks) == ("Red", "7", NEW, ())
    assert outcome.units["Ann"].marks == ("replaced by Ann 2",)


@pytest.mark.parametrize(
    ("name", "others", "called"),
    [("Ann", ("ann 2",), "Ann 3"), ("Ann 2", (), "Ann 3"), ("Ann 3", (), "Ann 2"), ("R2D2", (), "R2D2 2")],
)
def test_they_have_the_next_number_that_nobody_has(name, others, called):
    outcome = replaced(unit(name), *(unit(other, "Blue") for other in others))
    assert [come for _, come, _ in outcome.result.people] == [called]


def test_two_of_one_name_have_numbers_of_their_own():
    outcome = replaced(unit("Ann 7"), unit("Ann 8"))
    assert [come for _, come, _ in outcome.result.people] == ["Ann 2", "Ann 3"]


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        ([unit("Ann", state={})], "Nobody of Red is dead."),
        ([unit("Ann", state=OUT)], "Nobody of Red is dead."),
        ([unit("Ann", marks=("replaced by Ann 2",))], "All the dead of Red are replaced already."),
        ([unit("Ann", "Blue")], "There is no side “Red”"),
    ],
)
def test_where_nobody_is_owed_nobody_comes(people, sentence):
    assert refusal(*people).startswith(sentence)


def test_the_dead_of_whom_nobody_knows_how_they_began_come_of_a_template_alone():
    assert refusal(unit("Ann"), unit("Bob"), known={"Ann": NEW}) == (
        "How Bob began is not known here, since they came out of a roster or another campaign: "
        "say with template: what those are made of who come."
    )
    template = next(iter(AHL.templates))
    outcome = replaced(unit("Ann"), known={}, template=template)
    assert outcome.units["Ann 2"].sheet == AHL.templates[template].sheet
    # A template goes before how they began.
    assert replaced(unit("Ann"), template=template).units["Ann 2"].sheet == AHL.templates[template].sheet


@pytest.mark.parametrize(("living", "full"), [(MOST_CHARACTERS - 2, False), (MOST_CHARACTERS - 1, True)])
def test_no_more_come_than_a_campaign_holds(living, full):
    people = (unit("Ann"), *(unit(f"N{number}", "Blue", state={}) for number in range(living)))
    if full:
        assert refusal(*people) == f"A campaign holds {MOST_CHARACTERS} characters: remove some first."
    else:
        replaced(*people)


@pytest.mark.parametrize(
    ("name", "taken", "called"),
    [
        # A name has forty letters at most, its number and the blank before it among them.
        ("N" * 38, (), f"{'N' * 38} 2"),
        ("N" * 39, (), f"{'N' * 38} 2"),
        ("N" * 40, (), f"{'N' * 38} 2"),
        ("N" * 40, tuple(f"{'N' * 38} {number}" for number in range(2, 10)), f"{'N' * 37} 10"),
    ],
)
def test_a_long_name_is_cut_to_make_room_for_its_number(name, taken, called):
    outcome = replaced(unit(name), names=dict.fromkeys((name, *taken), "character"))
    assert [come for _, come, _ in outcome.result.people] == [called]


def test_a_new_name_is_like_nobody_elses_and_is_told_with_their_sheet():
    assert "looks like" in refusal(unit("Ann"), names={"Ann": "character", "Аnn 2": "ship"})
    outcome = replaced(unit("Ann"), unit("Bob"), names={"Ann": "character", "Bob 2": "ship"})
    card = ORDER.word(outcome.result, ())
    assert card.title == "New people come to Red"
    assert card.lines == (f"Ann 2 for Ann: {AHL.line(NEW)}", f"Bob 3 for Bob: {AHL.line(NEW)}")
