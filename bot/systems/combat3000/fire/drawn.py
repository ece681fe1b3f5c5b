"""What the picture of a deck shows of shots: lines, where each came down and what it covers there, and what became of
everybody fired at.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.deck.board import Board
from bot.deck.plan import At, range_between
from bot.deck.sight import sees
from bot.deck.view import Attacked, Marks, Scored
from bot.systems.combat3000.burst import AIMED_AT, Spot, square_at
from bot.systems.combat3000.fire.on_deck import ShotOnDeck, spot_of
from bot.systems.combat3000.fire.plan import Declared, Reached, Stands, under
from bot.systems.combat3000.fire.shooting import Fate, Shooting
from bot.systems.combat3000.hit.figures import Effect, Struck
from bot.systems.combat3000.hit.moment import Hit, Person

_TOLD = {*Effect} - {Effect.UNHARMED, Effect.SHIELDED, Effect.HELD, Effect.NONE}


def marks_of(
    board: Board,
    decks: Mapping[str, ShotOnDeck],
    targets: Iterable[str],
    shootings: Sequence[Shooting],
    people: Mapping[str, Person],
) -> Marks:
    """What a picture shows of some shots; `decks` are they as the deck has them, by who fires, the first first.

    `targets` are those fired at, `people` what a hit finds of everybody. Of a shot that never went off nothing shows
    but the squares.
    """
    fired = [shooting for shooting in shootings if shooting.fate is Fate.FIRED and not shooting.jammed]
    at = {shooting.declared.target for shooting in fired}
    hits = {
        attack.name: attack.struck
        for shooting in fired
        for attack in shooting.attacks
        if attack.name in shooting.reached
    }
    names = dict.fromkeys([*(name for name in targets if name in at or "" in at), *hits])
    firers = {shooting.declared.firer.name for shooting in fired}
    # The line of who rides begins where their vehicle stands.
    riding = {
        shooting.declared.target: shooting.declared.firer.name
        for shooting in fired
        if shooting.declared.firer.name not in board.people
    }
    shots = [shot for name, shot in decks.items() if name in firers]
    drawn = Marks(
        line=(shots[0].start, shots[0].end) if shots else None,
        lines=tuple((shot.start, shot.end) for shot in shots[1:]),
        about=tuple(square for shot in decks.values() for square in (shot.end, shot.start)),
        # Of several shots no picture has room for all ranges: the words tell them.
        range=range_between(shots[0].start, shots[0].end, board.plan.separation) if len(shots) == 1 else None,
        struck=tuple(
            Attacked(name, scored(hits.get(name, ())), _cover(people.get(name), shootings), riding.get(name, ""))
            for name in names
        ),
    )
    for shooting in fired:
        if own := decks.get(shooting.declared.firer.name):
            drawn = _with_blast(board, drawn, own, shooting)
    return drawn


def scored(struck: Sequence[Hit]) -> Scored:
    """What has become of somebody whom these hits struck: missed, where there are none."""
    if not struck:
        return Scored.MISSED
    told = (hit.effect in _TOLD if isinstance(hit, Struck) else hit.points > 0 for hit in struck)
    return Scored.EFFECTIVE if any(told) else Scored.HARMLESS


def _cover(person: Person | None, shootings: Iterable[Shooting]) -> str:
    """What somebody was in cover behind, of all that these rules count."""
    if any(shooting.through for shooting in shootings):
        return "wall"
    return "hard cover" if person and person.concealed else ""


def _with_blast(board: Board, drawn: Marks, shot: ShotOnDeck, shooting: Shooting) -> Marks:
    """The marks with what one of the shots covers: where it came down, or where an area lies."""
    declared = shooting.declared
    place = shooting.landed.place if shooting.landed else AIMED_AT if declared.situation.asked.area else None
    if place is None or not declared.spreads:
        return drawn
    centre = square_at(shot.start, shot.end, place)
    inside = centre in board.plan.levels[centre.level].floor
    astray = (shot.end, centre) if centre != shot.end and inside else ()
    return replace(
        drawn,
        blast=tuple(dict.fromkeys((*drawn.blast, *_covered(board, shot, declared, place)))),
        centres=(*drawn.centres, *((centre,) if inside and shooting.landed else ())),
        scatter=drawn.scatter or astray,
    )


def _covered(board: Board, shot: ShotOnDeck, declared: Declared, place: Spot) -> list[At]:
    """The squares under its template there that no wall shelters: from the point of aim, and an area from the firer."""
    eye = shot.start if declared.situation.asked.area else shot.end
    floor = sorted(board.plan.levels[shot.end.level].floor)
    under_it = (at for at in floor if under(declared.template, place, Stands(spot=spot_of(shot, at))) is Reached.YES)
    return [at for at in under_it if sees(board, eye, at)]
