"""What a card leaves out for whoever may not know all of it, line by line."""

import pytest

from bot.engine.cards import Card, Of, Suggestion, Tone
from bot.systems.retelling import (
    as_it_shows,
    left_to,
    names_any,
    of_others,
    step_of,
    with_own_orders,
)


@pytest.mark.parametrize(
    ("names", "said", "others", "named"),
    [
        (["Kaz"], "Kaz: hit", (), True),
        (["Kaz"], "kaz is hit", (), True),
        (["Kaz"], "Kazim: hit", (), False),
        (["Kaz"], "Ross: hit", (), False),
        # A name may be part of somebody else's.
        (["Kaz"], "Kaz Vane: hit", ("Kaz Vane",), False),
        (["Kaz"], "Kaz Vane and Kaz: hit", ("Kaz Vane",), True),
        (["Kaz Vane"], "Kaz: hit", ("Kaz",), False),
        ([], "Kaz: hit", ("Kaz",), False),
        (["Kaz", "Ilya"], "Ilya: hit", (), True),
    ],
)
def test_whether_a_text_names_any_of_some(names, said, others, named):
    assert names_any(names, said, others) is named


# --- how others are is what shows of it ---


@pytest.mark.parametrize(
    ("lines", "seen", "shown", "lacks"),
    [
        # Several lines about one become what is seen of them, once.
        (("Kaz: 1 wound", "Kaz: 2 AP"), ("Kaz: down",), ("Kaz: down",), ("Kaz: 1 wound", "Kaz: 2 AP")),
        (("Kaz: down",), ("Kaz: down",), ("Kaz: down",), ()),
        (("Kaz: 1 wound",), ("Ilya: down",), (), ("Kaz: 1 wound",)),
        (("Kaz fires", "Kaz, 3 squares: 8+"), ("Kaz: down",), ("Kaz fires", "Kaz, 3 squares: 8+"), ()),
        (("Ross: 1 wound",), ("Kaz: down",), ("Ross: 1 wound",), ()),
        (("Ross: 1 wound", "Ross: 1 wound"), (), ("Ross: 1 wound",), ()),
        # Whoever has another name to the reader is seen under that.
        (("Ilya: 1 wound",), ("Contact 1: down",), ("Contact 1: down",), ("Ilya: 1 wound",)),
    ],
)
def test_a_line_of_how_somebody_is_becomes_what_shows(lines, seen, shown, lacks):
    card, left = as_it_shows(Card("A card", lines), {"Kaz": "Kaz", "Ilya": "Contact 1"}, seen)
    assert (card.title, card.lines, left) == ("A card", shown, lacks)


# --- those of whom a reader knows nothing ---


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ("Ross fires at Kaz", "Ross fires at somebody unseen"),
        ("Ross fires at Kaz and Ilya", "Ross fires at Ilya"),
        ("Ross fires at Ilya and Kaz", "Ross fires at Ilya"),
        ("Kaz, Ilya and Dot fall", "Ilya and Dot fall"),
        ("Ilya, Kaz and Dot fall", "Ilya and Dot fall"),
        ("Ilya, Dot and Kaz fall", "Ilya and Dot fall"),
        ("Ross, Ilya, Dot and Kaz fall", "Ross, Ilya and Dot fall"),
        ("Ross moves", "Ross moves"),
        ("Kaz moves", "somebody unseen moves"),
    ],
)
def test_a_title_names_nobody_who_is_hidden(title, left):
    called = {"Ross": "Ross", "Ilya": "Ilya", "Dot": "Dot"}
    assert left_to(Card(title), {"Kaz"}, called)[0].title == left


