"""The log of opened throws: every honest one is accepted, and what was changed in it is named."""

import json
import random
import re
from dataclasses import replace

import pytest

from bot.engine.dice import LiveDice, dice_key
from bot.engine.errors import RuleError
from bot.engine.throwlog import LoggedEntry, LoggedStretch, LoggedThrow, checked, sealed, written

SEEDS = bytes(range(32)), bytes(range(32, 64))
# By stretch: which seed, with whose words.
STRETCHES = (
    (SEEDS[0], ()),
    (SEEDS[0], (("red dog", "20"),)),
    (SEEDS[0], (("red dog", "20"), ("żółty wieloryb 🎲", ""))),
    (SEEDS[1], ()),
)


def honest(throws=12):
    """A campaign's stretches with so many throws each, of many kinds of dice."""
    stretches, die, entry = [], 0, 3
    for number, (seed, salts) in enumerate(STRETCHES, 1):
        dice, entries, first = LiveDice(dice_key(seed, [words for words, _ in salts]), die), [], die
        for count in range(throws):
            dice.throws.clear()
            counter = dice.counter
            dice.roll(1 + count % 3, (6, 100, 10, 6, 1000)[count % 5], why="to hit")
            again = dice.counter
            dice.roll(2, why="damage")
            logged = tuple(
                LoggedThrow(at, throw.sides, throw.faces, throw.why)
                for at, throw in zip((counter, again), dice.throws, strict=True)
            )
            entry += 1 + count % 2
            entries.append(
                LoggedEntry(entry, 1_800_000_000 + count, "Ann fires", count % 4 == 1, count % 5 == 2, logged)
            )
        stretches.append(LoggedStretch(number, seed, salts, 1_800_000_000, first, dice.counter - first, tuple(entries)))
        die = dice.counter
    return stretches


def told(text, *hashes):
    """What checking a log comes to: its lines, or the sentence that refuses it."""
    try:
        return list(checked(text, hashes))
    except RuleError as refused:
        return str(refused)


def changed(text, change):
    """A log with a change made on purpose: its last line seals it anew."""
    log = json.loads(text)
    del log["seal"]
    change(log)
    return sealed(json.dumps(log, ensure_ascii=False)[:-1] + ",")


def test_an_honest_log_is_accepted_line_by_line():
    (text,) = written(7, honest())
    lines = told(text)
    assert len(lines) == 4
    assert "Stretch 3" in lines[2]
    assert "2 salts: 48 dice in 24 throws, each the next in its order, none left out and none used twice" in lines[2]
    assert told(changed(text, lambda log: None)) == lines


def test_a_log_is_divided_where_it_is_too_large():
    """Each file is whole by itself, and together they have every die once."""
    files = written(7, honest(201), most=2**16 + 20_000)
    assert len(files) > 4
    assert all(len(text.encode()) < 2**16 + 20_000 for text in files)
    assert all(isinstance(told(text), list) for text in files)
    logs = [json.loads(text) for text in files]
    throws = [t for log in logs for s in log["stretches"] for entry in s["entries"] for t in entry["throws"]]
    assert [n for t in throws for n in range(t["counter"], t["counter"] + len(t["faces"]))] == list(range(3216))


def throws_of(log):
    return [
        (entry["throws"], at) for s in log["stretches"] for entry in s["entries"] for at in range(len(entry["throws"]))
    ]


def other_face(log, chance):
    throws, at = chance.choice(throws_of(log))
    faces, sides = throws[at]["faces"], throws[at]["sides"]
    which = chance.randrange(len(faces))
    faces[which] = chance.choice([face for face in range(1, sides + 1) if face != faces[which]])


def other_counter(log, chance):
    throws, at = chance.choice(throws_of(log))
    throws[at]["counter"] += chance.choice([-2, -1, 1, 2, 1000])


def swapped_throws(log, chance):
    throws, _ = chance.choice([each for each in throws_of(log) if len(each[0]) > 1])
    throws[0], throws[1] = throws[1], throws[0]


def swapped_entries(log, chance):
    entries = chance.choice(log["stretches"])["entries"]
    at = chance.randrange(len(entries) - 1)
    entries[at], entries[at + 1] = entries[at + 1], entries[at]


def swapped_stretches(log, chance):
    stretches, at = log["stretches"], chance.randrange(3)
    stretches[at], stretches[at + 1] = stretches[at + 1], stretches[at]


