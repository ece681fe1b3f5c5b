"""`/encounter` and `/go`: an encounter in the open is begun, looked at, gone through and ended; who moves how (V27)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, Tone, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl_variant.book import Printed
from bot.systems.ahl_variant.ledger import encounter_of, keeping, met
from bot.systems.ahl_variant.outdoors.asked import (
    EncounterAlarm,
    EncounterBegin,
    EncounterEnd,
    EncounterPass,
    EncounterShow,
    EncounterStep,
    Go,
)
from bot.systems.ahl_variant.outdoors.covering import Crossed, crossed, crossed_lines, crossed_working
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Initiative,
    Pace,
    Phase,
    Shelter,
    Whereabouts,
    after_acting,
    after_moving,
    alarmed,
    can_act,
    check_turn,
    next_step,
    onward,
    opening,
    whose_turn,
)
from bot.systems.ahl_variant.outdoors.ground import Near, Spot, apart, read_spot, run_to

_MOST_THROWN = 30
_THROW = re.compile(r"[+-]?[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Met:
    """An encounter begun: how its throws came out, and how it stands; `throws` are both, with what devices add."""

    opening: Initiative
    throws: tuple[int, int]
    sides: tuple[str, str]
    standing: "StepTold"


@dataclass(frozen=True, slots=True)
class StepTold:
    """How an encounter stands: the step in words, who may act, and everybody in it with how they are; `new_round` says
    that one has begun, `over` that it is ended.
    """

    words: str
    ready: tuple[str, ...]
    people: tuple[tuple[str, str, str], ...] = ()
    hexes: bool = False
    new_round: bool = False
    over: bool = False
    title: str = ""


def _units(scene: Scene) -> Mapping[str, Unit]:
    return scene.game.units if scene.game else scene.known


def standing(encounter: Encounter, units: Mapping[str, Unit], title: str = "", *, new_round: bool = False) -> StepTold:
    """How it stands."""
    people = tuple(
        (name, units[name].side, posture_words(posture)) for name, posture in encounter.people.items() if name in units
    )
    ready = tuple(whose_turn(encounter, units))
    return StepTold(encounter.words, ready, people, encounter.hexes, new_round=new_round, title=title)


def posture_words(posture: Whereabouts) -> str:
    """How somebody is in the open: `band 2, walks, prone, behind partial cover`."""
    words = [posture.spot.words, posture.pace.value]
    words += ["evading"] if posture.evading else []
    words += ["prone"] if posture.prone else []
    words += [f"in {posture.shelter.value} cover"] if posture.shelter is not Shelter.NONE else []
    words += ["concealed"] if posture.concealed else []
    words += [f"faces {posture.facing}°"] if posture.facing is not None else []
    return ", ".join(words)


def standing_lines(found: StepTold) -> Iterator[str | Suggestion]:
    """The step, and whose turn it is."""
    if found.over:
        yield "The encounter is over"
        return
    if found.new_round:
        yield "Morale goes by Traveller's book: the referee throws for it where somebody has fallen"
    text = f"It is {found.words}"
    yield f"{text}: {sentence(found.ready, 'or')} may act" if found.ready else text


def begin_order() -> Order:
    """`/encounter begin`: everybody of two sides meets, so many bands apart."""

    def decide(scene: Scene, asked: EncounterBegin, dice: Dice) -> Outcome:
        if running := encounter_of(scene):
            raise RuleError(f"An encounter is played already, and it is {running.words}: /encounter end ends it.")
        units = _units(scene)
        sides = _sides(units, asked)
        thrown = _throws(asked.throws)
        throws = thrown[0] + asked.first_devices, thrown[1] + asked.second_devices
        parties = [[unit.name for unit in units.values() if unit.side == side and can_act(unit)] for side in sides]
        found = opening((sides[0], throws[0], len(parties[0])), (sides[1], throws[1], len(parties[1])), dice)
        far = asked.bands
        people = {} if asked.hexes else {name: Whereabouts(Spot(0)) for name in parties[0]}
        people |= {} if asked.hexes else {name: Whereabouts(Spot(far)) for name in parties[1]}
        phase = Phase.SURPRISE if found.surprise else Phase.MOVEMENT
        encounter = Encounter(
            found.attackers,
            found.defenders,
            phase=phase,
            people=people,
            terrain=asked.terrain,
            light=asked.light,
            hexes=asked.hexes,
        )
        result = Met(found, throws, sides, standing(encounter, units))
        return Outcome({}, result, ledger=keeping(scene, encounter), doers=())

    return typed_order(EncounterBegin, decide, _met_card)


def _sides(units: Mapping[str, Unit], asked: EncounterBegin) -> tuple[str, str]:
    there = sorted({unit.side for unit in units.values() if unit.side})
    first, second = (match(side, there, what="side") for side in (asked.first, asked.second))
    if first == second:
        raise RuleError(f"{first} meets itself: name two sides.")
    return first, second


def _throws(text: str) -> tuple[int, int]:
    """Both throws; raises RuleError for anything else: nobody is surprised without them (ruling VR-G1)."""
    parts = text.replace(",", " ").replace("−", "-").split()
    if len(parts) != 2 or not all(_THROW.fullmatch(part) and abs(int(part)) <= _MOST_THROWN for part in parts):
        raise RuleError(
            "Surprise needs both throws, as Traveller's book modifies them: throws:“9 7” (AHL V27.Surprise), ruling "
            "VR-G1."
        )
    return int(parts[0]), int(parts[1])


def _met_card(found: Met, faces: Faces) -> Card:
    first, second = found.sides
    lines = [f"{first} {found.throws[0]}, {second} {found.throws[1]}, entered by the referee"]
    if found.opening.thrown:
        chosen = faces.take("initiative")
        lines.append(f"All is equal, and chance decides: {chosen[0]}")
    how = "surprises" if found.opening.surprise else "has initiative over"
    lines.append(f"{found.opening.attackers} {how} {found.opening.defenders}")
    working = (
        "The higher throw has initiative, the smaller party where they are equal, else chance; three or more higher "
        "surprises (AHL V27.Surprise), ruling VR-G1",
        "A battle computer and a map box add 1 each (AHL V28.Electronics)",
        "AHL's movement, action points and morale are set aside in the open (AHL V27)",
    )
    return Card(f"{first} and {second} meet in the open", (*lines, *standing_lines(found.standing)), working)


def show_order() -> Order:
    """`/encounter show`."""

    def decide(scene: Scene, _: EncounterShow, __: Dice) -> Outcome:
        return Outcome({}, standing(met(scene), _units(scene), "The encounter"))

    return typed_order(EncounterShow, decide, _show_card)


def _show_card(found: StepTold, _: Faces) -> Card:
    lines = [*standing_lines(found)]
    lines += [f"{name} ({side}): {how}" for name, side, how in found.people]
    working = (
        "Friends in one band or hex count as at close range for aid, ammunition and gear, and as at short range for "
        "speech (AHL V28.Adjacent)",
    )
    return Card(found.title or "The encounter", tuple(lines), working)


def _stepped(scene: Scene, encounter: Encounter, title: str) -> Outcome:
    units, before = _units(scene), met(scene)
    after = onward(encounter, units)
    found = standing(after, units, title, new_round=after.round > before.round)
    return Outcome(recovered(units, before, after), found, ledger=keeping(scene, after), doers=())


def recovered(units: Mapping[str, Unit], before: Encounter, after: Encounter) -> dict[str, Character]:
    """Everybody whom a stun has held through a whole round more: it lasts the rest of one and the next (VR-A29)."""
    if after.round == before.round:
        return {}
    sheets = {name: units[name].sheet for name in after.people if name in units}
    return {name: replace(sheet, stunned=sheet.stunned - 1) for name, sheet in sheets.items() if sheet.stunned}


def step_order() -> Order:
    """`/encounter step`: the referee's way past whoever is waited for."""
    return typed_order(EncounterStep, lambda scene, _, __: _stepped(scene, next_step(met(scene)), "On"), _step_card)


