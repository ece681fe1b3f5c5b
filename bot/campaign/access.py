"""Who may do what: what an order asks of whoever gives it stands at the order, what the campaign itself asks here."""

from dataclasses import dataclass

from bot.engine.errors import RuleError, not_yours
from bot.engine.order import Need


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever gives an order: Discord's id and name, and whether they manage the server."""

    id: int
    name: str
    manager: bool = False


# What people do to a campaign that is no order: it walks its journal, tells of it, or leaves nothing of it.
ACCESS: dict[str, Need] = {
    "campaign dice": Need.REFEREE,
    "campaign erase": Need.MANAGER,
    "undo": Need.STARTER,
    "redo": Need.STARTER,
}

_REFUSALS = {
    Need.STARTER: "“{what}” is not yours: only whoever gave that order, or the referee, may do that.",
    Need.REFEREE: "{what} is for the referee only.",
    Need.MANAGER: "{what} is for the referee, or somebody who manages the server.",
}


def allowed(need: Need, actor: Actor, *, referee: bool, owner: int | None = None) -> bool:
    """Whether the actor may do what has that need; `owner` is whose the doer is, or who began what is undone."""
    if need is Need.ANYBODY or referee:
        return True
    if need is Need.MANAGER:
        return actor.manager
    return need in {Need.OWNER, Need.STARTER} and owner == actor.id


def refusal(need: Need, what: str, *, asked_for: bool = False) -> RuleError:
    """The sentence for whoever may not; `what` is whom or what they reached for. Where they have `asked_for` it and
    may no longer, it is for whoever allows it.
    """
    if asked_for:
        return RuleError("Whoever asked for that may do it no longer: refuse it, or give the order yourself.")
    return not_yours(what) if need is Need.OWNER else RuleError(_REFUSALS[need].format(what=what))
