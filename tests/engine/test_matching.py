import pytest

from bot.engine.errors import RuleError
from bot.engine.matching import match

NAMES = ("Marine E1", "Marine E2", "Pirate", "Pirate Captain")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Pirate", "Pirate"), ("pirate", "Pirate"), ("  marine   e2 ", "Marine E2"), ("pirate c", "Pirate Captain")],
)
def test_a_name_is_found_however_it_is_typed(typed, meant):
    assert match(typed, NAMES, what="character") == meant


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Marine", "“Marine” could be Marine E1 or Marine E2: write the whole name."),
        ("Piraet", "There is no character “Piraet”: did you mean Pirate or Pirate Captain?"),
        ("", "There is no character “”: choose Marine E1, Marine E2, Pirate or Pirate Captain."),
        ("zzz", "There is no character “zzz”: choose Marine E1, Marine E2, Pirate or Pirate Captain."),
    ],
)
def test_a_miss_offers_what_there_is(typed, sentence):
    with pytest.raises(RuleError) as refusal:
        match(typed, NAMES, what="character")
    assert str(refusal.value) == sentence


def test_a_sentence_stays_short_whatever_was_typed():
    with pytest.raises(RuleError) as refusal:
        match("🎲" * 4_000, [f"Character {n}" for n in range(200)], what="character")
    assert len(str(refusal.value)) < 300
