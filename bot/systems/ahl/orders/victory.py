"""`/victory`: who has won a scenario (AHL scenarios IV, V and VI)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.engine.asked import given, typed_order
from bot.engine.cards import Card, article, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import VictoryOrder
from bot.systems.ahl.victory import DRAW, Fate, Verdict, dead_ship, escape, take_over, wine_heist


@dataclass(frozen=True, slots=True)
class Ending:
    """How one scenario is judged: its rule, the names of the values that it asks, and the judgement."""

    rule: str
    asks: tuple[str, ...]
    verdict: Callable[[VictoryOrder], Verdict]


def _taken_over(asked: VictoryOrder) -> Verdict:
    sergei, zinovia = asked.sergei or Fate.ALIVE, asked.zinovia or Fate.ALIVE
    if Fate.ESCAPED in {sergei, zinovia} and sergei is not zinovia:
        raise RuleError("The two escape together or not at all: say so of both, or of neither (AHL Scenario VI.1).")
    return take_over(sergei, zinovia, mutineers_out=bool(asked.mutineers_out), surrendered=bool(asked.surrendered))


ENDINGS: Mapping[str, Ending] = {
    "wine heist": Ending(
        "Scenario IV",
        ("cases", "all destroyed"),
        lambda asked: wine_heist(asked.cases or 0, all_destroyed=bool(asked.all_destroyed)),
    ),
    "dead ship": Ending(
        "Scenario V",
        ("escaped", "escaped in battle dress"),
        lambda asked: dead_ship(asked.escaped or 0, asked.escaped_in_battle_dress or 0),
    ),
    "take-over": Ending("Scenario VI.1", ("sergei", "zinovia", "mutineers out", "surrendered"), _taken_over),
    "escape": Ending(
        "Scenario VI.2",
        ("adventurers alive", "failed"),
        lambda asked: escape(asked.adventurers_alive or 0, achieved=not asked.failed),
    ),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A scenario, who has won it, and what was said of its end."""

    scenario: str
    verdict: Verdict
    said: Mapping[str, str]


def victory_order() -> Order:
    """`/victory`: a scenario, and what counts in it, such as `cases 3`."""

    def decide(_: Scene, asked: VictoryOrder, __: Dice) -> Outcome:
        name, ending = asked.scenario, ENDINGS[asked.scenario]
        strange = [other for other in given(asked) if other not in {"scenario", *ending.asks}]
        if strange:
            raise RuleError(f"In {name} {strange[0]} doesn't count, only {sentence(ending.asks)} (AHL {ending.rule}).")
        said = {each: _told(value) for each, value in given(asked).items() if each != "scenario"}
        return Outcome({}, Judged(name, ending.verdict(asked), said))

    return typed_order(VictoryOrder, decide, _card)


def _card(judged: Judged, _: Faces) -> Card:
    name, verdict, ending = judged.scenario, judged.verdict, ENDINGS[judged.scenario]
    counted = [f"{each}: {judged.said[each]}" for each in ending.asks if each in judged.said]
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
