"""Whether somebody can carry what they have, where a campaign counts the load (C3K Encumbrance)."""

from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Sheet
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.lists.weapons import Class, Weapon
from bot.systems.combat3000.loading.arming import arm_of
from bot.systems.combat3000.loading.burden import WALKS_ONLY, limit_of, load_of

_RULE = "C3K Encumbrance"


def counts_load(scene: Scene) -> bool:
    """Whether the campaign plays by the load."""
    return scene.settings.get("load") == "counted"


def overload(name: str, sheet: Sheet, book: Book) -> str:
    """Why somebody can't carry all that they have, in a sentence; "" where they can, and for vehicles."""
    if not isinstance(sheet, Figure):
        return ""
    if heavy := next((each for each in sheet.weapons if _too_heavy(each, book)), None):
        return f"{heavy.name} is an H weapon, which nobody carries: mount it, or drop it ({_RULE}, ruling B-D18)."
    load, most = load_of(sheet, book), limit_of(profile_of(sheet, book).strength, sheet.armour, book)
    if load <= most:
        return ""
    return f"{_carries(name, sheet, book)}, and {most} are the most: drop something first ({_RULE})."


def _carries(name: str, figure: Figure, book: Book) -> str:
    return f"{name} carries {float(load_of(figure, book)):.3g} points"


def _too_heavy(carried: Carried, book: Book) -> bool:
    arm = arm_of(carried.weapon, book)
    on_somebody = carried.hand not in {Hand.MOUNTED, Hand.DROPPED}
    return isinstance(arm, Weapon) and arm.kind is Class.HEAVY and on_somebody


def check_load(name: str, figure: Figure, gait: str, book: Book) -> None:
    """Raise RuleError for who carries more than they can, and for a run with so much."""
    if problem := overload(name, figure, book):
        raise RuleError(problem)
    if gait == "run" and load_of(figure, book) >= WALKS_ONLY:
        walks = f"{_carries(name, figure, book)}, and walks only from {WALKS_ONLY} on"
        raise RuleError(f"{walks}: drop something to run ({_RULE}).")


def check_lift(scene: Scene, name: str, sheet: Sheet, carried: Carried, book: Book) -> None:
    """Raise RuleError for who would pick up what is too much for them."""
    if isinstance(sheet, Figure) and counts_load(scene):
        with_it = sheet.with_carried(replace(carried, hand=Hand.STOWED))
        if problem := overload(name, with_it, book):
            raise RuleError(f"With {carried.name} {problem}")
