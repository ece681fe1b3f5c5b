"""Ships that come by whatever rules: alike ones, listings that were read, designs drawn and changed; as orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind, Settings
from bot.engine.order import Need, Order
from bot.engine.scene import Outcome, Scene, Unit
from bot.engine.ships import Drawing, Shipyard
from bot.engine.system import System
from bot.engine.typed import match, stem
from bot.systems.names import check_taken, clean_name, key_of, numbered, side_named, usable_name
from bot.systems.people import check_not_fighting, owner_of, typed

# The mark of a ship of which the referee alone knows.
HIDDEN = "hidden"
# What all read of an order about such a ship.
NOTED = "The referee has noted something"
MOST_AT_ONCE = 50
MOST_SHIPS = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class AddShipOrder(Asked):
    """`/ship add`: one or several like a ship that is known, or those of a text that was `Found`."""

    verb = "ship add"
    need = Need.ANYBODY
    template: str = ask("", kind=Kind.TYPED)
    name: str | None = typed()
    count: int = ask(1, low=1, high=MOST_AT_ONCE)
    side: str = ask("", kind=Kind.TYPED)
    owner: str | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class ConcealOrder(Asked):
    """`/ship conceal`: one or several like a ship that is known, of which the referee alone knows until they join a
    battle, as of a fleet that drifts in behind globes (HG Black globe generators).
    """

    verb = "ship conceal"
    need = Need.REFEREE
    private = True
    about = "Add a ship of which you alone know, such as behind globes, until it joins a battle"
    template: str = must("A ready-made ship, or one of yours as it was built")
    name: str = ask("", "Its name; left out, the template's", kind=Kind.TYPED)
    count: int = ask(1, "How many, numbered", low=1, high=MOST_AT_ONCE)
    side: str = ask("", "Which side they are on", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class DesignOrder(Asked):
    """`/ship design`: of a `Draft`."""

    verb = "ship design"
    need = Need.ANYBODY


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a ship's design, under its name or the one that it says itself; or only lines to change in it."""

    name: str
    text: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Found:
    """The ships of a text that was read, each by what it calls itself, with its line and the doubts about it; and a
    sentence about whatever looked like one and isn't.
    """

    ships: Sequence["Newcomer"]
    refused: Sequence[str]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A ship that is to join: what it calls itself, its sheet, its line, and the doubts about it."""

    name: str
    sheet: Any
    line: str
    doubts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A ship that has joined: its name, its line, and the doubts about it."""

    name: str
    line: str
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The ships that have joined, and a sentence about whatever looked like one and isn't."""

    ships: tuple[Arrival, ...]
    refused: tuple[str, ...]


def yard_of(system: System, settings: Settings) -> Shipyard:
    """What the rules for ships do with text by a campaign's settings."""
    return system.ships.shipyard(settings)


def read_listings(system: System, settings: Settings, text: str) -> Found:
    """The ships of a text; raises RuleError for text that has none."""
    found = yard_of(system, settings).paste(text)
    if not found.ships:
        raise RuleError(found.refused[0])
    return Found([_newcomer(system, name, sheet) for name, sheet in found.ships], found.refused)


def _newcomer(system: System, name: str, sheet: Any) -> Newcomer:
    return Newcomer(name, sheet, system.line(sheet), system.card(Unit(name, "", sheet)).working)


def templates(system: System, known: Mapping[str, Unit], by: str) -> dict[str, Unit]:
    """What can be made more of: one's own designs and listings, and the ships that the rules know."""
    return {**system.templates, **{name: unit for name, unit in known.items() if by in {"", unit.owner}}}


def ship_orders(system: System) -> Mapping[str, Order]:
    """The orders by which ships come, by their verbs."""
    orders = (
        typed_order(AddShipOrder, partial(_add, system), _arrived_card, registers=True),
        typed_order(ConcealOrder, partial(_conceal, system), _concealed_card, reports=Arrivals, registers=True),
        # Of a drawing its bill at a glance is told and kept.
        typed_order(DesignOrder, partial(_design, system), system.ships.glance, plain=_glance, registers=True),
    )
    return {order.verb: order for order in orders}


