"""What a player typed, matched to what there is: a name, people with distances, a class by numbers, named values."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from typing import TypeVar
from unicodedata import normalize

from bot.engine.cards import printable, sentence
from bot.engine.errors import RuleError

_LONGEST_QUOTE = 40
# A list that is longer is cut: a message takes 2,000 characters, and there is more in it.
_LONGEST_LIST = 1200
_NEAR = ": did you mean "
# Of so few letters no word is known for a misspelt one, and so like is one that surely is.
_TOO_SHORT, _ALMOST = 2, 0.85
# What words of other games and of plain speech mean here, as far as that is among what there is.
_PLAINLY = {
    "robot, robots, droid, android": "control, character add",
    "join, take part, seat, let me in": "players set, battle join",
    "shoot, shot, gun, snipe, burst, kill, aim, target": "fire, plan",
    "attack, hit, strike": "fire, melee, battle fire, hunt",
    "defend, protect, patrol, wait": "guard, hold",
    "punch, fight, stab, brawl, wrestle, grapple, kick, slash": "melee, charge, dive",
    "assault, rush": "charge, melee",
    "countercharge, reaction, panic fire": "receive",
    "bomb, explosion, explode, boom, detonate": "blast, grenade",
    "frag, frag grenade, fragmentation grenade, hand grenade, he grenade": "explosive grenade, grenade, grenades",
    "satchel, satchel charge, demolition charge, mine, c4": "satchel, blast",
    "knife, shiv, machete": "dagger, melee",
    "throw, lob": "grenade, roll",
    "dice, die, d20, d6, 2d6, check, skill, save, saving throw, advantage": "roll, skill, morale check",
    "next, end turn, end phase, continue, done, pass, ready, wait, delay": "phase, next, turn show",
    "init, initiative, round, rounds, start combat, combat, start, encounter": "turn begin, battle new, rounds",
    "surprise, ambush, open ground, wilderness": "encounter begin, turn begin",
    "map, board, grid, battlemap, terrain, plan view, picture, image": "deck show, deck load",
    "load map, upload": "deck load",
    "legend, symbols, signs": "deck key",
    "token, spawn, put, position, teleport": "place",
    "walk, run, go, step, trot, sprint, dash, travel, flee, retreat, escape, withdraw": "move, go, fall back",
    "climb, ladder, jump down, swing": "move, jump",
    "turn around, rotate, facing": "face",
    "standing, stand, stand up, get up, rise": "up",
    "duck, kneel, crouch, crouched": "crouching",
    "lie, lie down, lying, drop": "prone",
    "crouch, prone, lie, lie down, kneel, duck, hide, sneak, stealth, stand, stand up": "stance, posture",
    "peek, corner": "lean",
    "dodge, evade, parry": "evading, plan, melee",
    "overwatch, cover fire, suppress, suppression": "cover",
    "hp, hit points, hitpoints, health, damage, wound, injury, life": "light wounds, wounds, condition, character heal",
    "cure, medic, medicine, medkit, bandage, first aid, stabilise, stabilize, rest, recover, treat": "character heal",
    "dead, death, status, alive, unconscious, stun, stunned": "condition, killed, character show, summary",
    "ammo, bullets, magazine, mag, shells": "ammunition, rounds, clips, loaded, reload",
    "gravity, weightless, 0g, zero g, freefall, microgravity": "zero-g, zero g, campaign set",
    "air, airless, oxygen, decompression, breath, suffocate": "vacuum, campaign set",
    "dark, darkness, lamp, torch, light, lights, night": "dark, light, visibility",
    "open, close, unlock, lock, hatch, valve": "door",
    "elevator": "lift call, lift ride",
    "see, vision, sight, view, los, line of sight": "look, range",
    "distance, measure, far, metres, meters": "range",
    "chance, chances, probability, percent, percentage, simulate": "odds fire, battle simulate",
    "fear, panic, panicked, fleeing, routed, scared, courage, nerve, will": "morale check, morale, nerve",
    "rally, calm": "morale rally",
    "yield, give up, capture, captive, prisoner": "surrender",
    "create, new character, npc, pc, add, enemy, monster, character sheet": "character add",
    "replacement, recruit, reinforcement": "roster replace, character add",
    "inventory, stats, sheet, character, service, kills": "character show, character list",
    "who, party, everybody, roster": "character list, summary",
    "give, item, weapon, equip, draw": "character give, weapon",
    "loot, plunder, spoils, pick up, strip, disarm": "take, character give, weapon",
    "rename, change, modify, stat": "character edit, set",
    "delete, kick": "character remove, ship remove",
    "quit, leave, stop, finish": "turn end, campaign end",
    "revert, oops, back, cancel, rollback": "undo",
    "again, repeat": "redo",
    "history, journal, events": "log",
    "state, overview, score": "summary",
    "notes, secret, gm": "note",
    "rulebook, explain, lookup, reference, rules": "rule",
    "begin, start, new game, game, setup, tutorial": "campaign new, scenario setup",
    "options, config, settings, preferences": "campaign set",
    "mute, verbose, quiet, brief, silent, spam": "chatter, campaign set",
    "reset, restart, wipe": "campaign erase, campaign end",
    "armor, ac, armour class, defence, defense, protection": "armour, second armour, character edit",
    "strength, melee skill, str": "melee, strength",
    "dex, agility": "dexterity, agility",
    "xp, experience, level, level up, promotion, advance": "career next, career begin",
    "ai, bot, npc turn, automatic turn": "autopilot act, autopilot why",
    "adventure, mission, module": "scenario list, scenario setup",
    "vehicle, spaceship, starship, fleet": "ship add, ship list, vehicle",
    "mend, fix, unjam, clear jam, jam": "repair, ship repair",
    "fuel, refill": "ship refuel",
    "price, cost, money, credits": "ship bill, price",
    "shield, shields, force field, deflector": "damper, meson screen, globe",
    "laser, lasers, gun, guns, cannon, missiles, weapon, weapons": "turrets, bays, spinal",
    "engine, engines, drive, drives, warp": "jump, maneuver, power",
    "reactor, energy": "power",
    "speed, thrust, acceleration": "maneuver, walk, agility",
    "size, tons, tonnage": "hull",
    "team, teams, faction, group, allegiance": "side",
    "player, user, control, assign, login, claim": "owner, players set",
}
# The same, word by word.
_MEANT = [(frozenset(spoken.split(", ")), meant.split(", ")) for spoken, meant in _PLAINLY.items()]
_WORDS = sorted({word for spoken, _ in _MEANT for word in spoken})
_SPOKEN = {first: [*words] for first, words in groupby(_WORDS, key=lambda word: word[0])}


def quoted(typed: str) -> str:
    """What was typed, in quotation marks and short enough for a sentence."""
    shown = printable(typed[: 2 * _LONGEST_QUOTE])
    return f"“{shown[:_LONGEST_QUOTE]}{'…' if len(shown) > _LONGEST_QUOTE else ''}”"


def match(
    typed: str, options: Iterable[str], *, what: str, listed: str = "", elsewhere: Mapping[str, str] | None = None
) -> str:
    """The option that was meant: the same but for case, or the only one that begins so, or else has a word that does.

    Raises RuleError, with the near ones offered and those that it means in plain speech, where none or several fit;
    `what` names the thing in that sentence ("character", "weapon"), `listed` says where a long list of them is, and
    `elsewhere` of things that somebody may take for such a one where those are.
    """
    by_key = {option.casefold(): option for option in options}
    # A pasted name may have letters that show nothing, or accents that stand by themselves.
    key = " ".join(normalize("NFC", printable(typed)).split()).casefold()
    if key in by_key:
        return by_key[key]
    begins = [option for folded, option in by_key.items() if key and folded.startswith(key)]
    begins = begins or [option for folded, option in by_key.items() if begins_word(folded, key)]
    if len(begins) == 1:
        return begins[0]
    if begins:
        raise RuleError(f"{quoted(typed)} could be {offered(begins)}: write the whole name.")
    missing = f"There is no {what} {quoted(typed)}" if key else f"No {what} is named"
    where = _where(key, elsewhere or {})
    told = f"{missing}{_hint(key, by_key, where or listed)}"
    raise RuleError(told if where in told else f"{told} {where[:1].upper()}{where[1:]}.")


def _where(key: str, elsewhere: Mapping[str, str]) -> str:
    """Where that is which was typed for something else, by its own name or in plain speech; "" where nobody knows."""
    words = key.split()
    meant = {key, *words, *(f"{word}s" for word in words), *plainly((key, *words))}
    return next((where for thing, where in elsewhere.items() if thing in meant), "")


def begins_word(name: str, key: str) -> bool:
    """Whether one of a name's words begins with what was typed, both folded: `hero` of `ann's hero`."""
    return bool(key) and re.search(rf"(?<!\w){re.escape(key)}", name) is not None


def _hint(key: str, by_key: dict[str, str], listed: str) -> str:
    near = _meant_plainly((key,), by_key)
    # What is almost a word of plain speech is that, and no misspelt name that is less like it: `atack` is no `take`.
    if not near and not get_close_matches(key[:_LONGEST_QUOTE], by_key, n=1, cutoff=_ALMOST):
        near = _meant_plainly(_spelt(key), by_key)
    near = near or _misspelt(key[:_LONGEST_QUOTE], by_key)
    words = key.split()
    near = near or list(dict.fromkeys((*(word for word in words if word in by_key), *_meant_plainly(words, by_key))))
    near = near or _meant_plainly([spelt for word in (key, *words) for spelt in _spelt(word)], by_key)
    # A whole sentence has a word that some of them have: `how to heal` of `character heal`.
    telling = [word for word in words if len(word) > _TOO_SHORT + 1] if len(words) > 1 else []
    near = near or [option for option in by_key if any(begins_word(option, word) for word in telling)]
    if near:
        return f"{_NEAR}{offered([by_key[folded] for folded in near])}?"
    if listed:
        return f": {listed}."
    if by_key:
        return f": choose {offered(list(by_key.values()))}."
    return " here."


def _misspelt(key: str, by_key: Iterable[str]) -> list[str]:
    """Those of the options that somebody may have misspelt, the nearest first: one of them has to be near."""
    known = list(by_key)
    if get_close_matches(key, known, n=1, cutoff=0.65):
        return get_close_matches(key, known, n=3, cutoff=0.5)
    # Or one word of a name of several: `brige` for `bridge deck`.
    words = {word for option in known for word in option.split() if len(word) > _TOO_SHORT}
    near = set(get_close_matches(key, sorted(words), n=1, cutoff=0.75)) if len(key) > _TOO_SHORT else set()
    return [option for option in known if near & set(option.split())][:3]


def _spelt(word: str) -> list[str]:
    """The word of other games or of plain speech that somebody may have misspelt so."""
    alike = _SPOKEN.get(word[:1], []) if len(word) > _TOO_SHORT else []
    return get_close_matches(word[:_LONGEST_QUOTE], alike, n=1, cutoff=_ALMOST)


def plainly(words: Iterable[str]) -> list[str]:
    """What words of other games or of plain speech may mean in some book; of several things as of one."""
    said = {each for word in words for each in (word, word.removesuffix("s"))}
    return list(dict.fromkeys(mean for spoken, meant in _MEANT if said & spoken for mean in meant))


def _meant_plainly(words: Iterable[str], by_key: Iterable[str]) -> list[str]:
    """Those of the options that words of other games or of plain speech mean, of numbered ones all."""
    known = [(option, stem(option)) for option in by_key]
    return [option for mean in plainly(words) for option, named in known if mean in {option, named}]


def offered(options: list[str]) -> str:
    """The options in words: `a, b or c`; of more than a message holds as many as it does, and how to see the others."""
    told = sentence(options, last="or")
    if len(told) <= _LONGEST_LIST:
        return told
    shown = told[: told.rindex(",", 0, _LONGEST_LIST)]
    return f"{shown}, or {len(options) - shown.count(',') - 1} more, offered by their first letters as you type"


_NAMED = re.compile(r"(?P<name>.+?)(?:\s*@\s*(?P<at>\d{1,5}))?")
_MOST_PEOPLE = 60


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it was typed, and a distance in squares where one was given."""

    name: str
    at: int | None = None


def read_people(text: str) -> tuple[Named, ...]:
    """Names with commas between them, each with the number after its own `@`, if there is one.

    A comma behind the last is nobody's. Raises RuleError for an empty name, an `@` without a number, or more people
    than an order takes.
    """
    people: list[Named] = []
    for part in text.strip().removesuffix(",").split(","):
        if not part.strip():
            raise RuleError("A name is missing: write names with a comma between each two.")
        found = _NAMED.fullmatch(part.strip())
        if not found or "@" in found["name"]:
            raise RuleError(f"Write names with commas, and a distance as @30: {quoted(part)} is neither.")
        people.append(Named(found["name"], int(found["at"]) if found["at"] else None))
    if len(people) > _MOST_PEOPLE:
        raise RuleError(f"An order takes {_MOST_PEOPLE} people at most.")
    return tuple(people)


def spread(people: Sequence[Named]) -> tuple[Named, ...]:
    """The same where a distance holds for the names before it that have none: `A, B @30` are both at 30."""
    known: int | None = None
    apart: list[Named] = []
    for named in reversed(people):
        known = named.at if named.at is not None else known
        apart.append(Named(named.name, known))
    return tuple(reversed(apart))


_NUMBERED = re.compile(r"(.+?)\s+(\d{1,5})")
_RANGE = re.compile(r"(.+?)\s+(\d{1,5})\s*[-–—]\s*(\d{1,5})")
_ALL = re.compile(r"all\s+(?:of\s+)?(?:the\s+)?(.+)", re.IGNORECASE)


def stem(name: str) -> str:
    """A name without the number at its end: `Wasp` of `Wasp 12`."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def members(typed: str, names: Iterable[str], kinds: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """All who are meant by a name that is nobody's own: a class, or a part of it by numbers; nobody where it is none.

    `kinds` gives the class of a name that doesn't tell it, such as a ship's. Raises RuleError where `Wasp 1-20` names
    one that isn't there.
    """
    known, key = list(names), " ".join(typed.split()).casefold()
    every = _ALL.fullmatch(typed.strip())
    if not every and any(name.casefold() == key for name in known):
        return ()
    if part := _RANGE.fullmatch(typed.strip()):
        return _numbered(part[1], int(part[2]), int(part[3]), known)
    wanted = (every[1] if every else typed).strip().casefold()
    wanted = " ".join(wanted.split())
    of_class = kinds or {}
    if not wanted:
        return ()
    return tuple(
        name
        for name in known
        if wanted in {stem(name).casefold(), of_class.get(name, "").casefold()} or (every and name.casefold() == wanted)
    )


def _numbered(name: str, first: int, last: int, known: Iterable[str]) -> tuple[str, ...]:
    by_key = {each.casefold(): each for each in known}
    base = " ".join(name.split()).casefold()
    if not any(stem(each).casefold() == base for each in by_key.values()):
        return ()
    if last < first:
        raise RuleError(
            f"{quoted(f'{name} {first}-{last}')} goes from the larger number to the smaller: turn it round."
        )
    wanted = [f"{base} {number}" for number in range(first, last + 1)]
    missing = [each for each in wanted if each not in by_key]
    if missing:
        raise RuleError(f"There is no {name} {missing[0].rpartition(' ')[2]} among {name} {first}-{last}.")
    return tuple(by_key[each] for each in wanted)


Said = TypeVar("Said")


def begins(part: str, name: str) -> bool:
    """Whether a text begins with a name, whatever follows it."""
    rest = part.casefold().removeprefix(name.casefold())
    return len(rest) < len(part) and (not rest or rest[0] in " :=")


def behind(text: str, name: str) -> str:
    """What a text that begins with a name says of it."""
    return text[len(name) :].strip(" :=")


def parts_named(
    text: str, names: Iterable[str], begins: Callable[[str, str], bool] = begins
) -> Sequence[tuple[str, str]]:
    """The parts of a text between its commas, each with the first of some names that it `begins` with; one that begins
    with none belongs to the one before, or has "" for its name where it is the first.
    """
    known, parts = tuple(names), list[tuple[str, str]]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        name = next((name for name in known if begins(part, name)), "")
        if name or not parts:
            parts.append((name, part))
        else:
            last, before = parts[-1]
            parts[-1] = last, f"{before}, {part}"
    return parts


def read_named(
    text: str,
    names: Iterable[str],
    *,
    what: str,
    begins: Callable[[str, str], bool] = begins,
    alone: Callable[[str], bool] = lambda _: False,
) -> dict[str, str]:
    """The values by name; a part that begins with no name belongs to the one before. A name that may stand `alone`
    says `yes` where it does.

    Raises RuleError where one is named twice or has no value, and, with the names that there are, where the first part
    has none of them; `what` says in that sentence what they name ("value on a sheet"), and `begins` tells whether a
    part begins with a name.
    """
    known = sorted(names, key=len, reverse=True)
    if not known:
        raise RuleError(f"{quoted(text)} is no {what}: by these rules it takes none, so leave values out.")
    values: dict[str, str] = {}
    for name, part in parts_named(text, known, begins):
        named = name or _named_by(part.partition(",")[0], known, what)
        values = once(values, {named: behind(part, name) if name else part.partition(" ")[2]})
    if not values:
        raise RuleError(f"Write values with their names, such as {known[-1]} 1: {quoted(text)} has none.")
    if bare := next((name for name, value in values.items() if not value and not alone(name)), ""):
        raise RuleError(f"“{bare}” says nothing without a value: write that behind it, as in “{bare} …”.")
    return {name: value or "yes" for name, value in values.items()}


def _named_by(part: str, known: Sequence[str], what: str) -> str:
    """The name that a part's first word begins; raises RuleError where it is none, with what all of its words mean
    where the first means nothing.
    """
    by_key, first = {name.casefold(): name for name in known}, part.partition(" ")[0]
    try:
        return match(first, known, what=what)
    except RuleError:
        near = [each for each in (first, part) if _hint(each.casefold(), by_key, "").startswith(_NEAR)]
        if near == [part]:
            match(part, known, what=what)
        raise


def once(*said: Mapping[str, Said]) -> dict[str, Said]:
    """What was said by name, here and there; raises RuleError where that names one twice."""
    values: dict[str, Said] = {}
    for more in said:
        if twice := next((name for name in more if name in values), ""):
            raise RuleError(f"{quoted(twice)} is said twice: say it once.")
        values |= more
    return values


def renamed_in(value: str | int | bool, before: str, after: str) -> str | int | bool:
    """What was typed for a field with a name for another, where it is a list of names; else as it is."""
    if not isinstance(value, str) or not after or before not in value:
        return value
    return ", ".join(after if each == before else each for each in value.split(", "))


def with_number(name: str, at: int | None) -> str:
    """Somebody with the number that stands after an @, None for none, as it is typed."""
    return name if at is None else f"{name}@{at}"
