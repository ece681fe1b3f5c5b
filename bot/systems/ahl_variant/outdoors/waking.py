"""`/wake` in the open: whoever is unconscious throws once a round, before anybody moves in it (AHL 12.C)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl_variant.ledger import encounter_of, keeping
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Phase


def to_wake(encounter: Encounter, units: Mapping[str, Unit]) -> tuple[str, ...]:
    """Who throws to come round now: the unconscious who haven't in this round, before anybody has moved in it."""
    if encounter.phase is not Phase.MOVEMENT or encounter.acted:
        return ()
    out = (name for name in encounter.people if name in units)
    return tuple(
        name
        for name in out
        if units[name].sheet.condition is Condition.UNCONSCIOUS and not encounter.of(name).thrown_to_wake
    )


def waking(order: Order) -> Order:
    """The order, which in the open is for the beginning of a round, once in each; whoever wakes lies prone."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        encounter = encounter_of(scene)
        there = [unit for unit in scene.all("name") if encounter and unit.name in encounter.people]
        if encounter is None or not there:
            return order.prepared(scene, values)
        due = to_wake(encounter, {unit.name: unit for unit in there})
        if not due:
            raise RuleError(
                f"It is {encounter.words}: who is unconscious throws once in each round, before anybody moves (AHL "
                "12.C)."
            )
        trying = tuple(unit for unit in there if unit.name in due)
        decide = order.prepared(replace(scene, units={**scene.units, "name": trying}), values)

        def resolve(dice: Dice) -> Outcome:
            done, after = decide(dice), encounter
            for name in due:
                lies = after.of(name).prone or done.after[name].condition is Condition.ACTIVE
                after = after.having(name, replace(after.of(name), prone=lies, thrown_to_wake=True))
            return replace(done, ledger=keeping(scene, after))

        return resolve

    return replace(order, resolve=InTwoSteps(prepare))
