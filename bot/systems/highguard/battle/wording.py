"""What happened in a battle as a card: what mattered in its lines, every modifier and its rule in the working."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.cards import Card, Suggestion, counted, modifier_line, whose
from bot.engine.dice import Check, Faces
from bot.systems.highguard.battle import logbook, report
from bot.systems.highguard.battle.asking import MOST_NAMES, choice_line, few, fight_lines, waiting, waiting_line
from bot.systems.highguard.battle.boarding import Falling, falling_order, whole_order
from bot.systems.highguard.battle.homecoming import coming_line, prize_line
from bot.systems.highguard.battle.rounds import fights, foremost
from bot.systems.highguard.battle.state import MAIN, PRESENT, Battle, Formation
from bot.systems.highguard.battle.terminal import giant_line
from bot.systems.highguard.battle.told import (
    BatteryFire,
    BattleShown,
    Begun,
    Burden,
    Commanded,
    Enlisted,
    FightShown,
    Fought,
    Mustered,
    Over,
    OwnSaid,
    ShipShown,
    StandingOrdered,
    waits_of,
)
from bot.systems.highguard.combat.losses import HEAVIEST_FIRST, Preference
from bot.systems.highguard.design.choices import in_tons
from bot.systems.highguard.design.usp import to_code

# Of how many ships of a side drop tanks are told.
_MOST_BURDENED = 12
MOST_LINES = 24
# As many as three fights at once have, each with two formations, the initiative and the range.
MOST_OPENINGS = 12
# So many characters of single throws are told in the answer itself.
SHORT = 1_000
# These are told as they are, some before the firing, some after it; all else is counted, and stands in the log.
Kinds = tuple[type[Any], ...]
BEFORE: Kinds = (report.Replaced, report.Initiative, report.Led, report.Ranged)
DECIDED: Kinds = (report.Declared, report.Held)
BLOWS: Kinds = (BatteryFire, report.Shot, report.Damaged, report.Harmed, report.Repaired)
AFTER: Kinds = (
    report.Broken,
    report.Left,
    report.Chased,
    report.Boarded,
    report.Stormed,
    report.Woken,
    report.Refuelled,
    report.Stayed,
    report.Noted,
)
ENDS: Kinds = (report.Ended,)
# What has a log: the card says less of it.
_LOGGED: Kinds = (report.Formed, *(kind for kind in BLOWS if kind is not report.Repaired), report.Left, report.Chased)


def fought_card(told: Fought, _: Faces) -> Card:
    """What an order came to in a battle; what is sealed is told to whoever ordered it alone."""
    return _sealed_card(told) if told.sealed else battle_card(told)


def battle_card(told: Fought) -> Card:
    """What happened, in few lines, and what is asked next; it closes with who is waited for."""
    stories, events = _merged(told), told.events
    lines = (
        *_openings(told, stories),
        *_decisions(told, events),
        *(_blow_by_blow(told, events) or _volleys(told, events)),
        *_losses(told, events),
        *(f"{where}{line}" for where, part in stories for line in _told(told, part, AFTER)),
    )
    ends = [f"{where}{line}" for where, part in stories for line in _told(told, part, ENDS)]
    shown = (*_capped(lines, MOST_LINES), *_capped(ends, MOST_NAMES))
    again = sum(isinstance(event, report.Replaced) for event in events)
    nothing = () if len(shown) > again else (logbook.nothing_line(told),)
    choices = map(choice_line, told.choices)
    return Card(_title(told), (*shown, *nothing, *choices), working_of(events), waits=waiting(told.waits))


def _sealed_card(told: Fought) -> Card:
    """What a side formed, for whoever ordered it; the title is for all, and says no more than that it did."""
    again = [logbook.replaced_line(told, event) for event in told.events if isinstance(event, report.Replaced)]
    names = ["main battle" if secret.fight == MAIN else secret.fight for secret in told.sealed]
    where = "" if names == ["main battle"] else f" in the {few(names)}"
    title = f"{told.sealed[0].side} has formed{' anew' if again else ''}{where}"
    formed = [formation_line(secret.side, secret.formation) for secret in told.sealed if secret.formation]
    later = "The other side sees it when it has formed as well (HG-C03)."
    return Card(title, (*again, *formed, later), waits=waiting(told.waits))


def _capped(lines: Sequence[str], most: int) -> Sequence[str]:
    return lines if len(lines) <= most else (*lines[: most - 1], f"and {len(lines) - most + 1} more")


def _title(told: Fought) -> str:
    """Who fights whom, in which chase if it is one, and the turn that is told of."""
    name = next((story.fight for story in told.stories if story.fight in told.turns), MAIN)
    turn = next((event.turn for event in told.events if isinstance(event, report.TurnOver)), told.turns[name])
    return f"{told.waits.title}{'' if name == MAIN else f', {name}'}, turn {turn}"


def fought_log(told: Fought | OwnSaid) -> Iterator[str]:
    """All that happened line by line, where that is more than the card says."""
    if isinstance(told, Fought) and not told.sealed:
        kinds = Counter(type(event) for event in told.events)
        more = any(kinds[kind] for kind in _LOGGED)
        if more or kinds[report.Declared] + kinds[report.Held] > MOST_NAMES:
            yield from logbook.log_lines(told)


def _told(told: Fought, events: Iterable[report.Event], kinds: Kinds) -> Iterator[str]:
    """The lines of the log for events of these kinds."""
    return (logbook.LINES[type(event)](told, event) for event in events if type(event) in kinds)


def _merged(told: Fought) -> list[tuple[str, tuple[report.Event, ...]]]:
    """What happened fight by fight; where there are several, with the name of the chase that it happened in."""
    parts: dict[str, list[report.Event]] = {}
    for story in told.stories:
        parts.setdefault(story.fight, []).extend(story.events)
    named = len(parts) > 1
    return [
        (f"{name[0].upper()}{name[1:]}: " if named and name != MAIN else "", tuple(part))
        for name, part in parts.items()
    ]


def _openings(told: Fought, stories: Iterable[tuple[str, Sequence[report.Event]]]) -> Sequence[str]:
    """How each fight's turn began; of many fights the log tells it."""
    lines = [
        f"{where}{line}" for where, part in stories for line in (*_formations(told, part), *_told(told, part, BEFORE))
    ]
    if len(lines) > MOST_OPENINGS:
        return ("How each side formed, the initiative and the range of each fight stand in the log",)
    return lines


