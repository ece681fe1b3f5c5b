"""What a player writes in a battle, read into what their side decides: names of ships, and a few words for each.

Several orders stand on one line with semicolons between them, several ships with commas.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from bot.engine.cards import whose
from bot.engine.errors import RuleError
from bot.engine.typed import match, members, offered, quoted, stem
from bot.systems.highguard.battle.assault import Assault
from bot.systems.highguard.battle.boarding import KINDS, Falling
from bot.systems.highguard.battle.decisions import JumpOrder
from bot.systems.highguard.battle.fire import Guard, Volley, ready
from bot.systems.highguard.battle.rounds import all_ships
from bot.systems.highguard.battle.state import Battle, Ship
from bot.systems.highguard.battle.terminal import Transfer
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Preference
from bot.systems.highguard.combat.tables import CombatTables

WEAPONS, SCREENS = HEAVIEST_FIRST.weapons, HEAVIEST_FIRST.screens
PLACES = ("laser", "energy", "particle", "meson", "missile", "sand", "repulsor")
SYSTEMS = ("power", "maneuver", "jump", "computer", "meson screen", "damper", "globe", *PLACES)
ALL = "all"
_GUARD = re.compile(r"(?:hit\s+)?(\d{1,4})\s*:?\s+([a-z]+)(?:\s+(\d{1,3}))?", re.IGNORECASE)
_JUMP = re.compile(r"(\d)\s*(?:to\s+(.{1,40}))?", re.IGNORECASE)
_PEOPLE = re.compile(r"(\d{1,5}) (marines|troops)", re.IGNORECASE)
_PARTY = re.compile(r" (\d{1,5} marines( \d{1,5} troops)?|\d{1,5} troops( \d{1,5} marines)?)$", re.IGNORECASE)
_TONS = re.compile(r"(\d{1,7}(?:\.\d{1,3})?)(?:\s*t(?:ons)?)?", re.IGNORECASE)
_VOLLEY = re.compile(r"([a-z]+)(?:\s+(\d{1,4}))?(?:\s+(nuclear|he))?", re.IGNORECASE)


def parts(text: str, mark: str = ";") -> list[str]:
    """The orders of a line, or the names of a list."""
    return [each for part in text.split(mark) if (each := part.strip())]


def names(battle: Battle, text: str, side: int) -> tuple[str, ...]:
    """The ships that are listed, by name or by class; `all` are all of the side that are there."""
    if text.strip().casefold() == ALL:
        return tuple(ship.name for ship in battle.fleet(side))
    return tuple(name for part in parts(text, ",") for name in _listed(battle, part, battle.fleet(side)))


def _listed(battle: Battle, text: str, among: Iterable[Ship]) -> tuple[str, ...]:
    """A ship by its name, or all of a class that are `among` these: `Wasp`, `all Wasp`, `Wasp 1-20`."""
    kinds = {ship.name: ship.kind for ship in among}
    if group := members(text, kinds, kinds):
        return group
    if members(text, battle.ships, _classes(battle)):
        raise RuleError(f"None of {quoted(text)} is there for that.")
    return (battle.ship(text).name,)


def _classes(battle: Battle) -> dict[str, str]:
    return {ship.name: ship.kind for ship in battle.ships.values()}


def of_class(battle: Battle, text: str, side: int) -> tuple[tuple[str, ...], str] | None:
    """All of a side's class with whose name a text begins, those that are there, and what follows; None for none."""
    kinds = {ship.name: ship.kind for ship in battle.fleet(side)}
    called = {stem(name) for name in kinds} | {kind for kind in kinds.values() if kind}
    for name in sorted(called, key=len, reverse=True):
        found = re.match(
            rf"(all\s+(?:the\s+)?)?{re.escape(name)}(\s+\d{{1,5}}\s*[-–—]\s*\d{{1,5}})?(?=[\s:]|$)", text, re.IGNORECASE
        )
        if found and (group := members(found[0], kinds, kinds)):
            return group, text[found.end() :].strip().removeprefix(":").strip()
    return None


