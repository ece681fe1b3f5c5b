"""Stretches of dice: salted, opened, undone and done again, forgotten, copied, and checked by what anybody has."""

import asyncio
import hashlib
import hmac
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text, update
from sqlalchemy.exc import IntegrityError

from bot.campaign.access import Actor
from bot.campaign.backups import Backups, copy_campaigns, restore
from bot.campaign.database import open_database
from bot.campaign.erasing import forget_person
from bot.campaign.rows import CAMPAIGN, ENTRY, STRETCH
from bot.campaign.store import Store
from bot.campaign.stretches import opened_log, opening_of, reveal, salt, stretches_of, to_open
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.packing import pack
from bot.engine.throwlog import checked, written
from bot.systems.seeds import MOST_SALTS
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.bumper import bumper
from tests.campaign.conftest import AHL, PLAYER, REFEREE, STRANGER, TABLE, Channel, as_of_0005

# What is packed can't be looked through by who reads it, but by whoever forgets somebody.
PACKED = next(packed for more in range(9) if "=" not in (packed := pack(f"203456789012345678{'abcdefghi'[:more]}")))
ANN = Actor(203_456_789_012_345_678, "Ann")


async def salted(channel, words, actor=PLAYER):
    async with channel.transaction(actor) as transaction:
        return await salt(transaction, channel.place, AHL, words)


async def opened(channel, actor=REFEREE):
    async with channel.transaction(actor, ended=True) as transaction:
        return await reveal(transaction, channel.place, AHL, (await to_open(transaction)).first.id)


async def throw(channel, actor=REFEREE, sealed=False):
    """Three dice by themselves, or in secret."""
    async with channel.transaction(actor) as transaction:
        dice = LiveDice(transaction.source.key, transaction.campaign.counter)
        dice.roll(2, why="throw")
        dice.roll(1, 100, why="fate")
        card = Card("Somebody throws")
        await transaction.record("roll", card, place=channel.place, throws=dice.throws, sealed=sealed)
        return [face for each in dice.throws for face in each.faces]


async def shoot(channel, **more):
    return await channel.fire(dice=LiveDice, range=5, **more)


async def fallen(channel):
    """How many dice have been thrown."""
    async with channel.transaction(ended=True) as transaction:
        return transaction.campaign.counter


async def stretches(channel):
    async with channel.transaction(ended=True) as transaction:
        return await stretches_of(transaction)


async def log_of(channel, actor=REFEREE):
    """The files of the log, each accepted."""
    async with channel.transaction(actor, ended=True) as transaction:
        files = written(transaction.campaign.id, await opened_log(transaction))
    for each in files:
        assert list(checked(each))
    return files


async def test_a_salt_begins_a_stretch_of_the_same_seed(channel):
    await throw(channel)
    before = await salted(channel, "  red   dog ")
    await salted(channel, "blue whale", STRANGER)
    await salted(channel, "green dog")
    first, second, third, fourth = await stretches(channel)
    assert {each.seed for each in (first, second, third, fourth)} == {first.seed}
    assert [each.salts for each in (first, second, third, fourth)] == [
        [],
        [{"words": "red dog", "by": 2}],
        [{"words": "red dog", "by": 2}, {"words": "blue whale", "by": 3}],
        [{"words": "blue whale", "by": 3}, {"words": "green dog", "by": 2}],
    ]
    assert [(each.first_die, each.next_die) for each in (first, second, third, fourth)] == [
        (0, 3),
        (3, 3),
        (3, 3),
        (3, None),
    ]
    assert (first.entry_id, second.entry_id) == (None, before.id)
    assert f"SHA-256 of the seed, as before: {hashlib.sha256(first.seed).hexdigest()}" in before.card.lines


async def test_faces_come_from_seed_salts_and_counter_as_the_readme_has_it(channel):
    await salted(channel, "red dog")
    await salted(channel, "żółty wieloryb", STRANGER)
    faces = await throw(channel)
    seed = (await stretches(channel))[0].seed
    key = hmac.new(seed, b"red dog\n" + "żółty wieloryb".encode(), hashlib.sha256).digest()
    digests = [hmac.new(key, bytes(7) + bytes([number]), hashlib.sha256).digest() for number in range(3)]
    by_hand = [int.from_bytes(each, "big") % sides + 1 for each, sides in zip(digests, (6, 6, 100), strict=True)]
    assert faces == by_hand


