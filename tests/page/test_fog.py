"""Fog of war in three windows as narrow as a phone: a referee and two players, each side in a thread of its own."""

import re

from playwright.async_api import expect

from bot.sandbox.play import RefereeStage
from tests.page.conftest import Visitor
from tests.page.test_phone import PHONE, fits, sees_whole

SETUP = (
    "/campaign new starter:True",
    '/deck load name:"Bridge deck"',
    '/players hand name:"Marine E1, Marine N1" player:@Ann',
    '/players hand name:"Pirate, Pirate Captain" player:@Bob',
    "/character edit name:Pirate field:grenades value:2",
    '/place name:"Marine E1" at:I24 facing:W',
    '/place name:"Marine N1" at:I23 facing:W',
    "/place name:Pirate at:G20 facing:S",
    '/place name:"Pirate Captain" at:H18 facing:S',
    "/campaign set setting:fog value:on",
    "/side open name:Marines",
    "/side open name:Pirates",
    "/turn begin",
)
# How far the fight came, as all are told, and what each reads of it in their log besides: the newest first.
STEPS = (
    ("4", "snap shots"),
    ("4", "covering fire"),
    ("3", "movement"),
    ("3", "covering fire"),
    ("2", "snap shots"),
    ("2", "movement"),
    ("2", "covering fire"),
    ("1", "movement"),
)
SHOT = (
    "ACR (DS), snap fire, burst of 4, 2 squares: effective range",
    "To hit: 8+ (effective) | 6+6 +1 skill +2 burst −2 snap shot = 13 → hit",
    "Damage: 1+1 +4 penetration −6 cloth = 0 → no effect",
    "ACR: 16 of 20 rounds left",
    "Marine E1: 3 AP left in phase 2",
)
WALKED = ("3 AP, within 1 phase of 6 AP; faces south", "Marine E1: 3 AP left in phase 3")
CREPT = ("2 AP, within 1 phase of 6 AP; faces south", "Pirate: 4 AP left in phase 2")
THROWN = ("To hit J24, 3 squares away: 8+ | 6+6 = 12 → hit", "1 grenade left", "Pirate: 0 AP left in phase 4")
BESIDES = {
    "Ann": (
        "An explosion at J24",
        "An explosion reaches Marine N1: hit with effect",
        "An explosion reaches Marine E1: hit without effect",
        "Marine N1 is at I23 facing west, prone",
        "Marine N1: 1 light wound, unconscious · ACR (DS) 20 rounds · combat armor",
        "Marine E1 walks to I25 · @Ann",
        *WALKED,
        "Marine E1 fires at Pirate · @Ann",
        *SHOT,
        "Pirate is at G24 facing south",
        "Pirate comes into view at G23 facing south: Submachinegun · cloth",
        "The iris valve between H24 and I24 is open now",
        "Marine E1 opens the iris valve between H24 and I24 · @Ann",
        "2 AP; it is open as the next phase begins",
        "Marine E1: 4 AP left in phase 1",
    ),
    "Bob": (
        "Pirate throws a grenade · @Bob",
        *THROWN,
        "Marine E1 is out of sight, seen last at I24",
        "Marine E1 attacks Pirate: hit without effect",
        "Pirate walks to G24 · @Bob",
        *CREPT,
        "Marine E1 comes into view at I24 facing west: ACR (DS) · combat armor",
        "The iris valve between H24 and I24 is open now",
        "“Pirate Captain walks to H21” was taken back",
        "Pirate Captain walks to H21 taken back · @Bob",
        "6 AP, within 1 phase of 6 AP; faces south",
        "Pirate Captain: 0 AP left in phase 1",
        "Pirate walks to G23 · @Bob",
        "6 AP, within 1 phase of 6 AP; faces south",
        "Pirate: 0 AP left in phase 1",
    ),
    "Onlooker": (
        "Marine E1 is out of sight, seen last at I24",
        "Pirate is out of sight, seen last at G24",
        "Marine E1 attacks Pirate: hit without effect",
        "Pirate is at G24 facing south",
        "Marine E1 comes into view at I24 facing west: ACR (DS) · combat armor",
        "Pirate comes into view at G23 facing south: Submachinegun · cloth",
    ),
}


async def enters(visitor: Visitor, thread: str) -> None:
    """Open the list of channels, and a thread out of it."""
    await visitor.page.get_by_role("button", name="Channels and people").click()
    await visitor.page.locator("#channels .threads").get_by_role("button").filter(has_text=thread).click()
    await expect(visitor.page.locator("#place")).to_have_text(thread)


async def orders(visitor: Visitor, *lines: str) -> None:
    """Give orders one after the other, each once the one before is answered."""
    for line in lines:
        before = await visitor.messages.count()
        await (visitor.send(line) if " " in line else visitor.command(line[1:]))
        await expect(visitor.page.locator(".command-name")).to_have_count(0)
        await expect(visitor.messages).not_to_have_count(before)
        await expect(visitor.messages.locator("[aria-busy]")).to_have_count(0)


