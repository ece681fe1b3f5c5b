"""Moves that are made at the same time: enemies whose ways cross meet, and nobody ends where somebody else does (C3K
The game turn, ruling B-M12).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from bot.deck.plan import At
from bot.systems.combat3000.moving.moved import Went
from bot.systems.combat3000.moving.ways import SQUARE

Hostile = Callable[[str, str], bool]


@dataclass
class _Ways:
    """The ways of all who move on a deck, as far as they have come: where everybody is, and who met whom."""

    ways: dict[str, list[At]]
    at: dict[str, At]
    hostile: Hostile
    met: dict[str, str] = field(default_factory=dict)

    def step(self, stepping: Sequence[tuple[str, int]]) -> None:
        """All who go a square at the same moment; whoever would come upon an enemy stops where they are."""
        going = {name: self.ways[name][number] for name, number in stepping if name not in self.met}
        while found := self._meeting(going):
            name, other = found
            self._stop(name, other)
            if going.get(other) == self.at[name]:
                self._stop(other, name)
                going.pop(other)
            going.pop(name)
        self.at.update(going)

    def _meeting(self, going: dict[str, At]) -> tuple[str, str] | None:
        """Somebody who would come upon an enemy, and whom: of two into one square the one whose move came later."""
        for name in reversed(going):
            for other in self.at:
                if not self.hostile(name, other):
                    continue
                changes = going.get(other) == self.at[name] and going[name] == self.at[other]
                if changes or going.get(other, self.at[other]) == going[name]:
                    return name, other
        return None

    def _stop(self, name: str, other: str) -> None:
        self.met[name] = other
        self.ways[name] = self.ways[name][: self.ways[name].index(self.at[name]) + 1]


def together(moves: Sequence[Went], people: Mapping[str, At], hostile: Hostile) -> list[Went]:
    """The moves, each cut where it comes upon an enemy, and so that nobody ends where somebody else does.

    Everybody goes as fast as their gait. `people` is where those stand who don't move; of two who would end in one
    square the one whose move was given later stops before it.
    """
    ways = {each.name: list(each.path) for each in moves if each.path and each.gait != "climb"}
    standing = {name: at for name, at in people.items() if name not in ways}
    done = _Ways(ways, {**standing, **{name: way[0] for name, way in ways.items()}}, hostile)
    for _, batch in groupby(sorted(_steps(moves, ways), key=lambda each: each[0]), key=lambda each: each[0]):
        done.step([(name, number) for _, name, number in batch])
    while (late := _crowded(done.ways, standing.values())) is not None:
        done.ways[late].pop()
    return [_cut(each, tuple(done.ways.get(each.name, each.path)), done.met.get(each.name, "")) for each in moves]


def _steps(moves: Sequence[Went], ways: Mapping[str, list[At]]) -> list[tuple[Fraction, str, int]]:
    """When everybody crosses into each square of their way, as a part of the phase."""
    paces = {each.name: SQUARE / each.most for each in moves if each.name in ways}
    return [
        ((number - Fraction(1, 2)) * paces[name], name, number) for name in ways for number in range(1, len(ways[name]))
    ]


def _crowded(ways: Mapping[str, list[At]], standing: Collection[At]) -> str | None:
    """Who has to stop a square earlier: the last whose end is another's; None where all have one of their own."""
    for name in reversed([*ways]):
        others = [*standing, *(way[-1] for one, way in ways.items() if one != name)]
        if len(ways[name]) > 1 and ways[name][-1] in others:
            return name
    return None


def _cut(moved: Went, path: tuple[At, ...], met: str) -> Went:
    if path == moved.path:
        return moved
    return replace(moved, path=path, cm=SQUARE * (len(path) - 1), short=True, met=met)
