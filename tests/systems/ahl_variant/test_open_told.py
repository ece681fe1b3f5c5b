"""What the orders of an encounter in the open answer, word for word, and what is due in it (V27 to V30)."""

from dataclasses import replace

import pytest

from bot.engine.cards import Tone
from bot.engine.due import said
from bot.engine.scene import Game, Units
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl_variant.outdoors.encounter import Pace, Shelter, Whereabouts
from bot.systems.ahl_variant.outdoors.ground import Near, Spot
from bot.systems.ahl_variant.outdoors.keeping import posture_words
from bot.systems.ahl_variant.outdoors.telling import away
from tests.systems.ahl_variant.open import Field, field, in_fire, loaded, person, shot
from tests.systems.ahl_variant.table import VARIANT

AT_FIRST = "It is the movement step of round 1: Cid or Dot may act"


def lines(game):
    return [str(line) for line in game.card.lines]


def heads(game):
    """The answer up to how the encounter stands."""
    told = lines(game)
    return told[: next(place for place, line in enumerate(told) if line.startswith("It is "))]


def test_how_everybody_is_stands_beside_where_they_are():
    game = field()
    game.units["Ann"] = replace(game.units["Ann"], sheet=replace(game.units["Ann"].sheet, light_wounds=1))
    game.give("encounter begin", first="blue", second="red", throws="9 7", bands="6")
    game.units["Abe"] = replace(game.units["Abe"], marks=("surrendered",))
    game.give("encounter show")
    assert lines(game)[1:5] == [
        "Ann (blue): band 0, stands, 1 light wound",
        "Abe (blue): band 0, stands, surrendered",
        "Cid (red): band 6, stands",
        "Dot (red): band 6, stands",
    ]


@pytest.mark.parametrize(
    ("throws", "faces", "told"),
    [
        ("9 7", [], ["blue 9, red 7", "", "blue has initiative over red", AT_FIRST]),
        (
            "7,7",
            [1],
            ["blue 7, red 7", "All is equal, and chance decides: 1", "blue has initiative over red", AT_FIRST],
        ),
        ("−2 5", [], ["blue -2, red 5", "", "red surprises blue", "It is the surprise of red: Cid or Dot may act"]),
    ],
)
def test_how_two_sides_meet(throws, faces, told):
    game = field()
    game.give("encounter begin", faces, first="blue", second="red", throws=throws)
    assert game.card.title == "blue and red meet in the open"
    first, *others = told
    assert lines(game) == [f"{first}, entered by the referee", *(line for line in others if line)]


@pytest.mark.rule("VAR-53", "VAR-54")
@pytest.mark.parametrize(
    ("throws", "faces", "attackers", "surprise"),
    [
        ("30 27", [], "blue", True),
        ("27 30", [], "red", True),
        ("30 28", [], "blue", False),
        ("28 30", [], "red", False),
        ("0 0", [1], "blue", False),
        ("0 0", [2], "red", False),
    ],
)
def test_three_more_surprise_and_two_more_do_not_for_either_side(throws, faces, attackers, surprise):
    game = field()
    game.give("encounter begin", faces, first="blue", second="red", throws=throws)
    assert game.encounter.attackers == attackers
    assert game.encounter.defenders == ({"blue", "red"} - {attackers}).pop()
    assert (game.encounter.phase.value == "surprise") is surprise


def test_throws_are_thirty_at_most_either_way():
    for throws in ("31 0", "0 31", "-31 0", "0 -31", "9.5 7"):
        assert "Surprise needs both throws" in field().refused(
            "encounter begin", first="blue", second="red", throws=throws
        )
    field().meet("30 -30")


@pytest.mark.rule("VAR-92")
def test_each_sides_devices_are_its_own():
    game = field()
    assert "blue 9, red 9, entered" in game.give(
        "encounter begin", [1], first="blue", second="red", throws="7 8", first_devices=2, second_devices=1
    )


def test_who_is_out_or_of_no_side_does_not_meet_anybody():
    people = (
        person("Ann"),
        person("Cid", "red"),
        person("Dot", "red", condition=Condition.DEAD),
        person("Eve", ""),
        person("Fay", "green"),
    )
    game = Field(*people)
    game.meet(bands=7)
    assert {name: how.spot for name, how in game.encounter.people.items()} == {"Ann": Spot(0), "Cid": Spot(7)}


@pytest.mark.parametrize(
    ("posture", "words"),
    [
        (Whereabouts(Spot(2)), "band 2, stands"),
        (Whereabouts(Spot(3, 4), Pace.WALKS), "hex 0304, walks"),
        (Whereabouts(Spot(0), Pace.RUNS, evading=True), "band 0, runs, evading"),
        (Whereabouts(Spot(2), prone=True, shelter=Shelter.FIELD_WORK), "band 2, prone, in field work cover"),
        (Whereabouts(Spot(2), concealed=True, facing=0), "band 2, stands, concealed, faces 0°"),
        (Whereabouts(Spot(2), fired=True), "band 2, stands"),
    ],
)
def test_how_somebody_is_in_words(posture, words):
    assert posture_words(posture) == words


