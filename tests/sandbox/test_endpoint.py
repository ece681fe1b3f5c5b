"""Where discord.py goes, and that the way there makes no difference."""

import asyncio
import shutil
import socket
import ssl
import subprocess

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.sandbox import loopback
from bot.sandbox.loopback import Loopback
from bot.sandbox.stage import ClientStage
from tests.sandbox.bot_under_test import BotUnderTest

HOSTS = ("discord.com", "gateway.discord.gg", "cdn.discordapp.com")


@pytest.mark.parametrize("url", ["https://discord.com", "http://10.0.0.1", "http://127.0.0.1.example.test", "http:///"])
def test_only_this_machine(url):
    with pytest.raises(ValueError, match="this machine only"):
        loopback.point_at(url)
    assert Route.BASE == "https://discord.com/api/v10"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_there_and_back(host):
    loopback.point_at(f"http://{host}:8080")
    assert f"http://{host}:8080/api/v10" == Route.BASE
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == f"ws://{host}:8080/gateway/"
    loopback.point_back()
    assert Route.BASE == "https://discord.com/api/v10"


@pytest.mark.parametrize("token", ["", "sandbox", "a.b.c", "not a token"])
def test_no_real_token(token):
    loopback.refuse_real_token({"DISCORD_TOKEN": token})
    loopback.refuse_real_token({})


@pytest.mark.parametrize("prefix", ["", "Bot ", "  "])
def test_a_real_token(prefix):
    token = ".".join(["M" * 24, "G" * 6, "x" * 38])
    with pytest.raises(ValueError, match="DISCORD_TOKEN is set"):
        loopback.refuse_real_token({"DISCORD_TOKEN": prefix + token})


class Resolver(AbstractResolver):
    """Finds Discord's hosts on this machine."""

    def __init__(self, port: int):
        self.port = port

    async def resolve(self, host, port=0, family=socket.AF_INET):
        assert host in HOSTS
        address = {"hostname": host, "host": "127.0.0.1", "port": self.port, "proto": 0, "flags": 0}
        return [address | {"family": socket.AF_INET}]

    async def close(self) -> None:
        pass


@pytest.fixture
def certificate(tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    subprocess.run(
        f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=sandbox -addext subjectAltName={names}"
        " -keyout key.pem -out cert.pem".split(),
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    return tmp_path / "cert.pem", tmp_path / "key.pem"


LINES = ["/options text:abc number:3 flag:yes", "/slow", "/embed", "/post", "/count"]


async def answers(loopback: Loopback) -> list[tuple[str, int, list[int]]]:
    outcomes = [await loopback.slash("Ann", "table", line) for line in LINES]
    outcomes.append(await loopback.press("Ann", "table", "Count"))
    shown = [message for outcome in outcomes for message in outcome.replies + outcome.edits]
    return [(m.payload["content"], m.flags, [len(file.data) for file in m.files]) for m in shown]


async def test_an_unpatched_client_agrees(certificate):
    server_side = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server_side.load_cert_chain(*certificate)
    client_side = ssl.create_default_context(cafile=certificate[0])
    encrypted, plain = Loopback(), Loopback()

    await encrypted.start(tls=server_side)
    assert Route.BASE == "https://discord.com/api/v10"
    connector = aiohttp.TCPConnector(resolver=Resolver(encrypted.port), ssl=client_side)
    stage = ClientStage(lambda: BotUnderTest(connector=connector))
    async with asyncio.timeout(20):
        await stage.start()
        unpatched = await answers(encrypted)
        await stage.stop()
    await encrypted.stop()

    await plain.start()
    stage = ClientStage(BotUnderTest)
    await stage.start()
    patched = await answers(plain)
    await stage.stop()
    await plain.stop()

    assert unpatched == patched
    assert encrypted.faults == plain.faults == []
