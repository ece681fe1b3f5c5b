"""Discord's rules about when, by whom and how often: each refused with Discord's own status and code."""

import asyncio
import json

import aiohttp
import pytest

from bot.sandbox.entities import BOT_ID, EPHEMERAL, GUILD_ID, LOADING
from bot.sandbox.interactions import Trigger
from bot.sandbox.loopback import Loopback
from bot.sandbox.manners import Manners, Rate

TEXT = {"content": "text"}


def code(answer) -> tuple[int, int]:
    status, body = answer
    return status, body["code"]


async def test_an_answer_within_three_seconds(raw):
    late = raw.asked()
    late.sent -= 3.0
    assert code(await raw.answer(late, 4, TEXT)) == (404, 10062)
    in_time = raw.asked()
    in_time.sent -= 2.5
    assert (await raw.answer(in_time, 4, TEXT))[0] == 200


async def test_one_answer_each(raw):
    interaction = raw.asked()
    assert (await raw.answer(interaction, 5))[0] == 200
    assert code(await raw.answer(interaction, 4, TEXT)) == (400, 40060)


async def test_unknown_interactions(raw):
    path = f"/interactions/1/{raw.asked().token}/callback"
    assert code(await raw.request("POST", path, {"type": 4, "data": TEXT})) == (404, 10062)


async def test_a_refused_answer_may_be_sent_again(raw):
    interaction = raw.asked()
    assert code(await raw.answer(interaction, 4, {})) == (400, 50006)
    assert (await raw.answer(interaction, 4, TEXT))[0] == 200


async def test_follow_ups_need_an_answer_first(raw):
    assert code(await raw.follow(raw.asked(), TEXT)) == (404, 10015)


@pytest.mark.parametrize(("minutes", "expected"), [(14.9, 200), (15, 401)])
async def test_tokens_live_for_fifteen_minutes(raw, minutes, expected):
    interaction = raw.asked()
    await raw.answer(interaction, 4, TEXT)
    raw.loopback.world.advance(minutes * 60)
    for method, path in [("POST", ""), ("PATCH", "/messages/@original"), ("DELETE", "/messages/@original")]:
        status, body = await raw.follow(interaction, TEXT, method, path)
        assert status in (expected, 204 if expected == 200 else 401)
        assert status != 401 or body["code"] == 50027


async def test_only_its_own_messages_open_to_a_token(raw):
    mine, other = raw.asked(), raw.asked()
    await raw.answer(mine, 4, TEXT)
    _, answer = await raw.answer(other, 4, TEXT)
    theirs = answer["resource"]["message"]["id"]
    assert code(await raw.follow(mine, TEXT, "PATCH", f"/messages/{theirs}")) == (404, 10008)
    assert code(await raw.follow(mine, TEXT, "PATCH", "/messages/nothing")) == (404, 10008)


async def test_what_is_deleted_is_unknown(raw):
    interaction = raw.asked()
    await raw.answer(interaction, 4, TEXT)
    assert (await raw.follow(interaction, None, "DELETE", "/messages/@original"))[0] == 204
    assert code(await raw.follow(interaction, TEXT, "PATCH", "/messages/@original")) == (404, 10008)


async def test_a_hidden_defer_hides_its_first_follow_up(raw):
    interaction = raw.asked()
    _, answer = await raw.answer(interaction, 5, {"flags": EPHEMERAL})
    assert answer["resource"]["message"]["flags"] == EPHEMERAL | LOADING
    _, first = await raw.follow(interaction, TEXT)
    _, second = await raw.follow(interaction, TEXT)
    assert first["id"] == answer["resource"]["message"]["id"]
    assert (first["flags"], second["flags"]) == (EPHEMERAL, 0)


async def test_ephemeral_messages_are_not_in_the_channel(raw):
    _, answer = await raw.answer(raw.asked(), 4, {"content": "text", "flags": EPHEMERAL})
    path = f"/channels/{raw.channel.id}/messages"
    assert code(await raw.request("PATCH", f"{path}/{answer['resource']['message']['id']}", TEXT)) == (404, 10008)
    assert await raw.request("GET", path) == (200, [])


async def test_an_edit_may_not_empty_a_message(raw):
    _, message = await raw.send(TEXT)
    path = f"/channels/{raw.channel.id}/messages/{message['id']}"
    assert code(await raw.request("PATCH", path, {"content": None})) == (400, 50006)


