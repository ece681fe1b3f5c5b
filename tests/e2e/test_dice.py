"""What anybody learns of a campaign's dice: what its seed comes to, and the referee alone how many were thrown."""

import hashlib

from bot.campaign.database import open_database
from bot.campaign.rows import STRETCH
from bot.sandbox.report import message_text
from tests.e2e.channel import say, table


async def test_the_whole_hash_of_the_seed_is_told_to_all_and_the_count_to_the_referee_alone(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/roll throw:3d6")
        engine = await open_database(database_url)
        async with engine.begin() as connection:
            seed = (await connection.execute(STRETCH.select())).one().seed
        await engine.dispose()
        message, text = await say(loopback, "/campaign show")
        assert hashlib.sha256(seed).hexdigest() in text
        assert "hrown" not in text
        assert message.visible_to is None
        message, text = await say(loopback, "/campaign show dice:True")
        assert "Dice thrown: 3, " in text
        assert message.visible_to == loopback.world.user("Ref").id
        refused = (await loopback.slash("Ann", "table", "/campaign show dice:True")).replies[0]
        assert message_text(refused) == "How many dice were thrown is for the referee only."
