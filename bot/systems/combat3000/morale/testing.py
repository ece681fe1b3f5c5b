"""The tests of morale and of reactions: what changes each throw, and what it comes to (C3K Morale)."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.cards import counted
from bot.engine.dice import Check, Dice, Modifier, ModifierRules, applied, referees_own
from bot.systems.combat3000.morale.ladder import Mood, Nerve, Status

RULE = "C3K Morale"
LEADS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Straits:
    """The circumstances in which somebody tests: what was so in this turn.

    `alone` is no enemy within 30 cm, `exposed` is stationary in the open. `killed` and `killed_before` count their
    unit's, in this turn and before it; `leader` is what its leader who is with it adds.
    """

    cover: bool = False
    alone: bool = False
    fired_on: bool = False
    heavy: bool = False
    advancing: bool = False
    retreating: bool = False
    exposed: bool = False
    friends_advancing: bool = False
    friends_retreating: bool = False
    enemy_advancing: bool = False
    vehicles: bool = False
    killed: int = 0
    killed_before: int = 0
    leader_killed: bool = False
    leader_killed_before: bool = False
    leader: int = 0
    dm: int = 0
    because: str = ""


def _if(holds: bool, dm: int, label: str, rule: str = RULE) -> Modifier | None:
    return Modifier(dm, label, rule) if holds else None


def _each(number: int, dm: int, label: str) -> Modifier | None:
    return Modifier(number * dm, f"{counted(number, 'member')} {label}", f"{RULE}, ruling B-L5") if number else None


def _led(one: Straits) -> Modifier | None:
    if not one.leader:
        return None
    return Modifier(one.leader, f"{'good' if one.leader > 0 else 'bad'} leader", f"{RULE}, ruling B-L4")


# All that changes the test of a human (C3K Morale).
MODIFIERS: ModifierRules[Straits] = (
    lambda one: _if(one.cover, 2, "in cover"),
    lambda one: _if(one.alone, 1, "no enemy within 30 cm"),
    lambda one: _if(not one.fired_on, 1, "not under fire"),
    lambda one: _if(one.advancing, 1, "advancing"),
    lambda one: _if(one.friends_advancing, 1, "friends advancing"),
    lambda one: _if(one.vehicles, 1, "friendly fighting vehicle in sight"),
    lambda one: _each(one.killed, -2, "killed this turn"),
    lambda one: _if(one.leader_killed, -3, "leader killed this turn"),
    lambda one: _if(one.heavy, -1, "unit under fire from H weapons"),
    lambda one: _if(one.exposed, -1, "stationary in the open"),
    lambda one: _if(one.retreating, -1, "retreating"),
    lambda one: _if(one.enemy_advancing, -1, "enemy advancing"),
    lambda one: _if(one.friends_retreating, -1, "friends retreating"),
    lambda one: _each(one.killed_before, -1, "killed before"),
    lambda one: _if(one.leader_killed_before, -2, "leader killed before"),
    _led,
    lambda one: referees_own(one.dm, one.because),
)


def throw_name(name: str) -> str:
    """What somebody's throw is recorded under."""
    return f"morale of {name}"


def shift_of(total: int) -> int:
    """How many steps up the ladder a total moves: 6 and more 1, 3 to 5 none, 1 and 2 one down, 0 and less two."""
    if total >= 6:
        return 1
    if total >= 3:
        return 0
    return -1 if total >= 1 else -2


@dataclass(frozen=True, slots=True)
class Tested:
    """One test of the ladder: two that came to the same status are equal, so that odds look at that alone."""

    after: Status
    check: Check | None = field(compare=False)


def throw_status(name: str, status: Status, straits: Straits, dice: Dice) -> Tested:
    """Throw a die and add what the circumstances do; its result moves the status (C3K Morale)."""
    modifiers = applied(MODIFIERS, straits)

    def step(thrower: Dice, _: Tested | None, why: str) -> Tested:
        check = Check(why, thrower.roll(1, why=why), modifiers)
        return Tested(status.moved(shift_of(check.total)), check)

    tested: Tested | None = dice.fold((throw_name(name),), None, step)
    assert tested is not None
    return tested


