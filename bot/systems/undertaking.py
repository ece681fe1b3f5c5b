"""What those of a scenario do of themselves besides fighting: whoever is told to go on looks for what it hides, goes
where its special rules draw them, and from deck to deck; a side that acts by itself is put on the deck, and names its
pilots.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.board import Board, Standing
from bot.deck.passage import is_solid
from bot.deck.placing import can_stand, places_to_stand, taken
from bot.deck.plan import AHEAD, At, at_of, fully_named, moved, named, range_between
from bot.deck.portals import Reachable, lift_of, lifts_dead, reach, shaft_at
from bot.engine.autopilot import Autopilot, Idea, Mission
from bot.engine.due import Due, said
from bot.engine.scenario import Playing, Scenario
from bot.engine.scene import Game, Said, Unit
from bot.engine.staging import Draw
from bot.engine.system import System
from bot.systems.errands import DOOR
from bot.systems.floors import NEXT_DECK, WENT
from bot.systems.goals import SEARCHES, lying, unsearched
from bot.systems.marks import burden, takes_part
from bot.systems.mustering import staged_of
from bot.systems.ruled import stages
from bot.systems.seeing import view_of
from bot.systems.specials import CLEARED, PILOTS

# To look for what a scenario is about is worth more than a fair shot, and less than a good one.
_LOOKS, _DOES, _LEFT = 0.3, 1.8, 0.05
# Of so many rooms a side tries each for somebody whom it puts on the deck.
_MOST_ROOMS = 12
# Whoever is so near to a ladder or a lift comes along, if so great a part of those who go on are there.
_NEAR, _ENOUGH = 3, 2 / 3


@dataclass(frozen=True)
class Undertaking:
    """A scenario that is played, as somebody of it goes about it."""

    system: System
    game: Game
    scenario: Scenario
    playing: Playing

    @property
    def board(self) -> Board:
        """The deck that is up."""
        board: Board = self.game.board
        return board

    @property
    def phase(self) -> int:
        """The phase, 0 where the turn is planned."""
        return self.system.squads.moment(self.game.ledger)[1]

    def bound(self, name: str, pilot: Autopilot) -> Autopilot:
        """By what orders somebody acts just now who is told to go on: to the nearest square of what is next; hunting
        where nothing is, or where the enemy has been seen.
        """
        hunts = replace(pilot, orders=Mission.HUNT, to="")
        if pilot.orders is not Mission.GO_ON or name not in self.board.people:
            return hunts if pilot.orders is Mission.GO_ON else pilot
        here = self.board.people[name].at
        reached = reach(self.board, here, DOOR, climbs=True)
        for squares, purpose in self._draws(self.game.units[name], reached):
            if near := min(
                (at for at in squares if at in reached.far), key=lambda at: (reached.far[at], at), default=None
            ):
                return replace(pilot, orders=Mission.ADVANCE, to=fully_named(near), purpose=f" {purpose}")
        return hunts

    def _draws(self, unit: Unit, reached: Reachable) -> Iterator[tuple[Sequence[At], str]]:
        """The squares where somebody is drawn, those of the most wanted first, and what for."""
        if not burden(unit):
            sought = [(at, beside) for at in self.sought for beside in _sides(self.board, at, reached.far)]
            # Of several each goes where nobody else is nearer, as long as there is any such.
            yield [beside for at, beside in sought if self._is_nearest(unit, at)], "to look for what is hidden"
            yield [beside for _, beside in sought], "to look for what is hidden"
        yield from (([at_of(each) for each in draw.squares], f"and {draw.why}") for draw in self.drawn(unit))
        left = [self.board.people[foe.name].at for foe in self._left_alive(unit)]
        yield [beside for at in left for beside in _around(self.board, at, reached.far)], "where an enemy lies alive"
        if not self._clears(unit):
            yield [at for at, _ in self.ways], "to leave this deck"

    @property
    def sought(self) -> Sequence[At]:
        """The squares in which nobody has looked for what is hidden, and those where something of it lies open."""
        of = self.scenario, self.playing, self.board
        return [*unsearched(*of), *lying(*of)]

    def _is_nearest(self, unit: Unit, at: At) -> bool:
        """Whether nobody else of their side with a hand free is nearer to a square, the first by name of equals."""
        people, apart = self.board.people, self.board.plan.separation
        own = (each for each in self.game.present.values() if each.side == unit.side and self._able(each))
        free = (each.name for each in own if not burden(each))
        return unit.name == min(free, key=lambda name: (range_between(people[name].at, at, apart), name), default="")

    def _has_to_look(self, units: Sequence[Unit]) -> bool:
        """Whether one of some with a hand free can come to where something is to be looked for."""
        free = next((self.board.people[unit.name].at for unit in units if not burden(unit)), None)
        if free is None:
            return False
        far = reach(self.board, free, DOOR, climbs=True).far
        return any(beside in far for at in self.sought for beside in _sides(self.board, at, far))

    def drawn(self, unit: Unit) -> Iterator[Draw]:
        """Where the special rules draw somebody."""
        for ruling, stage in stages(self.system, self.scenario, self.playing, self.game):
            if ruling.draws and (draw := ruling.draws(stage, unit)) and draw.squares:
                yield draw

    def _clears(self, unit: Unit) -> bool:
        """Whether the side of somebody clears a deck before it goes on."""
        return any(each.name == CLEARED and each.about == unit.side for each in self.scenario.specials)

    def _kills(self, unit: Unit) -> bool:
        """Whether the side of somebody wins once all of another are dead."""
        others = {f"{each.name} are dead" for each in self.scenario.sides if each.name != unit.side}
        return any(each.winner == unit.side and each.words in others for each in self.scenario.objectives)

    def _left_alive(self, unit: Unit) -> list[Unit]:
        """The enemies who are out, but alive, in sight of a side that clears a deck before it goes on, or wins by their
        death alone.
        """
        if not (self._clears(unit) or self._kills(unit)):
            return []
        mark, people = self.system.squads.mark, self.board.people
        shown = [(each, mark(each.sheet)) for each in self.game.present.values() if each.side != unit.side]
        left = [each for each, told in shown if told.out and not told.dead and takes_part(each)]
        view = view_of(self.system.squads, self.game, unit.side, {}) if left else ()
        return [each for each in left if people[each.name].at in view]

    @property
    def ways(self) -> list[tuple[At, tuple[str, ...]]]:
        """The squares at which a way leads to the deck that is next, and what it is called there and further on."""
        floors = [each.name for each in self.scenario.decks]
        here, further = floors[self.playing.deck], floors[self.playing.deck + 1 : self.playing.deck + 3]
        if not further:
            return []
        # One that is known to be out of order leads nowhere.
        places, dead, found = self.board.plan.places, lifts_dead(self.board), []
        for way in self.scenario.ways:
            if here in way.places and further[0] in way.places:
                ends = tuple(dict.fromkeys(way.places[floor] for floor in further if floor in way.places))
                found += [(at, ends) for at in places.get(way.places[here], ())]
        return [(at, ends) for at, ends in found if at not in dead]

    @property
    def _passable(self) -> list[tuple[At, tuple[str, ...]]]:
        """Those of the ways on by which one may leave now: by a ladder, or by a lift that has come."""
        return [(at, ends) for at, ends in self.ways if self._has_come(at)]

    def _has_come(self, at: At) -> bool:
        """Whether the lift of a square stands open there, or somebody is in it; what is no lift is there anyhow."""
        board = self.board
        if not (shaft := shaft_at(board.plan, at)):
            return True
        lift = lift_of(board, shaft)
        within = any(standing.at in shaft and standing.at.level == at.level for standing in board.people.values())
        return lift.ride is None and (lift.level == at.level or within)

    def ideas(self, name: str, pilot: Autopilot) -> Iterator[Idea]:
        """What somebody who is told to go on may do where they stand."""
        standing = self.board.people.get(name)
        if pilot.orders is not Mission.GO_ON or standing is None:
            return
        for draw in self.drawn(self.game.units[name]):
            if draw.order and fully_named(standing.at) in draw.squares:
                yield Idea(draw.order, _DOES, draw.why)
        yield from self._finishes(name, standing) if self.phase and not pilot.seen else ()
        if self.phase and standing.began in {None, standing.at}:
            yield from self._looks(name, standing)

    def _finishes(self, name: str, standing: Standing) -> Iterator[Idea]:
        """To make sure of an enemy who is out and near, with none in sight who isn't."""
        book, apart = self.system.piloting, self.board.plan.separation
        if book is None:
            return
        for foe in self._left_alive(self.game.units[name]):
            if range_between(standing.at, self.board.people[foe.name].at, apart) <= _NEAR:
                why = f"leaves nobody alive before they go on: {foe.name}"
                yield from (Idea(order, _LEFT, why) for order in book.finishes(self.game, name, foe.name))

    def _looks(self, name: str, standing: Standing) -> Iterator[Idea]:
        """To look into what is beside somebody with a hand free, who was there as the phase began."""
        for at in () if burden(self.game.units[name]) else self.sought:
            if standing.at == at or (is_solid(self.board, at) and standing.at in _sides(self.board, at, None)):
                why = f"looks into {named(at)} for what is hidden"
                yield Idea(Said(SEARCHES, {"name": ((name, None),)}, {"at": named(at)}, ""), _LOOKS, why)
                return

    def goes_on(self, pilots: Mapping[str, Autopilot]) -> Iterator[tuple[str, Idea]]:
        """A side whose people are told to go on, and are gathered at a way, as the turn is planned."""
        turn = self.system.squads.moment(self.game.ledger)[0]
        went = self.playing.kept.get(WENT, {}).get("turn") == turn
        for side in (each.name for each in self.scenario.sides) if not (self.phase or went) else ():
            own = [unit for unit in self.game.present.values() if unit.side == side and self._able(unit)]
            sent = [unit for unit in own if unit.name in pilots and pilots[unit.name].orders is Mission.GO_ON]
            going = [unit for unit in sent if not staged_of(self.system).held(unit)]
            busy = self._has_to_look(going) or any(True for unit in going for _ in self.drawn(unit))
            if not own and not self._is_fought_over:
                yield from ((side, idea) for idea in self._goes_to_others(side, pilots))
            if not going or busy:
                continue
            clears, seen = self._clears(going[0]), any(pilots[unit.name].seen for unit in going)
            ready = going if clears else [unit for unit in going if self._is_near(unit)]
            # Who clears a deck leaves no enemy on it; who only comes through waits for all, unless enemies are about.
            if (clears and seen) or len(ready) < (_ENOUGH if seen else 1) * len(going):
                continue
            names = [unit.name for unit in ready]
            ends = list(dict.fromkeys(end for _, ends in self._passable for end in ends))
            why = "goes on to the next deck"
            yield side, Idea(said(NEXT_DECK, names), _LOOKS, why)
            yield from ((side, Idea(said(NEXT_DECK, names, at=end), _LOOKS, why)) for end in ends)

    def comes_on(self, pilots: Mapping[str, Autopilot]) -> Iterator[tuple[str, Idea]]:
        """A side has the first of those come onto the deck who may, as the turn is planned, beside the way that is
        nearest to its own people.
        """
        for ruling, stage in stages(self.system, self.scenario, self.playing, self.game) if not self.phase else ():
            coming, ways = ruling.comes(stage) if ruling.comes else ((), ())
            for unit in [unit for unit in coming if unit.name in pilots][:1]:
                for way, at in self._by_ways(unit, ways):
                    why = f"has {unit.name} come by {way}, the nearest way to their own"
                    yield unit.side, Idea(said("place", [unit.name], at=fully_named(at)), _LOOKS, why)

    def _by_ways(self, unit: Unit, ways: Sequence[str]) -> list[tuple[str, At]]:
        """The squares beside some places where somebody may come onto the deck, each with its place: through no wall,
        where none of their own stands, the nearest to these first.
        """
        board, apart = self.board, self.board.plan.separation
        own = [board.people[each.name].at for each in self.game.present.values() if each.side == unit.side]
        doors = ((way, square) for way in ways for square in board.plan.places.get(way, ()))
        beside = {at: way for way, square in doors for at in _from(board, square) if at not in own}

        def far(at: At) -> tuple[int, At]:
            return min((range_between(at, each, apart) for each in own), default=0), at

        return [(beside[at], at) for at in sorted(beside, key=far)]

    @property
    def _is_fought_over(self) -> bool:
        """Whether two sides that may win have people on the deck who can act."""
        winners = {each.winner for each in self.scenario.objectives}
        return len({unit.side for unit in self.game.present.values() if self._able(unit)} & winners) > 1

    def _goes_to_others(self, side: str, pilots: Mapping[str, Autopilot]) -> Iterator[Idea]:
        """A side that has nobody left here who can act, where some of it who are told to go on were left on another
        deck: the nearest such deck is up again.
        """
        numbers = {deck.name: number for number, deck in enumerate(self.scenario.decks) if deck.plan}
        units = self.game.units
        for deck in sorted(
            {*numbers} & {*self.playing.stayed}, key=lambda deck: abs(numbers[deck] - self.playing.deck)
        ):
            there = [units[name] for name in self.playing.stayed[deck] if name in units and name in pilots]
            going = [unit.name for unit in there if unit.side == side and self._able(unit)]
            if going and any(pilots[name].orders is Mission.GO_ON for name in going):
                why = f"has nobody left here on their feet, and goes on with those on {deck}"
                yield Idea(said(NEXT_DECK, going, deck=deck), _LOOKS, why)

    def _able(self, unit: Unit) -> bool:
        shown = self.system.squads.mark(unit.sheet)
        return takes_part(unit) and not shown.out and not shown.dead

    def _is_near(self, unit: Unit) -> bool:
        board = self.board
        here = board.people[unit.name].at
        return any(range_between(here, at, board.plan.separation) <= _NEAR for at, _ in self._passable)


