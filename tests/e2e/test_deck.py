"""The fight that a deck was wanted for: placed, opened, fired, posted, by commands alone, on a phone's page."""

import struct

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play

SCRIPT = """
as Ref
/campaign new starter:True
/deck load name:"Bridge deck"
/place name:"Marine E1, Marine N1" at:N19 facing:N
/place name:"Pirate, Pirate Captain" at:N17 facing:S
/door at:"Marine E1"
dice 4 5 3 3 2
/fire attacker:"Marine E1" target:Pirate
/deck show
"""
# A picture is at most twenty squares across; 390 pixels of a phone leave each of them readable.
WIDEST = 20 * 48


async def test_every_answer_on_a_deck_has_its_picture_and_its_words(tmp_path):
    loopback = Loopback()
    stage = RefereeStage(f"sqlite+aiosqlite:///{tmp_path}/game.db")
    reports = [report async for report in play(SCRIPT.strip().splitlines(), loopback, stage)]
    assert [report["error"] for report in reports if report["error"]] == []
    channels = loopback.world.channels.values()
    pictures = [file for channel in channels for message in channel.messages.values() for file in message.files]
    assert len(pictures) == 6
    for file in pictures:
        assert file.data.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", file.data[16:24])
        assert max(width, height) <= WIDEST
        assert "Bridge deck" in file.alt
    fire = pictures[-2].alt
    assert "Fire from N19 to N17." in fire
    assert "Danger space: N18, N17" in fire
