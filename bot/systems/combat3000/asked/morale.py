"""What Combat 3000's tests of morale ask for (C3K Morale)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.engine.asked import Asked, ask
from bot.engine.scene import Role
from bot.systems.combat3000.asked.circumstances import InTurn, reason, referees_dm
from bot.systems.combat3000.morale.ladder import Status, Trial
from bot.systems.combat3000.turn import Phase

_MOST = 20


class Cause(StrEnum):
    """What calls for a test (C3K Morale)."""

    HIT = "hit"
    FRIEND_KILLED = "friend killed"
    FRIEND_BROKEN = "friend broken"
    MEMBER_KILLED = "member killed"


@dataclass(frozen=True, kw_only=True, slots=True)
class MoraleAsked(InTurn):
    """Of every test of morale: what was so in this turn. Of what has None for its default the bot knows something,
    unless it is said; what it knows of the turn a player says no otherwise.

    They are in `cover` where the deck tells so, and else not; `alone` is no enemy within 30 cm, `still` stationary in
    the open. `killed` and `killed_before` count those of the
    unit, in this turn and before it.
    """

    cover: bool | None = ask(None, shown=True)
    advancing: bool | None = ask(None)
    retreating: bool | None = ask(None)
    still: bool | None = ask(None)
    alone: bool | None = ask(None, shown=True)
    fired_on: bool | None = ask(None)
    heavy: bool | None = ask(None)
    friends_advancing: bool | None = ask(None)
    friends_retreating: bool | None = ask(None)
    enemy_advancing: bool | None = ask(None)
    vehicles: bool | None = ask(None)
    killed: int | None = ask(None, low=0, high=_MOST)
    killed_before: int | None = ask(None, low=0, high=_MOST)
    leader_killed: Literal["no", "now", "before"] | None = ask(None)
    leader: Literal["good", "bad", "none"] | None = ask(None, shown=True)
    dm: int = referees_dm()
    because: str = reason()
    alien_morale: Literal["general test", "human test", "none"] = ask(
        "general test", setting="by which test creatures test that have none of their own (ruling B-L13)", ruled=True
    )
    odd_families: Literal["fewer halt", "more halt"] = ask(
        "fewer halt", setting="how many of an odd Mandiblax family are the half that halts (ruling B-L8)", ruled=True
    )

    @property
    def place(self) -> tuple[Phase, str] | None:
        """At the end of a turn."""
        return Phase.ACTIONS, "morale is tested"

    @property
    def looks_itself(self) -> bool:
        """A test is nobody's one thing of a turn."""
        return True

    @property
    def said_cause(self) -> Cause | None:
        """What calls for the test, where somebody says that."""
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class MoraleTest(MoraleAsked):
    """`/morale check`: several test, each for themselves, or by one throw `together` if they are like and in like
    circumstances; by another `test` than their own, which a player says where no sheet does; of a group that is
    `halved`. The `cause` is told; of a member of the unit who was killed one counts, where nothing says more.
    """

    verb = "morale"
    command = "morale check"
    roles = (Role("name", many=True),)
    cause: Cause | None = ask(None)
    together: bool = ask(default=False)
    test: Trial | None = ask(None, shown=True)
    halved: bool | None = ask(None, shown=True)
    group_losses: Literal["either", "each"] = ask(
        "either",
        setting="a dead leader and the loss of half a group, in its test: -1 for either, or for each (ruling B-L6)",
        ruled=True,
    )

    @property
    def said_cause(self) -> Cause | None:
        """What calls for the test, where somebody says that."""
        return self.cause


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedTest(Asked):
    """Somebody who tests, and how many are with them in their family or group."""

    status: Status = ask(Status.STEADY)
    members: int = ask(1, low=1, high=_MOST)


@dataclass(frozen=True, kw_only=True, slots=True)
class VoluntaryTest(MoraleAsked):
    """`/morale rally`: the voluntary test of whoever is in cover and not under fire, and that of the broken."""

    verb = "rally"
    command = "morale rally"
    roles = (Role("name", many=True),)
    together: bool = ask(default=False)