@pytest.mark.parametrize(
    ("permission", "payload"),
    [("EMBED_LINKS", {"embeds": [{"title": "t"}]}), ("SEND_MESSAGES", TEXT)],
)
async def test_rights_to_send(raw, permission, payload):
    raw.loopback.world.set_permission(raw.channel, raw.loopback.world.bot, permission, granted=False)
    assert code(await raw.send(payload)) == (403, 50013)
    assert (await raw.answer(raw.asked(), 4, payload))[0] == 200, "interactions need no rights"


async def test_right_to_attach(raw):
    raw.loopback.world.set_permission(raw.channel, raw.loopback.world.bot, "ATTACH_FILES", granted=False)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(TEXT), content_type="application/json")
    form.add_field("files[0]", b"x", filename="x.txt")
    assert code(await raw.send(data=form)) == (403, 50013)


async def test_an_invisible_channel(raw):
    raw.loopback.world.set_permission(raw.channel, raw.loopback.world.bot, "VIEW_CHANNEL", granted=False)
    assert code(await raw.send(TEXT)) == (403, 50001)


async def test_a_server_that_the_bot_has_left(raw):
    raw.loopback.world.kick()
    assert code(await raw.send(TEXT)) == (403, 50001)
    assert code(await raw.request("GET", f"/guilds/{GUILD_ID}")) == (403, 50001)


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/channels/1", (404, 10003)),
        ("GET", "/channels/nothing", (404, 10003)),
        ("GET", "/users/1", (404, 10013)),
        ("GET", "/guilds/1", (404, 10004)),
        ("GET", f"/guilds/{GUILD_ID}/members/1", (404, 10007)),
        ("GET", "/applications/1/commands", (404, 10002)),
        ("POST", "/webhooks/1/token", (404, 10015)),
        ("POST", f"/webhooks/{BOT_ID}/token", (404, 10015)),
    ],
)
async def test_unknown_things(raw, method, path, expected):
    assert code(await raw.request(method, path)) == expected


async def test_a_deleted_channel(raw):
    raw.loopback.world.delete_channel(raw.channel)
    assert code(await raw.send(TEXT)) == (404, 10003)
    assert raw.loopback.world.channel("table").id != raw.channel.id


async def test_unknown_messages(raw):
    for method in ("GET", "PATCH", "DELETE"):
        answer = await raw.request(method, f"/channels/{raw.channel.id}/messages/1", TEXT)
        assert code(answer) == (404, 10008)


async def test_a_wrong_token(raw):
    assert code(await raw.request("GET", "/users/@me", token="wrong")) == (401, 0)


async def test_broken_json(raw):
    for data in (b"{", b"[" * 100_000, b"\xff"):
        assert code(await raw.send(data=data)) == (400, 50109)


@pytest.mark.parametrize("body", [[], "text", 5, [[1]], None, {"content": "c", "flags": "x"}, {"attachments": 5}])
async def test_bodies_of_the_wrong_shape(raw, body):
    status, answer = await raw.send(body)
    assert status == 400
    assert answer["code"] in (50035, 50006)


async def test_unknown_routes_are_faults_and_never_500(raw):
    status, _ = await raw.request("GET", "/sticker-packs")
    assert status == 501
    assert raw.loopback.faults == ["The sandbox has no route GET /api/v10/sticker-packs"]
    raw.loopback.faults.clear()


async def test_what_breaks_the_sandbox_is_a_fault_and_never_500(raw, monkeypatch):
    monkeypatch.delattr(raw.loopback.world, "bot")
    status, _ = await raw.request("GET", "/users/@me")
    assert status == 400
    assert "AttributeError" in raw.loopback.faults.pop()


@pytest.mark.parametrize("status", [429, 500])
async def test_failures_on_demand(raw, status):
    raw.loopback.rest.fail_next(1, status)
    assert (await raw.request("GET", "/users/@me"))[0] == status
    assert (await raw.request("GET", "/users/@me"))[0] == 200


