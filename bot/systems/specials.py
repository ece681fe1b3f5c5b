"""Special rules of scenarios that any book plays: how decks are left and come to, whom one meets, who gets away."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.deck.passage import fixture_at
from bot.deck.placing import find_square
from bot.deck.plan import Fixture, Room, fully_named, named, sides_of
from bot.deck.portals import portals_beside
from bot.engine.cards import counted, sentence
from bot.engine.dice import Dice
from bot.engine.due import Due, said
from bot.engine.errors import RuleError
from bot.engine.scenario import Drawn, OffDeck, Scenario, Special, Troop
from bot.engine.scenarioform import count_of
from bot.engine.scene import Game, Said, Unit
from bot.engine.staging import Draw, Juncture, Ruling
from bot.engine.typed import match
from bot.systems.alarms import side_of, sounded
from bot.systems.entering import ENTERING
from bot.systems.floors import away
from bot.systems.mustering import ANYWHERE
from bot.systems.ruled import Act, listed, parts

# The order that names a side's pilots, the rule that asks for them, and the number that it notes for each.
PILOTS, BOATS, PILOT = "scenario pilots", "boats", 1
# The rule by which a side goes on only once nobody hostile lives on a deck.
CLEARED = "cleared in order"
SLIPS = "Those may leave a deck by a ladder or a lift, where to the referee alone is told"


# --- decks that are cleared one after the other ---


def _uncleared(stage: Juncture, names: Collection[str], number: int) -> str:
    """Nobody goes higher, nor further than one deck, while an enemy lives on this one."""
    side, units, board = stage.about, stage.game.units, stage.game.board
    if number <= stage.playing.deck or not any(units[name].side == side for name in names):
        return ""
    if number > stage.playing.deck + 1:
        return f"The {side} go on one deck at a time: {stage.scenario.decks[stage.playing.deck + 1].name} comes next."
    enemies = (unit for unit in stage.people() if unit.side != side and unit.name in board.people)
    alive = [unit.name for unit in enemies if not stage.mark(unit.sheet).dead]
    if not alive:
        return ""
    shown = sentence([*alive[:3], *([f"{len(alive) - 3} more"] if len(alive) > 3 else [])])
    lives = "lives" if len(alive) == 1 else "live"
    return f"{shown} {lives} on this deck: the {side} go no further until nobody does."


# --- whoever gets away unseen ---


def _escape(stage: Juncture, names: Collection[str], number: int, _: Dice) -> tuple[Juncture, int]:
    """Whoever is left behind in their senses, on a deck that the others leave, gives the alarm."""
    left = [unit for unit in stage.there(stage.about) if unit.name not in names]
    units = stage.game.units
    if left and any(units[name].side != stage.about for name in names):
        stage = sounded(stage, f"{left[0].name} is left behind")
    return stage, number


def _alarm_after_a_turn(stage: Juncture) -> Act | None:
    """The alarm is given once a turn on that deck is over."""
    if stage.moment is None or stage.floor != stage.about or stage.playing.alarm:
        return None
    turn, _phase = stage.moment
    if "came" not in stage.kept:
        return lambda _: stage.keeping(came=turn)
    if turn > stage.kept["came"]:
        return lambda _: sounded(stage, f"a turn on {stage.about} is over")
    return None


# --- whom one meets in rooms ---


def _rooms_entered(stage: Juncture) -> list[Room]:
    """The rooms of a deck, other than the first one, that somebody of the side is in and nobody was before."""
    side, _ = parts(stage.special)
    if stage.playing.deck == 0:
        return []
    board = stage.game.board
    squares = {board.people[unit.name].at for unit in stage.there(side)}
    rooms = (room for room in board.plan.rooms if not squares.isdisjoint(room.squares))
    return [room for room in rooms if _room_key(stage, room) not in stage.kept]


def _room_key(stage: Juncture, room: Room) -> str:
    return f"{stage.floor} {room.number}"


def _met_in_rooms(stage: Juncture) -> Act | None:
    """Whoever hides in a room that is entered is met; where nobody does, two dice bring one on 11 and two on 12."""
    rooms = _rooms_entered(stage)
    return (lambda dice: _meet(stage, rooms, dice)) if rooms else None


def _meet(stage: Juncture, rooms: Sequence[Room], dice: Dice) -> Juncture:
    _, groups = parts(stage.special)
    for room in rooms:
        stage = stage.keeping(**{_room_key(stage, room): 1})
        hiding = [each for each in stage.playing.off if each.hiding and _hides_in(stage, each, room)]
        if hiding:
            off = tuple(each for each in stage.playing.off if each not in hiding)
            stage = stage.shows(replace(stage, playing=stage.playing.having(off=off)), hiding, dice)
            continue
        fell = dice.roll(2, why=f"whether anybody is in {room.name}")
        if fell >= _ONE_MET:
            count = count_of(str(fell - _ONE_MET + 1))
            stage = stage.enlists(
                stage, Troop(_others(stage), Drawn.DRAW, count, listed(groups), places=(room.name,)), dice
            )
    return stage


_ONE_MET = 11


def _others(stage: Juncture) -> str:
    """The side of those who are met: the first that isn't the one who meets them."""
    side, *_ = parts(stage.special)
    return next(each.name for each in stage.scenario.sides if each.name != side)


