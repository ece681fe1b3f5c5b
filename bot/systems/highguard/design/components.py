"""The components of a plain-text design: what may stand behind each keyword."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.engine.errors import RuleError
from bot.engine.typed import match, quoted
from bot.systems.highguard.design.choices import Bays, Craft, Other, Spinal, Turrets, Vehicle, plain
from bot.systems.highguard.design.tables import MCR, Tables

MOST_COUNT = 100_000
_PARTS = {"single": 1, "dual": 2, "double": 2, "triple": 3}
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d{1,9})?|\d{1,9}(?:\.\d{1,9})?|\d{1,9}/\d{1,9}", re.ASCII)
_WORDS = {"accelerator", "gun", "lasers", "laser", "turrets", "turret", "weapons", "ton", "tons", "launchers"}
_SINGULAR = {"missiles": "missile", "sandcaster": "sand", "sandcasters": "sand", "beams": "beam", "racks": "missile"}

Yard = Mapping[str, Craft]
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """What stands behind a keyword, with the tables and the craft that it may name."""

    words: str
    tables: Tables
    yard: Yard

    @property
    def low(self) -> str:
        """The words in small letters."""
        return self.words.casefold()


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word that begins a line: how it is read, an example, and whether it may stand more than once."""

    read: Callable[[Text], Values]
    example: str
    many: bool = False


def exact(text: str) -> Fraction:
    """A number as people write it: `1,250`, `62.5`, `125/2`; raises RuleError for anything else."""
    words = text.strip()
    if not _NUMBER.fullmatch(words) or re.fullmatch(r"\d+/0+", words):
        raise RuleError(f"{quoted(words)} isn't a number.")
    return Fraction(words.replace(",", ""))


def spelt(number: Fraction) -> str:
    """A number as `exact` reads it again."""
    thousand_millionths = number * 10**9
    if thousand_millionths.denominator == 1 or max(number.numerator, number.denominator) >= 10**9:
        return plain(number, 9).replace(",", "")
    return f"{number.numerator}/{number.denominator}"


def whole(text: str) -> int:
    """A whole number up to 100,000; raises RuleError for anything else."""
    number = exact(text)
    if number.denominator != 1 or number > MOST_COUNT:
        raise RuleError(f"{quoted(text)} isn't a whole number up to {MOST_COUNT:,}.")
    return int(number)


def money(text: str) -> Fraction:
    """Credits: `MCr9.3`, `Cr 600,000`; raises RuleError for anything else."""
    found = re.fullmatch(r"\s*(MCr|Cr)\s*(\S+)\s*", text, re.IGNORECASE)
    if not found:
        raise RuleError(f"{quoted(text)} isn't a price: write MCr9.3 or Cr600,000.")
    return exact(found[2]) * (MCR if found[1].casefold() == "mcr" else 1)


def _counted(words: str) -> tuple[int, str]:
    """`8 dual beam` as 8 and the rest; 1 where no number leads."""
    first, _, rest = words.partition(" ")
    if not (_NUMBER.fullmatch(first) and rest):
        return 1, words
    if not whole(first):
        raise RuleError("There must be one at least.")
    return whole(first), rest.strip()


def _number(name: str) -> Callable[[Text], Values]:
    return lambda text: {name: whole(text.words)}


def _amount(name: str) -> Callable[[Text], Values]:
    return lambda text: {name: exact(re.sub(r"\s*tons?$", "", text.words))}


def _flag(name: str) -> Callable[[Text], Values]:
    def read(text: Text) -> Values:
        if text.words:
            raise RuleError("This stands alone on its line.")
        return {name: True}

    return read


def _words(name: str) -> Callable[[Text], Values]:
    return lambda text: {name: text.words[:60]}


def _type(text: Text) -> Values:
    if not re.fullmatch(r"[A-Za-z]{2}", text.words):
        raise RuleError("A ship's type is two letters (R-69).")
    return {"type": text.words.upper()}


def _hull(text: Text) -> Values:
    tons, _, shape = text.low.replace(" tons", "").replace(" ton", "").partition(" ")
    codes = {str(code): code for code in text.tables.configurations}
    names = {known.name: code for code, known in text.tables.configurations.items()}
    shape = shape.strip()
    halves = {half: code for name, code in names.items() for half in name.split("/")}
    code = codes.get(shape) or halves.get(shape) or names[match(shape, names, what="configuration")]
    return {"tons": exact(tons), "configuration": code}


def _drive(name: str) -> Callable[[Text], Values]:
    def read(text: Text) -> Values:
        number, _, tons = text.words.partition(" using ")
        values: Values = {name: whole(number)}
        if tons:
            values[f"{name}_tons"] = exact(re.sub(r"\s*tons?$", "", tons))
        return values

    return read


def _purifier(text: Text) -> Values:
    words = re.sub(r"^tl\s*", "", text.words, flags=re.IGNORECASE)
    return {"purifier": whole(words) if words else None}


