"""`/go`: one's movement of a round in the open (V27, V29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Tone, counted
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl_variant.book import Printed
from bot.systems.ahl_variant.ledger import keeping, met, units_of
from bot.systems.ahl_variant.outdoors.asked import Go
from bot.systems.ahl_variant.outdoors.covering import Crossed, crossed, crossed_lines, crossed_working
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Pace,
    Phase,
    Shelter,
    Whereabouts,
    after_moving,
    check_turn,
)
from bot.systems.ahl_variant.outdoors.ground import Near, Spot, read_spot, run_to, way
from bot.systems.ahl_variant.outdoors.keeping import (
    StepTold,
    posture_words,
    recovered,
    standing,
    standing_lines,
)


@dataclass(frozen=True, slots=True)
class Went:
    """Who moved how in the open, from where, near whom they have come, what fire they crossed, and how it stands."""

    name: str
    before: Spot
    posture: Whereabouts
    enemy: str
    near: Near
    crossed: tuple[Crossed, ...]
    standing: StepTold


def go_order(book: Book, printed: Printed) -> Order:
    """`/go`: one's movement in a round, in one's turn, through whatever covering fire lies there."""

    def decide(scene: Scene, asked: Go, dice: Dice) -> Outcome:
        unit, encounter, units = scene.one("name"), met(scene), units_of(scene)
        before = encounter.of(unit.name)
        check_turn(book, encounter, units, unit.name, Phase.MOVEMENT, "moving")
        if unit.sheet.zero_g.disoriented:
            raise RuleError(
                f"{unit.name} is disoriented and can't move: /reorient them, or /encounter pass (AHL 26.B)."
            )
        spot = read_spot(asked.to, hexes=encounter.hexes) if asked.to else before.spot
        pace = Pace.WALKS if asked.pace is Pace.STANDS and _moves(before, spot, asked) else asked.pace
        path, facing = _path(encounter, unit.name, before, spot, asked, runs=pace is Pace.RUNS)
        posture = _posture(encounter, printed, before, spot, pace, asked, unit.name, facing)
        _check_run(encounter, printed, path, pace)
        after = _closed(encounter.moved(unit.name, posture), scene, asked, unit)
        done, after, sheets = crossed(book, printed, scene, after, unit, path, dice)
        now = {**units, **_with(units, sheets)}
        after = after_moving(book, after, now, unit.name)
        enemies = scene.all("enemy")
        name = enemies[0].name if enemies else ""
        near = after.nearness(unit.name, name) if name else Near.NO
        found = standing(book, after, now, new_round=after.round > encounter.round)
        result = Went(unit.name, before.spot, after.of(unit.name), name, near, done, found)
        return Outcome({**sheets, **recovered(now, encounter, after)}, result, ledger=keeping(scene, after))

    return typed_order(Go, decide, _went_card)


def _with(units: Mapping[str, Unit], sheets: Mapping[str, Character]) -> dict[str, Unit]:
    return {name: replace(units[name], sheet=sheet) for name, sheet in sheets.items()}


def _moves(before: Whereabouts, spot: Spot, asked: Go) -> bool:
    """Whether somebody comes elsewhere, or nearer to an enemy."""
    return spot != before.spot or asked.near is not None


def _posture(
    encounter: Encounter,
    printed: Printed,
    before: Whereabouts,
    spot: Spot,
    pace: Pace,
    asked: Go,
    name: str,
    facing: int | None,
) -> Whereabouts:
    """How somebody is after their movement; raises RuleError for what doesn't go together (V27.Prone, V29.Terrain)."""
    moves = _moves(before, spot, asked)
    lies = asked.stance == "prone" or (before.prone and asked.stance is None and not moves)
    if asked.stance == "prone" and (pace is not Pace.STANDS or asked.evading):
        raise RuleError(f"{name} lies down only when not moving otherwise: leave that out (AHL V27.Prone).")
    if lies and asked.evading:
        raise RuleError(
            f"{name} is prone and can't evade: stand up first, as stance:up (AHL V27.Prone), ruling VR-A40."
        )
    concealed = before.concealed and not moves if asked.concealed is None else asked.concealed
    if concealed and printed.terrain[encounter.terrain_at(spot)].concealment is None:
        raise RuleError(f"Nothing stands about in {spot.words} that conceals anybody (AHL V29.Terrain).")
    shelter = (Shelter.NONE if moves else before.shelter) if asked.cover is None else asked.cover
    there = Whereabouts(spot, pace, asked.evading, lies, shelter, concealed, before.fired, facing)
    return replace(there, load=before.load, loading=before.loading) if pace is Pace.STANDS else there


