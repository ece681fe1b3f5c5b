"""`/repair`: somebody tries to mend a weapon that jammed or was damaged (C3K Breakdowns and repairs)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from bot.engine.asked import typed_odds, typed_order
from bot.engine.cards import Card, Tone, check_line, modifier_line
from bot.engine.dice import Dice, Faces
from bot.engine.system import Odds, Order, Outcome, Scene, Unit, Values
from bot.engine.typed import match
from bot.systems.combat3000.asked.keeping import ImaginedRepair, RepairOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Profile, Sheet, Working
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.fire.plan import check_idle
from bot.systems.combat3000.loading.reloading import (
    Mending,
    RepairAttempt,
    Repairer,
    after_attempt,
    check_broken,
    check_can_repair,
    ever_mended,
    repair,
)
from bot.systems.combat3000.orders.done import gait_meant

_BROKEN = {Working.JAMMED, Working.DAMAGED}


@dataclass(frozen=True, slots=True)
class RepairResult:
    """Who tried to mend what, what came of it, and how likely further attempts are to mend it in the end."""

    who: str
    weapon: str
    attempt: RepairAttempt
    ever: Fraction


def repair_order(book: Book) -> Order:
    """`/repair`: a decimal die plus dexterity; 9 or more mends, below 3 it never will be (ruling B-R6)."""

    def decide(scene: Scene, asked: RepairOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        firer = firer_of(unit.name, unit.sheet, book, "repair anything")
        carried = _which(unit.sheet, asked.weapon, unit.name)
        if isinstance(unit.sheet, Figure):
            check_can_repair(unit.name, unit.sheet, carried, gait_meant(scene, unit, asked.gait), firer.arms)
        else:
            # The crew repairs what is mounted, as it reloads that: the book says no more of them than of anybody.
            check_broken(carried)
        if asked.counts_turns:
            check_idle(unit.name, unit.sheet)
        own = Repairer(firer.profile.dexterity, asked.dm, asked.because)
        attempt = repair(own, dice)
        after = unit.sheet.with_carried(after_attempt(carried, attempt.mending))
        after = replace(after, now=replace(after.now, busy="repairs"))
        return Outcome(
            {unit.name: after},
            RepairResult(unit.name, carried.name, attempt, ever_mended(Repairer(firer.profile.dexterity))),
        )

    return typed_order(RepairOrder, decide, _card, odds=_odds(book), offers={"weapon": _broken})


def _broken(scene: Scene) -> Sequence[str]:
    units = scene.units.get("name", ())
    return [carried.name for unit in units for carried in unit.sheet.weapons if carried.working in _BROKEN]


def _which(sheet: Sheet, text: str, who: str) -> Carried:
    """The weapon that was named, or the first that needs mending."""
    if text:
        return sheet.carried(text, who)
    broken = next((carried for carried in sheet.weapons if carried.working in _BROKEN), None)
    return broken or sheet.carried("", who)


def _card(result: RepairResult, faces: Faces) -> Card:
    check, mending = result.attempt.check, result.attempt.mending
    words = {Mending.MENDED: "repaired, usable next turn", Mending.LOST: "it can never be repaired"}
    line = check_line(check, faces.take(check.why), words.get(mending, "try again next turn"))
    return Card(
        f"{result.who} tries to repair {result.weapon}",
        (line, *_further(result)),
        (
            "A decimal die and dexterity: 9 or more mends, below 3 ends all attempts (C3K Breakdowns and repairs)",
            *(modifier_line(modifier) for modifier in check.modifiers),
        ),
        tone={Mending.MENDED: Tone.GOOD, Mending.LOST: Tone.BAD}.get(mending, Tone.PLAIN),
    )


def _further(result: RepairResult) -> Iterator[str]:
    if result.attempt.mending is Mending.AGAIN:
        yield f"Whoever keeps trying mends it in {result.ever.numerator} of {result.ever.denominator} cases"


def _odds(book: Book) -> Odds:
    """Chances by a dexterity alone: any weapon of the lists is mended alike."""

    def imagine(asked: ImaginedRepair) -> Scene:
        said = asked.weapon
        name = match(said, [weapon.name for weapon in book.weapons.values()], what="weapon") if said else "the weapon"
        jammed = Carried(name, "", Hand.RIGHT, working=Working.JAMMED)
        figure = Figure(profile=Profile(dexterity=asked.dexterity), weapons=(jammed,))
        return Scene({"name": (Unit("somebody", "", figure),)})

    return typed_odds(
        ImaginedRepair,
        imagine,
        lambda result: str(result.attempt.mending.value),
        tuple(Mending),
        besides=partial(_in_the_end, book),
    )


def _in_the_end(book: Book, scene: Scene, _: Values) -> list[tuple[str, Fraction]]:
    """How likely whoever keeps trying is to mend it at last."""
    unit = scene.one("name")
    dexterity = firer_of(unit.name, unit.sheet, book, "repair anything").profile.dexterity
    return [("Repaired in the end, if they keep trying", ever_mended(Repairer(dexterity)))]
