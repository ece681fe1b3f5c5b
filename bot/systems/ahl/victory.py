"""Who has won a scenario, and how clearly (AHL scenarios IV, V and VI)."""

from dataclasses import dataclass
from enum import StrEnum


class Fate(StrEnum):
    """What has become of one of the pair whom the mutineers are after."""

    ALIVE = "alive"
    DEAD = "dead"
    ESCAPED = "escaped"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A scenario's end: the winner ("" for nobody), how clear the victory is where the source says that, and the
    ruling that it rests on, if any. One without a winner or a degree isn't the end yet.
    """

    winner: str = ""
    degree: str = ""
    ruling: str = ""


THIEVES, CREW, PARTY, BLOBS = "thieves", "crew", "salvagers", "blobs"
LOYALISTS, MUTINEERS = "loyalists", "mutineers"
DRAW = "draw"
_CASES_ABOARD = {1: "marginal", 2: "substantial", 3: "substantial", 4: "overwhelming"}
_ADVENTURERS_ALIVE = {3: "total", 2: "marginal"}


def wine_heist(cases: int, *, all_destroyed: bool = False) -> Verdict:
    """The Great Wine Heist by the cases that left with the thieves, 0 to 4; nobody wins where all are destroyed
    (AHL scenario IV, ruling R-153).
    """
    if cases:
        return Verdict(THIEVES, _CASES_ABOARD[cases], "R-153")
    return Verdict(degree=DRAW) if all_destroyed else Verdict(CREW)


def dead_ship(plain: int, battle_dress: int) -> Verdict:
    """Dead Ship by how many escaped without battle dress and in it (AHL scenario V)."""
    if plain >= 2 or plain + battle_dress >= 4:
        return Verdict(PARTY, "major")
    if plain:
        return Verdict(PARTY, "substantial")
    return Verdict(PARTY, "marginal") if battle_dress else Verdict(BLOBS)


def take_over(sergei: Fate, zinovia: Fate, *, mutineers_out: bool = False, surrendered: bool = False) -> Verdict:
    """Brother Wolf, the take-over: by what became of the two, whether all mutineers are out, and whether the
    loyalists gave up (AHL scenario VI.1).

    One of the two dead decides nothing while mutineers are left (ruling R-157), and neither escapes alone.
    """
    pair = {sergei, zinovia}
    if pair == {Fate.DEAD}:
        return Verdict(MUTINEERS, "total")
    if surrendered:
        return Verdict(MUTINEERS, "marginal")
    if pair == {Fate.ESCAPED}:
        return Verdict(LOYALISTS, "marginal")
    if not mutineers_out:
        return Verdict(ruling="R-157")
    return Verdict(degree=DRAW, ruling="R-157") if Fate.DEAD in pair else Verdict(LOYALISTS, "total")


def escape(adventurers_alive: int, *, achieved: bool = True) -> Verdict:
    """Brother Wolf, the escape: by how many of the three adventurers live once the bridge is held or the
    ringleaders are dead (AHL scenario VI.2); with none of them it goes to the mutineers (ruling R-158).
    """
    if not achieved:
        return Verdict(MUTINEERS)
    if adventurers_alive == 0:
        return Verdict(MUTINEERS, ruling="R-158")
    degree = _ADVENTURERS_ALIVE.get(adventurers_alive)
    return Verdict(LOYALISTS, degree) if degree else Verdict(degree=DRAW)