def _path(
    encounter: Encounter, name: str, before: Whereabouts, spot: Spot, asked: Go, *, runs: bool
) -> tuple[tuple[Spot, ...], int | None]:
    """The bands or hexes through which somebody comes, and how they face then; raises RuleError for a second turn of
    one who runs (V29.Hexes).
    """
    if not (runs and encounter.hexes):
        return way(before.spot, spot), before.facing if asked.facing is None else asked.facing
    found = run_to(before.spot, spot, before.facing, asked.facing)
    if found is None:
        start = "" if before.facing is None else f", who faces {before.facing}°,"
        end = "" if asked.facing is None else f" facing {asked.facing}°"
        raise RuleError(
            f"{name}{start} would turn more than once to run to {spot.words}{end}: name another hex or facing, or walk "
            "(AHL V29.Hexes)."
        )
    return found


def _check_run(encounter: Encounter, printed: Printed, path: Sequence[Spot], pace: Pace) -> None:
    """Raise RuleError for whoever runs further than the worst terrain on their way lets them (V29.Terrain)."""
    worst = min((printed.terrain[encounter.terrain_at(spot)] for spot in path[1:] or path), key=lambda each: each.run)
    away = len(path) - 1
    if pace is Pace.RUNS and away > worst.run:
        unit = "hex" if encounter.hexes else "band"
        raise RuleError(
            f"Among {worst.name} obstructions nobody runs further than {counted(int(worst.run), unit)}, and that is "
            f"{away}: run less far, or walk (AHL V29.Terrain)."
        )


def _closed(encounter: Encounter, scene: Scene, asked: Go, unit: Unit) -> Encounter:
    """The encounter with somebody as near to an enemy as they say (V27.Close)."""
    if asked.near is None:
        return encounter
    if not scene.all("enemy"):
        raise RuleError("Say with whom they close, as enemy:Cid (AHL V27.Close).")
    enemy = scene.one("enemy")
    if encounter.range(unit.name, enemy.name):
        where = encounter.of(enemy.name).spot.words
        raise RuleError(f"{enemy.name} is in {where}: one closes with those of the same band or hex (AHL V27.Close).")
    return encounter.brought(unit.name, enemy.name, asked.near)


def _went_card(went: Went, faces: Faces) -> Card:
    lines: list[Any] = [f"Now {posture_words(went.posture)}"]
    if went.enemy and went.near is not Near.NO:
        points = "another point of movement" if went.near is Near.CLOSE else "a point of movement"
        lines.append(f"At {went.near} range of {went.enemy}, for {points}")
    lines += [line for each in went.crossed for line in crossed_lines(each, faces)]
    working = [
        "How far one comes in a round Traveller's book says (ruling VR-G3)",
        "Who walks fires at −1, who runs doesn't fire; melee isn't changed by either (AHL V27.Moving)",
    ]
    if went.posture.pace is Pace.RUNS and went.standing.hexes:
        working.append("Whoever runs turns once in the round (AHL V29.Hexes)")
    working += [line for each in went.crossed for line in crossed_working(each)]
    hurt = any(attack.damage and attack.damage.level for each in went.crossed for attack in each.attacks)
    moved = f" from {went.before.words}" if went.before != went.posture.spot else ""
    title = f"{went.name} {'lies prone' if went.posture.prone else went.posture.pace.value}{moved}"
    return Card(title, (*lines, *standing_lines(went.standing)), tuple(working), tone=Tone.BAD if hurt else Tone.PLAIN)
