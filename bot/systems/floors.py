"""`/scenario next`: a scenario goes on to another of its decks; what happened on each is kept."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.deck.board import Board, dump_board, dump_standing, load_board, load_standing, placed
from bot.deck.placing import find_square
from bot.deck.plan import Fixture, named
from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, typed_order
from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.order import Need, Order
from bot.engine.scenario import Playing, Scenario
from bot.engine.scene import Game, Outcome, Role, Scene
from bot.engine.staging import Staged
from bot.engine.system import System
from bot.engine.typed import match, quoted
from bot.systems.alarms import alarmed, with_new
from bot.systems.goals import holding
from bot.systems.mustering import ANYWHERE, Muster, owners_of, playing_of, staged_of
from bot.systems.ruled import Fared, arrived, check_leaving, led
from bot.systems.scenarios import put_up, with_specials

NEXT_DECK = "scenario next"
# Under which those are noted who have come to a deck that wasn't up.
_CAME = "came"
# Under which the turn is noted in which some last went to another deck.
WENT = "went"


@dataclass(frozen=True, kw_only=True, slots=True)
class NextDeck(Asked):
    """`/scenario next`."""

    verb = NEXT_DECK
    roles = (Role("name", alone=True, many=True, wording="Who comes along; several with commas, or a side"),)
    need = Need.REFEREE
    called = "Going on to another deck"
    about = "Go on to another deck of the scenario; what happened on this one is kept"
    at: str | None = ask(
        None,
        "Where they come out there; left out, where the ladder or lift leads at which each stands",
        kind=Kind.TYPED,
    )
    deck: str | None = ask(None, "Which deck of the scenario; left out, the next one", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class WentTo:
    """A deck to which the scenario has gone on: who came along, who stayed, who is there for all to see, and what else
    has happened.
    """

    deck: str
    along: tuple[str, ...]
    stayed: tuple[str, ...]
    there: tuple[tuple[str, str], ...]
    gone: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    out: bool = False


def next_order(system: System) -> Order:
    """`/scenario next`."""
    return typed_order(NextDeck, partial(_go_to, system), _went_card)


def _go_to(system: System, scene: Scene, asked: NextDeck, dice: Dice) -> Outcome:
    """Another deck is put up, as it was left if it was; the one that was up is kept, with whoever stays there. Of those
    who are named whoever is there already stays where they are: with nobody else it comes up again for them alone.
    """
    staged = staged_of(system)
    scenario, playing = playing_of(staged, scene)
    assert scene.game is not None, "a scenario is played in earnest only"
    number = _deck_meant(scenario, playing, asked.deck)
    deck = scenario.decks[number]
    there_already = playing.stayed.get(deck.name, {}) if deck.plan else {}
    along = tuple(unit.name for unit in scene.all("name") if unit.name not in there_already)
    fared = Fared(playing, scene.game, number)
    if along and deck.plan and asked.at is not None and asked.at not in there_already:
        _check_place(staged, scenario, scene.game, number, asked.at)
    if why := next(filter(None, (staged.held(scene.game.units[name]) for name in along)), ""):
        raise RuleError(why)
    if along:
        check_leaving(system, scenario, playing, scene.game, along, number)
        fared = led(system, scenario, fared, along, dice)
    if not scenario.decks[fared.number].plan:
        return _gone_out(system, scenario, fared, along)
    ends = _ways_out(scenario, fared, along, asked.at)
    fared, stayed, back, gone = _put_up(system, scenario, fared, along, dice)
    muster = Muster(system, scenario, fared.game, fared.playing, dice, owners_of(fared.game, fared.playing))
    floor = muster.floor
    muster = muster.shown(each for each in fared.playing.off if each.deck == floor and not each.hiding)
    for name in along:
        muster = muster.stood(name, (_there(scenario, ends[name], number, fared, muster.board),))
    shown = muster.new
    fared = replace(fared, playing=muster.playing, game=muster.game)
    fared = arrived(system, scenario, fared, along, dice) if along else fared
    met = tuple(name for name in fared.game.units if name not in muster.game.units)
    there = tuple((name, square_words(fared.game, name)) for name in (*back, *shown, *met) if name in fared.game.units)
    kept = with_new(replace(muster, game=fared.game, playing=fared.playing, new=(*shown, *met)), fared.late)
    told = WentTo(floor, along, stayed, there, gone, fared.told)
    ledger = staged.keeping(kept, _noted(fared.playing, staged, fared.game))
    board = fared.game.board
    return Outcome({}, told, ledger, board, Marks(), game=fared.game, opened="what is on the deck")


def _noted(playing: Playing, staged: Staged, game: Game) -> Playing:
    """The scenario with the turn noted in which some went to another deck."""
    moment = staged.moment(game.ledger)
    return playing.having(kept={**playing.kept, WENT: {"turn": moment[0]}}) if moment else playing


def _gone_out(system: System, scenario: Scenario, fared: Fared, along: tuple[str, ...]) -> Outcome:
    """Some leave what the scenario is about; the deck stays up, with whoever stays there."""
    floor, board = scenario.decks[fared.number].name, fared.game.board
    playing = away(fared.playing, floor, board, along)
    for name in along:
        board = placed(board, name, None)
    staged = staged_of(system)
    ledger = staged.keeping(fared.game.ledger, _noted(playing, staged, fared.game))
    told = WentTo(floor, along, (), (), told=fared.told, out=True)
    return Outcome({}, told, ledger=ledger, game=replace(fared.game, board=board), board=board)


def away(playing: Playing, floor: str, board: Board, names: tuple[str, ...]) -> Playing:
    """The scenario with some of those who stand on a deck on another one that isn't up, or out of it all: once that is
    up, they are where one comes out there.
    """
    there = {name: dump_standing(board.people[name]) for name in names if name in board.people}
    came = {**playing.kept.get(_CAME, {}), **dict.fromkeys(there, 1)}
    return playing.having(
        stayed={**playing.stayed, floor: {**playing.stayed.get(floor, {}), **there}},
        kept={**playing.kept, _CAME: came},
    )


def _put_up(
    system: System, scenario: Scenario, fared: Fared, along: tuple[str, ...], dice: Dice
) -> tuple[Fared, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The deck to which they come, with those who stay on the other, those who are back on this one, and what was
    dropped in words.
    """
    staged, game, playing, number = staged_of(system), fared.game, fared.playing, fared.number
    left, floor = scenario.decks[playing.deck].name, scenario.decks[number].name
    staying = {name: dump_standing(at) for name, at in game.board.people.items() if name not in along}
    behind = {**playing.behind, left: dump_board(game.board)}
    stayed: dict[str, Mapping[str, Any]] = {
        deck: {name: at for name, at in people.items() if name not in along} for deck, people in playing.stayed.items()
    }
    back = stayed.pop(floor, {})
    if staying:
        stayed[left] = staying
    kept, gone = system.off_deck(game.ledger)
    game = put_up(staged, scenario, game.keeping(kept), number)
    if floor in playing.behind:
        game = replace(game, board=load_board(game.board.plan, playing.behind[floor]))
    else:
        game = with_specials(staged, scenario, game, dice)
    came = playing.kept.get(_CAME, {})
    people = {name: load_standing(at) for name, at in back.items() if name in game.units and name not in came}
    game = replace(game, board=replace(game.board, people=people))
    game = alarmed(staged, scenario, game) if playing.alarm else game
    kept_now = {**playing.kept, _CAME: {name: 1 for name in came if name not in back}}
    playing = holding(scenario, playing.having(deck=number, behind=behind, stayed=stayed, kept=kept_now), game, dice)
    muster = Muster(system, scenario, game, playing, dice)
    for name in (name for name in back if name in came and name in game.units):
        muster = muster.stood(name, (_way_in(muster.board),))
    return replace(fared, playing=playing, game=muster.game), tuple(staying), tuple(back), tuple(gone)


