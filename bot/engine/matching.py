"""What a player typed, matched to what there is; a miss offers the near ones."""

from collections.abc import Iterable
from difflib import get_close_matches

from bot.engine.cards import printable, sentence
from bot.engine.errors import RuleError

_LONGEST_QUOTE = 40
_MOST_OFFERED = 6


def quoted(typed: str) -> str:
    """What was typed, in quotation marks and short enough for a sentence."""
    shown = printable(typed[: 2 * _LONGEST_QUOTE])
    return f"“{shown[:_LONGEST_QUOTE]}{'…' if len(shown) > _LONGEST_QUOTE else ''}”"


def match(typed: str, options: Iterable[str], *, what: str) -> str:
    """The option that was meant: the same but for case, or the only one that begins so.

    Raises RuleError, with the near ones offered, where none or several fit; `what` names the thing in that
    sentence ("character", "weapon").
    """
    by_key = {option.casefold(): option for option in options}
    key = " ".join(typed.split()).casefold()
    if key in by_key:
        return by_key[key]
    begins = [option for folded, option in by_key.items() if key and folded.startswith(key)]
    if len(begins) == 1:
        return begins[0]
    if begins:
        raise RuleError(f"{quoted(typed)} could be {offered(begins)}: write the whole name.")
    raise RuleError(f"There is no {what} {quoted(typed)}{_hint(key, by_key)}")


def _hint(key: str, by_key: dict[str, str]) -> str:
    near = get_close_matches(key[:_LONGEST_QUOTE], by_key, n=3, cutoff=0.5)
    if near:
        return f": did you mean {offered([by_key[folded] for folded in near])}?"
    if by_key:
        return f": choose {offered(list(by_key.values()))}."
    return " here."


def offered(options: list[str]) -> str:
    """Some of the options in words: `a, b or c`, or `a, b, c, d, e, f or another`."""
    shown = options[:_MOST_OFFERED]
    if len(shown) < len(options):
        return f"{', '.join(shown)} or another"
    return sentence(shown, last="or")
