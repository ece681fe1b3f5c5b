"""`/standing`: what somebody does whenever they are asked something, said beforehand and in secret."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.engine.asked import typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import StandingAnswer, When
from bot.systems.ahl.ledger import Ledger

ASK = "ask"
_WAYS = 36
# What needs no throw is done or not.
_THROWS = {When.SNAP, When.AIM}
# What one needn't do.
_LEFT = {*_THROWS, When.DIVE, When.HELP}


@dataclass(frozen=True, slots=True)
class StandingAnswers:
    """What some have said beforehand, each by what it answers; `given` where that is new."""

    said: tuple[tuple[str, Mapping[str, str]], ...]
    given: bool


def standing_order() -> Order:
    """`/standing`: only its giver and the referees read it."""

    def decide(scene: Scene, asked: StandingAnswer, _: Dice) -> Outcome:
        names = [unit.name for unit in scene.all("name")]
        if not names:
            raise RuleError("Nobody here is yours: name whom you mean.")
        ledger: Ledger = scene.ledger
        if asked.when is None:
            return Outcome({}, _told(ledger, names, given=False), sealed=True)
        say = _read(asked.when, asked.say)
        for name in names:
            says = {when: text for when, text in ledger.standing.get(name, {}).items() if when != asked.when}
            says |= {} if say == ASK else {str(asked.when): say}
            others = {other: text for other, text in ledger.standing.items() if other != name}
            ledger = replace(ledger, standing={**others, **({name: says} if says else {})})
        return Outcome({}, _told(ledger, names, given=True), ledger=ledger, sealed=True)

    return typed_order(StandingAnswer, decide, _card)


def _read(when: When, typed: str) -> str:
    """What was said, in the words in which it is kept; raises RuleError for what means nothing."""
    text = " ".join(typed.casefold().split())
    if text in {"always", ASK} or (text == "never" and when in _LEFT):
        return text
    if when in _LEFT - _THROWS:
        raise RuleError(f"To {when} one says always, never, or ask, to be asked.")
    if when not in _THROWS:
        raise RuleError(f"To {when} one says always, or ask, to be asked: it can't be left.")
    at_least(text)
    return text


def at_least(text: str) -> Fraction:
    """How likely `8+ or better` is on two dice; raises RuleError for words that mean no throw."""
    needed, _, more = map(str.strip, text.partition("+"))
    if not (needed.isdecimal() and 2 <= int(needed) <= 12 and more in {"", "or better"}):
        raise RuleError("Say always, never, or how likely it has to hit, from 2+ to 12+, such as 8+ or better.")
    return Fraction(sum(one + other >= int(needed) for one in range(1, 7) for other in range(1, 7)), _WAYS)


def _told(ledger: Ledger, names: list[str], *, given: bool) -> StandingAnswers:
    return StandingAnswers(tuple((name, ledger.standing.get(name, {})) for name in names), given)


def _card(answers: StandingAnswers, _: Faces) -> Card:
    names = [name for name, _ in answers.said]
    have = "has" if len(names) == 1 else "have"
    title = f"{sentence(names)} {have} standing answers" if answers.given else "Standing answers"
    lines = tuple(
        f"{name}: {', '.join(f'{when} {say}' for when, say in says.items()) or 'asked every time'}"
        for name, says in answers.said
    )
    return Card(title, lines, ("An answer that is given beforehand acts at once, and isn't asked for (AHL 13, 17)",))
