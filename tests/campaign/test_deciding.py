"""What takes long is decided between two turns: nothing is lost, whatever is done to the campaign meanwhile."""

import asyncio
import os
import signal
from itertools import count, pairwise

import pytest
from sqlalchemy import select

from bot.campaign import deciding
from bot.campaign.access import Actor
from bot.campaign.database import open_database
from bot.campaign.deciding import Processes, decide_matter, in_transactions
from bot.campaign.play import play
from bot.campaign.rows import ENTRY
from bot.campaign.store import RepeatedError, Store
from bot.campaign.stretches import reveal, salt, to_open
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import NeedsYesError, RuleError
from bot.engine.system import SHIP
from bot.systems.ships import HIDDEN
from tests.campaign.conftest import PLAYER, REFEREE
from tests.campaign.fleets import SHIPS, Fleets
from tests.campaign.whole import contradictions


class Held(Processes):
    """Decides here; each time it waits for `go`, and has its own way of doing something meanwhile."""

    def __init__(self, meanwhile=None):
        super().__init__()
        self.meanwhile, self.times = meanwhile, 0
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self.queued = asyncio.Semaphore(0)

    def queue(self, campaign_id):
        self.queued.release()
        return super().queue(campaign_id)

    async def stand_in_line(self, many):
        """Wait until that many orders stand in line, or are at its head."""
        for _ in range(many):
            await self.queued.acquire()

    async def decide(self, matter):
        self.times += 1
        if self.meanwhile is None:
            self.begun.set()
            await self.go.wait()
        else:
            await self.meanwhile(self.times)
        return await asyncio.to_thread(decide_matter, matter)


class Beside(Fleets):
    """A channel whose battles are decided beside."""

    async def beside(self, processes, verb="battle round", key=None, actor=REFEREE, **fields):
        key = key or f"beside-{self.place.channel_id}-{next(self.keys)}"

        ships = {"name": fields.pop("ships")} if "ships" in fields else {}

        async def work(transaction):
            return await play(transaction, self.place, SHIPS, verb, ships, fields, LiveDice)

        return await in_transactions(processes, lambda: self.store.transaction(self.place, actor, key), work)

    async def rename(self, *_):
        async with self.transaction() as transaction:
            transaction.change(await transaction.unit("Blue One", "ship"), side="Green")
            await transaction.record("set", Card("Blue is Green"), place=self.place)

    async def throw(self, *_):
        async with self.transaction() as transaction:
            dice = LiveDice(transaction.source.key, transaction.campaign.counter)
            dice.roll(2, why="anything")
            await transaction.record("roll", Card("thrown"), place=self.place, throws=dice.throws)

    async def side_of_blue(self):
        async with self.transaction() as transaction:
            return (await transaction.unit("Blue One", "ship")).side


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch):
    monkeypatch.setattr("bot.campaign.play.MANY_SHIPS", 2)
    # Dice that fall alike whenever the tests are run.
    monkeypatch.setattr("bot.campaign.store.new_seed", lambda: bytes(32))


@pytest.fixture
async def fleets(store):
    channel = Beside(store)
    await channel.begin(starter=False)
    await channel.muster()
    return channel


async def entries(store):
    """Verb, first die and number of dice of each entry, oldest first."""
    query = select(ENTRY.c.verb, ENTRY.c.first_die, ENTRY.c.throws).order_by(ENTRY.c.id)
    async with store.engine.begin() as connection:
        rows = (await connection.execute(query)).all()
    return [(verb, first, sum(len(faces) for _, _, faces in throws)) for verb, first, throws in rows]


async def check_whole(store):
    """No entry contradicts the tables, and no die was thrown twice."""
    assert await contradictions(store.engine) == []
    dice = [(first, many) for _, first, many in await entries(store)]
    assert all(first + many == following for (first, many), (following, _) in pairwise(dice))


async def turn_of(fleets):
    return (await fleets.state())[0].turn