def test_all_that_a_card_has_beside_its_lines_names_nobody_hidden():
    offers = (Suggestion("fire", {"target": "Kaz"}), Suggestion("fire", {"target": "Ilya"}))
    card = Card("Ross waits", next=offers, waits=offers, footer="Kaz was there", tone=Tone.BAD)
    left, lacks = left_to(card, {"Kaz"}, {})
    assert (left.next, left.waits, left.footer, left.tone) == (offers[1:], offers[1:], "", Tone.PLAIN)
    # An order that is offered is nothing that a referee must be told of.
    assert lacks == ()
    assert left_to(Card("Ross waits", footer="Ilya was there"), {"Kaz"}, {})[0].footer == "Ilya was there"
    found, lacks = left_to(Card("They wait", (Suggestion("fire", {"target": "Kaz"}), "Kaz hides")), {"Kaz"}, {})
    assert (found.lines, lacks) == ((), ("Kaz hides",))


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        # What was thrown for somebody hidden stands below their line, and goes with it until another is named.
        (("Kaz: 8+", "Damage: 6 → dead", "Sense: 3 → out"), ()),
        (("Kaz: 8+", "Damage: 6 → dead", "Ilya: 8+", "Damage: 2 → well"), ("Ilya: 8+", "Damage: 2 → well")),
        (("Kaz: 8+", "Ilya: 6 → dead"), ("Ilya: 6 → dead",)),
        (("Kaz: 8+", "A door opens", "Damage: 6 → dead"), ("A door opens", "Damage: 6 → dead")),
        (("Kaz: 8+", "Damage: 6"), ("Damage: 6",)),
        (("Damage: 6 → dead", "Kaz: 8+"), ("Damage: 6 → dead",)),
    ],
)
def test_what_came_of_the_throws_for_somebody_hidden_goes_with_their_line(lines, kept):
    left, lacks = left_to(Card("Ross fires", lines), {"Kaz"}, {"Ilya": "Ilya"})
    assert (left.lines, lacks) == (kept, tuple(line for line in lines if line not in kept))


def test_a_line_of_somebody_hidden_goes_wherever_it_stands_and_the_same_line_of_another_stays():
    of_kaz, of_ilya = Of("To kill: 9 → dead", "Kaz"), Of("To kill: 9 → dead", "Ilya")
    lines = ("To hit: 5 → hit", of_kaz, "Kaz: dead", of_ilya, "Ilya: dead")
    working = ("To hit: +2", Of("To kill: +2", "Kaz"), Of("To kill: +2", "Ilya"))
    left, lacks = left_to(Card("Ross throws", lines, working), {"Kaz"}, {"Ilya": "Ilya"})
    assert left.lines == ("To hit: 5 → hit", "To kill: 9 → dead", "Ilya: dead")
    assert left.working == ("To hit: +2", "To kill: +2")
    assert lacks == ("To kill: 9 → dead", "Kaz: dead", "To kill: +2")


# --- attacks of others ---


@pytest.mark.parametrize(
    ("lines", "told", "lacks"),
    [
        # What was thrown for them goes, and what is seen of all their attacks stands there once.
        (("Kaz fires:", "Ross: 8+ | 4+4 = 8"), ("Kaz attacks Ross: missed",), ("Kaz fires:", "Ross: 8+ | 4+4 = 8")),
        (("Kaz fires:", "Damage: 7 = 7"), ("Kaz attacks Ross: missed",), ("Kaz fires:", "Damage: 7 = 7")),
        (("Kaz fires:", "Ross: 1 wound"), ("Kaz attacks Ross: missed", "Ross: 1 wound"), ("Kaz fires:",)),
        (("Ross fires:", "Kaz: 8+ | 4+4 = 8"), ("Ross fires:", "Kaz: 8+ | 4+4 = 8"), ()),
        (
            ("Kaz fires:", "Ross: 4+4", "Ross fires:", "Kaz: 4+4"),
            ("Kaz attacks Ross: missed", "Ross fires:", "Kaz: 4+4"),
            ("Kaz fires:", "Ross: 4+4"),
        ),
        (
            ("Kaz fires:", "Ross: 4+4", "— Ross runs", "Run: 4+4"),
            ("Kaz attacks Ross: missed", "— Ross runs", "Run: 4+4"),
            ("Kaz fires:", "Ross: 4+4"),
        ),
        (
            ("Kaz fires:", "Ross: 4+4", "Kaz shoots:", "Ross: 5+5"),
            ("Kaz attacks Ross: missed",),
            ("Kaz fires:", "Ross: 4+4", "Kaz shoots:", "Ross: 5+5"),
        ),
        (("Kaz runs", "Run: 4+4"), ("Kaz runs", "Run: 4+4"), ()),
    ],
)
def test_of_an_attack_of_others_stands_what_is_seen(lines, told, lacks):
    card, left = of_others(Card("It goes on", lines), {"Kaz"}, ("Kaz attacks Ross: missed", "Kaz is at A3"))
    assert (card.lines, left) == (told, lacks)
    assert of_others(Card("It goes on", lines), (), ("Kaz attacks Ross: missed",))[0].lines == lines


