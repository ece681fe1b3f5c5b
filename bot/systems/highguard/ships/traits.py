"""The values of a ship that a referee sets by name: fuel, people, each system, batteries, craft (HG-R07, HG-L13)."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.engine.cards import printable
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, whole
from bot.engine.typed import match, quoted
from bot.systems.highguard.combat.vessel import SCREENS, Armament, Carried, Factors, Vessel
from bot.systems.highguard.design.choices import in_tons, plain
from bot.systems.highguard.design.components import Yard
from bot.systems.highguard.design.listing import Counted, Listing, disagreements, write_listing
from bot.systems.highguard.design.tables import Tables
from bot.systems.highguard.design.usp import read_usp, to_code
from bot.systems.highguard.design.weapons import PLACES
from bot.systems.highguard.ships.enlist import unscathed, vessel_of_ship
from bot.systems.highguard.ships.ship import Fate, Ship

# What the profile calls a factor, where that is another name.
_DIGITS = {"power": "power_plant", "damper": "nuclear_damper", "globe": "force_field"}
_FACTORS = ("jump", "maneuver", "power", "computer", "crew", "armor", *SCREENS)
_PEOPLE = ("crew", "troops", "marines", "low", "frozen watch")
_MOST = 9_999_999
_LARGEST_FACTOR = 33
_WHOLE, _SHATTERED = "whole", "shattered"
_CRAFT = re.compile(r"(?:(\d{1,4})\s+)?(.+?)(?:[\s,]+(\d{1,5}(?:\.\d{1,3})?)\s*t(?:ons?)?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Refit:
    """Reads and writes ships: `yard` holds the craft that designs may carry."""

    tables: Tables
    yard: Yard

    def vessel(self, ship: Ship) -> Vessel:
        """The ship as it is now."""
        return ship.vessel or self.new(ship)

    def new(self, ship: Ship) -> Vessel:
        """The ship as it was built."""
        return vessel_of_ship(ship, self.tables, self.yard)

    def keep(self, ship: Ship, vessel: Vessel) -> Ship:
        """The ship with this vessel, none where nothing about it differs from a new one."""
        whole_again = not ship.jury and unscathed(vessel, self.new(ship))
        return replace(ship, vessel=None if whole_again else vessel)

    def relist(self, ship: Ship, name: str, **changes: Any) -> Ship:
        """A pasted ship with another listing, and its damage as it was; refused for a design."""
        if ship.design:
            raise RuleError(f"The design has no such {name}: change it with /ship design.")
        before = ship.listed
        after = replace(before, **changes)
        read_usp(str(after.usp))
        doubts = [doubt for doubt in ship.doubts if doubt not in disagreements(before, self.tables)]
        listed = replace(ship, listing=write_listing(after), doubts=(*doubts, *disagreements(after, self.tables)))
        if ship.vessel is None:
            return listed
        new = self.new(listed)
        return replace(
            listed,
            vessel=replace(
                ship.vessel, built=new.built, agility=new.agility, tankage=new.tankage, draws=new.draws, tons=new.tons
            ),
        )


def ship_traits(tables: Tables, yard: Yard) -> Mapping[str, Trait]:
    """Every value of a ship by its name; a value beyond what was built changes a pasted ship's listing."""
    refit = Refit(tables, yard)
    made = (
        _fuel(refit),
        *(_people(refit, kind) for kind in _PEOPLE),
        *(_factor(refit, name) for name in _FACTORS),
        *(trait for place in PLACES for trait in _batteries(refit, place)),
        _bridges(refit),
        _tanks(refit),
        _drop_tanks(refit),
        _craft(refit),
        Trait("agility", lambda ship: str(refit.vessel(ship).agility), _agility(refit)),
        Trait("price", lambda ship: _price(ship.listed), _priced(refit)),
        Trait("fate", lambda ship: str(ship.fate.value), _fated, tuple(fate.value for fate in Fate)),
    )
    return {trait.name: trait for trait in made}


def amount(text: str, name: str, most: Fraction | int) -> Fraction:
    """A number from 0 on, with or without `tons` behind it; raises RuleError for anything else."""
    told = text.strip().replace(",", "").removesuffix("tons").removesuffix("t").strip()
    if not re.fullmatch(r"\d{1,9}(\.\d{1,3})?", told) or Fraction(told) > most:
        raise RuleError(f"The {name} must be a number from 0 to {plain(most)}, not {quoted(text)}.")
    return Fraction(told)