def spoken(battle: Battle, text: str, side: int) -> tuple[tuple[str, ...], str]:
    """The ship, or all of the class, with whose name a text begins, and what follows."""
    group = of_class(battle, text, side)
    if group and (text.casefold().startswith("all ") or re.match(r".*?\d\s*[-–—]\s*\d", text)):
        return group
    try:
        name, rest = begin_with(battle, text, side)
    except RuleError:
        if group is None:
            raise
        return group
    return group if group and battle.ships[name].side != side else ((name,), rest)


def begin_with(battle: Battle, text: str, side: int) -> tuple[str, str]:
    """The ship with whose name a text begins, and what follows; raises RuleError where none does.

    A side's own go first: whatever others call theirs, it stands in nobody's way. Where several names fit (`Wasp`,
    `Wasp 2`), the longest; a colon ends a name wherever that isn't meant.
    """
    fitting = [name for name in battle.ships if text[: len(name)].casefold() == name.casefold()]
    whole = [name for name in fitting if text[len(name) : len(name) + 1].strip() in {"", ":"}]
    whole = [name for name in whole if battle.ships[name].side == side] or whole
    if not whole:
        ships = offered(list(battle.ships)) if battle.ships else "one that has joined"
        raise RuleError(f"{quoted(text)} begins with no ship of this battle: begin with {ships}.")
    name = next((each for each in whole if text[len(each) :].lstrip().startswith(":")), max(whole, key=len))
    return name, text[len(name) :].strip().removeprefix(":").strip()


def by_ship(battle: Battle, orders: Iterable[str], side: int) -> Iterator[tuple[str, str]]:
    """Each ship of each order, of a class as well, and what follows; raises RuleError where one is named twice."""
    named = set[str]()
    for order in orders:
        ships, rest = spoken(battle, order, side)
        for name in ships:
            if name in named:
                raise RuleError(f"{name} is named twice: give each ship one order.")
            named.add(name)
            yield name, rest


def halves(battle: Battle, text: str, word: str) -> tuple[str, str] | None:
    """What stands before and after ` at ` or ` to `, with a ship's whole name after it; None without that word.

    A ship whose name holds the word itself (`Dawn at Sea`) is known by its whole name.
    """
    mark = f" {word} "
    places = [found.start() for found in re.finditer(re.escape(mark), text, re.IGNORECASE)]
    if not places:
        return None
    known = {name.casefold() for name in battle.ships}
    whole = [place for place in places if text[place + len(mark) :].strip().casefold() in known]
    place = (whole or places[-1:])[0]
    return text[:place].strip(), battle.ship(text[place + len(mark) :].strip()).name


def groups(battle: Battle, text: str, side: int) -> tuple[tuple[str, ...], ...]:
    """Groups of ships: `A, B; C` are two."""
    return tuple(names(battle, group, side) for group in parts(text))


def jumps(battle: Battle, text: str, side: int) -> dict[str, JumpOrder]:
    """`Kinunir 4 to Regina; Wasp 1 to Efate`."""
    found = {}
    for name, rest in by_ship(battle, parts(text), side):
        order = _JUMP.fullmatch(rest)
        if order is None:
            raise RuleError(f"Say where {name} jumps: {name} 2 to Regina.")
        found[name] = JumpOrder(int(order[1]), (order[2] or "").strip())
    return found


def rates(battle: Battle, text: str, side: int) -> dict[str, int]:
    """`Kinunir 40, Sovereign 100`: flicker rates in per cent."""
    found = {}
    for name, rest in by_ship(battle, parts(text.replace(";", ",").replace("%", ""), ","), side):
        if not rest.isdecimal() or int(rest) > 100:
            raise RuleError(f"Say how much {whose(name)} globe flickers, from 0 to 100 per cent: {name} 40.")
        found[name] = int(rest)
    return found


def preference(text: str) -> Preference:
    """`laser, meson screen`: what hits knock out first, in that order, and the others after them as usual."""
    wanted = tuple(match(each, (*WEAPONS, *SCREENS), what="weapon or screen") for each in parts(text, ","))
    return Preference(
        tuple(dict.fromkeys(each for each in (*wanted, *WEAPONS) if each in WEAPONS)),
        tuple(dict.fromkeys(each for each in (*wanted, *SCREENS) if each in SCREENS)),
    )


