"""Splitting what a person types: bare words, `"quoted words"` and `key:value`."""

from dataclasses import dataclass


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
