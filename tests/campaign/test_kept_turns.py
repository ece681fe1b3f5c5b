"""Random turns of Combat 3000 by orders (C3K The game turn): hands, ammunition and stun marks are as the book counts
them, nobody acts after they have died or fires twice in a turn, what is refused changes nothing, and all of it is taken
back state by state.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.campaign.database import open_database
from bot.campaign.play import play
from bot.campaign.store import Store
from bot.engine.cards import Card
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.systems.combat3000.figure.sheet import Figure, Hand
from bot.systems.combat3000.ledger import LEDGER
from bot.systems.combat3000.turn import LAST
from tests.campaign.back_and_forth import take_back
from tests.campaign.conftest import REFEREE, SYSTEMS, Channel

C3K = SYSTEMS["combat3000"]
PEOPLE = {
    "Ann": ("Red", {"weapon": "Rifle", "clips": "24", "grenades": "101 x 2"}),
    "Abe": ("Red", {"weapon": "Sword", "strength": "2", "armour": "Helmet"}),
    "Ada": ("Red", {"weapon": "MM22 Launcher", "ammunition": "102", "clips": "5"}),
    "Bob": ("Blue", {"weapon": "MM9 Machine Pistol", "loaded": "1", "clips": "6"}),
    "Ben": ("Blue", {"weapon": "Hand Stunner", "morale": "poor"}),
    "Bot": ("Blue", {"weapon": "Laser Pistol", "droid": "ACT", "programme": "Guard", "controller": "Bob"}),
    "Tank": ("Blue", {"vehicle": "Light Tank"}),
}
PLANS = (
    "crouch",
    "fall prone",
    "stand up",
    "rise",
    "reload",
    "repair",
    "abandon",
    "aim at Ann",
    "aim at Bob",
    "drop Rifle",
    "pick up Rifle",
    "put away Sword",
    "draw Sword",
    "remove helmet",
)
FIELDS = {
    "plan": lambda dice: {"plan": dice.choice(PLANS)},
    "charge": lambda dice: {"range": dice.choice((4, 9, 14, 30))},
    "receive": lambda dice: {"how": dice.choice(("run", "stand", "fire", "countercharge"))},
    "move": lambda dice: {"gait": dice.choice(("walk", "run", "crawl")), "to": dice.choice(("1", "2", "10"))},
    "fire": lambda dice: {"range": dice.choice((5, 12, 40))},
    "grenade": lambda dice: {"range": dice.choice((5, 20))},
    "structure hit": lambda dice: {"name": "Fort 1", "range": 10},
    "stance": lambda dice: {"how": dice.choice(("prone", "up", "crouching"))},
    "say": lambda dice: {"words": "Over here"},
    "break": lambda dice: {"what": dice.choice(("Tank", "Gate")), "how": dice.choice(("charge", "sabotage"))},
}
IN_PHASES = {
    "orders": ("plan", "plan", "stance", "break"),
    "close combat": ("charge", "receive", "melee"),
    "movement": ("move",),
    "firing": ("fire", "fire", "grenade", "structure hit"),
    "actions": ("reload", "repair", "morale check", "morale rally"),
}
EVERY = tuple(verb for verbs in IN_PHASES.values() for verb in verbs)
AT_SOMEBODY = {"charge", "fire"}
# What is the one thing of a turn; a shot that was written down is fired by /phase.
SHOTS = {"fire", "grenade", "structure hit"}
TAKES = {Hand.LEFT: 1, Hand.RIGHT: 1, Hand.BOTH: 2}


class Watched:
    """A fight in a channel, and what is counted of it from beside the rules."""

    def __init__(self, channel, random):
        self.channel, self.random = channel, random
        self.fired, self.states = Counter(), []

    async def begin(self, shots):
        async with self.channel.store.founding(self.channel.place, REFEREE, "begin", "combat3000") as transaction:
            for name, (side, traits) in PEOPLE.items():
                sheet = C3K.with_traits(C3K.new_sheet, traits)
                await transaction.add_unit(name, side, None, C3K.dump_sheet(sheet))
            transaction.change_campaign(settings={"shots": shots})
            await transaction.record("campaign new", Card("A campaign begins"), place=self.channel.place)
        self.states.append(await self.channel.snapshot())
        await self.order("structure add", {"people": "Ben"}, {"name": "Fort", "kind": "building", "rooms": 3})
        await self.order("structure add", {}, {"name": "Gate", "kind": "door", "build": "light"})
        await self.order("turn begin", {}, {})

    async def any_order(self):
        """An order as somebody might give it, now and then at the wrong moment."""
        phase = kept(self.states[-1])[0].phase
        verb = self.random.choice(("phase", "phase", "say", self.random.choice(EVERY), *IN_PHASES[phase] * 2))
        name, other = self.random.sample(sorted(PEOPLE), 2)
        people = {} if verb == "phase" else {"by" if verb == "structure hit" else "name": name}
        people |= {"target": other} if verb in AT_SOMEBODY else {}
        fields = FIELDS.get(verb, lambda _: {})(self.random)
        await self.order(verb, people, {"passing": True} if verb == "phase" else fields)

    async def order(self, verb, people, fields):
        """Give an order, and see what came of it."""
        before = self.states[-1]
        try:
            async with self.channel.transaction() as transaction:
                await play(transaction, self.channel.place, C3K, verb, people, fields, LiveDice)
        except RuleError:
            assert await self.channel.snapshot() == before
            return
        now = await self.channel.snapshot()
        self.states += [now] if now != before else []
        (was, sheets), (turn, after) = kept(before), kept(now)
        for name, sheet in after.items():
            check(sheets.get(name, sheet), sheet)
        if was is None or turn is None:
            return
        if verb == "phase" and was.phase is LAST:
            check_marks(sheets, after)
        doer = people.get("by") or people.get("name", "")
        assert verb == "phase" or not doer or not dead(sheets[doer]), f"{doer} is dead, and yet: {verb}"
        for name in after:
            if after[name].now.shot and not sheets[name].now.shot:
                assert not dead(sheets[name])
                self.fired[was.number, name] += 1
                assert self.fired[was.number, name] == 1, f"{name} fires twice in a turn"


def check(was, sheet):
    """What holds after any order of whoever it is."""
    assert all(weapon.loaded.rounds >= 0 for weapon in sheet.weapons)
    if not isinstance(sheet, Figure):
        return
    assert sum(TAKES.get(weapon.hand, 0) for weapon in sheet.weapons) <= 2
    assert all(supply.rounds > 0 for supply in sheet.grenades)
    assert sheet.killed or not was.killed
    assert sheet.stunned >= sheet.stunned_now >= 0


def check_marks(sheets, after):
    """As a turn ends one of the marks from before it is struck out, and none is written (C3K Record sheets)."""
    for name, sheet in after.items():
        was = sheets[name]
        if isinstance(sheet, Figure) and not sheet.killed:
            assert sheet.stunned == was.stunned - (was.stunned > was.stunned_now), name


def dead(sheet):
    return isinstance(sheet, Figure) and sheet.killed


def kept(state):
    """The turn of a state, and everybody's sheet."""
    units, _, things, *_ = state
    stored = things.get("character")
    sheets = {name: C3K.load_sheet(unit.sheet) for name, unit in units.items()}
    return (LEDGER.load(stored).turn if stored else None), sheets


@pytest.mark.rule("C3K-G02", "C3K-O20", "C3K-R05")
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), shots=st.sampled_from(("together", "at once")))
async def test_random_turns_by_orders_and_back_to_the_beginning(new_database, seed, shots):
    async with new_database() as url:
        engine = await open_database(url)
        fight = Watched(Channel(Store(engine, now=lambda: 0)), Random(seed))
        await fight.begin(shots)
        for _ in range(50):
            await fight.any_order()
        for expected in reversed(fight.states[:-1]):
            await take_back(fight.channel)
            assert await fight.channel.snapshot() == expected
        await engine.dispose()
