"""Random fights by orders, answers and /next alone: no check is missed or asked twice, whatever happens (AHL 18, 7)."""

from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot import systems
from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.order import InTwoSteps
from bot.engine.steps import followed
from bot.systems import ahl
from bot.systems.ahl.ledger import LEDGER
from bot.systems.stepping import stepping
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.table import Table, one
from tests.systems.ahl.watching import Watch

# Two rooms of three by three beside each other, joined by an opening in their middle row.
ROOMS = board_of(
    "#" * 15, "#. . .#. . . .#", "#     #       #", "#. . . . . . .#", "#     #       #", "#. . .#. . . .#", "#" * 15
)
# AHL's orders without what comes first and what follows on them at once: each is watched by itself.
ALONE = ahl.load(systems.DATA / "ahl").orders
SQUARES = [f"{column}{row}" for column in "ABCDEFG" for row in (1, 2, 3)]


class Fight(Table):
    """A table at which everything is thrown by a seed, and all that is carried out is watched from beside the rules."""

    def __init__(self, random):
        people = [
            one(name, "", random.choice(SQUARES), random.choice("NESW"), side, morale=random.randint(5, 9), rank=rank)
            for name, side, rank in (
                ("Ann", "blue", "O1"),
                ("Abe", "blue", "E1"),
                ("Ada", "blue", "E2"),
                ("Bob", "red", "N1"),
                ("Ben", "red", "E1"),
                ("Bea", "red", "E2"),
            )
        ]
        watched = {verb: self.watched(order) for verb, order in {**AHL.orders, **ALONE}.items()}
        each = {verb: followed(order, watched, AHL.answered) for verb, order in watched.items()}
        super().__init__(*people, board=ROOMS, orders={**each, **stepping(AHL, watched)})
        self.random, self.counter = random, 0
        self.key = random.randbytes(32)
        # What has been seen of the game as it is, and of each game through which the order at hand has come.
        self.watch = Watch()
        self.games = []

    def watched(self, order):
        """The order, after which what it did is looked at."""

        def prepare(scene, values):
            resolve = order.prepared(scene, values)
            if scene.only_odds:
                return resolve
            return lambda dice: self.look(order.verb, scene, resolve(dice))

        return replace(order, resolve=InTwoSteps(prepare))

    def look(self, verb, scene, outcome):
        """What was seen of the game before an order, and what that order does, is what is seen of the game after it."""
        if scene.game.ledger.clock is not None:
            after, watch = scene.game.after(outcome), deepcopy(self.seen_of(scene.game))
            watch.after(verb, scene, outcome, scene.game, after)
            self.games.append((state_of(after), watch))
        return outcome

    def seen_of(self, game):
        """Of what is tried and then not done nothing counts: the rules went on from another game."""
        state = state_of(game)
        return next(watch for known, watch in reversed(self.games) if known == state)

    def give(self, verb, faces=(), **given):
        self.games = [(state_of(self.game), self.watch)]
        card = super().give(verb, faces, **given)
        self.watch = self.seen_of(self.game) if len(self.games) > 1 else self.watch
        return card

    def order(self, verb, **given):
        """Give an order, if the rules allow it; nothing of it counts where they don't."""
        dice = LiveDice(self.key, self.counter)
        try:
            self.give(verb, dice, **given)
        except RuleError:
            return False
        self.counter = dice.counter
        return True

    @property
    def moment(self):
        """Where the turn stands."""
        clock = self.ledger.clock
        return clock.turn, clock.phase, clock.step

    def answer(self):
        """Answer something of what is asked, at random."""
        asked = [due for due in AHL.due(self.game) if due.choices and not due.goes_on and not due.settled]
        if not asked:
            return
        choice = self.random.choice(self.random.choice(asked).choices).said
        people = {role: ", ".join(name for name, _ in parts) for role, parts in choice.people.items()}
        assert self.order(choice.verb, **people, **choice.fields), f"{choice} was ready and is refused"

    def act(self):
        """Try something at random, allowed or not."""
        name, other = self.random.choice(list(self.units)), self.random.choice(list(self.units))
        what = self.random.randrange(5)
        if what == 0:
            self.order("move", name=name, to=self.random.choice(SQUARES), gait=self.random.choice(["walk", "trot"]))
        elif what == 1:
            self.order("fire", name=name, target=other, fire=self.random.choice(["aimed", "snap"]))
        elif what == 2:
            self.order("melee", name=name, target=other)
        elif what == 3:
            self.order("cover", name=name, at=self.random.choice(SQUARES))
        else:
            self.order("face", name=name, facing=self.random.choice("NESW"))


def state_of(game):
    """All that orders change of a game, as it is kept."""
    return {name: unit.sheet for name, unit in game.units.items()}, game.board, LEDGER.dump(game.ledger)


@pytest.mark.rule("AHL-18A5", "AHL-18A4", "AHL-18Dc")
@settings(max_examples=20, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
# Somebody flees who has failed their check, and one of the ways out leads past the enemy.
@example(9564679)
# Somebody who aims at the nearest shares a square with an enemy, where their weapon isn't fired.
@example(142531794)
# Somebody leaves the enemies beside them, and comes back to one in an order of its own.
@example(1022)
# A move of a step is tried, and refused for what is due before it.
@example(90761)
# Somebody who has trotted beside an enemy has failed the check for the square into which a dive would take them.
@example(285025300)
def test_a_fight_by_next_misses_no_check_and_asks_none_twice(seed):
    fight = Fight(Random(seed))
    fight.give("turn begin")
    stuck = 0
    for _ in range(60):
        before = fight.moment
        for _ in range(fight.random.randrange(3)):
            fight.act()
        for _ in range(fight.random.randrange(3)):
            fight.answer()
        fight.order("next")
        stuck = stuck + 1 if fight.moment == before else 0
        if stuck > 3:
            # Whatever is asked is answered in the end, and then the table goes on.
            while any(due.choices and not (due.settled or due.optional) for due in AHL.due(fight.game)):
                fight.answer()
            stuck = 0
