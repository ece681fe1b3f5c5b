"""The log of throws whose seeds are open: how it is written, and how anybody checks it.

It is JSON, a line for each entry of the journal. How a face comes from a seed is said in `dice`: here it is counted out
again. The last line seals the lines above it, so that an accident to the file is noticed; who changes a file on purpose
can seal it anew, and is found by the dice.
"""

import gc
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.cards import counted, printable
from bot.engine.dice import LiveDice, Throw, dice_key, hash_of
from bot.engine.errors import RuleError

VERSION = 1
# Discord takes no larger file of most people.
MOST_BYTES = 10 * 2**20
_IS, _SEAL = "boarding party", '\n"seal": "'
_MOST = 2**63
# Made once: there are many lines.
_json = json.JSONEncoder(ensure_ascii=False).encode
# How much stands around the entries of a part.
_ROOM = 2**16


@dataclass(frozen=True, slots=True)
class LoggedThrow:
    """A throw: the number of its first die, the dice's sides, their faces, and what it was for."""

    counter: int
    sides: int
    faces: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry of the journal with its throws: whether it has been taken back, and whether players could not see it.

    What was thrown `by_hand` came from no seed, and nobody can check it.
    """

    id: int
    at: int
    title: str
    taken_back: bool
    hidden: bool
    throws: tuple[LoggedThrow, ...]
    by_hand: tuple[Throw, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedStretch:
    """A stretch by its number: its open seed, salts with whose they are, since when, its first die and how many.

    Of a long campaign the entries are many, and are read as they are asked for.
    """

    number: int
    seed: bytes
    salts: tuple[tuple[str, str], ...]
    since: int
    first: int
    dice: int
    entries: Iterable[LoggedEntry]


# --- writing ---


def written(campaign: int, stretches: Sequence[LoggedStretch], most: int = MOST_BYTES) -> list[str]:
    """The log of a campaign, in as many files as it takes so that none has more than so many bytes.

    Of a stretch that is divided each file says which of its dice it has.
    """
    return [_file(campaign, part) for part in _parts(stretches, most - _ROOM)]


def _parts(stretches: Sequence[LoggedStretch], most: int) -> Iterator[list[str]]:
    part: list[str] = []
    room = most
    for stretch in stretches:
        lines: list[str] = []
        first, taken, at = stretch.first, 0, stretch.first
        for entry in stretch.entries:
            line = _entry_line(entry)
            size = len(line.encode())
            if size > room and (part or lines):
                yield [*part, _stretch_lines(stretch, first, at, lines)] if lines else part
                part, lines, room, first, taken = [], [], most, at, 0
            lines.append(line)
            at += sum(len(throw.faces) for throw in entry.throws)
            taken += size
            room -= size + 2
        part.append(_stretch_lines(stretch, first, stretch.first + stretch.dice, lines))
        room -= len(part[-1].encode()) - taken
    yield part


def _entry_line(entry: LoggedEntry) -> str:
    throws = [
        {"counter": throw.counter, "sides": throw.sides, "faces": throw.faces, "for": throw.why}
        for throw in entry.throws
    ]
    told = {"entry": entry.id, "at": entry.at, "title": entry.title, "taken back": entry.taken_back}
    by_hand = [{"sides": throw.sides, "faces": throw.faces, "for": throw.why} for throw in entry.by_hand]
    told |= {"hidden": entry.hidden, "throws": throws}
    return _json({**told, **({"by hand": by_hand} if by_hand else {})})


def _stretch_lines(stretch: LoggedStretch, first: int, beyond: int, lines: Iterable[str]) -> str:
    salts = [{"words": words, "by": by} for words, by in stretch.salts]
    told = {"stretch": stretch.number, "since": stretch.since, "sha256": hash_of(stretch.seed)}
    told |= {"seed": stretch.seed.hex(), "salts": salts, "first": first, "dice": beyond - first}
    return f'{_json(told)[:-1]}, "entries": [\n' + ",\n".join(lines) + "\n]}"


def _file(campaign: int, stretches: Sequence[str]) -> str:
    head = _json({_IS: "dice", "version": VERSION, "campaign": campaign})
    return sealed(f'{head[:-1]}, "stretches": [\n' + ",\n".join(stretches) + "\n],")


def sealed(text: str) -> str:
    """The text of a file with its last line."""
    return f'{text}{_SEAL}{hashlib.sha256(text.encode()).hexdigest()}"}}\n'


# --- checking ---


@dataclass(slots=True)
class _Read:
    """What of a file has been read: where the next stretch goes on, and the one before."""

    before: dict[str, Any] | None = None
    hashes: list[str] = field(default_factory=list)


def checked(text: str, hashes: Iterable[str] = ()) -> Iterator[str]:
    """Check a log, throw by throw: a line for each stretch that is as it should be.

    `hashes` are those that were told while the seeds were secret. Raises RuleError, which names the first throw that
    isn't the next of its stretch, or what else is wrong.
    """
    log = _read(text)
    if not isinstance(log, dict) or log.get(_IS) != "dice":
        raise RuleError("That is no log of dice: /dice log gives one.")
    if _whole(log, "version", "the log") > VERSION:
        raise RuleError("That log is of a newer program than this one: take that one to check it.")
    known = _Read()
    for stretch in _list(log, "stretches", "the log"):
        yield _checked_stretch(stretch, known)
    _check_seal(text, log)
    for each in hashes:
        if each.strip().casefold() not in known.hashes:
            raise RuleError(
                f"No seed of that log has the hash {printable(each)[:64]}: it is of another campaign, or forged."
            )


def _read(text: str) -> Any:
    # Each of its many values would be looked at again and again for cycles, of which JSON has none.
    collects = gc.isenabled()
    gc.disable()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError("That is no log of dice, or not all of it: no JSON can be read from it.") from None
    finally:
        if collects:
            gc.enable()


def _checked_stretch(stretch: Any, known: _Read) -> str:
    number = _whole(stretch, "stretch", "a stretch")
    where = f"stretch {number}"
    first, dice = _whole(stretch, "first", where), _whole(stretch, "dice", where)
    seed, salts = _seed(stretch, where), [_text(salt, "words", where) for salt in _list(stretch, "salts", where)]
    _check_follows(stretch, known.before, seed, salts, where)
    thrown, last, throws = LiveDice(_key(seed, salts, where), first), 0, 0
    for entry in _list(stretch, "entries", where):
        number_of_entry = _whole(entry, "entry", where)
        if number_of_entry <= last:
            raise RuleError(f"In {where} entry {number_of_entry} stands after entry {last}: one is out of its order.")
        last = number_of_entry
        for throw in _list(entry, "throws", where):
            _checked_throw(throw, thrown, where, entry)
            throws += 1
    if thrown.counter != first + dice:
        raise RuleError(f"In {where} dice from {thrown.counter} on are left out, or are too many: it counts {dice}.")
    known.before = stretch
    known.hashes.append(hash_of(seed))
    told = f"{dice} dice in {throws} throws, each the next in its order, none left out and none used twice"
    return f"Stretch {number}, by the seed with the hash {hash_of(seed)}{_with(salts)}: {told}."


def _with(salts: Sequence[str]) -> str:
    return f" and {counted(len(salts), 'salt')}" if salts else ""


def _checked_throw(throw: Any, thrown: LiveDice, where: str, entry: Any) -> None:
    """Check a throw against the next dice of its stretch."""
    try:
        number, sides, faces = throw["counter"], throw["sides"], throw["faces"]
    except (TypeError, KeyError):
        raise _unreadable("throws", where) from None
    if type(number) is not int or type(sides) is not int or type(faces) is not list:
        raise _unreadable("throws", where)
    if not (0 <= number < _MOST and 0 < sides < _MOST):
        raise _unreadable("throws", where)
    if number != thrown.counter:
        missing = number > thrown.counter
        why = f"die {thrown.counter} is left out" if missing else "it was used before, or stands out of its order"
        raise RuleError(f"{_named(number, throw, where, entry)} is not the next one: {why}.")
    face = thrown.face
    due = [face(sides) for _ in faces]
    if faces != due:
        at, shown, wanted = next(
            (at, *both) for at, both in enumerate(zip(faces, due, strict=True)) if both[0] != both[1]
        )
        shows = str(shown)[:20] if type(shown) is int else "no number"
        raise RuleError(f"{_named(number + at, throw, where, entry)} shows {shows}: its seed gives {wanted}.")


def _named(number: int, throw: Any, where: str, entry: Any) -> str:
    return f"Die {number} of {where} ({_said(throw.get('for'))}, entry {entry['entry']}: {_said(entry.get('title'))})"


def _said(value: Any) -> str:
    """What stands in a file for people to read, as it may be told."""
    return printable(value)[:100] if isinstance(value, str) else "unnamed"


def _check_follows(
    stretch: dict[str, Any], before: dict[str, Any] | None, seed: bytes, salts: list[str], where: str
) -> None:
    """Raise RuleError unless a stretch goes on where the one before it ended, by its seed or a fresh one."""
    if stretch.get("sha256") != hash_of(seed):
        raise RuleError(f"The seed of {where} has the hash {hash_of(seed)}, and not the one that stands beside it.")
    if before is None:
        return
    if stretch["stretch"] != before["stretch"] + 1:
        raise RuleError(f"After stretch {before['stretch']} comes {where}: one is left out, or out of its order.")
    if stretch["first"] != before["first"] + before["dice"]:
        raise RuleError(
            f"{where.capitalize()} begins with die {stretch['first']}, and not where the one before it ended."
        )
    was = [salt["words"] for salt in before["salts"]]
    if stretch["seed"] != before["seed"]:
        if salts:
            raise RuleError(
                f"{where.capitalize()} has a fresh seed and salts at once: it could have been chosen by them."
            )
    elif salts[:-1] not in [was, *(was[:at] + was[at + 1 :] for at in range(len(was)))] or not salts:
        raise RuleError(f"The salts of {where} are not those of the stretch before it with a new one.")


def _check_seal(text: str, log: dict[str, Any]) -> None:
    body, found, _ = text.rpartition(_SEAL)
    if not found or log.get("seal") != hashlib.sha256(body.encode()).hexdigest():
        raise RuleError("The dice are right, but something beside them in that log is not as it was written.")


def _key(seed: bytes, salts: Sequence[str], where: str) -> bytes:
    try:
        return dice_key(seed, salts)
    except UnicodeError:
        raise _unreadable("salts", where) from None


def _seed(stretch: Any, where: str) -> bytes:
    try:
        return bytes.fromhex(_text(stretch, "seed", where))
    except ValueError:
        raise _unreadable("seed", where) from None


def _whole(value: Any, name: str, where: str) -> int:
    found = value.get(name) if isinstance(value, dict) else None
    if type(found) is not int or not 0 <= found < _MOST:
        raise _unreadable(name, where)
    return found


def _text(value: Any, name: str, where: str) -> str:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, str):
        raise _unreadable(name, where)
    return found


def _list(value: Any, name: str, where: str) -> list[Any]:
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, list):
        raise _unreadable(name, where)
    return found


def _unreadable(what: str, where: str) -> RuleError:
    return RuleError(f"That log has been changed: the {what} of {where} can't be read.")
