"""What close combat asks: the answers of those who are charged, the blows of those in contact, and charges (C3K
Charges, Close combat).
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.engine.cards import sentence
from bot.engine.due import Choice, Due, said
from bot.engine.scene import Game, Scene, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, aloft
from bot.systems.combat3000.fire.on_deck import cm_between, unaware
from bot.systems.combat3000.fire.veils import clear
from bot.systems.combat3000.hit.plights import helpless
from bot.systems.combat3000.melee.closing import charges_at, run_of
from bot.systems.combat3000.melee.contact import Contact, Response, fights_of, opponents
from bot.systems.combat3000.melee.reacting import choices, unanswered
from bot.systems.combat3000.melee.round import FIGHTS, touching
from bot.systems.combat3000.morale.behaviour import shaken
from bot.systems.combat3000.morale.known import fights
from bot.systems.combat3000.moving.ways import SQUARE
from bot.systems.marks import takes_part
from bot.systems.seeing import in_view

_LABELS = {
    Response.RUN: "Run away",
    Response.FIRE: "Stand and fire",
    Response.COUNTER: "Countercharge",
    Response.STAND: "Stand",
}
_CHARGES = "C3K Charges"


def answers_due(game: Game, since: str) -> Iterator[Due]:
    """Whoever is charged answers; who says nothing stands to receive the charge, or runs where their nerve fails."""
    charging = game.ledger.charging if game.ledger else ()
    scene = Scene.of(game)
    for name in dict.fromkeys(each.target for each in charging):
        charges, unit = charges_at(game.ledger, name), game.units[name]
        if not (may := choices(scene, unit, charges)):
            continue
        ready = tuple(Choice(_LABELS[how], said("receive", [name], how=str(how))) for how in may)
        what = f"an answer to the charge of {sentence(each.name for each in charges)}"
        answer = said("receive", [name])
        default = may.index(unanswered(may))
        yield Due(what, _CHARGES, (name,), (unit.owner,), ready, default, answer, ("how",), since=since)


def fights_due(game: Game, since: str) -> Iterator[Due]:
    """All who are in contact may fight, if any of them wishes to; nobody is asked to strike who has surrendered."""
    left = tuple(each for each in touching(Scene.of(game)) if not each.fresh)
    while left:
        fight = fights_of(left, left[0].both)
        left = tuple(each for each in left if each not in fight)
        units = [game.units[name] for name in dict.fromkeys(name for each in fight for name in each.both)]
        able = [unit for unit in units if takes_part(unit) and not helpless(unit.sheet)]
        able = [unit for unit in able if _against(game, fight, unit.name)]
        if any(unit.sheet.now.busy == FIGHTS for unit in units):
            continue
        for owner, own in groupby(sorted(able, key=lambda unit: unit.owner), key=lambda unit: unit.owner):
            names = tuple(unit.name for unit in own)
            strike = Choice("Strike", said("melee", names[:1]), throws=True)
            what = f"may strike at {sentence(_against(game, fight, names[0]))}"
            yield Due(what, "C3K Close combat", names, (owner,), (strike,), optional=True, since=since)


def _against(game: Game, fight: Sequence[Contact], name: str) -> list[str]:
    """Those in contact with somebody who are still to be fought."""
    return [each for each in opponents(fight, name) if fights(game.units[each])]


def charges_due(scene: Scene, able: Sequence[Unit], since: str, book: Book) -> Iterator[Due]:
    """Whoever has done nothing yet may charge an enemy; on a deck one whom they may reach."""
    brave = [unit for unit in able if isinstance(unit.sheet, Figure) and not shaken(unit.sheet.nerve)]
    free = [unit for unit in brave if may_charge(scene, unit, book)]
    for owner, own in groupby(sorted(free, key=lambda unit: unit.owner), key=lambda unit: unit.owner):
        names = tuple(unit.name for unit in own)
        answer = said("charge", names)
        yield Due("may charge", _CHARGES, names, (owner,), answer=answer, asks=("target",), optional=True, since=since)


def may_charge(scene: Scene, unit: Unit, book: Book) -> bool:
    """Whether somebody has done nothing yet, and there is an enemy to be charged of whom their side knows."""
    figure: Figure = unit.sheet
    now = figure.now
    acted = now.acted or now.gait or now.task or figure.rides or aloft(figure)
    contacts = scene.ledger.contacts if scene.ledger else ()
    busy = opponents(contacts, unit.name) or charges_at(scene.ledger, unit.name)
    if acted or busy or figure.posture is FigurePosture.PRONE or not takes_part(unit):
        return False
    return bool(to_charge(scene, unit, book))


def to_charge(scene: Scene, unit: Unit, book: Book) -> list[Unit]:
    """The enemies whom somebody may charge: where sides know only what they have seen, those whom theirs sees."""
    assert scene.game is not None, "a charge is due in a game"
    game = scene.game
    return in_view(scene, unit, (other for other in game.units.values() if _reachable(game, unit, other, book)))


def _reachable(game: Game, unit: Unit, other: Unit, book: Book) -> bool:
    """Whether somebody is an enemy who may be charged: on a deck in sight and within a run, off it as near as anybody
    says.
    """
    enemy = isinstance(other.sheet, Figure) and other.side != unit.side and fights(other)
    if not enemy or other.sheet.rides or aloft(other.sheet):
        return False
    people = game.board.people if game.board else {}
    if not {unit.name, other.name} <= people.keys():
        return unit.name not in people and other.name not in people
    start, there = people[unit.name].at, people[other.name].at
    near = cm_between(start, there, game.board.plan.separation) <= run_of(unit.sheet, book) + SQUARE
    return near and clear(game.ledger, game.board, start, there) and not unaware(Scene.of(game), unit.name, other.name)
