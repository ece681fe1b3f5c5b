"""`/fire`: whoever fires, at one target or at one each, in the order of the sub-phases (C3K Firing procedure)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.engine.asked import fields_of, given, maker, typed_odds, typed_order
from bot.engine.dice import Dice
from bot.engine.errors import LacksError, RuleError
from bot.engine.several import read_each
from bot.engine.system import InTwoSteps, Odds, Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.asked.circumstances import Mode, Striking
from bot.systems.combat3000.asked.fighting import FireOrder, ImaginedShot
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.riding import place_of, square_meant
from bot.systems.combat3000.figure.sheet import Carried, Figure, Profile, Sheet, dead
from bot.systems.combat3000.fire.declared import check_arms, declare
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, check_on_deck, shot_on_deck, turned_to_targets
from bot.systems.combat3000.fire.plan import MOST_TOGETHER, PLACE, Declared, alone, on_which_hangs
from bot.systems.combat3000.fire.priorities import priority_line, priority_of
from bot.systems.combat3000.fire.readied import Readied, thrown
from bot.systems.combat3000.fire.report import fire_report
from bot.systems.combat3000.fire.shooting import check_behind
from bot.systems.combat3000.hit.moment import Moment
from bot.systems.combat3000.loading.arming import carry, named, setting_of, shell_for, shell_name
from bot.systems.combat3000.orders.circumstances import (
    check_whose,
    falling_among,
    friends_reached,
    known,
    of_own_side,
    people_of,
    plan_of,
    reached,
    told,
    wall_of,
    with_reach,
)
from bot.systems.combat3000.orders.done import as_done, check_drawn, deeds_of, of_target
from bot.systems.combat3000.traits import make_vehicle
from bot.systems.combat3000.wording.fire import OUTCOMES, fire_card, outcome
from bot.systems.combat3000.wording.hits import MOOT

# These rules do little on each branch.
MOST_WORK = 200_000
# Of how many who fire at once it is asked whom of their own side they endanger: more have been thought over.
_MOST_ASKED = 4
# What is said for all who fire, and not for each.
_FOR_ALL = {field.name for field in fields_of(Striking)} - {"dm", "because"} | {"range", "wall", "each", "at"}
_OWN = tuple(field for field in fields_of(FireOrder) if field.name not in _FOR_ALL)
_MADE = maker(FireOrder)


def fire_order(book: Book) -> Order:
    """`/fire`: roles attacker and target, one or one each, and others whom the fire may reach.

    A target with `@6` stands 6 cm from the place at which a blast is aimed.
    """

    def prepare(scene: Scene, asked: FireOrder) -> Callable[[Dice], Outcome]:
        fire = ready_to_fire(scene, asked, book)
        reaching = [
            shot for shot in fire.declared if scene.fate_of in {unit.name for unit in friends_reached(scene, shot)}
        ]
        # What befalls a friend hangs on the shots alone that may reach them.
        return thrown(scene, fire, reaching or fire.declared)

    def apart(scene: Scene, values: Values) -> list[tuple[str, Callable[[Dice], Outcome]]]:
        if len(scene.all("name")) < 2:
            return []
        fire = ready_to_fire(scene, _MADE(values), book)
        parts = [_one_of_several(name, target, fire) for name, target in fire.at.items()]
        return [(heading, thrown(scene, fire, shots)) for heading, shots in parts]

    def friends(scene: Scene, values: Values) -> list[Unit]:
        fire = ready_to_fire(scene, _MADE(values), book)
        return of_own_side(scene, fire) if len(fire.at) <= _MOST_ASKED else []

    word, odds = partial(fire_card, book=book), _odds(book, apart)
    return typed_order(
        FireOrder, InTwoSteps(prepare), word, odds=odds, plain=fire_report, hesitates=friends, known=_known
    )


def _known(scene: Scene) -> list[str]:
    """What is known of how firers and targets have moved in this turn, and of what else these do."""
    done = [deeds_of(scene, unit, _MADE({})) for unit in scene.all("name")]
    return [name for each in (*done, *(of_target(scene, unit) for unit in scene.all("target"))) for name in each]


def ready_to_fire(scene: Scene, asked: FireOrder, book: Book) -> Readied:
    """Everything that needs no dice. Raises RuleError where something is wrong, in a sentence that says what."""
    if asked.at:
        return _ready_at_place(scene, asked, book)
    if not scene.all("target"):
        raise RuleError(
            'Say at whom: “target” is empty. Fire at a place is said so: target:"at G6", or off a deck '
            'target:"at the ridge" with its range (C3K Speculative fire).'
        )
    pairs = _pairs(scene.all("name"), scene.all("target"))
    turned = turned_to_targets(scene, pairs, book.creatures) if asked.turn else None
    scene = replace(scene, board=turned or scene.board)
    shots = [_on_deck(scene, one, other, asked) for one, other in pairs]
    declared = _all_declared(scene, pairs, shots, asked, book)
    sheets = {unit.name: unit.sheet for unit in reached(scene, declared)}
    table = Moment(sheets, book, people_of(scene, [other.name for _, other in pairs], sheets, asked))
    told = [*(deck.working for deck in shots if deck), *_told(declared, table)]
    decks = {one.name: deck for (one, _), deck in zip(pairs, shots, strict=True) if deck and shots[0]}
    at = {one.name: other.name for one, other in pairs}
    return Readied(tuple(declared), table, at, tuple(dict.fromkeys(told)), decks, turned)


def _ready_at_place(scene: Scene, asked: FireOrder, book: Book) -> Readied:
    """The same for fire at a place where nobody known need stand: a square of the deck, or so far away on the table
    (C3K Speculative fire, Indirect fire).
    """
    _check_place(scene, asked)
    asked = replace(asked, fire=asked.fire or Mode.SPECULATIVE)
    declared, decks = list[Declared](), dict[str, ShotOnDeck]()
    for one in scene.all("name"):
        mine = as_done(scene, one, asked)
        deck = _at_square(scene, one, asked)
        weapons = _weapons(one, asked.weapon, among_others=len(scene.all("name")) > 1)
        firer = firer_of(one.name, one.sheet, book)
        check_arms(firer, weapons)
        plan = plan_of(scene, mine, _range(one, asked, deck))
        for carried in weapons:
            check_drawn(one, carried, asked)
            shot = declare(firer, carried, "", plan, book, len(weapons))
            if not shot.spreads:
                raise RuleError(f"{carried.name} strikes one alone, and no place: name its target (C3K Indirect fire).")
            if deck:
                decks[one.name] = deck
                check_on_deck(scene, deck, shot, asked.at, book.creatures)
            declared.append(falling_among(scene, shot, deck, mine, scene.all("others")))
    sheets = {unit.name: unit.sheet for unit in reached(scene, declared)}
    table = Moment(sheets, book, people_of(scene, (), sheets, asked))
    told = tuple(dict.fromkeys(deck.working for deck in decks.values()))
    near = next((unit.name for unit in scene.all("others")), "")
    return Readied(tuple(declared), table, {shot.firer.name: near for shot in declared}, told, decks)


def _check_place(scene: Scene, asked: FireOrder) -> None:
    """Raise RuleError for what is said beside a place at which there is fire, and doesn't go with it."""
    if scene.all("target"):
        raise RuleError("Fire goes at somebody or at a place: leave out the target, or at (C3K Speculative fire).")
    if asked.fire not in {None, Mode.SPECULATIVE, Mode.INDIRECT}:
        raise RuleError(
            "Fire at a place is speculative, or indirect where it is out of sight: leave other fire modes out (C3K "
            "Speculative fire, ruling B-F33)."
        )
    said = {"each": asked.each, "wall": asked.wall, "threats": asked.threats, "cover": asked.cover}
    if found := next((name for name, value in said.items() if value), ""):
        raise RuleError(f"“{found}” is of fire at somebody: leave it out where a place is fired at.")


