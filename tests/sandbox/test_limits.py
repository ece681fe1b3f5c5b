"""Each of Discord's limits: exactly at it passes, one over it gets Discord's own refusal."""

import io
import json
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.sandbox.interactions import Trigger
from bot.sandbox.limits.messages import FILE_SIZE, REQUEST_SIZE


def x(count: int) -> str:
    return "x" * count


def embed(**fields: Any) -> dict[str, Any]:
    return {"embeds": [fields]}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def button(number: int = 0, **fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"b{number}", **fields}


def select(number: int = 0, **fields: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": f"s{number}", "options": options(1), **fields}


def options(count: int) -> list[dict[str, Any]]:
    return [{"label": "o", "value": str(number)} for number in range(count)]


def with_button(**fields: Any) -> dict[str, Any]:
    return {"components": [row(button(**fields))]}


def with_select(**fields: Any) -> dict[str, Any]:
    return {"components": [row(select(**fields))]}


def modal(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"title": "t", "custom_id": "m", "components": list(components) or [label()], **fields}


def label(number: int = 0, component: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {"type": 18, "label": "l", "component": component or entry(number), **fields}


def entry(number: int = 0, **fields: Any) -> dict[str, Any]:
    return {"type": 4, "style": 1, "custom_id": f"t{number}", **fields}


def command(**fields: Any) -> list[dict[str, Any]]:
    return [{"name": "fire", "description": "d", **fields}]


def option(number: int = 0, **fields: Any) -> dict[str, Any]:
    return {"type": 3, "name": f"o{number}", "description": "d", **fields}


def choices(count: int) -> list[dict[str, Any]]:
    return [{"name": f"c{number}", "value": str(number)} for number in range(count)]


def heavy(characters: int) -> list[dict[str, Any]]:
    """A command that counts so many characters: 5 of its own and 400 for each of 20 options but the last."""
    three = [{"name": x(98), "value": f"v{number}"} for number in range(3)]
    lengths = [97] * 19 + [characters - 5 - 19 * 400 - 303]
    many = [option(name=f"o{n:02}", description=x(length), choices=three) for n, length in enumerate(lengths)]
    return command(options=many)


@dataclass(frozen=True)
class Limit:
    """`make(most)` passes; `make(most + 1)` does not, and the error stands at `path`."""

    name: str
    most: int
    make: Any
    path: str


MESSAGES = [
    Limit("content", 2000, lambda n: {"content": x(n)}, "content"),
    Limit("embeds", 10, lambda n: {"embeds": [{"title": "t"}] * n}, "embeds"),
    Limit("embed title", 256, lambda n: embed(title=x(n)), "embeds.0.title"),
    Limit("embed description", 4096, lambda n: embed(description=x(n)), "embeds.0.description"),
    Limit("embed fields", 25, lambda n: embed(fields=[{"name": "n", "value": "v"}] * n), "embeds.0.fields"),
    Limit("field name", 256, lambda n: embed(fields=[{"name": x(n), "value": "v"}]), "embeds.0.fields.0.name"),
    Limit("field value", 1024, lambda n: embed(fields=[{"name": "n", "value": x(n)}]), "embeds.0.fields.0.value"),
    Limit("embed footer", 2048, lambda n: embed(footer={"text": x(n)}), "embeds.0.footer.text"),
    Limit("embed author", 256, lambda n: embed(author={"name": x(n)}), "embeds.0.author.name"),
    Limit(
        "embed sum",
        6000,
        lambda n: {
            "embeds": [
                {"title": x(256), "description": x(3000), "author": {"name": x(44)}},
                {"footer": {"text": x(700)}, "description": x(n - 4000), "fields": []},
            ]
        },
        "embeds",
    ),
    Limit(
        "alt text",
        1024,
        lambda n: {"content": "c", "attachments": [{"id": 0, "description": x(n)}]},
        "attachments.0.description",
    ),
    Limit("rows", 5, lambda n: {"components": [row(button(i)) for i in range(n)]}, "components"),
    Limit("buttons", 5, lambda n: {"components": [row(*(button(i) for i in range(n)))]}, "components.0.components"),
    Limit(
        "selects in a row",
        1,
        lambda n: {"components": [row(*(select(i) for i in range(n)))]},
        "components.0.components.0",
    ),
    Limit("button label", 80, lambda n: with_button(label=x(n)), "components.0.components.0.label"),
    Limit("custom_id", 100, lambda n: with_button(custom_id=x(n)), "components.0.components.0.custom_id"),
    Limit(
        "button url",
        512,
        lambda n: {"components": [row({"type": 2, "style": 5, "label": "l", "url": f"https://{x(n - 8)}"})]},
        "components.0.components.0.url",
    ),
    Limit("select options", 25, lambda n: with_select(options=options(n)), "components.0.components.0.options"),
    Limit(
        "option label",
        100,
        lambda n: with_select(options=[{"label": x(n), "value": "v"}]),
        "components.0.components.0.options.0.label",
    ),
    Limit(
        "option value",
        100,
        lambda n: with_select(options=[{"label": "l", "value": x(n)}]),
        "components.0.components.0.options.0.value",
    ),
    Limit(
        "option description",
        100,
        lambda n: with_select(options=[{"label": "l", "value": "v", "description": x(n)}]),
        "components.0.components.0.options.0.description",
    ),
    Limit("placeholder", 150, lambda n: with_select(placeholder=x(n)), "components.0.components.0.placeholder"),
    Limit("select custom_id", 100, lambda n: with_select(custom_id=x(n)), "components.0.components.0.custom_id"),
    Limit("min_values", 25, lambda n: with_select(min_values=n, max_values=25), "components.0.components.0.min_values"),
    Limit("max_values", 25, lambda n: with_select(max_values=n), "components.0.components.0.max_values"),
    Limit(
        "mentioned users",
        100,
        lambda n: {"content": "c", "allowed_mentions": {"users": [str(i) for i in range(n)]}},
        "allowed_mentions.users",
    ),
]

MODALS = [
    Limit("modal title", 45, lambda n: modal(title=x(n)), "data.title"),
    Limit("modal custom_id", 100, lambda n: modal(custom_id=x(n)), "data.custom_id"),
    Limit("modal components", 5, lambda n: modal(*(label(i) for i in range(n))), "data.components"),
    Limit("label", 45, lambda n: modal(label(label=x(n))), "data.components.0.label"),
    Limit("label description", 100, lambda n: modal(label(description=x(n))), "data.components.0.description"),
    Limit(
        "input custom_id",
        100,
        lambda n: modal(label(component=entry(custom_id=x(n)))),
        "data.components.0.component.custom_id",
    ),
    Limit(
        "input value", 4000, lambda n: modal(label(component=entry(value=x(n)))), "data.components.0.component.value"
    ),
    Limit(
        "input min_length",
        4000,
        lambda n: modal(label(component=entry(min_length=n))),
        "data.components.0.component.min_length",
    ),
    Limit(
        "input max_length",
        4000,
        lambda n: modal(label(component=entry(max_length=n))),
        "data.components.0.component.max_length",
    ),
    Limit(
        "input placeholder",
        100,
        lambda n: modal(label(component=entry(placeholder=x(n)))),
        "data.components.0.component.placeholder",
    ),
    Limit("old input label", 45, lambda n: modal(row(entry(label=x(n)))), "data.components.0.components.0.label"),
    Limit(
        "inputs in a row",
        1,
        lambda n: modal(row(*(entry(i, label="l") for i in range(n)))),
        "data.components.0.components",
    ),
    Limit(
        "modal select options",
        25,
        lambda n: modal(label(component=select(options=options(n)))),
        "data.components.0.component.options",
    ),
]

SUGGESTIONS = [
    Limit("suggestions", 25, lambda n: {"choices": choices(n)}, "data.choices"),
    Limit("suggestion name", 100, lambda n: {"choices": [{"name": x(n), "value": "v"}]}, "data.choices.0.name"),
    Limit("suggestion value", 100, lambda n: {"choices": [{"name": "n", "value": x(n)}]}, "data.choices.0.value"),
]

COMMANDS = [
    Limit("command name", 32, lambda n: command(name=x(n)), "0.name"),
    Limit("command description", 100, lambda n: command(description=x(n)), "0.description"),
    Limit("options", 25, lambda n: command(options=[option(i) for i in range(n)]), "0.options"),
    Limit("subcommands", 25, lambda n: command(options=[option(i, type=1) for i in range(n)]), "0.options"),
    Limit(
        "subcommands in a group",
        25,
        lambda n: command(options=[option(type=2, options=[option(i, type=1) for i in range(n)])]),
        "0.options.0.options",
    ),
    Limit(
        "subcommand options",
        25,
        lambda n: command(options=[option(type=1, options=[option(i) for i in range(n)])]),
        "0.options.0.options",
    ),
    Limit("option name", 32, lambda n: command(options=[option(name=x(n))]), "0.options.0.name"),
    Limit("option description", 100, lambda n: command(options=[option(description=x(n))]), "0.options.0.description"),
    Limit("choices", 25, lambda n: command(options=[option(choices=choices(n))]), "0.options.0.choices"),
    Limit(
        "choice name",
        100,
        lambda n: command(options=[option(choices=[{"name": x(n), "value": "v"}])]),
        "0.options.0.choices.0.name",
    ),
    Limit(
        "choice value",
        100,
        lambda n: command(options=[option(choices=[{"name": "n", "value": x(n)}])]),
        "0.options.0.choices.0.value",
    ),
    Limit("min_length", 6000, lambda n: command(options=[option(min_length=n)]), "0.options.0.min_length"),
    Limit("max_length", 6000, lambda n: command(options=[option(max_length=n)]), "0.options.0.max_length"),
    Limit("whole command", 8000, heavy, "0"),
    Limit("menu name", 32, lambda n: [{"type": 2, "name": x(n)}], "0.name"),
]


def each(limits: list[Limit]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("limit", limits, ids=lambda limit: limit.name)


def mistakes(body: dict[str, Any], path: str) -> list[dict[str, str]]:
    """The mistakes that a refusal names at a place like `embeds.0.title`."""
    assert body["code"] == 50035
    assert body["message"] == "Invalid Form Body"
    place = body["errors"]
    for key in path.split("."):
        place = place[key]
    return place["_errors"]


def refused_at(answer: tuple[int, Any], path: str) -> None:
    status, body = answer
    assert status == 400, body
    assert all(set(mistake) == {"code", "message"} for mistake in mistakes(body, path))


@each(MESSAGES)
async def test_messages(raw, limit):
    assert (await raw.send(limit.make(limit.most)))[0] == 200
    refused_at(await raw.send(limit.make(limit.most + 1)), limit.path)


@each(MESSAGES)
async def test_answers_are_checked_as_messages_are(raw, limit):
    assert (await raw.answer(raw.asked(), 4, limit.make(limit.most)))[0] == 200
    refused_at(await raw.answer(raw.asked(), 4, limit.make(limit.most + 1)), f"data.{limit.path}")


@each(MESSAGES)
async def test_edits_are_checked_as_messages_are(raw, limit):
    _, message = await raw.send({"content": "first"})
    path = f"/channels/{raw.channel.id}/messages/{message['id']}"
    refused_at(await raw.request("PATCH", path, limit.make(limit.most + 1)), limit.path)
    assert (await raw.request("GET", path))[1] == message, "a refused edit changes nothing"
    edit = limit.make(limit.most)
    edit = edit | {"content": None} if "flags" in edit else edit
    assert (await raw.request("PATCH", path, edit))[0] == 200


@each(MODALS)
async def test_modals(raw, limit):
    assert (await raw.answer(raw.asked(), 9, limit.make(limit.most)))[0] == 200
    refused_at(await raw.answer(raw.asked(), 9, limit.make(limit.most + 1)), limit.path)


@each(SUGGESTIONS)
async def test_suggestions(raw, limit):
    assert (await raw.answer(raw.asked(Trigger.AUTOCOMPLETE), 8, limit.make(limit.most)))[0] == 200
    refused_at(await raw.answer(raw.asked(Trigger.AUTOCOMPLETE), 8, limit.make(limit.most + 1)), limit.path)


@each(COMMANDS)
async def test_commands(raw, limit):
    status, body = await raw.register(limit.make(limit.most))
    assert status == 200, body
    refused_at(await raw.register(limit.make(limit.most + 1)), limit.path)


@pytest.mark.parametrize(("kind", "most"), [(1, 100), (2, 15), (3, 15)])
async def test_number_of_commands(raw, kind, most):
    some = [{"type": kind, "name": f"c{number}", "description": "d"} for number in range(most + 1)]
    assert (await raw.register(some[:-1]))[0] == 200
    status, body = await raw.register(some)
    assert (status, body["code"]) == (400, 30032)


async def test_200_new_commands_a_day(raw):
    for batch in range(2):
        status, _ = await raw.register([{"name": f"c{batch}-{n}", "description": "d"} for n in range(100)])
        assert status == 200
    status, body = await raw.register(command())
    assert (status, body["code"]) == (429, 30034)


MALFORMED_COMMANDS = {
    "upper case": (command(name="Fire"), "0.name"),
    "a space": (command(name="fire at"), "0.name"),
    "no name": (command(name=""), "0.name"),
    "no description": (command(description=""), "0.description"),
    "unknown type": (command(type=9), "0.type"),
    "required after optional": (command(options=[option(0), option(1, required=True)]), "0.options.1"),
    "autocomplete and choices": (
        command(options=[option(autocomplete=True, choices=choices(1))]),
        "0.options.0.autocomplete",
    ),
    "group in a group": (command(options=[option(type=2, options=[option(type=2)])]), "0.options.0.options.0.type"),
    "subcommand in a subcommand": (
        command(options=[option(type=1, options=[option(type=1)])]),
        "0.options.0.options.0.type",
    ),
    "value in a group": (command(options=[option(type=2, options=[option()])]), "0.options.0.options.0.type"),
    "subcommand beside a value": (command(options=[option(0, type=1), option(1)]), "0.options"),
    "an option twice": (command(options=[option(), option()]), "0.options.0.name"),
    "number for text": (command(options=[option(choices=[{"name": "n", "value": 1}])]), "0.options.0.choices.0.value"),
    "text for a number": (
        command(options=[option(type=4, choices=[{"name": "n", "value": "1"}])]),
        "0.options.0.choices.0.value",
    ),
}


@pytest.mark.parametrize(("commands", "path"), MALFORMED_COMMANDS.values(), ids=MALFORMED_COMMANDS)
async def test_malformed_commands(raw, commands, path):
    refused_at(await raw.register(commands), path)


async def test_command_names_are_unique(raw):
    status, body = await raw.register(command() + command())
    assert status == 400
    assert body["errors"]["_errors"][0]["code"] == "APPLICATION_COMMANDS_DUPLICATE_NAME"


MALFORMED_MESSAGES = {
    "no custom_id": (with_button(custom_id=""), "components.0.components.0.custom_id"),
    "custom_id twice": ({"components": [row(button(), button())]}, "components.0.components.1.custom_id"),
    "button without words": (
        {"components": [row({"type": 2, "style": 1, "custom_id": "b"})]},
        "components.0.components.0",
    ),
    "unknown style": (with_button(style=9), "components.0.components.0.style"),
    "select beside a button": ({"components": [row(button(), select())]}, "components.0.components.1"),
    "button outside a row": ({"components": [button()]}, "components.0.type"),
    "a part that the sandbox doesn't know": (
        {"flags": 1 << 15, "components": [{"type": 10, "content": "t"}]},
        "components.0.type",
    ),
    "row without anything": ({"components": [row()]}, "components.0.components"),
    "select without options": (with_select(options=[]), "components.0.components.0.options"),
    "option value twice": (with_select(options=options(1) * 2), "components.0.components.0.options.1.value"),
    "an embed of nothing": ({"embeds": [{}]}, "embeds.0.description"),
    "a field without name": (embed(fields=[{"name": "", "value": "v"}]), "embeds.0.fields.0.name"),
    "content of the wrong kind": ({"content": 5}, "content"),
    "embeds of the wrong kind": ({"embeds": "x"}, "embeds"),
    "components of the wrong kind": ({"content": "c", "components": {"0": 1}}, "components"),
    "mentions twice over": (
        {"content": "c", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
}


@pytest.mark.parametrize(("payload", "path"), MALFORMED_MESSAGES.values(), ids=MALFORMED_MESSAGES)
async def test_malformed_messages(raw, payload, path):
    refused_at(await raw.send(payload), path)


@pytest.mark.parametrize("payload", [{}, {"content": ""}, {"content": "  \n"}, {"content": None, "embeds": []}])
async def test_an_empty_message(raw, payload):
    status, body = await raw.send(payload)
    assert (status, body["code"]) == (400, 50006)


MALFORMED_MODALS = {
    "no components": (modal() | {"components": []}, "data.components"),
    "no title": (modal(title=""), "data.title"),
    "a button": (modal(button()), "data.components.0.type"),
    "label of nothing": (modal({"type": 18, "label": "l"}), "data.components.0.component"),
    "a field twice": (modal(label(), label()), "data.components.1.component.custom_id"),
    "a field that the sandbox doesn't know": (
        modal(label(component={"type": 21, "custom_id": "r", "options": options(2)})),
        "data.components.0.component.type",
    ),
}


@pytest.mark.parametrize(("payload", "path"), MALFORMED_MODALS.values(), ids=MALFORMED_MODALS)
async def test_malformed_modals(raw, payload, path):
    refused_at(await raw.answer(raw.asked(), 9, payload), path)


async def test_a_modal_does_not_answer_a_modal(raw):
    refused_at(await raw.answer(raw.asked(Trigger.MODAL), 9, modal()), "type")


@pytest.mark.parametrize("kind", [4, 5, 6, 7, 9])
async def test_only_suggestions_answer_an_autocompletion(raw, kind):
    refused_at(await raw.answer(raw.asked(Trigger.AUTOCOMPLETE), kind, {}), "type")


@pytest.mark.parametrize("kind", [0, 1, 6, 7, 8, 99, None, "4"])
async def test_answers_that_do_not_suit_a_command(raw, kind):
    refused_at(await raw.answer(raw.asked(), kind, {}), "type")


def form(payload: dict[str, Any], files: list[bytes]) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(payload), content_type="application/json")
    for number, data in enumerate(files):
        form.add_field(f"files[{number}]", io.BytesIO(data), filename=f"{number}.bin")
    return form


async def test_ten_files(raw):
    assert (await raw.send(data=form({}, [b"x"] * 10)))[0] == 200
    refused_at(await raw.send(data=form({}, [b"x"] * 11)), "attachments")


async def test_ten_mebibytes_a_file(raw):
    assert (await raw.send(data=form({}, [bytes(FILE_SIZE)])))[0] == 200
    status, body = await raw.send(data=form({}, [bytes(FILE_SIZE + 1)]))
    assert (status, body["code"]) == (413, 40005)


@pytest.mark.parametrize(("extra", "expected"), [(0, 200), (1, 413)])
async def test_25_mebibytes_a_request(raw, extra, expected):
    head = b'--b\r\nContent-Disposition: form-data; name="files[%d]"; filename="f"\r\n\r\n'
    parts = [head % 0, bytes(FILE_SIZE), b"\r\n", head % 1, bytes(FILE_SIZE), b"\r\n", head % 2]
    end = b"\r\n--b--\r\n"
    body = b"".join(parts)
    body += bytes(REQUEST_SIZE + extra - len(body) - len(end)) + end
    url = f"{raw.loopback.url}/api/v10/channels/{raw.channel.id}/messages"
    headers = {"Authorization": "Bot sandbox", "Content-Type": "multipart/form-data; boundary=b"}
    async with raw.session.post(url, data=io.BytesIO(body), headers=headers) as response:
        assert response.status == expected
        assert expected == 200 or (await response.json())["code"] == 40005
