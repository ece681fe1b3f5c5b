"""Rosters: people and ships of a campaign under a name, for another one of the server to take over.

A roster belongs to the campaign out of which it was saved: it is taken back, copied, forgotten and erased with that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.campaign.access import Actor
from bot.campaign.game import seen
from bot.campaign.gate import tells_sheets
from bot.campaign.recording import Place
from bot.campaign.rows import CAMPAIGN, MEMBER, ROSTER, StoredRoster, StoredUnit
from bot.campaign.transaction import Transaction
from bot.engine.cards import sentence
from bot.engine.errors import RuleError
from bot.engine.scene import REFEREE
from bot.engine.service import SERVICE, dump_service, load_service
from bot.engine.system import CHARACTER, SHIP, System
from bot.engine.typed import match
from bot.exchange import between
from bot.systems.names import check_unlike, clean_name, key_of
from bot.systems.people import MOST_CHARACTERS
from bot.systems.rosters import RosterJoined
from bot.systems.ships import HIDDEN

_MOST = 50


@dataclass(frozen=True, slots=True)
class OpenRoster:
    """A roster that somebody may take over, and where the campaign is played out of which it was saved."""

    stored: StoredRoster
    channel_id: int


async def save(transaction: Transaction, typed: str, members: Sequence[Mapping[str, Any]], *, shared: bool) -> str:
    """Keep some under a name, instead of whoever was kept under it in this campaign; the name as it is kept."""
    name, known = clean_name(typed), await _own(transaction)
    before = next((each for each in known if each.key == key_of(name)), None)
    values: dict[str, Any] = {"name": name, "key": key_of(name), "shared": shared, "members": [*members]}
    if before is not None:
        transaction.change_roster(before, replace(before, **values))
    elif len(known) >= _MOST:
        raise RuleError(f"A campaign has {_MOST} rosters at most: take one away with /roster remove first.")
    else:
        check_unlike(name, (each.name for each in known))
        await transaction.add("roster", **values)
    return name


async def remove(transaction: Transaction, typed: str) -> str:
    """Take one of the campaign's own rosters away; its name."""
    known = {each.name: each for each in await _own(transaction)}
    if not known:
        raise RuleError("No roster was saved out of this campaign.")
    name = match(typed, known, what="roster of this campaign")
    await transaction.remove_roster(known[name])
    return name


async def _own(transaction: Transaction) -> list[StoredRoster]:
    query = select(*ROSTER.c).where(ROSTER.c.campaign_id == transaction.campaign.id).order_by(ROSTER.c.id)
    return [StoredRoster(*row) for row in (await transaction.connection.execute(query)).all()]


async def rosters_for(connection: AsyncConnection, place: Place, actor: Actor) -> list[OpenRoster]:
    """The rosters of a server that are shared, or out of whose campaign the actor is a referee, the newest first."""
    part = (MEMBER.c.campaign_id == CAMPAIGN.c.id) & (MEMBER.c.user_id == actor.id)
    query = (
        select(CAMPAIGN.c.channel_id, MEMBER.c.role, *ROSTER.c)
        .join_from(ROSTER, CAMPAIGN, ROSTER.c.campaign_id == CAMPAIGN.c.id)
        .outerjoin(MEMBER, part)
        .where(CAMPAIGN.c.guild_id == place.guild_id)
        .order_by(ROSTER.c.id.desc())
    )
    rows = (await connection.execute(query)).all()
    found = [(role, OpenRoster(StoredRoster(*stored), channel)) for channel, role, *stored in rows]
    return [each for role, each in found if role == REFEREE or each.stored.shared]


def meant(known: Sequence[OpenRoster], typed: str, campaign: str = "") -> StoredRoster:
    """The roster that was meant; raises RuleError where there is none, or several campaigns have one of that name."""
    wanted = campaign.strip().removeprefix("#")
    among = [each.stored for each in known if not wanted or str(each.stored.campaign_id) == wanted]
    if not among and known:
        numbers = sentence((str(each) for each in sorted({each.stored.campaign_id for each in known})), "or")
        raise RuleError(f"No roster that you may take over is of campaign “{wanted}”: choose {numbers}.")
    if not among:
        raise RuleError("There is no roster here that you may take over: /roster save keeps one.")
    name = match(typed, {each.name for each in among}, what="roster")
    found = [each for each in among if each.name == name]
    if len(found) > 1:
        numbers = sentence((str(each.campaign_id) for each in found), "or")
        raise RuleError(f"Several campaigns have a roster {name}: add campaign:{numbers}.")
    return found[0]


