"""A lone player's game on a page as narrow as a phone: a scenario against the bot from briefing to verdict, and the
wounded in the roster for the next one.
"""

import re

from playwright.async_api import Locator, expect

from bot.campaign import store
from tests.page.conftest import Visitor
from tests.page.test_phone import PHONE, fits, sees_whole

HEIST = "IV The Great Wine Heist"


async def test_the_great_wine_heist_against_the_bot(game, visit, monkeypatch):
    monkeypatch.setattr(store, "new_seed", lambda: bytes(32))
    loopback, _ = game
    ann = await visit(loopback, "Ann", **PHONE)
    await ann.command("campaign new")
    await ann.sees("A campaign begins")
    await ann.send("/campaign set setting:autopilot value:acts")
    await ann.send(f"/scenario setup name:{HEIST} first:@Ann alone:Crew")
    begins = await ann.sees(f"{HEIST} begins")
    await sees_whole(begins.get_by_role("img", name="Main level of Cargo deck").first)
    await ann.command("scenario show")
    briefing = await ann.sees("Find the wine")
    await expect(briefing).to_contain_text("Only you can see this")
    await expect(briefing).not_to_contain_text("Cases:")
    # What waits for the thieves alone comes first, and how it is answered.
    await ann.command("next")
    waits = await ann.sees("which two of the Thieves are their pilots")
    thieves = re.findall(r"Intruder [A-Z]+\d+", await waits.inner_text())
    await ann.send(f"/scenario pilots name:{thieves[0]}, {thieves[1]}")
    await ann.sees("The pilots are named")
    await ann.command("next")
    await ann.sees("are surprised, and can do nothing in this phase")
    for _ in range(3):
        await ann.send("/autopilot act name:Thieves")
        await ann.command("next")
    await expect(await ann.sees("for what is hidden")).to_contain_text("Why:")
    await fits(ann)
    await ann.send(f"/autopilot why name:{thieves[2]}")
    await ann.sees(f"What {thieves[2]} might do")
    await ann.command("scenario alarm")
    await ann.sees("The alarm is given")
    await ann.send(f"/set name:{thieves[3]} field:light wounds value:1")
    await ann.send("/surrender name:Thieves")
    await expect(await ann.sees("The Crew win the scenario")).to_contain_text("Decided by: Thieves out: 8 of 8")
    await fits(ann)
    await ann.send("/roster save name:Thieves who:Thieves")
    await ann.sees("The roster Thieves is saved")
    elsewhere = await visit(loopback, "Ann", "den", **PHONE)
    await elsewhere.command("campaign new")
    await elsewhere.send("/roster load name:Thieves")
    await elsewhere.command("character list")
    await elsewhere.sees(f"{thieves[3]}: 1 light wound")
    await fits(elsewhere)
    assert loopback.faults == []


async def choose(visitor: Visitor, panel: Locator, shown: str, label: str) -> None:
    """Choose in the menu of a panel that shows something now."""
    await panel.locator("button.select").filter(has_text=shown).click()
    await visitor.page.get_by_role("option", name=label, exact=True).click()
    await expect(panel.locator("button.select").filter(has_text=label)).to_be_visible()
    await visitor.answered()


async def test_who_plays_which_side_is_chosen_on_a_panel(game, visit):
    loopback, _ = game
    ann = await visit(loopback, "Ann", **PHONE)
    await ann.command("campaign new")
    await ann.sees("A campaign begins")
    await ann.send(f"/scenario setup name:{HEIST}")
    panel = await ann.sees("Eight thieves lie in crates")
    await expect(panel).to_contain_text("Only you can see this")
    await choose(ann, panel, "Thieves: nobody yet", "Thieves: me")
    await choose(ann, panel, "Crew: nobody yet", "Crew: the bot")
    await choose(ann, panel, "circumstances: sweep the deck first", "sweep the deck first")
    await fits(ann)
    await ann.button("Set up")
    begins = await ann.sees(f"{HEIST} begins")
    await expect(begins).to_contain_text("By themselves: Crew")
    await sees_whole(begins.get_by_role("img", name="Main level of Cargo deck").first)
    assert loopback.faults == []
