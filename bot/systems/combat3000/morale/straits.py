"""The circumstances of a test: what was said, what the deck and the turn show, and what is taken for granted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.engine.asked import given
from bot.engine.byword import check_known
from bot.engine.scene import Unit
from bot.systems.combat3000.asked.morale import Cause, MoraleAsked
from bot.systems.combat3000.figure.sheet import Figure, Vehicle
from bot.systems.combat3000.morale.known import Fray, fights
from bot.systems.combat3000.morale.ladder import Way
from bot.systems.combat3000.morale.testing import LEADS, Straits


@dataclass(frozen=True, slots=True)
class KnownStraits:
    """Somebody's circumstances, and what nobody knows of them, each as it is taken, by the name of what says else."""

    straits: Straits
    taken: tuple[tuple[str, str], ...] = ()


def straits_of(fray: Fray, unit: Unit, asked: MoraleAsked) -> KnownStraits:
    """The circumstances of somebody who tests; raises nothing, for whatever isn't known has a default."""
    known = {**_whereabouts(fray, unit), **_moves(fray, unit), **_others(fray, unit), **_unit(fray, unit)}
    said = {name: value for name in known if (value := getattr(asked, name, None)) is not None}
    values: dict[str, Any] = {**known, **said}
    if asked.said_cause is Cause.MEMBER_KILLED and asked.killed is None:
        values["killed"] = max(1, values["killed"])
    if asked.leader_killed is not None:
        values |= {
            "leader_killed": asked.leader_killed == "now",
            "leader_killed_before": asked.leader_killed == "before",
        }
    if asked.leader is not None:
        values["leader"] = {"good": LEADS, "bad": -LEADS, "none": 0}[asked.leader]
    exposed = not unit.sheet.now.gait and not values["cover"] if asked.still is None else asked.still
    taken = tuple(_taken(fray, unit, asked, values))
    values = {name: value or 0 if name == "leader" else value or False for name, value in values.items()}
    return KnownStraits(Straits(**values, exposed=exposed, dm=asked.dm, because=asked.because), taken)


def check_said(fray: Fray, unit: Unit, asked: MoraleAsked) -> None:
    """Raise RuleError for a player who says otherwise of somebody's turn than what befell them and those about them."""
    turns = {name: value for name, value in _whereabouts(fray, unit).items() if name in {"fired_on", "heavy"}}
    ways = {**_moves(fray, unit), **_others(fray, unit)}
    known = {**turns, **ways, **_unit(fray, unit)}
    del known["leader"]
    lost = ["now"] * known.pop("leader_killed") + ["before"] * known.pop("leader_killed_before")
    if fray.turn and not unit.sheet.now.gait and fray.in_cover(unit) is False:
        known["still"] = True
    said = given(asked)
    known["leader_killed"] = next((each for each in lost if each == asked.leader_killed), lost[0] if lost else "")
    so = {name: value for name, value in known.items() if value}
    check_known(fray.scene, unit.name, so | _not_so(fray, unit, ways), said)


def _not_so(fray: Fray, unit: Unit, ways: Mapping[str, Any]) -> dict[str, Any]:
    """What a turn knows not to be so: who on its deck didn't go there. Of who rides, and of whom the deck doesn't show,
    it may not have been told.
    """
    if fray.turn is None or fray.at(unit.name) is None:
        return {}
    own = {"advancing", "retreating"} if unit.sheet.rides else set[str]()
    return {name: value for name, value in ways.items() if value is False and name not in own}


def _whereabouts(fray: Fray, unit: Unit) -> dict[str, Any]:
    """Cover, and whether an enemy is near of whom their side knows; None where no deck shows it."""
    near = None
    if fray.at(unit.name) is not None:
        known = fray.as_known_to(unit)
        near = any(known.near(unit, enemy) for enemy in known.enemies(unit))
    return {
        "cover": fray.in_cover(unit),
        "alone": None if near is None else not near,
        "fired_on": fray.fired_on(unit),
        "heavy": fray.heavily(unit),
    }


def _moves(fray: Fray, unit: Unit) -> dict[str, Any]:
    """Which way they moved; None where they did, and no deck shows it."""
    now = unit.sheet.now
    if not now.gait:
        return {"advancing": False, "retreating": False}
    if now.way is Way.UNKNOWN:
        return {"advancing": None, "retreating": True if unit.sheet.nerve.broken else None}
    return {"advancing": now.way is Way.ADVANCES, "retreating": now.way is Way.RETREATS}


def _others(fray: Fray, unit: Unit) -> dict[str, Any]:
    """What friends and enemies on the deck did; None without one."""
    if fray.at(unit.name) is None:
        return dict.fromkeys(("friends_advancing", "friends_retreating", "enemy_advancing", "vehicles"))
    friends = list(fray.friends(unit))
    known = fray.as_known_to(unit).units
    enemies = [each for each in fray.enemies(unit) if each.name in known]
    vehicles = [each for each in friends if isinstance(each.sheet, Vehicle) and each.sheet.weapons]
    return {
        "friends_advancing": fray.ways(unit, friends, Way.ADVANCES),
        "friends_retreating": fray.ways(unit, friends, Way.RETREATS),
        "enemy_advancing": fray.ways(unit, enemies, Way.ADVANCES, in_sight=True),
        "vehicles": any(fray.sees(unit, each) for each in vehicles),
    }


def _unit(fray: Fray, unit: Unit) -> dict[str, Any]:
    """What their unit has lost, and who leads it."""
    members = {name: fray.units[name].sheet for name in fray.unit_of(unit) if name in fray.units}
    dead = {name: sheet for name, sheet in members.items() if isinstance(sheet, Figure) and sheet.killed}
    now = {name for name, sheet in dead.items() if sheet.now.loss is not None}
    counted = {*fray.tests_with(unit)} - {unit.name}
    return {
        "killed": len(counted & now),
        "killed_before": len(counted & (dead.keys() - now)),
        "leader_killed": any(dead[name].led for name in now),
        "leader_killed_before": any(sheet.led for name, sheet in dead.items() if name not in now),
        "leader": _leader(fray, unit),
    }


def _leader(fray: Fray, unit: Unit) -> int | None:
    """What the leader who is with the unit adds, by their quality (ruling B-L4); None where nobody leads anybody."""
    group = [name for name in fray.unit_of(unit) if name in fray.units and fights(fray.units[name])]
    if len(group) < 2:
        return None
    first = fray.unit_of(unit)[0]
    if first not in group:
        return 0
    leader = fray.units[first].sheet
    return -LEADS if isinstance(leader, Figure) and leader.bad_leader else LEADS


_COUNTED = {
    "cover": "not in cover",
    "alone": "an enemy within 30 cm",
    "advancing": "not advancing",
    "retreating": "not retreating",
}


def _taken(fray: Fray, unit: Unit, asked: MoraleAsked, values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is taken for granted, and by what one says otherwise."""
    for name, words in _COUNTED.items():
        if values[name] is None:
            yield name, words
    if fray.at(unit.name) is None:
        if values["friends_advancing"] is None and any(True for _ in fray.friends(unit)):
            yield "friends advancing", "no friends advancing"
        if values["enemy_advancing"] is None:
            yield "enemy advancing", "no enemy advancing"
    if asked.leader is None and values["leader"] != -LEADS:
        yield "leader", "a good leader (ruling B-L4)" if values["leader"] else "no leader with them"
