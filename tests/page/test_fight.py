"""The starter fight as a newcomer plays it, with the real bot."""

from playwright.async_api import expect

from bot.sandbox.keeping import kept_in
from bot.sandbox.loopback import Loopback
from bot.sandbox.page.routes import add_page
from bot.sandbox.play import RefereeStage
from tests.page.conftest import running


async def test_three_clicks_are_the_starter_fight(game, visit):
    loopback, stage = game
    ref = await visit(loopback)
    await expect(ref.page.get_by_role("heading", name="Your first fight")).to_be_visible()
    await ref.page.get_by_role("button", name="Start a campaign").click()
    await ref.sees("A campaign begins")
    stage.dice([4, 5, 3, 3, 2])
    await ref.page.get_by_role("button", name="Fire a shot").click()
    await ref.sees("To hit: 8+ (effective) | 4+5 +1 skill +2 burst = 12 → hit")
    await ref.page.get_by_role("button", name="Take it back").click()
    await ref.sees("Taken back by Ref")


async def test_three_more_are_a_fight_on_a_deck(game, visit):
    loopback, stage = game
    ref = await visit(loopback)
    for step in ("Start a campaign", "Fire a shot", "Take it back"):
        await ref.page.get_by_role("button", name=step).click()
        await ref.answered()
    await expect(ref.page.get_by_role("button", name="Put up a deck")).to_be_visible()
    await ref.page.reload()
    await ref.page.get_by_role("button", name="Put up a deck").click()
    await ref.sees("Trainer is put up")
    await ref.page.get_by_role("button", name="Place both sides").click()
    await expect(ref.messages.filter(has_text="Placed")).to_have_count(2)
    stage.dice([4, 5, 3, 3, 2])
    await ref.page.get_by_role("button", name="Open fire").click()
    await expect(ref.messages.last.locator("h3")).to_contain_text("Marine E1 fires at Pirate")
    await expect(ref.messages.last.get_by_role("img").first).to_be_visible()
    await expect(ref.page.locator("#welcome")).to_be_hidden()
    await ref.page.reload()
    await ref.sees("Trainer is put up")
    await expect(ref.page.locator("#welcome")).to_be_hidden()
    await ref.page.get_by_role("button", name="First steps").click()
    await expect(ref.page.get_by_role("button", name="Fire a shot")).to_be_visible()
    await expect(ref.page.get_by_role("button", name="Start a campaign")).to_have_count(0)


async def test_the_first_shot_finds_a_campaign_from_yesterday(game, visit):
    """It needs none started, and fires the shot that the bot suggests."""
    loopback, _ = game
    await loopback.slash("Ref", "table", "/campaign new starter:True")
    loopback.world.channel("table").messages.clear()
    ref = await visit(loopback)
    await ref.page.get_by_role("button", name="Fire a shot").click()
    await ref.sees("To hit:")
    await expect(ref.page.get_by_role("button", name="Start a campaign")).to_have_count(0)


async def test_after_a_restart_the_page_shows_the_channel_as_it_was(tmp_path, visit):
    """And its buttons work: what was fired yesterday is taken back today."""
    kept, url = tmp_path / "kept.messages", f"sqlite+aiosqlite:///{tmp_path}/sandbox.db"
    for day in ("yesterday", "today"):
        loopback = Loopback(answer_seconds=30)
        async with running(loopback, RefereeStage(url)):
            with kept_in(kept, loopback.world):
                if day == "yesterday":
                    await loopback.slash("Ref", "table", "/campaign new starter:True")
                    await loopback.slash("Ref", "table", '/fire name:"Marine E1" target:Pirate range:600')
                    continue
                ref = await visit(loopback)
                await ref.sees("A campaign begins")
                await ref.sees("Marine E1 fires at Pirate")
                await expect(ref.page.get_by_role("button", name="Start a campaign")).to_have_count(0)
                await ref.button("Undo")
                await ref.sees("Taken back by Ref")


async def test_steps_that_somebody_else_has_taken_go(game, visit):
    loopback, _ = game
    ref = await visit(loopback, "Ref")
    await expect(ref.page.get_by_role("button", name="Start a campaign")).to_be_visible()
    await loopback.slash("Ann", "table", "/campaign new")
    await expect(ref.page.get_by_role("button", name="Start a campaign")).to_have_count(0)
    await expect(ref.page.locator("#welcome")).to_be_hidden()


