"""Rows as the rest of the house sees them: plain values, and which of their columns the journal keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any

from sqlalchemy import Table, Text, cast

from bot.campaign import models
from bot.campaign.database import read_json
from bot.deck.view import Marks
from bot.engine.cards import Card, Suggestion, Tone
from bot.engine.dice import Throw, dice_key
from bot.engine.order import Telling
from bot.engine.scene import Game
from bot.engine.system import CHARACTER, SHIP, Outcome, namesakes
from bot.systems.names import key_of
from bot.systems.ships import HIDDEN
from bot.systems.witnessing import Insight

Values = dict[str, Any]

CAMPAIGN: Table = models.Campaign.__table__  # type: ignore[attr-defined]
STRETCH: Table = models.Stretch.__table__  # type: ignore[attr-defined]
MEMBER: Table = models.Member.__table__  # type: ignore[attr-defined]
UNIT: Table = models.Unit.__table__  # type: ignore[attr-defined]
ENTRY: Table = models.Entry.__table__  # type: ignore[attr-defined]
CHANGE: Table = models.Change.__table__  # type: ignore[attr-defined]
PLAN: Table = models.Plan.__table__  # type: ignore[attr-defined]
DECK: Table = models.Deck.__table__  # type: ignore[attr-defined]
BATTLE: Table = models.Battle.__table__  # type: ignore[attr-defined]
DEPARTURE: Table = models.Departure.__table__  # type: ignore[attr-defined]
WAIT: Table = models.Wait.__table__  # type: ignore[attr-defined]
SEAT: Table = models.Seat.__table__  # type: ignore[attr-defined]
SEEN: Table = models.Seen.__table__  # type: ignore[attr-defined]
ROSTER: Table = models.Roster.__table__  # type: ignore[attr-defined]
POST: Table = models.Post.__table__  # type: ignore[attr-defined]
# All of an entry but its report, of which there may be much.
ENTRY_COLUMNS = [column for column in ENTRY.c if column is not ENTRY.c.report]
# Whether a unit is a ship of which the referee alone knows.
IS_HIDDEN = (UNIT.c.kind == SHIP) & cast(UNIT.c.marks, Text).contains(HIDDEN)

# What the journal can restore, and the columns that make up an entity's value.
ENTITIES: dict[str, tuple[Table, tuple[str, ...]]] = {
    "unit": (UNIT, ("campaign_id", "name", "key", "side", "owner_id", "sheet", "kind", "place", "marks")),
    "member": (MEMBER, ("campaign_id", "user_id", "role", "side")),
    "campaign": (CAMPAIGN, ("settings", "things", "ended")),
    # Where it is played is a change of its own: a move for good must not stand in the way of a setting's undo.
    "channel": (CAMPAIGN, ("channel_id",)),
    "deck": (DECK, ("campaign_id", "sha256", "state")),
    "battle": (BATTLE, ("campaign_id", "state")),
    "wait": (WAIT, ("campaign_id", "until", "since", "user_id")),
    "seen": (SEEN, ("campaign_id", "side", "sha256", "known")),
    "roster": (ROSTER, ("campaign_id", "name", "key", "shared", "members")),
}

# The audience of an entry: everybody, or else the id of the user who alone reads it beside the referees, or a side.
EVERYBODY = "all"
# That of what the referees alone read, whoever gave the order.
REFEREES = "referees"
_SIDE = "side "
# The verb of an order that waits for dice which are thrown by hand.
UNTHROWN = "unthrown"
# The verb of what others than who gave an order are told of it.
SEEN_OF = "seen"
# How many bytes a name comes to in the ids of buttons.
_TAG = 6


class _ReadLate:
    """A field that may be given as JSON's text, and is read where somebody looks at it, and once."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._kept = f"_{name}"

    def __get__(self, row: Any, owner: type) -> Any:
        if row is None:
            raise AttributeError("the field has no default")
        kept = vars(row)[self._kept]
        if isinstance(kept, str):
            kept = vars(row)[self._kept] = read_json(kept)
        return kept

    def __set__(self, row: Any, value: Any) -> None:
        vars(row)[self._kept] = value


