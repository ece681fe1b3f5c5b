"""Tests of morale in words (C3K Morale)."""

from collections.abc import Iterator

from bot.engine.cards import Card, Tone, check_line, counted, modifier_line, sentence
from bot.engine.dice import Check, Faces
from bot.systems.combat3000.morale.behaviour import Conduct, does, mood_words
from bot.systems.combat3000.morale.ladder import Mood, Status, Trial
from bot.systems.combat3000.morale.report import LadderTold, MoraleTold, ReactionTold
from bot.systems.combat3000.morale.testing import Reaction

_LADDER = list(Status)
_RULES = {
    Trial.FAMILY: "1 halts half a family for two moves, 6 is the death rage (C3K Mandiblax)",
    Trial.TREE: "6 leaves them free for six turns, 5 for three (C3K Tree People)",
    Trial.GENERAL: "1 and less is cover for two moves, 6 a charge (C3K Generalised test, ruling B-L7)",
}


def morale_card(told: MoraleTold, faces: Faces) -> Card:
    """All tests with their working, what is taken for granted, and what each does from the next turn on."""
    lines = [line for test in told.tests for line in _test_lines(test, faces)]
    lines += [line for reacted in told.reactions for line in _reaction_lines(reacted, faces)]
    lines += [f"No test: {why}" for why in told.spared]
    worse = any(_LADDER.index(test.after) > _LADDER.index(test.before) for test in told.tests)
    title = "A voluntary test of morale" if told.voluntary else "Morale at the end of the turn"
    return Card(title, tuple(lines), tuple(_working(told)), tone=Tone.BAD if worse else Tone.PLAIN)


def _thrown(check: Check, faces: Faces, result: str) -> str:
    return check_line(check, faces.take(check.why), result)


def _why(causes: tuple[str, ...]) -> str:
    return f" ({sentence(causes)})" if causes else ""


def _test_lines(test: LadderTold, faces: Faces) -> Iterator[str]:
    who = sentence(test.names)
    moved = f"stays {test.after}" if test.after is test.before else f"{test.before} becomes {test.after}"
    if test.check:
        yield f"{who}{_why(test.causes)}: {_thrown(test.check, faces, moved)}"
    if test.broken:
        yield f"{who}: still broken, runs on to the nearest cover (C3K Morale)"
    elif test.conduct is not Conduct.ORDERED or test.after is not test.before:
        yield f"{who}: {does(test.conduct)} (C3K Morale)"
    if test.taken and test.check:
        says = ", ".join(name for name, _ in test.taken)
        yield f"Taken for granted: {', '.join(words for _, words in test.taken)}; values says otherwise: {says}"


def _reaction_lines(reacted: ReactionTold, faces: Faces) -> Iterator[str]:
    result = str(reacted.reaction)
    if reacted.turns:
        result += f" for {counted(reacted.turns, 'turn')}"
    yield f"{sentence(reacted.names)}{_why(reacted.causes)}: {_thrown(reacted.check, faces, result)}"
    if reacted.reaction is Reaction.NOTHING:
        return
    moods: dict[Mood, list[str]] = {}
    for name, nerve in zip(reacted.names, reacted.nerves, strict=True):
        moods.setdefault(nerve.mood, []).append(name)
    for mood, names in moods.items():
        yield f"{sentence(names)}: {mood_words(mood)}"


def _working(told: MoraleTold) -> Iterator[str]:
    if told.tests:
        yield "A die and modifiers: 6+ one up, 3 to 5 the same, 1 or 2 one down, 0 or less two down (C3K Morale)"
    for test in told.tests:
        for modifier in test.check.modifiers if test.check else ():
            yield f"{sentence(test.names)}: {modifier_line(modifier)}"
    yield from (_RULES[trial] for trial in dict.fromkeys(reacted.trial for reacted in told.reactions))
    for reacted in told.reactions:
        for modifier in reacted.check.modifiers:
            yield f"{sentence(reacted.names)}: {modifier_line(modifier)}"
    yield "Results hold from the next turn on (C3K Morale)"
    if told.voluntary:
        yield "In cover and not under fire; then no other for five turns (C3K Morale, ruling B-L10)"
