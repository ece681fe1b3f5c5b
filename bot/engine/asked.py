"""An order as a typed value, said once: a frozen dataclass whose fields say what may be asked for.

    @dataclass(frozen=True, kw_only=True, slots=True)
    class Shoot(Asked):
        verb = "shoot"
        roles = (Role("name"), Role("target"))
        weapon: str = ask("")
        range: int | None = ask(None, low=0, high=100)
        fire: Fire = ask(Fire.AIMED, mode=True)
        smoke: bool = ask(False, setting="smoke fills the deck: fire has −2")
        rounds: Literal["counted", "unlimited"] = ask("counted", setting="whether they are counted", ruled=True)
        dm: int = ask(0, low=-20, high=20, referees="Adding a DM")

    typed_order(Shoot, decide, word)       # where decide(scene, order, dice) reads order.smoke, and mypy knows it

The order's `Field`s derive from it, and with them reading, `mode`, `values`, refusals, settings as defaults, the panel,
completion and odds; and so do the settings themselves (`own_settings`). A field's type says what it holds: a flag, a
whole number, text, or one of an enumeration's or a Literal's values; None as its default is for what nobody has said.
Its name is the attribute's with blanks for underscores, where `name` says no other. Fields of the class itself come
before those of its bases. What only a book's tables know is said to `typed_order`: the choices `among` which a text is,
what it `offers` for one, and `rows`, the fields that fill an attribute which is a mapping by their names.
"""

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from types import ModuleType, NoneType, UnionType
from typing import Any, ClassVar, Literal, TypedDict, TypeVar, Union, Unpack, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter

from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.fields import Field, Kind, Setting, Value, Values, setting_for_once
from bot.engine.order import InTwoSteps, Need, Odds, Order
from bot.engine.scene import Outcome, Role, Scene
from bot.engine.several import WHAT_WORKS

T = TypeVar("T")
# What is offered for a text: always the same, or what a scene has.
Offer = tuple[str, ...] | Callable[[Scene], Sequence[str]]
_NO_CHOICES: Mapping[str, tuple[str, ...]] = {}
_NO_OFFERS: Mapping[str, Offer] = {}
_NO_ROWS: Mapping[str, tuple[Field, ...]] = {}
_KINDS = {bool: Kind.FLAG, int: Kind.WHOLE, str: Kind.TEXT}


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What somebody asks for: the base of every order's class, with its verb and who takes part in it. The rest is
    as `Order` has it.
    """

    verb: ClassVar[str] = ""
    roles: ClassVar[tuple[Role, ...]] = ()
    need: ClassVar[Need] = Need.OWNER
    called: ClassVar[str] = ""
    otherwise: ClassVar[tuple[str, str] | None] = None
    battle: ClassVar[bool] = False
    by_word: ClassVar[bool] = False
    as_found: ClassVar[bool] = False
    divides: ClassVar[bool] = False
    about: ClassVar[str] = ""
    command: ClassVar[str] = ""
    private: ClassVar[bool] = False
    asks: ClassVar[tuple[str, ...]] = ()


A = TypeVar("A", bound=Asked)


class Parts(TypedDict, total=False):
    """What a field may say besides, as `Field` has it."""

    kind: Kind
    choices: tuple[str, ...]
    low: int
    high: int
    longest: int
    mode: bool
    apart: bool
    called: str
    referees: str
    measured: bool
    reached: bool
    shown: bool
    lifts: bool
    spoken: bool
    speaks_for: str
    apiece: bool
    suggest: Callable[[Scene], Sequence[str]]


@dataclasses.dataclass(frozen=True, slots=True)
class _Ask:
    """What is said of a field besides its type and default (see `ask`)."""

    wording: str = ""
    name: str = ""
    setting: str = ""
    pattern: str = ""
    ruled: bool = False
    parts: Parts = dataclasses.field(default_factory=Parts)


# By this key alone: pydantic would take what it knows of a field's metadata for its own.
_ASK = "ask"


def ask(
    default: T,
    wording: str = "",
    *,
    name: str = "",
    setting: str = "",
    pattern: str = "",
    ruled: bool = False,
    **parts: Unpack[Parts],
) -> T:
    """A field of an order with its default; what has a `wording` has an option of its own in the slash command.

    `setting` makes a setting of the campaign of it, and says what that does; `pattern` lets the referee write another
    value. One that is `ruled` is of how the rules are played: only the referee says otherwise for one order.
    """
    asked = _Ask(wording, name, setting, pattern, ruled, parts)
    made: T = dataclasses.field(default=default, metadata={_ASK: asked})
    return made


def must(wording: str, *, name: str = "", **parts: Unpack[Parts]) -> Any:
    """A field of an order that has to be given."""
    return dataclasses.field(metadata={_ASK: _Ask(wording, name, parts=parts)})


def rows() -> Any:
    """A field that holds values by the names of a book's own fields."""
    return dataclasses.field(default_factory=dict)


