"""An order whose class says once what may be asked for: a small book of two orders, and a circumstance of both."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import ModuleType
from typing import Literal

import pytest

from bot.chat.panel import Panel, choice_fields, flag_fields, form_fields
from bot.engine import asked as asking
from bot.engine.asked import Asked, ask, fields_of, maker, own_settings, rows, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Modifier, ScriptedDice, applied
from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind
from bot.engine.odds import imagined_odds, order_odds
from bot.engine.order import InTwoSteps, Need, Odds
from bot.engine.scene import Outcome, Role, Scene
from bot.engine.system import System


class Fire(StrEnum):
    AIMED = "aimed"
    SNAP = "snap"


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances(Asked):
    # The one place for what may be asked for …
    smoke: bool = ask(default=False, setting="smoke fills the deck: fire has −2")
    rounds: Literal["counted", "unlimited"] = ask("counted", setting="whether rounds are counted", ruled=True)
    dm: int = ask(0, low=-20, high=20, referees="Adding a DM")


@dataclass(frozen=True, kw_only=True, slots=True)
class Shoot(Circumstances):
    verb = "shoot"
    roles = (Role("attacker", optional=True),)
    weapon: str = ask("")
    range: int | None = ask(None, low=0, high=100)
    fire: Fire = ask(Fire.AIMED, mode=True)
    evading: Fire | Literal["yes"] | None = ask(None)
    zero_g: bool = ask(default=False, name="zero-g", setting="the gravity is off")
    extremes: Mapping[str, str] = rows()


@dataclass(frozen=True, kw_only=True, slots=True)
class Cover(Circumstances):
    verb = "cover"
    need = Need.REFEREE


# … and the other: the modifier that reads it.
def smoke(asked):
    return Modifier(-2, "smoke", "Book 1") if asked.smoke else None


def prepare(scene, asked):
    dm = sum(modifier.dm for modifier in applied((smoke,), asked)) + asked.dm
    return lambda dice: Outcome({}, dice.roll(2, why="to hit") + dm >= 8)


def word(hit, _):
    return Card("hit" if hit else "missed")


ODDS = Odds(lambda hit: "hit" if hit else "missed", ("hit", "missed"), (), lambda _: Scene({}))
BOOK = ModuleType("book")
BOOK.Circumstances, BOOK.Shoot, BOOK.Cover = Circumstances, Shoot, Cover
OWN = {"extremes": (Field("rifle extreme", Kind.TEXT, referees="Setting it"),)}
SHOOT = typed_order(Shoot, InTwoSteps(prepare), word, odds=ODDS, among={"weapon": ("pistol", "rifle")}, rows=OWN)
COVER = typed_order(Cover, lambda scene, asked, dice: prepare(scene, asked)(dice), word, odds=ODDS)


def test_fields_are_what_the_class_says_its_own_before_those_of_its_base():
    assert SHOOT.fields == (
        Field("weapon", Kind.CHOICE, "", ("pistol", "rifle")),
        Field("range", Kind.WHOLE, None, low=0, high=100),
        Field("fire", Kind.CHOICE, "aimed", (Fire.AIMED, Fire.SNAP), mode=True),
        Field("evading", Kind.CHOICE, None, (Fire.AIMED, Fire.SNAP, "yes")),
        Field("zero-g", Kind.FLAG, default=False, settled=True),
        *OWN["extremes"],
        Field("smoke", Kind.FLAG, default=False, settled=True),
        Field(
            "rounds",
            Kind.CHOICE,
            "counted",
            ("counted", "unlimited"),
            referees="Setting “rounds” for one order",
            settled=True,
        ),
        Field("dm", Kind.WHOLE, 0, low=-20, high=20, referees="Adding a DM"),
    )
    assert (SHOOT.verb, SHOOT.roles, SHOOT.need) == ("shoot", (Role("attacker", optional=True),), Need.OWNER)
    assert (COVER.roles, COVER.need, COVER.fields) == ((), Need.REFEREE, fields_of(Circumstances))


def test_an_order_says_what_somebody_has_said_of_it():
    assert asking.given(Shoot(range=3, zero_g=True)) == {
        "weapon": "",
        "range": 3,
        "fire": "aimed",
        "zero-g": True,
        "extremes": {},
        "smoke": False,
        "rounds": "counted",
        "dm": 0,
    }


def test_settings_are_the_fields_that_are_one_each_once_with_its_default_first():
    assert {name: (each.values, each.meaning) for name, each in own_settings(BOOK).items()} == {
        "smoke": (("no", "yes"), "smoke fills the deck: fire has −2"),
        "rounds": (("counted", "unlimited"), "whether rounds are counted"),
        "zero-g": (("no", "yes"), "the gravity is off"),
    }


def test_what_was_read_makes_the_typed_value():
    read = SHOOT.read({"mode": "snap", "values": "evading yes, rifle extreme 1200 (1)+0"}, {"zero-g": "yes"})
    asked = SHOOT.made(read)
    assert asked == Shoot(fire=Fire.SNAP, evading="yes", zero_g=True, extremes={"rifle extreme": "1200 (1)+0"})
    assert asked.fire is Fire.SNAP
    assert maker(Cover)({"smoke": True, "not its own": 1}) == Cover(smoke=True)


@pytest.mark.parametrize("order", [SHOOT, COVER])
@pytest.mark.parametrize(
    ("given", "settings"), [({"smoke": True}, {}), ({"values": "smoke yes"}, {}), ({}, {"smoke": "yes"})]
)
def test_a_circumstance_of_two_places_is_in_every_order_its_values_its_odds_and_the_settings(order, given, settings):
    """2D come to 8 or more in 15 of 36 ways, to 10 or more in 6."""
    scene = Scene({"attacker": ()})
    assert order.resolve(scene, order.read({}, {}), ScriptedDice([4, 4])).result is True
    assert order.resolve(scene, order.read(given, settings), ScriptedDice([4, 5])).result is False
    assert order_odds(order, scene, order.read({}, {}))[0] == ("hit", Fraction(15, 36))
    assert order_odds(order, scene, order.read(given, settings))[0] == ("hit", Fraction(6, 36))
    assert imagined_odds(order, given, settings)[0] == ("hit", Fraction(6, 36))


def test_it_is_on_the_panel_and_a_players_to_say_as_settings_of_the_rules_are_not():
    system = System("b", "B", dict, dict, None, {}, {}, str, Card, settings=own_settings(BOOK))
    player, referee = (Panel("shoot", {}, {}, referee=each, tags={}, players={}) for each in (False, True))
    assert [each.name for each in flag_fields(SHOOT, player)] == ["zero-g", "smoke"]
    assert [each.name for each in choice_fields(system, SHOOT, player)] == ["weapon", "fire", "evading"]
    assert [each.name for each in form_fields(system, SHOOT, referee)] == ["range", "rifle extreme", "dm"]
    assert SHOOT.reserved({"smoke": True, "rounds": "unlimited"}, {}) == ["Setting “rounds” for one order"]


def test_what_somebody_else_does_a_panel_asks_of_no_player():
    player, referee = (Panel("shoot", {}, {}, referee=each, tags={}, players={}) for each in (False, True))
    spoken = replace(SHOOT, fields=(Field("struck back", Kind.FLAG, True, speaks_for="attacker"), *SHOOT.fields))
    assert flag_fields(spoken, player) == flag_fields(SHOOT, player)
    assert [each.name for each in flag_fields(spoken, referee)] == ["struck back", "zero-g", "smoke"]


def test_what_a_class_does_not_say_is_refused_in_words():
    with pytest.raises(RuleError, match=r"These rules have no “fog” for /cover: leave it out\."):
        COVER.read({"fog": True})
    with pytest.raises(RuleError, match="The dm must be from −20 to 20"):
        COVER.read({"dm": 21})


@dataclass(frozen=True, kw_only=True, slots=True)
class Loading(Asked):
    shots: str = ask("not counted", setting="how many there are", pattern="[1-9][0-9]?", ruled=True)


@pytest.mark.parametrize("typed", ["40", "not counted"])
def test_text_with_a_pattern_is_like_that_or_the_default(typed):
    assert fields_of(Loading)[0].read(typed) == typed


@pytest.mark.parametrize("typed", ["forty", "0", "100", "4 0"])
def test_any_other_is_refused_with_what_there_is(typed):
    with pytest.raises(RuleError, match=f"There is no value for shots “{typed}”: choose not counted"):
        fields_of(Loading)[0].read(typed)
