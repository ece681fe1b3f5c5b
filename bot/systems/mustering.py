"""Who comes into a scenario: drawn out of its groups, named, and put where its file says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bot.deck.board import Board, placed
from bot.deck.outlook import seen_from
from bot.deck.placing import around, can_stand, find_square, places_to_stand, put, taken
from bot.deck.plan import At, adjacent, fully_named, neighbours
from bot.deck.portals import reach, shaft_at
from bot.engine.autopilot import Autopilot, Mission
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.scenario import Drawn, OffDeck, Playing, Scenario, Troop
from bot.engine.scene import Game, Scene, Unit
from bot.engine.staging import Staged
from bot.engine.system import System
from bot.systems.names import key_of
from bot.systems.people import MOST_CHARACTERS

T = TypeVar("T")
ANYWHERE = "anywhere"
# What a force's place is called where its side chooses it as the fight begins, and under which those are noted.
CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Muster:
    """A game into which people come, and how far its scenario has come by that; those new to it, in their order.

    `owners` are whose the people of a side are; `former` the ids of those who went with the scenario before, by name.
    """

    system: System
    scenario: Scenario
    game: Game
    playing: Playing
    dice: Dice
    owners: Mapping[str, str] = field(default_factory=dict)
    former: Mapping[str, int] = field(default_factory=dict)
    new: tuple[str, ...] = ()

    @property
    def staged(self) -> Staged:
        """What the book has of scenarios."""
        return staged_of(self.system)

    @property
    def board(self) -> Board:
        """The deck that is up."""
        board: Board = self.game.board
        return board

    @property
    def floor(self) -> str:
        """What the deck that is up is called in the scenario."""
        return self.scenario.decks[self.playing.deck].name

    def with_troop(self, troop: Troop) -> "Muster":
        """The same with some who come: on the deck that is up or off it, or kept for another deck, or in hiding."""
        after = self
        for place, (unit, cups) in enumerate(_drawn(self, troop)):
            after = replace(after, playing=after.playing.having(cups=cups))
            where: tuple[str, ...] = (troop.places[place % len(troop.places)],) if troop.places else ()
            deck = troop.ahead_on if place < troop.ahead else troop.deck
            if deck not in {"", self.floor} or troop.hidden:
                where = tuple(self._room(deck or self.floor) if troop.hidden and at == ANYWHERE else at for at in where)
                sheet = self.system.dump_sheet(unit.sheet)
                kept = OffDeck(unit.name, troop.side, sheet, deck or self.floor, where, troop.hidden)
                kept = replace(kept, mission=troop.mission, to=troop.to)
                after = replace(after, playing=after.playing.having(off=(*after.playing.off, kept)))
            elif troop.places == (CHOICE,):
                after = after.with_unit(unit, ()).told(troop)
                noted = {**after.playing.kept.get(CHOICE, {}), after.new[-1]: 0}
                after = replace(after, playing=after.playing.having(kept={**after.playing.kept, CHOICE: noted}))
            else:
                after = after.with_unit(unit, where, troop.line).told(troop, troop.line)
        return after

    def told(self, orders: Troop | OffDeck, line: int = 0) -> "Muster":
        """The same with the last who has come told by which orders to act, and acting by them if their side acts by
        itself; RuleError names the file's line where the deck has no such place.
        """
        book, name = self.system.piloting, self.new[-1]
        if book is None:
            return self
        there, to = self.board.people.get(name), orders.to
        if to and there is not None:
            self._tried(lambda: find_square(self.board, to, there.at.level, to_stand=True), line)
        elif there is not None and orders.mission is Mission.GUARD:
            to = fully_named(there.at)
        alone = self.game.units[name].side in self.playing.alone
        pilots = {**book.kept(self.game.ledger), name: Autopilot(orders.mission, to, standing=alone)}
        return replace(self, game=self.game.keeping(book.keeping(self.game.ledger, pilots)))

    def _room(self, deck: str) -> str:
        """A room of one of the decks that a die picks, for whoever hides somewhere on it."""
        plan = next(each.plan for each in self.scenario.decks if each.name == deck)
        rooms: list[str] = sorted({room.name for room in self.staged.decks[plan][0].rooms})
        return self.dice.pick(rooms, why="where they hide")

    def with_unit(self, unit: Unit, places: Sequence[str], line: int = 0) -> "Muster":
        """The same with somebody new, on the deck where there are places for them."""
        taken_names = {key_of(name) for name in self.game.units}
        if len(self.game.units) >= MOST_CHARACTERS:
            raise RuleError(f"A campaign holds {MOST_CHARACTERS} characters: remove some first.")
        name, number = unit.name, 2
        while key_of(name) in taken_names:
            name, number = f"{unit.name} ({number})", number + 1
        come = replace(unit, name=name, owner=self.owners.get(unit.side, ""), id=self.former.get(name, 0))
        game = replace(self.game, units=self.game.units.having(come))
        people = {**self.playing.people, unit.name: name}
        after = replace(self, game=game, playing=self.playing.having(people=people), new=(*self.new, name))
        return after.stood(name, places, line) if places else after

    def stood(self, name: str, places: Sequence[str], line: int = 0) -> "Muster":
        """The same with somebody on the deck, at the first of some places with room; RuleError names the file's line
        where the deck has none of them.
        """
        board = self.board

        def stand() -> Board:
            at = square_for(board, places[0], self.dice)
            return put(board, [name], at, foes={name: _foes(self.game, board, self.game.units[name], at)})

        return replace(self, game=replace(self.game, board=self._tried(stand, line)))

    def _tried(self, find: Callable[[], T], line: int) -> T:
        """What is found; RuleError names the file's line, where it is one's."""
        try:
            return find()
        except RuleError as problem:
            where = f"{self.scenario.file}, line {line}: " if line else ""
            raise RuleError(f"{where}{problem}") from None

    def faced(self) -> "Muster":
        """The same with all who are new to it looking to their nearest enemy."""
        board = self.board
        for name in (name for name in self.new if name in board.people):
            at = board.people[name].at
            foes = {name: _foes(self.game, board, self.game.units[name], at)}
            board = put(placed(board, name, None), [name], at, foes=foes)
        return replace(self, game=replace(self.game, board=board))

    def shown(self, kept: Iterable[OffDeck]) -> "Muster":
        """The same with some on the deck who were kept off it."""
        after = self
        for each in kept:
            off = tuple(other for other in after.playing.off if other != each)
            after = replace(after, playing=after.playing.having(off=off))
            unit = Unit(each.name, each.side, self.system.load_sheet(each.sheet))
            after = after.with_unit(unit, each.places).told(each)
        return after


def staged_of(system: System) -> Staged:
    """What a book has of scenarios, which has some."""
    assert system.staged is not None, "only a book with scenarios plays one"
    return system.staged


def people_of(playing: Playing, units: Mapping[str, Unit]) -> Sequence[tuple[str, Unit]]:
    """Everybody of a scenario who is still in the campaign, by the names that it gave them."""
    return [(name, units[called]) for name, called in playing.people.items() if called in units]


def owners_of(game: Game, playing: Playing) -> dict[str, str]:
    """Whose the people of each side are: by those who are there, else as it was said when it was set up."""
    return {**playing.owners, **{unit.side: unit.owner for _, unit in people_of(playing, game.units) if unit.owner}}


def playing_of(staged: Staged, scene: Scene) -> tuple[Scenario, Playing]:
    """The scenario that is played and how far it has come; raises RuleError where none is."""
    playing = staged.playing(scene.ledger)
    if playing is None or playing.name not in staged.scenarios:
        raise RuleError("No scenario is played here: /scenario setup begins one.")
    return staged.scenarios[playing.name], playing


def square_for(board: Board, place: str, dice: Dice) -> At:
    """Where somebody may stand at a place, or near it where it is full; `anywhere`: in a room that a die picks; `in` a
    place that is filled: beside one of its squares that a die picks, beside which nobody is yet.
    """
    if place.casefold().startswith(_INSIDE):
        squares = board.plan.places.get(place[len(_INSIDE) :], ())
        free = [at for at in squares if not any(adjacent(at, other.at) for other in board.people.values())]
        beside = {at: next((near for near in _sides(at) if can_stand(board, near)), None) for at in free}
        open_ones = [near for near in beside.values() if near is not None]
        if not open_ones:
            raise RuleError(f"There is no room left {place}.")
        return dice.pick(open_ones, why="which of them they are in")
    if place.casefold() == ANYWHERE:
        rooms = {room.name for room in board.plan.rooms}
        place = dice.pick([each for each in places_to_stand(board) if each in rooms], why="where on the deck")
    start = _where_lift_is(board, find_square(board, place, to_stand=True))
    # A lift or a lock is soon full: others stand outside of it, as one comes there by its door.
    far = reach(board, start, _THROUGH_DOORS).far
    outside = sorted(far, key=lambda at: (far[at], at))
    here = (at for at in around(board, start) if at.level == start.level)
    near = (at for at in (*here, *outside) if can_stand(board, at) and not taken(board, at))
    found = next(near, None)
    if found is None:
        raise RuleError(f"There is no room left at {place}.")
    return found


def _where_lift_is(board: Board, start: At) -> At:
    """A square of a lift on the level where others are in it already: it is on one alone."""
    shaft = shaft_at(board.plan, start)
    within = [standing.at for standing in board.people.values() if standing.at in shaft]
    return within[0] if within and start.level != within[0].level else start


_INSIDE = "in "
# Room is looked for on this side of a door first, however far away it is.
_THROUGH_DOORS = 1000


def _sides(at: At) -> tuple[At, ...]:
    """The squares at the four sides of one."""
    return tuple(near for near in neighbours(at) if near.x == at.x or near.y == at.y)


def _foes(game: Game, board: Board, unit: Unit, at: At) -> list[At]:
    """Where those of other sides stand: where fog lies, those alone whom somebody there would see, whichever way they
    look.
    """
    others = (other for other in game.units.values() if unit.side and other.side not in {"", unit.side})
    foes = [board.people[other.name].at for other in others if other.name in board.people]
    seen = seen_from(board, at) if game.fog and foes else foes
    return [foe for foe in foes if foe in seen]


def full_cups(groups: Mapping[str, Sequence[Unit]]) -> dict[str, tuple[str, ...]]:
    """Everybody's names in each group, none of them drawn."""
    return {group: tuple(unit.name for unit in units) for group, units in groups.items()}