async def test_the_campaign_is_free_for_others_while_a_round_is_decided(fleets, store):
    held = Held()
    round_ = asyncio.ensure_future(fleets.beside(held))
    await held.begun.wait()
    assert await turn_of(fleets) == 1
    await fleets.rename()
    held.go.set()
    await round_
    # Who holds a ship's papers is nothing that the round hangs on.
    assert (held.times, await turn_of(fleets), await fleets.side_of_blue()) == (1, 2, "Green")
    await check_whole(store)
    await fleets.back()
    assert (await turn_of(fleets), await fleets.side_of_blue()) == (1, "Green")
    await fleets.back()
    assert await fleets.side_of_blue() == "Blue"
    await check_whole(store)


async def test_dice_that_were_thrown_meanwhile_are_not_thrown_again(fleets, store):
    held = Held()
    round_ = asyncio.ensure_future(fleets.beside(held))
    await held.begun.wait()
    await fleets.throw()
    held.go.set()
    entry = await round_
    assert held.times == 2
    (_, _, none), (_, first, two), (verb, following, _) = (await entries(store))[-3:]
    assert (none, two, following, verb) == (0, 2, first + 2, "battle round")
    assert entry.outcome.ledger.battle.turn == 2
    await check_whole(store)


@pytest.mark.parametrize("opened", [False, True])
async def test_what_is_salted_or_opened_meanwhile_throws_anew(fleets, store, opened):
    """No round counts that was decided by dice of before: a seed that is open throws nothing more."""
    await fleets.throw()
    held = Held()
    round_ = asyncio.ensure_future(fleets.beside(held))
    await held.begun.wait()
    async with fleets.transaction() as transaction:
        key = transaction.source.key
        if opened:
            await reveal(transaction, fleets.place, SHIPS, (await to_open(transaction)).first.id)
        else:
            await salt(transaction, fleets.place, SHIPS, "red dog")
        assert transaction.source.key != key
        dice = LiveDice(transaction.source.key, transaction.campaign.counter)
    held.go.set()
    await round_
    assert held.times == 2
    async with store.engine.begin() as connection:
        throws = (await connection.execute(select(ENTRY.c.throws).order_by(ENTRY.c.id))).scalars().all()[-1]
    assert [faces for _, _, faces in throws] == [[dice.face(sides) for _ in faces] for _, sides, faces in throws]
    await check_whole(store)


async def test_what_was_taken_back_meanwhile_stays_taken_back(fleets, store):
    await fleets.beside(Held(meanwhile=lambda _: asyncio.sleep(0)))
    assert await turn_of(fleets) == 2
    held = Held()
    round_ = asyncio.ensure_future(fleets.beside(held))
    await held.begun.wait()
    await fleets.back()
    held.go.set()
    await round_
    assert (held.times, await turn_of(fleets)) == (2, 2)
    await check_whole(store)


async def test_a_battle_that_is_over_meanwhile_is_refused_in_a_sentence(fleets, store):
    held = Held()
    round_ = asyncio.ensure_future(fleets.beside(held))
    await held.begun.wait()
    await fleets.order("battle end")
    held.go.set()
    with pytest.raises(RuleError, match="No battle is being fought here"):
        await round_
    assert (await entries(store))[-1][0] == "battle end"
    await check_whole(store)


async def test_where_the_campaign_changes_ever_again_the_last_time_it_waits(fleets, store):
    """The last decision is made in the turn itself: nothing can be done to the campaign meanwhile."""
    thrown = []

    async def meanwhile(time):
        if time <= deciding.MOST_BESIDE:
            await fleets.throw()
            thrown.append(time)

    held = Held(meanwhile)
    await fleets.beside(held)
    assert held.times == deciding.MOST_BESIDE + 1
    assert len(thrown) == deciding.MOST_BESIDE
    assert await turn_of(fleets) == 2
    await check_whole(store)


async def test_one_campaigns_orders_are_decided_one_after_the_other(fleets, store):
    held = Held()
    both = [asyncio.ensure_future(fleets.beside(held)) for _ in range(2)]
    await held.begun.wait()
    await held.stand_in_line(2)
    held.go.set()
    titles = sorted(entry.card.title for entry in await asyncio.gather(*both))
    assert (held.times, titles) == (2, ["Red against Blue, turn 1", "Red against Blue, turn 2"])
    await check_whole(store)


