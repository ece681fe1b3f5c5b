"""A battle's log: a line for everything that happened, battery by battery."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from bot.engine.cards import counted, sentence, signed, whose
from bot.engine.dice import Check, Modifier
from bot.systems.highguard.battle import report
from bot.systems.highguard.battle.boarding import DEFAULT, Party, falling_order
from bot.systems.highguard.battle.state import MAIN, Step
from bot.systems.highguard.battle.told import BatteryFire, Fought, OwnSaid
from bot.systems.highguard.combat.attack import DamageRoll
from bot.systems.highguard.combat.losses import Loss
from bot.systems.highguard.design.choices import in_tons, plain

_ONE = {"marines": "marine", "troops": "trooper"}


def log_lines(told: Fought) -> Iterator[str]:
    """Everything that happened in its order, a line each."""
    for story in told.stories:
        where = "" if story.fight == MAIN else f"[{story.fight}] "
        yield from (f"{where}{line}" for event in story.events if (line := LINES[type(event)](told, event)))


def _throw(check: Check) -> str:
    """A throw on a line: `6+ | 7 −2 agility = 5`."""
    needed = "" if check.needed is None else f"{check.needed}+ | "
    modifiers = "".join(f" {_modifier(modifier)}" for modifier in check.modifiers)
    total = f" = {check.total}".replace("-", "−") if check.modifiers else ""
    return f"{needed}{check.thrown}{modifiers}{total}"


def _modifier(modifier: Modifier) -> str:
    return f"{signed(modifier.dm)} {modifier.label}"


def _fired(_: Fought, event: BatteryFire) -> str:
    battery = f"{event.firer}, {event.weapon} battery {event.number}, at {event.target}"
    return f"{battery}: {'; '.join(_stages(event))}"


def _stages(strike: BatteryFire) -> Iterator[str]:
    hit = strike.hit
    yield "strikes by itself" if hit is None else f"{_throw(hit)} → {'hit' if hit.made else 'miss'}"
    for passage in strike.passages:
        result = "through" if passage.check.made else "stopped"
        yield f"{passage.obstacle.defence} {passage.obstacle.factor}: {_throw(passage.check)} → {result}"
    yield from (_damage(roll) for roll in strike.damage)
    if strike.energy:
        yield f"{plain(strike.energy)} EP into the globe's capacitors"


def _damage(roll: DamageRoll) -> str:
    return f"{roll.table}: " + ", ".join(f"{_throw(each.check)} → {each.result}" for each in roll.chain())


def losses_text(losses: Iterable[Loss]) -> Iterator[str]:
    """Results and what they did, like ones that follow each other together: `3 × Fuel-1: fuel 100 → 70`."""
    for (result, system), group in groupby(losses, key=lambda loss: (str(loss.result), loss.system)):
        alike = list(group)
        times = f"{len(alike)} × " if len(alike) > 1 else ""
        changed = f"{system.replace('_', ' ')} {plain(alike[0].before)} → {plain(alike[-1].after)}"
        yield f"{times}{result}: {changed if system else 'nothing'}"


def _damaged(_: Fought, event: report.Damaged) -> str:
    what = list(losses_text(event.losses))
    if event.lost:
        what.append(f"destroyed: {event.lost}")
    if event.disabled:
        what.append("disabled")
    return f"{event.ship}: {'; '.join(what) or 'no effect'}"


def shot_line(_: Fought, event: report.Shot) -> str:
    """One battery's fire, as far as it shows."""
    came = "hit, and through" if event.penetrated else "hit, and stopped" if event.struck else "miss"
    return f"{event.firer}, {event.weapon} battery {event.number}, at {event.target}: {came}"


def harmed_line(_: Fought, event: report.Harmed) -> str:
    """What a ship has visibly lost."""
    what = [f"loses {sentence(event.losses)}"] if event.losses else []
    what += [f"destroyed: {event.lost}"] if event.lost else []
    what += ["disabled"] if event.disabled else []
    return f"{event.ship}: {'; '.join(what) or 'nothing shows'}"