def fields_of(
    asked: type[Asked],
    among: Mapping[str, tuple[str, ...]] = _NO_CHOICES,
    offers: Mapping[str, Offer] = _NO_OFFERS,
    rows: Mapping[str, tuple[Field, ...]] = _NO_ROWS,
) -> tuple[Field, ...]:
    """The fields of an order's class, with what only a book knows of them (see above)."""
    found: list[Field] = []
    for each, holds in _own_first(asked):
        if each.name in rows:
            found += rows[each.name]
        else:
            found.append(_field(each, holds, among.get(each.name, ()), offers.get(each.name, ())))
    return tuple(found)


def own_settings(*book: ModuleType) -> dict[str, Setting]:
    """The settings of a campaign that fields of some modules' classes are, each with its default first."""
    classes = [each for module in book for each in vars(module).values() if isinstance(each, type)]
    orders = [each for each in classes if issubclass(each, Asked)]
    found: dict[str, Setting] = {}
    for each, holds in (each for order in orders for each in _own_first(order)):
        if meaning := _ask(each).setting:
            field = _field(each, holds)
            values = ("no", "yes") if field.kind is Kind.FLAG else field.choices or (str(field.default),)
            found.setdefault(field.name, Setting(field.name, values, meaning, _ask(each).pattern))
    return found


def typed_order(
    asked: type[A],
    decide: InTwoSteps | Callable[[Scene, A, Dice], Outcome],
    word: Callable[[Any, Faces], Card],
    *,
    odds: Odds | None = None,
    among: Mapping[str, tuple[str, ...]] = _NO_CHOICES,
    offers: Mapping[str, Offer] = _NO_OFFERS,
    rows: Mapping[str, tuple[Field, ...]] = _NO_ROWS,
    **more: Any,
) -> Order:
    """The order of a system whose values are of such a class; one decided in two steps is handed them in the first.

    `more` is the rest as `Order` has it: how its outcome is reported, whether it registers, what `values` may name.
    """
    made = maker(asked, rows)
    return Order(
        asked.verb,
        asked.roles,
        (*fields_of(asked, among, offers, rows), *([WHAT_WORKS] if asked.roles and asked.roles[0].each else ())),
        _decided(decide, made),
        word,
        odds,
        battle=asked.battle,
        by_word=asked.by_word,
        as_found=asked.as_found,
        divides=asked.divides,
        about=asked.about,
        command=asked.command,
        private=asked.private,
        asks=asked.asks,
        need=asked.need,
        called=asked.called,
        otherwise=asked.otherwise,
        made=made,
        **more,
    )


