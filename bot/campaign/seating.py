"""What a campaign keeps beside its people: who sits at its table, how long that waits, and what each side knows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.campaign.recording import Recording
from bot.campaign.rows import MEMBER, SEAT, SEEN, WAIT, StoredMember, StoredSeat, StoredSeen, StoredWait, kept_of
from bot.engine.scene import REFEREE
from bot.engine.seats import Membership, Seat, Wait


class Seating(Recording):
    """The people at a campaign's table, as one command reads and changes them."""

    # --- which part everybody has ---

    async def members(self) -> list[StoredMember]:
        """Those who have a part in the campaign by word."""
        query = select(MEMBER).where(MEMBER.c.campaign_id == self.campaign.id).order_by(MEMBER.c.id)
        return [StoredMember(*row) for row in await self.connection.execute(query)]

    async def memberships(self) -> dict[str, Membership]:
        """The same as the rules know people."""
        return {str(each.user_id): Membership(each.role, each.side) for each in await self.members()}

    async def referees(self) -> set[int]:
        """The user ids of the referees."""
        return {each.user_id for each in await self.members() if each.role == REFEREE}

    async def keep_members(self, members: Mapping[str, Membership | None]) -> None:
        """Note which part somebody has in the campaign from now on; None for what they own to say."""
        if not members:
            return
        known = {str(each.user_id): each for each in await self.members()}
        for number, now in members.items():
            before = known.get(number)
            if now is None and before is not None:
                await self._remove("member", before)
            elif now is not None and before is not None:
                changed = replace(before, role=now.role, side=now.side)
                self._stage("member", before.id, kept_of("member", before), kept_of("member", changed))
            elif now is not None:
                await self.add("member", user_id=int(number), role=now.role, side=now.side)

    # --- how long it waits, and for whom ---

    async def wait(self) -> StoredWait | None:
        """How long the table waits, None where it doesn't."""
        query = select(WAIT).where(WAIT.c.campaign_id == self.campaign.id)
        row = (await self.connection.execute(query)).one_or_none()
        return StoredWait(*row) if row else None

    async def keep_wait(self, wait: Wait) -> None:
        """Note how long the table waits from now on, by the actor's word."""
        before = await self.wait()
        if before is not None:
            await self._remove("wait", before)
        if wait.until:
            await self.add("wait", until=wait.until, since=list(wait.since), user_id=self.actor.id)

    async def keep_table(self, wait: Wait | None, seat: Seat | None) -> None:
        """Note what is another about the table's wait, and the actor's seat; None where it is as it was."""
        if wait is not None:
            await self.keep_wait(wait)
        if seat is not None:
            await self.keep_seat(seat)

    async def end_wait(self) -> None:
        """The wait is over: it is gone for good, since nothing takes time back; nobody waits anew after an undo."""
        await self.connection.execute(delete(WAIT).where(WAIT.c.campaign_id == self.campaign.id))

    async def seats(self) -> list[StoredSeat]:
        """Those of whom it is kept that they are to be mentioned, or away."""
        query = select(SEAT).where(SEAT.c.campaign_id == self.campaign.id).order_by(SEAT.c.id)
        return [StoredSeat(*row) for row in await self.connection.execute(query)]

    async def keep_seat(self, seat: Seat) -> None:
        """Note what is another about the actor's, for good: it is their own, and stands in the way of nobody's undo."""
        before = next((each for each in await self.seats() if each.user_id == self.actor.id), None)
        pinged = seat.pinged if seat.pinged is not None else bool(before and before.pinged)
        away = seat.away_until if seat.away_until is not None else before.away_until if before else None
        values = {"pinged": pinged, "away_until": away or None}
        if before is None:
            await self.connection.execute(
                insert(SEAT).values(campaign_id=self.campaign.id, user_id=self.actor.id, **values)
            )
        else:
            await self.connection.execute(update(SEAT).where(SEAT.c.id == before.id).values(**values))

    async def away(self) -> set[str]:
        """Those who are away now, as the rules know people."""
        return {str(seat.user_id) for seat in await self.seats() if (seat.away_until or 0) > self.at}


class Knowing(Seating):
    """What the sides of a campaign know, beside the people at its table."""

    # As it is known by now; None until somebody asks.
    _sights: dict[str, StoredSeen] | None = None

    async def sights(self) -> dict[str, StoredSeen]:
        """What each side knows, and for "" all of them in common."""
        if self._sights is None:
            query = select(SEEN).where(SEEN.c.campaign_id == self.campaign.id).order_by(SEEN.c.id)
            self._sights = {row.side: StoredSeen(*row) for row in await self.connection.execute(query)}
        return self._sights

    @property
    def sights_read(self) -> Mapping[str, StoredSeen]:
        """The same, as far as it has been read."""
        return self._sights or {}

    async def keep_sights(self, sha256: str, known: Mapping[str, dict[str, Any]]) -> None:
        """Note what each side knows from now on of the deck with that text; of sides that aren't named nothing."""
        before, now = await self.sights(), dict[str, StoredSeen]()
        for side, kept in known.items():
            old = before.get(side)
            if old is None:
                row_id = await self.add("seen", side=side, sha256=sha256, known=kept)
                now[side] = StoredSeen(row_id, self.campaign.id, side, sha256, kept)
                continue
            now[side] = replace(old, sha256=sha256, known=kept)
            if now[side] != old:
                self._stage("seen", old.id, kept_of("seen", old), kept_of("seen", now[side]))
        for side, old in before.items():
            if side not in known:
                await self._remove("seen", old)
        self._sights = now