def falling(battle: Battle, side: int, text: str) -> Falling:
    """`marines, troops; Wasp: crew`: who of a side's people falls first, and who of a ship's, wherever it fights."""
    name, ships = battle.sides[side].name, [ship.name for ship in all_ships(battle) if ship.side == side]
    found: dict[str, tuple[str, ...]] = {}
    for part in parts(text):
        named, colon, kinds = part.rpartition(":")
        ship = match(named.strip(), ships, what=f"ship of {name}") if colon else ""
        if ship in found:
            raise RuleError(f"{ship or name} is named twice: give the side one order, and each ship.")
        found[ship] = tuple(dict.fromkeys(match(each, KINDS, what="kind of people") for each in parts(kinds, ",")))
        if not found[ship]:
            raise RuleError(f"Say who falls first, and who then: {f'{ship}: ' if ship else ''}marines, troops.")
    return Falling(found.pop("", ()), found)


def systems(battle: Battle, text: str, side: int) -> dict[str, tuple[str, ...]]:
    """`Kinunir laser, laser, maneuver; Wasp computer`: systems by ship, each as often as it is named."""
    found: dict[str, tuple[str, ...]] = {}
    for part in parts(text):
        ships, rest = spoken(battle, part, side)
        wanted = tuple(match(each, SYSTEMS, what="system") for each in parts(rest, ","))
        if not wanted:
            raise RuleError(f"Say which systems of {ships[0]}: {ships[0]} laser, power.")
        found |= {name: found.get(name, ()) + wanted for name in ships}
    return found


def volleys(battle: Battle, text: str, side: int, tables: CombatTables) -> tuple[Volley, ...]:
    """`Kinunir laser 2 at Wasp; all Dart missile HE at Wasp`: without a number all batteries of the place fire.

    Of a class those fire that can; without a weapon, with all that they can fire.
    """
    return tuple(volley for part in parts(text) for volley in _volleys(battle, part, side, tables))


def _volleys(battle: Battle, text: str, side: int, tables: CombatTables) -> Iterable[Volley]:
    split = aimed(battle, text, side)
    (ships, rest), aim = spoken(battle, split[0], side), split[1]
    if of_class(battle, split[0], side) != (ships, rest):
        return _one_ships(battle, ships[0], rest, aim)
    line = {ship.name: ship for ship in battle.line(side)}
    able = {name: dict(ready(battle, line[name], tables)) for name in ships if name in line}
    found = [
        volley for name, left in able.items() for volley in _one_ships(battle, name, rest, aim) if volley.place in left
    ]
    if not found:
        raise RuleError(f"None of {quoted(split[0])} can fire {'that' if rest else 'anything'} now.")
    return [replace(volley, count=min(volley.count, able[volley.ship][volley.place])) for volley in found]


def aimed(battle: Battle, text: str, side: int) -> tuple[str, str]:
    """Who fires what, and at whom: of a class at the one of it that is presented."""
    before, mark, target = text.rpartition(" at ")
    presented = [name for name in (battle.presented[0] if battle.presented else ()) if battle.ships[name].side != side]
    whole = any(text.casefold().endswith(f" at {name.casefold()}") for name in presented)
    if mark and not whole and (group := members(target, presented, _classes(battle))):
        return before, group[0]
    split = halves(battle, text, "at")
    if split is None:
        raise RuleError(f"Say at whom {quoted(text)} fires: … at Kinunir.")
    return split


def _one_ships(battle: Battle, name: str, rest: str, aim: str) -> list[Volley]:
    if not rest:
        armament = battle.ships[name].vessel.now.armament
        return [Volley(name, each.place, aim, each.batteries) for each in armament if each.place not in {"sand"}]
    found = _VOLLEY.fullmatch(rest)
    if found is None:
        raise RuleError(f"{quoted(rest)} is no battery: write laser, missile 3 HE, or meson.")
    place = match(found[1], PLACES, what="weapon")
    weapon = battle.ships[name].vessel.now.weapon(place)
    count = int(found[2]) if found[2] else weapon.batteries if weapon else 1
    return [Volley(name, place, aim, count, nuclear=(found[3] or "nuclear").casefold() != "he")]