@pytest.mark.parametrize(
    ("bands", "near", "hexes", "words"),
    [
        (0, Near.NO, False, "in the same band"),
        (1, Near.NO, False, "1 band away"),
        (2, Near.NO, False, "2 bands away"),
        (0, Near.NO, True, "in the same hex"),
        (1, Near.NO, True, "1 hex away"),
        (0, Near.SHORT, False, "at short range"),
        (0, Near.CLOSE, True, "at close range"),
    ],
)
def test_how_far_in_words(bands, near, hexes, words):
    assert away(bands, near, hexes=hexes) == words


def test_everybody_is_shown_with_side_and_place():
    game = field()
    game.meet(bands=3)
    game.give("encounter show")
    assert game.card.title == "The encounter"
    assert lines(game) == [
        AT_FIRST,
        "Ann (blue): band 0, stands",
        "Abe (blue): band 0, stands",
        "Cid (red): band 3, stands",
        "Dot (red): band 3, stands",
        "Light obstructions; day",
    ]


def test_whoever_passes_is_done_with_the_step_and_a_round_more_is_said():
    game = field()
    game.meet()
    game.give("encounter pass", name="Cid")
    assert (game.card.title, lines(game)) == (
        "Cid passes",
        ["It is the movement step of round 1: Ann or Abe may act"],
    )
    game.to("fire")
    for name in ("Ann", "Cid", "Abe"):
        game.give("encounter pass", name=name)
    game.give("encounter pass", name="Dot")
    assert lines(game) == [
        "Morale goes by Traveller's book: the referee throws for it where somebody has fallen",
        "It is the movement step of round 2: Cid or Dot may act",
    ]


def test_the_referees_steps_and_the_end_are_said():
    game = field()
    game.meet("10 6")
    assert game.encounter.phase.value == "surprise"
    game.give("encounter alarm")
    assert (game.card.title, lines(game)) == ("The alarm is given", [AT_FIRST])
    game.give("encounter step")
    assert (game.card.title, lines(game)) == ("On", ["It is the fire step of round 1: Ann or Abe may act"])
    game.give("encounter end")
    assert (game.card.title, lines(game)) == (
        "The encounter is over",
        ["Where everybody was, covering fire and darkness count no more; wounds and rounds stay as they are"],
    )
    hurt = field()
    hurt.units["Abe"] = person("Abe", light_wounds=1)
    hurt.meet()
    hurt.give("encounter end")
    assert "/character convert makes the wounds of Abe lost characteristics" in lines(hurt)[-1]
    assert game.encounter is None


@pytest.mark.parametrize(
    ("given", "title", "told"),
    [
        ({}, "Cid stands", ["Now band 4, stands"]),
        ({"to": "band 3"}, "Cid walks from band 4", ["Now band 3, walks"]),
        ({"to": "band 2", "pace": "runs"}, "Cid runs from band 4", ["Now band 2, runs"]),
        ({"pace": "walks"}, "Cid walks", ["Now band 4, walks"]),
        (
            {"enemy": "Ann", "near": "short", "to": "band 0"},
            "Cid walks from band 4",
            ["Now band 0, walks", "At short range of Ann, for a point of movement"],
        ),
        (
            {"enemy": "Ann", "near": "close", "to": "band 0"},
            "Cid walks from band 4",
            ["Now band 0, walks", "At close range of Ann, for another point of movement"],
        ),
        # Whom they come near to is only said where they do.
        ({"enemy": "Ann"}, "Cid stands", ["Now band 4, stands"]),
    ],
)
def test_how_somebody_went(given, title, told):
    game = field()
    game.meet()
    game.give("go", name="Cid", **given)
    assert (game.card.title, heads(game)) == (title, told)
    assert game.card.tone is Tone.PLAIN
    assert "Whoever runs turns once" not in "".join(game.card.working)


def test_fire_is_told_shot_by_shot_with_the_rounds_left():
    game = in_fire()
    shot(game)
    assert game.card.title == "Ann fires at Cid"
    assert heads(game) == [
        "ACR (DS), single shots",
        "Cid, 4 bands away: 8+ (effective) | 1+1 = 2 → miss",
        "ACR: 19 of 20 rounds left",
    ]
    assert game.card.tone is Tone.PLAIN
    assert not any("overheating" in line for line in game.card.working)
    last = in_fire(4, [loaded(person("Ann"), 1), person("Cid", "red")])
    shot(last)
    assert "ACR: 0 of 20 rounds left, reload" in lines(last)


def test_a_fire_that_hurts_anybody_is_told_as_bad():
    """Of several shots one that hurts is enough; a hit without harm isn't."""
    game = in_fire()
    game.give("fire", [1, 1, 6, 6, 6, 6], name="Ann", target="Cid", targets="Cid, Dot", setting="single")
    assert game.card.tone is Tone.BAD
    assert game.card.title == "Ann fires at Cid and Dot"
    assert not any("overheating" in line for line in game.card.working), "single shots heat nothing"


