"""Charges come home: who runs, who meets them, and who comes into contact with whom (C3K Charges)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil

from bot.deck.board import Board, placed
from bot.deck.placing import find_square
from bot.deck.plan import At
from bot.deck.view import Marks
from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, Memory, Sheet, dead
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.fire.veils import stilled
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.melee.contact import Charge, Contact, Response, opponents
from bot.systems.combat3000.melee.reacting import choices, unanswered
from bot.systems.combat3000.moving.rates import Ground, rate_on_foot
from bot.systems.combat3000.moving.ways import (
    SQUARE,
    as_far_as_open,
    facing_after,
    squares_within,
    way_beside,
    within,
)
from bot.systems.marks import takes_part
from bot.systems.seeing import seen_on


@dataclass(frozen=True, slots=True)
class Met:
    """What came of a charge: how many cm the charger went, and whether that brought them into contact; `caught` is who
    was unaware or on the run; `failed` why nothing came of it; and how far the other went.
    """

    name: str
    target: str
    reaction: Response
    gait: str
    cm: Fraction = Fraction(0)
    contact: bool = False
    caught: bool = False
    failed: str = ""
    went: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Clash:
    """The table while charges come home: what has changed on it, what came of each, and which ways were gone."""

    scene: Scene
    book: Book
    after: Mapping[str, Sheet] = field(default_factory=dict)
    met: tuple[Met, ...] = ()
    trails: tuple[tuple[At, ...], ...] = ()

    @property
    def board(self) -> Board | None:
        """The deck as it is now."""
        board: Board | None = self.scene.board
        return board

    @property
    def ledger(self) -> Ledger:
        """What is kept now."""
        return self.scene.ledger or Ledger()

    @property
    def marks(self) -> Marks | None:
        """All ways in one picture; None where nobody went on a deck."""
        return Marks(trails=self.trails) if self.trails else None

    def figure(self, name: str) -> Figure:
        """Somebody as they are now."""
        found: Figure = self.scene.known[name].sheet
        return found

    def having(self, sheets: Mapping[str, Sheet]) -> "Clash":
        """The same with some sheets as they are now."""
        known = {**self.scene.known, **{name: replace(self.scene.known[name], sheet=sheets[name]) for name in sheets}}
        present = {name: known.get(name, unit) for name, unit in self.scene.present.items()}
        units = {
            role: tuple(replace(unit, sheet=sheets.get(unit.name, unit.sheet)) for unit in filled)
            for role, filled in self.scene.units.items()
        }
        scene = replace(self.scene, known=known, present=present, units=units)
        return replace(self, scene=scene, after={**self.after, **sheets})

    def keeping(self, ledger: Ledger) -> "Clash":
        """The same with what is kept as it is now."""
        return replace(self, scene=replace(self.scene, ledger=ledger))

    def remembering(self, name: str, now: Memory) -> "Clash":
        """The same with what somebody remembers of this turn."""
        return self.having({name: replace(self.figure(name), now=now)})

    def going(self, name: str, way: Sequence[At]) -> "Clash":
        """The same with somebody at the end of a way on the deck."""
        if not way or self.board is None:
            return self
        standing = self.board.people[name]
        path = (standing.at, *way)
        facing = facing_after(path, standing.facing)
        board = placed(self.board, name, replace(standing.moved(way[-1]), facing=facing))
        return replace(self, scene=replace(self.scene, board=board), trails=(*self.trails, path))

    def sought_by(self, name: str, *, driven: bool = True) -> "Clash":
        """The same as somebody's side knows it, by which they look for their way; also of whom the referee moves, where
        they are `driven` by what they have begun.
        """
        scene = seen_on(self.scene, self.board)
        seen = scene.as_known_to(scene.known[name], driven=driven)
        return self if seen is scene else replace(self, scene=seen)

    def open_part(self, name: str, way: Sequence[At]) -> Sequence[At]:
        """A way that somebody's side has found as far as nothing is met on it that they didn't know of."""
        if self.scene.known_to is None or self.board is None:
            return way
        return as_far_as_open(self.board, self.board.people[name].at, way, self.closed_to(name))

    def closed_to(self, name: str) -> set[At]:
        """The squares of somebody's living enemies, and those in which time stands still."""
        known, side = self.scene.known, self.scene.known[name].side
        enemies = {at for one, at in self._standing(name) if known[one].side != side and not dead(known[one].sheet)}
        return enemies | (stilled(self.scene.ledger, self.board) if self.board else set())

    def taken(self, name: str) -> set[At]:
        """The squares in which somebody else stands."""
        return {at for _, at in self._standing(name)}

    def _standing(self, name: str) -> Iterator[tuple[str, At]]:
        people = self.board.people if self.board else {}
        return ((one, each.at) for one, each in people.items() if one != name and one in self.scene.known)


