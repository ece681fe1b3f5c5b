"""A scenario as plain values: situation, decks, sides, forces, special rules, arrivals and objectives; and how far the
one has come that is played. How its file is written says data/README of any book's scenarios; `scenarioform` reads it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from bot.engine.autopilot import Mission
from bot.engine.dice import Dice

T = TypeVar("T")


class Drawn(StrEnum):
    """How people come out of a pool: without looking, in its order, or the best of it by what the book holds worth."""

    DRAW = "draw"
    TAKE = "take"
    PICK = "pick"


@dataclass(frozen=True, slots=True)
class Count:
    """So many: dice, and what is added to them; or all there are."""

    dice: int = 0
    more: int = 0
    everybody: bool = False

    def of(self, there: int, dice: Dice, why: str) -> int:
        """How many of those who are there, none at the least."""
        if self.everybody:
            return there
        thrown = dice.roll(self.dice, why=why) if self.dice else 0
        return max(0, min(there, thrown + self.more))

    @property
    def words(self) -> str:
        """As it is written: `2D−4`, `3`, `all`."""
        if self.everybody:
            return "all"
        more = f"{self.more:+d}".replace("-", "−") if self.dice and self.more else "" if self.dice else str(self.more)
        return (f"{self.dice}D" if self.dice else "") + more


@dataclass(frozen=True, slots=True)
class Troop:
    """People of a side: how many, how drawn, out of which groups; or one by name out of a template.

    They stand at these places of a deck, one after the other, "" for the first deck; without places they come later,
    off the deck. The first of them, `ahead` many at most, stand on the deck `ahead_on` instead. Whoever is `hidden` is
    in hiding: nobody but the referee knows of them till they show. `traits` are written on their sheets. By the orders
    `mission`, for the place `to` or "" for none, they act if they act by themselves; whoever guards without a place
    guards where they come. `line` is the file's.
    """

    side: str
    how: Drawn
    count: Count
    groups: tuple[str, ...] = ()
    name: str = ""
    places: tuple[str, ...] = ()
    deck: str = ""
    hidden: bool = False
    traits: Mapping[str, str] = field(default_factory=dict)
    ahead: int = 0
    ahead_on: str = ""
    mission: Mission = Mission.HUNT
    to: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Newcomers:
    """People who come later: from which turn on, how often, on which throw of two dice (0: without one), who.

    `decks` are those on which they come, none for all; `alarmed` tells that they come only once the alarm is given, or
    only before (None: either way).
    """

    troop: Troop
    each: str
    turn: int = 0
    throw: int = 0
    decks: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Special:
    """A special rule of a scenario, by its name in the book, and what was said with it."""

    name: str
    about: str = ""
    line: int = 0

    @property
    def key(self) -> str:
        """What tells it from others of its name, in what is kept of it."""
        return f"{self.name}, {self.about}" if self.about else self.name


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that is hidden in squares of a place, or in conduits: how many of these hold it, whether whoever finds
    it carries it off, and on which die a carrier's light wound breaks it (0: on none).
    """

    name: str
    count: int
    where: str
    carried: bool = False
    breaks: int = 0
    line: int = 0

    @property
    def found(self) -> str:
        """The tally of those that have been found."""
        return f"{self.name} found"

    @property
    def saved(self) -> str:
        """The tally of those that were carried out of it all."""
        return f"{self.name} saved"

    @property
    def destroyed(self) -> str:
        """The tally of those that are no more."""
        return f"{self.name} destroyed"


class If(StrEnum):
    """What an objective may hang on."""

    OUT = "out"
    DEAD = "dead"
    ALIVE = "alive"
    SURRENDERED = "surrendered"
    AT = "at"
    TURN = "turn"
    TALLY = "tally"
    ALARM = "alarm"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that has to be so: of all of some, sides or groups or people by name, of none of them (`denied`), or of
    so many of them at least; or the turn that is over, the turns since the alarm, or a tally's least. `deck` and
    `place` are "" for any. Or the `decks` that have been seen, and on which none of them is alive.
    """

    kind: If
    who: tuple[str, ...] = ()
    number: int = 0
    deck: str = ""
    place: str = ""
    denied: bool = False
    decks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Objective:
    """Who wins, "" for nobody, and how clearly, once all of it is so; `words` is how its file says it."""

    winner: str
    degree: str
    clauses: tuple[Claim, ...]
    words: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Faction:
    """A side, and what its player is told of it alone."""

    name: str
    briefing: str = ""


@dataclass(frozen=True, slots=True)
class Floor:
    """A deck of a scenario: what it is called there, such as `84`, and the plan by which it is drawn."""

    name: str
    plan: str


@dataclass(frozen=True, slots=True)
class Deckway:
    """A way through several decks, such as a ladder: its place on each of them by what the deck is called."""

    places: Mapping[str, str]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    """All that a scenario's file says, which is called `file`."""

    file: str
    name: str
    rule: str
    situation: str
    decks: tuple[Floor, ...]
    sides: tuple[Faction, ...]
    forces: tuple[Troop, ...]
    specials: tuple[Special, ...] = ()
    arrivals: tuple[Newcomers, ...] = ()
    tallies: tuple[str, ...] = ()
    goals: tuple[Goal, ...] = ()
    objectives: tuple[Objective, ...] = ()
    ways: tuple[Deckway, ...] = ()
    house: bool = False

    def special(self, name: str) -> Special | None:
        """The special rule of that name, if it has it."""
        return next((each for each in self.specials if each.name == name), None)