def _add(system: System, scene: Scene, order: AddShipOrder, _: Dice) -> Outcome:
    """A ship that the rules know joins, or one like one's own as it was built, or several alike; or every ship of a
    text that was read, with the doubts about each.
    """
    taken = {key_of(name) for name in (*scene.known, *scene.sides)}
    if isinstance(found := scene.material, Found):
        return _join(scene, order, list(zip(_names(found.ships, taken), found.ships, strict=True)), found.refused)
    known = templates(system, scene.known, scene.by)
    template = known[match(order.template, known, what="ship")]
    called = clean_name(order.name or stem(template.name))
    names = numbered(called, order.count, taken)
    if order.name is None and key_of(called) in taken:
        names = numbered(called, max(order.count, 2), taken)[: order.count]
    as_built = yard_of(system, scene.settings).as_built(template.sheet)
    ship = _newcomer(system, stem(template.name), as_built)
    return _join(scene, order, [(name, ship) for name in names])


def _conceal(system: System, scene: Scene, order: ConcealOrder, dice: Dice) -> Outcome:
    """Ships join as by `/ship add`, and nobody else is told."""
    like = AddShipOrder(template=order.template, name=order.name or None, count=order.count, side=order.side)
    joined = _add(system, scene, like, dice)
    hidden = {name: replace(unit, marks=(HIDDEN,)) for name, unit in joined.units.items()}
    return replace(joined, units=hidden, sealed=True)


def _concealed_card(arrivals: Arrivals, faces: Faces) -> Card:
    card = _arrived_card(arrivals, faces)
    # Its title is for all, who know no more of it than that.
    return Card(NOTED, (f"{card.title}, of which you alone know till /battle join:", *card.lines))


def _design(system: System, scene: Scene, _: DesignOrder, __: Dice) -> Outcome:
    draft = scene.given(Draft)
    return (_drawn if draft.whole else _changed)(system, scene, draft.name, draft.text)


def _drawn(system: System, scene: Scene, name: str, design: str) -> Outcome:
    """A design is kept under a name, or its own, as a new ship or instead of the one of that name."""
    ship = _named(scene, name)
    called = ship.name if ship else name.strip()
    drawing = yard_of(system, scene.settings).draw(called, design, sheets_but(scene.known, ship))
    return _kept(system, scene, ship or _named(scene, drawing.name), drawing, name)


def _changed(system: System, scene: Scene, name: str, changes: str) -> Outcome:
    """Some lines of a ship's design are changed, or a new one is begun with its first lines."""
    yard = yard_of(system, scene.settings)
    try:
        if not scene.known:
            raise RuleError("There are no ships here yet: add one with /ship add.")
        ship = scene.known[match(name, scene.known, what="ship")]
    except RuleError as unknown:
        called = clean_name(name)
        return _kept(system, scene, None, _begun(yard, called, changes, scene.known, unknown), called)
    # Of another's ship no more may be known than what shows of it.
    scene.check_own(ship)
    text = yard.amend(design_of(system, scene.settings, ship), changes)
    drawing = yard.draw(ship.name, text, sheets_but(scene.known, ship))
    return _kept(system, scene, ship, drawing, ship.name)


def sheets_but(known: Mapping[str, Unit], ship: Unit | None) -> dict[str, Any]:
    """The sheets of all ships by name, but for one, and for those of which no more is known than what shows of them."""
    others = (unit for name, unit in known.items() if ship is None or name != ship.name)
    return {unit.name: unit.sheet for unit in others if not unit.foreign}


def design_of(system: System, settings: Settings, ship: Unit) -> str:
    """The design that a ship was made from; raises RuleError where it was pasted as a listing."""
    text = yard_of(system, settings).design_of(ship.sheet)
    if not text:
        raise RuleError(f"{ship.name} came as a listing and has no design: draw one with /ship design.")
    return text


def _glance(drawing: Drawing) -> Any:
    return drawing.glance


def _named(scene: Scene, name: str) -> Unit | None:
    key = key_of(clean_name(name)) if name else None
    return next((unit for each, unit in scene.known.items() if key_of(each) == key), None)


