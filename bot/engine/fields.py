"""The fields of an order: what each may hold, and how what was typed is read."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.cards import counted, printable, rating
from bot.engine.errors import RuleError
from bot.engine.scene import Scene
from bot.engine.typed import match, offered, quoted

Value = str | int | bool
Values = Mapping[str, Value]
Settings = Mapping[str, str]
# The two values that a setting has which is so, or isn't.
_EITHER: Sequence[Collection[str]] = ({"on", "off"}, {"yes", "no"})
# How else one says that something is so, or isn't.
_SO = {"yes": "yes", "true": "yes", "on": "yes", "no": "no", "false": "no", "off": "no"}


class Kind(StrEnum):
    """What a field holds."""

    WHOLE = "whole"
    CHOICE = "choice"
    FLAG = "flag"
    TEXT = "text"
    TYPED = "typed"  # text as it was typed, for whoever writes it down to read
    NAME = "name"  # of a side that begins with the order: kept as any other name is
    PLAYER = "player"  # somebody on the server, by their number on Discord


@dataclass(frozen=True, slots=True)
class Setting:
    """What a campaign can be set to: the values, the default first, and what it does in a sentence.

    A field of the same name in an order takes the setting as its default. `pattern`, a regular expression,
    lets the referee write a value of their own. One that hides something is set back to its default only by the words
    of `shown_by`, since nobody can unknow what they learn then. What is `of_decks` changes nothing where none is up.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    pattern: str = ""
    shown_by: str = ""
    of_decks: bool = False


# What stands behind it in a suggestion is told beside it, and not taken.
BESIDE: Final = " · "


def _nothing(_: Scene) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Field:
    """One circumstance of an order: its values, its default, and whether `mode` may name it.

    One that is `apart` never takes a campaign setting that happens to have its name. A choice may be `called` something
    in a refusal: a setting, if it isn't; a flag so where it is offered. What `referees` names is for the referee only:
    to give another value than the campaign's setting or the default, however it is typed. Text with a `pattern`, a
    regular expression, is like that or the default.

    What `lifts` something says by a yes that what the deck or a setting has doesn't count.

    What is `measured` a deck knows of those who are on it, and who is `reached` besides, as such text says: then
    a player says nothing else (ruling R-161). What is `shown`, by a deck or a sheet, a player may say otherwise, and
    then the answer tells of it; so it does of what is `settled`, which a setting of the campaign says as long as nobody
    says else.

    Text that is `apiece` says what each who acts has for themselves, by the other fields.

    What is `spoken` are words of whoever gives the order, which mean nobody, and are told as they were typed.

    One that `speaks_for` a role says what those in it do: to give another value than without it is theirs, or the
    referee's.

    What has a `wording` has an option of its own in the slash command, called as the field is; what has none is named
    in `values`. One that is `needed` must be given.
    """

    name: str
    kind: Kind
    default: Value | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    longest: int = 100
    mode: bool = False
    apart: bool = False
    called: str = ""
    referees: str = ""
    pattern: str = ""
    suggest: Callable[[Scene], Sequence[str]] = _nothing
    wording: str = ""
    needed: bool = False
    measured: bool = False
    reached: bool = False
    shown: bool = False
    settled: bool = False
    lifts: bool = False
    spoken: bool = False
    speaks_for: str = ""
    apiece: bool = False

    @property
    def suggests(self) -> bool:
        """Whether it has anything to offer while it is typed."""
        return bool(self.choices) or self.suggest is not _nothing

    @property
    def alone(self) -> bool:
        """Whether its name alone says `yes`, as that of whatever is so or not."""
        return "yes" in self.suggestions(Scene({}))

    def read(self, raw: Value) -> Value:
        """The value that was meant; raises RuleError in a sentence that says what is possible."""
        if self.kind is Kind.CHOICE:
            return match(str(raw), self.choices, what=self.called or f"value for {self.name}")
        if self.kind is Kind.FLAG:
            return self._flag(raw)
        if self.kind is Kind.WHOLE:
            return whole(raw, self.name, self.low, self.high)
        if self.kind is Kind.TYPED:
            return str(raw)
        text = printable(str(raw))
        if self.pattern:
            return own_or_listed(text, self.pattern, (str(self.default),), self.name)
        if len(text) > self.longest:
            raise RuleError(f"“{self.name}” takes {counted(self.longest, 'character')} at most.")
        return text

    def departs(self, raw: Value, settings: Settings) -> bool:
        """Whether a value is another than without it: the campaign's setting of this name, else the default.

        A “no” to what nothing is known of says no more than that. Raises RuleError as `read` does.
        """
        anyhow = self.read(settings[self.name]) if self.name in settings and not self.apart else self.default
        return self.read(raw) != (False if anyhow is None and self.kind is Kind.FLAG else anyhow)

    def denies(self, raw: Value, settings: Settings, *, decks: bool) -> str:
        """What it says in words against what a setting or a sheet has, or may have against a deck, where one is up; ""
        for nothing. Raises RuleError as `read` does.
        """
        set_so = self.name in settings and not self.apart
        if self.referees or not (set_so or self.settled or self.shown or self.lifts):
            return ""
        value = self.read(raw)
        if self.kind is Kind.FLAG:
            # What a deck shows isn't compared here: so anything said of it may be against it.
            against = self.departs(raw, settings) if set_so else (self.settled and value) or (self.shown and decks)
            told = self.name if value else f"no {self.name}"
            return told if against or (self.lifts and value and decks) else ""
        number = rating(value) if self.low < 0 and isinstance(value, int) else value
        return f"{self.name} {number}" if self.departs(raw, settings) else ""

    def _flag(self, raw: Value) -> bool:
        typed = str(raw).strip()
        return match(_SO.get(typed.casefold(), typed), ("yes", "no"), what=f"value for {self.name}") == "yes"

    def suggestions(self, scene: Scene) -> Sequence[str]:
        """What to offer while it is typed."""
        if self.kind is Kind.FLAG:
            return ("yes", "no")
        return self.choices or self.suggest(scene)