def charges_at(ledger: Ledger | None, target: str) -> tuple[Charge, ...]:
    """The charges at somebody that are declared and not answered."""
    return tuple(each for each in ledger.charging if each.target == target) if ledger else ()


def run_of(figure: Figure, book: Book) -> Fraction:
    """How many cm somebody runs in a turn."""
    return rate_on_foot(profile_of(figure, book).walk, "run", Ground.LEVEL, None).cm


def close_in(
    clash: Clash, target: str, how: Response, *, first: str = "", to: str = "", unaware: bool = False
) -> Clash:
    """All who charge somebody come home, after what that one does: on the run they go first, in a countercharge both
    go, as far as their gaits take them. `first` is whom they countercharge, the first of them where none is said.
    """
    charges = charges_at(clash.ledger, target)
    left = tuple(each for each in clash.ledger.charging if each.target != target)
    clash = clash.keeping(replace(clash.ledger, charging=left))
    went = Fraction(0)
    if how is Response.RUN:
        clash, went = _run(clash, target, charges, to)
    meets = (first or charges[0].name) if how is Response.COUNTER else ""
    if not unaware and not helpless(clash.figure(target)):
        clash = clash.remembering(target, _answered(clash.figure(target).now, how))
    for charge in sorted(charges, key=lambda each: each.name != meets):
        clash = _come(clash, charge, how, went, unaware=unaware, meets=charge.name == meets)
    return clash


_ANSWERS = {Response.RUN: "runs away", Response.COUNTER: "countercharges", Response.STAND: "stands to receive a charge"}


def _answered(now: Memory, how: Response) -> Memory:
    """What somebody remembers who has answered a charge, which is all that they do; who stands goes on with what was
    written down for them.
    """
    if (how is Response.STAND and (now.acted or now.task)) or how not in _ANSWERS:
        return now
    left = replace(now, busy=_ANSWERS[how], more=0, task=None, aiming="", drew="")
    return replace(left, gait="run") if how is Response.RUN else left


def _run(clash: Clash, target: str, charges: Sequence[Charge], to: str) -> tuple[Clash, Fraction]:
    """Somebody runs away before the chargers come: to a square that they choose, or else as far from them as can be."""
    figure = clash.figure(target)
    cm = run_of(figure, clash.book)
    board = clash.board
    if charges[0].cm is not None or board is None:
        if to:
            raise RuleError("Where to is said on a deck alone: off it whoever runs goes straight away (ruling B-C14).")
        return clash.remembering(target, replace(figure.now, cm=cm)), cm
    foes = [board.people[each.name].at for each in charges if each.name in board.people]
    if target not in board.people or not foes:
        return clash, Fraction(0)
    here = board.people[target].at
    known = clash.sought_by(target)
    assert known.board is not None, "what is known of a deck is one"
    ways = within(known.board, here, squares_within(cm), known.closed_to(target))
    free = {at: way for at, way in ways.items() if at not in known.taken(target)}
    if to:
        goal = find_square(known.board, to, here.level, to_stand=True)
        if goal not in free or goal == here:
            raise RuleError(f"{target} doesn't get there at a run: choose a free square that is nearer (C3K Run).")
    else:
        goal = max(
            free, key=lambda at: (min(cm_between(at, foe, board.plan.separation) for foe in foes), -len(free[at]))
        )
    way = _free_end(clash.open_part(target, free[goal]), clash.taken(target))
    gone = SQUARE * len(way)
    return clash.going(target, way).remembering(target, replace(figure.now, cm=gone)), gone


