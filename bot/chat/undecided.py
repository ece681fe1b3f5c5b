"""Whoever comes to own people of several sides: the referee is asked, once and alone, which one of them they play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord.ui import Select, View

from bot.campaign.gate import seats
from bot.campaign.rows import Recorded
from bot.campaign.transaction import Transaction
from bot.chat.seats import in_other_hands
from bot.chat.wording import cut, lines_embed, plain, who
from bot.engine.cards import sentence
from bot.engine.scene import FOG, ON, PLAYER, Unit
from bot.engine.seats import Membership
from bot.systems.players import parts

PREFIX = "seat"
# A message has five rows; of 25 options one is to look on.
_MOST_ROWS, _MOST_SIDES = 5, 24
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Undecided:
    """Somebody by their number on Discord, who owns people of these sides, one of whom is called so."""

    number: str
    sides: tuple[str, ...]
    called: str

    @property
    def line(self) -> str:
        """Whose people they own."""
        return f"{who(int(self.number))} owns people of {plain(sentence(self.sides))}"

    @property
    def select(self) -> Select[View]:
        """The sides that they may play, each with all that a press needs."""
        options = [
            discord.SelectOption(label=cut(f"They play {side}", _LONGEST), value=f"{self.number}:{side}")
            for side in self.sides[:_MOST_SIDES]
        ]
        options.append(discord.SelectOption(label="They look on", value=self.number))
        asks = cut(f"Which side whoever owns {self.called} plays", _LONGEST)
        return Select(custom_id=f"{PREFIX}:{self.number}", placeholder=asks, options=options)


def undecided(members: Mapping[str, Membership], units: Sequence[Unit]) -> Iterator[Undecided]:
    """Those who own people of several sides, and play none until it is said which."""
    for number, part in parts(members, units).items():
        if part == Membership(PLAYER, ""):
            theirs = [unit for unit in units if unit.owner == number and unit.side]
            yield Undecided(number, tuple(sorted({unit.side for unit in theirs})), theirs[0].name)


async def newly_undecided(transaction: Transaction, entry: Recorded) -> list[Undecided]:
    """Those of whom an order has brought that about, for a referee, where sides know only what they have seen."""
    outcome, was = entry.outcome, entry.was
    if not (transaction.referee and outcome and was and transaction.campaign.settings.get(FOG) == ON):
        return []
    begins = was.settings.get(FOG) != ON
    changed = {*outcome.members, *(unit.owner for unit in in_other_hands(was.units, outcome.units))} - {""}
    if not (begins or changed):
        return []
    found = undecided(await transaction.memberships(), await seats(transaction))
    return [each for each in found if begins or each.number in changed]


async def sides_asked(transaction: Transaction, entry: Recorded) -> tuple[discord.Embed, View] | None:
    """What the referee alone is asked because of an order: a select for each of those, as far as there is room."""
    asked = await newly_undecided(transaction, entry)
    if not asked:
        return None
    view = View()
    for each in asked[:_MOST_ROWS]:
        view.add_item(each.select)
    view.stop()
    return lines_embed("Which side do they play?", [each.line for each in asked]), view
