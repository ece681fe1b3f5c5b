"""The two ways in which something can be wrong: the player's, and ours."""

from collections.abc import Collection
from typing import Any


class RuleError(Exception):
    """The player asked for what the rules or the state don't allow.

    Its text is one sentence, shown to the player as it stands: it says what to do instead.
    """


class OffersError(RuleError):
    """A refusal below which a button gives another order, for all of one's own: its verb is `offers`."""

    def __init__(self, sentence: str, offers: str) -> None:
        super().__init__(sentence)
        self.offers = offers


class ComesFirstError(RuleError):
    """What was ordered waits for another order, which leaves no choice: the `first` of both, a `Said`."""

    def __init__(self, sentence: str, first: Any) -> None:
        super().__init__(sentence)
        self.first = first


class WrittenError(RuleError):
    """What was written in a form can't be used: a button below the refusal, of the id `form`, opens it again."""

    def __init__(self, sentence: str, form: str) -> None:
        super().__init__(sentence)
        self.form = form


class CrowdedError(RuleError):
    """So many take part that a panel has no room for them."""


class LacksError(RuleError):
    """Refused only since something isn't known that the order's panel asks for, such as how far it is."""


class LooksAwayError(RuleError):
    """Refused only since whoever acts looks elsewhere: with `turn` they turn first."""


class UnseenError(RuleError):
    """Refused only by what whoever asks has seen: it hangs on what they haven't, and shows as they try it."""


def refused(sentence: str, *, known: bool) -> RuleError:
    """The refusal of what is so as far as it is `known`: what hangs on more than that is tried all the same."""
    return RuleError(sentence) if known else UnseenError(sentence)


class ForeignError(RuleError):
    """Refused since it is looked at beforehand by whom it isn't theirs to give: the order itself says that."""


class NeedsYesError(RuleError):
    """What was asked for waits for somebody's yes: of those whose ids are in `of`, or else of the referee.

    `about` are the names of those who would be let in by it, and who alone are then, as they are now.
    """

    def __init__(self, sentence: str, of: Collection[str] = (), about: Collection[str] = ()) -> None:
        super().__init__(sentence)
        self.of, self.about = tuple(dict.fromkeys(of)), tuple(about)


def not_yours(name: str) -> RuleError:
    """The sentence for whoever gives an order to somebody else's."""
    return RuleError(f"{name} is not yours: only the owner or the referee may do that.")


class KnownError(RuleError):
    """A field says otherwise than what is known: without it the order goes by that."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.field = field


def check_yes(sentence: str, of: Collection[str], given: Collection[str | None], about: Collection[str] = ()) -> None:
    """Raise NeedsYesError, `about` those, unless one of those `of` whom it is asked is among the `given` ids; "" is the
    referee.
    """
    if not {"", *of} & {*given}:
        raise NeedsYesError(sentence, of, about)


class DataError(Exception):
    """A data file is wrong: ours, found at start-up. Its text names file and line."""
