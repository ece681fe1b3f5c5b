"""Of several firers each shot reaches those who stand under it, and nobody for being another's target (C3K Launcher
fire, Area fire, Target eligibility).
"""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.deck.board import Standing, as_drawn
from bot.deck.plan import Facing, at_of
from bot.deck.reading import read_plan
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from tests.systems.combat3000.table import C3K, HALE, KEMP, fire, give, scene, unit

TRAINER = as_drawn(read_plan((Path(__file__).parents[4] / "data" / "decks" / "trainer.txt").read_text(), ""))
# A launcher of calibre 1, whose shells cover 5 cm around: 50 +2.
DUNN = unit("Dunn", "Troopers", weapon="MM21 Launcher", ammunition="101")
AMES, PIKE = unit("Ames", "Troopers", weapon="Rifle"), unit("Pike", "Outlaws", weapon="Rifle")
SHAW = unit("Shaw", "Outlaws", weapon="Rifle")
ROOK, SID = unit("Rook", "Outlaws"), unit("Sid", "Outlaws")


def at(who, cm):
    return replace(who, at=cm)


def struck(outcome):
    return {name for name, sheet in outcome.after.items() if sheet.now.struck}


def exchange(faces, values="", known=(ROOK, SID), firers=None):
    """Dunn at Shaw, Ames at Pike, Pike at Ames, off a deck; all of the campaign are known by their names."""
    firers = firers or (at(DUNN, 50), at(AMES, 35), at(PIKE, 35))
    people = replace(scene(firers, (SHAW, PIKE, AMES)), known={who.name: who for who in known})
    return give("fire", faces, people, **({"values": values} if values else {}))


@pytest.mark.rule("C3K-F31", "C3K-F33", "C3K-F01")
def test_a_shell_strikes_nobody_for_being_anothers_target():
    """All in sub-phase 1: 50 −15 +2 is 37, and Dunn's shell kills Shaw alone; the rifles miss."""
    outcome, card = exchange([1, 1, 1, 30, 10, 10, 99, 99])
    assert struck(outcome) == {"Shaw"}
    assert "Shaw: killed" in card.lines
    assert not any(line.startswith(("Pike: ", "Ames: ")) for line in card.lines)


@pytest.mark.rule("C3K-F15", "C3K-F21")
@pytest.mark.parametrize(
    ("cm", "near", "band"),
    [
        (22, "8 over", "short"),
        (22, "9 over", "medium"),
        (22, "7 under", "point blank"),
        (22, "6 under", "short"),
        (30, "3 right", "medium"),
        (29, "3 left", "short"),
        (30, "3", "short"),
    ],
)
def test_under_an_area_each_has_the_range_from_the_firer_to_where_they_stand(cm, near, band):
    """Point blank is up to 15 cm (ruling A3), short up to 30; aside it is the diagonal: 30.1 is more than 30."""
    gunner = replace(unit("Gunner", template="Startrooper Gunner"), at=cm)
    people = replace(scene((gunner,), (SHAW,)), known={"Rook": ROOK})
    _, card = give("fire", [100, 100], people, mode="area", values=f"near Rook {near}")
    (line,) = [line for line in card.lines if line.startswith("Rook: ")]
    said = {"short": "Rook: 50 +20 weapon", "medium": "Rook: 50 −15 medium range +20 weapon"}
    assert line.startswith(said.get(band, "Rook: 50 +20 point blank range +20 weapon"))


@pytest.mark.rule("C3K-F31", "C3K-F33")
def test_who_is_near_is_said_for_each_and_needs_no_part_in_the_order():
    """Rook is 4 cm left of Shaw, Sid 2 somewhere, Pike 6: 5 cm reach two of them."""
    outcome, card = exchange([1, 1, 1, 30, *[10, 10] * 3, 99, 99], "each Dunn near Rook 4 left, Sid 2, Pike 6")
    assert struck(outcome) == {"Shaw", "Rook", "Sid"}
    assert [line for line in card.lines if line.endswith(": killed")] == ["Shaw: killed", "Rook: killed", "Sid: killed"]
    # 3 to the left of Shaw: Rook is 1 cm from there; of Sid, who is 2 from Shaw somewhere, the circle holds all.
    outcome, card = exchange([1, 1, 1, 99, 3, 3, *[10, 10] * 3, 99, 99], "each Dunn near Rook 4 left, Sid 2")
    assert struck(outcome) == {"Shaw", "Rook", "Sid"}
    # 9 to the left: 5 from Rook, 7 to 11 from Sid.
    outcome, card = exchange([1, 1, 1, 99, 3, 9, 10, 10, 99, 99], "each Dunn near Rook 4 left, Sid 2")
    assert struck(outcome) == {"Rook"}
    assert not any("the table shows" in line for line in card.lines)
    # 5 to the left: 1 from Rook, 5 from Shaw; Sid 3 to 7.
    _, card = exchange([1, 1, 1, 99, 3, 5, *[10, 10] * 2, 99, 99], "each Dunn near Rook 4 left, Sid 2")
    assert "Whether it reaches Sid, the table shows: /blast does the rest" in card.lines


