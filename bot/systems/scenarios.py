"""`/scenario`: those that come with a book, set up, shown, and ended; by whatever rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from bot.deck.board import as_drawn
from bot.deck.reading import read_plan
from bot.deck.view import Marks
from bot.engine.asked import Asked, ask, fields_of, must, typed_order
from bot.engine.autopilot import ACTS, PILOTED
from bot.engine.cards import Card, Suggestion, Tone, counted, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.fields import Kind, Values
from bot.engine.order import InTwoSteps, Need, Order
from bot.engine.scenario import Playing, Scenario
from bot.engine.scene import Game, Outcome, Scene
from bot.engine.staging import COMMITTED, SURPRISED, FirstTurn, Staged
from bot.engine.system import System
from bot.engine.typed import match
from bot.systems.briefing import scenario_of, show_order
from bot.systems.goals import freed, holding
from bot.systems.house import LOADS, TAKES
from bot.systems.marks import prisoners_told
from bot.systems.mustering import Muster, full_cups, people_of, playing_of, staged_of
from bot.systems.settingup import AS_WRITTEN, NOBODY, forces_of, left_open, setup_panel, thrown_so

LISTS, SETS_UP, ENDS = "scenario list", "scenario setup", "scenario end"


@dataclass(frozen=True, kw_only=True, slots=True)
class ListScenarios(Asked):
    """`/scenario list`."""

    verb = LISTS
    need = Need.ANYBODY
    about = "List the scenarios that come with these rules"


@dataclass(frozen=True, kw_only=True, slots=True)
class SetUpScenario(Asked):
    """`/scenario setup`."""

    verb = SETS_UP
    divides = True
    need = Need.REFEREE
    called = "Setting up a scenario"
    about = "Set a scenario up: its deck, its people, and its first turn"
    name: str = must("Which, by its name in /scenario list", kind=Kind.TYPED)
    first: str | None = ask(None, "Who plays the side that is named first; else the referee", kind=Kind.PLAYER)
    second: str | None = ask(None, "Who plays the side that is named second", kind=Kind.PLAYER)
    third: str | None = ask(None, "Who plays the side that is named third", kind=Kind.PLAYER)
    alone: str = ask("", "Sides that act by themselves, several with commas; all, or nobody", kind=Kind.TYPED)
    drawn: Literal["as written", "without looking", "the best"] = ask(
        "as written", "How people come out of their groups; left out, as the scenario says"
    )
    thrown: str = ask("", "How your own dice fell for how many come, such as 7; left out, it is thrown for")
    sweep: bool = ask(
        False,
        "Whether whoever stands on the deck leaves it, and a turn that is kept ends",
        called="sweep the deck first",
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class EndScenario(Asked):
    """`/scenario end`."""

    verb = ENDS
    divides = True
    need = Need.REFEREE
    called = "Ending a scenario"
    about = "End the scenario that is played"
    sweep: bool = ask(False, "Whether its people leave the campaign, and its turn ends; else they stay")


@dataclass(frozen=True, slots=True)
class ScenarioList:
    """Scenarios in a line each: name, rule, decks, sides; and why a file holds none."""

    scenarios: tuple[tuple[str, str, int, tuple[str, ...]], ...]
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetUpSo:
    """A scenario that is set up: its name, deck and sides, how many of each are there for all to see, and what the
    referee sees to, by number; which sides act by themselves, and whether they do so in /next; how people were drawn,
    if not as its file says, and what was thrown on the table for a side.
    """

    name: str
    deck: str
    sides: tuple[tuple[str, int], ...]
    by_hand: int = 0
    gone: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    acts: bool = False
    drawn: str = ""
    thrown: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EndedSo:
    """A scenario that has ended, and how, where that was decided; who are prisoners, in words; and whether a turn is
    still kept, and some still have standing orders.
    """

    name: str
    words: str
    prisoners: str = ""
    turn: bool = False
    piloted: bool = False


def scenario_orders(system: System) -> Mapping[str, Order]:
    """All of them by their verbs, for a book that has scenarios."""
    staged = staged_of(system)
    names, own = tuple(staged.scenarios), {each.name: each for each in fields_of(SetUpScenario)}
    orders = (
        typed_order(ListScenarios, partial(_list, staged), _listed_card),
        typed_order(
            SetUpScenario,
            partial(_set_up, system),
            _up_card,
            offers={"name": names},
            registers=True,
            timed=True,
            pressed="set up",
            hesitates=partial(left_open, staged),
            panel=setup_panel(system, own, partial(_checked, system)),
            tells_all=lambda up: (f"{up.name} begins: /scenario show tells you alone what you may know of it",),
        ),
        show_order(staged),
        typed_order(
            EndScenario,
            partial(_end, system),
            _ended_card,
            tells_all=lambda ended: (f"{ended.name} ends", ended.words),
        ),
    )
    return {order.verb: order for order in orders}


def unless_played(order: Order, system: System) -> Order:
    """The same order, refused as long as the deck that it would take away is a scenario's."""
    if order.verb not in (LOADS, TAKES):
        return order
    staged = staged_of(system)

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        playing = staged.playing(scene.ledger) if scene.game is not None else None
        if playing is not None and scene.board is not None:
            ends = f"/scenario end ends it, and /{order.verb} then takes its deck away"
            raise RuleError(
                f"{scene.board.plan.name} is the deck of {playing.name}, which is played: /scenario next goes on to "
                f"another deck of it; {ends}."
            )
        return order.prepared(scene, values)

    return replace(order, resolve=InTwoSteps(prepare))


