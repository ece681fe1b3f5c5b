"""People of no side in a scenario: who joins once it begins, whom somebody wins over, and whom shots drive over (AHL
scenario VI.2).
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.deck.plan import At, adjacent, range_between
from bot.engine.autopilot import Autopilot
from bot.engine.cards import sentence
from bot.engine.dice import Dice
from bot.engine.scene import Scene, Unit
from bot.engine.staging import Juncture, Ruling
from bot.systems.ahl.scenarios.posts import clock, fired
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Clock, clock_of
from bot.systems.ruled import Act, parts

# What is noted of one of them: thrown for and neutral still, one who has joined, and one who has fought since.
_STAYS, _JOINED, _FOUGHT = 1, 2, 3
_JOINS = 5


def _neutrals(stage: Juncture) -> tuple[str, str, str, str]:
    """The neutral side, the one that they join, the one whose shots drive them over, and who wins them over."""
    neutral, joined, other, by = parts(stage.special)
    return neutral, joined, other, by


def _undecided(stage: Juncture) -> Act | None:
    neutral, joined, _, by = _neutrals(stage)
    here, kept = stage.there(neutral), clock(stage)
    if not here or kept is None:
        return None
    shots, floor = f"shots on {stage.floor}", stage.floor
    if f"provoked on {floor}" in stage.kept:
        return lambda _: _join(stage, here, joined, "they were fired on")
    board = stage.game.board
    leader = next((board.people[unit.name].at for unit in stage.there(by)), None)
    won = [unit for unit in here if leader is not None and adjacent(leader, board.people[unit.name].at)]
    if won:
        return lambda _: _join(stage, won, joined, f"{by} wins them over")
    if shots not in stage.kept:
        told = "Shots are fired: the neutral crew take cover, out of everybody's field of fire where they can"
        return (lambda _: stage.keeping(**{shots: kept.turn}).telling(told)) if fired(kept) else None
    waiting = [unit for unit in here if unit.name not in stage.kept]
    if not waiting or kept.phase or kept.turn <= stage.kept[shots]:
        return None
    return lambda dice: _thrown(stage, waiting, joined, dice)


def _thrown(stage: Juncture, units: Collection[Unit], joined: str, dice: Dice) -> Juncture:
    """One die for each: who joins, and who stays neutral for good."""
    fell = {unit.name: dice.roll(1, why=f"whether {unit.name} joins") for unit in units}
    stage = stage.keeping(**dict.fromkeys(fell, _STAYS))
    joining = [unit for unit in units if fell[unit.name] >= _JOINS]
    return _join(stage, joining, joined, f"{_JOINS}+ on a die") if joining else stage


def _join(stage: Juncture, units: Collection[Unit], side: str, why: str) -> Juncture:
    owner = next((unit.owner for unit in stage.people(side) if unit.owner), "")
    now = [replace(unit, side=side, owner=owner) for unit in units]
    names = [unit.name for unit in units]
    pilots = {**stage.game.ledger.piloted, **_orders(stage, side, names)}
    pilots = {name: pilot for name, pilot in pilots.items() if pilot is not None}
    units_now = stage.game.units.having(*now)
    game = replace(stage.game, units=units_now).keeping(replace(stage.game.ledger, piloted=pilots))
    stage = replace(stage, game=game)
    join = "join" if len(names) > 1 else "joins"
    return stage.keeping(**dict.fromkeys(names, _JOINED)).telling(f"{sentence(names)} {join} the {side}: {why}")


def _orders(stage: Juncture, side: str, names: Collection[str]) -> Mapping[str, Autopilot | None]:
    """By what orders those act who join a side: by those of the first of it on the deck who has any."""
    pilots = stage.game.ledger.piloted
    theirs = (pilots[unit.name] for unit in (*stage.there(side), *stage.people(side)) if unit.name in pilots)
    return dict.fromkeys(names, next(theirs, None))


# --- what is noted of orders ---


def _noticed(stage: Juncture, scene: Scene, verb: str) -> Juncture:
    """Shots of the one side at the neutral, or at a convert who has done nothing hostile yet; and hostile acts."""
    neutral, _, other, _by = _neutrals(stage)
    acting = scene.units.get("name", ())
    done = [unit for unit in acting if _acted(stage, scene, verb, unit)]
    for unit in done:
        if stage.kept.get(unit.name) == _JOINED and _is_hostile(stage, scene, verb, unit, other):
            stage = stage.keeping(**{unit.name: _FOUGHT})
    if verb in {"fire", "cover", "grenade"} and any(unit.side == other for unit in done):
        spared = {neutral}
        for target in scene.units.get("target", ()):
            if target.side in spared or stage.kept.get(target.name) == _JOINED:
                stage = stage.keeping(**{f"provoked on {stage.floor}": 1})
    return stage


def _acted(stage: Juncture, scene: Scene, verb: str, unit: Unit) -> bool:
    """Whether an order was carried out, and isn't only kept for a later step."""
    before, after = clock_of(scene), clock(stage)
    if before is None or after is None or verb not in {"fire", "cover", "melee"}:
        return True
    return before.of(unit.name) != after.of(unit.name) or before.covering != after.covering


def _is_hostile(stage: Juncture, scene: Scene, verb: str, unit: Unit, other: str) -> bool:
    """Planning to cover or aim, a shot, a blow, or a move towards one of the other side (AHL scenario VI.2)."""
    if verb in {"fire", "cover", "melee", "grenade"}:
        return True
    if verb == "plan":
        # Nobody plans but in a turn that is kept.
        kept: Clock = stage.game.ledger.clock
        return kept.of(unit.name).plan in {Intention.COVER, Intention.AIM}
    if verb != "move" or scene.board is None:
        return False
    before, after = scene.board.people.get(unit.name), stage.game.board.people.get(unit.name)
    enemies = [stage.game.board.people[each.name].at for each in stage.there(other)]
    return before is not None and after is not None and any(_nearer(at, before.at, after.at) for at in enemies)


def _nearer(enemy: At, before: At, after: At) -> bool:
    """Whether a move has led towards somebody on the same level."""
    same = enemy.level == before.level == after.level
    return same and range_between(enemy, after, 0) < range_between(enemy, before, 0)


NEUTRALS = {
    "neutrals": Ruling(
        "Once shots are fired on their deck, each of them joins on 5 or 6 of a die at the next decision phase; who "
        "stands beside the one named joins at once, and all do where the other side fires on one of them",
        happens=_undecided,
        notes=_noticed,
        kept=True,
    ),
}
