"""A ship of three small decks with a scenario on it, for what scenarios do of themselves by whatever rules."""

from dataclasses import replace

from bot import systems
from bot.deck.board import Standing, as_drawn
from bot.deck.plan import Facing, at_of, named
from bot.deck.reading import read_plan
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scenario import Deckway, Faction, Floor, Playing, Scenario
from bot.engine.scene import Game, Said, Scene, Unit, Units
from bot.engine.steps import scene_for
from bot.systems.ahl.ledger import Ledger
from bot.systems.ahl.sheet.character import Character, Condition
from bot.systems.ahl.turn.clock import Clock
from bot.systems.goals import goal_orders
from bot.systems.ruled import stages
from bot.systems.slipping import slipping_orders
from bot.systems.unfolding import unfolding_orders
from tests.reports import card_of

AHL = systems.discover(systems)["ahl"]

# Three decks: on the upper one a ladder at C1, a wall east of D1, a door between F1 and F2, and a crate at F2; on the
# middle one a ladder at B1 and a lift at F1; on the lower one no ladder.
PLANS = {
    "Upper plan": ("#############", "#a . s .|b .#", "#       +-+D#", "#. . . . . c#", "#############"),
    "Middle plan": ("#############", "#a w . .|b v#", "#############"),
    "Lower plan": ("#######", "#a . .#", "#######"),
}
NOTES = {
    "Upper plan": ("a = room 1 Lobby", "b = room 2 Mess", "s = place Shaft, ladder", "c = place Crates, crate"),
    "Middle plan": ("a = room 3 Hall", "b = room 4 Bay", "w = place Well, ladder", "v = place Car, lift"),
    "Lower plan": ("a = room 5 Hold",),
}


def _plan(name):
    return "\n".join((f"name: {name}", "level: Deck", *PLANS[name], *NOTES[name]))


DECKS = {name: (read_plan(_plan(name), name), _plan(name)) for name in PLANS}
FLOORS = (
    Floor("Upper", "Upper plan"),
    Floor("Middle", "Middle plan"),
    Floor("Lower", "Lower plan"),
    Floor("Away", ""),
)
WAYS = (
    Deckway({"Upper": "Shaft", "Middle": "Well", "Lower": "Hold"}),
    Deckway({"Middle": "Car", "Lower": "Hold", "Away": "Space"}),
)
SHIP = Scenario("ship.txt", "The Ship", "SHIP-1", "", FLOORS, (Faction("Red"), Faction("Blue")), (), ways=WAYS)
SIDES = {"Ann": "Red", "Bob": "Red", "Cid": "Blue"}
DEAD, OUT = {"condition": Condition.DEAD}, {"condition": Condition.UNCONSCIOUS}


class Ship:
    """A scenario in play: who stands where on which of its decks; orders change all of it."""

    def __init__(self, deck=0, turn=None, sides=SIDES, states=None, fog="off", rulings=None, **more):
        at = more.pop("at", {"Ann": "C1", "Bob": "A1", "Cid": "E1"})
        kept = more.pop("playing", {})
        self.scenario = replace(SHIP, **more)
        specials = {**AHL.staged.specials, **(rulings or {})}
        staged = replace(AHL.staged, scenarios={"The Ship": self.scenario}, decks=DECKS, specials=specials)
        self.system = replace(AHL, staged=staged)
        self.orders = {**goal_orders(self.system), **slipping_orders(self.system), **unfolding_orders(self.system)}
        units = {
            name: Unit(name, side, Character(**(states or {}).get(name, {})), owner=f"of {side}")
            for name, side in sides.items()
        }
        board = as_drawn(DECKS[self.scenario.decks[deck].plan][0])
        standing = {name: Standing(at_of(square), Facing.NORTH) for name, square in at.items()}
        playing = Playing("The Ship", deck, people={name: name for name in sides}, **kept)
        clock = None if turn is None else Clock(turn=turn[0], phase=turn[1])
        self.game = Game(
            Units(units, units.__getitem__), ("Red", "Blue"), {"fog": fog}, replace(board, people=standing)
        ).keeping(Ledger(scenario=playing, clock=clock))

    @property
    def playing(self):
        return self.game.ledger.scenario

    @property
    def stages(self):
        """The scenario as each of its special rules finds it."""
        return list(stages(self.system, self.scenario, self.playing, self.game))

    def opened(self, *, breached=False):
        """The same with the one door of the deck that is up open, or broken through."""
        doors = frozenset(
            edge for level in self.game.board.plan.levels for edge, is_ in level.barriers.items() if is_.portal
        )
        changed = {"breached": doors} if breached else {"open": doors}
        self.game = replace(self.game, board=replace(self.game.board, **changed))
        return self

    @property
    def there(self):
        """Who stands where on the deck that is up."""
        return {name: named(standing.at) for name, standing in self.game.board.people.items()}

    def give(self, verb, *who, dice=(), **fields):
        """Give an order, and keep what comes of it; its card."""
        order, thrown = self.orders[verb], ScriptedDice(dice)
        role = {order.roles[0].name: tuple((name, None) for name in who)} if who else {}
        scene = scene_for(order, Said(verb, role, fields, ""), self.game, Scene.of(self.game))
        outcome = order.carried_out(scene, order.read(fields), thrown)
        assert not thrown.left, "the rules threw fewer dice than the script holds"
        self.game = self.game.after(outcome)
        self.last = outcome
        return card_of(order, outcome, thrown.throws)

    def refused(self, verb, *who, **fields):
        """The sentence in which an order is refused."""
        try:
            self.give(verb, *who, **fields)
        except RuleError as refusal:
            return str(refusal)
        raise AssertionError(f"/{verb} was not refused")
