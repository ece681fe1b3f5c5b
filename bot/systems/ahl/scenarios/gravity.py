"""A dead ship under heavy gravity: climbs that tire, the first sight of what lives there, and panic that climbs (AHL
scenario V).
"""

from collections.abc import Collection
from dataclasses import replace

from bot.deck.passage import fixture_at
from bot.deck.plan import Fixture
from bot.engine.cards import counted
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.scene import Scene, Unit
from bot.engine.staging import Juncture, Ruling
from bot.systems.ahl.ledger import HEAVY_GRAVITY, PANIC_CLIMBS
from bot.systems.ahl.scenarios.posts import clock, with_clock
from bot.systems.ahl.sheet.character import Being, Nerve, can_fight
from bot.systems.ahl.turn.clock import PHASES, Casualty
from bot.systems.floors import away
from bot.systems.ruled import Act, parts


def _tires(unit: Unit) -> bool:
    """Whether climbing tires somebody: not in battle dress, and no blob or robot."""
    return unit.sheet.being is Being.PERSON and unit.sheet.armour != "battle dress"


def _tired(stage: Juncture, name: str) -> bool:
    """Whether somebody has climbed, and hasn't rested for a whole turn since."""
    unit, climbed = stage.game.units[name], stage.kept.get(name, 0)
    return bool(climbed) and stage.moment is not None and _tires(unit) and stage.moment[0] < climbed + 2


def _words(stage: Juncture, name: str) -> str:
    return (
        f"{name} has climbed a level, and rests for one whole turn without moving before the next "
        f"({stage.scenario.rule})."
    )


def _climbs(stage: Juncture) -> Act | None:
    """Whoever is on a ladder, or moves before they are rested, has all of their rest before them."""
    kept = clock(stage)
    if kept is None:
        return None
    board, units = stage.game.board, stage.game.units
    on_ladders = [name for name, standing in board.people.items() if standing.climb and _tires(units[name])]
    moving = [name for name in stage.kept if name in units and _tired(stage, name) and kept.of(name).deeds.moved]
    now = [name for name in {*on_ladders, *moving} if stage.kept.get(name) != kept.turn]
    return (lambda _: stage.keeping(**dict.fromkeys(sorted(now), kept.turn))) if now else None


def _climbed(stage: Juncture, names: Collection[str], _: Dice) -> Juncture:
    if stage.moment is None:
        return stage
    tired = [name for name in names if _tires(stage.game.units[name])]
    return stage.keeping(**dict.fromkeys(tired, stage.moment[0]))


def _too_tired(stage: Juncture, names: Collection[str], _: int) -> str:
    return next((_words(stage, name) for name in names if _tired(stage, name)), "")


def _no_ladder(stage: Juncture, scene: Scene, verb: str) -> Juncture:
    """Raises RuleError for whoever takes a ladder before they are rested."""
    if verb != "move" or scene.board is None:
        return stage
    for unit in scene.units.get("name", ()):
        before, after = scene.board.people.get(unit.name), stage.game.board.people.get(unit.name)
        if before and after and after.climb and not before.climb and _tired(stage, unit.name):
            raise RuleError(_words(stage, unit.name))
    return stage


# --- the first sight ---


def _first_sight(stage: Juncture) -> Act | None:
    """All of the side check their morale at the end of the first action phase, as if a friend had fallen."""
    side, of = parts(stage.special)
    kept = clock(stage)
    if kept is None or (kept.turn, kept.phase) != (1, 1) or "done" in stage.kept:
        return None
    seen_by = tuple(unit.name for unit in stage.there(side))
    after = replace(kept, casualties=(*kept.casualties, Casualty(of, seen_by)))
    told = f"The first sight of {of}: all {side} check their morale at the end of the phase, as if a friend had fallen"
    return lambda _: with_clock(stage, after).keeping(done=1).telling(told)


# --- panic climbs ---


