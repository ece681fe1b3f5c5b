"""What a crew can mend in battle (HG-R01 to R05)."""

from collections import Counter
from dataclasses import replace

from bot.engine.cards import counted, whose
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.state import Place, Ship
from bot.systems.highguard.battle.upkeep import repair_attempts
from bot.systems.highguard.combat.spread import with_screen
from bot.systems.highguard.combat.vessel import SCREENS, Armament, Factors, Vessel

DRIVES = ("power", "maneuver", "jump", "computer")


def damaged_systems(vessel: Vessel) -> Counter[str]:
    """The systems that a crew can mend, each with how many attempts a turn it allows: one, or one a battery lost.

    What critical hits did is beyond them (HG-R04).
    """
    found: Counter[str] = Counter()
    for name in (*DRIVES, *SCREENS):
        if _factor(vessel.now, name) < _factor(vessel.built, name):
            found[name] = 1
    for built in vessel.built.armament:
        now = vessel.now.weapon(built.place)
        if now is not None and now != built:
            found[built.place] = built.batteries - now.batteries + (now.factor < built.factor)
    return Counter({name: tries for name, tries in found.items() if name not in vessel.criticals})


def _factor(factors: Factors, name: str) -> int:
    factor: int = factors.screen(name) if name in SCREENS else getattr(factors, name)
    return factor


def check_repairs(ship: Ship, systems: Counter[str]) -> None:
    """Raise RuleError for repairs that can't be tried (HG-R01 to R05, R-59)."""
    vessel, name = ship.vessel, ship.name
    if ship.place is not Place.RESERVE:
        raise RuleError(f"{name} is in the line: only ships in reserve make repairs (HG-R01).")
    if vessel.now.crew < vessel.built.crew:
        raise RuleError(f"{name} has lost crew and can't make repairs until its factor is restored (HG-R01).")
    most = repair_attempts(vessel.tons)
    if systems.total() > most:
        raise RuleError(
            f"{whose(name)} crew tries {counted(most, 'repair')} in a turn at most, not {systems.total()} (HG-R02)."
        )
    able = damaged_systems(vessel)
    for system, tries in systems.items():
        if system in vessel.criticals:
            raise RuleError(f"{whose(name)} {system} was lost to a critical hit: only a yard replaces it (HG-R04).")
        if tries > able[system]:
            raise RuleError(
                f"{whose(name)} {system} allows {counted(able[system], 'attempt')} this turn, not {tries} (HG-R03)."
            )


def repaired(vessel: Vessel, system: str) -> Vessel:
    """The vessel with one hit on a system undone: a factor, or a battery in full (HG-R04, R-59)."""
    return replace(vessel, now=_mended(vessel, system), hits=_fewer(vessel, system))


def _mended(vessel: Vessel, system: str) -> Factors:
    now = vessel.now
    if system in SCREENS:
        return with_screen(now, system, now.screen(system) + 1)
    if system in DRIVES:
        changes: dict[str, int] = {system: getattr(now, system) + 1}
        return replace(now, **changes)  # type: ignore[arg-type]
    armament = tuple(_restored(each, vessel) if each.place == system else each for each in now.armament)
    return replace(now, armament=armament)


def _restored(weapon: Armament, vessel: Vessel) -> Armament:
    built = vessel.built.weapon(weapon.place)
    assert built is not None
    if weapon.factor < built.factor:
        return replace(weapon, factor=weapon.factor + 1)
    return replace(weapon, batteries=weapon.batteries + 1)


def _fewer(vessel: Vessel, system: str) -> tuple[tuple[str, int], ...]:
    """The hits that count for the even spread, with one fewer on a system."""
    return tuple((name, max(0, hits - (name == system))) for name, hits in vessel.hits)
