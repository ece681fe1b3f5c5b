"""`/fire`: one fire of an attacker at a target, and at whoever else is on its line (AHL 10, 11, 12, 25.A)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import ceil, prod
from typing import TypeVar

from bot.deck.board import Board
from bot.deck.passage import has_handhold
from bot.deck.plan import METRES_A_SQUARE
from bot.engine.asked import maker, typed_odds, typed_order
from bot.engine.byword import check_known
from bot.engine.dice import Dice
from bot.engine.errors import LacksError, LooksAwayError, RuleError
from bot.engine.fields import setting_for_once
from bot.engine.odds import exact
from bot.engine.order import MOST_WORK, ReadyToThrow
from bot.engine.same import Same
from bot.engine.system import Field, InTwoSteps, Kind, Odds, Order, Outcome, Scene, Unit, Value, Values
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.asked.fighting import Circumstances, Evading, FireOrder, ImaginedShot
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Aimed, Firer, FireResult, Target, chances_hang_on, shoot, take_aim
from bot.systems.ahl.fire.covering import Covered, Covering, line_of
from bot.systems.ahl.fire.on_deck import FireOnDeck, OnLine, fire_on_deck, struck
from bot.systems.ahl.fire.report import OUTCOMES, fire_card, fire_report, outcome
from bot.systems.ahl.fire.shot import Situation, check_own_square, check_square, close_options, reach_of
from bot.systems.ahl.fire.strikes import blasts, caught, explodes, follow_up
from bot.systems.ahl.orders.blast import blast_order
from bot.systems.ahl.settings import only_shown
from bot.systems.ahl.sheet.character import Carried, arm, choose_weapon
from bot.systems.ahl.tables import CELL, Weapon, extreme_setting, read_cell, with_extreme
from bot.systems.ahl.turn.clock import clock_of, evades
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.wounds.damage import surroundings_of

A = TypeVar("A")
Fate = Callable[[Scene, Values], Fraction]


@cache
def fire_order(book: Book) -> Order:
    """`/fire`: roles attacker, target and, if given, others in the danger space with their ranges."""

    def prepare(scene: Scene, asked: FireOrder) -> Callable[[Dice], Outcome]:
        attacker, target = scene.one("name"), scene.one("target")
        if attacker.name == target.name:
            raise RuleError(f"{attacker.name} cannot fire at themselves: name another target.")
        carried = attacker.sheet.carried(asked.weapon, attacker.name)
        weapon = weapon_of(book, carried, asked.extremes)
        on_deck = _on_deck(book, scene, asked, weapon, carried) if asked.deck else None
        situation = _situation(scene, asked, on_deck)
        named = [unit for unit in scene.all("others") if unit.name not in {attacker.name, target.name}]
        line = [(unit, _target(book, unit, _squares(unit.at, situation, asked))) for unit in named]
        if on_deck and not line and not weapon.thrown:
            line = [(one.unit, on_line(book, one, evades=evades(scene, one.unit))) for one in on_deck.others]
        others = [replace(one, spared=scene.only_odds and one.name != scene.fate_of) for _, one in line]
        close = [(target, situation.squares), *((unit, one.squares) for unit, one in line)]
        enemies = [unit.name for unit, squares in close if squares == 0 and unit.side != attacker.side]
        enemies += on_deck.enemies if on_deck else ()
        check_square(attacker, enemies, weapon, asked.close_pistols)
        if own := situation.squares == 0 or bool(on_deck and on_deck.line.own):
            check_own_square(attacker.name, target.name, weapon, asked.close_pistols)
        primary = _primary(book, target, situation, None if named else on_deck, spared=bool(scene.fate_of))
        firer = Firer(attacker.name, attacker.sheet, carried.weapon)
        every_hit = {"every_hit": True} if scene.fate_of and explodes(carried, weapon) else {}
        aimed = take_aim(book, firer, primary, weapon, situation, others, **every_hit)
        options = close_options(enemies or ([target.name] if own else []), weapon)
        throw = partial(_thrown, book, aimed, None if scene.only_odds and not scene.fate_of else on_deck, options)
        return ReadyToThrow(_alike(book, aimed), throw) if scene.only_odds else throw

    return typed_order(
        book.fire,
        InTwoSteps(prepare),
        partial(fire_card, book=book),
        odds=_odds(book),
        rows=(rows := {"extremes": extremes(book)}),
        plain=fire_report,
        known=lambda scene: ("evading",) if any(evades(scene, each) for each in scene.all("target")) else (),
        hesitates=_friends_hit(book),
        fate=fate_of_fire(book, maker(book.fire, rows), prepare),
    )


def _thrown(book: Book, aimed: Aimed, on_deck: FireOnDeck | None, options: tuple[str, ...], dice: Dice) -> Outcome:
    """What the throws of a fire come to; `on_deck` changes none of the chances of its target."""
    return _outcome(book, shoot(book, aimed, dice), on_deck, options)


def _alike(book: Book, aimed: Aimed) -> tuple[int, str]:
    """What the chances of a fire hang on: by which book, and what each who is attacked in its turn makes of it."""
    line = [[chances_hang_on(book, aimed, one, shot) for one, shot in square] for square in aimed.squares]
    return id(book), repr((aimed.limit, line))


def _friends_hit(book: Book) -> Callable[[Scene, Values], list[Unit]]:
    """Who of the firer's own side stands in the danger space on a deck, or near what explodes by it."""
    made = maker(book.fire, {"extremes": extremes(book)})

    def friends(scene: Scene, values: Values) -> list[Unit]:
        asked, attacker = made(values), scene.one("name")
        carried = attacker.sheet.carried(asked.weapon, attacker.name)
        weapon = weapon_of(book, carried, asked.extremes)
        on_deck = _on_deck(book, scene, asked, weapon, carried) if asked.deck else None
        _check_range(asked, on_deck)
        # What is thrown flies at one alone.
        if on_deck is None or weapon.thrown:
            return []
        lines = [(on_deck.target, on_deck.line), *((one.unit.name, one.line) for one in on_deck.others)]
        near = caught(book, scene, weapon, weapon.row(carried.loaded.ammunition), lines)
        found = {unit.name: unit for unit in (*(one.unit for one in on_deck.others), *near)}
        return own_side(attacker, [unit for name, unit in found.items() if name != scene.one("target").name])

    return friends


