"""The rules that an answer or a refusal cites, to be read by a press."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from discord import SelectOption
from discord.ui import Select, View

from bot.chat.wording import cut, plain
from bot.engine.system import Rule, System

PREFIX = "cited"
_MOST = 25
_LONGEST = 100
_IN_BRACKETS = re.compile(r"\(([^()]+)\)")
_APART = re.compile(r", | to | and (?=[A-Z0-9])")
# What no number of a throw looks like, so that it needs no book's sign before it.
_SPEAKING = re.compile(r"[A-Z].*\d")


def rule_lines(rules: Iterable[Rule]) -> list[str]:
    """Some rules in our own words, a line each."""
    return [f"**{plain(rule.id)}** {plain(rule.summary)}" for rule in rules]


def cited(texts: Iterable[str], systems: Mapping[str, System]) -> list[tuple[System, Rule]]:
    """The rules that stand in brackets in some lines, each with its book, in the order in which they come."""
    found = {
        (system.key, rule.id): (system, rule)
        for text in texts
        for group in _IN_BRACKETS.findall(text)
        for system, rule in _of_group(group, systems.values())
    }
    return list(found.values())


def _of_group(group: str, systems: Iterable[System]) -> Iterator[tuple[System, Rule]]:
    """The rules of one pair of brackets, such as `(… 18.A.3, ruling R-118)`; a book's sign holds for what follows."""
    # A book that builds on another has its sign as well: what both have is the other's.
    signs: dict[str, list[System]] = {}
    for system in systems:
        signs.setdefault(system.cited or system.key, []).append(system)
    # A ruling is said to be one where its book has a sign.
    every = [system for sharing in signs.values() for system in sharing]
    signed, plain_ones = ([each for each in every if bool(each.cited) is has] for has in (True, False))
    among: Sequence[System] = ()
    for part in _APART.split(group):
        sign, _, name = part.partition(" ")
        if sign in signs:
            among = signs[sign]
        elif sign in ("rule", "ruling"):
            among = among or signed
        else:
            name = part
        found = list(_having(among or (plain_ones if _SPEAKING.match(part) else ()), name.casefold()))
        among = among or [system for system, _ in found[:1]]
        yield from found


def _having(books: Iterable[System], name: str) -> Iterator[tuple[System, Rule]]:
    """The rule of that id in the first book that has it; else its parts, or the one that it is part of."""
    for system in books:
        rules = {rule_id.casefold(): rule for rule_id, rule in system.rules.items()}
        parts = [rule for rule_id, rule in rules.items() if rule_id.startswith(f"{name}.")]
        whole = [rules[name.rpartition(".")[0]]] if name.rpartition(".")[0] in rules else []
        if found := [rules[name]] if name in rules else parts or whole:
            yield from ((system, rule) for rule in found)
            return


def cited_view(texts: Iterable[str], systems: Mapping[str, System], view: View | None = None) -> View | None:
    """A select of the rules that some lines cite, below what the `view` has; None where there is neither."""
    options = [
        SelectOption(
            label=cut(f"{system.cited} {rule.id}".strip(), _LONGEST),
            value=f"{system.key}|{rule.id}",
            description=cut(rule.summary, _LONGEST),
        )
        for system, rule in cited(texts, systems)[:_MOST]
    ]
    if options:
        view = view or View()
        view.add_item(Select(custom_id=f"{PREFIX}:rules", placeholder="Read a rule that this cites", options=options))
        # Sent and not kept in memory, as all that is answered by what `add_dynamic_items` was given.
        view.stop()
    return view
