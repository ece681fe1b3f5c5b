"""What a scenario does of itself: newcomers, its end as soon as that is decided; and how it goes on to other decks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from bot.deck.plan import At
from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, Suggestion, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.fields import Kind
from bot.engine.judging import Lot, Standings, decided
from bot.engine.order import Need, Order
from bot.engine.scenario import Decision, Newcomers, Playing, Scenario
from bot.engine.scene import Game, Outcome, Scene
from bot.engine.staging import Staged
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.alarms import alarm_order, alarmed, with_new, witness
from bot.systems.floors import next_order, square_words
from bot.systems.goals import broken, in_danger
from bot.systems.marks import SURRENDERED
from bot.systems.mustering import Muster, owners_of, people_of, playing_of, staged_of
from bot.systems.ruled import doable, happened, happening, owed, voided

GOES_ON, TALLIES, REVEALS = "scenario on", "scenario tally", "scenario reveal"
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
    by: int = ask(1, "By how many more; less than 0 for fewer", low=-_MOST, high=_MOST)


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
class Revealed:
    """Who has shown, with where they stand."""

    who: tuple[tuple[str, str], ...]


def unfolding_orders(system: System) -> Mapping[str, Order]:
    """The orders by which a scenario goes on, by their verbs."""
    orders = (
        typed_order(ScenarioOn, partial(_unfold, system), _unfolded_card, tells_all=_ended_words),
        typed_order(TallyOrder, partial(_tally, staged_of(system)), _tallied_card),
        next_order(system),
        alarm_order(staged_of(system)),
        typed_order(RevealOrder, partial(_reveal, system), _revealed_card),
    )
    return {order.verb: order for order in orders}


def unfolds(system: System) -> System:
    """The system in which what a scenario does of itself is due first, and is done as soon as it is."""

    def renamed(ledger: Any, before: str, after: str) -> Any:
        return _renamed(staged_of(system), system.renamed(ledger, before, after), before, after)

    # What is due and what is answered are asked of the same games.
    owed_in = lru_cache(maxsize=4)(partial(_owed, system))
    return replace(
        system,
        due=lambda game: [*owed_in(game), *doable(system, game, system.due(game))],
        answered=lambda game: [*owed_in(game), *system.answered(game)],
        renamed=renamed,
        sealed=lambda ledger: system.sealed(ledger) or _secrets(staged_of(system).playing(ledger)),
    )


def _secrets(playing: Playing | None) -> str:
    """What a scenario hides as long as it isn't decided, in words; "" where it hides nothing."""
    if playing is None or playing.decided or not (playing.off or any(playing.holding.values())):
        return ""
    return f"what {playing.name} hides is secret"


def _owed(system: System, game: Game) -> Sequence[Due]:
    """The one thing that a scenario does of itself at this moment, if it does anything; to a side, which doesn't know
    of that, what is asked of it alone.
    """
    staged = staged_of(system)
    playing = staged.playing(game.ledger)
    if playing is None or playing.decided or playing.name not in staged.scenarios or game.board is None:
        return ()
    scenario, moment = staged.scenarios[playing.name], staged.moment(game.ledger)
    happens = game.known is None and (
        _coming(scenario, playing, moment)
        or in_danger(system, scenario, playing, game)
        or witness(staged, scenario, playing, game)
        or happening(system, scenario, playing, game)
    )
    ends = game.known is None and decided(scenario, standings(system, scenario, playing, game)) is not None
    if not happens and not ends:
        return tuple(owed(system, scenario, playing, game))
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
    staged, mark = staged_of(system), system.squads.mark
    floor, stayed = scenario.decks[playing.deck].name, playing.stayed
    lots, void = {}, voided(system, scenario, playing, game)
    for name, unit in people_of(playing, game.units):
        here = floor if unit.name in game.board.people else ""
        deck = here or next((deck for deck, people in stayed.items() if unit.name in people), "")
        shown = mark(unit.sheet)
        at = {*_places(game, unit.name)} - void
        lots[name] = Lot(unit.side, deck, at, shown.out, shown.dead, SURRENDERED in unit.marks)
    lots |= {kept.name: Lot(kept.side, kept.deck) for kept in playing.off}
    moment = staged.moment(game.ledger)
    groups = {group: [unit.name for unit in units] for group, units in staged.groups.items()}
    since = moment[0] - playing.alarm if moment and playing.alarm else None
    seen, decks = {floor, *playing.behind}, {each.name for each in scenario.decks if each.plan}
    return Standings(lots, moment[0] - 1 if moment else 0, playing.tallies, groups, since, seen, decks)


