"""Whoever has read no docs plays on a phone: commands picked from the list, names and places from what is offered."""

from playwright.async_api import Locator, expect

from tests.page.conftest import Visitor
from tests.page.test_phone import PHONE, fits


class Newcomer:
    """Somebody at the page who types no more than the beginning of a command or an option, and touches the rest."""

    def __init__(self, visitor: Visitor):
        self.visitor = visitor
        self.page = visitor.page

    async def gives(self, command: str, **options: str) -> None:
        """Pick a command and its options; each is taken of what is offered for it, or is a word of one's own."""
        await self.visitor.box.click()
        await self.visitor.type(f"/{command}")
        await self.visitor.suggestions.filter(has_text=f"/{command}").first.click()
        await expect(self.page.locator(".command-name")).to_have_text(f"/{command}")
        for name, value in options.items():
            await self._choose(name, value)
        await self.page.get_by_role("button", name="Send").click()
        await expect(self.page.locator(".command-name")).to_have_count(0)
        await self.visitor.answered()

    async def _choose(self, name: str, value: str) -> None:
        box = self.page.locator(f'[aria-label^="{name}:"]').first
        if not await box.count():
            await self.visitor.box.click()
            await self.visitor.suggestions.filter(has_text=f"+ {name}").first.click()
        await box.click()
        if value.startswith("="):
            await self.visitor.type(value[1:])
            return
        offer = self.visitor.suggestions.filter(has_text=value).first
        if not await offer.count():
            await self.visitor.type(value[:3])  # where more is offered than is shown
        await offer.click()

    async def presses(self, label: str) -> None:
        await self.visitor.button(label)

    async def reads(self, text: str) -> Locator:
        return await self.visitor.sees(text)


async def test_the_three_examples(game, visit):
    loopback, stage = game
    ref = Newcomer(await visit(loopback, "Ref", **PHONE))
    await ref.page.get_by_role("button", name="Start a campaign").click()
    await ref.reads("A campaign begins")
    # A first fight
    await ref.gives("odds fire", name="Marine E1", target="Pirate ·", range="=30")
    await ref.reads("Odds: fire")
    stage.dice([4, 5, 3, 3, 2])
    await ref.gives("fire", name="Marine E1", target="Pirate ·", range="=30")
    await ref.reads("Pirate: 1 light wound")
    await ref.presses("Undo")
    await ref.reads("Taken back")
    await expect(ref.page.get_by_role("button", name="Put up a deck")).to_be_visible()  # the first steps go with it
    await ref.gives("log")
    await ref.reads("Log, page 1")
    # On a deck
    await ref.gives("deck load", name="Trainer")
    await ref.reads("Trainer is put up")
    await ref.gives("place", name="Marines · all 2", at="South team")
    await ref.gives("place", name="Pirates · all 2", at="North team")
    await ref.reads("Pirate Captain stands at")
    await ref.gives("move", name="Marine E1", to="=N N NE")
    await ref.reads("Marine E1 walks to")
    stage.dice([4, 5, 3, 3, 2])
    await ref.gives("fire", name="Marine E1", target="Pirate · 5 sq")
    await shown_large(await ref.reads("Marine E1 fires at Pirate"))
    # With ships
    await ref.gives("ship add", template="Cutlass", name="=Resolute", side="=Navy")
    await ref.gives("ship whatif", name="Resolute", change="=computer 4")
    await ref.gives("ship add", template="Cutlass", name="=Vulture", side="=Corsairs")
    await ref.gives("battle new", first="Navy", second="Corsairs")
    await ref.gives("battle join", side="Navy", name="Resolute")
    await ref.gives("battle join", side="Corsairs", name="Vulture")
    await ref.reads("Vulture joins Corsairs")
    await ref.gives("battle round")
    await ref.reads("Navy against Corsairs, turn 1")
    await fits(ref.visitor)
    assert loopback.faults == []


async def test_four_against_four_to_the_end(game, visit):
    """On the Bridge deck, by presses alone from the first turn on."""
    loopback, stage = game
    ref = Newcomer(await visit(loopback, "Ref", **PHONE))
    await ref.gives("campaign new")
    await ref.gives("character add", name="=Marine", template="Marine", count="=4", side="=Marines")
    await ref.gives("character add", name="=Pirate", template="Pirate", count="=4", side="=Pirates")
    await ref.gives("deck load", name="Bridge deck")
    await shown_large(await ref.reads("Bridge deck is put up"))
    await ref.gives("place", name="Marines · all 4", at="Command station")
    await ref.gives("place", name="Pirates · all 4", at="Maneuvering station")
    await ref.gives("standing", when="aim", say="always")
    await ref.gives("turn begin")
    # All hit in the first phase, lightly; in the second the marines' hits are serious.
    stage.dice([4] * 38 + [5] * 200)
    await ref.presses("All aim")
    await ref.presses("Next step")
    for _ in range(2):
        await ref.presses("Next")
    shot = await ref.reads("Pirate 4: 1 light wound")
    await shown_large(shot)
    await ref.presses("Next")
    await ref.reads("Pirate 4: 1 light wound, seriously wounded")
    await ref.presses("Next")
    await ref.reads("None of the Pirates can act: /turn end ends the fight")
    await ref.gives("turn end")
    await ref.gives("summary")
    await ref.reads("Pirates: 0 of 4 can act")
    await fits(ref.visitor)
    assert loopback.faults == []


async def shown_large(message: Locator) -> None:
    """A picture in a message, as wide as the phone: twelve squares of 28 pixels."""
    image = message.get_by_role("img").first
    await image.scroll_into_view_if_needed()
    assert await image.evaluate("image => image.getBoundingClientRect().width") >= 28 * 12