def _hides_in(stage: Juncture, each: OffDeck, room: Room) -> bool:
    """Whether somebody hides in a room of the deck that is up."""
    if each.deck != stage.floor or not each.places:
        return False
    place = each.places[0].casefold()
    if place in {room.name.casefold(), ANYWHERE}:
        return place != ANYWHERE
    try:
        return find_square(stage.game.board, each.places[0]) in room.squares
    except RuleError:
        return False


# --- whom one meets between two decks ---

_ON_THE_WAY = re.compile(r"(.+), ([0-9]+) to ([0-9]+) on ([0-9]+)\+, (.+), ([^,]+), ([^,]+)")


def _on_the_way(stage: Juncture, names: Collection[str], number: int, dice: Dice) -> tuple[Juncture, int]:
    """Two dice for each deck on the way to the one below: where they meet somebody, they come out on a deck between."""
    said_so = _ON_THE_WAY.fullmatch(stage.about)
    assert said_so is not None, "it was read before play"
    decks = [each.name for each in stage.scenario.decks]
    between, side = decks.index(said_so[1]), said_so[5]
    down = stage.playing.deck <= between <= number and any(stage.game.units[name].side != side for name in names)
    if not down:
        return stage, number
    first = stage.kept.get("at", int(said_so[2]) - 1) + 1
    playing = stage.playing.having(
        behind={deck: kept for deck, kept in stage.playing.behind.items() if deck != said_so[1]},
        stayed={deck: kept for deck, kept in stage.playing.stayed.items() if deck != said_so[1]},
    )
    stage = replace(stage, playing=playing)
    speed = 1 if _by_lift(stage.game, names) else stage.game.board.plan.separation
    for deck in range(first, int(said_so[3]) + 1):
        if dice.roll(2, why=f"whether they meet anybody on deck {deck}") >= int(said_so[4]):
            phases = (deck - first + 1) * speed
            return stage.keeping(at=deck, met=1, phases=phases).telling(f"On deck {deck} they meet somebody"), between
    phases = (int(said_so[3]) + 2 - first) * speed
    return stage.keeping(at=int(said_so[3]), met=0, phases=phases), between + 1


def _by_lift(game: Game, names: Collection[str]) -> bool:
    board = game.board
    return all(fixture_at(board, board.people[name].at) is Fixture.LIFT for name in names if name in board.people)


def _meet_on_the_way(stage: Juncture, names: Collection[str], dice: Dice) -> Juncture:
    """Time goes by on the way, and whoever was met is there: surprised, and all are planned to move."""
    said_so = _ON_THE_WAY.fullmatch(stage.about)
    assert said_so is not None, "it was read before play"
    if not (phases := stage.kept.get("phases", 0)):
        return stage
    before = set(stage.game.units)
    if stage.kept.get("met"):
        near = stage.game.board.people[next(iter(names))].at
        troop = Troop(said_so[5], Drawn.DRAW, count_of(said_so[6]), listed(said_so[7]), places=(named(near),))
        stage = stage.enlists(stage, troop, dice)
    late = tuple(name for name in stage.game.units if name not in before)
    game = stage.game.keeping(stage.staged.passes(stage.game, phases))
    turn = stage.staged.moment(game.ledger)
    planned = f"; turn {turn[0]} is planned now" if turn else ""
    told = f"They are {counted(phases, 'phase')} on the way{planned}"
    return replace(stage.keeping(met=0, phases=0).telling(told), game=game, late=late)


def _check_on_the_way(scenario: Scenario, special: Special) -> str:
    if found := _ON_THE_WAY.fullmatch(special.about):
        match(found[1], [each.name for each in scenario.decks], what="deck of this scenario")
        count_of(found[6])
        side_of(scenario, special, found[5])
        return ""
    return "write it as in “met on the way, between, 22 to 83 on 11+, Crew, 1D, Marines + Crew ratings”."


# --- a way out by boat ---


def _boats(stage: Juncture) -> tuple[str, tuple[Room, ...]]:
    """The deck on which boats lie, and the rooms that they are."""
    _, deck, names = parts(stage.special)
    rooms = tuple(room for room in stage.game.board.plan.rooms if room.name in listed(names))
    return deck, rooms


