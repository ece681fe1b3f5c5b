"""`/blast`: a shell, a grenade or a weapon's template goes off among people (C3K Launcher fire, Special weapons)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.placing import find_square
from bot.deck.plan import At
from bot.deck.view import Attacked, Marks
from bot.engine.asked import maker, typed_order
from bot.engine.cards import Card, Tone
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.asked.fighting import BlastOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.burst import (
    Burst,
    NearVehicle,
    breathe,
    burst,
    detonate,
    lit,
    spread,
    swallow,
)
from bot.systems.combat3000.figure.riding import living_there, with_riders
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle
from bot.systems.combat3000.fire.drawn import scored
from bot.systems.combat3000.fire.on_deck import aware
from bot.systems.combat3000.fire.veils import circle_on, lying
from bot.systems.combat3000.hit.figures import Struck, blow
from bot.systems.combat3000.hit.kills import Force, strike_vehicle
from bot.systems.combat3000.hit.moment import Moment, struck_by
from bot.systems.combat3000.hit.plights import Area, Cloud, Vortex, area_of
from bot.systems.combat3000.ledger import Ledger, area_words, left_line, with_areas
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import as_fired, named, shell_force
from bot.systems.combat3000.options import options_of
from bot.systems.combat3000.orders.circumstances import everybody, people_of
from bot.systems.combat3000.wording.hits import Told, hit_lines, hit_working, hurts

_CAUSE = "shell, grenade or weapon with a template"


@dataclass(frozen=True, slots=True)
class BlastResult:
    """What went off, or was there already (`stood`), what it did, what it lights and what it leaves on the table."""

    cause: str
    hits: tuple[Told, ...]
    lit: str = ""
    area: Area | None = None
    stood: bool = False


def _vortex(scene: Scene, code: str, asked: BlastOrder, book: Book) -> Vortex | None:
    """The vortex that is there already, for whoever is in it now: around the square that is named, if one is."""
    shell = book.shells.get(code)
    if not asked.waiting or shell is None or not isinstance(area_of(shell), Vortex):
        return None
    board: Board | None = scene.board
    at = find_square(with_riders(scene), asked.at) if asked.at and board else None
    return (scene.ledger or Ledger()).vortex_at(at)


def blast_order(book: Book) -> Order:
    """`/blast`: the people under the template with cm from its centre, as `Bob @0, Cid @4`, and those whom the deck
    shows around a square; no throws to hit.

    With gas they are those who are in its cloud now: it came there by /fire or /grenade.
    """
    rows = _causes(book)

    def decide(scene: Scene, asked: BlastOrder, dice: Dice) -> Outcome:
        code = named(asked.cause, rows, _CAUSE)
        spared = {unit.name for unit in scene.units.get("already", ())}
        units = [unit for unit in (*scene.all("direct"), *scene.all("people")) if unit.name not in spared]
        if not units and not asked.at:
            raise RuleError("Name whoever is under the template, with cm from its centre: people:Bob @0, Cid @4.")
        vortex = _vortex(scene, code, asked, book)
        around = _around(scene, code, asked, book) if asked.at else None
        found_there = {name: cm for name, cm in around.near.items() if name not in spared} if around else {}
        sheets = {unit.name: unit.sheet for unit in (*units, *everybody(scene, found_there))}
        table = Moment(sheets, book, people_of(scene, (), sheets, asked))
        near = {**found_there, **{unit.name: float(unit.at or 0) for unit in units}}
        found = _go_off(code, near, table, asked, dice, vortex)
        after: dict[str, Sheet] = {struck.target.name: _remembered(struck) for struck in found.struck}
        after |= {struck.name: struck.after for struck in found.vehicles}
        ledger = None if vortex else _taken_off(scene.ledger, code, asked)
        stays = lying(found.area, scene.board, around.centre) if found.area and around else found.area
        left = with_areas(ledger or scene.ledger, [stays]) or ledger
        hits = (*map(blow, found.struck), *map(blow, found.vehicles))
        marks = around.marks(found) if around else None
        cause = area_words(vortex) if vortex else rows[code]
        return Outcome(after, BlastResult(cause, hits, _lit(code, book), stays, bool(vortex)), left, marks=marks)

    made = maker(BlastOrder)

    def mixed(scene: Scene, values: Values) -> Sequence[Unit]:
        return _mixed(scene, made(values), book)

    return typed_order(BlastOrder, decide, _blast_card, offers={"cause": tuple(rows.values())}, hesitates=mixed)


def _mixed(scene: Scene, asked: BlastOrder, book: Book) -> Sequence[Unit]:
    """Those whom the deck shows around the square that is named, where they are of several sides."""
    if not asked.at or scene.all("people"):
        return ()
    there = _around(scene, named(asked.cause, _causes(book), _CAUSE), asked, book).near
    spared = {unit.name for unit in scene.units.get("already", ())}
    found = everybody(scene, [name for name in there if name not in spared])
    return found if len({unit.side for unit in found}) > 1 else ()


@dataclass(frozen=True, slots=True)
class _Around:
    """A circle on the deck: its centre, the squares under it that no wall shelters, and who is there, in cm from it."""

    centre: At
    squares: tuple[At, ...]
    near: Mapping[str, float]

    def marks(self, found: Burst) -> Marks:
        """What the picture shows of what went off there, and of everybody whom it struck."""
        figures = [Attacked(hit.target.name, scored([hit])) for hit in found.struck]
        struck = (*figures, *(Attacked(hit.name, scored([hit])) for hit in found.vehicles))
        return Marks(blast=self.squares, centres=(self.centre,), struck=struck)


def _around(scene: Scene, code: str, asked: BlastOrder, book: Book) -> _Around:
    """What the deck shows of a circle around the square that is named; raises RuleError where it shows none."""
    board: Board | None = scene.board
    if board is None:
        raise RuleError("No deck is up here: name whoever is under the template, as people:Bob @0, Cid @4.")
    vortex = _vortex(scene, code, asked, book)
    wide = vortex.diameter if vortex else _wide(code, book)
    if not wide:
        raise RuleError(
            f"The template of {book.weapons[code].name} lies along its line of fire: name whoever is under it, as "
            "people:Bob @0 (C3K Launcher fire)."
        )
    centre = find_square(with_riders(scene), asked.at)
    squares = circle_on(board, centre, wide)
    there = ((unit, stands.at) for unit, stands in living_there(scene) if stands.at in squares)
    near = {unit.name: at for unit, at in there if _faces(board, centre, code, unit, book)}
    # The order in which they came into the game would tell strangers from each other.
    nearest_first = sorted(near, key=lambda name: (squares[near[name]], near[name]))
    return _Around(centre, tuple(squares), {name: squares[near[name]] for name in nearest_first})


def _faces(board: Board, centre: At, code: str, unit: Unit, book: Book) -> bool:
    """Whether it does anything to somebody as they look: a flare to those alone who have it in their arc of vision;
    who rides looks about as a vehicle's crew does.
    """
    shell, standing = book.shells.get(code), board.people.get(unit.name)
    if shell is None or "flare" not in shell.traits or not isinstance(unit.sheet, Figure) or standing is None:
        return True
    return standing.at == centre or aware(standing, book.creatures[unit.sheet.creature], board, centre)


def _wide(code: str, book: Book) -> float:
    """How many cm across something is that goes off in a circle; 0 for what has another template."""
    if code in book.shells:
        return spread(book.shells[code])
    return max((setting.circle for setting in book.weapons[code].settings), default=0)


def _remembered(struck: Struck) -> Figure:
    """Whoever was caught, who remembers it where something struck them: gas and light don't."""
    return replace(struck.after, now=replace(struck.after.now, struck=True)) if struck_by(struck) else struck.after


