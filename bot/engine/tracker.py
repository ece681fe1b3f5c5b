"""Who is waited for in a battle, in plain values: what one message shows to everybody while it is fought."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Due:
    """A decision that a side owes: in words, since which turn and step, and the command that answers it."""

    what: str
    since: str
    command: str


@dataclass(frozen=True, slots=True)
class TrackedSide:
    """A side: its name, the ids of those who own its ships ("" for the referee), and all that it owes.

    `commander` is the one of them, or somebody else, who orders what is the side's, None where nobody does yet.

    `default` says whose default is taken for what it leaves open; `note` what else there is to say of it.
    """

    name: str
    owners: tuple[str, ...] = ()
    due: tuple[Due, ...] = ()
    default: str = ""
    note: str = ""
    commander: str | None = None


@dataclass(frozen=True, slots=True)
class Tracker:
    """A battle: who fights, where it stands, and its sides. It tells nothing that a side keeps secret."""

    title: str
    stands: str
    sides: tuple[TrackedSide, ...]
