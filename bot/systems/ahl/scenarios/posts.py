"""Who of a scenario keeps still, and till when: crew at their stations, the surprised, thieves in crates, a truce."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.deck.plan import adjacent
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.scenario import Scenario, Special
from bot.engine.scene import Scene, Unit
from bot.engine.staging import Juncture, Ruling
from bot.systems.ahl.sheet.character import can_fight
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Clock
from bot.systems.alarms import sounded
from bot.systems.ruled import Act, listed, parts

_POSTS = re.compile(r"(.+), (?:until seen on (.+?)|until alarmed or seen on (.+?))(, then only move)?")
_KEEPS = "keeping their station"
_DOES_NOTHING = frozenset({"fire", "cover", "melee", "grenade"})


def clock(stage: Juncture) -> Clock | None:
    """The turn that is kept."""
    found: Clock | None = stage.game.ledger.clock
    return found


def with_clock(stage: Juncture, after: Clock) -> Juncture:
    """The stage with the turn as it is now."""
    return replace(stage, game=stage.game.keeping(replace(stage.game.ledger, clock=after)))


# --- stations, AHL scenario I.3 ---


def _check_posts(_: Scenario, special: Special) -> str:
    if _POSTS.fullmatch(special.about):
        return ""
    return "write whose and until when, as in “posts, Suited crew, until seen on 40, then only move”."


def _posts(stage: Juncture) -> tuple[list[Unit], str, bool]:
    """Who keeps their stations, on which deck an enemy has to be seen, and whether the alarm is enough."""
    found = _POSTS.fullmatch(stage.about)
    assert found is not None, "it was read before play"
    return stage.people(*listed(found[1])), found[2] or found[3], bool(found[3])


def _stay(stage: Juncture) -> Act | None:
    """Until they are free they are busy with their stations; an enemy who is seen there frees them."""
    kept, (own, deck, by_alarm) = clock(stage), _posts(stage)
    if kept is None or "seen" in stage.kept:
        return None
    busy = [unit.name for unit in own if kept.of(unit.name).busy == _KEEPS]
    seen = stage.floor == deck and any(stage.staged.witness(stage.game, unit.name) for unit in _alike(stage, own))
    if seen or (by_alarm and stage.playing.alarm):
        return lambda _: _freed(stage, kept, busy, seen=seen)
    there = [unit for unit in own if can_fight(unit) and unit.name in stage.game.board.people]
    idle = [unit.name for unit in there if unit.name not in busy]
    if not idle:
        return None
    return lambda _: with_clock(stage, _busied(kept, idle))


def _alike(stage: Juncture, own: Sequence[Unit]) -> list[Unit]:
    """Everybody of their side on the deck."""
    sides = {unit.side for unit in own}
    return [unit for unit in stage.there() if unit.side in sides]


def _busied(kept: Clock, names: Collection[str]) -> Clock:
    for name in names:
        kept = kept.doing(name, busy=_KEEPS, plan=None)
    return kept


def _freed(stage: Juncture, kept: Clock, busy: Collection[str], *, seen: bool) -> Juncture:
    for name in busy:
        kept = kept.doing(name, busy="", plan=Intention.MOVE if kept.phase else None)
    told = "The enemy is seen: they leave their stations" if seen else "They are alerted, and leave their stations"
    return with_clock(stage, kept).keeping(seen=kept.turn).telling(told)


def _only_moves(stage: Juncture, verb: str, unit: Unit) -> str:
    """On the turn of sighting they only move."""
    found, kept = _POSTS.fullmatch(stage.about), clock(stage)
    assert found is not None, "it was read before play"
    first = kept is not None and stage.kept.get("seen") == kept.turn and bool(found[4])
    if not first or verb not in _DOES_NOTHING or unit.name not in {each.name for each in _posts(stage)[0]}:
        return ""
    return f"{unit.name} only moves in the turn in which the enemy is seen ({stage.scenario.rule})."


def _alerted(stage: Juncture) -> Act | None:
    """After the first action phase those of them who are awake alert their side (AHL scenario I.3)."""
    if stage.moment is None or stage.moment < (1, 2) or stage.playing.alarm or "asked" in stage.kept:
        return None
    awake = stage.there(*listed(stage.about))
    if not awake:
        return lambda _: stage.keeping(asked=1)
    return lambda _: sounded(stage.keeping(asked=1), f"{awake[0].name} is awake after the first phase")


# --- snap shots alone, AHL scenario VI.2 ---


def _snaps_alone(stage: Juncture, verb: str, unit: Unit) -> str:
    names = {each.name for each in stage.people(*listed(stage.about))}
    if stage.moment != (1, 1) or unit.name not in names or (verb == "fire" and _has_one_beside(stage, unit)):
        return ""
    return _surprised_words(stage, unit.name)


def _has_one_beside(stage: Juncture, unit: Unit) -> bool:
    """Whether one of another side is adjacent to somebody."""
    people = stage.game.board.people
    others = (people[each.name].at for each in stage.there() if each.side != unit.side)
    return unit.name in people and any(adjacent(people[unit.name].at, at) for at in others)


def _surprised_words(stage: Juncture, name: str) -> str:
    return (
        f"{name} is surprised in this phase, and does nothing but fire snap shots at whoever comes adjacent "
        f"({stage.scenario.rule})."
    )


def _fires_beside(stage: Juncture, scene: Scene, verb: str) -> Juncture:
    """Raises RuleError where one of the surprised has fired at somebody who isn't adjacent."""
    names = {each.name for each in stage.people(*listed(stage.about))}
    if verb != "fire" or stage.moment != (1, 1):
        return stage
    people = scene.board.people if scene.board else {}
    for unit in scene.units.get("name", ()):
        at = people.get(unit.name)
        for target in scene.units.get("target", ()) if unit.name in names else ():
            if at is None or target.name not in people or not adjacent(at.at, people[target.name].at):
                raise RuleError(_surprised_words(stage, unit.name))
    return stage


