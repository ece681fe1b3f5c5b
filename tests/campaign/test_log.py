from bot.campaign.log import log
from bot.engine.cards import Card
from tests.campaign.conftest import PLAYER


async def about(channel, name, actor=None):
    async with channel.transaction(*([actor] if actor else [])) as transaction:
        return [line.card.title for line in await log(transaction, 20, about=name)]


async def changed(channel, title, whose, **values):
    async with channel.transaction() as transaction:
        transaction.change(await transaction.unit(whose), **values)
        await transaction.record("character edit", Card(title), place=channel.place)


async def test_the_log_leaves_out_what_changed_nothing_folds_a_chain_and_finds_a_name(channel):
    await channel.fire()
    async with channel.transaction() as transaction:
        await transaction.record("range", Card("How far Pirate is"), place=channel.place, report="{}")
    async with channel.transaction() as transaction:
        pirate = await transaction.unit("Pirate")
        transaction.chain = "phase 1"
        transaction.change(pirate, side="Corsairs")
        await transaction.record("phase", Card("Phase 1 ends"), place=channel.place)
        transaction.change(await transaction.unit("Pirate"), side="Navy")
        transaction.key += " brought"
        await transaction.record("fire", Card("Pirate Captain fires"), place=channel.place)
    async with channel.transaction() as transaction:
        lines = await log(transaction, 10)
        assert [(line.card.title, line.with_it) for line in lines][:2] == [
            ("Phase 1 ends", ("Pirate Captain fires",)),
            ("Marine E1 fires at Pirate", ()),
        ]
        assert "How far Pirate is" not in {line.card.title for line in lines}
        assert [line.card.title for line in await log(transaction, 10, about="pirate")][:1] == ["Phase 1 ends"]
        assert [line.card.title for line in await log(transaction, 10, about="Marine E1")][:1] == [
            "Marine E1 fires at Pirate"
        ]
        assert await log(transaction, 10, about="Marine E") == []
        assert [line.card.title for line in await log(transaction, 1, skip=1)] == ["Marine E1 fires at Pirate"]


async def test_whose_name_is_a_part_of_anothers_is_found_by_their_own_alone(channel):
    await channel.fire("Marine E1", "Pirate Captain")
    assert await about(channel, "Pirate") == ["A campaign begins"]
    await channel.fire("Marine E1", "Pirate")
    assert await about(channel, "Pirate") == ["Marine E1 fires at Pirate", "A campaign begins"]
    assert await about(channel, "captain") == ["Marine E1 fires at Pirate Captain", "A campaign begins"]
    assert (await about(channel, "Marine E1"))[:2] == ["Marine E1 fires at Pirate", "Marine E1 fires at Pirate Captain"]


async def test_who_took_part_is_found_though_a_card_names_them_otherwise_or_not_at_all(channel):
    await channel.fire("Marine E1", "Pirate")
    await changed(channel, "Everybody is ready", "Marine E1", side="Navy")
    await changed(channel, "Marine E1 is Hero from now on", "Marine E1", name="Hero", key="hero")
    assert await about(channel, "Hero") == [
        "Marine E1 is Hero from now on",
        "Everybody is ready",
        "Marine E1 fires at Pirate",
        "A campaign begins",
    ]


async def test_what_a_card_leaves_out_of_somebody_its_readers_do_not_find(channel):
    await changed(channel, "A door opens", "Pirate", side="Navy")
    assert await about(channel, "Pirate") == ["A door opens", "A campaign begins"]
    assert await about(channel, "Pirate", PLAYER) == []
