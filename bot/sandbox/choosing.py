"""What a user chooses in a select: found by the labels that he reads, or by the values behind them."""

from collections.abc import Callable, Sequence

from bot.sandbox.entities import Channel, Payload, Role, User
from bot.sandbox.limits.components import CHANNEL_SELECT, ROLE_SELECT, STRING_SELECT, USER_SELECT
from bot.sandbox.options import Resolved
from bot.sandbox.words import Refused
from bot.sandbox.world import World

Choose = Callable[[Payload, Sequence[str], Resolved], list[str]]


class Choosing:
    """The choices of one server's users. Raises Refused for what a client does not let them choose."""

    def __init__(self, world: World) -> None:
        self._world = world

    def by_label(self, select: Payload, labels: Sequence[str], resolved: Resolved) -> list[str]:
        """The values of a select's options by their labels; a comma separates several."""
        values = [self._labelled(select, label, resolved) for label in labels]
        if None in values:
            parts = [part.strip() for label in labels for part in label.split(",")]
            values = [self._labelled(select, part, resolved) for part in parts]
        return _counted(select, labels, values)

    def by_value(self, select: Payload, chosen: Sequence[str], resolved: Resolved) -> list[str]:
        """The values as they are; those of members, roles and channels are their ids."""
        return _counted(select, chosen, [self._valued(select, value, resolved) for value in chosen])

    def _labelled(self, select: Payload, label: str, resolved: Resolved) -> str | None:
        if select["type"] == STRING_SELECT:
            return next((str(o["value"]) for o in select["options"] if o["label"] == label), None)
        name = label.removeprefix("@")
        return _named(
            select["type"],
            next((user for user in self._world.users.values() if user.name == name), None),
            next((role for role in self._world.roles.values() if role.name.removeprefix("@") == name), None),
            next((c for c in self._world.channels.values() if label in (c.path, c.name)), None),
            resolved,
        )

    def _valued(self, select: Payload, value: str, resolved: Resolved) -> str | None:
        if select["type"] == STRING_SELECT:
            return next((value for option in select["options"] if str(option["value"]) == value), None)
        number = int(value) if value.isdecimal() else 0
        world = self._world
        return _named(
            select["type"], world.users.get(number), world.roles.get(number), world.channels.get(number), resolved
        )


def _named(kind: int, user: User | None, role: Role | None, channel: Channel | None, resolved: Resolved) -> str | None:
    """The id of whichever of these a select of that kind takes."""
    if kind == CHANNEL_SELECT:
        return resolved.channel(channel) if channel else None
    if user and kind != ROLE_SELECT:
        return resolved.user(user)
    return resolved.role(role) if role and kind != USER_SELECT else None


def _counted(select: Payload, wanted: Sequence[str], values: Sequence[str | None]) -> list[str]:
    """The values, if all were found and they are as many as the select takes."""
    if select.get("disabled"):
        raise Refused("That choice is disabled.")
    found = list(dict.fromkeys(value for value in values if value is not None))
    if len(found) < len(values):
        raise Refused(f"There is no {', '.join(wanted)} to choose here.")
    low, high = select.get("min_values"), select.get("max_values") or 1
    low = 1 if low is None else low
    if not low <= len(found) <= high:
        raise Refused(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
    return found
