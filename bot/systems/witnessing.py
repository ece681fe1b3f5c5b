"""What others than who gives an order learn of it: told from what they know before and after it.

Nothing is read from what the order found: so what nobody of a side can see reaches none of them.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.deck.board import Board, Standing
from bot.deck.knowledge import Knowledge, Sighting, by_meeting
from bot.deck.plan import At, Portal, named, sides_of
from bot.deck.portals import portal_named
from bot.deck.posture import places
from bot.deck.sight import crossed
from bot.deck.view import Attacked, Marks
from bot.engine.cards import sentence
from bot.engine.scene import Game, Unit
from bot.engine.system import System
from bot.systems.retelling import ATTACKS, NOBODY

# How somebody is told of whom a side sees from now on.
COMES = " comes into view"
# The ways that a shot may come from, an eighth of a turn each, from the east on.
_COMPASS = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")


@dataclass(frozen=True, slots=True, eq=False)
class Insight:
    """What a side knows as an order finds the game, or leaves it: what it sees of the deck, everybody of whom it knows
    by their ids, as it calls them, and all of the `game` that it knows, once somebody asks for it.
    """

    knowledge: Knowledge
    units: Mapping[int, Unit]
    read_game: Callable[[], Game]

    @property
    def game(self) -> Game:
        """All of the game that the side knows."""
        return self.read_game()

    @property
    def present(self) -> Mapping[int, Sighting]:
        """Those of others whom it sees now."""
        return {number: each for number, each in self.knowledge.people.items() if each.present and number in self.units}

    def own(self, number: int) -> bool:
        """Whether somebody is of the side itself."""
        return number in self.units and not self.units[number].foreign


@dataclass(frozen=True, slots=True)
class Happened:
    """What an order has truly done, of which each side is told what it sees: its `marks` on the deck, the ids of all by
    their names, and where everybody stood `before` it and stands `after` it.
    """

    marks: Marks
    ids: Mapping[str, int]
    before: Mapping[str, Standing]
    after: Mapping[str, Standing]

    def at(self, square: At) -> int | None:
        """Who fired from a square, or is fired at there: who stood on it, or stands on it now."""
        for people in (self.before, self.after):
            for name, standing in people.items():
                if square in places(standing) and name in self.ids:
                    return self.ids[name]
        return None


def witnessed(system: System, was: Insight, now: Insight, happened: Happened) -> tuple[str, ...]:
    """What a side learns of an order, line by line; nothing where it learns nothing."""
    if was.knowledge.board.plan is not now.knowledge.board.plan:
        return tuple(_turn(system, was, now))
    return (
        *_turn(system, was, now),
        *_attacks(was, now, happened),
        *_own(system, was, now, happened),
        *_people(system, was, now),
        *_deck(was.knowledge, now.knowledge),
    )


def learns(was: Knowledge, now: Knowledge) -> bool:
    """Whether a side has seen something that it didn't see before: a square, or somebody."""
    seen = {number for number, each in now.people.items() if each.present}
    before = {number for number, each in was.people.items() if each.present}
    return bool(now.seen - was.seen or seen - before)


def _turn(system: System, was: Insight, now: Insight) -> Iterator[str]:
    """Where the turn stands, which all at the table are told."""
    before, after = (_stands(system, each.game) for each in (was, now))
    if before != after:
        yield f"It is {after}" if after else "The turn is no longer kept"


def _stands(system: System, game: Game) -> str:
    turn = system.squads.turn_line(game.ledger)
    return ", ".join(filter(None, (turn, system.squads.step(game.ledger)))) if turn else ""


def _attacks(was: Insight, now: Insight, happened: Happened) -> Iterator[str]:
    """Who is attacked, as far as they are of the side or seen by it, and by whom, where that one is seen."""
    marks = happened.marks
    seen = was.knowledge.seen | now.knowledge.seen
    told = list[str]()
    thrown = [happened.ids.get(name) for name in marks.thrown]
    if any(at in seen for at in marks.centres):
        fired = [happened.at(start) for start, _ in marks.shots]
        whose = dict.fromkeys(_called(was, now, one) for one in thrown or fired if _is_seen(was, now, one))
        by = f", by {sentence(whose)}" if whose else ""
        told.append(f"An explosion at {', '.join(named(at) for at in marks.centres if at in seen)}{by}")
    else:
        told += [f"{_called(was, now, one)} throws something" for one in thrown if _is_seen(was, now, one)]
    for each in (*marks.struck, *marks.blows):
        target = happened.ids.get(each.name)
        if not _is_seen(was, now, target):
            continue
        firer = _firer(marks, happened, each)
        name = _called(was, now, target)
        if firer is None and marks.blast:
            told.append(f"An explosion reaches {name}: {each.how}")
        else:
            way = _from(was, now, happened, each)
            told.append(f"{_called(was, now, firer)}{ATTACKS}{name}{way}: {each.how}")
    if marks.struck and not told:
        firers = [happened.at(start) for start, _ in marks.shots]
        told += [f"{_called(was, now, one)} fires" for one in firers if _is_seen(was, now, one)]
    yield from (line[:1].upper() + line[1:] for line in dict.fromkeys(told))


def _firer(marks: Marks, happened: Happened, struck: Attacked) -> int | None:
    """Who has attacked somebody."""
    if struck.by:
        return happened.ids.get(struck.by)
    start = _start(marks, happened, struck)
    return None if start is None else happened.at(start)