def _list(staged: Staged, _: Scene, __: ListScenarios, ___: Dice) -> Outcome:
    told = tuple(
        (each.name, each.rule, len(each.decks), tuple(side.name for side in each.sides))
        for each in staged.scenarios.values()
    )
    return Outcome({}, ScenarioList(told, staged.broken))


def _listed_card(listed: ScenarioList, _: Faces) -> Card:
    lines = [
        f"{name}{f' ({rule})' if rule else ''}: {' against '.join(sides)}, {counted(decks, 'deck')}"
        for name, rule, decks, sides in listed.scenarios
    ]
    lines += [f"✗ {each}" for each in listed.broken]
    more = (Suggestion("scenario show", after=" tells more of one, /scenario setup puts it up"),)
    return Card("Scenarios", (*(lines or ["None come with these rules."]), *more))


def _set_up(system: System, scene: Scene, asked: SetUpScenario, dice: Dice) -> Outcome:
    """A scenario put up whole: deck, people, special rules and the first turn; all of it is taken back as one."""
    staged = staged_of(system)
    assert scene.game is not None, "a scenario is set up in earnest only"
    scenario = scenario_of(staged, asked.name)
    game, gone = _swept(system, scene.game, sweep=asked.sweep)
    game = put_up(staged, scenario, game, 0)
    specials = tuple(each.key for each in scenario.specials)
    alone, owners = _alone(system, scenario, asked.alone), _owners(scenario, asked)
    playing = Playing(scenario.name, cups=full_cups(staged.groups), specials=specials, alone=alone, owners=owners)
    former = {name: unit.id for name, unit in scene.game.units.items() if name not in game.units}
    muster = Muster(system, scenario, game, playing, dice, owners, former)
    for force in forces_of(scenario, asked.drawn, asked.thrown):
        muster = muster.with_troop(force)
    game = with_specials(staged, scenario, muster.faced().game, dice)
    muster = replace(muster, game=game, playing=holding(scenario, muster.playing, game, dice))
    game = game.keeping(staged.keeping(game.ledger, muster.playing))
    ledger = staged.begins(game, _opening(scenario, game, muster.playing, scene.at))
    told = SetUpSo(
        scenario.name,
        game.board.plan.name,
        tuple((side.name, _seen(game, muster.playing, side.name)) for side in scenario.sides),
        sum(not staged.specials[each.name].kept for each in scenario.specials),
        gone,
        alone,
        scene.settings.get(PILOTED) == ACTS,
        "" if asked.drawn == AS_WRITTEN else asked.drawn,
        tuple((force.side, total) for force, total in thrown_so(scenario, asked.thrown)),
    )
    return Outcome({}, told, ledger=ledger, game=game, board=game.board, marks=Marks())


