"""Standing orders for defensive fire: the worst hits first, then a second battery, then a third."""

from collections import Counter

from bot.systems.highguard.battle.fire import Defence, Guard, Sights, shots_left
from bot.systems.highguard.battle.standing.strength import chance, harm, through
from bot.systems.highguard.battle.state import Battle, Incoming
from bot.systems.highguard.combat.attack import obstacle
from bot.systems.highguard.combat.tables import CombatTables

LAYERS = 3
WORTH_A_SHOT = 0.05


def defence(battle: Battle, _: int, tables: CombatTables) -> Defence:
    """Batteries against the hits that wait: what stops each best, the most harmful first."""
    sights = Sights(battle, tables)
    threats = _threats(battle, sights)
    order = sorted(range(len(battle.incoming)), key=lambda index: -threats[index])
    left: dict[tuple[str, str], int] = {}
    guards: Counter[tuple[int, str]] = Counter()
    for _layer in range(LAYERS):
        for index in order:
            place = _best(battle, battle.incoming[index], sights, left)
            if place:
                left[battle.incoming[index].target, place] -= 1
                guards[index + 1, place] += 1
    allotted = tuple(Guard(against, place, count) for (against, place), count in guards.items())
    return Defence(allotted, "" if allotted else "no battery could stop any of the hits")


def _threats(battle: Battle, sights: Sights) -> list[float]:
    """How much each hit that waits may be expected to do; batteries of one volley are alike."""
    known: dict[tuple[str, str, str, bool], float] = {}
    threats = []
    for hit in battle.incoming:
        key = (hit.firer, hit.place, hit.target, hit.nuclear)
        if key not in known:
            aimed = sights.aim(hit, hit.firer, hit.dm, hit.because)
            known[key] = through(aimed) * harm(aimed, sights.tables)
        threats.append(known[key])
    return threats


def _best(battle: Battle, hit: Incoming, sights: Sights, left: dict[tuple[str, str], int]) -> str:
    """The place with batteries left that most likely stops a hit; empty where none does."""
    target, best, most = battle.ships[hit.target], "", WORTH_A_SHOT
    for place in sights.meets(hit):
        if left.setdefault((hit.target, place), shots_left(target, place)) <= 0:
            continue
        stopped = _stops(battle, hit, place, sights)
        if stopped > most:
            best, most = place, stopped
    return best


def _stops(battle: Battle, hit: Incoming, place: str, sights: Sights) -> float:
    weapon = battle.ships[hit.target].vessel.now.weapon(place)
    assert weapon is not None
    met = obstacle(sights.aim(hit, hit.firer, hit.dm, hit.because).shot, place, weapon.factor, sights.tables)
    return 1 - chance(met.needed - sum(modifier.dm for modifier in met.modifiers)) if met else 0.0
