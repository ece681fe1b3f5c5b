"""The lines of a sandbox script: what each may say, parsed before anything is done."""

import re
from dataclasses import dataclass

from bot.sandbox.world import KINDS, THREADED


class Refused(Exception):  # noqa: N818 - not an error: what a real client does not let its user do
    """What a person tried and Discord's own client would not send; the text is one sentence for them."""


@dataclass(frozen=True)
class Word:
    """One word of a line; `key` is what stands before its first unquoted colon."""

    value: str
    key: str | None = None
    quoted: bool = False


def split(text: str) -> list[Word]:
    r"""The words of a line; inside quotes `\"` and `\\` stand for themselves.

    Raises Refused for a quote that is not closed.
    """
    words: list[Word] = []
    rest = text.strip()
    while rest:
        word, rest = _take_word(rest)
        words.append(word)
        rest = rest.lstrip()
    return words


def _take_word(text: str) -> tuple[Word, str]:
    if text.startswith('"'):
        value, rest = _take_quoted(text)
        return Word(value, quoted=True), rest
    end = next((at for at, char in enumerate(text) if char.isspace() or char == '"'), len(text))
    head = text[:end]
    key, colon, value = head.partition(":")
    if not colon or not key:
        return Word(head), text[end:]
    if not value and text[end : end + 1] == '"':
        value, rest = _take_quoted(text[end:])
        return Word(value, key, quoted=True), rest
    end = next((at for at, char in enumerate(text) if char.isspace()), len(text))
    return Word(text[len(key) + 1 : end], key), text[end:]


def _take_quoted(text: str) -> tuple[str, str]:
    value: list[str] = []
    chars = iter(range(1, len(text)))
    for at in chars:
        if text[at] == "\\" and text[at + 1 : at + 2] in ('"', "\\"):
            value.append(text[next(chars)])
        elif text[at] == '"':
            return "".join(value), text[at + 1 :]
        else:
            value.append(text[at])
    raise Refused("A quote is not closed.")


_CHANNEL = re.compile(r"#?(?P<channel>[\w-]{1,100})(/(?P<thread>[^/]{1,100}))?")
_DURATION = re.compile(r"(?P<count>\d{1,12})(?P<unit>[smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

VERBS = (
    "as",
    "in",
    "dice",
    "press",
    "choose",
    "submit",
    "attach",
    "complete",
    "restart",
    "deny",
    "allow",
    "delete",
    "archive",
    "leave",
    "kick",
    "invite",
    "advance",
    "expect",
)
_ALONE = ("restart", "archive", "kick", "invite")
_NOUN_LINES = ("as", "in", "press", "attach", "deny", "allow", "leave", "advance")


class ScriptError(Exception):
    """A line that the script's writer has to mend; the text says how."""


@dataclass(frozen=True)
class ScriptLine:
    """One line: what to do (a verb, or "/" for a command), its text behind the verb and that text's words."""

    verb: str
    rest: str
    words: list[Word]

    @property
    def text(self) -> str:
        """The one thing that follows the verb: quoted, or as it stands."""
        return self.words[0].value if len(self.words) == 1 and self.words[0].quoted else self.rest


def is_silent(text: str) -> bool:
    """Whether a line is blank or a comment."""
    return not text.strip() or text.lstrip().startswith("#")


def parse(text: str) -> ScriptLine:
    """Raises ScriptError for a line that means nothing."""
    text = text.strip()
    verb, _, rest = text.partition(" ")
    if text.startswith("/"):
        return ScriptLine("/", text, [])
    if verb not in VERBS:
        raise ScriptError(f"there is no line {verb[:40]!r}; there are /command, {', '.join(VERBS)}")
    rest = rest.strip()
    try:
        line = ScriptLine(verb, rest, split(rest) if verb != "complete" else [])
    except Refused as error:
        raise ScriptError(str(error)) from None
    if verb in _ALONE and rest:
        raise ScriptError(f"{verb} stands alone")
    if verb in _NOUN_LINES and not line.text:
        raise ScriptError(f"{verb} what?")
    return line


def user_name(line: ScriptLine) -> str:
    """`as NAME`, `leave NAME`."""
    name = line.text.removeprefix("@")
    if not is_user_name(name):
        raise ScriptError("a name has 1 to 32 printable characters")
    return name


def is_user_name(name: str) -> bool:
    """Whether somebody may be called so."""
    return 1 <= len(name) <= 32 and name.isprintable() and name == name.strip()


def channel_path(line: ScriptLine) -> tuple[str, str]:
    """`in #CHANNEL` or `in #CHANNEL/THREAD`, and before it the kind of place that it is to be; that kind comes last."""
    kind, _, path = line.text.rpartition(" ")
    if kind not in ("", *KINDS):
        kind, path = "", line.text
    if not is_channel_path(path) or (kind in THREADED) > ("/" in path):
        raise ScriptError("a channel is written #table, and a thread in it #table/den; in a forum all are threads")
    return path.removeprefix("#"), kind


def is_channel_path(path: str) -> bool:
    """Whether a channel (`#table`) or a thread (`#table/den`) may be called so."""
    return _CHANNEL.fullmatch(path) is not None and path.isprintable()


def faces(line: ScriptLine) -> list[int]:
    """`dice 4 5 3 3`."""
    if not line.words or not all(re.fullmatch(r"[1-9]\d{0,3}", word.value) for word in line.words):
        raise ScriptError("dice are whole numbers from 1 up, such as dice 4 5 3")
    return [int(word.value) for word in line.words]


def seconds(line: ScriptLine) -> int:
    """`advance 20m`."""
    found = _DURATION.fullmatch(line.text)
    if not found:
        raise ScriptError("a time is written 30s, 20m, 2h or 1d")
    return int(found["count"]) * _SECONDS[found["unit"]]


def labels(line: ScriptLine) -> list[str]:
    """`choose "Label"`, several quoted, or several in one with commas."""
    if not line.words:
        raise ScriptError("choose what?")
    quoted = all(word.quoted for word in line.words)
    return [word.value for word in line.words] if quoted else [line.rest]


def expectation(line: ScriptLine) -> tuple[bool, str]:
    """`expect "text"` or `expect not "text"`: whether the text is to be there, and the text."""
    words = line.words
    wanted = not (len(words) > 1 and words[0] == Word("not"))
    text = words[-1].value if words else ""
    if len(words) != (1 if wanted else 2) or not words[-1].quoted or not text:
        raise ScriptError('it is written expect "text" or expect not "text"')
    return wanted, text


def victim(line: ScriptLine) -> str:
    """`delete message`, `delete channel` (this one) or `delete #channel`."""
    if line.rest.startswith("#") or line.rest.lower() in ("message", "channel"):
        return line.rest.lower()
    raise ScriptError("delete what: message, channel or #channel?")
