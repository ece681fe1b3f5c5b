"""A shot at a structure or a lock: thrown to hit as any shot is, and what then strikes it (C3K Destruction)."""

from dataclasses import replace

from bot.deck.board import Board
from bot.deck.plan import At, sides_of
from bot.engine.byword import check_known, off_deck
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.aim.hitroll import Roll
from bot.systems.combat3000.asked.circumstances import Circumstances
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.hits import Impact, check_destroys
from bot.systems.combat3000.building.on_deck import inside_with, squares_of_room
from bot.systems.combat3000.building.structures import Build, Structure, What, destructive
from bot.systems.combat3000.burst import AIMED_AT
from bot.systems.combat3000.figure.riding import place_of
from bot.systems.combat3000.fire.declared import declare
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, check_on_deck, cm_between, shot_on_deck
from bot.systems.combat3000.fire.plan import AtStructure, Declared
from bot.systems.combat3000.fire.readied import Readied
from bot.systems.combat3000.fire.shooting import Fate, Shooting
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.moment import Moment, Person
from bot.systems.combat3000.hit.plights import Charge
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of, arms, named, shell_force, shell_name
from bot.systems.combat3000.orders.circumstances import falling_among, people_of, plan_of
from bot.systems.combat3000.orders.done import as_done, check_drawn

RULE = "C3K Destruction"


def readied_at(
    scene: Scene,
    structure: Structure,
    asked: Circumstances,
    weapon: str,
    cm: int | None,
    book: Book,
    *,
    lock: bool = False,
) -> Readied:
    """A shot of whoever fires at a structure, or at its `lock`, worked out up to the dice. Raises RuleError where it
    can't be fired.
    """
    unit = next(unit for role in ("by", "name") for unit in scene.units.get(role, ()))
    declared, deck = _shot_at(scene, unit, structure, asked, weapon, cm, book)
    impact = None if lock else impact_of(declared)
    if impact and structure.build is not Build.ARMOURED:
        check_destroys(impact)
    sheets = {each.name: each.sheet for each in (*scene.known.values(), unit)}
    inside = () if lock else inside_with(scene.ledger.structures if scene.ledger else (), scene.board, structure)
    at = AtStructure(structure, impact, inside, spared=scene.only_odds)
    people = {name: one for name, one in people_of(scene, (), sheets, asked).items() if one != Person(name)}
    table = Moment(sheets, book, people)
    if not scene.only_odds or scene.fate_of not in {"", structure.name}:
        declared = falling_among(scene, declared, deck, asked)
    told, decks = ((deck.working,), {unit.name: deck}) if deck else ((), {})
    return Readied((replace(declared, at=at),), table, {unit.name: structure.name}, told, decks)


def _shot_at(
    scene: Scene, unit: Unit, structure: Structure, asked: Circumstances, weapon: str, cm: int | None, book: Book
) -> tuple[Declared, ShotOnDeck | None]:
    """The shot, and as the deck has it. A wall or a door is upright, for a shell that goes astray (ruling B-F16)."""
    if asked.area:
        raise RuleError(f"A structure is hit by single shots and shells, not by fire at an area ({RULE}).")
    asked, said = as_done(scene, unit, asked), asked
    asked = replace(asked, vertical=asked.vertical or structure.what is not What.ROOM)
    check_range(scene, unit, structure, cm)
    deck = _on_deck(scene, unit, structure) if cm is None else None
    if deck is None and cm is None:
        raise RuleError("They are on no deck together: give the range in cm on the table, as range:30.")
    carried = unit.sheet.carried(weapon, unit.name)
    check_drawn(unit, carried, said)
    plan = plan_of(scene, asked, deck.cm if deck else cm or 0)
    declared = declare(firer_of(unit.name, unit.sheet, book), carried, structure.name, plan, book)
    if declared.fired.force is None:
        raise RuleError(f"{carried.name} does nothing to a structure: load something that strikes ({RULE}).")
    if deck:
        check_on_deck(scene, deck, declared, structure.name, book.creatures)
    return declared, deck