def guards(text: str) -> tuple[Guard, ...]:
    """`1 sand 2; 3 laser`: against the first hit two sandcasters, against the third a laser battery."""
    found = []
    for part in parts(text.replace(",", ";")):
        guard = _GUARD.fullmatch(part)
        if guard is None:
            raise RuleError(f"{quoted(part)} is no defence: write the hit's number and a battery, such as 1 sand 2.")
        found.append(Guard(int(guard[1]), match(guard[2], PLACES, what="battery"), int(guard[3] or 1)))
    return tuple(found)


def chases(battle: Battle, text: str) -> dict[str, tuple[str, ...]]:
    """`Wasp: Kinunir, Sovereign`: who follows the group in which Wasp breaks off."""
    found = {}
    for part in parts(text):
        group, colon, followers = part.partition(":")
        if not colon:
            raise RuleError(f"Say who follows whom, the group first: {group.strip()[:40]}: Kinunir, Wasp.")
        name = battle.ship(group.strip()).name
        if name in found:
            raise RuleError(f"{name} is named twice: name each group once, with all who follow it.")
        found[name] = tuple(battle.ship(name).name for name in parts(followers, ","))
    return found


def boardings(battle: Battle, text: str) -> tuple[Assault, ...]:
    """`Kinunir at Wasp; Sovereign 20 marines 10 troops at Dart`: who boards whom, and with how many."""
    found = []
    for part in parts(text):
        split = halves(battle, part, "at")
        if split is None:
            raise RuleError(f"Say whom {quoted(part)} boards: … at Wasp.")
        party = _PARTY.search(split[0])
        boarder = battle.ship(split[0][: party.start()] if party else split[0])
        found.append(_assault(boarder.name, split[1], party[0] if party else ""))
    return tuple(found)


def _assault(boarder: str, target: str, party: str) -> Assault:
    """All of a ship, or those that are told and nobody else; of two kinds the one named first falls first (R-58)."""
    if not party:
        return Assault(boarder, target)
    named = {kind.casefold(): int(number) for number, kind in _PEOPLE.findall(party)}
    first = tuple(named) if len(named) > 1 else ()
    return Assault(boarder, target, named.get("marines", 0), named.get("troops", 0), first)


def transfers(battle: Battle, text: str, side: int) -> tuple[Transfer, ...]:
    """`Kinunir 20 to Wasp`: how many of a ship's crew go to which other one."""
    found = []
    for part in parts(text):
        split = halves(battle, part, "to")
        name, number = begin_with(battle, split[0], side) if split else ("", "")
        if split is None or not number.isdecimal():
            raise RuleError(f"Say how many go where, not {quoted(part)}: Kinunir 20 to Wasp.")
        found.append(Transfer(name, split[1], int(number)))
    return tuple(found)


def fuel(battle: Battle, text: str, side: int) -> dict[str, Fraction | None]:
    """`Kinunir 200; Wasp all`: tons of fuel by ship, None for as much as the tanks take."""
    found: dict[str, Fraction | None] = {}
    for name, rest in by_ship(battle, parts(text), side):
        tons = _TONS.fullmatch(rest)
        if rest.casefold() != ALL and tons is None:
            raise RuleError(f"Say how many tons of fuel {name} takes on, or all: {name} 200.")
        found[name] = Fraction(tons[1]) if tons else None
    return found


def recoveries(battle: Battle, text: str) -> tuple[tuple[str, str], ...]:
    """`Dart 1, Dart 2 to Aviary`: craft and the carriers that take them back."""
    found = []
    for part in parts(text):
        split = halves(battle, part, "to")
        if split is None:
            raise RuleError(f"Say which ship takes {quoted(part)} back: … to Aviary.")
        own = battle.fleet(battle.ships[split[1]].side)
        craft = [name for part in parts(split[0], ",") for name in _listed(battle, part, own)]
        found += [(name, split[1]) for name in craft]
    return tuple(found)


def aboard(battle: Battle, text: str, side: int) -> tuple[str, ...]:
    """The craft to launch; `all` are all that the side has aboard."""
    if text.strip().casefold() == ALL:
        return tuple(ship.name for ship in battle.aboard(side))
    return tuple(name for part in parts(text, ",") for name in _listed(battle, part, battle.aboard(side)))


def noted(battle: Battle, text: str, side: int) -> Mapping[str, str]:
    """`Kinunir: skims fuel`: what a ship of one's own does beside."""
    return dict(by_ship(battle, parts(text), side))