def _at_square(scene: Scene, one: Unit, asked: FireOrder) -> ShotOnDeck | None:
    """The shot as the deck has it, where no range is given."""
    if one.at is not None or asked.range is not None or place_of(scene, one) is None:
        return None
    return shot_on_deck(scene, one, square_meant(scene, one, asked.at))


def _one_of_several(firer: str, target: str, fire: Readied) -> tuple[str, list[Declared]]:
    """Under which heading one's own odds stand, and the shots on which they hang, their first."""
    shots = on_which_hangs(firer, fire.declared)
    heading = f"{firer} at {target or PLACE}"
    if len({shot.firer.name for shot in shots}) > MOST_TOGETHER:
        return f"{heading}, if they come to fire", alone(firer, fire.declared)
    return heading, sorted(shots, key=lambda shot: shot.firer.name != firer)


def _all_declared(
    scene: Scene,
    pairs: Sequence[tuple[Unit, Unit]],
    shots: Sequence[ShotOnDeck | None],
    asked: FireOrder,
    book: Book,
) -> list[Declared]:
    """Every shot of everybody who fires, each with what they have for themselves, and with whom it may reach."""
    own, each = _own(scene, asked), of_each(scene, asked)
    check_whose(scene, pairs, asked)
    found: list[Declared] = []
    for (one, other), deck in zip(pairs, shots, strict=True):
        said = each.get(one.name, asked)
        found_out = known(scene, one, other, said, on_deck=deck is not None)
        mine = replace(said, **found_out)
        several = len(pairs) > 1
        for shot in _declare(scene, one, other, deck, mine, book, among_others=several):
            check_drawn(one, shot.carried, said)
            if deck:
                check_on_deck(scene, deck, shot, other.name, book.creatures)
            if own.get(one.name, {}).get("near") and not shot.spreads:
                raise RuleError(
                    f"{shot.carried.name} reaches nobody but its target: leave “near” out (C3K Launcher fire)."
                )
            reaching = with_reach(scene, shot, other, deck, mine, alone=not several)
            # In cover somebody is of the size that goes with it: that is no proposal.
            proposed = {name: value for name, value in found_out.items() if not (said.cover and name == "size")}
            found.append(replace(reaching, known=tuple(told(other, proposed))))
    return found


