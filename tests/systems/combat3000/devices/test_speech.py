"""Who hears whom, with which device somebody is on a net, and what of it a sheet takes (C3K Speech, Communications)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing, placed
from bot.deck.plan import at_of
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.combat3000.devices.speech import (
    Radio,
    Voice,
    check_radio,
    check_words,
    having_spoken,
    heard,
    muffled,
    on_net,
    radio_of,
    reaches,
    reaches_off_board,
    setting_of,
    speech_traits,
    throw_link,
    throw_words,
    understands,
    words_of,
)
from bot.systems.combat3000.figure.kit import Kit
from bot.systems.combat3000.figure.sheet import Figure, Memory, Vehicle
from tests.deck.plans import board_of
from tests.systems.combat3000.table import unit

ANN, BOB = unit("Ann"), unit("Bob")
NETS, CIPHER, WORDS = speech_traits()
# Ten squares of 1½ cm; a door between F1 and G1.
HALL = board_of("#" * 21, "#. . . . . .D. . . .#", "#" * 21)


def being(who, **changes):
    return replace(who, sheet=replace(who.sheet, **changes))


def on(ann, bob, *, is_open=True):
    board = HALL if not is_open else replace(HALL, open=frozenset(HALL.plan.levels[0].barriers))
    for name, square in (("Ann", ann), ("Bob", bob)):
        board = placed(board, name, Standing(at_of(square))) if square else board
    return board


@pytest.mark.rule("C3K-O15")
def test_how_far_a_voice_carries():
    assert [reaches(voice) for voice in (Voice.SPEAK, Voice.SHOUT)] == [15, 45]


@pytest.mark.rule("C3K-O15", "C3K-O16")
@pytest.mark.parametrize(
    ("speaker", "listener", "said", "board", "hears"),
    [
        (ANN, BOB, {"Bob": 15}, None, True),
        (ANN, BOB, {"Bob": 16}, None, False),
        # Of whom nobody says how far away they are, and no deck shows it, nobody knows that they hear.
        (ANN, BOB, {}, None, False),
        (ANN, BOB, {}, on("A1", "J1"), True),
        (ANN, BOB, {}, on("A1", "J1", is_open=False), False),
        (ANN, BOB, {}, on("A1", "F1", is_open=False), True),
        (ANN, BOB, {}, on("A1", ""), False),
        (ANN, BOB, {"Bob": 16}, on("A1", "B1"), False),
        (ANN, being(BOB, armour=("701",)), {"Bob": 1}, None, False),
        (ANN, being(BOB, equipment=("E16",)), {"Bob": 1}, None, False),
        (ANN, being(BOB, rides="Jeep"), {"Bob": 1}, None, False),
        (being(ANN, rides="Jeep"), BOB, {"Bob": 1}, None, False),
        # Whoever rides with the speaker hears them.
        (being(ANN, rides="Jeep"), being(BOB, rides="Jeep"), {}, None, True),
        (being(ANN, rides="Jeep"), being(BOB, rides="Cart"), {"Bob": 1}, None, False),
        (ANN, being(BOB, killed=True), {"Bob": 1}, None, False),
        (ANN, being(BOB, stunned=1), {"Bob": 1}, None, False),
        (ANN, unit("Bob", template="Light Tank"), {"Bob": 1}, None, False),
    ],
)
def test_who_hears_a_word_within_fifteen_cm(speaker, listener, said, board, hears):
    others = {"Ann": speaker, "Bob": listener}
    assert heard(speaker, others, said, board, 15) == (["Bob"] if hears else [])


def test_what_keeps_somebody_from_hearing():
    assert muffled(ANN.sheet) == ""
    assert muffled(replace(ANN.sheet, armour=("701",))) == "wears a helmet"
    assert muffled(replace(ANN.sheet, rides="Jeep")) == "is in Jeep"
    assert muffled(Vehicle()) == ""


# --- words ---


@pytest.mark.rule("C3K-O17")
@pytest.mark.parametrize(("faces", "words"), [((7,), 7), ((1,), 1), ((9,), 9), ((10, 3), 13), ((10, 10, 1), 21)])
def test_how_many_words_an_alien_speaks(faces, words):
    dice = ScriptedDice(faces)
    assert throw_words(dice) == words
    assert not dice.left


@pytest.mark.rule("C3K-O19")
@pytest.mark.parametrize(("face", "links"), [(7, False), (8, True), (10, True)])
def test_a_link_takes_an_eight(face, links):
    assert throw_link(ScriptedDice((face,))).made is links


def test_a_humans_words_are_six_and_an_aliens_are_kept():
    assert words_of(Figure(kit=Kit(words=9))) == 6
    alien = Figure(creature="Trimote", kit=Kit(words=9))
    assert words_of(alien) == 9
    spoken = having_spoken(Figure(now=Memory(words=2)), 3, 6)
    assert (spoken.now.words, spoken.now.net, spoken.kit.words) == (5, "", 0)
    spoken = having_spoken(Figure(creature="Trimote", now=Memory(words=1, net="Bravo")), 3, 14)
    assert (spoken.now.words, spoken.now.net, spoken.kit.words) == (4, "Bravo", 14)
    assert having_spoken(Figure(now=Memory(net="Bravo")), 1, 6, "Echo").now.net == "Echo"


@pytest.mark.rule("C3K-O15")
@pytest.mark.parametrize(
    ("said", "before", "told"),
    [
        (0, 0, 'Say what is said, as words:"Cover the door".'),
        (6, 0, ""),
        (7, 0, "That is 7 words, and Ann has 6 a turn: say fewer (C3K Speech)."),
        (2, 4, ""),
        (3, 4, "That is 3 words, and Ann has 6 a turn, of which 4 are spoken: say fewer (C3K Speech)."),
    ],
)
def test_no_more_words_than_a_turn_has(said, before, told):
    if not told:
        check_words("Ann", said, before, 6)
        return
    with pytest.raises(RuleError) as refusal:
        check_words("Ann", said, before, 6)
    assert str(refusal.value) == told


# --- nets ---


@pytest.mark.rule("C3K-O18")
@pytest.mark.parametrize(
    ("equipment", "radio"),
    [
        ((), None),
        (("E11",), None),
        (("E3",), Radio("E3", 4)),
        (("E4",), Radio("E4", 6)),
        (("E5",), Radio("E5", 3)),
        (("E6",), Radio("E6", 12)),
        (("E16",), Radio("E16", 3)),
        # The one with the most wavebands of several.
        (("E5", "E4", "E3"), Radio("E4", 6)),
    ],
)
def test_with_what_somebody_is_on_a_net(equipment, radio):
    figure = Figure(equipment=equipment, kit=Kit(nets=("Bravo",)))
    assert radio_of(figure) == radio
    assert on_net("Bravo", figure) is (radio is not None)
    assert on_net("Echo", figure) is False
    assert on_net("Bravo", replace(figure, killed=True)) is False
    assert on_net("Bravo", Vehicle()) is False
    assert reaches_off_board(figure) is ("E6" in equipment)


@pytest.mark.rule("C3K-O19")
@pytest.mark.parametrize(
    ("equipment", "hands", "told"),
    [
        ((), 2, "Ann has no communicator: /character edit field:equipment gives one (C3K Communications)."),
        (("E3",), 1, ""),
        (("E3",), 0, "Ann needs a hand free for the communicator on the other wrist (C3K Communications)."),
        (("E3", "E5"), 0, ""),
        (("E4",), 0, ""),
    ],
)
def test_a_wrist_set_alone_takes_a_free_hand(equipment, hands, told):
    if not told:
        check_radio("Ann", Figure(equipment=equipment), hands)
        return
    with pytest.raises(RuleError) as refusal:
        check_radio("Ann", Figure(equipment=equipment), hands)
    assert str(refusal.value) == told


def cipher(setting, *, has=True):
    return Figure(equipment=("E13",) if has else (), kit=Kit(scrambler=setting))


@pytest.mark.rule("C3K-E16")
@pytest.mark.parametrize(
    ("speaker", "listener", "clear"),
    [
        (cipher(0), cipher(0), True),
        (cipher(0), cipher(7), True),
        (cipher(7), cipher(7), True),
        (cipher(7), cipher(8), False),
        (cipher(7), cipher(0), False),
        # Without a scrambler no setting is any.
        (cipher(7, has=False), cipher(8), True),
        (cipher(7), cipher(7, has=False), False),
        (Vehicle(), cipher(7), True),
    ],
)
def test_what_is_scrambled_is_understood_by_the_same_setting(speaker, listener, clear):
    assert understands(speaker, listener) is clear


@pytest.mark.parametrize(
    ("trait", "text", "value"),
    [
        (NETS, "Bravo,  Echo two ,Bravo", "Bravo, Echo two"),
        (NETS, "none", "none"),
        (NETS, "N" * 30, "N" * 30),
        (NETS, "a, b, c, d", "a, b, c, d"),
        (CIPHER, "None", "none"),
        (CIPHER, "1", "1"),
        (CIPHER, "1000", "1000"),
        (WORDS, "0", "0"),
        (WORDS, "100", "100"),
    ],
)
def test_what_a_sheet_takes_of_it(trait, text, value):
    assert trait.read(trait.write(Figure(equipment=("E3", "E13")), text, {})) == value


@pytest.mark.parametrize(
    ("trait", "text", "told"),
    [
        (NETS, "a, b, c, d, e", "The communicator has 4 wavebands: be on fewer nets (C3K Communications)."),
        (NETS, "N" * 31, "A net's name is 30 letters long at most."),
        (CIPHER, "1001", "1000"),
        (CIPHER, "0", "1"),
        (WORDS, "101", "100"),
    ],
)
def test_what_it_does_not_take(trait, text, told):
    with pytest.raises(RuleError) as refusal:
        trait.write(Figure(equipment=("E3", "E13")), text, {})
    assert told in str(refusal.value)


def test_without_a_device_it_takes_none():
    with pytest.raises(RuleError, match="There is no communicator in the equipment"):
        NETS.write(Figure(), "Bravo", {})
    with pytest.raises(RuleError, match="There is no scrambler in the equipment"):
        CIPHER.write(Figure(), "7", {})
    assert setting_of(CIPHER.write(Figure(), "none", {})) == 0
    assert NETS.read(NETS.write(Figure(), "none", {})) == "none"
    assert [trait.read(Vehicle()) for trait in (NETS, CIPHER, WORDS)] == ["none", "none", "0"]