async def test_the_whole_fight(game, visit):
    loopback, stage = game
    ref = await visit(loopback, "Ref")
    await ref.send("/campaign new starter:True")
    await ref.sees('Try: /fire name:"Marine E1" target:Pirate range:30')
    stage.dice([4, 5, 3, 3, 2])
    await shoot(ref, "Marine E", "Pirate", range="30")
    shot = await ref.sees("ACR (DS), aimed fire, burst of 4, 30 squares: effective range")
    await expect(shot).to_contain_text("Damage: 3+3 +4 penetration −6 cloth = 4 → light wound")
    await expect(shot).to_contain_text("ACR: 16 of 20 rounds left")
    await expect(shot).to_contain_text("Ref used /fire")
    await ref.button("Show working")
    await expect(ref.messages.filter(has_text="+2 burst (AHL 11.C.2.b)")).to_be_visible()
    await ref.button("Undo")
    await expect(shot).to_contain_text("Taken back by Ref")
    await expect(shot.locator("h3 s")).to_have_text("Marine E1 fires at Pirate")
    await ref.sees("Marine E1: unhurt · ACR (DS) 20 rounds · combat armor")
    await ref.command("redo")
    await expect(shot.locator("h3 s")).to_have_count(0)
    await stage.stop()
    await stage.start()
    stage.dice([6, 1])
    await shoot(ref, "Pirate", "Marine E1", range="30", mode="snap", cover="T")
    await ref.sees("To hit: 10+ (long) | 6+1 −1 light wound +3 burst −2 snap shot −2 cover = 5 → miss")
    await ref.button("Fire again")
    await ref.sees("Submachinegun: 22 of 30 rounds left")
    await ref.button("Undo")
    await ref.sees("Submachinegun 26 rounds")
    await ref.command("reload", "name", "Pirate")
    await ref.sees("Submachinegun +0: 30 of 30 rounds, 4 clips")
    await ref.command("log")
    log = await ref.sees("used /log")
    await expect(log).to_contain_text("Pirate reloads")
    await expect(log).to_contain_text("taken back")
    await ref.send("/reload name:Nobody")
    refusal = await ref.sees("There is no character “Nobody”")
    await expect(refusal).to_contain_text("Only you can see this")
    await refusal.get_by_role("button", name="Dismiss message").click()
    await expect(ref.messages.filter(has_text="There is no character")).to_have_count(0)
    assert loopback.faults == []


async def shoot(visitor, attacker, target, **options):
    """`/fire` by keyboard alone: the required options come by themselves, the others are added."""
    await visitor.box.click()
    await visitor.type("/fire")
    await expect(visitor.suggestions).to_contain_text(["/fire"])
    await visitor.press("Enter")
    for typed in (target, "name", attacker, *(word for option in options.items() for word in option)):
        await visitor.fill(typed)
    await visitor.press("Enter")
    await expect(visitor.page.locator(".command-name")).to_have_count(0)


async def test_two_users_at_once(game, visit):
    loopback, _ = game
    ref, ann = await visit(loopback, "Ref"), await visit(loopback, "Ann", viewport={"width": 390, "height": 844})
    await ref.page.get_by_role("button", name="Start a campaign").click()
    await ann.sees("Ref used /campaign new")
    await ann.send("/fire name:Marine E1 target:Pirate range:30")
    refusal = await ann.sees("Marine E1 is not yours")
    await expect(refusal).to_contain_text("Only you can see this")
    await ann.send("I have no character yet.")
    said = await ref.sees("I have no character yet.")
    await expect(said.locator(".author")).to_have_text("Ann")
    await expect(ref.messages.filter(has_text="not yours")).to_have_count(0)


async def test_an_open_page_stays_in_its_channel_over_a_restart(tmp_path, visit):
    """It may be connected again before the sandbox has put back what was posted."""
    kept, port = tmp_path / "kept.messages", 0
    for day in ("yesterday", "today"):
        loopback = Loopback()
        add_page(loopback)
        await loopback.start(port)
        if day == "yesterday":
            with kept_in(kept, loopback.world):
                loopback.world.channel("den")
                ref = await visit(loopback, "Ref", "den")
                await ref.send("Who goes there?")
                await ref.sees("Who goes there?")
        else:
            await expect(ref.page.locator("#place")).to_have_text("table")
            with kept_in(kept, loopback.world):
                await expect(ref.page.locator("#place")).to_have_text("den")
                await ref.sees("Who goes there?")
        port = loopback.port
        await loopback.stop()
