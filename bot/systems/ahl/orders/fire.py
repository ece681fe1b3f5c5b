"""`/fire`: one fire of an attacker at a target, and at whoever else is on its line (AHL 10, 11, 12, 25.A)."""

from collections.abc import Callable
from dataclasses import replace
from math import ceil

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.fields import setting_for_once
from bot.engine.system import Field, InTwoSteps, Kind, Odds, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import DECK, ENERGY, REFEREES_OWN, TRAVELLER, carried_names, chosen, energy_shots, value_of
from bot.systems.ahl.fire.close import check_own_square, check_square, close_options
from bot.systems.ahl.fire.combat import Firer, FireResult, Target, shoot, take_aim
from bot.systems.ahl.fire.danger import reach_of
from bot.systems.ahl.fire.on_deck import FireOnDeck, OnLine, fire_on_deck, follow_up
from bot.systems.ahl.fire.shot import Evading, Fire, Situation
from bot.systems.ahl.fire.wording import OUTCOMES, fire_card, outcome
from bot.systems.ahl.sheet.ammunition import arm, choose_weapon
from bot.systems.ahl.sheet.character import Carried, Character
from bot.systems.ahl.tables.weapons import Weapon, extreme_setting, read_cell, with_extreme
from bot.systems.ahl.turn.clock import evades
from bot.systems.ahl.wounds.wording import SURROUNDINGS, surroundings_of

# Farther than any weapon of the chart reaches, so that the chart gives the answer and not the field.
FARTHEST = 10_000
METRES_A_SQUARE = 1.5
_AS_THE_DECK_SAYS = "yes"


def fire_order(book: Book) -> Order:
    """`/fire`: roles attacker, target and, if given, others in the danger space with their ranges."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        attacker, target = scene.one("attacker"), scene.one("target")
        if attacker.name == target.name:
            raise RuleError(f"{attacker.name} cannot fire at himself: name another target.")
        carried = attacker.sheet.carried(value_of(values, "weapon", str, ""), attacker.name)
        weapon = weapon_of(book, carried, values)
        on_deck = None
        if value_of(values, "deck", bool, default=True):
            on_deck = fire_on_deck(scene, attacker, target, reach_of(weapon.row(carried.loaded.ammunition)))
        situation = situation_of(values, on_deck, evades=evades(scene, target))
        named = [unit for unit in scene.all("others") if unit.name not in {attacker.name, target.name}]
        line = [(unit, _target(book, unit, _squares(unit.at, situation, values))) for unit in named]
        if on_deck and not line:
            line = [(one.unit, on_line(book, one, evades=evades(scene, one.unit))) for one in on_deck.others]
        others = [replace(one, spared=scene.only_odds) for _, one in line]
        close = [(target, situation.squares), *((unit, one.squares) for unit, one in line)]
        enemies = [unit.name for unit, squares in close if squares == 0 and unit.side != attacker.side]
        enemies += on_deck.enemies if on_deck else ()
        check_square(attacker, enemies, carried.weapon, values)
        own = situation.squares == 0 or bool(on_deck and on_deck.line.own)
        if own:
            check_own_square(attacker.name, target.name, carried.weapon, values)
        primary = _target(book, target, situation.squares)
        if on_deck and not named:
            primary = replace(primary, along=on_deck.along, airless=on_deck.airless)
        firer = Firer(attacker.name, attacker.sheet, carried.weapon)
        aimed = take_aim(book, firer, primary, weapon, situation, others)
        options = close_options(enemies or ([target.name] if own else []), carried.weapon)
        return lambda dice: _outcome(book, shoot(book, aimed, dice), on_deck, options)

    roles = (Role("attacker"), Role("target"), Role("others", many=True, optional=True))
    return Order("fire", roles, _fields(book), InTwoSteps(prepare), fire_card, _odds(book))


def _outcome(book: Book, result: FireResult, on_deck: FireOnDeck | None, options: tuple[str, ...]) -> Outcome:
    if options:
        result = replace(result, options=options)
    hurt = {attack.target.name: attack.after for attack in result.attacks}
    after = {result.firer.name: result.firer_after, **hurt}
    if on_deck is None:
        return Outcome(after, result)
    told = replace(result, on_deck=on_deck.working, follow_up=follow_up(book, result, on_deck))
    return Outcome(after, told, marks=on_deck.marks)


def weapon_of(book: Book, carried: Carried, values: Values) -> Weapon:
    """The weapon, with the extreme range that the referee has entered for it, if he has."""
    weapon = book.weapons[carried.weapon]
    row = weapon.row(carried.loaded.ammunition)
    own = value_of(values, extreme_setting(weapon, row), str, "none")
    return weapon if own == "none" else with_extreme(weapon, row, read_cell(own))


def on_line(book: Book, one: OnLine, *, evades: bool, dark: bool = False) -> Target:
    """Somebody in the danger space on a deck, as a target; `dark` where it is dark everywhere."""
    line = one.line
    return Target(
        one.unit.name,
        one.unit.sheet,
        book.armour_of(one.unit.sheet),
        line.range,
        one.along,
        line.cover,
        dark or line.dark,
        one.airless,
        evading=evading_beside(line.sheltered) if evades else Evading.NO,
    )


def evading_beside(obstructed: bool) -> Evading:
    """How somebody evades with an obstruction beside him, or in the open (AHL 11.C.2.e)."""
    return Evading.OBSTRUCTION if obstructed else Evading.OPEN


def own_cells(book: Book) -> tuple[Field, ...]:
    """A field for each extreme range that the source doesn't show and the referee may enter."""
    return tuple(
        Field(name := extreme_setting(weapon, row), Kind.TEXT, referees=setting_for_once(name))
        for weapon in book.weapons.values()
        for row in weapon.ammunition.values()
        if row.ruling
    )


