"""The channel page in a real browser, if there is one: a loopback and a bot for each test, one browser for all."""

import contextlib
import os
import shutil

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from bot.sandbox.loopback import Loopback
from bot.sandbox.page.routes import add_page
from bot.sandbox.play import RefereeStage
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import BotUnderTest

NAMES = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = "no Chromium found, so the channel page was not tested (on Debian and Ubuntu: apt install chromium)"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A machine may be busy: what never comes is told a little later.
expect.set_options(timeout=30_000)


def chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def pytest_terminal_summary(terminalreporter):
    skipped = terminalreporter.stats.get("skipped", [])
    if any(NO_BROWSER in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"SKIPPED: {NO_BROWSER}")


@pytest.fixture(scope="session")
async def browser():
    path = chromium()
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(NO_BROWSER)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()


@contextlib.asynccontextmanager
async def running(loopback: Loopback, stage: ClientStage):
    add_page(loopback)
    await loopback.start()
    await stage.start()
    yield
    await stage.stop()
    await loopback.stop()


@pytest.fixture
async def loopback():
    """A sandbox with the small bot that has one of everything."""
    loopback = Loopback(answer_seconds=1.0)
    async with running(loopback, ClientStage(BotUnderTest)):
        yield loopback


@pytest.fixture
async def game(tmp_path):
    """A sandbox with the real bot, on a machine that may be busy: the loopback and the stage."""
    loopback, stage = Loopback(answer_seconds=30), RefereeStage(f"sqlite+aiosqlite:///{tmp_path}/game.db")
    async with running(loopback, stage):
        yield loopback, stage


class Visitor:
    """Somebody at the page."""

    def __init__(self, page: Page):
        self.page = page
        self.box = page.locator("#composer-text")
        self.messages = page.locator("#messages > li")
        self.suggestions = page.locator("#picker-list > li")

    async def type(self, text: str) -> None:
        """Type where the focus is."""
        await self.page.keyboard.type(text)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def command(self, name: str, *values: str) -> None:
        """Choose a command, fill its options in one by one, send it."""
        await self.box.click()
        await self.type(f"/{name}")
        await self.press("Enter")
        await expect(self.page.locator(".command-name")).to_have_text(f"/{name}")
        for value in values:
            await self.fill(value)
        await self.press("Enter")
        await expect(self.page.locator(".command-name")).to_have_count(0)
        await self.answered()

    async def send(self, text: str) -> None:
        """Paste a message, or a command with at least one option, and send it; it returns once that is answered."""
        await self.box.fill(text)
        await self.press("Enter")
        await self.answered()

    async def answered(self) -> None:
        """Until nothing is waited for: of two commands sent at once either may be carried out first."""
        await expect(self.page.locator(".thinking, #messages [aria-busy]")).to_have_count(0)

    async def fill(self, typed: str) -> None:
        """Type into an option, or the name of one to add; Tab takes the suggestion and leads on."""
        focused = self.page.locator(":focus")
        before = await focused.get_attribute("aria-label") or ""
        await self.type(typed)
        await self.press("Tab")
        await expect(focused).not_to_have_attribute("aria-label", before)

    async def sees(self, text: str) -> Locator:
        """The newest message that holds a text, once it is there."""
        message = self.messages.filter(has_text=text).last
        await expect(message).to_be_visible()
        found = await message.get_attribute("id")
        return self.page.locator(f"#{found}") if found else message

    async def button(self, label: str) -> None:
        """Press the newest button of that label, and wait for its answer."""
        await self.messages.get_by_role("button", name=label, exact=True).last.click()
        await self.answered()


@pytest.fixture
async def visit(browser):
    """Opens the page as somebody: `await visit(loopback, "Ann")`. Nothing may go wrong in it, or leave the machine."""
    contexts, wrong = [], []

    async def open_page(loopback: Loopback, name: str = "", place: str = "", **options) -> Visitor:
        contexts.append(context := await browser.new_context(**options))
        page = await context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(loopback.url) else None)
        await page.goto(f"{loopback.url}/?as={name}&in=%23{place}" if name else loopback.url)
        await expect(page.locator("#place")).not_to_be_empty()
        return Visitor(page)

    yield open_page
    for context in contexts:
        await context.close()
    assert wrong == []
