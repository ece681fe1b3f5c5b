"""Scenarios whose sides all act by themselves, played by /next alone to a verdict, without Discord and without a
database; and whether a count of their final state, which knows nothing of how a verdict is found, says the same.
"""

import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from bot import systems
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scenario import Playing
from bot.engine.scene import Game, Scene
from bot.engine.system import System
from bot.systems.marks import takes_part
from bot.systems.seeing import is_out
from bot.systems.stepping import NEXT

BOOKS = systems.discover(systems)
SEEDS, _MOST_SECONDS, _MOST_STEPS = 10, 600, 5_000


def begun(system: System, name: str, seed: int) -> tuple[Game, LiveDice]:
    """A scenario that is set up so that all of its sides act by themselves, with the dice that it goes on with."""
    dice = LiveDice(seed.to_bytes(32, "big"), 0)
    game = Game(read_ledger=lambda: system.load_ledger({}), settings={"autopilot": "acts"})
    order, scene = system.orders["scenario setup"], Scene.of(game)
    return game.after(order.carried_out(scene, order.read({"name": name, "alone": "all"}), dice)), dice


def played(system: System, name: str, seed: int, seconds: float = _MOST_SECONDS) -> Game:
    """The game in which it is decided, or as it stands after so many seconds, each step told as well; RuleError where
    nothing goes on.
    """
    (game, dice), start = begun(system, name, seed), time.process_time()
    order = system.orders[NEXT]
    for _ in range(_MOST_STEPS):
        if scenario_in(system, game).decided or time.process_time() - start > seconds:
            break
        before = len(dice.throws)
        outcome = order.carried_out(Scene.of(game), order.read({}), dice)
        order.tell(order.report(outcome), dice.throws[before:])
        game = game.after(outcome)
    return game


def scenario_in(system: System, game: Game) -> Playing:
    """How far the scenario has come."""
    assert system.staged is not None, "a book with scenarios plays one"
    playing = system.staged.playing(game.ledger)
    assert playing is not None, "it stays till it is ended"
    return playing


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as they are at the end: who they were drawn as, and where they are."""

    name: str
    side: str
    deck: str
    places: tuple[str, ...]
    alive: bool
    able: bool
    given_up: bool


def people(system: System, game: Game) -> Iterator[Person]:
    """Everybody of a scenario, those who never showed among them."""
    assert system.staged is not None, "a book with scenarios plays one"
    playing = scenario_in(system, game)
    up = system.staged.scenarios[playing.name].decks[playing.deck].name
    for name, called in playing.people.items():
        if called in game.units:
            unit, standing = game.units[called], game.board.people.get(called)
            left = next((deck for deck, there in playing.stayed.items() if called in there), "")
            at = (place for place, squares in game.board.plan.places.items() if standing and standing.at in squares)
            fit = takes_part(unit) and not is_out(system.squads, unit)
            alive = not system.squads.mark(unit.sheet).dead
            yield Person(name, unit.side, up if standing else left, tuple(at), alive, fit, not takes_part(unit))
    for kept in playing.off:
        yield Person(kept.name, kept.side, kept.deck, (), alive=True, able=True, given_up=False)


def verdict(system: System, game: Game) -> tuple[str, str] | None:
    """Who has won and how clearly, by the words of the file and a count of who is where; None for nobody yet."""
    assert system.staged is not None, "a book with scenarios plays one"
    scenario = system.staged.scenarios[scenario_in(system, game).name]
    for objective in scenario.objectives:
        if all(_is_so(system, game, clause.strip()) for clause in objective.words.split(" and ")):
            return objective.winner, objective.degree
    return None


def _is_so(system: System, game: Game, words: str) -> bool:
    playing, (turn, _) = scenario_in(system, game), system.squads.moment(game.ledger)
    if found := re.fullmatch(r"turn (\d+) is over", words):
        return turn > int(found[1])
    if found := re.fullmatch(r"(\d+) turns after the alarm", words):
        return bool(playing.alarm) and turn - playing.alarm >= int(found[1])
    if found := re.fullmatch(r"(.+) (?:is|are) clear of (.+)", words):
        alive = {one.deck for one in _named(system, game, found[2]) if one.alive and not one.given_up}
        up = system.staged.scenarios[playing.name].decks[playing.deck].name  # type: ignore[union-attr]
        return all(deck in {up, *playing.behind} and deck not in alive for deck in re.split(r",\s*", found[1]))
    if found := re.fullmatch(r"(\d+) (.+)", words):
        return playing.tallies.get(found[2], 0) >= int(found[1])
    return _are_so(system, game, words)


def _are_so(system: System, game: Game, words: str) -> bool:
    found = re.fullmatch(r"(?:(no)|at least (\d+) of)? ?(.+?) (?:is|are) (\w+)(?: (on|at) (.+))?", words)
    assert found is not None, words
    none, least, whom, what, _, where = found.groups()
    decks = {each.name for each in system.staged.scenarios[scenario_in(system, game).name].decks if each.plan}  # type: ignore[union-attr]

    def so(one: Person) -> bool:
        state = {"out": not one.able, "dead": not one.alive, "alive": one.alive, "able": one.able}
        here = where is None or (one.deck in decks if where == "any deck" else where in {one.deck, *one.places})
        return {**state, "surrendered": one.given_up}[what] and here

    counted = [so(one) for one in _named(system, game, whom)]
    return not any(counted) if none else sum(counted) >= int(least) if least else bool(counted) and all(counted)


def _named(system: System, game: Game, whom: str) -> list[Person]:
    """Those of sides and groups, and by name."""
    words = re.split(r",\s*", whom)
    assert system.staged is not None, "a book with scenarios plays one"
    names = {*words, *(unit.name for word in words for unit in system.staged.groups.get(word, ()))}
    return [one for one in people(system, game) if one.side in words or one.name in names]


def judged(book: str, name: str, seed: int, seconds: float = _MOST_SECONDS) -> str:
    """How a scenario of a book ends by that seed, and whether the count says the same, in a line."""
    system = BOOKS[book]
    try:
        game = played(system, name, seed, seconds)
    except RuleError as barred:
        return f"{name} {seed}: barred: {barred}"
    told, turn = scenario_in(system, game).decided, system.squads.moment(game.ledger)[0]
    counted = verdict(system, game)
    same = counted == ((told.winner, told.degree) if told else None)
    doubt = "" if same else f" COUNTED OTHERWISE: {counted}"
    ended = f"{told.winner or 'nobody'} {told.degree} ({told.why})" if told else "open"
    return f"{name} {seed}: {ended}, turn {turn}{doubt}"


def main() -> None:
    """`bench.verdicts [book] [scenario] [seeds] [seconds]`; all of them without, as many at once as there are
    processors.
    """
    book, only, number, seconds = [*sys.argv[1:], *[""] * 4][:4]
    staged = {key: each.staged for key, each in BOOKS.items() if each.staged and each.piloting}
    with ProcessPoolExecutor() as pool:
        tasks = [
            pool.submit(judged, key, name, seed, float(seconds or _MOST_SECONDS))
            for key, found in staged.items()
            if key == book or not book
            for name in ([only] if only else found.scenarios)
            for seed in range(int(number or SEEDS))
        ]
        for task in tasks:
            print(task.result(), flush=True)


if __name__ == "__main__":
    main()