def stormed_line(_: Fought, event: report.Stormed) -> str:
    """A boarding action, as far as it shows."""
    result = "captured" if event.carried else "the boarders are thrown out"
    return f"{event.boarder} boards {event.target}: {result}{'; ' if event.fallen else ''}{event.fallen}"


def _names(names: Iterable[str]) -> str:
    return sentence([*names] or ["nobody"])


def because(why: str) -> str:
    """A reason in brackets, where there is one."""
    return f" ({why})" if why else ""


def _formed(told: Fought, event: report.Formed) -> str:
    text = f"{told.sides[event.side]}: line {_names(event.line)}; reserve {_names(event.reserve)}"
    if event.launched:
        text += f"; launched {_names(event.launched)}"
    if event.recovered:
        text += f"; recovered {_names(event.recovered)}"
    return text + because(event.why)


def replaced_line(told: Fought, event: report.Replaced) -> str:
    """That an earlier answer counts no more."""
    return f"This takes the place of what {told.sides[event.side]} had decided before"


def nothing_line(told: Fought) -> str:
    """What is told where nothing else is: of hits that wait for their defence that they do."""
    hit = list(dict.fromkeys(told.sides[each.side] for each in told.waits.waiting if each.step is Step.DEFENCE))
    return f"What has hit {sentence(hit)} waits for its defence." if hit else "No ship does anything special."


def own_lines(told: OwnSaid) -> Iterator[str]:
    """What an owner has said for their own ships, and what they had said before it, which counts no more."""
    yield from (f"{name}: {text}" for name, text in told.said.items())
    if told.before:
        before = "; ".join(f"{name}: {text}" for name, text in told.before.items())
        yield f"This takes the place of what you had said before: {before}"


def initiative_line(told: Fought, event: report.Initiative) -> str:
    """Both throws for initiative and who has it."""
    throws = "; ".join(
        f"{side} {_throw(check)}" for pair in event.contest.throws for side, check in zip(told.sides, pair, strict=True)
    )
    return f"Initiative: {throws} → {told.sides[event.attacker]} is the attacker"


def range_line(told: Fought, event: report.Ranged) -> str:
    """The range, who chose it, and whom they left behind by it."""
    who = f", chosen by {told.sides[event.side]}" if event.side is not None else ", as in every first turn"
    left = f"; {_names(event.left)} left behind, open to boarding" if event.left else ""
    return f"Range: {event.range}{who}{because(event.why)}{left}"


def left_line(told: Fought, event: report.Left) -> str:
    """Who is gone, and how."""
    one = len(event.ships) == 1
    how = "breaks off and escapes" if one else "break off and escape"
    if event.where:
        how = f"{'jumps' if one else 'jump'} to {event.where}"
    return f"{told.sides[event.side]}: {_names(event.ships)} {how}"


def chase_line(_: Fought, event: report.Chased) -> str:
    """A group and its pursuers."""
    group, pursuers = _names(event.group), _names(event.pursuers)
    pursue = "pursues" if len(event.pursuers) == 1 else "pursue"
    speed = "" if event.agility is None else f" (agility {event.agility})"
    return f"{pursuers} {pursue} {group}{speed}: {event.battle} begins{because(event.why)}"


def boarding_line(_: Fought, event: report.Boarded) -> str:
    """A boarding action with its throws, and who fell."""
    melee = event.melee
    throws = "; ".join(f"{_throw(first)} against {_throw(second)}" for first, second in melee.contest.throws)
    result = f"captured with {melee.prisoners} prisoners" if melee.carried else "the boarders are thrown out"
    lost, fallen = melee.casualties
    who = "; ".join(_fallen(ship, before, gone) for ship, before, gone in _parties(event) if gone.strength)
    told = f"casualties {lost} and {fallen}{': ' if who else ''}{who}"
    return f"{event.boarder} boards {event.target}: {throws} → {result}; {told}"


def _parties(event: report.Boarded) -> Iterator[tuple[str, Party, Party]]:
    """Of each ship its name, who fought, and who of them fell."""
    return zip((event.boarder, event.target), event.melee.before, event.melee.fallen, strict=True)


