"""A way is looked for over what a side knows, and walked on the deck as it is: what it meets stops it there, and
nothing before tells of it.
"""

from random import Random

import pytest

from bot.campaign.access import Actor
from bot.campaign.play import play
from bot.deck.plan import At
from bot.deck.reading import read_plan
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.systems.house import DrawnDeck
from tests.campaign.back_and_forth import again, take_back
from tests.campaign.conftest import AHL, PLAYER
from tests.campaign.test_knowing import MARINE, PIRATE, order, stored

CORSAIR = Actor(4, "Corsair")
MATE = "Marine N1"
# A corridor with a door in it, D1 to the left of E1, and an alcove below its second square that doesn't see the door.
CORRIDOR = """name: Corridor
level: Deck
+-+-+-+-+-+-+
|a . . .D. .|
+-+ +-+-+-+-+
  |.|
  + +
  |.|
  +-+
a = room 1 Hall
"""
PLAN = read_plan(CORRIDOR, "corridor")
ALCOVE = "B3"


@pytest.fixture
async def fog(channel):
    """A marine in the alcove, who has looked along the corridor with its door open before; a pirate at its far end."""
    await order(channel, "deck load", material=DrawnDeck(PLAN, CORRIDOR, ()))
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": "on"})
        await transaction.record("campaign set", Card("The campaign is set"), place=channel.place)
    for name, actor in ((MARINE, PLAYER), (PIRATE, CORSAIR)):
        await order(channel, "character edit", {"name": name}, owner=str(actor.id))
    await order(channel, "door set", at="D1", side="E", open=True)
    await order(channel, "place", {"name": MARINE}, at="A1")
    await order(channel, "place", {"name": MARINE}, at=ALCOVE)
    return channel


async def give(channel, verb, people, actor=PLAYER, **fields):
    async with channel.transaction(actor) as transaction:
        entry = await play(transaction, channel.place, AHL, verb, people, fields, LiveDice)
        places = {unit.name: At(*unit.place["at"]) for unit in await transaction.units() if unit.place}
        return entry.telling.card, places


async def test_a_door_that_was_shut_out_of_sight_stops_the_walk_before_it(fog):
    await order(fog, "door set", at="D1", side="E", open=False)
    card, places = await give(fog, "move", {"name": MARINE}, to="F1")
    assert places[MARINE] == At(0, 3, 0)
    assert "Stopped there: The closed sliding door is in the way: open it, or go round." in card.lines


async def test_without_fog_the_same_is_refused(fog):
    await order(fog, "door set", at="D1", side="E", open=False)
    async with fog.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": "off"})
        await transaction.record("campaign set", Card("The campaign is set"), place=fog.place)
    with pytest.raises(RuleError, match="door"):
        await give(fog, "move", {"name": MARINE}, to="F1")


async def test_somebody_unseen_in_the_way_stops_the_walk_in_their_square(fog):
    await order(fog, "place", {"name": PIRATE}, at="D1")
    card, places = await give(fog, "move", {"name": MARINE}, to="F1")
    assert places[MARINE] == At(0, 3, 0)
    assert "An enemy holds that square: they move no further in this phase (AHL 2)" in card.lines
    assert any(PIRATE in str(line) for line in card.lines)


async def test_nothing_is_dearer_and_nothing_refused_for_who_isnt_on_the_way(fog):
    """The same answer, wherever behind the shut door somebody unseen is."""
    await order(fog, "door set", at="D1", side="E", open=False)
    told = []
    for at in ("E1", "F1"):
        await order(fog, "place", {"name": PIRATE}, at=at)
        card, places = await give(fog, "move", {"name": MARINE}, to="C1")
        told.append((card, places[MARINE]))
        await order(fog, "place", {"name": MARINE}, at=ALCOVE)
    assert told[0] == told[1]


async def test_what_a_side_has_never_seen_is_no_square_to_go_to(fog):
    with pytest.raises(RuleError) as unknown:
        await give(fog, "move", {"name": PIRATE}, CORSAIR, to="F1")
    assert "is not on the deck" in str(unknown.value)
    await order(fog, "door set", at="D1", side="E", open=False)
    await order(fog, "place", {"name": PIRATE}, at="F1")
    with pytest.raises(RuleError) as beyond:
        await give(fog, "move", {"name": PIRATE}, CORSAIR, to="A1")
    with pytest.raises(RuleError) as nowhere:
        await give(fog, "move", {"name": PIRATE}, CORSAIR, to="Z9")
    assert str(beyond.value).replace("A1", "Z9") == str(nowhere.value)


async def test_in_a_turn_no_check_is_owed_for_an_enemy_whom_nobody_has_seen(fog):
    await order(fog, "place", {"name": PIRATE}, at="D1")
    await order(fog, "turn begin")
    await order(fog, "plan", {"name": MARINE}, plan="move")
    await order(fog, "phase")
    await order(fog, "phase", step="movement")
    card, places = await give(fog, "move", {"name": MARINE}, to="C1", gait="trot")
    assert places[MARINE] == At(0, 2, 0)
    assert any(PIRATE in str(line) for line in card.lines)


