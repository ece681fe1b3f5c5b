"""Decks, designs and battles of ships on a page as narrow as a phone, with the real bot, by commands alone."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.page.conftest import Visitor

PHONE = {"viewport": {"width": 390, "height": 844}}
FILES = Path(__file__).parents[1] / "e2e" / "files"
DECKS = Path(__file__).parents[2] / "data" / "decks"
MENDED = "jump 3; computer 6; turrets 200 triple beam in 20 batteries"


async def fits(visitor: Visitor) -> None:
    """Nothing makes the page wider than the phone."""
    widths = "() => ['html', '#scroller'].map((part) => document.querySelector(part).scrollWidth)"
    assert max(await visitor.page.evaluate(widths)) <= 390


async def sees_whole(picture: Locator) -> None:
    """The picture has arrived, and all of it is on the screen at once."""
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    await picture.scroll_into_view_if_needed()
    await expect(picture).to_be_in_viewport(ratio=1)


async def test_a_fight_on_a_deck(game, visit):
    loopback, stage = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.send("/campaign new starter:True")
    await ref.sees("A campaign begins")
    await ref.command("deck load", "name", "Bridge")
    put_up = await ref.sees("Bridge deck is put up")
    await sees_whole(put_up.get_by_role("img", name="Main level of Bridge deck").first)
    for placed in ("Marine E1 at:N19 facing:N", "Marine N1 at:N22", "Pirate at:N17 facing:S", "Pirate Captain at:N16"):
        await ref.send(f"/place name:{placed}")
        await ref.sees(f"{placed.split(' at:')[0]} stands at")
    await ref.send("/range name:Marine E1 to:Pirate")
    await expect(await ref.sees("closed sliding door")).to_contain_text("Only you can see this")
    await ref.command("door", "at", "Marine E1")
    await ref.sees("Marine E1 opens the sliding door between N18 and N19")
    stage.dice([4, 5, 3, 3, 2, 5, 5, 6, 6])
    await ref.command("fire", "Pirate", "name", "Marine E1")
    shot = await ref.sees("Marine E1 fires at Pirate and Pirate Captain")
    await expect(shot).to_contain_text("Pirate: 1 light wound")
    await expect(shot).to_contain_text("Pirate Captain: seriously wounded")
    words = re.compile("Pirate at N17, facing south, 1 light wound, .*; Pirate Captain at N16, .* N19 to N17")
    await sees_whole(shot.get_by_role("img", name=words))
    await fits(ref)
    await shot.get_by_role("button", name="Open the picture").click()
    large = ref.page.get_by_role("dialog", name=words)
    await sees_whole(large.get_by_role("img"))
    await large.get_by_role("img").click()  # to its full size, wider than the phone: it is moved about in its frame
    assert await large.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    await ref.press("Escape")
    await ref.button("Undo")
    await expect(shot).to_contain_text("Taken back by Ref")
    assert loopback.faults == []


async def test_a_deck_of_ones_own(game, visit):
    loopback, _ = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.command("campaign new")
    await ref.sees("A campaign begins")
    await ref.box.fill("/deck load file:")
    await ref.page.get_by_label("file:").set_input_files(DECKS / "trainer.txt")
    await ref.page.get_by_role("button", name="Send").click()
    await sees_whole((await ref.sees("Trainer is put up")).get_by_role("img").first)
    await ref.box.fill("/deck load file:")
    await ref.page.get_by_label("file:").set_input_files(FILES / "ardent.txt")
    await ref.page.get_by_role("button", name="Send").click()
    await expect(ref.messages.last).to_contain_text("Only you can see this")


async def test_a_cruiser_in_a_form(game, visit):
    loopback, _ = game
    ref, ann = await visit(loopback, "Ref", **PHONE), await visit(loopback, "Ann", **PHONE)
    await ref.command("campaign new")
    await ann.sees("A campaign begins")
    await ann.command("ship design")
    form = ann.page.get_by_role("dialog", name="A ship's design")
    design = form.get_by_label("Design, a component a line")
    await design.fill((FILES / "ardent.txt").read_text().split("\n", 2)[2])
    # Its ten lines are on the screen at once.
    assert await design.evaluate("field => field.scrollHeight - field.clientHeight") <= 0
    await form.get_by_role("button", name="Submit").click()
    broken = await ann.sees("Ardent: 3 limits broken")
    await expect(broken).to_contain_text("Ann sent a form")
    for limit in ("HG-D12", "HG-D73", "HG-D43"):
        await expect(broken).to_contain_text(limit)
    await ann.send(f"/ship whatif name:Ardent change:{MENDED}")
    tried = await ann.sees("Ardent, what if")
    await expect(tried).to_contain_text(re.compile("mended.*mended.*mended", re.DOTALL))
    await expect(tried).to_contain_text("Only you can see this")
    await ann.send(f"/ship design name:Ardent change:{MENDED}")
    await ref.sees("Ardent: Legal")
    await expect(ref.messages.filter(has_text="what if")).to_have_count(0)
    await ann.button("Read bill.txt")
    await expect(ann.page.get_by_role("dialog", name="bill.txt")).to_contain_text("Jump drive 3")
    await ann.press("Escape")
    await ann.send("/ship export name:Ardent")
    listing = (await ann.sees("Ann used /ship export")).locator("pre", has_text="CA-L134863-000000-80000-0")
    assert await listing.evaluate("lines => lines.scrollWidth > lines.clientWidth")  # scrolls by itself
    await fits(ann)
    assert loopback.faults == []


async def test_two_fleets(game, visit):
    loopback, stage = game
    stage.dice([1] * 500)  # nobody hits, so that both fleets are there in the second turn
    ref, ben = await visit(loopback, "Ref", **PHONE), await visit(loopback, "Ben", **PHONE)
    await two_sides(ref, ben)
    await ben.send("/battle form line:Wasp 1")
    await expect(await ben.sees("Pirates: Wasp 1 in the line")).to_contain_text("Only you can see this")
    await ref.sees("Pirates has formed")
    await ref.command("battle show")
    await expect(await ref.sees("Ref used /battle show")).to_contain_text("Pirates, line: nobody")
    assert "Wasp 1 in the line" not in await ref.page.content()
    await ref.send("/battle form line:Kinunir")
    await ben.sees("Pirates: 1 in the line, 1 in reserve")
    await ref.command("battle round")
    fought = await ben.sees("Ref used /battle round")
    await sees_whole(fought.get_by_role("img", name="Imperium against Pirates, turn"))
    await fought.get_by_role("button", name="Read log.txt").click()
    log = ben.page.get_by_role("dialog", name="log.txt").locator("pre")
    await expect(log).to_contain_text("Kinunir")
    assert await log.evaluate("lines => lines.scrollWidth <= lines.clientWidth")  # sentences are wrapped
    await ben.press("Escape")
    await ref.command("battle simulate", "battles", "4")
    await expect(await ben.sees("by standing orders")).to_contain_text("of 4)")
    await fits(ben)
    assert loopback.faults == []


async def test_who_is_waited_for_is_told_in_one_message_that_is_edited(game, visit):
    loopback, _ = game
    ref, ben = await visit(loopback, "Ref", **PHONE), await visit(loopback, "Ben", **PHONE)
    await two_sides(ref, ben)
    tracker = ben.messages.filter(has_text="minutes in, long range")
    await expect(tracker).to_have_count(1)
    await expect(tracker).to_contain_text("Pirates (@Ben)")
    await ben.send("/battle form line:Wasp 1")
    await expect(tracker).to_contain_text("has formed, sealed")
    await ref.command("battle show")
    await ref.sees("Ref used /battle show")
    await expect(tracker).to_have_count(1)
    await expect(tracker).to_be_visible()
    await fits(ben)
    assert loopback.faults == []


async def two_sides(ref: Visitor, ben: Visitor) -> None:
    """The referee's Kinunir and Ben's two Wasps have joined a battle."""
    await ref.command("campaign new")
    await ben.sees("A campaign begins")
    await ref.send("/ship add template:Kinunir side:Imperium")
    await ref.sees("Kinunir joins")
    await ben.send("/ship add template:Wasp side:Pirates count:2")
    await ref.sees("2 ships join")
    await ref.send("/battle new first:Imperium second:Pirates")
    await ben.sees("Imperium against Pirates")
    await ref.send("/battle join side:Imperium name:Kinunir")
    await ben.sees("Ref used /battle join")
    await ben.send("/battle join side:Pirates name:Wasp 1, Wasp 2")
    await ref.sees("Ben used /battle join")


async def test_the_longest_list_of_options(game, visit):
    """All of them can be reached and read, and what is filled in stays inside the page."""
    loopback, _ = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.box.fill("/battle decide ")
    options = await ref.suggestions.count()
    assert options > 15
    await ref.press("ArrowUp")
    # Scrolling goes by whole pixels, and a part of one may be left over.
    await expect(ref.suggestions.last).to_be_in_viewport(ratio=0.99)
    await ref.press("Escape")
    await ref.box.fill(f"range:short emergency:Wasp note:{'long ' * 40}globe:Kinunir 40 dm:1 because:sunlight")
    await expect(ref.page.locator(".chip")).to_have_count(6)
    await expect(ref.page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)
    await fits(ref)


@pytest.mark.parametrize("begun", ["/battle show ", "/deck load name:Trainer"])
async def test_a_written_command_takes_the_place_of_one_that_was_begun(game, visit, begun):
    loopback, _ = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.box.fill(begun)
    await expect(ref.page.locator(".command-name")).to_be_visible()
    await ref.box.fill("/roll throw:2D")
    await expect(ref.page.locator(".command-name")).to_have_text("/roll")
    await expect(ref.page.locator(".chip")).to_have_count(1)


MEASURE = """(parts) => {
  const message = document.querySelector("#messages .body");
  message.insertAdjacentElement("beforeend", Object.assign(document.createElement("article"), {className: "embed"}));
  const box = message.lastElementChild;
  const pre = document.createElement("pre"), code = document.createElement("code");
  code.textContent = "0".repeat(38);
  pre.append(code);
  const face = Object.assign(document.createElement("button"), {className: "picture wide"});
  const image = document.createElement("img");
  image.width = 780; image.height = 1200;
  face.append(image);
  box.append(pre, face);
  const room = box.clientWidth - 24;
  return [pre.scrollWidth <= pre.clientWidth, image.getBoundingClientRect().width / room];
}"""


@pytest.mark.parametrize("size", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=["desk", "phone"])
async def test_38_columns_fit_and_a_tall_picture_uses_its_room(loopback, visit, size):
    ann = await visit(loopback, "Ann", **size)
    await ann.send("hello")
    await ann.sees("hello")
    whole, share = await ann.page.evaluate(MEASURE)
    assert whole
    assert share > 0.9


async def test_an_empty_box_says_what_it_asks_for(game, visit):
    loopback, _ = game
    ref = await visit(loopback, "Ref", **PHONE)
    await ref.send("/campaign new starter:True")
    await ref.sees("A campaign begins")
    await ref.command("fire", "Pirate", "name", "Marine E1")
    panel = await ref.sees("give the range in squares")
    await panel.get_by_role("button", name="Numbers…").click()
    boxes = ref.page.locator("dialog .field :is(input, textarea)")
    await expect(boxes.first).to_be_visible()
    for box in await boxes.all():
        assert await box.get_attribute("placeholder")
    await expect(ref.page.locator("dialog .field label").first).to_contain_text("range")
    await ref.press("Escape")
    await panel.locator("button.select").last.click()
    await expect(ref.page.get_by_role("option", name="the deck counts")).to_be_visible()
    await expect(ref.page.get_by_role("option", name="deck", exact=True)).to_have_count(0)
