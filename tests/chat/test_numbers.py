"""The bounds of what is shown on Discord: its own, as its documentation for developers has them, and the house's."""

import importlib

import pytest

# Discord's own: how long a title, a field, a description and all of an embed are, a message, what is alternative to a
# picture; how many choices, rows, fields and files there are; how long labels, hints, names of threads and identifiers.
DISCORDS = {
    "bot.chat.wording": {
        "_LONGEST_TITLE": 256,
        "LONGEST_EMBED_FIELD": 1024,
        "_LONGEST_EMBED": 6000,
        "LONGEST_TEXT": 4096,
        "_LONGEST_MESSAGE": 2000,
    },
    "bot.chat.files": {"LONGEST_FIELD": 4000, "_LONGEST_ALT": 1024, "_LONGEST_EMBEDS": 6000},
    "bot.chat.asking": {"_MOST_BUTTONS": 5, "MOST_OPTIONS": 25, "_LONGEST_OPTION": 100},
    "bot.chat.citing": {"_MOST": 25, "_LONGEST": 100},
    "bot.chat.completion": {"MOST_CHOICES": 25, "_LONGEST": 100},
    "bot.chat.each": {"_MOST_OPTIONS": 25, "_LONGEST": 100},
    "bot.chat.options": {"_LONGEST": 100},
    "bot.chat.panel": {
        "_MOST_INPUTS": 5,
        "_MOST_FIELDS": 25,
        "_LONGEST_FIELD": 1024,
        "_LONGEST": 6000,
        "_LONGEST_ID": 100,
        "_LONGEST_HINT": 100,
    },
    "bot.chat.petitions": {"_LONGEST_LABEL": 45},
    "bot.chat.saying": {"_MOST": 5, "_LONGEST_LABEL": 45, "_LONGEST_HINT": 100},
    # What it answers for a thread that is archived, and for too many changes to an old message.
    "bot.chat.seats": {"_ARCHIVED": 50083},
    "bot.chat.sending": {"_TOO_OLD": 30046},
    "bot.chat.stretches": {"_MOST_FILES": 10},
    "bot.chat.threads": {"_LONGEST_NAME": 100},
    "bot.chat.undecided": {"_MOST_ROWS": 5, "_LONGEST": 100},
}
# The house's: below Discord's, so that what is told stays easy to read; how many battles a rehearsal plays at most, for
# how many seconds, and after how many an answer tells that it takes its time.
HOUSES = {
    "bot.chat.wording": {"_LONGEST_FOOTER": 1600, "_UNDONE": 0x747F8D},
    "bot.chat.files": {"MOST_BYTES": 500_000, "_LEAST_TOLD": 40},
    "bot.chat.answer": {"_LATE_AT_ONCE": 3},
    "bot.chat.asking": {"MOST_ROWS": 3, "_MOST_OUTCOMES": 3},
    "bot.chat.careers": {"_MOST_LEFT": 4},
    "bot.chat.each": {"_MOST": 4},
    "bot.chat.offers": {"_FAR": 10_000},
    "bot.chat.panel": {"_MOST_SELECTS": 3, "_LONGEST_PLACEHOLDER": 60},
    "bot.chat.petitions": {"_LONGEST_TYPED": 1500, "_LONGEST_KEPT": 70},
    "bot.chat.pictures": {"_MOST_TOLD": 900, "_MOST_NAMED": 20},
    "bot.chat.rehearsals": {
        "MOST_BATTLES": 1000,
        "AT_ONCE": 2,
        "AT_FIRST": 1,
        "A_WHILE": 2,
        "_A_MOMENT": 0.1,
        "A_TURN": 60,
        "LONGEST": 14 * 60,
    },
    "bot.chat.saying": {"_LONGEST": 200},
    "bot.chat.sending": {"_LONGEST_REASON": 500, "PATIENCE": 1.5},
    "bot.chat.ships": {"_LONGEST_SHOWN": 2000},
    "bot.chat.stretches": {"_MOST_HIDDEN": 20, "_SHOWN": 10},
    "bot.chat.tracking": {
        "_MOST_OWNERS": 6,
        "_MOST_DUE": 5,
        "_MOST_UNITS": 30,
        "_MOST_NAMED": 4,
        "_MOST_BELOW": 20,
    },
    "bot.chat.undecided": {"_MOST_SIDES": 24},
    "bot.chat.undoing": {"_MOST_SHOWN": 20},
    "cogs.log": {"_A_PAGE": 10},
    "cogs.note": {"_A_PAGE": 10},
    "cogs.rule": {"_MOST": 12},
    "cogs.summary": {"_MOST_NAMED": 8},
}


@pytest.mark.parametrize("module", sorted({*DISCORDS, *HOUSES}))
def test_what_is_shown_has_these_bounds(module):
    wanted = DISCORDS.get(module, {}) | HOUSES.get(module, {})
    found = importlib.import_module(module)
    assert {name: getattr(found, name) for name in wanted} == wanted