# Without slots, whose place `sheet` takes.
@dataclass(frozen=True)
class StoredUnit:
    """A character, a ship or a career as it is kept; `sheet` is its system's JSON, `place` where it stands on the deck,
    `marks` what the house keeps of it. Of who is `foreign` these are no more than what has been seen of them.
    """

    id: int
    campaign_id: int
    name: str
    key: str
    side: str
    owner_id: int | None
    sheet: dict[str, Any] = _ReadLate()  # type: ignore[assignment]
    kind: str = CHARACTER
    place: dict[str, Any] | None = None
    marks: Sequence[str] = ()
    foreign: bool = False

    @property
    def tag(self) -> str:
        """What stands for it in the ids of buttons; see `tag_of`."""
        return tag_of(self.key)


def tag_of(key: str) -> str:
    """What stands for somebody in the ids of buttons, by the key of their name: the store's number would count people
    who have come unseen.
    """
    return blake2b(key.encode(), digest_size=_TAG).hexdigest()


@dataclass(frozen=True, slots=True)
class StoredMember:
    """The part that somebody has in a campaign by word; see `models.Member`."""

    id: int
    campaign_id: int
    user_id: int
    role: str
    side: str


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """The deck plan on which a campaign plays, by its text's hash, and what has changed on it."""

    id: int
    campaign_id: int
    sha256: str
    state: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """The battle that a campaign fights; `state` is its rules' text."""

    id: int
    campaign_id: int
    state: str


@dataclass(frozen=True, slots=True)
class StoredWait:
    """How long a campaign's table waits; see `models.Wait`."""

    id: int
    campaign_id: int
    until: int
    since: list[str]
    user_id: int | None


@dataclass(frozen=True, slots=True)
class StoredSeen:
    """What a side knows of a deck, by its text's hash; see `models.Seen`."""

    id: int
    campaign_id: int
    side: str
    sha256: str
    known: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredRoster:
    """People and ships of a campaign under a name; see `models.Roster`."""

    id: int
    campaign_id: int
    name: str
    key: str
    shared: bool
    members: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A person at a campaign's table; see `models.Seat`."""

    id: int
    campaign_id: int
    user_id: int
    pinged: bool
    away_until: int | None


@dataclass(frozen=True, slots=True)
class Source:
    """What dice are thrown from: a secret seed, and players' salts, their `words` with the number of whom `by`."""

    seed: bytes
    salts: Sequence[Mapping[str, Any]] = ()

    @property
    def key(self) -> bytes:
        """What faces are counted out from; as secret as the seed."""
        return dice_key(self.seed, [salt["words"] for salt in self.salts])


@dataclass(frozen=True, slots=True)
class StoredStretch:
    """A stretch of a campaign's dice as it is kept; see `models.Stretch`."""

    id: int
    campaign_id: int
    seed: bytes
    salts: list[dict[str, Any]]
    first_die: int
    next_die: int | None
    entry_id: int | None
    since: int
    opened_at: int | None


@dataclass(slots=True)
class StoredCampaign:
    """A campaign as it is kept, and as far as the present transaction has moved it on."""

    id: int
    guild_id: int
    channel_id: int
    system: str
    settings: dict[str, str]
    things: dict[str, Any]
    counter: int
    version: int
    head_id: int | None
    ended: bool
    taken_back: dict[str, list[str]]
    created_at: int


Stored = StoredUnit | StoredCampaign | StoredMember | StoredDeck | StoredBattle | StoredWait | StoredSeen | StoredRoster


@dataclass(frozen=True, slots=True)
class Recorded:
    """A journal entry: its card, whether it can be taken back, and whether the same order can be given again: its
    `deed` is what one does then, in a word.

    What is `sealed` is for its actor `actor_id` alone, and the referees; of what is `unheard` others don't learn either
    that it was ordered. One that `asks` waits for somebody's yes, and where it `withholds` what it says shows that to
    those alone who may give it; one that is `unthrown` waits for dice that they throw by hand, and with one that is
    `about` earlier ones their answers change.
    `was` is the game before it, `outcome` what it has just led to, `telling` what is told of it, and `brought` are the
    orders that were carried out with it since their time had come; `seen` is what others are told of it, `whole`
    its card for the referee where the side that reads it is told less, and `known` what each side knew before it.
    Nothing keeps those seven.
    """

    id: int
    verb: str
    card: Card
    actor_id: int
    undoable: bool
    repeatable: bool
    sealed: bool = False
    unheard: bool = False
    asks: bool = False
    withholds: bool = False
    unthrown: bool = False
    about: bool = False
    audience: str = EVERYBODY
    channel_id: int = 0
    tag: str = ""
    deed: str = ""
    outcome: Outcome | None = None
    telling: Telling[Marks] | None = None
    was: Game | None = None
    brought: tuple["Recorded", ...] = ()
    seen: tuple["Recorded", ...] = ()
    whole: Card | None = None
    known: Mapping[str, Insight] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """What a button's id calls it: its own id; where sides know only what they have seen its number among those
        that the same people read, so that nobody counts what others do.
        """
        return self.tag or str(self.id)


