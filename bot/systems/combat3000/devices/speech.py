"""Who speaks how many words in a turn, and who hears them: aloud, or on a radio net (C3K Speech, Communications)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.deck.board import Board
from bot.deck.placing import walks
from bot.engine.dice import Check, Dice
from bot.engine.errors import RuleError
from bot.engine.system import Settings, Trait, Unit, whole
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.figure.kit import Kit
from bot.systems.combat3000.figure.sheet import Figure, Sheet
from bot.systems.combat3000.figure.state import figure_of
from bot.systems.combat3000.fire.on_deck import cm_between
from bot.systems.combat3000.hit.plights import helpless

SPEECH, RADIO = "C3K Speech", "C3K Communications"
HUMAN_WORDS, SHOUTED_WORDS = 6, 2
WORDS, LINK = "words a turn", "link"
_AGAIN = 10
LINKS_ON = 8
SETTINGS_OF_A_SCRAMBLER = 1000
OFF_BOARD = "off-board"
_HELMETS = {"701", "E16"}
_SCRAMBLER, _DISTANT, _WRIST = "E13", "E6", "E3"
# Devices by their codes, and on how many wavebands each speaks; a helmet of the list has its throatmike.
_BANDS = {"E3": 4, "E4": 6, "E5": 3, "E6": 12, "E16": 3}
_LONGEST_NAME, _MOST_NETS = 30, 12


class Voice(StrEnum):
    """How somebody says something."""

    SPEAK = "speak"
    SHOUT = "shout"


_REACHES = {Voice.SPEAK: 15, Voice.SHOUT: 45}


def reaches(voice: Voice) -> int:
    """How far a voice is heard, in cm."""
    return _REACHES[voice]


def throw_words(dice: Dice) -> int:
    """How many words a creature speaks in a turn of whom nobody knows it: a decimal die, and another after each 0
    (ruling B-O9).
    """
    found, number = 0, 0
    while True:
        number += 1
        die = dice.roll(1, 10, why=f"{WORDS} {number}")
        found += die
        if die < _AGAIN:
            return found


def words_of(figure: Figure) -> int:
    """How many words somebody speaks in a turn: a human 6, 0 for whom the dice are to say."""
    return HUMAN_WORDS if figure.creature == "Human" else figure.kit.words


def throw_link(dice: Dice) -> Check:
    """Throw for a link outside of a net: 8, 9 or 10 on a decimal die (ruling B-O10)."""
    return Check(LINK, dice.roll(1, 10, why=LINK), (), LINKS_ON)


def check_speaks(name: str, sheet: Sheet, traits: frozenset[str], rule: str = SPEECH) -> Figure:
    """The sheet of somebody who can speak; RuleError for a vehicle, the dead and stunned, who runs, and a telepath."""
    if not isinstance(sheet, Figure):
        raise RuleError(f"{name} is a vehicle: one of its crew speaks ({rule}).")
    if reason := helpless(sheet):
        raise RuleError(f"{name} is {reason}, and says nothing ({rule}).")
    if sheet.now.gait == Gait.RUN:
        raise RuleError(f"{name} runs in this turn, and nobody speaks while running: /phase ends the turn ({rule}).")
    if "telepathic" in traits:
        raise RuleError(f"{name} is a {sheet.creature}, and has no speech: they know each other's minds ({rule}).")
    return sheet


def check_words(name: str, said: int, before: int, most: int, rule: str = SPEECH) -> None:
    """Raise RuleError for none, and for more words than are left of this turn's."""
    if not said:
        raise RuleError('Say what is said, as words:"Cover the door".')
    if before + said > most:
        left = f", of which {before} are spoken" if before else ""
        raise RuleError(f"That is {said} words, and {name} has {most} a turn{left}: say fewer ({rule}).")


def muffled(sheet: Sheet) -> str:
    """What keeps somebody from hearing: a helmet, a vehicle; "" for nothing."""
    if isinstance(sheet, Figure) and _HELMETS & {*sheet.armour, *sheet.equipment}:
        return "wears a helmet"
    return f"is in {sheet.rides}" if isinstance(sheet, Figure) and sheet.rides else ""


def having_spoken(figure: Figure, said: int, most: int, net: str = "") -> Figure:
    """Somebody who has said so many words more in this turn, of so many that they speak in one."""
    now = replace(figure.now, words=figure.now.words + said, net=net or figure.now.net)
    return replace(figure, now=now, kit=replace(figure.kit, words=0 if figure.creature == "Human" else most))


def heard(
    speaker: Unit, others: Mapping[str, Unit], said: Mapping[str, int], board: Board | None, cm: int
) -> list[str]:
    """Who hears somebody within so many cm: by their distance on the deck through what stands open, or as it is said.

    Whoever rides with the speaker hears them as well (ruling B-O8).
    """
    found = []
    for name, other in others.items():
        if name == speaker.name or not _listens(other.sheet):
            continue
        together = speaker.sheet.rides != "" and speaker.sheet.rides == other.sheet.rides
        far = said.get(name)
        if far is None and board is not None and {name, speaker.name} <= board.people.keys():
            far = _on_deck(board, speaker.name, name)
        clear = not (muffled(other.sheet) or speaker.sheet.rides)
        if together or (clear and far is not None and far <= cm):
            found.append(name)
    return found


