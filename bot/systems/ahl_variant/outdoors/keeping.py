"""`/encounter`: an encounter in the open is begun, looked at, gone through and ended (V27)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, sentence, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.book import Book
from bot.systems.ahl.sheet.character import UNHURT, Being, Character, state
from bot.systems.ahl.turn.clock import clock_of
from bot.systems.ahl_variant.ledger import encounter_of, keeping, met, units_of
from bot.systems.ahl_variant.outdoors.asked import (
    EncounterAlarm,
    EncounterBegin,
    EncounterEnd,
    EncounterGround,
    EncounterPass,
    EncounterShow,
)
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Initiative,
    Phase,
    Shelter,
    Whereabouts,
    after_acting,
    alarmed,
    can_act,
    check_turn,
    onward,
    opening,
    to_control,
    whose_turn,
)
from bot.systems.ahl_variant.outdoors.ground import Spot, read_line, way
from bot.systems.ahl_variant.sheet import Combatant

STEPS = "Sides act by turns: in movement the defender first, in fire the attacker; melee by reach (AHL V27.Rounds)"
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
    """How an encounter stands: the step in words, who may act, everybody in it with how they are, and what is `around`
    them; `new_round` says that one has begun, `over` that it is ended, with wounds on `hurt`; `strained` are those who
    throw for control before.
    """

    words: str
    ready: tuple[str, ...]
    people: tuple[tuple[str, str, str], ...] = ()
    around: str = ""
    hexes: bool = False
    new_round: bool = False
    over: bool = False
    title: str = ""
    hurt: tuple[str, ...] = ()
    strained: tuple[str, ...] = ()


def standing(
    book: Book, encounter: Encounter, units: Mapping[str, Unit], title: str = "", *, new_round: bool = False
) -> StepTold:
    """How it stands."""
    people = tuple(
        (name, units[name].side, _how(units[name], posture))
        for name, posture in encounter.people.items()
        if name in units
    )
    ready = tuple(whose_turn(book, encounter, units))
    around = around_words(encounter)
    return StepTold(
        encounter.words,
        ready,
        people,
        around,
        encounter.hexes,
        new_round=new_round,
        title=title,
        strained=to_control(encounter, units),
    )


def around_words(encounter: Encounter) -> str:
    """What stands about and how light it is: `Light obstructions, heavy in band 2; partial darkness`."""
    kinds: dict[str, list[str]] = {}
    for spot, terrain in encounter.ground:
        kinds.setdefault(terrain, []).append(spot.words)
    words = [f"{_terrain_words(encounter.terrain)} obstructions"]
    words += [f"{terrain} in {sentence(places)}" for terrain, places in kinds.items()]
    covered = [f"{whose(line.firer)} covering fire on {line.words}" for line in encounter.lines]
    return "; ".join((", ".join(words), encounter.light.value, *covered))


def _terrain_words(terrain: str) -> str:
    return "No" if terrain == "none" else terrain.capitalize()


def _how(unit: Unit, posture: Whereabouts) -> str:
    """Where somebody is and how: `band 3, stands, 1 light wound, surrendered`."""
    hurt = state(unit.sheet)
    return ", ".join([posture_words(posture), *([hurt] if hurt != UNHURT else []), *unit.marks])


def posture_words(posture: Whereabouts) -> str:
    """How somebody is in the open: `band 2, walks, prone, behind partial cover`."""
    words = [posture.spot.words, "prone" if posture.prone else posture.pace.value]
    words += ["evading"] if posture.evading else []
    words += [f"in {posture.shelter.value} cover"] if posture.shelter is not Shelter.NONE else []
    words += ["concealed"] if posture.concealed else []
    words += [f"faces {posture.facing}°"] if posture.facing is not None else []
    return ", ".join(words)


def standing_lines(found: StepTold) -> Iterator[str | Suggestion]:
    """The step, and whose turn it is."""
    if found.over:
        yield "Where everybody was, covering fire and darkness count no more; wounds and rounds stay as they are"
        if found.hurt:
            names = sentence(found.hurt)
            yield f"/character convert makes the wounds of {names} lost characteristics (AHL V27.Wounds)"
        return
    if found.new_round:
        yield "Morale goes by Traveller's book: the referee throws for it where somebody has fallen"
    text = f"It is {found.words}"
    if found.strained:
        throw = "throws" if len(found.strained) == 1 else "throw"
        yield f"{text}: {sentence(found.strained)} {throw} for control first, by the referee's /phase (AHL 26.B)"
    elif found.people:
        yield f"{text}: {sentence(found.ready, 'or')} may act" if found.ready else text
    else:
        yield f"{text}, and nobody is in it yet"
        yield Suggestion("place", {"at": "hex 0101" if found.hexes else "band 0"}, "Put people there with ")


def begin_order(book: Book) -> Order:
    """`/encounter begin`: everybody of two sides meets, so many bands apart."""

    def decide(scene: Scene, asked: EncounterBegin, dice: Dice) -> Outcome:
        if running := encounter_of(scene):
            raise RuleError(f"An encounter is played already, and it is {running.words}: /encounter end ends it.")
        if clock := clock_of(scene):
            raise RuleError(f"It is {clock.words} of a turn that is kept on a deck: /turn end ends it first (AHL V27).")
        units = units_of(scene)
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
        result = Met(found, throws, sides, standing(book, encounter, units))
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


def show_order(book: Book) -> Order:
    """`/encounter show`."""
    return typed_order(EncounterShow, lambda scene, _, __: shown_now(book, scene), show_card)


def shown_now(book: Book, scene: Scene) -> Outcome:
    """How the encounter stands; raises RuleError without one."""
    return Outcome({}, standing(book, met(scene), units_of(scene), "The encounter"))


def show_card(found: StepTold, _: Faces) -> Card:
    """How it stands in words, with where everybody is and what stands about."""
    lines = [*standing_lines(found)]
    lines += [f"{name} ({side}): {how}" for name, side, how in found.people]
    lines += [found.around] if found.around else []
    working = (
        "Friends in one band or hex count as at close range for aid, ammunition and gear, and as at short range for "
        "speech (AHL V28.Adjacent)",
    )
    return Card(found.title or "The encounter", tuple(lines), working)


@dataclass(frozen=True, slots=True)
class Grounded:
    """Where something else stands about now: the places, and the class of terrain."""

    places: tuple[Spot, ...]
    terrain: str


def ground_order() -> Order:
    """`/encounter ground`: the terrain of some bands or hexes (V29.Terrain)."""

    def decide(scene: Scene, asked: EncounterGround, _: Dice) -> Outcome:
        encounter = met(scene)
        lines = [read_line(part, hexes=encounter.hexes) for part in asked.at.split(",") if part.strip()]
        places = tuple(dict.fromkeys(spot for ends in lines for spot in way(*ends)))
        if not places:
            raise RuleError("Say where, as at:“band 2 to band 4” (AHL V29.Terrain).")
        rest = tuple(each for each in encounter.ground if each[0] not in places)
        here = tuple((spot, asked.terrain) for spot in places if asked.terrain != encounter.terrain)
        kept = keeping(scene, replace(encounter, ground=(*rest, *here)))
        return Outcome({}, Grounded(places, asked.terrain), ledger=kept, doers=())

    return typed_order(EncounterGround, decide, _ground_card)


def _ground_card(done: Grounded, _: Faces) -> Card:
    where = sentence(spot.words for spot in done.places)
    working = (
        "It counts for evading and concealment of those there, and for how far one runs into it (AHL V29.Terrain)",
    )
    return Card(f"{_terrain_words(done.terrain)} obstructions in {where}", (), working)


def _stepped(book: Book, scene: Scene, encounter: Encounter, title: str) -> Outcome:
    units, before = units_of(scene), met(scene)
    after = onward(book, encounter, units)
    found = standing(book, after, units, title, new_round=after.round > before.round)
    return Outcome(recovered(units, before, after), found, ledger=keeping(scene, after), doers=())


def recovered(units: Mapping[str, Unit], before: Encounter, after: Encounter) -> dict[str, Character]:
    """Everybody whom a stun has held through a whole round more: it lasts the rest of one and the next (VR-A29)."""
    if after.round == before.round:
        return {}
    sheets = {name: units[name].sheet for name in after.people if name in units}
    return {name: replace(sheet, stunned=sheet.stunned - 1) for name, sheet in sheets.items() if sheet.stunned}


def alarm_order(book: Book) -> Order:
    """`/encounter alarm`: surprise is over."""
    return typed_order(
        EncounterAlarm,
        lambda scene, _, __: _stepped(book, scene, alarmed(met(scene)), "The alarm is given"),
        _step_card,
    )


def end_order() -> Order:
    """`/encounter end`."""

    def decide(scene: Scene, _: EncounterEnd, __: Dice) -> Outcome:
        encounter, units = met(scene), units_of(scene)
        hurt = tuple(name for name in encounter.people if name in units and _may_convert(units[name].sheet))
        found = StepTold(encounter.words, (), over=True, title="The encounter is over", hurt=hurt)
        return Outcome({}, found, ledger=keeping(scene, None), doers=())

    return typed_order(EncounterEnd, decide, _step_card)


def _may_convert(sheet: Character) -> bool:
    """Whether somebody is a person with wounds to convert."""
    if not isinstance(sheet, Combatant) or sheet.animal or sheet.being is not Being.PERSON:
        return False
    return bool(sheet.light_wounds or sheet.serious_wounds or sheet.deaths)


def pass_order(book: Book) -> Order:
    """`/encounter pass`: somebody does nothing more in this step."""

    def decide(scene: Scene, _: EncounterPass, __: Dice) -> Outcome:
        unit, encounter, units = scene.one("name"), met(scene), units_of(scene)
        check_turn(book, encounter, units, unit.name, encounter.phase, "passing")
        after = after_acting(book, encounter, units, unit.name)
        found = standing(book, after, units, f"{unit.name} passes", new_round=after.round > encounter.round)
        return Outcome(recovered(units, encounter, after), found, ledger=keeping(scene, after))

    return typed_order(EncounterPass, decide, _step_card)


def _step_card(found: StepTold, _: Faces) -> Card:
    return Card(found.title, tuple(standing_lines(found)), (STEPS,))


def keeping_orders(book: Book) -> Sequence[Order]:
    """The orders by which an encounter is kept."""
    return (
        begin_order(book),
        ground_order(),
        show_order(book),
        alarm_order(book),
        end_order(),
        pass_order(book),
    )
