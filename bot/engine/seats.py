"""What part people have in a campaign, and for whom a table waits: plain frozen values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Membership:
    """What part somebody has in a campaign: REFEREE, PLAYER of a side, or OBSERVER.

    A player of side "" is one who has people of several, and whose side nobody has said.
    """

    role: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """How long a table waits: until a time in seconds since 1970, 0 for no more, for what was owed `since` when."""

    until: int
    since: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """Whether whoever gives an order is mentioned from now on, until when away (0: no more); None where as it was."""

    pinged: bool | None = None
    away_until: int | None = None