def _listens(sheet: Sheet) -> bool:
    return isinstance(sheet, Figure) and not helpless(sheet)


def _on_deck(board: Board, one: str, other: str) -> int | None:
    """The cm between two on a deck; None where walls and closed doors are between them."""
    start, end = board.people[one].at, board.people[other].at
    if all(at != end for at, _ in walks(board, start)):
        return None
    return cm_between(start, end, board.plan.separation)


@dataclass(frozen=True, slots=True)
class Radio:
    """With what somebody is on a net: the device's code, and how many wavebands it has."""

    code: str
    bands: int


def radio_of(figure: Figure) -> Radio | None:
    """The device with the most wavebands that somebody has; None for none."""
    devices = [Radio(code, _BANDS[code]) for code in figure.equipment if code in _BANDS]
    return max(devices, key=lambda device: device.bands, default=None)


def check_radio(name: str, figure: Figure, free_hands: int) -> Radio:
    """The device with which somebody speaks on a net; RuleError without one, for a runner, and for a wrist set without
    another hand free.
    """
    radio = radio_of(figure)
    if radio is None:
        raise RuleError(f"{name} has no communicator: /character edit field:equipment gives one ({RADIO}).")
    others = {code for code in figure.equipment if code in _BANDS} - {_WRIST}
    if not others and free_hands < 1:
        raise RuleError(f"{name} needs a hand free for the communicator on the other wrist ({RADIO}).")
    return radio


def on_net(net: str, sheet: Sheet) -> bool:
    """Whether somebody is on a net and listens."""
    return isinstance(sheet, Figure) and _listens(sheet) and net in sheet.kit.nets and radio_of(sheet) is not None


def reaches_off_board(figure: Figure) -> bool:
    """Whether somebody's communicator reaches distant stations."""
    return _DISTANT in figure.equipment


def setting_of(sheet: Sheet) -> int:
    """The setting of somebody's scrambler, 0 for none that is on."""
    return sheet.kit.scrambler if isinstance(sheet, Figure) and _SCRAMBLER in sheet.equipment else 0


def understands(speaker: Sheet, listener: Sheet) -> bool:
    """Whether a scrambled word is understood: by the same setting alone; what isn't scrambled by anybody."""
    return setting_of(speaker) in {0, setting_of(listener)}


def speech_traits() -> tuple[Trait, ...]:
    """On which nets somebody is, their scrambler's setting, and how many words they speak in a turn."""

    def kit(sheet: Sheet) -> Kit:
        return sheet.kit if isinstance(sheet, Figure) else Kit()

    def write_nets(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure = figure_of(sheet, "nets")
        names = () if text.casefold() == "none" else tuple(" ".join(each.split()) for each in text.split(","))
        return replace(figure, kit=replace(figure.kit, nets=checked_nets(figure, filter(None, names))))

    def write_scrambler(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure = figure_of(sheet, "scrambler")
        setting = 0 if text.casefold() == "none" else whole(text, "setting", 1, SETTINGS_OF_A_SCRAMBLER)
        if setting and _SCRAMBLER not in figure.equipment:
            raise RuleError("There is no scrambler in the equipment: /character edit field:equipment gives one.")
        return replace(figure, kit=replace(figure.kit, scrambler=setting))

    def write_words(sheet: Sheet, text: str, _: Settings) -> Sheet:
        figure = figure_of(sheet, "speech")
        return replace(figure, kit=replace(figure.kit, words=whole(text, "words a turn", 0, 100)))

    return (
        Trait("nets", lambda sheet: ", ".join(kit(sheet).nets) or "none", write_nets, ("none",)),
        Trait("cipher", lambda sheet: str(kit(sheet).scrambler or "none"), write_scrambler, ("none",)),
        Trait("words", lambda sheet: str(kit(sheet).words), write_words),
    )


def checked_nets(figure: Figure, names: Iterable[str]) -> tuple[str, ...]:
    """The nets that somebody is on; RuleError for more than their device has wavebands, or without one."""
    nets, radio = tuple(dict.fromkeys(names)), radio_of(figure)
    if nets and radio is None:
        raise RuleError("There is no communicator in the equipment: /character edit field:equipment gives one.")
    if radio and len(nets) > radio.bands:
        raise RuleError(f"The communicator has {radio.bands} wavebands: be on fewer nets ({RADIO}).")
    if any(len(net) > _LONGEST_NAME for net in nets):
        raise RuleError(f"A net's name is {_LONGEST_NAME} letters long at most.")
    return nets
