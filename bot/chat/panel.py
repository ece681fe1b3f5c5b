"""A panel: the circumstances of an order set by selects and a form, with its exact odds as they change.

Nothing waits in memory. What has been chosen is in the message itself — in its selects' defaults and the
embed's fields — and who takes part is in the components' ids, so that a panel outlives a restart.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import discord
from discord import Embed, SelectOption
from discord.ui import Button, Modal, Select, TextInput, View

from bot.campaign.casting import Cast
from bot.chat.wording import cut, lines_embed, plain, unplain
from bot.engine.cards import printable
from bot.engine.errors import CrowdedError, RuleError
from bot.engine.fields import TURN
from bot.engine.odds import chances_to_hurt, order_odds, settings_taken
from bot.engine.system import Field, Kind, Order, Scene, Settings, System, Unit, Value

# Whom nobody means to hurt with an order, and how likely it does; None where that has too many branches.
Dangers = Sequence[tuple[Unit, Fraction | None]]
PREFIX = "panel"
_FLAGS = "circumstances"
FORM = "numbers"
GO = "go"
_MOST_SELECTS = 3
_MOST_INPUTS = 5
# Discord's limits for an embed: its fields, what each holds, and all of it.
_MOST_FIELDS = 25
_LONGEST_FIELD = 1024
_LONGEST = 6000
# Discord's limit for a component's id.
_LONGEST_ID = 100
_LONGEST_PLACEHOLDER = 60
# Discord's limit for the words in an empty box.
_LONGEST_HINT = 100


@dataclass(frozen=True, slots=True)
class Panel:
    """An order being set up: its verb, who takes part (role to ids with distances), and the values so far.

    What is the referee's to say is on it only for one who is a `referee`; its `tags` stand for people in ids. `players`
    are those on the server who may be chosen where one is asked for, by number, as they are called. What is `unsaid` is
    known, and nothing for whoever has it to say.
    """

    verb: str
    cast: Cast
    values: Mapping[str, Value]
    referee: bool
    tags: Mapping[int, str]
    players: Mapping[str, str]
    unsaid: Collection[str] = ()

    def said(self, order: Order, settings: Settings) -> dict[str, Value]:
        """What somebody has said with it: selects show a value for all that they know, said or not."""
        return order.departing(order.panel.says(self.values) if order.panel else self.values, settings)

    def with_values(self, values: Mapping[str, Value]) -> "Panel":
        """The same with some values changed; an empty text takes a value away."""
        kept = {name: value for name, value in {**self.values, **values}.items() if printable(str(value))}
        return replace(self, values=kept)


def check_room(system: System, panel: Panel) -> None:
    """Raises CrowdedError where so many take part that a panel has no room for them."""
    for part in (_FLAGS, FORM, GO, *(each.name for each in choice_fields(system, _asked(system, panel), panel))):
        _id(panel, part)


def _asked(system: System, panel: Panel) -> Order:
    """The order with the fields that its panel asks."""
    return system.order(panel.verb).by_panel(panel.values)


def _offered(order: Order, panel: Panel, kinds: Collection[Kind]) -> list[Field]:
    """The order's fields of these kinds that are whoever's who has the panel."""
    given = (each for each in order.fields if each.kind in kinds and each.name not in panel.unsaid)
    return [each for each in given if panel.referee or not (each.referees or each.speaks_for)]


def _chosen(system: System, order: Order, panel: Panel) -> list[Field]:
    """What is chosen for every order, and not once for a campaign."""
    offered = _offered(order, panel, {Kind.CHOICE, Kind.PLAYER})
    return [each for each in offered if each.choices and each.name not in system.settings]


def choice_fields(system: System, order: Order, panel: Panel) -> list[Field]:
    """The fields that get a select each."""
    return _chosen(system, order, panel)[:_MOST_SELECTS]


def flag_fields(order: Order, panel: Panel) -> list[Field]:
    """The fields that share one select: whatever is so or not."""
    return _offered(order, panel, {Kind.FLAG})


def form_fields(system: System, order: Order, panel: Panel) -> list[Field]:
    """The fields that are written in a form: also what is chosen where there is no room for one more select."""
    written = [each for each in _offered(order, panel, {Kind.WHOLE, Kind.TEXT}) if each.name not in system.settings]
    return [*written, *_chosen(system, order, panel)[_MOST_SELECTS:]][:_MOST_INPUTS]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an order that is being set up comes to: its odds, or the sentence that says why it can't be; and whether
    it may hurt somebody whom nobody means to.
    """

    lines: tuple[str, ...]
    endangers: bool


