"""Satchel charges of scenarios: who has how many, and what is blown up by those that are set at it (AHL 24.B)."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.deck.placing import can_stand
from bot.deck.plan import At, adjacent, at_of, fully_named, named, neighbours
from bot.engine.cards import counted
from bot.engine.due import said
from bot.engine.errors import RuleError
from bot.engine.scenario import Scenario, Special
from bot.engine.scene import Scene, Unit
from bot.engine.staging import Draw, Juncture, Ruling
from bot.systems.ahl.ledger import CHARGES_OF
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Charge, Clock
from bot.systems.ruled import Act, listed, parts

_STOCK = re.compile(r"(.+), ([0-9]{1,2}) (?:(each)(?: to ([0-9]{1,2}))?|together)(, thrown)?")


def _check_stock(_: Scenario, special: Special) -> str:
    return "" if _STOCK.fullmatch(special.about) else "write whose and how many, as in “charges, Pirates, 1 each”."


def stock(stage: Juncture, name: str) -> int | None:
    """How many charges somebody has left, of their own or of their side's; None for who isn't among them."""
    found = _STOCK.fullmatch(stage.about)
    assert found is not None, "it was read before play"
    own = [unit.name for unit in stage.people(*listed(found[1]))]
    own = own[: int(found[4])] if found[4] else own
    if name not in own:
        return None
    used = stage.kept.get(name, 0) if found[3] else sum(stage.kept.get(each, 0) for each in own)
    return int(found[2]) - used


def _no_throw(stage: Juncture, verb: str, unit: Unit) -> str:
    """A charge is thrown by whoever has one, where the scenario has them thrown (AHL scenario V)."""
    found = _STOCK.fullmatch(stage.about)
    assert found is not None, "it was read before play"
    if verb != THROWS or (found[5] and stock(stage, unit.name)):
        return ""
    return f"{unit.name} has no charge to throw."


THROWS = "scenario throw"


def _set_one(stage: Juncture, scene: Scene, verb: str) -> Juncture:
    """One that is thrown is gone; raises RuleError for who plans to set one and has none."""
    clock: Clock | None = stage.game.ledger.clock
    if verb == THROWS:
        name = scene.one("name").name
        return stage.keeping(**{name: stage.kept.get(name, 0) + 1})
    if verb != "plan" or clock is None:
        return stage
    setting = [name for name, doing in clock.people.items() if doing.plan is Intention.EMPLACE and not doing.acted]
    found = _STOCK.fullmatch(stage.about)
    together = found is not None and not found[3]
    for unit in scene.units.get("name", ()):
        left = stock(stage, unit.name) if unit.name in setting else None
        others = sum(stock(stage, each) is not None for each in setting) if together else 1
        if left is not None and left < others:
            raise RuleError(f"{unit.name} has no satchel charge left: {counted(max(left, 0), 'charge')} for {others}.")
    return stage


def _spent(stage: Juncture) -> Act | None:
    """A charge that has been set is one less."""
    new = [each for each in charges_of(stage) if stock(stage, each.by) is not None and _key(each) not in stage.kept]
    if not new:
        return None
    after = stage
    for each in new:
        after = after.keeping(**{_key(each): 1, each.by: after.kept.get(each.by, 0) + 1})
    return lambda _: after


def charges_of(stage: Juncture) -> tuple[Charge, ...]:
    """The charges that tick."""
    clock: Clock | None = stage.game.ledger.clock
    return clock.charges if clock else ()


def _key(charge: Charge) -> str:
    return f"set by {charge.by} in turn {charge.turn}"


# --- what they blow up ---


def _ticking(stage: Juncture) -> dict[str, int]:
    """The squares with a charge at one of the places, each with when it goes off, turn and phase as one number."""
    _, places = parts(stage.special)
    squares = [at for place in listed(places) for at in stage.game.board.plan.places.get(place, ())]
    ticking = [each for each in charges_of(stage) if each.at is not None]
    near = [each for each in ticking if any(adjacent(each.at, at) for at in squares if each.at)]
    return {f"{_AT}{named(each.at)}": _number(*each.goes_off) for each in near if each.at}


_AT = "at "
_PHASES = 10


def _number(turn: int, phase: int) -> int:
    return turn * _PHASES + phase


def _blown_up(stage: Juncture) -> Act | None:
    """A place is blown up by a charge that has gone off at it, and not by one that was defused."""
    if stage.moment is None:
        return None
    now, was = _ticking(stage), {name: when for name, when in stage.kept.items() if name.startswith(_AT)}
    if now == was:
        return None
    turn, phase = stage.moment
    over = [name for name, when in was.items() if name not in now and (phase or when < _number(turn, 0))]
    return lambda _: _counted(stage, now, over)


def _counted(stage: Juncture, now: Mapping[str, int], over: list[str]) -> Juncture:
    tally, places = parts(stage.special)
    done = {name: number for name, number in stage.kept.items() if not name.startswith(_AT)}
    plan = stage.game.board.plan
    for place in listed(places):
        hit = any(_at_place(name, plan.places.get(place, ())) for name in over)
        if hit and place not in done:
            done[place] = 1
            stage = stage.counted(tally).telling(f"{place} is blown up")
    return stage.noting({**done, **now})


def _at_place(name: str, squares: tuple[At, ...]) -> bool:
    return name.removeprefix(_AT) in {named(near) for at in squares for near in (at, *neighbours(at))}


def _to_blow_up(stage: Juncture, unit: Unit) -> Draw | None:
    """To whatever is still whole and has no charge at it, nor another who is about to set one, for whoever has one."""
    rules = [each for each in stage.scenario.specials if each.name == CHARGES_OF]
    if not any(stock(replace(stage, special=each), unit.name) for each in rules):
        return None
    _, places = parts(stage.special)
    ticking = {at for name in stage.kept if name.startswith(_AT) for at in [at_of(name.removeprefix(_AT))]}
    board, clock = stage.game.board, stage.game.ledger.clock
    setting = (
        name for name in board.people if clock and clock.of(name).plan is Intention.EMPLACE and name != unit.name
    )
    ticking |= {board.people[name].at for name in setting if stage.game.units[name].side == unit.side}
    near = set[At]()
    for place in listed(places):
        squares = stage.game.board.plan.places.get(place, ())
        beside = {each for at in squares for each in (at, *neighbours(at))}
        if place not in stage.kept and not beside & ticking:
            near |= {at for at in beside if can_stand(stage.game.board, at)}
    plan = said("plan", [unit.name], plan=str(Intention.EMPLACE), delay=_DELAY)
    return Draw(sorted(map(fully_named, near)), plan, "sets a charge")


# So many phases are left to get away from a charge.
_DELAY = 5


CHARGES = {
    CHARGES_OF: Ruling(
        "Those have so many satchel charges, each of them or together",
        checks=_check_stock,
        happens=_spent,
        bars=_no_throw,
        notes=_set_one,
        kept=True,
    ),
    "blown up": Ruling(
        "A satchel charge that goes off at one of these places blows it up",
        happens=_blown_up,
        draws=_to_blow_up,
        kept=True,
    ),
}