def _checked(system: System, scene: Scene, values: Values) -> None:
    """Raise RuleError where a scenario can't be set up in a scene, by what was thrown or by who is there."""
    assert scene.game is not None, "a scenario is set up in earnest only"
    thrown_so(scenario_of(staged_of(system), str(values["name"])), str(values["thrown"]))
    _swept(system, scene.game, sweep=values["sweep"] is True)


def put_up(staged: Staged, scenario: Scenario, game: Game, number: int) -> Game:
    """The game with a deck of its scenario put up as it was drawn, and as special rules have it."""
    plan, drawing = staged.decks[scenario.decks[number].plan]
    text = drawing
    for each in scenario.specials:
        if draws := staged.specials[each.name].redraws:
            try:
                text = draws(text, each.about)
            except RuleError as problem:
                raise RuleError(f"{scenario.file}, line {each.line}: {problem}") from None
    return replace(game, board=as_drawn(plan if text == drawing else read_plan(text, plan.name)), drawing=text)


def _swept(system: System, game: Game, *, sweep: bool) -> tuple[Game, tuple[str, ...]]:
    """The game as a scenario finds it: nobody on a deck, no turn, nobody left of the scenario before."""
    staged = staged_of(system)
    standing = tuple(game.present)
    if standing and not sweep:
        are = "stand" if len(standing) > 1 else "stands"
        raise RuleError(f"{sentence(standing[:3])} {are} on the deck: /place them off, or say sweep:True.")
    if staged.moment(game.ledger) and not sweep:
        raise RuleError("A turn is kept here: /turn end stops it, or say sweep:True.")
    kept, gone = system.off_deck(game.ledger)
    before = staged.playing(kept)
    units = game.units
    for name in before.people.values() if before else ():
        units = units.without(name) if name in units else units
    ledger = staged.keeping(staged.ends(kept), None)
    if book := system.piloting:
        ledger = book.keeping(ledger, {name: pilot for name, pilot in book.kept(ledger).items() if name in units})
    return replace(game, units=units, board=None).keeping(ledger), tuple(gone)


def _owners(scenario: Scenario, asked: SetUpScenario) -> dict[str, str]:
    """Whose the people of each side are; the referee's belong to nobody."""
    given = (asked.first, asked.second, asked.third)
    if any(given[len(scenario.sides) :]):
        raise RuleError(f"{scenario.name} has {counted(len(scenario.sides), 'side')}: name no more players.")
    return {side.name: player for side, player in zip(scenario.sides, given, strict=False) if player}


def _alone(system: System, scenario: Scenario, named_so: str) -> tuple[str, ...]:
    """The sides that act by themselves; raises RuleError for one that the scenario doesn't have."""
    sides = [side.name for side in scenario.sides]
    if named_so.casefold().strip() == NOBODY:
        return ()
    if named_so and system.piloting is None:
        raise RuleError("By these rules nobody acts by themselves: leave alone out.")
    if named_so.casefold().strip() == "all":
        return tuple(sides)
    words = [each for each in named_so.split(",") if each.strip()]
    return tuple(dict.fromkeys(match(each.strip(), sides, what="side of this scenario") for each in words))


def with_specials(staged: Staged, scenario: Scenario, game: Game, dice: Dice) -> Game:
    """The game with what special rules make of the deck that is put up; RuleError names the file's line."""
    for each in scenario.specials:
        if sets := staged.specials[each.name].sets:
            try:
                game = sets(game, each.about, dice)
            except RuleError as problem:
                raise RuleError(f"{scenario.file}, line {each.line}: {problem}") from None
    return game