def _spinal(text: Text) -> Values:
    words = [word for word in text.low.split() if word not in _WORDS]
    if len(words) != 2 or (words[0], words[1].upper()) not in text.tables.spinal:
        raise RuleError("A spinal mount is particle or meson, with a letter A to T.")
    return {"spinal": Spinal(words[0], words[1].upper())}


def _bays(text: Text) -> Values:
    count, rest = _counted(text.low)
    found = re.fullmatch(r"(50|100)[- ]tons? (.+)", rest)
    if not found:
        raise RuleError("A bay has 50 or 100 tons.")
    size, words = int(found[1]), [word for word in found[2].split() if word not in {*_WORDS, "bays", "bay"}]
    name = _SINGULAR.get(" ".join(words), " ".join(words))
    if name == "empty":
        return {"bays": (Bays("", size, count),)}
    weapons = [weapon for weapon, fits in text.tables.bays if fits == size]
    return {"bays": (Bays(match(name, weapons, what=f"weapon for {size}-ton bays"), size, count),)}


def _turrets(text: Text) -> Values:
    words, _, batteries = text.low.partition(" in ")
    count, rest = _counted(words)
    names = [word for word in re.split(r"[\s,+]+", rest) if word and word not in _WORDS]
    mounted = _PARTS.get(names[0], 0) if names else 0
    kinds = [
        match(_SINGULAR.get(name, name), text.tables.turrets, what="turret weapon") for name in names[bool(mounted) :]
    ]
    if not kinds or (mounted and len(kinds) > 1):
        raise RuleError("A turret line names one kind of weapon, or each weapon of a mixed turret.")
    found = re.fullmatch(r"(\S+) batter(?:y|ies)", batteries) if batteries else None
    if batteries and not found:
        raise RuleError("Batteries are given as “in 2 batteries”.")
    turrets = Turrets(tuple(kinds * (mounted or 1)), count, whole(found[1]) if found else None)
    return {"turrets": (turrets,)}


def _details(text: str) -> tuple[str, dict[str, str]]:
    """`1 Grav APC, 10 tons, MCr9.3, crew 2` as its head, and what the rest says under its name."""
    head, *rest = [part.strip() for part in re.split(r",(?!\d{3}(?:\D|$))", text)]
    found: dict[str, str] = {}
    for part in rest:
        if re.match(r"M?Cr\s*\d", part, re.IGNORECASE):
            found["price"] = part
        elif ends := re.fullmatch(r"(\S+) (tons?|EP)", part, re.IGNORECASE):
            found["tons" if ends[2].casefold().startswith("ton") else "ep"] = ends[1]
        elif starts := re.fullmatch(r"crew (\d+)", part):
            found["crew"] = starts[1]
        elif part in {"in bay", "in bays"}:
            found["where"] = "bay"
        else:
            raise RuleError(f"{quoted(part)} isn't tons, a price, EP, a crew or “in bay”.")
    return head, found


def _vehicle(text: Text) -> Values:
    head, found = _details(text.words)
    count, name = _counted(head)
    if "tons" in found and "price" in found:
        return {"vehicles": (Vehicle(name, count, exact(found["tons"]), money(found["price"])),)}
    return {"vehicles": (Vehicle(match(name, text.tables.vehicles, what="vehicle in the table"), count),)}


def _craft(text: Text) -> Values:
    head, found = _details(text.words)
    count, name = _counted(head)
    in_bay = "where" in found
    if "tons" in found and "price" in found:
        crew = int(found.get("crew", "1"))
        return {"craft": (Craft(name, exact(found["tons"]), money(found["price"]), crew, count, in_bay),)}
    known = craft_named(name, text.yard)
    return {"craft": (Craft(known.name, known.tons, known.price, known.crew, count, in_bay),)}


def craft_named(name: str, yard: Yard) -> Craft:
    """The craft that a name means; one whose design has none is called as it is known by, and none by what ends a name
    in a design.
    """
    called = match(name, yard, what="craft")
    known = yard[called]
    return replace(known, name=" ".join(re.sub("[,#]", " ", known.name or called).split()))


def craft_told(words: str, yard: Yard) -> str:
    """What stands behind `craft` with the tons, the price and the crew of the craft that it names, so that it reads the
    same wherever there is no such craft, or another.
    """
    head, found = _details(words)
    if "tons" in found and "price" in found:
        return words
    count, name = _counted(head)
    known = craft_named(name, yard)
    told = [
        f"{count} {known.name}",
        f"{spelt(known.tons)} tons",
        f"MCr{spelt(known.price / MCR)}",
        f"crew {known.crew}",
    ]
    return ", ".join([*told, *(["in bay"] if "where" in found else [])])


