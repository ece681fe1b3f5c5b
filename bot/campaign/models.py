"""The schema: SQLModel classes for types and tables. Statements are written against the tables."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

# Constraints need names, or SQLite's batch migrations can't refer to them.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA: MetaData = SQLModel.metadata

# SQLite numbers rows by itself only in a column of exactly this type.
_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_RUNNING = text("NOT ended")
_UNANSWERED = text("NOT answered")
_PRESENT = text("next_die IS NULL")


def _id() -> Any:
    return Field(default=None, sa_column=Column(_NUMBER, primary_key=True, autoincrement=True))


def _of(table: str, *, index: bool = True) -> Any:
    return Field(sa_column=Column(_NUMBER, ForeignKey(f"{table}.id"), nullable=False, index=index))


def _big(*, null: bool = False) -> Any:
    return Field(sa_column=Column(BigInteger, nullable=null))


def _json(*, null: bool = False) -> Any:
    return Field(sa_column=Column(JSON(none_as_null=True), nullable=null))


class Campaign(SQLModel, table=True):
    """A game in a channel: its rules, its settings, its dice, and the head of its journal."""

    __table_args__ = (
        # One running campaign a channel; ended ones stay.
        Index("ix_campaign_running", "channel_id", unique=True, sqlite_where=_RUNNING, postgresql_where=_RUNNING),
    )
    id: int = _id()
    guild_id: int = _big()
    channel_id: int = _big()
    system: str
    settings: dict[str, str] = _json()
    # What rules keep beside their units, such as damaged structures, by the kind of these. Ships' have a row of their
    # own: what they keep is large.
    things: dict[str, Any] = _json()
    # The number of the next die; it only grows, whatever is taken back.
    counter: int = _big()
    version: int = _big()
    head_id: int | None = _big(null=True)
    ended: bool
    # By chain: for whom an order with throws was taken back, and none has been thrown for since.
    taken_back: dict[str, list[str]] = _json()
    created_at: int = _big()


class Stretch(SQLModel, table=True):
    """A stretch of a campaign's dice: those from number `first_die` up to `next_die`, null while it is thrown from.

    They come from its secret `seed` and its `salts`, players' words with the number of whoever gave each. It runs
    `since` the entry `entry_id`, null for the one that founds the campaign, and its seed was opened at `opened_at`.
    """

    __table_args__ = (
        # One is thrown from, and none whose seed is open.
        Index("ix_stretch_present", "campaign_id", unique=True, sqlite_where=_PRESENT, postgresql_where=_PRESENT),
        CheckConstraint("opened_at IS NULL OR next_die IS NOT NULL", name="ck_stretch_open"),
    )
    id: int = _id()
    campaign_id: int = _of("campaign")
    seed: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    salts: list[dict[str, Any]] = _json()
    first_die: int = _big()
    next_die: int | None = _big(null=True)
    entry_id: int | None = _big(null=True)
    since: int = _big()
    opened_at: int | None = _big(null=True)


class Member(SQLModel, table=True):
    """A person with a part in a campaign by word: a referee, a player of a side, or an observer.

    Everybody else is a player of the side whose people they own. `side` is "" for who is on none.
    """

    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int = _id()
    campaign_id: int = _of("campaign")
    user_id: int = _big()
    role: str
    # An entry from before the column brings somebody back who is on none.
    side: str = Field(sa_column=Column(String, nullable=False, server_default=""))


class Unit(SQLModel, table=True):
    """A character, a ship or a career (`kind`): its name, with the key that keeps names unique, side, owner and sheet.

    `place` is where it stands on the campaign's deck, null where it doesn't, `marks` what the house keeps of it by
    whatever rules.
    """

    # Ids are never used again, so that an old button can't reach a new character.
    __table_args__ = (UniqueConstraint("campaign_id", "key"), {"sqlite_autoincrement": True})
    id: int = _id()
    campaign_id: int = _of("campaign")
    name: str
    key: str
    side: str
    owner_id: int | None = _big(null=True)
    sheet: dict[str, Any] = _json()
    kind: str = Field(sa_column=Column(String, nullable=False, server_default="character"))
    place: dict[str, Any] | None = _json(null=True)
    # A unit that an entry from before the column brings back has none.
    marks: list[str] = Field(sa_column=Column(JSON(none_as_null=True), nullable=False, server_default="[]"))


class Plan(SQLModel, table=True):
    """The text of a deck plan that was ever put up in a campaign, by its hash; it never changes."""

    __table_args__ = (UniqueConstraint("campaign_id", "sha256"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    sha256: str
    text: str


class Deck(SQLModel, table=True):
    """The deck plan that a campaign plays on, and what has changed on it in play."""

    __table_args__ = (UniqueConstraint("campaign_id"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    sha256: str
    state: dict[str, Any] = _json()


class Battle(SQLModel, table=True):
    """The ship battle that a campaign fights: all of it, as its rules keep it.

    It is large: as text it is put together and taken apart by the rules, away from everything else.
    """

    __table_args__ = (UniqueConstraint("campaign_id"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    state: str


class Seen(SQLModel, table=True):
    """What a side knows of the deck with that text, or for "" all of them in common, where not everybody knows all."""

    __table_args__ = (UniqueConstraint("campaign_id", "side"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    side: str
    sha256: str
    known: dict[str, Any] = _json()


class Roster(SQLModel, table=True):
    """People and ships of a campaign as they were once, under a name, for another campaign of the server to take over;
    one that is `shared` is for whoever referees any.
    """

    __table_args__ = (UniqueConstraint("campaign_id", "key"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    name: str
    key: str
    shared: bool
    members: list[dict[str, Any]] = _json()


class Post(SQLModel, table=True):
    """A message that is kept up to date: what it shows, where it is, and the campaign's version that it shows.

    It is no part of what undo walks: a message that was posted stays posted.
    """

    __table_args__ = (UniqueConstraint("campaign_id", "shows"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    shows: str
    channel_id: int = _big()
    message_id: int = _big()
    version: int = _big()


class Wait(SQLModel, table=True):
    """How long a campaign's table waits for what is owed: `until` a time, for what was owed `since` when, by whose
    word.
    """

    __table_args__ = (UniqueConstraint("campaign_id"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    until: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    since: list[str] = _json()
    user_id: int | None = _big(null=True)


class Seat(SQLModel, table=True):
    """A person at a campaign's table: whether they are to be mentioned, and until when they are away."""

    __table_args__ = (UniqueConstraint("campaign_id", "user_id"),)
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    user_id: int = _big()
    pinged: bool
    away_until: int | None = _big(null=True)


