"""Random fights in the open by orders: nobody acts twice or when they are out, no shot is fired that isn't there, what
is refused changes nothing, and all of it is taken back state by state (AHL V27).
"""

from collections import Counter
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.campaign.database import open_database
from bot.campaign.play import play
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Condition
from bot.systems.ahl_variant.ledger import RECORDS
from bot.systems.ahl_variant.outdoors.encounter import Phase
from tests.campaign.back_and_forth import take_back
from tests.campaign.conftest import REFEREE, SYSTEMS, Channel

VARIANT = SYSTEMS["ahl_variant"]
PEOPLE = {
    "Ann": ("Red", {"weapon": "Light Machine Gun", "strength": "8"}),
    "Abe": ("Red", {"weapon": "Spear", "strength": "9", "grenades": "2"}),
    "Ada": ("Red", {"weapon": "Revolver", "strength": "6"}),
    "Bob": ("Blue", {"weapon": "Submachinegun", "strength": "7"}),
    "Ben": ("Blue", {"weapon": "Cutlass", "strength": "7"}),
    "Cat": (
        "Blue",
        {"weapon": "Claws", "mass": "100", "speed": "2", "hits": "15", "more hits": "8", "damage": "5", "flight": "8"},
    ),
}
DEEDS = ("go", "fire", "melee", "grenade", "reload", "cover", "encounter pass")


def any_order(random):
    """An order as somebody might give it, mostly at the wrong moment."""
    verb = random.choices((*DEEDS, "encounter step", "encounter alarm"), (6, 6, 5, 2, 2, 2, 2, 3, 1))[0]
    name, other = random.sample(sorted(PEOPLE), 2)
    band = f"band {random.randint(0, 4)}"
    fields = {
        "go": {"pace": random.choice(("stands", "walks", "runs")), "to": random.choice(("", "", band))},
        "fire": {"attacks": random.choice((1, 1, 2))},
        "grenade": {"at": other},
        "cover": {"at": band},
    }.get(verb, {})
    people = {"name": name} if verb in DEEDS else {}
    if verb in {"fire", "melee"}:
        people["target"] = other
    if verb == "go" and random.random() < 0.5:
        people["enemy"], fields = other, {"near": random.choice(("short", "close"))}
    return verb, people, fields


class Watched:
    """A fight in a channel, and what is counted of it from beside the rules."""

    def __init__(self, channel, random):
        self.channel, self.random = channel, random
        self.done, self.step = Counter(), None
        self.states = []

    async def begin(self):
        async with self.channel.store.founding(self.channel.place, REFEREE, "begin", "ahl_variant") as transaction:
            for name, (side, traits) in PEOPLE.items():
                sheet = VARIANT.with_traits(VARIANT.new_sheet, traits)
                await transaction.add_unit(name, side, None, VARIANT.dump_sheet(sheet))
            await transaction.record("campaign new", Card("A campaign begins"), place=self.channel.place)
        self.states.append(await self.channel.snapshot())
        throws = self.random.choice(("9 7", "7 9", "11 5"))
        where = {"first": "Red", "second": "Blue", "throws": throws, "bands": self.random.randint(0, 4)}
        await self.order("encounter begin", {}, where)

    async def order(self, verb, people, fields):
        """Give an order, and see what came of it."""
        before = self.states[-1]
        encounter, sheets = kept(before)
        try:
            async with self.channel.transaction() as transaction:
                await play(transaction, self.channel.place, VARIANT, verb, people, fields, LiveDice)
        except RuleError:
            assert await self.channel.snapshot() == before
            return
        now = await self.channel.snapshot()
        # What has changed nothing, as the same surprise begun anew, is not taken back either.
        self.states += [now] if now != before else []
        after = kept(self.states[-1])[1]
        for name, sheet in after.items():
            assert sheet.grenades >= 0
            assert all(weapon.loaded.rounds >= 0 for weapon in sheet.weapons)
            assert sheet.condition is not Condition.ACTIVE or sheets[name].condition is not Condition.DEAD
        if verb in DEEDS:
            self.count(verb, people["name"], encounter, sheets)

    def count(self, verb, name, encounter, sheets):
        """Who acts is active, and does so once in a step; who surprises may move before they attack."""
        assert sheets[name].condition is Condition.ACTIVE
        step = (encounter.round, encounter.phase)
        # Each surprise has as many turns for everybody as it lasts, which the rules count and not the round.
        if encounter.phase is Phase.SURPRISE:
            return
        self.done = self.done if step == self.step else Counter()
        self.step = step
        self.done[name] += 1
        assert self.done[name] == 1, f"{name} acts twice in {encounter.words}: {verb}"


def kept(state):
    """The encounter of a state, and everybody's sheet."""
    units, _, things, *_ = state
    sheets = {name: VARIANT.load_sheet(unit.sheet) for name, unit in units.items()}
    stored = things.get("character")
    return (RECORDS.load(stored).encounter if stored else None), sheets


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
async def test_a_random_fight_in_the_open(new_database, seed):
    """Whatever is ordered in whatever order, and then all of it taken back to the beginning."""
    async with new_database() as url:
        engine = await open_database(url)
        fight = Watched(Channel(Store(engine, now=lambda: 0)), Random(seed))
        await fight.begin()
        for _ in range(45):
            await fight.order(*any_order(fight.random))
        for expected in reversed(fight.states[:-1]):
            await take_back(fight.channel)
            assert await fight.channel.snapshot() == expected
        await engine.dispose()
