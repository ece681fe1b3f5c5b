"""Who takes part in an order: whom its names mean, in each of its roles."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from bot.campaign.gate import callings, row_for, rows_for
from bot.campaign.rows import StoredUnit, tag_of
from bot.campaign.transaction import Transaction
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import CHARACTER, SHIP, Order, Role, System, Value
from bot.engine.typed import Named, members, quoted, read_people, spread
from bot.systems.names import key_of

# Who takes part in an order, by role, each by id with a distance where one was given.
Cast = Mapping[str, Sequence[tuple[int, int | None]]]
# The same as it was typed, or by names.
People = Mapping[str, str | Sequence[tuple[int | str, int | None]]]
# So many letters of a tag tell people of one campaign apart; all of them leave a panel room for few.
_TAG = 7


@dataclass(frozen=True, slots=True)
class CastPart:
    """A character in an order, with the distance that was given for it, and the name that the actor's side has for it,
    "" where that is its own.
    """

    unit: StoredUnit
    at: int | None
    known_as: str = ""

    @property
    def called(self) -> str:
        """What the actor's side calls it."""
        return self.known_as or self.unit.name


CastParts = Mapping[str, Sequence[CastPart]]


async def cast_of(transaction: Transaction, system: System, order: Order, people: People) -> Cast:
    """The ids of those who were typed, by role; raises RuleError as `play` does."""
    parts = await parts_of(transaction, system, order, people)
    return {role: [(part.unit.id, part.at) for part in each] for role, each in parts.items()}


async def tags_for(transaction: Transaction, kind: str) -> dict[int, str]:
    """What stands in the ids of a panel for each whom the actor knows, by the store's number."""
    return {row.id: row.tag[:_TAG] for row in await rows_for(transaction, kind)}


async def tagged(transaction: Transaction, kind: str, parts: Mapping[str, Sequence[tuple[str, int | None]]]) -> Cast:
    """Those for whom something stands in the ids of a panel, by role: also a contact of whom one has been told since
    who it is. Raises RuleError where one of them isn't known, or no more.
    """
    rows, called = await rows_for(transaction, kind), await callings(transaction)
    by_name = {row.name: row.id for row in rows}
    before = {tag_of(key_of(name))[:_TAG]: called.name(name) for name in called.meant}
    found = {tag: by_name[name] for tag, name in before.items() if name in by_name}
    found |= {row.tag[:_TAG]: row.id for row in rows}
    try:
        return {role: [(found[tag], at) for tag, at in each] for role, each in parts.items()}
    except KeyError:
        raise RuleError("Somebody in that order is no longer here: give it anew.") from None


async def parts_of(transaction: Transaction, system: System, order: Order, people: People) -> CastParts:
    """Those who take part, by role, as they are; raises RuleError where it isn't clear who is meant, or somebody has
    left. Nobody reaches for whom their side doesn't see.
    """
    found, truth = {}, {unit.id: unit for unit in await transaction.units(system.kind)}
    order.check_roles(name for name, given in people.items() if isinstance(given, str) and given.strip())
    for role in order.roles:
        given = people.get(role.name, "")
        if isinstance(given, str):
            parts = await _fill(transaction, system, role, given)
            found[role.name] = [CastPart(truth[part.unit.id], part.at, part.unit.name) for part in parts]
        else:
            seen = await rows_for(transaction, system.kind, present=True)
            known = {key: unit for unit in seen for key in (unit.id, unit.name)}
            called = await callings(transaction)
            keys = [(called.name(key) if isinstance(key, str) else key, at) for key, at in given]
            if any(key not in known for key, _ in keys):
                raise RuleError("Somebody in that order is no longer here: give it anew.")
            found[role.name] = [CastPart(truth[known[key].id], at, known[key].name) for key, at in keys]
    return found


def unnamed(order: Order, people: People) -> list[str]:
    """The roles that take all who fit, since nobody is named for them."""
    return [role.name for role in order.roles if role.many and not people.get(role.name)]


async def order_meant(
    transaction: Transaction, system: System, order: Order, people: People, raw: Mapping[str, Value]
) -> tuple[Order, People, Mapping[str, Value]]:
    """The order that is meant, who is in it and its fields: the referee's word, where nobody's hand is named whom the
    orderer knows of.

    It may have been kept since its roles and fields were called otherwise.
    """
    people, raw = order.as_called_now(people), order.as_called_now(raw)
    typed = people.get(order.roles[0].name, "") if order.otherwise else None
    if order.otherwise is None or not isinstance(typed, str) or not typed.strip():
        return order, people, raw
    known = await rows_for(transaction, system.kind, present=True)
    named = [unit for unit in known if unit.key == key_of(typed.strip())]
    if any(unit.place or unit.owner_id == transaction.actor.id for unit in named):
        return order, people, raw
    verb, field = order.otherwise
    return system.order(verb), {}, {**raw, field: typed}


async def meant_now(
    transaction: Transaction,
    system: System,
    verb: str,
    people: People,
    raw: Mapping[str, Value],
    about: Collection[str],
) -> dict[str, Any]:
    """An order that waits for a yes, as it is to be carried out then: with those whom its names mean now, and where
    nobody was named, with those `about` whom the yes is asked, these as they are; where it hangs on how they are,
    everybody.
    """
    units = await transaction.units(system.kind)
    order, typed, fields = await order_meant(transaction, system, system.order(verb), people, raw)
    cast = await cast_of(transaction, system, order, typed)
    asked = [unit for unit in units if unit.name in about]
    named = {role.name: cast[role.name] for role in order.roles if typed.get(role.name) or _alone(role, cast)}
    if asked:
        named = {order.roles[0].name: [(unit.id, None) for unit in asked], **named}
    if order.as_found:
        ids = {unit_id for parts in named.values() for unit_id, _ in parts}
        asked += [unit for unit in units if unit.id in ids and unit not in asked]
    meant = {"verb": order.verb, "people": named, "fields": dict(fields), "asked": as_they_are(asked)}
    hangs = system.kind == CHARACTER and not (order.by_word or order.registers or order.peaceful)
    return {**meant, "deck": _deck_up(transaction)} if hangs else meant