def panel_embed(system: System, panel: Panel, scene: Scene, prospect: Prospect) -> Embed:
    """What has been chosen, and what it comes to."""
    names = ", ".join(unit.name for units in scene.units.values() for unit in units)
    title = f"/{panel.verb}: {names}" if names else f"/{panel.verb}"
    shown = lines_embed(title, [plain(line) for line in prospect.lines])
    selected = _selected_names(system, _asked(system, panel), panel)
    written = {name: plain(str(value)) for name, value in panel.values.items() if name not in selected}
    for name, value in written.items():
        shown.add_field(name=name, value=value)
    if (
        len(written) > _MOST_FIELDS
        or len(shown) > _LONGEST
        or any(len(each) > _LONGEST_FIELD for each in written.values())
    ):
        raise RuleError("That is more than a panel has room for: give the order in one go, with all its options.")
    return shown


def _selected_names(system: System, order: Order, panel: Panel) -> set[str]:
    """The fields that a select shows: whatever else was given stands in the embed, so that it isn't lost."""
    return {field.name for field in (*choice_fields(system, order, panel), *flag_fields(order, panel))}


def prospect_of(
    system: System, panel: Panel, scene: Scene, settings: Mapping[str, str], known: Dangers | None = None
) -> Prospect:
    """What an order comes to as its panel stands; who is in danger by it is worked out, unless it is `known`."""
    order = system.order(panel.verb)
    try:
        said = panel.said(order, settings)
        values = order.read(said, settings)
        if order.panel:
            return Prospect(tuple(order.panel.lines(scene, values)), False)
        reckoned = [_turning(order, scene)] if said.get(TURN) is True else []
        dangers = dangers_of(order, scene, panel.values, settings) if known is None else known
        reckoned += _in_the_way(order, dangers)
    except RuleError as problem:
        return Prospect((str(problem),), False)
    try:
        chances = order_odds(order, scene, values) if order.odds else []
    except RuleError as problem:
        return Prospect((*(reckoned if dangers else ()), str(problem)), bool(dangers))
    lines = (*reckoned, *marks_lines(scene), *settings_lines(order, said, settings))
    return Prospect((*lines, *(odds_line(name, chance) for name, chance in chances)), bool(dangers))


def dangers_of(order: Order, scene: Scene, said: Mapping[str, Value], settings: Settings) -> Dangers:
    """Whom nobody means to hurt, and how likely an order hurts them; nobody whom it can't.

    Raises RuleError where the order can't be given.
    """
    friends = order.hesitation(scene, said, settings).friends
    if not friends:
        return ()
    values = order.read(order.departing(said, settings), settings)
    units = {unit.name: unit for unit in friends}
    chances = chances_to_hurt(order, scene, values, friends)
    endangered = tuple((units[name], chance) for name, chance in chances if chance != 0)
    # Where nobody acts, of two sides in its reach the only one that it can hurt is meant.
    meant = not _acts(order) and len({unit.side for unit in friends}) > 1
    return () if meant and len({unit.side for unit, _ in endangered}) == 1 else endangered


def _turning(order: Order, scene: Scene) -> str:
    acting = scene.units[order.roles[0].name]
    who = f"{acting[0].name} looks elsewhere, and" if len(acting) == 1 else "Whoever looks elsewhere"
    return f"{who} turns {'to the target' if 'target' in scene.units else 'that way'} first."


