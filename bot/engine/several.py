"""An order for several people, with what each has for themselves: carried out, told and taken back as one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.engine.cards import Card, Suggestion, counted, few, within
from bot.engine.dice import Dice
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.fields import Field, Kind, Value, Values, read_modes
from bot.engine.scene import Outcome, Scene, Unit
from bot.engine.typed import begins, once, read_named

WHAT_WORKS: Final = Field(
    "what works",
    Kind.FLAG,
    default=False,
    wording="With several: whether it goes on for the others where somebody can't",
)
# What the title of each begins with where one card tells of several orders.
HEADING: Final = "— "


def severally(resolve: Callable[[Scene, Values, Dice], Outcome], scene: Scene, values: Values, dice: Dice) -> Outcome:
    """What an order comes to for everybody in its first role, each after what it came to for those before.

    Where somebody can't, nothing is done, unless `what works` was said: then the outcome says who couldn't, and why.
    Raises RuleError with the first reason where some can, and with all of them where nobody can.
    """
    role, together = next(iter(scene.units)), None
    goes_on, some_can = bool(values.get(WHAT_WORKS.name)), False
    # Who can't by what was said, and nobody where that names them.
    refused: dict[str, list[str]] = {}
    for unit in scene.units[role]:
        before = scene if together is None else _after(scene, together)
        try:
            outcome = resolve(about(before, role, unit), values, dice)
        except NeedsYesError:
            if goes_on or not refused:
                raise
            some_can = True
        except RuleError as problem:
            refused.setdefault(str(problem), []).extend([unit.name] * (unit.name not in str(problem)))
        else:
            together, some_can = outcome if together is None else then_also(together, outcome), True
    told = tuple(f"{few(names)}: {why}" if names else why for why, names in refused.items())
    if told and some_can and not goes_on:
        raise RuleError(f"{told[0]} (with “what works” the others go on alone)")
    if together is None:
        raise RuleError(" ".join(told))
    return replace(together, refused=told)


def told_together(cards: Iterable[Card], refused: Iterable[str]) -> Card:
    """One card for several: each in a line, with what may be done next and what followed at once; all else stands in
    the working.
    """
    first, *others = told = list(cards)
    lines: list[str | Suggestion] = []
    rest: list[tuple[Card, str]] = []
    for card in told:
        own, followed = _own_and_followed(card)
        lines += [within(own[0], f"{card.title}: {own[0]}") if own else card.title, *followed]
        lines += [line for line in card.lines if isinstance(line, Suggestion)]
        rest += [(card, line) for line in (*own[1:], *card.working)]
    working = [within(line, f"{card.title}: {line}") for card, line in rest]
    title = f"{first.title}, and {counted(len(others), 'other')}" if others else first.title
    offered: list[Suggestion] = []
    for each in (each for card in told for each in card.next):
        # They can't be keys: the fields that they give may be changed.
        offered += [each] if each not in offered else []
    return Card(
        title,
        (*lines, *(f"✗ {why}" for why in refused)),
        tuple(working),
        first.footer,
        first.tone,
        tuple(offered),
        first.waits,
    )


def _own_and_followed(card: Card) -> tuple[list[str], list[str]]:
    """The lines of an order itself, and those of the orders that followed it, each of which has a heading."""
    texts = [line for line in card.lines if isinstance(line, str)]
    headings = [number for number, line in enumerate(texts) if line.startswith(HEADING)]
    if not headings:
        return texts, []
    second = headings[1] if len(headings) > 1 else len(texts)
    return texts[1:second], texts[second:]


def about(scene: Scene, role: str, unit: Unit) -> Scene:
    """The scene with one alone in that role."""
    said = scene.said
    if said is not None:
        said = replace(said, people={**said.people, role: ((unit.name, unit.at),)})
    now = scene.known.get(unit.name, unit)
    return replace(scene, units={**scene.units, role: (replace(now, at=unit.at),)}, said=said)


def _after(scene: Scene, outcome: Outcome) -> Scene:
    """The scene as an outcome leaves it."""
    assert scene.game is not None, "only what is carried out is carried out for several"
    game = scene.game.after(outcome)
    gone = scene.known.keys() - game.units.keys()
    names = {name: kind for name, kind in scene.names.items() if name not in gone}
    names |= {unit.name: scene.names[name] for name, unit in outcome.units.items() if name in scene.names}
    now = replace(scene, game=game, board=game.board, present=game.present, known=game.units, ledger=game.ledger)
    return replace(now, names=names, known_to=game.known_to if scene.known_to else None)


def then_also(first: Outcome, then: Outcome) -> Outcome:
    """What two orders came to, of which the second was given in the game as the first had left it."""

    def newer(name: str) -> Any:
        return getattr(first, name) if getattr(then, name) is None else getattr(then, name)

    return replace(
        then,
        after={**first.after, **then.after},
        units={**first.units, **then.units},
        result=first.result,
        others=(*first.others, then.result),
        ledger=newer("ledger"),
        board=newer("board"),
        game=newer("game"),
        fleets=newer("fleets"),
        marks=first.marks.and_then(then.marks) if first.marks and then.marks else newer("marks"),
        opened=first.opened or then.opened,
        sealed=first.sealed or then.sealed,
        throwers=(*first.throwers, *then.throwers),
        members={**first.members, **then.members},
        due=(*first.due, *then.due),
        ends=first.ends or then.ends,
    )


def read_each(
    text: str, names: Iterable[str], fields: Sequence[Field], *, by: str = ""
) -> Mapping[str, Mapping[str, Value]]:
    """The values of each one by name, read by the fields that one may have for themselves.

    Commas part people, semicolons what is said of one: values with their fields' names, or words of the fields that
    are marked as modes. A name with a number after it belongs to what is said of the one before: `Ann near Bob 4,
    Cid 2`. Raises RuleError for a name, a value or a word that isn't among them, and for what only the referee may say
    where the order is given `by` somebody else.
    """
    what = "name among those who act"
    said = read_named(text, names, what=what, begins=begins_one) if text.strip() else {}
    each = {name: _read(parts, fields) for name, parts in said.items()}
    for field in fields:
        if by and field.referees and any(own.get(field.name, field.default) != field.default for own in each.values()):
            raise RuleError(f"{field.referees} is for the referee only.")
    return each


def begins_one(part: str, name: str) -> bool:
    """Whether a part of what is said of several begins with a name of theirs, and not with what is said of one before:
    `Cid 2`.
    """
    return begins(part, name) and not part[len(name) :].strip(" :=@")[:1].isdigit()


def _read(text: str, fields: Sequence[Field]) -> dict[str, Value]:
    by_name = {field.name: field for field in fields}
    values: dict[str, Value] = {}

    def alone(name: str) -> bool:
        return by_name[name].alone

    for part in filter(None, (part.strip() for part in text.split(";"))):
        named = any(begins(part, name) for name in by_name)
        values = once(
            values, read_named(part, by_name, what="value", alone=alone) if named else read_modes(part, fields)
        )
    return {name: by_name[name].read(value) for name, value in values.items()}
