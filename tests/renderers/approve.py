"""Pictures that somebody looked at and approved. After a change, `python -m tests.renderers.approve` and look again."""

from pathlib import Path

from bot.deck.board import as_drawn
from bot.deck.plan import At
from bot.deck.reading import read_plan
from bot.deck.view import View
from bot.engine.fleets import Fleets, ShipMark, ShipState
from renderers.deck import deck_png
from renderers.fleet import fleet_png
from tests.deck.plans import TRAINER
from tests.renderers.views import everything

FOLDER = Path(__file__).parent / "approved"


def battle():
    """A battle with a ship of each class and in each state, and reserves."""
    ships = (
        ShipMark("Prometheus", 0, 200_000, 0.2),
        ShipMark("Azure Dawn", 0, 30_000),
        ShipMark("Lightfoot", 0, 5_000, 0.6, ShipState.DISABLED),
        ShipMark("Runner", 0, 800, 0.3, ShipState.GONE),
        ShipMark("Fighter 1", 0, 50),
        ShipMark("Abundance of Plenty", 0, 40_000, reserve=True),
        ShipMark("Vargr Fang", 1, 75_000, 0.4),
        ShipMark("Claw", 1, 9_000, 1.0, ShipState.DESTROYED),
        ShipMark("Old Bone", 1, 300, 0.01, reserve=True),
    )
    shots = ((0, 6), (0, 6), (1, 7), (4, 6), (6, 0), (6, 0), (6, 2))
    return Fleets("Turn 3, short range", ("Navy", "Corsairs"), ships, shots)


PICTURES = {
    "trainer": lambda: deck_png(View(as_drawn(read_plan(TRAINER, "trainer")), 0)),
    "everything": lambda: deck_png(everything()),
    "crop": lambda: deck_png(View(everything().board, 0, crop=(At(0, 3, 0), At(0, 8, 2)))),
    "fleet": lambda: fleet_png(battle()),
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(picture())
