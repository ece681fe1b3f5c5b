"""`/fire` and `/cover` in the open (V27, V28, V30)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.engine.byword import check_known
from bot.engine.cards import Card, Suggestion, Tone, counted, sentence, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Outcome, Scene, Unit
from bot.engine.typed import match, read_people
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Firer
from bot.systems.ahl.fire.report import MISS
from bot.systems.ahl.fire.strikes import explodes
from bot.systems.ahl.orders.fire import own_side
from bot.systems.ahl.sheet.character import check_active, named_weapon
from bot.systems.ahl.wounds.damage import (
    what_became,
)
from bot.systems.ahl_variant.asked import Shooting, Sweeping
from bot.systems.ahl_variant.book import Printed
from bot.systems.ahl_variant.ledger import Records, encounter_of, keeping, units_of
from bot.systems.ahl_variant.outdoors.aiming import beside, check_alive, situation_at, target_of
from bot.systems.ahl_variant.outdoors.covering import covering, reserve
from bot.systems.ahl_variant.outdoors.encounter import (
    Encounter,
    Phase,
    Shelter,
    Whereabouts,
    after_acting,
    check_turn,
)
from bot.systems.ahl_variant.outdoors.ground import Spot, read_line, within_arc
from bot.systems.ahl_variant.outdoors.keeping import StepTold, recovered, standing, standing_lines
from bot.systems.ahl_variant.outdoors.shooting import (
    Aim,
    Fired,
    check_rounds,
    fire_in_the_open,
    take_aims,
)
from bot.systems.ahl_variant.outdoors.telling import AttackTold, attack_told, told_lines, told_working


def encountered(scene: Scene, *roles: str) -> Encounter | None:
    """The encounter, if anybody in one of those roles is in it, or where it asks for none; None where they fight
    elsewhere.
    """
    encounter = encounter_of(scene)
    if encounter is None or not roles:
        return encounter
    named = [unit.name for role in roles for unit in scene.units.get(role, ())]
    return encounter if any(name in encounter.people for name in named) else None


def done(
    book: Book,
    scene: Scene,
    encounter: Encounter,
    name: str,
    sheets: Mapping[str, Any],
    *,
    fired: bool,
    reloading: bool = False,
) -> tuple[Records, dict[str, Any], StepTold]:
    """What is kept after somebody has acted, everybody's sheet by then, for a stun runs out as rounds do, and how it
    stands. Who isn't `reloading` begins anew with that.
    """
    units = units_of(scene)
    units = {**units, **{each: replace(units[each], sheet=sheet) for each, sheet in sheets.items()}}
    posture = encounter.of(name)
    if not reloading:
        posture = replace(posture, load="", loading=0)
    after = encounter.having(name, replace(posture, fired=posture.fired or fired))
    after = after_acting(book, after, units, name)
    found = standing(book, after, units, new_round=after.round > encounter.round)
    return keeping(scene, after), {**sheets, **recovered(units, encounter, after)}, found


def _check_arc(name: str, encounter: Encounter, spots: list[Spot], what: str, do: str) -> None:
    """Raise RuleError where not all of those places lie in one arc of somebody's (V28.Rapid, V29.Hexes)."""
    mine = encounter.of(name)
    if within_arc(mine.spot, spots, mine.facing):
        return
    if mine.facing is None or not encounter.hexes:
        raise RuleError(f"{what} in no arc of 60 degrees: {do}.")
    raise RuleError(f"{what} outside the arc of 60 degrees about {mine.facing}°, where {name} faces: {do}.")


@dataclass(frozen=True, slots=True)
class OpenFire:
    """A fire in the open as it was made, with how the encounter stands then; `target` is whom it was aimed at first."""

    fired: Fired
    target: str
    automatic: bool
    times: int
    standing: StepTold


