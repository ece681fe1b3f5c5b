"""What a player says of how far apart some are where the deck that is up knows it (ruling R-161)."""

from collections.abc import Collection, Iterable

from bot.campaign.transaction import Transaction
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import CHARACTER, Order, Scene, System, Unit, Values


def check_measured(transaction: Transaction, system: System, order: Order, scene: Scene, raw: Values) -> None:
    """Raise RuleError for a player who says how far apart some are where the deck knows it, or who has people fight in
    a turn that is kept of whom some stand on the deck, and others nowhere.
    """
    if transaction.referee or scene.board is None or not order.roles:
        return
    first, *rest = ((role, scene.units.get(role.name, ())) for role in order.roles)
    doers, met = first[1], [unit for role, units in rest for unit in units if not role.reached]
    others = [*met, *(unit for role, units in rest for unit in units if role.reached)]
    there, given = scene.board.people, order.spread(raw)
    if _on(there, doers):
        # A range is that to whom they are at, or to a place: whoever else is named changes nothing of it.
        ranged = any(field.measured and given.get(field.name) is not None for field in order.fields)
        far = [unit for role, units in (first, *rest) if role.far for unit in units if unit.at is not None]
        if (ranged and (not met or _on(there, met))) or (_on(there, far) and (not others or _on(there, others))):
            raise RuleError(
                "How far apart they are the deck knows: leave the range and @ out; another one only the referee says."
            )
    fights = order.roles[0].far or any(field.measured for field in order.fields)
    if fights and system.kind == CHARACTER and scene.game and system.squads.turn_line(scene.game.ledger):
        _check_placed(system, scene, there, doers if _on(there, others) else [])
        _check_placed(system, scene, there, met if _on(there, doers) else [])


def _on(there: Collection[str], units: Iterable[Unit]) -> bool:
    return any(unit.name in there for unit in units)


def _check_placed(system: System, scene: Scene, there: Collection[str], units: Iterable[Unit]) -> None:
    """Raise RuleError where some stand nowhere who are at people on the deck, or whom these are at."""
    placed, ledger = system.squads.placed, scene.game.ledger if scene.game else None
    away = [unit.name for unit in units if unit.name not in there and not placed(ledger, unit.name)]
    if away:
        are = "is" if len(away) == 1 else "are"
        raise RuleError(
            f"{sentence(away)} {are} not on the deck that is up: the referee puts them on it by /place, or says how "
            "far apart they are."
        )