@dataclass(frozen=True, slots=True)
class OffDeck:
    """Somebody whom a scenario keeps off the deck: on which of its decks and where they will stand, whose they are,
    whether they are in hiding there, and by which orders they act if they act by themselves.
    """

    name: str
    side: str
    sheet: Mapping[str, Any]
    deck: str
    places: tuple[str, ...] = ()
    hiding: bool = False
    mission: Mission = Mission.HUNT
    to: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """How a scenario has ended: the winner, "" for nobody, how clearly, and what decided it, in words."""

    winner: str
    degree: str
    why: str

    @property
    def words(self) -> tuple[str, str]:
        """Who has won and how clearly, and by what that was decided."""
        degree = f": {self.degree} victory" if self.degree else ""
        title = f"The {self.winner} win the scenario{degree}" if self.winner else "Nobody wins the scenario"
        return title, f"Decided by: {self.why}"


@dataclass(frozen=True, slots=True)
class Playing:
    """How far a scenario has come: its name, the deck that is up, by its place among the scenario's, and its people by
    the names that it gave them, with what they are called now.

    `cups` are the names that are left of each group; `off` are those who haven't shown yet; `behind` is what has
    changed on decks that were left, as they store it, and `stayed` who is still there, by deck, with where they stand.
    `done` are the lines of arrivals with the turn and phase in which each was last looked at. `holding` are the squares
    that still hold a goal, by its name; `searched` is when somebody last looked for one, `carried` who carries which,
    and `wounds` how many light wounds each of those had when that was last looked at. `alarm` is the turn in which the
    alarm was given, 0 for none; `specials` are the keys of the special rules, for whoever plays by them, and `kept` is
    what each of these has noted, by its key: numbers by names. `alone` are the sides that act by themselves, `owners`
    whose the people of each are who come later.
    """

    name: str
    deck: int = 0
    people: Mapping[str, str] = field(default_factory=dict)
    cups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    off: tuple[OffDeck, ...] = ()
    behind: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    stayed: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    done: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    tallies: Mapping[str, int] = field(default_factory=dict)
    holding: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    searched: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    carried: Mapping[str, str] = field(default_factory=dict)
    wounds: Mapping[str, int] = field(default_factory=dict)
    alarm: int = 0
    specials: tuple[str, ...] = ()
    kept: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    alone: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    decided: Decision | None = None

    def said_with(self, special: str) -> tuple[str, ...]:
        """What was said with each special rule of that name."""
        with_it = (key.partition(", ") for key in self.specials)
        return tuple(about for name, _, about in with_it if name == special)

    def narrowed(self, own: Collection[str], sees: Collection[str]) -> "Playing":
        """How far it has come as somebody knows it whose own people have these names, and who `sees` those of others:
        which deck is up, by which rules, the alarm and the end, which sides act by themselves, and what is their own
        people's.
        """
        stayed = {deck: _of(own, there) for deck, there in self.stayed.items()}
        return Playing(
            self.name,
            self.deck,
            people={name: called for name, called in self.people.items() if called in own or called in sees},
            stayed={deck: there for deck, there in stayed.items() if there},
            searched=_of(own, self.searched),
            carried=_of(own, self.carried),
            wounds=_of(own, self.wounds),
            alarm=self.alarm,
            specials=self.specials,
            kept={key: theirs for key, noted in self.kept.items() if (theirs := _of(own, noted))},
            alone=self.alone,
            decided=self.decided,
        )

    def having(self, **changes: Any) -> "Playing":
        """The same with something of it otherwise."""
        return replace(self, **changes)


def _of(own: Collection[str], noted: Mapping[str, T]) -> dict[str, T]:
    """What is noted of some people."""
    return {name: each for name, each in noted.items() if name in own}
