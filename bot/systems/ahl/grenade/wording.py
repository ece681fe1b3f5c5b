"""A grenade in words: the throw, where a miss goes to and what stops it, and the explosion (AHL 16)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.deck.plan import At, named
from bot.engine.cards import Card, Suggestion, Tone, check_line, counted
from bot.engine.dice import Faces
from bot.systems.ahl.blast.explosion import BlastResult
from bot.systems.ahl.blast.report import BlastReport, blast_lines, blast_report, blast_working, hurts
from bot.systems.ahl.book import Book
from bot.systems.ahl.grenade.on_deck import Landing, ThrowOnDeck
from bot.systems.ahl.grenade.throw import STRAIGHT_ON, Scatter, Thrown, Toss
from bot.systems.ahl.wounds.damage import check_working


@dataclass(frozen=True, slots=True)
class GrenadeResult:
    """A grenade thrown: by whom, with what is left to them, the throw, and the explosion where its square is known.

    `on_deck` is the throw as the deck has it, `landing` where a miss came down there.
    """

    thrower: str
    grenades: int
    toss: Toss
    thrown: Thrown
    exploded: BlastResult | None
    house: bool
    on_deck: ThrowOnDeck | None = None
    landing: Landing | None = None
    by_size: bool = False


@dataclass(frozen=True, slots=True)
class GrenadeReport:
    """A grenade as its throw is told: see `GrenadeResult`; `target` is the square aimed at, where a deck knows it."""

    thrower: str
    grenades: int
    toss: Toss
    thrown: Thrown
    exploded: BlastReport | None
    house: bool
    target: At | None = None
    landing: Landing | None = None
    by_size: bool = False


def grenade_report(book: Book, result: GrenadeResult) -> GrenadeReport:
    """What is told of a grenade."""
    return GrenadeReport(
        result.thrower,
        result.grenades,
        result.toss,
        result.thrown,
        blast_report(book, result.exploded) if result.exploded else None,
        result.house,
        result.on_deck.target if result.on_deck else None,
        result.landing,
        result.by_size,
    )


def grenade_card(result: GrenadeReport, faces: Faces) -> Card:
    """The answer: the throw to hit, where it went, whom it hurt, and how many grenades are left."""
    lines: list[str | Suggestion] = [_throw_line(result, faces)]
    working = [
        "A grenade hits its square on 8+, −1 for each whole ten squares past the first ten (AHL 16), ruling R-110",
        *check_working([result.thrown.check]),
        "It needs a line of sight, and 6 AP in the snap shot step (AHL 16)",
    ]
    if result.target:
        working.append(f"Range {result.toss.squares} on the deck, in line of sight (AHL 11.C.1), ruling R-111")
    if result.thrown.scatter:
        lines += [*_scatter_lines(result, result.thrown.scatter, faces), *_next(result)]
        working += _scatter_working(result, result.thrown.scatter)
    if result.exploded:
        lines += blast_lines(result.exploded, faces) or ["Nobody is near"]
        working += ["It has the penetration of 4cm RAM HE (AHL 16)", *blast_working(result.exploded)]
    left = f"{counted(result.grenades, 'grenade')} left"
    hurt = result.exploded and hurts(result.exploded)
    title = f"{result.thrower} throws a grenade"
    return Card(title, (*lines, left), tuple(working), tone=Tone.BAD if hurt else Tone.PLAIN)


def _throw_line(result: GrenadeReport, faces: Faces) -> str:
    check = result.thrown.check
    where = f"To hit {named(result.target)}," if result.target else "To hit a square"
    hit = check_line(check, faces.take("to hit"), "hit" if check.made else "miss")
    return f"{where} {counted(result.toss.squares, 'square')} away: {hit}"


def _scatter_lines(result: GrenadeReport, scatter: Scatter, faces: Faces) -> list[str]:
    direction, distance = faces.take("direction"), faces.take("distance")
    squares = counted(scatter.squares, "square")
    way = scatter.direction or "which way the referee says"
    lines = [
        f"Direction: {direction[0]}+{direction[1]} = {scatter.total} → {way}",
        f"Distance: {distance[0]}+{distance[1]} = {sum(distance)}, halved → {squares}",
    ]
    if result.landing:
        return [*lines, *_landing_lines(result.landing, faces)]
    return lines


def _next(result: GrenadeReport) -> tuple[Suggestion, ...]:
    """The explosion that the referee resolves where no deck says where a miss comes down."""
    scatter = result.thrown.scatter
    if scatter is None or result.landing:
        return ()
    way = scatter.direction or "which way the referee says"
    squares = counted(scatter.squares, "square")
    goes = f"It explodes {squares} from the square aimed at, {way}, unless something stops it before: "
    if result.target:
        return (Suggestion("blast", {"cause": "grenade", "at": ""}, f"{goes}say where with "),)
    return (Suggestion("blast", {"cause": "grenade"}, f"{goes}name who is near there with "),)


def _landing_lines(landing: Landing, faces: Faces) -> Iterator[str]:
    for at in landing.tested:
        die = faces.take("stopped by somebody")[0]
        yield f"Past those at {named(at)}: {die} → {'stopped there' if at == landing.at else 'it goes on'}"
    stopped = landing.obstructed and landing.at == (landing.path[-1] if landing.path else landing.at)
    yield f"It explodes at {named(landing.at)}{', stopped by an obstruction' if stopped else ''}"


def _scatter_working(result: GrenadeReport, scatter: Scatter) -> list[str]:
    lines = ["A miss scatters in a straight line, for 2D squares halved down (AHL 16)"]
    if scatter.total == STRAIGHT_ON:
        lines.append("7 goes straight on along the line of the throw (AHL 16)")
    elif result.house:
        lines.append("The direction is from our own table: the source has lost its diagrams (ruling R-31)")
    else:
        lines.append("The source has lost its diagrams: the referee names the direction (ruling R-31)")
    who = "It is stopped" if result.landing else "No deck says where, so the referee stops it"
    lines.append(
        f"{who} in the last open square before an obstruction, or in an occupied square on its way by a die of at most "
        "the number of people there (AHL 16), ruling R-112"
    )
    if result.by_size and result.landing:
        lines.append("A robot counts as two of them and a blob as four here (ruling R-47)")
    return lines
