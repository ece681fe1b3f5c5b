"""`/say`: words aloud, or on a radio net; and who hears and understands them (C3K Speech, Communications)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.engine.asked import typed_odds, typed_order
from bot.engine.cards import Card, Spoken, check_line, counted, sentence
from bot.engine.dice import Check, Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.system import Odds, Order, Outcome, Scene, Unit
from bot.engine.typed import match
from bot.systems.combat3000.actions import free_for
from bot.systems.combat3000.asked.circumstances import Gait
from bot.systems.combat3000.asked.devices import ImaginedTalk, SayOrder
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.devices.speech import (
    OFF_BOARD,
    RADIO,
    SHOUTED_WORDS,
    SPEECH,
    WORDS,
    Voice,
    check_radio,
    check_speaks,
    check_words,
    checked_nets,
    having_spoken,
    heard,
    muffled,
    on_net,
    reaches,
    reaches_off_board,
    setting_of,
    throw_link,
    throw_words,
    understands,
    words_of,
)
from bot.systems.combat3000.figure.kit import Kit
from bot.systems.combat3000.figure.sheet import Figure
from bot.systems.combat3000.ledger import turn_of


@dataclass(frozen=True, slots=True)
class Talk:
    """What somebody said, in how many words of a turn's `most`, aloud or on a `net`, with the throw for a `link`.

    It is `heard` by those of their side and those who were named, of whom some are `deaf` to it, each with why;
    those who hear it scrambled are `lost` to it. `thrown` says that the dice settled how many words they speak.
    """

    name: str
    words: str
    said: int
    most: int
    voice: Voice = Voice.SPEAK
    net: str = ""
    link: Check | None = None
    heard: tuple[str, ...] = ()
    deaf: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    scrambled: bool = False
    thrown: bool = False


def _check_stays(scene: Scene, unit: Unit) -> None:
    """Raises RuleError for who has a run written down, which is shown with all moves (C3K Speech)."""
    turn = turn_of(scene)
    move = turn.moves.get(unit.name) if turn else None
    if move and move.fields.get("gait") == Gait.RUN:
        raise RuleError(
            f"{unit.name} has a run written down, and nobody speaks while running: write a walk down ({SPEECH})."
        )


def say_order(book: Book) -> Order:
    """`/say`: it takes no time, interferes with nothing but fire, and is heard by whoever can (C3K Speech)."""

    def decide(scene: Scene, asked: SayOrder, dice: Dice) -> Outcome:
        unit = scene.one("name")
        traits = _traits(unit, book)
        figure = check_speaks(unit.name, unit.sheet, traits, RADIO if asked.net else SPEECH)
        _check_stays(scene, unit)
        known = words_of(figure)
        said = len(asked.words.split())
        if asked.net:
            _check_net(scene, unit, figure, asked, book)
        elif asked.link:
            raise RuleError(f"A link is to a net: say which, as net:Bravo ({RADIO}).")
        if asked.voice is Voice.SHOUT and not asked.net:
            check_words(unit.name, said, 0, SHOUTED_WORDS)
        if known:
            check_words(unit.name, said, figure.now.words, known)
        most = known or throw_words(dice)
        check_words(unit.name, said, figure.now.words, most)
        result = Talk(unit.name, " ".join(asked.words.split()), figure.now.words + said, most, asked.voice)
        result = replace(result, thrown=not known)
        if asked.net:
            return _on_net(scene, unit, figure, asked, replace(result, net=_net(scene, asked)), said, dice)
        return _aloud(scene, unit, figure, result, said)

    return typed_order(SayOrder, decide, _card, odds=_odds())


def _traits(unit: Unit, book: Book) -> frozenset[str]:
    creature = book.creatures.get(getattr(unit.sheet, "creature", ""))
    return creature.traits if creature else frozenset()


def _aloud(scene: Scene, unit: Unit, figure: Figure, result: Talk, said: int) -> Outcome:
    """Heard by whoever is near and not behind closed doors; of another side's only those are told who were named."""
    named = {each.name: each for each in scene.all("to")}
    board = scene.board
    on_deck = set(board.people) if board is not None else set[str]()
    for name, each in named.items():
        if each.at is None and not {name, unit.name} <= on_deck:
            raise RuleError(f'Say how many cm {name} is away, as to:"{name} @12" ({SPEECH}).')
    others: Mapping[str, Unit] = {**scene.known, **named}
    distances = {name: each.at for name, each in named.items() if each.at is not None}
    all_who = heard(unit, others, distances, board, reaches(result.voice))
    told = [name for name in all_who if name in named or (unit.side and others[name].side == unit.side)]
    deaf = tuple((name, _why_deaf(unit, each)) for name, each in named.items() if name not in all_who)
    after = having_spoken(figure, said, result.most)
    return Outcome({unit.name: after}, replace(result, heard=tuple(told), deaf=deaf))


def _why_deaf(speaker: Unit, other: Unit) -> str:
    found = muffled(other.sheet)
    if found:
        return f"{other.name} {found}"
    rides = getattr(speaker.sheet, "rides", "")
    return f"{speaker.name} is in {rides}" if rides else "too far, behind closed doors, or out"


def _net(scene: Scene, asked: SayOrder) -> str:
    sheets = (unit.sheet for unit in scene.known.values())
    known = dict.fromkeys(net for sheet in sheets if isinstance(sheet, Figure) for net in sheet.kit.nets)
    return match(asked.net, [*known, OFF_BOARD], what="radio net")


