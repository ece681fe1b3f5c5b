"""What a user can do to a bot: type a command, press, choose, submit; and what they see come of it."""

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.sandbox import messages
from bot.sandbox.body import Upload
from bot.sandbox.entities import Channel, Message, Payload, User
from bot.sandbox.filling import by_label, by_value, filled, submitted
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interaction, Interactions, Trigger, interaction_payload
from bot.sandbox.limits.messages import BUTTON, LINK, STRING_SELECT
from bot.sandbox.messages import components_of
from bot.sandbox.options import typed_command
from bot.sandbox.script import Refused, Word, split
from bot.sandbox.world import MessageChange, World

_NAMES = ("CommandTree-invoker", "discord-ui-", "discord.py: ")


class Activity:
    """The tasks that discord.py starts after this object was made."""

    def __init__(self) -> None:
        self._before = asyncio.all_tasks()

    def running(self) -> set["asyncio.Task[object]"]:
        """Those of them that have not finished."""
        return {task for task in asyncio.all_tasks() - self._before if task.get_name().startswith(_NAMES)}

    async def end(self, deadline: float) -> None:
        """Wait until they and all that they start have finished, or until the event loop's clock says so."""
        loop = asyncio.get_running_loop()
        while loop.time() < deadline and (running := self.running()):
            await asyncio.wait(running, timeout=deadline - loop.time())


NO_ANSWER = "The application did not respond"
MESSAGE_LENGTH = 2000


@dataclass
class Shown:
    """What one user sees come of what they did."""

    replies: list[Message] = field(default_factory=list)
    edits: list[Message] = field(default_factory=list)
    deleted: list[Message] = field(default_factory=list)
    modal: Payload | None = None
    choices: list[Payload] = field(default_factory=list)
    error: str | None = None
    interaction: Interaction | None = None

    def take(self, changes: list[MessageChange], user: User, world: World) -> None:
        """Sort what happened to messages into what is new, what was edited and what is gone."""
        seen = [change for change in changes if world.reads(user, change.message)]
        gone = {change.message.id for change in seen if change.kind == "deleted"}
        made = {c.message.id: c.message for c in seen if c.kind == "created"}
        edited = {c.message.id: c.message for c in seen if c.kind == "edited" and c.message.id not in made}
        self.replies = [message for number, message in made.items() if number not in gone]
        self.edits = [message for number, message in edited.items() if number not in gone]
        self.deleted = [c.message for c in seen if c.kind == "deleted" and c.message.id not in made]


