"""What each side knows of the deck that is up, as one command reads it and changes it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from bot.campaign.rows import SEEN, StoredSeen, kept_of
from bot.campaign.seating import Seating


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
