"""What the sides of a game see on its deck, and know from then on."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from bot.deck.board import Board, Standing
from bot.deck.knowledge import Instant, Knowledge, as_known, by_meeting, in_common, introduced, learned, nothing_known
from bot.deck.outlook import seen_together
from bot.deck.placing import filled
from bot.deck.plan import At
from bot.deck.posture import places
from bot.deck.view import Marks
from bot.engine.cards import sentence
from bot.engine.scene import Game, Scene, Unit, Units
from bot.engine.system import Squads, System
from bot.systems.strangers import are_contacts

# What all sides know in common stands beside what each of them knows, under this name.
ALL = ""
# Where somebody has gone, square by square, by their names.
Ways = Mapping[str, tuple[At, ...]]


def ways_gone(was: Game, now: Game, marks: Marks | None) -> Ways:
    """Who has gone where with an order, square by square: who stands elsewhere now, where a way of its marks ends."""
    ends = {way[-1]: way for way in (marks.ways if marks else ())}
    before = was.board.people if was.board is not None else {}
    return {
        name: ends[standing.at]
        for name, standing in now.board.people.items()
        if standing.at in ends and name in before and before[name].at != standing.at
    }


def known_then(system: System, before: Mapping[str, Knowledge], game: Game, ways: Ways) -> dict[str, Knowledge]:
    """What each side knows as a game stands, and all of them in common, by what they knew `before` of its deck.

    Whoever has gone somewhere has looked about on the way, and been seen there.
    """
    board: Board = game.board
    now = Instant(*system.squads.moment(game.ledger))
    sides = sorted({unit.side for unit in game.units.values()} - {ALL})
    known = {side: before.get(side) or nothing_known(board.plan) for side in (*sides, ALL)}
    for gone in (ways, {}) if ways else ({},):
        seen = {side: view_of(system.squads, game, side, gone) for side in sides}
        found = {side: _noticed(system, game, side, seen[side], gone) for side in sides}
        seen[ALL] = _seen_by_all(system, game, seen)
        found[ALL] = _noticed(system, game, ALL, seen[ALL], gone)
        known = {side: learned(known[side], board, seen[side], found[side], now) for side in known}
    return _by_name(game, known)


def _by_name(game: Game, known: Mapping[str, Knowledge]) -> dict[str, Knowledge]:
    """What sides know, and whom of them by name: their own people, and whoever they meet while strangers have names."""
    now = dict[str, Knowledge]()
    for side, each in known.items():
        own = [unit.id for unit in game.units.values() if unit.side == side != ALL]
        now[side] = introduced(each, own if are_contacts(game.settings) else [*own, *each.people])
    return named_by_all(game, now)


def named_by_all(game: Game, known: Mapping[str, Knowledge]) -> dict[str, Knowledge]:
    """What sides know, and all of them together: by name whoever is known so to each."""
    sides = [each.met for side, each in known.items() if side != ALL]
    common = [unit.id for unit in game.units.values() if all(unit.id in met and met[unit.id].named for met in sides)]
    return {**known, ALL: introduced(replace(known[ALL], met={}), common)}


def as_known_by(system: System, game: Game, side: str, before: Knowledge) -> Game:
    """A game as far as a side knows it as it stands, that knew so much before; people have their own names in it."""
    board: Board = game.board
    seen, now = view_of(system.squads, game, side, {}), Instant(*system.squads.moment(game.ledger))
    known = learned(before, board, seen, _noticed(system, game, side, seen, {}), now)
    met = {unit.name: known.people[unit.id] for unit in game.units.values() if unit.id in known.people}
    own = {name: unit for name, unit in game.units.items() if unit.side == side != ALL}
    people = {name: _as_seen(system, game.units[name], each.shows) for name, each in met.items()} | own
    stand = {name: each.standing for name, each in met.items() if each.standing is not None}
    stand |= {name: board.people[name] for name in own if name in board.people}
    sees = frozenset(name for name, each in met.items() if each.present and name not in own)
    meets = by_meeting(known.met if are_contacts(game.settings) else {})
    names = sorted((name for name in game.units if name in people), key=lambda name: meets(people[name].id))
    return replace(
        game,
        units=Units(names, people.__getitem__),
        sides=tuple(dict.fromkeys((*([side] if side else ()), *(unit.side for unit in people.values())))),
        board=replace(as_known(known), people=stand),
        read_ledger=cache(
            lambda: as_it_stands(system, game, narrowed(system, game.ledger, frozenset(own), sees), known)
        ),
        stored={},
        drawing="",
        known=known,
        knows=None,
    )


def seen_on(scene: Scene, board: Board | None) -> Scene:
    """The scene on a deck as it is then, of which sides know what they see of it then."""
    if board is scene.board or scene.known_to is None or scene.game is None:
        return replace(scene, board=board)
    game = replace(scene.game, board=board)
    return replace(scene, board=board, game=game, known_to=game.known_to)


def has_looked(scene: Scene, side: str) -> bool:
    """Whether somebody of a side has looked about on the deck."""
    return scene.known_to is None or bool(scene.known_to(side).known.known)


def in_view(scene: Scene, unit: Unit, others: Iterable[Unit]) -> list[Unit]:
    """Those of some others whom somebody's side sees now, all of them where all know all."""
    others = list(others)
    if not others or scene.known_to is None or not unit.side:
        return others
    people = scene.known_to(unit.side).known.people
    return [other for other in others if other.side == unit.side or (other.id in people and people[other.id].present)]


