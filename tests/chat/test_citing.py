"""The rules that are cited in brackets, each found in its book."""

import re

import pytest

from bot import systems
from bot.chat.citing import cited
from bot.systems import DATA, discover

BOOKS = discover(systems, DATA)


def found(*texts):
    return [(system.key, rule.id) for system, rule in cited(texts, BOOKS)]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("−2 cover (AHL 11.C.2)", [("ahl", f"11.C.2.{part}") for part in "abcde"]),
        ("Whoever panics runs (AHL 18.D) (ruling R-122)", [("ahl", "18.D"), ("ahl", "R-122")]),
        ("a suit (AHL 22, ruling R-47), and again (AHL 22)", [("ahl", "22"), ("ahl", "R-47")]),
        ("Alpha has no missile batteries (HG-H15).", [("highguard", "HG-H15")]),
        ("can't fire (R-94).", [("highguard", "R-94")]),
        (
            "two of a kind (HG-D23, HG-D24, R-09)",
            [("highguard", "HG-D23"), ("highguard", "HG-D24"), ("highguard", "R-09")],
        ),
        ("Quick to shoot (C3K Weapon use)", [("combat3000", "Weapon use")]),
        ("8+ (long) | 4+5 (1/6) (12, 13) (Marines)", []),
    ],
)
def test_rules_are_found_where_they_are_cited(text, rules):
    assert found(text) == rules


def test_whatever_a_book_tells_of_its_rules_can_be_read():
    """But for the headings of lists; what stands in docstrings alone is told to nobody."""
    lost = set()
    for path in (DATA.parent / "bot" / "systems").rglob("*.py"):
        told = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
        cites = re.findall(r"\(((?:AHL|C3K|HG-)[^(){}\n]*)\)", told)
        lost |= {group for group in cites if not found(f"({group})")}
    assert lost <= {"C3K lists"}