def _start(marks: Marks, happened: Happened, struck: Attacked) -> At | None:
    """The square from which somebody was attacked: where that one stands, or the line begins that ends at the target's,
    or the only one.
    """
    stands = _stood(happened, struck.by)
    if stands is not None:
        return stands.at
    target = happened.ids.get(struck.name)
    along = [line for line in marks.shots if happened.at(line[1]) == target]
    line = next(iter(along), marks.shots[0] if len(marks.shots) == 1 else None)
    return line[0] if line else None


def _from(was: Insight, now: Insight, happened: Happened, struck: Attacked) -> str:
    """From which way the shot of somebody unseen came at one of the side's own, where it sees the square on that way
    which is next to theirs.
    """
    start, stands = _start(happened.marks, happened, struck), _stood(happened, struck.name)
    target, firer = happened.ids.get(struck.name), _firer(happened.marks, happened, struck)
    if start is None or stands is None or not _is_own(was, now, target) or _is_seen(was, now, firer):
        return ""
    end = stands.at
    if start == end or start.level != end.level or next(crossed(end, start)) not in was.knowledge.seen:
        return ""
    turned = math.atan2(start.y - end.y, start.x - end.x) / math.tau
    return f" from the {_COMPASS[round(turned * len(_COMPASS)) % len(_COMPASS)]}"


def _stood(happened: Happened, name: str) -> Standing | None:
    """How somebody stood before an order, or stands after it."""
    return happened.before.get(name) or happened.after.get(name)


def _is_own(was: Insight, now: Insight, number: int | None) -> bool:
    return number is not None and (now.own(number) or was.own(number))


def _is_seen(was: Insight, now: Insight, number: int | None) -> bool:
    return _is_own(was, now, number) or number in was.present or number in now.present


def _called(was: Insight, now: Insight, number: int | None) -> str:
    """Somebody as the side calls them."""
    if number is None or not _is_seen(was, now, number):
        return NOBODY
    return (now.units.get(number) or was.units[number]).name


def _own(system: System, was: Insight, now: Insight, happened: Happened) -> Iterator[str]:
    """What has become of the side's own people."""
    for number, unit in now.units.items():
        if unit.foreign or number not in was.units:
            continue
        before, after = happened.before.get(was.units[number].name), happened.after.get(unit.name)
        if _shown(before) != _shown(after):
            yield f"{unit.name} {_stands_at(after)}" if after else f"{unit.name} is no longer on the deck"
        if (line := system.line_of(unit)) != system.line_of(was.units[number]):
            yield f"{unit.name}: {line}"


def _people(system: System, was: Insight, now: Insight) -> Iterator[str]:
    """Who comes into view, goes out of it, or is another in view."""
    for number in sorted(now.knowledge.people, key=by_meeting(now.knowledge.met)):
        if number not in now.units:
            continue
        sighting = now.knowledge.people[number]
        unit, before = now.units[number], was.knowledge.people.get(number)
        outside = system.line_of(unit)
        if sighting.present and (before is None or not before.present):
            where = _stands_at(sighting.standing, COMES)
            yield f"{unit.name}{where}{f': {outside}' if outside else ''}"
        elif sighting.present and before is not None:
            # Who has got into something stands nowhere: what shows of them tells it.
            if sighting.standing and _shown(before.standing) != _shown(sighting.standing):
                yield f"{unit.name} {_stands_at(sighting.standing)}"
            if before.shows != sighting.shows and number in was.units and outside != system.line_of(was.units[number]):
                yield f"{unit.name}: {outside}"
        elif before is not None and before.present:
            last = f", seen last at {named(sighting.standing.at)}" if sighting.standing else ""
            yield f"{unit.name} is out of sight{last}"


def _shown(standing: Standing | None) -> Standing | None:
    """How somebody stands, as far as it shows."""
    return None if standing is None else replace(standing, began=None)


def _stands_at(standing: Standing | None, does: str = "is") -> str:
    if standing is None:
        return does
    how = [word for word, holds in (("prone", standing.prone), ("leaning out", standing.leaning)) if holds]
    return ", ".join([f"{does} at {named(standing.at)} facing {standing.facing.name.lower()}", *how])


def _deck(was: Knowledge, now: Knowledge) -> Iterator[str]:
    """What of the deck has changed that the side has seen before and sees now."""
    both = was.seen & now.seen
    for portal in sorted(was.board.open ^ now.board.open, key=str):
        if _beside(portal, both):
            told = portal_named(now.board, portal)
            yield f"{told[0].upper()}{told[1:]} is {'open' if portal in now.board.open else 'shut'} now"
    rooms = {room.number: room for room in now.board.plan.rooms if not both.isdisjoint(room.squares)}
    for number in sorted((was.board.dark ^ now.board.dark) & rooms.keys()):
        light = "It is dark" if number in now.board.dark else "There is light"
        yield f"{light} in {rooms[number].name} now"
    for torn in (_edges(was.board, now.board), _squares(was.board, now.board)):
        places_torn = sorted(each for each in torn if _beside(each, both))
        yield from (f"{_place(each)} is destroyed, or leaks air" for each in places_torn)


def _edges(was: Board, now: Board) -> set[Portal]:
    return {*(now.breached - was.breached), *(now.holed - was.holed)}


def _squares(was: Board, now: Board) -> set[Portal]:
    return {*(now.wrecked - was.wrecked)}


def _place(place: Portal) -> str:
    return f"What stands at {named(place)}" if isinstance(place, At) else _between(*sides_of(place))


def _between(one: At, other: At) -> str:
    return f"What is between {named(one)} and {named(other)}"


def _beside(place: Portal, seen: Collection[At]) -> bool:
    return place in seen if isinstance(place, At) else any(at in seen for at in sides_of(place))