async def test_rate_limits():
    loopback = Loopback(manners=Manners(channel=Rate(5, 5.0)))
    await loopback.start()
    url = f"{loopback.url}/api/v10/channels/{loopback.world.channel('table').id}/messages"
    async with aiohttp.ClientSession(headers={"Authorization": "Bot sandbox"}) as session:
        remaining = []
        for _ in range(5):
            async with session.post(url, json=TEXT) as response:
                remaining.append(response.headers["X-RateLimit-Remaining"])
        async with session.post(url, json=TEXT) as response:
            body = await response.json()
            assert (response.status, body["global"]) == (429, False)
            assert 0 < body["retry_after"] <= 5
            assert response.headers["Via"]
    assert remaining == ["4", "3", "2", "1", "0"]
    await loopback.stop()


async def test_fifty_requests_a_second_but_for_interactions(raw):
    answers = [await raw.request("GET", "/users/@me") for _ in range(51)]
    if answers[-1][0] == 429:  # all within one second
        assert answers[-1][1]["global"] is True
    for _ in range(60):
        assert (await raw.answer(raw.asked(), 4, TEXT))[0] == 200


async def test_ten_thousand_invalid_requests_are_a_ban(raw):
    raw.loopback.rest.invalid_requests = 9_999
    assert (await raw.request("GET", "/users/@me", token="wrong"))[0] == 401
    assert await raw.request("GET", "/users/@me") == (429, None)


async def test_an_update_needs_a_message(raw):
    _, message = await raw.send(TEXT)
    shown = raw.channel.messages[int(message["id"])]
    assert (await raw.answer(raw.asked(Trigger.COMPONENT, shown), 7, {"content": "new"}))[0] == 200
    assert (await raw.answer(raw.asked(Trigger.MODAL, shown), 6))[0] == 200
    raw.loopback.world.delete_message(shown)
    assert code(await raw.answer(raw.asked(Trigger.COMPONENT, shown), 7, {"content": "new"})) == (404, 10008)


async def gateway(raw):
    return await raw.session.ws_connect(f"{raw.loopback.url}/gateway/")


def identify(**extra):
    return {"op": 2, "d": {"token": "sandbox", "intents": 1, **extra}}


@pytest.mark.parametrize(
    ("events", "close"),
    [
        ([identify(token="wrong")], 4004),
        ([{"op": 8, "d": {}}], 4003),
        ([identify(), identify()], 4005),
        ([{"op": 99}], 4001),
        (["{"], 4002),
        (["[]"], 4002),
        ([{"op": 2, "d": None}], 4002),
        ([{"op": 1, "d": None}] * 121, 4008),
        (["x" * 4097], 4002),
    ],
)
async def test_why_the_gateway_closes(raw, events, close):
    socket = await gateway(raw)
    for event in events:
        await socket.send_str(event if isinstance(event, str) else json.dumps(event))
    async with asyncio.timeout(5):
        async for _ in socket:
            pass
    assert socket.close_code == close


async def test_4096_bytes_to_the_gateway(raw):
    socket = await gateway(raw)
    padding = 4096 - len(json.dumps(identify(pad="")))
    await socket.send_str(json.dumps(identify(pad="x" * padding)))
    hello, ready = await socket.receive_json(timeout=5), await socket.receive_json(timeout=5)
    assert (hello["op"], ready["t"]) == (10, "READY")
    await socket.close()


async def test_a_thousand_identifies_a_day(raw):
    raw.loopback.gateway.identifies = 1000
    socket = await gateway(raw)
    await socket.send_json(identify())
    async with asyncio.timeout(5):
        async for _ in socket:
            pass
    assert socket.close_code == 4004


async def test_events_go_to_their_shard_and_intents(raw):
    shard = (GUILD_ID >> 22) % 2
    mine, other = await gateway(raw), await gateway(raw)
    await mine.send_json(identify(shard=[shard, 2]))
    await other.send_json(identify(shard=[1 - shard, 2]))
    heard = [(await mine.receive_json(timeout=5)).get("t") for _ in range(3)]
    assert heard == [None, "READY", "GUILD_CREATE"]
    ready = [await other.receive_json(timeout=5) for _ in range(2)][1]
    assert ready["d"]["guilds"] == []
    raw.loopback.world.user("Bob")  # a member event: without its intent nobody hears of it
    raw.loopback.world.channel("annex")
    assert (await mine.receive_json(timeout=5))["t"] == "CHANNEL_CREATE"
    for socket in (mine, other):
        await socket.close()
