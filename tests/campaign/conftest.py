"""A store on a database of its own, and a campaign in it."""

from dataclasses import dataclass, field
from itertools import count
from uuid import uuid4

import pytest
from sqlalchemy import select, text

from bot import systems
from bot.campaign.access import Actor
from bot.campaign.database import open_database
from bot.campaign.journal import entry_of
from bot.campaign.play import play
from bot.campaign.recording import Place
from bot.campaign.rows import CAMPAIGN, CHANGE
from bot.campaign.store import Store
from bot.campaign.wishes import said_again
from bot.engine.cards import Card
from bot.engine.dice import LiveDice

REFEREE, PLAYER, STRANGER = Actor(1, "Ref"), Actor(2, "Player"), Actor(3, "Stranger")
TABLE = Place(guild_id=10, channel_id=100)
SYSTEMS = systems.discover(systems)
AHL = SYSTEMS["ahl"]


class Ones(LiveDice):
    """Dice that show nothing but ones: nobody is hit, so that they may be fired at again."""

    def face(self, sides):
        return min(super().face(sides), 1)


@dataclass
class Channel:
    """A channel in which people give orders; each gets a key of its own."""

    store: Store
    place: Place = TABLE
    keys: count = field(default_factory=lambda: count(1))

    def transaction(self, actor=REFEREE, key=None, **more):
        return self.store.transaction(
            self.place, actor, str(key or f"{self.place.channel_id}-{next(self.keys)}"), **more
        )

    async def begin(self, actor=REFEREE, starter=True):
        async with self.store.founding(self.place, actor, uuid4().hex, "ahl") as transaction:
            for unit in AHL.starter if starter else ():
                await transaction.add_unit(unit.name, unit.side, None, AHL.dump_sheet(unit.sheet))
            return await transaction.record("campaign new", Card("A campaign begins"), place=self.place)

    async def fire(self, attacker="Marine E1", target="Pirate", actor=REFEREE, key=None, dice=Ones, **fields):
        people = {"name": attacker, "target": target}
        async with self.transaction(actor, key) as transaction:
            return await play(transaction, self.place, AHL, "fire", people, {"range": 30, **fields}, dice)

    async def again(self, entry_id, actor=REFEREE, dice=Ones):
        async with self.transaction(actor) as transaction:
            said = said_again(transaction, AHL, await entry_of(transaction, entry_id))
            return await play(transaction, self.place, AHL, said["verb"], said["people"], said["fields"], dice)

    async def snapshot(self, actor=REFEREE):
        """Everything that a campaign is, but for its counters."""
        async with self.transaction(actor, ended=True) as transaction:
            units = {unit.name: unit for unit in await transaction.units()}
            return (
                units,
                transaction.campaign.settings,
                transaction.campaign.things,
                transaction.campaign.ended,
                await transaction.referees(),
            )

    async def sheet(self, name):
        async with self.transaction() as transaction:
            return AHL.load_sheet((await transaction.unit(name)).sheet)


async def as_of_0010(connection):
    """Make a database what a program of that version left: what rules kept was the characters' alone."""
    for table, columns in ((CAMPAIGN, ["things"]), (CHANGE, ["before", "after"])):
        for row in (await connection.execute(select(table))).mappings().all():
            was = {each: _as_it_was(row[each]) for each in columns}
            await connection.execute(table.update().where(table.c.id == row["id"]).values(was))
    for table in ("wait", "seat", "seen", "roster"):
        await connection.execute(text(f"DROP TABLE {table}"))
    await connection.execute(text("ALTER TABLE member DROP COLUMN side"))
    await connection.execute(text("UPDATE alembic_version SET version_num = '0010'"))


def _as_it_was(value):
    if value and "things" in value:
        return {**value, "things": _as_it_was(value["things"])}
    return value["character"] if value and {*value} == {"character"} else value


async def as_of_0005(connection):
    """Make a database's schema the one that a program of that version left."""
    await as_of_0010(connection)
    kind = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    for statement in (
        f"ALTER TABLE campaign ADD COLUMN seed {kind}",
        "UPDATE campaign SET seed = (SELECT seed FROM stretch WHERE campaign_id = campaign.id)",
        "DROP TABLE stretch",
        "DROP TABLE departure",
        "ALTER TABLE entry DROP COLUMN report",
        "ALTER TABLE unit DROP COLUMN marks",
        "UPDATE alembic_version SET version_num = '0005'",
    ):
        await connection.execute(text(statement))


@pytest.fixture
async def store(database_url):
    engine = await open_database(database_url)
    yield Store(engine, now=lambda: 1_800_000_000)
    await engine.dispose()


@pytest.fixture
async def channel(store):
    channel = Channel(store)
    await channel.begin()
    return channel