def cm_to(scene: Scene, unit: Unit, structure: Structure) -> int | None:
    """How far somebody on the deck is from the nearest square of a room or beside a barrier of it, in cm; None where
    they are on no deck together.
    """
    there, stands = _nearest(scene, unit, structure), place_of(scene, unit)
    return cm_between(stands.at, there, scene.board.plan.separation) if there and stands else None


def check_placed(scene: Scene, unit: Unit, structure: Structure) -> None:
    """Raise RuleError for a player who has somebody off the deck work on a structure of it, or fire at it, in a turn
    that is kept, or on one of a deck that isn't up.
    """
    board: Board | None = scene.board
    if not scene.by or scene.only_odds or not turn_of(scene) or not structure.deck:
        return
    if board is None or structure.deck != board.plan.name:
        raise RuleError(
            f"{structure.name} is of {structure.deck}, which isn't up: only the referee has it worked on ({RULE})."
        )
    if place_of(scene, unit) is None:
        raise off_deck([unit.name])


def check_range(scene: Scene, unit: Unit, structure: Structure, said: int | None) -> None:
    """Raise RuleError for a player who says another range to a structure, in cm, than the deck has (ruling R-161), or
    any for who isn't on it.
    """
    check_placed(scene, unit, structure)
    if said is not None and (cm := cm_to(scene, unit, structure)) is not None:
        check_known(scene, unit.name, {"range": cm}, {"range": said}, "on the deck")


def _on_deck(scene: Scene, unit: Unit, structure: Structure) -> ShotOnDeck | None:
    """The shot at the nearest square of a room or beside a barrier, as the deck has it; None off the deck."""
    there = _nearest(scene, unit, structure)
    return shot_on_deck(scene, unit, there) if there else None


def _nearest(scene: Scene, unit: Unit, structure: Structure) -> At | None:
    board: Board | None = scene.board
    stands = place_of(scene, unit)
    if board is None or stands is None or structure.deck != board.plan.name:
        return None
    start, floor = stands.at, {at for level in board.plan.levels for at in level.floor}
    squares = set(sides_of(structure.edge)) if structure.edge else squares_of_room(board, structure)
    there = [at for at in squares if at in floor]

    def far(at: At) -> tuple[int, At]:
        return cm_between(start, at, board.plan.separation), at

    return min(there, key=far, default=None)


def outcome_of(shooting: Shooting) -> str:
    """What a shot that did nothing to a structure came to, and "" where it hit."""
    if shooting.fate is not Fate.FIRED:
        return "Too late"
    if shooting.jammed:
        return "Jam"
    astray = shooting.landed is not None and shooting.landed.place != AIMED_AT
    hits = shooting.roll is not None and shooting.roll.result is Roll.HIT and not astray
    return "" if hits and not isinstance(shooting.area, Charge) else "Miss"


def impact_of(declared: Declared) -> Impact:
    """What strikes where the shot hits."""
    force, arm = declared.fired.force, declared.arm
    assert force is not None
    weapon = arm if isinstance(arm, Weapon) else None
    destroys = destructive(weapon, declared.shell, force.effect)
    return Impact(_cause(declared), replace(force, confined=False), destroys)


def _cause(declared: Declared) -> str:
    return declared.shell.name if declared.shell else declared.carried.name


def word_of(text: str, book: Book) -> Impact:
    """What strikes by the referee's word: a weapon or a shell of the lists. Raises RuleError for what has no effect."""
    shells = {code: shell_name(code, book) for code in book.shells}
    code = named(text, {**arms(book), **shells}, "weapon or shell")
    if code in book.shells:
        shell = book.shells[code]
        force = shell_force(shell)
        if force is None:
            raise RuleError(f"{shell.name} does nothing to a structure ({RULE}).")
        return Impact(shells[code], force, destructive(None, shell))
    arm = arm_of(code, book)
    effect = arm.effect
    if isinstance(arm, Weapon) and arm.settings:
        effect = max(setting.effect for setting in arm.settings)
    if effect is None:
        raise RuleError(f"{arm.name} fires shells: name the shell, such as weapon:102 ({RULE}).")
    return Impact(arm.name, Force(effect), destructive(arm, None, effect))
