"""Playing an order: the system's resolver between the store and the journal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.campaign.access import Need, need_of
from bot.campaign.journal import entry_of
from bot.campaign.rows import Recorded, StoredUnit
from bot.campaign.turn import Place, Turn
from bot.engine.dice import Faces, RecordedDice
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Role, Scene, System, Unit, Value

NewDice = Callable[[bytes, int], RecordedDice]


def seen(system: System, unit: StoredUnit) -> Unit:
    """A stored character as the rules see it."""
    return Unit(unit.name, unit.side, system.load_sheet(unit.sheet))


async def play(
    turn: Turn,
    place: Place,
    system: System,
    verb: str,
    names: Mapping[str, Sequence[str]],
    raw: Mapping[str, Value],
    new_dice: NewDice,
) -> Recorded:
    """Carry out an order of the campaign's system, and record it.

    `names` gives the characters of each role as they were typed, `raw` the fields as given. Raises RuleError,
    with nothing changed, where the actor may not, or the rules don't allow it.
    """
    order = system.order(verb)
    cast = {role.name: await _cast(turn, role, names.get(role.name, ())) for role in order.roles}
    _check(turn, order, cast[order.roles[0].name], raw)
    values = order.read(raw)
    scene = Scene({role: tuple(seen(system, row) for row in rows) for role, rows in cast.items()})
    dice = new_dice(turn.campaign.seed, turn.campaign.counter)
    outcome = order.resolve(scene, values, dice)
    card = order.word(outcome.result, Faces(dice.throws))
    _keep(turn, system, cast, outcome)
    stored = {"units": {role: [row.id for row in rows] for role, rows in cast.items()}, "values": values}
    return await turn.record(verb, card, place=place, order=stored, throws=dice.throws)


async def play_again(turn: Turn, place: Place, system: System, entry_id: int, new_dice: NewDice) -> Recorded:
    """Give an order once more, with the same characters and the same circumstances."""
    entry = await entry_of(turn, entry_id)
    by_id = {unit.id: unit.name for unit in await turn.units()}
    stored: dict[str, Any] = entry["order"]
    if any(unit_id not in by_id for ids in stored["units"].values() for unit_id in ids):
        raise RuleError("Somebody in that order is no longer here: give it anew.")
    names = {role: [by_id[unit_id] for unit_id in ids] for role, ids in stored["units"].items()}
    return await play(turn, place, system, entry["verb"], names, stored["values"], new_dice)


async def _cast(turn: Turn, role: Role, typed: Sequence[str]) -> list[StoredUnit]:
    if typed:
        return [await turn.unit(name) for name in typed]
    if role.many:
        return await turn.units()
    raise RuleError(f"Name the {role.name}.")


def _check(turn: Turn, order: Order, acting: Sequence[StoredUnit], raw: Mapping[str, Value]) -> None:
    for row in acting:
        what = row.name if need_of(order.verb) is Need.OWNER else f"/{order.verb}"
        turn.check(order.verb, what=what, owner=row.owner_id)
    if raw.get("dm"):
        turn.check("dm", what="Adding a DM")


def _keep(turn: Turn, system: System, cast: Mapping[str, Sequence[StoredUnit]], outcome: Outcome) -> None:
    rows = {row.name: row for rows in cast.values() for row in rows}
    for name, sheet in outcome.after.items():
        turn.change(rows[name], sheet=system.dump_sheet(sheet))