def _fuel(refit: Refit) -> Trait:
    def read(ship: Ship) -> str:
        vessel = refit.vessel(ship)
        return f"{plain(vessel.fuel)} of {in_tons(vessel.tankage)}"

    def write(ship: Ship, text: str, _: Settings) -> Ship:
        vessel = refit.vessel(ship)
        words = {"full": vessel.tankage, "empty": Fraction(0)}
        tons = words.get(text.strip().casefold())
        if tons is None:
            tons = amount(text, "fuel", vessel.tankage if ship.design else _MOST)
        if vessel.shattered and tons:
            raise RuleError("Its fuel tanks are shattered and hold no fuel: set “fuel tanks” to whole first (HG-H21).")
        if tons > vessel.tankage:
            ship = refit.relist(ship, "tankage", fuel=tons)
            vessel = refit.vessel(ship)
        return refit.keep(ship, replace(vessel, fuel=tons))

    return Trait("fuel", read, write, ("full", "empty"))


def _people(refit: Refit, kind: str) -> Trait:
    field = kind.replace(" ", "_")

    def write(ship: Ship, text: str, _: Settings) -> Ship:
        vessel = refit.vessel(ship)
        told: dict[str, Any] = {field: whole(text, kind, 0, _MOST)}
        return refit.keep(ship, replace(vessel, people=replace(vessel.people, **told)))

    return Trait(kind, lambda ship: str(getattr(refit.vessel(ship).people, field)), write)


def _factor(refit: Refit, name: str) -> Trait:
    """A factor of the profile, from 0 to what was built; whole again, it is no longer lost to a critical hit."""
    field, called = name.replace(" ", "_"), "crew factor" if name == "crew" else name

    def write(ship: Ship, text: str, _: Settings) -> Ship:
        vessel = refit.vessel(ship)
        built: int = getattr(vessel.built, field)
        if ship.design and not built:
            raise RuleError(f"It was built without any {called}: change its design with /ship design.")
        number = whole(text, called, 0, built if ship.design else _LARGEST_FACTOR)
        if number > built:
            usp = replace(ship.listed.usp, **{_DIGITS.get(name, field): to_code(number)})
            ship = refit.relist(ship, called, usp=usp)
            vessel, built = refit.vessel(ship), number
        mended = _mended(vessel, name) if number == built else vessel
        told: dict[str, Any] = {field: number}
        after = replace(mended, now=replace(mended.now, **told))
        return refit.keep(_unjuried(ship, name) if number == built else ship, after)

    return Trait(called, lambda ship: str(getattr(refit.vessel(ship).now, field)), write)


def _mended(vessel: Vessel, name: str) -> Vessel:
    return replace(
        vessel,
        criticals=tuple(lost for lost in vessel.criticals if lost != name),
        hits=tuple((place, count) for place, count in vessel.hits if place != name),
    )


def _unjuried(ship: Ship, name: str) -> Ship:
    return replace(ship, jury=tuple(system for system in ship.jury if system != name))


def _batteries(refit: Refit, place: str) -> Iterator[Trait]:
    def armament(ship: Ship) -> tuple[Vessel, Armament, Armament]:
        vessel = refit.vessel(ship)
        built, now = vessel.built.weapon(place), vessel.now.weapon(place)
        if built is None or now is None:
            raise RuleError(f"It has no {place} batteries: none stand in its profile.")
        return vessel, built, now

    def armed(ship: Ship, field: str, number: int) -> Ship:
        vessel, built, now = armament(ship)
        if number > getattr(built, field):
            ship = refit.relist(ship, f"{place} {field}", **_listed_more(ship.listed, place, field, number))
            vessel, built, now = armament(ship)
        told: dict[str, Any] = {field: number, "bearing": built.bearing}
        now = replace(now, **told)
        if field == "batteries" and number and not now.factor:
            now = replace(now, factor=built.factor)
        changed = _mended(vessel, place) if now == built else vessel
        return refit.keep(
            _unjuried(ship, place) if now == built else ship, replace(changed, now=_rearmed(changed.now, now))
        )

    def write_batteries(ship: Ship, text: str, _: Settings) -> Ship:
        built = armament(ship)[1]
        return armed(ship, "batteries", whole(text, f"{place} batteries", 0, built.batteries if ship.design else 9_999))

    def write_factor(ship: Ship, text: str, _: Settings) -> Ship:
        built = armament(ship)[1]
        return armed(
            ship, "factor", whole(text, f"{place} factor", 0, built.factor if ship.design else _LARGEST_FACTOR)
        )

    yield Trait(f"{place} batteries", lambda ship: str(armament(ship)[2].batteries), write_batteries)
    yield Trait(f"{place} factor", lambda ship: str(armament(ship)[2].factor), write_factor)


def _listed_more(listed: Listing, place: str, field: str, number: int) -> dict[str, Any]:
    """What changes in a listing with more batteries of a place, all of which bear, or a higher factor."""
    if field == "factor":
        return {"usp": replace(listed.usp, **{place: to_code(number)})}
    return {"batteries": {**listed.batteries, place: Counted(number, number)}}


def _rearmed(factors: Factors, now: Armament) -> Factors:
    return replace(factors, armament=tuple(now if each.place == now.place else each for each in factors.armament))