def _acts(order: Order) -> bool:
    """Whether somebody gives the order with one of their own, who has a side."""
    return bool(order.roles) and (order.roles[0].fights or not order.roles[0].optional)


def _in_the_way(order: Order, dangers: Dangers) -> Iterator[str]:
    """A line for everybody whom the order may hurt: of the side of whoever acts, or of any where nobody does."""
    for unit, chance in dangers:
        hurt = "" if chance is None else f": {float(100 * chance):.2f} % to be hurt ({chance})"
        theirs = f", of {unit.side}," if unit.side else ""
        where = ", of their own side, is in the way" if _acts(order) else f"{theirs} is in its reach"
        yield f"⚠ {unit.name}{where}{hurt}"


def marks_lines(scene: Scene) -> list[str]:
    """A line for everybody in an order on whom the house keeps a mark."""
    units = {unit.name: unit for people in scene.units.values() for unit in people}
    return [f"{name}: {', '.join(unit.marks)}" for name, unit in units.items() if unit.marks]


def settings_lines(order: Order, given: Mapping[str, Value], settings: Mapping[str, str]) -> list[str]:
    """The campaign's settings that an order's odds are reckoned with, as `/campaign show` lists them, or no line."""
    taken = [f"{name} {value}" for name, value in settings_taken(order, given, settings).items()] if order.odds else []
    return [f"Settings: {', '.join(taken)}"] if taken else []


def odds_line(name: str, chance: Fraction) -> str:
    """One outcome: `Light wound  12.34 %  (a/b)`."""
    return f"{name}  {float(100 * chance):.2f} %  ({chance.numerator}/{chance.denominator})"


def panel_view(system: System, panel: Panel, settings: Mapping[str, str], prospect: Prospect) -> View:
    """The panel's selects and buttons, showing what has been chosen."""
    order = _asked(system, panel)
    values = order.read({name: value for name, value in panel.values.items() if name in _chosen_names(order)}, settings)
    view = View()
    for each in choice_fields(system, order, panel):
        choices, about = {choice: choice for choice in each.choices}, each.name
        if each.kind is Kind.PLAYER:
            # Nobody and somebody on the server, before whatever else it may be.
            nobody, *others = each.choices
            choices, about = {nobody: nobody, **panel.players, **dict(zip(others, others, strict=True))}, each.called
        view.add_item(_select(panel, each.name, choices, {str(values.get(each.name, ""))}, about=about))
    flags = {field.name: field.called or field.name for field in flag_fields(order, panel)}
    if flags:
        chosen = {name for name in flags if values.get(name) is True}
        view.add_item(_select(panel, _FLAGS, flags, chosen))
    style = discord.ButtonStyle.primary
    deed = order.pressed or panel.verb
    label = f"{deed.capitalize()}{' all the same' if prospect.endangers else ''}"
    label = f"Turn and {deed}" if values.get(TURN) is True else label
    view.add_item(Button(label=label, style=style, custom_id=_id(panel, GO)))
    if form_fields(system, order, panel):
        view.add_item(Button(label="Numbers…", custom_id=_id(panel, FORM)))
    view.stop()
    return view


def _chosen_names(order: Order) -> set[str]:
    return {each.name for each in order.fields if each.kind in {Kind.CHOICE, Kind.FLAG, Kind.PLAYER}}


def _select(panel: Panel, name: str, choices: Mapping[str, str], chosen: set[str], *, about: str = "") -> Select[View]:
    """A select of choices with what each is called: one `about` something, or any number of them."""
    many = not about
    # What is chosen is all that a closed select shows, so it has to say what it is about.
    labels = {choice: called if many else f"{about}: {called}" for choice, called in choices.items()}
    options = [SelectOption(label=labels[choice], value=choice, default=choice in chosen) for choice in choices]
    return Select(
        custom_id=_id(panel, name),
        placeholder=cut(f"{about or name}: {', '.join(choices.values())}", _LONGEST_PLACEHOLDER),
        min_values=0 if many else 1,
        max_values=len(options) if many else 1,
        options=options,
    )


