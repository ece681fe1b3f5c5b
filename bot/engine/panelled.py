"""What the panel of an order asks and tells, where that hangs on what has been said for it so far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.fields import Field, Value, Values
from bot.engine.scene import Scene


@dataclass(frozen=True, slots=True)
class OwnPanel:
    """The `fields` that are asked by what has been said so far, which must be so much that the order is asked about;
    the `lines` that tell of it as it stands; and what was chosen as the order's own fields say it: what `says` makes of
    that.

    A player may be chosen in a field that has choices besides.
    """

    fields: Callable[[Values], Sequence[Field]]
    lines: Callable[[Scene, Values], Sequence[str]]
    says: Callable[[Values], dict[str, Value]]
