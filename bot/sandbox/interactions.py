"""Interactions: what a user has asked of the bot, and the rules for answering it."""

import asyncio
import datetime
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from bot.sandbox.entities import BOT_ID, GUILD_ID, Channel, Message, Payload, User
from bot.sandbox.errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    DiscordError,
)
from bot.sandbox.payloads import ATTACHMENT_LIMIT, channel_payload, member_payload
from bot.sandbox.world import World

TOKEN_LIFE = datetime.timedelta(minutes=15)


class Trigger(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    SUGGESTIONS = 8
    MODAL = 9


ALLOWED = {
    Trigger.COMMAND: (Callback.MESSAGE, Callback.DEFER, Callback.MODAL),
    Trigger.COMPONENT: (
        Callback.MESSAGE,
        Callback.DEFER,
        Callback.DEFER_UPDATE,
        Callback.UPDATE,
        Callback.MODAL,
    ),
    Trigger.AUTOCOMPLETE: (Callback.SUGGESTIONS,),
    Trigger.MODAL: (Callback.MESSAGE, Callback.DEFER, Callback.DEFER_UPDATE, Callback.UPDATE),
}


@dataclass(eq=False)
class Interaction:
    """One thing that a user did, and how far the bot has come with answering it."""

    id: int
    token: str
    kind: Trigger
    user: User
    channel: Channel
    words: str  # what the user did, for people to read
    message: Message | None  # whose component was used
    opened: datetime.datetime
    sent: float  # by the event loop's clock
    command: str = ""  # its whole name, subcommands included
    option_type: int = 3  # of the option that is being completed
    answered: "asyncio.Future[Callback]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    original: Message | None = None
    modal: Payload | None = None
    choices: list[Payload] = field(default_factory=list)

    @property
    def deferred(self) -> bool:
        """Whether the user still sees that the bot is thinking."""
        return self.original is not None and self.original.loading and self.original.id in self.channel.messages

    def allows(self, answer: object) -> bool:
        """Whether such an answer suits; only what began at a message can update one."""
        if self.message is None and answer in (Callback.UPDATE, Callback.DEFER_UPDATE):
            return False
        return answer in ALLOWED[self.kind]


class Interactions:
    """All interactions that a bot may still answer."""

    def __init__(self, world: World, answer_seconds: float) -> None:
        self.answer_seconds = answer_seconds
        self._world = world
        self._by_token: dict[str, Interaction] = {}

    def open(
        self, kind: Trigger, user: User, channel: Channel, words: str, message: Message | None = None
    ) -> Interaction:
        """Begin an interaction; its clock runs from here."""
        number = self._world.next_id()
        interaction = Interaction(
            id=number,
            token=f"interaction-token-{number}",
            kind=kind,
            user=user,
            channel=channel,
            words=words,
            message=message,
            opened=self._world.now(),
            sent=asyncio.get_running_loop().time(),
        )
        self._by_token[interaction.token] = interaction
        return interaction

    def seconds_left(self, interaction: Interaction) -> float:
        """Real seconds until the first answer comes too late."""
        return interaction.sent + self.answer_seconds - asyncio.get_running_loop().time()

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that a first answer is for.

        Raises DiscordError 10062 if there is none or the time is over, 40060 if it has been answered.
        """
        interaction = self._by_token.get(token)
        if interaction is None or str(interaction.id) != interaction_id:
            raise DiscordError(*UNKNOWN_INTERACTION)
        if interaction.answered.done():
            raise DiscordError(*ALREADY_ACKNOWLEDGED)
        if self.seconds_left(interaction) <= 0:
            raise DiscordError(*UNKNOWN_INTERACTION)
        return interaction

    def to_follow(self, token: str) -> Interaction:
        """The answered interaction that a follow-up, an edit or a deletion is for.

        Raises DiscordError 10015 if there is none, 50027 if its token is too old.
        """
        interaction = self._by_token.get(token)
        if interaction is None or not interaction.answered.done():
            raise DiscordError(*UNKNOWN_WEBHOOK)
        if self._world.now() - interaction.opened >= TOKEN_LIFE:
            raise DiscordError(*INVALID_TOKEN)
        return interaction

    def forget_old(self) -> None:
        """Let go of what can be neither answered nor followed up any more."""
        horizon = self._world.now() - 2 * TOKEN_LIFE
        while self._by_token and (token := next(iter(self._by_token))):
            if self._by_token[token].opened >= horizon:
                return
            del self._by_token[token]


def acknowledgement(interaction: Interaction, answer: Callback) -> dict[str, Any]:
    """What Discord says of an accepted answer when asked `with_response`."""
    message = interaction.original if answer not in (Callback.SUGGESTIONS, Callback.MODAL) else None
    about: dict[str, Any] = {"id": str(interaction.id), "type": interaction.kind}
    if message is None:
        return {"interaction": about}
    about |= {
        "response_message_id": str(message.id),
        "response_message_loading": message.loading,
        "response_message_ephemeral": message.visible_to is not None,
    }
    return {"interaction": about, "resource": {"type": answer, "message": message.payload}}


def interaction_payload(world: World, interaction: Interaction, data: Payload) -> Payload:
    """An interaction as INTERACTION_CREATE brings it to the bot."""
    user, channel = interaction.user, interaction.channel
    rights = str(world.permissions(user, channel).value)
    payload = {
        "id": str(interaction.id),
        "application_id": str(BOT_ID),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "guild_id": str(GUILD_ID),
        "guild": {"id": str(GUILD_ID), "locale": "en-US", "features": []},
        "channel_id": str(channel.id),
        "channel": channel_payload(channel) | {"permissions": rights},
        "member": member_payload(user) | {"permissions": rights},
        "app_permissions": str(world.permissions(world.bot, channel).value),
        "locale": "en-US",
        "guild_locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD_ID)},
        "context": 0,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    return payload | {"message": interaction.message.payload} if interaction.message else payload