@pytest.mark.rule("C3K-F19", "C3K-F31")
def test_who_is_caught_in_anothers_blast_loses_their_shot_in_its_turn():
    """Pike stands 4 cm from Shaw: caught in sub-phase 1, they don't fire in 2; Ames does, in 3."""
    outcome, card = exchange([1, 3, 2, 30, 1, 1, 1, 1, 99], "each Dunn near Pike 4 over")
    assert struck(outcome) == {"Shaw", "Pike"}
    phases = [line for line in card.lines if "sub-phase" in line]
    assert phases == [
        "Dunn, MM21 Launcher: 1 = 1 → sub-phase 1",
        "Pike, Rifle: 2 = 2 → sub-phase 2, but hit before",
        "Ames, Rifle: 3 = 3 → sub-phase 3",
    ]


@pytest.mark.rule("C3K-F10")
@pytest.mark.parametrize(("cm", "forbids"), [(6, True), (7, False)])
def test_nobody_aims_within_six_centimetres_of_a_friend_who_is_named(cm, forbids):
    if forbids:
        with pytest.raises(RuleError) as refusal:
            exchange([], f"each Dunn near Ames {cm}")
        assert str(refusal.value) == (
            "Ames is within 6 cm of the point of aim (C3K Target eligibility): aim elsewhere."
        )
    else:
        outcome, _ = exchange([1, 1, 1, 30, 1, 1, 99, 99], f"each Dunn near Ames {cm}")
        assert struck(outcome) == {"Shaw"}


@pytest.mark.rule("C3K-F31")
def test_what_is_said_wrong_is_one_sentence_and_nothing_happens():
    def refused(values, sentence, **more):
        with pytest.raises(RuleError) as refusal:
            exchange([], values, **more)
        assert sentence in str(refusal.value)

    refused("each Dunn near Rook", "Who is near reads like Rook 4 left: a name, cm, and a side; not “Rook”.")
    refused("each Dunn near Rook 4 beside", "There is no side “beside”")
    refused("each Dunn near Nobody 4", "There is no character “Nobody”")
    refused("each Dunn near Rook 4, Rook 2", "Rook is near twice: name everybody once (C3K Launcher fire).")
    refused("each Dunn near Rook 4, rook 2", "Rook is near twice: name everybody once (C3K Launcher fire).")
    refused("each Ames threats Pike 9 me, pike 20", "is a threat twice: name everybody once.")
    refused("each Dunn near Dunn 3", "Dunn is the firer: say who else is near (C3K Launcher fire).")
    refused("each Dunn near Shaw 3", "Shaw is aimed at: say who else is near (C3K Launcher fire).")
    refused("each Ames near Rook 2", "Rifle reaches nobody but its target: leave “near” out (C3K Launcher fire).")
    refused(
        "near Rook 4", 'say for each firer who is near their own point of aim, as values:"each Dunn near Sid 2 left"'
    )
    with pytest.raises(RuleError, match="Several are fired at"):
        fire([], (at(AMES, 10), at(DUNN, 10)), (SHAW, PIKE), (at(ROOK, 2),))


@pytest.mark.rule("C3K-F33", "C3K-F38")
def test_of_one_target_the_others_are_near_all_the_shells():
    """Both shells kill whom they reach once; the second finds the dead."""
    egan = replace(DUNN, name="Egan")
    outcome, _ = fire([50, 10, 10, 10, 10, 50], (DUNN, egan), SHAW, (at(ROOK, 4),), range=20)
    assert struck(outcome) == {"Shaw", "Rook"}


def on_trainer(faces, *placed, attacker, target, **fields):
    """People on the Trainer's deck by name of square and the way that they face."""
    standing = {who.name: Standing(at_of(square), Facing(facing)) for who, square, facing in placed}
    people = replace(
        scene(attacker, target),
        board=replace(TRAINER, people=standing),
        present={who.name: who for who, _, _ in placed},
    )
    return give("fire", faces, people, **fields)


