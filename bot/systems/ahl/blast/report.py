"""What exploded and what it did, as it is told: plain data."""

from dataclasses import dataclass

from bot.deck.plan import At
from bot.engine.dice import Check
from bot.systems.ahl.blast.explosion import Suffered
from bot.systems.ahl.blast.on_deck import BlastOnDeck
from bot.systems.ahl.blast.reach import Blast
from bot.systems.ahl.blast.result import BlastResult
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl.tables.structures import State
from bot.systems.ahl.wounds.damage import Damage, Wounded, told_of_wound


@dataclass(frozen=True, slots=True)
class Sufferer:
    """Somebody in reach of an explosion, how many squares away, and what it did to him: see `Suffered`."""

    name: str
    squares: int
    penetration: int
    check: Check | None = None
    damage: Damage | None = None
    wounded: Wounded | None = None
    dead: bool = False


@dataclass(frozen=True, slots=True)
class StructureReport:
    """A structure of the deck after a strike: its name, its row of the table, and whether it is worse than before."""

    name: str
    kind: str
    points: int
    state: State
    worse: bool = False


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What a deck has to say of an explosion: where it was, and the structures that took damage points."""

    at: At
    damaged: tuple[StructureReport, ...] = ()


@dataclass(frozen=True, slots=True)
class SetOffReport:
    """A primed charge that went off before its time: who set it, what reached it, its explosion."""

    by: str
    penetration: int
    exploded: "BlastReport"


@dataclass(frozen=True, slots=True)
class BlastReport:
    """An explosion, whole: see `BlastResult`."""

    blast: Blast
    suffered: tuple[Sufferer, ...] = ()
    direct: Sufferer | None = None
    struck: Damage | None = None
    deck: DeckReport | None = None
    set_off: tuple[SetOffReport, ...] = ()

    @property
    def all_of_it(self) -> tuple["BlastReport", ...]:
        """The explosion and those that it set off, first to last."""
        return (self, *(each.exploded for each in self.set_off))

    @property
    def everybody(self) -> tuple[Sufferer, ...]:
        """All whom it reached or might have, the direct target first."""
        return ((self.direct,) if self.direct else ()) + self.suffered


def blast_report(result: BlastResult) -> BlastReport:
    """What is told of an explosion."""
    return BlastReport(
        result.blast,
        tuple(map(_sufferer, result.suffered)),
        _sufferer(result.direct) if result.direct else None,
        result.struck,
        _deck(result.deck) if result.deck else None,
        tuple(SetOffReport(each.by, each.penetration, blast_report(each.exploded)) for each in result.set_off),
    )


def _sufferer(one: Suffered) -> Sufferer:
    near, wounded = one.near, one.wounded and told_of_wound(one.wounded)
    dead = near.character.condition is Condition.DEAD
    return Sufferer(near.name, near.squares, one.penetration, one.check, one.damage, wounded, dead)


def _deck(deck: BlastOnDeck) -> DeckReport:
    damaged = (
        StructureReport(each.structure.name, each.kind.name, each.structure.points, each.state, each.worse)
        for each in deck.damaged
    )
    return DeckReport(deck.at, tuple(damaged))
