"""What is the referee's isn't on a player's panel, and isn't taken from one that somebody makes up."""

import json

from bot.sandbox.messages import components_of
from bot.sandbox.report import message_text
from tests.e2e.channel import say, table

REFEREES = ("traveller", "deck", "robot vacuum", "dm", "because", "rounds")


async def with_hers(loopback):
    await say(loopback, "/character add name:Vane template:Marine owner:@Ann")


async def test_a_players_panel_shows_what_is_hers_and_the_referees_all(database_url):
    async with table(database_url) as loopback:
        await with_hers(loopback)
        shown = {}
        for who in ("Ann", "Ref"):
            for verb in ("fire", "melee"):
                line = f"/{verb} name:Vane target:Pirate" + (" ask:True" if verb == "melee" else "")
                panel, _ = await say(loopback, line, who)
                labels = [part.get("label") for part in components_of(panel)]
                written = json.dumps(panel.payload["components"])
                if "Numbers…" in labels:
                    written += json.dumps((await loopback.press(who, "table", "Numbers…")).modal)
                shown[who, verb] = {name for name in REFEREES if f'"{name}"' in written}, "Numbers…" in labels
        assert shown["Ann", "fire"] == (set(), True)
        assert shown["Ref", "fire"] == ({"traveller", "deck", "robot vacuum", "dm", "because"}, True)
        # Of a melee nothing else is written than a DM.
        assert shown["Ann", "melee"] == (set(), False)
        assert shown["Ref", "melee"] == ({"deck", "robot vacuum", "dm", "because"}, True)


async def test_the_referees_panel_in_somebody_elses_hands_is_refused(database_url):
    async with table(database_url) as loopback:
        await with_hers(loopback)
        panel, _ = await say(loopback, "/fire name:Vane target:Pirate range:30 dm:5 ask:True")
        panel.visible_to = None
        outcome = await loopback.press("Ann", "table", "Fire")
        assert message_text(outcome.replies[0]) == "Adding a DM is for the referee only."
        melee, _ = await say(loopback, "/melee name:Vane target:Pirate ask:True")
        melee.visible_to = None
        outcome = await loopback.press("Ann", "table", "Numbers…")
        assert "for the referee only" in message_text(outcome.replies[0])


async def test_what_is_offered_while_one_types_depends_on_who_asks(database_url):
    async with table(database_url) as loopback:
        await say(loopback, "/campaign set setting:ranges value:metres")
        await with_hers(loopback)
        offered = {}
        for who in ("Ann", "Ref"):
            outcome = await loopback.complete(who, "table", '/grenade name:Vane values:"cover yes, deck "')
            offered[who] = [choice["value"] for choice in outcome.choices]
        assert offered == {"Ann": [], "Ref": ["cover yes, deck yes", "cover yes, deck no"]}
