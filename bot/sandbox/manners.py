"""How kind the sandbox is to a bot: as quick as can be, or as Discord is at its worst."""

from dataclasses import dataclass

from bot.sandbox.ratelimits import Rate


@dataclass(frozen=True, slots=True)
class Manners:
    """`channel` and `bot` are how many requests a route of one channel and the whole bot may make.

    Every request takes `seconds` at least. `replaced` says whether a follow-up is still taken after "thinking" was
    deleted, of which sources disagree, and `old_edits` how many edits of messages more than an hour old a channel
    takes in an hour, None for any number.
    """

    # More than Discord allows (some 5 in 5 seconds for a channel), so that tests and demonstrations are quick.
    channel: Rate = Rate(50, 1.0)  # noqa: RUF009 - it is frozen
    bot: Rate = Rate(50, 1.0)  # noqa: RUF009
    seconds: float = 0.0
    replaced: bool = True
    old_edits: int | None = None


KIND = Manners()
UNKIND = Manners(channel=Rate(5, 5.0), seconds=0.15, replaced=False, old_edits=3)