def of_each(scene: Scene, asked: FireOrder) -> Mapping[str, FireOrder]:
    """The order as it is for each who has something for themselves, by name; RuleError for what can't be read."""
    return {name: _MADE({**given(asked), **own}) for name, own in _own(scene, asked).items()}


def _own(scene: Scene, asked: FireOrder) -> Mapping[str, Values]:
    by = "" if scene.only_odds else scene.by
    return read_each(asked.each, [unit.name for unit in scene.all("name")], _OWN, by=by)


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
            raise RuleError(f"{attacker.name} cannot fire at themselves: name another target.")
        if dead(target.sheet):
            raise RuleError(f"{target.name} has been killed already: choose another target.")
    return list(zip(attackers, each, strict=True))


def _declare(
    scene: Scene,
    attacker: Unit,
    target: Unit,
    deck: ShotOnDeck | None,
    asked: FireOrder,
    book: Book,
    *,
    among_others: bool,
) -> list[Declared]:
    """The shots of one attacker, one a weapon."""
    firer = firer_of(attacker.name, attacker.sheet, book)
    weapons = _weapons(attacker, asked.weapon, among_others=among_others)
    check_arms(firer, weapons)
    cm = _range(attacker, asked, deck, beside=target.at is not None)
    plan = plan_of(scene, asked, cm, wall_of(asked), asked.threats)
    plan = replace(plan, outlook=replace(plan.outlook, fired=_has_fired(target)))
    aimed_at = "" if plan.wall or target.at is not None else target.name
    declared = [declare(firer, carried, aimed_at, plan, book, len(weapons)) for carried in weapons]
    if target.at is not None and not all(shot.fired.scatters for shot in declared):
        raise RuleError(
            f"Only blasts are aimed at a place: leave @{target.at} out, or fire a shell (C3K Launcher fire)."
        )
    return declared


