"""The benchmarks speak SQL of their own, which has to keep up with the schema: each in as few rounds as will do."""

from bench.commands import transaction
from bench.growth import growth


async def test_the_raw_transaction_does_the_same_work(tmp_path, capsys):
    """It compares the rows that both have written."""
    await transaction(tmp_path, rounds=3)
    assert "A shot's transaction / raw sqlite3" in capsys.readouterr().out


async def test_large_databases_are_made(capsys):
    await growth("A shot among more", (1, 1), (3, 5), rounds=3)
    assert "A shot among more: " in capsys.readouterr().out
