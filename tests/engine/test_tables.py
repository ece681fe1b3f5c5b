import pytest

from bot.engine.errors import DataError
from bot.engine.tables import read_rows


def rows(tmp_path, text):
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    return read_rows(path, lambda cells: (cells["name"], int(cells["number"])))


def test_rows_become_values(tmp_path):
    assert rows(tmp_path, "name,number\na, 1\nb,2\n") == [("a", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name,number\na,1\nb,x\n", 3),
        ("name,number\na,1,2\n", 2),
        ("name,number\na\n", 2),
        ("name,figure\na,1\n", 2),
    ],
)
def test_what_is_wrong_is_named_by_file_and_line(tmp_path, text, line):
    with pytest.raises(DataError, match=rf"table\.csv:{line}: "):
        rows(tmp_path, text)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match="nowhere"):
        read_rows(tmp_path / "nowhere.csv", dict)
