"""How a battle may go, told again and again while it is played on by standing orders."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from bot.engine.cards import Card
from bot.engine.dice import LiveDice, new_seed
from bot.systems.highguard.battle.rounds import attackers, foremost
from bot.systems.highguard.battle.simulate import Progress, Tally, simulate
from bot.systems.highguard.battle.state import Battle, Step
from bot.systems.highguard.combat.tables import CombatTables
from bot.systems.highguard.design.entries import plain


def rehearsal(battle: Battle, battles: int, tables: CombatTables) -> Iterator[Card]:
    """A card after each turn of so many battles, with what all that ended came to; the dice are its own.

    Formations that are sealed are left out: how the battles go would tell the other side of them (HG-C03).
    """
    seed, unsealed = new_seed(), _unsealed(battle)
    for progress in simulate(unsealed, lambda number: LiveDice(seed, number << 32), tables, battles=battles):
        yield tally_card(battle, progress)


def _unsealed(battle: Battle) -> Battle:
    """The battle as it were if nobody had formed yet, in it and in its chases."""
    apart = tuple(_unsealed(chase) for chase in battle.apart)
    if battle.step is not Step.FORMATION:
        return replace(battle, apart=apart)
    first, second = (replace(side, sealed=None) for side in battle.sides)
    return replace(battle, sides=(first, second), waiting=(0, 1), apart=apart)


def tally_card(battle: Battle, progress: Progress) -> Card:
    """How the battles went that were played on from here; before one has ended, how the first one goes."""
    tally, playing = progress.tally, progress.playing
    lines = _first_lines(battle, playing) if playing and not tally.battles else _tally_lines(battle, tally)
    return Card(f"{battle.title}, by standing orders", tuple(lines))


def _first_lines(battle: Battle, playing: Battle) -> Iterator[str]:
    """How many ships still attack in the first battle that is played on, against those that do now."""
    yield f"The first battle is under way, turn {foremost(playing).turn}"
    for number, side in enumerate(battle.sides):
        yield f"{side.name}: {attackers(playing, number)} of {attackers(battle, number)} ships can still attack"


def _tally_lines(battle: Battle, tally: Tally) -> Iterator[str]:
    first, second = battle.sides
    shares = {
        f"Only {first.name} can still attack": tally.won[0],
        f"Only {second.name} can still attack": tally.won[1],
        "Undecided": tally.undecided,
    }
    played = tally.battles
    yield from (f"{what}: {_share(share, played)} ({share} of {tally.battles})" for what, share in shares.items())
    yield f"Turns on average: {tally.turns / played:.1f}"
    for side, tons in zip(battle.sides, tally.tons_lost, strict=True):
        yield f"{side.name} loses {plain(Fraction(tons, played), 0)} tons destroyed on average"


def _share(part: int, whole: int) -> str:
    """A share in per cent, with the error that so few tries leave: one standard deviation.

    Half a try more is counted either way (Jeffreys' prior), so that a few battles that end alike prove little.
    """
    likely = (part + 0.5) / (whole + 1)
    error = sqrt(likely * (1 - likely) / (whole + 2))
    return f"{100 * part / whole:.0f}% ± {100 * error:.0f}"
