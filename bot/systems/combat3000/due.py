"""What Combat 3000 asks before the table may go on to the next phase of a turn that is kept (C3K The game turn)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from bot.deck.plan import fully_named
from bot.engine.cards import counted
from bot.engine.due import Choice, Due, said
from bot.engine.fields import Value
from bot.engine.scene import Game, Scene, Unit
from bot.systems.combat3000.actions import hindrance
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.robots import waits_for_orders
from bot.systems.combat3000.figure.sheet import Figure, Sheet, Vehicle, on_the_move
from bot.systems.combat3000.fire.plan import PLACE
from bot.systems.combat3000.fire.veils import circle_on
from bot.systems.combat3000.hit.figures import out_of_reach
from bot.systems.combat3000.hit.plights import Area, Charge, Cloud, Stasis, Vortex, drift, helpless, thaw
from bot.systems.combat3000.ledger import Ledger, area_words
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.loading.arming import arm_of
from bot.systems.combat3000.loading.reloading import loadable
from bot.systems.combat3000.melee.owing import answers_due, charges_due, fights_due
from bot.systems.combat3000.melee.round import FIGHTS
from bot.systems.combat3000.morale.known import Fray
from bot.systems.combat3000.morale.ladder import Mood
from bot.systems.combat3000.morale.owed import charges_owed, deeds_owed, moves_owed, tests_owed
from bot.systems.combat3000.moving.going import already_moved
from bot.systems.combat3000.moving.machines import cannot_hover, flight_of, runs
from bot.systems.combat3000.moving.moved import cm_words
from bot.systems.combat3000.moving.rates import reach, vehicle_range
from bot.systems.combat3000.tasks import RELOAD, REPAIR, task_words
from bot.systems.combat3000.turn import LAST, Phase, Turn
from bot.systems.marks import takes_part

_VERBS = {RELOAD: ("reload", "Reload", "C3K Reloading"), REPAIR: ("repair", "Repair", "C3K Breakdowns and repairs")}


def due(book: Book, game: Game) -> Sequence[Due]:
    """All that is due in a turn that is kept, in the order of play; nothing where none is."""
    turn: Turn | None = game.ledger.turn if game.ledger else None
    charged = tuple(answers_due(game, turn.words if turn else ""))
    if turn is None:
        return charged
    able = [unit for unit in game.units.values() if _is_able(unit)]
    scene = Scene.of(game)
    morale = list(_of_morale(Fray(scene, turn), game, able, book))
    driven = {name for each in morale for name in each.owes}
    free = [unit for unit in able if unit.name not in driven or turn.phase is LAST]
    asked = [each for kind in _KINDS.get(turn.phase, ()) for each in kind(turn, free, book)]
    asked = [*morale, *asked] if turn.phase is Phase.MOVEMENT else [*charged, *asked, *morale]
    if turn.phase is Phase.CLOSE_COMBAT:
        asked += [*fights_due(game, turn.words), *charges_due(scene, free, turn.words, book)]
    asked += [*_areas(turn, game.ledger, book), *_vortices(turn, game, book), *_passes(turn, game)]
    choices, begins = (Choice("Go on", said("phase")),), turn.phase is Phase.ORDERS
    rule = "C3K The game turn"
    goes_on = Due("the next phase", rule, (), (), choices, goes_on=True, begins=begins, since=turn.words)
    return _of_this_fight(turn, (*asked, goes_on))


def _of_this_fight(turn: Turn, found: Iterable[Due]) -> Sequence[Due]:
    """What is due, told from what was due at the same moment of another fight."""
    return [replace(each, fight=turn.began) for each in found]


def _areas(turn: Turn, ledger: Ledger, book: Book) -> Iterator[Due]:
    """What lies on the table and concerns whoever is near, as only the table shows: gas as all fire or as a turn ends,
    and charges that go off (C3K Shells and grenades, Equipment).
    """
    kinds = {Phase.FIRING: "knock-out", LAST: "hallucinogen"}
    for cloud in ledger.clouds:
        if cloud.kind == kinds.get(turn.phase):
            code = next(code for code, each in book.shells.items() if cloud.kind in each.traits)
            yield _goes_off(f"whoever is in {area_words(cloud)}", "C3K Shells and grenades", turn, cause=code)
    for charge in ledger.charges:
        waits = charge.turns is None and turn.phase is Phase.FIRING
        if waits or (charge.turns == 1 and turn.phase is LAST):
            yield _goes_off(area_words(charge), "C3K Equipment", turn, cause=charge.code, waiting=True)


def _vortices(turn: Turn, game: Game, book: Book) -> Iterator[Due]:
    """Whoever is in a vortex as a turn begins, once it has grown or come back, or has gone into one as all moved: on a
    deck that is known (C3K Shells and grenades).
    """
    code = next(code for code, each in book.shells.items() if "vortex" in each.traits)
    seen: Sequence[Vortex] = game.ledger.vortices if turn.phase in {Phase.ORDERS, Phase.FIRING} else ()
    for vortex in seen:
        what = f"whoever is in the {area_words(vortex)}"
        if vortex.away:
            continue
        if vortex.at is None or game.board is None or vortex.deck != game.board.plan.name:
            yield _goes_off(what, "C3K Shells and grenades", turn, cause=code, waiting=True)
        elif taken := _standing_in(vortex, game):
            there = said("blast", (), cause=code, at=fully_named(vortex.at), waiting=True)
            choices = (Choice("It takes them", there),)
            what = f"the {area_words(vortex)}, in which they are"
            yield Due(what, "C3K Shells and grenades", taken, ("",), choices, 0, there, since=turn.words)


def _standing_in(vortex: Vortex, game: Game) -> tuple[str, ...]:
    """Those whom the deck shows in a vortex that lies on it, alive and where time doesn't stand still."""
    within = circle_on(game.board, vortex.at, vortex.diameter) if vortex.at else {}
    there = ((name, game.units[name].sheet) for name, at in game.board.people.items() if at.at in within)
    return tuple(name for name, sheet in there if not _gone(sheet))