def test_what_is_thrown_is_told_so():
    game = in_fire(0, (person("Ann", weapons=("Dagger",)), person("Cid", "red")))
    game.give("fire", [1, 1], name="Ann", target="Cid")
    assert game.card.title == "Ann throws at Cid"
    assert heads(game)[0] == "Dagger, thrown"
    assert len(heads(game)) == 2, "no rounds are left of a dagger"


def test_a_grenade_is_told_with_how_many_are_left():
    people = (person("Ann", grenades=2), person("Abe"), person("Cid", "red"))
    game = in_fire(1, people)
    game.give("grenade", [1, 1], name="Ann", at="Cid")
    assert game.card.title == "Ann throws a grenade at Cid"
    assert heads(game) == [
        "Cid, 1 band away: 8+ | 1+1 −2 1 band away = 0 → miss, which does nothing",
        "1 grenade left",
    ]
    assert game.card.tone is Tone.PLAIN
    again = in_fire(1, people)
    again.give("grenade", [6, 6, 6, 6], name="Ann", at="Cid")
    assert again.card.tone is Tone.BAD


def due_of(game):
    found = list(VARIANT.due(Game(Units().having(*game.units.values()), read_ledger=lambda: game.ledger)))
    assert len(found) <= 1
    return found[0] if found else None


def test_in_surprise_the_alarm_is_offered_as_well():
    game = field()
    game.meet("10 6")
    due = due_of(game)
    assert due.what == "an action, until the alarm, by one of them"
    assert [(each.label, each.said) for each in due.choices] == [
        ("Pass: Ann", said("encounter pass", ("Ann",))),
        ("Pass: Abe", said("encounter pass", ("Abe",))),
        ("The alarm is given", said("encounter alarm")),
    ]
    assert (due.answer, due.asks, due.decides) == (said("fire"), ("target",), ("1",))


@pytest.mark.parametrize(
    ("phase", "what", "verb", "asks"),
    [
        ("movement", "a move", "go", "to"),
        ("fire", "fire, or none", "fire", "target"),
        ("melee", "a blow, the longest reach first, by one of them", "melee", "target"),
    ],
)
def test_each_step_says_what_one_does_in_it(phase, what, verb, asks):
    game = Field(person("Ann"), person("Cid", "red"))
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.SHORT)
    game.to(phase)
    due = due_of(game)
    assert due.what == what
    assert due.asks == (asks,)
    # Each answers by themselves, and only before anybody moves has the round just begun.
    assert due.apart
    assert due.begins is (phase == "movement")
    # Whose turn it is is said in the answer, if that is one alone.
    assert due.answer == said(verb, due.owes if len(due.owes) == 1 else ())
    assert [each.label for each in due.choices] == [f"Pass: {name}" for name in due.owes]
    assert len(due.owes) == (2 if phase == "melee" else 1)


def test_before_anybody_acts_in_a_round_only_the_throw_for_control_is_due_of_who_strained():
    """In zero-G whoever fired throws for control, and /phase makes the throw (AHL 26.B, V27.Zero-G)."""
    game = Field(person("Ann"), person("Cid", "red", weapons=()), zero_g="yes")
    game.settings["zero-g"] = "yes"
    game.meet(bands=2)
    game.to("fire")
    game.give("fire", [1, 1], name="Ann", target="Cid", setting="single")
    due = due_of(game)
    assert (due.what, due.rule, due.owes) == ("the throw for control", "AHL 26.B", ("Ann",))
    assert [(each.label, each.said, each.throws) for each in due.choices] == [("Throw", said("phase"), True)]
    game.give("phase", [6, 6])
    assert due_of(game).what == "a move"


def test_a_round_has_begun_until_the_first_has_moved_in_it():
    game = Field(person("Ann"), person("Cid", "red"), person("Dot", "red"))
    game.meet()
    assert due_of(game).begins
    game.give("go", name="Cid")
    assert not due_of(game).begins


def test_four_are_offered_to_pass_by_labels_that_fit():
    names = ("Bartholomew the Bold", "Cid", "Dot", "Eve", "Fay")
    game = Field(person("Ann"), *(person(name, "red") for name in names))
    game.meet()
    due = due_of(game)
    assert due.owes == names
    assert [each.label for each in due.choices] == [
        "Pass: Bartholomew th",
        "Pass: Cid",
        "Pass: Dot",
        "Pass: Eve",
    ]
    assert due.choices[0].said == said("encounter pass", ("Bartholomew the Bold",))


def test_nothing_is_due_where_nobody_can_act_or_nobody_meets():
    game = field()
    assert due_of(game) is None
    game.meet()
    assert due_of(game).owes == ("Cid", "Dot")
    for name, unit in game.units.items():
        game.units[name] = replace(unit, sheet=replace(unit.sheet, condition=Condition.DEAD))
    assert due_of(game) is None
    game.give("encounter step")
    # Nobody is waited for: the round ends, and the next one stands there.
    assert (game.encounter.round, game.encounter.phase.value) == (2, "movement")
    assert lines(game)[-1] == "It is the movement step of round 2"
