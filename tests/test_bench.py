"""The benchmarks speak SQL of their own, which has to keep up with the schema: each in as few rounds as will do."""

from pathlib import Path

from bench.commands import completion, transaction, with_bot
from bench.growth import growth
from bench.mistakes import ROOT, Mutant, sampled, slips
from bench.mutants import OF_ALL_SYSTEMS, RULEBOOKS, farness, run
from bench.mutants import tests_of as all_that_notice
from bench.planted import Planted
from bench.reached import mark
from bench.slips import ALIKE, Source
from bench.walk import main as walk


async def test_the_raw_transaction_does_the_same_work(tmp_path, capsys):
    """It compares the rows that both have written."""
    await transaction(tmp_path, rounds=3)
    assert "A shot's transaction / raw sqlite3" in capsys.readouterr().out


async def test_a_completion_for_sixty_people_is_measured(tmp_path, capsys):
    async def few(loopback, stage):
        await completion(loopback, stage, rounds=3)

    await with_bot(tmp_path, few)
    assert "A completion with states and distances for 60 people" in capsys.readouterr().out


async def test_large_databases_are_made(capsys):
    await growth("A shot among more", (1, 1), (3, 5), rounds=3)
    assert "A shot among more: " in capsys.readouterr().out


async def test_the_way_of_a_command_is_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["walk", "/dice show"])
    await walk()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "/dice show"
    assert lines[1].split(": ")[1].split(", ") == lines[2].split(": ")[1].strip().split(", ")  # no picture
    assert lines[3].endswith("loaded: nothing")


def test_mistakes_are_made_one_at_a_time_and_drawn_alike_by_the_same_seed():
    sight = ROOT / "bot" / "deck" / "sight.py"
    text = sight.read_text(encoding="utf-8")
    made = list(slips(sight))
    assert {mutant.kind for mutant in made} >= {"a bound", "a dropped condition", "turned round"}
    assert all(mutant.text != text for mutant in made)
    drawn = sampled(20, 5)
    assert drawn == sampled(20, 5) != sampled(20, 6)
    assert len({(mutant.path, mutant.text) for mutant in drawn}) == 20


def test_what_nobody_could_notice_is_no_mistake(tmp_path, monkeypatch):
    """The order of what is added up, or put into a set; in a list it is one."""
    code = tmp_path / "code.py"
    monkeypatch.setattr("bench.mistakes.ROOT", tmp_path)
    alike = "def f(a, b):\n    return sum(x for x in (a, b)), any(x for x in (a, b)), {x for x in (a, b)}\n"
    code.write_text(alike, encoding="utf-8")
    assert not [mutant for mutant in slips(code) if mutant.kind == "two swapped"]
    code.write_text("def f(a, b):\n    return [x for x in (a, b)]\n", encoding="utf-8")
    assert [mutant.mistake for mutant in slips(code) if mutant.kind == "two swapped"] == ["line 2: (a, b) made (b, a)"]


def test_what_is_painted_alike_in_two_places_or_compared_by_value_has_no_order(tmp_path, monkeypatch):
    code = tmp_path / "code.py"
    monkeypatch.setattr("bench.mistakes.ROOT", tmp_path)
    paints = "def f(brush, Colour):\n    for side in (-1, 1):\n        wide = 2\n        brush.box(side, wide)\n"
    code.write_text(f"{paints}    return min(x for x in (1, 2)), max(0, *(x for x in (1, 2)))\n", encoding="utf-8")
    assert not [mutant for mutant in slips(code) if mutant.kind == "two swapped"]
    coloured = paints.replace("(-1, 1)", "(Colour.INK, Colour.WHITE)")
    code.write_text(f"{coloured}    return min((x for x in (1, 2)), key=str)\n", encoding="utf-8")
    assert len([mutant for mutant in slips(code) if mutant.kind == "two swapped"]) == 2
    kept = paints.replace("wide = 2", "wide = wide + side")
    code.write_text(kept, encoding="utf-8")
    assert len([mutant for mutant in slips(code) if mutant.kind == "two swapped"]) == 1


def test_what_is_added_up_of_what_is_gone_through_in_turn_has_no_order(tmp_path, monkeypatch):
    code = tmp_path / "code.py"
    monkeypatch.setattr("bench.mistakes.ROOT", tmp_path)
    code.write_text("def f(a, b):\n    return sum(x for x in (-y for y in (a, b)))\n", encoding="utf-8")
    assert not [mutant for mutant in slips(code) if mutant.kind == "two swapped"]


def test_only_tests_that_come_to_a_mistake_are_asked(tmp_path):
    """What runs at import, fills a cache or is shared by several tests is everybody's."""
    code = "from functools import cache\n\nFIRST = 1\n\n\ndef plain():\n    return 2\n\n\n"
    code += "@cache\ndef kept():\n    return 3\n"
    tests = (
        "import pytest\nimport code_of_it as code\n\n\n@pytest.fixture(scope='module')\ndef shared():\n"
        "    return code.plain()\n\n\ndef test_one():\n    code.plain()\n\n\ndef test_other():\n    code.kept()\n"
    )
    for number, more in enumerate(("", "\n\ndef test_third(shared):\n    pass\n")):
        copy = tmp_path / str(number)
        copy.mkdir()
        (copy / "code_of_it.py").write_text(code, encoding="utf-8")
        (copy / "test_it.py").write_text(tests + more, encoding="utf-8")
        path = Path("code_of_it.py")
        mark(copy, [(path, 3), (path, 7), (path, 12)])
        failed, reached = run(copy, ("test_it.py",), marks=str(copy / "reached"))
        assert failed == ""
        everybody = [f"test_it.py::{name}" for name in ("test_one", "test_other", "test_third")[: 2 + number]]
        assert reached.able(None) == reached.able(0) == reached.able(2) == everybody
        assert reached.able(1) == (everybody if number else everybody[:1])


