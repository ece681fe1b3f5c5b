"""What each side knows where not everybody knows all: kept with the orders, taken back with them, gone for good."""

import json
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import func, select

from bot.campaign.knowing import knowledge
from bot.campaign.play import play
from bot.campaign.rows import CHANGE, ENTRY, SEEN, audience_of
from bot.deck.board import as_drawn
from bot.deck.knowledge import Instant
from bot.deck.outlook import seen_together
from bot.deck.plan import At
from bot.deck.reading import read_plan
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.systems.house import DrawnDeck
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER, STRANGER, Ones
from tests.campaign.whole import contradictions

# Two rooms of three squares in a row, with a shut door between them, D1 to the right of C1.
ROOMS = """name: Rooms
level: Deck
+-+-+-+-+-+-+
|a . .D. . b|
+-+-+-+-+-+-+
a = room 1 West
b = room 2 East
"""
PLAN = read_plan(ROOMS, "rooms")
# A corridor of five squares, from whose middle one of three leads south.
CROSSED = """name: Crossing
level: Deck
+-+-+-+-+-+
|. . . . .|
+-+-+ +-+-+
    |.|
    + +
    |.|
    + +
    |.|
    +-+
"""
CROSSING = read_plan(CROSSED, "crossing")
WEST, EAST = (frozenset(At(0, x, 0) for x in columns) for columns in ((0, 1, 2), (3, 4, 5)))
MARINE, PIRATE = "Marine E1", "Pirate"


async def order(channel, verb, people=None, material=None, dice=LiveDice, **fields):
    async with channel.transaction() as transaction:
        return await play(transaction, channel.place, AHL, verb, people or {}, fields, dice, material)


async def foggy(channel):
    """A campaign on that deck in which each side knows only what it has seen: a marine in the west, a pirate east."""
    await order(channel, "deck load", material=DrawnDeck(PLAN, ROOMS, ()))
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": "on"})
        await transaction.record("campaign set", Card("The campaign is set"), place=channel.place)
    await order(channel, "place", {"name": MARINE}, at="A1")
    await order(channel, "place", {"name": PIRATE}, at="F1")
    return channel


@pytest.fixture
async def fog(channel):
    return await foggy(channel)


async def known(channel):
    return await known_of(channel, PLAN)


async def known_of(channel, plan):
    async with channel.transaction() as transaction:
        return await knowledge(transaction, plan)


async def ids(channel):
    async with channel.transaction() as transaction:
        return {unit.name: unit.id for unit in await transaction.units()}


async def sides(channel):
    async with channel.transaction() as transaction:
        units = {unit.name: unit.side for unit in await transaction.units()}
    return units[MARINE], units[PIRATE]


async def stored(store):
    async with store.engine.begin() as connection:
        return [dict(row) for row in (await connection.execute(select(SEEN).order_by(SEEN.c.side))).mappings()]


async def test_each_side_sees_its_own_room_and_nobody_behind_the_door(fog):
    ours, theirs = await sides(fog)
    found = await known(fog)
    assert (found[ours].seen, found[theirs].seen, found[""].seen) == (WEST, EAST, frozenset())
    assert [side.people for side in found.values()] == [{}, {}, {}]


async def test_an_open_door_shows_both_to_each_other_and_to_all(fog):
    ours, theirs = await sides(fog)
    number = await ids(fog)
    await order(fog, "door set", at="C1", side="E", open=True)
    found = await known(fog)
    assert {side.seen for side in found.values()} == {WEST | EAST}
    assert found[ours].people.keys() == {number[PIRATE]}
    assert found[theirs].people.keys() == {number[MARINE]}
    assert found[""].people.keys() == {number[MARINE], number[PIRATE]}


async def test_of_whom_one_sees_no_more_is_known_than_shows(fog):
    ours, _ = await sides(fog)
    number = await ids(fog)
    await order(fog, "character edit", {"name": PIRATE}, field="skill", value="7")
    await order(fog, "character edit", {"name": PIRATE}, field="light wounds", value="2")
    await order(fog, "door set", at="C1", side="E", open=True)
    shown = AHL.load_sheet((await known(fog))[ours].people[number[PIRATE]].shows["sheet"])
    truth = await fog.sheet(PIRATE)
    assert (truth.light_wounds, truth.weapons[0].skill) == (2, 7)
    assert (shown.light_wounds, shown.weapons[0].skill, shown.weapons[0].spare) == (0, 0, ())
    assert (shown.armour, shown.weapons[0].weapon) == (truth.armour, truth.weapons[0].weapon)


