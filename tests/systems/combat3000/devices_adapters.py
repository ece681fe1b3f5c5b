"""What the worked cases of robots, speech and devices ask for, by the rule that a case names."""

from fractions import Fraction

from bot.engine.dice import ScriptedDice
from bot.engine.odds import exact
from bot.systems.combat3000.devices import robots, speech
from bot.systems.combat3000.figure.kit import Circuits, Dose, Droid

VOICES = {"speech": speech.Voice.SPEAK, "speak": speech.Voice.SPEAK, "shout": speech.Voice.SHOUT}
MOST_WORDS = {speech.Voice.SPEAK: speech.HUMAN_WORDS, speech.Voice.SHOUT: speech.SHOUTED_WORDS}


def tens(dice):
    """Faces of decimal dice as the books print them, 0 for 10."""
    return [die or 10 for die in dice]


def comm_link(die=None):
    if die is None:
        return exact(lambda dice: speech.throw_link(dice).made, of=bool)[True]
    return speech.throw_link(ScriptedDice(tens([die]))).made


def heard(distance_cm=0, mode="speech"):
    voice = VOICES[mode]
    return {"words": MOST_WORDS[voice], "heard": distance_cm <= speech.reaches(voice)}


PILLS = {"speed": "E19", "sleep": "E20", "truth": "E21"}


def pill_active(turn_taken, turn_now, pill="speed"):
    return Dose(PILLS[pill], turn_now - turn_taken).works


ADAPTERS = {
    "pill_active": pill_active,
    "comm_link": comm_link,
    "speech": heard,
    "alien_words": lambda dice: speech.throw_words(ScriptedDice(tens(dice))),
    "robot_control": lambda distance_cm: Fraction(robots.chance_of(distance_cm), 100),
    "robot_morale": lambda kind: {"morale": Circuits(Droid(kind)).wills},
}
