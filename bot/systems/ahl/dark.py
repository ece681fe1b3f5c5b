"""What people see in the dark, where sides know only what they have seen (AHL 21, 23; ruling R-168)."""

from collections.abc import Callable, Mapping

from bot.deck.board import Board
from bot.deck.passage import is_dark
from bot.deck.plan import At, range_between
from bot.deck.posture import places
from bot.engine.fields import Setting
from bot.engine.scene import Game, Unit
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.tables import Weapon

# As far one sees who is in the dark, in squares, where darkness hides anybody (ruling R-168).
SEEN_WITHIN = 12
HIDES = "hides"
DARKNESS = Setting(
    "darkness",
    ("thin", HIDES),
    f"where sides know only what they have seen: hides nobody in line of sight, or what is dark and over {SEEN_WITHIN} "
    "squares away but for who fires there, and not from robots and vision devices (ruling R-168)",
)


def aware_of(weapons: Mapping[str, Weapon], game: Game, unit: Unit) -> Callable[[At], bool] | None:
    """Which of the squares in line of sight somebody on the deck sees, None where that is all: by the ruling's option
    none that lies in the dark beyond SEEN_WITHIN, unless somebody fires from there.

    Robots see in the dark, and so does whoever has a vision device in hand (AHL 21).
    """
    board: Board = game.board
    everywhere = game.settings.get("dark") == "yes"
    if game.settings.get(DARKNESS.name) != HIDES or not (board.dark or everywhere) or _sees(weapons, unit.sheet):
        return None
    eyes, apart, firing = places(board.people[unit.name]), board.plan.separation, _firing(game)

    def seen(at: At) -> bool:
        if at in firing or not (everywhere or is_dark(board, at)):
            return True
        return min(range_between(eye, at, apart) for eye in eyes) <= SEEN_WITHIN

    return seen


def _sees(weapons: Mapping[str, Weapon], character: Character) -> bool:
    held = character.weapons[0].weapon if character.weapons else ""
    return character.robot or (held in weapons and "vision" in weapons[held].traits)


def _firing(game: Game) -> frozenset[At]:
    """The squares of those who fire in this step."""
    clock = game.ledger.clock
    if clock is None:
        return frozenset()
    people = game.board.people
    fired = (name for name in people if clock.of(name).fired)
    return frozenset(at for name in fired for at in places(people[name]))
