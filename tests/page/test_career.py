"""An officer of four terms made by buttons and selects on a page as narrow as a phone, and brought onto a deck."""

import re

from playwright.async_api import Locator, expect

from tests.page.conftest import Visitor
from tests.page.test_phone import PHONE, fits, sees_whole

# Every throw of two dice is 8, of one 4: whoever is not in battle lives, and nobody is retained.
CALM = [4] * 60
BATTLE = [6, 5, 1, 1]
SEH = [3, 3, 6, 6, 5, 5, 1, 1, 1]


async def pick(visitor: Visitor, label: str | None = None) -> None:
    """Choose an option of the newest select, which its placeholder names; the first without a label."""
    await visitor.messages.locator(".components button").filter(has_text="?").last.click()
    options = visitor.page.get_by_role("option").locator("visible=true")
    await (options.filter(has_text=label) if label else options).first.click()


async def answer_first(visitor: Visitor, message: Locator) -> None:
    """Answer what a career asks by what stands first under its message, as whoever knows nothing of it might; until
    something else is asked.
    """
    first = message.locator(".components [data-custom-id]").first
    before = str(await first.get_attribute("data-custom-id"))
    await (pick(visitor) if "?" in await first.inner_text() else first.click())
    await expect(first).not_to_have_attribute("data-custom-id", before)


async def test_a_newcomer_makes_an_officer_of_four_terms_by_buttons_alone(game, visit):
    """One message, edited as it goes on; a year is taken back; the sheet says why there was a medal and what is left to
    the referee; then somebody stands on a deck with a weapon in hand.
    """
    loopback, stage = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.send("/campaign new starter:True")
    await ref.sees("A campaign begins")
    await ref.command("deck load", "name", "Bridge")
    await ref.sees("Bridge deck is put up")
    ann = await visit(loopback, "Ann", **PHONE)
    await ann.send("/career begin name:Ann upp:7A799A homeworld:A867949-C")
    message = await ann.sees("Ann's career begins")
    await expect(message).to_contain_text("Naval Academy: four years")
    await fits(ann)
    stage.dice([4, 4, 3, 4, 4, 4, 1, 5, 4, 4])
    await ann.button("Naval Academy")
    await expect(message).to_contain_text("Naval Academy honours: 9+ | 4+4 +1 intelligence 9+ = 9 → honours")
    for label in ("Into service", "Imperial"):
        await ann.button(label)
    # Social standing of 9 or more chooses the branch: of six, and the throw, in a select.
    await expect(message).to_contain_text("Which branch do they choose?")
    await fits(ann)
    await pick(ann, "Gunnery")
    stage.dice([5, 6])
    for skill in ("Staff Officer: 5 = 5 → Bribery", "Staff Officer: 6 = 6"):
        await expect(message).to_contain_text("aged 22")
        await expect(message).to_contain_text("Which table for a skill of training?")
        await ann.button("Staff Officer")
        # The next question reads the same: its buttons are there once this is told.
        await expect(message).to_contain_text(skill)
    await expect(message).to_contain_text("Do they seek a command this year?")
    stage.dice(BATTLE)
    await ann.button("Seek command")
    await expect(message).to_contain_text("How many points go from survival to decorations?")
    await fits(ann)
    stage.dice(SEH)
    await pick(ann, "0 points")
    await expect(message).to_contain_text("Decoration: 7+ | 6+6 +1 dexterity 10+ = 13 → SEH")
    await a_year_is_taken_back(ann, stage, message)
    for _ in range(80):
        if "Another term, at 38?" in await message.inner_text():
            break
        stage.dice(CALM)
        await answer_first(ann, message)
    stage.dice([2, 3])
    await ann.button("Leave")
    await expect(message).to_contain_text("mustered out at 38")
    await expect(message).to_contain_text(
        re.compile(r"4 terms.*things left to the referee.*: the wound of Battle", re.S)
    )
    await the_sheet_says_why(ann)
    await pick(ann, "Naval Officer")
    await she_stands_on_a_deck(ref, ann)


async def she_stands_on_a_deck(ref, ann):
    came = await ann.sees("Ann comes out of Naval careers as Ann")
    await expect(came).to_contain_text("Body Pistol 6 rounds")
    await fits(ann)
    await ref.send("/place name:Pirate at:N16 facing:S")
    await ref.sees("Pirate stands at N16")
    await ann.send("/place name:Ann at:N18 facing:N")
    stands = await ann.sees("Ann stands at N18")
    await sees_whole(stands.get_by_role("img", name="Ann at N18, facing north").first)
    await ann.send("/fire name:Ann target:Pirate")
    await expect(await ann.sees("Ann fires at Pirate")).to_contain_text("of 6 rounds left")
    await fits(ann)


async def a_year_is_taken_back(ann, stage, message):
    """By its button: what was asked is asked again, and the medal is won again."""
    await ann.button("Undo")
    await ann.sees("Taken back")
    await expect(message).to_contain_text("Ann: points, 0: taken back")
    await expect(message).to_contain_text("How many points go from survival to decorations?")
    stage.dice(SEH)
    await pick(ann, "0 points")
    await expect(message).to_contain_text("thrown after an undo")


async def the_sheet_says_why(ann):
    await ann.button("Sheet and log")
    sheet = await ann.sees("Starburst for Extreme Heroism, for a throw of 6 or more over its number")
    await expect(sheet).to_contain_text("Only you can see this")
    await expect(sheet).to_contain_text("wounded, Purple Heart, SEH (13 for 7+), promoted to O2")
    await expect(sheet).to_contain_text("The wound of Battle (Gunnery, command): left to the referee (NR-G6)")
    for due in ("Aging at the end of term 4", "Mustering out after 4 terms", "Retirement at the age of 38"):
        await expect(sheet).to_contain_text(due)
    await fits(ann)
