"""What the rules ask of somebody, below the answer that brought it up: each choice a button or an option of a select.

Nothing waits in memory: what is pressed holds the key of what it answers, which is found anew among all that is due
then (see `engine.due`). So it works after a restart, and says so where the moment has passed.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

import discord
from discord.ui import Button, Item, Select, View

from bot.campaign.game import worked_out
from bot.campaign.gate import game_for
from bot.campaign.transaction import Transaction
from bot.chat.answer import Reply
from bot.chat.wording import cut, lines_embed, plain
from bot.engine.cards import WAITED, few
from bot.engine.due import Due, moment, nothing_due
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Reader, Said
from bot.engine.steps import choice_odds
from bot.engine.system import System

ANSWER, MORE, EACH, SAY = "due", "asked", "each", "say"
_PASSED = "That moment has passed, and nothing was changed: /next tells what is asked now."
_GONE_ON = "The game has gone on since that message, and nothing was changed: /next takes the step that comes now."
_MOST_BUTTONS, MOST_OPTIONS = 5, 25
ONE_BY_ONE = "One by one…"
# Discord's limit for what an option of a select says.
_LONGEST_OPTION = 100
# Of the five rows of a message one is for the buttons of its entry, and one for all that has no room.
MOST_ROWS = 3
# So many outcomes of a throw are told beside a choice.
_MOST_OUTCOMES = 3


def choice_items(here: str, due: Due, *, row: int | None = None, apart: bool = False) -> Iterator[Item[View]]:
    """A button for each choice; or a select of them, where they are many, or stand `apart` from others' choices.

    `here` begins the id of each: after it comes the number of the choice that a button stands for.
    """
    choices = due.choices[:MOST_OPTIONS]
    if len(choices) <= _MOST_BUTTONS and not apart:
        style = discord.ButtonStyle.primary
        for number, choice in enumerate(choices):
            yield Button(
                label=cut(choice.label, _LONGEST_OPTION - 20), custom_id=f"{here}:{number}", style=style, row=row
            )
        if due.parts and len(choices) > 1:
            yield Button(label=ONE_BY_ONE, custom_id=f"{here}:{EACH}", row=row)
        if words := _in_words(due):
            yield Button(label=words, custom_id=f"{SAY}:{due.key}", row=row)
        return
    whose = f"{_few(due.owes)}: " if apart and due.owes else ""
    options = [
        discord.SelectOption(
            label=cut(f"{whose}{choice.label}", _LONGEST_OPTION),
            value=str(number),
            description=cut(choice.does, _LONGEST_OPTION) or None,
        )
        for number, choice in enumerate(choices)
    ]
    if due.parts:
        options = [*options[: MOST_OPTIONS - 1], discord.SelectOption(label=f"{whose}{ONE_BY_ONE}", value=EACH)]
    if words := _in_words(due):
        options = [*options[: MOST_OPTIONS - 1], discord.SelectOption(label=f"{whose}{words}", value=SAY)]
    placeholder = cut(f"{whose}{due.what}", _LONGEST_OPTION)
    yield Select(custom_id=here, placeholder=placeholder, options=options, row=row)


def _in_words(due: Due) -> str:
    """What opens the form in which it is answered in one's own words; "" where no form asks for it."""
    return f"{due.answer.verb.rpartition(' ')[-1].capitalize()}…" if due.answer and due.asks else ""


def _few(names: Sequence[str]) -> str:
    """Names where there is little room: the first, and how many others."""
    return f"{names[0]} +{len(names) - 1}" if len(names) > 1 else names[0]


async def due_now(transaction: Transaction, system: System, reader: Reader | None = None) -> Sequence[Due]:
    """All that is due by these rules, as the campaign stands, as far as the actor, or another `reader`, may know it."""
    if system.due is nothing_due:
        return ()
    game = await game_for(transaction, system, reader)
    return await worked_out(system, game, partial(system.due, game), of_kept=True)


async def book_due(transaction: Transaction, systems: Sequence[System], at: str = "") -> System | None:
    """The first of some books in which something is due, or which stands at that moment of `engine.due.moment`; None
    where none does.

    Raises RuleError where the table stands no longer at that moment.
    """
    for system in systems:
        if (due := await due_now(transaction, system)) and at in {"", moment(due)}:
            return system
    if at:
        raise RuleError(_GONE_ON)
    return None


def asking(due: Sequence[Due]) -> list[Due]:
    """Those of all that is due which wait for somebody's choice, and may be asked before everybody."""
    return [each for each in due if each.choices and not (each.settled or each.optional or each.secret)]


async def newly_asked(
    transaction: Transaction, system: System, was: Game | None, reader: Reader | None = None
) -> list[Due]:
    """What an order has brought up that somebody has to choose; `was` is the game before it. Both are as far as the
    actor, or another `reader`, may know them.
    """
    now = asking(await due_now(transaction, system, reader))
    if not now or was is None:
        return now
    before = {each.key for each in await worked_out(system, was, partial(system.due, was), of_kept=True)}
    return [each for each in now if each.key not in before]


def choice_view(view: View, named: int | str, due: Sequence[Due]) -> View:
    """The view with a row for each thing that is asked, and past its rows a button that shows all of it."""
    rows = list(due[:MOST_ROWS])
    for each in rows:
        for item in choice_items(f"{ANSWER}:{named}:{each.key}", each, apart=len(due) > 1):
            view.add_item(item)
    if len(due) > len(rows):
        view.add_item(Button(label=f"{len(due) - len(rows)} more…", custom_id=f"{MORE}:{named}:{len(rows)}"))
    view.stop()
    return view


