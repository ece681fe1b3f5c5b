"""An explosion in words: who suffers, what became of him and of the deck, and why (AHL 15)."""

from collections.abc import Iterable, Sequence

from bot.deck.plan import named
from bot.engine.cards import check_line, counted
from bot.engine.dice import Faces
from bot.systems.ahl.blast.reach import FURTHEST, STRIKES, Blast, Cause, collateral_penetration
from bot.systems.ahl.blast.report import BlastReport, DeckReport, Sufferer
from bot.systems.ahl.blast.satchels import set_off
from bot.systems.ahl.tables.structures import State
from bot.systems.ahl.wounds.wording import check_working, wound_lines, wound_working

_NO_DECK = "Only those in line of sight from the explosion suffer: name only them, or say at:C7 on a deck (AHL 15.B.1)"


def blast_lines(result: BlastReport, faces: Faces) -> list[str]:
    """What becomes of everybody, three lines at most for each, and of the deck."""
    lines = [line for suffered in result.everybody for line in _suffered_lines(suffered, faces)]
    lines += [f"{each.name}: {each.state}" for each in result.deck.damaged if each.worse] if result.deck else []
    for each in result.set_off:
        where = f" at {named(each.exploded.deck.at)}" if each.exploded.deck else ""
        lines.append(f"It sets off the charge that {each.by} set{where}: penetration {each.penetration} (AHL 24.B)")
        lines += blast_lines(each.exploded, faces)
    return lines


def hurts(result: BlastReport) -> bool:
    """Whether somebody was wounded by all of it."""
    suffered = [each for one in result.all_of_it for each in one.everybody]
    return any(each.damage and each.damage.level for each in suffered)


def _suffered_lines(suffered: Sufferer, faces: Faces) -> list[str]:
    name, squares = suffered.name, suffered.squares
    where = f"{name}, {away(squares)}"
    if suffered.dead:
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


def blast_working(result: BlastReport) -> list[str]:
    """The rules of an explosion and of all that it set off, each modifier, and what the referee has to see to."""
    lines = [line for one in result.all_of_it for line in _working_of_one(one)]
    if result.set_off:
        lines.append("A primed charge that penetration 2 or more reaches goes off, without a throw (AHL 24.B), R-134")
    return list(dict.fromkeys(lines))


def _working_of_one(result: BlastReport) -> list[str]:
    blast, everybody = result.blast, result.everybody
    reach = [collateral_penetration(blast.cause, blast.penetration, squares) for squares in range(FURTHEST + 1)]
    checks = [suffered.check for suffered in everybody if suffered.check]
    wounds = [(suffered.damage, suffered.wounded) for suffered in everybody if suffered.damage and suffered.wounded]
    lines = [
        f"Penetration {blast.penetration}: {reach[0]} in the square, {reach[1]} at one, {reach[2]} at two (AHL 15.B.2)",
        f"{_who_suffers(blast)}, 10+ at one square, 12+ at two (AHL 15.B.1), ruling R-88",
        "Armor counts, cover and evading don't (AHL 15.B.2), ruling R-90",
    ]
    lines += _deck_working(result.deck) if result.deck else [_NO_DECK]
    if result.direct:
        lines.append("Who is hit directly takes the full penetration and no collateral damage (AHL 15.B.2), R-89")
    lines += check_working(checks) + wound_working(wounds, blast.surroundings)
    if blast.cause is Cause.SATCHEL:
        lines.append(
            "It was emplaced in its own square by a planned turn, its delay in phases written in secret (AHL 24.B)"
        )
    return [*lines, *_besides(reach, on_deck=result.deck is not None)]


def _deck_working(deck: DeckReport) -> list[str]:
    """What the deck decided, each with its rule."""
    told = [f"Around {named(deck.at)} the deck knows who is in reach and in line of sight (AHL 15.B.1)"]
    told += [
        f"{each.name} ({each.kind}): {each.points} points, {each.state} (AHL 24.A), ruling R-131"
        for each in deck.damaged
    ]
    if any(each.state is State.BREACHED and each.worse for each in deck.damaged):
        told.append("A breach is open to sight, fire and movement, at an open hatch's cost (AHL 24.A)")
    return told


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
