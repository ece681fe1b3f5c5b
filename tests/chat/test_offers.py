"""Whom an option offers, in which order, and what stands beside each name."""

from dataclasses import replace

from bot import systems
from bot.campaign.rows import StoredUnit
from bot.chat.offers import _apart, _told, offered, sides_offered
from bot.deck.board import Standing, as_drawn
from bot.deck.plan import At
from bot.engine.system import SHIP, Role, Scene, Unit
from bot.systems.ahl.sheet.character import Carried, Clip, Condition
from bot.systems.highguard.ships.ship import Fate
from tests.deck.shipped import plan_of

AHL = systems.discover(systems)["ahl"]
ANN, BOB = 1, 2
ACTS, TARGET, OTHERS = Role("name", fights=True), Role("target", foes=True), Role("others", many=True)


def unit(number, name, side, owner=None, **sheet):
    stored = AHL.dump_sheet(replace(AHL.new_sheet, **sheet))
    return StoredUnit(number, 1, name, name.casefold(), side, owner, stored)


VANE = unit(1, "Vane", "Marines", ANN)
BOYD = unit(2, "Boyd", "Marines", BOB)
NEAR = unit(3, "Near", "Pirates", light_wounds=1)
FAR = unit(4, "Far", "Pirates")
DEAD = unit(5, "Dead", "Pirates", condition=Condition.DEAD)
ALL = (DEAD, FAR, BOYD, NEAR, VANE)


def on_the_bridge(**columns):
    board = as_drawn(plan_of("bridge"))
    return replace(board, people={name: Standing(At(0, column, 20)) for name, column in columns.items()})


def names(*offers):
    return [offer.name for offer in offers]


def test_ones_own_are_offered_first_for_who_acts_and_the_dead_last():
    own = [VANE]
    assert names(*offered(AHL, ALL, None, ACTS, (), own.__contains__)) == ["Vane", "Far", "Boyd", "Near", "Dead"]
    # A referee's own are those of nobody.
    own = [DEAD, FAR, NEAR]
    assert names(*offered(AHL, ALL, None, ACTS, (), own.__contains__)) == ["Far", "Near", "Boyd", "Vane", "Dead"]


def test_how_a_ship_is_stands_beside_its_name_and_one_that_is_lost_comes_last():
    ships = systems.discover(systems)["highguard"]
    whole = next(iter(ships.templates.values())).sheet
    sheets = {"Lost": replace(whole, fate=Fate.DESTROYED), "Whole": whole, "Prize": replace(whole, fate=Fate.CAPTURED)}
    rows = [
        StoredUnit(number, 1, name, name.casefold(), "Navy", ANN, ships.dump_sheet(sheet), kind=SHIP)
        for number, (name, sheet) in enumerate(sheets.items(), 1)
    ]
    offers = offered(ships, rows, None, Role("name"), (), rows.__contains__)
    assert [offer.line for offer in offers] == ["Whole · Navy", "Prize · Navy · captured", "Lost · Navy · destroyed"]


def test_a_side_of_several_can_be_named_at_once():
    assert [offer.line for offer in sides_offered((*ALL, unit(6, "Cid", "")))] == ["Pirates · all 3", "Marines · all 2"]
    assert sides_offered((VANE, FAR)) == []


def test_a_target_is_an_enemy_before_a_friend_and_never_who_fires():
    offers = offered(AHL, ALL, None, TARGET, (VANE,), [VANE].__contains__)
    assert names(*offers) == ["Far", "Near", "Boyd", "Dead"]
    assert names(*offered(AHL, ALL, None, TARGET, (NEAR,), [VANE].__contains__))[:2] == ["Boyd", "Vane"]


def test_the_nearest_is_offered_first_with_distance_side_and_state():
    board = on_the_bridge(Vane=4, Near=6, Far=13, Boyd=5)
    lines = [offer.line for offer in offered(AHL, ALL, board, TARGET, (VANE,), [VANE].__contains__)]
    assert lines == [
        "Near · 2 sq · Pirates · 1 light wound",
        "Far · 9 sq · Pirates · unhurt",
        "Boyd · 1 sq · Marines · unhurt",
        "Dead · not on the deck · Pirates · dead",
    ]
    # Others on the line are friends as well as enemies.
    assert names(*offered(AHL, ALL, board, OTHERS, (VANE,), [VANE].__contains__)) == ["Boyd", "Near", "Far", "Dead"]


def test_a_weapon_with_rounds_is_offered_first_and_for_loading_the_emptiest():
    shot, full = Clip("DS", 0), Clip("DS", 20)
    armed = replace(AHL.new_sheet, weapons=(Carried("ACR", 0, shot), Carried("Carbine", 0, full)))
    scene = Scene({"name": (Unit("Vane", "", armed),)})
    assert AHL.order("fire").suggestions("weapon", scene) == ["Carbine", "ACR"]
    assert AHL.order("reload").suggestions("weapon", scene) == ["ACR", "Carbine"]


def test_how_far_somebody_is_is_told_where_the_deck_tells():
    board = on_the_bridge(Vane=10, Near=13)
    assert _apart(None, VANE, NEAR) is _apart(board, None, NEAR) is _apart(board, BOYD, NEAR) is None
    assert _apart(board, VANE, NEAR) == 3
    away = _apart(board, VANE, FAR)
    assert [_told(NEAR, "hurt", apart) for apart in (None, 0, 3, away)] == [
        "Pirates · hurt",
        "0 sq · Pirates · hurt",
        "3 sq · Pirates · hurt",
        "not on the deck · Pirates · hurt",
    ]
