"""Whom a name means among what is kept, and what is told where it means nobody of the kind that is asked for."""

from collections.abc import Iterable, Sequence

from bot.campaign.rows import StoredUnit
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import CAREER, CHARACTER, SHIP
from bot.engine.typed import begins_word, match
from bot.systems.names import key_of

# What is done with one of a kind where one of another is asked for.
_CAN = {
    CHARACTER: "/character show shows them",
    SHIP: "/ship show shows it, and /battle new begins a battle of ships",
    CAREER: "/career enlist makes a character of whoever has had one",
}


def meant(units: Sequence[StoredUnit], name: str, kind: str) -> StoredUnit:
    """The character, ship or career that was meant; raises RuleError with the near names where that isn't clear."""
    if not units:
        how = "begin" if kind == CAREER else "add"
        raise RuleError(f"There are no {kind}s here yet: {how} one with /{kind} {how}.")
    found = match(name, [unit.name for unit in units], what=kind)
    return next(unit for unit in units if unit.name == found)


def missed(problem: RuleError, name: str, kind: str, others: Iterable[StoredUnit], sides: Sequence[str]) -> RuleError:
    """What is told for that problem with a name: what else has that very name, or the sides that may be named."""
    told, key = str(problem), key_of(name)
    for other in others:
        if key_of(other.name) == key:
            is_one = "has a career, and is no ship or character" if other.kind == CAREER else f"is no {kind}"
            return RuleError(f"{other.name} {is_one}: {_CAN[other.kind]}.")
    if sides and told.endswith(".") and "could be" not in told:
        return RuleError(f"{told[:-1]}, or a side: {sentence(sides, 'or')}.")
    return problem


def kind_named(people: Sequence[StoredUnit], ships: Sequence[StoredUnit], typed: str) -> str:
    """Whether a character or a ship is named, first of several, a character before a ship."""
    key = key_of(typed.partition(",")[0].strip())
    begun = [unit for unit in (*people, *ships) if unit.key.startswith(key)]
    begun = begun or [unit for unit in (*people, *ships) if begins_word(unit.key, key)]
    exact = [unit for unit in begun if unit.key == key]
    return (exact or begun)[0].kind if begun else CHARACTER if people or not ships else SHIP
