"""Throws of one side against the other: initiative, and the abstract boarding action with its casualties (HG-C08 to
C11, HG-B03 to B06).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.engine.dice import Check, Dice, Modifier, applied, referees_own

Modifiers = tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """Every pair of throws, the last of which decided; `winner` is 0 for the first side and 1 for the second."""

    throws: tuple[tuple[Check, Check], ...]

    @property
    def totals(self) -> tuple[int, int]:
        """What the deciding throws came to."""
        first, second = self.throws[-1]
        return first.total, second.total

    @property
    def winner(self) -> int:
        """The side that threw higher."""
        first, second = self.totals
        return int(second > first)


def throw_pair(names: Sequence[str], modifiers: tuple[Modifiers, Modifiers], dice: Dice, count: int) -> Contest:
    """Each side's `count` dice with its modifiers, once; it may be a tie."""
    first, second = (Check(why, dice.roll(count, why=why), mods) for why, mods in zip(names, modifiers, strict=True))
    return Contest(((first, second),))


def contest(names: Sequence[str], modifiers: tuple[Modifiers, Modifiers], dice: Dice, count: int) -> Contest:
    """Throw until one side is higher; `names` say what each side's throw is for (HG-C08, HG-B05)."""
    throws: tuple[tuple[Check, Check], ...] = ()
    while not throws or throws[-1][0].total == throws[-1][1].total:
        throws += throw_pair(names, modifiers, dice, count).throws
    return Contest(throws)


@dataclass(frozen=True, slots=True)
class Fleet:
    """What initiative depends on: the agility of the slowest ship, line ships that fire and move, fleet tactics.

    `dm` and `because` are the referee's own modifier.
    """

    slowest: int
    ready: int
    tactics: int = 0
    dm: int = 0
    because: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """One fleet against the other."""

    own: Fleet
    enemy: Fleet


def _faster_fleet(compared: Compared) -> Modifier | None:
    """+1 for the fleet whose slowest ship is the more agile one (HG-C09)."""
    return Modifier(1, "faster fleet", "HG-C09") if compared.own.slowest > compared.enemy.slowest else None


def _longer_line(compared: Compared) -> Modifier | None:
    """+1 for more ships in the line that can fire and move (HG-C10)."""
    return Modifier(1, "more ships in the line", "HG-C10") if compared.own.ready > compared.enemy.ready else None


def _fleet_tactics(compared: Compared) -> Modifier | None:
    """The commander's fleet tactics (HG-C11, HG-I04)."""
    return Modifier(compared.own.tactics, "fleet tactics", "HG-C11") if compared.own.tactics else None


def _referee_of_a_fleet(compared: Compared) -> Modifier | None:
    """The referee's own modifier."""
    return referees_own(compared.own.dm, compared.own.because)


INITIATIVE = (_faster_fleet, _longer_line, _fleet_tactics, _referee_of_a_fleet)
INITIATIVE_DICE = 2


def initiative_modifiers(fleets: tuple[Fleet, Fleet]) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """Each side's modifiers, in their order."""
    first, second = fleets
    return applied(INITIATIVE, Compared(first, second)), applied(INITIATIVE, Compared(second, first))


def throw_initiative(names: Sequence[str], fleets: tuple[Fleet, Fleet], dice: Dice) -> Contest:
    """2D a side, ties again; the winner is the attacker of the turn (HG-C08, R-35)."""
    whys = [f"initiative of {name}" for name in names]
    return contest(whys, initiative_modifiers(fleets), dice, INITIATIVE_DICE)


