"""What happened in a battle as a card: what mattered in its lines, every modifier and its rule in the working."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.engine.cards import Card, Suggestion, counted, modifier_line, whose
from bot.engine.dice import Check
from bot.systems.highguard.battle import logbook, report
from bot.systems.highguard.battle.asking import MOST_NAMES, few, fight_lines, waiting_line
from bot.systems.highguard.battle.boarding import Falling, falling_order, whole_order
from bot.systems.highguard.battle.rounds import fights, foremost
from bot.systems.highguard.battle.state import Battle, Formation, Ship, Side
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST
from bot.systems.highguard.combat.readiness import agility, can_attack, computer_level, disabled
from bot.systems.highguard.design.usp import to_code

MOST_LINES = 24
# As many as three fights at once have, each with two formations, the initiative and the range.
MOST_OPENINGS = 12
# So many characters of single throws are told in the answer itself.
SHORT = 1_000
# These are told as they are, some before the firing, some after it; all else is counted, and stands in the log.
Kinds = tuple[type[Any], ...]
BEFORE: Kinds = (report.Replaced, report.Initiative, report.Ranged)
DECIDED: Kinds = (report.Declared, report.Held)
BLOWS: Kinds = (report.Fired, report.Damaged, report.Repaired)
AFTER: Kinds = (
    report.Broken,
    report.Left,
    report.Chased,
    report.Boarded,
    report.Woken,
    report.Refuelled,
    report.Stayed,
    report.Noted,
)
ENDS: Kinds = (report.Ended,)


def battle_card(turned: report.Turned) -> Card:
    """What happened, in few lines; the footer says who is waited for."""
    battle = turned.battle
    events = tuple(flat(turned.events))
    stories = _stories(turned)
    lines = (
        *_openings(battle, stories),
        *_decisions(battle, events),
        *(_blow_by_blow(battle, events) or _volleys(battle, events)),
        *_losses(battle, events),
        *(f"{where}{line}" for where, part in stories for line in _told(battle, part, AFTER)),
    )
    ends = [f"{where}{line}" for where, part in stories for line in _told(battle, part, ENDS)]
    return Card(
        _title(turned, events),
        (*_capped(lines, MOST_LINES), *_capped(ends, MOST_NAMES)),
        working_of(events),
        waiting_line(battle),
    )


def _capped(lines: Sequence[str], most: int) -> Sequence[str]:
    return lines if len(lines) <= most else (*lines[: most - 1], f"and {len(lines) - most + 1} more")


def _title(turned: report.Turned, events: Iterable[report.Event]) -> str:
    """Who fights whom, in which chase if it is one, and the turn that is told of."""
    battle, first = turned.battle, next(iter(turned.events), None)
    name = first.battle if isinstance(first, report.Elsewhere) else battle.name
    fight = next((fight for fight in fights(battle) if fight.name == name), battle)
    turn = next((event.turn for event in events if isinstance(event, report.TurnOver)), fight.turn)
    where = "" if fight is battle else f", {fight.name}"
    return f"{battle.title}{where}, turn {turn}"


def flat(events: Iterable[report.Event]) -> Iterator[report.Event]:
    """All events, those of the chases among them."""
    for event in events:
        yield from flat(event.events) if isinstance(event, report.Elsewhere) else (event,)


def in_log(turned: report.Turned) -> bool:
    """Whether the log says more than the card."""
    kinds = Counter(type(event) for event in flat(turned.events))
    more = any(kinds[kind] for kind in (report.Formed, report.Fired, report.Damaged, report.Left, report.Chased))
    return more or kinds[report.Declared] + kinds[report.Held] > MOST_NAMES


def _told(battle: Battle, events: Iterable[report.Event], kinds: Kinds) -> Iterator[str]:
    """The lines of the log for events of these kinds."""
    return (logbook.LINES[type(event)](battle, event) for event in events if type(event) in kinds)


def _stories(turned: report.Turned) -> list[tuple[str, tuple[report.Event, ...]]]:
    """What happened fight by fight; where there are several, with the name of the chase that it happened in."""
    parts: dict[str, list[report.Event]] = {}
    for event in turned.events:
        elsewhere = isinstance(event, report.Elsewhere)
        parts.setdefault(event.battle if elsewhere else "", []).extend(flat([event]))
    named = len(parts) > 1
    return [(f"{name[0].upper()}{name[1:]}: " if named and name else "", tuple(part)) for name, part in parts.items()]


def _openings(battle: Battle, stories: Iterable[tuple[str, Sequence[report.Event]]]) -> Sequence[str]:
    """How each fight's turn began; of many fights the log tells it."""
    lines = [
        f"{where}{line}"
        for where, part in stories
        for line in (*_formations(battle, part), *_told(battle, part, BEFORE))
    ]
    if len(lines) > MOST_OPENINGS:
        return ("How each side formed, the initiative and the range of each fight stand in the log",)
    return lines