def alarm_order() -> Order:
    """`/encounter alarm`: surprise is over."""
    return typed_order(
        EncounterAlarm, lambda scene, _, __: _stepped(scene, alarmed(met(scene)), "The alarm is given"), _step_card
    )


def end_order() -> Order:
    """`/encounter end`."""

    def decide(scene: Scene, _: EncounterEnd, __: Dice) -> Outcome:
        encounter = met(scene)
        found = StepTold(encounter.words, (), over=True, title="The encounter ends")
        return Outcome({}, found, ledger=keeping(scene, None), doers=())

    return typed_order(EncounterEnd, decide, _step_card)


def pass_order() -> Order:
    """`/encounter pass`: somebody does nothing more in this step."""

    def decide(scene: Scene, _: EncounterPass, __: Dice) -> Outcome:
        unit, encounter, units = scene.one("name"), met(scene), _units(scene)
        encounter.of(unit.name)
        check_turn(encounter, units, unit.name, encounter.phase, "passing")
        after = after_acting(encounter, units, unit.name)
        found = standing(after, units, f"{unit.name} passes", new_round=after.round > encounter.round)
        return Outcome(recovered(units, encounter, after), found, ledger=keeping(scene, after))

    return typed_order(EncounterPass, decide, _step_card)


def _step_card(found: StepTold, _: Faces) -> Card:
    rule = "Sides act by turns: in movement the defender first, in fire the attacker; melee by reach (AHL V27.Rounds)"
    return Card(found.title, tuple(standing_lines(found)), (rule,))


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
        unit, encounter, units = scene.one("name"), met(scene), _units(scene)
        before = encounter.of(unit.name)
        check_turn(encounter, units, unit.name, Phase.MOVEMENT, "moving")
        posture = _posture(encounter, printed, before, asked, unit.name)
        after = _closed(encounter.moved(unit.name, posture), scene, asked, unit)
        done, after, sheets = crossed(book, printed, scene, after, unit, before.spot, dice)
        after = after_moving(after, {**units, **_with(units, sheets)}, unit.name)
        enemies = scene.all("enemy")
        name = enemies[0].name if enemies else ""
        near = after.nearness(unit.name, name) if name else Near.NO
        found = standing(after, {**units, **_with(units, sheets)}, new_round=after.round > encounter.round)
        result = Went(unit.name, before.spot, posture, name, near, done, found)
        return Outcome(recovered(units, encounter, after) | sheets, result, ledger=keeping(scene, after))

    return typed_order(Go, decide, _went_card)


