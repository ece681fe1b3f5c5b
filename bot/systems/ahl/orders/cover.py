"""`/cover`: covering fire along a line of the deck, for the rest of the phase (AHL 9.A, 11.A.1)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from bot.deck.board import Board, Standing
from bot.deck.placing import square_meant
from bot.deck.plan import At, in_field_of_fire, named, range_between
from bot.deck.posture import turned_to
from bot.deck.sight import fire_line
from bot.deck.view import Marks
from bot.engine.asked import maker, typed_order
from bot.engine.cards import Card, Suggestion, Tone, counted, whose
from bot.engine.dice import Dice, Faces
from bot.engine.errors import LooksAwayError, RuleError
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.ahl.asked.circumstances import Fire
from bot.systems.ahl.asked.fighting import CoverOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Firer, Target
from bot.systems.ahl.fire.covering import Covered, lay
from bot.systems.ahl.fire.on_deck import OnLine, exposed, fires_from, struck
from bot.systems.ahl.fire.report import (
    CoverReport,
    attack_lines,
    attack_working,
    counted_rules,
    cover_report,
    launcher_ruling,
    manner,
)
from bot.systems.ahl.fire.shot import (
    Situation,
    check_own_square,
    check_square,
    close_options,
    enemies_sharing,
    reach_of,
)
from bot.systems.ahl.fire.strikes import caught, explodes, explosion_of
from bot.systems.ahl.orders.fire import (
    check_circumstances,
    check_handhold,
    check_turning,
    extremes,
    fate_of_fire,
    on_line,
    own_side,
    weapon_of,
)
from bot.systems.ahl.sheet.character import Carried, named_weapon
from bot.systems.ahl.tables import Weapon
from bot.systems.ahl.turn.clock import clock_of, evades, planned_end
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.wounds.damage import surroundings_of


def cover_order(book: Book) -> Order:
    """`/cover`: from a character through a square, as far as the weapon reaches or something stands in the way."""

    def prepare(scene: Scene, asked: CoverOrder) -> Callable[[Dice], Outcome]:
        unit = scene.one("name")
        laid = _laid(scene, asked, unit, book)
        board, end, squares, weapon = laid.board, laid.end, laid.squares, laid.weapon
        enemies = enemies_sharing(scene, board, unit)
        check_square(unit, enemies, weapon, asked.close_pistols)
        if end == board.people[unit.name].at:
            check_own_square(unit.name, named(end), weapon, asked.close_pistols)
        near = _targets(scene, laid, book, dark=bool(asked.dark))
        away = range_between(squares[0], squares[-1], board.plan.separation)
        check_circumstances(asked)
        if asked.handhold:
            check_handhold(board, unit.name)
        situation = Situation(
            away, Fire.COVERING, dark=bool(asked.dark), surroundings=surroundings_of(asked), asked=asked
        )
        fire = lay(book, Firer(unit.name, unit.sheet, laid.carried.weapon), weapon, situation, (end, squares), near)

        def fired(dice: Dice) -> Outcome:
            covered = fire(dice)
            covered = replace(covered, options=close_options(enemies, weapon), follow_up=_explosions(laid, covered))
            return _outcome(covered, board=None if board is scene.board else board)

        return fired

    rows = {"extremes": extremes(book)}
    return typed_order(
        book.cover,
        InTwoSteps(prepare),
        partial(_card, book=book),
        rows=rows,
        plain=cover_report,
        hesitates=_friends_hit(book),
        fate=fate_of_fire(book, maker(book.cover, rows), prepare),
    )


def _outcome(fired: Covered, board: Board | None) -> Outcome:
    """Everybody as they are after it, and what lies on the deck from now on."""
    hurt = {made.target.name: made.after for made in fired.attacks}
    squares = fired.line.squares
    marks = Marks(line=(squares[0], squares[-1]), danger=fired.line.danger, struck=tuple(map(struck, fired.attacks)))
    targets = tuple(attack.target.name for attack in fired.attacks)
    done = DoneInTurn(fired=Fire.COVERING, lays=fired.line, fired_on=((fired.firer.name, targets),))
    return Outcome({fired.firer.name: fired.firer_after, **hurt}, fired, marks=marks, done=done, board=board)


def _friends_hit(book: Book) -> Callable[[Scene, Values], list[Unit]]:
    """Who of the firer's own side is exposed in the line at once, or near what explodes by that."""
    made = maker(book.cover, {"extremes": extremes(book)})

    def friends(scene: Scene, values: Values) -> list[Unit]:
        unit = scene.one("name")
        laid = _laid(scene, made(values), unit, book)
        lines = [(one.unit.name, one.line) for one in laid.others]
        near = caught(book, scene, laid.weapon, laid.weapon.row(laid.carried.loaded.ammunition), lines)
        found = {one.name: one for one in (*(one.unit for one in laid.others), *near)}
        return own_side(unit, found.values())

    return friends