async def asked_lines(
    transaction: Transaction, system: System, due: Sequence[Due], *, told: bool = False, reader: Reader | None = None
) -> list[str]:
    """A line for each thing that is asked, and for each choice on which a throw hangs its odds; where the card has
    `told` what is asked, only whose odds they are. They are what the actor, or another `reader`, may know.
    """
    game = await game_for(transaction, system, reader)

    def lines() -> list[str]:
        return [line for each in due[:MOST_ROWS] for line in _lines(system, game, each, told=told)]

    return await worked_out(system, game, lines)


def _lines(system: System, game: Game, due: Due, *, told: bool) -> Iterator[str]:
    if not told:
        yield f"**▶ {plain(', '.join(due.owes))}: {plain(due.what)}** ({plain(due.rule)})"
    whose = f"{plain(_few(due.owes))}: " if told and due.owes else ""
    for choice in due.choices:
        if odds := choice_odds(system.orders, choice, game):
            yield f"-# {whose}{plain(choice.label)}: {_told(odds)}"


def _told(odds: Sequence[tuple[str, Fraction]]) -> str:
    likely = sorted(odds, key=lambda each: -each[1])[:_MOST_OUTCOMES]
    return ", ".join(f"{plain(name)} {float(100 * chance):.2f} %" for name, chance in likely)


async def answer_of(transaction: Transaction, systems: Sequence[System], key: str, number: str) -> tuple[Due, Said]:
    """What is asked by whichever rules, and the order that answers it; raises RuleError where that is asked no longer,
    or isn't the actor's to say.
    """
    due = await asked_by(transaction, systems, key)
    choice = dict(enumerate(due.choices)).get(int(number)) if number.isdecimal() else None
    if choice is None:
        raise RuleError(_PASSED)
    return due, choice.said


async def asked_by(transaction: Transaction, systems: Sequence[System], key: str) -> Due:
    """What is due by that key; raises RuleError where it is no longer, or isn't the actor's to answer."""
    return (await asked_in(transaction, systems, key))[1]


async def asked_in(transaction: Transaction, systems: Sequence[System], key: str) -> tuple[System, Due]:
    """The same, with the rules by which it is due."""
    for system in systems:
        due = next((each for each in await due_now(transaction, system) if each.key == key), None)
        if due is None:
            continue
        if transaction.by not in {"", *due.decides}:
            raise RuleError(f"That is not yours to say, but for whoever plays {', '.join(due.owes)}, or the referee.")
        return system, due
    raise RuleError(_PASSED)


def due_lines(due: Sequence[Due], by: str) -> list[str]:
    """A line for each thing that is due, first what is waited for; of what is secret only what `by` may answer."""
    told = [each for each in due if not each.goes_on and (not each.secret or by in {"", *each.decides})]
    return [f"{'' if each.optional else WAITED}{_line(each)}" for each in sorted(told, key=lambda each: each.optional)]


def _line(due: Due) -> str:
    since = f", since {due.since}" if due.since else ""
    owed = f"{few(due.owes)}: {due.what}" if due.owes else f"{due.what[:1].upper()}{due.what[1:]}"
    # Where no answer stands ready to be pressed, the command is told.
    how = f" → {due.answered_by}" if due.answer and not due.choices else ""
    return plain(f"{owed} ({due.rule}){since}{how}")


def own_of(due: Sequence[Due], by: str, number: str = "") -> list[Due]:
    """Those of all that is due which somebody decides; of the referee (`by` "") what nobody else does, and what they
    decide as a player of that number.
    """
    return [each for each in due if {by, number or by} & {*each.decides} and each.is_asked and not each.goes_on]


def asked_of(due: Sequence[Due], by: str) -> list[Due]:
    """Those of what waits for a choice that are somebody's to answer, of the referee (`by` "") all."""
    return [each for each in asking(due) if by in {"", *each.decides}]


def may_do(due: Sequence[Due], by: str) -> list[Due]:
    """What somebody may do now and needn't, besides being done; of the referee (`by` "") what nobody else does."""
    own = (each for each in due if each.optional and by in each.decides)
    return [each for each in own if each.asks or any(choice != each.fallback for choice in each.choices)]


async def all_asked(transaction: Transaction, system: System, named: int | str, after: int) -> Reply:
    """What the actor may answer of all that is asked by some rules, or where nothing is, what they may do, from a place
    among it all on; pages of it by a button.
    """
    due = await due_now(transaction, system)
    asked = asked_of(due, transaction.by)
    whole = asking(due) if asked else may_do(due, transaction.by)
    places = [place for place, each in enumerate(whole) if transaction.by in {"", *each.decides}]
    # Where others have answered since, one's own has moved up.
    left = [place for place in places if place >= after] or places
    own = [whole[place] for place in left[:MOST_ROWS]]
    if not own:
        raise RuleError("Nothing of that is yours to answer, or nothing is asked any more: /next tells what is.")
    if asked:
        title, lines = "What is asked", await asked_lines(transaction, system, own)
    else:
        title, lines = "What you may do", [_line(each) for each in own]
    view = View()
    for each in own:
        for item in choice_items(f"{ANSWER}:{named}:{each.key}", each, apart=len(left) > 1):
            view.add_item(item)
    if len(left) > len(own):
        view.add_item(Button(label="More…", custom_id=f"{MORE}:{named}:{left[len(own) - 1] + 1}"))
    view.stop()
    return Reply(lines_embed(title, lines), view=view)
