"""Dice, the only place that knows a source of chance, and what is added to their throws, each with its reason.

A resolver is handed a `Dice` and never asks where its throws come from: a live campaign, a script, or
every branch at once (see `odds`).
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw as it fell: what it was for, the sides of its dice, and each die's face; `by_hand` on the table."""

    why: str
    sides: int
    faces: tuple[int, ...]
    by_hand: bool = False

    @property
    def total(self) -> int:
        """The faces added."""
        return sum(self.faces)


class Faces:
    """The faces of recorded throws, taken by what they were for, in the order in which they fell."""

    def __init__(self, throws: Iterable[Throw]) -> None:
        self._left = list(throws)

    def first(self, count: int) -> "Faces":
        """The faces of so many throws, the next that were made, which are taken from them alone."""
        mine, self._left = self._left[:count], self._left[count:]
        return Faces(mine)

    def take(self, why: str) -> tuple[int, ...]:
        """The faces of the next throw made for `why`; raises KeyError if there was no such throw."""
        for throw in self._left:
            if throw.why == why:
                self._left.remove(throw)
                return throw.faces
        raise KeyError(why)


class Dice(Protocol):
    """What a resolver may ask of chance."""

    def roll(self, count: int, sides: int = 6, *, why: str) -> int:
        """Throw `count` dice and return their total; `why` names the throw in the record."""
        ...

    def pick(self, options: Sequence[T], *, why: str) -> T:
        """Return one of the options, each equally likely."""
        ...

    def fold(self, items: Iterable[T], state: S, step: Callable[["Dice", S, T], S], key: Hashable = None) -> S:
        """Carry `state` through `step` once an item; the place for many throws of the same kind.

        Folds of one `key` come to the same states with the same chances: odds work them out once.
        """
        ...


class RecordedDice:
    """Dice that keep every throw; a subclass says where the next face comes from."""

    def __init__(self) -> None:
        self.throws: list[Throw] = []

    def face(self, sides: int) -> int:
        """The next face, from 1 to `sides`."""
        raise NotImplementedError

    def roll(self, count: int, sides: int = 6, *, why: str) -> int:
        """Throw `count` dice, record their faces and return their total."""
        throw = Throw(why, sides, tuple(self.face(sides) for _ in range(count)))
        self.throws.append(throw)
        return throw.total

    def take_back(self, first: int) -> None:
        """Forget all throws from number `first` on, whose order was refused: nobody has been shown them."""
        del self.throws[first:]

    def pick(self, options: Sequence[T], *, why: str) -> T:
        """Return one of the options by a die with as many sides; a single option needs no die."""
        if len(options) == 1:
            return options[0]
        return options[self.roll(1, len(options), why=why) - 1]

    def fold(self, items: Iterable[T], state: S, step: Callable[[Dice, S, T], S], key: Hashable = None) -> S:
        """Carry `state` through `step`, item after item."""
        for item in items:
            state = step(self, state, item)
        return state


class LiveDice(RecordedDice):
    """A campaign's dice: face number n is HMAC-SHA256(key, n), so that whoever has the key can check them.

    The key is a secret seed, or comes from it and players' words, see `dice_key`. `counter` is the number of the next
    face; it only grows, and the campaign keeps it, so that taking an order back never brings the same faces again.
    """

    def __init__(self, key: bytes, counter: int) -> None:
        super().__init__()
        # Keyed once: most of what a face costs is reading the key.
        self._keyed = hmac.new(key, digestmod=hashlib.sha256)
        self.counter = counter

    def face(self, sides: int) -> int:
        """The next face: the digest of the counter, taken as a number, modulo the sides.

        The digest has 256 bits, so the bias against any face is below one in 2**240.
        """
        numbered = self._keyed.copy()
        numbered.update(self.counter.to_bytes(8, "big"))
        self.counter += 1
        return int.from_bytes(numbered.digest(), "big") % sides + 1

    def take_back(self, first: int) -> None:
        """Forget them, and their faces come again, as where an order is refused that was given by itself."""
        self.counter -= sum(len(throw.faces) for throw in self.throws[first:])
        super().take_back(first)


class ScriptedDice(RecordedDice):
    """Dice that fall as they are told, for tests and demonstrations."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        self.left = list(faces)

    def face(self, sides: int) -> int:
        """The next scripted face; raises ValueError where there is none, or such a die doesn't have it."""
        if not self.left or not 1 <= self.left[0] <= sides:
            raise ValueError(f"no scripted face for a die of {sides} sides: {self.left[:1]}")
        return self.left.pop(0)

    def take_back(self, first: int) -> None:
        """Forget them, and their faces come again."""
        self.left[:0] = [face for throw in self.throws[first:] for face in throw.faces]
        super().take_back(first)


def new_seed() -> bytes:
    """A campaign's secret: 32 bytes from the operating system's source of chance."""
    return secrets.token_bytes(32)


def hash_of(seed: bytes) -> str:
    """What is told of a seed while it is secret, so that no other can be shown for it later: its SHA-256."""
    return hashlib.sha256(seed).hexdigest()


def dice_key(seed: bytes, salts: Sequence[str]) -> bytes:
    """What faces are counted out from: the seed itself, or with players' words its HMAC over them, a line each."""
    return hmac.digest(seed, "\n".join(salts).encode(), "sha256") if salts else seed


@dataclass(frozen=True, slots=True)
class Modifier:
    """A DM, what it is for in a word or two, and the rule that it comes from (book and number)."""

    dm: int
    label: str
    rule: str


def referees_own(dm: int, because: str) -> Modifier | None:
    """The modifier that the referee adds: it says that it is theirs, with the reason that they gave; None for 0."""
    return Modifier(dm, f"referee: {because}" if because else "referee", "referee") if dm else None


ModifierRule = Callable[[T], Modifier | None]
# All that may change one kind of throw, in the order in which they are told.
ModifierRules = tuple[ModifierRule[T], ...]


def applied(rules: Iterable[ModifierRule[T]], situation: T) -> tuple[Modifier, ...]:
    """The modifiers that a situation calls for, in the order of the rules."""
    return tuple(modifier for rule in rules if (modifier := rule(situation)) is not None)


@dataclass(frozen=True, slots=True)
class Check:
    """A throw worked out: the faces' total, each modifier, and what they had to reach.

    `why` is the name under which the dice recorded it; `needed` is None for a throw that is looked up in a
    table.
    """

    why: str
    thrown: int
    modifiers: tuple[Modifier, ...]
    needed: int | None = None

    @property
    def dm(self) -> int:
        """The modifiers added."""
        return sum(modifier.dm for modifier in self.modifiers)

    @property
    def total(self) -> int:
        """The throw as modified."""
        return self.thrown + self.dm

    @property
    def made(self) -> bool:
        """Whether the total reached what was needed."""
        return self.needed is not None and self.total >= self.needed
