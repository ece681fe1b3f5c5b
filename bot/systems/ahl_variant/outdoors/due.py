"""Whose turn it is in an encounter in the open, as what is due (V27.Rounds)."""

from collections.abc import Iterator

from bot.engine.due import Choice, Due, said
from bot.engine.scene import Game
from bot.systems.ahl.book import Book
from bot.systems.ahl_variant.ledger import Records
from bot.systems.ahl_variant.outdoors.encounter import Phase, to_control, whose_turn
from bot.systems.ahl_variant.outdoors.waking import to_wake

_MOST_NAMED = 4
_LABEL = 20
# By what one acts in each step, and what has to be said for it.
_ANSWERS = {
    Phase.SURPRISE: ("fire", "target"),
    Phase.MOVEMENT: ("go", "to"),
    Phase.FIRE: ("fire", "target"),
    Phase.MELEE: ("melee", "target"),
}
_WORDS = {
    Phase.SURPRISE: "an action, until the alarm",
    Phase.MOVEMENT: "a move",
    Phase.FIRE: "fire, or none",
    Phase.MELEE: "a blow, the longest reach first",
}


def due_in_the_open(book: Book, game: Game) -> Iterator[Due]:
    """Who acts next: any one of the side whose turn it is; whoever does nothing passes, and so does the first of them
    where nobody answers.
    """
    ledger = game.ledger
    encounter = ledger.encounter if isinstance(ledger, Records) else None
    if encounter is None:
        return
    if out := to_wake(encounter, game.units):
        throw = Choice("Throw", said("wake", out), throws=True)
        yield Due("the die to come round", "AHL 12.C", out, choices=(throw,), since=encounter.words)
    if strained := to_control(encounter, game.units):
        throw = Choice("Throw", said("phase"), throws=True)
        yield Due("the throw for control", "AHL 26.B", strained, choices=(throw,), since=encounter.words)
        return
    ready = whose_turn(book, encounter, game.units)
    if not ready:
        return
    owners = tuple(dict.fromkeys(game.units[name].owner for name in ready))
    choices = tuple(Choice(f"Pass: {name}"[:_LABEL], said("encounter pass", (name,))) for name in ready[:_MOST_NAMED])
    if encounter.phase is Phase.SURPRISE:
        choices = (*choices, Choice("The alarm is given", said("encounter alarm")))
    verb, field = _ANSWERS[encounter.phase]
    yield Due(
        f"{_WORDS[encounter.phase]}{', by one of them' if len(ready) > 1 else ''}",
        "AHL V27.Rounds",
        tuple(ready),
        owners,
        choices,
        default=0,
        answer=said(verb, ready if len(ready) == 1 else ()),
        asks=(field,),
        apart=True,
        begins=encounter.phase is Phase.MOVEMENT and not encounter.acted,
        since=encounter.words,
    )
