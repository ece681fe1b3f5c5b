"""In whose light somebody is, and what it counts as (C3K Equipment)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, placed
from bot.deck.plan import at_of
from bot.engine.scene import Scene
from bot.systems.combat3000.asked.circumstances import Lighting
from bot.systems.combat3000.devices.lights import GLOWLOBE, SEARCHLIGHT, TORCH, Lamplight, better, light_on
from bot.systems.combat3000.figure.kit import Kit
from tests.deck.plans import board_of
from tests.systems.combat3000.table import unit

ROW = board_of("#" * 31, "#" + ". " * 14 + ".#", "#" * 31)
WALLED = board_of("#" * 31, "#. .|. " + ". " * 11 + ".#", "#" * 31)
BOB = unit("Bob")


def lamp(*codes, on="Bob", has=None, **changes):
    """Ann with lamps that she has, each on somebody."""
    ann = unit("Ann")
    kit = Kit(lights=tuple((code, on) for code in codes if on))
    return replace(ann, sheet=replace(ann.sheet, equipment=codes if has is None else has, kit=kit, **changes))


def lit(*people, board=None, whom="Bob"):
    return light_on(Scene({}, board=board, known={each.name: each for each in people}), whom)


TORCHED = Lamplight("Ann", "Torch", Lighting.NORMAL)
SEARCHED = Lamplight("Ann", "Searchlight", Lighting.BRIGHT)
GLOWING = Lamplight("Ann", "Glowlobe", Lighting.NORMAL)


@pytest.mark.rule("C3K-E15")
@pytest.mark.parametrize(
    ("ann", "light"),
    [
        (lamp(), None),
        (lamp(TORCH), TORCHED),
        (lamp(TORCH, on="Cid"), None),
        (lamp(TORCH, on=""), None),
        (lamp(TORCH, has=()), None),
        (lamp(SEARCHLIGHT), SEARCHED),
        # The best of several.
        (lamp(TORCH, SEARCHLIGHT), SEARCHED),
        # A lamp falls from the hands of whoever is out; a glowlobe hangs there.
        (lamp(TORCH, killed=True), None),
        (lamp(TORCH, stunned=1), None),
        (lamp(GLOWLOBE, stunned=1), GLOWING),
        (unit("Ann", template="Light Tank"), None),
    ],
)
def test_which_light_falls_on_somebody(ann, light):
    assert lit(ann, BOB) == light


@pytest.mark.parametrize(
    ("board", "square", "light"),
    [
        # 15 cm are ten squares, and it shines round no wall.
        (ROW, "K1", GLOWING),
        (ROW, "L1", None),
        (WALLED, "B1", GLOWING),
        (WALLED, "C1", None),
        (ROW, "", None),
        (None, "", None),
    ],
)
def test_a_glowlobe_shines_on_all_around_it(board, square, light):
    ann = lamp(GLOWLOBE, on="")
    if board:
        board = placed(board, "Ann", Standing(at_of("A1")))
        board = placed(board, "Bob", Standing(at_of(square))) if square else board
    assert lit(ann, BOB, board=board) == light
    # On whoever carries it wherever they are.
    assert lit(ann, BOB, board=board, whom="Ann") == GLOWING


@pytest.mark.parametrize(
    ("light", "lamp", "is_better"),
    [
        ("night", "normal", True),
        ("bad", "normal", True),
        ("normal", "normal", False),
        ("normal", "bright", True),
        ("bright", "normal", False),
        ("night", None, False),
    ],
)
def test_which_light_is_better(light, lamp, is_better):
    found = Lamplight("Ann", "Torch", Lighting(lamp)) if lamp else None
    assert better(Lighting(light), found) is is_better
