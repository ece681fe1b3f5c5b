"""Pictures of the deck that a campaign plays on, and of its battles, drawn away from all else that the bot does."""

import asyncio
import collections
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.chat.files import Attached
from bot.chat.wording import plain
from bot.deck.alttext import alt_text, left_out
from bot.deck.board import Board
from bot.deck.framing import OF_AN_ORDER, seen_by, views_of
from bot.deck.knowledge import Knowledge
from bot.deck.placing import filled
from bot.deck.plan import At, Plan
from bot.deck.view import Counter, Health, Hurt, Marks, Scored, View
from bot.engine.errors import RuleError
from bot.engine.order import Telling
from bot.engine.scene import Game
from bot.engine.ships import Fleets
from bot.engine.system import Mark, Sign, System
from bot.systems.seeing import all_there, who_stands
from renderers.deck import deck_png
from renderers.fleet import fleet_png
from renderers.key import deck_key, key_png, key_words, people_key

# Settings that a book may have, of what holds wherever it plays.
_EVERYWHERE = ("dark", "zero-g", "vacuum")
# How much of an answer may say who is in no picture, in characters.
_MOST_TOLD = 900


def deck_views(
    game: Game,
    system: System,
    marks: Marks | None = None,
    *,
    level: int | None = None,
    most: int = OF_AN_ORDER,
    was: Game | None = None,
    eyes: Sequence[At] = (),
) -> tuple[View, ...]:
    """What pictures of the deck show as the game stands, none where no deck is up.

    Without `level`, it is wherever something happened or people are; with `eyes`, what is seen from those squares.
    `was` is the game before: whoever fell or was wounded since then shows it.
    """
    board: Board | None = game.board
    if board is None or not knows_deck(game):
        return ()
    marks, before = marks or Marks(), was or game
    holding = tuple(name for name in _EVERYWHERE if game.settings.get(name) == "yes")
    people = [_with_news(one, marks, before, game, system) for one in counters(game, board, system)]
    if eyes:
        views = seen_by(board, eyes, people, marks, game.known.seen if game.known else None)
    else:
        news = tuple(one.at for one in people if one.struck or one.hurt)
        views = views_of(board, people, replace(marks, about=(*marks.about, *news)), level=level, most=most)
    return as_known(game, [replace(view, settings=holding) for view in views])


def knows_deck(game: Game) -> bool:
    """Whether anything is known of the deck that is up: whoever knows nothing of it is shown no picture of it."""
    return game.known is None or bool(game.known.known)


def as_known(game: Game, views: Iterable[View]) -> tuple[View, ...]:
    """Views of a game in which it shows what is only remembered, by whoever doesn't know all of it."""
    known: Knowledge | None = game.known
    gone = known.known - known.seen if known else frozenset[At]()
    return tuple(replace(view, remembered=gone) for view in views)


def eyes_of(game: Game, board: Board, system: System, side: str) -> list[At]:
    """The squares from which a side looks about: of those on the deck who can see; raises RuleError where nobody can.

    Whoever is out of action, or dead, sees nothing.
    """
    own = [unit for unit in all_there(system.squads, game) if unit.side == side]
    if not own:
        raise RuleError(f"Nobody of {side} is on the deck: put them there with /place.")
    awake = (unit for unit in own if not _sees_nothing(system.squads.mark(unit.sheet)))
    eyes = [board.people[who_stands(system.squads, game, unit).name].at for unit in awake]
    if not eyes:
        raise RuleError(f"Nobody of {side} is awake to see anything.")
    return eyes


def _sees_nothing(mark: Mark) -> bool:
    return mark.dead or mark.out


def _with_news(counter: Counter, marks: Marks, was: Game, now: Game, system: System) -> Counter:
    """A counter with what has just happened to it."""
    attacks = [each for each in marks.struck if each.name == counter.name]
    struck = max(attacks, key=lambda each: list(Scored).index(each.how), default=None)
    hurt = None
    if counter.name in was.units and was is not now:
        before, after = (system.squads.mark(game.units[counter.name].sheet) for game in (was, now))
        if (after.out, after.dead) > (before.out, before.dead) or (after.dead and not before.dead):
            hurt = Hurt.FELL
        elif after.wounds > before.wounds:
            hurt = Hurt.WOUNDED
    return replace(counter, struck=struck, hurt=hurt)


