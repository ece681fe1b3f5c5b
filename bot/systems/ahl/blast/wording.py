"""An explosion in words: who suffers, what became of him and of the deck, and why (AHL 15)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.deck.board import Board
from bot.deck.naming import named
from bot.deck.view import Marks
from bot.engine.cards import check_line, counted
from bot.engine.dice import Faces
from bot.systems.ahl.blast.explosion import Suffered
from bot.systems.ahl.blast.on_deck import BlastOnDeck
from bot.systems.ahl.blast.reach import FURTHEST, STRIKES, Blast, Cause, collateral_penetration
from bot.systems.ahl.blast.satchels import set_off
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.wounds.damage import Damage
from bot.systems.ahl.wounds.wording import check_working, wound_lines, wound_working

_NO_DECK = "Only those in line of sight from the explosion suffer: name only them, or say at:C7 on a deck (AHL 15.B.1)"


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


def blast_lines(result: BlastResult, faces: Faces) -> list[str]:
    """What becomes of everybody, three lines at most for each, and of the deck."""
    lines = [line for suffered in result.everybody for line in _suffered_lines(suffered, faces)]
    lines += result.deck.lines if result.deck else []
    for each in result.set_off:
        where = f" at {named(each.exploded.deck.at)}" if each.exploded.deck else ""
        lines.append(f"It sets off the charge that {each.by} set{where}: penetration {each.penetration} (AHL 24.B)")
        lines += blast_lines(each.exploded, faces)
    return lines


def hurts(result: BlastResult) -> bool:
    """Whether somebody was wounded by all of it."""
    suffered = [each for one in result.all_of_it for each in one.everybody]
    return any(each.damage and each.damage.level for each in suffered)


def _suffered_lines(suffered: Suffered, faces: Faces) -> list[str]:
    name, squares = suffered.near.name, suffered.near.squares
    where = f"{name}, {away(squares)}"
    if suffered.near.character.condition is Condition.DEAD:
        return [f"{name}: dead already"]
    if not suffered.penetration:
        return [f"{where}: {'out of reach' if squares > FURTHEST else 'penetration 0, unharmed'}"]
    if not suffered.check:
        lines = [f"{where}: penetration {suffered.penetration}"]
    else:
        outcome = f"penetration {suffered.penetration}" if suffered.check.made else "unharmed"
        lines = [f"{where}: {check_line(suffered.check, faces.take('to suffer'), outcome)}"]
    if suffered.damage and suffered.wounded:
        lines += wound_lines(name, suffered.damage, suffered.wounded, faces)
    return lines


def away(squares: int) -> str:
    """How far that is in words: `in the square`, `1 square away`."""
    return "in the square" if not squares else f"{counted(squares, 'square')} away"


def blast_working(result: BlastResult) -> list[str]:
    """The rules of an explosion and of all that it set off, each modifier, and what the referee has to see to."""
    lines = [line for one in result.all_of_it for line in _working_of_one(one)]
    if result.set_off:
        lines.append("A primed charge that penetration 2 or more reaches goes off, without a throw (AHL 24.B), R-134")
    return list(dict.fromkeys(lines))


def _working_of_one(result: BlastResult) -> list[str]:
    blast, everybody = result.blast, result.everybody
    reach = [collateral_penetration(blast.cause, blast.penetration, squares) for squares in range(FURTHEST + 1)]
    checks = [suffered.check for suffered in everybody if suffered.check]
    wounds = [(suffered.damage, suffered.wounded) for suffered in everybody if suffered.damage and suffered.wounded]
    lines = [
        f"Penetration {blast.penetration}: {reach[0]} in the square, {reach[1]} at one, {reach[2]} at two (AHL 15.B.2)",
        f"{_who_suffers(blast)}, 10+ at one square, 12+ at two (AHL 15.B.1), ruling R-88",
        "Armor counts, cover and evading don't (AHL 15.B.2), ruling R-90",
    ]
    lines += result.deck.working if result.deck else [_NO_DECK]
    if result.direct:
        lines.append("Who is hit directly takes the full penetration and no collateral damage (AHL 15.B.2), R-89")
    lines += check_working(checks) + wound_working(wounds, blast.surroundings)
    if blast.cause is Cause.SATCHEL:
        lines.append(
            "It was emplaced in its own square by a planned turn, its delay in phases written in secret (AHL 24.B)"
        )
    return [*lines, *_besides(reach, on_deck=result.deck is not None)]


def _who_suffers(blast: Blast) -> str:
    if blast.thrown_for and blast.cause not in STRIKES:
        return "In the square 8+ suffers (setting own square)"
    return "In the square everybody suffers"


def _besides(reach: Sequence[int], *, on_deck: bool) -> Iterable[str]:
    charges = [away(squares) for squares, penetration in enumerate(reach) if set_off(penetration)]
    if charges:
        yield f"It sets off primed satchel charges as far as {charges[-1]} (AHL 24.B)"
    if reach[0] and not on_deck:
        yield "Structures in reach take damage points without a throw: /structure hit (AHL 24.A)"
