"""What is told of a round of close combat (C3K Close combat)."""

import pytest

from bot.engine.cards import Tone
from bot.engine.dice import Check, Faces, Modifier, Throw
from bot.systems.combat3000.aim.hitroll import Timing
from bot.systems.combat3000.hit.figures import Blow, Effect
from bot.systems.combat3000.melee.fight import Fate
from bot.systems.combat3000.wording.melee import BlowReport, MeleeReport, melee_card

STEP = [
    "A die less dexterity, reflex and handling is the sub-phase: below 1 is 1, above 6 no blow (C3K Strike phase)",
    "Blows of one sub-phase fall at once; whoever is killed or stunned before strikes none (C3K Strike phase)",
]
FREE = "Whoever is unaware, on the run or helpless suffers a free blow, before all others (C3K Surprise attacks)"
EARLY = Timing(Check("Ann strikes", 6, (Modifier(-2, "handling", "C3K Strike phase"),)))
LATE = Timing(Check("Ann strikes", 6, (Modifier(3, "handling", "C3K Strike phase"),)))
MISSES = Blow("Bob", Effect.NONE, kill=Check("to kill", 4, (), 12))
KILLS = Blow("Bob", Effect.KILLED, kill=Check("to kill", 12, (Modifier(2, "weapon", "C3K Effect"),), 12))


def told(*blows, thrown=(), idle=()):
    names = ("Ann", "Bob")
    faces = Faces(Throw(why, 10, dice) for why, dice in thrown)
    return melee_card(MeleeReport(names, blows, idle), faces)


def blow(fate=Fate.STRUCK, timing=EARLY, hit=MISSES, **more):
    return BlowReport("Ann", "Sword", fate, timing=timing, target="Bob", hit=hit, **more)


STRIKES, TWO_ONES, SIXES = ("Ann strikes", (6,)), ("to kill", (2, 2)), ("to kill", (6, 6))
PHASE = "Ann, Sword: 6 −2 handling = 4 → sub-phase 4"


@pytest.mark.rule("C3K-C08", "C3K-C09", "C3K-C13")
@pytest.mark.parametrize(
    ("told_of", "thrown", "lines", "tone"),
    [
        (
            blow(),
            [STRIKES, TWO_ONES],
            [PHASE, "Ann strikes Bob. To kill: 12+ | 2+2 = 4 → no effect", "Bob: no effect"],
            Tone.PLAIN,
        ),
        (
            blow(hit=KILLS),
            [STRIKES, SIXES],
            [PHASE, "Ann strikes Bob. To kill: 12+ | 6+6 +2 weapon = 14 → killed", "Bob: killed"],
            Tone.BAD,
        ),
        (
            blow(timing=None, free=True),
            [TWO_ONES],
            ["Ann strikes Bob freely. To kill: 12+ | 2+2 = 4 → no effect", "Bob: no effect"],
            Tone.PLAIN,
        ),
        # Who is too late is told so once.
        (
            blow(Fate.LATE, LATE, None),
            [STRIKES],
            ["Ann, Sword: 6 +3 handling = 9 → too late for a blow"],
            Tone.PLAIN,
        ),
        (blow(Fate.LOST, EARLY, None), [STRIKES], [PHASE, "Ann strikes no blow any more"], Tone.PLAIN),
        (
            blow(Fate.IDLE, EARLY, None),
            [STRIKES],
            [PHASE, "Ann strikes nobody: none is left of those in contact"],
            Tone.PLAIN,
        ),
    ],
)
def test_what_is_told_of_a_blow(told_of, thrown, lines, tone):
    card = told(told_of, thrown=thrown)
    assert (list(card.lines), card.tone, card.title) == (lines, tone, "Close combat: Ann and Bob")
    assert (FREE in card.working) is told_of.free


def test_the_rules_of_a_round_are_told_with_each_modifier_once():
    card = told(blow(hit=KILLS), blow(hit=KILLS), thrown=[STRIKES, SIXES] * 2)
    assert list(card.working) == [
        "Ann, Sword: −2 handling (C3K Strike phase)",
        "To kill: +2 weapon (C3K Effect)",
        "12 or more kills (C3K Kills)",
        *STEP,
    ]


@pytest.mark.rule("C3K-C07")
def test_of_several_blows_one_that_is_free_or_harms_is_enough():
    card = told(blow(timing=None, free=True), blow(hit=KILLS), thrown=[TWO_ONES, STRIKES, SIXES])
    assert FREE in card.working
    assert card.tone is Tone.BAD


def test_who_strikes_no_blow_is_told_why():
    card = told(blow(), thrown=[STRIKES, TWO_ONES], idle=[("Bob", "stunned")])
    assert card.lines[-1] == "Bob strikes no blow: stunned"