def _as_seen(system: System, unit: Unit, shown: Mapping[str, Any]) -> Unit:
    """Somebody of another side as a side has seen them."""
    return replace(unit, sheet=system.load_sheet(shown["sheet"]), at=None, marks=tuple(shown["marks"]), foreign=True)


def sees_nothing(system: System, unit: Unit) -> bool:
    """Whether somebody is dead, or out of action, and so sees nothing."""
    return is_out(system.squads, unit)


def is_out(squads: Squads, unit: Unit) -> bool:
    """Whether somebody is dead, or out of action, as all can see."""
    mark = squads.mark(unit.sheet)
    return mark.dead or mark.out


def view_of(squads: Squads, game: Game, side: str, ways: Ways) -> frozenset[At]:
    """The squares that a side sees, from where its people stand and from where they have gone."""
    return _seen(squads, game, _looking(squads, game, side), ways)


def _looking(squads: Squads, game: Game, side: str) -> list[Unit]:
    """Those of a side who are on the deck and can see."""
    return [unit for unit in all_there(squads, game) if unit.side == side and not is_out(squads, unit)]


def all_there(squads: Squads, game: Game) -> list[Unit]:
    """All who are on the deck of a game: who stand there, and who ride in what does."""
    board: Board = game.board
    riders = (unit for name, unit in game.units.items() if name not in board.people)
    return [*game.present.values(), *(unit for unit in riders if squads.rides_in(unit.sheet) in board.people)]


def who_stands(squads: Squads, game: Game, unit: Unit) -> Unit:
    """Whoever stands on the deck for somebody: that in which they ride, or themselves."""
    return unit if unit.name in game.board.people else game.units.get(squads.rides_in(unit.sheet), unit)


def _seen(squads: Squads, game: Game, people: Iterable[Unit], ways: Ways = MappingProxyType({})) -> frozenset[At]:
    """The squares that some people see, from where they stand and from where they have gone."""
    board: Board = game.board
    whole, seen = set[At](), set[At]()
    for unit in people:
        there = who_stands(squads, game, unit).name
        eyes = {*places(board.people[there]), *ways.get(there, ())}
        aware = squads.aware(game, unit) if squads.aware else None
        if aware is None:
            whole |= eyes
        else:
            seen.update(filter(aware, seen_together(board, eyes)))
    return frozenset(seen | seen_together(board, whole))


