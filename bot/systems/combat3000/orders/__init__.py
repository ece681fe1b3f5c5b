"""Combat 3000's orders, one file for each verb: what it takes, how it is resolved, how its result is worded."""

from collections.abc import Mapping
from functools import partial

from bot.engine.system import Order
from bot.systems.combat3000.asked.keeping import HealOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Shape
from bot.systems.combat3000.morale.seen import remembered
from bot.systems.combat3000.orders.blast import blast_order
from bot.systems.combat3000.orders.breaking import break_order, lock_of, ready_to_unlock
from bot.systems.combat3000.orders.charge import charge_order
from bot.systems.combat3000.orders.control import control_order
from bot.systems.combat3000.orders.declaring import Battery, declared
from bot.systems.combat3000.orders.deeds import house_orders
from bot.systems.combat3000.orders.fire import fire_order, ready_to_fire
from bot.systems.combat3000.orders.give import give_order
from bot.systems.combat3000.orders.grenade import grenade_order, ready_to_throw
from bot.systems.combat3000.orders.heal import healed
from bot.systems.combat3000.orders.in_turn import kept
from bot.systems.combat3000.orders.melee import melee_order
from bot.systems.combat3000.orders.morale import morale_order, rally_order
from bot.systems.combat3000.orders.move import move_order
from bot.systems.combat3000.orders.phase import phase_order
from bot.systems.combat3000.orders.plan import plan_order
from bot.systems.combat3000.orders.range import range_order
from bot.systems.combat3000.orders.receive import answering, receive_order
from bot.systems.combat3000.orders.reload import reload_order
from bot.systems.combat3000.orders.repair import repair_order
from bot.systems.combat3000.orders.say import say_order
from bot.systems.combat3000.orders.structure import (
    ready_to_hit,
    structure_add_order,
    structure_hit_order,
    structure_list_order,
    target_of,
)
from bot.systems.combat3000.orders.turn import turn_begin_order, turn_end_order, turn_show_order
from bot.systems.combat3000.orders.use import use_order
from bot.systems.combat3000.wording.sheets import state
from bot.systems.resting import heal_order


def orders(book: Book) -> Mapping[str, Order]:
    """All of Combat 3000's orders by verb; each is looked at where a turn is kept."""
    move, battery = move_order(book), _battery(book)
    fire = battery.orders["fire"]
    hit, broken = battery.orders["structure hit"], battery.orders["break"]
    made = (
        move,
        declared(fire.then(answering), lambda _, asked: asked.at),
        declared(battery.orders["grenade"]),
        blast_order(book),
        reload_order(book),
        repair_order(book),
        charge_order(book),
        receive_order(book, fire),
        melee_order(book),
        plan_order(book),
        morale_order(),
        rally_order(),
        structure_add_order(),
        declared(hit, lambda scene, asked: target_of(scene, asked).name),
        structure_list_order(),
        declared(broken, lambda scene, asked: lock_of(scene, asked).name),
        control_order(book),
        say_order(book),
        use_order(book),
        range_order(book),
        give_order(book),
        heal_order(HealOrder, Shape, healed, state, "has nothing of that kind: "),
    )
    turn = (turn_begin_order(), turn_show_order(), turn_end_order())
    morale = partial(remembered, book)
    ends = phase_order(book, move, battery).then(morale)
    deeds = (kept(order.then(morale), book) for order in made)
    house = (kept(order, book) for order in house_orders(book))
    return {order.verb: order for order in (*deeds, *house, *turn, ends)}


def _battery(book: Book) -> Battery:
    """The orders that fire, which wait for each other in a turn that is kept."""
    ready = {
        "fire": partial(ready_to_fire, book=book),
        "grenade": partial(ready_to_throw, book=book),
        "structure hit": partial(ready_to_hit, book=book),
        "break": partial(ready_to_unlock, book=book),
    }
    orders = (fire_order(book), grenade_order(book), structure_hit_order(book), break_order(book))
    return Battery({order.verb: order for order in orders}, ready)