def _formations(battle: Battle, events: Sequence[report.Event]) -> Iterator[str]:
    revealed = any(isinstance(event, report.Formed) for event in events)
    for event in events:
        if isinstance(event, report.Sealed) and not revealed:
            yield f"{battle.sides[event.side].name} has formed."
        if isinstance(event, report.Formed):
            name, counts = battle.sides[event.side].name, (len(event.line), len(event.reserve))
            yield f"{name}: {counts[0]} in the line, {counts[1]} in reserve{logbook.because(event.why)}"


def formation_line(name: str, formed: Formation) -> str:
    """A formation that is still sealed, for the side that it belongs to."""
    told = f"{name}: {few(formed.line)} in the line"
    told += f"; {few(formed.launch)} launched" if formed.launch else ""
    told += f"; {few(craft for craft, _ in formed.recover)} recovered" if formed.recover else ""
    return told + logbook.because(formed.why)


def _decisions(battle: Battle, events: Sequence[report.Event]) -> Iterator[str]:
    """What was decided step by step; of a turn's end the log tells it."""
    if any(isinstance(event, report.TurnOver) for event in events):
        return
    decided = list(_told(battle, events, DECIDED))
    yield from decided[:MOST_NAMES]
    if len(decided) > MOST_NAMES:
        yield f"and {len(decided) - MOST_NAMES} more in the log"


def _blow_by_blow(battle: Battle, events: Sequence[report.Event]) -> Sequence[str]:
    """Every battery's fire and every loss, where that is short; nothing where it isn't."""
    told = list(_told(battle, events, BLOWS))
    return told if sum(map(len, told)) <= SHORT else ()


def _volleys(battle: Battle, events: Iterable[report.Event]) -> Iterator[str]:
    """How many batteries of each side fired, hit, and got through."""
    counts: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for event in events:
        if isinstance(event, report.Fired):
            fired = counts[_side(battle, event.firer)]
            fired["fired"] += 1
            fired["hit"] += event.strike.struck
            fired["through"] += event.strike.penetrated
    for side, fired in counts.items():
        if fired["fired"]:
            fire = f"{counted(fired['fired'], 'battery')} fired"
            yield f"{battle.sides[side].name}: {fire}, {fired['hit']:,} hit, {fired['through']:,} got through"


def _side(battle: Battle, name: str) -> int:
    return next(fight.ships[name].side for fight in fights(battle) if name in fight.ships)


def _losses(battle: Battle, events: Iterable[report.Event]) -> Iterator[str]:
    harmed = [event for event in events if isinstance(event, report.Damaged)]
    for side in (0, 1):
        own, name = [event for event in harmed if event.side == side], battle.sides[side].name
        fates = {
            "destroyed": [event.ship for event in own if event.lost],
            "disabled": [event.ship for event in own if event.disabled],
            "silenced": [event.ship for event in own if event.silenced and not (event.lost or event.disabled)],
        }
        yield from (f"{name}: {few(names)} {fate}" for fate, names in fates.items() if names)
        hurt = [event for event in own if event.losses and not (event.lost or event.disabled or event.silenced)]
        if hurt:
            yield f"{name}: {few(event.ship for event in hurt)} damaged"
    mended = Counter(event.check.made for event in events if isinstance(event, report.Repaired))
    if mended:
        yield f"{mended[True]} of {mended.total()} repairs succeeded"


def working_of(events: Sequence[report.Event]) -> tuple[str, ...]:
    """Every modifier that counted, once, with its rule; and of boardings who boarded and fell, and why they."""
    modifiers = {modifier: None for check in _checks(events) for modifier in check.modifiers}
    boardings = (event for event in events if isinstance(event, report.Boarded))
    told = (line for boarding in boardings for line in logbook.falling_lines(boarding))
    return (*(modifier_line(modifier) for modifier in modifiers), *told)


def _checks(events: Iterable[report.Event]) -> Iterator[Check]:
    for event in events:
        if isinstance(event, report.Initiative | report.Boarded):
            contest = event.contest if isinstance(event, report.Initiative) else event.melee.contest
            yield from (check for pair in contest.throws for check in pair)
        if isinstance(event, report.Repaired):
            yield event.check
        if isinstance(event, report.Fired):
            yield from (event.strike.hit,) if event.strike.hit else ()
            yield from (passage.check for passage in event.strike.passages)
            yield from (each.check for roll in event.strike.damage for each in roll.chain())


