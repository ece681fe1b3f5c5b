"""What a battle asks next, in words: who is waited for, which command answers it, and what there is to choose from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from bot.engine.cards import sentence
from bot.engine.tracker import Due, TrackedSide, Tracker
from bot.systems.highguard.battle.assault import boardable, defenders_of
from bot.systems.highguard.battle.boarding import KINDS, falling_order
from bot.systems.highguard.battle.command import commander_of
from bot.systems.highguard.battle.course import Waiting, awaited, pending
from bot.systems.highguard.battle.fire import Sights, ready, shots_left, weapon_kind
from bot.systems.highguard.battle.muster import COMMANDS
from bot.systems.highguard.battle.pursuit import can_pursue, group_agility, groups, pursuers
from bot.systems.highguard.battle.rounds import all_ships, fights, foremost
from bot.systems.highguard.battle.state import Battle, Incoming, Ship, Step
from bot.systems.highguard.battle.terminal import can_refuel, can_repair, can_revive
from bot.systems.highguard.combat.tables import CombatTables

MOST_NAMES = 6


def few(names: Iterable[str]) -> str:
    """Names in a sentence, a few of them where they are many."""
    listed = list(names)
    if len(listed) > MOST_NAMES:
        return f"{', '.join(listed[: MOST_NAMES - 1])} and {len(listed) - MOST_NAMES + 1} more"
    return sentence(listed or ["nobody"])


def waiting_line(battle: Battle) -> str:
    """Who is waited for, for what, and the commands that answer."""
    return _waiting_line(battle, pending(battle)) or "Nobody is waited for: /battle end ends it."


def fight_lines(battle: Battle) -> Iterator[str]:
    """Who is waited for in each fight, by its name."""
    for fight in fights(battle):
        if line := _waiting_line(fight, awaited(fight)):
            yield f"[{fight.name}] {line}"


def _waiting_line(battle: Battle, waits: Sequence[Waiting]) -> str:
    """The first few who are waited for, the others counted; nothing where nobody is."""
    more = [f"and {len(waits) - MOST_NAMES} more"] if len(waits) > MOST_NAMES else []
    groups = [
        (command, [_waited(battle, waiting) for waiting in group])
        for command, group in groupby(waits[:MOST_NAMES], key=lambda waiting: COMMANDS[waiting.step])
    ]
    asked = [f"{'; '.join(names)} → {command}" for command, names in groups]
    return f"Waiting: {'; '.join([*asked, *more])}" if waits else ""


def _waited(battle: Battle, waiting: Waiting) -> str:
    where = f" in the {waiting.battle}" if waiting.battle != battle.name else ""
    about = f" at {few(waiting.ships)}" if waiting.ships else ""
    return f"{battle.sides[waiting.side].name}, {waiting.step.value}{about}{where}"


def asked_lines(battle: Battle, tables: CombatTables) -> tuple[str, ...]:
    """What those who are waited for can choose from; nothing of what is sealed."""
    return tuple(line for fight in fights(battle) if fight.waiting for line in _asked(fight, tables))


def _asked(fight: Battle, tables: CombatTables) -> Iterator[str]:
    side = fight.waiting[0]
    if fight.step in {Step.COMBAT, Step.BREAKTHROUGH}:
        able = list(_ready(fight, side, tables))
        yield f"{fight.sides[side].name} can fire: {few(able) if able else 'nothing'}"
    if fight.step is Step.DEFENCE:
        yield from _hits(fight, tables)
    if fight.step is Step.PURSUIT:
        yield from _leaving(fight, side)
    if fight.step is Step.TERMINAL:
        yield from _afterwards(fight, side)


def _ready(fight: Battle, side: int, tables: CombatTables) -> Iterator[str]:
    """The batteries of a side's line that reach so far, bear and haven't fired, ship by ship."""
    for ship in fight.line(side):
        if left := [f"{place} {count}" for place, count in ready(fight, ship, tables)]:
            yield f"{ship.name} ({', '.join(left)})"


def _hits(fight: Battle, tables: CombatTables) -> Iterator[str]:
    """The hits that wait, by their numbers, and which batteries of their target can meet them."""
    sights = Sights(fight, tables)
    numbered = list(enumerate(fight.incoming, 1))
    for (target, firer, weapon), hits in groupby(numbered, key=lambda each: _salvo(fight, each[1], tables)):
        among = list(hits)
        first, last = among[0][0], among[-1][0]
        numbers = f"Hit {first}" if first == last else f"Hits {first} to {last}"
        ship = fight.ships[target]
        by = [f"{place} {shots_left(ship, place)}" for place in sights.meets(among[0][1])]
        yield f"{numbers} on {target}: {weapon} of {firer}, to be met by {few(by)}"


def _salvo(fight: Battle, hit: Incoming, tables: CombatTables) -> tuple[str, str, str]:
    weapon = fight.ships[hit.firer].vessel.now.weapon(hit.place)
    assert weapon is not None
    return hit.target, hit.firer, weapon_kind(weapon.weapon, tables, nuclear=hit.nuclear).name


def _leaving(fight: Battle, side: int) -> Iterator[str]:
    """Each group that breaks off, and who is fast enough to follow it."""
    free = pursuers(fight, side)
    for names in groups(fight, 1 - side).values():
        speed = group_agility(fight, names)
        able = few(name for name, own in free.items() if can_pursue(own, speed))
        yield f"{few(names)}: breaking off at agility {speed}; fast enough to follow: {able}"


def _afterwards(fight: Battle, side: int) -> Iterator[str]:
    """What a side can do in the terminal step."""
    able: dict[str, Callable[[Ship], bool]] = {
        "can make repairs": lambda ship: ship.side == side and can_repair(ship),
        "can wake a frozen watch": lambda ship: ship.side == side and can_revive(ship),
        "has room for fuel": lambda ship: ship.side == side and ship.present and can_refuel(fight, ship),
        "open to boarding": lambda ship: boardable(ship, side),
    }
    for what, fits in able.items():
        names = [ship.name for ship in fight.ships.values() if fits(ship)]
        if names:
            yield f"{fight.sides[side].name}: {what}: {few(names)}"
    yield from _falling(fight, side)


def _falling(fight: Battle, side: int) -> Iterator[str]:
    """Whose owner can still say who falls first if a side boards them: they are told what it is otherwise (R-58)."""
    owner = fight.sides[1 - side]
    open_ships = [ship for ship in fight.ships.values() if boardable(ship, side) and not owner.falling.of(ship.name)]
    if names := [ship.name for ship in open_ships if len(defenders_of(ship.vessel).ranks) > 1]:
        usual = falling_order(kind for kind in KINDS if kind != "security")
        yield f"{owner.name}: on {few(names)} fall {usual}, unless /battle standing fall says otherwise (HG-B06)"


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
        return TrackedSide(name, note="no ship has joined: /battle join")
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


def half_done(battle: Battle) -> str:
    """The step of a battle, or of a chase, that some have taken and others still owe, in words; "" where none is."""
    if not any(map(_begun, fights(battle))):
        return ""
    return f"a step of the battle is half done. {waiting_line(battle)}".rstrip(".")


def _begun(fight: Battle) -> bool:
    """Whether something in its step waits for somebody else: a sealed formation, half the decisions, hits, fire."""
    sealed = any(side.sealed or side.own_orders for side in fight.sides)
    firing = fight.step in {Step.COMBAT, Step.DEFENCE, Step.BREAKTHROUGH}
    return bool(sealed or fight.undecided or fight.incoming or fight.harm or firing)