async def test_what_was_seen_through_a_door_is_remembered_behind_it(fog):
    ours, theirs = await sides(fog)
    number = await ids(fog)
    await order(fog, "door set", at="C1", side="E", open=True)
    await order(fog, "door set", at="C1", side="E", open=False)
    found = await known(fog)
    assert (found[ours].seen, found[ours].known) == (WEST, WEST | EAST)
    assert found[ours].people[number[PIRATE]].present is False
    assert found[ours].people[number[PIRATE]].standing.at == At(0, 5, 0)
    assert found[theirs].people[number[MARINE]].standing.at == At(0, 0, 0)
    assert found[""].seen == frozenset()


async def test_whoever_walks_past_a_doorway_has_looked_through_it_and_been_seen(fog):
    """Across the mouth of a corridor: neither of the ends of the way sees into it, and nobody in it sees those."""
    await order(fog, "deck load", material=DrawnDeck(CROSSING, CROSSED, ()))
    await order(fog, "place", {"name": MARINE}, at="A1")
    await order(fog, "place", {"name": PIRATE}, at="C4")
    ours, theirs = await sides(fog)
    number = await ids(fog)
    before = await known_of(fog, CROSSING)
    assert (before[ours].people, before[theirs].people) == ({}, {})
    await order(fog, "move", {"name": MARINE}, to="E E E E")
    found = await known_of(fog, CROSSING)
    assert found[ours].people[number[PIRATE]].standing.at == At(0, 2, 3)
    assert found[theirs].people[number[MARINE]].standing.at == At(0, 2, 0)
    assert [found[side].people[who].present for side, who in ((ours, number[PIRATE]), (theirs, number[MARINE]))] == [
        False,
        False,
    ]


async def test_who_is_out_of_action_sees_nothing(fog):
    ours, _ = await sides(fog)
    await order(fog, "character edit", {"name": MARINE}, field="condition", value="unconscious")
    found = await known(fog)
    assert (found[ours].seen, found[ours].known) == (frozenset(), WEST)


async def test_it_is_remembered_when_something_was_seen(fog):
    ours, _ = await sides(fog)
    await order(fog, "door set", at="C1", side="E", open=True)
    await order(fog, "turn begin")
    await order(fog, "door set", at="C1", side="E", open=False)
    found = (await known(fog))[ours]
    assert (found.when(At(0, 5, 0)), found.when(At(0, 0, 0))) == (Instant(1, 0), Instant(1, 0))


async def test_all_of_it_goes_back_and_comes_again_with_the_orders(fog, store):
    before = [await stored(store)]
    await order(fog, "door set", at="C1", side="E", open=True)
    before.append(await stored(store))
    await order(fog, "fire", {"name": MARINE, "target": PIRATE}, dice=Ones, turn=True)
    await order(fog, "move", {"name": MARINE}, to="B1")
    before.append(await stored(store))
    assert before[0] != before[1]
    await take_back(fog)
    await take_back(fog)
    assert await stored(store) == before[1]
    await take_back(fog)
    assert await stored(store) == before[0]
    for _ in range(3):
        await again(fog)
    assert await stored(store) == before[2]
    assert await contradictions(store.engine) == []


async def test_what_an_order_shows_is_kept_with_it_or_not_at_all(fog, store):
    async def come_to_nothing():
        async with fog.transaction() as transaction:
            await play(transaction, fog.place, AHL, "door set", {}, {"at": "C1", "side": "E", "open": True}, LiveDice)
            raise RuleError("The order comes to nothing.")

    before = await stored(store)
    with pytest.raises(RuleError, match="comes to nothing"):
        await come_to_nothing()
    assert await stored(store) == before
    await order(fog, "door set", at="C1", side="E", open=True)
    assert await stored(store) != before


async def test_the_deck_isnt_taken_away_and_with_another_what_is_known_begins_anew(fog, store):
    with pytest.raises(RuleError, match="Fog lies over decks alone"):
        await order(fog, "deck take")
    assert await stored(store) != []
    ours, _ = await sides(fog)
    assert (await known(fog))[ours].seen == WEST
    other = ROOMS.replace("Rooms", "Others")
    await order(fog, "deck load", material=DrawnDeck(read_plan(other, "rooms"), other, ()))
    assert {side.known for side in (await known(fog)).values()} == {frozenset()}


async def test_without_fog_nothing_is_kept(channel, store):
    await order(channel, "deck load", material=DrawnDeck(PLAN, ROOMS, ()))
    await order(channel, "place", {"name": MARINE}, at="A1")
    assert await stored(store) == []


async def test_an_erasing_takes_it_along(fog, store):
    async with fog.transaction() as transaction:
        assert (await transaction.erase())["seen"] == 3
    async with store.engine.begin() as connection:
        assert (await connection.execute(select(func.count()).select_from(SEEN))).scalar_one() == 0