def _aboard(stage: Juncture) -> Iterator[tuple[Room, list[Unit]]]:
    """The boats that are shut behind some of the side, with a pilot in their senses among them."""
    side, *_ = parts(stage.special)
    deck, rooms = _boats(stage)
    if stage.floor != deck:
        return
    board = stage.game.board
    pilots = {name for name, number in stage.kept.items() if number == PILOT}
    for room in rooms:
        doors = [edge for level in board.plan.levels for edge in level.barriers if level.barriers[edge].portal]
        own = [edge for edge in doors if not room.squares.isdisjoint(sides_of(edge))]
        shut = not any(edge in board.open or edge in board.breached for edge in own)
        inside = [unit for unit in stage.people(side) if _is_in(stage, unit, room)]
        if shut and any(unit.name in pilots and stage.able(unit) for unit in inside):
            yield room, inside


def _is_in(stage: Juncture, unit: Unit, room: Room) -> bool:
    standing = stage.game.board.people.get(unit.name)
    return standing is not None and standing.at in room.squares


def _off_by_boat(stage: Juncture) -> Act | None:
    """A boat that is shut behind a pilot is away with all in it, and with what they carry."""
    boats = list(_aboard(stage))
    return (lambda _: _get_away(stage, boats)) if boats else None


def _get_away(stage: Juncture, boats: Sequence[tuple[Room, list[Unit]]]) -> Juncture:
    for room, inside in boats:
        names = tuple(unit.name for unit in inside)
        saved = [what for name, what in stage.playing.carried.items() if name in names]
        playing = away(stage.playing, room.name, stage.game.board, names)
        board = stage.game.board
        people = {name: at for name, at in board.people.items() if name not in names}
        game = replace(stage.game, board=replace(board, people=people))
        stage = replace(stage, playing=playing, game=game).counted("boats away")
        for what in saved:
            stage = stage.counted(f"{what} saved")
        stage = stage.telling(f"{room.name} is away with {sentence(names)}")
    return stage


def _to_a_boat(stage: Juncture, unit: Unit) -> Draw | None:
    """A boat for whoever of the side can act; the last of them shuts it."""
    side, deck, _ = parts(stage.special)
    if stage.floor != deck or unit.side != side:
        return None
    _, rooms = _boats(stage)
    squares = [fully_named(at) for room in rooms for at in sorted(room.squares)]
    aboard = all(any(_is_in(stage, each, room) for room in rooms) for each in stage.there(side))
    board, at = stage.game.board, stage.game.board.people[unit.name].at
    beside = (name for name, portal in portals_beside(board, at).items() if aboard and portal in board.open)
    shuts = next((Said("door", {"at": ((unit.name, None),)}, {"side": way, "open": False}, "") for way in beside), None)
    return Draw(squares, shuts, "gets away by boat")


def _name_pilots(stage: Juncture) -> Sequence[Due]:
    """Two of the side are its pilots, by its own word."""
    side, *_ = parts(stage.special)
    own = stage.people(side)
    if any(number == PILOT for number in stage.kept.values()) or not own:
        return ()
    owner = next((unit.owner for unit in own if unit.owner), "")
    names = tuple(unit.name for unit in own)
    what = f"which two of the {side} are their pilots"
    return [Due(what, stage.scenario.rule, names, (owner,), answer=said(PILOTS, ()), asks=("name",), secret=True)]


def _check_slips(_: Scenario, special: Special) -> str:
    if len(parts(special)) in {2, 3}:
        return ""
    return "write who and where, as in “may slip, Imperials, one deck” or “may slip, Sergei + Zinovia, away, together”."


def _check_side(scenario: Scenario, special: Special) -> str:
    side_of(scenario, special, special.about)
    return ""


GENERAL: Mapping[str, Ruling] = {
    CLEARED: Ruling(
        "That side goes on deck by deck, and only once nobody hostile lives on the one before",
        checks=_check_side,
        leaves=_uncleared,
        kept=True,
    ),
    "escapes give the alarm": Ruling(
        "One of that side who is left behind in their senses, or slips away, gives the alarm",
        checks=_check_side,
        leads=_escape,
        kept=True,
    ),
    "alarm after a turn on": Ruling(
        "The alarm is given once a turn on that deck is over", happens=_alarm_after_a_turn, kept=True
    ),
    "met in rooms": Ruling(
        "On other decks than the first each room that is entered has whoever hides there, or else one of the others on "
        "11 of two dice and two on 12",
        happens=_met_in_rooms,
        kept=True,
    ),
    "met on the way": Ruling(
        "On the way down two dice are thrown for each deck for whether somebody is met, who is surprised",
        checks=_check_on_the_way,
        leads=_on_the_way,
        arrives=_meet_on_the_way,
        kept=True,
    ),
    "may slip": Ruling(SLIPS, checks=_check_slips, kept=True),
    BOATS: Ruling(
        "A boat is away once its valve has shut behind one of the two pilots of that side",
        happens=_off_by_boat,
        owes=_name_pilots,
        draws=_to_a_boat,
        kept=True,
    ),
    **ENTERING,
}