def recorded(entry: Mapping[Any, Any]) -> Recorded:
    """A row of the journal as what an answer needs of it."""
    return Recorded(
        entry["id"],
        entry["verb"],
        load_card(entry["card"]),
        entry["actor_id"],
        undoable=entry["parent_id"] is not None,
        repeatable=bool(entry["throws"]) and "units" in entry["order"],
        sealed=entry["audience"] != EVERYBODY,
        unheard=entry["audience"].startswith(_SIDE),
        asks="asks" in entry["order"],
        withholds="withheld" in entry["order"],
        unthrown=entry["verb"] == UNTHROWN,
        audience=entry["audience"],
        channel_id=entry["channel_id"],
        tag=entry["order"].get("tag", ""),
        deed=entry["order"].get("deed", entry["verb"]),
        about="chain" in entry["order"] or (entry["chain"] != entry["key"] and entry["verb"] != UNTHROWN),
    )


def audience_of(side: str) -> str:
    """The audience of an entry that a side alone may read, beside the referees."""
    return f"{_SIDE}{side}"


def side_of(audience: str) -> str:
    """The side that alone reads what is for an audience; "" where that is no side."""
    return audience.removeprefix(_SIDE) if audience.startswith(_SIDE) else ""


def dump_card(card: Card) -> dict[str, Any]:
    """The card as it is stored."""
    return {
        "title": card.title,
        "lines": [line if isinstance(line, str) else asdict(line) for line in card.lines],
        "working": card.working,
        "footer": card.footer,
        "tone": card.tone,
        "next": [asdict(each) for each in card.next],
        **({"waits": [asdict(each) for each in card.waits]} if card.waits else {}),
    }


def load_card(stored: dict[str, Any]) -> Card:
    """The card that was stored."""
    return Card(
        stored["title"],
        tuple(line if isinstance(line, str) else _suggestion(line) for line in stored["lines"]),
        tuple(stored["working"]),
        stored["footer"],
        Tone(stored["tone"]),
        tuple(map(_suggestion, stored.get("next", ()))),
        tuple(map(_suggestion, stored.get("waits", ()))),
    )


def _suggestion(stored: dict[str, Any]) -> Suggestion:
    # Which of them have no option stood here once; commands know it themselves.
    known = {name: value for name, value in stored.items() if name != "beside"}
    return Suggestion(**{**known, "asks": tuple(stored.get("asks", ()))})


def kept_key(name: str, kind: str) -> str:
    """What keeps a name unique in a campaign: its folded key, after the kind where that has names of its own.

    No name holds a colon.
    """
    return key_of(name) if CHARACTER in namesakes(kind) else f"{kind}:{key_of(name)}"


def dump_throw(throw: Throw) -> list[Any]:
    """A throw as it is stored; what was thrown by hand says so."""
    return [throw.why, throw.sides, [*throw.faces], *([True] if throw.by_hand else [])]


def load_throw(stored: Sequence[Any]) -> Throw:
    """The throw that was stored."""
    why, sides, faces, *by_hand = stored
    return Throw(why, sides, tuple(faces), bool(by_hand))


def value_of(entity: str, values: Mapping[Any, Any]) -> Values:
    """The part of a row that the journal keeps."""
    return {column: values[column] for column in ENTITIES[entity][1]}


def kept_of(entity: str, stored: Stored) -> Values:
    """The part of a stored thing that the journal keeps."""
    return {column: getattr(stored, column) for column in ENTITIES[entity][1]}
