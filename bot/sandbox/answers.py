"""The routes by which a bot answers interactions, without any other right to the channel."""

from aiohttp import web

from bot.sandbox import messages
from bot.sandbox.body import Body, json_reply, nothing, read_body
from bot.sandbox.entities import BOT_ID, EPHEMERAL, LOADING, Message
from bot.sandbox.errors import UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, DiscordError
from bot.sandbox.interactions import Callback, Interaction, Interactions, acknowledgement
from bot.sandbox.limits.form import Inspected
from bot.sandbox.limits.messages import check_modal, check_suggestions
from bot.sandbox.manners import Manners
from bot.sandbox.world import World


class AnswerRoutes:
    """Callbacks, follow-ups, and edits and deletions of what they sent."""

    def __init__(self, world: World, interactions: Interactions, manners: Manners) -> None:
        self._world = world
        self._manners = manners
        self._interactions = interactions

    def routes(self) -> list[web.RouteDef]:
        one = "/webhooks/{application}/{token}/messages/{message}"
        return [
            web.post("/interactions/{interaction}/{token}/callback", self._callback),
            web.post("/webhooks/{application}/{token}", self._follow_up),
            web.get(one, self._read),
            web.patch(one, self._edit),
            web.delete(one, self._delete),
        ]

    async def _callback(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        given = request.match_info
        interaction = self._interactions.to_answer(given["interaction"], given["token"])
        answer = self._check_answer(interaction, body)
        self._carry_out(interaction, answer, body)
        interaction.answered.set_result(answer)
        if request.query.get("with_response", "").lower() in ("1", "true"):
            return json_reply(acknowledgement(interaction, answer))
        return nothing()

    @staticmethod
    def _check_answer(interaction: Interaction, body: Body) -> Callback:
        form = Inspected(body.fields)
        allowed = [int(answer) for answer in Callback if interaction.allows(answer)]
        form["type"].one_of(allowed)
        form.refuse()
        return Callback(body.fields["type"])

    def _carry_out(self, interaction: Interaction, answer: Callback, body: Body) -> None:
        data = body.data()
        match answer:
            case Callback.MESSAGE:
                interaction.original = self._send(interaction, data, "data")
            case Callback.DEFER:
                interaction.original = self._defer(interaction, data)
            case Callback.DEFER_UPDATE:
                interaction.original = interaction.message
            case Callback.UPDATE:
                assert interaction.message is not None
                self._check_there(interaction.message)
                messages.revise(self._world, interaction.message, data, "data")
                interaction.original = interaction.message
            case Callback.SUGGESTIONS:
                check_suggestions(data.json, interaction.option_type, "data")
                interaction.choices = data.fields.get("choices") or []
            case Callback.MODAL:
                check_modal(data.json, "data")
                interaction.modal = data.fields

    def _new(self, interaction: Interaction, body: Body, flags: int = 0) -> Message:
        message = messages.blank(self._world, interaction.channel, self._world.bot, flags=flags)
        sent = body.fields.get("flags")
        hidden = isinstance(sent, int) and bool(sent & EPHEMERAL)
        messages.from_interaction(message, interaction, hidden=hidden)
        return message

    def _send(self, interaction: Interaction, body: Body, *path: str) -> Message:
        message = self._new(interaction, body)
        messages.write(self._world, message, body, *path)
        messages.add(self._world, interaction.channel, message)
        return message

    def _defer(self, interaction: Interaction, body: Body) -> Message:
        message = self._new(interaction, body, LOADING)
        messages.add(self._world, interaction.channel, message)
        return message

    async def _follow_up(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        interaction = self._interaction(request)
        if interaction.deferred and interaction.original:
            # The first follow-up takes the place of "thinking", and is as public as that was.
            messages.revise(self._world, interaction.original, body)
            return json_reply(interaction.original.payload)
        if interaction.original and interaction.original.loading and not self._manners.replaced:
            raise DiscordError(*UNKNOWN_MESSAGE)
        return json_reply(self._send(interaction, body).payload)

    async def _read(self, request: web.Request) -> web.Response:
        return json_reply(self._message(request).payload)

    async def _edit(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        message = self._message(request)
        messages.revise(self._world, message, body)
        return json_reply(message.payload)

    async def _delete(self, request: web.Request) -> web.Response:
        self._world.delete_message(self._message(request))
        return nothing()

    def _interaction(self, request: web.Request) -> Interaction:
        if request.match_info["application"] != str(BOT_ID):
            raise DiscordError(*UNKNOWN_WEBHOOK)
        return self._interactions.to_follow(request.match_info["token"])

    def _message(self, request: web.Request) -> Message:
        """The message of this interaction that a route names, or DiscordError 10008."""
        interaction = self._interaction(request)
        name = request.match_info["message"]
        if name == "@original":
            message = interaction.original
        else:
            message = interaction.channel.messages.get(int(name)) if name.isdecimal() else None
        if message is None or not self._belongs(message, interaction):
            raise DiscordError(*UNKNOWN_MESSAGE)
        self._check_there(message)
        return message

    @staticmethod
    def _belongs(message: Message, interaction: Interaction) -> bool:
        origin = message.payload.get("interaction_metadata", {}).get("id")
        return message is interaction.original or origin == str(interaction.id)

    def _check_there(self, message: Message) -> None:
        if self._world.message(message.id) is None:
            raise DiscordError(*UNKNOWN_MESSAGE)
