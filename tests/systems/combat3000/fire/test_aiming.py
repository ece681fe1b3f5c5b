"""Aiming is an action: a turn that is spent at a declared target, and the bot counts them (C3K Aiming)."""

from dataclasses import replace

import pytest

from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.figure.sheet import Aiming
from tests.systems.combat3000.table import HALE, KEMP, everybody, fire, give, unit

BOB = unit("Bob", "Outlaws")


def plan(who, text, known=(KEMP, BOB), **settings):
    people = Scene({"name": (who,)}, known={one.name: one for one in (who, *known)})
    outcome, card = give("plan", units=people, settings=settings, plan=text)
    return replace(who, sheet=outcome.after[who.name]), card


def end_turn(who):
    outcome, card = give("phase", units=everybody(who))
    return replace(who, sheet=outcome.after.get(who.name, who.sheet)), card


def by_player(faces, who, target=KEMP, **fields):
    """The same order, as the owner of the firer gives it."""
    order_scene = replace(Scene({"name": (who,), "target": (target,), "others": ()}), by="7")
    return give("fire", faces, order_scene, range=20, **fields)


@pytest.mark.rule("C3K-O13", "C3K-F27")
def test_turns_of_aiming_are_counted_and_the_shot_is_aimed_by_itself():
    """One turn is 15, a second 5 more; the turn of the shot itself doesn't count."""
    hale, card = plan(HALE, "aim at Outlaw Kemp")
    assert card.title == "Trooper Hale aims at Outlaw Kemp"
    with pytest.raises(RuleError, match="Trooper Hale aims at Outlaw Kemp this turn: /phase ends the turn"):
        by_player([], hale)
    hale, card = end_turn(hale)
    assert "Trooper Hale has aimed at Outlaw Kemp for 1 turn (C3K Aiming)" in card.lines
    assert "+15 aimed =" in by_player([90], hale)[1].lines[1]
    hale, card = plan(hale, "aim Outlaw Kemp")
    assert card.lines == ("Trooper Hale has aimed for 1 turn before",)
    hale, _ = end_turn(hale)
    _, card = by_player([90], hale, mode="aimed")
    assert "+20 aimed for 2 turns" in card.lines[1]
    assert not any("by word" in line for line in card.lines)
    assert "aimed" not in by_player([90], hale, BOB)[1].lines[1]


def shoots(who, **fields):
    """They fire at Kemp and miss, and the turn ends; the throw to hit, and who fired."""
    outcome, card = by_player([90], who, **fields)
    return card.lines[1], end_turn(replace(who, sheet=outcome.after[who.name]))[0]


@pytest.mark.rule("C3K-F14", "C3K-F27")
def test_a_target_that_moves_spoils_the_later_shots_and_not_the_first():
    """15 for the turn of aiming, whatever the target does then; later ones are aimed while both stay where they are."""
    hale, _ = end_turn(plan(HALE, "aim at Outlaw Kemp")[0])
    line, still = shoots(hale, moved=5)
    assert line == "To hit: 50 −5 target moved 5 cm +5 weapon +15 aimed = 65% | 90 → miss"
    line, still = shoots(still)
    assert "+15 aimed" in line
    line, spoilt = shoots(still, moved=5)
    assert line == "To hit: 50 −5 target moved 5 cm +5 same target +5 weapon = 55% | 90 → miss"
    # It has stopped again, but they have not aimed again.
    assert "aimed" not in shoots(spoilt)[0]
    with pytest.raises(RuleError, match="Trooper Hale fired last turn, and who aims may not fire"):
        by_player([], spoilt, mode="aimed")
    # Nor does the firer's own walk leave anything of it.
    line, walked = shoots(still, mode="walk")
    assert "aimed" not in line
    assert "aimed" not in shoots(walked)[0]


@pytest.mark.rule("C3K-F14", "C3K-O13")
def test_a_turn_in_which_they_neither_aim_nor_fire_does_not_make_a_first_shot_of_a_later_one():
    hale, _ = end_turn(plan(HALE, "aim at Outlaw Kemp")[0])
    idle, _ = end_turn(shoots(hale)[1])
    assert "aimed" not in shoots(idle, moved=5)[0]
    again, _ = end_turn(plan(idle, "aim at Outlaw Kemp")[0])
    assert " aimed" in shoots(again, moved=5)[0]


@pytest.mark.rule("C3K-O13")
def test_another_target_begins_anew_and_another_deed_ends_it():
    hale, _ = end_turn(plan(HALE, "aim at Outlaw Kemp")[0])
    other, _ = end_turn(plan(hale, "aim at Bob")[0])
    assert other.sheet.aim == Aiming("Bob", 1)
    busy = replace(hale, sheet=replace(hale.sheet, now=replace(hale.sheet.now, busy="reloads")))
    reloaded, _ = end_turn(busy)
    assert reloaded.sheet.aim == Aiming()
    with pytest.raises(RuleError) as refusal:
        fire([], reloaded, KEMP, range=20, mode="aimed")
    assert str(refusal.value) == "Trooper Hale reloads last turn, and who aims does nothing else (C3K Aiming)."


@pytest.mark.rule("C3K-O13")
def test_a_player_has_the_turns_that_were_counted_and_the_referees_word_is_told():
    with pytest.raises(RuleError) as refusal:
        by_player([], HALE, mode="aimed")
    assert str(refusal.value) == (
        'Trooper Hale has not aimed at Outlaw Kemp: /plan plan:"aim at Outlaw Kemp" spends a turn in aiming '
        "(C3K Aiming)."
    )
    hale, _ = end_turn(plan(HALE, "aim at Outlaw Kemp")[0])
    with pytest.raises(RuleError, match="Trooper Hale has aimed at Outlaw Kemp for 1 turn: /plan"):
        by_player([], hale, aiming=2)
    told = "Trooper Hale has aimed for 2 turns by word, not by count (C3K Aiming)"
    assert told in fire([90], hale, KEMP, range=20, aiming=2)[1].lines
    written = replace(HALE, sheet=replace(HALE.sheet, aim=Aiming("Outlaw Kemp", 2, by_word=True)))
    assert told in by_player([90], written)[1].lines
    # Where no turns are counted, everybody's word is as good.
    assert not any("word" in line for line in by_player([90], HALE, mode="aimed", values="turns free")[1].lines)


@pytest.mark.rule("C3K-O13")
@pytest.mark.parametrize(
    ("who", "text", "sentence"),
    [
        (HALE, "", 'Say what they do, as plan:"draw Sword", plan:crouch or plan:"aim at Bob".'),
        (HALE, "dance", "“dance” is no action: write a code of the list with what it is about, such as DC Sword"),
        (HALE, "aim at Trooper Hale", "Trooper Hale cannot aim at themselves: name another target."),
        (HALE, "aim at nobody", "There is no character “nobody”"),
        (unit("Out", stunned=3), "aim at Bob", "Out is stunned and cannot aim (C3K Special conditions)."),
    ],
)
def test_what_cannot_be_aimed_is_one_sentence(who, text, sentence):
    with pytest.raises(RuleError) as refusal:
        plan(who, text)
    assert str(refusal.value).startswith(sentence)