CODE = """
MOST = 3


def sums(numbers):
    return sum(each + 1 for each in numbers)


class One:
    @property
    def half(self):
        return 4 / 2


def unasked():
    return 5


def counts(most):
    while most > 0:
        most -= 1
    return most
"""
TESTS = """
from code_of_it import MOST, One, counts, sums as total


def test_sum():
    assert total([1, 2]) == 5


def test_half():
    assert One().half == 2


def test_most():
    assert MOST == 3


def test_count():
    assert counts(9) == 0


def test_red():
    assert One().half == 1
"""


def test_a_mistake_is_planted_in_functions_where_they_stand(tmp_path):
    """In what is within them, and in what is called by another name; not in what is done as their file is imported."""
    (tmp_path / "code_of_it.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    asked = [f"test_it.py::test_{name}" for name in ("red", "sum", "half", "most", "count")]
    planted = Planted(tmp_path, ["test_it.py"])

    def found(was, is_):
        assert CODE.count(was) == 1
        return planted.first_red(Mutant(Path("code_of_it.py"), "", CODE.replace(was, is_), ""), asked, 1)

    try:
        assert found("each + 1", "each - 1") == "test_it.py::test_sum"
        assert found("4 / 2", "4 * 2") == "test_it.py::test_half"
        assert found("return 5", "return 6") == ""
        assert found("MOST = 3", "MOST = 4") is None
        assert found("@property\n    ", "") is None
        assert found("most -= 1", "most += 1") == "no end in sight"
        # Each mistake is gone with its child.
        assert found("return 5", "return 7") == ""
    finally:
        planted.close()


def test_the_nearest_tests_are_asked_first_then_all_books_tables_then_the_rest():
    sight, give = Path("bot/deck/sight.py"), Path("bot/systems/ahl/melee/lines.py")
    near_sight = ("tests/deck/test_sight.py::a", "tests/deck/test_view.py::a", "tests/systems/test_unsaid.py::a")
    assert [farness(sight, test) for test in (*near_sight, "tests/systems/ahl/test_due.py::a")] == [0, 1, 2, 3]
    near_give = ("tests/systems/ahl/melee/test_melee.py::a", "tests/systems/test_roles.py::a[ahl]")
    assert [farness(give, test) for test in (*near_give, "tests/systems/ahl/test_due.py::a")] == [1, 2, 3]
    assert farness(Path("data/ahl/weapons.csv"), "tests/systems/ahl/test_book.py::a") == 1


def test_no_test_is_looked_for_twice():
    """What rulebooks share is asked of each of them; a rulebook's own file of its own tests alone."""
    rulebooks = set(RULEBOOKS.values())
    assert (
        rulebooks
        < set(all_that_notice(Path("bot/deck/sight.py")))
        > {OF_ALL_SYSTEMS, ("tests/deck", "-k", "not postgresql")}
    )
    own, variant = RULEBOOKS["tests/systems/ahl"], RULEBOOKS["tests/systems/ahl_variant"]
    assert rulebooks & set(all_that_notice(Path("data/ahl/weapons.csv"))) == {own, variant}
    assert rulebooks & set(all_that_notice(Path("bot/systems/ahl_variant/fire.py"))) == {variant}
    for path in ("bot/deck/sight.py", "bot/systems/deeds.py", "bot/campaign/play.py", "bot/systems/naval/year.py"):
        folders = [asked[0] for asked in all_that_notice(Path(path))]
        assert len(folders) == len(set(folders))


def test_what_stands_side_by_side_in_a_sum_or_is_painted_by_another_function_has_no_order(tmp_path, monkeypatch):
    code = tmp_path / "code.py"
    monkeypatch.setattr("bench.mistakes.ROOT", tmp_path)
    code.write_text("def f(a, b):\n    return sum((*(x for x in (a, b)), *(-x for x in [b, a])))\n", encoding="utf-8")
    assert not [mutant for mutant in slips(code) if mutant.kind == "two swapped"]
    code.write_text("def f(a, b):\n    return tuple((*(x for x in (a, b)), 0))\n", encoding="utf-8")
    assert len([mutant for mutant in slips(code) if mutant.kind == "two swapped"]) == 1
    code.write_text("def f(brush, stroke):\n    for x in (1, 2):\n        stroke(brush, x)\n", encoding="utf-8")
    assert not [mutant for mutant in slips(code) if mutant.kind == "two swapped"]
    code.write_text("def f(found, keep):\n    for x in (1, 2):\n        keep(found, x)\n", encoding="utf-8")
    assert len([mutant for mutant in slips(code) if mutant.kind == "two swapped"]) == 1


def test_whatever_is_excused_can_still_be_written_otherwise():
    """What has been written anew would no longer be known for what comes to the same."""
    sources = {path: Source((ROOT / path).read_text(encoding="utf-8")) for path, _ in ALIKE}
    found = {
        (path, " ".join(source.at(node).split())[:70])
        for path, source in sources.items()
        for node, _, kind in source.slips()
        if kind == "two swapped"
    }
    assert ALIKE.keys() - found == set()
