"""What AHL asks of whom before the table may go on, kind by kind in the order of play (AHL 4 to 26)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from bot.deck.board import Board
from bot.deck.plan import named
from bot.deck.pressure import lose_air
from bot.engine.cards import sentence
from bot.engine.due import Choice, Due, said
from bot.engine.same import Same
from bot.engine.scene import Game, Said, Scene, Unit
from bot.systems.ahl.asked.keeping import When
from bot.systems.ahl.book import Book
from bot.systems.ahl.due_apart import arrivals, endings, reorientings, works
from bot.systems.ahl.due_choices import checks, dived_at, dives, thrown_out
from bot.systems.ahl.fire.shot import hemmed_in
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.morale.checks import spared
from bot.systems.ahl.morale.flight import in_flight, ways_out
from bot.systems.ahl.morale.on_deck import in_full_cover
from bot.systems.ahl.orders.in_turn.snapping import as_it_passed, has_rounds, may_snap_at
from bot.systems.ahl.owing import Owing, clear_target, fire_at
from bot.systems.ahl.sheet.character import PANICKED, Being, Condition, Nerve
from bot.systems.ahl.turn.actions import NEAREST, READY, Intention, Step
from bot.systems.ahl.turn.clock import Clock, clock_of
from bot.systems.ahl.turn.once import in_vacuum
from bot.systems.ahl.turn.phases import drifts_on
from bot.systems.ahl.turn.together import Unfought, unfought
from bot.systems.ahl.wounds.vacuum import exposed

# So many ways of one choice are offered to be pressed; any other is typed.
_MOST_WAYS = 5
# The plans of a general action by what they are called, which those who owe one may make at once.
_PLANS = {
    "All move": str(Intention.MOVE),
    "All aim": str(Intention.AIM),
    "Aim at the nearest": NEAREST,
    "All cover": str(Intention.COVER),
}
_BLOBS_PLANS = {"All move": str(Intention.MOVE)}
# By which commands people act in a step.
_BY = {
    Step.COVERING: "/cover",
    Step.MOVEMENT: "/move",
    Step.AIMED: "/fire",
    Step.SNAP: "/fire mode:snap or /grenade",
}
# By which order one acts in each step, what that asks for, and what is said of it beforehand.
_ACTS: Mapping[Step, tuple[str, tuple[str, ...], Mapping[str, str]]] = {
    Step.COVERING: ("cover", ("at",), {}),
    Step.MOVEMENT: ("move", ("to", "gait"), {}),
    Step.MELEE: ("melee", ("target",), {}),
    Step.AIMED: ("fire", ("target",), {"fire": "aimed"}),
    Step.SNAP: ("fire", ("target",), {"fire": "snap"}),
}


def answered(book: Book, game: Game) -> Sequence[Due]:
    """Those of all that is due to which somebody has given an answer beforehand."""
    ledger: Ledger = game.ledger
    if ledger.clock is None or not (ledger.standing or any(doing.nearest for doing in ledger.clock.people.values())):
        return ()
    return [each for each in due(book, game) if each.standing is not None and not each.optional]


# What else a game and what is kept beside its people are made up of; by what orders somebody acts changes nothing of
# what is due, and is kept anew at each of their deeds.
_OF_GAME = attrgetter(*(each.name for each in fields(Game) if each.name != "read_ledger"))
_OF_LEDGER = attrgetter(*(each.name for each in fields(Ledger) if each.name != "piloted"))


def due(book: Book, game: Game) -> Sequence[Due]:
    """All that is due in a turn that is kept, in the order of play; nothing where none is."""
    return _due(Same((book, game), book, *_OF_GAME(game), *_OF_LEDGER(game.ledger)))


@lru_cache(maxsize=4)
def _due(of: Same[tuple[Book, Game]]) -> Sequence[Due]:
    book, game = of.of
    scene = Scene.of(game)
    clock = clock_of(scene)
    if clock is None:
        return ()
    # Everybody is looked at again and again.
    table = Owing(replace(scene, present=dict(scene.present)), clock, book)
    found = (each for kind in (_PHASE if clock.phase else _DECISION) for each in kind(table))
    return [replace(each, fight=clock.began) for each in found]


# --- the decision phase ---


def _out(table: Owing) -> Iterator[Due]:
    """The unconscious throw, before anybody plans."""
    out = [unit for unit in table.people if unit.sheet.condition is Condition.UNCONSCIOUS]
    out = [unit for unit in out if not table.clock.of(unit.name).woke]
    if out:
        yield table.owed("the die to come round", "AHL 12.C", out, said("wake", _names(out)))


def _rallies(table: Owing) -> Iterator[Due]:
    """Whoever cowers checks once, and whoever fled into full cover."""
    scene = table.scene

    def tries(unit: Unit) -> bool:
        nerve = unit.sheet.nerve
        return nerve is Nerve.COWERING or (nerve is Nerve.FLEEING and in_full_cover(scene, scene.board, unit))

    trying = [unit for unit in table.active if tries(unit) and not spared(unit.sheet)]
    trying = [unit for unit in trying if not table.clock.of(unit.name).deeds.rallied]
    if trying:
        yield table.owed("the check to rally", "AHL 18.D", trying, said("rally", _names(trying)))


def _airless(table: Owing) -> Iterator[Due]:
    """Vacuum spreads as far as it can, and is thrown for once a turn for whoever wears no suit."""
    board: Board | None = table.scene.board
    ends = table.clock.phase > 0
    spread = board is not None and bool(board.airless) and lose_air(board).airless != board.airless
    there = [unit for unit in table.people if exposed(unit.sheet) and in_vacuum(table.scene, unit)]
    there = [unit for unit in there if not table.clock.of(unit.name).decompressed]
    if spread and board is not None:
        order = said("vacuum", _names(table.people), at=named(min(board.airless)))
        yield replace(table.owed("vacuum that spreads", "AHL 22", there or table.people[:1], order), ends=ends)
    elif there:
        order = said("vacuum", _names(there))
        yield replace(table.owed("a turn without air", "AHL 22", there, order), ends=ends)


def _plans(table: Owing) -> Iterator[Due]:
    """A plan of everybody who can have one, or the word that they have none."""

    def kind(unit: Unit) -> tuple[str, bool]:
        return unit.owner, unit.sheet.being is Being.BLOB

    owing = [unit for unit in table.active if _plans_something(table.clock, unit)]
    for (owner, blobs), units in groupby(sorted(owing, key=kind), key=kind):
        whose = list(units)
        plans = _BLOBS_PLANS if blobs else _PLANS
        choices = [Choice(label, _of("plan", whose, plan=plan)) for label, plan in plans.items()]
        yield Due(
            "a plan for the turn, or none",
            "AHL 5",
            _names(whose),
            (owner,),
            (*choices, Choice("No plan", _of(READY, whose))),
            default=len(choices),
            answer=_of("plan", whose),
            asks=("plan",),
            usual=tuple(_usual_plan(table, unit, [*plans.values()]) for unit in whose),
            since=table.since,
        )


def _usual_plan(table: Owing, unit: Unit, plans: Sequence[str]) -> int:
    """What a form has somebody do until they say otherwise: fire where they have something to fire, else move."""
    return plans.index(NEAREST if NEAREST in plans and has_rounds(unit, table.book) else Intention.MOVE)


def _plans_something(clock: Clock, unit: Unit) -> bool:
    doing = clock.of(unit.name)
    return not (doing.plan or doing.ready or doing.busy) and unit.sheet.nerve not in PANICKED


# --- an action phase ---


def _at_once(table: Owing) -> Iterator[Due]:
    """Snap shots at whoever has just come adjacent, shot by shot until it is let go (AHL 13)."""
    scene, clock, board = table.scene, table.clock, table.scene.board
    if board is None or clock.step is not Step.MOVEMENT:
        return
    came = [unit for unit in table.active if clock.of(unit.name).deeds.came]
    for mover in came:
        for unit in (scene.present[name] for name in clock.of(mover.name).deeds.came if name in scene.present):
            if may_snap_at(unit, scene, clock, mover.name, table.book):
                there = replace(scene, board=as_it_passed(scene, clock, unit, mover))
                yield _snap(replace(table, scene=there), unit, mover)


def _snap(table: Owing, unit: Unit, mover: Unit) -> Due:
    fire = Choice("Fire", fire_at(unit.name, mover.name, "snap"), throws=True)
    fired = table.clock.of(unit.name).deeds.snaps
    return Due(
        f"a{' second' if fired else ''} snap shot at once at {mover.name}, who has come adjacent",
        "AHL 13",
        (unit.name,),
        (unit.owner,),
        (fire, Choice("Hold fire", replace(fire.said, verb="hold", fields={}))),
        default=1,
        standing=table.says(unit, When.SNAP, fire),
        since=table.since,
    )


def _flights(table: Owing) -> Iterator[Due]:
    """The panicked run to the nearest full cover, the owner choosing among equals (AHL 18.D, ruling R-122)."""
    if table.clock.step is not Step.MOVEMENT:
        return
    for unit in table.active:
        if not in_flight(table.scene, table.clock, unit):
            continue
        ways = ways_out(table.scene, table.book, table.clock, unit, _MOST_WAYS)
        choices = tuple(Choice(f"To {named(at)}", _of("move", [unit], to=named(at), gait=gait)) for at, gait in ways)
        what = "flight to full cover" if choices else "flight, with no full cover in reach"
        answer = None if len(choices) == 1 else _of("move", [unit])
        yield Due(
            what,
            "AHL 18.D",
            (unit.name,),
            (unit.owner,),
            choices,
            default=0 if choices else None,
            answer=answer,
            asks=("to",) if answer else (),
            optional=not choices,
            standing=table.says(unit, When.FLIGHT) if choices else None,
            since=table.since,
        )


def _goings(table: Owing) -> Iterator[Due]:
    """Whoever hasn't come to the end of their way goes on, in the order in which they set out (AHL 8.A)."""
    clock, active = table.clock, {unit.name: unit for unit in table.active}
    if clock.step is not Step.MOVEMENT:
        return
    for order in clock.going:
        unit, doing = active.get(order.doers[0]), clock.of(order.doers[0])
        if unit and doing.plan is Intention.MOVE and not doing.deeds.moved and table.may(unit, Step.MOVEMENT):
            yield table.owed("going on", "AHL 8.A", [unit], order, "Go on")


