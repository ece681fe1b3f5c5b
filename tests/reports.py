"""What is told of an order, held against what is told of its report once that has been stored."""

import re
from dataclasses import replace
from functools import cache

from hypothesis import currently_in_test_context

from bot import systems
from bot.campaign.deciding import load_report, reported
from bot.chat.spelling import option_called
from bot.chat.wording import lines_of
from bot.engine.cards import Suggestion, Tone

SYSTEMS = systems.discover(systems)


def told_as_stored(order, outcome, throws):
    """As `reported` does, and the report that was stored is the same, and tells the same, to the letter."""
    stored, telling = reported(order, outcome, throws)
    loaded = load_report(order, stored)
    assert loaded == order.report(outcome)
    assert order.tell(loaded, throws) == telling
    return stored, telling


def card_of(order, outcome, throws=()):
    """The card of an order, told of its report as it is stored; what may be done next is spelled as chat does."""
    card = spelled(told_as_stored(order, outcome, throws)[1].card)
    # The words are those of answers that somebody typed by hand, and not of all that Hypothesis can bring about.
    if not currently_in_test_context():
        assert card.tone is tone_by_words(order.verb, card), (order.verb, card)
    return card


# By the words of its lines, what makes an answer to an order bad news: somebody is hurt, fails, is stopped.
HURTS = (
    r"[Dd]amage: .*→ (?!no effect)|→ (killed|stunned|wounded)|→ .*knocked out|: damaged|: blinded|: frozen in time"
    r"|: (caught|strangled) in the web|: programme lost|: overcome by gas|: gone without a trace"
)
# The best first; and each of them that becomes one of those below it.
MORALE = ("overconfident", "confident", "steady", "shaky", "poor", "scared", "terrified")
WORSE = "|".join(f"(?<!over){was} becomes ({'|'.join(MORALE[at:])})" for at, was in enumerate(MORALE[:-1], 1))
FALLS = "→ the (room|whole building) falls$| falls$"
BAD_NEWS = {
    **dict.fromkeys(("cover", "grenade", "blast"), HURTS),
    "fire": f"{FALLS}|{HURTS}",
    # Who is struck, who walks into fire or against a wall, who loses their nerve or their hold.
    "melee": rf"strikes [^→]*→ (?!.*no effect$|miss)|{HURTS}",
    "move": rf"→ hit$|^Something stops them there|→ fails|{HURTS}",
    "morale": f"→ fails|{WORSE}",
    # By percent nobody is hurt by a hit alone.
    "phase": rf"→ disoriented|\d\+.*→ hit$|→ fails|→ (killed|stunned|wounded)|{WORSE}|{FALLS}",
    "jump": ": .*(wound|unconscious)",
    "collide": ": .*disoriented",
    "rally": "→ cowers on",
    # Structures that fall, batteries that get through, weapons past repair.
    "structure hit": FALLS,
    "battery": "^Damage: ",
    "repair": "→ it can never be repaired$",
    # Of careers: who dies or is put out of the navy, and who loses control of themselves.
    "career": "(→|:) (dead|does not survive)( |$)",
    "career control": "→ (loses|has not regained) control",
}
GOOD_NEWS = {
    "reorient": "→ in control again",
    "control": "obeys .* now$",
    "repair": "→ repaired, usable next turn$",
    "career": "(→|:) (enlisted|admitted|survives|re-enlisted)( |$)",
    "career control": "→ (keeps|regains) control",
    "career learn": r"→ .*-\d$",
}


def tone_by_words(verb, card):
    """How an answer is tinted, by what is to be read in it; its own tone where nothing is said of that order here."""
    words = {tone: said[verb] for tone, said in ((Tone.BAD, BAD_NEWS), (Tone.GOOD, GOOD_NEWS)) if verb in said}
    told = (tone for tone, said in words.items() if any(re.search(said, str(line)) for line in card.lines))
    return next(told, Tone.PLAIN) if words else card.tone


# Commands that carry out an order of another name.
ALSO_TYPED = {"set": "character edit"}


@cache
def taken(verb):
    """How an order of any book is typed, by each of its names: commands, and options with what `mode` stands for."""
    meant = ALSO_TYPED.get(verb, verb)
    orders = [system.orders[meant] for system in SYSTEMS.values() if meant in system.orders]
    roles = {option_called(role.name) for order in orders for role in order.roles}
    fields = {option_called(field.name) for order in orders for field in order.fields}
    return {verb if verb in ALSO_TYPED else order.command or verb for order in orders}, {*roles, *fields, "mode"}


def spelled(card):
    """A card with what may be done next among its lines, each an order that is typed just so."""
    for each in (line for line in (*card.lines, *card.waits) if isinstance(line, Suggestion)):
        commands, options = taken(each.verb)
        assert commands == {each.verb}, f"/{each.verb} is no command"
        said = {*map(option_called, (*each.fields, *each.asks))}
        assert said <= options, f"/{each.verb} takes no {said - options}"
    return replace(card, lines=tuple(lines_of(card)))