@pytest.mark.parametrize(
    ("team", "where", "stand"),
    [((MARINE,), "Hall", [At(0, 1, 0)]), ((MARINE, MATE), "C1", [At(0, 2, 0), At(0, 1, 0)])],
    ids=["one in a room", "a team side by side"],
)
async def test_whoever_is_put_somewhere_steps_aside_for_nobody_unseen(fog, team, where, stand):
    """They meet in their square whom they didn't know there."""
    await order(fog, "character edit", {"name": MATE}, owner=str(PLAYER.id))
    await order(fog, "door set", at="D1", side="E", open=False)
    for at in ("A1", "B1"):
        await order(fog, "place", {"name": MARINE}, at="F1")
        await order(fog, "place", {"name": f"{MARINE}, {MATE}"}, at="off")
        await order(fog, "place", {"name": PIRATE}, at=at)
        _, places = await give(fog, "place", {"name": ", ".join(team)}, at=where, facing="E")
        assert [places[name] for name in team] == stand


async def test_beside_whom_one_has_seen_one_is_put_where_they_were_last(fog):
    await order(fog, "place", {"name": PIRATE}, at="B1")
    await order(fog, "door set", at="D1", side="E", open=False)
    await order(fog, "place", {"name": MARINE}, at="F1")
    await order(fog, "place", {"name": PIRATE}, at="A1")
    await order(fog, "place", {"name": MARINE}, at="off")
    _, places = await give(fog, "place", {"name": MARINE}, at=PIRATE)
    assert places[MARINE] == At(0, 1, 0)


async def test_who_has_seen_nothing_of_a_deck_may_begin_anywhere_on_it(channel):
    """Nobody of theirs has stood on it yet: where they begin they name by the deck as it is drawn."""
    await order(channel, "deck load", material=DrawnDeck(PLAN, CORRIDOR, ()))
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": "on"})
        await transaction.record("campaign set", Card("The campaign is set"), place=channel.place)
    await order(channel, "character edit", {"name": MARINE}, owner=str(PLAYER.id))
    _, places = await give(channel, "place", {"name": MARINE}, at="E1")
    assert places[MARINE] == At(0, 4, 0)


async def test_who_leaves_the_deck_or_comes_later_is_put_where_their_side_has_looked_alone(channel):
    """Nobody is found behind the shut door by being put there."""
    await order(channel, "deck load", material=DrawnDeck(PLAN, CORRIDOR, ()))
    async with channel.transaction() as transaction:
        transaction.change_campaign(settings={**transaction.campaign.settings, "fog": "on"})
        await transaction.record("campaign set", Card("The campaign is set"), place=channel.place)
    for name in (MARINE, MATE):
        await order(channel, "character edit", {"name": name}, owner=str(PLAYER.id))
    await order(channel, "place", {"name": PIRATE}, at="F1")
    await give(channel, "place", {"name": MARINE}, at="C1")
    await order(channel, "place", {"name": MARINE}, at="off")
    told = []
    for name, at in ((MARINE, "E1"), (MATE, "E1"), (MATE, "F1"), (MATE, "Z9")):
        with pytest.raises(RuleError) as unknown:
            await give(channel, "place", {"name": name}, at=at)
        told.append(str(unknown.value).replace(at, "…"))
    assert {*told} == {"“…” is no square of this deck: the picture of /deck show has their names."}
    _, places = await give(channel, "place", {"name": MATE}, at="B1")
    assert places[MATE] == At(0, 1, 0)
    # The referee may put them anywhere.
    await order(channel, "place", {"name": MARINE}, at="E1")


async def test_the_referees_word_puts_people_where_there_is_room(fog):
    await order(fog, "door set", at="D1", side="E", open=False)
    await order(fog, "place", {"name": MARINE}, at="F1")
    await order(fog, "place", {"name": PIRATE}, at="B1")
    await order(fog, "place", {"name": MARINE}, at="Hall")
    async with fog.transaction() as transaction:
        assert At(*(await transaction.unit(MARINE)).place["at"]) == At(0, 1, 1)


async def test_the_referee_moves_people_over_the_deck_as_it_is(fog):
    await order(fog, "door set", at="D1", side="E", open=False)
    with pytest.raises(RuleError, match="door"):
        await order(fog, "move", {"name": MARINE}, to="F1")


def some_order(random):
    """What somebody may do on the corridor: walk, be put somewhere, lie down, work the door, fire."""
    at = random.choice(("A1", "C1", "E1", "F1", ALCOVE))
    who, whom = random.sample((MARINE, PIRATE), 2)
    return random.choice(
        (
            ("move", {"name": who}, {"to": at}),
            ("place", {"name": who}, {"at": at}),
            ("stance", {"name": who}, {"how": random.choice(("prone", "up"))}),
            ("door set", {}, {"at": "D1", "side": "E", "open": random.random() < 0.5}),
            ("fire", {"name": who, "target": whom}, {}),
        )
    )


@pytest.mark.parametrize("seed", range(3))
async def test_what_is_known_goes_back_and_comes_again_with_any_orders(fog, store, seed):
    """Orders that change nothing aren't taken back; those that show nobody anything leave what is known as it is."""
    random, states = Random(seed), [await stored(store)]
    for _ in range(40):
        verb, people, fields = some_order(random)
        try:
            await order(fog, verb, people, **fields)
        except RuleError:
            continue
        states = [*states, now] if (now := await stored(store)) != states[-1] else states
        if len(states) == 6:
            break
    assert len(states) == 6
    assert await gone_through(store, lambda: take_back(fog), len(states)) == states[::-1]
    assert await gone_through(store, lambda: again(fog), len(states)) == states


async def gone_through(store, step, number):
    """So many states of what is known, each another than the last, by steps back or forth."""
    states = [await stored(store)]
    while len(states) < number:
        await step()
        states = [*states, now] if (now := await stored(store)) != states[-1] else states
    return states
