"""A shot at a structure or a lock: thrown to hit as any shot is, and what then strikes it (C3K Destruction)."""

from dataclasses import dataclass, replace

from bot.deck.board import Board
from bot.deck.plan import At, sides_of
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.aim.hitroll import Roll
from bot.systems.combat3000.asked.circumstances import Circumstances
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.hits import Impact
from bot.systems.combat3000.building.on_deck import squares_of_room
from bot.systems.combat3000.building.structures import Structure, destructive
from bot.systems.combat3000.burst import AIMED_AT
from bot.systems.combat3000.figure.sheet import Sheet
from bot.systems.combat3000.fire.declared import declare
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, check_on_deck, cm_between, shot_on_deck
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.report import FireReport, FireResult, fire_report
from bot.systems.combat3000.fire.shooting import Fate, Moment, Shooting
from bot.systems.combat3000.fire.volley import volley
from bot.systems.combat3000.hit.kills import Force
from bot.systems.combat3000.hit.plights import Area, Charge
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of, arms, named, shell_force, shell_name
from bot.systems.combat3000.orders.circumstances import of_firer, plan_of

RULE = "C3K Destruction"


@dataclass(frozen=True, slots=True)
class Thrown:
    """A shot at a structure that has been thrown for: as it is told, whether it struck, the firer as they are now, and
    what lies there with a fuse.
    """

    report: FireReport
    struck: bool
    after: Sheet
    area: Area | None = None
    outcome: str = ""


def shot_at(
    scene: Scene, unit: Unit, structure: Structure, asked: Circumstances, weapon: str, cm: int | None, book: Book
) -> tuple[Declared, tuple[str, ...]]:
    """A shot at a structure, worked out up to the dice, with what the deck says of it. Raises RuleError where it can't
    be fired.
    """
    if asked.area:
        raise RuleError(f"A structure is hit by single shots and shells, not by fire at an area ({RULE}).")
    moved = of_firer(scene, unit)
    asked = replace(asked, **{name: value for name, value in moved.items() if getattr(asked, name) is None})
    deck = _on_deck(scene, unit, structure) if cm is None else None
    if deck is None and cm is None:
        raise RuleError("They are on no deck together: give the range in cm on the table, as range:30.")
    carried = unit.sheet.carried(weapon, unit.name)
    plan = replace(plan_of(asked, deck.cm if deck else cm or 0), referee=not scene.by)
    declared = declare(firer_of(unit.name, unit.sheet, book), carried, structure.name, plan, book)
    if declared.fired.force is None:
        raise RuleError(f"{carried.name} does nothing to a structure: load something that strikes ({RULE}).")
    if deck:
        check_on_deck(scene, deck, declared, structure.name, book.creatures)
    return declared, (deck.working,) if deck else ()


def _on_deck(scene: Scene, unit: Unit, structure: Structure) -> ShotOnDeck | None:
    """The shot at the nearest square of a room or beside a barrier, as the deck has it; None off the deck."""
    board: Board | None = scene.board
    if board is None or unit.name not in board.people or structure.deck != board.plan.name:
        return None
    start, floor = board.people[unit.name].at, {at for level in board.plan.levels for at in level.floor}
    squares = set(sides_of(structure.edge)) if structure.edge else squares_of_room(board, structure)
    there = [at for at in squares if at in floor]

    def far(at: At) -> tuple[int, At]:
        return cm_between(start, at, board.plan.separation), at

    return shot_on_deck(scene, unit, min(there, key=far)) if there else None


def fired(declared: Declared, told: tuple[str, ...], sheet: Sheet, book: Book, dice: Dice) -> Thrown:
    """Throw the shot; it strikes where it hits, a shell where it comes down as it was aimed and goes off."""
    name = declared.firer.name
    shootings, then = volley([declared], Moment({name: sheet}, book), dice)
    one = shootings[0]
    hits = one.fate is Fate.FIRED and one.roll is not None and one.roll.result is Roll.HIT
    astray = one.landed is not None and one.landed.place != AIMED_AT
    waits = isinstance(one.area, Charge)
    report = fire_report(FireResult(name, declared.target, shootings, told))
    return Thrown(report, hits and not astray and not waits, then.sheets[name], one.area, _outcome(one, hits=hits))


def _outcome(shooting: Shooting, *, hits: bool) -> str:
    if shooting.fate is not Fate.FIRED:
        return "Too late"
    if shooting.jammed:
        return "Jam"
    return "" if hits else "Miss"


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