async def test_a_fight_in_three_windows(game, visit):
    """Pirates creep up unseen; a marine opens a door on one and fires; an order of theirs is taken back; a grenade goes
    round a corner at nobody in sight and wounds somebody, who is told so; and each one's log is told just that.
    """
    loopback, stage = game
    for line in SETUP:
        assert (await loopback.slash("Ref", "table", line)).error is None, line
    ref, ann, bob = [await visit(loopback, name, **PHONE) for name in ("Ref", "Ann", "Bob")]
    await enters(ann, "Marines")
    await enters(bob, "Pirates")
    await creeps(ref, ann, bob)
    await opens_and_fires(ref, ann, bob, stage)
    await throws_blind(ref, ann, bob, stage)
    for visitor in (ref, ann, bob):
        await fits(visitor)
    looker = await visit(loopback, "Onlooker", **PHONE)
    for name, visitor, told in (
        ("Ann", ann, "What Marines see"),
        ("Bob", bob, "What Pirates see"),
        ("Onlooker", looker, "What everybody sees"),
    ):
        lines = await log_of(visitor)
        steps = [line for line in lines if line.startswith("It is phase")]
        assert steps == [f"It is phase {phase} of turn 1, {step}" for phase, step in STEPS]
        assert tuple(line for line in lines if line not in {*steps, told}) == BESIDES[name]
    assert loopback.faults == []


async def creeps(ref: Visitor, ann: Visitor, bob: Visitor) -> None:
    """The pirates come along the passage unseen, and what the referee takes back is told to nobody else."""
    await orders(ann, '/plan name:"Marine E1, Marine N1" plan:move')
    await orders(bob, '/plan name:"Pirate, Pirate Captain" plan:move')
    await orders(ref, "/phase", "/phase step:movement")
    await bob.sees("It is phase 1 of turn 1, movement")
    # Unseen, and taken back unseen.
    await bob.send("/move name:Pirate to:G23")
    await sees_whole((await bob.sees("Pirate walks to G23")).get_by_role("img").first)
    await bob.send('/move name:"Pirate Captain" to:H21')
    await bob.sees("Pirate Captain walks to H21")
    await orders(ref, "/undo")
    await bob.sees("“Pirate Captain walks to H21” was taken back")
    await expect(ann.messages.last).to_contain_text("It is phase 1 of turn 1, movement")


async def opens_and_fires(ref: Visitor, ann: Visitor, bob: Visitor, stage: RefereeStage) -> None:
    """A marine opens a door on one of them, and has a snap shot at him."""
    await ann.send('/door at:"Marine E1" side:W')
    await ann.sees("Marine E1 opens the iris valve")
    await orders(ref, "/phase", "/phase step:movement")
    met = await ann.sees("Pirate comes into view at G23")
    await sees_whole(met.get_by_role("img", name=re.compile("Pirate at G23, facing south")).first)
    await bob.send("/move name:Pirate to:G24")
    await ann.sees("Pirate is at G24 facing south")
    await orders(ref, '/phase step:"snap shots"')
    await ann.sees("It is phase 2 of turn 1, snap shots")
    stage.dice([6, 6, 1, 1])
    await ann.send('/fire name:"Marine E1" target:Pirate mode:snap')
    await expect(await ann.sees("Marine E1 fires at Pirate")).to_contain_text("+1 skill")
    told = await bob.sees("Marine E1 attacks Pirate: hit without effect")
    await expect(told).not_to_contain_text("skill")


async def throws_blind(ref: Visitor, ann: Visitor, bob: Visitor, stage: RefereeStage) -> None:
    """The marines are out of sight, and still in reach of a grenade."""
    await orders(ref, "/phase", "/phase step:movement")
    await ann.sees("It is phase 3 of turn 1, movement")
    await ann.send('/move name:"Marine E1" to:I25')
    await bob.sees("Marine E1 is out of sight, seen last at I24")
    await orders(ref, "/phase", '/phase step:"snap shots"')
    await bob.sees("It is phase 4 of turn 1, snap shots")
    stage.dice([6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 1])
    await bob.send("/grenade name:Pirate at:J24")
    thrown = await bob.sees("Pirate throws a grenade")
    await expect(thrown).to_contain_text("6+6 = 12 → hit")
    await expect(thrown).not_to_contain_text("Marine")
    await expect(thrown).not_to_contain_text("combat armor")
    hurt = await ann.sees("An explosion at J24")
    await expect(hurt).to_contain_text("Marine N1: 1 light wound, unconscious")
    await expect(hurt).not_to_contain_text("Pirate")
    await sees_whole(hurt.get_by_role("img").first)


async def log_of(visitor: Visitor) -> list[str]:
    """The lines of somebody's log from the first movement on, without the times."""
    lines = list[str]()
    for page in (1, 2):
        await visitor.send(f"/log page:{page}")
        text = await (await visitor.sees(f"Log, page {page}")).inner_text()
        told = text.partition(f"Log, page {page}")[2].partition("Only you can see this")[0]
        lines += [re.sub(r"^\d+:\d+ ", "", line) for line in told.splitlines() if line]
    last = next(number for number, line in enumerate(lines) if "phase 1 of turn 1, movement" in line)
    return lines[: last + 1]
