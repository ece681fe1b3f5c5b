"""For whom an answer is, what others learn of one that isn't for them, and what a press opens."""

from types import SimpleNamespace

import discord
import pytest

from bot.chat.answer import Reply, announcement
from bot.chat.asking import _few, _in_words
from bot.chat.moving import goes_to
from bot.chat.panel import read_id
from bot.chat.ships import change_design
from bot.engine.cards import Card
from bot.engine.due import Due, said
from bot.engine.errors import RuleError


def entry(*, sealed=True, undoable=True, unheard=False, tag=""):
    card = Card("Red has formed", ("in secret",), footer="It waits for Blue")
    return SimpleNamespace(sealed=sealed, undoable=undoable, unheard=unheard, tag=tag, card=card)


@pytest.mark.parametrize(
    ("told", "heard"),
    [
        ({}, True),
        ({"sealed": False}, False),
        ({"undoable": False}, False),
        ({"unheard": True}, False),
        ({"tag": "of another"}, False),
    ],
)
def test_others_learn_that_a_sealed_order_was_given_and_not_that_somebody_looked(told, heard):
    assert announcement(entry(**told)) == ("Red has formed. It waits for Blue" if heard else "")


@pytest.mark.parametrize(
    ("reply", "asked", "private"),
    [
        ({"entry": entry()}, False, True),
        ({"entry": entry(sealed=False)}, True, False),
        ({}, False, False),
        ({}, True, True),
        ({"view": object()}, False, True),
        ({"view": object(), "public": True}, False, False),
        ({"view": object(), "public": True}, True, True),
    ],
)
def test_for_whom_an_answer_is(reply, asked, private):
    assert Reply(discord.Embed(), **reply).private(asked=asked) is private


@pytest.mark.parametrize(
    ("answer", "asks", "words"),
    [("battle form", ("line",), "Form…"), ("fire", ("target",), "Fire…"), ("fire", (), ""), (None, ("target",), "")],
)
def test_a_form_is_opened_by_what_is_asked_for_in_words(answer, asks, words):
    due = Due("fire", "AHL 7", ("Ann",), answer=said(answer) if answer else None, asks=asks)
    assert _in_words(due) == words


def test_of_many_names_the_first_stands_for_them():
    assert [_few(names) for names in (("Ann",), ("Ann", "Bob"), ("Ann", "Bob", "Cid"))] == ["Ann", "Ann +1", "Ann +2"]


def test_a_panel_is_read_by_the_roles_of_its_order():
    made = "panel:1:fire:1,2@20;3"
    assert [*read_id(made, ("name", "target"))] == ["name", "target"]
    for roles in (("name",), ("name", "target", "others")):
        with pytest.raises(RuleError, match="That panel is out of date"):
            read_id(made, roles)


def test_where_a_campaign_is_played_is_told_where_an_undo_has_moved_it():
    channels = {1: SimpleNamespace(name="ship"), 2: SimpleNamespace(name="shore")}
    here = SimpleNamespace(guild=SimpleNamespace(get_channel_or_thread=channels.get))
    assert goes_to(here, 1, 1) == goes_to(here, 9, 9) == []
    assert goes_to(here, 1, 2) == ["The campaign is played in #shore from now on."]
    with pytest.raises(RuleError, match="it stays where it is"):
        goes_to(here, 1, 3)


@pytest.mark.parametrize("name", ["", "  "])
async def test_whose_design_changes_has_to_be_said(name):
    with pytest.raises(RuleError, match="Say whose design changes"):
        await change_design(None, name, "jump 2")
