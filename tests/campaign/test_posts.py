"""Messages that are kept up to date: a later version of a campaign is never written over by an earlier one."""

from bot.campaign.posts import BATTLE, Posted, claim, note, posted_at


async def test_a_message_shows_each_version_once_and_never_goes_back(channel, store):
    async with channel.transaction() as transaction:
        campaign_id = transaction.campaign.id
        assert await posted_at(transaction.connection, campaign_id, BATTLE) is None
    assert await claim(store.engine, campaign_id, BATTLE, 3) == (None, True)
    await note(store.engine, campaign_id, BATTLE, 3, Posted(10, 20))
    assert await claim(store.engine, campaign_id, BATTLE, 3) == (Posted(10, 20), False)
    assert await claim(store.engine, campaign_id, BATTLE, 5) == (Posted(10, 20), True)
    assert await claim(store.engine, campaign_id, BATTLE, 4) == (Posted(10, 20), False)
    await note(store.engine, campaign_id, BATTLE, 6, Posted(10, 30))
    assert await claim(store.engine, campaign_id, BATTLE, 7) == (Posted(10, 30), True)
    async with channel.transaction() as transaction:
        assert await posted_at(transaction.connection, campaign_id, BATTLE) == Posted(10, 30)
