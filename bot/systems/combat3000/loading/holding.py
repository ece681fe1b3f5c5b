"""What somebody can hold at once: two hands, or three (C3K Weapon use)."""

from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand

_TAKES = {Hand.RIGHT: 1, Hand.LEFT: 1, Hand.BOTH: 2}


def hands_of(figure: Figure, book: Book) -> int:
    """How many hands a creature has."""
    creature = book.creatures.get(figure.creature)
    return 3 if creature is not None and "three-arms" in creature.traits else 2


def hands_busy(figure: Figure, besides: str = "") -> int:
    """How many hands hold something, not counting those that hold the weapon named `besides`."""
    return sum(_TAKES.get(carried.hand, 0) for carried in figure.weapons if carried.name != besides)


def check_room(name: str, figure: Figure, carried: Carried, book: Book) -> None:
    """Raise RuleError where a weapon is to be in a hand that holds another already.

    Of three hands any holds anything, as long as there are enough of them (ruling B-F31).
    """
    wanted = _TAKES.get(carried.hand, 0)
    hands = hands_of(figure, book)
    others = [held for held in figure.weapons if held.name != carried.name and held.hand in _TAKES]
    taken = [held for held in others if Hand.BOTH in {held.hand, carried.hand} or held.hand is carried.hand]
    blocked = taken if hands == 2 else others
    if wanted and blocked and (hands == 2 or wanted + hands_busy(figure, carried.name) > hands):
        raise RuleError(
            f"{name} has no hand free for {carried.name}: put {sentence((held.name for held in blocked), 'or')} away "
            f"first, with /character give weapon:{blocked[0].name} values:hand stowed (C3K Weapon use)."
        )
