"""What each side knows of the deck that is up, as one command reads it and changes it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from bot.campaign.rows import SEEN, StoredSeen, kept_of
from bot.campaign.seating import Seating


class Knowing(Seating):
    """What the sides of a campaign know, beside the people at its table."""

    async def sights(self) -> dict[str, StoredSeen]:
        """What each side knows, and for "" all of them in common."""
        query = select(SEEN).where(SEEN.c.campaign_id == self.campaign.id).order_by(SEEN.c.id)
        return {row.side: StoredSeen(*row) for row in await self.connection.execute(query)}

    async def keep_sights(self, sha256: str, known: Mapping[str, dict[str, Any]]) -> None:
        """Note what each side knows from now on of the deck with that text; of sides that aren't named nothing."""
        before = await self.sights()
        for side, kept in known.items():
            old = before.get(side)
            if old is None:
                await self.add("seen", side=side, sha256=sha256, known=kept)
            elif (old.sha256, old.known) != (sha256, kept):
                changed = replace(old, sha256=sha256, known=kept)
                self._stage("seen", old.id, kept_of("seen", old), kept_of("seen", changed))
        for side, old in before.items():
            if side not in known:
                await self._remove("seen", old)
