"""The damage step: all that was noted takes effect at once (HG-C25, R-50)."""

from collections import Counter
from collections.abc import Container
from dataclasses import replace

from bot.engine.dice import Dice
from bot.systems.highguard.battle.report import Damaged, Turned
from bot.systems.highguard.battle.state import Battle, Place, Ship
from bot.systems.highguard.combat.charge import take_energy
from bot.systems.highguard.combat.loss import Loss
from bot.systems.highguard.combat.losses import suffer
from bot.systems.highguard.combat.readiness import can_attack, disabled
from bot.systems.highguard.combat.vessel import Vessel

WITH_CARRIER = "with its carrier"


def damage_step(battle: Battle, dice: Dice) -> Turned:
    """Apply what was noted against each ship, craft aboard included; nothing is left noted."""
    events: list[Damaged] = []
    changed: list[Ship] = []
    for name, harm in battle.harm.items():
        before = battle.ships[name]
        enemy = battle.sides[1 - before.side]
        vessel, losses = suffer(
            before.vessel, harm.rolls, dice, enemy.preference, tanks_silence=battle.house.tanks_silence
        )
        vessel = take_energy(vessel, harm.energies)
        after = replace(before, vessel=vessel, place=Place.DESTROYED if vessel.destroyed else before.place)
        changed.append(after)
        events.append(_told(before, after, losses))
    battle = battle.with_ships(changed)
    lost = _craft_lost(battle, {ship.name for ship in changed})
    events += [Damaged(craft.name, craft.side, (), WITH_CARRIER) for craft in lost]
    return Turned(replace(battle.with_ships(lost), harm={}), tuple(events))


def _told(before: Ship, after: Ship, losses: tuple[Loss, ...]) -> Damaged:
    return Damaged(
        after.name,
        after.side,
        losses,
        after.vessel.destroyed,
        disabled=disabled(after.vessel) and not disabled(before.vessel),
        silenced=can_attack(before.vessel) and not can_attack(after.vessel),
    )


def _craft_lost(battle: Battle, hit: Container[str]) -> list[Ship]:
    """Craft aboard that went with their carrier or its hangar (HG-H22)."""
    room: dict[str, Counter[str]] = {}
    lost = []
    for craft in battle.ships.values():
        if craft.place is Place.ABOARD and craft.carrier in hit:
            carrier = battle.ships[craft.carrier].vessel
            berths = room.setdefault(craft.carrier, _berths(carrier))
            berths[craft.kind] -= 1
            if berths[craft.kind] < 0:
                destroyed = replace(craft.vessel, destroyed=WITH_CARRIER)
                lost.append(replace(craft, vessel=destroyed, place=Place.DESTROYED))
    return lost


def _berths(carrier: Vessel) -> Counter[str]:
    return Counter() if carrier.destroyed else Counter({each.name: each.count for each in carrier.craft})