def fate_of_fire(
    book: Book, made: Callable[[Values], A], prepare: Callable[[Scene, A], Callable[[Dice], Outcome]]
) -> Fate:
    """How likely a fire hurts somebody on the deck, be it by an explosion that follows from it: by what makes the order
    of values, and what works it out up to the dice. It raises RuleError where the fire can't be made.
    """
    blast = blast_order(book)

    def came(done: Outcome, unit: Unit) -> tuple[bool, frozenset[tuple[tuple[str, Value], ...]]]:
        """Whether it hurts them at once, and the explosions from which they may suffer."""
        follows = (each.fields for each in done.result.follow_up if each.fields.get("already") != unit.name)
        return _hurt(done, unit), frozenset(tuple(fields.items()) for fields in follows)

    def fate(scene: Scene, values: Values) -> Fraction:
        unit = scene.present[scene.fate_of]
        hurt = Fraction(0)
        resolve = prepare(scene, made(values))
        for (at_once, follows), chance in exact(resolve, of=lambda done: came(done, unit), most_work=MOST_WORK).items():
            spared = prod((1 - _harmed(blast, scene, unit, dict(each)) for each in follows), start=Fraction(1))
            hurt += chance if at_once else chance * (1 - spared)
        return hurt

    return fate


def _hurt(done: Outcome, unit: Unit) -> bool:
    return unit.name in done.after and bool(done.after[unit.name].shape != unit.sheet.shape)


def _harmed(blast: Order, scene: Scene, unit: Unit, fields: Values) -> Fraction:
    """How likely an explosion hurts somebody."""
    already = tuple(scene.present[str(who)] for who in (fields.get("already"),) if who)
    there = replace(scene, units={"direct": (), "people": (), "already": already})
    own = {name: value for name, value in fields.items() if name != "already"}
    found = exact(blast.prepared(there, blast.read(own, scene.settings)), of=lambda done: _hurt(done, unit))
    return found.get(True, Fraction(0))


def own_side(unit: Unit, others: Iterable[Unit]) -> list[Unit]:
    """Those of the others who are of somebody's own side, where that has a name."""
    return [other for other in others if unit.side == other.side != "" and unit.name != other.name]


def _check_range(asked: FireOrder, on_deck: FireOnDeck | None) -> None:
    if asked.range is None and on_deck is None:
        raise LacksError("They are on no deck together: give the range in squares of 1.5 m, as range:30.")