def undertaking(system: System, game: Game) -> Undertaking | None:
    """The scenario that is played, if one is and it isn't decided."""
    if system.staged is None or game.board is None:
        return None
    staged = staged_of(system)
    playing = staged.playing(game.ledger)
    if playing is None or playing.decided or playing.name not in staged.scenarios:
        return None
    return Undertaking(system, game, staged.scenarios[playing.name], playing)


def _sides(board: Board, at: At, reached: Mapping[At, int] | None) -> list[At]:
    """The squares at the sides of one that is filled, in which somebody may stand; one itself that isn't."""
    return [at] if not is_solid(board, at) else _around(board, at, reached)


def _from(board: Board, square: At) -> list[At]:
    """The squares at the sides of one into which somebody comes from it, by a door if there is one."""
    reached = reach(board, square, DOOR).before
    return [at for at in _around(board, square, None) if reached.get(at) == square]


def _around(board: Board, at: At, reached: Mapping[At, int] | None) -> list[At]:
    """The squares at the sides of one in which somebody may stand."""
    near = [moved(at, *step) for step in AHEAD.values()]
    return [each for each in near if can_stand(board, each) and (reached is None or each in reached)]


def sides_deeds(
    system: System, game: Game, due: Sequence[Due], pilots: Mapping[str, Autopilot]
) -> list[tuple[str, Idea]]:
    """What a side does of itself all of whose people act by themselves: each with the side, the best first."""
    found = undertaking(system, game)
    if found is None:
        return []
    asked: Mapping[str, Callable[[Undertaking, Due], Iterator[Idea]]] = {"place": _put_down, PILOTS: _pilots}
    deeds = []
    for each in due:
        if each.answer and each.answer.verb in asked and each.owes and all(name in pilots for name in each.owes):
            side = game.units[each.owes[0]].side
            deeds += [(side, idea) for idea in asked[each.answer.verb](found, each)]
    return deeds or [*found.comes_on(pilots), *found.goes_on(pilots)]


def _put_down(stage: Undertaking, due: Due) -> Iterator[Idea]:
    """The first of them in a room with the fewest of their own."""
    board, name = stage.board, due.owes[0]
    side = stage.game.units[name].side
    own = [board.people[unit.name].at for unit in stage.game.present.values() if unit.side == side]
    rooms = [room for room in board.plan.rooms if room.name in places_to_stand(board)]
    rooms.sort(key=lambda room: (sum(at in room.squares for at in own), -len(room.squares), room.number))
    for room in rooms[:_MOST_ROOMS]:
        free = sorted(at for at in room.squares if can_stand(board, at) and not taken(board, at))
        if free:
            at = free[len(free) // 2]
            yield Idea(said("place", [name], at=fully_named(at)), _LOOKS, f"begins in {room.name}")


def _pilots(stage: Undertaking, due: Due) -> Iterator[Idea]:
    """The last two of them, who hardly lead the others."""
    if len(due.owes) > 1:
        yield Idea(said(PILOTS, due.owes[-2:]), _LOOKS, "are their pilots")
