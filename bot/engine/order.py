"""An order: a verb of a rule system, its roles and fields, its resolver, its wording and its odds."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any, Final, Generic, TypeVar, get_type_hints

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces, Throw
from bot.engine.errors import LacksError, LooksAwayError, RuleError
from bot.engine.fields import TURN, Field, Settings, Value, Values, read_modes
from bot.engine.panelled import OwnPanel
from bot.engine.scene import Outcome, Role, Said, Scene, Unit
from bot.engine.several import severally, told_together
from bot.engine.ships import Fleets
from bot.engine.telling import Report
from bot.engine.typed import match, offered, once, read_named

M = TypeVar("M")
T = TypeVar("T")
# What somebody who asks for odds waits for: a second or two of a rulebook with much to do on each branch.
MOST_WORK: Final = 40_000


# What roles and fields are called now, by what they were called in orders that are kept since: of the names, the one
# that an order has. Nothing new comes to it.
_ACTS = ("attacker", "thrower", "character", "characters", "people", "diver", "ships")
_NOW: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(_ACTS, ("name",)),
    "name": ("at", "room"),
    "helper": ("with",),
    "stance": ("how",),
    "fire": ("orders",),
    "commander": ("player",),
}


class Need(Enum):
    """What an order asks of whoever gives it."""

    ANYBODY = auto()
    OWNER = auto()  # of everybody in its first role, or the referee; without roles the referee
    STARTER = auto()  # whoever began what is taken back or done again, or the referee
    REFEREE = auto()
    MANAGER = auto()  # or the referee: a server must not lose its campaign with its referee


def _as_it_is(what: Any) -> Any:
    return what


@cache
def _taken_by(word: Callable[[Any, Faces], Card]) -> Any:
    """The type of what it takes first."""
    return next(iter(get_type_hints(word.func if isinstance(word, partial) else word).values()))


@dataclass(frozen=True, slots=True)
class Telling(Generic[M]):
    """What is told of an order: the card, what the pictures show, and the log line by line."""

    card: Card
    marks: M | None = None
    fleets: Fleets | None = None
    log: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Odds:
    """How the chances of an order are shown."""

    # The outcome that a result counts as; or several, whose chances may come to more than 1 together.
    outcome: Callable[[Any], str | tuple[str, ...]]
    # The outcomes that are shown first.
    outcomes: tuple[str, ...]
    # What is asked for where nothing is set up.
    fields: tuple[Field, ...]
    # Makes a scene of the values of these fields.
    imagine: Callable[[Values], Scene]
    # The scene without those who make no difference.
    narrow: Callable[[Scene], Scene] = _as_it_is
    # Chances to show below: parts of an outcome, or what follows from it. They need not add up to 1.
    besides: Callable[[Scene, Values], Sequence[tuple[str, Fraction]]] = lambda _scene, _values: ()
    # The names of throws on which no outcome hangs.
    moot: frozenset[str] = frozenset()
    # A resolver under a heading for each of several whose odds are asked one by one; none for the odds of all.
    apart: Callable[[Scene, Values], Sequence[tuple[str, Callable[[Dice], Outcome]]]] = lambda _scene, _values: ()
    # What is said for it where odds alone are asked.
    anyway: tuple[tuple[str, Value], ...] = ()
    # For how many branches somebody waits.
    most_work: int = MOST_WORK


@dataclass(frozen=True, slots=True)
class ReadyToThrow:
    """A resolver that is worked out up to the dice: its chances are those of any other that is `alike`."""

    alike: Hashable
    throw: Callable[[Dice], Outcome] = field(compare=False)

    def __call__(self, dice: Dice) -> Outcome:
        """Throw for it."""
        return self.throw(dice)


@dataclass(frozen=True, slots=True)
class InTwoSteps:
    """A resolver that first works out all that needs no dice, and then throws: odds do the first step once for all
    their branches.
    """

    prepare: Callable[[Scene, Any], Callable[[Dice], Outcome]]

    def __call__(self, scene: Scene, values: Values, dice: Dice) -> Outcome:
        """Both steps, one after the other."""
        return self.prepare(scene, values)(dice)


@dataclass(frozen=True, slots=True)
class Hesitation:
    """Why an order is asked about, by its panel, before it is given."""

    # Whether something isn't known that the panel asks for.
    lacks: bool = False
    # Whether whoever acts looks elsewhere, and is to turn first.
    turns: bool = False
    # Whom of their own side whoever acts may hurt.
    friends: tuple[Unit, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is a reason to ask."""
        return self.lacks or self.turns or bool(self.friends)