FOUR = ((DUNN, "F10", "N"), (AMES, "B9", "N"), (PIKE, "B2", "S"), (SHAW, "F1", "S"))


@pytest.mark.rule("C3K-F31", "C3K-F08", "C3K-G03")
def test_on_a_deck_it_is_known_who_is_out_of_reach():
    """F10 to F1 is nine squares, 13½ cm; B2 is 6 cm from F1 and B9 twice that: 5 cm of a shell reach neither."""
    outcome, card = on_trainer(
        [1, 1, 1, 50, 10, 10, 99, 99], *FOUR, attacker=(DUNN, AMES, PIKE), target=(SHAW, PIKE, AMES)
    )
    assert struck(outcome) == {"Shaw"}
    assert "Dunn at Shaw: MM21 Launcher (Explosive 101), normal fire, 14 cm: point blank range" in card.lines


@pytest.mark.rule("C3K-F31", "C3K-F19")
def test_on_a_deck_a_miss_strikes_whoever_stands_there_firers_too():
    """From F10 to F1 left is west: 5 cm are 3 from Rook in D1 and 5 from Shaw; Pike in B2 is 1½ south and 1 west."""
    outcome, card = on_trainer(
        [1, 1, 2, 99, 3, 5, *[10, 10] * 3, 99],
        *FOUR,
        (ROOK, "D1", "S"),
        attacker=(DUNN, AMES, PIKE),
        target=(SHAW, PIKE, AMES),
    )
    assert struck(outcome) == {"Shaw", "Rook", "Pike"}
    assert "Pike, Rifle: 2 = 2 → sub-phase 2, but hit before" in card.lines


@pytest.mark.rule("C3K-F09", "C3K-F10")
def test_on_a_deck_friends_forbid_every_shot_and_not_only_the_first():
    near = unit("Vale", "Troopers")
    with pytest.raises(RuleError, match="Vale is within 6 cm of the point of aim"):
        on_trainer([], *FOUR, (near, "H1", "S"), attacker=(AMES, DUNN), target=(PIKE, SHAW))
    with pytest.raises(RuleError, match="Vale is within 3 cm of the line of sight"):
        on_trainer([], *FOUR, (near, "F5", "S"), attacker=(AMES, DUNN), target=(PIKE, SHAW))


@pytest.mark.rule("C3K-F30", "C3K-F21")
def test_on_a_deck_area_fire_throws_for_those_under_its_template_and_for_nobody_else():
    """Along B the template is 7½ wide and 20 deep around B2: B3 is under it, E2 4½ aside. 50 +20 +20 −10 is 80."""
    gunner = unit("Gunn", "Troopers", weapon="MM12 Machine Gun")
    others = ((ROOK, "B3", "S"), (SID, "E2", "S"))
    outcome, card = on_trainer(
        [3, 80, 81, 1, 1], (gunner, "B9", "N"), (PIKE, "B2", "S"), *others, attacker=gunner, target=PIKE, mode="area"
    )
    lines = [line for line in card.lines if "area fire =" in line]
    assert [line.split(":")[0] for line in lines] == ["Pike", "Rook"]
    assert struck(outcome) == {"Pike"}


@pytest.mark.rule("C3K-F31", "C3K-F33")
def test_whoever_stands_under_their_own_shell_is_struck():
    """At 12 cm a miss of 10 under comes down 2 cm before them; one of 6, 6 before them."""
    outcome, _ = fire([99, 1, 10, 1, 1], DUNN, SHAW, range=12)
    assert struck(outcome) == {"Dunn"}
    outcome, _ = fire([99, 1, 6], DUNN, SHAW, range=12)
    assert struck(outcome) == set()


@pytest.mark.rule("C3K-F09")
def test_what_befalls_a_friend_is_thrown_for_by_the_shots_alone_that_may_reach_them():
    """The rifle at Kemp reaches nobody else; the launcher's shell may fall where Cid is. Of Kemp both are thrown."""
    gunner, cid = unit("Ann", HALE.side, weapon="MM22 Launcher", ammunition="102"), unit("Cid", HALE.side)
    at = replace(scene((HALE, gunner), KEMP), known={each.name: each for each in (HALE, gunner, KEMP, cid)})
    order = C3K.orders["fire"]
    values = order.read({"range": 20, "each": "Ann near Cid 7 left"}, {})

    def to_hit(name):
        dice = LiveDice(bytes(32), 0)
        order.prepared(replace(at, fate_of=name, only_odds=True), values)(dice)
        return [throw.why for throw in dice.throws].count("to hit")

    assert (to_hit("Cid"), to_hit(KEMP.name)) == (1, 2)
