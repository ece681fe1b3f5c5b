"""What no panel asks a player, for the deck or a turn that is kept knows it (ruling R-161)."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.campaign.measuring import unsaid
from bot.chat.panel import Panel, choice_fields, flag_fields, form_fields
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.turn.actions import Step
from bot.systems.ahl.turn.clock import Clock
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import HALL, gunner, scene_on, stands

PLAYER, REFEREE = SimpleNamespace(referee=False), SimpleNamespace(referee=True)
MOVING = Clock(turn=1, phase=1, step=Step.MOVEMENT)


def scene(*, clock=None, deck=True):
    people = [(gunner("Ann"), stands("A2", "E")), (gunner("Cid", side="red"), stands("B2", "W"))]
    there = replace(scene_on(board_of(*HALL), people, name="Ann", target="Cid"), ledger=Ledger(clock=clock))
    there = replace(there, units={"others": (), **there.units})
    return there if deck else replace(there, board=None)


def asked(verb, there, who=PLAYER):
    """All that a panel asks of somebody about an order."""
    order = AHL.order(verb)
    panel = Panel(verb, {}, {}, who.referee, {}, {}, unsaid(who, AHL, order, there))
    fields = (*choice_fields(AHL, order, panel), *flag_fields(order, panel), *form_fields(AHL, order, panel))
    return {each.name for each in fields}


@pytest.mark.parametrize(("verb", "field"), [("melee", "same square"), ("fire", "range")])
def test_how_far_apart_they_are_is_asked_of_a_player_off_a_deck_alone(verb, field):
    assert field not in asked(verb, scene())
    assert field in asked(verb, scene(), REFEREE)
    assert field in asked(verb, scene(deck=False))


def test_a_dive_is_asked_for_in_a_turn_of_who_has_trotted():
    assert "dive" in asked("melee", scene())
    assert "dive" not in asked("melee", scene(clock=MOVING))
    assert "dive" in asked("melee", scene(clock=MOVING.did("Ann", trotted=True)))


def test_who_evades_as_the_turn_knows_isnt_asked_for():
    assert "evading" in asked("fire", scene(clock=MOVING))
    assert "evading" not in asked("fire", scene(clock=MOVING.doing("Cid", evading=True)))