async def test_a_campaign_of_before_goes_on_throwing_the_same_faces(channel, store, database_url):
    await throw(channel)
    async with channel.transaction() as transaction:
        dice = LiveDice(transaction.source.seed, transaction.campaign.counter)
    expected = [dice.face(sides) for sides in (6, 6, 100)]
    async with store.engine.begin() as connection:
        await as_of_0005(connection)
    engine = await open_database(database_url)
    later = Channel(Store(engine, now=lambda: 1_800_000_100))
    later.keys = iter(range(1_000, 2_000))
    assert await throw(later) == expected
    (only,) = await stretches(later)
    assert (only.salts, only.first_die, only.since, only.entry_id) == ([], 0, 1_800_000_000, None)
    await opened(later)
    assert len(await log_of(later)) == 1
    await engine.dispose()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("x" * 10_000, "A salt can have 40 characters at most; this one has 10000."),
        ("", "A salt needs at least one letter or digit."),
        ("**red** dog", "A salt is made of letters, digits, emoji"),
        ("<@203456789012345678>", "A salt is made of letters, digits, emoji"),
        ("red\ndog\x00", "A salt is made of letters, digits, emoji"),
        ("red \u200bdog", "A salt is made of letters, digits, emoji"),
        ("203456789012345678", "no number in it has more than 14 figures"),
        (PACKED, "no number in it has more than 14 figures"),
        ("Red DOG", "Those words salt the dice already"),
    ],
    ids=range(9),
)
async def test_words_that_can_be_no_salt(channel, words, sentence):
    await salted(channel, "red dog")
    with pytest.raises(RuleError) as refused:
        await salted(channel, words, STRANGER)
    assert sentence in str(refused.value)
    assert len(await stretches(channel)) == 2


async def test_so_many_people_salt_a_seed_at_most(channel):
    async with channel.store.engine.begin() as connection:
        full = [{"words": f"word {number}", "by": 100 + number} for number in range(MOST_SALTS)]
        await connection.execute(update(STRETCH).values(salts=full))
    with pytest.raises(RuleError, match="50 people have salted this seed"):
        await salted(channel, "one too many")
    await salted(channel, "other words of one of them", Actor(100, "First"))


async def test_only_the_referee_opens_once_and_only_what_was_thrown(channel):
    with pytest.raises(RuleError, match="Nothing has been thrown from the present seed"):
        await opened(channel)
    await throw(channel)
    for actor in (PLAYER, Actor(9, "Boss", manager=True)):
        with pytest.raises(RuleError, match="Opening the seed of the dice is for the referee only"):
            await opened(channel, actor)
    seed = (await stretches(channel))[0].seed
    entry = await opened(channel)
    told = "\n".join(entry.card.lines)
    assert f"The seed of stretch 1: {seed.hex()}" in told
    assert "3 dice came from it, 0 to 2" in told
    async with channel.transaction() as transaction:
        assert f"SHA-256 of its seed: {hashlib.sha256(transaction.source.seed).hexdigest()}" in told
        with pytest.raises(RuleError, match="That seed is open already"):
            await reveal(transaction, channel.place, AHL, 1)
    with pytest.raises(RuleError, match="Nothing has been thrown from the present seed"):
        await opened(channel)


async def test_an_open_seed_throws_nothing_more_whatever_is_taken_back(channel):
    """And a throw taken back is owed as ever."""
    await salted(channel, "red dog")
    await shoot(channel, dm=-9)
    await shoot(channel)
    before = await channel.snapshot()
    await opened(channel)
    first, second, present = await stretches(channel)
    for _ in range(2):
        await take_back(channel)
    fired = await shoot(channel)
    assert "thrown after an undo" in fired.card.footer
    await take_back(channel)
    async with channel.store.engine.begin() as connection:
        last = (await connection.execute(select(ENTRY.c.first_die).order_by(ENTRY.c.id.desc()))).scalars().first()
    assert last >= second.next_die == present.first_die
    assert (await stretches(channel))[:2] == [first, second]
    await shoot(channel)
    await take_back(channel)
    with pytest.raises(RuleError):
        await again(channel, PLAYER)
    assert before != await channel.snapshot()
    await opened(channel)
    await log_of(channel)


async def test_the_database_itself_throws_from_no_open_seed(channel):
    with pytest.raises(IntegrityError):
        async with channel.store.engine.begin() as connection:
            await connection.execute(update(STRETCH).values(opened_at=7))


