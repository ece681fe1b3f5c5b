"""Dice thrown on the table: their faces are told in the order in which a resolver asks, and it knows nothing of it.

An order is carried out with the faces that were told so far. Where it asks for more it stops, with nothing changed, and
says what is to be thrown next; it is carried out anew when that is told.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.cards import counted
from bot.engine.dice import Dice, RecordedDice, Throw
from bot.engine.errors import RuleError
from bot.engine.typed import quoted

# So often a resolver is run at most to find out which throws follow whatever the ones before come to.
_MOST_RUNS: Final = 150
# Faces up to this may be written without anything between them.
_ONE_FIGURE: Final = 9
# Decimal dice show their highest face as 0, and two of them as 00.
_DECIMAL: Final = (10, 100)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A throw that is to be made: what it is for, how many dice, and their sides."""

    why: str
    count: int
    sides: int

    @property
    def words(self) -> str:
        """The throw as a referee calls for it: `to hit, 2D`."""
        return f"{self.why}, {self.count}D{'' if self.sides == 6 else self.sides}"

    @property
    def asks(self) -> str:
        """What is to be written for it: `2 faces from 1 to 6`."""
        return f"{counted(self.count, 'face')} from 1 to {self.sides}"

    def read(self, text: str) -> Throw:
        """The throw of which somebody has written the faces: `4 3`, `4+3`, of small dice `43` as well; of a decimal die
        0 is its 10, and of two of them 00 is 100, as they show it.

        Raises RuleError for what is no such throw.
        """
        figures = r"\d" if self.sides <= _ONE_FIGURE else r"\d+"
        tops = {0: self.sides} if self.sides in _DECIMAL else {}
        faces = tuple(tops.get(face, face) for face in (int(each[:9]) for each in re.findall(figures, text)))
        plain = re.fullmatch(r"[\d\s,;+]*", text) is not None
        if not plain or len(faces) != self.count or not all(1 <= face <= self.sides for face in faces):
            raise RuleError(f"“{self.words}” takes {self.asks}, not {quoted(text) if text.strip() else 'nothing'}.")
        return Throw(self.why, self.sides, faces, by_hand=True)


def wanted_of(throw: Throw) -> Wanted:
    """What was to be thrown where this is what was thrown."""
    return Wanted(throw.why, len(throw.faces), throw.sides)


class UnthrownError(Exception):
    """A resolver has come to throws that nobody has made yet: `wanted` are those that are to be made next."""

    def __init__(self, *wanted: Wanted) -> None:
        super().__init__("these dice are still to be thrown")
        self.wanted = wanted


class OtherThrowsError(Exception):
    """What was thrown isn't what is asked for: the game has gone on since."""


class UnaskableError(Exception):
    """What comes next is another's secret: whoever throws isn't to be asked for any more. `opened` is whether what went
    before has opened something already.
    """

    def __init__(self, *, opened: bool) -> None:
        super().__init__("nobody is to be asked for these dice")
        self.opened = opened


class TableDice(RecordedDice):
    """Dice that show what was thrown on the table, in this order; the list is used up.

    What is asked for beyond it falls as those dice fall that are to be taken `then`; without any, UnthrownError is
    raised. Raises OtherThrowsError where another throw is asked for than the next one. Whoever throws them `knows`
    everybody's secrets, or else isn't asked from the first of these on.
    """

    def __init__(self, thrown: list[Throw], then: RecordedDice | None = None, *, knows: bool = False) -> None:
        super().__init__()
        self._left = thrown
        self._aside: list[Throw] = []
        self._then = then
        self._knows = knows

    def keep_secret(self, *, opened: bool) -> None:
        """Ask for nothing from here on, where a secret begins: raise UnaskableError unless the dice fall without that.

        `opened` is whether what went before has opened something.
        """
        if not self._knows and self._then is None:
            raise UnaskableError(opened=opened)

    def roll(self, count: int, sides: int = 6, *, why: str) -> int:
        """The next throw's total; one that was taken back is the first of its kind."""
        again = next((throw for throw in self._aside if wanted_of(throw) == Wanted(why, count, sides)), None)
        if again is not None:
            self._aside.remove(again)
            throw = again
        elif self._left:
            throw = self._left.pop(0)
            if wanted_of(throw) != Wanted(why, count, sides):
                raise OtherThrowsError
        elif self._then is not None:
            self._then.roll(count, sides, why=why)
            throw = self._then.throws[-1]
        else:
            raise UnthrownError(Wanted(why, count, sides))
        self.throws.append(throw)
        return throw.total

    def take_back(self, first: int) -> None:
        """Forget them, and lay them aside for whoever asks for the same: nobody throws them twice on the table."""
        self._aside += self.throws[first:]
        super().take_back(first)


