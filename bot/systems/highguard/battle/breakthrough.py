"""What follows the firing (HG-C25 to C28): the damage step, in which all that was noted takes effect at once (R-50),
breakthrough at the reserve, and on to the pursuit step.
"""

from collections import Counter
from collections.abc import Container
from dataclasses import replace

from bot.engine.dice import Dice
from bot.systems.highguard.battle.decisions import by_size, spared
from bot.systems.highguard.battle.pursuit import begin_pursuit
from bot.systems.highguard.battle.report import Broken, Damaged, Turned
from bot.systems.highguard.battle.state import Battle, Ship, Station, Step
from bot.systems.highguard.combat.losses import Loss, suffer
from bot.systems.highguard.combat.readiness import can_attack, disabled, take_energy
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
        after = replace(before, vessel=vessel, place=Station.DESTROYED if vessel.destroyed else before.place)
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
        if craft.place is Station.ABOARD and craft.carrier in hit:
            carrier = battle.ships[craft.carrier].vessel
            berths = room.setdefault(craft.carrier, _berths(carrier))
            berths[craft.kind] -= 1
            if berths[craft.kind] < 0:
                destroyed = replace(craft.vessel, destroyed=WITH_CARRIER)
                lost.append(replace(craft, vessel=destroyed, place=Station.DESTROYED))
    return lost


def _berths(carrier: Vessel) -> Counter[str]:
    return Counter() if carrier.destroyed else Counter({each.name: each.count for each in carrier.craft})


def line_broken(battle: Battle, side: int) -> bool:
    """Whether no ship in a side's line has an offensive weapon left, or none stands in it (HG-C26, R-93)."""
    return not any(can_attack(ship.vessel) for ship in battle.line(side))


def go_on(turned: Turned, dice: Dice) -> Turned:
    """The rest of the turn as far as nobody must decide: once all targets were exposed, the damage step."""
    battle = turned.battle
    if battle.presented:
        return turned
    damaged = damage_step(battle, dice)
    turned = turned.then(damaged.battle, damaged.events)
    if battle.step is Step.COMBAT:
        return _breakthrough(turned)
    return begin_pursuit(turned)


def _breakthrough(turned: Turned) -> Turned:
    battle = turned.battle
    broken = [side for side in (0, 1) if line_broken(battle, side)]
    for side in broken:
        battle = battle.with_side(side, replace(battle.sides[side], broken=True))
    turned = turned.then(battle, [Broken(side, empty=not any(battle.line(side))) for side in broken])
    if len(broken) != 1 or not any(battle.reserve(broken[0])):
        return begin_pursuit(turned)
    return turned.then(_exposed(battle, broken[0]))


def _exposed(battle: Battle, broken: int) -> Battle:
    """The reserve before the victor's guns, which may all fire again as far as there is energy (R-56, R-16)."""
    targets = tuple(ship.name for ship in sorted(battle.reserve(broken), key=by_size))
    victors = battle.line(1 - broken)
    again = [replace(ship, fired={}, vessel=spared(ship.vessel, battle.range)) for ship in victors]
    step = replace(battle.with_ships(again), step=Step.BREAKTHROUGH, presented=(targets,))
    return replace(step, waiting=(1 - broken,))
