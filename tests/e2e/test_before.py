"""A database of a program of before, amid play: shown, taken back, done again, read in the log and gone on with."""

import lzma
from pathlib import Path

import pytest

from bot.campaign.backups import copy_campaigns
from tests.e2e.holding import holds

FILES = Path(__file__).parent / "files"


@pytest.mark.parametrize("version", ["0004", "0006"])
async def test_games_of_a_schema_of_before_are_played_on(version, tmp_path, database_url):
    """Written by the program of that schema, with a game of each book amid a turn; copied, so on both databases."""
    old = tmp_path / "of_before.db"
    old.write_bytes(lzma.decompress((FILES / f"version_{version}.db.xz").read_bytes()))
    await copy_campaigns(f"sqlite+aiosqlite:///{old}", database_url)
    await holds(FILES / f"version_{version}.txt", database_url)