def _drifts(table: Owing) -> Iterator[Due]:
    """Whoever drifts drifts on, wherever that leads (AHL 26.C)."""
    board, clock = table.scene.board, table.clock
    for unit in table.active if board is not None and clock.step is Step.MOVEMENT else ():
        if drifts_on(table.scene, clock, unit):
            yield table.owed("drifting on", "AHL 26.C", [unit], _of("move", [unit]), "Drift")


def _may(table: Owing) -> Iterator[Due]:
    """Whoever may act in this step, till they are done with it; and whoever may give up their move."""
    clock = table.clock
    acting = [unit for unit in table.acting if table.may(unit, clock.step)]
    for owner, units in groupby(sorted(acting, key=lambda unit: unit.owner), key=lambda unit: unit.owner):
        whose = list(units)
        choices, (verb, asks, fields) = (Choice("Done", _of(READY, whose)),), _ACTS[clock.step]
        yield Due(
            f"may act in {clock.step} by {table.book.in_melee if clock.step is Step.MELEE else _BY[clock.step]}",
            "AHL 7",
            _names(whose),
            (owner,),
            choices,
            0,
            _of(verb, whose, **fields),
            asks,
            optional=True,
            since=table.since,
        )
    if clock.step is Step.COVERING and clock.covering:
        for unit in table.active:
            doing = clock.of(unit.name)
            if doing.plan is Intention.MOVE and not doing.shown:
                choices = (Choice("Give up", _of("plan", [unit], plan="abandon")),)
                owner = (unit.owner,)
                what = "may give up the move, for covering fire is shown"
                yield Due(what, "AHL 7", (unit.name,), owner, choices, optional=True, secret=True, since=table.since)