def _begun(yard: Shipyard, name: str, lines: str, known: Mapping[str, Unit], unknown: RuleError) -> Drawing:
    """A new design from its first lines; where they are none, the name may be a slip, which is told as well."""
    try:
        return yard.draw(name, yard.amend("", lines), sheets_but(known, None))
    except RuleError as problem:
        raise RuleError(f"{unknown} For a new ship: {problem}") from None


def _kept(system: System, scene: Scene, ship: Unit | None, drawing: Drawing, name: str) -> Outcome:
    """A drawing as the design of a ship, or of a new one."""
    if ship is not None:
        scene.check_own(ship)
        check_not_fighting(system, scene, ship.name)
        return Outcome({}, drawing, units={ship.name: replace(ship, sheet=_as_it_is(system, scene, ship, drawing))})
    if not (name or drawing.name):
        raise RuleError("Name the ship: give a name, or begin the design with a line such as “name Sable”.")
    _check_room(scene, 1)
    called = clean_name(name or drawing.name)
    check_taken(called, {}, scene.sides, scene.shared)
    return Outcome({}, drawing, units={called: Unit(called, "", drawing.sheet, owner=scene.by)})


def _as_it_is(system: System, scene: Scene, ship: Unit, drawing: Drawing) -> Any:
    """The sheet of a ship by a new design, as it is after all that has become of it; raises NeedsYesError for a player
    whose design leaves out what was damaged, since built in again it would be whole, or makes up for what was lost.
    """
    if system.ships.lost(ship.sheet):
        raise RuleError(
            f"{ship.name} was destroyed: draw the design under another name, or let the referee say first by "
            "/ship edit what its fate is."
        )
    others = sheets_but(scene.known, ship)
    again = yard_of(system, scene.settings).redrawn(ship.sheet, drawing.sheet, others)
    told = {"have it forgotten": again.forgets, "have more of that than is left": again.regains}
    why = [f"has lost of its {sentence(of)}, and this design would {does}" for does, of in told.items() if of]
    if why:
        scene.ask(f"{ship.name} {'; it '.join(why)}: a player's word needs the referee's yes.", about=[ship.name])
    return again.sheet


def _check_room(scene: Scene, number: int) -> None:
    if len(scene.known) + number > MOST_SHIPS:
        raise RuleError(f"A campaign holds {MOST_SHIPS} ships: remove some first.")


def _names(ships: Sequence[Newcomer], taken: set[str]) -> list[str]:
    """A name for each out of its own, numbered where it has none, or one that is taken."""
    names: list[str] = []
    for ship in ships:
        name = usable_name(ship.name, "Ship")
        if name == "Ship" or key_of(name) in taken:
            name = next(each for each in numbered(name, len(taken) + 2, taken))
        names.append(name)
        taken = {*taken, key_of(name)}
    return names


def _join(
    scene: Scene, order: AddShipOrder, ships: Sequence[tuple[str, Newcomer]], refused: Sequence[str] = ()
) -> Outcome:
    """Ships join, each under a name."""
    owner = owner_of(scene, order.owner)
    _check_room(scene, len(ships))
    side = side_named(order.side, scene.sides, scene.names)
    called = {clean_name(name): ship for name, ship in ships}
    for name in called:
        # Of ships and people the campaign knows.
        check_taken(name, {}, scene.sides, scene.shared, joins=side)
    units = {name: Unit(name, side, ship.sheet, owner=owner) for name, ship in called.items()}
    joined = tuple(Arrival(name, ship.line, tuple(ship.doubts)) for name, ship in called.items())
    return Outcome({}, Arrivals(joined, tuple(refused)), units=units)


def _arrived_card(arrivals: Arrivals, _: Faces) -> Card:
    ships = arrivals.ships
    # What was not read comes first: a long list of doubts may be cut.
    lines = [f"Not read: {sentence}" for sentence in arrivals.refused]
    for before, ship in zip((None, *ships), ships, strict=False):
        # Those that are the same have the same doubts.
        alike = before and (before.line, before.doubts) == (ship.line, ship.doubts)
        lines += [f"{ship.name}: {ship.line}", *(f"? {doubt}" for doubt in ship.doubts if not alike)]
    title = f"{ships[0].name} joins" if len(ships) == 1 else f"{counted(len(ships), 'ship')} join"
    return Card(title, tuple(lines))
