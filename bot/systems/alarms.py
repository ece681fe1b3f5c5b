"""The alarm of a scenario: who gives it, and what it changes."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asked import Asked, typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.order import Need, Order
from bot.engine.scenario import Playing, Scenario, Special
from bot.engine.scene import Game, Outcome, Scene
from bot.engine.staging import ALARM, TILL_ALARM, Juncture, Staged
from bot.engine.typed import match
from bot.systems.mustering import Muster, playing_of

ALARMS = "scenario alarm"
_FROM = ", from turn "


@dataclass(frozen=True, kw_only=True, slots=True)
class AlarmGiven(Asked):
    """`/scenario alarm`."""

    verb = ALARMS
    need = Need.REFEREE
    called = "Giving the alarm"
    about = "The alarm is given in the scenario, by the referee's word"


@dataclass(frozen=True, slots=True)
class Alarmed:
    """The turn in which the alarm was given."""

    turn: int


def alarm_order(staged: Staged) -> Order:
    """`/scenario alarm`: where what gives it is nothing that the bot sees."""

    def decide(scene: Scene, _: AlarmGiven, __: Dice) -> Outcome:
        scenario, playing = playing_of(staged, scene)
        assert scene.game is not None, "an alarm is given in earnest only"
        if playing.alarm:
            raise RuleError(f"The alarm was given in turn {playing.alarm}.")
        turn = turn_of(staged, scene.game)
        game = alarmed(staged, scenario, scene.game)
        ledger = staged.keeping(scene.ledger, playing.having(alarm=turn))
        return Outcome({}, Alarmed(turn), ledger=ledger, board=game.board)

    return typed_order(AlarmGiven, decide, _alarmed_card)


def _alarmed_card(told: Alarmed, _: Faces) -> Card:
    return Card("The alarm is given", (f"In turn {told.turn}",))


def turn_of(staged: Staged, game: Game) -> int:
    """The turn that it is; 1 where none is kept."""
    moment = staged.moment(game.ledger)
    return moment[0] if moment else 1


def witness(staged: Staged, scenario: Scenario, playing: Playing, game: Game) -> str:
    """Who gives the alarm now, "" for nobody: one of the side that does, at a decision phase."""
    said, moment = scenario.special(ALARM), staged.moment(game.ledger)
    if said is None or playing.alarm or moment is None or moment[1] > 0:
        return ""
    about, _, number = said.about.partition(_FROM)
    if moment[0] < (int(number) if number.isdecimal() else 1):
        return ""
    side = side_of(scenario, said, about)
    own = [called for called in playing.people.values() if called in game.units and game.units[called].side == side]
    return next((name for name in own if name in game.board.people and staged.witness(game, name)), "")


def alarmed(staged: Staged, scenario: Scenario, game: Game) -> Game:
    """The game with what the alarm makes of the deck that is up."""
    rulings = (staged.specials[each.name].alarmed for each in scenario.specials)
    for changes in (each for each in rulings if each and game.board is not None):
        game = changes(game)
    return game


def with_new(muster: Muster, late: Collection[str] = ()) -> Any:
    """What the rules keep once those have come who are new; `late` do nothing in their first phase, nor does whoever is
    surprised till the alarm.
    """
    said, playing, game = muster.scenario.special(TILL_ALARM), muster.playing, muster.game
    late = {*late}
    if said is not None and not playing.alarm:
        side = side_of(muster.scenario, said, said.about)
        late |= {name for name in muster.new if game.units[name].side == side}
    return muster.staged.comes(game, muster.new, late)


def sounded(stage: Juncture, why: str) -> Juncture:
    """The stage with the alarm given, if it hasn't been, for a reason that all read."""
    if stage.playing.alarm:
        return stage
    turn = turn_of(stage.staged, stage.game)
    game = alarmed(stage.staged, stage.scenario, stage.game)
    return replace(stage, game=game, playing=stage.playing.having(alarm=turn)).telling(f"The alarm is given: {why}")


def side_of(scenario: Scenario, said: Special, about: str) -> str:
    """The side that a special rule names; RuleError names the file's line."""
    try:
        return match(about, [side.name for side in scenario.sides], what="side of this scenario")
    except RuleError as problem:
        raise RuleError(f"{scenario.file}, line {said.line}: {problem}") from None