async def test_hidden_throws_are_told_only_when_their_stretch_is_open(channel):
    await throw(channel, PLAYER)
    await opened(channel)
    seen = await log_of(channel, STRANGER)
    before = [(each.id, each.first_die) for each in await stretches(channel)]
    await throw(channel, PLAYER, sealed=True)
    assert await log_of(channel, STRANGER) == seen
    assert [(each.id, each.first_die) for each in await stretches(channel)] == before
    async with channel.transaction() as transaction:
        assert (await opening_of(transaction)).hidden == ("Somebody throws",)
    await opened(channel)
    async with channel.transaction(STRANGER) as transaction:
        of_players, hidden = await opened_log(transaction)
    assert [entry.hidden for entry in (*of_players.entries, *hidden.entries)] == [False, True]


async def test_what_was_taken_back_is_told_so(channel):
    for _ in range(3):
        await shoot(channel, dm=-9)
    await take_back(channel)
    await take_back(channel)
    await again(channel)
    await throw(channel)
    await opened(channel)
    async with channel.transaction() as transaction:
        (log,) = await opened_log(transaction)
        assert [entry.taken_back for entry in log.entries] == [False, False, True, False]
        with pytest.raises(RuleError, match="Stretch 2 is not among those that are open"):
            await opened_log(transaction, 2)


async def test_somebody_forgotten_leaves_their_words_and_the_stretch_can_be_checked(channel):
    await salted(channel, "red dog", ANN)
    await throw(channel)
    key = (await stretches(channel))[-1]
    await forget_person(channel.store.engine, ANN.id)
    (_, now) = await stretches(channel)
    assert now.salts == [{"words": "red dog", "by": None}]
    assert now.seed == key.seed
    faces = await throw(channel)
    await salted(channel, "blue dog", ANN)
    assert (await stretches(channel))[-1].salts == [
        {"words": "red dog", "by": None},
        {"words": "blue dog", "by": ANN.id},
    ]
    await opened(channel)
    (text_of_log,) = await log_of(channel)
    assert "red dog" in text_of_log
    assert f'"faces": [{faces[0]}, {faces[1]}]' in text_of_log
    await forget_person(channel.store.engine, ANN.id)
    (without,) = await log_of(channel)
    assert str(ANN.id) in text_of_log
    assert str(ANN.id) not in without


async def test_a_backup_and_a_copy_have_all_stretches(channel, store, tmp_path):
    await salted(channel, "red dog")
    await throw(channel)
    await opened(channel)
    await throw(channel)
    expected, files = await stretches(channel), await log_of(channel)
    url = f"sqlite+aiosqlite:///{tmp_path}/copy.db"
    await copy_campaigns(store.engine.url.render_as_string(hide_password=False), url)
    backup = Backups(tmp_path / "backups", 1).make(url, 1_800_000_000)
    restore(backup, f"sqlite+aiosqlite:///{tmp_path}/back.db", 1_800_000_000)
    for name in ("copy", "back"):
        engine = await open_database(f"sqlite+aiosqlite:///{tmp_path}/{name}.db")
        there = Channel(Store(engine, now=lambda: 0))
        there.keys = iter(range(1_000, 2_000))
        assert await stretches(there) == expected
        assert await log_of(there) == files
        await opened(there)
        await log_of(there)
        await engine.dispose()


async def deed(channel, chance):
    """One command of a game: shots, throws for all and in secret, salts, undo, redo, and seeds that are opened."""
    what, actor = chance.randrange(10), chance.choice([REFEREE, PLAYER, STRANGER, ANN])
    if what < 3:
        await channel.fire(*chance.sample(["Marine E1", "Pirate", "Marine N1"], 2), dice=LiveDice, range=5)
    elif what < 5:
        await throw(channel, actor, sealed=what == 4)
    elif what == 5:
        await salted(channel, f"word {chance.randrange(20)}", actor)
    elif what == 6:
        await take_back(channel)
    elif what == 7:
        await again(channel)
    elif what == 8:
        await opened(channel)
    else:
        async with channel.transaction() as transaction:
            transaction.change_campaign(settings={"chatter": chance.choice(["brief", "full"])})
            await transaction.record("campaign set", Card("set"), place=channel.place)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