def _decided(decide: InTwoSteps | Callable[[Scene, A, Dice], Outcome], made: Callable[[Values], A]) -> InTwoSteps:
    """How an order is decided whose values are made into one first."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        order = made(values)
        return decide.prepare(scene, order) if isinstance(decide, InTwoSteps) else partial(decide, scene, order)

    return InTwoSteps(prepare)


def typed_odds(
    asked: type[A],
    imagine: Callable[[A], Scene],
    outcome: Callable[[Any], str | tuple[str, ...]],
    outcomes: tuple[str, ...],
    *,
    among: Mapping[str, tuple[str, ...]] = _NO_CHOICES,
    offers: Mapping[str, Offer] = _NO_OFFERS,
    **more: Any,
) -> Odds:
    """The odds of an order whose people, where nobody is named, are made up of such a class.

    The rest is as `Odds` has it.
    """
    made = maker(asked)
    return Odds(outcome, outcomes, fields_of(asked, among, offers), lambda values: imagine(made(values)), **more)


def given(asked: Asked) -> dict[str, Any]:
    """What an order says, by the names of its fields; not what nobody has said of it."""
    said = {name_of(each): getattr(asked, each.name) for each, _ in _own_first(type(asked))}
    return {name: value for name, value in said.items() if value is not None}


def maker(asked: type[A], rows: Mapping[str, tuple[Field, ...]] = _NO_ROWS) -> Callable[[Values], A]:
    """What makes an order of values that have been read, by its fields' names; others are left alone."""
    names = {name_of(each): each.name for each, _ in _own_first(asked) if each.name not in rows}

    def made(values: Values) -> A:
        said: dict[str, Any] = {names[name]: value for name, value in values.items() if name in names}
        for attribute, fields in rows.items():
            said[attribute] = {field.name: values[field.name] for field in fields if field.name in values}
        order: A = _adapter(asked).validate_python(said)  # type: ignore[arg-type]
        return order

    return made


@cache
def _adapter(asked: type[Any]) -> TypeAdapter[Any]:
    """Made when the first such order is given: all of them would keep the start waiting."""
    return TypeAdapter(asked)


def name_of(each: "dataclasses.Field[Any]") -> str:
    """The name under which a field of a class is typed."""
    return _ask(each).name or each.name.replace("_", " ")


def _ask(each: "dataclasses.Field[Any]") -> _Ask:
    asked: _Ask = each.metadata.get(_ASK, _Ask())
    return asked


def _own_first(asked: type[Asked]) -> tuple[tuple["dataclasses.Field[Any]", Any], ...]:
    """The fields of a class with their types, its own before those of its bases."""
    return _fields_with_types(asked)  # type: ignore[arg-type]


@cache
def _fields_with_types(asked: type[Any]) -> tuple[tuple["dataclasses.Field[Any]", Any], ...]:
    """Worked out once: odds ask for them at every throw."""
    hints, fields = get_type_hints(asked), {each.name: each for each in dataclasses.fields(asked)}
    named = dict.fromkeys(name for each in asked.__mro__ for name in inspect.get_annotations(each))
    return tuple((fields[name], hints[name]) for name in named if name in fields)


def _field(each: "dataclasses.Field[Any]", holds: Any, among: tuple[str, ...] = (), offers: Offer = ()) -> Field:
    kind, choices = _held(holds)
    parts: dict[str, Any] = {
        "kind": Kind.CHOICE if among else kind,
        "choices": among or choices,
        "pattern": _ask(each).pattern if kind is Kind.TEXT else "",
        **_ask(each).parts,
    }
    if offers:
        parts["suggest"] = offers if callable(offers) else lambda _: offers
    if _ask(each).ruled:
        parts["referees"] = setting_for_once(name_of(each))
    needed = each.default is dataclasses.MISSING
    parts["settled"] = bool(_ask(each).setting)
    default: Value | None = each.default.value if isinstance(each.default, Enum) else None if needed else each.default
    return Field(name_of(each), default=default, wording=_ask(each).wording, needed=needed, **parts)


def _held(holds: Any) -> tuple[Kind, tuple[str, ...]]:
    """What a type makes a field hold, and the choices that it leaves."""
    types = get_args(holds) if get_origin(holds) in {Union, UnionType} else (holds,)
    types = tuple(each for each in types if each is not NoneType)
    if types[0] in _KINDS:
        return _KINDS[types[0]], ()
    return Kind.CHOICE, tuple(choice for each in types for choice in _choices(each))


def _choices(choice: Any) -> tuple[str, ...]:
    return get_args(choice) if get_origin(choice) is Literal else tuple(each.value for each in choice)
