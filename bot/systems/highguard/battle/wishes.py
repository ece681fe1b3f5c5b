"""What a side has chosen once for its whole battle, in words: what its hits knock out, and who of it falls, first."""

from collections.abc import Iterable, Iterator

from bot.engine.cards import Card, whose
from bot.systems.highguard.battle.boarding import Falling, falling_order, whole_order
from bot.systems.highguard.battle.state import Battle, Side
from bot.systems.highguard.combat.spread import HEAVIEST_FIRST


def preferred(side: Side) -> Card:
    """What a side's fire knocks out first, where the even spread leaves the choice to it."""
    lines = (*_preferences(side), "Hits are spread evenly all the same (HG-H26, HG-H27).")
    return Card(f"What {whose(side.name)} hits knock out first", lines)


def _preferences(side: Side) -> tuple[str, str]:
    weapons, screens = (", ".join(names) for names in (side.preference.weapons, side.preference.screens))
    return f"Weapons: {weapons}", f"Screens: {screens}"


def chosen_to_fall(side: Side) -> Card:
    """Who of a side's people falls first in boardings, and what an order to board changes of it."""
    usual = (
        f"{'All other ships' if side.falling.ships else 'All ships'}: {falling_order(whole_order(side.falling.usual))}"
    )
    default = "" if side.falling.usual else ", by default"
    board = "Where an order to board names marines and troops, those that it names first fall first (HG-B06)."
    return Card(f"Who of {side.name} falls first in boardings", (*_of_ships(side.falling), usual + default, board))


def _of_ships(falling: Falling) -> Iterator[str]:
    return (f"{ship}: {falling_order(whole_order(first))}" for ship, first in falling.ships.items())


def together(cards: Iterable[Card]) -> tuple[str, ...]:
    """Several cards as lines, each with its title before them."""
    return tuple(line for card in cards for line in (f"{card.title}:", *card.lines))


def wish_lines(battle: Battle) -> Iterator[str]:
    """Whatever the sides have chosen that isn't as ever."""
    for side in battle.sides:
        if side.preference != HEAVIEST_FIRST:
            yield f"{whose(side.name)} hits first knock out: {'; '.join(_preferences(side))}"
        if side.falling.usual:
            yield f"{whose(side.name)} people fall in boardings: {falling_order(whole_order(side.falling.usual))}"
        yield from (f"{whose(side.name)} people on {line}" for line in _of_ships(side.falling))
