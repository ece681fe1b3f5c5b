import re
from dataclasses import replace

import pytest

from bot.deck.alttext import LONGEST, alt_text, left_out
from bot.deck.board import as_drawn
from bot.deck.framing import views_of
from bot.deck.plan import At, Edge, Facing
from bot.deck.reading import read_plan
from bot.deck.view import Attacked, Counter, Health, Hurt, Marks, Scored, View, plan_seen
from tests.deck.plans import TRAINER, board_of

TRAINERS = as_drawn(read_plan(TRAINER, "trainer"))


def at(x, y, level=0):
    return At(level, x, y)


def somebody(*square, **more):
    return Counter("Ann", at(*square), more.pop("facing", Facing.NORTH), 0, **more)


def test_a_view_holds_one_level():
    board = as_drawn(read_plan("level: A\n\n . .\nlevel: B\n\n . .", "test"))
    marks = Marks(line=(at(0, 0), at(1, 0, 1)), danger=(at(1, 0), at(1, 0, 1)), blast=(at(0, 0),))
    view, *_ = views_of(board, (somebody(0, 0), Counter("Bob", at(1, 0, 1), Facing.WEST, 1)), marks, level=1)
    assert [counter.name for counter in view.counters] == ["Bob"]
    assert view.marks == Marks(danger=(at(1, 0, 1),))


def test_what_is_not_shown_leaves_all_else_of_what_happened():
    """Each kind of mark has a square that shows and one that doesn't; a line needs both of its ends."""
    here, there = at(0, 0), at(9, 9)
    both, none = (here, at(1, 0)), (here, there)
    marks = Marks(
        line=both,
        lines=(both, none, (there, here)),
        range=3,
        danger=none,
        blast=none,
        trail=none,
        trails=(none, both),
        about=none,
        rings=((here, 1), (there, 2)),
        centres=none,
        scatter=none,
    )
    assert marks.where(lambda square: square != there) == Marks(
        line=both,
        lines=(both,),
        range=3,
        danger=(here,),
        blast=(here,),
        trail=(here,),
        trails=((here,), both),
        about=(here,),
        rings=((here, 1),),
        centres=(here,),
        scatter=(here,),
    )
    hidden = replace(marks, line=none).where(lambda square: square != there)
    assert (hidden.line, hidden.range) == (None, None)


def test_a_picture_shows_both_ends_of_what_happened_where_it_ended_first():
    marks = Marks(line=(at(0, 0), at(4, 0)), trail=(at(0, 1), at(1, 1)), about=(at(2, 2),))
    assert marks.squares == (at(4, 0), at(0, 0), at(1, 1), at(0, 1), at(2, 2))


def test_a_picture_in_words():
    people = (
        Counter("Marine E1", at(0, 0), Facing.EAST, 0),
        Counter("Pirate", at(4, 0), Facing.WEST, 1, wounds=2, health=Health.PRONE),
        Counter("Captain", at(1, 1), Facing.SOUTH, 0, wounds=1, health=Health.OUT),
        Counter("Cook", at(5, 1), Facing.SOUTH, 0),
    )
    marks = Marks(line=(at(0, 0), at(3, 0)), danger=(at(1, 0), at(2, 0)), trail=(at(0, 1), at(0, 0)))
    assert alt_text(views_of(TRAINERS, people, marks)[0]) == (
        "Main deck of Trainer, from A1 to F2. "
        "In Bridge: Marine E1 at A1, facing east; Captain at B2, out of action, 1 light wound. "
        "In Locker: Pirate at E1, facing west, prone, 2 light wounds. "
        "At Store: Cook at F2, facing south. "
        "Line of fire from A1 to D1. Danger space: B1, C1. Path from A2 to A1. Dark: Locker."
    )


def test_a_blast_and_an_empty_deck_in_words():
    assert alt_text(View(TRAINERS, 0)) == "Main deck of Trainer. Dark: Locker."
    marks = Marks(blast=(at(0, 0), at(1, 0)))
    assert alt_text(views_of(TRAINERS, (), marks)[0]) == (
        "Main deck of Trainer, from A1 to F2. The explosion reaches A1, B1. Dark: Locker."
    )


def test_dark_and_airless_places_are_told_as_far_as_they_are_seen():
    whole = View(replace(TRAINERS, airless=frozenset({at(0, 0), at(4, 0)})), 0)
    assert alt_text(whole) == "Main deck of Trainer. Dark: Locker. Without air: 2 squares, in Bridge, Locker."
    seen = replace(whole, seen=frozenset({at(0, 0), at(1, 0)}))
    assert alt_text(seen) == "Main deck of Trainer. Without air: 1 square, in Bridge."
    assert alt_text(views_of(TRAINERS, (), Marks(line=(at(0, 0), at(0, 0)), trail=(at(0, 0),)))[0]) == (
        "Main deck of Trainer, from A1 to F2. Dark: Locker."
    )


@pytest.mark.parametrize("number", [1, 12, 200])
def test_the_words_are_never_too_long_and_count_everybody(number):
    people = [Counter(f"Somebody with a long name {n}", at(0, 0), Facing.NORTH, 0) for n in range(number)]
    text = alt_text(views_of(TRAINERS, people)[0])
    assert len(text) <= LONGEST
    assert text.endswith("Dark: Locker.")
    more = int(found[1]) if (found := re.search(r"and (\d+) more", text)) else 0
    assert text.count("Somebody") + more == number


