"""Who fights whom in a round of close combat, with what, and who can't strike back (C3K Close combat)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from bot.deck.board import Board
from bot.deck.passage import can_pass
from bot.deck.plan import adjacent
from bot.engine.cards import sentence, whose
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.combat3000.actions import check_outside
from bot.systems.combat3000.asked.melee import MeleeOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, aloft, dead
from bot.systems.combat3000.fire.firer import firer_of
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.ledger import turn_of
from bot.systems.combat3000.melee.blows import Striker
from bot.systems.combat3000.melee.contact import Contact, fights_of, opponents
from bot.systems.combat3000.melee.fight import Intended
from bot.systems.combat3000.melee.wielding import close_profile, has_any, wielded_by
from bot.systems.combat3000.moving.moved import cm_words
from bot.systems.combat3000.turn import UNORDERED
from bot.systems.marks import takes_part

FIGHTS = "fights in close combat"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of close combat before any die: the contacts in which is fought, who takes part, what each means to
    strike, and why some strike no blow, by name.
    """

    contacts: tuple[Contact, ...]
    units: Mapping[str, Unit]
    intended: tuple[Intended, ...]
    idle: Mapping[str, str]


def set_up(scene: Scene, asked: MeleeOrder, book: Book) -> Round:
    """The round that an order asks for. Raises RuleError where nobody is in contact, and for a blow that can't be."""
    contacts = _fought(scene, asked, book)
    names = tuple(dict.fromkeys(name for each in contacts for name in each.both))
    said = {unit.name: unit for units in scene.units.values() for unit in units}
    units = {name: said.get(name) or scene.known[name] for name in names}
    idle = {name: why for name in names if (why := _unable(units[name], contacts, scene, asked))}
    striking = [name for name in names if name not in idle]
    intended = [blow for name in striking for blow in _blows(name, units, contacts, idle, scene, asked, book)]
    prisoners = [name for name in names if not takes_part(units[name])]
    if striking and prisoners and not intended:
        raise RuleError(
            f"{sentence(prisoners)} {'has' if len(prisoners) == 1 else 'have'} surrendered: name as target whom they "
            "strike all the same."
        )
    return Round(contacts, units, tuple(intended), idle)


def touching(scene: Scene) -> tuple[Contact, ...]:
    """Those in base contact: on a deck they stand side by side with nothing between (ruling B-C11)."""
    contacts = scene.ledger.contacts if scene.ledger else ()
    return tuple(
        each
        for each in contacts
        if side_by_side(scene.board, *each.both) is not False and not _of_one_side(scene, each)
    )


def _of_one_side(scene: Scene, contact: Contact) -> bool:
    """Whether the two have come to be of one side since they came into contact."""
    one, other = (scene.known[name].side if name in scene.known else "" for name in contact.both)
    return one == other != ""


def side_by_side(board: Board | None, one: str, other: str) -> bool | None:
    """Whether two stand side by side on the deck with nothing between; None where they aren't both on one."""
    if board is None or not {one, other} <= board.people.keys():
        return None
    at, there = board.people[one].at, board.people[other].at
    return at == there or (adjacent(at, there) and can_pass(board, at, there))


def _fought(scene: Scene, asked: MeleeOrder, book: Book) -> tuple[Contact, ...]:
    """The contacts in which is fought now: the whole fights of those named, or all of the orderer's."""
    if not scene.only_odds:
        _check_able(scene, book)
    known = touching(scene)
    known = (*known, *_said(scene, asked, known))
    found = fights_of(known, [unit.name for unit in scene.all("name")])
    if not found:
        named = _named(scene)
        who = f"{named[0]} isn't" if len(named) == 1 else "None of them is"
        raise RuleError(f"{who} in base contact with an enemy: /charge brings them into it (C3K Charges).")
    return _in_this_turn(scene, found) if asked.counts_turns and not scene.only_odds else found


def _check_able(scene: Scene, book: Book) -> None:
    """Raise RuleError for somebody named who can't strike."""
    for unit in scene.all("name") if _named(scene) else ():
        firer_of(unit.name, _figure(unit), book, "strike")
        if not takes_part(unit):
            raise RuleError(f"{unit.name} has surrendered, and strikes nobody.")


