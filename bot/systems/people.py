"""Who is in a campaign, characters and ships alike: added, changed and taken out by word, by whatever rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import partial
from typing import Any

from bot.deck.board import Board
from bot.engine.asked import Asked, ask, rows, typed_order
from bot.engine.cards import Card, Spoken, counted, marked, person, printable
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Field, Kind, Values
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Role, Scene, Unit
from bot.engine.system import CHARACTER, SHIP, Ships, System, Trait
from bot.engine.typed import match, quoted
from bot.systems.names import check_taken, clean_name, key_of, numbered, side_named

MOST_AT_ONCE = 20
MOST_CHARACTERS = 200
# What is kept beside the sheet, and so is no system's trait.
OUTSIDE_THE_SHEET = ("name", "side")
_SHIPS_ALONE = "This campaign is of ships alone: add them with /ship add; people need a campaign with rules for them."
_LONGEST_ID = 20


# What is said of most people has an option of its own; the rest of a book's sheet is in `values`.
_WORDED = {
    "weapon": "The weapon in use",
    "ammunition": "What its clips hold",
    "clips": "Spare clips",
    "armour": "Armour worn",
    "morale": "Morale value",
}


def typed(wording: str = "") -> str | None:
    """A field that is read as it was typed, and is no setting's; None where it was left out."""
    return ask(None, wording, kind=Kind.TYPED)


def sides(scene: Scene) -> Sequence[str]:
    """What to offer for a side."""
    return sorted(scene.sides)


@dataclass(frozen=True, kw_only=True, slots=True)
class AddOrder(Asked):
    """`/character add`: one or several alike, from a template or nothing, with what is said of their sheet."""

    verb = "character add"
    need = Need.ANYBODY
    by_word = True
    about = "Add a character, or several alike"
    name: str | None = typed("The name; left out, the template's")
    template: str | None = typed("A ready-made character to start from")
    count: int = ask(1, "How many, numbered", low=1, high=MOST_AT_ONCE)
    side: str = ask("", "Which side they are on", kind=Kind.TYPED, suggest=sides)
    owner: str | None = ask(None, "The player whose it is", kind=Kind.PLAYER)
    sheet: Mapping[str, str] = rows()


@dataclass(frozen=True, kw_only=True, slots=True)
class EditOrder(Asked):
    """`/character edit` and `/ship edit`: a field with its value, or an owner, and why."""

    roles = (Role("name", alone=True, each=True, wording="Whom; several with commas, or a side"),)
    by_word = True
    field: str | None = typed("What to change")
    value: str | None = typed("To what")
    because: str | None = ask(None, "Why, for the journal", kind=Kind.TYPED, spoken=True)
    owner: str | None = ask(None, "The player whose it is", kind=Kind.PLAYER)


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveOrder(Asked):
    """`/character remove` and `/ship remove`."""

    roles = (Role("name", needed=True, wording="Whom"),)
    by_word = True


@dataclass(frozen=True, slots=True)
class Joined:
    """Who has joined, all alike, and what the line of each sheet says."""

    names: tuple[str, ...]
    line: str


@dataclass(frozen=True, slots=True)
class Edited:
    """What was changed of somebody: the field with what it was and is now, and how the sheet reads then; who owns them
    from now on, why, and by whom. All of it is "" where nothing was said of it.
    """

    name: str
    field: str = ""
    was: str = ""
    now: str = ""
    line: str = ""
    owner: str = ""
    because: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Removed:
    """Who has left, and of which kind they were."""

    name: str
    kind: str


def people_orders(system: System) -> Mapping[str, Order]:
    """The orders by which a system's people, or ships, come, are changed by word, and leave; by verb."""
    kind = system.kind
    remove = typed_order(RemoveOrder, partial(_remove, system), _removed_card)
    orders = [
        _editing(system, kind),
        replace(remove, verb=f"{kind} remove", about=f"Take a {kind} out of the campaign"),
    ]
    if kind == CHARACTER:
        orders.append(_adding(system, partial(_add, system)))
    elif kind == SHIP:
        alone = _adding(system, _ships_alone)
        name = Field("name", Kind.TYPED, wording="Whom")
        orders += [
            alone,
            replace(alone, verb="character edit", fields=(name, *_editing(system, CHARACTER).fields)),
            replace(alone, verb="character remove", fields=(name,)),
        ]
    return {order.verb: replace(order, registers=True) for order in orders}


def _adding(system: System, resolve: Callable[[Scene, AddOrder, Dice], Outcome]) -> Order:
    sheet = {"sheet": sheet_fields(system)}
    offers, listed = {"template": tuple(system.templates)}, ("value on a sheet", tuple(system.traits))
    return typed_order(AddOrder, resolve, _joined_card, offers=offers, rows=sheet, listed=listed)


