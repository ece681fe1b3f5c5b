"""`/reload`: a fresh magazine, power source or rounds into a weapon (C3K Reloading)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.asked import typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.asked.keeping import ReloadOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Sheet
from bot.systems.combat3000.figure.state import action_factor
from bot.systems.combat3000.fire.firer import Firer, firer_of
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.lists.weapons import Reload, Weapon
from bot.systems.combat3000.loading.arming import arm_of, setting_of, shell_for, shell_name, slow_to_set
from bot.systems.combat3000.loading.crew import check_crew, helpers_of
from bot.systems.combat3000.loading.reloading import check_can_reload, load, reload_turns
from bot.systems.combat3000.orders.done import gait_meant
from bot.systems.combat3000.orders.plan import Plans, plans_card, written
from bot.systems.combat3000.tasks import RELOAD, read_task
from bot.systems.combat3000.wording.sheets import carried_line


@dataclass(frozen=True, slots=True)
class Reloaded:
    """Who reloads a weapon, as it is now: the turns that takes, times a `factor` for wounds; with a `crew` of so many
    more, of whom a deck shows the `helpers`.
    """

    name: str
    weapon: Carried
    turns: int
    factor: int
    crew: int = 0
    helpers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAnew:
    """Who sets a weapon to what, and whether that is `slow`."""

    name: str
    weapon: str
    setting: str
    slow: bool


def reload_order(book: Book) -> Order:
    """`/reload`: how many turns it takes, less dexterity and extra crew (C3K Reloading)."""

    def decide(scene: Scene, asked: ReloadOrder, _: Dice) -> Outcome:
        unit = scene.one("name")
        firer = firer_of(unit.name, unit.sheet, book, "reload")
        carried = unit.sheet.carried(asked.weapon, unit.name)
        weapon = _firearm(carried, book)
        kept = turn_of(scene) is not None and not scene.only_odds
        if asked.setting and kept and slow_to_set(weapon) and isinstance(unit.sheet, Figure):
            task = read_task(f"set {carried.name} to {asked.setting}", unit.name, unit.sheet, 0, book)
            return written(scene, unit, (task,), book)
        if asked.setting:
            return _set_anew(firer, carried, weapon, asked)
        _check(firer, carried, asked, gait_meant(scene, unit, asked.gait))
        after = load(
            carried,
            weapon,
            _kind(weapon, asked.ammunition, book),
            asked.barrels,
            out_of_action=asked.out_of_action,
        )
        barrels = after.loaded.rounds - carried.loaded.rounds if weapon.reload is Reload.BARREL else 1
        crew, helpers = _crew(scene, unit, weapon, asked)
        turns = reload_turns(weapon, firer.profile.dexterity, crew, max(1, barrels))
        factor = action_factor(firer.wounds)
        sheet = unit.sheet.with_carried(after)
        spent = max(1, (turns or 0) * factor)
        sheet = replace(sheet, now=replace(sheet.now, busy="reloads", more=spent - 1, reloading=carried))
        busy = _helping(scene, unit.name, helpers, spent) if asked.turns != "free" else {}
        return Outcome({unit.name: sheet, **busy}, Reloaded(unit.name, after, turns or 0, factor, crew, helpers))

    return typed_order(ReloadOrder, decide, partial(_card, book=book), offers={"ammunition": _kinds(book)})


def _helping(scene: Scene, name: str, helpers: Sequence[str], turns: int) -> dict[str, Sheet]:
    """Those who help, who do nothing else for as many turns."""
    sheets = {each: scene.present[each].sheet for each in helpers}
    does = f"helps {name} reload"
    return {one: replace(sheet, now=replace(sheet.now, busy=does, more=turns - 1)) for one, sheet in sheets.items()}


def _crew(scene: Scene, unit: Unit, weapon: Weapon, asked: ReloadOrder) -> tuple[int, tuple[str, ...]]:
    """How many more help, as is said or as it was written down, and who they are where a deck shows it. Of those who
    were written down as many help as are there now.
    """
    task = unit.sheet.now.task
    if asked.crew or task is None or task.code != RELOAD:
        check_crew(weapon, asked.crew)
        return asked.crew, helpers_of(scene, unit, asked.crew)
    helpers = helpers_of(replace(scene, by=""), unit, task.crew)
    on_deck = isinstance(unit.sheet, Figure) and scene.board is not None and unit.name in scene.board.people
    return len(helpers) if on_deck else task.crew, helpers


def _set_anew(firer: Firer, carried: Carried, weapon: Weapon, asked: ReloadOrder) -> Outcome:
    """Another setting of a phaser, which takes this turn and two hands, or of a disrupter, which takes no time."""
    wanted = setting_of(weapon, asked.setting)
    assert wanted is not None
    sheet = firer.sheet.with_carried(replace(carried, setting=wanted.name))
    if slow := slow_to_set(weapon):
        if firer.spare_hands(carried) < 2:
            raise RuleError(f"{firer.name} needs two hands to set {carried.name} (C3K Weapon list).")
        if asked.counts_turns:
            check_idle(firer.name, firer.sheet)
        sheet = replace(sheet, now=replace(sheet.now, busy=f"sets {carried.name}"))
    return Outcome({firer.name: sheet}, SetAnew(firer.name, carried.name, wanted.name, slow))


def _firearm(carried: Carried, book: Book) -> Weapon:
    arm = arm_of(carried.weapon, book)
    if not isinstance(arm, Weapon):
        raise RuleError(f"{arm.name} is not loaded with anything.")
    return arm


def _check(firer: Firer, carried: Carried, asked: ReloadOrder, gait: Gait) -> None:
    if asked.counts_turns:
        check_idle(firer.name, firer.sheet)
    if isinstance(firer.sheet, Figure):
        check_can_reload(firer.name, firer.sheet, carried, gait, firer.arms)


def _kind(weapon: Weapon, text: str, book: Book) -> str:
    return shell_for(weapon, text, book) if text else ""


def _kinds(book: Book) -> Callable[[Scene], Sequence[str]]:
    def kinds(scene: Scene) -> Sequence[str]:
        units = scene.units.get("name", ())
        spare = [supply for unit in units for carried in unit.sheet.weapons for supply in carried.spare]
        return sorted({shell_name(supply.ammunition, book) for supply in spare if supply.ammunition})

    return kinds


def _card(done: Reloaded | SetAnew | Plans, faces: Faces, book: Book) -> Card:
    if isinstance(done, Plans):
        return plans_card(done, faces)
    if isinstance(done, SetAnew):
        takes = "1 turn and two hands" if done.slow else "no time"
        return Card(f"{done.name} sets {done.weapon} to {done.setting}", (f"Takes {takes} (C3K Weapon list)",))
    takes = f"Takes {counted(done.turns * done.factor, 'turn')}, with two free hands, standing still."
    helped = f"With {done.crew} more" + (f": {sentence(done.helpers)}" if done.helpers else ", by word")
    return Card(
        title=f"{done.name} reloads",
        lines=(carried_line(done.weapon, book), takes, *[helped] * (done.crew > 0)),
        working=(
            "The list's turns less dexterity and extra crew, 1 at least (C3K Reloading)",
            *["Doubled by a wounded arm (C3K Effects of a hit)"] * (done.factor > 1),
        ),
    )
