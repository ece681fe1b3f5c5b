"""The special rules of a scenario at work: what they do of themselves, what they bar, and what they note of orders."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.dice import Dice
from bot.engine.due import Due, of_those
from bot.engine.errors import RuleError
from bot.engine.fields import Values
from bot.engine.order import InTwoSteps, Order
from bot.engine.scenario import OffDeck, Playing, Scenario, Special, Troop
from bot.engine.scene import Game, Outcome, Scene
from bot.engine.staging import Juncture, Ruling
from bot.engine.system import System
from bot.systems.marks import burden
from bot.systems.mustering import Muster, owners_of, staged_of

# What a special rule does, by the dice.
Act = Callable[[Dice], Juncture]


def parts(special: Special) -> list[str]:
    """What was said with a special rule, between its commas."""
    return [each.strip() for each in special.about.split(",")]


def listed(text: str) -> tuple[str, ...]:
    """Several that one part names, with `+` or `/` between."""
    return tuple(each.strip() for each in re.split(r"[+/]", text))


def stages(system: System, scenario: Scenario, playing: Playing, game: Game) -> Iterator[tuple[Ruling, Juncture]]:
    """The scenario as each of its special rules finds it, in their order."""
    staged, mark = staged_of(system), system.squads.mark
    comes = (partial(_enlisted, system), partial(_shown, system))
    for special in scenario.specials:
        yield staged.specials[special.name], Juncture(scenario, special, playing, game, staged, mark, *comes)


def _enlisted(system: System, stage: Juncture, troop: Troop, dice: Dice) -> Juncture:
    """The stage with those of a force, who come onto the deck that is up."""
    return _mustered(stage, _muster(system, stage, dice).with_troop(troop))


def _shown(system: System, stage: Juncture, kept: Sequence[OffDeck], dice: Dice) -> Juncture:
    """The stage with some on the deck who were kept off it."""
    return _mustered(stage, _muster(system, stage, dice).shown(kept))


def _muster(system: System, stage: Juncture, dice: Dice) -> Muster:
    owners = owners_of(stage.game, stage.playing)
    return Muster(system, stage.scenario, stage.game, stage.playing, dice, owners)


def _mustered(stage: Juncture, muster: Muster) -> Juncture:
    muster = muster.faced()
    return replace(stage, game=muster.game, playing=muster.playing)


def owed(system: System, scenario: Scenario, playing: Playing, game: Game) -> Iterator[Due]:
    """What the special rules ask the table for."""
    for ruling, stage in stages(system, scenario, playing, game):
        yield from ruling.owes(stage) if ruling.owes else ()


def doable(system: System, game: Game, due: Sequence[Due]) -> Sequence[Due]:
    """What is due without those who may do something, and can't as the scenario stands: a special rule bars them from
    it, or they have no hand free for it.
    """
    staged = staged_of(system)
    playing = staged.playing(game.ledger)
    if playing is None or playing.decided or playing.name not in staged.scenarios or game.board is None:
        return due
    rulings = [(each.bars, stage) for each, stage in stages(system, staged.scenarios[playing.name], playing, game)]

    def can(verb: str, name: str) -> bool:
        unit = game.units[name]
        full = verb in staged.armed and burden(unit)
        return not (full or any(bars(stage, verb, unit) for bars, stage in rulings if bars))

    found = []
    for each in due:
        verb = each.answer.verb if each.optional and each.answer else ""
        if verb in system.orders and any(role.fights for role in system.orders[verb].roles[:1]):
            names = [name for name in each.owes if name not in game.units or can(verb, name)]
            found += [of_those(each, names)] if names else []
        else:
            found.append(each)
    return found


def voided(system: System, scenario: Scenario, playing: Playing, game: Game) -> set[str]:
    """The places of the deck at which nobody counts."""
    found = stages(system, scenario, playing, game)
    return {place for ruling, stage in found if ruling.voids for place in ruling.voids(stage)}


def happening(system: System, scenario: Scenario, playing: Playing, game: Game) -> bool:
    """Whether a special rule does anything of itself at this moment."""
    return any(
        ruling.happens and ruling.happens(stage) is not None
        for ruling, stage in stages(system, scenario, playing, game)
    )


def happened(
    system: System, scenario: Scenario, playing: Playing, game: Game, dice: Dice
) -> tuple[Playing, Game, tuple[str, ...]]:
    """The scenario and the game once each special rule has done what it does of itself now, with what is told of it."""
    told: tuple[str, ...] = ()
    for ruling, stage in stages(system, scenario, playing, game):
        now = replace(stage, playing=playing, game=game)
        act = ruling.happens(now) if ruling.happens else None
        if act:
            now = act(dice)
            playing, game, told = now.playing, now.game, (*told, *now.told)
    return playing, game, told


def check_leaving(
    system: System, scenario: Scenario, playing: Playing, game: Game, names: Collection[str], number: int
) -> None:
    """Raise RuleError where a special rule keeps some from going on to the deck of that number."""
    for ruling, stage in stages(system, scenario, playing, game):
        if why := ruling.leaves(stage, names, number) if ruling.leaves else "":
            raise RuleError(why)


@dataclass(frozen=True, slots=True)
class Fared:
    """The scenario and the game with some on their way to another deck, its number, what is told of it, and who of
    those whom they meet does nothing in the first phase.
    """

    playing: Playing
    game: Game
    number: int
    told: tuple[str, ...] = ()
    late: tuple[str, ...] = ()

    def by(self, stage: Juncture, number: int | None = None) -> "Fared":
        """The same as a special rule has it."""
        number = self.number if number is None else number
        return Fared(stage.playing, stage.game, number, (*self.told, *stage.told), (*self.late, *stage.late))


def led(system: System, scenario: Scenario, fared: Fared, names: Collection[str], dice: Dice) -> Fared:
    """Where some come to who go on, as the special rules have it."""
    for ruling, stage in stages(system, scenario, fared.playing, fared.game):
        if ruling.leads:
            now = replace(stage, playing=fared.playing, game=fared.game)
            fared = fared.by(*ruling.leads(now, names, fared.number, dice))
    return fared


def arrived(system: System, scenario: Scenario, fared: Fared, names: Collection[str], dice: Dice) -> Fared:
    """The scenario and the game once some have come to another deck."""
    for ruling, stage in stages(system, scenario, fared.playing, fared.game):
        if ruling.arrives:
            fared = fared.by(ruling.arrives(replace(stage, playing=fared.playing, game=fared.game), names, dice))
    return fared


# What a special rule may bar besides the orders of those who fire, fight or move.
_BARRED_TOO = frozenset({"place"})


def as_ruled(order: Order, system: System) -> Order:
    """The same order as the scenario that is played has it: refused to whom a special rule bars from it, and noted."""
    staged = staged_of(system)

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        playing = None if scene.only_odds or scene.game is None else staged.playing(scene.ledger)
        scenario = staged.scenarios.get(playing.name) if playing else None
        if playing is None or scenario is None or scene.game is None or scene.game.board is None or playing.decided:
            return order.prepared(scene, values)
        rulings = list(stages(system, scenario, playing, scene.game))
        acts = bool(order.roles) and (order.roles[0].fights or order.verb in _BARRED_TOO)
        acting = scene.units.get(order.roles[0].name, ()) if acts else ()
        for unit in acting:
            for ruling, stage in rulings:
                if why := ruling.bars(stage, order.verb, unit) if ruling.bars else "":
                    raise RuleError(why)
        before_play = not system.squads.turn_line(scene.ledger)
        come = [unit.name for ruling, stage in rulings if ruling.comes for unit in ruling.comes(stage)[0]]
        scene = replace(scene, begins=before_play or any(ruling.enters for ruling, _ in rulings), comes=come)
        carry_out, noting = order.prepared(scene, values), [each for each in rulings if each[0].notes]
        return (lambda dice: _noted(system, order, scene, carry_out(dice), noting)) if noting else carry_out

    return replace(order, resolve=InTwoSteps(prepare))


def _noted(
    system: System, order: Order, scene: Scene, outcome: Outcome, rulings: Collection[tuple[Ruling, Juncture]]
) -> Outcome:
    """The outcome with what the special rules note of it."""
    staged = staged_of(system)
    assert scene.game is not None, "what is noted has been done in a game"
    game = scene.game.after(outcome)
    before = playing = staged.playing(game.ledger)
    for ruling, stage in rulings:
        if playing is not None and game.board is not None and ruling.notes:
            playing = ruling.notes(replace(stage, playing=playing, game=game), scene, order.verb).playing
    return outcome if playing == before else replace(outcome, ledger=staged.keeping(game.ledger, playing))