class Departure(SQLModel, table=True):
    """A server with campaigns that the bot is no longer in, and since when: they are kept for a while."""

    __table_args__ = (UniqueConstraint("guild_id"),)
    id: int = _id()
    guild_id: int = _big()
    since: int = _big()


class Entry(SQLModel, table=True):
    """A journal entry: one command, with the answer that it got.

    `parent_id` is the head that it was written on; entries without changes have none and are no part of
    the tree. `chain` is the key of the command that set it off. `key` is the id of the interaction, so that
    the same one can't act twice. `given_for` says whose order it was where the rules threw dice for it, units and
    sides; `opened` what it showed, in words, that had been sealed, or who answered it at once. `report` is what an
    order of the rules came to, as text: JSON, packed where there is much of it.
    """

    __table_args__ = (
        Index("ix_entry_journal", "campaign_id", "id"),
        Index("ix_entry_unanswered", "channel_id", sqlite_where=_UNANSWERED, postgresql_where=_UNANSWERED),
        # As with characters: an old button must not reach a new order.
        {"sqlite_autoincrement": True},
    )
    id: int = _id()
    campaign_id: int = _of("campaign", index=False)
    parent_id: int | None = _big(null=True)
    chain: str
    key: str = Field(unique=True)
    actor_id: int = _big()
    audience: str
    verb: str
    order: dict[str, Any] = _json()
    throws: list[Any] = _json()
    first_die: int = _big()
    card: dict[str, Any] = _json()
    given_for: list[str] | None = _json(null=True)
    opened: str | None
    after_undo: bool
    at: int = _big()
    channel_id: int = _big()
    message_id: int | None = _big(null=True)
    answered: bool
    # Last, so that whoever reads the others needn't read through it.
    report: str | None


class Change(SQLModel, table=True):
    """What an entry did to one row: the values before (none: it was made) and after (none: it was taken away)."""

    id: int = _id()
    entry_id: int = _of("entry")
    entity: str
    entity_id: int = _big()
    before: dict[str, Any] | None = _json(null=True)
    after: dict[str, Any] | None = _json(null=True)