def _other(text: Text) -> Values:
    head, found = _details(text.words)
    count, name = _counted(head)
    zero = "0"
    price = money(found["price"]) if "price" in found else Fraction(0)
    other = Other(name, count, exact(found.get("tons", zero)), price, exact(found.get("ep", zero)))
    return {"other": (other,)}


def _staterooms(text: Text) -> Values:
    found = re.fullmatch(r"(\S+?)(?:,? (\d+) singles?)?", text.low)
    if not found:
        raise RuleError("Staterooms are a number, and how many are single.")
    return {"staterooms": whole(found[1])} | ({"singles": whole(found[2])} if found[2] else {})


def _bridges(text: Text) -> Values:
    return {"bridges": whole(text.words or "1")}


def _cargo(text: Text) -> Values:
    return {"cargo": None} if text.low == "rest" else _amount("cargo")(text)


def _computer(text: Text) -> Values:
    return {"computer": match(text.low.replace("model/", "").strip(), text.tables.computers, what="computer model")}


KEYWORDS: Mapping[str, Keyword] = {
    "name": Keyword(_words("name"), "name Sable"),
    "number": Keyword(_words("number"), "number CC-1001"),
    "type": Keyword(_type, "type CC"),
    "tech": Keyword(_number("tl"), "tech 12"),
    "hull": Keyword(_hull, "hull 10000 needle/wedge"),
    "jump": Keyword(_drive("jump"), "jump 4"),
    "maneuver": Keyword(_drive("maneuver"), "maneuver 4"),
    "power": Keyword(_number("power"), "power 7"),
    "fuel": Keyword(_amount("fuel"), "fuel 587.5"),
    "drop tanks": Keyword(_amount("tanks"), "drop tanks 100"),
    "scoops": Keyword(_flag("scoops"), "scoops"),
    "purifier": Keyword(_purifier, "purifier"),
    "bridges": Keyword(_bridges, "bridges 2"),
    "computer": Keyword(_computer, "computer 7fib"),
    "armor": Keyword(_number("armor"), "armor 3"),
    "spinal": Keyword(_spinal, "spinal meson J"),
    "bays": Keyword(_bays, "bays 10 100-ton missile", many=True),
    "turrets": Keyword(_turrets, "turrets 8 dual beam in 2 batteries", many=True),
    "damper": Keyword(_number("damper"), "damper 4"),
    "meson screen": Keyword(_number("meson_screen"), "meson screen 3"),
    "globe": Keyword(_number("globe"), "globe 1"),
    "capacitors": Keyword(_amount("capacitors"), "capacitors 10"),
    "vehicle": Keyword(_vehicle, "vehicle 3 Air/Raft", many=True),
    "craft": Keyword(_craft, "craft 1 Pinnace, 35 tons, MCr21.7, crew 2", many=True),
    "launch tubes": Keyword(_number("tubes"), "launch tubes 2"),
    "fighters": Keyword(_number("fighters"), "fighters 3"),
    "crew": Keyword(_number("crew"), "crew 45"),
    "troops": Keyword(_number("troops"), "troops 30"),
    "marines": Keyword(_number("marines"), "marines 35"),
    "staterooms": Keyword(_staterooms, "staterooms 42, 4 single"),
    "couches": Keyword(_number("couches"), "couches 6"),
    "low berths": Keyword(_number("low"), "low berths 20"),
    "emergency low": Keyword(_number("emergency_low"), "emergency low 3"),
    "frozen watch": Keyword(_flag("frozen_watch"), "frozen watch"),
    "passengers": Keyword(_number("passengers"), "passengers 6"),
    "cargo": Keyword(_cargo, "cargo 50"),
    "other": Keyword(_other, "other 1 Laboratory, 8 tons, MCr2", many=True),
    "private": Keyword(_flag("private"), "private"),
}
SYNONYMS = {
    "tech level": "tech",
    "tl": "tech",
    "power plant": "power",
    "bridge": "bridges",
    "turret": "turrets",
    "bay": "bays",
    "tubes": "launch tubes",
    "nuclear damper": "damper",
    "black globe": "globe",
    "vehicles": "vehicle",
    "manoeuvre": "maneuver",
    "armour": "armor",
    "low": "low berths",
}
ELSEWHERE: Mapping[str, str] = {
    "standard drive": "Standard drives are in Book 2, which we don't have: give tons and price as “other” (R-80).",
    "program": "Computer programs are in Book 2, which we don't have.",
    "programs": "Computer programs are in Book 2, which we don't have.",
    "planetoid": "A planetoid is a hull: write “hull 10000 planetoid”, or “hull 10000 buffered planetoid”.",
    "buffered planetoid": "A buffered planetoid is a hull: write “hull 10000 buffered planetoid”.",
    "sensors": "The book has no sensors (R-70): give what the referee allows as “other”.",
    "magazine": "The book's form has a magazine and no rule for it (R-38): give its tons as “other”.",
}
