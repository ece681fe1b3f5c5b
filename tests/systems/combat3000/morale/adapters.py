"""What the worked cases of morale ask for, by the rule that a case names."""

from bot.engine.dice import ScriptedDice, applied
from bot.engine.odds import exact
from bot.systems.combat3000.morale import testing
from bot.systems.combat3000.morale.behaviour import conduct
from bot.systems.combat3000.morale.ladder import Status
from bot.systems.combat3000.morale.testing import MODIFIERS, Reaction, Straits

# A case says what is so; of fire it says so where there is some.
NAMES = {
    "in_cover": "cover",
    "no_enemy_within_30": "alone",
    "under_H_fire": "heavy",
    "stationary_in_open": "exposed",
    "enemy_advancing_within_30": "enemy_advancing",
    "friendly_vehicles_in_sight": "vehicles",
    "killed_now": "killed",
    "leader_killed_now": "leader_killed",
    "leader_with_unit": "leader",
}
REACTIONS = {Reaction.NOTHING: "none", Reaction.RAGE: "death rage", Reaction.HALF_HALT: "half halt"}
GROUPS = {Reaction.NOTHING: "none", Reaction.COVER: "cover", Reaction.CHARGE: "charge"}


def morale_modifier(*, not_under_fire=False, **inputs):
    said = {NAMES.get(name, name): value for name, value in inputs.items()}
    return sum(each.dm for each in applied(MODIFIERS, Straits(fired_on=not not_under_fire, **said)))


def morale_result(total, status="Steady"):
    shift = testing.shift_of(total)
    return {"shift": shift, "status": Status(status.lower()).moved(shift).capitalize()}


def of_modifier(modifier):
    return Straits(fired_on=True, dm=modifier)


def morale_dist(modifier=0, status="Steady"):
    start = Status(status.lower())
    found = exact(lambda dice: testing.throw_status("Ann", start, of_modifier(modifier), dice), of=lambda t: t.after)
    return {after.capitalize(): chance for after, chance in found.items()}


def morale_behaviour(status, under_fire=False, in_cover=False):
    return str(conduct(Status(status.lower()), under_fire=under_fire, in_cover=in_cover))


def mandiblax(die, group=1):
    reacted = testing.throw_family("Ann", ScriptedDice([die]))
    halted = testing.halting(group) if reacted.reaction is Reaction.HALF_HALT else 0
    return {"result": REACTIONS[reacted.reaction], "halt_turns": reacted.turns, "halted": halted}


def tree_people(die):
    return testing.throw_tree("Ann", ScriptedDice([die])).turns


def _general(dice, casualties=0, leader_dead=False, below_half=False):
    return testing.throw_group("Ann", casualties, dice, leader_dead=leader_dead, below_half=below_half)


def generalised(die, **inputs):
    return GROUPS[_general(ScriptedDice([die]), **inputs).reaction]


def generalised_dist(**inputs):
    found = exact(lambda dice: _general(dice, **inputs), of=lambda reacted: reacted.reaction)
    return {GROUPS[reaction]: chance for reaction, chance in found.items()}


ADAPTERS = {
    "morale_modifier": morale_modifier,
    "morale_result": morale_result,
    "morale_dist": morale_dist,
    "morale_behaviour": morale_behaviour,
    "mandiblax": mandiblax,
    "tree_people": tree_people,
    "generalised": generalised,
    "generalised_dist": generalised_dist,
}
