"""Who is waited for in a battle and its chases, for the one message that shows it to everybody."""

from bot.engine.tracker import Due, TrackedSide, Tracker
from bot.systems.highguard.battle.asking import few
from bot.systems.highguard.battle.command import commander_of
from bot.systems.highguard.battle.course import Waiting, awaited, pending
from bot.systems.highguard.battle.muster import COMMANDS
from bot.systems.highguard.battle.rounds import all_ships, fights, foremost
from bot.systems.highguard.battle.state import Battle, Step

# What a side owes in each step; where it is about ships, they follow.
_OWED = {
    Step.FORMATION: "its formation",
    Step.RANGE: "the range of the turn",
    Step.DECISIONS: "its decisions before the firing",
    Step.COMBAT: "its fire at {ships}",
    Step.DEFENCE: "the defence of {ships}",
    Step.BREAKTHROUGH: "its fire at the reserve, {ships}",
    Step.PURSUIT: "whom it pursues",
    Step.TERMINAL: "what it does beside the fight",
}


def tracker(battle: Battle) -> Tracker:
    """What a battle waits for; of a formation that is sealed only that it is (HG-C03)."""
    sides = tuple(_side(battle, number) for number in (0, 1)) if pending(battle) else ()
    return Tracker(battle.title, _stands(battle), sides)


def _stands(battle: Battle) -> str:
    if not pending(battle):
        return "Nobody is waited for: /battle end ends it"
    now = foremost(battle)
    return f"Turn {now.turn}, {now.minutes} minutes in, {now.range} range"


def _side(battle: Battle, number: int) -> TrackedSide:
    name = battle.sides[number].name
    if not any(ship.side == number for ship in all_ships(battle)):
        return TrackedSide(name, told="no ship has joined: /battle join")
    due = tuple(
        _due(fight, waiting) for fight in fights(battle) for waiting in awaited(fight) if waiting.side == number
    )
    default = f"standing orders do it for {name}" if due else ""
    commander = commander_of(battle, number)
    return TrackedSide(name, _owners(battle, number), due, default, _told(battle, number), commander)


def _due(fight: Battle, waiting: Waiting) -> Due:
    where = "" if fight.name == "main" else f" in the {fight.name}"
    owed = _OWED[waiting.step].format(ships=few(waiting.ships))
    return Due(f"{owed}{where}", f"turn {fight.turn}, {waiting.step.value}", COMMANDS[waiting.step])


def _owners(battle: Battle, side: int) -> tuple[str, ...]:
    """Whose ships a side has that are still there, in the order in which they joined."""
    there = (ship for fight in fights(battle) for ship in fight.fleet(side))
    return tuple(dict.fromkeys(ship.owner for ship in there))


def _told(battle: Battle, number: int) -> str:
    side = battle.sides[number]
    if side.standing:
        return "played by standing orders"
    if battle.step is Step.FORMATION and side.sealed:
        return "has formed, sealed"
    return ""
