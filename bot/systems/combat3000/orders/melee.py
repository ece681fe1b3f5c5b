"""`/melee`: all who are in base contact strike, in the order of their sub-phases (C3K Close combat)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.deck.view import Marks
from bot.engine.asked import maker, typed_odds, typed_order
from bot.engine.dice import Dice
from bot.engine.system import InTwoSteps, Odds, Order, Outcome, Scene, Unit, Values
from bot.systems.combat3000.asked.melee import ImaginedMelee, MeleeOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Profile
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.loading.arming import arms, carry, named
from bot.systems.combat3000.melee.fight import BlowDone, fight
from bot.systems.combat3000.melee.round import FIGHTS, Round, after_round, set_up
from bot.systems.combat3000.options import options_of
from bot.systems.combat3000.wording.hits import HIT_OUTCOMES
from bot.systems.combat3000.wording.melee import MeleeReport, melee_card, told_of

# These rules do little on each branch.
MOST_WORK = 200_000
_MADE = maker(MeleeOrder)


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """A round of close combat: who was in it, every blow, why some struck none; and what became of one of them."""

    fighters: tuple[str, ...]
    blows: tuple[BlowDone, ...]
    idle: tuple[tuple[str, str], ...]
    fate: str = ""


def melee_order(book: Book) -> Order:
    """`/melee`: roles name, whose fights are fought, and target, whom they strike by choice."""

    def prepare(scene: Scene, asked: MeleeOrder) -> Callable[[Dice], Outcome]:
        return _thrown(scene, asked, set_up(scene, asked, book), book)

    def apart(scene: Scene, values: Values) -> list[tuple[str, Callable[[Dice], Outcome]]]:
        asked = _MADE(values)
        fought = set_up(scene, asked, book)
        return [(name, _thrown(scene, asked, fought, book, of=name)) for name in fought.units]

    return typed_order(MeleeOrder, InTwoSteps(prepare), melee_card, odds=_odds(book, apart), plain=_report)


def _report(result: MeleeResult) -> MeleeReport:
    return MeleeReport(result.fighters, tuple(map(told_of, result.blows)), result.idle)


def _thrown(scene: Scene, asked: MeleeOrder, fought: Round, book: Book, of: str = "") -> Callable[[Dice], Outcome]:
    """Resolve a round by dice; its result tells what became `of` one, marks of stun from before not counted."""
    before: dict[str, Figure] = {name: unit.sheet for name, unit in fought.units.items()}
    if scene.only_odds:
        before = {name: replace(figure, stunned_now=0) for name, figure in before.items()}
    options = options_of(asked)

    def throw(dice: Dice) -> Outcome:
        blows, figures = fight(fought.intended, before, book, options, dice, shortly=scene.only_odds)
        result = MeleeResult(
            tuple(before), blows, tuple(fought.idle.items()), _fate(before[of], figures[of]) if of else ""
        )
        if scene.only_odds:
            return Outcome({}, result)
        ledger = scene.ledger or Ledger()
        contacts = after_round(fought, ledger.contacts, figures)
        after, people = _remembered(figures, blows, fought), scene.board.people if scene.board else {}
        about = tuple(people[name].at for name in before if name in people)
        marks = Marks(about=about, blows=tuple(filter(None, (each.seen for each in blows))))
        ledger = replace(ledger, contacts=contacts)
        return Outcome(after, result, ledger, marks=marks if marks.about else None, throwers=tuple(before))

    return throw


def _remembered(figures: Mapping[str, Figure], blows: tuple[BlowDone, ...], fought: Round) -> dict[str, Figure]:
    """Everybody who fought, who has done their one thing of the turn, and whoever was struck."""
    struck = {done.target for done in blows if done.struck}
    after = {}
    for name, figure in figures.items():
        now = replace(figure.now, struck=figure.now.struck or name in struck)
        if name not in fought.idle:
            now = replace(now, busy=FIGHTS, more=0, task=None, aiming="", drew="")
        after[name] = replace(figure, now=now)
    return after


def _fate(before: Figure, after: Figure) -> str:
    """What became of somebody in a round, in a word."""
    if after.killed and not before.killed:
        return "Killed"
    if after.wound_points > before.wound_points:
        return "Wounded"
    return "Stunned" if after.stunned_now else "No effect"


def _odds(book: Book, apart: Callable[[Scene, Values], list[tuple[str, Callable[[Dice], Outcome]]]]) -> Odds:
    """Chances for all who are in it, each under their name; by plain numbers with two who are made up."""

    def imagine(asked: ImaginedMelee) -> Scene:
        one = Profile(strength=asked.strength, dexterity=asked.dexterity, reflex=asked.reflex)
        other = Profile(strength=asked.their_strength, dexterity=asked.their_dexterity, reflex=asked.their_reflex)
        rows = {code: armour.name for code, armour in book.armour.items()}
        pieces = [each for each in asked.armour.split(",") if each.strip() not in {"", "none"}]
        worn = tuple(named(each, rows, "armour") for each in pieces)
        attacker = replace(Figure(profile=one), weapons=_imagined(asked.weapon, book))
        target = replace(Figure(profile=other, armour=worn), weapons=_imagined(asked.back, book))
        units = {"name": (Unit("the attacker", "a", attacker),), "target": (Unit("the target", "b", target),)}
        return Scene(units, known={unit.name: unit for each in units.values() for unit in each})

    names = (*(weapon.name for weapon in book.close.values()),)
    offers = {"weapon": names, "back": names, "armour": ("none", *(each.name for each in book.armour.values()))}
    return typed_odds(ImaginedMelee, imagine, _outcome, HIT_OUTCOMES, offers=offers, apart=apart, most_work=MOST_WORK)


def _imagined(text: str, book: Book) -> tuple[Carried, ...]:
    """The weapons that were named, in hand: one that takes two in both, of two one in each."""
    listed = arms(book)
    codes = [named(each, listed, "weapon") for each in text.split(",") if each.strip()]
    figure = Figure()
    for code in codes:
        hand = None if len(codes) == 1 else (Hand.RIGHT, Hand.LEFT)[min(1, len(figure.weapons))]
        figure = figure.with_carried(carry(figure, code, book, hand=hand))
    return figure.weapons


def _outcome(result: MeleeResult) -> str:
    return result.fate