def _places(game: Game, name: str) -> tuple[str, ...]:
    """The places of the deck at which somebody stands."""
    if (standing := game.board.people.get(name)) is None:
        return ()
    return tuple(place for place, squares in game.board.plan.places.items() if standing.at in squares)


def _unfold(system: System, scene: Scene, _: ScenarioOn, dice: Dice) -> Outcome:
    """Newcomers by their throws, and then the end, if it is decided."""
    staged, game = staged_of(system), _game(scene)
    scenario, playing = playing_of(staged, scene)
    moment, before = staged.moment(game.ledger) or (0, 0), set(game.units)
    muster = Muster(system, scenario, game, playing, dice, owners_of(game, playing))
    for each in _coming(scenario, playing, moment):
        muster = replace(muster, playing=muster.playing.having(done={**muster.playing.done, each.line: moment}))
        if not each.throw or dice.roll(2, why="whether anybody comes") >= each.throw:
            # All of them by one way, which a die picks.
            way = dice.pick(each.troop.places, why="by which way they come")
            muster = muster.with_troop(replace(each.troop, places=(way,)))
    playing, units, told = broken(system, scenario, muster.playing, muster.game, dice)
    muster = replace(
        muster, playing=playing, game=replace(muster.game, units=muster.game.units.having(*units.values()))
    )
    if by := witness(staged, scenario, playing, muster.game):
        told = (*told, f"The alarm is given: {by} has seen the enemy")
        playing = playing.having(alarm=moment[0])
        muster = replace(muster, playing=playing, game=alarmed(staged, scenario, muster.game))
    playing, game, more = happened(system, scenario, muster.playing, muster.game, dice)
    muster = replace(muster, playing=playing, game=game, new=tuple(name for name in game.units if name not in before))
    came = tuple((muster.game.units[name].side, name, square_words(muster.game, name)) for name in muster.new)
    ended = decided(scenario, standings(system, scenario, muster.playing, muster.game))
    ledger = staged.keeping(with_new(muster), muster.playing.having(decided=ended))
    opened = "who has come" if came else ""
    return Outcome(
        {},
        Unfolded(came, (*told, *more), ended),
        units=units,
        ledger=ledger,
        game=muster.game,
        board=muster.board,
        marks=Marks(about=there) if (there := _where(muster)) else None,
        opened=opened,
        ends=ended is not None,
    )


def _where(muster: Muster) -> tuple[At, ...]:
    """The squares on which those stand who have come."""
    return tuple(muster.board.people[name].at for name in muster.new if name in muster.board.people)


def _unfolded_card(unfolded: Unfolded, _: Faces) -> Card:
    lines = [f"{name} ({side}) comes{f' at {where}' if where else ''}" for side, name, where in unfolded.came]
    lines += unfolded.told
    if not (ended := _ended_words(unfolded)):
        return Card("The scenario goes on", tuple(lines))
    end = Suggestion("scenario end", after=" puts it away; till then it can be played on")
    return Card(ended[0], (*lines, *ended[1:], end))


def _ended_words(unfolded: Unfolded) -> Sequence[str]:
    """How the scenario has ended, and by what that was decided; nothing as long as it hasn't."""
    return unfolded.decision.words if unfolded.decision else ()


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


def _reveal(system: System, scene: Scene, asked: RevealOrder, dice: Dice) -> Outcome:
    staged, game = staged_of(system), _game(scene)
    scenario, playing = playing_of(staged, scene)
    muster = Muster(system, scenario, game, playing, dice, owners_of(game, playing))
    here = {each.name: each for each in playing.off if each.deck == muster.floor}
    if not here:
        raise RuleError("Nobody hides on this deck.")
    chosen = [here[match(each, here, what="person in hiding here")] for each in asked.name.split(",")]
    muster = muster.shown(replace(each, places=(asked.at,)) if asked.at else each for each in chosen)
    off = tuple(each for each in playing.off if each not in chosen)
    who = tuple((name, square_words(muster.game, name)) for name in muster.new)
    ledger = staged.keeping(with_new(muster), muster.playing.having(off=off))
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
    noted = {
        key: {after if name == before else name: number for name, number in each.items() if after or name != before}
        for key, each in playing.kept.items()
    }
    changed = playing.having(people=kept, stayed=stayed, carried=carried, wounds=wounds, kept=noted)
    return staged.keeping(ledger, changed)


def _game(scene: Scene) -> Game:
    assert scene.game is not None, "a scenario is played in earnest only"
    return scene.game