PER_MARINE, PER_TROOP, PER_CREW = 5, 10, 50
CASUALTIES = 2
DICE = 1
# The kinds of people, in the order in which they fall where nobody chose another; security are those of the service
# crew who board among the troops.
KINDS = ("crew", "troops", "security", "marines")
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Party:
    """Those who fight on one side of a boarding, by kind, and the referee's own modifier.

    `security` says how many of the troops are of the service crew (HG-B03). `order` are the kinds that fall first,
    the others after them as usual; `whose` says who chose it.
    """

    marines: int = 0
    troops: int = 0
    crew: int = 0
    dm: int = 0
    because: str = ""
    security: int = 0
    order: tuple[str, ...] = ()
    whose: str = DEFAULT

    @property
    def strength(self) -> int:
        """How many there are."""
        return self.marines + self.troops + self.crew

    @property
    def ranks(self) -> dict[str, int]:
        """How many there are of each kind, in the order in which they fall; nobody is counted twice."""
        troops = self.troops - self.security
        there = {"crew": self.crew, "troops": troops, "security": self.security, "marines": self.marines}
        return {kind: there[kind] for kind in whole_order(self.order) if there[kind]}

    def falling(self, casualties: int) -> "Party":
        """So many of the party, taken from one kind after the other (HG-B06, R-58: its owner chooses the order)."""
        gone = dict.fromkeys(KINDS, 0)
        for kind, there in self.ranks.items():
            gone[kind] = min(casualties, there)
            casualties -= gone[kind]
        security, troops = gone["security"], gone["troops"] + gone["security"]
        return replace(self, marines=gone["marines"], troops=troops, crew=gone["crew"], security=security)

    def without(self, others: "Party") -> "Party":
        """The party when these of it are gone."""
        return replace(
            self,
            marines=self.marines - others.marines,
            troops=self.troops - others.troops,
            crew=self.crew - others.crew,
            security=self.security - others.security,
        )


@dataclass(frozen=True, slots=True)
class Falling:
    """Which kinds of a side's people are to fall first, and which of single ships'; nothing where it chose none."""

    usual: tuple[str, ...] = ()
    ships: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, ship: str) -> tuple[str, ...]:
        """The kinds that were chosen for a ship, empty where none were."""
        return self.ships.get(ship, self.usual)


def whole_order(first: Iterable[str]) -> tuple[str, ...]:
    """All kinds in the order in which they fall: those that were chosen, and the others as usual."""
    return tuple(dict.fromkeys((*first, *KINDS)))


def falling_order(kinds: Iterable[str]) -> str:
    """Kinds of people in the order in which they fall: `crew, then marines`."""
    return ", then ".join(kinds)


def security_troops(service: int) -> int:
    """Boarders of a ship without marines: a third of its service crew (HG-B03, R-58)."""
    return service // 3


def _marines(party: Party) -> Modifier | None:
    """+1 for every five marines."""
    return _share(party.marines, PER_MARINE, "marines")


def _troops(party: Party) -> Modifier | None:
    """+1 for every ten other troops."""
    return _share(party.troops, PER_TROOP, "troops")


def _crew(party: Party) -> Modifier | None:
    """+1 for every fifty others."""
    return _share(party.crew, PER_CREW, "crew")


def _referee(party: Party) -> Modifier | None:
    """The referee's own modifier."""
    return referees_own(party.dm, party.because)


def _share(number: int, each: int, label: str) -> Modifier | None:
    return Modifier(number // each, f"for {number} {label}", "HG-B05") if number >= each else None


BOARDING = (_marines, _troops, _crew, _referee)


@dataclass(frozen=True, slots=True)
class Melee:
    """A boarding action fought: the throws, and who is left of each party."""

    contest: Contest
    before: tuple[Party, Party]

    @property
    def carried(self) -> bool:
        """Whether the boarders have the ship."""
        return self.contest.winner == 0

    @property
    def casualties(self) -> tuple[int, int]:
        """Twice what the other side threw, as far as there were people (HG-B06)."""
        first, second = self.contest.totals
        boarders, defenders = self.before
        return _casualties(boarders, second), _casualties(defenders, first)

    @property
    def fallen(self) -> tuple[Party, Party]:
        """Who of each party these are (R-58)."""
        boarders, defenders = (party.falling(lost) for party, lost in zip(self.before, self.casualties, strict=True))
        return boarders, defenders

    @property
    def left(self) -> tuple[Party, Party]:
        """Who is left of each party."""
        boarders, defenders = (party.without(gone) for party, gone in zip(self.before, self.fallen, strict=True))
        return boarders, defenders

    @property
    def prisoners(self) -> int:
        """All defenders who are left, where the ship was taken (HG-B07)."""
        return self.left[1].strength if self.carried else 0


def _casualties(party: Party, thrown: int) -> int:
    return min(party.strength, max(0, CASUALTIES * thrown))


def board(boarders: Party, defenders: Party, dice: Dice) -> Melee:
    """Fight it out with one die each, ties again (HG-B05, HG-B06, R-58)."""
    modifiers = applied(BOARDING, boarders), applied(BOARDING, defenders)
    return Melee(contest(("boarders", "defenders"), modifiers, dice, DICE), (boarders, defenders))
