"""A campaign of two fleets, and orders given in it by one who plays it."""

from bot.campaign.journal import undo
from bot.campaign.play import play
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.system import SHIP
from tests.campaign.conftest import PLAYER, REFEREE, SYSTEMS, Channel

SHIPS = next(system for system in SYSTEMS.values() if system.kind == SHIP)


def fixed(_, counter):
    """Dice that fall alike whenever the tests are run."""
    return LiveDice(bytes(32), counter)


class Fleets(Channel):
    """A channel with a battle of ships: Red is the player's, Blue the referee's."""

    async def order(self, verb, actor=REFEREE, **fields):
        ships = {"name": fields.pop("ships")} if "ships" in fields else {}
        given = {name.replace("_", " "): value for name, value in fields.items()}
        async with self.transaction(actor) as transaction:
            return await play(transaction, self.place, SHIPS, verb, ships, given, fixed)

    async def muster(self, template="Sable"):
        async with self.transaction() as transaction:
            for name, side, owner in (
                ("Red One", "Red", PLAYER.id),
                ("Red Two", "Red", PLAYER.id),
                ("Blue One", "Blue", None),
            ):
                sheet = SHIPS.dump_sheet(SHIPS.templates[template].sheet)
                await transaction.add_unit(name, side, owner, sheet, SHIP)
            await transaction.record("ship add", Card("3 ships join"), place=self.place)
        await self.order("battle new", first="Red", second="Blue")
        await self.order("battle join")

    async def state(self):
        """How the battle stands, every ship's sheet, and how many dice were thrown."""
        async with self.transaction() as transaction:
            ships = {unit.name: unit.sheet for unit in await transaction.units(SHIP)}
            return SHIPS.load_ledger(await transaction.ledger(SHIP)).battle, ships

    async def back(self, actor=REFEREE, move=undo):
        async with self.transaction(actor) as transaction:
            moved = await move(transaction)
            await transaction.record(move.__name__, Card(move.__name__), place=self.place)
        return moved
