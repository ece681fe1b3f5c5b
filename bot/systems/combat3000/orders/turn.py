"""`/turn`: a turn is begun and kept, looked at, or no longer kept (C3K The game turn)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card, Suggestion, counted, few, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.combat3000.asked.keeping import TurnBeginOrder, TurnEndOrder, TurnShowOrder
from bot.systems.combat3000.figure.sheet import Memory, Shape, Vehicle, Wreckage
from bot.systems.combat3000.ledger import Ledger, kept_turn, turn_of
from bot.systems.combat3000.melee.contact import opponents
from bot.systems.combat3000.moving.moved import cm_words
from bot.systems.combat3000.settings import only_shown
from bot.systems.combat3000.turn import Phase, Turn, phase_words
from bot.systems.combat3000.wording.sheets import state
from bot.systems.marks import takes_part

PLANNING = (
    Suggestion("plan", after=" says in secret what each is to do; a shot needs no order"),
    Suggestion("phase", after=" shows all that was written down, and goes on"),
)
_ORDER = "Orders, close combat, movement, firing, actions: one thing each a turn (C3K The game turn)"


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A turn that is kept from now on, the sides that were surprised, and who has acted already, before it was kept."""

    turn: int
    surprised: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn that is kept no longer, and how many plans go with it that nobody has seen."""

    turn: int
    plans: int


@dataclass(frozen=True, slots=True)
class InTurnShown:
    """What all may know of somebody in a turn: how they are, what keeps them busy and for how many turns more, whether
    they have fired or been hit, how they `moved`, with which `foes` they are in contact, whether they have surrendered;
    of a plan, a move or a shot that is secret no more than that they have one.
    """

    name: str
    now: Shape | Wreckage
    busy: str = ""
    more: int = 0
    fired: bool = False
    struck: bool = False
    planned: bool = False
    plotted: bool = False
    declared: bool = False
    moved: str = ""
    foes: tuple[str, ...] = ()
    # What is stored of an unharmed vehicle is as little as of an unhurt figure, and has to be told apart.
    vehicle: Wreckage | None = None
    surrendered: bool = False


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn that is kept: where it is, and who is in it. `lenient` is where what the book forbids is only told."""

    words: str
    phase: Phase
    people: tuple[InTurnShown, ...]
    lenient: bool


def turn_begin_order() -> Order:
    """`/turn begin`: from now on phases and plans are kept."""

    def decide(scene: Scene, asked: TurnBeginOrder, _: Dice) -> Outcome:
        if kept := turn_of(scene):
            raise RuleError(f"A turn is kept already, and it is {kept.words}: /phase goes on, /turn end stops it.")
        sides = dict.fromkeys(unit.side for unit in scene.known.values() if unit.side)
        names = (each for each in asked.surprised.split(",") if each.strip())
        turn = Turn(surprised=tuple(match(name, sides, what="side") for name in names), began=scene.at)
        acted = tuple(unit.name for unit in scene.known.values() if _has_begun(unit.sheet.now))
        return Outcome({}, TurnBegun(turn.number, turn.surprised, acted), replace(scene.ledger or Ledger(), turn=turn))

    return typed_order(TurnBeginOrder, decide, _begun_card, timed=True)


def _has_begun(now: Memory) -> bool:
    """Whether somebody has used any of a turn before it is kept."""
    return now.acted or bool(now.gait or now.drew)


def _begun_card(begun: TurnBegun, _: Faces) -> Card:
    lines: list[str | Suggestion] = [*PLANNING, Suggestion("turn show", after=" tells who does what")]
    lines += [f"{side}: surprised, and without game orders (C3K Orders)" for side in begun.surprised]
    if begun.acted:
        have = "has" if len(begun.acted) == 1 else "have"
        told = f"{few(begun.acted)} {have} acted, gone or drawn a weapon in this turn already: "
        lines.append(Suggestion("phase", before=told, after=" before /turn begin gives all of them the whole turn"))
    return Card(f"Turn {begun.turn}, the orders phase", tuple(lines), (_ORDER,))