def _formations(told: Fought, events: Sequence[report.Event]) -> Iterator[str]:
    revealed = any(isinstance(event, report.Formed) for event in events)
    for event in events:
        if isinstance(event, report.Sealed) and not revealed:
            yield f"{told.sides[event.side]} has formed."
        if isinstance(event, report.Formed):
            name, counts = told.sides[event.side], (len(event.line), len(event.reserve))
            yield f"{name}: {counts[0]} in the line, {counts[1]} in reserve{logbook.because(event.why)}"


def formation_line(name: str, formed: Formation) -> str:
    """A formation that is still sealed, for the side that it belongs to."""
    told = f"{name}: {few(formed.line)} in the line"
    told += f"; {few(formed.launch)} launched" if formed.launch else ""
    told += f"; {few(craft for craft, _ in formed.recover)} recovered" if formed.recover else ""
    return told + logbook.because(formed.why)


def _decisions(told: Fought, events: Sequence[report.Event]) -> Iterator[str]:
    """What was decided step by step; of a turn's end the log tells it."""
    if any(isinstance(event, report.TurnOver) for event in events):
        return
    decided = list(_told(told, events, DECIDED))
    yield from decided[:MOST_NAMES]
    if len(decided) > MOST_NAMES:
        yield f"and {len(decided) - MOST_NAMES} more in the log"


def _blow_by_blow(told: Fought, events: Sequence[report.Event]) -> Sequence[str]:
    """Every battery's fire and every loss, where that is short; nothing where it isn't."""
    lines = list(_told(told, events, BLOWS))
    return lines if sum(map(len, lines)) <= SHORT else ()


def _volleys(told: Fought, events: Iterable[report.Event]) -> Iterator[str]:
    """How many batteries of each side fired, hit, and got through."""
    counts: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for event in events:
        if isinstance(event, BatteryFire | report.Shot):
            fired = counts[event.side]
            fired["fired"] += 1
            fired["hit"] += event.struck
            fired["through"] += event.penetrated
    for side, fired in counts.items():
        if fired["fired"]:
            fire = f"{counted(fired['fired'], 'battery')} fired"
            yield f"{told.sides[side]}: {fire}, {fired['hit']:,} hit, {fired['through']:,} got through"


