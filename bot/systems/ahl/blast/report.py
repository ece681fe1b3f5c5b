"""What exploded and what it did, as it is told: plain data, its words and its odds (AHL 15)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.deck.plan import At, named
from bot.engine.asked import typed_odds
from bot.engine.cards import check_line, counted
from bot.engine.dice import Check, Faces
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedTarget
from bot.systems.ahl.blast.explosion import BlastOnDeck, BlastResult, Suffered, explodes
from bot.systems.ahl.blast.reach import Blast, Cause, set_off
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.tables import State
from bot.systems.ahl.wounds.damage import (
    WOUNDS,
    Damage,
    WoundReport,
    check_working,
    told_of_wound,
    what_became,
    wound_lines,
    wound_working,
)


@dataclass(frozen=True, slots=True)
class Sufferer:
    """Somebody in reach of an explosion, how many squares away, and what it did to them: see `Suffered`."""

    name: str
    squares: int
    penetration: int
    check: Check | None = None
    damage: Damage | None = None
    wounded: WoundReport | None = None
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
    """An explosion, whole: see `BlastResult`. `left` is the penetration in its square and so many squares away, as far
    as it reaches, and `needed` the throw there on which somebody suffers, None for everybody.
    """

    blast: Blast
    suffered: tuple[Sufferer, ...] = ()
    direct: Sufferer | None = None
    struck: Damage | None = None
    deck: DeckReport | None = None
    set_off: tuple[SetOffReport, ...] = ()
    left: tuple[int, ...] = ()
    needed: tuple[int | None, ...] = ()

    @property
    def all_of_it(self) -> tuple["BlastReport", ...]:
        """The explosion and those that it set off, first to last."""
        return (self, *(each.exploded for each in self.set_off))

    @property
    def everybody(self) -> tuple[Sufferer, ...]:
        """All whom it reached or might have, the direct target first."""
        return ((self.direct,) if self.direct else ()) + self.suffered


def blast_report(book: Book, result: BlastResult) -> BlastReport:
    """What is told of an explosion."""
    book = book.for_blast(book, result.blast.asked)
    blast, reach = result.blast, range(book.furthest + 1)
    return BlastReport(
        replace(blast, asked=None),
        tuple(map(sufferer, result.suffered)),
        sufferer(result.direct) if result.direct else None,
        result.struck,
        _deck(result.deck) if result.deck else None,
        tuple(SetOffReport(each.by, each.penetration, blast_report(book, each.exploded)) for each in result.set_off),
        tuple(book.collateral(blast.cause, blast.penetration, squares) for squares in reach),
        tuple(book.suffers(blast, squares) for squares in reach),
    )


def sufferer(one: Suffered) -> Sufferer:
    """What is told of somebody in reach."""
    near, wounded = one.near, one.wounded and told_of_wound(one.wounded)
    dead = near.character.condition is Condition.DEAD
    return Sufferer(near.name, near.squares, one.penetration, one.check, one.damage, wounded, dead)


def _deck(deck: BlastOnDeck) -> DeckReport:
    damaged = (
        StructureReport(each.structure.name, each.kind.name, each.structure.points, each.state, each.worse)
        for each in deck.damaged
    )
    return DeckReport(deck.at, tuple(damaged))


_NO_DECK = "Only those in line of sight from the explosion suffer: name only them, or say at:C7 on a deck (AHL 15.B.1)"


def blast_lines(result: BlastReport, faces: Faces) -> list[str]:
    """What becomes of everybody, three lines at most for each, and of the deck."""
    lines = [line for suffered in result.everybody for line in suffered_lines(suffered, faces, len(result.left))]
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


def suffered_lines(suffered: Sufferer, faces: Faces, reach: int | None = None) -> list[str]:
    """What becomes of one of them, by an explosion that reaches less than so many squares, if any is out of reach."""
    name, squares = suffered.name, suffered.squares
    where = f"{name}, {away(squares)}"
    if suffered.dead:
        return [f"{name}: dead already"]
    if not suffered.penetration:
        beyond = reach is not None and squares >= reach
        return [f"{where}: {'out of reach' if beyond else 'penetration 0, unharmed'}"]
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
    checks = [suffered.check for suffered in everybody if suffered.check]
    wounds = [(suffered.damage, suffered.wounded) for suffered in everybody if suffered.damage and suffered.wounded]
    lines = [
        f"Penetration {blast.penetration}: {_by_square(result.left)} (AHL 15.B.2)",
        f"{_who_suffers(result.needed)} (AHL 15.B.1), ruling R-88",
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
    return [*lines, *_besides(result.left, on_deck=result.deck is not None)]


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


_PLACES = ("in the square", "at one", "at two", "at three", "at four")


def _by_square(figures: Sequence[int]) -> str:
    """A figure in the square itself and at each further one: `8 in the square, 4 at one, 2 at two`."""
    return ", ".join(f"{figure} {place}" for figure, place in zip(figures, _PLACES, strict=False))


def _who_suffers(needed: Sequence[int | None]) -> str:
    own = f"In the square {needed[0]}+ suffers (setting own square)" if needed[0] else "In the square everybody suffers"
    return ", ".join(
        [own, *(f"{throw}+ {place}" for throw, place in zip(needed[1:], ("at one square", *_PLACES[2:]), strict=False))]
    )


def _besides(reach: Sequence[int], *, on_deck: bool) -> Iterable[str]:
    charges = [away(squares) for squares, penetration in enumerate(reach) if set_off(penetration)]
    if charges:
        yield f"It sets off primed satchel charges as far as {charges[-1]} (AHL 24.B)"
    if reach[0] and not on_deck:
        yield "Structures in reach take damage points without a throw (AHL 24.A)"


_HOLDS = "It holds"
_NOBODY = "Nobody is near"


class BlastOutcome(Protocol):
    """What the odds need of an explosion."""

    @property
    def struck(self) -> Damage | None:
        """The damage throw of fire at equipment."""

    @property
    def everybody(self) -> tuple[Suffered, ...]:
        """All whom it reached or might have, nobody where equipment was struck and held."""

    @property
    def hurt(self) -> Mapping[str, Character]:
        """Everybody as they are after it and all that it set off."""


def blast_odds(book: Book) -> Odds:
    """Odds for the first of them all; in plain numbers, for somebody in armour so many squares away."""

    def imagine(asked: ImaginedTarget) -> Scene:
        target = Unit("the target", "", book.person(armour=asked.armour), asked.away)
        return Scene({"people": (target,), "direct": ()})

    among = {"armour": tuple(book.armour)}
    outcomes = (_HOLDS, _NOBODY, *WOUNDS)
    return typed_odds(ImaginedTarget, imagine, _outcome, outcomes, among=among, narrow=_the_first)


def _the_first(scene: Scene) -> Scene:
    people = () if scene.all("direct") else scene.all("people")[:1]
    return replace(scene, units={**scene.units, "people": people})


def _outcome(result: BlastOutcome) -> str:
    if result.struck and not explodes(result.struck):
        return _HOLDS
    if not result.everybody:
        return _NOBODY
    first = result.everybody[0]
    return what_became(first.near.character, result.hurt[first.near.name])
