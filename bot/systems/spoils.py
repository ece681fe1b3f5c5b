"""`/take`: what somebody who is down, or has surrendered, carries is taken over by another, by whatever rules.

Between fights whoever stands beside them takes it, and to the referee everybody is in reach; what it takes in a turn
that is kept, each book says.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.deck.board import Board
from bot.deck.passage import beside
from bot.engine.asked import Asked, typed_order
from bot.engine.between import Spoils
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import NeedsYesError, RuleError, UnseenError
from bot.engine.order import Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.system import Squads, System
from bot.engine.typed import match
from bot.systems.marks import SURRENDERED
from bot.systems.people import typed

TAKE = "take"


@dataclass(frozen=True, kw_only=True, slots=True)
class TakeOrder(Asked):
    """Who takes over what from whom."""

    verb = TAKE
    about = "Take over what somebody carries who is down, or has surrendered"
    roles = (
        Role("name", alone=True, fights=True, wording="Who takes it"),
        Role("from", needed=True, wording="Whose it was: somebody dead, unconscious or surrendered"),
    )
    as_found = True
    what: str | None = typed("Which of it, with commas: a weapon, grenades; left out, all that they can carry")


@dataclass(frozen=True, slots=True)
class ArmsTaken:
    """Who has taken over what of whom, in words, and what had to be left, with why."""

    name: str
    of: str
    things: tuple[str, ...]
    left: tuple[str, ...] = ()
    says: str = ""


def spoils_orders(system: System) -> dict[str, Order]:
    """The order, for a book whose people carry something."""
    if system.squads.spoils is None:
        return {}
    return {TAKE: typed_order(TakeOrder, partial(_take, system.squads, system.squads.spoils), _card)}


def _take(squads: Squads, spoils: Spoils, scene: Scene, asked: TakeOrder, _: Dice) -> Outcome:
    unit, other = scene.one("name"), scene.one("from")
    _check_both(squads, unit, other)
    _check_beside(squads, scene, unit, other)
    if other.foreign:
        raise UnseenError("What somebody of another side carries shows as it is taken.")
    there = spoils.things(other.sheet)
    if not there:
        raise RuleError(f"{other.name} carries nothing that could be taken over.")
    wanted = _wanted(asked.what, there)
    told, left = list[str](), list[str]()
    for thing in wanted:
        try:
            mine, theirs, words = spoils.hand_over(scene, unit, other, thing)
        except RuleError as refusal:
            if len(wanted) == 1 or asked.what or isinstance(refusal, NeedsYesError):
                raise
            left.append(str(refusal))
            continue
        unit, other = replace(unit, sheet=mine), replace(other, sheet=theirs)
        told.append(words)
    if not told:
        raise RuleError(left[0])
    result = ArmsTaken(unit.name, other.name, tuple(told), tuple(dict.fromkeys(left)), spoils.says)
    return Outcome({unit.name: unit.sheet, other.name: other.sheet}, result)


def _wanted(typed: str | None, there: Sequence[str]) -> Sequence[str]:
    """Which things were named, each once; all of them where none was."""
    if typed is None:
        return there
    said = [part.strip() for part in typed.split(",")]
    if not all(said):
        raise RuleError("A thing is missing: write what is taken with a comma between each two.")
    wanted = [match(part, there, what="thing to be taken") for part in said]
    if twice := next((each for each in wanted if wanted.count(each) > 1), None):
        raise RuleError(f"{twice} stands there twice: name each thing once.")
    return wanted


def _check_both(squads: Squads, unit: Unit, other: Unit) -> None:
    """Raise RuleError for who can take nothing, and for one of whom nothing is to be taken."""
    if unit.name == other.name:
        raise RuleError(f"{unit.name} has that already: name somebody else as from.")
    if _is_down(squads, unit.sheet):
        raise RuleError(f"{unit.name} is down ({squads.state(unit.sheet)}), and takes nothing.")
    if SURRENDERED not in other.marks and not _is_down(squads, other.sheet):
        raise RuleError(f"{other.name} is up and has not surrendered: nothing is taken from them.")


def _is_down(squads: Squads, sheet: Any) -> bool:
    return squads.serving.down(sheet) if squads.serving else squads.mark(sheet).dead


def _check_beside(squads: Squads, scene: Scene, unit: Unit, other: Unit) -> None:
    """Raise RuleError for who isn't in the same square or an adjacent one, with nothing between; where no turn is kept
    the referee hands over what they will.
    """
    board: Board | None = scene.board
    if not (scene.by or squads.turn_line(scene.ledger)) or board is None:
        return
    one, two = board.people.get(unit.name), board.people.get(other.name)
    if one is None and two is None:
        return
    if not (one and two and beside(board, one.at, two.at)):
        raise RuleError(f"{unit.name} is not beside {other.name}: /move to their square or an adjacent one first.")


def _card(taken: ArmsTaken, _: Faces) -> Card:
    lines = (sentence(taken.things), *taken.left)
    return Card(f"{taken.name} takes over what {taken.of} carried", lines, (taken.says,) if taken.says else ())