@dataclass(frozen=True, slots=True)
class OpenFireTold:
    """What is told of it: who fired what at whom, how often, with what came of each, and the rounds gone and left of a
    clip.
    """

    firer: str
    target: str
    weapon: str
    kind: str
    attacks: tuple[AttackTold, ...]
    times: int
    rounds: int
    left: int
    clip: int
    automatic: bool
    thrown: bool
    open: StepTold


def open_fire(
    book: Book, printed: Printed, scene: Scene, asked: Shooting, encounter: Encounter
) -> Callable[[Dice], Outcome]:
    """A fire in the open worked out up to the dice; raises RuleError where it can't be made."""
    attacker, target = scene.one("name"), scene.one("target")
    if not scene.only_odds:
        check_turn(book, encounter, units_of(scene), attacker.name, Phase.FIRE, "fire")
        _check_range(scene, asked)
    if attacker.name == target.name:
        raise RuleError(f"{attacker.name} cannot fire at themselves: name another target.")
    check_active(attacker.name, attacker.sheet, "fire")
    carried = attacker.sheet.carried(asked.weapon, attacker.name)
    weapon = book.weapons[carried.weapon]
    targets = _targets(scene, encounter, target, asked)
    for each in targets:
        check_alive(each)
        _check_posture(scene, each.name, encounter.of(each.name), asked)
    firer = Firer(attacker.name, attacker.sheet, carried.weapon)
    check_rounds(firer, weapon, asked, len(targets))
    _check_arcs(encounter, attacker.name, targets, thrown=weapon.thrown)
    _check_group(encounter, attacker, targets, scene.all("others"))
    aims = _aims(book, printed, scene, asked, encounter, targets)
    take_aims(book, firer, weapon, aims)
    automatic = bool(weapon.burst) and asked.setting != "single"
    # One attack hurts each by itself: where the fate of one is asked for, nobody asks what becomes of the others.
    fated = (scene.fate_of or target.name) if scene.only_odds and len(targets) == 1 else ""
    aims = [_sparing(fated, each) for each in aims] if fated else aims

    def near(name: str) -> Iterator[Unit]:
        return (unit for unit in beside(encounter, units_of(scene), name) if fated in {"", unit.name})

    def resolve(dice: Dice) -> Outcome:
        fired = fire_in_the_open(book, firer, weapon, aims, near, dice)
        if scene.only_odds:
            there = StepTold(encounter.words, ())
            return Outcome(fired.after, OpenFire(fired, target.name, automatic, len(targets), there))
        kept, sheets, found = done(book, scene, encounter, firer.name, fired.after, fired=True)
        return Outcome(sheets, OpenFire(fired, target.name, automatic, len(targets), found), ledger=kept)

    return resolve


def _check_range(scene: Scene, asked: Shooting) -> None:
    """Raises RuleError for a player who says how far apart some are of whom that is known (ruling R-161)."""
    if scene.by and asked.range is not None:
        raise RuleError("How far apart they are is known here: leave the range out; another one only the referee says.")


def _check_posture(scene: Scene, name: str, theirs: Whereabouts, asked: Shooting) -> None:
    """Raise RuleError for a player who says that somebody doesn't evade, or isn't in cover, who is known to."""
    known = {"evading": True} if theirs.evading else {}
    known |= {"cover": True} if theirs.shelter is not Shelter.NONE else {}
    evading = None if asked.evading is None else asked.evading != "no"
    check_known(scene, name, known, {"evading": evading, "cover": asked.cover})


def _sparing(fated: str, each: Aim) -> Aim:
    """An attack in which all are spared but one."""
    group = tuple((replace(one, spared=one.name != fated), situation) for one, situation in each.group)
    return replace(each, target=replace(each.target, spared=each.target.name != fated), group=group)


def _aims(
    book: Book, printed: Printed, scene: Scene, asked: Shooting, encounter: Encounter, targets: Sequence[Unit]
) -> list[Aim]:
    """Each attack as it is aimed, with the others of its group."""
    attacker, group = scene.one("name"), scene.all("others")
    at = partial(situation_at, book, printed, encounter, attacker, attacks=len(targets))
    return [
        Aim(
            target_of(book, one, encounter),
            at(one, asked),
            tuple(
                (target_of(book, other, encounter), at(other, asked, group=True))
                for other in group
                if _together(encounter, one, other)
            ),
        )
        for one in targets
    ]


