"""An answer taken back by a later one of the same side, as long as its step isn't resolved.

So it is with a formation until the other side has formed, and with the defender's decisions until the attacker has
decided: whatever else a side orders is thrown for, or acted upon, at once.
"""

from dataclasses import replace

from bot.systems.highguard.battle.state import Battle, Step


def reopened(battle: Battle, side: int) -> Battle:
    """The battle as it was before a side's answer in this step; as it is where there is nothing to replace."""
    if side in battle.waiting or not battle.waiting:
        return battle
    if battle.step is Step.FORMATION:
        again = battle.with_side(side, replace(battle.sides[side], sealed=None))
        return replace(again, waiting=tuple(sorted({*battle.waiting, side})))
    if battle.step is Step.DECISIONS and side == battle.defender:
        again = battle.with_ships(battle.undecided.values())
        return replace(again, waiting=(side, *battle.waiting), undecided={})
    return battle