def _come(clash: Clash, charge: Charge, how: Response, went: Fraction, *, unaware: bool, meets: bool) -> Clash:
    """One charger comes home, or doesn't."""
    name, target = charge.name, charge.target
    met = Met(name, target, how, charge.gait, went=went)
    if reason := _kept_away(clash, charge):
        return replace(clash, met=(*clash.met, replace(met, failed=reason)))
    if charge.cm is None:
        clash, cm, contact, theirs = _on_deck(clash, charge, meets=meets)
    else:
        gap = charge.cm + went
        runs = run_of(clash.figure(target), clash.book) if meets else Fraction(0)
        theirs = min(runs, max(gap - charge.reach, gap / 2))
        cm, contact = min(charge.reach, gap - theirs), charge.reach + theirs >= gap
    if meets:
        clash = clash.remembering(target, replace(clash.figure(target).now, gait="run" if theirs else "", cm=theirs))
    clash = clash.remembering(name, replace(clash.figure(name).now, gait=charge.gait, cm=cm))
    caught = contact and (unaware or how is Response.RUN)
    if contact:
        new = Contact(name, target, fresh=True, caught=target if caught else "")
        clash = clash.keeping(replace(clash.ledger, contacts=(*clash.ledger.contacts, new)))
    met = replace(met, cm=cm, contact=contact, caught=caught, went=theirs if meets else went)
    return replace(clash, met=(*clash.met, met))


def _kept_away(clash: Clash, charge: Charge) -> str:
    """What keeps a charger from coming home, as things are now; "" for nothing."""
    # Whoever was reached by another charge before their own came home is held by it.
    held = next(iter(opponents(clash.ledger.contacts, charge.name)), "")
    apart = charge.cm is None and (clash.board is None or not {charge.name, charge.target} <= clash.board.people.keys())
    bars = {
        "giving up the fight": not takes_part(clash.scene.known[charge.name]),
        f"in contact with {held}": bool(held),
        "left with nobody to charge": dead(clash.figure(charge.target)),
        "on no deck with them any more": apart,
    }
    return helpless(clash.figure(charge.name)) or next((words for words, bar in bars.items() if bar), "")


def _on_deck(clash: Clash, charge: Charge, *, meets: bool) -> tuple[Clash, Fraction, bool, Fraction]:
    """A charger goes along the shortest way; in a countercharge the other comes towards them along the same one."""
    name, target, board = charge.name, charge.target, clash.board
    assert board is not None, "a charge without a distance is one on a deck"
    start, there = board.people[name].at, board.people[target].at
    known = clash.sought_by(name)
    assert known.board is not None, "what is known of a deck is one"
    try:
        way = way_beside(known.board, start, there, known.closed_to(name), known.taken(name))
    except RuleError:
        return clash, Fraction(0), False, Fraction(0)
    ours = squares_within(charge.reach)
    theirs = squares_within(run_of(clash.figure(target), clash.book)) if meets else 0
    mine = min(ours, len(way), max(len(way) - theirs, ceil(len(way) * ours / max(1, ours + theirs))))
    towards = min(theirs, len(way) - mine)
    path = _free_end(clash.open_part(name, way[:mine]), clash.taken(name))
    clash = clash.going(name, path)
    back = clash.open_part(target, way[::-1][:towards])
    clash = clash.going(target, _free_end(back, clash.taken(target)))
    contact = len(path) + len(back) >= len(way)
    return clash, SQUARE * len(path), contact, SQUARE * len(back)


def all_come(scene: Scene, book: Book) -> Clash:
    """All charges that nobody has answered come home: whoever says nothing stands to receive them, or runs where their
    nerve drives them.
    """
    clash = Clash(scene, book)
    for target in dict.fromkeys(each.target for each in clash.ledger.charging):
        may = choices(scene, scene.known[target], charges_at(clash.ledger, target))
        clash = close_in(clash, target, unanswered(may))
    return clash


def _free_end(way: Sequence[At], taken: set[At]) -> tuple[At, ...]:
    """A way as far as its last square is free."""
    while way and way[-1] in taken:
        way = way[:-1]
    return tuple(way)