def _fallen(ship: str, before: Party, fallen: Party) -> str:
    """Who fell of a ship; where there were several kinds, in which order and who chose it."""
    numbers = sentence(_people(kind, number) for kind, number in fallen.ranks.items())
    return f"of {ship} {numbers}" + (f" ({_order(before)})" if len(before.ranks) > 1 else "")


def _people(kind: str, number: int) -> str:
    return f"{number} {_ONE.get(kind, kind) if number == 1 else kind}"


def _order(party: Party) -> str:
    """`crew, then marines, by default`."""
    return f"{falling_order(party.ranks)}, by {party.whose}"


def fallen_of(event: report.Boarded, side: int) -> str:
    """Who fell of a side's ship in a boarding; "" where nobody did."""
    ship, before, fallen = tuple(_parties(event))[0 if event.side == side else 1]
    return _fallen(ship, before, fallen) if fallen.strength else ""


def falling_lines(event: report.Boarded) -> Iterator[str]:
    """Who of a boarding's parties are security troops; and who falls first, with what changes it."""
    security = event.melee.before[0].security
    if security:
        yield f"{event.boarder} has no marines and boards with security troops of its service crew: {security} (HG-B03)"
    for ship, party, fallen in _parties(event):
        if len(party.ranks) > 1 and fallen.strength:
            hint = "; its standing orders may set another order" if party.whose == DEFAULT else ""
            yield f"Who falls of {ship}: {_order(party)}{hint} (HG-B06)"


def _repaired(_: Fought, event: report.Repaired) -> str:
    return f"{event.ship} repairs {event.system}: {_throw(event.check)} → {'mended' if event.check.made else 'failed'}"


def woken_line(_: Fought, event: report.Woken) -> str:
    """How far the frozen watch is."""
    if event.dead:
        return f"{event.ship}: the frozen watch died in its berths"
    when = f"awake in {counted(event.turns, 'turn')}" if event.turns else "awake"
    return f"{event.ship}: the frozen watch is {when}{because(event.why)}"


def refuelled_line(_: Fought, event: report.Refuelled) -> str:
    """Fuel that was taken on."""
    return f"{event.ship} takes on {in_tons(event.tons)} of fuel and has {plain(event.fuel)}"


def broken_line(told: Fought, event: report.Broken) -> str:
    """Whose line has gone."""
    name = told.sides[event.side]
    return f"{name} has nothing in its line" if event.empty else f"{whose(name)} line is broken"


def ended_line(told: Fought, event: report.Ended) -> str:
    """Who holds the field; where other fights go on, only this one is over."""
    winner = "neither side" if event.winner is None else told.sides[event.winner]
    over = "This fight is over and others go on" if told.waits.waiting else "The battle is over"
    return f"{over}: {winner} holds the field ({event.why})"


LINES: dict[type[Any], Callable[[Fought, Any], str]] = {
    report.Sealed: lambda told, event: f"{told.sides[event.side]} has formed",
    report.Replaced: replaced_line,
    report.Formed: _formed,
    report.Initiative: initiative_line,
    report.Ranged: range_line,
    report.Declared: lambda _, event: f"{event.ship}: {event.what}{because(event.why)}",
    BatteryFire: _fired,
    report.Held: lambda told, event: f"{told.sides[event.side]}: {event.why}",
    report.Damaged: _damaged,
    report.Broken: broken_line,
    report.Left: left_line,
    report.Stayed: lambda _, event: f"{event.ship} stays: {event.why}",
    report.Chased: chase_line,
    report.Repaired: _repaired,
    report.Woken: woken_line,
    report.Refuelled: refuelled_line,
    report.Boarded: boarding_line,
    report.Noted: lambda _, event: f"Noted of {event.ship}: {event.text}",
    report.TurnOver: lambda _, event: f"Turn {event.turn} is over",
    report.Ended: ended_line,
    report.Led: lambda told, event: f"Initiative: {told.sides[event.attacker]} is the attacker",
    report.Shot: shot_line,
    report.Harmed: harmed_line,
    report.Stormed: stormed_line,
}