class Reaction(StrEnum):
    """What a test of reactions comes to."""

    NOTHING = "no effect"
    HALF_HALT = "half of them halt"
    RAGE = "death rage"
    COVER = "to the nearest cover"
    CHARGE = "charge"
    FREE = "does as they wish"


_HALTS, _KEEPS = 2, 2
_FREE = {6: 6, 5: 3}


@dataclass(frozen=True, slots=True)
class Reacted:
    """A test of reactions: what it came to, and for how many turns."""

    reaction: Reaction
    check: Check = field(compare=False)
    turns: int = 0


def _react(name: str, dice: Dice, modifiers: tuple[Modifier, ...], read: dict[int, tuple[Reaction, int]]) -> Reacted:
    """A throw that is looked up; below its lowest number is that, above its highest that."""

    def step(thrower: Dice, _: Reacted | None, why: str) -> Reacted:
        check = Check(why, thrower.roll(1, why=why), modifiers)
        reaction, turns = read.get(min(max(check.total, min(read)), max(read)), (Reaction.NOTHING, 0))
        return Reacted(reaction, check, turns)

    reacted: Reacted | None = dice.fold((throw_name(name),), None, step)
    assert reacted is not None
    return reacted


def throw_family(name: str, dice: Dice, extra: tuple[Modifier, ...] = ()) -> Reacted:
    """A Mandiblax family: 1 halts half of it for two moves, 6 is the death rage (C3K Mandiblax)."""
    return _react(name, dice, extra, {1: (Reaction.HALF_HALT, _HALTS), 6: (Reaction.RAGE, 0)})


def halting(family: int, *, more: bool = False) -> int:
    """How many of a family halt: half of them, rounded down, or up where `more` do (ruling B-L8)."""
    return (family + more) // 2


def throw_tree(name: str, dice: Dice, extra: tuple[Modifier, ...] = ()) -> Reacted:
    """One of the Tree People who was hit: 6 leaves them free for six turns, 5 for three (C3K Tree People)."""
    free = {die: (Reaction.FREE, turns) for die, turns in _FREE.items()}
    return _react(name, dice, extra, {1: (Reaction.NOTHING, 0), **free})


def throw_group(
    name: str,
    casualties: int,
    dice: Dice,
    *,
    leader_dead: bool,
    below_half: bool,
    for_each: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> Reacted:
    """The generalised test: 1 and less is cover for two moves, 6 a charge (C3K Generalised test, ruling B-L7).

    A dead leader and less than half strength are -1 together, or `for_each` (ruling B-L6).
    """
    losses = Modifier(-casualties, f"{counted(casualties, 'casualty')} this turn", "C3K Generalised test")
    worse = [*(["leader dead"] if leader_dead else []), *(["below half strength"] if below_half else [])]
    further = [Modifier(-1, each, "C3K Generalised test, ruling B-L6") for each in worse]
    modifiers = (*([losses] if casualties else []), *(further if for_each else further[:1]), *extra)
    return _react(name, dice, modifiers, {1: (Reaction.COVER, _KEEPS), 6: (Reaction.CHARGE, 1)})


def nerve_after(nerve: Nerve, reacted: Reacted, *, halts: bool, family: int) -> Nerve:
    """Somebody's nerve after a test of reactions: of a family that halts by half, those who don't give covering fire;
    in death rage it has to kill one enemy for each of its members.
    """
    moods = {
        Reaction.NOTHING: Nerve(nerve.status, nerve.broken, nerve.mood, nerve.turns, nerve.kills),
        Reaction.HALF_HALT: Nerve(nerve.status, mood=Mood.HALTED if halts else Mood.COVERING, turns=reacted.turns),
        Reaction.RAGE: Nerve(nerve.status, mood=Mood.RAGE, kills=family),
        Reaction.COVER: Nerve(nerve.status, mood=Mood.HIDING, turns=reacted.turns),
        Reaction.CHARGE: Nerve(nerve.status, mood=Mood.CHARGING, turns=reacted.turns),
        Reaction.FREE: Nerve(nerve.status, mood=Mood.FREE, turns=reacted.turns),
    }
    return moods[reacted.reaction]