def _losses(told: Fought, events: Iterable[report.Event]) -> Iterator[str]:
    harmed = [event for event in events if isinstance(event, report.Damaged | report.Harmed)]
    for side in (0, 1):
        own, name = [event for event in harmed if event.side == side], told.sides[side]
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
        if isinstance(event, BatteryFire):
            yield from (event.hit,) if event.hit else ()
            yield from (passage.check for passage in event.passages)
            yield from (each.check for roll in event.damage for each in roll.chain())


def shown_card(told: BattleShown, _: Faces) -> Card:
    """How a battle stands: both lines and reserves, ship by ship, and its chases."""
    title = f"{told.waits.title}, turn {told.turn}, {told.range} range"
    lines = (line for fight in told.fights for line in _stations(told, fight))
    chosen = (*map(choice_line, told.choices), *_wish_lines(told), *_command_lines(told))
    return Card(title, (*lines, *chosen), waits=waiting(told.waits))


def over_card(told: Over, faces: Faces) -> Card:
    """How a battle ended, and what becomes of craft and prizes."""
    card = shown_card(told.shown, faces)
    lines = (*card.lines, *map(coming_line, told.comings), *map(prize_line, told.prizes))
    return Card(f"The battle is over: {told.shown.waits.title}", lines)


def battle_line(battle: Battle) -> str:
    """A battle in a line: who fights, since when, and who is waited for."""
    first, second = (f"{side.name} ({_present(battle, number)})" for number, side in enumerate(battle.sides))
    return f"{first} against {second}, turn {foremost(battle).turn}. {waiting_line(waits_of(battle))}"


def _present(battle: Battle, side: int) -> str:
    return counted(sum(1 for fight in fights(battle) for _ in fight.fleet(side)), "ship")


def roster_lines(told: BattleShown) -> Iterator[str]:
    """Whom each fight waits for; then every ship of every fight: where it is, what it can still do, its batteries."""
    yield from fight_lines(told.waits)
    for fight in told.fights:
        for ship in sorted(fight.ships, key=lambda each: (each.side, each.place, each.name)):
            yield f"[{fight.name}] {told.waits.sides[ship.side]}, {ship.place}: {ship.name}{_batteries(ship)}"


def _batteries(ship: ShipShown) -> str:
    if not ship.present:
        return ""
    left = ", ".join(f"{place} {to_code(factor)} × {count}" for place, factor, count in ship.batteries)
    condition = "; disabled" if ship.disabled else ""
    if ship.agility is None:
        return condition
    return f"; agility {ship.agility}, computer {ship.computer}; {left or 'no battery'}{condition}"


def _stations(told: BattleShown, fight: FightShown) -> Iterator[str]:
    if fight.name != MAIN:
        yield f"{fight.name[:1].upper()}{fight.name[1:]}, {fight.range} range"
    for number, side in enumerate(told.waits.sides):
        own = [ship for ship in fight.ships if ship.side == number]
        for place in PRESENT:
            yield f"{side}, {place}: {few(_state(ship) for ship in own if ship.place is place)}"
        gone = Counter(ship.place.value for ship in own if not ship.present)
        if gone:
            yield f"{side}: " + ", ".join(f"{count} {place}" for place, count in gone.items())


def _state(ship: ShipShown) -> str:
    if ship.disabled:
        return f"{ship.name} (disabled{', captured' if ship.taken else ''})"
    state = [*([] if ship.agility is None else [f"agility {ship.agility}"]), *(["silenced"] if ship.silenced else [])]
    return f"{ship.name} ({', '.join(state)})" if state else ship.name


def _preferred(side: str, preference: Preference) -> Card:
    """What a side's fire knocks out first, where the even spread leaves the choice to it."""
    lines = (*_preferences(preference), "Hits are spread evenly all the same (HG-H26, HG-H27).")
    return Card(f"What {whose(side)} hits knock out first", lines)


def _preferences(preference: Preference) -> tuple[str, str]:
    weapons, screens = (", ".join(names) for names in (preference.weapons, preference.screens))
    return f"Weapons: {weapons}", f"Screens: {screens}"


def _chosen_to_fall(side: str, falling: Falling) -> Card:
    """Who of a side's people falls first in boardings, and what an order to board changes of it."""
    usual = f"{'All other ships' if falling.ships else 'All ships'}: {falling_order(whole_order(falling.usual))}"
    default = "" if falling.usual else ", by default"
    board = "Where an order to board names marines and troops, those that it names first fall first (HG-B06)."
    return Card(f"Who of {side} falls first in boardings", (*_of_ships(falling), usual + default, board))


