"""The rules by which a result of the melee table came to what it is are told with it, each where it was used."""

from types import SimpleNamespace

import pytest

from bot.systems.ahl.melee.wording import Fell, effect_working
from bot.systems.ahl.sheet.character import Being
from bot.systems.ahl.tables import Effect
from bot.systems.ahl.wounds.damage import Surroundings

STUN = "Stun: as a light wound until the end of the next phase, without a throw (AHL 17.C.2)"
LIGHT = "Light wound: −1 to skill, melee and morale; one die, 6 is unconscious (AHL 12.B.1)"
OUT = "Unconscious: a light wound, and out without a throw (AHL 17.C.4)"
DEATH = "Death (AHL 17.C.5)"
LOWER = "In zero-G every result is one level lower (AHL 26.B)"
WORSE = "A wound through a suit in vacuum is one level worse (AHL 22)"
BLOB = "Any result on a blob is a stun, which only makes it let go (AHL 20)"
WRECKED = "Unconsciousness, a serious wound and death destroy a robot (AHL 21)"
KNOCKED_OUT = "A robot that a light wound knocks out is {} (AHL 21), ruling R-86"
ROBOTS = "Robots' wounds are {} in vacuum (AHL 22), ruling R-85"
ADDED = "Each stun lowers by 1 of its own (AHL 17.C.2), ruling R-116"
AIRLESS = Surroundings(vacuum=True)
PERSON, WARBOT = Being.PERSON, Being.WARBOT


@pytest.mark.rule("AHL-17Ca", "AHL-21f", "AHL-26Be")
@pytest.mark.parametrize(
    ("fell", "zero_g", "around", "lines"),
    [
        (Fell(Effect.STUN, Effect.STUN, PERSON), False, Surroundings(), [STUN]),
        (Fell(Effect.LIGHT, Effect.LIGHT, PERSON), False, Surroundings(), [LIGHT]),
        (Fell(Effect.UNCONSCIOUS, Effect.UNCONSCIOUS, PERSON), False, Surroundings(), [OUT]),
        (Fell(Effect.DEAD, Effect.DEAD, PERSON), False, Surroundings(), [DEATH]),
        (Fell(Effect.STUN, Effect.NONE, PERSON), True, Surroundings(), [LOWER]),
        (Fell(Effect.LIGHT, Effect.STUN, PERSON), True, Surroundings(), [LOWER, STUN]),
        (Fell(Effect.STUN, Effect.STUN, PERSON, added=True), False, Surroundings(), [STUN, ADDED]),
        (Fell(Effect.LIGHT, Effect.LIGHT, PERSON, worse=True), False, AIRLESS, [WORSE]),
        (Fell(Effect.LIGHT, Effect.STUN, Being.BLOB), False, Surroundings(), [BLOB]),
        (Fell(Effect.LIGHT, Effect.STUN, Being.BLOB), True, Surroundings(), [LOWER, BLOB]),
        (Fell(Effect.DEAD, Effect.DEAD, WARBOT), False, Surroundings(), [WRECKED, DEATH]),
        (Fell(Effect.STUN, Effect.STUN, WARBOT), False, AIRLESS, [STUN]),
        (Fell(Effect.LIGHT, Effect.LIGHT, WARBOT), False, Surroundings(), [KNOCKED_OUT.format("destroyed"), LIGHT]),
        (
            Fell(Effect.LIGHT, Effect.LIGHT, WARBOT),
            False,
            Surroundings(robots_faint=True),
            [KNOCKED_OUT.format("only unconscious"), LIGHT],
        ),
        (
            Fell(Effect.LIGHT, Effect.LIGHT, WARBOT),
            False,
            AIRLESS,
            [KNOCKED_OUT.format("destroyed"), ROBOTS.format("no worse"), LIGHT],
        ),
        (
            Fell(Effect.LIGHT, Effect.LIGHT, WARBOT, worse=True),
            False,
            Surroundings(vacuum=True, robot_shells=True),
            [WRECKED, ROBOTS.format("worse"), WORSE],
        ),
    ],
)
def test_each_rule_that_made_a_result_is_told_and_no_other(fell, zero_g, around, lines):
    assert list(effect_working(fell, SimpleNamespace(zero_g=zero_g, surroundings=around))) == lines
