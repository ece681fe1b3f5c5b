"""What a battle asks next, in words: who is waited for, which command answers it, and what there is to choose from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from bot.engine.cards import Suggestion, sentence
from bot.engine.tracker import TrackedSide, Tracker
from bot.systems.highguard.battle.boarding import KINDS, falling_order
from bot.systems.highguard.battle.choosing import Able, Batteries, CanFire, Choice, Falls, Fleeing, ToMeet
from bot.systems.highguard.battle.command import commander_of
from bot.systems.highguard.battle.course import pending
from bot.systems.highguard.battle.muster import ANSWERS
from bot.systems.highguard.battle.report import Waiting
from bot.systems.highguard.battle.rounds import all_ships, fights, foremost
from bot.systems.highguard.battle.state import MAIN, Battle, Step
from bot.systems.highguard.battle.told import Waits, waits_of

MOST_NAMES = 6


def few(names: Iterable[str]) -> str:
    """Names in a sentence, a few of them where they are many."""
    listed = list(names)
    if len(listed) > MOST_NAMES:
        return f"{', '.join(listed[: MOST_NAMES - 1])} and {len(listed) - MOST_NAMES + 1} more"
    return sentence(listed or ["nobody"])


def waiting(waits: Waits) -> tuple[Suggestion, ...]:
    """The first few who are waited for, by the orders that answer, the others counted; or what ends the battle."""
    groups = [
        (answer, "; ".join(_waited(waits, each, MAIN) for each in group))
        for answer, group in groupby(waits.waiting[:MOST_NAMES], key=lambda each: ANSWERS[each.step])
    ]
    if not groups:
        return (Suggestion("battle end", before="Nobody is waited for: ", after=" ends it."),)
    asked = [Suggestion(verb, {}, f"{names} → ", asks=asks) for (verb, asks), names in groups]
    asked[0] = replace(asked[0], before=f"Waiting: {asked[0].before}")
    left = len(waits.waiting) - MOST_NAMES
    return (*asked[:-1], replace(asked[-1], after=f"; and {left} more")) if left > 0 else tuple(asked)


def waiting_line(waits: Waits, here: str = MAIN) -> str:
    """The first few who are waited for, and for what, the others counted."""
    waited = [_waited(waits, each, here) for each in waits.waiting[:MOST_NAMES]]
    left = len(waits.waiting) - MOST_NAMES
    more = [f"and {left} more"] if left > 0 else []
    return f"Waiting: {'; '.join([*waited, *more])}" if waited else "Nobody is waited for"


def fight_lines(waits: Waits) -> Iterator[str]:
    """Who is waited for in each fight, by its name."""
    for fight, group in groupby(waits.waiting, key=lambda waiting: waiting.battle):
        yield f"[{fight}] {waiting_line(replace(waits, waiting=tuple(group)), fight)}"


def _waited(waits: Waits, waiting: Waiting, here: str) -> str:
    where = f" in the {waiting.battle}" if waiting.battle != here else ""
    about = f" at {few(waiting.ships)}" if waiting.ships else ""
    return f"{waits.sides[waiting.side]}, {waiting.step.value}{about}{where}"


def choice_line(choice: Choice) -> str | Suggestion:
    """What somebody who is waited for can choose from."""
    match choice:
        case CanFire(side, ships):
            able = [f"{ship} ({', '.join(_counted(left))})" for ship, left in ships]
            return f"{side} can fire: {few(able) if able else 'nothing'}"
        case ToMeet(first, last, target, weapon, firer, by):
            numbers = f"Hit {first}" if first == last else f"Hits {first} to {last}"
            return f"{numbers} on {target}: {weapon} of {firer}, to be met by {few(_counted(by))}"
        case Fleeing(group, speed, fast):
            return f"{few(group)}: breaking off at agility {speed}; fast enough to follow: {few(fast)}"
        case Able(side, what, names):
            return f"{side}: {what}: {few(names)}"
        case Falls(side, names):
            usual = falling_order(kind for kind in KINDS if kind != "security")
            usually = f"{side}: on {few(names)} fall {usual}, unless "
            return Suggestion("battle standing", {"side": side}, usually, " says otherwise (HG-B06)", asks=("fall",))


def _counted(batteries: Batteries) -> list[str]:
    return [f"{place} {count}" for place, count in batteries]


def tracker(battle: Battle) -> Tracker:
    """Who fights; of a formation that is sealed only that it is (HG-C03)."""
    sides = tuple(_side(battle, number) for number in (0, 1)) if pending(battle) else ()
    return Tracker(battle.title, _stands(battle), sides)


def _stands(battle: Battle) -> str | Suggestion:
    if not pending(battle):
        return Suggestion("battle end", before="Nobody is waited for: ", after=" ends it")
    now = foremost(battle)
    return f"Turn {now.turn}, {now.minutes} minutes in, {now.range} range"


def _side(battle: Battle, number: int) -> TrackedSide:
    name = battle.sides[number].name
    if not any(ship.side == number for ship in all_ships(battle)):
        return TrackedSide(name, note=Suggestion("battle join", before="no ship has joined: "))
    return TrackedSide(name, _owners(battle, number), _told(battle, number), commander_of(battle, number))


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
    return f"a step of the battle is half done. {waiting_line(waits_of(battle))}"


def _begun(fight: Battle) -> bool:
    """Whether something in its step waits for somebody else: a sealed formation, half the decisions, hits, fire."""
    sealed = any(side.sealed or side.own_orders for side in fight.sides)
    firing = fight.step in {Step.COMBAT, Step.DEFENCE, Step.BREAKTHROUGH}
    return bool(sealed or fight.undecided or fight.incoming or fight.harm or firing)