def _bridges(refit: Refit) -> Trait:
    def write(ship: Ship, text: str, _: Settings) -> Ship:
        vessel = refit.vessel(ship)
        number = whole(text, "number of bridges", 0, refit.new(ship).bridges)
        mended = _mended(vessel, "bridge") if number == refit.new(ship).bridges else vessel
        return refit.keep(ship, replace(mended, bridges=number))

    return Trait("bridges", lambda ship: str(refit.vessel(ship).bridges), write)


def _tanks(refit: Refit) -> Trait:
    def write(ship: Ship, text: str, _: Settings) -> Ship:
        vessel = refit.vessel(ship)
        shattered = match(text, (_WHOLE, _SHATTERED), what="state of fuel tanks") == _SHATTERED
        fuel = Fraction(0) if shattered else vessel.fuel
        silenced = vessel.silenced and shattered
        return refit.keep(ship, replace(vessel, shattered=shattered, silenced=silenced, fuel=fuel))

    def read(ship: Ship) -> str:
        return _SHATTERED if refit.vessel(ship).shattered else _WHOLE

    return Trait("fuel tanks", read, write, (_WHOLE, _SHATTERED))


def _drop_tanks(refit: Refit) -> Trait:
    """Tons of fuel in the drop tanks, or `none` for a ship without them; tanks are those that it was built with."""

    def write(ship: Ship, text: str, _: Settings) -> Ship:
        vessel, built = refit.vessel(ship), refit.new(ship).tanks
        told = text.strip().casefold()
        if told == "none":
            return refit.keep(ship, replace(vessel, tanks=None))
        if built is None:
            raise RuleError("It has no drop tanks: none stand in its design or listing (HG-D23).")
        fuel = built.tons if told == "full" else amount("0" if told == "empty" else text, "drop tanks", built.tons)
        return refit.keep(ship, replace(vessel, tanks=replace(built, fuel=fuel)))

    def read(ship: Ship) -> str:
        tanks = refit.vessel(ship).tanks
        return f"{plain(tanks.fuel)} of {in_tons(tanks.tons)}" if tanks else ""

    return Trait("drop tanks", read, write, ("full", "empty", "none"))


def _craft(refit: Refit) -> Trait:
    """`3 Dart, Gig`: the craft aboard; of one that the ship wasn't built with the tons are told: `2 Gnat 10 tons`."""

    def write(ship: Ship, text: str, _: Settings) -> Ship:
        known = {craft.name: craft.tons for craft in refit.new(ship).craft}
        known |= {craft.name: craft.tons for craft in refit.vessel(ship).craft}
        known = {name: Fraction(craft.tons) for name, craft in refit.yard.items()} | known
        aboard = [_carried(part, known) for part in text.split(",") if part.strip() and part.strip() != "none"]
        names = [craft.name.casefold() for craft in aboard]
        if len(set(names)) < len(names):
            raise RuleError("Name each kind of craft once, with how many there are: 3 Dart, Gig.")
        built = [craft.name for craft in refit.new(ship).craft]
        counts = {craft.name: craft for craft in aboard}
        kept = [counts.pop(name, Carried(name, known[name], 0)) for name in built]
        return refit.keep(ship, replace(refit.vessel(ship), craft=(*kept, *counts.values())))

    def read(ship: Ship) -> str:
        return ", ".join(f"{craft.count} {craft.name}" for craft in refit.vessel(ship).craft if craft.count)

    return Trait("craft", read, write)


def _carried(part: str, known: Mapping[str, Fraction]) -> Carried:
    found = _CRAFT.fullmatch(printable(part))
    if found is None:
        raise RuleError(f"{quoted(part)} is no craft: write how many, and their name, such as 3 Dart.")
    count, name, tons = int(found[1] or 1), found[2], found[3]
    if tons:
        return Carried(name[:40], Fraction(tons), count)
    return Carried(own := match(name, known, what="craft"), known[own], count)


def _agility(refit: Refit) -> Callable[[Ship, str, Settings], Ship]:
    def write(ship: Ship, text: str, _: Settings) -> Ship:
        return refit.relist(ship, "agility", agility=whole(text, "agility", 0, 6))

    return write


def _price(listed: Listing) -> str:
    return "" if listed.price is None else f"MCr{plain(listed.price)}"


def _priced(refit: Refit) -> Callable[[Ship, str, Settings], Ship]:
    def write(ship: Ship, text: str, _: Settings) -> Ship:
        return refit.relist(ship, "price", price=amount(re.sub(r"(?i)^m?cr\s*", "", text.strip()), "price", _MOST))

    return write


def _fated(ship: Ship, text: str, _: Settings) -> Ship:
    fates = {fate.value: fate for fate in Fate}
    return replace(ship, fate=fates[match(text, fates, what="fate")])