def member_of(unit: StoredUnit, system: System, service: Mapping[str, int]) -> dict[str, Any]:
    """Somebody as a roster keeps them, with what they have done in fights until then."""
    return {
        "name": unit.name,
        "side": unit.side,
        "owner_id": unit.owner_id,
        "sheet": unit.sheet,
        "kind": unit.kind,
        "marks": [*unit.marks],
        "system": system.key,
        **({SERVICE: dump_service(service)} if service else {}),
    }


def chosen(members: Sequence[Mapping[str, Any]], who: str, *, hidden: bool = True) -> list[Mapping[str, Any]]:
    """Those of some whom names mean, or the names of their sides; all for none. Raises RuleError for anybody else.

    Where they aren't to be `hidden`, such a ship is meant by its own name alone.
    """
    known = [one for one in members if hidden or HIDDEN not in one["marks"]]
    typed = [part for part in (each.strip() for each in who.split(",")) if part]
    if who.strip() and not typed:
        raise RuleError("A name is missing: write names with a comma between each two.")
    found: list[Mapping[str, Any]] = []
    for each in typed:
        of_side = [one for one in known if key_of(one["side"]) == key_of(each)]
        names = {one["name"]: one for one in members}
        found += of_side or [names[match(each, names, what="one of them")]]
    return [one for one in members if one in found] if typed else known


async def take_over(
    transaction: Transaction, systems: Mapping[str, System], rules: Mapping[str, System], roster: StoredRoster, who: str
) -> RosterJoined:
    """Let those of a roster join this campaign, as they were when it was saved; by `rules`, the campaign's for each
    kind. Raises RuleError, and nobody has joined, where a name is taken, or their rules are gone, or no way leads from
    these to the campaign's.
    """
    members = chosen(roster.members, who)
    here = {kind: {key_of(name) for name in await transaction.names(kind)} for kind in (CHARACTER, SHIP)}
    taken = [one["name"] for one in members if key_of(one["name"]) in here[one["kind"]]]
    if taken:
        are = "is" if len(taken) == 1 else "are"
        raise RuleError(f"{sentence(taken)} {are} here already: rename them, or name the others with who.")
    people = sum(one["kind"] == CHARACTER for one in members)
    there = sum(kind == CHARACTER for kind in (await transaction.names()).values())
    if there + people > MOST_CHARACTERS:
        raise RuleError(f"A campaign holds {MOST_CHARACTERS} characters: remove some first.")
    if lost := [one["name"] for one in members if one["system"] not in systems]:
        raise RuleError(f"This bot has the rules no longer by which {sentence(lost)} played: name the others with who.")
    lines, notes = [], dict[str, None]()
    for one in members:
        system, kept = _rules(rules, one["kind"]), systems[one["system"]]
        handed = between(kept, system)(kept.load_sheet(one["sheet"]), system.new_sheet, transaction.campaign.settings)
        sheet = system.dump_sheet(handed.sheet)
        side = await transaction.side_named(one["side"], await transaction.names())
        unit_id = await transaction.add_unit(one["name"], side, one["owner_id"], sheet, one["kind"], one["marks"])
        if SERVICE in one:
            transaction.serve({unit_id: load_service(one[SERVICE])})
        came = (await transaction.units(one["kind"]))[-1]
        # All read who has joined: of a ship whose sheet is closed to others what shows of it.
        shown = seen(system, replace(came, foreign=tells_sheets(transaction, system)))
        lines.append((one["name"], system.line_of(shown)))
        notes |= dict.fromkeys(handed.notes)
        notes |= dict.fromkeys(f"{each.trait}, as a new sheet has it: {each.why}" for each in handed.unknown)
    return RosterJoined(roster.name, tuple(lines), tuple(notes))


def _rules(rules: Mapping[str, System], kind: str) -> System:
    if kind not in rules:
        raise RuleError(f"This campaign has no rules for {kind}s: name the others with who.")
    return rules[kind]
