"""What people of AHL's scenarios do that no other fight has: throw charges, and take up weapons that others dropped."""

import re
from dataclasses import dataclass, replace

from bot.deck.placing import places
from bot.deck.plan import At, adjacent, named
from bot.engine.asked import ask, must, typed_order
from bot.engine.cards import Card, counted
from bot.engine.dice import Dice, Faces
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.scenario import Playing
from bot.engine.system import Order, Outcome, Role, Scene, Unit
from bot.engine.typed import match
from bot.systems.ahl.asked.circumstances import InTurn
from bot.systems.ahl.book import Book
from bot.systems.ahl.grenade.on_deck import throw_on_deck
from bot.systems.ahl.ledger import CHARGES_OF, TAKES_WEAPONS, Ledger
from bot.systems.ahl.sheet.character import Carried, Condition
from bot.systems.ahl.tables import Weapon

_FURTHEST = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class ThrowCharge(InTurn):
    """`/scenario throw`."""

    verb = "scenario throw"
    about = "Throw a demolition charge of the scenario, up to eight squares: it goes off where it was aimed"
    roles = (Role("name", alone=True, fights=True, wording="Who throws"),)
    at: str = must("Which square, place or person", kind=Kind.TYPED, suggest=places)


@dataclass(frozen=True, kw_only=True, slots=True)
class TakeWeapon(InTurn):
    """`/scenario take`."""

    verb = "scenario take"
    about = "Take up a weapon that somebody who is out has dropped, where the scenario lets one"
    roles = (
        Role("name", alone=True, fights=True, wording="Who takes it"),
        Role("from", needed=True, wording="Who has dropped it"),
    )
    weapon: str | None = ask(None, "Which; left out, the first", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class ChargeThrown:
    """Who has thrown a charge, at which square, over how many squares."""

    name: str
    at: At
    squares: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Who has taken up whose weapon, with which skill."""

    name: str
    of: str
    weapon: str
    skill: int


def scenario_orders(book: Book) -> tuple[Order, ...]:
    """Both orders; each is refused where no scenario has that rule."""

    def take(scene: Scene, asked: TakeWeapon, _: Dice) -> Outcome:
        return _take(scene, asked, book)

    return (
        typed_order(ThrowCharge, _throw, _thrown_card),
        typed_order(TakeWeapon, take, _taken_card),
    )


def _playing(scene: Scene, rule: str, refusal: str) -> Playing:
    """The scenario that is played, if it has that special rule; else RuleError."""
    ledger: Ledger | None = scene.ledger
    if ledger is None or ledger.scenario is None:
        raise RuleError("No scenario is played here: /scenario setup begins one.")
    if not ledger.scenario.said_with(rule):
        raise RuleError(f"In {ledger.scenario.name} {refusal}.")
    return ledger.scenario


def _throw(scene: Scene, asked: ThrowCharge, _: Dice) -> Outcome:
    """Up to eight squares, without a throw to hit and without scatter; as a satchel charge (AHL scenario V, R-155)."""
    _playing(scene, CHARGES_OF, "nobody has a charge to throw")
    unit = scene.one("name")
    throw = throw_on_deck(scene, scene.board, unit, asked.at)
    if throw.squares > _FURTHEST:
        far = f"{named(throw.target)} is {counted(throw.squares, 'square')} away"
        raise RuleError(f"{far}: a charge flies {_FURTHEST} at most (R-155).")
    blast = replace(said("blast", cause="satchel", at=named(throw.target)), by=scene.by)
    return Outcome({}, ChargeThrown(unit.name, throw.target, throw.squares), then=(blast,))


def _thrown_card(thrown: ChargeThrown, _: Faces) -> Card:
    where = f"{named(thrown.at)}, {counted(thrown.squares, 'square')}"
    return Card(f"{thrown.name} throws a demolition charge at {where}", ("It goes off at once (R-155)",))


_SKILLS = re.compile(r"(pistols|rifles|energy|others) ([+\-−][0-9])")


def _take(scene: Scene, asked: TakeWeapon, book: Book) -> Outcome:
    """A weapon that somebody who is out has dropped, in this square or one beside it; it is in hand then (AHL scenario
    VI.1).
    """
    playing = _playing(scene, TAKES_WEAPONS, "nobody takes up what others have dropped")
    unit, other, board = scene.one("name"), scene.one("from"), scene.board
    called = next((name for name, now in playing.people.items() if now == unit.name), "")
    skills = next((said for said in playing.said_with(TAKES_WEAPONS) if said.partition(":")[0] == called), "")
    if not skills:
        raise RuleError(f"{unit.name} takes up nothing that others have dropped.")
    if other.sheet.condition is Condition.ACTIVE or not other.sheet.weapons:
        raise RuleError(f"{other.name} has dropped nothing.")
    people = board.people if board else {}
    if not {unit.name, other.name} <= people.keys() or not adjacent(people[unit.name].at, people[other.name].at):
        raise RuleError(f"{unit.name} must be beside {other.name} to take it up.")
    carried = _dropped(other, asked.weapon)
    skill = _skill(dict(_SKILLS.findall(skills)), book.weapons[carried.weapon])
    mine = replace(carried, skill=skill)
    left = tuple(each for each in other.sheet.weapons if each is not carried)
    rest = tuple(each for each in unit.sheet.weapons if each.weapon != mine.weapon)
    after = {
        unit.name: replace(unit.sheet, weapons=(mine, *rest)),
        other.name: replace(other.sheet, weapons=left),
    }
    return Outcome(after, Taken(unit.name, other.name, mine.weapon, skill))


def _dropped(other: Unit, weapon: str | None) -> Carried:
    names = [each.weapon for each in other.sheet.weapons]
    carried: Carried = other.sheet.weapons[names.index(match(weapon, names, what="weapon")) if weapon else 0]
    return carried


def _skill(skills: dict[str, str], weapon: Weapon) -> int:
    """The skill with a kind of weapon by what the scenario says: energy weapons are plasma and fusion guns."""
    pistol = "pistol" in weapon.name.casefold() or weapon.name == "Revolver"
    kind = "energy" if weapon.high_energy else "pistols" if pistol else "rifles"
    return int(skills.get(kind, skills.get("others", "0")).replace("−", "-"))


def _taken_card(taken: Taken, _: Faces) -> Card:
    skill = f"{taken.skill:+d}".replace("-", "−")
    return Card(f"{taken.name} takes up the {taken.weapon} of {taken.of}", (f"Skill {skill} (AHL Scenario VI.1)",))
