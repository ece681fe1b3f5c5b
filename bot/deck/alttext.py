"""A picture of a deck in words, for those who can't see it."""

from collections.abc import Callable, Iterable, Sequence

from bot.deck.passage import places_on, room_at
from bot.deck.plan import At, Edge, Plan, named, sides_of
from bot.deck.portals import cycling, lifts_dead, lifts_open
from bot.deck.view import Counter, Health, View
from bot.engine.cards import article, counted
from bot.engine.system import Sign

# Discord takes no longer description of an attachment.
LONGEST = 1024
_MOST_NAMED = 8
_WAYS = ("more", "below", "above")


def alt_text(view: View) -> str:
    """What the picture shows: which part of which deck, who stands where in which room, and what is marked; and who is
    in no picture of the answer. Where that is too long, people are told in fewer words, and in the end counted.
    """
    shown = [counter for counter in view.counters if view.shows(counter.at)]
    everywhere = [f"Everywhere: {', '.join(view.settings)}."] if view.settings else []
    rest = [*_marks(view), *everywhere, *_works(view), *_torn(view), *_dark(view), *_airless(view), *_gone(view)]
    for person in (_person, _name_at):
        text = " ".join([_where(view), *_people(view, shown, person), *_left_out(view, LONGEST), *rest])
        if len(text) <= LONGEST:
            return text
    here = [_name_at(view, counter) for counter in shown]
    told = [_where(view), *([f"Here: {listed(here, LONGEST // 3)}."] if here else []), *_left_out(view, LONGEST // 3)]
    text = " ".join([*told, *rest])
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def left_out(view: View, longest: int = LONGEST) -> str:
    """Who is in no picture of the answer, in at most so many characters or little more; "" where all are."""
    groups: dict[str, list[Counter]] = {}
    for counter in view.left_out:
        groups.setdefault(_which_way(view, counter.at.level), []).append(counter)
    room = longest // max(len(groups), 1)
    return "; ".join(
        f"{len(group)} {way}: {listed([_name_at(view, counter) for counter in group], room)}"
        for way, group in sorted(groups.items(), key=lambda item: _WAYS.index(item[0]))
    )


def _which_way(view: View, level: int) -> str:
    return "more" if level == view.level else "below" if level > view.level else "above"


def _left_out(view: View, longest: int) -> list[str]:
    return [f"Not in the picture: {left_out(view, longest)}."] if view.left_out else []


def listed(words: Sequence[str], longest: int) -> str:
    """Words one after the other, as many as have room in so many characters, and how many more there are."""
    kept = list(words)
    while len(kept) > 1 and sum(len(word) + 2 for word in kept) > longest:
        kept.pop()
    more = [f"and {len(words) - len(kept)} more"] if len(kept) < len(words) else []
    return ", ".join([*kept, *more])


def _where(view: View) -> str:
    level = view.board.plan.levels[view.level]
    deck = view.board.plan.name
    whole = level.name if level.name == deck else f"{level.name} of {deck}"
    return f"{whole}, {_from_to(view, view.crop)}." if view.crop else f"{whole}."


def _is_seen(view: View, at: At) -> bool:
    """Whether the picture shows a square, and nothing hides it from whom it is for."""
    return view.shows(at) and (view.seen is None or at in view.seen)


def _people(view: View, counters: Iterable[Counter], person: Callable[[View, Counter], str]) -> list[str]:
    """A sentence for each room with people in it, and for each place outside of all rooms."""
    groups: dict[str, list[str]] = {}
    for counter in counters:
        groups.setdefault(_whereabouts(view.board.plan, counter.at), []).append(person(view, counter))
    return [f"{where}: {'; '.join(people)}." for where, people in groups.items()]


def _name_at(view: View, counter: Counter) -> str:
    return f"{counter.name} at {named(counter.at, view.level)}"


def _whereabouts(plan: Plan, at: At) -> str:
    """In which room somebody is, or at which place, such as a lift."""
    room = room_at(plan, at)
    if room:
        return f"In {room.name}"
    places = places_on(plan, {at})
    return f"At {places[0]}" if places else "In no room"


def _person(view: View, counter: Counter) -> str:
    words = [_name_at(view, counter)]
    if counter.health in {Health.UP, Health.PRONE}:
        words.append(f"facing {counter.facing.name.lower()}")
    if counter.health is not Health.UP:
        words.append(counter.health.value)
    if counter.wounds:
        words.append(f"{counter.wounds} light wound{'s' if counter.wounds > 1 else ''}")
    words += [sign.value for sign in Sign if sign in counter.signs and sign.value != counter.health.value]
    words += counter.marks
    if counter.struck:
        words.append(counter.struck.how.value)
        words += [f"in cover behind {article(counter.struck.cover)}"] if counter.struck.cover else []
    words += [counter.hurt.value] if counter.hurt else []
    words += [_last_seen(counter.age)] if counter.age is not None else []
    words += [f"fills {_names(view, counter.body)} too"] if counter.body else []
    if counter.between:
        words.append(f"between two levels, at {named(counter.between, view.level)} too")
    return ", ".join(words)


def _marks(view: View) -> list[str]:
    marks = view.marks
    range_ = f", {counted(marks.range, 'square')}" if marks.range else ""
    ends = marks.line
    found = [f"Line of fire {_from_to(view, ends)}{range_}."] if ends and ends[0] != ends[1] else []
    found += [f"Line of fire {_from_to(view, line)}." for line in marks.lines if line[0] != line[1]]
    danger, centres, blast = (list(filter(view.shows, each)) for each in (marks.danger, marks.centres, marks.blast))
    rings = [ring for ring in marks.rings if view.shows(ring[0])]
    found += [f"Danger space: {_names(view, danger)}."] if danger else []
    found += [f"Explosion at {_names(view, centres)}."] if centres else []
    found += [f"The explosion reaches {_few(view, blast)}."] if blast and not marks.rings else []
    found += [
        f"Penetration {penetration} in {_few(view, [at for at, left in rings if left == penetration])}."
        for penetration in sorted({left for _, left in rings}, reverse=True)
    ]
    found += [f"Scatters {_from_to(view, (marks.scatter[0], marks.scatter[-1]))}."] if marks.scatter else []
    found += [f"Path {_from_to(view, (way[0], way[-1]))}." for way in marks.ways if len(way) > 1]
    return found


def _works(view: View) -> list[str]:
    """What lifts, airlocks and hatches in the floor do: the signs that a square has for it."""
    board = view.board
    seen = {at: phases for at, phases in cycling(board).items() if _is_seen(view, at)}
    found = _listed(view, "Lift open at", lifts_open(board, view.level))
    found += _listed(view, "Lift out of order at", lifts_dead(board))
    found += [f"Airlock cycling at {_names(view, sorted(seen))}, phases to go: {max(seen.values())}."] if seen else []
    hatches = board.plan.levels[view.level].hatches
    found += _listed(view, "Floor hatch shut at", hatches - board.open)
    return found + _listed(view, "Floor hatch open at", hatches & board.open)


def _torn(view: View) -> list[str]:
    """What no longer closes, or holds no air."""
    board = view.board
    told = (("Breached", board.breached), ("Leaking", board.holed - board.breached))
    found = [(what, [_edge(view, edge) for edge in sorted(edges)]) for what, edges in told]
    return [f"{what}: {', '.join(filter(None, edges))}." for what, edges in found if any(edges)]


def _edge(view: View, edge: Edge) -> str:
    """What stands on an edge and where, by its squares that are seen; "" where none is."""
    level = view.board.plan.levels[edge.level]
    squares = [at for at in sides_of(edge) if at in level.floor and _is_seen(view, at)]
    kind = level.barriers.get(edge)
    where = f"{'between' if len(squares) > 1 else 'at'} {' and '.join(named(at) for at in squares)}"
    return f"{kind.value if kind else 'edge'} {where}" if squares else ""


def _listed(view: View, what: str, squares: Iterable[At]) -> list[str]:
    seen = sorted(at for at in squares if _is_seen(view, at))
    return [f"{what} {_names(view, seen)}."] if seen else []


def _dark(view: View) -> list[str]:
    rooms = [room for room in view.board.plan.rooms if room.number in view.board.dark]
    names = [room.name for room in rooms if any(_is_seen(view, at) for at in room.squares)]
    return [f"Dark: {', '.join(names)}."] if names else []


def _airless(view: View) -> list[str]:
    """The rooms and the number of squares without air; what nobody walls in has squares only."""
    squares = [at for at in view.board.airless if _is_seen(view, at)]
    names = [room.name for room in view.board.plan.rooms if any(at in room.squares for at in squares)]
    rooms = f", in {', '.join(names)}" if names else ""
    return [f"Without air: {counted(len(squares), 'square')}{rooms}."] if squares else []


def _gone(view: View) -> list[str]:
    """The rooms and the number of squares that aren't seen any more."""
    squares = [at for at in view.remembered if _is_seen(view, at)]
    names = [room.name for room in view.board.plan.rooms if any(at in room.squares for at in squares)]
    rooms = f", in {', '.join(names)}" if names else ""
    return [f"As last seen: {counted(len(squares), 'square')}{rooms}."] if squares else []


def _last_seen(age: int) -> str:
    return f"last seen {counted(age, 'phase')} ago" if age else "not seen now"


def _from_to(view: View, ends: tuple[At, At]) -> str:
    return f"from {named(ends[0], view.level)} to {named(ends[1], view.level)}"


def _few(view: View, squares: Sequence[At]) -> str:
    """Some squares by name, or how many they are."""
    return _names(view, squares) if len(squares) <= _MOST_NAMED else counted(len(squares), "square")


def _names(view: View, squares: Iterable[At]) -> str:
    return ", ".join(named(at, view.level) for at in squares)
