"""Who charges whom, and who is in base contact with whom: what lasts on the table (C3K Charges, Close combat)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bot.systems.combat3000.figure.sheet import Sheet, dead


class Response(StrEnum):
    """What whoever is charged may do (C3K Charges)."""

    RUN = "run"
    FIRE = "fire"
    COUNTER = "countercharge"
    STAND = "stand"

    @property
    def words(self) -> str:
        """What somebody does who has chosen it."""
        return _DOES[self]


_DOES = {
    Response.RUN: "runs away",
    Response.FIRE: "stands and fires",
    Response.COUNTER: "countercharges",
    Response.STAND: "stands to receive the charge",
}


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge that is declared and not yet answered: who charges whom, by what gait, how many cm they can go, and how
    many are between them, None where a deck knows.
    """

    name: str
    target: str
    gait: str
    reach: Fraction
    cm: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Contact:
    """Two in base contact, and how many rounds of blows they have exchanged.

    They have come into it in this turn while it is `fresh`, and blows begin with the next one (ruling B-C3). `caught`
    is who was caught unaware or on the run, and suffers a free blow in the first round.
    """

    one: str
    other: str
    rounds: int = 0
    fresh: bool = False
    caught: str = ""

    @property
    def both(self) -> tuple[str, str]:
        """The names of the two."""
        return self.one, self.other

    def against(self, name: str) -> str:
        """Whom one of the two is in contact with; "" for somebody else."""
        return {self.one: self.other, self.other: self.one}.get(name, "")


def opponents(contacts: Iterable[Contact], name: str) -> tuple[str, ...]:
    """All with whom somebody is in contact, in the order in which they came."""
    return tuple(filter(None, (each.against(name) for each in contacts)))


def fights_of(contacts: Iterable[Contact], names: Collection[str]) -> tuple[Contact, ...]:
    """All contacts of the fights in which somebody of those is: of theirs, of their opponents', and so on."""
    left, found, reached = [*contacts], list[Contact](), {*names}
    while more := [each for each in left if reached & {*each.both}]:
        found += more
        reached |= {name for each in more for name in each.both}
        left = [each for each in left if each not in more]
    return tuple(each for each in contacts if each in found)


def after_turn(contacts: Iterable[Contact], sheets: Mapping[str, Sheet]) -> tuple[Contact, ...]:
    """The contacts as a turn ends: those of the dead are over, and those of who has gone away; blows may begin in what
    came about in it.
    """
    return tuple(replace(each, fresh=False) for each in contacts if _lasts(each, sheets))


def _lasts(contact: Contact, sheets: Mapping[str, Sheet]) -> bool:
    both = [sheets[name] for name in contact.both if name in sheets]
    gone = not contact.fresh and any(sheet.now.gait for sheet in both)
    return len(both) == 2 and not gone and not any(dead(sheet) for sheet in both)


def charging_renamed(charging: Iterable[Charge], name: str, new: str) -> tuple[Charge, ...]:
    """The charges with somebody under another name; without theirs, and those at them, where they have left."""
    now = (replace(each, name=_now(each.name, name, new), target=_now(each.target, name, new)) for each in charging)
    return tuple(each for each in now if each.name and each.target)


def contacts_renamed(contacts: Iterable[Contact], name: str, new: str) -> tuple[Contact, ...]:
    """The contacts with somebody under another name; without theirs where they have left."""
    now = (
        replace(
            each, one=_now(each.one, name, new), other=_now(each.other, name, new), caught=_now(each.caught, name, new)
        )
        for each in contacts
    )
    return tuple(each for each in now if each.one and each.other)


def _now(one: str, name: str, new: str) -> str:
    return new if one == name else one
