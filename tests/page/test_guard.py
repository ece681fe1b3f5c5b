"""Who is let in: this machine's own page, and nobody else's."""

import io
import json

import aiohttp
import pytest

from bot.sandbox.payloads import ATTACHMENT_LIMIT

FOREIGN = [{"Origin": "http://evil.test"}, {"Origin": "null"}, {"Host": "evil.test"}, {"Origin": "http://127.0.0.1:1"}]

NO_PLACE = "A name has letters, digits, - and _; a thread's may have spaces, too."


@pytest.fixture
async def session():
    async with aiohttp.ClientSession() as session:
        yield session


def form(**deed):
    return aiohttp.FormData({"deed": json.dumps(deed)}, default_to_multipart=True)


def deed(loopback, **fields):
    where = str(loopback.world.channel("table").id)
    return form(**{"do": "say", "as": "Ann", "in": where, "text": "hello"} | fields)


async def act(session, loopback, data, **headers):
    own = {"Origin": loopback.url} | headers
    async with session.post(f"{loopback.url}/page/act", data=data, headers=own) as response:
        return response.status, await response.text()


async def test_the_page_loads_only_what_is_its_own(session, loopback):
    async with session.get(loopback.url) as response:
        policy = response.headers["Content-Security-Policy"]
        text = await response.text()
    assert "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http:" not in text
    assert "https:" not in text
    assert " style=" not in text


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/page/main.js", "/page/events?as=Ann", "/attachments/1/2/x", "/gateway/"])
async def test_no_other_page_gets_anything(session, loopback, headers, path):
    async with session.get(loopback.url + path, headers=headers) as response:
        assert response.status == 403


@pytest.mark.parametrize("headers", FOREIGN)
async def test_no_other_page_does_anything(session, loopback, headers):
    assert (await act(session, loopback, deed(loopback), **headers))[0] == 403
    assert loopback.world.channel("table").messages == {}


async def test_deeds_and_events_need_an_origin(session, loopback):
    async with session.post(f"{loopback.url}/page/act", data=deed(loopback)) as response:
        assert response.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await session.ws_connect(f"{loopback.url}/page/events?as=Ann")


async def test_localhost_is_this_machine_too(session, loopback):
    url = loopback.url.replace("127.0.0.1", "localhost")
    async with session.post(f"{url}/page/act", data=deed(loopback), headers={"Origin": url}) as response:
        assert response.status == 200


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"as": "x" * 33}, "A name has 1 to 32 printable characters."),
        ({"as": "a\nb"}, "A name has 1 to 32 printable characters."),
        ({"in": "1"}, "This channel has been deleted."),
        ({"text": ""}, "A message has 1 to 2000 characters."),
        ({"text": "x" * 2001}, "A message has 1 to 2000 characters."),
        ({"do": "open channel", "path": "#a b"}, NO_PLACE),
        ({"do": "dismiss", "message": "1"}, "There is no such message to dismiss."),
        ({"do": "use", "message": "1", "custom_id": "x", "values": []}, "That can't be used any more."),
        ({"do": "submit", "values": {}}, "No form is open."),
        ({"do": "slash", "text": "/nothing"}, "There is no command /nothing."),
    ],
)
async def test_what_a_client_would_not_send_is_refused_in_a_sentence(session, loopback, fields, refusal):
    status, text = await act(session, loopback, deed(loopback, **fields))
    assert (status, json.loads(text)) == (200, {"refused": refusal})


async def test_a_file_that_is_too_large(session, loopback):
    data = deed(loopback, do="slash", text="/load")
    data.add_field("files", io.BytesIO(bytes(ATTACHMENT_LIMIT + 1)), filename="big.bin")
    _, text = await act(session, loopback, data)
    assert json.loads(text) == {"refused": "Your file is too powerful: Discord takes 10 MiB."}


async def test_an_uploaded_page_can_run_nothing(session, loopback):
    data = deed(loopback, do="slash", text='/load file:"x.html"')
    data.add_field("files", b"<script>alert(1)</script>", filename="x.html", content_type="text/html")
    await act(session, loopback, data)
    async with session.get(next(iter(loopback.world.files.values())).url) as response:
        assert response.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"


async def test_others_do_not_hear_what_one_alone_sees(session, loopback):
    await loopback.slash("Ann", "table", "/menu hidden:True")
    told = {}
    for name in ("Ann", "Ben"):
        async with session.ws_connect(f"{loopback.url}/page/events?as={name}", origin=loopback.url) as socket:
            told[name] = [await socket.receive_json() for _ in range(2)]
    assert [event["type"] for event in told["Ben"]] == ["server", "history"]
    assert len(told["Ann"][1]["messages"]) == 1
    assert told["Ben"][1]["messages"] == []


async def test_bots_do_not_read_what_people_write(session, loopback):
    told = []
    tell, loopback.world.emit = loopback.world.emit, lambda event, data: told.append((event, data))
    await act(session, loopback, deed(loopback, text="a secret"))
    loopback.world.emit = tell
    (message,) = loopback.world.channel("table").messages.values()
    assert message.payload["content"] == "a secret"
    assert [data["content"] for event, data in told if event == "MESSAGE_CREATE"] == [""]
