"""`/fire`: whoever fires, at one target or at one each, in the order of the sub-phases (C3K Firing procedure)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.dice import Dice
from bot.engine.each import read_each
from bot.engine.errors import RuleError
from bot.engine.system import Field, InTwoSteps, Kind, Odds, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.combat3000.aim.situation import Mode
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Profile, Sheet, dead
from bot.systems.combat3000.fire.apart import MOST_TOGETHER, alone, on_which_hangs
from bot.systems.combat3000.fire.declared import check_arms, declare
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, check_on_deck, shot_on_deck
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.priorities import priority_line, priority_of
from bot.systems.combat3000.fire.report import FireResult, fire_report
from bot.systems.combat3000.fire.shooting import Moment
from bot.systems.combat3000.fire.through import check_behind
from bot.systems.combat3000.fire.volley import volley
from bot.systems.combat3000.loading.arming import carry, named, shell_for, shell_name
from bot.systems.combat3000.loading.fired import setting_of
from bot.systems.combat3000.orders.circumstances import (
    CIRCUMSTANCES,
    EACH,
    NEAR,
    OWN,
    RANGE,
    THREATS,
    WALL,
    people_of,
    plan_of,
)
from bot.systems.combat3000.orders.fields import carried_names, number_of, text_of
from bot.systems.combat3000.orders.known import check_drawn, known, told
from bot.systems.combat3000.orders.reach import check_whose, reached, with_reach
from bot.systems.combat3000.phases import Phase, check_phase
from bot.systems.combat3000.settings import phase_of
from bot.systems.combat3000.things import with_areas
from bot.systems.combat3000.traits import make_vehicle
from bot.systems.combat3000.wording.fire import OUTCOMES, fire_card, outcome
from bot.systems.combat3000.wording.hits import MOOT

# These rules do little on each branch.
MOST_WORK = 200_000
_ROLES = (
    Role("attacker", many=True),
    Role("target", many=True, repeats=True),
    Role("others", many=True, optional=True),
)


def fire_order(book: Book) -> Order:
    """`/fire`: roles attacker and target, one or one each, and others whom the fire may reach.

    A target with `@6` stands 6 cm from the place at which a blast is aimed.
    """

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        fire = _set_up(scene, values, book)
        return _thrown(scene, fire, fire.declared, book)

    def apart(scene: Scene, values: Values) -> list[tuple[str, Callable[[Dice], Outcome]]]:
        if len(scene.all("attacker")) < 2:
            return []
        fire = _set_up(scene, values, book)
        parts = [_one_of_several(one.name, other.name, fire) for one, other in fire.pairs]
        return [(heading, _thrown(scene, fire, shots, book)) for heading, shots in parts]

    word = partial(fire_card, book=book)
    fields = (
        Field("weapon", Kind.TEXT, suggest=carried_names("attacker")),
        RANGE,
        *CIRCUMSTANCES,
        WALL,
        THREATS,
        NEAR,
        EACH,
    )
    odds = _odds(book, apart)
    return Order("fire", _ROLES, fields, InTwoSteps(prepare), word, odds, plain=fire_report)


@dataclass(frozen=True, slots=True)
class _Fire:
    """A fire before any die: who fires at whom, every shot, the sheets of all whom it may reach, what there is to tell.

    `deck` is the first shot as the deck has it.
    """

    pairs: tuple[tuple[Unit, Unit], ...]
    declared: tuple[Declared, ...]
    table: Moment
    told: tuple[str, ...]
    deck: ShotOnDeck | None


def _set_up(scene: Scene, values: Values, book: Book) -> _Fire:
    """Everything that needs no dice. Raises RuleError where something is wrong, in a sentence that says what."""
    _check_phase(scene, values)
    pairs = _pairs(scene.all("attacker"), scene.all("target"))
    shots = [_on_deck(scene, one, other, values) for one, other in pairs]
    declared = _all_declared(scene, pairs, shots, values, book)
    sheets = {unit.name: unit.sheet for unit in reached(scene, declared)}
    table = Moment(sheets, book, people_of([other.name for _, other in pairs], sheets, values))
    told = [*(deck.working for deck in shots if deck), *_told(declared, table)]
    return _Fire(tuple(pairs), tuple(declared), table, tuple(dict.fromkeys(told)), shots[0])


def _thrown(scene: Scene, fire: _Fire, shots: Sequence[Declared], book: Book) -> Callable[[Dice], Outcome]:
    """Resolve those shots of a fire by dice; its outcome is that of the first of them."""
    whose = shots[0].firer.name
    target = next(other.name for one, other in fire.pairs if one.name == whose)
    before = fire.table.sheets

    def throw(dice: Dice) -> Outcome:
        shootings, then = volley(shots, fire.table, dice)
        after = {name: sheet for name, sheet in then.sheets.items() if sheet != before[name]}
        left = with_areas(scene.things, (shooting.area for shooting in shootings))
        result = FireResult(whose, target, shootings, fire.told)
        return Outcome(after, result, left, marks=fire.deck.marks if fire.deck else None)

    return throw


def _one_of_several(firer: str, target: str, fire: _Fire) -> tuple[str, list[Declared]]:
    """Under which heading one's own odds stand, and the shots on which they hang, their first."""
    shots = on_which_hangs(firer, fire.declared)
    heading = f"{firer} at {target}"
    if len({shot.firer.name for shot in shots}) > MOST_TOGETHER:
        return f"{heading}, if he comes to fire", alone(firer, fire.declared)
    return heading, sorted(shots, key=lambda shot: shot.firer.name != firer)


