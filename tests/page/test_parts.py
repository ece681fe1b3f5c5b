"""One of everything that a bot sends, as a user of the page meets it."""

import pytest
from playwright.async_api import expect

from bot.sandbox import messages
from bot.sandbox.body import Body
from bot.sandbox.entities import SUPPRESS_NOTIFICATIONS
from tests.sandbox.bot_under_test import PNG

HOSTILE = "<img src=x onerror=alert(1)>"


def post(loopback, channel="table", **fields):
    """The bot posts a message of its own."""
    world = loopback.world
    place = world.channel(channel)
    message = messages.blank(world, place, world.bot)
    messages.write(world, message, Body(fields))
    messages.add(world, place, message)
    return message


# Commands


async def test_commands_are_filtered_while_one_types(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.box.click()
    await ann.type("/")
    await expect(ann.page.get_by_role("option", name="/menu")).to_contain_text("a menu")
    await ann.type("deep")
    await expect(ann.suggestions).to_have_count(1)
    await expect(ann.suggestions).to_contain_text("/deep deeper nested")
    await ann.press("Escape")
    await expect(ann.page.locator("#picker")).to_be_hidden()
    await ann.box.fill("/nothing")
    await expect(ann.page.locator("#picker")).to_contain_text("There is no such command.")


async def test_whoever_just_types_types_into_the_box(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.type("/where")
    await ann.press("Enter", "Enter")
    await ann.sees("TextChannel table None")


async def test_autocomplete(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.box.click()
    await ann.type("/fire")
    await ann.press("Enter")
    await expect(ann.suggestions).to_have_text(["Marine E1", "Marine E2", "Pirate"])
    await expect(ann.page.locator("#picker h2")).to_contain_text("name")
    await ann.type("Mar")
    await expect(ann.suggestions).to_have_text(["Marine E1", "Marine E2"])
    await ann.press("ArrowDown")
    await expect(ann.page.locator("[aria-selected=true]")).to_have_text("Marine E2")
    await ann.press("Enter")
    await expect(ann.box).to_be_focused()
    await ann.press("Enter")
    await ann.sees("Marine E2 fires at 0")


async def test_every_kind_of_option(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.box.click()
    await ann.type("/options")
    await ann.press("Enter")
    for typed in ("word", "4", "flag", "Tr", "user", "Ann", "mode", "sn"):
        await ann.fill(typed)
    await ann.press("Enter")
    await ann.sees("word 4 None True ann snap")


async def test_a_command_is_refused_before_it_is_sent(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.send("/options text:word number:9")
    problem = ann.page.locator("#problem")
    await expect(problem).to_have_text("number is between 1 and 6.")
    await expect(ann.page.locator(".chip")).to_have_count(2)
    await ann.page.get_by_label("number").fill("")
    await ann.page.get_by_role("button", name="Send").click()
    await expect(problem).to_have_text("number is required.")
    await ann.page.get_by_label("number").fill("5")
    await ann.page.get_by_role("button", name="Send").click()
    await ann.sees("word 5")
    await expect(problem).to_be_empty()


async def test_options_may_be_written_out(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.box.fill("/fire ")
    await ann.fill("Pirate")
    await ann.type("nonsense")
    await ann.press("Enter")
    await expect(ann.page.locator("#problem")).to_have_text("/fire has no option nonsense.")
    await ann.box.fill("distance:")
    await ann.type("7")
    await ann.press("Enter")
    await ann.sees("Pirate fires at 7")


async def test_backspace_takes_options_and_command_back(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.box.fill("/fire name:x distance:3")
    await expect(ann.page.locator(".chip")).to_have_count(2)
    await ann.press("Backspace", "Backspace", "Backspace")
    await expect(ann.page.locator(".chip")).to_have_count(1)
    await ann.press("Backspace", "Backspace")
    await expect(ann.page.locator(".command-name")).to_have_count(0)


async def test_an_attachment_option(loopback, visit, tmp_path):
    (tmp_path / "map <1>.png").write_bytes(PNG)
    ann = await visit(loopback, "Ann")
    await ann.box.fill("/load ")
    await ann.page.get_by_label("file").set_input_files(tmp_path / "map <1>.png")
    await ann.page.get_by_role("button", name="Send").click()
    await ann.sees(f"map__1_.png {len(PNG)} image/png")


async def test_a_command_that_nobody_answers(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.box.click()
    await ann.type("/silent")
    await ann.press("Enter", "Enter")
    await ann.sees("Sending the command…")
    failed = await ann.sees("The application did not respond")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(ann.messages).to_have_count(0)


async def test_thinking_then_edited_then_followed_up(loopback, visit):
    ann, ben = await visit(loopback, "Ann"), await visit(loopback, "Ben")
    await ann.command("slow")
    done = await ann.sees("done")
    await expect(done.get_by_role("button", name="Open the picture: a map")).to_be_visible()
    await expect(await ann.sees("and more")).to_contain_text("Only you can see this")
    await ben.sees("done")
    await expect(ben.messages).to_have_count(1)
    await ann.command("withdraw")
    await ann.sees("only for you")
    await expect(ben.messages).to_have_count(1)


# Messages


async def test_an_ephemeral_answer_is_for_one_user_alone(loopback, visit):
    ann, ben = await visit(loopback, "Ann"), await visit(loopback, "Ben")
    await ann.send("/menu hidden:True")
    await expect(await ann.sees("a menu")).to_contain_text("Only you can see this")
    await ann.command("where")
    await ben.sees("TextChannel table None")
    await expect(ben.messages).to_have_count(1)
    await ben.page.reload()
    await ben.sees("TextChannel table None")
    await expect(ben.messages).to_have_count(1)


async def test_a_button(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.command("count")
    counted = await ann.sees("count 0")
    await ann.page.get_by_role("button", name="Count").focus()
    await ann.press("Enter")
    await expect(counted).to_contain_text("count 1")
    await expect(counted).to_contain_text("(edited)")
    await expect(ann.page.get_by_role("button", name="Count")).to_be_focused()
    await ann.command("menu")
    await expect(ann.page.get_by_role("button", name="Off")).to_be_disabled()
    await expect(ann.page.get_by_role("button", name="Undo")).to_have_class("button danger")
    await ann.button("Late")
    await ann.sees("after a silent defer")


async def test_a_button_that_nobody_answers(loopback, visit):
    ann = await visit(loopback, "Ann")
    button = {"type": 2, "style": 1, "label": "Dead", "custom_id": "dead"}
    post(loopback, content="press", components=[{"type": 1, "components": [button]}])
    await ann.button("Dead")
    await ann.sees("This interaction failed")


async def test_selects(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.command("selects")
    await ann.button("Mode")
    await ann.page.get_by_role("option", name="Burst").click()
    await ann.press("Home", "Enter", "Escape")
    await ann.sees("mode A+B")
    await expect(ann.page.get_by_role("button", name="Aimed, Burst")).to_be_focused()
    await ann.button("Aimed, Burst")
    await ann.box.click()
    await expect(ann.page.locator(".options:popover-open")).to_have_count(0)
    await expect(ann.box).to_be_focused()


async def test_a_modal(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.command("form")
    form = ann.page.get_by_role("dialog", name="Recruit")
    await expect(form.get_by_label("Name")).to_be_focused()
    await ann.type("Vane, the 2nd")
    await expect(form).to_contain_text("What else")
    await expect(form.get_by_placeholder("Once …")).to_have_value("none")
    await form.get_by_label("Note").fill("once,\ntwice")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("Arm is required.")
    await form.get_by_role("button", name="Arm").click()
    await ann.page.get_by_role("option", name="Navy").click()
    await form.get_by_role("button", name="Submit").click()
    await ann.sees("twice / ['Navy']")
    await expect(form).to_have_count(0)


async def test_a_form_that_is_given_up(loopback, visit):
    ann = await visit(loopback, "Ann")
    for leave in ("Cancel", "Close"):
        await ann.command("form")
        await ann.page.get_by_role("dialog").get_by_role("button", name=leave).click()
        await expect(ann.page.get_by_role("dialog")).to_have_count(0)
    await expect(ann.messages).to_have_count(0)


async def test_a_picture_opened_large(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.command("embed")
    shown = await ann.sees("Description")
    await expect(shown.locator("dt")).to_have_text("Field")
    await expect(shown.locator("article > footer")).to_have_text("Footer")
    await ann.button("Open the picture: a map")
    large = ann.page.get_by_role("dialog", name="a map").locator("img")
    await expect(large).to_be_visible()
    assert await large.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1
    await ann.press("Escape")
    await expect(large).to_have_count(0)


async def test_pins_edits_deletions_and_silence(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.send("/post text:orders")
    await ann.sees("pins ['orders, edited']")
    await expect(ann.messages.first).to_contain_text("orders, edited(edited)")
    await expect(ann.messages.first.locator("header")).to_contain_text("pinned")
    await ann.page.get_by_role("button", name="Pins").click()
    await expect(ann.page.get_by_role("dialog", name="Pinned messages")).to_contain_text("orders, edited")
    await ann.press("Escape")
    message = post(loopback, content="quietly", flags=SUPPRESS_NOTIFICATIONS)
    await expect(await ann.sees("quietly")).to_contain_text("silent")
    loopback.world.delete_message(message)
    await expect(ann.messages.filter(has_text="quietly")).to_have_count(0)


# The server


async def test_channels_threads_and_people(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.page.get_by_role("button", name="Create a channel").click()
    await ann.type("bridge watch")
    await ann.press("Enter")
    await expect(ann.page.get_by_role("heading", name="Welcome to #bridge-watch!")).to_be_visible()
    await ann.page.get_by_role("button", name="New thread").click()
    await ann.type("den 1")
    await ann.press("Enter")
    await ann.command("where")
    await ann.sees("Thread den 1 bridge-watch")
    post(loopback, "table", content="elsewhere")
    await ann.page.get_by_role("button", name="table (unread)").click()
    await ann.sees("elsewhere")
    await ann.page.get_by_role("button", name="Add somebody").click()
    await ann.type("Ben")
    await ann.press("Enter")
    await expect(ann.page.get_by_label("You are")).to_have_value("Ben")
    await ann.command("where")
    await expect(await ann.sees("TextChannel table")).to_contain_text("Ben used /where")
    await ann.page.get_by_label("You are").select_option("Ann")
    await expect(ann.page).to_have_url(f"{loopback.url}/?as=Ann&in=%23table")
    await ann.page.get_by_role("button", name="den 1").click()
    loopback.world.delete_channel(loopback.world.channel("bridge-watch"))
    await expect(ann.page.get_by_role("heading", name="Welcome to #table!")).to_be_visible()


@pytest.mark.parametrize(
    "name", [HOSTILE, '"><script>alert(1)</script>', "**x** ||<@1>||", "a' onclick='b", "__proto__"]
)
async def test_hostile_names(loopback, visit, name):
    ann = await visit(loopback, "Ann")
    loopback.place(name[:32], f"table/{name.replace('/', '')}")
    button = {"type": 2, "style": 1, "label": name, "custom_id": name}
    option = {"label": name, "value": name, "description": name}
    select = {"type": 3, "custom_id": "select", "placeholder": name, "options": [option]}
    rows = [{"type": 1, "components": [part]} for part in (button, select)]
    embed = {
        "title": name, "description": name, "footer": {"text": name}, "author": {"name": name},
        "fields": [{"name": name, "value": name}], "url": "https://x.test/\"'><i>",
    }  # fmt: skip
    post(loopback, content=f"{name} <@{loopback.world.user(name[:32]).id}>", embeds=[embed], components=rows)
    shown = await ann.sees("<" if "<" in name else name[:3].strip("*_"))
    await expect(shown.locator("img, script, [onclick], [onerror], i")).to_have_count(0)
    await expect(shown.locator(".components button").first).to_have_text(name)
    await expect(shown.locator("article > footer")).to_have_text(name)
    await expect(ann.page.locator("#people")).to_contain_text(name[:32])
    await ann.box.fill("/options text:word number:1 user:")
    await ann.page.locator(".chip input").last.fill(f"@{name[:32]}")
    await ann.page.get_by_role("button", name="Send").click()
    await ann.sees("word 1")


# The page itself


async def test_light_and_dark(loopback, visit):
    ann = await visit(loopback, "Ann", color_scheme="dark")
    back = "() => getComputedStyle(document.body).backgroundColor"
    dark = await ann.page.evaluate(back)
    await ann.page.get_by_role("button", name="Light or dark").click()
    light = await ann.page.evaluate(back)
    assert dark != light
    await ann.page.reload()
    assert await ann.page.evaluate(back) == light


async def test_nothing_is_wider_than_a_phone(loopback, visit):
    ann = await visit(loopback, "Ann", viewport={"width": 390, "height": 844})
    post(loopback, content="W" * 300, embeds=[{"title": "W" * 200, "description": "`" + "W" * 300 + "`"}])
    for name in ("embed", "selects", "menu"):
        await ann.command(name)
    await ann.sees("a menu")
    assert await ann.page.evaluate("() => document.querySelector('#scroller').scrollWidth") <= 390
    await ann.page.get_by_role("button", name="Channels and people").click()
    await expect(ann.page.locator("#channels [aria-current]")).to_be_focused()
    await ann.press("Escape")
    await expect(ann.page.locator("#side")).not_to_be_in_viewport()


async def test_the_page_comes_back_when_the_sandbox_does(loopback, visit):
    ann = await visit(loopback, "Ann")
    await ann.page.evaluate("() => window.marked = true")
    await loopback.app.shutdown()
    post(loopback, content="while you were away")
    await ann.sees("while you were away")
    assert await ann.page.evaluate("() => window.marked")
