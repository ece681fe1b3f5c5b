"""`/autopilot why`: what a book would do for somebody just now, and what else it weighed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.deck.placing import places
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.autopilot import Advises, Autopilot, Idea, Mission, best_first
from bot.engine.cards import Card, Suggestion
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Outcome, Role, Said, Scene
from bot.engine.system import System

WHY = "autopilot why"
# So many ideas are told, the best first.
_MOST = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class WhyOrder(Asked):
    """`/autopilot why`: whom to advise, and by what orders they would act."""

    verb = WHY
    private = True
    about = "Show you alone what one of your people might do now, what it is worth and why"
    roles = (Role("name", alone=True, wording="Whom to advise"),)
    orders: Mission = ask(Mission.HUNT, "What they are to do: hunt, hold, guard, advance, board or fall back")
    to: str = ask("", "Where they are to go, or what they are to guard", suggest=places)


@dataclass(frozen=True, slots=True)
class Advised:
    """One idea, as it is told."""

    said: Said
    worth: float
    why: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What somebody might do now, the best first."""

    name: str
    ideas: tuple[Advised, ...]


def advising(system: System) -> Mapping[str, Order]:
    """The order by its verb, for a book that has advice."""
    if system.advises is None:
        return {}
    return {WHY: typed_order(WhyOrder, partial(_decide, system, system.advises), _card)}


def _decide(system: System, advises: Advises, scene: Scene, asked: WhyOrder, _: Dice) -> Outcome:
    game, name = scene.game, scene.one("name").name
    assert game is not None, "somebody is advised in a game"
    if scene.board is None or name not in scene.board.people:
        raise RuleError(f"{name} is on no deck, and advice goes by what is seen there: put them on it with /place.")
    due = system.due(game)
    if not due:
        raise RuleError("Advice is given in a turn that is kept: /turn begin begins one.")
    pilot = Autopilot(asked.orders, asked.to)
    ideas = [idea for each in _of(name, due) for idea in advises(game, each, name, pilot)]
    ideas += advises(game, None, name, pilot)
    best = list[Idea]()
    for idea in best_first(ideas):
        if all(idea.said != better.said for better in best):
            best.append(idea)
    return Outcome({}, Advice(name, tuple(map(_told, best[:_MOST]))), sealed=True)


def _of(name: str, due: Sequence[Due]) -> Iterator[Due]:
    """What is due first of somebody, and asks for a choice; nothing where all is done without one."""
    return (each for each in [next((each for each in due if name in each.owes and not each.settled), None)] if each)


def _told(idea: Idea) -> Advised:
    return Advised(idea.said, round(idea.worth, 2), idea.why)


def _card(advice: Advice, _: Faces) -> Card:
    if not advice.ideas:
        return Card(f"{advice.name} has nothing to decide now", ("/next goes on to where somebody may act.",))
    lines = tuple(_line(each) for each in advice.ideas)
    return Card(f"What {advice.name} might do", lines, (_WORTH, _SEEN))


def _line(idea: Advised) -> Suggestion:
    worth = f"{idea.worth:.2f} · " if idea.worth else ""
    return idea.said.suggested(f"{worth}{idea.why[:1].upper()}{idea.why[1:]}: ")


_WORTH = (
    "An idea is worth as much of an enemy as it takes out of the fight on the average; the chances are those of /odds"
)
_SEEN = "It goes by whom somebody of their side sees"
