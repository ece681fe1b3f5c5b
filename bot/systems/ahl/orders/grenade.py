"""`/grenade`: a grenade thrown at a square (AHL 16)."""

from dataclasses import dataclass, replace

from bot.engine.cards import Card, Tone, check_line
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Values
from bot.systems.ahl.blasts import Blast, Cause, collateral
from bot.systems.ahl.grenades import STRAIGHT_ON, Scatter, Thrown, Toss, take_grenade, throw_grenade
from bot.systems.ahl.orders.blast import (
    OWN_SQUARE,
    BlastResult,
    blast_lines,
    blast_working,
    near,
    penetration_of,
    thrown_for,
)
from bot.systems.ahl.orders.fields import REFEREES_OWN, value_of
from bot.systems.ahl.orders.grenade_odds import grenade_odds
from bot.systems.ahl.orders.wounds import SURROUNDINGS, check_working, surroundings_of
from bot.systems.ahl.tables import Tables

_FARTHEST = 10_000


@dataclass(frozen=True, slots=True)
class GrenadeResult:
    """A grenade thrown: by whom, with what is left to him, the throw, and the explosion where it hit its square."""

    thrower: str
    grenades: int
    toss: Toss
    thrown: Thrown
    exploded: BlastResult | None
    house: bool


def _grenade_card(result: GrenadeResult, faces: Faces) -> Card:
    check, scatter = result.thrown.check, result.thrown.scatter
    hit = check_line(check, faces.take("to hit"), "hit" if check.made else "miss")
    lines = [f"To hit a square {result.toss.squares} squares away: {hit}"]
    working = [
        "A grenade hits its square on 8+, −1 for each whole ten squares past the first ten (AHL 16), ruling R-110",
        *check_working([check]),
        "It needs a line of sight, and 6 AP in the snap shot step (AHL 16)",
    ]
    if result.exploded:
        lines += blast_lines(result.exploded, faces) or ["It explodes there, with nobody named near"]
        working += ["It has the penetration of 4cm RAM HE (AHL 16)", *blast_working(result.exploded)]
    if scatter:
        lines += _scatter_lines(scatter, faces)
        working += _scatter_working(scatter, house=result.house)
    left = f"{result.grenades} grenade{'' if result.grenades == 1 else 's'} left"
    hurt = result.exploded and any(each.damage and each.damage.level for each in result.exploded.suffered)
    title = f"{result.thrower} throws a grenade"
    return Card(title, (*lines, left), tuple(working), tone=Tone.BAD if hurt else Tone.PLAIN)


def _scatter_lines(scatter: Scatter, faces: Faces) -> list[str]:
    direction, distance = faces.take("direction"), faces.take("distance")
    squares = f"{scatter.squares} square{'' if scatter.squares == 1 else 's'}"
    way = scatter.direction or "which way the referee says"
    return [
        f"Direction: {direction[0]}+{direction[1]} = {scatter.total} → {way}",
        f"Distance: {distance[0]}+{distance[1]} = {sum(distance)}, halved → {squares}",
        f"It explodes {squares} from the square aimed at, {way}, unless something stops it before: "
        "name who is near there with /blast cause:grenade",
    ]


def _scatter_working(scatter: Scatter, *, house: bool) -> list[str]:
    lines = ["A miss scatters in a straight line, for 2D squares halved down (AHL 16)"]
    if scatter.total == STRAIGHT_ON:
        lines.append("7 goes straight on along the line of the throw (AHL 16)")
    elif house:
        lines.append("The direction is from our own table: the source has lost its diagrams (ruling R-31)")
    else:
        lines.append("The source has lost its diagrams: the referee names the direction (ruling R-31)")
    lines.append(
        "There is no map here, so the referee stops it: in the last open square before an obstruction, or in an "
        "occupied square on its way by a die of at most the number of people there (AHL 16), ruling R-112"
    )
    return lines


def grenade_order(tables: Tables) -> Order:
    """`/grenade`: a grenade thrown at a square, and whoever is near it (AHL 16)."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        thrower = scene.one("thrower")
        if "range" not in values:
            raise RuleError("There is no map here: give the range in squares of 1.5 m, as range:8.")
        after = take_grenade(thrower.name, thrower.sheet)
        toss = _toss(values)
        house = value_of(values, "scatter", str, "house") == "house"
        thrown = throw_grenade(toss, dice, house=house)
        # Whoever throws at his own feet has one grenade less when it hurts him.
        people = [replace(unit, sheet=after) if unit.name == thrower.name else unit for unit in scene.all("people")]
        exploded = None
        if thrown.check.made:
            blast = _blast(values, tables)
            suffered = tuple(collateral(blast, near(unit, tables.armour), dice) for unit in people)
            exploded = BlastResult(blast, suffered)
        changed = {each.near.name: each.after for each in exploded.suffered} if exploded else {}
        result = GrenadeResult(thrower.name, after.grenades, toss, thrown, exploded, house)
        return Outcome({thrower.name: after} | changed, result)

    fields = (
        Field("range", Kind.WHOLE, low=0, high=_FARTHEST),
        Field("cover", Kind.FLAG, default=False),
        Field("scatter", Kind.CHOICE, "house", ("house", "referee")),
        OWN_SQUARE,
        *SURROUNDINGS,
        *REFEREES_OWN,
    )
    roles = (Role("thrower"), Role("people", many=True, optional=True))
    return Order("grenade", roles, fields, resolve, _grenade_card, grenade_odds(tables))


def _toss(values: Values) -> Toss:
    return Toss(
        squares=value_of(values, "range", int, 0),
        cover=value_of(values, "cover", bool, default=False),
        dm=value_of(values, "dm", int, 0),
        because=value_of(values, "because", str, ""),
    )


def _blast(values: Values, tables: Tables) -> Blast:
    return Blast(
        Cause.GRENADE,
        penetration_of({}, Cause.GRENADE, tables.weapons),
        surroundings_of(values),
        thrown_for=thrown_for(values),
    )
