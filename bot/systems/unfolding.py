"""What a scenario does of itself: newcomers, its end as soon as that is decided; and how it goes on to other decks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.deck.board import dump_board, dump_standing, load_board, load_standing
from bot.deck.plan import named
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, Suggestion, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.judging import Lot, Standings, decided
from bot.engine.order import Need, Order
from bot.engine.scenario import Decision, Newcomers, Playing, Scenario
from bot.engine.scene import Game, Outcome, Role, Scene
from bot.engine.staging import Staged
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.alarms import alarm_order, alarmed, surprised, witness
from bot.systems.goals import broken, holding, in_danger
from bot.systems.marks import SURRENDERED
from bot.systems.mustering import Muster, playing_of
from bot.systems.scenarios import people_of, put_up, with_specials

GOES_ON, TALLIES, NEXT_DECK, REVEALS = "scenario on", "scenario tally", "scenario next", "scenario reveal"
_MOST = 99


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioOn(Asked):
    """All that a scenario does of itself at this moment: given by what is due, and by nobody."""

    verb = GOES_ON
    need = Need.REFEREE
    called = "What a scenario does of itself"


@dataclass(frozen=True, kw_only=True, slots=True)
class TallyOrder(Asked):
    """`/scenario tally`."""

    verb = TALLIES
    need = Need.REFEREE
    called = "Counting in a scenario"
    about = "Count something on which the scenario's end hangs, such as cases saved"
    what: str = must("What is counted; /scenario show names it", kind=Kind.TYPED)
    by: int = ask(1, "By how many more; less than 0 for fewer", low=-_MOST, high=_MOST, apart=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class NextDeck(Asked):
    """`/scenario next`."""

    verb = NEXT_DECK
    roles = (Role("name", many=True, needed=True, wording="Who comes along; several with commas, or a side"),)
    need = Need.REFEREE
    called = "Going on to another deck"
    about = "Go on to another deck of the scenario; what happened on this one is kept"
    at: str = must("Where they come out there: a square, a place or a room of that deck", kind=Kind.TYPED)
    deck: str | None = ask(None, "Which deck of the scenario; left out, the next one", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class RevealOrder(Asked):
    """`/scenario reveal`."""

    verb = REVEALS
    need = Need.REFEREE
    called = "Showing who is in hiding"
    about = "Show people of the scenario who are in hiding on this deck"
    name: str = must("Whom, several with commas; /scenario show names them to the referee", kind=Kind.TYPED)
    at: str | None = ask(None, "Where; left out, where they hid", kind=Kind.TYPED)


@dataclass(frozen=True, slots=True)
class Unfolded:
    """Who has come, by side with where they stand, what else has happened, and how the scenario has ended, if so."""

    came: tuple[tuple[str, str, str], ...] = ()
    told: tuple[str, ...] = ()
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Tallied:
    """What was counted, and what it comes to."""

    what: str
    count: int


@dataclass(frozen=True, slots=True)
class WentTo:
    """A deck to which the scenario has gone on: who came along, who stayed, who is there for all to see."""

    deck: str
    along: tuple[str, ...]
    stayed: tuple[str, ...]
    there: tuple[tuple[str, str], ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Revealed:
    """Who has shown, with where they stand."""

    who: tuple[tuple[str, str], ...]


def unfolding_orders(system: System) -> Mapping[str, Order]:
    """The orders by which a scenario goes on, by their verbs."""
    orders = (
        typed_order(ScenarioOn, partial(_unfold, system), _unfolded_card),
        typed_order(TallyOrder, partial(_tally, _staged(system)), _tallied_card),
        typed_order(NextDeck, partial(_go_to, system), _went_card),
        alarm_order(_staged(system)),
        typed_order(RevealOrder, partial(_reveal, system), _revealed_card),
    )
    return {order.verb: order for order in orders}


def unfolds(system: System) -> System:
    """The system in which what a scenario does of itself is due first, and is done as soon as it is."""

    def renamed(ledger: Any, before: str, after: str) -> Any:
        return _renamed(_staged(system), system.renamed(ledger, before, after), before, after)

    return replace(
        system,
        due=lambda game: [*_owed(system, game), *system.due(game)],
        answered=lambda game: [*_owed(system, game), *system.answered(game)],
        renamed=renamed,
        sealed=lambda ledger: system.sealed(ledger) or _secrets(_staged(system).playing(ledger)),
    )


def _secrets(playing: Playing | None) -> str:
    """What a scenario hides as long as it isn't decided, in words; "" where it hides nothing."""
    if playing is None or playing.decided or not (playing.off or any(playing.holding.values())):
        return ""
    return f"what {playing.name} hides is secret"


def _staged(system: System) -> Staged:
    assert system.staged is not None, "only a book with scenarios plays one"
    return system.staged


