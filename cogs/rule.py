"""`/rule`: what a rule says, in our own words, by its id or by a word in it; or the profile of a thing of the lists."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from discord import app_commands
from discord.ext import commands
from discord.ui import Select

from bot.chat.answer import Reply, answer
from bot.chat.citing import PREFIX, rule_lines
from bot.chat.completion import choices
from bot.chat.sending import on_press
from bot.chat.table import Bot, Interaction, rules_here
from bot.chat.wording import lines_embed
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.system import Rule, System
from bot.engine.typed import plainly, quoted

_MOST = 12


@cache
def _key(text: str) -> str:
    """Rule 11.C.2.b may be typed as 11C2b, and ruling R-06 as r06."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _about(system: System, typed: str) -> Sequence[Rule]:
    """The rules with all of those words as whole ones, then with what they mean here, then those they are parts of."""
    words = typed.casefold().split()
    meant = [rule for mean in meanings(typed) for rule in _meaning(system, mean)]
    return [*_with_words(system, words, whole=True), *meant, *_with_words(system, words, whole=False)]


def meanings(typed: str) -> list[str]:
    """What is meant here by words of other games and of plain speech; nothing where a number is looked for."""
    return plainly((" ".join(typed.casefold().split()),))


def _meaning(system: System, mean: str) -> list[Rule]:
    return list(_with_words(system, mean.split(), whole=True))


def _with_words(system: System, words: Sequence[str], *, whole: bool) -> Iterator[Rule]:
    for rule in system.rules.values() if words else ():
        text = rule.summary.casefold()
        if all(word in text for word in words) and (not whole or set(words) <= {*re.findall(r"\w+", text)}):
            yield rule


def _listed(system: System, typed: str) -> Sequence[Rule]:
    """The things of the book's lists with all of those words in their names; only the one that has just that name."""
    words = typed.casefold().split()
    found = [entry for entry in system.listed.values() if words and all(word in entry.id.casefold() for word in words)]
    return [entry for entry in found if _key(entry.id) == _key(typed)] or found


def find_rules(system: System, typed: str) -> Sequence[Rule]:
    """The rules of that id, of ids that begin so, or with all of those words or what they mean; a word is looked for in
    both.

    Then the things of the book's lists with those words in their names.
    """
    wanted = _key(typed.casefold().removeprefix((system.cited or system.key).casefold()))
    exact = [rule for rule in system.rules.values() if _key(rule.id) == wanted]
    within = [rule for rule in system.rules.values() if wanted and _key(rule.id).startswith(wanted)]
    # A number is looked for among ids alone: it stands in too many summaries.
    about = [] if wanted.isdigit() else _about(system, typed)
    if exact and len(exact) == len(within):
        return exact
    named = _listed(system, typed)
    if len(named) == 1 and _key(named[0].id) == wanted:
        return named
    found = list(dict.fromkeys([*within, *about])) if typed.isalpha() or not within else within
    return [*found, *named]


async def _books(interaction: Interaction) -> list[System]:
    """The books that the campaign plays."""
    system, _ = await rules_here(interaction)
    return interaction.client.table.books(system)


async def _rule(interaction: Interaction, typed: str) -> Reply:
    books = await _books(interaction)
    found = {system.title: rules for system in books if (rules := find_rules(system, typed))}
    if not found:
        titles = sentence((system.title for system in books), "or")
        raise RuleError(
            f"No rule of {titles} has the id or the words {quoted(typed)}: try one word of it, such as cover."
        )
    lines = [line for title, rules in found.items() for line in _of_book(title, rules, alone=len(found) == 1)]
    if meant := [mean for mean in meanings(typed) if any(_meaning(system, mean) for system in books)]:
        lines = [f"Looked for as well: {sentence(meant)}.", *lines]
    return Reply(lines_embed(sentence(found), lines))


def _of_book(title: str, rules: Sequence[Rule], *, alone: bool) -> list[str]:
    """A book's rules below its name: two books may give one id to different rulings."""
    return _lines(rules) if alone else [f"__{title}__", *_lines(rules)]


def _lines(rules: Sequence[Rule]) -> list[str]:
    lines = rule_lines(rules[:_MOST])
    return [*lines, f"… and {len(rules) - _MOST} more: add a word."] if len(rules) > _MOST else lines


async def _read_cited(interaction: Interaction, chosen: str) -> None:
    """Show the rule that was chosen of those that an answer cites."""
    key, _, rule_id = chosen.partition("|")

    async def work() -> Reply:
        system = interaction.client.table.systems.get(key)
        if system is None or rule_id not in system.rules:
            raise RuleError("That rule is called otherwise by now: look for it with /rule.")
        return Reply(lines_embed(system.title, rule_lines([system.rules[rule_id]])))

    await answer(interaction, work(), private=True)


class Rules(commands.Cog):
    """`/rule`."""

    @app_commands.command()
    @app_commands.describe(find="A rule's id, such as 11.C.2.b or R-06, words in it, or a thing of the book's lists")
    async def rule(self, interaction: Interaction, find: str) -> None:
        """Show what a rule says, by its id or by words in it"""
        await answer(interaction, _rule(interaction, find), private=True)

    @rule.autocomplete("find")
    async def _ids(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        books = await _books(interaction)
        return choices((name for system in books for name in (*system.rules, *system.listed)), typed)


async def setup(bot: Bot) -> None:
    """Called by discord.py when it loads this file."""
    await bot.add_cog(Rules())
    bot.add_dynamic_items(on_press(PREFIX, _read_cited, "rules", Select))
