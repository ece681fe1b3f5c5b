"""`/victory`: who has won a scenario (AHL scenarios IV, V and VI)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.engine.cards import Card, article, sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Need, Order, Outcome, Scene, Values
from bot.systems.ahl.fields import as_it_stands, value_of
from bot.systems.ahl.victory import DRAW, Fate, Verdict, dead_ship, escape, take_over, wine_heist


@dataclass(frozen=True, slots=True)
class Ending:
    """How one scenario is judged: its rule, the names of the values that it asks, and the judgement."""

    rule: str
    asks: tuple[str, ...]
    verdict: Callable[[Values], Verdict]


def _number(values: Values, name: str) -> int:
    return value_of(values, name, int, 0)


def _yes(values: Values, name: str) -> bool:
    return value_of(values, name, bool, default=False)


def _fate(values: Values, name: str) -> Fate:
    return Fate(value_of(values, name, str, Fate.ALIVE.value))


def _taken_over(values: Values) -> Verdict:
    sergei, zinovia = _fate(values, "sergei"), _fate(values, "zinovia")
    if Fate.ESCAPED in {sergei, zinovia} and sergei is not zinovia:
        raise RuleError("The two escape together or not at all: say so of both, or of neither (AHL Scenario VI.1).")
    return take_over(
        sergei, zinovia, mutineers_out=_yes(values, "mutineers out"), surrendered=_yes(values, "surrendered")
    )


ENDINGS: Mapping[str, Ending] = {
    "wine heist": Ending(
        "Scenario IV",
        ("cases", "all destroyed"),
        lambda values: wine_heist(_number(values, "cases"), all_destroyed=_yes(values, "all destroyed")),
    ),
    "dead ship": Ending(
        "Scenario V",
        ("escaped", "escaped in battle dress"),
        lambda values: dead_ship(_number(values, "escaped"), _number(values, "escaped in battle dress")),
    ),
    "take-over": Ending("Scenario VI.1", ("sergei", "zinovia", "mutineers out", "surrendered"), _taken_over),
    "escape": Ending(
        "Scenario VI.2",
        ("adventurers alive", "failed"),
        lambda values: escape(_number(values, "adventurers alive"), achieved=not _yes(values, "failed")),
    ),
}


def victory_order() -> Order:
    """`/victory`: a scenario, and what counts in it, such as `cases 3`."""

    def resolve(_: Scene, values: Values, __: Dice) -> Outcome:
        name = value_of(values, "scenario", str, "")
        if not name:
            raise RuleError(f"Name the scenario: {sentence(ENDINGS, 'or')}.")
        ending = ENDINGS[name]
        strange = [other for other in values if other not in {"scenario", *ending.asks}]
        if strange:
            raise RuleError(f"In {name} {strange[0]} doesn't count, only {sentence(ending.asks)} (AHL {ending.rule}).")
        return Outcome({}, _card(name, ending, values))

    whole = (("cases", 4), ("escaped", 6), ("escaped in battle dress", 6), ("adventurers alive", 3))
    fields = (
        Field("scenario", Kind.CHOICE, choices=tuple(ENDINGS)),
        *(Field(name, Kind.WHOLE, low=0, high=most) for name, most in whole),
        *(Field(name, Kind.CHOICE, choices=tuple(Fate)) for name in ("sergei", "zinovia")),
        *(Field(name, Kind.FLAG) for name in ("all destroyed", "mutineers out", "surrendered", "failed")),
    )
    return Order("victory", (), fields, resolve, as_it_stands, need=Need.ANYBODY)


def _card(name: str, ending: Ending, values: Values) -> Card:
    verdict = ending.verdict(values)
    counted = [f"{asked}: {_told(values[asked])}" for asked in ending.asks if asked in values]
    by_ruling = f", ruling {verdict.ruling}" if verdict.ruling else ""
    return Card(
        f"{name.capitalize()}: {_words(verdict)}",
        (sentence(counted) if counted else f"Nothing was given: {sentence(ending.asks)} count",),
        (f"The source's own degrees of victory (AHL {ending.rule}){by_ruling}",),
    )


def _told(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _words(verdict: Verdict) -> str:
    if verdict.degree == DRAW:
        return "nobody wins"
    if not verdict.winner:
        return "it goes on"
    degree = f" {article(verdict.degree)} victory" if verdict.degree else ""
    return f"the {verdict.winner} win{degree}"