def _in_this_turn(scene: Scene, found: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """Those in which blows may be struck in this turn: not what came about in it, nor where they have been struck."""
    ready = tuple(each for each in found if not each.fresh)
    if not ready:
        both = sentence(found[0].both)
        raise RuleError(
            f"{both} came into contact in this turn, and blows begin in the next: /phase goes on (ruling B-C3)."
        )
    memory = {name: scene.known[name].sheet.now for each in ready for name in each.both}
    over = {name for name, now in memory.items() if now.busy == FIGHTS}
    done = fights_of(ready, over)
    if done == ready or fights_of(done, _named(scene)):
        raise RuleError(f"{sentence(sorted(over))} fought in this turn: /phase ends the turn (C3K The game turn).")
    fired = next((name for name in _named(scene) if name in memory and memory[name].target), "")
    if fired:
        raise RuleError(f"{fired} has fired this turn: /phase ends the turn (C3K The game turn).")
    return tuple(each for each in ready if each not in done)


def _said(scene: Scene, asked: MeleeOrder, known: Sequence[Contact]) -> Iterator[Contact]:
    """Those named with a target who aren't known to be in contact; RuleError where they can't be."""
    acting, targets = scene.all("name"), scene.all("target")
    if not _named(scene) and len(acting) > 1:
        acting = ()
    if len(targets) > 1 and len(acting) > 1 and len(targets) != len(acting):
        raise RuleError("Name one target for all who strike, or one for each of them in the same order.")
    pairs = list(zip(acting, targets, strict=True)) if len(acting) == len(targets) else list(product(acting, targets))
    for one, other in pairs:
        check_enemy(one, other, "strike")
        if other.name not in opponents(known, one.name):
            _check_contact(scene, asked, one.name, other.name)
            yield Contact(one.name, other.name)


def check_enemy(one: Unit, other: Unit, act: str) -> None:
    """Raise RuleError for whom nobody charges or strikes: themselves, a friend, the dead, a vehicle."""
    if one.name == other.name:
        raise RuleError(f"{one.name} cannot {act} themselves: name an enemy.")
    if one.side and one.side == other.side:
        raise RuleError(f"{other.name} is on {whose(one.name)} side: name an enemy to {act}.")
    if dead(other.sheet):
        raise RuleError(f"{other.name} has been killed already: choose another target.")
    _figure(one)
    _figure(other)


def _figure(unit: Unit) -> Figure:
    if not isinstance(unit.sheet, Figure):
        raise RuleError(f"{unit.name} is a vehicle, and close combat is between figures (C3K Close combat).")
    check_outside(unit.name, unit.sheet, "C3K Close combat")
    if aloft(unit.sheet):
        raise RuleError(
            f"{unit.name} is {cm_words(unit.sheet.height)} up, and close combat is on the ground: come down first, "
            "with /move values:down (C3K Flying, Close combat)."
        )
    return unit.sheet


def _check_contact(scene: Scene, asked: MeleeOrder, one: str, other: str) -> None:
    """Raise RuleError where two aren't in base contact; where no turn is kept and no deck shows it, naming them says
    that they are.
    """
    together = side_by_side(scene.board, one, other)
    if scene.only_odds or asked.contact or (turn_of(scene) is None and together is not False):
        return
    raise RuleError(f"{one} isn't in base contact with {other}: /charge brings them into it (C3K Charges).")


def _unable(unit: Unit, contacts: Sequence[Contact], scene: Scene, asked: MeleeOrder) -> str:
    """Why somebody strikes no blow in this round; "" for whoever does."""
    if not takes_part(unit):
        return "has surrendered"
    if reason := helpless(unit.sheet):
        return reason
    if asked.unaware and unit in scene.all("target"):
        return "unaware"
    if any(each.caught == unit.name and not each.rounds for each in contacts):
        return "caught unaware or on the run"
    return ""


def _blows(
    name: str,
    units: Mapping[str, Unit],
    contacts: Sequence[Contact],
    idle: Mapping[str, str],
    scene: Scene,
    asked: MeleeOrder,
    book: Book,
) -> Iterator[Intended]:
    """What somebody strikes: with each weapon a blow, at the target that they chose, or else whoever came first and
    hasn't surrendered.
    """
    figure: Figure = units[name].sheet
    chosen = {unit.name for unit in scene.all("target")}
    against = (each for each in opponents(contacts, name) if not dead(units[each].sheet))
    standing = [each for each in against if takes_part(units[each]) or each in chosen]
    first = _first(name, standing, scene)
    at = sorted(standing, key=lambda each: each != first)
    free = frozenset(idle) & {*at} if at and at[0] in idle else frozenset()
    at = [each for each in at if each in free] if free else at
    weapons = wielded_by(name, figure, _weapon_text(name, figure, scene, asked, book), book)
    rounds = max(each.rounds for each in contacts if name in each.both)
    dm, because = (asked.dm, asked.because) if name in _named(scene) else (0, "")
    for wielded in weapons if at else ():
        striker = Striker(name, close_profile(figure, book), wielded, rounds + 1, len(standing), len(weapons))
        yield Intended(striker, tuple(at), free, dm, because)


def _named(scene: Scene) -> tuple[str, ...]:
    """Those whom the order named; nobody where it left them out."""
    return () if "name" in scene.unnamed else tuple(unit.name for unit in scene.all("name"))


def _first(name: str, standing: Sequence[str], scene: Scene) -> str:
    """Whom somebody strikes first, by the order in which targets were named; "" where it was none of theirs."""
    named, targets = _named(scene), [unit.name for unit in scene.all("target")]
    if len(named) == len(targets) > 1 and name in named:
        targets = [targets[named.index(name)]]
    return next((target for target in targets if target in standing), "")


def _weapon_text(name: str, figure: Figure, scene: Scene, asked: MeleeOrder, book: Book) -> str:
    """The weapons that were named for somebody: of several who have none of them use what they have."""
    if name in _named(scene):
        text, several = asked.weapon, len(_named(scene)) > 1
    else:
        targets = [unit.name for unit in scene.all("target")]
        text, several = asked.back if name in targets else "", len(targets) > 1
    if text and (not several or has_any(figure, text)):
        return text
    return _beforehand(name, figure, scene, book)


def _beforehand(name: str, figure: Figure, scene: Scene, book: Book) -> str:
    """The weapons that somebody wrote down to strike with, if they have them in hand; of others' nobody who asks for
    odds knows.
    """
    turn = turn_of(scene)
    if turn is None or (scene.only_odds and scene.by and scene.known[name].owner != scene.by):
        return ""
    text = turn.orders.get(name, UNORDERED).strikes
    try:
        wielded_by(name, figure, text, book)
    except RuleError:
        return ""
    return text


def after_round(fought: Round, contacts: Sequence[Contact], figures: Mapping[str, Figure]) -> tuple[Contact, ...]:
    """All contacts after a round: it counts in those in which was fought, and those of the dead are over."""
    pairs = [{*each.both} for each in fought.contacts]
    kept = [each for each in contacts if {*each.both} not in pairs]
    struck = [replace(each, rounds=each.rounds + 1, fresh=False, caught="") for each in fought.contacts]
    return (*kept, *(each for each in struck if not any(figures[name].killed for name in each.both)))
