"""Who may do what: one table."""

from dataclasses import dataclass
from enum import Enum, auto

from bot.engine.errors import RuleError


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever gives an order: Discord's id and name, and whether he manages the server."""

    id: int
    name: str
    manager: bool = False


class Need(Enum):
    """What a deed asks of whoever does it."""

    ANYBODY = auto()
    OWNER = auto()  # or the referee
    STARTER = auto()  # whoever began what is undone, or the referee
    REFEREE = auto()
    MANAGER = auto()  # or the referee: a server must not lose its campaign with its referee


ACCESS: dict[str, Need] = {
    "campaign new": Need.ANYBODY,
    "campaign show": Need.ANYBODY,
    "campaign dice": Need.REFEREE,
    "campaign set": Need.MANAGER,
    "campaign move": Need.MANAGER,
    "campaign end": Need.MANAGER,
    "campaign erase": Need.MANAGER,
    "character add": Need.OWNER,
    "character show": Need.ANYBODY,
    "character list": Need.ANYBODY,
    "character edit": Need.OWNER,
    "character owner": Need.REFEREE,
    "character remove": Need.OWNER,
    "ship add": Need.OWNER,
    "ship design": Need.OWNER,
    "ship edit": Need.OWNER,
    "ship remove": Need.OWNER,
    "ship repair": Need.REFEREE,
    "ship refuel": Need.OWNER,
    "battle simulate": Need.ANYBODY,
    "battle new": Need.REFEREE,
    "battle join": Need.OWNER,
    "battle form": Need.ANYBODY,  # the rules ask whose fleet it is
    "battle decide": Need.ANYBODY,
    "battle fire": Need.ANYBODY,
    "battle standing": Need.ANYBODY,
    "battle commander": Need.ANYBODY,  # the rules ask who commands it now
    "battle show": Need.ANYBODY,
    "battle round": Need.REFEREE,
    "battle end": Need.REFEREE,
    "deck load": Need.REFEREE,
    "deck take": Need.REFEREE,
    "place": Need.OWNER,
    "face": Need.OWNER,
    "door": Need.OWNER,
    "door set": Need.REFEREE,
    "light": Need.OWNER,
    "light set": Need.REFEREE,
    "move": Need.OWNER,
    "jump": Need.OWNER,
    "break": Need.OWNER,
    "airlock": Need.OWNER,
    "lift call": Need.OWNER,
    "lift ride": Need.OWNER,
    "lift set": Need.REFEREE,
    "lean": Need.OWNER,
    "stance": Need.OWNER,
    "range": Need.OWNER,
    "look": Need.OWNER,
    "give": Need.OWNER,
    "heal": Need.OWNER,
    "fire": Need.OWNER,
    "melee": Need.OWNER,
    "dive": Need.OWNER,
    "reorient": Need.OWNER,
    "collide": Need.OWNER,
    "reload": Need.OWNER,
    "repair": Need.OWNER,
    "wake": Need.REFEREE,
    "blast": Need.REFEREE,
    "grenade": Need.OWNER,
    "structure hit": Need.REFEREE,
    "structure list": Need.ANYBODY,
    "vacuum": Need.REFEREE,
    "morale": Need.OWNER,
    "rally": Need.OWNER,
    "phase": Need.REFEREE,
    "phase ready": Need.OWNER,
    "turn begin": Need.REFEREE,
    "turn show": Need.ANYBODY,
    "turn end": Need.REFEREE,
    "plan": Need.OWNER,
    "cover": Need.OWNER,
    "victory": Need.ANYBODY,
    # A value that only the referee may give: the fields of the orders say which.
    "reserved": Need.REFEREE,
    "roll": Need.ANYBODY,
    "log": Need.ANYBODY,
    "undo": Need.STARTER,
    "redo": Need.STARTER,
}

_REFUSALS = {
    Need.OWNER: "{what} is not yours: only the owner or the referee may do that.",
    Need.STARTER: "“{what}” is not yours: only whoever gave that order, or the referee, may do that.",
    Need.REFEREE: "{what} is for the referee only.",
    Need.MANAGER: "{what} is for the referee, or somebody who manages the server.",
}


def need_of(deed: str) -> Need:
    """What a deed asks; one that isn't listed is the referee's."""
    return ACCESS.get(deed, Need.REFEREE)


def allowed(deed: str, actor: Actor, *, referee: bool, owner: int | None = None) -> bool:
    """Whether the actor may do it; `owner` is the owner of the character, or whoever began what is undone."""
    need = need_of(deed)
    if need is Need.ANYBODY or referee:
        return True
    if need is Need.MANAGER:
        return actor.manager
    return need in {Need.OWNER, Need.STARTER} and owner == actor.id


def refusal(deed: str, what: str) -> RuleError:
    """The sentence for whoever may not; `what` is the character or the order that he reached for."""
    return RuleError(_REFUSALS[need_of(deed)].format(what=what))