async def test_the_same_interaction_acts_once(fleets, store):
    held = Held()
    heard = [asyncio.ensure_future(fleets.beside(held, key="same")) for _ in range(2)]
    await held.begun.wait()
    await held.stand_in_line(2)
    held.go.set()
    done = await asyncio.gather(*heard, return_exceptions=True)
    (repeated,) = [each for each in done if isinstance(each, RepeatedError)]
    (entry,) = [each for each in done if not isinstance(each, Exception)]
    assert repeated.entry.id == entry.id
    assert (held.times, await turn_of(fleets)) == (1, 2)
    await check_whole(store)


async def test_a_refusal_comes_back_as_its_sentence(fleets, store):
    before = await entries(store)
    processes = Processes()
    with pytest.raises(RuleError, match="Say for which side: side:Red or Blue"):
        await fleets.beside(processes, "battle form")
    processes.close()
    assert await entries(store) == before


async def test_whose_a_side_is_is_known_beside_as_well_but_not_of_what_is_hidden(store):
    channel, stranger = Beside(store), Actor(77, "Stranger")
    await channel.begin(starter=False)
    sheet = SHIPS.dump_sheet(SHIPS.templates["Sable"].sheet)
    async with channel.transaction() as transaction:
        await transaction.add_unit("Red One", "Red", PLAYER.id, sheet, SHIP)
        await transaction.add_unit("Shade", "Red", 78, sheet, SHIP, marks=[HIDDEN])
        await transaction.add_unit("Raft", "", stranger.id, sheet, SHIP)
        await transaction.record("ship add", Card("3 ships join"), place=channel.place)
    await channel.order("battle new", first="Red", second="Blue")
    processes = Processes()
    with pytest.raises(NeedsYesError) as needed:
        await channel.beside(processes, "battle join", actor=stranger, ships="Raft", side="Red")
    processes.close()
    assert needed.value.of == (str(PLAYER.id),)


async def test_processes_decide_what_this_one_would_and_one_that_is_killed_loses_nothing(fleets, store):
    alike = Beside(store, fleets.place, count(1000))
    processes = Processes()
    entry = await fleets.beside(processes)
    after = await fleets.state()
    async with store.transaction(fleets.place, REFEREE, "look") as transaction:
        seed = transaction.source.seed
    await fleets.back()
    first = (await entries(store))[-2][1]
    async with alike.transaction() as transaction:
        here = await play(transaction, alike.place, SHIPS, "battle round", {}, {}, lambda *_: Staged(seed, first))
    assert here.card.lines == entry.card.lines
    assert await fleets.state() == after
    await fleets.back()
    for child in processes._pool._processes:
        os.kill(child, signal.SIGKILL)
    await fleets.beside(processes)
    assert await turn_of(fleets) == 2
    processes.close()


class Staged(LiveDice):
    """Dice that no other process is asked to throw."""


async def test_two_bots_that_share_a_database_lose_nothing(postgresql):
    async with postgresql.database() as url:
        engines = [await open_database(url) for _ in range(2)]
        one, two = (
            Beside(Store(engine, now=lambda: 0), keys=count(start))
            for engine, start in zip(engines, (1, 10_000), strict=True)
        )
        await one.begin(starter=False)
        await one.muster()
        held, other = Held(), Held()
        rounds = [asyncio.ensure_future(one.beside(held)), asyncio.ensure_future(two.beside(other))]
        await held.begun.wait()
        await other.begun.wait()
        await two.throw()
        held.go.set()
        first = await rounds[0]
        other.go.set()
        second = await rounds[1]
        assert (held.times, other.times) == (2, 2)
        titles = [entry.card.title for entry in (first, second)]
        assert titles == ["Red against Blue, turn 1", "Red against Blue, turn 2"]
        await check_whole(one.store)
        await two.back()
        # The same interaction, heard by both.
        held, other = Held(), Held()
        rounds = [asyncio.ensure_future(each.beside(how, key="both")) for each, how in ((one, held), (two, other))]
        await held.begun.wait()
        await other.begun.wait()
        held.go.set()
        entry = await rounds[0]
        other.go.set()
        with pytest.raises(RepeatedError) as repeated:
            await rounds[1]
        assert repeated.value.entry.id == entry.id
        assert [verb for verb, _, _ in await entries(one.store)].count("battle round") == 3
        await check_whole(two.store)
        for engine in engines:
            await engine.dispose()
