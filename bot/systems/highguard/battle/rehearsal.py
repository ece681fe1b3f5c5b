"""How a battle may go, told again and again while it is played on by standing orders."""

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.cards import Card
from bot.engine.dice import LiveDice, new_seed
from bot.systems.highguard.battle.simulate import simulate
from bot.systems.highguard.battle.state import Battle, Step
from bot.systems.highguard.battle.wording import tally_card
from bot.systems.highguard.combat.tables import CombatTables


def rehearsal(battle: Battle, battles: int, tables: CombatTables) -> Iterator[Card]:
    """A card after each of so many battles, every one with what all up to it came to; the dice are its own.

    Formations that are sealed are left out: how the battles go would tell the other side of them (HG-C03).
    """
    seed, unsealed = new_seed(), _unsealed(battle)
    for tally in simulate(unsealed, lambda number: LiveDice(seed, number << 32), tables, battles=battles, every=1):
        yield tally_card(battle, tally)


def _unsealed(battle: Battle) -> Battle:
    """The battle as it were if nobody had formed yet, in it and in its chases."""
    apart = tuple(_unsealed(chase) for chase in battle.apart)
    if battle.step is not Step.FORMATION:
        return replace(battle, apart=apart)
    first, second = (replace(side, sealed=None) for side in battle.sides)
    return replace(battle, sides=(first, second), waiting=(0, 1), apart=apart)
