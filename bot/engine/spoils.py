"""What of the fallen can be taken over, and by which rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.scene import Scene, Unit


@dataclass(frozen=True, slots=True)
class Spoils:
    """What somebody carries: the names of the `things` on a sheet that another can take, and how one is handed over.

    That gets the scene, who takes it, whose it was and the thing; it gives both sheets after it and what was taken, in
    words, and raises RuleError for what the one can't carry, or can't take in a turn that is kept. `says` is what there
    is to say of it by the book.
    """

    things: Callable[[Any], Sequence[str]]
    hand_over: Callable[[Scene, Unit, Unit, str], tuple[Any, Any, str]]
    says: str = ""
