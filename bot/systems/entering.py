"""Special rules of scenarios by which people come onto a deck: put there by turns as it begins, or later by ways."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.plan import Room, adjacent, sides_of
from bot.engine.cards import sentence
from bot.engine.due import Due, said
from bot.engine.errors import RuleError
from bot.engine.scenario import Scenario, Special
from bot.engine.scene import Game, Scene, Unit
from bot.engine.staging import Juncture, Ruling
from bot.systems.mustering import CHOICE
from bot.systems.ruled import Act, listed, parts

EMPTY_ROOMS = "shut rooms without others"


def _to_place(stage: Juncture) -> list[list[Unit]]:
    """Those whom their sides still put on the deck before play begins, by the sides whose turn it is: that of both at
    once where neither knows how many the other has put there.
    """
    (first, one), (second, two) = (each.rsplit(" ", 1) for each in parts(stage.special)[:2])
    if stage.moment not in {None, (1, 0)}:
        return []
    chosen = [stage.game.units[name] for name in stage.playing.kept.get(CHOICE, {}) if name in stage.game.units]
    there = [unit for unit in chosen if unit.name in stage.game.board.people]
    left = {side: [unit for unit in chosen if unit.side == side and unit not in there] for side in (first, second)}
    begins = len(there) % (int(one) + int(two)) < int(one)
    turn = left[first if (begins and left[first]) or not left[second] else second]
    return [units for units in (left.values() if stage.game.fog else (turn,)) if units]


def _placing(stage: Juncture) -> Sequence[Due]:
    """The one that a side puts on the deck next."""
    found = list[Due]()
    for units in _to_place(stage):
        owner, names = units[0].owner, tuple(unit.name for unit in units)
        what = f"put one of the {units[0].side} on the deck, before it begins"
        found.append(Due(what, stage.scenario.rule, names, (owner,), answer=said("place", names), asks=("at",)))
    return found


def _placing_told(_scenario: Scenario, special: Special, side: str) -> str:
    """How a side puts its people on the deck before it begins, and in which rooms it may not."""
    turns = [each.rsplit(" ", 1) for each in parts(special)[:2]]
    if side not in (name for name, _ in turns):
        return ""
    by_turns = " and then ".join(f"{count} of the {name}" for name, count in turns)
    told = f"Before it begins the sides put their people on the deck by turns, {by_turns}: /place name: at:"
    for whose, _not_in, rooms in (part.partition(" not in ") for part in parts(special)[2:]):
        barred = ["shut rooms with none of the others in them" if at == EMPTY_ROOMS else at for at in listed(rooms)]
        told += f"; yours not in {sentence(barred, 'or')}" if whose == side else ""
    return told


def _out_of_turn(stage: Juncture, verb: str, unit: Unit) -> str:
    chosen = stage.playing.kept.get(CHOICE, {})
    turns = _to_place(stage) if verb == "place" and unit.name in chosen else []
    if not turns or stage.game.fog or unit in turns[0] or unit.name in stage.game.board.people:
        return ""
    return f"{unit.name} can't be placed yet: it is the turn of the {turns[0][0].side}, with {turns[0][0].name} say."


def _placed(stage: Juncture, scene: Scene, verb: str) -> Juncture:
    """Raises RuleError for who was put where their side puts nobody, or too many at once."""
    if verb != "place" or scene.board is None:
        return stage
    chosen = stage.playing.kept.get(CHOICE, {})
    new = [name for name in stage.game.board.people if name in chosen and name not in scene.board.people]
    if len(new) > 1:
        raise RuleError("They are placed by turns: one at a time.")
    for part in parts(stage.special)[2:]:
        side, _, places = part.partition(" not in ")
        for name in (each for each in new if stage.game.units[each].side == side):
            _check_room(stage, _as_known(stage, scene, side), name, listed(places))
    return stage


def _as_known(stage: Juncture, scene: Scene, side: str) -> Game:
    """The game as whoever puts somebody of a side there knows it: who is where out of sight is no reason for a refusal,
    nor against one.
    """
    known: Game = scene.known_to(side) if scene.known_to and scene.by else stage.game
    return known


def _check_room(stage: Juncture, known: Game, name: str, barred: Collection[str]) -> None:
    board, people = stage.game.board, known.board.people
    at = board.people[name].at
    room = next((room for room in board.plan.rooms if at in room.squares), None)
    if room is not None and room.name in barred:
        raise RuleError(f"{name} can't begin in {room.name}: the scenario has none of that side there.")
    side = stage.game.units[name].side
    others = {
        people[unit.name].at for unit in known.units.values() if unit.side not in {"", side} and unit.name in people
    }
    if room is not None and EMPTY_ROOMS in barred and _is_shut(known.board, room) and others.isdisjoint(room.squares):
        raise RuleError(f"{name} can't begin in {room.name}: it is shut, and none of the others is in it.")


def _is_shut(board: Board, room: Room) -> bool:
    """Whether no way into a room stands open, its doors being all there is."""
    barriers = {edge: what for level in board.plan.levels for edge, what in level.barriers.items()}
    doors = [edge for edge, what in barriers.items() if what.portal and not room.squares.isdisjoint(sides_of(edge))]
    return bool(doors) and not any(edge in board.open for edge in doors)


def _coming(stage: Juncture) -> tuple[Sequence[Unit], Sequence[str]]:
    """Those who come onto the deck by ways of their own, and by which they do in this turn."""
    who, first, later = parts(stage.special)
    chosen = stage.playing.kept.get(CHOICE, {})
    own = [unit for unit in stage.people(*listed(who)) if unit.name not in chosen]
    return own, listed(first if stage.moment is None or stage.moment[0] == 1 else later)


def _may_come(stage: Juncture) -> tuple[Sequence[Unit], Sequence[str]]:
    """Those of them who are to come yet, once play has begun, and by which ways."""
    own, ways = _coming(stage)
    there = stage.game.board.people
    return [unit for unit in own if stage.moment and unit.name not in there and stage.able(unit)], ways


def _enter(stage: Juncture, scene: Scene, verb: str) -> Juncture:
    """Raises RuleError for who comes onto the deck by no way that is theirs in this turn."""
    if verb != "place" or scene.board is None or stage.moment is None:
        return stage
    coming, ways = _coming(stage)
    own = {unit.name for unit in coming}
    new = [name for name in stage.game.board.people if name in own and name not in scene.board.people]
    places = stage.game.board.plan.places
    for name in new:
        at = stage.game.board.people[name].at
        if not any(adjacent(at, square) for way in ways for square in places.get(way, ())):
            raise RuleError(f"{name} comes onto the deck in turn {stage.moment[0]} by {sentence(ways, 'or')} alone.")
    return stage


def _coming_told(scenario: Scenario, special: Special, side: str) -> str:
    """Who of a side comes onto the deck by ways of their own, and by which, and when."""
    who, first, later = parts(special)
    groups = {side, *(group for force in scenario.forces if force.side == side for group in force.groups)}
    if not (own := [each for each in listed(who) if each in groups]):
        return ""
    ways = f"in the first turn by {sentence(listed(first), 'or')}, later by {sentence(listed(later), 'or')}"
    return f"Of the {sentence(own)} whoever has no place as it begins comes {ways}: /place name: at: beside it"


def _entered(stage: Juncture) -> Act | None:
    """Whoever has come onto the deck is planned to move."""
    who, *_ = parts(stage.special)
    new = [unit.name for unit in stage.there(*listed(who)) if unit.name not in stage.kept]
    if not new:
        return None
    ledger = stage.staged.comes(stage.game, new, ())
    noted = stage.keeping(**dict.fromkeys(new, 1))
    return lambda _: replace(noted, game=stage.game.keeping(ledger))


ENTERING: Mapping[str, Ruling] = {
    "placed by turns": Ruling(
        "Before it begins the sides put those on the deck by turns who have no place yet, and none where it is said",
        owes=_placing,
        bars=_out_of_turn,
        notes=_placed,
        kept=True,
        briefs=_placing_told,
    ),
    "enter": Ruling(
        "Those come onto the deck by these ways in the first turn, and by those later, planned to move",
        happens=_entered,
        notes=_enter,
        enters=True,
        comes=_may_come,
        kept=True,
        briefs=_coming_told,
    ),
}