@dataclass(frozen=True, slots=True)
class _Laid:
    """Covering fire as the deck has it: with what, through which square, along which, and who stands in them."""

    board: Board
    carried: Carried
    weapon: Weapon
    end: At
    squares: tuple[At, ...]
    others: tuple[OnLine, ...]


def _targets(scene: Scene, laid: _Laid, book: Book, *, dark: bool) -> list[Target]:
    """Who is attacked at once, as targets; where the fate of one is asked for, the others are spared."""
    return [
        replace(
            on_line(book, one, evades=evades(scene, one.unit), dark=dark),
            spared=scene.fate_of not in {"", one.unit.name},
        )
        for one in _exposed(scene, laid)
    ]


def _explosions(laid: _Laid, fired: Covered) -> tuple[Suggestion, ...]:
    """What explodes by the hits on those who were exposed."""
    places = {one.unit.name: one.line.squares[-1] for one in laid.others}
    found = (explosion_of(made, places[made.target.name]) for made in fired.attacks)
    return tuple(each for each in found if each)


def _exposed(scene: Scene, laid: _Laid) -> list[OnLine]:
    """Who is attacked at once, nearest first; where the fate of one is asked for, nobody behind them matters, but where
    something may explode there.
    """
    if explodes(laid.carried, laid.weapon):
        return list(laid.others)
    names = [one.unit.name for one in laid.others]
    return list(laid.others[: names.index(scene.fate_of) + 1] if scene.fate_of in names else laid.others)


def _laid(scene: Scene, asked: CoverOrder, unit: Unit, book: Book) -> _Laid:
    """Raises RuleError as `_board` and `_end` do, and for turning in a turn that is kept."""
    board = _board(scene, unit)
    carried = unit.sheet.carried(asked.weapon, unit.name)
    weapon = weapon_of(book, carried, asked.extremes)
    end = _end(scene, unit, asked.at or planned_end(scene, unit))
    if asked.turn:
        check_turning(scene)
        board = turned_to(board, unit.name, end)
    _check_field(scene, board.people[unit.name], unit.name, end)
    longest = reach_of(weapon.row(carried.loaded.ammunition))
    squares = fire_line(board, fires_from(board.people[unit.name], end), end, longest).squares
    others = tuple(exposed(scene, board, unit.name, end, squares))
    return _Laid(board, carried, weapon, end, squares, others)


def _board(scene: Scene, unit: Unit) -> Board:
    board: Board | None = scene.board
    if board is None or unit.name not in board.people:
        raise RuleError(f"{unit.name} stands on no deck: /fire mode:covering names a target and its range instead.")
    return board


def _end(scene: Scene, unit: Unit, typed: str) -> At:
    """The square through which somebody fires; raises RuleError for none."""
    if not typed:
        raise RuleError("Say where the covering fire ends, as at:C7, or plan it with /plan (AHL 11.A.1).")
    return square_meant(scene, unit, typed)


def _check_field(scene: Scene, mine: Standing, name: str, end: At) -> None:
    """Raises LooksAwayError for a square that somebody doesn't face; where phases are counted, plainly RuleError."""
    if in_field_of_fire(mine.facing, fires_from(mine, end), end):
        return
    problem = RuleError if clock_of(scene) else LooksAwayError
    raise problem(
        f"{named(end)} is outside {whose(name)} field of fire (AHL 11.A.2): name a square ahead, or turn {name} first."
    )


def _card(fired: CoverReport, faces: Faces, book: Book) -> Card:
    level, spent, weapon = fired.start.level, fired.spent, book.weapons[fired.spent.after.weapon]
    through, end = (named(at, level) for at in (fired.through, fired.end))
    name, way = named_weapon(spent.after.weapon, spent.after.loaded.ammunition), f"through {through} to {end}"
    lines: list[str | Suggestion] = [f"{name}, covering fire, {manner(spent)}, {way}"]
    for made in fired.attacks:
        lines += attack_lines(made, faces, named=True)
    lines += [*fired.follow_up, "Whoever moves through it in this phase is attacked at once"]
    if spent.rounds and weapon.clip:
        lines.append(f"{weapon.name}: {spent.after.loaded.rounds} of {counted(weapon.clip, 'round')} left")
    hurt = any(made.damage and made.damage.level for made in fired.attacks)
    working = [text for made in fired.attacks for text in attack_working(made, many=True)]
    working += [*counted_rules(weapon, spent), *fired.options]
    ruling = launcher_ruling(weapon, spent, traveller=fired.traveller)
    return Card(
        f"{fired.firer} covers the line through {through}",
        tuple(lines),
        (*working, _CHECKS, _ends(fired.limit) + ruling),
        tone=Tone.BAD if hurt else Tone.PLAIN,
    )


_CHECKS = (
    "Those exposed in its line are attacked at once, and then who moves into it, nobody twice (AHL 11.A.1), ruling R-70"
)


def _ends(limit: int | None) -> str:
    if limit is None:
        return "Everybody in it is attacked, whatever it hits (AHL Traveller D)"
    return f"It ends at {counted(limit, 'hit')} in all (AHL 10)"