class Actions:
    """Users' clients. Each method returns what is Shown and waits until the bot has finished."""

    def __init__(
        self, world: World, interactions: Interactions, gateway: Gateway, faults: list[str], quiet_seconds: float
    ) -> None:
        self.quiet_seconds = quiet_seconds
        self._world = world
        self._interactions = interactions
        self._gateway = gateway
        self._faults = faults
        self._open_modals: dict[int, Interaction] = {}

    async def slash(self, user: User, channel: Channel, text: str, files: list[Upload]) -> Shown:
        """Send `/name option:value ...`; what it attaches is taken out of `files`."""
        self._check_sees(user, channel)
        command = typed_command(self._world, user, channel, split(text), files)
        interaction = self._interactions.open(Trigger.COMMAND, user, channel, text)
        interaction.command = command.name
        return await self._ask(interaction, command.data)

    async def complete(self, user: User, channel: Channel, text: str) -> Shown:
        """Ask for suggestions for the last option of a command that is being typed."""
        self._check_sees(user, channel)
        command = typed_command(self._world, user, channel, split(text), [], completing=True)
        interaction = self._interactions.open(Trigger.AUTOCOMPLETE, user, channel, text)
        interaction.option_type = command.focused_type
        return await self._ask(interaction, command.data)

    async def press(self, user: User, channel: Channel, label: str) -> Shown:
        """Press the button of that label on the newest message that has it."""
        message, button = self._find_button(user, channel, label)
        return await self._use(user, channel, message, button, [])

    async def choose(self, user: User, channel: Channel, labels: list[str]) -> Shown:
        """Choose options of those labels in the newest select that has them all."""
        message, select, values = self._find_select(user, channel, labels)
        return await self._use(user, channel, message, select, values)

    async def use(self, user: User, channel: Channel, message_id: int, custom_id: str, values: list[str]) -> Shown:
        """Press one button, or choose values in one select: which one is told by its ids."""
        self._check_present()
        message = channel.messages.get(message_id)
        parts = components_of(message) if message and self._world.reads(user, message) else []
        part = next((part for part in parts if part.get("custom_id") == custom_id), None)
        if message is None or part is None or part.get("disabled"):
            raise Refused("That can't be used any more.")
        chosen = by_value(part, values) if part["type"] == STRING_SELECT else []
        return await self._use(user, channel, message, part, chosen)

    async def submit(self, user: User, words: list[Word]) -> Shown:
        """Fill in and send the form that the bot has opened for the user."""
        opener, modal = self._open_modal(user)
        return await self._submit(user, opener, submitted(modal, words))

    async def submit_values(self, user: User, values: dict[str, list[str]]) -> Shown:
        """Send the open form with the values of its fields by their ids."""
        opener, modal = self._open_modal(user)
        return await self._submit(user, opener, filled(modal, values))

    def say(self, user: User, channel: Channel, text: str) -> None:
        """Write an ordinary message, which bots do not get to read."""
        if not 1 <= len(text) <= MESSAGE_LENGTH:
            raise Refused(f"A message has 1 to {MESSAGE_LENGTH} characters.")
        message = messages.blank(self._world, channel, user)
        message.payload["content"] = text
        messages.add(self._world, channel, message)

    def dismiss(self, user: User, channel: Channel, message_id: int) -> None:
        """Have a message that only this user sees taken out of their sight."""
        message = channel.messages.get(message_id)
        if message is None or message.visible_to != user.id:
            raise Refused("There is no such message to dismiss.")
        self._world.delete_message(message)

    async def happen(self, viewer: User, change: Callable[[], object]) -> Shown:
        """Let something happen in the world, and see what a viewer sees of what the bot makes of it."""
        outcome = Shown()
        with self._world.watch() as changes:
            activity = Activity()
            made = change()
            if inspect.isawaitable(made):
                await made
            await self._gateway.flush()
            await activity.end(asyncio.get_running_loop().time() + self.quiet_seconds)
        outcome.take(changes, viewer, self._world)
        return outcome

    # Asking the bot

    async def _use(self, user: User, channel: Channel, message: Message, part: Payload, values: list[str]) -> Shown:
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
        words = f"the button {button_labels(part)[0]}" if part["type"] == BUTTON else f"the choice {', '.join(values)}"
        if part["type"] == STRING_SELECT:
            data["values"] = values
        return await self._ask(self._interactions.open(Trigger.COMPONENT, user, channel, words, message), data)

    def _open_modal(self, user: User) -> tuple[Interaction, Payload]:
        opener = self._open_modals.get(user.id)
        if opener is None or opener.modal is None:
            raise Refused("No form is open.")
        return opener, opener.modal

    async def _submit(self, user: User, opener: Interaction, data: Payload) -> Shown:
        assert opener.modal is not None
        del self._open_modals[user.id]
        title = f"the form {opener.modal['title']}"
        return await self._ask(
            self._interactions.open(Trigger.MODAL, user, opener.channel, title, opener.message), data
        )

    async def _ask(self, interaction: Interaction, data: Payload) -> Shown:
        outcome = Shown(interaction=interaction)
        self._interactions.forget_old()
        with self._world.watch() as changes:
            activity = Activity()
            self._gateway.tell("INTERACTION_CREATE", interaction_payload(self._world, interaction, data))
            outcome.error = await self._first_answer(interaction)
            outcome.error = await self._settle(interaction, activity) or outcome.error
        outcome.take(changes, interaction.user, self._world)
        outcome.modal, outcome.choices = interaction.modal, interaction.choices
        if interaction.modal:
            self._open_modals[interaction.user.id] = interaction
        return outcome

    async def _first_answer(self, interaction: Interaction) -> str | None:
        left = max(0.0, self._interactions.seconds_left(interaction))
        await asyncio.wait({interaction.answered}, timeout=left)
        if interaction.answered.done():
            return None
        self._faults.append(f"Nobody answered {interaction.words}")
        return NO_ANSWER

    async def _settle(self, interaction: Interaction, activity: Activity) -> str | None:
        """Wait until the bot's tasks have ended and nothing is left "thinking"; a sentence if they don't."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.quiet_seconds
        await activity.end(deadline)
        while interaction.deferred and loop.time() < deadline:
            change = asyncio.ensure_future(self._world.next_change())
            await asyncio.wait({change}, timeout=deadline - loop.time())
            change.cancel()
            await activity.end(deadline)
        return "The bot is still thinking" if interaction.deferred else None

    def _check_sees(self, user: User, channel: Channel) -> None:
        """Raise Refused for a channel or thread that isn't in the user's client."""
        if not self._world.sees(user, channel):
            raise Refused(f"There is no such {'thread' if channel.is_thread else 'channel'} for you.")

    # Finding what to press

    def _check_present(self) -> None:
        if not self._world.bot_present:
            raise Refused("The bot is not in this server.")

    def _seen(self, user: User, channel: Channel) -> list[Message]:
        """What the user sees in the channel, the newest first."""
        self._check_present()
        self._check_sees(user, channel)
        return [message for message in reversed(channel.messages.values()) if message.seen_by(user)]

    def _find_button(self, user: User, channel: Channel, label: str) -> tuple[Message, Payload]:
        disabled = False
        for message in self._seen(user, channel):
            for part in components_of(message):
                if part["type"] != BUTTON or label not in button_labels(part):
                    continue
                if part["style"] == LINK:
                    raise Refused(f"The button {label} leads out of Discord.")
                if not part.get("disabled"):
                    return message, part
                disabled = True
        raise Refused(f"The button {label} is disabled." if disabled else f"There is no button {label} here.")

    def _find_select(self, user: User, channel: Channel, labels: list[str]) -> tuple[Message, Payload, list[str]]:
        refused: Refused | None = None
        for message in self._seen(user, channel):
            for part in components_of(message):
                if part["type"] != STRING_SELECT:
                    continue
                try:
                    return message, part, by_label(part, labels)
                except Refused as error:
                    refused = refused or error
        raise refused or Refused("There is nothing to choose from here.")


def button_labels(button: Payload) -> list[str]:
    """What a user may call a button: its words, its emoji, or both."""
    words, emoji = button.get("label") or "", (button.get("emoji") or {}).get("name") or ""
    return [name for name in (words, emoji, f"{emoji} {words}".strip()) if name]