class _Extreme(RecordedDice):
    """Dice that all show their lowest face, or their highest."""

    def __init__(self, *, high: bool) -> None:
        super().__init__()
        self._high = high

    def face(self, sides: int) -> int:
        return sides if self._high else 1


def begin_secret(dice: Dice, *, opened: bool = False) -> None:
    """Tell dice that what they are asked for next is another's secret (see `TableDice`); others don't mind."""
    if isinstance(dice, TableDice):
        dice.keep_secret(opened=opened)


def next_throws(
    resolve: Callable[[Dice], Any], thrown: Sequence[Throw], most: int, *, knows: bool = False
) -> tuple[Wanted, ...]:
    """What is to be thrown after what was thrown, in that order: so many as are asked for whatever they come to, and
    no more than `most`, but always the next one; none if nothing is. Of what is secret nothing is, unless whoever
    throws `knows` it.

    Whether a further one is asked for is found by trying all that those before it can come to, as far as that isn't
    too much work.
    """
    paths: Sequence[Sequence[Throw]] = [thrown]
    found: list[Wanted] = []
    runs = 1
    while (asked := _asked_after(resolve, paths, knows=knows)) is not None:
        found.append(asked)
        comes_to = range(asked.count, asked.count * asked.sides + 1)
        runs += len(paths) * len(comes_to)
        if len(found) == most or runs > _MOST_RUNS:
            break
        paths = [(*path, _coming_to(asked, total)) for path in paths for total in comes_to]
    return tuple(found)


def _asked_after(resolve: Callable[[Dice], Any], paths: Sequence[Sequence[Throw]], *, knows: bool) -> Wanted | None:
    """The throw that is asked for after each of these ways for the dice to fall; None where it isn't the same."""
    same: Wanted | None = None
    for path in paths:
        try:
            resolve(TableDice(list(path), knows=knows))
        except UnthrownError as unthrown:
            if same not in {None, unthrown.wanted[0]}:
                return None
            same = unthrown.wanted[0]
        except (RuleError, OtherThrowsError, UnaskableError):
            return None
        else:
            return None
    return same


def _coming_to(wanted: Wanted, total: int) -> Throw:
    """A throw with that total."""
    faces, left = [], total
    for others in range(wanted.count - 1, -1, -1):
        faces.append(min(wanted.sides, left - others))
        left -= faces[-1]
    return Throw(wanted.why, wanted.sides, tuple(faces))


def would_open(resolve: Callable[[Dice], Any], thrown: Sequence[Throw]) -> bool:
    """Whether something is opened before another's secret begins, where all dice that are still to be thrown fall low,
    or where they fall high.
    """
    return any(_opens(resolve, thrown, high=high) for high in (False, True))


def _opens(resolve: Callable[[Dice], Any], thrown: Sequence[Throw], *, high: bool) -> bool:
    try:
        return bool(resolve(_Falling(list(thrown), high=high)).opened)
    except UnaskableError as secret:
        return secret.opened
    except (RuleError, OtherThrowsError):
        return False


class _Falling(TableDice):
    """Dice that were thrown on the table, and then all show their lowest face, or their highest."""

    def __init__(self, thrown: list[Throw], *, high: bool) -> None:
        super().__init__(thrown, _Extreme(high=high))

    def keep_secret(self, *, opened: bool) -> None:
        raise UnaskableError(opened=opened)