def _check_phase(scene: Scene, values: Values) -> None:
    """Raise RuleError outside the firing phase; panic fire is resolved as somebody charges."""
    panic = text_of(values, "fire") == Mode.PANIC
    deed = "panic fire is resolved" if panic else "fire is resolved"
    check_phase(phase_of(scene.things, values), Phase.CLOSE_COMBAT if panic else Phase.FIRING, deed)


def _all_declared(
    scene: Scene,
    pairs: Sequence[tuple[Unit, Unit]],
    shots: Sequence[ShotOnDeck | None],
    values: Values,
    book: Book,
) -> list[Declared]:
    """Every shot of everybody who fires, each with what they have for themselves, and with whom it may reach."""
    by = "" if scene.only_odds else scene.by
    own = read_each(text_of(values, EACH.name), [one.name for one, _ in pairs], OWN, by=by)
    check_whose(scene, pairs, values)
    found: list[Declared] = []
    for (one, other), deck in zip(pairs, shots, strict=True):
        said = {**values, **own.get(one.name, {})}
        found_out = known(scene, one, other, said, on_deck=deck is not None)
        mine = {**said, **found_out}
        several = len(pairs) > 1
        for shot in _declare(one, other, deck, mine, book, among_others=several, referee=not scene.by):
            check_drawn(one, [shot.carried], found_out)
            if deck:
                check_on_deck(deck, shot, other.name, book.creatures)
            if own.get(one.name, {}).get(NEAR.name) and not shot.spreads:
                raise RuleError(
                    f"{shot.carried.name} reaches nobody but its target: leave “near” out (C3K Launcher fire)."
                )
            reaching = with_reach(scene, shot, other, deck, mine, alone=not several)
            found.append(replace(reaching, known=tuple(told(other, found_out))))
    return found


def _told(declared: Sequence[Declared], table: Moment) -> Iterator[str]:
    """Look at each shot with everybody's sheet at hand, before any die: why its target is the right one, if asked for.

    Raises RuleError for a wrong target, and for a wall behind which nobody can be found.
    """
    for shot in declared:
        check_behind(shot, table)
        found = priority_of(shot, table)
        if found:
            yield priority_line(shot, found)


def _pairs(attackers: Sequence[Unit], targets: Sequence[Unit]) -> list[tuple[Unit, Unit]]:
    """Who fires at whom: all at one target, or each at the target in the same place (C3K Firing procedure)."""
    if len(targets) not in {1, len(attackers)}:
        raise RuleError("Name one target for all who fire, or one for each of them in the same order.")
    each = list(targets) * len(attackers) if len(targets) == 1 else list(targets)
    for attacker, target in zip(attackers, each, strict=True):
        if attacker.name == target.name:
            raise RuleError(f"{attacker.name} cannot fire at himself: name another target.")
        if dead(target.sheet):
            raise RuleError(f"{target.name} has been killed already: choose another target.")
    return list(zip(attackers, each, strict=True))


def _declare(
    attacker: Unit,
    target: Unit,
    deck: ShotOnDeck | None,
    values: Values,
    book: Book,
    *,
    among_others: bool,
    referee: bool,
) -> list[Declared]:
    """The shots of one attacker, one a weapon."""
    firer = firer_of(attacker.name, attacker.sheet, book)
    weapons = _weapons(attacker, text_of(values, "weapon"), among_others=among_others)
    check_arms(firer, weapons)
    plan = replace(plan_of(values, _range(attacker, values, deck)), referee=referee)
    aimed_at = "" if plan.wall or target.at is not None else target.name
    declared = [declare(firer, carried, aimed_at, plan, book, len(weapons)) for carried in weapons]
    if target.at is not None and not all(shot.fired.scatters for shot in declared):
        raise RuleError(
            f"Only blasts are aimed at a place: leave @{target.at} out, or fire a shell (C3K Launcher fire)."
        )
    return declared