def left_out(log, chance):
    what = chance.randrange(3)
    if what == 0:
        throws, at = chance.choice(throws_of(log))
        del throws[at]
    elif what == 1:
        entries = chance.choice(log["stretches"])["entries"]
        del entries[chance.randrange(len(entries))]
    else:
        throws, at = chance.choice(throws_of(log))
        del throws[at]["faces"][-1]


def doubled(log, chance):
    if chance.random() < 0.5:
        throws, at = chance.choice(throws_of(log))
        throws.insert(at, throws[at])
    else:
        entries = chance.choice(log["stretches"])["entries"]
        at = chance.randrange(len(entries))
        entries.insert(at, entries[at])


def other_salt(log, chance):
    salts = chance.choice(log["stretches"][1:3])["salts"]
    salt = chance.choice(salts)
    salt["words"] = chance.choice([salt["words"] + "!", salt["words"][1:], salt["words"].upper(), "", "another"])


def other_seed(log, chance):
    stretch = chance.choice(log["stretches"])
    name = chance.choice(["seed", "sha256"])
    at = chance.randrange(64)
    other = chance.choice([each for each in "0123456789abcdef" if each != stretch[name][at]])
    stretch[name] = stretch[name][:at] + other + stretch[name][at + 1 :]


CHANGES = (
    other_face,
    other_counter,
    swapped_throws,
    swapped_entries,
    swapped_stretches,
    left_out,
    doubled,
    other_salt,
    other_seed,
)


def test_a_thousand_single_changes_are_found_though_the_file_is_sealed_anew():
    (text,) = written(7, honest())
    found = []
    for seed in range(1_000):
        chance = random.Random(seed)
        change = CHANGES[seed % len(CHANGES)]
        spoilt = changed(text, lambda log, change=change, chance=chance: change(log, chance))
        assert spoilt != text
        refused = told(spoilt)
        assert isinstance(refused, str), (seed, change.__name__)
        found.append(refused)
    assert len(found) == 1_000
    assert not [each for each in found if "not as it was written" in each], "the dice themselves tell"


def test_whatever_else_was_changed_by_accident_is_noticed():
    """Each letter of a file stands for something, or for nothing: not one can be changed unnoticed."""
    (text,) = written(7, honest(2))
    chance = random.Random(1)
    for at in chance.sample(range(len(text) - 1), 1_000):
        other = chance.choice([each for each in "0a1 }" if each != text[at]])
        assert isinstance(told(text[:at] + other + text[at + 1 :]), str), text[at - 20 : at + 20]


def test_the_first_throw_that_is_not_the_next_is_named():
    (text,) = written(7, honest())

    def one(log):
        log["stretches"][1]["entries"][3]["throws"][1]["faces"][0] %= 6
        log["stretches"][1]["entries"][3]["throws"][1]["faces"][0] += 1
        log["stretches"][2]["entries"][0]["throws"][0]["counter"] = 9

    assert re.fullmatch(
        r"Die 61 of stretch 2 \(damage, entry \d+: Ann fires\) shows \d: its seed gives \d\.", told(changed(text, one))
    )

    def gone(log):
        del log["stretches"][0]["entries"][2]

    assert (
        told(changed(text, gone))
        == "Die 12 of stretch 1 (to hit, entry 9: Ann fires) is not the next one: die 7 is left out."
    )


def test_a_seed_that_could_have_been_chosen_by_its_salts_is_refused():
    stretches = honest()
    late = replace(stretches[3], number=1, first=0, dice=0, entries=())
    salted = replace(stretches[1], number=2, first=0, dice=0, entries=())
    (text,) = written(7, [late, salted])
    assert "has a fresh seed and salts at once" in told(text)
    (text,) = written(7, [replace(late, seed=SEEDS[0]), replace(salted, salts=(("a", ""), ("b", "")))])
    assert "are not those of the stretch before it with a new one" in told(text)
    # Somebody's later words take the place of their own.
    third = replace(salted, number=3, salts=(("blue dog", "20"),))
    (text,) = written(7, [replace(late, seed=SEEDS[0]), salted, third])
    assert len(told(text)) == 3