async def test_what_is_stored_is_what_the_exact_rule_sees_however_the_fight_went(fog):
    """A random walk of both: what each side sees is always the view from where it stands."""
    random, here = Random(7), as_drawn(PLAN)
    ours, theirs = await sides(fog)
    for _ in range(12):
        name = random.choice((MARINE, PIRATE))
        await order(fog, "place", {"name": name}, at=f"{random.choice('ABCDEF')}1")
        async with fog.transaction() as transaction:
            places = {unit.name: unit.place for unit in await transaction.units()}
        found = await known(fog)
        for side, eyes in ((ours, MARINE), (theirs, PIRATE)):
            assert found[side].seen == seen_together(here, [At(*places[eyes]["at"])])


def _ordered(random):
    """Something that somebody does, or that is done with the deck."""
    name, other = random.sample((MARINE, PIRATE), 2)
    return random.choice(
        [
            ("place", {"name": name}, {"at": f"{random.choice('ABCDEF')}1"}),
            ("move", {"name": name}, {"to": f"{random.choice('ABCDEF')}1"}),
            ("door set", {}, {"at": "C1", "side": "E", "open": random.random() < 0.5}),
            ("light set", {}, {"room": random.choice(("West", "East")), "on": random.random() < 0.5}),
            ("face", {"name": name}, {"facing": random.choice("NESW")}),
            ("fire", {"name": name, "target": other}, {"turn": True}),
        ]
    )


async def _changes(store, entry):
    async with store.engine.begin() as connection:
        query = select(func.count()).select_from(CHANGE).where(CHANGE.c.entry_id == entry.id)
        return (await connection.execute(query)).scalar_one()


@pytest.mark.parametrize("seed", range(4))
async def test_undo_and_redo_of_a_random_fight_give_what_is_known_back(fog, store, seed):
    random, known = Random(seed), [await stored(store)]
    while len(known) < 10:
        verb, people, fields = _ordered(random)
        with suppress(RuleError):
            entry = await order(fog, verb, people, **fields)
            # What changes nothing isn't taken back either.
            known += [await stored(store)] if await _changes(store, entry) else []
    for before in reversed(known[:-1]):
        await take_back(fog)
        assert await stored(store) == before
    for after in known[1:]:
        await again(fog)
        assert await stored(store) == after
    assert await contradictions(store.engine) == []


async def test_what_is_stored_grows_no_more_once_all_is_known(fog, store):
    """After ten times as many phases it is at most 1.3 times as much."""
    sizes = []
    await order(fog, "turn begin")
    for number in range(60):
        await order(fog, "door set", at="C1", side="E", open=number % 2 == 0)
        await order(fog, "place", {"name": MARINE}, at=f"{'ABC'[number % 3]}1")
        if number in {5, 59}:
            sizes.append(len(json.dumps([row["known"] for row in await stored(store)])))
    assert sizes[1] <= 1.3 * sizes[0]


async def test_a_side_reads_all_of_each_deed_of_its_own_in_a_step_and_what_its_people_may_do_in_it(fog):
    async with fog.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "autopilot": "acts"})
        await transaction.record("campaign set", Card("The campaign is set"), place=fog.place)
    await order(fog, "turn begin")
    await order(fog, "place", {"name": "Pirate Captain"}, at="F1")
    for name in (PIRATE, "Pirate Captain"):
        await order(fog, "autopilot set", {"name": name}, orders="advance", at="D1")
        await order(fog, "plan", {"name": name}, plan="move")
    await order(fog, "plan", {"name": MARINE}, plan="move")
    await order(fog, "next")
    await order(fog, "next")
    own, others = [(await told(fog, side))[-1]["lines"] for side in ("Pirates", "Marines")]
    assert (sum(line.startswith("— Pirate ") for line in own), own.count("Why: goes to D1")) == (2, 2)
    assert "Marine E1: may act in movement by /move (AHL 7)" in others


async def test_what_only_tells_something_is_told_by_what_one_knows_in_a_turn_that_is_kept_too(fog):
    await order(fog, "structure hit", name="Pump", kind="bulkhead", penetration="60")
    await order(fog, "turn begin")
    await order(fog, "character edit", {"name": MARINE}, owner=str(PLAYER.id))
    for actor in (PLAYER, STRANGER):
        async with fog.transaction(actor) as transaction:
            entry = await play(transaction, fog.place, AHL, "structure list", {}, {}, LiveDice)
        assert entry.card.title == "Structures"
        assert [line.before for line in entry.card.lines] == ["None has been hit: "]


async def told(channel, side):
    """What was told a side alone, as it is stored."""
    async with channel.store.engine.begin() as connection:
        rows = await connection.execute(
            select(ENTRY.c.card).where(ENTRY.c.audience == audience_of(side)).order_by(ENTRY.c.id)
        )
        return [*rows.scalars()]
