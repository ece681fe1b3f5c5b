"""The fight that a deck was wanted for: placed, opened, fired, posted, by commands alone, on a phone's page."""

from bot.sandbox.loopback import Loopback
from bot.sandbox.play import RefereeStage
from bot.sandbox.runner import play
from bot.systems import DATA

SCRIPT = """
as Ref
/campaign new starter:True
/deck load name:"Bridge deck"
/place name:"Marine E1, Marine N1" at:N19 facing:N
/place name:"Pirate, Pirate Captain" at:N17 facing:S
/door at:"Marine E1"
dice 4 5 3 3 2 1 1
/fire name:"Marine E1" target:Pirate
/deck show
"""


async def test_every_answer_on_a_deck_has_its_picture_and_its_words(database_url):
    loopback = Loopback()
    stage = RefereeStage(database_url)
    reports = [report async for report in play(SCRIPT.strip().splitlines(), loopback, stage)]
    assert [report["error"] for report in reports if report["error"]] == []
    channels = loopback.world.channels.values()
    pictures = [file for channel in channels for message in channel.messages.values() for file in message.files]
    # Where it is put up the whole deck, in sheets with a key of their signs; then what matters, so that a phone shows
    # each square.
    sheets, (key, *crops) = pictures[:9], pictures[9:]
    assert len(crops) == 5
    assert key.alt.startswith("Key: ")
    assert all(file.data.startswith(b"\x89PNG") for file in pictures)
    assert all("Bridge deck, from " in file.alt for file in (*sheets, *crops))
    fired = pictures[-2].alt
    assert "Line of fire from N19 to N17, 2 squares." in fired
    assert "Danger space: N18, N17" in fired


async def test_a_deck_is_exported_as_it_was_drawn(database_url):
    loopback = Loopback()
    stage = RefereeStage(database_url)
    opening = ["as Ref", "/campaign new starter:True", "/deck load name:Trainer"]
    lines = [*opening, "/place name:Pirate at:C3", "/deck export"]
    assert [report["error"] async for report in play(lines, loopback, stage) if report["error"]] == []
    messages = [message for channel in loopback.world.channels.values() for message in channel.messages.values()]
    (file,) = messages[-1].files
    assert file.name == "deck.txt"
    assert file.data == (DATA / "decks" / "trainer.txt").read_bytes()