def _fights(table: Owing) -> Iterator[Due]:
    """Everybody in a shared square is fought by somebody, in the melee step (AHL 17)."""
    if table.clock.step is Step.MELEE:
        yield from (_fight(table, each) for each in unfought(table.scene, table.clock))


def _fight(table: Owing, owed: Unfought) -> Due:
    pairs = [(one, other) for one in owed.free for other in owed.waiting]
    choices = [
        Choice(
            f"{one} strikes {other}",
            Said("melee", {"name": ((one, None),), "target": ((other, None),)}, dived_at(table, one, other), ""),
            throws=True,
        )
        for one, other in pairs[:_MOST_WAYS]
    ]
    (owner, *_) = dict.fromkeys(table.scene.present[name].owner for name in owed.free)
    sole = len(pairs) == 1
    answer = None if sole else said("melee", owed.free)
    what = f"a fight in {owed.where} with {sentence(owed.waiting)}"
    standing = None if sole else table.says(table.scene.present[owed.free[0]], When.FIGHT)
    return Due(
        what, "AHL 17", owed.free, (owner,), tuple(choices), 0, answer, standing=standing or None, since=table.since
    )


def _marksmen(table: Owing) -> Iterator[Due]:
    """Those who fire at the nearest enemy by what they have said beforehand, aimed fire as they have planned and then
    snap shots: nobody is asked before others know.
    """
    scene, clock = table.scene, table.clock
    if clock.step not in {Step.AIMED, Step.SNAP} or scene.board is None:
        return
    aims = clock.step is Step.AIMED
    when, how, rule = (When.AIM, "aimed", "AHL 9.B") if aims else (When.SNAP, "snap", "AHL 9.C")
    for unit in table.acting:
        nearest = aims and clock.of(unit.name).nearest
        if not nearest and when not in scene.ledger.standing.get(unit.name, {}):
            continue
        may = table.may(unit, clock.step) and (not aims or clock.of(unit.name).plan is Intention.AIM)
        may = may and has_rounds(unit, table.book)
        free = may and not hemmed_in(scene, unit, table.book.weapons[unit.sheet.weapons[0].weapon])
        target = clear_target(table.book, scene, unit, how) if free else None
        if target is None:
            continue
        fire = Choice("Fire", fire_at(unit.name, target.name, how), throws=True)
        yield Due(
            f"{'aimed fire' if aims else 'a snap shot'} at {target.name}",
            rule,
            (unit.name,),
            (unit.owner,),
            (fire, Choice("Hold fire", _of(READY, [unit]))),
            default=1,
            secret=True,
            standing=0 if nearest else table.says(unit, when, fire),
            since=table.since,
        )


