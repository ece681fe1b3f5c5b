"""Words aloud and on the radio: how many, who hears, who understands (C3K Speech, Communications)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At
from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds
from bot.engine.system import Scene
from bot.systems.combat3000.figure.sheet import Figure, Memory
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.moving.going import already_moved
from bot.systems.combat3000.turn import Phase, Turn
from tests.deck.plans import board_of
from tests.systems.combat3000.table import C3K, KEMP, give, unit

ANN, BOB, CID = (unit(name, "Red") for name in ("Ann", "Bob", "Cid"))


def say(speaker, *others, faces=(), to=(), board=None, ledger=None, **fields):
    known = {each.name: each for each in (speaker, *others)}
    return give("say", faces, Scene({"name": (speaker,), "to": tuple(to)}, ledger, board, known=known), **fields)


def refused(match, speaker, *others, **fields):
    with pytest.raises(RuleError, match=match):
        say(speaker, *others, **fields)


def at(who, cm):
    return replace(who, at=cm)


@pytest.mark.rule("C3K-O15")
@pytest.mark.parametrize(
    ("voice", "cm", "hears"),
    [("speak", 15, True), ("speak", 16, False), ("shout", 45, True), ("shout", 46, False)],
)
def test_how_far_a_voice_is_heard(voice, cm, hears):
    _, card = say(ANN, BOB, to=[at(BOB, cm)], words="Get down", voice=voice)
    assert ("Heard by Bob" in card.lines) is hears
    assert any(line.startswith("Bob doesn't hear it") for line in card.lines) is not hears


@pytest.mark.rule("C3K-O15")
def test_six_words_a_turn_or_two_shouted_and_none_while_running():
    outcome, card = say(ANN, words="One two three four")
    assert card.working[0] == "4 words of 6 in this turn (C3K Speech)"
    spoken = replace(ANN, sheet=outcome.after["Ann"])
    say(spoken, words="five six")
    refused("That is 3 words, and Ann has 6 a turn, of which 4 are spoken: say fewer", spoken, words="five six seven")
    refused("That is 3 words, and Ann has 2 a turn: say fewer", ANN, words="Run for it", voice="shout")
    refused("Say what is said", ANN)
    running = replace(ANN, sheet=replace(ANN.sheet, now=replace(ANN.sheet.now, gait="run")))
    refused("Ann runs in this turn, and nobody speaks while running", running, words="Help")
    refused("Ann is killed, and says nothing", unit("Ann", condition="killed"), words="Help")
    refused("Say how many cm Bob is away", ANN, BOB, to=[BOB], words="Help")
    outcome, _ = give("phase", [], Scene({"name": (spoken,)}, known={"Ann": spoken}))
    assert outcome.after["Ann"].now.words == 0


@pytest.mark.rule("C3K-O15", "C3K-F28")
def test_who_speaks_fires_worse():
    """50 at 20 cm, less 6."""
    armed = unit("Ann", "Red", weapon="Rifle")
    spoken = replace(armed, sheet=say(armed, words="Fire")[0].after["Ann"])
    _, card = give("fire", [90], Scene({"name": (spoken,), "target": (KEMP,), "others": ()}), range=20)
    assert any("−6" in line and "= 44%" in line for line in card.lines)


@pytest.mark.rule("C3K-O16")
def test_helmets_vehicles_and_closed_doors_keep_words_out():
    helmet = unit("Bob", "Red", armour="Helmet")
    _, card = say(ANN, helmet, to=[at(helmet, 5)], words="Halt")
    assert "Bob doesn't hear it: Bob wears a helmet" in card.lines
    rides = replace(BOB, sheet=replace(BOB.sheet, rides="Jeep"))
    assert "Bob doesn't hear it: Bob is in Jeep" in say(ANN, rides, to=[at(rides, 5)], words="Halt")[1].lines
    driver = replace(ANN, sheet=replace(ANN.sheet, rides="Jeep"))
    assert "Heard by Bob" in say(driver, rides, words="Halt")[1].lines
    shut = board_of("#=======#", "#. .D. .#", "#=======#")
    standing = {"Ann": Standing(At(0, 0, 0)), "Bob": Standing(At(0, 3, 0)), "Cid": Standing(At(0, 1, 0))}
    board = replace(shut, people=standing)
    assert "Heard by Cid" in say(ANN, BOB, CID, board=board, words="Halt")[1].lines
    door = next(edge for edge, kind in shut.plan.levels[0].barriers.items() if kind.portal)
    opened = replace(board, open=frozenset({door}))
    assert "Heard by Bob and Cid" in say(ANN, BOB, CID, board=opened, words="Halt")[1].lines


@pytest.mark.rule("C3K-O15")
def test_on_a_deck_nobody_says_how_far_away_somebody_is():
    """A square is 1½ cm; of another side those alone are told who were named."""
    hall = board_of("#" * 25, "#. . . . . . . . . . . .#", "#" * 25)
    far, foe = unit("Far", "Red"), unit("Foe", "Blue")

    def standing(**squares):
        return replace(hall, people={name: Standing(At(0, x, 0)) for name, x in squares.items()})

    both = standing(Ann=0, Bob=10, Far=11)
    _, card = say(ANN, BOB, far, to=[BOB, far], board=both, words="Halt")
    assert "Heard by Bob" in card.lines
    assert [line for line in card.lines if line.startswith("Far doesn't hear it")]
    for there in ({"Ann": 0}, {"Bob": 0}):
        refused("Say how many cm Bob is away", ANN, BOB, to=[BOB], board=standing(**there), words="Halt")
    near = standing(Ann=0, Foe=1)
    assert "Nobody of theirs hears it" in say(ANN, foe, board=near, words="Halt")[1].lines
    assert "Heard by Foe" in say(ANN, foe, to=[foe], board=near, words="Halt")[1].lines


@pytest.mark.rule("C3K-O17", "C3K-L11")
def test_an_aliens_words_are_thrown_for_once():
    """0 counts ten and throws again: 10 + 10 + 3."""
    tri = unit("Tri", "Red", creature="Trimote")
    outcome, card = say(tri, faces=[10, 10, 3], words="Hello there")
    assert "Tri speaks 23 words a turn: 0 + 0 + 3, a 0 counting 10" in card.lines
    assert "Tri speaks 19 words a turn: 0 + 9, a 0 counting 10" in say(tri, faces=[10, 9], words="Hello")[1].lines
    known = replace(tri, sheet=outcome.after["Tri"])
    assert "4 words of 23 in this turn (C3K Speech)" in say(known, words="Well met")[1].working
    slow = unit("Tri", "Red", creature="Trimote", words=1)
    refused("That is 2 words, and Tri has 1 a turn", slow, words="Hello there")
    refused("Zed is a Zarquin, and has no speech", unit("Zed", creature="Zarquin"), words="Hello")


def radio(name, side="Red", equipment="Hand Communicator", nets="Alpha", **more):
    return unit(name, side, equipment=equipment, nets=nets, **more)


@pytest.mark.rule("C3K-O18")
def test_all_on_a_net_hear_and_one_at_a_time_speaks():
    ann, bob = radio("Ann"), radio("Bob")
    cid = radio("Cid", nets="Bravo")
    outcome, card = say(ann, bob, cid, net="alpha", words="Hold the line")
    assert card.title == "Ann speaks on Alpha"
    assert "Heard by Bob" in card.lines
    spoken = replace(ann, sheet=outcome.after["Ann"])
    refused("Ann speaks on Alpha in this turn, and one does at a time", bob, spoken, cid, net="Alpha", words="Yes")
    say(cid, spoken, bob, net="Bravo", words="Yes")
    refused("Ann is not on Bravo: /say link:True throws for a link", ann, cid, net="Bravo", words="Yes")
    commander = radio("Ann", nets="Alpha, Command", equipment="Communicator")
    assert "Heard by Cid" in say(commander, radio("Cid", nets="Command"), net="Command", words="Report")[1].lines
    say(commander, net="off-board", words="Fire mission")
    refused("Ann has no Communicator, which alone reaches distant stations", ann, net="off-board", words="Help")
    refused("Ann has no communicator", ANN, bob, net="Alpha", words="Help")


@pytest.mark.rule("C3K-O18", "C3K-E07")
@pytest.mark.parametrize(
    ("equipment", "bands"),
    [
        ("Wrist Communicator", 4),
        ("Hand Communicator", 6),
        ("Throatmike and Earcom", 3),
        ("Communicator", 12),
        ("MM100 Helmet", 3),
    ],
)
def test_a_communicator_has_so_many_wavebands_and_speaks_on_no_more_nets(equipment, bands):
    nets = "ABCDEFGHIJKLM"
    radio("Ann", equipment=equipment, nets=", ".join(nets[:bands]))
    if bands < 12:
        with pytest.raises(RuleError, match=f"The communicator has {bands} wavebands: be on fewer nets"):
            radio("Ann", equipment=equipment, nets=", ".join(nets[: bands + 1]))


@pytest.mark.rule("C3K-O19")
def test_a_link_to_another_net_takes_an_eight_in_the_action_phase():
    ann, bob = radio("Ann"), radio("Bob", nets="Bravo")
    outcome, card = say(ann, bob, faces=[7], net="Bravo", link=True, words="Answer")
    assert card.title == "Ann seeks a link to Bravo"
    assert outcome.after["Ann"].kit.nets == ("Alpha",)
    outcome, card = say(ann, bob, faces=[8], net="Bravo", link=True, words="Answer")
    assert "Heard by Bob" in card.lines
    assert outcome.after["Ann"].kit.nets == ("Alpha", "Bravo")
    odds = dict(imagined_odds(C3K.orders["say"], {"net": "the net", "link": True, "words": "Hello"}, {}))
    assert str(odds["Link"]) == "3/10"
    firing = Ledger(turn=Turn(phase=Phase.FIRING))
    refused("links are established in the actions phase", ann, bob, ledger=firing, net="Bravo", link=True, words="A")


@pytest.mark.rule("C3K-O19")
def test_a_runner_uses_no_radio_and_a_wrist_set_takes_the_other_hand():
    wrist = radio("Ann", equipment="Wrist Communicator", weapon="Rifle")
    say(wrist, net="Alpha", words="Hello")
    two = unit("Ann", "Red", equipment="Wrist Communicator", nets="Alpha", weapon="Pistol")
    both = C3K.with_traits(two.sheet, {"weapon": "Pistol"})
    assert both
    knife = give("give", [], Scene({"name": (two,)}), weapon="Knife")[0].after["Ann"]
    refused("Ann needs a hand free for the communicator", replace(two, sheet=knife), net="Alpha", words="Hello")
    running = replace(wrist, sheet=replace(wrist.sheet, now=replace(wrist.sheet.now, gait="run")))
    refused("nobody speaks while running", running, net="Alpha", words="Hello")


@pytest.mark.rule("C3K-E16")
def test_a_scrambled_word_is_understood_by_the_same_setting_alone():
    kit = "Hand Communicator, Scrambler (communications)"
    ann, bob, cid = (radio(name, equipment=kit, cipher=number) for name, number in zip("ABC", (7, 7, 8), strict=True))
    dan = radio("D")
    _, card = say(ann, bob, cid, dan, net="Alpha", words="Now")
    assert "Understood by B" in card.lines
    assert "Only noise to C and D, without that setting of the scrambler (C3K Equipment)" in card.lines
    assert "Heard by A, B and C" in say(dan, ann, bob, cid, net="Alpha", words="Now")[1].lines
    with pytest.raises(RuleError, match="There is no scrambler in the equipment"):
        radio("Ann", cipher=7)
    with pytest.raises(RuleError, match="1 to 1000"):
        radio("Ann", equipment=kit, cipher=1001)


@pytest.mark.rule("C3K-O15")
def test_who_has_spoken_in_a_turn_walks_and_does_not_run():
    spoken = Figure(now=Memory(words=2))
    assert already_moved("Ann", spoken, "run") == (
        "Ann has spoken in this turn, and nobody speaks while running: walk (C3K Speech)."
    )
    assert not already_moved("Ann", spoken, "walk")
    assert not already_moved("Ann", Figure(), "run")
