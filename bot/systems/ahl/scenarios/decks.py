"""What AHL's special rules make of a scenario's deck as it is put up: air, light, lifts, and what fills it."""

import re
from collections.abc import Collection
from dataclasses import replace

from bot.deck.board import Board, Lift
from bot.deck.plan import At, Barrier, Fixture, Portal, adjacent
from bot.deck.portals import shaft_at
from bot.engine.dice import Dice, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Scene
from bot.engine.staging import Juncture, Ruling
from bot.systems.ahl.portals.lifts import opened
from bot.systems.ruled import listed

# The blobs of 3 and 4 mean a lift that works, says scenario I.1; the cup as the counters of the house are.
_WORKING = (3, 4)
_CUP = tuple((2, 3, 4, 5, 3, 4, 5)[number % 7] for number in range(26))


def _airless(game: Game, _: str, __: Dice) -> Game:
    """A deck on which there is no air anywhere (AHL 22)."""
    everywhere = frozenset(at for level in game.board.plan.levels for at in level.floor)
    return replace(game, board=replace(game.board, airless=everywhere))


def _lifts(game: Game, which: str, dice: Dice) -> Game:
    """Lifts that answer no call: all of a deck, or by a blob's number drawn for each, 3 or 4 for one that works."""
    board, cup, lifts = game.board, list(_CUP), dict[At, Lift]()
    if which not in {"", "drawn"}:
        raise RuleError("“dead lifts” takes nothing behind it, or “drawn”.")
    fixtures = {at for level in board.plan.levels for at, what in level.fixtures.items() if what is Fixture.LIFT}
    named = sorted((name, squares[0]) for name, squares in board.plan.places.items() if fixtures & {*squares})
    for name, at in named:
        works = which == "drawn" and cup.pop(cup.index(dice.pick(cup, why=f"the number for {name}"))) in _WORKING
        if not works:
            lifts[min(shaft_at(board.plan, at))] = Lift(dead=True, untried=True)
    return replace(game, board=replace(board, lifts={**board.lifts, **lifts}))


def _barred(game: Game) -> Game:
    """A deck on which no lift answers a call any more, with those let out who are in one."""
    return _let_out(_lifts(game, "", ScriptedDice(())), game.board.people)


def _let_out(game: Game, names: Collection[str]) -> Game:
    """A deck on which the lifts in which some stand are open: one that is out of order keeps nobody shut in who has
    come by it.
    """
    board: Board = game.board
    for at in [board.people[name].at for name in names if name in board.people]:
        if shaft := shaft_at(board.plan, at):
            board = opened(board, shaft, at.level)
    return replace(game, board=board)


def _come_by_lift(stage: Juncture, names: Collection[str], _: Dice) -> Juncture:
    """Some have come to a deck, maybe by a lift."""
    return replace(stage, game=_let_out(stage.game, names))


def _dark(game: Game, rooms: str, _: Dice) -> Game:
    """Rooms without light, by their numbers (AHL 23)."""
    numbers = {room.number for room in game.board.plan.rooms}
    try:
        chosen = {int(each) for each in rooms.split()}
    except ValueError:
        raise RuleError("“dark” takes the numbers of rooms, as in “dark, 2 5”.") from None
    if not chosen <= numbers:
        raise RuleError(f"This deck has no room {min(chosen - numbers)}.")
    return replace(game, board=replace(game.board, dark=game.board.dark | chosen))


def _filled(text: str, places: str) -> str:
    """The drawing of a deck with something as high as a crate on all squares of some places."""
    for place in (each.strip() for each in places.split("/")):
        before = text
        text = re.sub(rf"^(. = place {re.escape(place)})$", r"\1, crate", text, flags=re.MULTILINE)
        if text == before:
            raise RuleError(f"This deck has no free place {place}.")
    return text


def _wrecked(stage: Juncture) -> Collection[str]:
    """The places beside which every console has been destroyed (AHL scenario II.1, ruling R-150)."""
    board = stage.game.board
    consoles = {at for level in board.plan.levels for at, what in level.fixtures.items() if what is Fixture.CONSOLE}
    found = []
    for place in listed(stage.about):
        beside = {each for at in board.plan.places.get(place, ()) for each in consoles if adjacent(at, each)}
        if beside and beside <= board.wrecked:
            found.append(place)
    return found


def _jams(board: Board) -> frozenset[Portal]:
    """The hatches and iris valves of a deck, in floors and on edges."""
    kinds = {Barrier.HATCH, Barrier.IRIS_VALVE}
    edges = [edge for level in board.plan.levels for edge, what in level.barriers.items() if what in kinds]
    return frozenset([*edges, *(at for level in board.plan.levels for at in level.hatches)])


def _jammed(game: Game, _: str, __: Dice) -> Game:
    """Every hatch and iris valve stands open (AHL scenario V)."""
    return replace(game, board=replace(game.board, open=game.board.open | _jams(game.board)))


def _stays_open(stage: Juncture, _: Scene, __: str) -> Juncture:
    """Raises RuleError for who would shut one of them."""
    board: Board = stage.game.board
    if not _jams(board) <= board.open or _asked_shut(board):
        raise RuleError(f"Hatches and iris valves are jammed open ({stage.scenario.rule}).")
    return stage


def _asked_shut(board: Board) -> bool:
    """Whether somebody works at shutting one of them."""
    return any(False in asked and portal in _jams(board) for portal, asked in board.asked.items())


DECKS = {
    "no lifts after the alarm": Ruling(
        "Once it is given no lift answers", alarmed=_barred, arrives=_come_by_lift, kept=True
    ),
    "vacuum": Ruling("There is no air on the deck", _airless, kept=True),
    "dead lifts": Ruling("Lifts answer no call; which, one learns by trying", _lifts, arrives=_come_by_lift, kept=True),
    "dark": Ruling("Rooms without light", _dark, kept=True),
    "filled": Ruling("Something fills these places: nobody enters them or sees through", redraws=_filled, kept=True),
    "jammed open": Ruling(
        "Hatches and iris valves stand open, and can't be shut", _jammed, notes=_stays_open, kept=True
    ),
    "consoles": Ruling("Once its consoles are destroyed, a place counts as empty", voids=_wrecked, kept=True),
}