def _explosions(table: Owing) -> Iterator[Due]:
    """Charges go off in the aimed fire step (AHL 24.B)."""
    if table.clock.step is not Step.AIMED:
        return
    for charge in table.exploding():
        if charge.at is not None:
            where = named(charge.at)
            order = said("blast", cause="satchel", at=where)
            choices = (Choice("Explode", order, throws=True),)
            what = f"the charge at {where} goes off"
            yield Due(what, "AHL 24.B", (charge.by,), choices=choices, since=table.since)


def _daunted(table: Owing) -> Iterator[Due]:
    """Whoever failed to come adjacent fires a snap shot at whom they were going to (AHL 18.D)."""
    if table.clock.step is Step.SNAP:
        for unit, target in table.daunted():
            order, what = fire_at(unit.name, target.name, "snap"), f"a snap shot at {target.name}, short of whom"
            yield table.owed(f"{what} they stopped", "AHL 18.D", [unit], order)


def _goes_on(table: Owing) -> Iterator[Due]:
    """The table goes on to the next step in which anything may happen, or else to the next phase."""
    later = table.later if table.clock.phase else None
    order = said("phase") if later is None else said("phase", step=str(later))
    what = "the next phase" if later is None else f"the step of {later}"
    choices, begins = (Choice("Go on", order),), not table.clock.phase
    yield Due(what, "AHL 4" if begins else "AHL 7", (), (), choices, goes_on=True, begins=begins, since=table.since)


def _names(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def _of(verb: str, units: Sequence[Unit], **fields: str | int | bool) -> Said:
    """A ready order for some."""
    return said(verb, _names(units), **fields)


Kind = Callable[[Owing], Iterator[Due]]
# In the order of play.
_DECISION: tuple[Kind, ...] = (_out, _rallies, _airless, _plans, arrivals, _goes_on)
_PHASE: tuple[Kind, ...] = (
    _at_once,
    thrown_out,
    dives,
    _flights,
    _drifts,
    reorientings,
    _goings,
    _fights,
    _explosions,
    _daunted,
    _marksmen,
    _may,
    arrivals,
    _airless,
    checks,
    works,
    endings,
    _goes_on,
)
