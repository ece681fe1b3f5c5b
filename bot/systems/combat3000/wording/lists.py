"""Everything of the book's lists in a line each, for whoever wants to read it before anybody has it (C3K lists)."""

from collections.abc import Iterator, Mapping

from bot.engine.cards import counted, rating, signed
from bot.engine.system import Rule
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.lists.others import Armour, CloseWeapon, Creature, Form, Scope, Shell, Sight, VehicleType
from bot.systems.combat3000.lists.weapons import Item, Reload, Trajectory, Weapon
from bot.systems.combat3000.wording.sheets import profile_text, rounds_of, vehicle_parts

_FORMS = {Form.BOTH: "shell and grenade", Form.SHELL: "shell only", Form.GRENADE: "grenade only"}
_HIGH = {Trajectory.DIRECT: "", Trajectory.EITHER: "also high trajectory", Trajectory.HIGH_ONLY: "high trajectory only"}


def listed(book: Book) -> Mapping[str, Rule]:
    """The whole profile of each thing of the lists, by name; of several with one name each calibre its own."""
    made = (
        *(_weapon(weapon) for weapon in book.weapons.values()),
        *(_shell(code, shell) for code, shell in book.shells.items()),
        *(_close(weapon) for weapon in book.close.values()),
        *(_sight(sight) for sight in book.sights.values()),
        *(_armour(armour) for armour in book.armour.values()),
        *(_item(item) for item in book.equipment.values()),
        *(_vehicle(vehicle, book) for vehicle in book.vehicles.values()),
        *(_creature(creature) for creature in book.creatures.values()),
    )
    return {entry.id: entry for entry in made}


def _entry(name: str, code: str, what: str, parts: Iterator[str], doubts: frozenset[str] = frozenset()) -> Rule:
    """What is a reading of ours is named last (C3K-E17)."""
    inferred = [f"our reading: {', '.join(sorted(doubts))}"] if doubts else []
    said = "; ".join([*filter(None, parts), *inferred])
    return Rule(name, f"C3K {what}", f"{f'{code}: ' if code and code != name else ''}{said} (C3K {what})")


def _weapon(weapon: Weapon) -> Rule:
    return _entry(weapon.name, weapon.code, "Weapon list", _weapon_parts(weapon), weapon.doubts)


def _weapon_parts(weapon: Weapon) -> Iterator[str]:
    yield weapon.prefix
    yield f"accuracy {rating(weapon.accuracy)}"
    yield "effect from shell or setting" if weapon.effect is None else f"effect {rating(weapon.effect)}"
    yield from (f"{each.name} effect {rating(each.effect)}{_circle(each.circle)}" for each in weapon.settings)
    yield f"fires shells of calibre {weapon.launcher}" if weapon.launcher else ""
    yield _HIGH[weapon.trajectory]
    yield _loading(weapon)
    yield f"breakdown {weapon.breakdown}"
    yield f"at least {weapon.minimum} cm" if weapon.minimum else ""
    yield f"up to {weapon.maximum} cm" if weapon.maximum else ""
    far = weapon.far
    yield f"beyond {far.beyond} cm accuracy {rating(far.accuracy)}, effect {rating(far.effect)}" if far else ""
    yield f"covers {weapon.template.wide:g} by {weapon.template.deep:g} cm" if weapon.template else ""
    yield f"{weapon.cost} credits" + (f", a spare {weapon.spare}" if weapon.spare is not None else "")


def _circle(diameter: int) -> str:
    return f" over a circle of {diameter} cm" if diameter else ""


def _loading(weapon: Weapon) -> str:
    if weapon.reload is Reload.INFINITE:
        return "Inf, needs no reloading"
    turns = "never reloaded" if weapon.turns is None else f"reloads in {counted(weapon.turns, 'turn')}"
    return f"{weapon.reload}, {counted(weapon.supply, rounds_of(weapon))}, {turns}"


def _shell(code: str, shell: Shell) -> Rule:
    def parts() -> Iterator[str]:
        yield f"calibre {shell.calibre}" if shell.calibre else "for bows"
        yield {None: "", 0: "armour piercing"}.get(shell.diameter, f"{shell.diameter} cm across")
        yield "an effect of its own" if shell.effect is None else f"effect {rating(shell.effect)}"
        yield f"accuracy {signed(shell.accuracy)}" if shell.accuracy else ""
        yield _FORMS[shell.form]
        yield f"{shell.cost} credits"

    return _entry(f"{shell.name} {code}", "", "Shells and grenades", parts(), shell.doubts)


def _close(weapon: CloseWeapon) -> Rule:
    def parts() -> Iterator[str]:
        yield "handling by the round" if weapon.handling is None else f"handling {rating(weapon.handling)}"
        yield f"effect {rating(weapon.effect)}"
        yield "two hands" if weapon.hands > 1 else ""
        yield f"thrown accuracy {rating(weapon.thrown[0])}, effect {rating(weapon.thrown[1])}" if weapon.thrown else ""
        yield f"stuns for a die of {weapon.stun} times ten turns" if weapon.stun else ""
        yield f"{weapon.cost} credits" if weapon.cost else ""

    return _entry(weapon.name, weapon.code, "Close combat weapons", parts(), weapon.doubts)


def _sight(sight: Sight) -> Rule:
    def parts() -> Iterator[str]:
        yield f"accuracy {rating(sight.accuracy)}, at night {rating(sight.night)}, reflex {rating(sight.reflex)}"
        yield "wide spectrum" if sight.ws else ""
        yield "counts in any fire" if sight.always else ""
        yield f"for {' and '.join(sorted(sight.fits))}" if sight.fits else ""
        yield f"{sight.cost} credits"

    return _entry(sight.name, sight.code, "Sights and mounts", parts(), sight.doubts)


def _armour(armour: Armour) -> Rule:
    def parts() -> Iterator[str]:
        yield f"value {rating(armour.value)}"
        yield "a full suit" if armour.scope is Scope.FULL else f"counts against {armour.scope}"
        changed = {"dexterity": armour.dexterity, "reflex": armour.reflex, "walk": armour.walk}
        yield from (f"{name} {signed(number)}" for name, number in changed.items() if number)
        yield f"strength {signed(armour.close_strength)} in close combat" if armour.close_strength else ""
        yield f"load {armour.load}" if armour.load else ""
        yield f"load limit {signed(armour.limit)}" if armour.limit else ""
        yield f"{armour.cost} credits"

    return _entry(armour.name, armour.code, "Armour", parts(), armour.doubts)


def _item(item: Item) -> Rule:
    parts = iter((item.facts, f"load {item.load}" if item.load else "", f"{item.cost} credits"))
    return _entry(item.name, item.code, "Equipment", parts, item.doubts)


def _vehicle(vehicle: VehicleType, book: Book) -> Rule:
    parts = (*vehicle_parts(vehicle, book), f"armour {vehicle.armour}", f"{vehicle.cost} credits")
    return _entry(vehicle.name, vehicle.code, "Vehicles", iter(parts))


def _creature(creature: Creature) -> Rule:
    def parts() -> Iterator[str]:
        yield profile_text(creature.profile)
        yield f"sees {creature.arc}° to each side"
        yield f"{creature.cost} credits" + (f", and {creature.group_cost} a group" if creature.group_cost else "")

    return _entry(creature.name, "", "Creatures", parts())