def _noticed(
    system: System, game: Game, side: str, seen: frozenset[At], ways: Ways
) -> dict[int, tuple[Standing | None, Mapping[str, Any]]]:
    """Those of other sides who stand, or have gone, where a side sees them, with what shows of each; to all, of all.
    Who rides is seen where that is in which they do, and stands nowhere themselves.
    """
    found: dict[int, tuple[Standing | None, Mapping[str, Any]]] = {}
    for unit in all_there(system.squads, game):
        there = who_stands(system.squads, game, unit)
        standing = _where(_body(system, game, there), game.board.people[there.name], seen, ways.get(there.name, ()))
        if (side == ALL or unit.side != side) and standing is not None:
            found[unit.id] = (standing if there is unit else None, shows(system, unit))
    return found


def _seen_by_all(system: System, game: Game, seen: Mapping[str, frozenset[At]]) -> frozenset[At]:
    """The squares of which all sides know that all of them see them.

    Only those count who look at somebody of every other side who looks back: whoever watches unseen makes nothing known
    to all, for that would tell that they watch.
    """
    if len(seen) < 2:
        return in_common([*seen.values()])
    alone: dict[str, frozenset[At]] = {}

    def view(unit: Unit) -> frozenset[At]:
        if unit.name not in alone:
            alone[unit.name] = _seen(system.squads, game, [unit])
        return alone[unit.name]

    def meet(one: Unit, other: Unit) -> bool:
        where, there = (_body(system, game, who_stands(system.squads, game, each)) for each in (one, other))
        if seen[one.side].isdisjoint(there) or seen[other.side].isdisjoint(where):
            return False
        return not (view(one).isdisjoint(there) or view(other).isdisjoint(where))

    looking = {side: _looking(system.squads, game, side) for side in seen}
    met = {
        side: [
            unit
            for unit in looking[side]
            if all(any(meet(unit, each) for each in looking[other]) for other in seen if other != side)
        ]
        for side in seen
    }
    return in_common([_seen(system.squads, game, people) for people in met.values()])


def _body(system: System, game: Game, unit: Unit) -> tuple[At, ...]:
    """The squares on which somebody is seen: all that they fill, and those into which they lean or climb."""
    standing = game.board.people[unit.name]
    return *places(standing), *filled(game.board, standing, system.squads.mark(unit.sheet).fills)[1:]


def _where(body: Iterable[At], standing: Standing, seen: frozenset[At], way: Iterable[At]) -> Standing | None:
    """How somebody stands who is seen: where they are, or else where they were seen last on their way. Where they began
    the phase doesn't show.
    """
    if not seen.isdisjoint(body):
        return replace(standing, began=None)
    last = [at for at in way if at in seen][-1:]
    return replace(standing.moved(last[0]), began=None) if last else None


def shows(system: System, unit: Unit) -> dict[str, Any]:
    """What shows of somebody to whoever isn't of their side, as it is stored."""
    outward = system.squads.outward
    sheet = system.new_sheet if outward is None else outward(unit.sheet)
    return {"sheet": system.dump_sheet(sheet), "marks": list(unit.marks)}


def narrowed(system: System, ledger: Any, own: Collection[str], sees: Collection[str]) -> Any:
    """What the rules keep beside the units, as somebody knows it whose own people have these names, and who `sees`
    those of others.
    """
    narrow = system.squads.narrowed
    return system.load_ledger({}) if narrow is None else narrow(ledger, own, sees)


def as_it_stands(system: System, game: Game, kept: Any, known: Knowledge) -> Any:
    """What a side knows of what the rules keep, `kept` beside the deck, with what of it stands where the side has
    looked.
    """
    stands = system.squads.stands
    return kept if stands is None else stands(game.ledger, kept, known)


def check_scouting(scene: Scene, moved: Sequence[str]) -> None:
    """Asks for the referee's yes where a player would see from another square at once what lies in fog there."""
    if moved and scene.game is not None and scene.game.fog:
        scene.ask(
            f"{sentence(moved)} {'stands' if len(moved) == 1 else 'stand'} on the deck already, and /move goes from "
            "there: what shows somewhere else would be seen at once. The referee may put anybody anywhere."
        )