def standing_card(battle: Battle) -> Card:
    """How a battle stands: both lines and reserves, ship by ship, and its chases."""
    now = foremost(battle)
    title = f"{battle.title}, turn {now.turn}, {now.range} range"
    lines = [line for fight in fights(battle) for line in _stations(fight)]
    return Card(title, tuple(lines), footer=waiting_line(battle))


def battle_line(battle: Battle) -> str:
    """A battle in a line: who fights, since when, and who is waited for."""
    first, second = (f"{side.name} ({_present(battle, number)})" for number, side in enumerate(battle.sides))
    return f"{first} against {second}, turn {foremost(battle).turn}. {waiting_line(battle)}"


def _present(battle: Battle, side: int) -> str:
    return counted(sum(1 for fight in fights(battle) for _ in fight.fleet(side)), "ship")


def roster_lines(battle: Battle) -> Iterator[str]:
    """Whom each fight waits for; then every ship of every fight: where it is, what it can still do, its batteries."""
    yield from fight_lines(battle)
    for fight in fights(battle):
        for ship in sorted(fight.ships.values(), key=lambda each: (each.side, each.place, each.name)):
            yield f"[{fight.name}] {fight.sides[ship.side].name}, {ship.place}: {ship.name}{_batteries(ship)}"


def _batteries(ship: Ship) -> str:
    vessel = ship.vessel
    if not ship.present:
        return ""
    left = (f"{each.place} {to_code(each.factor)} × {each.batteries}" for each in vessel.now.armament if each.factor)
    condition = "; disabled" if disabled(vessel) else ""
    return (
        f"; agility {agility(vessel)}, computer {computer_level(vessel)}; {', '.join(left) or 'no battery'}{condition}"
    )


def _stations(fight: Battle) -> Iterator[str]:
    if fight.name != "main":
        yield f"{fight.name[:1].upper()}{fight.name[1:]}, {fight.range} range"
    for number, side in enumerate(fight.sides):
        for place, ships in (("line", fight.line(number)), ("reserve", fight.reserve(number))):
            listed = [_state(ship) for ship in ships]
            yield f"{side.name}, {place}: {few(listed)}"
        gone = Counter(ship.place.value for ship in fight.ships.values() if ship.side == number and not ship.present)
        if gone:
            yield f"{side.name}: " + ", ".join(f"{count} {place}" for place, count in gone.items())


def _state(ship: Ship) -> str:
    vessel = ship.vessel
    if disabled(vessel):
        return f"{ship.name} (disabled{', captured' if ship.taken else ''})"
    return f"{ship.name} (agility {agility(vessel)}{'' if can_attack(vessel) else ', silenced'})"


def preferred(side: Side) -> Card:
    """What a side's fire knocks out first, where the even spread leaves the choice to it."""
    lines = (*_preferences(side), "Hits are spread evenly all the same (HG-H26, HG-H27).")
    return Card(f"What {whose(side.name)} hits knock out first", lines)


def _preferences(side: Side) -> tuple[str, str]:
    weapons, screens = (", ".join(names) for names in (side.preference.weapons, side.preference.screens))
    return f"Weapons: {weapons}", f"Screens: {screens}"


def chosen_to_fall(side: Side) -> Card:
    """Who of a side's people falls first in boardings, and what an order to board changes of it."""
    usual = (
        f"{'All other ships' if side.falling.ships else 'All ships'}: {falling_order(whole_order(side.falling.usual))}"
    )
    default = "" if side.falling.usual else ", by default"
    board = "Where an order to board names marines and troops, those that it names first fall first (HG-B06)."
    return Card(f"Who of {side.name} falls first in boardings", (*_of_ships(side.falling), usual + default, board))


def _of_ships(falling: Falling) -> Iterator[str]:
    return (f"{ship}: {falling_order(whole_order(first))}" for ship, first in falling.ships.items())


def together(cards: Iterable[Card]) -> tuple[str | Suggestion, ...]:
    """Several cards as lines, each with its title before them."""
    return tuple(line for card in cards for line in (f"{card.title}:", *card.lines))


def wish_lines(battle: Battle) -> Iterator[str]:
    """Whatever the sides have chosen that isn't the default."""
    for side in battle.sides:
        if side.preference != HEAVIEST_FIRST:
            yield f"{whose(side.name)} hits first knock out: {'; '.join(_preferences(side))}"
        if side.falling.usual:
            yield f"{whose(side.name)} people fall in boardings: {falling_order(whole_order(side.falling.usual))}"
        yield from (f"{whose(side.name)} people on {line}" for line in _of_ships(side.falling))