def friends_beside(book: Book, scene: Scene, asked: Shooting, encounter: Encounter) -> list[Unit]:
    """Those of the firer's own side who are near whom they fire at with what explodes (V28.Adjacent)."""
    attacker = scene.one("name")
    carried = attacker.sheet.carried(asked.weapon, attacker.name)
    if not explodes(carried, book.weapons[carried.weapon]):
        return []
    targets = _targets(scene, encounter, scene.one("target"), asked)
    near = [unit for target in targets for unit in beside(encounter, units_of(scene), target.name)]
    return own_side(attacker, {unit.name: unit for unit in near}.values())


def _check_arcs(encounter: Encounter, name: str, targets: Sequence[Unit], *, thrown: bool) -> None:
    """Raise RuleError for targets outside the arc of whoever fires; what is thrown has none (V28.Rapid, V29.Hexes)."""
    spots = [encounter.of(each.name).spot for each in targets]
    if len(targets) > 1:
        _check_arc(name, encounter, spots, "Those targets lie", "choose some that do (AHL V28.Rapid)")
    elif not thrown:
        _check_arc(name, encounter, spots, "That target lies", "turn with /go first (AHL V29.Hexes)")


def _check_group(encounter: Encounter, firer: Unit, targets: Sequence[Unit], others: Sequence[Unit]) -> None:
    """Raise RuleError for whoever isn't where a target is, for they are of another group, and for whoever fires or is
    fired at already: nobody is attacked twice (V27.Group).
    """
    named = {firer.name, *(each.name for each in targets)}
    for unit in others:
        if unit.name in named:
            raise RuleError(
                f"{unit.name} fires or is fired at already, and nobody is twice: leave them out of the others (AHL "
                "V27.Group)."
            )
        if not any(_together(encounter, unit, target) for target in targets):
            where, group = (
                encounter.of(unit.name).spot.words,
                whose(sentence(dict.fromkeys(one.name for one in targets))),
            )
            raise RuleError(f"{unit.name} is in {where}, and not of {group} group (AHL V27.Group).")


def _together(encounter: Encounter, one: Unit, other: Unit) -> bool:
    """Whether two are in the same band or hex, and so of one group (V27.Group)."""
    return encounter.range(one.name, other.name) == 0


def _targets(scene: Scene, encounter: Encounter, target: Unit, asked: Shooting) -> list[Unit]:
    """At whom each attack goes, in turn; raises RuleError for too many, and for names that aren't there."""
    if not asked.targets:
        return [target] * asked.attacks
    units = units_of(scene)
    names = [match(each.name, encounter.people, what="person in the encounter") for each in read_people(asked.targets)]
    if asked.attacks not in {1, len(names)}:
        raise RuleError(
            f"Those are {len(names)} targets for {asked.attacks} attacks: name one for each (AHL V28.Rapid)."
        )
    return [units[name] for name in names]


def open_fire_told(result: OpenFire) -> OpenFireTold:
    """What is told of a fire in the open."""
    fired, spent = result.fired, result.fired.spent
    before = fired.firer.character.carried(fired.weapon.name, fired.firer.name).loaded.rounds
    after = fired.firer_after.carried(fired.weapon.name, fired.firer.name).loaded
    kind = spent.after.loaded.ammunition
    return OpenFireTold(
        fired.firer.name,
        result.target,
        fired.weapon.name,
        kind,
        tuple(map(attack_told, fired.attacks)),
        result.times,
        before - after.rounds,
        after.rounds,
        fired.weapon.clip,
        result.automatic,
        fired.weapon.thrown,
        result.standing,
    )