def _gone(sheet: Sheet) -> bool:
    """Whether a vortex finds nothing more to take of somebody."""
    return out_of_reach(sheet) if isinstance(sheet, Figure) else sheet.knocked_out


def _passes(turn: Turn, game: Game) -> Iterator[Due]:
    """What passes by itself once all have moved or as a turn ends, on the table and of whoever is stunned or at work:
    nobody has to do anything about it.
    """
    if turn.phase is Phase.MOVEMENT:
        for cloud in game.ledger.clouds:
            yield _by_itself(f"{area_words(cloud)} drifts on once all have moved", "C3K Shells and grenades", turn)
    elif turn.phase is LAST:
        for area in (*game.ledger.clouds, *game.ledger.stases, *game.ledger.vortices, *game.ledger.charges):
            if what := _as_a_turn_ends(area):
                yield _by_itself(what, "C3K Equipment" if isinstance(area, Charge) else "C3K Shells and grenades", turn)
        for unit in game.units.values():
            now = unit.sheet.now
            if isinstance(unit.sheet, Figure) and unit.sheet.stunned > unit.sheet.stunned_now:
                what = "strikes out a stun mark as the turn ends"
                yield _by_itself(what, "C3K Record sheets", turn, unit.name)
            if now.busy and now.more:
                what = f"{now.busy}, for {counted(now.more, 'turn')} after this one"
                yield _by_itself(what, "C3K Orders and actions", turn, unit.name)


def _as_a_turn_ends(area: Area) -> str:
    """What becomes of a thing on the table, in words, "" for nothing; a charge that goes off is the referee's."""
    if isinstance(area, Charge):
        return area_words(area) if area.turns is not None and area.turns > 1 else ""
    if isinstance(area, Cloud):
        return "" if drift(area) else f"{area_words(area)} is gone as the turn ends"
    if isinstance(area, Stasis):
        return f"{area_words(area)} {'lasts beyond this turn' if thaw(area) else 'is over as the turn ends'}"
    return f"{area_words(area)} {'vanishes' if area.leaving else 'is thrown for'} as the turn ends"


def _by_itself(what: str, rule: str, turn: Turn, *names: str) -> Due:
    return Due(what, rule, names, optional=True, since=turn.words)


def _goes_off(what: str, rule: str, turn: Turn, **fields: Value) -> Due:
    """Something of which the referee says who is near."""
    answer = said("blast", (), **fields)
    return Due(what, rule, (), ("",), answer=answer, asks=("people",), optional=True, since=turn.words)


def left_undone(book: Book, game: Game) -> Sequence[Due]:
    """What has to be done before the phase is over; a charge that nobody answers is stood."""
    turn: Turn = game.ledger.turn
    answered_by_default = {each.key for each in _of_this_fight(turn, answers_due(game, turn.words))}
    asked = (each for each in due(book, game) if not each.optional and not each.goes_on)
    return [each for each in asked if each.key not in answered_by_default]