def _outcome(book: Book, result: FireResult, on_deck: FireOnDeck | None, options: tuple[str, ...]) -> Outcome:
    if options:
        result = replace(result, options=options)
    hurt = {attack.target.name: attack.after for attack in result.attacks}
    after = {result.firer.name: result.firer_after, **hurt}
    targets = tuple(attack.target.name for attack in result.attacks)
    done = DoneInTurn(fired=result.situation.fire, fired_on=((result.firer.name, targets),))
    if result.weapon.thrown:
        done = DoneInTurn(fights={result.firer.name: result.target.name})
    if on_deck is None:
        return Outcome(after, result, done=done)
    if done.fired is Fire.COVERING and result.attacks:
        done = replace(done, lays=_line(result, on_deck))
    told = replace(result, on_deck=on_deck.working, follow_up=follow_up(book, result, on_deck))
    marks = replace(on_deck.marks, struck=tuple(struck(attack, on_deck.covers) for attack in result.attacks))
    return Outcome(after, told, marks=marks, done=done, board=on_deck.turned)


def _on_deck(book: Book, scene: Scene, asked: FireOrder, weapon: Weapon, carried: Carried) -> FireOnDeck | None:
    """The fire as the deck has it; raises RuleError as that does, and for turning in a turn that is kept."""
    if asked.turn:
        check_turning(scene)
    attacker, target, reach = (
        scene.one("name"),
        scene.one("target"),
        reach_of(weapon.row(carried.loaded.ammunition)),
    )
    fired = (scene, attacker, target, reach, asked.turn)
    try:
        who = (attacker.name, attacker.sheet, target.name, target.sheet)
        return _as_on_deck(Same(fired, scene.board, scene.present, *who, reach, asked.turn))
    except LooksAwayError as refusal:
        raise RuleError(str(refusal)) if clock_of(scene) else refusal from None


# Whether friends are hit by it is asked of the same fire as what it comes to.
@lru_cache(maxsize=8)
def _as_on_deck(of: Same[tuple[Scene, Unit, Unit, int, bool]]) -> FireOnDeck | None:
    scene, attacker, target, reach, turn = of.of
    return fire_on_deck(scene, attacker, target, reach, turn=turn)


def check_turning(scene: Scene) -> None:
    """Raises RuleError where somebody would turn for their fire in a turn that is kept."""
    if clock_of(scene) is not None:
        raise RuleError(
            "Turning costs action points in a turn that is kept: leave “turn” out, and /face first (AHL 6)."
        )


# What an order says of itself alone, and not of what follows from it.
_OF_ITSELF = {"dm", "because", "deck", "at"}


def exploding(book: Book, scene: Scene, outcome: Outcome) -> Outcome:
    """The outcome of a fire with the explosions that follow from it on a deck, which then go on from it at once, in
    circumstances that were said for it (AHL 15).
    """
    result = outcome.result
    fired = isinstance(result, FireResult | Covered) and bool(result.follow_up)
    if scene.game is None or only_shown(scene) or not fired:
        return outcome
    alike = {each.name.replace("_", " ") for each in fields(book.fire)}
    alike &= {each.name.replace("_", " ") for each in fields(book.blast)} - _OF_ITSELF
    said = scene.said.fields if scene.said else {}
    then = blasts(result.follow_up, {name: said[name] for name in said if name in alike})
    return replace(outcome, result=replace(result, follow_up=()), then=then)


def _line(result: FireResult, on_deck: FireOnDeck) -> Covering:
    """What covering fire at somebody leaves on the deck."""
    squares = tuple(dict.fromkeys((on_deck.line.squares[0], *on_deck.marks.danger)))
    line = line_of(result.firer.name, result.attacks[0].shot, result.situation, squares, result.limit)
    return line.after(result.attacks)


def weapon_of(book: Book, carried: Carried, extremes: Mapping[str, str]) -> Weapon:
    """The weapon, with the extreme range that the referee has entered for it, if they have."""
    weapon = book.weapons[carried.weapon]
    row = weapon.row(carried.loaded.ammunition)
    own = extremes.get(extreme_setting(weapon, row), "none")
    return weapon if own == "none" else with_extreme(weapon, row, read_cell(own))


def on_line(book: Book, one: OnLine, *, evades: bool, dark: bool = False) -> Target:
    """Somebody in the danger space on a deck, as a target; `dark` where it is dark everywhere."""
    line = one.line
    return Target(
        one.unit.name,
        one.unit.sheet,
        book.armour_of(one.unit.sheet),
        line.range,
        one.along,
        line.cover,
        dark or line.dark,
        one.airless,
        evading=evading_beside(line.sheltered) if evades else Evading.NO,
    )


def evading_beside(obstructed: bool) -> Evading:
    """How somebody evades with an obstruction beside them, or in the open (AHL 11.C.2.e)."""
    return Evading.OBSTRUCTION if obstructed else Evading.OPEN


def extremes(book: Book) -> tuple[Field, ...]:
    """A field for each extreme range that the source doesn't show and the referee may enter."""
    return tuple(
        Field(name := extreme_setting(weapon, row), Kind.TEXT, "none", pattern=CELL, referees=setting_for_once(name))
        for weapon in book.weapons.values()
        for row in weapon.ammunition.values()
        if row.ruling
    )