def _way_in(board: Board) -> str:
    """The first place of a deck at which one comes onto it: a ladder, or else anywhere."""
    ladders = {at for level in board.plan.levels for at, what in level.fixtures.items() if what is Fixture.LADDER}
    return next((name for name, squares in board.plan.places.items() if ladders & {*squares}), ANYWHERE)


def _check_place(staged: Staged, scenario: Scenario, game: Game, number: int, at: str) -> None:
    """Raise RuleError where the deck to which some go has no such place, nor another to which they may come instead."""
    led_on = any(staged.specials[each.name].leads for each in scenario.specials)
    others = [other for other, deck in enumerate(scenario.decks) if deck.plan and other != number] if led_on else []
    boards = [put_up(staged, scenario, game, each).board for each in (number, *others)]
    if not any(_has(board, at) for board in boards):
        deck, plan = scenario.decks[number].name, boards[0].plan
        called = deck if deck.casefold() == plan.name.casefold() else f"{deck}, {plan.name}"
        there = sentence([*plan.places, "a room", "a square of it"], "or")
        raise RuleError(f"There is no {quoted(at)} on the deck to which they go, which is {called}: choose {there}.")


def _has(board: Board, at: str) -> bool:
    """Whether a deck has such a place."""
    try:
        find_square(board, at, to_stand=True)
    except RuleError:
        return at.strip().casefold() == ANYWHERE
    return True