def _taken_off(ledger: Ledger | None, code: str, asked: BlastOrder) -> Ledger | None:
    """The table without the charge that lay there with a proximity fuse; None where it was none of those."""
    return (ledger or Ledger()).without_waiting(code) if asked.waiting else None


def _causes(book: Book) -> dict[str, str]:
    """What can go off: shells and grenades by code, and weapons with a template or a wide setting."""
    shells = {code: f"{shell.name} {code}" for code, shell in book.shells.items() if shell.diameter != 0}
    weapons = {
        code: weapon.name
        for code, weapon in book.weapons.items()
        if weapon.template or any(setting.circle for setting in weapon.settings)
    }
    return shells | weapons


def _go_off(
    code: str, near: dict[str, float], table: Moment, asked: BlastOrder, dice: Dice, vortex: Vortex | None
) -> Burst:
    options, confined, kills = options_of(asked), asked.confined, table.book.kills
    figures = [table.near(n, cm) for n, cm in near.items() if isinstance(table.sheets[n], Figure)]
    vehicles = [NearVehicle(n, v, cm) for n, cm in near.items() if isinstance(v := table.sheets[n], Vehicle)]
    if vortex:
        return swallow(vortex.diameter, figures, vehicles)
    force = _force(code, table.book, asked)
    if code in table.book.shells:
        shell = table.book.shells[code]
        cloud = area_of(shell)
        if isinstance(cloud, Cloud) and not cloud.blocks_sight:
            return breathe(cloud, figures, dice)
        return detonate(shell, figures, dice, options, vehicles, confined=confined, force=force, kills=kills)
    assert force is not None
    hulls = tuple(strike_vehicle(force, one.name, one.vehicle, dice, options, kills) for one in vehicles)
    return Burst(burst(force, figures, dice, options, kills=kills).struck, hulls)


def _lit(code: str, book: Book) -> str:
    return lit(book.shells[code]) if code in book.shells else ""


def _force(code: str, book: Book, asked: BlastOrder) -> Force | None:
    """What it strikes with and the referee's own modifier; None for a shell that does something else."""
    shell = book.shells.get(code)
    own = shell_force(shell) if shell else _template_force(book.weapons[code])
    return own and replace(own, dm=asked.dm, because=asked.because)


def _template_force(weapon: Weapon) -> Force | None:
    wide = next((setting.name for setting in weapon.settings if setting.circle), "")
    return as_fired(weapon, setting=wide).force


def _blast_card(result: BlastResult, faces: Faces) -> Card:
    lines = [line for struck in result.hits for line in hit_lines(struck, faces)]
    lines += filter(None, [result.lit])
    if result.area:
        lines.append(left_line(result.area))
    hurt = any(map(hurts, result.hits))
    return Card(
        f"The {result.cause}" if result.stood else f"{result.cause} goes off",
        tuple(lines) or ("Nobody is within its reach",),
        tuple(line for struck in result.hits for line in hit_working(struck)),
        tone=Tone.BAD if hurt else Tone.PLAIN,
    )
