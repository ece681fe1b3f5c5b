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
    ("text", "told"),
    [
        ("name,number\na,1\nb,x\n", "3: number can't be 'x': "),
        ("name,number\na,1,2\n", "2: expected 2 cells, and there are 3: 2"),
        ("name,number\na\n", "2: expected 2 cells, and there is none for number"),
        ("name,figure\na,1\n", "2: there is no column number"),
    ],
)
def test_what_is_wrong_is_named_by_file_line_and_cell(tmp_path, text, told):
    with pytest.raises(DataError, match=rf"table\.csv:{told}"):
        rows(tmp_path, text)


def test_a_word_that_a_column_does_not_know_is_named_with_its_cell(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("name,against\na,lasers\nb,rain\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"table\.csv:3: against can't be 'rain'$"):
        read_rows(path, lambda cells: {"lasers": True}[cells["against"]])


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match="nowhere"):
        read_rows(tmp_path / "nowhere.csv", dict)
