"""What dice are thrown from: salted by whoever plays, opened by the referee, as any campaign has it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.engine.asked import Asked, must, typed_order
from bot.engine.cards import Card, Spoken, counted
from bot.engine.dice import Dice, Faces, hash_of
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.packing import packs
from bot.engine.scene import Outcome, Scene
from bot.systems.names import clean_name, key_of

# So many people salt one seed at most.
MOST_SALTS = 50
# Discord's numbers of people have more figures: whoever bears one may be forgotten, and a salt must stay as it is.
_MOST_FIGURES = 14


@dataclass(frozen=True, kw_only=True, slots=True)
class SaltOrder(Asked):
    """`/dice salt`: with what the dice are `Salted` with until now."""

    verb = "dice salt"
    need = Need.ANYBODY
    words: str = must("Any words of yours, which everybody can read", kind=Kind.TYPED, spoken=True)


@dataclass(frozen=True, slots=True)
class Salted:
    """What dice are thrown from: the hash of their secret seed, and each salt with whose it is; whoever is to add
    words stands last, without any yet.
    """

    seed: str
    salts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RevealOrder(Asked):
    """`/dice reveal`: with the seed that is `Opened`."""

    verb = "dice reveal"
    need = Need.REFEREE
    called = "Opening the seed of the dice"


@dataclass(frozen=True, slots=True)
class Opened:
    """A seed that everybody knows from now on: its stretches in words, its first die and how many came from it; and
    the hash of the one from which dice are thrown then.
    """

    which: str
    seed: str
    first_die: int
    dice: int
    fresh: str


def seed_orders() -> tuple[Order, ...]:
    """Both of them."""
    return (
        typed_order(SaltOrder, _salt, _salted_card, open=True),
        typed_order(RevealOrder, _reveal, _opened_card, open=True),
    )


def _salt(scene: Scene, order: SaltOrder, _: Dice) -> Outcome:
    """Faces come from somebody's words as well from now on, instead of those that they have given before."""
    salted, words = scene.given(Salted), _salt_of(order.words)
    *known, (__, by) = salted.salts
    if key_of(words) in {key_of(each) for each, _ in known}:
        raise RuleError("Those words salt the dice already: choose other ones.")
    others = [(each, whose) for each, whose in known if whose != by]
    if len(others) == MOST_SALTS:
        raise RuleError(f"{MOST_SALTS} people have salted this seed, and that is the most there are.")
    return Outcome({}, replace(salted, salts=(*others, (words, by))))


def _salt_of(words: str) -> str:
    words = clean_name(words, what="salt")
    if re.search(rf"\d{{{_MOST_FIGURES + 1}}}", words) or packs(words):
        raise RuleError(f"A salt is words: no number in it has more than {_MOST_FIGURES} figures.")
    return words


def _salted_card(salted: Salted, _: Faces) -> Card:
    lines = (
        *salt_lines(salted.salts),
        "A new stretch begins: faces come from the secret seed, these words and a count. Salts are public.",
        f"SHA-256 of the seed, as before: {salted.seed}",
    )
    return Card("The dice are salted", lines)


def salt_lines(salts: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Each salt with whose it is, a line each."""
    return tuple(Spoken(f"“{words}” by {by}") for words, by in salts)


def _reveal(scene: Scene, _: RevealOrder, __: Dice) -> Outcome:
    """The present seed is opened, and a fresh one begins."""
    return Outcome({}, scene.given(Opened))


def _opened_card(opened: Opened, _: Faces) -> Card:
    return Card("The dice are opened", opened_lines(opened))


def opened_lines(opened: Opened) -> tuple[str, ...]:
    """What is told as a seed is opened and a fresh one begins."""
    last = opened.first_die + opened.dice - 1
    return (
        f"The seed of {opened.which}: {opened.seed}",
        f"Its SHA-256, as it was told while it was secret: {hash_of(bytes.fromhex(opened.seed))}",
        f"{counted(opened.dice, 'die').replace('dies', 'dice')} came from it, {opened.first_die} to {last}: "
        "/dice log gives them all, and the README a program that checks them",
        f"The next stretch has no salts yet (/dice salt). SHA-256 of its seed: {opened.fresh}",
    )