def _of_morale(fray: Fray, game: Game, able: Sequence[Unit], book: Book) -> Iterator[Due]:
    """What somebody's nerve drives them to as charges are declared, as all move and fire; and the tests at the end."""
    turn: Turn = game.ledger.turn
    if turn.phase is Phase.CLOSE_COMBAT:
        yield from charges_owed(fray, able, book)
    elif turn.phase is Phase.MOVEMENT:
        held = turn.moves.keys() | {name for each in game.ledger.contacts for name in each.both}
        free = (unit for unit in able if unit.name not in held and isinstance(unit.sheet, Figure))
        # Whoever has struck blows in this turn moves no more in it, also where the one they fought is gone.
        idle = (unit for unit in free if unit.sheet.now.busy != FIGHTS)
        still = [unit for unit in idle if not unit.sheet.now.gait and not unit.sheet.now.target]
        yield from moves_owed(fray, still, book)
    elif turn.phase is Phase.FIRING:
        yield from deeds_owed(fray, able)
    elif turn.phase is LAST:
        yield from tests_owed(fray)


def _is_able(unit: Unit) -> bool:
    if not takes_part(unit):
        return False
    if not isinstance(unit.sheet, Figure):
        return runs(unit.sheet)
    halted = unit.sheet.nerve.mood is Mood.HALTED
    return not (halted or helpless(unit.sheet) or waits_for_orders(unit.sheet))


