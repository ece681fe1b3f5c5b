"""What is told of an order, held against what is told of its report once that has been stored."""

from dataclasses import replace

from bot.campaign.deciding import load_report, reported
from bot.chat.wording import lines_of
from bot.engine.telling import ANYBODY


def told_as_stored(order, outcome, throws):
    """As `reported` does, and the report that was stored is the same, and tells the same, to the letter."""
    stored, telling = reported(order, outcome, throws)
    loaded = load_report(order, stored)
    assert loaded == order.report(outcome)
    assert order.tell(loaded, throws, ANYBODY) == telling
    return stored, telling


def card_of(order, outcome, throws=()):
    """The card of an order, told of its report as it is stored; what may be done next is spelled as chat does."""
    return spelled(told_as_stored(order, outcome, throws)[1].card)


def spelled(card):
    """A card with what may be done next among its lines."""
    return replace(card, lines=tuple(lines_of(card)))