def _climb_in_panic(stage: Juncture) -> Act | None:
    """Whoever has fled to a ladder climbs it to the next deck, and is helpless there for one die of phases; whoever is
    still in panic then goes on.
    """
    kept = clock(stage)
    if kept is None:
        return None
    able = [unit for unit in stage.people(stage.about) if stage.kept.get(unit.name, 0) <= _now(stage)]
    here = [unit for unit in able if _at_a_ladder(stage, unit)]
    above = [
        (deck, stage.game.units[name])
        for deck, there in stage.playing.stayed.items()
        for name in there
        if name in stage.kept and name in stage.game.units and _goes_on(stage, name)
    ]
    on = [(deck, unit) for deck, unit in above if _next_floor(stage, deck)]
    return (lambda dice: _up(stage, here, on, dice)) if here or on else None


def _at_a_ladder(stage: Juncture, unit: Unit) -> bool:
    standing = stage.game.board.people.get(unit.name)
    fleeing = standing is not None and unit.sheet.nerve is Nerve.FLEEING and can_fight(unit)
    return fleeing and standing is not None and fixture_at(stage.game.board, standing.at) is Fixture.LADDER


def _now(stage: Juncture) -> int:
    return stage.moment[0] * PHASES + stage.moment[1] if stage.moment else 0


def _goes_on(stage: Juncture, name: str) -> bool:
    unit = stage.game.units[name]
    return can_fight(unit) and unit.sheet.nerve is Nerve.FLEEING and stage.kept[name] <= _now(stage)


def _next_floor(stage: Juncture, deck: str) -> str:
    """The deck above one, "" above the last."""
    names = [each.name for each in stage.scenario.decks]
    number = names.index(deck) + 1 if deck in names else len(names)
    return names[number] if number < len(names) else ""


def _up(stage: Juncture, here: list[Unit], above: list[tuple[str, Unit]], dice: Dice) -> Juncture:
    for deck, unit in [(stage.floor, unit) for unit in here] + above:
        to, phases = _next_floor(stage, deck), dice.roll(1, why=f"for how many phases {unit.name} is helpless")
        if not to:
            continue
        stage = _gone_up(stage, deck, unit.name, to).keeping(**{unit.name: _now(stage) + phases})
        helpless = f", and is helpless there for {counted(phases, 'phase')}" if _has_plan(stage, to) else ""
        stage = stage.telling(f"{unit.name} climbs in panic to {to}{helpless} (R-156)")
    return stage


def _has_plan(stage: Juncture, deck: str) -> bool:
    return any(each.name == deck and each.plan for each in stage.scenario.decks)


def _gone_up(stage: Juncture, deck: str, name: str, to: str) -> Juncture:
    board, playing = stage.game.board, stage.playing
    if deck == stage.floor:
        playing = away(playing, to, board, (name,))
        people = {other: at for other, at in board.people.items() if other != name}
        return replace(stage, playing=playing, game=replace(stage.game, board=replace(board, people=people)))
    there = playing.stayed[deck]
    stayed = {**playing.stayed, deck: {other: at for other, at in there.items() if other != name}}
    stayed[to] = {**stayed.get(to, {}), name: there[name]}
    return replace(stage, playing=playing.having(stayed=stayed))


def _helpless(stage: Juncture, _: str, unit: Unit) -> str:
    if stage.kept.get(unit.name, 0) <= _now(stage):
        return ""
    return f"{unit.name} is helpless with exhaustion, and does nothing yet ({stage.scenario.rule})."


GRAVITY = {
    HEAVY_GRAVITY: Ruling("Nobody trots but in panic or in battle dress", kept=True),
    "rest between climbs": Ruling(
        "Whoever has climbed a level rests for a whole turn before the next, but in battle dress",
        happens=_climbs,
        notes=_no_ladder,
        leaves=_too_tired,
        arrives=_climbed,
        kept=True,
    ),
    "first sight": Ruling(
        "All of that side check their morale at the end of the first action phase, as if a friend had fallen",
        happens=_first_sight,
        kept=True,
    ),
    PANIC_CLIMBS: Ruling(
        "The panicked run to the nearest ladder, climb to the next deck, and are helpless there for one die of phases",
        happens=_climb_in_panic,
        bars=_helpless,
        kept=True,
    ),
}