def sheet_fields(system: System) -> tuple[Field, ...]:
    """The fields of an order by which the values of a new sheet are said."""
    return tuple(_of_trait(trait) for trait in system.traits.values())


def _of_trait(trait: Trait) -> Field:
    worded = _WORDED.get(trait.name, "")
    return Field(trait.name, Kind.TYPED, apart=True, suggest=lambda _: trait.suggestions, wording=worded)


def _editing(system: System, kind: str) -> Order:
    order = typed_order(EditOrder, partial(_edit, system), _edited_card)
    theirs = f"Giving a {kind} to somebody else"
    fields = tuple(replace(each, referees=theirs) if each.name == "owner" else each for each in order.fields)
    about = f"Change something about a {kind}"
    on_sheet = partial(_is_on_sheet, system)
    return replace(order, verb=f"{kind} edit", fields=fields, about=about, nameless=on_sheet)


def _is_on_sheet(system: System, values: Values) -> bool:
    """Whether one edits a field of the sheet, as it is written there."""
    return values.get("field") in system.traits


def _ships_alone(_: Scene, __: AddOrder, ___: Dice) -> Outcome:
    raise RuleError(_SHIPS_ALONE)


def owner_of(scene: Scene, named: str | None) -> str:
    """Whose somebody new is: the one's named, or the player's who adds it; the referee's own belong to nobody."""
    if scene.by and named not in {None, "", scene.by}:
        raise RuleError("Giving something to somebody else is for the referee only.")
    return _known(named) or scene.by


def _known(owner: str | None) -> str:
    if owner and not (owner.isascii() and owner.isdecimal() and len(owner) <= _LONGEST_ID):
        raise RuleError(f"An owner is somebody by their number on Discord, not {quoted(owner)}.")
    return owner or ""


def _add(system: System, scene: Scene, order: AddOrder, _: Dice) -> Outcome:
    """Somebody joins, or several alike, from a template or from nothing, with the values that were said."""
    base = base_of(system, order.template)
    typed = order.name or base.name
    if not typed:
        raise RuleError("Name the character, or a template to take the name from.")
    sheet = system.with_traits(base.sheet, order.sheet, scene.settings)
    units = joining(scene, typed, sheet, order.side, owner_of(scene, order.owner), order.count)
    return Outcome({}, Joined(tuple(units), system.line(sheet)), units=units)


def base_of(system: System, template: str | None) -> Unit:
    """Whom somebody new is made of: a template, or nobody; raises RuleError for one that there isn't."""
    if template is None:
        return Unit("", "", system.new_sheet)
    return system.templates[match(template, system.templates, what="template")]


def joining(scene: Scene, typed: str, sheet: Any, side: str, owner: str, count: int = 1) -> dict[str, Unit]:
    """Somebody new, or several alike, by name; raises RuleError where that is taken, or nobody more fits in."""
    there = [name for name, kind in scene.names.items() if kind == CHARACTER]
    if len(there) + count > MOST_CHARACTERS:
        raise RuleError(f"A campaign holds {MOST_CHARACTERS} characters: remove some first.")
    names = [clean_name(each) for each in numbered(clean_name(typed), count, {key_of(name) for name in there})]
    kept = side_named(side, scene.sides, scene.names)
    for number, name in enumerate(names):
        taken = {**scene.names, **dict.fromkeys(names[:number], CHARACTER)}
        check_taken(name, taken, scene.sides, scene.shared, joins=kept)
    return {name: Unit(name, kept, sheet, owner=owner) for name in names}


def _joined_card(joined: Joined, _: Faces) -> Card:
    names = joined.names
    title = f"{names[0]} joins" if len(names) == 1 else f"{counted(len(names), 'character')} join"
    return Card(title, tuple(f"{name}: {joined.line}" for name in names))


def _edit(system: System, scene: Scene, order: EditOrder, _: Dice) -> Outcome:
    """One value of somebody changed, or who owns them: with the reason, and by whom, where nobody has allowed it."""
    unit = scene.one("name")
    check_not_fighting(system, scene, unit.name)
    changed = _Changed(unit, Edited(unit.name))
    if order.field is not None:
        if order.field.strip().casefold() == "owner":
            raise RuleError(
                f"An owner has an option of its own: /{system.kind} edit name:{marked(unit.name)} owner:@somebody."
            )
        field = match(order.field, (*OUTSIDE_THE_SHEET, *system.traits), what="field")
        if order.value is None:
            none = ", value:none for no side" if field == "side" else ""
            raise RuleError(f"Say with value: what the {field} of {unit.name} is to be{none}.")
        changed = _write(system, scene, unit, field, order.value)
    owner = _known(order.owner)
    if order.field is None and not owner:
        raise RuleError("Say what to change: a field with its value, or an owner.")
    told = replace(
        changed.told,
        owner=person(int(owner)) if owner else "",
        because=printable(order.because or "")[:200],
        by=person(int(scene.said.by)) if scene.yes is None and scene.said else "",
    )
    after = replace(changed.unit, owner=owner or unit.owner)
    board = _called(scene.board, unit.name, after.name)
    return Outcome(changed.others, told, changed.ledger, board, units={unit.name: after})