def open_fire_card(told: OpenFireTold, faces: Faces) -> Card:
    """The answer: each attack, who is how hurt, the rounds left, and whose turn it is."""
    how = "thrown" if told.thrown else "bursts" if told.automatic else "single shots"
    lines: list[str | Suggestion] = [f"{named_weapon(told.weapon, told.kind)}, {how}"]
    lines += [line for attack in told.attacks for line in told_lines(attack, faces)]
    if told.clip and not told.thrown:
        lines.append(
            f"{told.weapon}: {told.left} of {counted(told.clip, 'round')} left{'' if told.left else ', reload'}"
        )
    lines += standing_lines(told.open)
    working = list(dict.fromkeys(line for attack in told.attacks for line in told_working(attack)))
    working.append("Wounds count at once in the open (AHL V27.Wounds)")
    if told.times > 1 and told.automatic:
        working.append(
            "Book 4's rules of overheating still bind rapid fire: the referee decides (AHL V28.Rapid), VR-G4"
        )
    names = sentence(dict.fromkeys(attack.name for attack in told.attacks) or [told.target])
    hurt = any(attack.damage and attack.damage.level for attack in told.attacks)
    verb = "throws" if told.thrown else "fires"
    return Card(f"{told.firer} {verb} at {names}", tuple(lines), tuple(working), tone=Tone.BAD if hurt else Tone.PLAIN)


def open_outcome(result: OpenFire) -> str:
    """What a fire in the open came to for the target that it was aimed at first."""
    made = [each.attack for each in result.fired.attacks if each.attack.target.name == result.target]
    if not any(attack.hit.made for attack in made):
        return MISS
    return what_became(made[0].target.character, result.fired.after[result.target])


# Covering fire.


@dataclass(frozen=True, slots=True)
class OpenCover:
    """A line of covering fire that was laid in the open: who, with what, between which places, the rounds gone."""

    firer: str
    weapon: str
    one: Spot
    other: Spot
    rounds: int
    open: StepTold


def open_cover(book: Book, scene: Scene, asked: Sweeping, encounter: Encounter) -> Outcome:
    """Covering fire along a line, instead of fire in this round; raises RuleError where it can't be given."""
    unit = scene.one("name")
    check_turn(book, encounter, units_of(scene), unit.name, Phase.FIRE, "covering fire")
    check_active(unit.name, unit.sheet, "fire")
    ends = read_line(asked.at, hexes=encounter.hexes)
    _check_arc(unit.name, encounter, list(ends), "That line lies", "name another (AHL V30.Covering)")
    order = Shooting(
        weapon=asked.weapon,
        setting=asked.setting,
        rounds=asked.rounds,
        overpenetration=asked.overpenetration,
        lasers=asked.lasers,
        mount=asked.mount,
        braced=asked.braced,
    )
    sheet, rounds = reserve(unit.name, unit.sheet, book, order, encounter.of(unit.name))
    laid = covering(encounter, unit.name, *ends, order)
    kept, sheets, found = done(book, scene, laid, unit.name, {unit.name: sheet}, fired=True)
    weapon = unit.sheet.carried(asked.weapon, unit.name).weapon
    result = OpenCover(unit.name, weapon, *ends, rounds, found)
    return Outcome(sheets, result, ledger=kept)


def open_cover_card(told: OpenCover, _: Faces) -> Card:
    """The answer: which line, and what it costs."""
    where = told.one.words if told.one == told.other else f"{told.one.words} to {told.other.words}"
    lines = [f"{told.weapon} along {where}, through the next movement step"]
    lines += [f"{counted(told.rounds, 'round')} for the first who crosses it"] if told.rounds else []
    working = (
        "At −4, and one worse with a shot more for each further one, ten shots at most (AHL V30.Covering), VR-A10",
        "Book 4's rules of overheating still bind covering fire: the referee decides (AHL V28.Rapid), VR-G4",
    )
    return Card(f"{told.firer} covers {where}", (*lines, *map(str, standing_lines(told.open))), working)