def turn_end_order() -> Order:
    """`/turn end`: nobody keeps the turn any more."""

    def decide(scene: Scene, _: TurnEndOrder, __: Dice) -> Outcome:
        turn = kept_turn(scene)
        return Outcome({}, TurnEnded(turn.number, len(turn.plans)), replace(scene.ledger, turn=None))

    return typed_order(TurnEndOrder, decide, _ended_card)


def _ended_card(ended: TurnEnded, _: Faces) -> Card:
    dropped = (f"{counted(ended.plans, 'plan')} that nobody has seen are dropped.",) if ended.plans else ()
    return Card(f"Turn {ended.turn} is no longer kept", ("The phases are nobody's any more.", *dropped))


def turn_show_order() -> Order:
    """`/turn show`: the phase, and what keeps everybody busy."""

    def decide(scene: Scene, _: TurnShowOrder, __: Dice) -> Outcome:
        turn = kept_turn(scene)
        # What others are at, whose sides keep their secrets, nobody else is told.
        told = [unit for unit in scene.known.values() if not unit.foreign]
        people = tuple(_in_turn(scene.ledger, turn, unit) for unit in told)
        return Outcome({}, TurnShown(turn.words, turn.phase, people, only_shown(scene)))

    return typed_order(TurnShowOrder, decide, _shown_card)


def _in_turn(ledger: Ledger, turn: Turn, unit: Unit) -> InTurnShown:
    now = unit.sheet.now
    wreckage = unit.sheet.shape if isinstance(unit.sheet, Vehicle) else None
    return InTurnShown(
        unit.name,
        Shape() if wreckage else unit.sheet.shape,
        now.busy,
        now.more,
        now.shot,
        now.struck,
        unit.name in turn.plans,
        unit.name in turn.moves,
        unit.name in turn.shooting,
        now.gait and f"{now.gait} of {cm_words(now.cm)}",
        opponents(ledger.contacts, unit.name),
        wreckage,
        surrendered=not takes_part(unit),
    )


def _shown_card(shown: TurnShown, _: Faces) -> Card:
    lines = [phase_words(shown.phase), *(f"{each.name}: {', '.join(_parts(each))}" for each in shown.people)]
    if shown.lenient:
        lines.append("What the book forbids is only told here: setting turns")
    return Card(shown.words[0].upper() + shown.words[1:], tuple(lines), (_ORDER,))


def turn_line(ledger: Ledger) -> str:
    """Where the turn that is kept stands; "" where none is."""
    return ledger.turn.words if ledger.turn else ""


def moment(ledger: Ledger) -> tuple[int, int]:
    """The number of the turn that is kept, and that of its phase; 0 and 0 where none is."""
    return (ledger.turn.number, 1 + list(Phase).index(ledger.turn.phase)) if ledger.turn else (0, 0)


def brief(ledger: Ledger, unit: Unit) -> tuple[str, ...]:
    """What all may know that somebody does in the turn that is kept, in a few words each."""
    return tuple(_does(_in_turn(ledger, ledger.turn, unit))) if ledger.turn else ()


def _parts(shown: InTurnShown) -> Iterator[str]:
    yield state(shown.vehicle or shown.now)
    if shown.surrendered:
        yield "surrendered"
    yield from _does(shown)


def _does(shown: InTurnShown) -> Iterator[str]:
    if shown.busy:
        yield f"{shown.busy}, {counted(shown.more + 1, 'turn')} to go" if shown.more else shown.busy
    if shown.fired:
        yield "has fired"
    if shown.struck:
        yield "was hit"
    if shown.moved:
        yield shown.moved
    if shown.foes:
        yield f"in contact with {sentence(shown.foes)}"
    if shown.planned:
        yield "plan written"
    if shown.plotted:
        yield "move written"
    if shown.declared:
        yield "shot written"