def test_nobody_who_is_left_out_goes_unsaid():
    far = tuple(Counter(f"Guard {n}", at(n, 0), Facing.NORTH, 0) for n in range(2))
    below = (Counter("Bob", at(2, 1, level=1), Facing.NORTH, 0),)
    view = View(TRAINERS, 0, crop=(at(2, 0), at(4, 1)), left_out=(*far, *below))
    assert "Not in the picture: 2 more: Guard 0 at A1, Guard 1 at B1; 1 below: Bob at 2:C2." in alt_text(view)
    assert left_out(replace(view, level=1)) == "1 more: Bob at C2; 2 above: Guard 0 at 1:A1, Guard 1 at 1:B1"


def test_a_shot_in_words_says_what_has_become_of_whom():
    people = (
        Counter("Ann", at(0, 0), Facing.EAST, 0),
        Counter("Bob", at(1, 0), Facing.WEST, 1, struck=Attacked("Bob", Scored.MISSED)),
        Counter("Cid", at(2, 0), Facing.WEST, 1, struck=Attacked("Cid", Scored.HARMLESS, "console")),
        Counter("Dot", at(0, 1), Facing.WEST, 1, 1, struck=Attacked("Dot", Scored.EFFECTIVE), hurt=Hurt.WOUNDED),
        Counter("Eve", at(1, 1), Facing.WEST, 1, health=Health.OUT, hurt=Hurt.FELL),
    )
    marks = Marks(line=(at(0, 0), at(2, 0)), range=2)
    assert alt_text(views_of(TRAINERS, people, marks)[0]) == (
        "Main deck of Trainer, from A1 to F2. In Bridge: Ann at A1, facing east; Bob at B1, facing west, missed; "
        "Cid at C1, facing west, hit without effect, in cover behind a console; "
        "Dot at A2, facing west, 1 light wound, hit with effect, newly wounded; "
        "Eve at B2, out of action, falls now. "
        "Line of fire from A1 to C1, 2 squares. Dark: Locker."
    )


def test_a_blast_in_words_says_where_it_was_and_what_was_left_of_it():
    marks = Marks(
        blast=(at(0, 0), at(1, 0)),
        rings=((at(0, 0), 8), (at(1, 0), 4), *((at(x, 1), 2) for x in range(9))),
        centres=(at(0, 0),),
        scatter=(at(2, 0), at(1, 0), at(0, 0)),
    )
    assert alt_text(views_of(TRAINERS, (), marks)[0]) == (
        "Main deck of Trainer, from A1 to F2. Explosion at A1. Penetration 8 in A1. Penetration 4 in B1. "
        "Penetration 2 in A2, B2, C2, D2, E2, F2. Scatters from C1 to A1. Dark: Locker."
    )


def test_words_of_a_picture_tell_of_an_explosion_what_it_shows():
    """Of nine squares in the second row the deck has six, and the picture of the first column one."""
    marks = Marks(blast=tuple(at(x, y) for x in range(5) for y in range(2)), centres=(at(4, 0),), danger=(at(3, 0),))
    view = View(TRAINERS, 0, (), marks, (at(0, 0), at(1, 1)))
    assert alt_text(view) == "Main deck of Trainer, from A1 to B2. The explosion reaches A1, A2, B1, B2."
    assert "The explosion reaches 10 squares." in alt_text(replace(view, crop=(at(0, 0), at(5, 1))))


def test_what_happens_in_a_step_one_after_the_other_is_drawn_together():
    """A way that goes on from another is one with it; other ways and shots stand beside each other."""
    first = Marks(trail=(at(0, 0), at(1, 0)), line=(at(0, 0), at(4, 0)), range=4)
    on = first.and_then(Marks(trail=(at(1, 0), at(1, 1))))
    assert (on.trail, on.trails, on.line, on.range) == ((at(0, 0), at(1, 0), at(1, 1)), (), (at(0, 0), at(4, 0)), 4)
    both = on.and_then(Marks(trail=(at(5, 5), at(6, 5)), line=(at(2, 2), at(3, 3)), range=2))
    assert both.ways == ((at(5, 5), at(6, 5)), (at(0, 0), at(1, 0), at(1, 1)))
    assert both.shots == ((at(2, 2), at(3, 3)), (at(0, 0), at(4, 0)))
    assert both.range is None


def test_what_happened_one_after_the_other_keeps_each_square_once():
    """Thirty who walk two squares each, one after the other in a step."""
    marks = Marks(trail=(At(0, 0, 0), At(0, 1, 0)))
    for number in range(1, 30):
        marks = marks.and_then(Marks(trail=(At(0, 0, number), At(0, 1, number))))
    assert len(marks.about) == len(set(marks.about)) == 58
    assert len(set(marks.squares)) == 60


def test_what_shows_of_a_plan_to_somebody_is_what_they_see_and_what_stands_beside_it():
    """Of three levels that in the middle is narrowed; a door shows from the square before it, a crate in its own."""
    rows = ("#########", "#. .D. B#", "#########")
    board = board_of(*rows, level="Top", more="\n".join(("level: Middle", *rows, "level: Low", *rows)))
    seen = frozenset({At(1, 1, 0), At(1, 0, 0)})
    shown = plan_seen(board.plan, 1, seen)
    assert [level.name for level in shown.levels] == ["Top", "Middle", "Low"]
    assert (shown.levels[0], shown.levels[2]) == (board.plan.levels[0], board.plan.levels[2])
    middle = shown.levels[1]
    assert (middle.floor, dict(middle.fixtures)) == (seen, {})
    assert [edge for edge, barrier in middle.barriers.items() if barrier.portal] == [Edge(1, 2, 0, Facing.WEST)]
    crate = plan_seen(board.plan, 1, frozenset({At(1, 3, 0)})).levels[1]
    assert [*crate.fixtures] == [At(1, 3, 0)]
    assert not [edge for edge, barrier in crate.barriers.items() if barrier.portal]