def test_nor_what_counted_in_it():
    working = ("Ross: +3 skill", "Kaz: +1 range", "Walk: 2")
    card, lacks = of_others(Card("It goes on", ("Kaz fires:", "Ross, 3 squares: 4+4"), working), {"Kaz"}, ())
    assert (card.lines, card.working) == ((), ("Kaz: +1 range", "Walk: 2"))
    assert lacks == ("Kaz fires:", "Ross, 3 squares: 4+4", "Ross: +3 skill")


# --- a step of several ---


def test_a_side_reads_of_a_step_what_it_has_seen_and_its_own_lines_once():
    offers = (Suggestion("fire", {"name": "Ross"}), Suggestion("fire", {"name": "Kaz"}))
    lines = (
        "Ross: hit",
        "Kaz: hit",
        "A door opens",
        "— Ross runs",
        "Ross: 2 AP",
        "— Kaz runs",
        "Ross: seen",
        offers[0],
    )
    card = Card("All act", lines, ("Ross: +1", "Kaz: +1", "+1 dark"), Tone.BAD, next=offers, waits=offers)
    told = step_of(card, "The next step", {"Ross"}, {"Kaz"}, ("Kaz is at A3", "Ross: hit"))
    # Its own order is told by itself; of others' orders it reads what it has seen alone.
    assert told == Card(
        "The next step", ("Kaz is at A3", "Ross: hit"), ("Ross: +1",), next=offers[:1], waits=offers[:1]
    )


def test_what_its_own_people_do_several_times_a_side_reads_as_often():
    walks = ("— Pirate trots to G9", "1 AP", "Why: comes nearer", "— Pirate trots to G8", "1 AP", "Why: comes nearer")
    seen = with_own_orders(Card("They act", walks), OWN, OTHERS, (), lambda card: card)
    assert of_step(*walks, seen=seen) == walks


@pytest.mark.parametrize(
    ("heading", "own"),
    [
        ("— Ross fires at Kaz", True),
        ("— Ross, Kaz and Ilya check", False),
        ("— Ross and Ilya check", False),
        ("— Kaz fires at Ross", False),
        ("— Ross Vane fires", False),
        ("— Ross: 8+", False),
        ("— The door opens", False),
    ],
)
def test_an_order_is_told_as_it_is_where_one_of_ones_own_alone_does_it(heading, own):
    seen = ("Ross attacks Kaz: missed", "Kaz attacks Ross: missed")
    offer = Suggestion("fire", {"name": "Ross"})
    card = Card("All act", ("Above all", heading, "8+", offer, "— Kaz waits"))

    def as_own(order):
        return Card(f"{order.title}!", tuple(f"{line}!" if line == "8+" else line for line in order.lines))

    told = with_own_orders(card, {"Ross"}, {"Kaz", "Ilya", "Ross Vane"}, seen, as_own)
    assert told == ((seen[1], f"{heading}!", "8+!") if own else seen)


# A step in which people of several sides act.
OWN, OTHERS = {"Pirate", "Pirate Captain"}, {"Marine", "Marine N1"}


def of_step(*lines, seen=()):
    return step_of(Card("Phase 1", lines), "/phase", OWN, OTHERS, seen).lines


def test_its_own_people_s_lines_are_read_and_no_others():
    lines = ("Movement first", "Pirate: unhurt", "Marine: a light wound", "Pirate is beside Marine")
    assert of_step(*lines) == ("Pirate: unhurt",)


def test_what_others_throw_at_its_people_is_read_as_it_is_seen():
    """How well somebody fires stands in the line of whom they fire at, which names nobody else."""
    thrown = "Pirate, 3 squares: 8+ (effective) | 6+6 +1 skill = 13 → hit"
    for heading in (
        "— Marine fires at Pirate",
        "— Marine and Marine N1 fire at Pirate",
        "— Marine N1, who covers, fires",
    ):
        assert of_step(heading, thrown, seen=("Somebody attacks Pirate: hit",)) == ("Somebody attacks Pirate: hit",)
    assert of_step("— Phase 1: snap shots", "Pirate: may act") == ("Pirate: may act",)


def test_what_its_own_people_do_together_is_read_but_for_whom_it_names():
    lines = ("— Pirate and Pirate Captain fire", "Pirate: 3 rounds left", "Marine, 3 squares: hit")
    assert of_step(*lines) == ("— Pirate and Pirate Captain fire", "Pirate: 3 rounds left")
