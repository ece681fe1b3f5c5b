"""An explosion as it came out, with those that it set off (AHL 15, 24.B)."""

from dataclasses import dataclass

from bot.deck.board import Board
from bot.deck.view import Marks
from bot.systems.ahl.blast.explosion import Suffered
from bot.systems.ahl.blast.on_deck import BlastOnDeck
from bot.systems.ahl.blast.reach import Blast
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.wounds.damage import Damage


@dataclass(frozen=True, slots=True)
class SetOff:
    """A primed charge that went off before its time: who set it, the penetration that reached it, its explosion."""

    by: str
    penetration: int
    exploded: "BlastResult"


@dataclass(frozen=True, slots=True)
class BlastResult:
    """An explosion, whole. `struck` is the damage throw of fire at equipment, which may leave it whole; `direct`
    whoever a strike hit; `deck` what the deck has to say of it; `set_off` the charges that it set off, first to last.
    """

    blast: Blast
    suffered: tuple[Suffered, ...] = ()
    direct: Suffered | None = None
    struck: Damage | None = None
    deck: BlastOnDeck | None = None
    set_off: tuple[SetOff, ...] = ()

    @property
    def all_of_it(self) -> tuple["BlastResult", ...]:
        """The explosion and those that it set off, first to last."""
        return (self, *(each.exploded for each in self.set_off))

    @property
    def hurt(self) -> dict[str, Character]:
        """Everybody whom all of it reached, as he is after it."""
        return {each.near.name: each.after for one in self.all_of_it for each in one.everybody}

    @property
    def board(self) -> Board | None:
        """The deck after all of it, None where none is known."""
        return next((one.deck.board for one in reversed(self.all_of_it) if one.deck), None)

    @property
    def marks(self) -> Marks | None:
        """What the picture shows: the squares in reach of all of it."""
        squares = [at for one in self.all_of_it if one.deck for at in one.deck.marks.blast]
        return Marks(blast=tuple(dict.fromkeys(squares))) if squares else None

    @property
    def everybody(self) -> tuple[Suffered, ...]:
        """All whom it reached or might have, the direct target first."""
        return ((self.direct,) if self.direct else ()) + self.suffered
