"""What AHL brings to its scenarios: special rules, how surprise begins a turn, and what somebody is worth."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.deck.board import Lift
from bot.deck.plan import At, Fixture
from bot.deck.portals import shaft_at
from bot.engine.dice import Dice, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Scene
from bot.engine.staging import ALARM, COMMITTED, SURPRISED, TILL_ALARM, FirstTurn, Ruling, Staged
from bot.systems.ahl.ledger import HEAVY_GRAVITY, Ledger
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.actions import Intention
from bot.systems.ahl.turn.clock import Clock
from bot.systems.ahl.turn.doing import Deeds, Doing
from bot.systems.ahl.turn.witnessed import acquainted

# The blobs of 3 and 4 mean a lift that works, says scenario I.1; the cup as the counters of the house are.
_WORKING = (3, 4)
_CUP = tuple((2, 3, 4, 5, 3, 4, 5)[number % 7] for number in range(26))


def staged() -> Staged:
    """All of it, without what is read from files."""
    return Staged(
        specials=_SPECIALS,
        worth=_worth,
        armed=frozenset({"fire", "cover", "melee", "grenade"}),
        playing=lambda ledger: ledger.scenario,
        keeping=lambda ledger, playing: replace(ledger, scenario=playing),
        moment=lambda ledger: (ledger.clock.turn, ledger.clock.phase) if ledger.clock else None,
        begins=_begins,
        ends=lambda ledger: replace(ledger, clock=None, standing={}),
        comes=_comes,
        witness=_witness,
    )


def _worth(sheet: Character) -> int:
    """What somebody is worth by the formula of the house: skill, melee value, morale and leadership added."""
    skill = sheet.weapons[0].skill if sheet.weapons else 0
    return skill + sheet.melee + sheet.morale + sheet.leadership


def _begins(game: Game, opening: FirstTurn) -> Ledger:
    """The turn as it begins: some are planned to move, and the surprised do nothing in its first action phase."""
    people = {
        name: Doing(
            plan=Intention.MOVE if name in opening.committed else None,
            surprised=name in opening.surprised,
        )
        for name in {*opening.surprised, *opening.committed}
    }
    ledger: Ledger = game.ledger
    clock = acquainted(Scene.of(game), Clock(people=people, began=opening.at), game.board)
    return replace(ledger, clock=clock)


def _witness(game: Game, name: str) -> bool:
    """Whether somebody is awake and has seen an enemy (AHL scenario III)."""
    clock: Clock | None = game.ledger.clock
    awake = name in game.units and game.units[name].sheet.condition is Condition.ACTIVE
    return awake and clock is not None and bool(clock.of(name).knows)


def _comes(game: Game, names: Collection[str], surprised: Collection[str]) -> Ledger:
    """The turn with some who have come since: they are planned to move in it (AHL scenarios II.2 and IV), and the
    surprised do nothing in this phase, or in the first where the turn is planned (AHL scenarios III, IV and VI.2).
    """
    ledger: Ledger = game.ledger
    if (clock := ledger.clock) is None or not names:
        return ledger
    for name in names:
        deeds = Deeds(given=0) if name in surprised and clock.phase else Deeds()
        late = name in surprised and not clock.phase
        clock = clock.doing(name, plan=Intention.MOVE, deeds=deeds, surprised=late)
    return replace(ledger, clock=acquainted(Scene.of(game), clock, game.board))


def _airless(game: Game, _: str, __: Dice) -> Game:
    """A deck on which there is no air anywhere (AHL 22)."""
    everywhere = frozenset(at for level in game.board.plan.levels for at in level.floor)
    return replace(game, board=replace(game.board, airless=everywhere))


def _lifts(game: Game, which: str, dice: Dice) -> Game:
    """Lifts that answer no call: all of a deck, or by a blob's number drawn for each, 3 or 4 for one that works."""
    board, cup, lifts = game.board, list(_CUP), dict[At, Lift]()
    if which not in {"", "drawn"}:
        raise RuleError("“dead lifts” takes nothing behind it, or “drawn”.")
    fixtures = {at for level in board.plan.levels for at, what in level.fixtures.items() if what is Fixture.LIFT}
    named = sorted((name, squares[0]) for name, squares in board.plan.places.items() if fixtures & {*squares})
    for name, at in named:
        works = which == "drawn" and cup.pop(cup.index(dice.pick(cup, why=f"the number for {name}"))) in _WORKING
        if not works:
            lifts[min(shaft_at(board.plan, at))] = Lift(dead=True, untried=True)
    return replace(game, board=replace(board, lifts={**board.lifts, **lifts}))


def _barred(game: Game) -> Game:
    """A deck on which no lift answers a call any more."""
    return _lifts(game, "", ScriptedDice(()))


def _dark(game: Game, rooms: str, _: Dice) -> Game:
    """Rooms without light, by their numbers (AHL 23)."""
    numbers = {room.number for room in game.board.plan.rooms}
    try:
        chosen = {int(each) for each in rooms.split()}
    except ValueError:
        raise RuleError("“dark” takes the numbers of rooms, as in “dark, 2 5”.") from None
    if not chosen <= numbers:
        raise RuleError(f"This deck has no room {min(chosen - numbers)}.")
    return replace(game, board=replace(game.board, dark=game.board.dark | chosen))


def _filled(text: str, places: str) -> str:
    """The drawing of a deck with something as high as a crate on all squares of some places."""
    for place in (each.strip() for each in places.split("/")):
        before = text
        text = re.sub(rf"^(. = place {re.escape(place)})$", r"\1, crate", text, flags=re.MULTILINE)
        if text == before:
            raise RuleError(f"This deck has no free place {place}.")
    return text


_SPECIALS: Mapping[str, Ruling] = {
    SURPRISED: Ruling("Those named do nothing in the first action phase", kept=True),
    COMMITTED: Ruling("Those named, or all, are planned to move in the first decision phase", kept=True),
    ALARM: Ruling("At a decision phase somebody awake who has seen an enemy gives the alarm", kept=True),
    TILL_ALARM: Ruling("Till then whoever shows does nothing in that phase", kept=True),
    "no lifts after the alarm": Ruling("Once it is given no lift answers", alarmed=_barred, kept=True),
    "vacuum": Ruling("There is no air on the deck", _airless, kept=True),
    "dead lifts": Ruling("Lifts answer no call; which, one learns by trying", _lifts, kept=True),
    HEAVY_GRAVITY: Ruling("Nobody trots but in panic or in battle dress", kept=True),
    "dark": Ruling("Rooms without light", _dark, kept=True),
    "filled": Ruling("Something fills these places: nobody enters them or sees through", draws=_filled, kept=True),
    "by hand": Ruling("The referee sees to it"),
}