def _deck_up(transaction: Transaction) -> str:
    return transaction.deck.sha256 if transaction.deck else ""


def _alone(role: Role, cast: Cast) -> bool:
    """Whether somebody is meant in a role without a word, since they are the only one."""
    return not role.many and bool(cast[role.name])


async def check_as_asked(transaction: Transaction, system: System, asked: Mapping[str, Sequence[str]]) -> None:
    """Raise RuleError where one of those about whom a yes was `asked`, by `meant_now`, isn't as it was then."""
    if asked:
        check_unchanged(await transaction.units(system.kind), asked)


def check_same_deck(transaction: Transaction, said: Mapping[str, Any]) -> None:
    """Raise RuleError where what was said, by `meant_now`, would be done on another deck than it was asked for."""
    if "deck" in said and said["deck"] != _deck_up(transaction):
        raise RuleError("Another deck is up than when that was asked for: refuse it, and let it be asked for anew.")


def check_unchanged(units: Iterable[StoredUnit], asked: Mapping[str, Sequence[str]]) -> None:
    """The same of some by what `as_they_are` had for them."""
    now = as_they_are(units)
    others = [kept[0] for number, kept in asked.items() if now.get(number) != kept]
    if others:
        are = "is" if len(others) == 1 else "are"
        raise RuleError(
            f"Things have changed: {sentence(others)} {are} no longer as when that was asked for. Refuse it, and let "
            "it be asked for anew."
        )


def as_they_are(units: Iterable[StoredUnit]) -> dict[str, list[str]]:
    """The names of some by their ids, each with what stands for all that makes them who they are."""
    return {str(unit.id): [unit.name, _print_of(unit)] for unit in units}


def _print_of(unit: StoredUnit) -> str:
    kept = json.dumps([unit.side, unit.owner_id, unit.sheet], sort_keys=True)
    return blake2b(kept.encode(), digest_size=16).hexdigest()


async def _fill(transaction: Transaction, system: System, role: Role, typed: str) -> list[CastPart]:
    kind = system.kind
    if typed.strip() and (role.many or role.each):
        named = read_people(typed) if role.counts else spread(read_people(typed))
        _check_far(role, named)
        parts = [CastPart(unit, each.at) for each in named for unit in await _meant(transaction, system, each.name)]
        if not role.repeats:
            _check_once(parts)
        return parts
    if typed.strip():
        return [CastPart(await row_for(transaction, _only_name(role, typed), kind, present=True), None)]
    if role.optional:
        return []
    own = [unit for unit in await rows_for(transaction, kind, present=True) if transaction.commands(unit, own=True)]
    if role.alone and len(own) == 1:
        return [CastPart(own[0], None)]
    if role.many and not (role.needed or role.alone):
        return [
            CastPart(unit, None)
            for unit in await rows_for(transaction, kind, present=True)
            if transaction.commands(unit, own=role.own)
        ]
    if not await rows_for(transaction, kind, present=True):
        await row_for(transaction, "", kind)
    several = ", and you have several here" if role.alone and len(own) > 1 and role.suggest is None else ""
    whom = role.wording.partition(";")[0] if role.suggest else "who"
    raise RuleError(f"Say {whom[:1].lower()}{whom[1:]}: “{role.name}” is empty{several}.")


async def _meant(transaction: Transaction, system: System, name: str) -> list[StoredUnit]:
    """Whoever is named: of ships all of a class, or a part of it by numbers: `Wasp`, `all Wasp`, `Wasp 1-20`; of people
    all of a side who live.
    """
    units, found = await rows_for(transaction, system.kind, present=True), list[StoredUnit]()
    if system.kind == SHIP:
        by_name = {unit.name: unit for unit in units}
        found = [by_name[each] for each in members(name, by_name)]
    elif system.kind == CHARACTER:
        key = key_of(name)
        aside = [] if any(unit.key == key for unit in units) else [unit for unit in units if key_of(unit.side) == key]
        found = [unit for unit in aside if not system.squads.mark(system.load_sheet(unit.sheet)).dead]
        if aside and not found:
            raise RuleError(
                f"None of the {aside[0].side} is alive, as far as you know: name one of the dead if you mean them."
            )
    # Only of people a side means all who are of it.
    sides = sorted({unit.side for unit in units} - {""}) if system.kind == CHARACTER else []
    return found or [await row_for(transaction, name, system.kind, beside=sides, present=True)]


def _only_name(role: Role, typed: str) -> str:
    """The name that was typed for a role that takes one; raises RuleError where it is several, or has a distance."""
    try:
        named = read_people(typed)
    except RuleError:
        return typed
    _check_far(role, named)
    if len(named) > 1:
        raise RuleError(f"“{role.name}” takes one name here: {quoted(typed)} has {len(named)}.")
    return named[0].name


def _check_far(role: Role, named: Sequence[Named]) -> None:
    """Raise RuleError where a number stands after an @ that says nothing."""
    far = next((each for each in named if each.at is not None), None)
    if far and not (role.far or role.counts):
        raise RuleError(f"Nobody's distance counts in “{role.name}” here: leave @{far.at} out.")


def _check_once(parts: Sequence[CastPart]) -> None:
    names = [part.unit.name for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise RuleError(f"{name} is named twice: name everybody once.")