def _check_net(scene: Scene, unit: Unit, figure: Figure, asked: SayOrder, book: Book) -> None:
    """Raise RuleError where they can't speak on it: without a device, not on it, or while another one speaks."""
    check_radio(unit.name, figure, free_for(figure, book))
    net = _net(scene, asked)
    if net == OFF_BOARD:
        if not reaches_off_board(figure):
            raise RuleError(f"{unit.name} has no Communicator, which alone reaches distant stations ({RADIO}).")
        return
    on_it = net in figure.kit.nets
    if on_it and asked.link:
        raise RuleError(f"{unit.name} is on {net} already: leave the link out ({RADIO}).")
    if not on_it and not asked.link:
        raise RuleError(f"{unit.name} is not on {net}: /say link:True throws for a link in the action phase ({RADIO}).")
    speaking = [one for one, other in scene.known.items() if other.sheet.now.net == net and one != unit.name]
    if speaking:
        raise RuleError(
            f"{speaking[0]} speaks on {net} in this turn, and one does at a time: /phase ends it ({RADIO})."
        )
    if not on_it:
        checked_nets(figure, (*figure.kit.nets, net))


def _on_net(scene: Scene, unit: Unit, figure: Figure, asked: SayOrder, result: Talk, said: int, dice: Dice) -> Outcome:
    """Heard by all who are on the net, whoever they are; scrambled, understood by those of the same setting."""
    link = throw_link(dice) if asked.link else None
    if link and not link.made:
        return Outcome({unit.name: replace(figure, kit=_kit(figure, result))}, replace(result, link=link))
    listening = [one for one, other in scene.known.items() if one != unit.name and on_net(result.net, other.sheet)]
    knowing = tuple(one for one in listening if understands(figure, scene.known[one].sheet))
    lost = tuple(one for one in listening if one not in knowing)
    after = having_spoken(figure, said, result.most, result.net)
    if link:
        after = replace(after, kit=replace(after.kit, nets=(*after.kit.nets, result.net)))
    told = replace(result, link=link, heard=knowing, lost=lost, scrambled=bool(setting_of(figure)))
    return Outcome({unit.name: after}, told)


def _kit(figure: Figure, result: Talk) -> Kit:
    return replace(figure.kit, words=0 if figure.creature == "Human" else result.most)


def _card(said: Talk, faces: Faces) -> Card:
    lines: list[str] = []
    if said.thrown:
        # All but the last of its dice were tens.
        numbers = range(1, (said.most - 1) // 10 + 2)
        dice = " + ".join(str(faces.take(f"{WORDS} {number}")[0] % 10) for number in numbers)
        lines.append(f"{said.name} speaks {counted(said.most, 'word')} a turn: {dice}, a 0 counting 10")
    if said.link:
        end = f"{said.name} is on {said.net}" if said.link.made else "no link"
        lines.append("Link: " + check_line(said.link, faces.take(said.link.why), end))
    failed = said.link is not None and not said.link.made
    if not failed:
        lines += [Spoken(f"“{said.words}”"), *_hearing(said)]
    where = f" on {said.net}" if said.net else ""
    does = "shouts" if said.voice is Voice.SHOUT and not said.net else "speaks"
    title = f"{said.name} seeks a link to {said.net}" if failed else f"{said.name} {does}{where}"
    return Card(title, tuple(lines), tuple(_working(said)))


def _hearing(said: Talk) -> Iterable[str]:
    if said.heard:
        yield f"{'Understood' if said.scrambled else 'Heard'} by {sentence(said.heard)}"
    elif said.net != OFF_BOARD:
        yield "Nobody of theirs hears it"
    if said.lost:
        yield f"Only noise to {sentence(said.lost)}, without that setting of the scrambler (C3K Equipment)"
    yield from (f"{name} doesn't hear it: {why}" for name, why in said.deaf)


def _working(said: Talk) -> Iterable[str]:
    yield f"{counted(said.said, 'word')} of {said.most} in this turn ({SPEECH})"
    if said.net:
        yield f"All on a net hear it, and one at a time speaks on it ({RADIO})"
    else:
        far = f"{SHOUTED_WORDS} words are shouted, and heard" if said.voice is Voice.SHOUT else "Words are heard"
        yield f"{far} within {reaches(said.voice)} cm, not through closed doors, vehicles and helmets ({SPEECH})"
    if said.link:
        yield f"A link outside a net is made on 8 or more of a decimal die ({RADIO}, ruling B-O10)"


def _odds() -> Odds:
    """The chance of a link, whoever seeks it."""

    def imagine(_: ImaginedTalk) -> Scene:
        speaker, other = Figure(equipment=("E4",)), Figure(equipment=("E4",), kit=Kit(nets=("the net",)))
        units = {"the speaker": Unit("the speaker", "", speaker), "the other": Unit("the other", "", other)}
        return Scene({"name": (units["the speaker"],), "to": ()}, known=units)

    def outcome(result: Talk) -> str:
        if result.link is None:
            return "Said"
        return "Link" if result.link.made else "No link"

    always = (("net", "the net"), ("link", True), ("words", "Hello"))
    return typed_odds(ImaginedTalk, imagine, outcome, ("Link", "No link"), anyway=always)
