"""Every button and select that the bot puts under its answers, used by somebody whom it doesn't concern."""

from sqlalchemy import select

from bot.campaign.database import open_database
from bot.campaign.models import METADATA
from bot.sandbox.messages import components_of
from bot.sandbox.report import message_text
from tests.e2e.channel import say, table

# Whatever has buttons: orders with Undo and again, and panels with selects, a form and a button that gives the order.
ORDERS = (
    "/deck load name:Trainer",
    '/place name:"Marine E1, Marine N1" at:"South team"',
    '/place name:"Pirate, Pirate Captain" at:"North team"',
    '/fire name:"Marine E1" target:Pirate dm:-9',
    '/melee name:"Marine E1" target:"Marine N1"',
    "/character edit name:Pirate field:grenades value:3",
    "/grenade name:Pirate at:F6",
    "/blast people:Pirate cause:grenade",
    "/morale check name:Pirate cause:surprise",
    '/character heal name:"Marine E1"',
    "/undo",
    "/dice reveal",
    "/career begin name:Cara upp:777777 homeworld:A867949-C",
)
PANELS = (
    "/deck take",
    '/fire name:"Marine E1" target:Pirate',
    '/melee name:"Marine E1" target:Pirate ask:True',
    '/grenade name:"Marine E1"',
    '/blast people:"Marine E1"',
    '/morale check name:"Marine E1"',
    '/scenario setup name:"First Watch"',
)
# A player's own order, that then waits for the referee's yes.
A_TURN = ("/character add name:Vane template:Marine owner:@Ann", "/turn begin")


async def kept(url):
    """Everything in the database."""
    engine = await open_database(url)
    async with engine.begin() as connection:
        rows = {name: (await connection.execute(select(each))).all() for name, each in METADATA.tables.items()}
    await engine.dispose()
    return rows


def usable(loopback):
    """Each component with its message; also what only others see, as if they had got hold of it."""
    _, channel = loopback.place("Ref", "table")
    found = []
    for message in list(channel.messages.values()):
        message.visible_to = None
        found += [(message, part) for part in components_of(message) if "custom_id" in part]
    return found


async def test_whatever_a_stranger_uses_nothing_is_changed(database_url):
    async with table(database_url) as loopback:
        for line in (*ORDERS, *PANELS, *A_TURN):
            await say(loopback, line)
        await say(loopback, "/character give name:Vane weapon:SMG", "Ann")
        before, parts = await kept(database_url), usable(loopback)
        used = {part["custom_id"].partition(":")[0] for _, part in parts}
        own = {"undo", "again", "working", "panel", "allow", "refuse", "opendice", "cited"}
        assert used == own | {"due", "career", "mine", "give", "alldue"}
        panels = {part["custom_id"].split(":")[1] for _, part in parts if part["custom_id"].startswith("panel")}
        assert {verb.split()[0] for verb in panels} == {line[1:].split()[0] for line in PANELS[1:]}
        stranger, (_, channel) = loopback.world.user("Stranger"), loopback.place("Ref", "table")
        for message, first in parts:
            # What a stranger has done to a panel shows it to them as theirs: without what is the referee's.
            now = [each for each in components_of(message) if each.get("custom_id") == first["custom_id"]]
            assert now or first["label"] == "Numbers…"
            if not now:
                continue
            part = now[0]
            values = [part["options"][0]["value"]] if "options" in part else []
            outcome = await loopback.actions.use(stranger, channel, message.id, part["custom_id"], values)
            assert outcome.error is None, part
            told = [message_text(each) for each in outcome.replies if each.visible_to == stranger.id]
            assert len(told) == len(outcome.replies), part
            assert not any("Something went wrong" in each for each in told)
        assert await kept(database_url) == before


async def test_an_order_in_a_panels_form_is_refused_to_a_stranger(database_url):
    """They fill the form in, and press the button that gives the order."""
    async with table(database_url) as loopback:
        await say(loopback, '/fire name:"Marine E1" target:Pirate')
        before = await kept(database_url)
        usable(loopback)
        assert (await loopback.press("Stranger", "table", "Numbers…")).modal is not None
        assert (await loopback.submit("Stranger", "range:5")).error is None
        outcome = await loopback.press("Stranger", "table", "Fire")
        assert "is not yours" in message_text(outcome.replies[0])
        assert await kept(database_url) == before
