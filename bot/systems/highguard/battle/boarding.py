"""The abstract boarding action: who fights, the throws, casualties (HG-B03 to B06)."""

from dataclasses import dataclass, replace

from bot.engine.dice import Dice
from bot.engine.modifiers import Modifier, applied, referees_own
from bot.systems.highguard.battle.contest import Contest, contest

PER_MARINE, PER_TROOP, PER_CREW = 5, 10, 50
CASUALTIES = 2
DICE = 1


@dataclass(frozen=True, slots=True)
class Party:
    """Those who fight on one side of a boarding, by kind, and the referee's own modifier."""

    marines: int = 0
    troops: int = 0
    crew: int = 0
    dm: int = 0
    because: str = ""

    @property
    def strength(self) -> int:
        """How many there are."""
        return self.marines + self.troops + self.crew

    def after(self, casualties: int, first: tuple[str, ...] = ("crew", "troops", "marines")) -> "Party":
        """The party without so many, taken from one kind after the other (R-58: its owner says which)."""
        left = self
        for kind in first:
            fallen = min(casualties, getattr(left, kind))
            left, casualties = replace(left, **{kind: getattr(left, kind) - fallen}), casualties - fallen
        return left


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
        return _fallen(boarders, second), _fallen(defenders, first)


def _fallen(party: Party, thrown: int) -> int:
    return min(party.strength, max(0, CASUALTIES * thrown))


def board(boarders: Party, defenders: Party, dice: Dice) -> Melee:
    """Fight it out with one die each, ties again (HG-B05, HG-B06, R-58)."""
    modifiers = applied(BOARDING, boarders), applied(BOARDING, defenders)
    return Melee(contest(("boarders", "defenders"), modifiers, dice, DICE), (boarders, defenders))
