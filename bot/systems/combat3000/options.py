"""What a campaign plays by: optional rules, rulings that leave a choice, and the phases of a turn (C3K The game
turn).
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.errors import RuleError
from bot.systems.combat3000.asked import Settled


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules that are on, and what the referee chose.

    `locations` are further wounds by part of the body, and need `wounds`; `dropped` throws for weapons that are
    dropped; `weak_pierce` lets a weapon whose effect is below 0 try full armour (ruling B-H2); `phasers_kill` lets
    a phaser that is set to stun kill on a killing throw (ruling B-F29); `neutrons_pass` takes neutrons through full
    armour (ruling B-F30).
    """

    wounds: bool = False
    locations: bool = False
    dropped: bool = False
    weak_pierce: bool = False
    phasers_kill: bool = False
    neutrons_pass: bool = False


BASIC = Options()


def options_of(asked: Settled) -> Options:
    """What the campaign's settings come to, as an order reads them."""
    return Options(
        wounds=asked.wounds != "off",
        locations=asked.wounds == "by location",
        dropped=asked.dropped_weapons == "on",
        weak_pierce=asked.weak_weapons == "may pierce",
        phasers_kill=asked.phaser_stun == "may kill",
        neutrons_pass=asked.neutrons == "pass armour",
    )


class Phase(StrEnum):
    """A phase of the turn, in their order."""

    ORDERS = "orders"
    CLOSE_COMBAT = "close combat"
    MOVEMENT = "movement"
    FIRING = "firing"
    ACTIONS = "actions"


FIRST, LAST = Phase.ORDERS, Phase.ACTIONS
_WHAT = {
    Phase.ORDERS: "orders and actions are written down by all sides, and then shown",
    Phase.CLOSE_COMBAT: "charges are declared, panic fire is resolved, and blows are struck",
    Phase.MOVEMENT: "everybody moves at once, and clouds drift",
    Phase.FIRING: "targets are declared, and /fire resolves them in six sub-phases",
    Phase.ACTIONS: "whoever neither fired nor ran reloads, repairs or does what they were ordered to",
}


def following(phase: Phase) -> Phase:
    """The phase after this one; after the last the first of the next turn."""
    order = tuple(Phase)
    return order[(order.index(phase) + 1) % len(order)]


def phase_words(phase: Phase) -> str:
    """What is done in a phase."""
    return f"{phase.capitalize()}: {_WHAT[phase]}"


def check_phase(now: Phase | None, allowed: Phase, deed: str) -> None:
    """Raise RuleError for a deed of another phase; None is a campaign that plays the whole turn as one."""
    if now not in {None, allowed}:
        raise RuleError(
            f"This is the {now} phase, and {deed} in the {allowed} phase: /phase goes on (C3K The game turn)."
        )