def _opening(scenario: Scenario, game: Game, playing: Playing, at: int) -> FirstTurn:
    """Who is surprised, and who is planned to move."""
    surprised = _named(scenario, SURPRISED, game, playing)
    committed = _named(scenario, COMMITTED, game, playing)
    return FirstTurn(surprised, {*committed, *surprised}, at)


def _named(scenario: Scenario, special: str, game: Game, playing: Playing) -> set[str]:
    """Those whom a special rule names: sides, or people; all where it names nobody."""
    said = scenario.special(special)
    if said is None:
        return set()
    own = {called: game.units[called] for called in playing.people.values()}
    if not said.about or said.about == "all":
        return set(own)
    words = [each.strip() for each in said.about.split(",")]
    known = {*(side.name for side in scenario.sides), *playing.people}
    chosen = {match(each, known, what="side or person of this scenario") for each in words}
    return {name for name, unit in own.items() if unit.side in chosen} | {
        called for name, called in playing.people.items() if name in chosen
    }


def _seen(game: Game, playing: Playing, side: str) -> int:
    """How many of a side are there for all to see."""
    return sum(unit.side == side for _, unit in people_of(playing, game.units))


def _up_card(up: SetUpSo, _: Faces) -> Card:
    lines = [f"{up.deck} is put up", *(f"{side}: {there}" for side, there in up.sides if there), *up.gone]
    lines += [f"Thrown on the table for the {side}: {total}" for side, total in up.thrown]
    lines += [f"Everybody drawn: {up.drawn}"] if up.drawn else []
    lines += [f"{counted(up.by_hand, 'special rule')} for the referee's hand"] if up.by_hand else []
    more = [Suggestion("scenario show", after=" tells you alone what you may know of it")]
    if up.alone:
        lines.append(f"By themselves: {sentence(up.alone)}{'' if up.acts else ', once the setting autopilot is acts'}")
        setting = {"setting": PILOTED, "value": ACTS}
        more += [] if up.acts else [Suggestion("campaign set", setting, after=" lets them act in /next")]
    return Card(f"{up.name} begins", (*lines, *more))


def _end(system: System, scene: Scene, asked: EndScenario, _: Dice) -> Outcome:
    staged = staged_of(system)
    assert scene.game is not None, "a scenario ends in earnest only"
    scenario, playing = playing_of(staged, scene)
    decided = playing.decided
    words = f"{decided.winner or 'Nobody'} won: {decided.why}" if decided else "Nothing was decided"
    prisoners = prisoners_told((unit.name, unit.marks) for unit in scene.known.values())
    told = EndedSo(scenario.name, words, prisoners)
    if not asked.sweep:
        told = replace(told, turn=staged.moment(scene.ledger) is not None, piloted=_are_piloted(system, scene.game))
        free = freed(playing, scene.game.units)
        return Outcome({}, told, ledger=staged.keeping(scene.ledger, None), units=free)
    game, _gone = _swept(system, scene.game, sweep=True)
    return Outcome({}, told, game=game)


def _are_piloted(system: System, game: Game) -> bool:
    """Whether some in a game have standing orders."""
    pilots = system.piloting.kept(game.ledger) if system.piloting else {}
    return any(pilot.standing and name in game.units for name, pilot in pilots.items())


def _ended_card(ended: EndedSo, _: Faces) -> Card:
    prisoners = (f"Prisoners: {ended.prisoners}",) if ended.prisoners else ()
    turn = Suggestion("turn end", after=" stops the turn that is still kept")
    none = {"orders": "none"}
    orders = Suggestion("autopilot set", none, after=" with a name or a side ends standing orders that some still have")
    kept = (*([turn] if ended.turn else []), *([orders] if ended.piloted else []))
    return Card(f"{ended.name} ends", (ended.words, *prisoners, *kept), tone=Tone.PLAIN)
