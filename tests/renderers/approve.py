"""Pictures that somebody looked at and approved. After a change, `python -m tests.renderers.approve` and look again."""

from dataclasses import replace
from pathlib import Path

from bot.deck.board import as_drawn
from bot.deck.plan import At
from bot.deck.reading import read_plan
from bot.deck.view import View
from bot.engine.ships import Barrage, Fleets, ShipMark, ShipState
from renderers.deck import deck_png
from renderers.fleet import fleet_png
from renderers.key import deck_key, key_png, people_key
from tests.deck.plans import TRAINER
from tests.renderers.views import aftermath, everything, remembered

FOLDER = Path(__file__).parent / "approved"


def battle():
    """A battle with a ship of each class and in each state, and reserves."""
    ships = (
        ShipMark("Prometheus", 0, 200_000, 0.2, model="Titan", agility=2, batteries=41, built=52),
        ShipMark("Azure Dawn", 0, 30_000, agility=4, batteries=12, built=12),
        ShipMark("Lightfoot", 0, 5_000, 0.6, ShipState.DISABLED),
        ShipMark("Runner", 0, 800, 0.3, ShipState.GONE),
        ShipMark("Fighter 1", 0, 50, model="Fighter", agility=6, batteries=1, built=1),
        ShipMark("Abundance of Plenty", 0, 40_000, reserve=True),
        ShipMark("Vargr Fang", 1, 75_000, 0.4, model="Fang", agility=3, batteries=14, built=20),
        ShipMark("Tooth", 1, 20_000, 1, ShipState.SILENCED, agility=1, built=6),
        ShipMark("Claw", 1, 9_000, 1.0, ShipState.DESTROYED),
        ShipMark("Old Bone", 1, 300, 0.01, reserve=True),
    )
    shots = (Barrage(0, 6, 30, 9), Barrage(1, 8, 4), Barrage(4, 6, 1, 1), Barrage(6, 0, 12, 5), Barrage(6, 2, 2, 2))
    return Fleets("Navy against Corsairs", ("Navy", "Corsairs"), ships, shots, "turn 3, short range")


def hundred():
    """A hundred ships of four classes against sixty of three, everybody at everybody."""
    classes = (("Tigress", 500_000, 40), ("Gazelle", 400, 3), ("Wasp", 20, 1), ("Lightning", 60_000, 25))
    ships = [
        ShipMark(
            f"{name} {number}",
            side,
            tons,
            number % 5 / 6,
            ShipState.SILENCED if number % 11 == 10 else ShipState.FIGHTING,
            reserve=number % 7 == 6,
            model=name,
            agility=number % 3 + 2,
            batteries=built - number % 2,
            built=built,
        )
        for side, count, kinds in ((0, 25, classes), (1, 20, classes[1:]))
        for name, tons, built in kinds
        for number in range(1, count + 1)
    ]
    shots = tuple(Barrage(n, (n * 7) % 60 + 100 if n < 100 else (n * 7) % 100, n % 4 + 1, n % 3) for n in range(160))
    return Fleets("Navy against Corsairs", ("Navy", "Corsairs"), tuple(ships), shots, "turn 12, long range")


PICTURES = {
    "trainer": lambda: deck_png(View(as_drawn(read_plan(TRAINER, "trainer")), 0)),
    "everything": lambda: deck_png(everything()),
    "aftermath": lambda: deck_png(aftermath()),
    "aftermath_in_part": lambda: deck_png(replace(aftermath(), crop=(At(0, 3, 1), At(0, 9, 4)))),
    "remembered": lambda: deck_png(remembered()),
    "crop": lambda: deck_png(View(everything().board, 0, crop=(At(0, 3, 0), At(0, 8, 2)))),
    "key_of_people": lambda: key_png("People", people_key(fog=True)),
    "key_of_decks": lambda: key_png("Decks", deck_key(fog=True)),
    "fleet": lambda: fleet_png(battle()),
    "hundred_ships": lambda: fleet_png(hundred()),
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(picture())
