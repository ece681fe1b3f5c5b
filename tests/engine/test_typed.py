"""What a player typed, matched to what there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.engine.typed import Named, match, members, once, read_named, read_people, renamed_in, spread, stem, with_number

NAMES = ("Marine E1", "Marine E2", "Pirate", "Pirate Captain")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Pirate", "Pirate"), ("pirate", "Pirate"), ("  marine   e2 ", "Marine E2"), ("pirate c", "Pirate Captain")],
)
def test_a_name_is_found_however_it_is_typed(typed, meant):
    assert match(typed, NAMES, what="character") == meant


@pytest.mark.parametrize("typed", ["\u200bZoë", "Zoë\u2060", "\u2060 zoe\u0308 ", "Zo\u00adë"])
def test_a_pasted_name_is_found_by_what_shows_of_it(typed):
    assert match(typed, ["Zoë", "Zoe Vane"], what="character") == "Zoë"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Marine", "“Marine” could be Marine E1 or Marine E2: write the whole name."),
        ("Piraet", "There is no character “Piraet”: did you mean Pirate or Pirate Captain?"),
        ("", "No character is named: choose Marine E1, Marine E2, Pirate or Pirate Captain."),
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
    assert len(str(refusal.value)) < 1500


def test_a_list_is_told_whole_and_a_long_one_tells_how_many_there_are_besides():
    """A hundred of eight letters take a comma and a blank between each two; as many as a message holds are told."""
    with pytest.raises(RuleError) as refusal:
        match("zzz", [f"Trooper{n}" for n in range(100)], what="character")
    assert all(f"Trooper{n}" in str(refusal.value) for n in range(100))
    with pytest.raises(RuleError) as refusal:
        match("zzz", [f"Trooper{n}" for n in range(200)], what="character")
    told = str(refusal.value)
    named = told.count("Trooper")
    assert named > 100
    assert len(told) < 1500
    assert told.endswith(f", or {200 - named} more, offered by their first letters as you type.")


@pytest.mark.parametrize(
    ("typed", "options", "meant"),
    [
        ("hero", ["Ann's hero", "Pirate"], "Ann's hero"),
        ("captain", ["Pirate Captain", "Pirate"], "Pirate Captain"),
        ("show", ["Showman", "Old show"], "Showman"),
        ("e2", NAMES, "Marine E2"),
    ],
)
def test_a_unique_part_of_a_name_is_enough(typed, options, meant):
    """What begins with it comes before what has a word that does."""
    assert match(typed, options, what="character") == meant


@pytest.mark.parametrize("typed", ["aptain", "e", "x"])
def test_a_part_that_begins_no_word_or_several_is_not(typed):
    with pytest.raises(RuleError):
        match(typed, ["Marine E1", "Marine E2", "Captain Hook"], what="character")


@pytest.mark.parametrize(
    ("typed", "options", "told"),
    [
        ("shoot", ["fire", "melee"], "did you mean fire?"),
        ("brige", ["bridge deck", "cargo deck", "trainer"], "did you mean bridge deck?"),
        ("standing", ["crouching", "prone", "up"], "did you mean up?"),
        ("duck", ["crouching", "prone", "up"], "did you mean crouching?"),
        ("fleeing", ["condition", "nerve", "being"], "did you mean nerve?"),
        ("attack", ["fire", "melee", "move"], "did you mean fire or melee?"),
        ("gravity off", ["zero-g", "vacuum"], "did you mean zero-g?"),
        ("HP", ["light wounds", "condition"], "did you mean light wounds or condition?"),
        ("next", ["phase", "place"], "did you mean phase?"),
        ("attack", ["door", "zero-g"], "choose door or zero-g."),
        ("kil", ["fire", "melee"], "did you mean fire?"),
        ("strenght", ["melee", "side"], "did you mean melee?"),
        # What it means in plain speech comes before what is spelt alike.
        ("shoot", ["shot list", "shout", "fire"], "did you mean fire?"),
        ("zz", ["fire", "melee"], "choose fire or melee."),
    ],
)
def test_words_of_other_games_and_of_plain_speech_are_known(typed, options, told):
    """As far as what they mean is among what there is."""
    with pytest.raises(RuleError) as refusal:
        match(typed, options, what="command")
    assert str(refusal.value).endswith(told)


def test_names_with_numbers_of_their_own():
    assert read_people("A, B C @2,D") == (Named("A"), Named("B C", 2), Named("D"))
    assert read_people("A, B, ") == (Named("A"), Named("B"))


def test_a_distance_holds_for_the_names_before_it():
    assert spread(read_people("A, B @30, C, D @32, E")) == (
        Named("A", 30),
        Named("B", 30),
        Named("C", 32),
        Named("D", 32),
        Named("E"),
    )


@pytest.mark.parametrize("text", ["A,,B", "", ",", "A @x", "@3", "A @1 @2", ",".join("A" * 61)])
def test_what_is_no_list_of_people_is_refused(text):
    with pytest.raises(RuleError):
        read_people(text)


SHIPS = ("Wasp", "Wasp 1", "Wasp 2", "Wasp 10", "Dart 1", "Dart 2", "Lady of Efate")
KINDS = {"Lady of Efate": "Yacht", "Dart 1": "Dart", "Dart 2": "Dart"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Wasp", ()),
        ("all Wasp", ("Wasp", "Wasp 1", "Wasp 2", "Wasp 10")),
        ("ALL the wasp", ("Wasp", "Wasp 1", "Wasp 2", "Wasp 10")),
        ("Dart", ("Dart 1", "Dart 2")),
        ("dart 1 - 2", ("Dart 1", "Dart 2")),
        ("Dart 2–2", ("Dart 2",)),
        ("Yacht", ("Lady of Efate",)),
        ("all Yacht", ("Lady of Efate",)),
        ("Bee", ()),
        ("Bee 1-3", ()),
        ("Wa", ()),
        ("", ()),
    ],
)
def test_who_is_meant(typed, meant):
    assert members(typed, SHIPS, KINDS) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [("Wasp 1-3", "There is no Wasp 3 among Wasp 1-3."), ("Dart 2-1", "“Dart 2-1” goes from the larger number")],
)
def test_a_part_that_is_not_there_is_refused(typed, said):
    with pytest.raises(RuleError) as refused:
        members(typed, SHIPS, KINDS)
    assert str(refused.value).startswith(said)


def test_a_stem_is_the_name_without_its_number():
    assert [stem(name) for name in ("Wasp 12", "Wasp", "Type 3 B", "7")] == ["Wasp", "Wasp", "Type 3 B", "7"]


FIELDS = ("size", "armour", "target vehicle", "target", "glass")
FLAGS = {"glass"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("size -2", {"size": "-2"}),
        ("size: −2, glass", {"size": "−2", "glass": "yes"}),
        ("Size=3", {"size": "3"}),
        ("armour helmet, shield, size 1", {"armour": "helmet, shield", "size": "1"}),
        ("target vehicle Light Tank", {"target vehicle": "Light Tank"}),
        ("target Bob", {"target": "Bob"}),
        ("arm helmet", {"armour": "helmet"}),
    ],
)
def test_values_by_name(text, values):
    assert read_named(text, FIELDS, what="value", alone=FLAGS.__contains__) == values


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sise 3", "There is no value “sise”: did you mean size?"),
        ("targetx 3", "There is no value “targetx”"),
        ("size 1, glass, size 2", "“size” is said twice: say it once."),
        ("size 1, Size 1", "“size” is said twice: say it once."),
        (" , ", "Write values with their names, such as size 1"),
        ("size", "“size” says nothing without a value"),
        ("armour x, size :", "“size” says nothing without a value"),
    ],
)
def test_what_is_not_understood_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(RuleError) as refusal:
        read_named(text, FIELDS, what="value")
    assert sentence in str(refusal.value)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        values = read_named(text, FIELDS, what="value")
    except RuleError:
        return
    assert values.keys() <= set(FIELDS)


@pytest.mark.parametrize(
    ("text", "refused"),
    [(",", "“,” is no value: by these rules it takes none, so leave values out"), ("x 1", "“x 1” is no value")],
)
def test_an_order_that_takes_no_values_says_so(text, refused):
    with pytest.raises(RuleError, match=refused):
        read_named(text, (), what="value")


def test_what_is_almost_a_word_of_plain_speech_is_no_misspelt_name_that_is_less_like_it():
    with pytest.raises(RuleError, match="did you mean fire or melee"):
        match("atack", ("fire", "melee", "take", "stance"), what="command")
    with pytest.raises(RuleError, match="did you mean take"):
        match("tkae", ("fire", "melee", "take", "stance"), what="command")


@pytest.mark.parametrize(
    ("value", "before", "after", "now"),
    [
        ("Ann", "Ann", "Anna", "Anna"),
        ("Ann, Bob", "Ann", "Anna", "Anna, Bob"),
        ("Bob, Ann", "Ann", "Anna", "Bob, Anna"),
        # A name in which it stands is another.
        ("Annette, Bob", "Ann", "Anna", "Annette, Bob"),
        ("Bob", "Ann", "Bo", "Bob"),
        ("Ann", "Ann", "", "Ann"),
        (3, "3", "4", 3),
        (True, "True", "4", True),
    ],
)
def test_a_name_in_what_was_typed_is_the_new_one_wherever_it_is_named(value, before, after, now):
    assert renamed_in(value, before, after) == now


def test_a_number_stands_behind_a_name_where_it_has_one():
    assert (with_number("Ann", None), with_number("Ann", 0), with_number("Ann", 3)) == ("Ann", "Ann@0", "Ann@3")


def test_what_is_said_here_and_there_is_said_once():
    assert once({"a": 1}, {"b": 2}) == {"a": 1, "b": 2}
    with pytest.raises(RuleError, match="“b” is said twice"):
        once({"a": 1, "b": 1}, {"b": 2})