def _of_ships(falling: Falling) -> Iterator[str]:
    return (f"{ship}: {falling_order(whole_order(first))}" for ship, first in falling.ships.items())


def standing_card(told: StandingOrdered, faces: Faces) -> Card:
    """What a side has chosen for all of a battle, and what standing orders then did."""
    wishes = [_preferred(told.side, told.preference)] if told.preference else []
    wishes += [_chosen_to_fall(told.side, told.falling)] if told.falling else []
    does = {True: "is played by standing orders", False: "decides for itself", None: "has said what it wants"}
    card = Card(f"{told.side} {does[told.on]}", waits=waiting(told.waits))
    if told.on is None and wishes:
        first, *wishes = wishes
        card = replace(first, waits=card.waits)
    elif told.fought:
        card = fought_card(told.fought, faces)
    return replace(card, lines=(*card.lines, *(line for wish in wishes for line in (f"{wish.title}:", *wish.lines))))


def standing_log(told: StandingOrdered) -> Iterator[str]:
    """What standing orders then did, line by line."""
    return fought_log(told.fought) if told.fought else iter(())


def _wish_lines(told: BattleShown) -> Iterator[str]:
    """Whatever the sides have chosen that isn't the default."""
    for side, preference, falling in zip(told.waits.sides, told.preferences, told.falling, strict=True):
        if preference != HEAVIEST_FIRST:
            yield f"{whose(side)} hits first knock out: {'; '.join(_preferences(preference))}"
        if falling.usual:
            yield f"{whose(side)} people fall in boardings: {falling_order(whole_order(falling.usual))}"
        yield from (f"{whose(side)} people on {line}" for line in _of_ships(falling))


def _command_lines(told: BattleShown) -> Iterator[str]:
    """Who commands each side, where that isn't the referee."""
    return (f"{who} commands {side}" for side, who in zip(told.waits.sides, told.commanders, strict=True) if who)


def begun_card(told: Begun, _: Faces) -> Card:
    """A battle that begins."""
    thrown = () if told.giant is None else (giant_line(told.giant),)
    lines = (
        Suggestion("battle join", before="Ships join with "),
        Suggestion("battle form", before="Then each side forms with ", after=", and nobody sees how."),
    )
    return Card(" against ".join(told.sides), (*thrown, *lines))


def mustered_card(told: Mustered, _: Faces) -> Card:
    """Who has joined which side, what their drop tanks cost them, and who commands it."""
    first, *others = (line for side in told.sides for line in _enlisted(side))
    return Card(first, tuple(others), waits=waiting(told.waits))


def _enlisted(joined: Enlisted) -> Iterator[str]:
    yield f"{few(joined.ships)} {'joins' if len(joined.ships) == 1 else 'join'} {joined.side}"
    if joined.formed:
        yield f"What {joined.side} has formed stays: they are in reserve"
    yield from map(_burden_line, joined.burdens[:_MOST_BURDENED])
    if joined.commander:
        yield f"{joined.commander} commands {joined.side}"


def _burden_line(burden: Burden) -> str:
    """What drop tanks cost the ship that carries them."""
    changes = {"agility": burden.agility, "maneuver": burden.maneuver, "hull code": burden.hull}
    parts = [f"{what} {bare} → {now}" for what, (bare, now) in changes.items() if what != "hull code" or bare != now]
    tons = f"drop tanks of {in_tons(burden.tons)} with {in_tons(burden.fuel)} of fuel"
    return (
        f"{burden.ship} carries {tons}: {', '.join(parts)} until it drops them, as it decides or for a jump, "
        f"when it jumps {burden.jump} (HG-D24, R-09)"
    )


def commanded_card(told: Commanded, _: Faces) -> Card:
    """Whose command a side is under."""
    return Card(f"{told.side} is under another command", (f"{told.who} commands {told.side} now",))


def step_card(told: Fought | OwnSaid, faces: Faces) -> Card:
    """What an order for a step came to; of an owner's own orders all are told the title alone."""
    if isinstance(told, Fought):
        return fought_card(told, faces)
    lines = tuple(logbook.own_lines(told))
    later = f"It is done when the commander of {told.owners_of} answers, or the referee; what you leave open standing"
    return Card(f"An owner of {told.owners_of} has said what their ships do", (*lines, f"{later} orders do."))
