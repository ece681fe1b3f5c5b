"""`/hold`: a snap shot at somebody who has come adjacent is let go, or a move goes no further (AHL 8, 13)."""

from dataclasses import dataclass, replace

from bot.engine.asked import typed_order
from bot.engine.cards import Card
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Order, Outcome, Scene
from bot.systems.ahl.asked.keeping import HoldOrder
from bot.systems.ahl.turn.clock import Clock, kept_clock
from bot.systems.ahl.walking.climbing import between_words


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds their fire, and at whom; without a target, who goes no further, or `waits` between two levels."""

    name: str
    target: str = ""
    waits: bool = False


def hold_order() -> Order:
    """`/hold`: in this phase somebody fires no snap shot at once at whoever has come adjacent to them; or, without a
    target, they no longer go on from an earlier phase.
    """

    def decide(scene: Scene, _: HoldOrder, __: Dice) -> Outcome:
        clock, unit = kept_clock(scene), scene.one("name")
        if not scene.all("target"):
            return _stays(scene, clock, unit.name)
        target = scene.one("target")
        if unit.name not in clock.of(target.name).deeds.came:
            raise RuleError(f"{target.name} hasn't come adjacent to {unit.name} in this phase: nothing is to be held.")
        spares = clock.of(unit.name).deeds.spares
        clock = clock.did(unit.name, spares=tuple(dict.fromkeys((*spares, target.name))))
        return Outcome({}, Held(unit.name, target.name), ledger=replace(scene.ledger, clock=clock))

    return typed_order(HoldOrder, decide, _card)


def _stays(scene: Scene, clock: Clock, name: str) -> Outcome:
    """Somebody goes no further than where they are; whoever is between two levels comes to none in this phase."""
    if between_words(scene.board, name):
        return Outcome({}, Held(name, waits=True), ledger=replace(scene.ledger, clock=clock.did(name, waits=True)))
    if not any(name in each.doers for each in clock.going):
        raise RuleError(f"{name} isn't going on from an earlier phase: name the target at whom they hold their fire.")
    return Outcome({}, Held(name), ledger=replace(scene.ledger, clock=clock.stopped([name])))


def _card(held: Held, _: Faces) -> Card:
    if held.waits:
        return Card(f"{held.name} waits where they are", ("In this phase they come to no other level (ruling R-54)",))
    if not held.target:
        return Card(f"{held.name} goes no further", ("/move sets out anew",))
    return Card(
        f"{held.name} holds fire at {held.target}", (), ("At who comes adjacent one may fire at once (AHL 13)",)
    )
