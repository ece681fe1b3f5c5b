"""An officer made by buttons on a page as narrow as a phone, taken back a year, and brought onto a deck."""

from playwright.async_api import expect

from tests.page.test_phone import PHONE, fits


async def test_a_newcomer_makes_an_officer_by_buttons_alone(game, visit):
    """One message, edited as it goes on; a year is taken back; then there is somebody with a weapon in hand."""
    _, stage = game
    ann = await visit(game[0], "Ann", **PHONE)
    await ann.send("/campaign new starter:True")
    await ann.sees("A campaign begins")
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
    for _ in range(2):
        await expect(message).to_contain_text("Which table for a skill of training?")
        await ann.button("Staff Officer")
    await expect(message).to_contain_text("Do they seek a command this year?")
    stage.dice([6, 5, 1, 1])
    await ann.button("Seek command")
    await expect(message).to_contain_text("How many points go from survival to decorations?")
    await fits(ann)
    stage.dice([3, 3, 6, 6, 5, 5, 1, 1, 1])
    await pick(ann, "0")
    await expect(message).to_contain_text("Decoration: 7+ | 6+6 +1 dexterity 10+ = 13 → SEH")
    await ann.button("Undo")
    await ann.sees("Taken back")
    await expect(message).to_contain_text("How many points go from survival to decorations?")
    await expect(ann.messages.filter(has_text="Ann's career").or_(message)).to_have_count(1)
    stage.dice([4, 4, 2, 2, 5, 5, 1, 1, 1])
    await pick(ann, "0")
    await expect(message).to_contain_text("thrown after an undo")
    await ann.send('/career enlist name:Ann as:Ann Boyd template:"Naval Officer" weapon:Snub Pistol')
    await ann.sees("Ann comes out of Naval careers as Ann Boyd")
    await fits(ann)
    await ann.send("/fire name:Ann Boyd target:Pirate range:5")
    await ann.sees("Ann Boyd fires at Pirate")


async def pick(visitor, label):
    """Choose an option of the newest select, which its placeholder names."""
    await visitor.messages.locator(".components button").filter(has_text="?").last.click()
    await visitor.page.get_by_role("option", name=label).first.click()
