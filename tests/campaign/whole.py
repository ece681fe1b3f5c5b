"""Whether a database is whole: what is there is exactly what the journal says, and nothing half done."""

from sqlalchemy import select, text

from bot.campaign.rows import BATTLE, CAMPAIGN, CHANGE, DECK, ENTRY, MEMBER, ROSTER, SEEN, STRETCH, UNIT, value_of

KEPT = {"unit": UNIT, "member": MEMBER, "deck": DECK, "battle": BATTLE, "seen": SEEN, "roster": ROSTER}


async def contradictions(engine):
    """What doesn't fit together, in words; none if all is well."""
    async with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            for pragma, well in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
                found = (await connection.execute(text(f"PRAGMA {pragma}"))).all()
                if [tuple(row) for row in found] != well:
                    return [f"{pragma}: {found}"]
        return [
            problem
            for campaign in (await connection.execute(select(CAMPAIGN))).mappings().all()
            for problem in await _of_campaign(connection, campaign)
        ]


async def _rows(connection, table, *where):
    return (await connection.execute(select(table).where(*where).order_by(table.c.id))).mappings().all()


async def _of_campaign(connection, campaign):
    entries = await _rows(connection, ENTRY, ENTRY.c.campaign_id == campaign["id"])
    problems = []
    if campaign["version"] != len(entries):
        problems.append(f"{campaign['version']} turns wrote {len(entries)} entries")
    counter = 0
    for entry in entries:
        if entry["first_die"] != counter:
            problems.append(f"entry {entry['id']} begins at die {entry['first_die']}, not {counter}")
        counter += sum(len(faces) for _, _, faces in entry["throws"])
    if campaign["counter"] != counter:
        problems.append(f"the next die is {campaign['counter']}, but {counter} were thrown")
    stretches = await _rows(connection, STRETCH, STRETCH.c.campaign_id == campaign["id"])
    begun, ended = [each["first_die"] for each in stretches], [each["next_die"] for each in stretches]
    if [0, *ended] != [*begun, None] or any(each["opened_at"] for each in stretches[-1:]):
        problems.append(f"stretches begin with {begun} and end before {ended}")
    expected, present = await _told(connection, campaign, entries), await _present(connection, campaign)
    # As it was founded, where no change tells of it.
    expected.setdefault(("campaign", campaign["id"]), {"settings": {}, "things": {}, "ended": False})
    # A move for good is no change: where a campaign is played is told only if that was its last move.
    expected.pop(("channel", campaign["id"]), None)
    for row in sorted(expected.keys() | present.keys()):
        if expected.get(row) != present.get(row):
            problems.append(f"{row} is {present.get(row)}, and by the journal {expected.get(row)}")
    return problems


async def _told(connection, campaign, entries):
    """Every row as the entries in effect leave it."""
    by_id, line, at = {entry["id"]: entry for entry in entries}, [], campaign["head_id"]
    while at is not None:
        line.append(at)
        at = by_id[at]["parent_id"]
    rows = {}
    for entry_id in reversed(line):
        for change in await _rows(connection, CHANGE, CHANGE.c.entry_id == entry_id):
            rows[change["entity"], change["entity_id"]] = change["after"]
    return {row: after for row, after in rows.items() if after is not None}


async def _present(connection, campaign):
    rows = {
        (entity, row["id"]): value_of(entity, row)
        for entity, table in KEPT.items()
        for row in await _rows(connection, table, table.c.campaign_id == campaign["id"])
    }
    return rows | {("campaign", campaign["id"]): value_of("campaign", campaign)}
