"""How kind the sandbox is to a bot, as quick as can be or as Discord is at its worst; and Discord's rate limits: a
bucket for each route of each channel, and one for the whole bot.
"""

import asyncio
from dataclasses import dataclass, field
from hashlib import blake2b


@dataclass(frozen=True)
class Rate:
    """A number of requests in a number of seconds."""

    limit: int
    seconds: float


@dataclass
class _Window:
    used: int = 0
    ends: float = 0.0


@dataclass(frozen=True)
class Admission:
    """Whether a request may pass, when to try again, and the headers that tell so."""

    passes: bool
    retry_after: float
    headers: dict[str, str] = field(default_factory=dict)


class RateLimits:
    """Counts requests in windows by the real clock."""

    def __init__(self, channel: Rate, whole: Rate) -> None:
        self.channel = channel
        self.whole = whole
        self._windows: dict[tuple[str, ...], _Window] = {}

    def of_bot(self) -> Admission:
        """Count a request against the bot's own limit."""
        window, passes = self._take((), self.whole)
        return Admission(passes, self._left(window), {"X-RateLimit-Global": "true"})

    def of_route(self, route: str, major: str) -> Admission:
        """Count a request against one route of one channel."""
        window, passes = self._take((route, major), self.channel)
        left = self._left(window)
        headers = {
            "X-RateLimit-Limit": str(self.channel.limit),
            "X-RateLimit-Remaining": str(max(0, self.channel.limit - window.used)),
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": blake2b(route.encode(), digest_size=16).hexdigest(),
        }
        return Admission(passes, left, headers)

    def _take(self, key: tuple[str, ...], rate: Rate) -> tuple[_Window, bool]:
        window = self._windows.setdefault(key, _Window())
        if self._left(window) <= 0:
            window.used, window.ends = 0, asyncio.get_running_loop().time() + rate.seconds
        passes = window.used < rate.limit
        window.used += passes
        return window, passes

    @staticmethod
    def _left(window: _Window) -> float:
        return max(0.0, window.ends - asyncio.get_running_loop().time())


@dataclass(frozen=True, slots=True)
class Manners:
    """`channel` and `bot` are how many requests a route of one channel and the whole bot may make.

    Every request takes `seconds` at least. `replaced` says whether a follow-up is still taken after "thinking" was
    deleted, of which sources disagree, and `old_edits` how many edits of messages more than an hour old a channel
    takes in an hour, None for any number.
    """

    # More than Discord allows (some 5 in 5 seconds for a channel), so that tests and demonstrations are quick.
    channel: Rate = Rate(50, 1.0)
    bot: Rate = Rate(50, 1.0)
    seconds: float = 0.0
    replaced: bool = True
    old_edits: int | None = None


KIND = Manners()
UNKIND = Manners(channel=Rate(5, 5.0), seconds=0.15, replaced=False, old_edits=3)
