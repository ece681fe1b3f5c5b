"""Cards: a result put into plain words, before any medium decides how it looks."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.dice import Check, Modifier

PERSON_SIGN, MOMENT_SIGN = "\ue000", "\ue001"


# What a line begins with that says who must act before the table goes on.
WAITED = "▶ "
# Unicode's security report 39 warns of more than four marks on a letter; the names of no living language have more.
MOST_MARKS = 3
# What stands on the letter before it, and what is set around that.
MARKS = frozenset({"Mn", "Me"})
# So many names are told one by one.
_MOST_NAMED = 8
# Words that don't begin as they are written.
_AS_VOWELS, _AS_CONSONANTS = ("hour", "honest", "honour"), ("uni", "use", "usual", "one", "eu")


class Tone(StrEnum):
    """How a card is tinted; never the only sign of anything."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An order that may be given next: its verb and fields, and what a line says `before` it and `after` it.

    Of fields that it `asks` for, any one of them, the value is whoever's who gives it. With a `moment` it holds for as
    long as the table stands there (see `engine.due.moment`).
    """

    verb: str
    fields: Mapping[str, str | int | bool] = field(default_factory=dict)
    before: str = ""
    after: str = ""
    asks: tuple[str, ...] = ()
    moment: str = ""


class Of(str):
    """A line that tells of somebody without naming them, such as what was thrown for them: whoever may not know of them
    isn't told it.
    """

    __slots__ = ("who",)
    who: str

    # Whoever copies a text gives that alone, and sets the rest afterwards.
    def __new__(cls, line: str, who: str = "") -> "Of":
        """That line, of somebody by their name."""
        made = super().__new__(cls, line)
        made.who = who
        return made


class Spoken(str):
    """A line in somebody's own words: whoever may read it reads it as it was typed, whatever names stand in it. Without
    one, it would tell its giver that somebody is called so.
    """

    __slots__ = ()


class For(Of):
    """A line for those whose people it tells of, whomever else it names: where they may not read that, they are told at
    least that something was to be told.
    """

    __slots__ = ()


def within(line: str, text: str) -> str:
    """A text that has a line in it: it tells of the same one, or in the same words."""
    if isinstance(line, Spoken):
        return Spoken(text)
    return type(line)(text, line.who) if isinstance(line, Of) else text


def each_once(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines without those that are there already, told of the same one."""
    return tuple({(line, line.who if isinstance(line, Of) else ""): line for line in lines}.values())


@dataclass(frozen=True, slots=True)
class Card:
    """An answer in plain text: a title, what happened, the working rule by rule, and a closing line.

    Among its lines are orders that may be given next; `next` are those that are offered to be pressed, for all of one's
    own, and `waits` those that the table waits for, with whose they are: it closes with them.
    """

    title: str
    lines: tuple[str | Suggestion, ...] = ()
    working: tuple[str, ...] = ()
    footer: str = ""
    tone: Tone = Tone.PLAIN
    next: tuple[Suggestion, ...] = ()
    waits: tuple[Suggestion, ...] = ()


def person(user_id: int | str) -> str:
    """Somebody on Discord, in a card's line: shown by the name that they have there then, and forgotten by this number.

    The sign around it is one that `printable` drops and that no name may hold, so that nobody can type it.
    """
    return f"{PERSON_SIGN}{user_id}{PERSON_SIGN}"


def moment(at: int) -> str:
    """A time in seconds since 1970, in a card's line: shown as it is where whoever reads it lives."""
    return f"{MOMENT_SIGN}{at}{MOMENT_SIGN}"


def printable(text: str) -> str:
    """Text on one line, without characters that control it or turn its direction, and without marks that pile up over
    the lines above and below.
    """
    kept = "".join(character for character in " ".join(text.split()) if character.isprintable())
    return kept if kept.isascii() else "".join(_unpiled(kept))


def _unpiled(text: str) -> Iterator[str]:
    """The characters of a text, with as many marks on each as a name may have, each once."""
    marks = ""
    for each in text:
        parts = unicodedata.normalize("NFD", each)
        if unicodedata.category(each) not in MARKS:
            marks = "".join(part for part in parts if unicodedata.category(part) in MARKS)
        elif each in marks or len(marks) >= MOST_MARKS:
            continue
        else:
            marks += parts
        yield each


def marked(text: str) -> str:
    """Text as it is typed behind an option: what has blanks stands in quotation marks, or ends at the first of them."""
    line = printable(text)
    if not any(mark in line for mark in ' "'):
        return line
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def signed(number: int) -> str:
    """A modifier as a referee writes it: `+2`, `−1`, `+0`."""
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def rating(number: int) -> str:
    """A figure of a profile: `+2`, `−1`, `0`."""
    return signed(number) if number else "0"


def counted(number: int, thing: str) -> str:
    """How many of something: `1 turn`, `3 turns`, `1,200 couches`, `2 batteries`, `2 bays`."""
    several = f"{thing}es" if thing.endswith(("ch", "sh", "s", "x")) else f"{thing}s"
    if thing.endswith("y") and thing[-2:-1] not in "aeiou":
        several = f"{thing[:-1]}ies"
    return f"{number:,} {thing if number == 1 else several}"


def numbered(number: int, things: str) -> str:
    """How many of what is called in the plural, by its first word: `1 boat away`, `4 cases saved`, `no boats away`."""
    first, _, rest = things.partition(" ")
    return f"{number:,} {singular(first) if number == 1 else first} {rest}".strip() if number else f"no {things}"


def singular(things: str) -> str:
    """One of what is called in the plural: `case`, `battery`, `hatch`."""
    if things.endswith("ies"):
        return f"{things[:-3]}y"
    return things[:-2] if things.endswith(("ches", "shes", "sses", "xes")) else things.removesuffix("s")


def whose(name: str) -> str:
    """What belongs to somebody: `Ann's`, `Ross's`, `the Raiders'`."""
    several = name.casefold().endswith("s") and not name.casefold().endswith("ss")
    return f"{name}'" if several else f"{name}'s"


def article(thing: str) -> str:
    """A thing with its article: `a wall`, `an iris valve`, `an hour`, `a unit`."""
    word = thing.strip().casefold()
    vowel = word.startswith(_AS_VOWELS) or (word.startswith(tuple("aeiou")) and not word.startswith(_AS_CONSONANTS))
    return f"{'an' if vowel else 'a'} {thing}"


def sentence(parts: Iterable[str], last: str = "and") -> str:
    """A list in words: `a`, `a and b`, `a, b and c`."""
    *head, tail = list(parts)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def few(names: Sequence[str]) -> str:
    """Names in words, of very many the first of them and how many more: `Ann, Bob and 58 more`."""
    if len(names) <= _MOST_NAMED:
        return sentence(names)
    return sentence([*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"])


def check_line(check: Check, faces: tuple[int, ...], result: str, context: str = "") -> str:
    """One throw on one line: `8+ (long) | 4+5 +2 burst −1 light wound = 10 → hit`."""
    needed = "" if check.needed is None else f"{check.needed}+ "
    aside = f"({context}) " if context else ""
    bar = "| " if needed or aside else ""
    thrown = "+".join(str(face) for face in faces)
    modifiers = "".join(f" {signed(modifier.dm)} {modifier.label}" for modifier in check.modifiers)
    return f"{needed}{aside}{bar}{thrown}{modifiers} = {str(check.total).replace('-', '−')} → {result}"


def modifier_line(modifier: Modifier) -> str:
    """One modifier with its rule: `−2 cover (rule 11.C.2.d)`."""
    return f"{signed(modifier.dm)} {modifier.label} ({modifier.rule})"