def _has_fired(target: Unit) -> bool:
    """Whether somebody has given their position away, in this turn or the one before: cover hides them no more (C3K
    Target size).
    """
    sheet = target.sheet
    return isinstance(sheet, Figure) and (sheet.now.shot or sheet.last.shot)


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


def _on_deck(scene: Scene, attacker: Unit, target: Unit, asked: FireOrder) -> ShotOnDeck | None:
    """The shot as the deck has it, where no range was given."""
    given = attacker.at is not None or target.at is not None or asked.range is not None
    standing = place_of(scene, target)
    return None if given or not standing else shot_on_deck(scene, attacker, standing.at, target.name)


def _range(attacker: Unit, asked: FireOrder, deck: ShotOnDeck | None, *, beside: bool = False) -> int:
    """How many cm: `attacker @20` says their own range, then `range`, then the deck, which tells of no place `beside`
    somebody.
    """
    if attacker.at is not None:
        return attacker.at
    if deck:
        return deck.cm
    if asked.range is None and beside:
        by_square = "Name the place by its square on a deck, as target:“at G6”"
        raise LacksError(f"{by_square}; off one give its range, as range:30.")
    if asked.range is None:
        raise LacksError("They are on no deck together: give the range in cm on the table, as range:30.")
    return asked.range


def _odds(book: Book, apart: Callable[[Scene, Values], list[tuple[str, Callable[[Dice], Outcome]]]]) -> Odds:
    """Chances by plain numbers: a weapon with its ammunition, the firer's accuracy, the target's armour or vehicle."""

    def imagine(asked: ImaginedShot) -> Scene:
        if not asked.weapon:
            raise RuleError("Name a weapon, or an attacker and a target.")
        firer = _imagined_firer(asked, book)
        target = _imagined_target(asked, book)
        units = {"name": (Unit("the firer", "a", firer),), "target": (Unit("the target", "b", target),)}
        return Scene({**units, "others": ()})

    offers = {
        "weapon": tuple(weapon.name for weapon in book.weapons.values()),
        "ammunition": tuple(shell_name(code, book) for code in book.shells),
        "armour": ("none", *(armour.name for armour in book.armour.values())),
        "target_vehicle": tuple(kind.name for kind in book.vehicles.values()),
    }
    return typed_odds(
        ImaginedShot, imagine, outcome, OUTCOMES, offers=offers, moot=MOOT, apart=apart, most_work=MOST_WORK
    )


def _imagined_firer(asked: ImaginedShot, book: Book) -> Figure:
    rows = {code: weapon.name for code, weapon in book.weapons.items()}
    code = named(asked.weapon, rows, "weapon")
    shell = shell_for(book.weapons[code], asked.ammunition, book) if asked.ammunition else ""
    firer = Figure(profile=Profile(accuracy=asked.accuracy))
    setting = setting_of(book.weapons[code], asked.setting)
    carried = replace(carry(firer, code, book, shell), setting=setting.name if setting else "")
    return firer.with_carried(carried)


def _imagined_target(asked: ImaginedShot, book: Book) -> Sheet:
    if asked.target_vehicle:
        rows = {code: kind.name for code, kind in book.vehicles.items()}
        return make_vehicle(book.vehicles[named(asked.target_vehicle, rows, "vehicle")], book)
    rows = {code: armour.name for code, armour in book.armour.items()}
    pieces = [each for each in asked.armour.split(",") if each.strip() not in {"", "none"}]
    codes = tuple(named(each, rows, "armour") for each in pieces)
    return Figure(profile=Profile(strength=asked.strength), armour=codes)