def _fields(book: Book) -> tuple[Field, ...]:
    return (
        Field("weapon", Kind.TEXT, suggest=carried_names("attacker")),
        Field("range", Kind.WHOLE, low=0, high=FARTHEST),
        chosen("ranges"),
        Field("fire", Kind.CHOICE, Fire.AIMED.value, tuple(Fire), mode=True),
        Field("setting", Kind.CHOICE, choices=("automatic", "single"), mode=True),
        Field("cover", Kind.FLAG),
        Field("evading", Kind.CHOICE, choices=(*Evading, _AS_THE_DECK_SAYS)),
        Field("dark", Kind.FLAG),
        Field("lit", Kind.FLAG, default=False),
        DECK,
        Field("zero-g", Kind.FLAG, default=False),
        Field("handhold", Kind.FLAG, default=False),
        TRAVELLER,
        chosen("rounds"),
        ENERGY,
        chosen("ram flechette"),
        chosen("close pistols"),
        *SURROUNDINGS,
        *own_cells(book),
        *REFEREES_OWN,
    )


def situation_of(values: Values, on_deck: FireOnDeck | None, *, evades: bool = False) -> Situation:
    """What the fire is like: what was given, else what the deck says, and whether the target is known to evade."""
    if "range" not in values and on_deck is None:
        raise RuleError("They are on no deck together: give the range in squares of 1.5 m, as range:30.")
    if values.get("traveller") is True and values.get("rounds") == "unlimited":
        raise RuleError(
            "With Traveller the advanced rules hold and rounds are counted: /campaign set setting:rounds "
            "value:counted (AHL 25.A)."
        )
    line = on_deck.line if on_deck else None
    zero_g = value_of(values, "zero-g", bool, default=False)
    handhold = value_of(values, "handhold", bool, default=False)
    if handhold and not zero_g:
        raise RuleError("Handholds are for zero-G: /campaign set setting:zero-g value:yes turns the gravity off.")
    if handhold and on_deck:
        check_handhold(held=on_deck.handhold)
    return Situation(
        squares=_in_squares(value_of(values, "range", int, 0), values) if "range" in values or not line else line.range,
        fire=Fire(value_of(values, "fire", str, "aimed")),
        setting=value_of(values, "setting", str, ""),
        cover=value_of(values, "cover", bool, default=bool(line and line.cover)),
        evading=_evading(values, on_deck, evades=evades),
        dark=value_of(values, "dark", bool, default=bool(line and line.dark)),
        lit=value_of(values, "lit", bool, default=False),
        zero_g=zero_g,
        handhold=handhold,
        traveller=value_of(values, "traveller", bool, default=False),
        ram_hits_any=value_of(values, "ram flechette", str, "any number") == "any number",
        unlimited=value_of(values, "rounds", str, "counted") == "unlimited",
        energy_shots=energy_shots(values),
        surroundings=surroundings_of(values),
        dm=value_of(values, "dm", int, 0),
        because=value_of(values, "because", str, ""),
    )


def check_handhold(*, held: bool) -> None:
    """Raises RuleError where somebody's square has nothing to hold on to (AHL 26.A)."""
    if not held:
        raise RuleError("There is no wall or machinery to hold on to in his square: leave handhold out (AHL 26.A).")


def _evading(values: Values, on_deck: FireOnDeck | None, *, evades: bool) -> Evading:
    """Whether the target evades; of plain `yes` the deck says whether an obstruction is beside him (AHL 11.C.2.e)."""
    typed = value_of(values, "evading", str, _AS_THE_DECK_SAYS if evades else Evading.NO.value)
    return evading_beside(bool(on_deck and on_deck.obstructed)) if typed == _AS_THE_DECK_SAYS else Evading(typed)


def _in_squares(distance: int, values: Values) -> int:
    """A distance as it was given, in squares: with Traveller's scale it was given in metres (Traveller A)."""
    return ceil(distance / METRES_A_SQUARE) if values.get("ranges") == "metres" else distance


def _squares(at: int | None, situation: Situation, values: Values) -> int:
    return situation.squares if at is None else _in_squares(at, values)


def _target(book: Book, unit: Unit, squares: int) -> Target:
    return Target(unit.name, unit.sheet, book.armour_of(unit.sheet), squares)


def _odds(book: Book) -> Odds:
    """Chances by plain numbers: a weapon with its ammunition, and the target's armour."""

    def imagine(values: Values) -> Scene:
        if "weapon" not in values:
            raise RuleError("Name a weapon, or an attacker and a target.")
        weapon = choose_weapon(value_of(values, "weapon", str, ""), book.weapons)
        kind = value_of(values, "ammunition", str, "")
        carried = arm(weapon, kind, value_of(values, "skill", int, 0))
        firer = Character(weapons=(carried,), light_wounds=value_of(values, "wounds", int, 0))
        armour = value_of(values, "armour", str, "none")
        return Scene(
            {
                "attacker": (Unit("the firer", "firer", firer),),
                "target": (Unit("the target", "target", Character(armour=armour)),),
                "others": (),
            }
        )

    kinds = sorted({kind for weapon in book.weapons.values() for kind in weapon.ammunition if kind})
    fields = (
        Field("weapon", Kind.TEXT, suggest=lambda _: tuple(book.weapons)),
        Field("ammunition", Kind.TEXT, suggest=lambda _: kinds),
        Field("armour", Kind.CHOICE, "none", tuple(book.armour)),
        Field("skill", Kind.WHOLE, 0, low=-9, high=9),
        Field("wounds", Kind.WHOLE, 0, low=0, high=20),
    )
    return Odds(outcome, OUTCOMES, fields, imagine)
