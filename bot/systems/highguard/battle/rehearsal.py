"""How a battle may go, told again and again while it is played on by standing orders."""

from collections.abc import Iterator

from bot.engine.cards import Card
from bot.engine.dice import LiveDice, new_seed
from bot.systems.highguard.battle.simulate import simulate
from bot.systems.highguard.battle.state import Battle
from bot.systems.highguard.battle.wording import tally_card
from bot.systems.highguard.combat.tables import CombatTables


def rehearsal(battle: Battle, battles: int, tables: CombatTables) -> Iterator[Card]:
    """A card after each of so many battles, every one with what all up to it came to; the dice are its own."""
    seed = new_seed()
    for tally in simulate(battle, lambda number: LiveDice(seed, number << 32), tables, battles=battles, every=1):
        yield tally_card(battle, tally)