def test_a_log_of_another_campaign_has_another_hash():
    (text,) = written(7, honest())
    own = json.loads(text)["stretches"][3]["sha256"]
    assert len(told(text, own.upper())) == 4
    assert told(text, own, "ab" * 32).startswith(
        f"No seed of that log has the hash {'ab' * 32}: it is of another campaign"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no JSON can be read"),
        ("[" * 100_000, "no JSON can be read"),
        ("[" * 100_000 + "]" * 100_000, "no JSON can be read"),
        ('{"boarding party": "dice", "version": 1' + "0" * 5_000 + "}", "no JSON can be read"),
        ("[]", "That is no log of dice: /dice log gives one."),
        ("7", "That is no log of dice: /dice log gives one."),
        ('{"boarding party": "dice"}', "the version of the log can't be read"),
        ('{"boarding party": "dice", "version": 2}', "of a newer program than this one"),
        ('{"boarding party": "dice", "version": 1e400}', "the version of the log can't be read"),
        ('{"boarding party": "dice", "version": true}', "the version of the log can't be read"),
        ('{"boarding party": "dice", "version": 1, "stretches": {}}', "the stretches of the log can't be read"),
        ('{"boarding party": "dice", "version": 1, "stretches": [7]}', "the stretch of a stretch can't be read"),
        ('{"boarding party": "dice", "version": 1, "stretches": []}', "not as it was written"),
    ],
    ids=range(13),
)
def test_what_is_no_log_is_refused_in_a_sentence(text, sentence):
    refused = told(text)
    assert sentence in refused
    assert len(refused) < 300


def test_hostile_values_anywhere_are_refused_in_a_sentence():
    """Each value of a log in its turn, replaced by what no program writes."""
    (text,) = written(7, honest(1))
    hostile = [
        None,
        True,
        -1,
        2**70,
        10**4_000,
        1.5,
        float("nan"),
        "\ud800",
        "\x1b[2J",
        "x" * 10_000,
        [],
        {},
        [[]],
        {"words": 1},
    ]

    def places(value):
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            yield value, key
            yield from places(value[key])

    # What stands there only for people to read, anything may.
    free = {"by", "since", "at", "title", "taken back", "hidden", "for", "campaign", "seal"}
    for number in range(len(list(places(json.loads(text))))):
        for each in hostile:
            log = json.loads(text)
            container, key = list(places(log))[number]
            if key in free or container[key] == each:
                continue
            container[key] = each
            spoilt = json.dumps(log)
            refused = told(spoilt)
            assert isinstance(refused, str), (key, each)
            assert len(refused) < 400
            assert refused.isprintable()


def one_entry(*numbers, faces=None, words="żółty", hidden=False, throws=1):
    """A stretch of one throw for each of some entries by their numbers, the last of which may show other faces."""
    dice, entries = LiveDice(dice_key(SEEDS[0], [words]), 0), []
    for number in numbers:
        dice.throws.clear()
        counter = dice.counter
        for _ in range(throws):
            dice.roll(2, why="to hit")
        thrown = tuple(LoggedThrow(counter + 2 * at, 6, each.faces, each.why) for at, each in enumerate(dice.throws))
        entries.append(LoggedEntry(number, 1_800_000_000, "Ann fires", False, hidden, thrown))
    if faces:
        wrong = replace(entries[-1].throws[0], faces=faces)
        entries[-1] = replace(entries[-1], throws=(wrong,))
    return LoggedStretch(1, SEEDS[0], ((words, "20"),), 1_800_000_000, 0, dice.counter, tuple(entries))


def test_entries_are_numbered_from_one_on_and_no_number_comes_twice():
    (text,) = written(7, [one_entry(1, 2)])
    assert isinstance(told(text), list)
    for numbers in ((2, 2), (2, 1)):
        (text,) = written(7, [one_entry(*numbers, throws=0)])
        assert told(text) == f"In stretch 1 entry {numbers[1]} stands after entry 2: one is out of its order."


@pytest.mark.parametrize(
    ("face", "shown"), [(7**30, str(7**30)[:20]), (7, "7"), ("six", "no number"), (None, "no number")]
)
def test_what_a_die_shows_is_told_as_far_as_it_is_a_number(face, shown):
    (text,) = written(7, [one_entry(1, faces=(face, 1))])
    assert re.fullmatch(
        rf"Die 0 of stretch 1 \(to hit, entry 1: Ann fires\) shows {shown}: its seed gives \d\.", told(text)
    )


def test_a_log_is_read_by_people_in_their_letters():
    (text,) = written(7, [one_entry(1, words="żółty wieloryb 🎲")])
    assert "żółty wieloryb 🎲" in text


def test_a_number_of_the_journal_has_at_most_63_bits():
    """As many as the database keeps."""
    for number, read in ((2**63 - 1, True), (2**63, False)):
        (text,) = written(7, [one_entry(number)])
        assert isinstance(told(text), list) is read