def _owed(system: System, game: Game) -> Sequence[Due]:
    """The one thing that a scenario does of itself at this moment, if it does anything."""
    staged = _staged(system)
    playing = staged.playing(game.ledger)
    if playing is None or playing.decided or playing.name not in staged.scenarios or game.board is None:
        return ()
    scenario, moment = staged.scenarios[playing.name], staged.moment(game.ledger)
    happens = (
        _coming(scenario, playing, moment)
        or in_danger(system, scenario, playing, game)
        or witness(staged, scenario, playing, game)
    )
    if not happens and decided(scenario, standings(system, scenario, playing, game)) is None:
        return ()
    since = f"{moment} {playing.deck}" if moment else str(playing.deck)
    choice = Choice("Go on", said(GOES_ON))
    return [Due("what the scenario does", "", (), ("",), (choice,), secret=True, standing=0, since=since)]


def _coming(scenario: Scenario, playing: Playing, moment: tuple[int, int] | None) -> list[Newcomers]:
    """The newcomers who are to be thrown for now."""
    if moment is None:
        return []
    turn, phase = moment
    floor = scenario.decks[playing.deck].name
    here = [each for each in scenario.arrivals if each.troop.deck in {"", floor} and turn >= each.turn]
    at_phase = {"turn": phase == 0, "phase": phase > 0, "once": True}
    return [
        each
        for each in here
        if at_phase[each.each]
        and (each.line not in playing.done if each.each == "once" else playing.done.get(each.line) != moment)
    ]


def standings(system: System, scenario: Scenario, playing: Playing, game: Game) -> Standings:
    """All that a scenario's objectives look at, of everybody by the name that it gave them."""
    staged, mark = _staged(system), system.squads.mark
    floor, stayed = scenario.decks[playing.deck].name, playing.stayed
    lots = {}
    for name, unit in people_of(playing, game.units):
        here = floor if unit.name in game.board.people else ""
        deck = here or next((deck for deck, people in stayed.items() if unit.name in people), "")
        shown = mark(unit.sheet)
        at = _places(game, unit.name)
        lots[name] = Lot(unit.side, deck, at, shown.out, shown.dead, SURRENDERED in unit.marks)
    lots |= {kept.name: Lot(kept.side, kept.deck) for kept in playing.off}
    moment = staged.moment(game.ledger)
    groups = {group: [unit.name for unit in units] for group, units in staged.groups.items()}
    since = moment[0] - playing.alarm if moment and playing.alarm else None
    return Standings(lots, moment[0] - 1 if moment else 0, playing.tallies, groups, since)


def _places(game: Game, name: str) -> tuple[str, ...]:
    """The places of the deck at which somebody stands."""
    if (standing := game.board.people.get(name)) is None:
        return ()
    return tuple(place for place, squares in game.board.plan.places.items() if standing.at in squares)


def _unfold(system: System, scene: Scene, _: ScenarioOn, dice: Dice) -> Outcome:
    """Newcomers by their throws, and then the end, if it is decided."""
    staged, game = _staged(system), _game(scene)
    scenario, playing = playing_of(staged, scene)
    moment = staged.moment(game.ledger) or (0, 0)
    muster = Muster(system, scenario, game, playing, dice, _owners(game, playing))
    for each in _coming(scenario, playing, moment):
        muster = replace(muster, playing=muster.playing.having(done={**muster.playing.done, each.line: moment}))
        if not each.throw or dice.roll(2, why="whether anybody comes") >= each.throw:
            # All of them by one way, which a die picks.
            way = dice.pick(each.troop.places, why="by which way they come")
            muster = muster.with_troop(replace(each.troop, places=(way,)))
    playing, units, told = broken(system, scenario, muster.playing, muster.game, dice)
    muster = replace(
        muster, playing=playing, game=replace(game, units=muster.game.units.having(*units.values()), board=muster.board)
    )
    if by := witness(staged, scenario, playing, game):
        told = (*told, f"The alarm is given: {by} has seen the enemy")
        playing = playing.having(alarm=moment[0])
        muster = replace(muster, playing=playing, game=alarmed(staged, scenario, muster.game))
    came = tuple((muster.game.units[name].side, name, _where(muster.game, name)) for name in muster.new)
    ended = decided(scenario, standings(system, scenario, muster.playing, muster.game))
    ledger = staged.keeping(_with_new(muster), muster.playing.having(decided=ended))
    opened = "who has come" if came else ""
    return Outcome(
        {}, Unfolded(came, told, ended), units=units, ledger=ledger, game=muster.game, board=muster.board, opened=opened
    )


def _with_new(muster: Muster) -> Any:
    """What the rules keep once those have come who are new."""
    late = surprised(muster.scenario, muster.playing, muster.game, muster.new)
    return muster.staged.comes(muster.game, muster.new, late)


def _owners(game: Game, playing: Playing) -> dict[str, str]:
    """Whose the people of each side are, by those who are there."""
    return {unit.side: unit.owner for _, unit in people_of(playing, game.units) if unit.owner}


def _where(game: Game, name: str) -> str:
    return named(game.board.people[name].at) if name in game.board.people else ""


def _unfolded_card(unfolded: Unfolded, _: Faces) -> Card:
    lines = [f"{name} ({side}) comes{f' at {where}' if where else ''}" for side, name, where in unfolded.came]
    lines += unfolded.told
    if (ended := unfolded.decision) is None:
        return Card("The scenario goes on", tuple(lines))
    degree = f": {ended.degree} victory" if ended.degree else ""
    title = f"The {ended.winner} win the scenario{degree}" if ended.winner else "Nobody wins the scenario"
    end = Suggestion("scenario end", after=" puts it away; till then it can be played on")
    return Card(title, (*lines, f"Decided by: {ended.why}", end))


