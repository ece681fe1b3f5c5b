"""What somebody who acts by themselves may do of all that is due, or unasked, weighed (AHL 5, 9, 13, 17, 18)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from operator import not_

from bot.engine.autopilot import Autopilot, Idea, Mission, best_first, does
from bot.engine.due import Choice, Due, said
from bot.engine.order import Order
from bot.engine.scene import Game, Said, Unit
from bot.engine.system import Squads
from bot.systems.ahl.autopilot.knowing import NO_CHANCE, Chance, Pilot
from bot.systems.ahl.autopilot.shots import best_shot, covering, grenades, percent, shots
from bot.systems.ahl.autopilot.stances import stands
from bot.systems.ahl.autopilot.ways import CLOSING, awaited, closes, errand_of, goes_back, lies_in_wait, on_their_way
from bot.systems.ahl.autopilot.yielding import leaves_to_friends
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.fire import fire_order
from bot.systems.ahl.orders.melee import melee_order
from bot.systems.ahl.owing import fire_at
from bot.systems.ahl.sheet.character import PANICKED, can_fight
from bot.systems.ahl.turn.actions import READY, Intention, Step
from bot.systems.ahl.walking.ground import Gait
from bot.systems.errands import as_known, can_be_given, named_in

# Two snap shots fit into a phase, and one aimed one.
_SNAPS = 2
# Aimed fire comes before any snap shot, so that whoever it takes out fires none.
_FIRST = 1.6
_WAITS, _COVERS, _RELOADS, _SENT_AWAY = 0.05, 0.06, 2.0, 1.5
# A blow draws another.
_LEAST_BLOW, _MOST_BLOWS = 0.25, 3
# Two dice come to no less.
_LEAST_THROW = 2


def advises(
    book: Book,
    squads: Squads,
    orders: Mapping[str, Order],
    game: Game,
    due: Due | None,
    name: str,
    autopilot: Autopilot,
) -> Sequence[Idea]:
    """All that somebody might do of what is due, and unasked, the best first."""
    pilot = Pilot(book, as_known(squads, game, name, named_in(due), autopilot.lain), name, autopilot)
    looks = errand_of(pilot).hunts if pilot.hands_full else pilot.unarmed and autopilot.orders is Mission.HUNT
    if looks:
        pilot = replace(pilot, autopilot=replace(autopilot, orders=Mission.FALL_BACK))
    elif _is_last_to_fight(pilot):
        pilot = replace(pilot, autopilot=replace(autopilot, orders=Mission.HUNT, to=""))
    return _given(pilot, orders, due)


def _is_last_to_fight(pilot: Pilot) -> bool:
    """Whether somebody guards a place, of the others on the deck none has anything to fire or dares to, and one enemy
    alone is known of: nobody else would end it, and they leave their place for that.
    """
    if pilot.autopilot.orders is not Mission.GUARD or not pilot.can_shoot:
        return False
    known = {foe.name for foe in pilot.foes} | pilot.autopilot.seen.keys()
    others = [friend for friend in pilot.friends if friend.name != pilot.name]
    able = (each for each in others if _dares(each) and replace(pilot, name=each.name).can_shoot)
    return len(known) == 1 and bool(others) and not any(able)


def _dares(friend: Unit) -> bool:
    """Whether somebody may pass a check of morale before they come near an enemy, and isn't beside themselves with
    fear: each light wound takes a point (AHL 12.B.1, 18.C).
    """
    return friend.sheet.nerve not in PANICKED and friend.sheet.morale - friend.sheet.light_wounds >= _LEAST_THROW


def _given(pilot: Pilot, orders: Mapping[str, Order], due: Due | None) -> Sequence[Idea]:
    """What they might do, from the best on that can be given.

    What can't be given as things stand, as far as they know, is no idea; anybody can be done with a step, and what is
    offered can be given for what they don't know.
    """
    ideas = _all_of(pilot, due)
    offered = [choice.said for choice in due.choices] if due and not _plan_is_asked(due) else []
    given = (
        idea.said.verb == READY or idea.said in offered or can_be_given(orders, pilot.game, idea.said) for idea in ideas
    )
    barred = ideas[: sum(1 for _ in takewhile(not_, given))]
    trots = any(idea.said.fields.get("gait") == Gait.TROT for idea in barred)
    if trots and len(pilot.gaits) > 1 and all(idea.said.verb == READY for idea in ideas[len(barred) :]):
        # Who may not trot walks there.
        return _given(replace(pilot, gaits=(Gait.WALK,)), orders, due)
    return ideas[len(barred) :]


def _all_of(pilot: Pilot, due: Due | None) -> Sequence[Idea]:
    return best_first([*(_asked(pilot, due) if due else ()), *_unasked(pilot)])


def _asked(pilot: Pilot, due: Due) -> Iterator[Idea]:
    """What they might do of what is due."""
    if _plan_is_asked(due):
        yield from _plans(pilot)
    else:
        ready = [choice for choice in due.choices if choice.said.verb != READY]
        # Nobody gives up a move for a covering fire that is shown: they keep out of it.
        yield from (_answer(pilot, choice) for choice in ready if choice.said.verb != "plan")
        if len(ready) < len(due.choices):
            yield from _in_step(pilot)
            yield Idea(said(READY, [pilot.name]), 0.0, "has nothing better to do in this step")


def _plan_is_asked(due: Due) -> bool:
    """Whether a plan is due: all of them are offered, whichever somebody may have."""
    return due.answer is not None and due.answer.verb == "plan"


def _answer(pilot: Pilot, choice: Choice) -> Idea:
    """One of the answers that are offered."""
    ready = choice.said
    whom = ", ".join(name for name, _ in ready.people.get("target", ()))
    if ready.verb in {"fire", "melee"}:
        chance = _odds(pilot, ready)
        return Idea(ready, chance.worth, f"{percent(chance)} to hurt {whom}")
    against = {"dive": "melee", "hold": "fire"}.get(ready.verb, "")
    chance = _odds(pilot, _against(pilot, ready, against)) if against and whom else NO_CHANCE
    figures = f": {percent(chance)} to hurt {whom}" if chance.hurts else ""
    return Idea(ready, 0.01, f"{does(choice.label)}{figures}")


def _against(pilot: Pilot, ready: Said, verb: str) -> Said:
    """The attack to which a dive leads, or which is held."""
    target = ready.people["target"][0][0]
    return fire_at(pilot.name, target, "snap") if verb == "fire" else replace(ready, verb=verb, fields={})


def _odds(pilot: Pilot, order: Said) -> Chance:
    return pilot.chance({"fire": fire_order, "melee": melee_order}[order.verb](pilot.book), order, must=True)


def _plans(pilot: Pilot) -> Iterator[Idea]:
    """To aim where aimed fire is worth more than two snap shots, to reload an empty weapon, else to move."""
    name = pilot.name
    if pilot.is_empty:
        yield Idea(
            said("plan", [name], plan=str(Intention.RELOAD)), _RELOADS, "plans to reload, for the weapon is empty"
        )
    aimed, snap = best_shot(pilot, "aimed"), best_shot(pilot, "snap")
    yield from _plans_to_cover(pilot, snap)
    sent = errand_of(pilot).sent
    holds = pilot.autopilot.orders in {Mission.HOLD, Mission.GUARD} and not pilot.foes and not sent
    waits = (holds and not pilot.hands_full) or awaited(pilot)
    if aimed is not None:
        why = f"plans to aim: {aimed.why}, before any snap shot"
        yield Idea(said("plan", [name], plan=str(Intention.AIM)), _FIRST * aimed.worth, why)
    elif waits:
        why = "plans to aim at whoever comes"
        yield Idea(said("plan", [name], plan=str(Intention.AIM)), _WAITS, why)
    yield _plans_to_move(pilot, snap, 0.0 if waits else 2 * _WAITS)


def _plans_to_move(pilot: Pilot, snap: Idea | None, idle: float) -> Idea:
    """To go where they are sent, or for the best that a move is worth: two snap shots, to come to grips, or as much as
    it is to whoever is idle.
    """
    errand, worth = errand_of(pilot), idle
    aim = next((why for _, why in errand.goals()), "" if pilot.foes else "no enemy is in sight to fire at")
    why = aim
    if snap and _SNAPS * snap.worth > worth:
        worth, why = _SNAPS * snap.worth, f"two snap shots a phase, {snap.why}"
    goes = _SENT_AWAY if errand.sent else CLOSING if pilot.foes and closes(pilot) else 0
    if goes > worth:
        worth, why = goes, aim
    return Idea(said("plan", [pilot.name], plan=str(Intention.MOVE)), worth, f"plans to move{why and f': {why}'}")


def _plans_to_cover(pilot: Pilot, snap: Idea | None) -> Iterator[Idea]:
    """Covering fire at whom they see, which comes before all else and leaves a snap shot, or where enemies will come
    from.
    """
    plan = said("plan", [pilot.name], plan=str(Intention.COVER))
    if (best := max(covering(pilot), key=lambda idea: idea.worth, default=None)) is not None:
        after = (1 - min(1.0, best.worth)) * snap.worth if snap else 0.0
        yield Idea(plan, _FIRST * best.worth + after, f"plans to cover: {best.why}")
    elif awaited(pilot) and any(lies_in_wait(pilot)):
        yield Idea(plan, _COVERS, "plans to cover where they will come from")


def _unasked(pilot: Pilot) -> Iterator[Idea]:
    """What nobody asks of them."""
    able = can_fight(pilot.unit) and not pilot.doing.busy
    if able and pilot.clock.phase and pilot.doing.plan is Intention.RELOAD and pilot.is_empty:
        weapon = pilot.unit.sheet.weapons[0].weapon
        yield Idea(said("reload", [pilot.name]), _RELOADS, f"reloads the empty {weapon}")


def _in_step(pilot: Pilot) -> Iterator[Idea]:
    """What they may do in the step to which the phase has come."""
    step, plan = pilot.clock.step, pilot.doing.plan
    if step is Step.COVERING and plan is Intention.COVER:
        yield from covering(pilot)
        yield from lies_in_wait(pilot)
    elif step is Step.MOVEMENT and plan is Intention.MOVE:
        yield from (idea for idea in _moves(pilot) if not goes_back(pilot, idea.said))
    elif step is Step.MELEE:
        yield from _blows(pilot)
    elif step is Step.SNAP or (step is Step.AIMED and plan is Intention.AIM):
        yield from shots(pilot, "snap" if step is Step.SNAP else "aimed")
        yield from grenades(pilot) if step is Step.SNAP else ()


def _moves(pilot: Pilot) -> Iterator[Idea]:
    """Where they may go, or stay, in the movement step."""
    ways = [*on_their_way(pilot)]
    yield from stands(pilot, max((idea.worth for idea in ways if idea.said.verb != READY), default=0.0))
    yield from ways
    yield from leaves_to_friends(pilot)


def _blows(pilot: Pilot) -> Iterator[Idea]:
    """Blows at enemies beside them, of whoever strikes better than they would shoot, or has no shot to wait for."""
    shot = best_shot(pilot, "snap") if pilot.can_shoot else None
    least = max(_LEAST_BLOW, shot.worth) if shot else 0.0
    for name in pilot.beside[:_MOST_BLOWS]:
        order = Said("melee", {"name": ((pilot.name, None),), "target": ((name, None),)}, {}, "")
        chance = pilot.chance(melee_order(pilot.book), order)
        if chance.worth > least:
            yield Idea(order, chance.worth, f"{percent(chance)} to hurt {name} hand to hand")
