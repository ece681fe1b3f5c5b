"""What AHL brings to its scenarios: special rules, how turns begin and go by, and what somebody is worth."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.engine.scene import Game, Scene
from bot.engine.staging import ALARM, COMMITTED, SURPRISED, TILL_ALARM, FirstTurn, Ruling, Staged
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.orders.move import held
from bot.systems.ahl.scenarios.charges import CHARGES
from bot.systems.ahl.scenarios.decks import DECKS
from bot.systems.ahl.scenarios.gravity import GRAVITY
from bot.systems.ahl.scenarios.leaders import LEADERS
from bot.systems.ahl.scenarios.neutrals import NEUTRALS
from bot.systems.ahl.scenarios.posts import POSTS
from bot.systems.ahl.sheet.character import Character, Condition, can_fight
from bot.systems.ahl.turn.actions import Intention, Step
from bot.systems.ahl.turn.clock import PHASES, Clock
from bot.systems.ahl.turn.doing import Deeds, Doing
from bot.systems.ahl.turn.witnessed import acquainted
from bot.systems.ahl.walking.ground import PHASE


def staged() -> Staged:
    """All of it, without what is read from files."""
    return Staged(
        specials=_SPECIALS,
        worth=_worth,
        armed=frozenset({"fire", "cover", "melee", "grenade"}),
        playing=lambda ledger: ledger.scenario,
        keeping=lambda ledger, playing: replace(ledger, scenario=playing),
        moment=lambda ledger: (ledger.clock.turn, ledger.clock.phase) if ledger.clock else None,
        begins=_begins,
        ends=lambda ledger: replace(ledger, clock=None, standing={}),
        comes=_comes,
        passes=_passes,
        held=held,
        departs=_departs,
        departed=_departed,
        witness=_witness,
    )


def _worth(sheet: Character) -> int:
    """What somebody is worth by the formula of the house: skill, melee value, morale and leadership added."""
    skill = sheet.weapons[0].skill if sheet.weapons else 0
    return skill + sheet.melee + sheet.morale + sheet.leadership


def _begins(game: Game, opening: FirstTurn) -> Ledger:
    """The turn as it begins: some are planned to move, and the surprised do nothing in its first action phase."""
    people = {
        name: Doing(
            plan=Intention.MOVE if name in opening.committed else None,
            surprised=name in opening.surprised,
        )
        for name in sorted({*opening.surprised, *opening.committed})
    }
    ledger: Ledger = game.ledger
    clock = acquainted(Scene.of(game), Clock(people=people, began=opening.at), game.board)
    return replace(ledger, clock=clock)


def _witness(game: Game, name: str) -> bool:
    """Whether somebody is awake and has seen an enemy (AHL scenario III)."""
    clock: Clock | None = game.ledger.clock
    awake = name in game.units and game.units[name].sheet.condition is Condition.ACTIVE
    return awake and clock is not None and bool(clock.of(name).knows)


def _comes(game: Game, names: Collection[str], surprised: Collection[str]) -> Ledger:
    """The turn with some who have come since: they are planned to move in it (AHL scenarios II.2 and IV), and the
    surprised do nothing in this phase, or in the first where the turn is planned (AHL scenarios III, IV and VI.2).
    """
    ledger: Ledger = game.ledger
    if (clock := ledger.clock) is None or not names:
        return ledger
    for name in names:
        deeds = Deeds(given=0) if name in surprised and clock.phase else Deeds()
        late = name in surprised and not clock.phase
        clock = clock.doing(name, plan=Intention.MOVE, deeds=deeds, surprised=late)
    return replace(ledger, clock=acquainted(Scene.of(game), clock, game.board))


def _passes(game: Game, phases: int) -> Ledger:
    """The turn that is planned once so many action phases have gone by, in which all on the deck are to move."""
    ledger: Ledger = game.ledger
    if (clock := ledger.clock) is None:
        return ledger
    over = (clock.turn - 1) * PHASES + max(clock.phase - 1, 0) + phases
    people = {name: Doing(plan=Intention.MOVE, knows=clock.of(name).knows) for name in game.board.people}
    later = Clock(turn=-(-over // PHASES) + 1, people=people, began=clock.began)
    return replace(ledger, clock=acquainted(Scene.of(game), later, game.board))


def _departs(game: Game, name: str) -> str:
    """Leaving the deck by a ladder or a lift takes a whole phase of somebody who is planned to move."""
    ledger: Ledger = game.ledger
    unit, clock = game.units[name], ledger.clock
    if not can_fight(unit) or held(unit) or name not in game.board.people:
        return f"{name} can't leave the deck as they are."
    if clock is None:
        return ""
    doing = clock.of(name)
    if not clock.phase or clock.step.place > Step.MOVEMENT.place or doing.busy:
        return f"{name} leaves the deck in the movement step of an action phase: wait for it (AHL 7)."
    if doing.plan is not Intention.MOVE or doing.deeds.left < PHASE:
        return f"{name} needs a plan to move and all 6 AP of the phase to leave the deck (AHL 5, 8.B)."
    return ""


def _departed(game: Game, names: Collection[str]) -> Ledger:
    """The turn without those who have left the deck."""
    ledger: Ledger = game.ledger
    if ledger.clock is None:
        return ledger
    clock = ledger.clock
    for name in names:
        clock = clock.without(name)
    return replace(ledger, clock=clock)


_SPECIALS: Mapping[str, Ruling] = {
    SURPRISED: Ruling("Those named do nothing in the first action phase", kept=True),
    COMMITTED: Ruling("Those named, or all, are planned to move in the first decision phase", kept=True),
    ALARM: Ruling("At a decision phase somebody awake who has seen an enemy gives the alarm", kept=True),
    TILL_ALARM: Ruling("Till then whoever shows does nothing in that phase", kept=True),
    "by hand": Ruling("The referee sees to it"),
    **DECKS,
    **CHARGES,
    **GRAVITY,
    **LEADERS,
    **NEUTRALS,
    **POSTS,
}