def _drawn(muster: Muster, troop: Troop) -> list[tuple[Unit, Mapping[str, tuple[str, ...]]]]:
    """Those of a force, each with what is left in the groups after them."""
    if troop.name:
        sheet = muster.system.templates[troop.groups[0]].sheet
        return [(Unit(troop.name, troop.side, _written(muster, troop, sheet)), muster.playing.cups)]
    cups, groups = dict(muster.playing.cups), muster.staged.groups
    people = {unit.name: (group, unit) for group in troop.groups for unit in groups[group]}
    left = [name for group in troop.groups for name in cups[group]]
    if troop.how is Drawn.PICK:
        left.sort(key=lambda name: -muster.staged.worth(people[name][1].sheet))
    found: list[tuple[Unit, Mapping[str, tuple[str, ...]]]] = []
    for _ in range(troop.count.of(len(left), muster.dice, f"how many of the {troop.side}")):
        name = muster.dice.pick(left, why="a draw") if troop.how is Drawn.DRAW else left[0]
        left.remove(name)
        group, unit = people[name]
        cups = {**cups, group: tuple(each for each in cups[group] if each != name)}
        found.append((Unit(name, troop.side, _written(muster, troop, unit.sheet)), cups))
    return found


def _written(muster: Muster, troop: Troop, sheet: Any) -> Any:
    """A sheet with what the force's line says of it."""
    try:
        return muster.system.with_traits(sheet, troop.traits)
    except RuleError as problem:
        raise RuleError(f"{muster.scenario.file}, line {troop.line}: {problem}") from None