def _by_owner(units: Sequence[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who answers for whom, the referee first."""
    by_owner = groupby(sorted(units, key=lambda unit: unit.owner), key=lambda unit: unit.owner)
    return ((owner, tuple(unit.name for unit in own)) for owner, own in by_owner)


def _plans(turn: Turn, able: Sequence[Unit], _: Book) -> Iterator[Due]:
    """Everybody may write down what they do, and needn't: a shot takes no order."""
    idle = [unit for unit in able if unit.name not in turn.plans and not unit.sheet.now.busy]
    for owner, names in _by_owner(idle):
        yield _may("may write down what they do", "C3K Orders and actions", owner, names, "plan", ("plan",), turn)


def _moves(turn: Turn, able: Sequence[Unit], book: Book) -> Iterator[Due]:
    """A vehicle goes on by last turn's speed, and so does who flies; whoever is fired on without orders makes for
    cover; others may move.
    """
    still = [unit for unit in able if unit.name not in turn.moves]
    for unit in still:
        if isinstance(unit.sheet, Vehicle):
            yield from _driven(unit, unit.sheet, turn, book)
    flying = [unit for unit in still if cannot_hover(unit.sheet)]
    for unit in flying:
        yield from _flown(unit, unit.sheet, turn)
    on_foot = [unit for unit in still if isinstance(unit.sheet, Figure) and unit not in flying]
    free = [unit for unit in on_foot if not already_moved(unit.name, unit.sheet, Gait.WALK)]
    fired_on = _fired_on(able)
    fleeing = [unit for unit in free if unit.name in fired_on and _surprised(turn, unit)]
    for unit in fleeing:
        what = "may make for the nearest cover: they are fired on and have no orders"
        yield _may(what, "C3K Orders", unit.owner, (unit.name,), "move", ("to", "gait"), turn)
    for owner, names in _by_owner([unit for unit in free if unit not in fleeing]):
        yield _may("may move", "C3K Walk", owner, names, "move", ("to", "gait"), turn)


def _fired_on(able: Sequence[Unit]) -> Mapping[str, str]:
    """Those at whom somebody fired in the last turn, each with one who did."""
    fired = ((unit.sheet.last.target, unit.name) for unit in able if unit.sheet.last.shot)
    return {target: name for target, name in fired if target != PLACE}


def _surprised(turn: Turn, unit: Unit) -> bool:
    """Whether somebody's side has no game orders, or they alone have none where others of theirs do (C3K Orders)."""
    return unit.side in turn.surprised and unit.name not in turn.orders


def _driven(unit: Unit, vehicle: Vehicle, turn: Turn, book: Book) -> Iterator[Due]:
    """A vehicle that can't stop at once has to go on: the choices are as slow and as fast as it can."""
    kind = book.vehicles.get(vehicle.vehicle)
    if kind is None or vehicle.now.gait or vehicle.crossing:
        return
    can = vehicle_range(vehicle.speed, kind.acceleration, kind.maximum, kind.movement)
    if not can.lowest:
        if not already_moved(unit.name, vehicle, Gait.WALK):
            yield _may("may move", "C3K Vehicle movement", unit.owner, (unit.name,), "move", ("to",), turn)
        return
    yield _goes_on(unit, can.lowest, can.highest, "C3K Vehicle movement", turn)


def _flown(unit: Unit, figure: Figure, turn: Turn) -> Iterator[Due]:
    """A flyer who can't hover has to go on."""
    can = reach(flight_of(figure), figure.flown)  # type: ignore[arg-type]
    if not figure.now.gait:
        yield _goes_on(unit, can.least, can.most, "C3K Flying", turn, gait="fly")


def _goes_on(unit: Unit, least: Fraction, most: Fraction, rule: str, turn: Turn, **how: Value) -> Due:
    """A move that has to be: the choices are as slow and as fast as they can."""
    slow, fast = (f"{float(cm):g}" for cm in (least, most))
    choices = tuple(Choice(f"{cm} cm", said("move", [unit.name], to=cm, **how)) for cm in dict.fromkeys((slow, fast)))
    what = f"a move of {cm_words(least)} to {cm_words(most)}"
    answer = said("move", [unit.name], **how)
    return Due(what, rule, (unit.name,), (unit.owner,), choices, 0, answer, ("to",), since=turn.words)


def _fires(turn: Turn, able: Sequence[Unit], _: Book) -> Iterator[Due]:
    """Whoever has a weapon in hand and has done nothing else may fire."""
    armed = [unit for unit in able if any(each.hand.ready and each.loaded.rounds for each in unit.sheet.weapons)]
    armed = [unit for unit in armed if unit.name not in turn.shooting]
    free = [unit for unit in armed if _idle(unit) or _beside(unit)]
    for owner, names in _by_owner(free):
        yield _may("may fire", "C3K Firing procedure", owner, names, "fire", ("target",), turn)


def _idle(unit: Unit) -> bool:
    """Whether somebody has done nothing yet, and has nothing written down that they have to do instead."""
    return not unit.sheet.now.acted and unit.sheet.now.task is None


def _beside(unit: Unit) -> bool:
    """Whether fire goes with what somebody is at."""
    now = unit.sheet.now
    return bool(now.task and now.task.fire and not now.target and not on_the_move(unit.sheet))


def _actions(turn: Turn, able: Sequence[Unit], book: Book) -> Iterator[Due]:
    """What was written down, can still be done, and is carried out by an order of its own: a reload, a repair."""
    for unit in able:
        task = unit.sheet.now.task
        if task is None or unit.sheet.now.busy or task.code not in _VERBS:
            continue
        if not hindrance(unit.name, unit.sheet, book):
            verb, label, rule = _VERBS[task.code]
            kind = _other_kind(unit, task.thing, book) if task.code == RELOAD else {}
            choice = Choice(label, said(verb, [unit.name], weapon=task.thing, **kind), throws=task.code == REPAIR)
            yield Due(task_words(task), rule, (unit.name,), (unit.owner,), (choice,), 0, since=turn.words)
        elif not hindrance(unit.name, unit.sheet, book, out_of_action=True):
            # Whether the fight is over for them is the referee's to say.
            choice = Choice("Out of action", said("reload", [unit.name], weapon=task.thing, out_of_action=True))
            what = f"{task_words(task)}, if they are out of action"
            yield Due(what, "ruling B-R8", (unit.name,), ("",), (choice,), optional=True, since=turn.words)


def _other_kind(unit: Unit, weapon: str, book: Book) -> Mapping[str, Value]:
    """With what a weapon is loaded, where that isn't what was in it."""
    carried = unit.sheet.carried(weapon, unit.name)
    arm = arm_of(carried.weapon, book)
    kind = loadable(carried, arm) if isinstance(arm, Weapon) else ""
    return {"ammunition": kind} if kind else {}


def _may(what: str, rule: str, owner: str, names: tuple[str, ...], verb: str, asks: tuple[str, ...], turn: Turn) -> Due:
    """Something that some may do, and needn't."""
    return Due(what, rule, names, (owner,), answer=said(verb, names), asks=asks, optional=True, since=turn.words)


Kind = Callable[[Turn, Sequence[Unit], Book], Iterator[Due]]
_KINDS: Mapping[Phase, tuple[Kind, ...]] = {
    Phase.ORDERS: (_plans,),
    Phase.MOVEMENT: (_moves,),
    Phase.FIRING: (_fires,),
    Phase.ACTIONS: (_actions,),
}
