"""Who and what an order finds, and what it leaves behind: plain frozen values."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from typing import Any, TypeVar

from bot.engine.cards import Suggestion
from bot.engine.errors import RuleError, check_yes, not_yours
from bot.engine.same import of_the_same
from bot.engine.seats import Membership, Seat, Wait
from bot.engine.ships import Fleets
from bot.engine.typed import renamed_in, with_number

T = TypeVar("T")

# What somebody may be in a campaign by the referee's word.
REFEREE, PLAYER, OBSERVER = "referee", "player", "observer"
FOG, ON = "fog", "on"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads an answer: somebody who may know `everything`, or a player of a `side`, "" for who plays none; `by` is
    their number on Discord, whose own people they know in any case.
    """

    everything: bool = False
    side: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """Whoever takes part in an order: a name, a side, and the system's own sheet.

    `marks` is what the house keeps of it by whatever rules, such as “surrendered”. `at` is the number after an @ that
    the order gave for this one, None where it gave none: a distance in squares, unless the order says otherwise.
    `owner` tells players apart, and is "" where it belongs to nobody. `id` is the store's, 0 for one that it
    hasn't kept yet. Of who is `foreign` the sheet holds no more than what can be seen of them.
    """

    name: str
    side: str
    sheet: Any
    at: int | None = None
    owner: str = ""
    marks: tuple[str, ...] = ()
    id: int = 0
    foreign: bool = False


class Units(Mapping[str, Unit]):
    """Everybody in a game by name, in the order in which they came; each is read where somebody looks, and once.

    `put` are those who were put in since the game was read, by name, None for one who isn't called so any more. Whoever
    has the id of somebody is the same under another name; one without an id is new.
    """

    def __init__(self, names: Iterable[str] = (), read: Callable[[str], Unit] | None = None) -> None:
        self._names = dict.fromkeys(names)
        self._read = cache(read) if read else None
        self.put: Mapping[str, Unit | None] = {}

    def __getitem__(self, name: str) -> Unit:
        if name in self.put or name not in self._names:
            if unit := self.put.get(name):
                return unit
            raise KeyError(name)
        return self._read(name)  # type: ignore[misc]

    def __contains__(self, name: object) -> bool:
        return self.put[str(name)] is not None if name in self.put else name in self._names

    def __iter__(self) -> Iterator[str]:
        if not self.put:
            return iter(self._names)
        gone = {name for name, unit in self.put.items() if unit is None}
        return (name for name in dict.fromkeys((*self._names, *self.put)) if name not in gone)

    def __len__(self) -> int:
        return sum(1 for _ in self) if self.put else len(self._names)

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
    """A place in an order that units fill; the first role's units act, and their owners give the order."""

    # What it is called, in the order and as an option of its command.
    name: str
    # Whether it takes any number of units, each once, and all that the actor commands if none is named.
    many: bool = False
    # Whether, if none is named, a referee's are only those that no player owns.
    own: bool = False
    # Whether it may stay empty.
    optional: bool = False
    # Whether a number after @ counts something of one unit alone; else it holds for the names before it as well.
    counts: bool = False
    # Whether a number after @ is a distance that the order takes from whoever fills it.
    far: bool = False
    # Whether somebody may be named more than once.
    repeats: bool = False
    # Whether it is for those who fire, fight or move: nobody fills it whom a mark of the house keeps out of that.
    fights: bool = False
    # Whether somebody has to be named, though it takes many.
    needed: bool = False
    # Whether somebody has to be, but by whoever has one character alone: it falls to that one.
    alone: bool = False
    # Whether several may be named, or a side: the order is carried out for one after the other, as one.
    each: bool = False
    # Whether it is for enemies of those in the first role, or for those whom an order only reaches besides.
    foes: bool = False
    reached: bool = False
    # Who it is, as the slash command says; without that it has no option, nor if it is named `beside`, in `values`.
    wording: str = ""
    beside: bool = False
    # The field that is meant where what is typed for it begins with the name of that: `at G6`.
    instead: str = ""
    # Whose names are offered for it, if not everybody's.
    fits: Callable[["Scene"], Collection[str]] | None = None
    # What is offered for it instead of names.
    suggest: Callable[["Scene"], Sequence[str]] | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """An order as it was said, so that it can be carried out later."""

    verb: str
    # Who takes part by role, each with the number after an @.
    people: Mapping[str, tuple[tuple[str, int | None], ...]]
    fields: Mapping[str, str | int | bool]
    # Who gave it: a number of Discord's, or "" once that person is forgotten.
    by: str

    def suggested(self, before: str = "", after: str = "") -> Suggestion:
        """The order as one that may be given, in a line that says something `before` it and `after` it."""
        people = {role: ", ".join(with_number(*each) for each in parts) for role, parts in self.people.items() if parts}
        return Suggestion(self.verb, {**people, **self.fields}, before, after)

    @property
    def doers(self) -> tuple[str, ...]:
        """Who acts: those in its first role."""
        return tuple(name for name, _ in next(iter(self.people.values()), ()))

    def of(self, *names: str) -> "Said":
        """The order for some alone of those who act in it."""
        acting = {role: tuple(each for each in who if each[0] in names) for role, who in [*self.people.items()][:1]}
        return replace(self, people={**self.people, **acting})

    def takes(self, name: str) -> bool:
        """Whether somebody takes part in it."""
        return any(name == each for parts in self.people.values() for each, _ in parts)

    def renamed(self, before: str, after: str) -> "Said":
        """The order with somebody under another name, also where a field names them."""
        people = {
            role: tuple((after if name == before else name, at) for name, at in parts)
            for role, parts in self.people.items()
        }
        fields = {name: renamed_in(value, before, after) for name, value in self.fields.items()}
        return replace(self, people=people, fields=fields)