def _with(units: Mapping[str, Unit], sheets: Mapping[str, Character]) -> dict[str, Unit]:
    return {name: replace(units[name], sheet=sheet) for name, sheet in sheets.items()}


def _posture(encounter: Encounter, printed: Printed, before: Whereabouts, asked: Go, name: str) -> Whereabouts:
    """How somebody is after their movement; raises RuleError for what doesn't go together (V27.Prone, V29)."""
    spot = read_spot(asked.to, hexes=encounter.hexes) if asked.to else before.spot
    moves = spot != before.spot or asked.near is not None
    pace = asked.pace if asked.pace is not Pace.STANDS or not moves else Pace.WALKS
    lies = asked.stance == "prone" or (before.prone and asked.stance is None and not moves)
    if asked.stance == "prone" and (pace is not Pace.STANDS or asked.evading):
        raise RuleError(f"{name} lies down only when not moving otherwise: leave that out (AHL V27.Prone).")
    if lies and asked.evading:
        raise RuleError(
            f"{name} is prone and can't evade: stand up first, as stance:up (AHL V27.Prone), ruling VR-A40."
        )
    terrain = printed.terrain[encounter.terrain]
    facing = before.facing if asked.facing is None else asked.facing
    away = apart(before.spot, spot)
    if pace is Pace.RUNS and encounter.hexes:
        away, facing = _run(name, before, spot, asked.facing)
    if pace is Pace.RUNS and away > terrain.run:
        raise RuleError(
            f"Among {terrain.name} obstructions nobody runs further than {counted(int(terrain.run), 'band')}, and that "
            f"is {away} (AHL V29.Terrain)."
        )
    concealed = before.concealed and not moves if asked.concealed is None else asked.concealed
    if concealed and terrain.concealment is None:
        raise RuleError("Nothing stands about here that conceals anybody (AHL V29.Terrain).")
    shelter = (Shelter.NONE if moves else before.shelter) if asked.cover is None else asked.cover
    return Whereabouts(spot, pace, asked.evading, lies, shelter, concealed, before.fired, facing)


def _run(name: str, before: Whereabouts, spot: Spot, ends: int | None) -> tuple[int, int | None]:
    """How many hexes somebody runs, and how they face then; raises RuleError for a second turn (V29.Hexes)."""
    found = run_to(before.spot, spot, before.facing, ends)
    if found is None:
        start = "" if before.facing is None else f", who faces {before.facing}°,"
        end = "" if ends is None else f" facing {ends}°"
        raise RuleError(
            f"{name}{start} would turn more than once to run to {spot.words}{end}: name another hex or facing, or walk "
            "(AHL V29.Hexes)."
        )
    return found


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
    title = f"{went.name} {went.posture.pace.value}{moved}"
    return Card(title, (*lines, *standing_lines(went.standing)), tuple(working), tone=Tone.BAD if hurt else Tone.PLAIN)


def keeping_orders(book: Book, printed: Printed) -> Sequence[Order]:
    """All orders of an encounter but for those that AHL has as well."""
    return (
        begin_order(),
        show_order(),
        step_order(),
        alarm_order(),
        end_order(),
        pass_order(),
        go_order(book, printed),
    )