def counters(game: Game, board: Board, system: System) -> Iterator[Counter]:
    """Everybody on a board as counters, with the sides numbered as they came."""
    for unit in game.present.values():
        standing, mark = board.people[unit.name], system.squads.mark(unit.sheet)
        met = game.known.people.get(unit.id) if game.known and unit.foreign else None
        signs = mark.signs | {Sign.CROUCHING} if standing.crouching else mark.signs
        yield Counter(
            unit.name,
            standing.at,
            standing.facing,
            game.sides.index(unit.side),
            mark.wounds,
            _health(mark, prone=standing.prone),
            standing.between,
            unit.marks,
            signs,
            body=filled(board, standing, mark.fills)[1:],
            age=met.when.until(game.known.now, system.squads.phases) if met and not met.present else None,
        )


def _health(mark: Mark, *, prone: bool) -> Health:
    if mark.dead:
        return Health.DEAD
    if mark.out:
        return Health.UNCONSCIOUS if Sign.UNCONSCIOUS in mark.signs else Health.OUT
    return Health.PRONE if prone else Health.UP


async def drawn(views: Sequence[View]) -> list[Attached]:
    """The pictures of some views, each with its words, to go with an answer."""
    return [
        Attached(
            f"deck{number if number > 1 else ''}.png",
            await asyncio.to_thread(deck_png, view),
            alt_text(view),
            f"Not in the picture: {plain(left_out(view, _MOST_TOLD))}" if view.left_out else "",
        )
        for number, view in enumerate(views, start=1)
    ]


async def sheets(views: Sequence[View]) -> list[Attached]:
    """The pictures of a whole level, the names of its rooms beside each."""
    files = await drawn(views)
    return [
        replace(file, told="\n".join(filter(None, (file.told, _rooms(view)))))
        for file, view in zip(files, views, strict=True)
    ]


def _rooms(view: View) -> str:
    rooms = [room for room in view.board.plan.rooms if any(map(view.shows, room.squares))]
    return plain(f"Rooms: {', '.join(f'{room.number} {room.name}' for room in rooms)}") if rooms else ""


async def key_of(plan: Plan | None, *, people: bool, fog: bool = False) -> list[Attached]:
    """The key of a plan's signs, and of those that people show; and of what is remembered, where there is `fog`."""
    parts = [("Key: the deck", deck_key(plan, fog=fog)), *([("Key: people", people_key(fog=fog))] if people else [])]
    return [
        Attached(f"key{number}.png", await asyncio.to_thread(key_png, title, entries), key_words(title, entries))
        for number, (title, entries) in enumerate(parts, start=1)
    ]


async def of_battle(told: Telling[Marks] | None) -> list[Attached]:
    """The picture of both fleets after an order in a battle, and its log; nothing after any other order."""
    files = await battle_drawn(told.fleets if told else None)
    if told and told.log:
        log = await asyncio.to_thread(_laid_out, told.log)
        files.append(Attached("log.txt", log, "Everything that happened, line by line"))
    return files


async def battle_drawn(fleets: Fleets | None) -> list[Attached]:
    """The picture of both fleets; none without ships."""
    if fleets is None or not fleets.ships:
        return []
    return [Attached("battle.png", await asyncio.to_thread(fleet_png, fleets), _in_words(fleets))]


def _laid_out(log: Sequence[str]) -> bytes:
    """The log as a file for a narrow screen: every stage of what happened on a line of its own."""
    return "\n".join(line.replace("; ", "\n    ") for line in log).encode()


_MOST_NAMED = 20


def _in_words(fleets: Fleets) -> str:
    """The picture for who can't see it: how each ship stands, like ones together where they are many, and the fire."""
    told = [f"{fleets.title}, {fleets.moment}"]
    for number, side in enumerate(fleets.sides):
        own = [ship for ship in fleets.ships if ship.side == number]
        names = [ship.name for ship in own] if len(own) <= _MOST_NAMED else [ship.model or ship.name for ship in own]
        alike = collections.Counter((name, ship.state, ship.reserve) for name, ship in zip(names, own, strict=True))
        stand = [
            f"{f'{count} x ' if count > 1 else ''}{name} {state}{' in reserve' if reserve else ''}"
            for (name, state, reserve), count in alike.items()
        ]
        fired = [shot for shot in fleets.shots if fleets.ships[shot.firer].side == number]
        more = f", and {len(stand) - _MOST_NAMED} kinds more" if len(stand) > _MOST_NAMED else ""
        batteries, hits = sum(shot.batteries for shot in fired), sum(shot.hits for shot in fired)
        shot = f"; {batteries} batteries fired and {hits} hit" if fired else ""
        told.append(f"{side}: {', '.join(stand[:_MOST_NAMED])}{more}{shot}")
    return ". ".join(told)