def _edited_card(edited: Edited, _: Faces) -> Card:
    line = f" · {edited.line}" if edited.line else ""
    lines = {
        edited.field.capitalize(): f"{edited.was} → {edited.now}{line}" if edited.field else "",
        "Owner": edited.owner,
    }
    told = (f"{what}: {text}" for what, text in lines.items() if text)
    why = [Spoken(f"Because: {edited.because}")] if edited.because else []
    return Card(f"{edited.name} is changed", (*told, *why, *([f"By {edited.by}"] if edited.by else [])))


def _called(board: Board | None, before: str, after: str) -> Board | None:
    """The deck with somebody under another name; None where it is as before."""
    if board is None or before == after or before not in board.people:
        return None
    return replace(board, people={after if name == before else name: at for name, at in board.people.items()})


def _remove(system: System, scene: Scene, _: RemoveOrder, __: Dice) -> Outcome:
    """Somebody leaves; whoever named them names them no longer."""
    name = scene.one("name").name
    check_not_fighting(system, scene, name)
    others, ledger = _renamed(system, scene, name, "")
    others.pop(name, None)
    assert scene.game is not None, "nobody leaves a game that is only imagined"
    left = replace(scene.game, units=scene.game.units.without(name))
    return Outcome(others, Removed(name, system.kind), ledger, game=left)


def _removed_card(removed: Removed, _: Faces) -> Card:
    return Card(f"{removed.name} leaves", (f"/undo brings the {removed.kind} back.",))


def check_not_fighting(system: System, scene: Scene, name: str) -> None:
    """Raise RuleError where a ship fights.

    The battle knows it by its name, its owner and its design, and in the end writes its damage back to it.
    """
    if isinstance(system.part, Ships) and name in system.part.fighting(scene.ledger):
        raise RuleError(f"{name} is in a battle: end that first with /battle end.")


@dataclass(frozen=True, slots=True)
class _Changed:
    """Somebody as they are now with what is told of it, the sheets of others that name them, and what the rules keep
    beside them, None where that is as before.
    """

    unit: Unit
    told: Edited
    others: Mapping[str, Any] = dataclass_field(default_factory=dict)
    ledger: Any = None


def _write(system: System, scene: Scene, unit: Unit, field: str, value: str) -> _Changed:
    """One field of somebody written."""
    if field == "name":
        name = clean_name(value)
        taken = {other: kind for other, kind in scene.names.items() if other != unit.name}
        check_taken(name, taken, scene.sides, scene.shared)
        others, ledger = _renamed(system, scene, unit.name, name)
        sheet = others.pop(unit.name, unit.sheet)
        return _Changed(
            replace(unit, name=name, sheet=sheet), Edited(unit.name, field, unit.name, name), others, ledger
        )
    if field == "side":
        side = "" if value.casefold() == "none" else side_named(value, scene.sides, scene.names)
        return _Changed(replace(unit, side=side), Edited(unit.name, field, unit.side or "none", side or "none"))
    # Nobody is asked for what can't be.
    after = system.with_traits(unit.sheet, {field: value}, scene.settings)
    if system.kind != CHARACTER:
        scene.ask(f"What the {field} of a {system.kind} is says the referee: a player's word needs the referee's yes.")
    was, now = (_value(system.traits[field], sheet) for sheet in (unit.sheet, after))
    return _Changed(replace(unit, sheet=after), Edited(unit.name, field, was, now, system.line(after)))


def _renamed(system: System, scene: Scene, before: str, after: str) -> tuple[dict[str, Any], Any]:
    """The sheets, and what the rules keep beside them, that name somebody, as they are called now, or no longer."""
    ledger = system.renamed(scene.ledger, before, after)
    sheets = {name: unit.sheet for name, unit in scene.known.items()}
    now = {name: system.renamed_on(sheet, before, after) for name, sheet in sheets.items()}
    others = {name: sheet for name, sheet in now.items() if sheet != sheets[name]}
    return others, None if ledger == scene.ledger else ledger


def _value(trait: Trait, sheet: Any) -> str:
    """A value of a sheet in words; of a weapon that isn't carried there is none."""
    try:
        return trait.read(sheet) or "none"
    except RuleError:
        return "none"
