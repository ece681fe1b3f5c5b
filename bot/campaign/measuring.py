"""What a player says of how far apart some are, or who is reached, where a deck that is up knows it (ruling R-161)."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.campaign.transaction import Transaction
from bot.engine.byword import off_deck
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.several import read_each
from bot.engine.system import CHARACTER, Order, Scene, System, Unit, Values


def check_measured(transaction: Transaction, system: System, order: Order, scene: Scene, raw: Values) -> None:
    """Raise RuleError for a player who says how far apart some are or who is reached where the deck knows it, or who
    has people fight in a turn that is kept of whom some stand on the deck, and others nowhere.
    """
    if transaction.referee or scene.board is None or not order.roles:
        return
    first, *rest = ((role, scene.units.get(role.name, ())) for role in order.roles)
    doers, met = first[1], [unit for role, units in rest for unit in units if not role.reached]
    given = order.spread(raw)
    near = [*_near(order, doers, given)]
    reached = [unit for role, units in rest for unit in units if role.reached]
    others = [*met, *reached]
    there = {*scene.board.people, *_riding(system, scene, [*doers, *others])}
    if _on(there, doers):
        far = [unit for role, units in (first, *rest) if role.far for unit in units if unit.at is not None]
        # What is fired at is the deck's as well where it is a place: whoever else is named changes nothing of that.
        if not met or _on(there, met):
            _check_reached([*(role.name for role, units in rest if role.reached and units), *near])
            _check_unsaid(
                [field.name for field in order.fields if field.measured and given.get(field.name) is not None]
            )
        _check_unsaid(["@"] if _on(there, far) and (not others or _on(there, others)) else [])
    fights = order.roles[0].far or any(field.measured for field in order.fields)
    if fights and system.kind == CHARACTER and scene.game and system.squads.turn_line(scene.game.ledger):
        # Text that says who is near may mean anybody.
        _check_placed(system, scene, there, doers if _on(there, others) or (near and there) else [])
        _check_placed(system, scene, there, met if _on(there, doers) else [])


def unsaid(transaction: Transaction, system: System, order: Order, scene: Scene) -> Collection[str]:
    """The fields that no player says for those who are in an order, and so no panel asks: the deck knows them, or what
    is known of these does.
    """
    if transaction.referee or not order.roles:
        return ()
    known = {*order.known(scene)}
    doers = scene.units.get(order.roles[0].name, ())
    met = [unit for role in order.roles[1:] if not role.reached for unit in scene.units.get(role.name, ())]
    if scene.board is not None and _deck_knows(system, scene, doers, met):
        known |= {field.name for field in order.fields if field.measured or field.reached}
    return known


def _deck_knows(system: System, scene: Scene, doers: Sequence[Unit], met: Sequence[Unit]) -> bool:
    """Whether the deck knows how far apart those are who act and whom they meet."""
    there = {*scene.board.people, *_riding(system, scene, [*doers, *met])}
    return _on(there, doers) and (not met or _on(there, met))


def _on(there: Collection[str], units: Iterable[Unit]) -> bool:
    return any(unit.name in there for unit in units)


def _near(order: Order, doers: Iterable[Unit], given: Values) -> Iterator[str]:
    """The fields that say who is reached, of all who act or of one of them."""
    said = [given]
    for field in order.fields:
        if field.apiece and given.get(field.name):
            said += read_each(str(given[field.name]), [unit.name for unit in doers], order.fields).values()
    for field in order.fields:
        if field.reached and any(each.get(field.name) for each in said):
            yield field.name


def _check_reached(said: Iterable[str]) -> None:
    if names := [f"“{name}”" for name in said]:
        raise RuleError(f"Who is reached the deck knows: leave {sentence(names)} out; others only the referee names.")


def _check_unsaid(said: Iterable[str]) -> None:
    if names := [f"“{name}”" for name in said]:
        raise RuleError(
            f"How far apart they are the deck knows: leave {sentence(names)} out; otherwise only the referee says it."
        )


def _riding(system: System, scene: Scene, units: Iterable[Unit]) -> Iterator[str]:
    """Those of some who are on the deck in what stands there."""
    if system.kind == CHARACTER:
        yield from (unit.name for unit in units if system.squads.rides_in(unit.sheet) in scene.board.people)


def _check_placed(system: System, scene: Scene, there: Collection[str], units: Iterable[Unit]) -> None:
    """Raise RuleError where some stand nowhere who are at people on the deck, or whom these are at."""
    ledger = scene.game.ledger if scene.game else None
    away = [unit.name for unit in units if unit.name not in there and not system.squads.placed(ledger, unit.name)]
    if away:
        raise off_deck(away)