def _weapons(attacker: Unit, text: str, *, among_others: bool) -> list[Carried]:
    """The weapons that were named, with commas between them; the first one where none was.

    Of several firers those who have none of them use their first one.
    """
    names = [name.strip() for name in text.split(",")]
    if among_others:
        own = {carried.name.casefold() for carried in attacker.sheet.weapons}
        names = [name for name in names if name.casefold() in own] or [""]
    found: list[Carried] = [attacker.sheet.carried(name, attacker.name) for name in names]
    if len({carried.name for carried in found}) < len(found):
        raise RuleError("A weapon is named twice: name each weapon once.")
    return found


def _on_deck(scene: Scene, attacker: Unit, target: Unit, values: Values) -> ShotOnDeck | None:
    """The shot as the deck has it, where no range was given."""
    given = attacker.at is not None or target.at is not None or "range" in values
    standing = scene.board.people.get(target.name) if scene.board else None
    return None if given or not standing else shot_on_deck(scene, attacker, standing.at, target.name)


def _range(attacker: Unit, values: Values, deck: ShotOnDeck | None) -> int:
    """How many cm: `attacker @20` says their own range, then `range`, then the deck."""
    if attacker.at is not None:
        return attacker.at
    if deck:
        return deck.cm
    if "range" not in values:
        raise RuleError("They are on no deck together: give the range in cm on the table, as range:30.")
    return number_of(values, "range")


def _odds(book: Book, apart: Callable[[Scene, Values], list[tuple[str, Callable[[Dice], Outcome]]]]) -> Odds:
    """Chances by plain numbers: a weapon with its ammunition, the firer's accuracy, the target's armour or vehicle."""

    def imagine(values: Values) -> Scene:
        if "weapon" not in values:
            raise RuleError("Name a weapon, or an attacker and a target.")
        firer = _imagined_firer(values, book)
        target = _imagined_target(values, book)
        units = {"attacker": (Unit("the firer", "a", firer),), "target": (Unit("the target", "b", target),)}
        return Scene({**units, "others": ()})

    fields = (
        Field("weapon", Kind.TEXT, suggest=lambda _: tuple(weapon.name for weapon in book.weapons.values())),
        Field("ammunition", Kind.TEXT, "", suggest=lambda _: [shell_name(code, book) for code in book.shells]),
        Field("armour", Kind.TEXT, "none", suggest=lambda _: ["none", *(a.name for a in book.armour.values())]),
        Field("accuracy", Kind.WHOLE, 0, low=-100, high=100),
        Field("strength", Kind.WHOLE, 0, low=-10, high=10),
        Field("target vehicle", Kind.TEXT, "", suggest=lambda _: [kind.name for kind in book.vehicles.values()]),
    )
    return Odds(outcome, OUTCOMES, fields, imagine, moot=MOOT, apart=apart, most_work=MOST_WORK)


def _imagined_firer(values: Values, book: Book) -> Figure:
    rows = {code: weapon.name for code, weapon in book.weapons.items()}
    code = named(text_of(values, "weapon"), rows, "weapon")
    ammunition = text_of(values, "ammunition")
    shell = shell_for(book.weapons[code], ammunition, book) if ammunition else ""
    firer = Figure(profile=Profile(accuracy=number_of(values, "accuracy")))
    setting = setting_of(book.weapons[code], text_of(values, "setting"))
    carried = replace(carry(firer, code, book, shell), setting=setting.name if setting else "")
    return firer.with_carried(carried)


def _imagined_target(values: Values, book: Book) -> Sheet:
    vehicle = text_of(values, "target vehicle")
    if vehicle:
        rows = {code: kind.name for code, kind in book.vehicles.items()}
        return make_vehicle(book.vehicles[named(vehicle, rows, "vehicle")], book)
    rows = {code: armour.name for code, armour in book.armour.items()}
    pieces = [each for each in text_of(values, "armour").split(",") if each.strip() not in {"", "none"}]
    codes = tuple(named(each, rows, "armour") for each in pieces)
    return Figure(profile=Profile(strength=number_of(values, "strength")), armour=codes)