@dataclass(frozen=True, slots=True)
class Scene:
    """What an order may look at: its units by role, the deck, and what the system keeps of the campaign."""

    # The units that the order names, by role.
    units: Mapping[str, tuple[Unit, ...]]
    # What the system keeps beside its units.
    ledger: Any = None
    # The `bot.deck.board.Board` on which the campaign plays; None without one.
    board: Any = None
    # All who stand on the board by name, whether or not the order names them.
    present: Mapping[str, Unit] = field(default_factory=dict)
    # All units of the campaign by name; their sheets are read where an order looks somebody up.
    known: Mapping[str, Unit] = field(default_factory=dict)
    # Whether nobody asks for more than odds, so that what makes no difference to them need not be thrown.
    only_odds: bool = False
    # Whose odds they are, if not those of whom the order is aimed at.
    fate_of: str = ""
    # Who gives the order, and who has said yes to it: "" for the referee; None for a yes that nobody was asked for.
    by: str = ""
    yes: str | None = None
    # What the campaign is set to, where that isn't the default.
    settings: Mapping[str, str] = field(default_factory=dict)
    # The order as it was said, for whatever keeps it for later; None if it is only imagined.
    said: Said | None = None
    # The whole game, for an order that changes more of it than sheets, deck and ledger; None if it is only imagined.
    game: "Game | None" = None
    # The names that somebody new can't have, with the kind of each, where an order registers somebody; and those that
    # they may have as well, such as a career's, and none that only looks like one.
    names: Mapping[str, str] = field(default_factory=dict)
    shared: Collection[str] = ()
    # The sides that there are, for such an order, and who has which part in the campaign by word, by number on Discord.
    sides: Collection[str] = ()
    members: Mapping[str, Membership] = field(default_factory=dict)
    # What was read for it beforehand, of a file or of what isn't the game's, for an order that says of which type.
    material: Any = None
    # The roles in which nobody was named, and so all are who fit.
    unnamed: Collection[str] = ()
    # When it is given, in seconds since 1970, who is away then, and whether the table waits: for what hangs on it.
    at: int = 0
    away: Collection[str] = ()
    waits: bool = False
    # The game as far as the people of a side know it, by the side's name; None where all know all.
    known_to: Callable[[str], "Game"] | None = None
    # Whether it is the scenario's to have people come onto the deck now, and those whom it has come, by name.
    begins: bool = False
    comes: Collection[str] = ()
    # Whose secrets are kept from whoever gives it: who act by themselves on another side; as one types, closed ships'.
    withheld: Callable[[], Collection[str]] = tuple
    # Whether nobody gives it, but the rules have it done: whoever acts goes by what their side knows then as well.
    of_itself: bool = False

    @classmethod
    def of(cls, game: "Game") -> "Scene":
        """The scene of a game in which nobody has been named yet."""
        scene = cls({}, game.ledger, game.board, game.present, game.units, settings=game.settings)
        return replace(scene, game=game, known_to=game.known_to)

    def by_the_rules(self) -> "Scene":
        """The same for what is due, which is done as the referee might have it done, and goes by what sides know."""
        return replace(self, by="", yes=None, of_itself=True)

    def as_known_to(self, unit: Unit, *, driven: bool = False) -> "Scene":
        """The scene as somebody's side knows it, by which they look for their way; the same to the referee, but where
        they are `driven` by their own nerve, whoever has them go.
        """
        goes = bool(self.by) or ((driven or self.of_itself) and bool(unit.side))
        if self.known_to is None or not goes:
            return self
        game = self.known_to(unit.side)
        return replace(self, board=game.board, present=game.present, known=game.units, game=game, known_to=None)

    def one(self, role: str) -> Unit:
        """The unit in a role that takes one."""
        return self.units[role][0]

    def all(self, role: str) -> tuple[Unit, ...]:
        """The units in a role that takes many."""
        return self.units[role]

    def read_of(self, role: str) -> tuple[Unit, ...]:
        """Of whom an order tells that only tells: of whoever is named; where nobody is, of all to the referee, of their
        side's people to who plays one that keeps its secrets, and to any other of theirs.
        """
        if role not in self.unnamed or (self.by and (self.game is None or self.game.known is None)):
            return tuple(unit for unit in self.units[role] if unit.name not in self.withheld())
        others = {name for name, unit in self.known.items() if self.by and unit.foreign} | {*self.withheld()}
        return tuple(unit for name, unit in self.known.items() if name not in others)

    def given(self, what: type[T]) -> T:
        """What was read beforehand for an order that needs it, which only its own command reads; else RuleError."""
        if not isinstance(self.material, what):
            raise RuleError("That order needs more than its name: give it by its command.")
        return self.material

    def check_own(self, unit: Unit) -> None:
        """Raise RuleError unless the order is given by the referee, or by whose the unit is."""
        if self.by not in {"", unit.owner}:
            raise not_yours(unit.name)

    def ask(self, sentence: str, of: Collection[str] = (), about: Collection[str] = ()) -> None:
        """Raise NeedsYesError, `about` some by name, unless the referee or one `of` those whose it is allows it."""
        check_yes(sentence, of, (self.by, self.yes), about)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an order leads to."""

    # The changed sheets by the name of their unit.
    after: Mapping[str, Any]
    # What came of it: a frozen value, to be reported and worded.
    result: Any
    # What the system keeps beside its units from then on; None if that is as before.
    ledger: Any = None
    # The deck as it is then; None if it is as before.
    board: Any = None
    # What the picture of the deck is to show of it: a `bot.deck.view.Marks`.
    marks: Any = None
    fleets: Fleets | None = None
    # Whether only the orderer and the referees may read it.
    sealed: bool = False
    # What it has shown that was sealed, or who has answered it within itself, in words; "" for neither.
    opened: str = ""
    # For whom it was given, by name, sides of a battle among them; None for the units in its first role.
    doers: tuple[str, ...] | None = None
    # For whom dice were thrown as well.
    throwers: tuple[str, ...] = ()
    # Orders that were kept for later and whose time has come with it: they are carried out after it, one by one.
    due: tuple[Said, ...] = ()
    # Whether a step of the table is over with it, whatever else is due.
    ends: bool = False
    # Orders that go on with it at once, as part of it.
    then: tuple[Said, ...] = ()
    # What it cost and did, for a system that keeps account of that; None for nothing.
    done: Any = None
    # Units with another name, side, owner or marks than before, by the name that they had; and whoever is new.
    units: Mapping[str, Unit] = field(default_factory=dict)
    # The game as it is then, where more of it has changed: a setting, who is in it, the deck that is up.
    game: "Game | None" = None
    # How long the table waits from then on, and what is another about whoever gives it; None if that is as before.
    wait: Wait | None = None
    seat: Seat | None = None
    # Who has another part in the campaign from now on; None for one of whom nothing is said any more.
    members: Mapping[str, Membership | None] = field(default_factory=dict)
    # What a side is shown that its people haven't seen: a `bot.deck.knowledge.Reveal`.
    reveals: Any = None
    # What somebody who is new has done in fights elsewhere, as figures by name.
    served: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    # What came of it for those after the first, where it was carried out for one after the other.
    others: tuple[Any, ...] = ()
    # Why it wasn't for some of them, in sentences.
    refused: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether anything is another with it, or goes on from it: else it has only told something."""
        kept = (self.ledger, self.board, self.done, self.game, self.wait, self.seat, self.reveals)
        follows = self.after or self.units or self.members or self.due or self.then
        return bool(follows) or any(each is not None for each in kept)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """All that an order may look at and change: a campaign as the rules of its people, or of its ships, see it.

    `sides` are the sides of its `units` as they came. `board` is the `bot.deck.board.Board` that is up, None without
    one; a plan that an order puts up comes with its `drawing`, the text that it was read from. What the rules keep
    beside the units is `stored` as JSON, empty where they keep nothing, and read where somebody looks at the `ledger`.
    Of a game as a side knows it `known` is the `bot.deck.knowledge.Knowledge` of its deck, None for the true one; of
    that `knows` tells what of it the people of a side know.
    """

    units: Units = field(default_factory=Units)
    sides: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    board: Any = None
    drawing: str = ""
    ended: bool = False
    stored: Mapping[str, Any] = field(default_factory=dict)
    read_ledger: Callable[[], Any] = lambda: None
    known: Any = None
    knows: Callable[["Game", str], "Game"] | None = None

    @property
    def ledger(self) -> Any:
        """What the rules keep beside the units."""
        return self.read_ledger()

    @property
    def fog(self) -> bool:
        """Whether each side knows only what its people have seen; without a deck all know all."""
        return self.settings.get(FOG) == ON and self.board is not None

    @property
    def known_to(self) -> Callable[[str], "Game"] | None:
        """The game as far as the people of a side know it, by the side's name; None where all know all."""
        return cache(partial(self.knows, self)) if self.fog and self.knows else None

    def keeping(self, ledger: Any) -> "Game":
        """The same with what the rules keep beside the units as it is now."""
        return replace(self, read_ledger=lambda: ledger)

    @property
    @lru_cache(maxsize=8)  # noqa: B019
    def present(self) -> Units:
        """Those who stand on the deck; whoever asks about an order, and then carries it out, sees the very same."""
        standing = () if self.board is None else self.board.people
        return Units([name for name in self.units if name in standing], self.units.__getitem__)

    @of_the_same(4)
    def after(self, outcome: Outcome) -> "Game":
        """The game as an order leaves it; several ask at each order."""
        game = outcome.game or self
        now = {name: replace(unit, at=None) for name, unit in outcome.units.items()}
        for name, sheet in outcome.after.items():
            now[name] = replace(now.get(name) or game.units[name], sheet=sheet)
        units = game.units
        for name, unit in now.items():
            units = (units if unit.name == name else units.without(name)).having(unit)
        game = replace(game, units=units) if now else game
        game = game if outcome.board is None else replace(game, board=outcome.board)
        return game if outcome.ledger is None else game.keeping(outcome.ledger)
