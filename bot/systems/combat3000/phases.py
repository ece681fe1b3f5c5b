"""The five phases of a turn, for campaigns that play them one by one (C3K The game turn, ruling B-O1)."""

from enum import StrEnum

from bot.engine.errors import RuleError


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
    Phase.ACTIONS: "whoever neither fired nor ran reloads, repairs or does what he was ordered to",
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