def _situation(scene: Scene, asked: FireOrder, on_deck: FireOnDeck | None) -> Situation:
    """What the fire is like: what was given, else what the deck says, and whether the target is known to evade."""
    target = scene.one("target")
    _check_evading(scene, target, asked, on_deck)
    _check_range(asked, on_deck)
    check_circumstances(asked)
    line = on_deck.line if on_deck else None
    if asked.handhold and on_deck:
        check_handhold(on_deck.board, scene.one("name").name)
    return Situation(
        squares=line.range if line and asked.range is None else _in_squares(asked.range or 0, asked),
        fire=asked.fire,
        cover=bool(line and line.cover) if asked.cover is None else asked.cover,
        evading=_evading(asked, on_deck, evades=evades(scene, target)),
        dark=bool(line and line.dark) if asked.dark is None else asked.dark,
        lit=asked.lit,
        surroundings=surroundings_of(asked),
        asked=asked,
    )


def check_circumstances(asked: Circumstances) -> None:
    """Raises RuleError for circumstances that don't go together."""
    if asked.traveller and asked.rounds == "unlimited":
        raise RuleError(
            "With Traveller the advanced rules hold and rounds are counted: /campaign set setting:rounds "
            "value:counted (AHL 25.A)."
        )
    if asked.handhold and not asked.zero_g:
        raise RuleError("Handholds are for zero-G: /campaign set setting:zero-g value:yes turns the gravity off.")


def check_handhold(board: Board, name: str) -> None:
    """Raises RuleError where somebody's square has nothing to hold on to (AHL 26.A)."""
    if not has_handhold(board, board.people[name].at):
        raise RuleError("There is no wall or machinery to hold on to in their square: leave handhold out (AHL 26.A).")


def _evading(asked: FireOrder, on_deck: FireOnDeck | None, *, evades: bool) -> Evading:
    """Whether the target evades; of plain `yes` the deck says whether an obstruction is beside them (AHL 11.C.2.e)."""
    if asked.evading == "yes" or (asked.evading is None and evades):
        return evading_beside(bool(on_deck and on_deck.line.sheltered))
    return asked.evading or Evading.NO


def _check_evading(scene: Scene, target: Unit, asked: FireOrder, on_deck: FireOnDeck | None) -> None:
    """Raise RuleError for a player who says otherwise than how a turn that is kept knows the target to evade."""
    if evades(scene, target):
        found, said = (_evading(each, on_deck, evades=True) for each in (replace(asked, evading=None), asked))
        check_known(scene, target.name, {"evading": found}, {"evading": said})


def _in_squares(distance: int, asked: FireOrder) -> int:
    """A distance as it was given, in squares: with Traveller's scale it was given in metres (Traveller A)."""
    return ceil(distance / METRES_A_SQUARE) if asked.ranges == "metres" else distance


def _squares(at: int | None, situation: Situation, asked: FireOrder) -> int:
    return situation.squares if at is None else _in_squares(at, asked)


def _primary(book: Book, unit: Unit, situation: Situation, on_deck: FireOnDeck | None, *, spared: bool) -> Target:
    """Whom the fire is aimed at, where the deck has them if it does."""
    target = replace(_target(book, unit, situation.squares), spared=spared)
    return replace(target, along=on_deck.along, airless=on_deck.airless) if on_deck else target


def _target(book: Book, unit: Unit, squares: int) -> Target:
    return Target(unit.name, unit.sheet, book.armour_of(unit.sheet), squares)


def _odds(book: Book) -> Odds:
    """Chances by plain numbers: a weapon with its ammunition, and the target's armour."""

    def imagine(asked: ImaginedShot) -> Scene:
        if not asked.weapon:
            raise RuleError("Name a weapon, or an attacker and a target.")
        carried = arm(choose_weapon(asked.weapon, book.weapons), asked.ammunition, asked.skill)
        firer = book.person(weapons=(carried,), light_wounds=asked.wounds)
        return Scene(
            {
                "name": (Unit("the firer", "firer", firer),),
                "target": (Unit("the target", "target", book.person(armour=asked.armour)),),
                "others": (),
            }
        )

    kinds = tuple(sorted({kind for weapon in book.weapons.values() for kind in weapon.ammunition if kind}))
    offers, among = {"weapon": tuple(book.weapons), "ammunition": kinds}, {"armour": tuple(book.armour)}
    return typed_odds(ImaginedShot, imagine, outcome, OUTCOMES, offers=offers, among=among)
