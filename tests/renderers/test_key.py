"""The key of the signs: each is there once, told apart from the others, and told in words."""

from itertools import combinations

import pytest

from bot.deck.plan import Barrier, Fixture
from bot.deck.reading import read_plan
from bot.deck.view import Health, Hurt, Scored
from bot.engine.system import Sign
from renderers.key import deck_key, key_png, key_words, people_key
from tests.deck.plans import TRAINER
from tests.renderers.test_signs import drawn, far_apart, grey, middle
from tests.renderers.views import pixels

ENTRIES = [*people_key(fog=True), *deck_key(fog=True)]


def test_every_sign_has_its_entry():
    words = [each for each, _ in ENTRIES]
    assert len(set(words)) == len(words)
    for kind in Barrier:
        assert {f"{kind.value}, shut", f"{kind.value}, open"} <= set(words) if kind.portal else kind.value in words
    for what in (*Fixture, *Sign, *Scored, *Hurt):
        assert what.value in words
    for health in Health:
        assert health is Health.UP or any(health.value in each for each in words)


def test_no_two_signs_look_alike():
    pictures = {words: grey(drawn(lambda pen, paint=paint: paint(middle(pen)))) for words, paint in ENTRIES}
    alike = [pair for pair in combinations(pictures, 2) if far_apart(*map(pictures.get, pair)) <= 0.004]
    assert alike == []


def test_the_key_of_a_plan_has_only_what_is_on_it():
    words = [each for each, _ in deck_key(read_plan(TRAINER, "trainer"))]
    assert "console" in words
    assert "sliding door, shut" in words
    assert not {"gun tube", "iris valve, shut", "hatch in the floor", "airlock that cycles"} & set(words)


@pytest.mark.parametrize("entries", [people_key(), deck_key()], ids=["people", "deck"])
def test_a_key_is_read_on_a_phone_and_told(entries):
    picture = pixels(key_png("Key", entries))
    # Letters of 22 pixels are 11 of the 390 that the whole has there.
    assert picture.width * 11 <= 390 * 22
    told = key_words("Key", entries)
    assert len(told) <= 1024
    assert all(words in told for words, _ in entries)


def test_what_is_remembered_is_in_the_key_only_where_there_is_fog():
    words = [each for each, _ in (*people_key(), *deck_key())]
    more = [each for each, _ in ENTRIES if each not in words]
    assert more == ["last seen 3 phases ago", "seen before, not now"]