def _id(panel: Panel, part: str) -> str:
    people = ";".join(
        ",".join(panel.tags[unit_id] if at is None else f"{panel.tags[unit_id]}@{at}" for unit_id, at in parts)
        for parts in panel.cast.values()
    )
    custom_id = f"{PREFIX}:{panel.verb}:{part}:{people}"
    if len(custom_id) > _LONGEST_ID:
        raise CrowdedError("That is too many people for a panel: give the order with all its options.")
    return custom_id


def panel_form(system: System, panel: Panel) -> Modal:
    """The form for the values that are written; raises RuleError where none is whoever's who has the panel."""
    modal = Modal(title=f"/{panel.verb}", custom_id=_id(panel, FORM))
    if not (fields := form_fields(system, _asked(system, panel), panel)):
        raise RuleError("All that can be written for this order is for the referee only.")
    for field in fields:
        default = str(panel.values.get(field.name, "" if field.default is None else field.default))
        modal.add_item(
            TextInput(
                label=field.name,
                custom_id=field.name,
                default=default,
                placeholder=cut(_hint(field), _LONGEST_HINT),
                required=False,
                max_length=100,
            )
        )
    return modal


def _hint(field: Field) -> str:
    """What an empty box asks for."""
    if field.wording:
        return field.wording
    if field.kind is Kind.WHOLE:
        return (
            f"a number from {field.low} to {field.high}, where it counts" if field.high else "a number, where it counts"
        )
    return f"such as {', '.join(field.choices)}" if field.choices else "left empty where it doesn't count"


def read_id(custom_id: str, order_roles: Sequence[str]) -> dict[str, list[tuple[str, int | None]]]:
    """What stands in a component's id for who takes part; raises RuleError for one that no panel of ours has made."""
    groups = custom_id.split(":", 3)[3].split(";") if order_roles else []
    if len(groups) != len(order_roles):
        raise RuleError("That panel is out of date: give the order anew.")
    try:
        return {
            role: [_part(text) for text in group.split(",") if text]
            for role, group in zip(order_roles, groups, strict=True)
        }
    except ValueError:
        raise RuleError("That panel is out of date: give the order anew.") from None


def _part(text: str) -> tuple[str, int | None]:
    tag, _, at = text[:30].partition("@")
    return tag, int(at) if at else None


def read_message(message: discord.Message) -> dict[str, Value]:
    """What a panel's message shows as chosen."""
    values: dict[str, Value] = {}
    for field in message.embeds[0].fields if message.embeds else ():
        values[str(field.name)] = unplain(str(field.value))
    for menu in _menus(message):
        chosen = [option.value for option in menu.options if option.default]
        values |= _selected(str(menu.custom_id), chosen, [option.value for option in menu.options])
    return values


def read_players(message: discord.Message) -> dict[str, str]:
    """Those on the server who may be chosen on a panel, by number, as its selects call them."""
    options = [option for menu in _menus(message) for option in menu.options]
    return {each.value: each.label.partition(": ")[2] for each in options if each.value.isdecimal()}


def _menus(message: discord.Message) -> Iterator[discord.SelectMenu]:
    """The selects of a message."""
    for row in message.components:
        yield from (part for part in getattr(row, "children", ()) if isinstance(part, discord.SelectMenu))


def _selected(custom_id: str, chosen: Sequence[str], options: Sequence[str]) -> dict[str, Value]:
    name = custom_id.split(":")[2]
    if name == _FLAGS:
        return {option: option in chosen for option in options}
    return {name: chosen[0]} if chosen else {}


def read_press(message: discord.Message, custom_id: str, chosen: Sequence[str]) -> dict[str, Value]:
    """What a select was just set to."""
    options = [each.value for menu in _menus(message) if menu.custom_id == custom_id for each in menu.options]
    return _selected(custom_id, chosen, options) if options else {}


def part_of(custom_id: str) -> tuple[str, str]:
    """A component's verb, and which part of the panel it is: `go`, `numbers`, or a select's name."""
    _, verb, part, _ = custom_id.split(":", 3)
    return verb, part