def nothing_told(_: Any) -> Sequence[str]:
    """What all at the table are told of most orders."""
    return ()


@dataclass(frozen=True, slots=True)
class Order:
    """A verb of a system: who and what it takes, how it is resolved, how its report is worded."""

    # What one types, without the slash.
    verb: str
    # Who takes part in it.
    roles: tuple[Role, ...]
    # What is said for it.
    fields: tuple[Field, ...]
    # Decides it. It is pure: it returns what is after, or raises RuleError and nothing has happened.
    resolve: Callable[[Scene, Values, Dice], Outcome]
    # Words what is reported, by the throws that were made for it.
    word: Callable[[Any, Faces], Card]
    # Its odds; None if they can't be asked.
    odds: Odds | None = None
    # Whether it is about a battle of ships: then it is given for its sides, and not again, since the battle goes on.
    battle: bool = False
    # Whether it writes on a sheet by word, which is no deed of the game: while a game is played, a player needs the
    # referee's yes for it.
    by_word: bool = False
    # Whether what it does hangs on how those in it are: a yes to it is for them as they were when it was asked for.
    as_found: bool = False
    # Whether it is for the time between fights: refused while a turn is kept or a battle is fought.
    peaceful: bool = False
    # Whether a fight is over with it, or another begins, as with every order for the time between.
    divides: bool = False
    # Whether it changes who is in the campaign: then its scene tells everybody's name and all sides.
    registers: bool = False
    # Whether with these values it changes nobody's name or side after all, and does without them.
    nameless: Callable[[Values], bool] = lambda _: False
    # The fields that `values` may name, after what they are in a refusal, such as “value on a sheet”; None for all.
    listed: tuple[str, tuple[str, ...]] | None = None
    # Who may give it.
    need: Need = Need.OWNER
    # What it is in a refusal, such as “Putting up a deck”; if empty, `/verb`.
    called: str = ""
    # The order meant where what is typed for the first role names nobody on the deck and none of the orderer's own,
    # and the field of it that takes the words: the referee's word.
    otherwise: tuple[str, str] | None = None
    # Makes of the result of an outcome what is reported.
    plain: Callable[[Any], Any] = _as_it_is
    # The type of what is reported, if it is another than `word` takes.
    reports: Any = None
    # What its slash command does, in a few words; without them it has none of its own.
    about: str = ""
    # That command's name, if it isn't the verb; and what its panel's button, and that to give it again, say one does,
    # if that isn't the verb.
    command: str = ""
    pressed: str = ""
    # Whether its answer isn't for others.
    private: bool = False
    # Whether all may read it, also where sides know only what they have seen: it tells nothing of a deck.
    open: bool = False
    # What all are told there of what is not open, by its result.
    tells_all: Callable[[Any], Sequence[str]] = nothing_told
    # What they are told of orders that were carried out within it.
    tells_within: Callable[[Any], Sequence[str]] = nothing_told
    # The fields of which one has to be given: else its panel asks.
    asks: tuple[str, ...] = ()
    # What its panel asks and tells, where that hangs on what has been said so far.
    panel: OwnPanel | None = None
    # The fields of which a turn that is kept, or a sheet, knows what is so of those in it: a player says no other.
    known: Callable[[Scene], Collection[str]] = lambda _: ()
    # Why it is asked about before it is given: whom of their own side whoever acts may hurt with it. It raises
    # LacksError and LooksAwayError where the order would, for `hesitation` to tell.
    hesitates: Callable[[Scene, Values], Sequence[Unit]] | None = None
    # How likely whoever's fate is asked (`Scene.fate_of`) is hurt, where that is known sooner than by all its branches.
    fate: Callable[[Scene, Values], Fraction] | None = None
    # Words all of it line by line, where that is more than the card says.
    log: Callable[[Any], Iterable[str]] = lambda _: ()
    # Whether it hangs on the time, or on who is away: then its scene tells both.
    timed: bool = False
    # Whether with these values it is decided before a thread would have begun.
    short: Callable[[Values], bool] = lambda _: False
    # Whether those of one step are told in one message, where a campaign is brief and what is due is told.
    gathers: bool = False
    # Of several who act in it, the orders that come before any of them does; and how it is carried out for them, where
    # that isn't simply one after the other.
    firsts: Callable[[Scene, Values, Dice], Sequence[Said]] | None = None
    severally: Callable[[Scene, Values, Dice], Outcome] | None = None
    # Makes of what was read the value that the resolver works on.
    made: Callable[[Values], Any] = _as_it_is

    @property
    def kind(self) -> Any:
        """The type of what it reports."""
        return self.reports or _taken_by(self.word)

    def report(self, outcome: Outcome) -> Report[Any, Any]:
        """What an outcome came to, as plain data."""
        found, *others = map(self.plain, (outcome.result, *outcome.others))
        return Report(found, outcome.marks, outcome.fleets, outcome.sealed, tuple(others), outcome.refused)

    def tell(self, report: Report[Any, M], throws: Iterable[Throw]) -> Telling[M]:
        """What is told of it, with the throws that were made for it."""
        faces, found = Faces(throws), (report.found, *report.others)
        card, *others = [self.word(each, faces) for each in found]
        if others or report.refused:
            card = told_together((card, *others), report.refused)
        log = tuple(line for each in found for line in self.log(each))
        return Telling(card, report.marks, report.fleets, log)

    def by_panel(self, said: Values) -> "Order":
        """The order as its panel asks for it, by what has been said so far."""
        return replace(self, fields=tuple(self.panel.fields(said))) if self.panel else self

    def carried_out(self, scene: Scene, values: Values, dice: Dice) -> Outcome:
        """What it comes to; for several in a role that takes each, one after the other."""
        if self.roles and self.roles[0].each and len(scene.units[self.roles[0].name]) > 1:
            return (self.severally or partial(severally, self.resolve))(scene, values, dice)
        return self.resolve(scene, values, dice)

    def hesitation(self, scene: Scene, raw: Mapping[str, Value], settings: Settings) -> "Hesitation":
        """Why an order is asked about before it is given as it was said; nothing where it can't be given at all."""
        if self.hesitates is None:
            return Hesitation()
        try:
            values = self.read(self.departing(raw, settings), settings)
            found = Hesitation(turns=values.get(TURN) is True, friends=tuple(self.hesitates(scene, values)))
            if found:
                self.prepared(replace(scene, only_odds=True), values)
        except LacksError:
            return Hesitation(lacks=True)
        except LooksAwayError:
            return self.hesitation(scene, {**raw, TURN: True}, settings) if raw.get(TURN) is not True else Hesitation()
        except RuleError:
            return Hesitation()
        return found

    def prepared(self, scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        """The resolver with everything but the dice; raises RuleError, at once or later, where it can't be given."""
        if isinstance(self.resolve, InTwoSteps):
            return self.resolve.prepare(scene, values)
        return partial(self.resolve, scene, values)

    def then(self, *steps: Callable[[Scene, Outcome], Outcome]) -> "Order":
        """The same order, on whose outcome these follow one by one; not where only odds are asked for."""

        def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
            resolve = self.prepared(scene, values)
            if scene.only_odds:
                return resolve
            return lambda dice: reduce(lambda outcome, step: step(scene, outcome), steps, resolve(dice))

        return replace(self, resolve=InTwoSteps(prepare))

    def read(self, raw: Mapping[str, Value], settings: Settings | None = None) -> dict[str, Value]:
        """Typed values from what was given; fields without value or default are left out.

        A field that wasn't given takes the campaign's setting of the same name, then its own default. `mode`
        is shorthand for the fields that are marked so: `snap single`. Raises RuleError for a field
        or a value that this order doesn't have.
        """
        fields = {field.name: field for field in self.fields}
        given = self.spread(raw)
        for name in given:
            if name not in fields:
                if self.listed:
                    match(name, self.listed[1], what=self.listed[0])
                raise self._foreign(name)
        values = {name: field.default for name, field in fields.items() if field.default is not None}
        taken = {**self.settings_in(given, settings or {}), **given}
        for each in self.fields:
            if each.needed and each.name not in taken:
                said = offered(list(each.choices)) if each.choices else each.wording
                raise RuleError(f"/{self.verb} needs “{each.name}”: {said}.")
        return values | {name: fields[name].read(value) for name, value in taken.items()}

    def check_roles(self, typed: Iterable[str]) -> None:
        """Raise RuleError for a role in which somebody was typed, and which this order doesn't have: another book's."""
        own = {*(role.name for role in self.roles), *(field.name for field in self.fields)}
        for name in typed:
            if name not in own:
                raise self._foreign(name)

    def _foreign(self, name: str) -> RuleError:
        """That this order has no such option: it is another book's."""
        return RuleError(f"These rules have no “{name}” for /{self.command or self.verb}: leave it out.")

    def reserved(self, raw: Mapping[str, Value], settings: Settings) -> list[str]:
        """What of that which was given only the referee may do, in words: asked of the values, however typed (R-161).

        Raises RuleError as `read` does.
        """
        given = self.spread(raw)
        own = [field for field in self.fields if field.referees and field.name in given]
        return [field.referees for field in own if field.departs(given[field.name], settings)]

    def players(self, raw: Mapping[str, Value]) -> Mapping[str, Value]:
        """What was given without what is the referee's, of which a player says no more than how it is just now: what is
        kept for later goes by the settings of its day (R-161). Raises RuleError as `spread` does.
        """
        given, theirs = self.spread(raw), {field.name for field in self.fields if field.referees}
        return {name: value for name, value in given.items() if name not in theirs} if theirs & given.keys() else raw

    def departing(self, values: Values, settings: Settings) -> dict[str, Value]:
        """Those values that say something: not what they would be anyhow, nor “no” to what is left to the deck."""
        fields = {field.name: field for field in self.fields}
        return {
            name: value for name, value in values.items() if name not in fields or fields[name].departs(value, settings)
        }

    def settings_in(self, raw: Mapping[str, Value], settings: Settings) -> dict[str, str]:
        """The campaign's settings that count in this order: those that it takes, where nothing else was given."""
        taking = {field.name for field in self.fields if not field.apart} - self.spread(raw).keys()
        return {name: value for name, value in settings.items() if name in taking}

    def as_called_now(self, given: Mapping[str, T]) -> dict[str, T]:
        """What was given by the names of roles or fields, where it may have been kept since they had other names."""
        own = {*(role.name for role in self.roles), *(field.name for field in self.fields)}
        return {
            name if name in own else next((now for now in _NOW.get(name, ()) if now in own - given.keys()), name): what
            for name, what in given.items()
        }

    def spread(self, raw: Mapping[str, Value]) -> dict[str, Value]:
        """What was given, with `mode` and `values` spread over the fields that they name: `size -2, moved 20`.

        Raises RuleError for what they don't name, and for a field that is given twice.
        """
        given = {name: value for name, value in raw.items() if name not in {"mode", "values"}}
        if text := str(raw.get("values", "")).strip():
            what, names = self.listed or (f"value for /{self.verb}", tuple(field.name for field in self.fields))
            given = once(given, read_named(text, names, what=what, alone=self._alone))
        if mode := str(raw.get("mode", "")).strip():
            given = once(given, read_modes(mode, self.fields))
        return given

    def _alone(self, name: str) -> bool:
        return any(field.name == name and field.alone for field in self.fields)

    def suggestions(self, name: str, scene: Scene) -> Sequence[str]:
        """What to offer for a role, a field or `mode` while it is typed."""
        if name == "mode":
            return self.modes()
        offers = {role.name: role.suggest for role in self.roles if role.suggest}
        offers |= {field.name: field.suggestions for field in self.fields}
        return offers[name](scene) if name in offers else ()

    def modes(self) -> list[str]:
        """What `mode` may say, for autocompletion: each choice, and the pairs of two fields."""
        groups = [field.choices for field in self.fields if field.mode]
        words = [choice for group in groups for choice in group]
        if len(groups) == 2:
            words += [f"{first} {second}" for first in groups[0] for second in groups[1]]
        return words