def _there(scenario: Scenario, at: str, asked: int, fared: Fared, board: Board) -> str:
    """Where some come out who come to another deck than they went to: there as well, or else by the same way."""
    if asked == fared.number or _has(board, at):
        return at
    meant, comes = scenario.decks[asked].name, scenario.decks[fared.number].name
    ways = [way.places for way in scenario.ways if {meant, comes} <= way.places.keys()]
    same = (way[comes] for way in ways if way[meant].casefold() == at.strip().casefold())
    return next(same, ways[0][comes] if ways else ANYWHERE)


def _ways_out(scenario: Scenario, fared: Fared, along: tuple[str, ...], at: str | None) -> dict[str, str]:
    """Where each comes out: as was said, or by the way at which they stand; raises RuleError for who stands at none."""
    if at is not None:
        return dict.fromkeys(along, at)
    here, there = scenario.decks[fared.playing.deck], scenario.decks[fared.number]
    joining = [way.places for way in scenario.ways if {here.name, there.name} <= way.places.keys()]
    known = [(way[here.name], way[there.name]) for way in joining]
    places, ends = fared.game.board.plan.places, {}
    for name in along:
        standing = fared.game.board.people.get(name)
        end = next((out for way, out in known if standing and standing.at in places.get(way, ())), "")
        if not end:
            at_one = f" ({sentence(sorted({way for way, _ in known}), 'or')})" if known else ""
            raise RuleError(f"{name} stands at no way to {there.name}{at_one}: move them there, or say at: where.")
        ends[name] = end
    return ends


def square_words(game: Game, name: str) -> str:
    """The square in which somebody stands, "" for who isn't on the deck."""
    return named(game.board.people[name].at) if name in game.board.people else ""


def _deck_meant(scenario: Scenario, playing: Playing, named_so: str | None) -> int:
    """Which deck of a scenario is gone to; raises RuleError for the one that is up, and where there is no next one."""
    names = [each.name for each in scenario.decks]
    if named_so is not None:
        number = names.index(match(named_so, names, what="deck of this scenario"))
        if number == playing.deck:
            raise RuleError(f"{names[number]} is the deck that is up: name another one.")
        return number
    if playing.deck + 1 == len(names):
        raise RuleError(f"{names[playing.deck]} is the last deck of {scenario.name}: name the one to go back to.")
    return playing.deck + 1


def _went_card(went: WentTo, _: Faces) -> Card:
    one = len(went.along) == 1
    if went.out:
        return Card(f"{sentence(went.along)} {'is' if one else 'are'} out by {went.deck}", went.told)
    lines = [*went.told, *([f"{sentence(went.along)} {'comes' if one else 'come'} along"] if went.along else [])]
    stay = "stay" if len(went.stayed) > 1 else "stays"
    lines += [f"{sentence(went.stayed)} {stay} behind"] if went.stayed else []
    lines += [f"{name} is at {where}" for name, where in went.there if where]
    return Card(f"On to {went.deck}", (*lines, *went.gone))
