"""The stretches of a campaign's dice, as anybody may read of them."""

import pytest

from bot.campaign.rows import StoredStretch
from bot.chat.stretches import AtEnd, _stretch_lines

SALT = {"words": "blue moon", "by": 7}


def lines(*, salts=(), entry=4, opened=None, foggy=False):
    return list(_stretch_lines(2, StoredStretch(1, 1, bytes(32), [*salts], 0, None, entry, 100, opened), foggy=foggy))


@pytest.mark.parametrize(
    ("told", "began"),
    [
        ({"entry": None}, "the campaign's beginning"),
        ({"entry": None, "foggy": True}, "the campaign's beginning"),
        ({}, "entry 4"),
        ({"foggy": True}, "the opening of the one before"),
        # Where it would count what is hidden: from its last salt on, until it is open.
        ({"salts": (SALT,)}, "its last salt"),
        ({"salts": (SALT,), "foggy": True}, "its last salt"),
        ({"salts": (SALT,), "opened": 200}, "entry 4"),
        ({"salts": (SALT,), "opened": 200, "foggy": True}, "the opening of the one before"),
    ],
)
def test_from_when_on_a_stretch_holds(told, began):
    state = "open since <t:200:f>" if "opened" in told else "secret"
    assert lines(**told)[0] == f"**Stretch 2**, from {began} on (<t:100:f>), {state}"


def test_only_an_open_stretch_tells_its_seed_and_each_its_salts():
    assert [line[:9] for line in lines()] == ["**Stretch", "-# SHA-25", "-# no sal"]
    found = lines(salts=(SALT,), opened=200)
    assert found[2] == f"-# Its seed: {'00' * 32}"
    assert found[3:] == ["-# “blue moon” by <@7>"]


@pytest.mark.parametrize("opens", [True, False])
async def test_as_a_campaign_ends_its_seed_is_opened_where_it_can_be(monkeypatch, opens):
    opened = []

    async def opening(transaction, fresh, entry_id):
        opened.append((transaction, fresh, entry_id))

    monkeypatch.setattr("bot.chat.stretches.open_seed", opening)
    await AtEnd(None, object() if opens else None, b"new").carry_out("here", 9)
    assert opened == ([("here", b"new", 9)] if opens else [])
