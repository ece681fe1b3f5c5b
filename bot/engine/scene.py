"""Who and what an order finds, and what it leaves behind: plain frozen values."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from bot.engine.errors import check_yes, not_yours
from bot.engine.fleets import Fleets


@dataclass(frozen=True, slots=True)
class Unit:
    """Whoever takes part in an order: a name, a side, and the system's own sheet.

    `marks` is what the house keeps of it by whatever rules, such as “surrendered”. `at` is the number after an @ that
    the order gave for this one, None where it gave none: a distance in squares, unless the order says otherwise.
    `owner` tells players apart, and is "" where it belongs to nobody. `id` is the store's, 0 for one that it
    hasn't kept yet.
    """

    name: str
    side: str
    sheet: Any
    at: int | None = None
    owner: str = ""
    marks: tuple[str, ...] = ()
    id: int = 0


class Units(Mapping[str, Unit]):
    """Everybody in a game by name, in the order in which they came; each is read where somebody looks, and once.

    `put` are those who were put in since the game was read, by name, None for one who isn't called so any more. Whoever
    has the id of somebody is the same under another name; one without an id is new.
    """

    def __init__(self, names: Iterable[str] = (), read: Callable[[str], Unit] | None = None) -> None:
        self._names = tuple(names)
        self._read = cache(read) if read else None
        self.put: Mapping[str, Unit | None] = {}

    def __getitem__(self, name: str) -> Unit:
        if name not in self:
            raise KeyError(name)
        return self.put.get(name) or self._read(name)  # type: ignore[misc]

    def __contains__(self, name: object) -> bool:
        return self.put[str(name)] is not None if name in self.put else name in self._names

    def __iter__(self) -> Iterator[str]:
        return (name for name in dict.fromkeys((*self._names, *self.put)) if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def having(self, *units: Unit) -> "Units":
        """The same with some as they are now, or new ones."""
        return self._with({unit.name: unit for unit in units})

    def without(self, name: str) -> "Units":
        """The same without somebody."""
        return self._with({name: None})

    def _with(self, put: Mapping[str, Unit | None]) -> "Units":
        units = Units(self._names)
        units._read, units.put = self._read, {**self.put, **put}
        return units


@dataclass(frozen=True, slots=True)
class Role:
    """A place in an order that units fill; the first role's units act, and their owners give the order.

    `many` takes any number of units, each once, and all that the actor may command where none is named; where it
    is for one's `own`, a referee's are those that no player owns. `optional` may stay empty. Where `@` says how
    far, a number holds for the names before it as well; not where it `counts` something of each one's own. Where
    it `repeats`, somebody may be named more than once.
    """

    name: str
    many: bool = False
    own: bool = False
    optional: bool = False
    counts: bool = False
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """An order as it was said, so that it can be carried out later: its verb, who takes part by role, each with the
    number after an @, its fields as they were typed, and `by` whom, "" once he is forgotten.
    """

    verb: str
    people: Mapping[str, tuple[tuple[str, int | None], ...]]
    fields: Mapping[str, str | int | bool]
    by: str

    @property
    def words(self) -> str:
        """The order as one might type it: `/fire attacker:Ann target:Bob fire:snap`."""
        roles = {role: ", ".join(_with_number(*each) for each in parts) for role, parts in self.people.items() if parts}
        return " ".join([f"/{self.verb}", *(f"{name}:{value}" for name, value in {**roles, **self.fields}.items())])

    @property
    def doers(self) -> tuple[str, ...]:
        """Who acts: those in its first role."""
        return tuple(name for name, _ in next(iter(self.people.values()), ()))

    def renamed(self, before: str, after: str) -> "Said":
        """The order with somebody under another name."""
        people = {
            role: tuple((after if name == before else name, at) for name, at in parts)
            for role, parts in self.people.items()
        }
        return replace(self, people=people)


def _with_number(name: str, at: int | None) -> str:
    return name if at is None else f"{name}@{at}"


@dataclass(frozen=True, slots=True)
class Scene:
    """The units of an order by role, and what the system keeps of the campaign beside its units.

    `board` is the `bot.deck.board.Board` on which the campaign plays, None without one, and `present` are all
    who stand on it, by name, whether or not the order names them; `known` are all of the campaign, whose sheets are
    read where an order looks somebody up. `only_odds` is set where nobody asks for more
    than the order's odds, so that what makes no difference to them need not be thrown. `by` is who gives the order,
    "" for the referee. `yes` is who has said yes to it, "" for the referee, None where nobody has been asked.
    `settings` are what the campaign is set to, where that isn't the default. `said` is the order as it was said, for
    whatever keeps it for later; None where it is only imagined. `game` is the whole of it, for an order that changes
    more of it than sheets, the deck and what the system keeps; None where it is only imagined. `names` are those of all
    characters and ships, with the kind of each, and `sides` theirs, for an order that registers somebody.
    """

    units: Mapping[str, tuple[Unit, ...]]
    things: Any = None
    board: Any = None
    present: Mapping[str, Unit] = field(default_factory=dict)
    known: Mapping[str, Unit] = field(default_factory=dict)
    only_odds: bool = False
    by: str = ""
    yes: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    said: Said | None = None
    game: "Game | None" = None
    names: Mapping[str, str] = field(default_factory=dict)
    sides: Collection[str] = ()

    def one(self, role: str) -> Unit:
        """The unit in a role that takes one."""
        return self.units[role][0]

    def all(self, role: str) -> tuple[Unit, ...]:
        """The units in a role that takes many."""
        return self.units[role]

    def check_own(self, unit: Unit) -> None:
        """Raise RuleError unless the order is given by the referee, or by whose the unit is."""
        if self.by not in {"", unit.owner}:
            raise not_yours(unit.name)

    def ask(self, sentence: str, of: Collection[str] = ()) -> None:
        """Raise NeedsYesError unless the order is given or allowed by the referee, or one of those `of` whom it is.

        The sentence says whose yes it needs, and why. The order waits for it then, and is carried out anew.
        """
        check_yes(sentence, of, (self.by, self.yes))


@dataclass(frozen=True, slots=True)
class Hands:
    """Whose a unit is from now on: its side, and its owner, "" where it belongs to nobody."""

    side: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an order leads to: the changed sheets by unit name, and a frozen result to be put into words.

    `units` are those who are another than their sheet tells, by the name that they had: with another name, side, owner
    or marks; and whoever is new. `things` is what the system keeps beside its units and `board` the deck as it is then,
    None where they are as before. `marks` (a `bot.deck.view.Marks`) is what the picture of the deck is to show of it.

    `fleets` is the picture of a battle, and `log` all of it line by line. What is `sealed` only the orderer and the
    referees read. `hands` are the units that go over to somebody else.

    `opened` says in words what it has shown that was sealed, or who has answered it within itself: "" for neither.
    It was given for `doers`, by name, the sides of a battle among them, or else for the units in its first role; dice
    were thrown for `throwers` as well. `due` are orders that were kept for later and whose time has come with it: they
    are carried out after it, one by one. `done` is what it cost and did, as a system that keeps account of that has it,
    None for nothing. `game` is the game as it is then, but for all of the above, where more of it is another: a
    setting, somebody who is new or leaves, or the deck that is up. `referees` are it as well from now on.
    """

    after: Mapping[str, Any]
    result: Any
    things: Any = None
    board: Any = None
    marks: Any = None
    fleets: Fleets | None = None
    log: tuple[str, ...] = ()
    sealed: bool = False
    hands: Mapping[str, Hands] = field(default_factory=dict)
    opened: str = ""
    doers: tuple[str, ...] | None = None
    throwers: tuple[str, ...] = ()
    due: tuple[Said, ...] = ()
    done: Any = None
    units: Mapping[str, Unit] = field(default_factory=dict)
    game: "Game | None" = None
    referees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """All that an order may look at and change: a campaign as the rules of its people, or of its ships, see it.

    `sides` are the sides of its `units` as they came. `board` is the `bot.deck.board.Board` that is up, None without
    one; a plan that an order puts up comes with its `drawing`, the text that it was read from. What the rules keep
    beside the units is `stored` as JSON, empty where they keep nothing, and read where somebody looks at the `things`.
    """

    units: Units = field(default_factory=Units)
    sides: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    board: Any = None
    drawing: str = ""
    ended: bool = False
    stored: Mapping[str, Any] = field(default_factory=dict)
    read_things: Callable[[], Any] = lambda: None

    @property
    def things(self) -> Any:
        """What the rules keep beside the units."""
        return self.read_things()

    def keeping(self, things: Any) -> "Game":
        """The same with what the rules keep beside the units as it is now."""
        return replace(self, read_things=lambda: things)

    @property
    def present(self) -> Units:
        """Those who stand on the deck."""
        standing = () if self.board is None else self.board.people
        return Units([name for name in self.units if name in standing], self.units.__getitem__)

    def after(self, outcome: Outcome) -> "Game":
        """The game as an order leaves it."""
        game = outcome.game or self
        now = {name: replace(unit, at=None) for name, unit in outcome.units.items()}
        for name, hands in outcome.hands.items():
            now[name] = replace(now.get(name) or game.units[name], side=hands.side, owner=hands.owner)
        for name, sheet in outcome.after.items():
            now[name] = replace(now.get(name) or game.units[name], sheet=sheet)
        units = game.units
        for name, unit in now.items():
            units = (units if unit.name == name else units.without(name)).having(unit)
        if now:
            game = replace(game, units=units)
        if outcome.board is not None:
            game = replace(game, board=outcome.board)
        return game if outcome.things is None else game.keeping(outcome.things)
