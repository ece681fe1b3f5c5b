"""`/scenario show`: what somebody may know of a scenario, a player the briefing of their side, by whatever rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.deck.portals import lift_name, shaft_at, untried
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, numbered, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.scenario import Floor, Newcomers, Playing, Scenario
from bot.engine.scene import Outcome, Scene
from bot.engine.staging import Staged
from bot.engine.typed import match
from bot.systems.mustering import playing_of
from bot.systems.players import parts

SHOWS = "scenario show"
_OURS = "The house's own figures, not the book's: a file of yours may have others"


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowScenario(Asked):
    """`/scenario show`."""

    verb = SHOWS
    need = Need.ANYBODY
    private = True
    about = "Show you alone what you may know of the scenario: situation, sides, special rules, objectives"
    name: str | None = ask(None, "Which; left out, the one that is played", kind=Kind.TYPED)
    whole: bool = ask(
        False, "All that it hides as well, for a referee who plays a side", referees="What a scenario hides"
    )


@dataclass(frozen=True, slots=True)
class ScenarioTold:
    """What somebody may know of a scenario, in lines under a title."""

    title: str
    lines: tuple[str, ...]


def show_order(staged: Staged) -> Order:
    """The order, for a book that has scenarios."""
    decide, names = partial(_show, staged), tuple(staged.scenarios)
    return typed_order(ShowScenario, decide, _told_card, offers={"name": names}, registers=True)


def scenario_of(staged: Staged, name: str) -> Scenario:
    """The scenario that is meant; raises RuleError with those that there are, and with what is wrong in a file."""
    wrong = next((each for each in staged.broken if name.casefold() in each.partition(",")[0].casefold()), None)
    if wrong and name not in staged.scenarios:
        raise RuleError(wrong)
    return staged.scenarios[match(name, staged.scenarios, what="scenario")]


def _show(staged: Staged, scene: Scene, asked: ShowScenario, _: Dice) -> Outcome:
    """What the asker may know: a player the briefing of their side, a referee all, who plays a side if they say so."""
    playing = staged.playing(scene.ledger)
    if asked.name is None or (playing and playing.name == asked.name):
        scenario, playing = playing_of(staged, scene)
    else:
        scenario, playing = scenario_of(staged, asked.name), None
    lines = tuple(_known_to(staged, scene, scenario, playing, whole=asked.whole))
    return Outcome({}, ScenarioTold(scenario.name, lines), sealed=True)


def _known_to(
    staged: Staged, scene: Scene, scenario: Scenario, playing: Playing | None, *, whole: bool
) -> Iterator[str]:
    plays = parts(scene.members, scene.known.values()).get(scene.by)
    own = {plays.side} if plays else set()
    if not scene.by and scene.said:
        own = {unit.side for unit in scene.known.values() if unit.owner == scene.said.by}
    whole = not scene.by and (whole or own.isdisjoint(side.name for side in scenario.sides))
    yield from playing.decided.words if playing and playing.decided else ()
    yield scenario.situation
    yield f"Decks: {', '.join(_floor_words(each) for each in scenario.decks)}"
    for side in scenario.sides:
        briefing = side.briefing if whole or side.name in own else ""
        yield f"{side.name}{f': {briefing}' if briefing else ''}"
        yield from _rules_of(staged, scenario, side.name) if side.name in own else ()
    for objective in scenario.objectives:
        degree = f" ({objective.degree})" if objective.degree else ""
        wins = f"{objective.winner} win" if objective.winner else "Nobody wins"
        yield f"{wins}{degree} if {_in_numbers(scenario, objective.words)}"
    if scenario.house:
        yield _OURS
    if whole:
        yield from _for_the_referee(staged, scene, scenario, playing)
    elif not scene.by:
        yield "What it hides isn't told, since you play a side: whole:True tells it"


def _in_numbers(scenario: Scenario, words: str) -> str:
    """What an objective hangs on as one says it: its file has a tally's own name, `1 boats away`."""
    for tally in scenario.tallies:
        words = re.sub(rf"\b1 {re.escape(tally)}\b", numbered(1, tally), words)
    return words


def _rules_of(staged: Staged, scenario: Scenario, side: str) -> Iterator[str]:
    """What special rules say of a side's own people."""
    for special in scenario.specials:
        if (briefs := staged.specials[special.name].briefs) and (told := briefs(scenario, special, side)):
            yield told


def _when(arrival: Newcomers) -> str:
    each = "Once" if arrival.each == "once" else f"Each {arrival.each}"
    on = f" on {arrival.troop.deck}" if arrival.troop.deck else ""
    return f"{each}{on}{f' from turn {arrival.turn}' if arrival.turn else ''}"


def _floor_words(floor: Floor) -> str:
    return floor.name if floor.plan in {"", floor.name} else f"{floor.name} ({floor.plan})"


def _for_the_referee(staged: Staged, scene: Scene, scenario: Scenario, playing: Playing | None) -> Iterator[str]:
    """What only the referee may know."""
    for special in scenario.specials:
        ruling = staged.specials[special.name]
        by = "" if ruling.kept else "By hand: "
        about = f" ({special.about})" if ruling.kept and special.about else ""
        yield f"{by}{ruling.words if ruling.kept else special.about}{about}"
    for arrival in scenario.arrivals:
        throw = f" on {arrival.throw}+" if arrival.throw else ""
        groups = " + ".join(arrival.troop.groups)
        yield f"{_when(arrival)}{throw}: {arrival.troop.count.words} of {groups}"
    if playing is None:
        for force in scenario.forces:
            whom = force.name or f"{force.how.value} {force.count.words} of {' + '.join(force.groups)}"
            yield f"{force.side}: {whom}{', in hiding' if force.hidden else ''}"
        return
    for kept in playing.off:
        hiding = "in hiding" if kept.hiding else "not yet there"
        yield f"{kept.name} ({kept.side}): {hiding}, {kept.deck}{f', {kept.places[0]}' if kept.places else ''}"
    yield from (f"{name}: {count}" for name, count in playing.tallies.items())
    yield from (f"{goal.capitalize()}: {', '.join(at)}" for goal, at in playing.holding.items() if at)
    if scene.board:
        dead = [lift_name(scene.board.plan, shaft_at(scene.board.plan, at)) for at in untried(scene.board)]
        yield from [f"Dead, and nobody knows yet: {sentence(sorted(dead))}"] if dead else []


def _told_card(told: ScenarioTold, _: Faces) -> Card:
    return Card(told.title, told.lines)