def own_or_listed(text: str, pattern: str, values: Sequence[str], name: str, meaning: str = "") -> str:
    """The value of a setting that was meant: the referee's own, which fits its pattern, or one of those listed.

    Raises RuleError with what there is, and the `meaning` of the setting, which says how one's own looks.
    """
    own, told = text.strip(), f" ({meaning})" if meaning else ""
    if (so := _SO.get(own.casefold())) and {*values} in _EITHER:
        return next(value for value in values if _SO[value] == so)
    if pattern and re.fullmatch(pattern, own):
        return own
    try:
        return match(text, values, what=f"value for {name}")
    except RuleError as problem:
        if not pattern:
            said = str(problem)
            raise RuleError(f"{said[:-1]}{told}{said[-1]}") from None
        listed = offered([*values, "write your own"])
        raise RuleError(f"There is no value for {name} {quoted(text)}: choose {listed}{told}.") from None


def whole(raw: Value, name: str, low: int, high: int) -> int:
    """A whole number from low to high, as a number or as typed (`+2`, `−1`); raises RuleError otherwise."""
    try:
        number = int(str(raw).strip().replace("−", "-")[:20])
    except ValueError:
        # What follows a comma may have been meant for another value, which these rules don't have.
        _, unknown, more = str(raw).partition(",")
        other = f": {quoted(more.split()[0])} is no value here" if unknown and more.strip() else ""
        raise RuleError(f"The {name} must be a whole number, not {quoted(str(raw))}{other}.") from None
    if not low <= number <= high:
        raise RuleError(f"The {name} must be from {low} to {high}.".replace("-", "−"))
    return number


def read_modes(text: str, fields: Iterable[Field]) -> dict[str, Value]:
    """What `mode` names, by the field that each word belongs to, of those that are marked so: `snap single`.

    Raises RuleError for a word that no such field has, and for two words of one field.
    """
    choices = {choice: field.name for field in fields if field.mode for choice in field.choices}
    spread: dict[str, Value] = {}
    for word in text.replace(",", " ").split():
        choice = match(word, choices, what="mode")
        if choices[choice] in spread:
            raise RuleError(f"{quoted(text)} names two kinds of {choices[choice]}: choose one.")
        spread[choices[choice]] = choice
    return spread


# The field of an order by which whoever acts turns first.
TURN = "turn"
# What only the referee may do, as a refusal names it.
ADDING_A_DM, REASON_OF_A_DM = "Adding a DM", "Giving the reason of a DM"


def setting_for_once(name: str) -> str:
    """What only the referee may do with a field that goes round a setting of how the rules are played (R-161)."""
    return f"Setting “{name}” for one order"