def _tally(staged: Staged, scene: Scene, asked: TallyOrder, _: Dice) -> Outcome:
    scenario, playing = playing_of(staged, scene)
    if not scenario.tallies:
        raise RuleError(f"In {scenario.name} nothing is counted.")
    what = match(asked.what, scenario.tallies, what="tally of this scenario")
    count = min(_MOST, max(0, playing.tallies.get(what, 0) + asked.by))
    after = playing.having(tallies={**playing.tallies, what: count}, decided=None)
    return Outcome({}, Tallied(what, count), ledger=staged.keeping(scene.ledger, after))


def _tallied_card(tallied: Tallied, _: Faces) -> Card:
    return Card(f"{tallied.what.capitalize()}: {tallied.count}")


def _go_to(system: System, scene: Scene, asked: NextDeck, dice: Dice) -> Outcome:
    """Another deck is put up, as it was left if it was; the one that was up is kept, with whoever stays there."""
    staged, game = _staged(system), _game(scene)
    scenario, playing = playing_of(staged, scene)
    number = _deck_meant(scenario, playing, asked.deck)
    along = tuple(unit.name for unit in scene.all("name"))
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
        people = {name: load_standing(at) for name, at in back.items() if name in game.units}
        game = replace(game, board=replace(load_board(game.board.plan, playing.behind[floor]), people=people))
    else:
        game = with_specials(staged, scenario, game, dice)
    game = alarmed(staged, scenario, game) if playing.alarm else game
    playing = holding(scenario, playing.having(deck=number, behind=behind, stayed=stayed), game, dice)
    muster = Muster(system, scenario, game, playing, dice, _owners(game, playing))
    muster = muster.shown(each for each in playing.off if each.deck == floor and not each.hiding)
    for name in along:
        muster = muster.stood(name, (asked.at,))
    there = tuple((name, _where(muster.game, name)) for name in (*back, *muster.new) if name in muster.game.units)
    told = WentTo(floor, along, tuple(staying), there, tuple(gone))
    ledger = staged.keeping(_with_new(muster), muster.playing)
    return Outcome({}, told, ledger=ledger, game=muster.game, board=muster.board, opened="what is on the deck")


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
    lines = [f"{sentence(went.along)} {'come' if len(went.along) > 1 else 'comes'} along"]
    stay = "stay" if len(went.stayed) > 1 else "stays"
    lines += [f"{sentence(went.stayed)} {stay} behind"] if went.stayed else []
    lines += [f"{name} is at {where}" for name, where in went.there]
    return Card(f"On to {went.deck}", (*lines, *went.gone))


def _reveal(system: System, scene: Scene, asked: RevealOrder, dice: Dice) -> Outcome:
    staged, game = _staged(system), _game(scene)
    scenario, playing = playing_of(staged, scene)
    muster = Muster(system, scenario, game, playing, dice, _owners(game, playing))
    here = {each.name: each for each in playing.off if each.deck == muster.floor}
    if not here:
        raise RuleError("Nobody hides on this deck.")
    chosen = [here[match(each, here, what="person in hiding here")] for each in asked.name.split(",")]
    muster = muster.shown(replace(each, places=(asked.at,)) if asked.at else each for each in chosen)
    off = tuple(each for each in playing.off if each not in chosen)
    who = tuple((name, _where(muster.game, name)) for name in muster.new)
    ledger = staged.keeping(_with_new(muster), muster.playing.having(off=off))
    return Outcome({}, Revealed(who), ledger=ledger, game=muster.game, board=muster.board, opened="who was in hiding")


def _revealed_card(revealed: Revealed, _: Faces) -> Card:
    names = [name for name, _ in revealed.who]
    return Card(
        f"{sentence(names)} {'show' if len(names) > 1 else 'shows'}",
        tuple(f"{name}{f' at {where}' if where else ''}" for name, where in revealed.who),
    )


def _renamed(staged: Staged, ledger: Any, before: str, after: str) -> Any:
    """What is kept with somebody of the scenario under another name, or gone."""
    playing = staged.playing(ledger)
    if playing is None or before not in playing.people.values():
        return ledger
    people = {name: after if called == before else called for name, called in playing.people.items()}
    stayed = {
        deck: {after if name == before else name: at for name, at in there.items() if after or name != before}
        for deck, there in playing.stayed.items()
    }
    kept = {name: called for name, called in people.items() if called}
    carried = {
        after if name == before else name: what for name, what in playing.carried.items() if after or name != before
    }
    wounds = {
        after if name == before else name: count for name, count in playing.wounds.items() if after or name != before
    }
    return staged.keeping(ledger, playing.having(people=kept, stayed=stayed, carried=carried, wounds=wounds))


def _game(scene: Scene) -> Game:
    assert scene.game is not None, "a scenario is played in earnest only"
    return scene.game
