"""Who waits for a turn where an enemy has to come: they cover a stretch of that way (C3K Covering fire)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import product, starmap

from bot.deck.outlook import seen_from
from bot.deck.plan import At, Facing, in_field_of_fire, named
from bot.deck.portals import reach
from bot.engine.autopilot import Idea
from bot.engine.due import said
from bot.engine.scene import Scene
from bot.systems.combat3000.autopilot.covered import Covered, covers
from bot.systems.combat3000.autopilot.knowing import Pilot
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.fire.on_deck import shot_on_deck
from bot.systems.deeds import FACE, SIDES
from bot.systems.errands import DOOR

# The areas of 16 square cm, which are so many squares of 1½ cm wide and deep: 8 by 2 cm either way, and 4 by 4.
_AREAS = ((5, 1), (1, 5), (2, 2))
# A walk of an enemy in squares, within how many walks they come soon, and what waiting for them is worth.
_WALK, _WALKS, _WAITS = 3, 3, 0.1


def waits(pilot: Pilot) -> Iterator[Idea]:
    """To cover for a turn where an enemy whom they don't see comes into sight by the next walk, or to look there first;
    nobody does so twice running for one who doesn't come, but where all of them were in sight a moment ago; and
    whoever is more than the enemy goes on.
    """
    sheet, there = pilot.unit.sheet, pilot.look_for
    if not isinstance(sheet, Figure) or there is None or not (pilot.ready and pilot.wary):
        return
    if covers(sheet.last.task) and not pilot.fresh:
        return
    view = seen_from(pilot.board, pilot.here.at)
    way = _way(pilot, there, view)
    shot = shot_on_deck(Scene.of(pilot.game), pilot.unit, way[0]) if way else None
    if shot is None or shot.beside or any(pilot.board.people[foe.name].at in view for foe in pilot.foes):
        return
    area = _area_for(way, view)
    why = f"waits for the enemy, who comes by {named(way[0], way[0].level)}"
    facing = next((each for each in Facing if in_field_of_fire(each, pilot.here.at, way[0])), pilot.here.facing)
    if not in_field_of_fire(pilot.here.facing, pilot.here.at, way[0]):
        words = next(word for word, each in SIDES.items() if each is facing)
        yield Idea(said(FACE, [pilot.name], facing=words), _WAITS, f"{why}: turns there")
    else:
        yield Idea(said("plan", [pilot.name], plan=f"cover {area.words}"), _WAITS, why)


def _way(pilot: Pilot, there: At, view: Collection[At]) -> Sequence[At]:
    """The squares of the way from where an enemy is or was seen last on which they are in sight, for as far as a walk
    goes; none where they don't come into sight by one, or soon who were in sight a moment ago.
    """
    reached = reach(pilot.board, there, DOOR)
    if pilot.here.at not in reached.far:
        return ()
    way = reached.way(pilot.here.at)
    first = next((number for number, at in enumerate(way) if at in view), len(way))
    comes = first <= _WALK * (_WALKS if pilot.fresh else 1)
    return [at for at in way[first : first + _WALK] if at in view and at != pilot.here.at] if comes else ()


def _area_for(way: Sequence[At], view: Collection[At]) -> Covered:
    """The area that holds most of a way, and else most of what is in sight."""
    at = way[0]
    found = []
    for wide, deep in _AREAS:
        for left, up in product(range(wide), range(deep)):
            squares = product(range(at.x - left, at.x - left + wide), range(at.y - up, at.y - up + deep))
            seen = [square for square in starmap(partial(At, at.level), squares) if square in view or square == at]
            found.append(Covered(_corner(seen, min), _corner(seen, max)))
    return max(found, key=lambda area: (sum(map(area.holds, way)), sum(map(area.holds, view))))


def _corner(squares: Sequence[At], of: Callable[[Iterable[int]], int]) -> At:
    return At(squares[0].level, of(at.x for at in squares), of(at.y for at in squares))