# --- breaking out of crates, AHL scenario IV ---

_HALVES, _HALVES_IN_BATTLE_DRESS = 12, 6


def _breaks_out(stage: Juncture) -> Act | None:
    """Whoever begins in a crate pays the whole first phase to break out, and 3 AP in battle dress."""
    kept = clock(stage)
    if kept is None or (kept.turn, kept.phase) != (1, 0) or "done" in stage.kept:
        return None
    after = kept
    for unit in stage.people(*listed(stage.about)):
        owes = _HALVES_IN_BATTLE_DRESS if unit.sheet.armour == "battle dress" else _HALVES
        after = after.doing(unit.name, debt=owes)
    return lambda _: with_clock(stage, after).keeping(done=1)


# --- nobody shoots in the first phase after an encounter, AHL scenario IV ---


def _encounter(stage: Juncture) -> Act | None:
    """Once more of a side have come, all on the deck are planned to move, and nobody shoots in the next phase."""
    side, deck = parts(stage.special)
    names, kept = [unit.name for unit in stage.people(side)], clock(stage)
    if kept is None or stage.floor != deck:
        return None
    new = [name for name in names if name not in stage.kept]
    if not new:
        return None
    noted = stage.keeping(**dict.fromkeys(new, 1))
    if "truce" not in stage.kept:
        return lambda _: noted.keeping(truce=0)
    return lambda _: _truce(noted, kept)


def _truce(stage: Juncture, kept: Clock) -> Juncture:
    for name in stage.game.board.people:
        kept = kept.doing(name, plan=Intention.MOVE) if not kept.phase else kept
    told = "Both sides are planned to move, and nobody shoots in the first phase"
    return with_clock(stage, kept).keeping(truce=kept.turn).telling(told)


def _no_fire(stage: Juncture, verb: str, unit: Unit) -> str:
    if stage.moment != (stage.kept.get("truce", 0), 1) or verb not in {"fire", "cover", "grenade"}:
        return ""
    return f"{unit.name} can't shoot in the first phase after an encounter ({stage.scenario.rule})."


# --- shots that give the alarm, AHL scenario VI.2 ---


def fired(kept: Clock | None) -> list[str]:
    """Who has fired in this phase, or lays covering fire in it."""
    if kept is None:
        return []
    shot = [name for name, doing in kept.people.items() if doing.fired or doing.deeds.snaps or doing.deeds.covered]
    return [*shot, *(line.firer for line in kept.covering)]


def _heard(stage: Juncture) -> Act | None:
    if stage.playing.alarm or stage.floor not in listed(stage.about):
        return None
    shots = fired(clock(stage))
    return (lambda _: sounded(stage, f"{sentence(shots[:1])} has fired")) if shots else None


POSTS: dict[str, Ruling] = {
    "posts": Ruling(
        "Those stay at their stations until an enemy is seen there, or the alarm frees them",
        checks=_check_posts,
        happens=_stay,
        bars=_only_moves,
        kept=True,
    ),
    "alerted by": Ruling(
        "One of those who is awake after the first action phase gives the alarm", happens=_alerted, kept=True
    ),
    "snap shots alone": Ruling(
        "Those do nothing in the first action phase but fire snap shots at whoever comes adjacent",
        bars=_snaps_alone,
        notes=_fires_beside,
        kept=True,
    ),
    "break out": Ruling(
        "Those spend the first action phase breaking out of their crates, in battle dress 3 AP of it",
        happens=_breaks_out,
        kept=True,
    ),
    "truce": Ruling(
        "Once more of that side come onto that deck, all are planned to move, and nobody shoots in the first phase",
        happens=_encounter,
        bars=_no_fire,
        kept=True,
    ),
    "shots give the alarm": Ruling("Any shot on those decks gives the alarm", happens=_heard, kept=True),
}