async def test_any_honest_game_is_accepted_and_no_open_seed_is_thrown_from(new_database, seed):
    """With undo, redo, salts, seeds that are opened, somebody forgotten, and the bot started anew amid it all."""
    chance = random.Random(seed)
    async with new_database() as url:
        channel = Channel(Store(await open_database(url), now=lambda: 1_800_000_000))
        await channel.begin()
        for _ in range(3):
            for _ in range(12):
                try:
                    await deed(channel, chance)
                except RuleError:
                    continue
            if chance.random() < 0.3:
                await forget_person(channel.store.engine, ANN.id)
            await channel.store.engine.dispose()
            channel.store = Store(await open_database(url), now=lambda: 1_800_000_000)
        await throw(channel)
        await opened(channel)
        await log_of(channel, STRANGER)
        async with channel.store.engine.begin() as connection:
            counter = (await connection.execute(select(CAMPAIGN.c.counter))).scalar_one()
        every = await stretches(channel)
        assert [each.next_die for each in every] == [*(each.first_die for each in every[1:]), None]
        async with channel.transaction() as transaction:
            log = await opened_log(transaction)
        numbers = [
            number
            for each in log
            for entry in each.entries
            for thrown in entry.throws
            for number in range(thrown.counter, thrown.counter + len(thrown.faces))
        ]
        assert numbers == list(range(counter))
        seeds = [each.seed for each in every]
        assert len(set(seeds)) == sum(not each.salts for each in every), "one for each that begins without salts"
        await channel.store.engine.dispose()


async def test_salts_and_throws_of_two_processes_at_the_same_moment(postgresql):
    async with postgresql.database() as url:
        engines = [await open_database(url) for _ in range(2)]
        one, two = (Channel(Store(engine, now=lambda: 0)) for engine in engines)
        two.keys = iter(range(10_000, 20_000))
        await one.begin()

        async def throws():
            for _ in range(20):
                await throw(one)

        async def salts():
            for number in range(20):
                await salted(two, f"word {number}")

        async def opens():
            for _ in range(10):
                await asyncio.sleep(0.01)
                try:
                    await opened(two)
                except RuleError:
                    continue

        await asyncio.gather(throws(), salts(), opens())
        await throw(one)
        await opened(one)
        await log_of(two)
        every = await stretches(one)
        assert sum(bool(each.salts) for each in every) >= 20
        async with engines[0].begin() as connection:
            assert (await connection.execute(text("SELECT counter FROM campaign"))).scalar() == 63
        for engine in engines:
            await engine.dispose()


async def test_a_reveal_and_a_throw_of_two_processes_at_the_same_moment(postgresql):
    """Each throw is from a seed that was secret as it fell: its die belongs to a stretch that was closed later."""
    async with postgresql.database() as url:
        engines = [await open_database(url) for _ in range(2)]
        one, two = (Channel(Store(engine, now=lambda: 0), TABLE) for engine in engines)
        two.keys = iter(range(10_000, 20_000))
        await one.begin()
        await throw(one)
        for _ in range(15):
            await asyncio.gather(throw(one), opened(two))
            async with one.transaction() as transaction:
                opening = await opening_of(transaction)
            if opening is None:
                await throw(one)
        await opened(one)
        await log_of(one)
        for engine in engines:
            await engine.dispose()


async def test_salts_while_another_process_throws(postgresql):
    """Whatever comes first: each die is of the stretch that was the present one, and none of two."""
    async with postgresql.database() as url:
        engine = await open_database(url)
        channel = Channel(Store(engine, now=lambda: 0), TABLE)
        async with channel.store.founding(TABLE, REFEREE, "new", "ahl") as transaction:
            await transaction.add_unit("Pirate", "", None, AHL.dump_sheet(AHL.new_sheet))
            await transaction.record("campaign new", Card("begun"), place=TABLE)
        done = []
        for name in ("one", "two"):
            throwing, number = asyncio.ensure_future(bumper(url, name, 20)), 0
            while not throwing.done() and number < MOST_SALTS // 2 - 1:
                # Salts have an end: none is spent before the other process has begun to throw.
                if await fallen(channel):
                    await salted(channel, f"word {number} amid {name}")
                    number += 1
                await asyncio.sleep(0.05)
            done.append(await throwing)
            # However fast the other process was: this one comes after its throws, and before those of the next.
            await salted(channel, f"word after {name}")
        assert done == [20, 10], "the other half of what the second was told had been done by the first"
        await opened(channel)
        await log_of(channel)
        every = [each for each in await stretches(channel) if each.opened_at is not None]
        dice = [each.next_die - each.first_die for each in every]
        assert sum(dice) == 60
        assert sum(number > 0 for number in dice) > 1, "some fell before a salt, and some after it"
        await engine.dispose()
