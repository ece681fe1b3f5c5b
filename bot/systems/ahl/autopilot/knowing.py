"""What somebody who acts by themselves goes by: the game, whom their side sees, and how likely an order hurts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from bot.deck.board import placed
from bot.deck.outlook import seen_from
from bot.deck.plan import At, Facing, in_field_of_fire
from bot.engine.autopilot import Autopilot
from bot.engine.errors import RuleError
from bot.engine.odds import chances_to_hurt, order_odds
from bot.engine.order import Order
from bot.engine.scene import Game, Said, Scene, Unit
from bot.engine.steps import scene_for
from bot.systems.ahl.book import Book
from bot.systems.ahl.orders.in_turn.snapping import has_rounds
from bot.systems.ahl.orders.move import enemies_beside, ground_of
from bot.systems.ahl.sheet.character import Being, Character, can_fight, enemies_of
from bot.systems.ahl.turn.clock import Clock, clock_of, trotted
from bot.systems.ahl.turn.doing import Doing
from bot.systems.ahl.turn.together import as_they_came
from bot.systems.ahl.walking.ground import Gait, Ground
from bot.systems.errands import OnDeck
from bot.systems.marks import burden, takes_part

# What an outcome is worth to whoever brings it about, by how much of the target it takes out of the fight.
_WORTH = {
    "Stun": 0.2,
    "Light wound": 0.35,
    "Light wound, unconscious": 0.85,
    "Unconscious": 0.85,
    "Serious wound": 1.0,
    "Destroyed": 1.0,
    "Dead": 1.0,
}
_HARMLESS = {"Miss", "No effect", "Undecided"}
# At what pace they go, the one that may be kept up first.
GAITS = (Gait.WALK, Gait.TROT)


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely an order hurts its target at all, and what that is worth on the average."""

    hurts: Fraction
    worth: float


NO_CHANCE = Chance(Fraction(0), 0.0)


def climbs(unit: Unit) -> bool:
    """Whether somebody climbs ladders: no blob does, nor a robot (AHL 20, 21)."""
    character: Character = unit.sheet
    return character.climbs > 0


@dataclass(frozen=True)
class Pilot(OnDeck):
    """Somebody who acts by themselves, in the game as their side knows it."""

    book: Book
    game: Game
    name: str
    autopilot: Autopilot
    gaits: Sequence[Gait] = GAITS

    @cached_property
    def scene(self) -> Scene:
        """The game in which nobody has been named yet."""
        scene = Scene.of(self.game)
        # Everybody is looked at again and again.
        return replace(scene, present=dict(scene.present))

    @cached_property
    def clock(self) -> Clock:
        """The turn."""
        clock = clock_of(self.scene)
        assert clock is not None, "people act by themselves in a turn that is kept"
        return clock

    @property
    def doing(self) -> Doing:
        """What they do in it."""
        return self.clock.of(self.name)

    @cached_property
    def grounds(self) -> Mapping[Gait, Ground]:
        """What their way hangs on, at a walk and at a trot."""
        trots, of = trotted(self.scene, self.unit), (self.scene, self.book, self.board, self.unit)
        return {gait: ground_of(*of, gait, trotted=trots) for gait in self.gaits}

    @cached_property
    def enemies(self) -> tuple[Unit, ...]:
        """The active enemies on the deck of whom they know."""
        return tuple(enemies_of(self.scene, self.unit))

    @cached_property
    def under_fire(self) -> frozenset[At]:
        """The squares in which a covering fire that is shown would meet them: it asks for no side (AHL 11.A.1)."""
        lines = (line for line in self.clock.covering if line.awaits(self.name))
        return frozenset(at for line in lines for at in line.danger)

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """The active enemies beside them, or in their square."""
        return enemies_beside(self.scene, self.board, self.unit)

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """The enemies on the deck, the nearest first."""
        return tuple(sorted(self.enemies, key=self.far))

    def nearest(self, foe: Unit) -> str:
        """What the nearest enemy at whom they may fire is called: another may lie nearer, who can do nothing."""
        others = (unit for unit in self.scene.present.values() if unit.side != self.unit.side)
        nearer = any(self.far(unit) < self.far(foe) for unit in others if unit.name not in self.active)
        return "the nearest who can still act" if nearer else "who is the nearest"

    @property
    def active(self) -> frozenset[str]:
        """The names of the active enemies of whom they know."""
        return frozenset(foe.name for foe in self.enemies)

    def sees_from(self, at: At, foe: Unit) -> bool:
        """Whether somebody is seen by who stands there."""
        if foe.name not in self.views:
            self.views[foe.name] = seen_from(self.board, self.board.people[foe.name].at)
        return at in self.views[foe.name]

    @cached_property
    def views(self) -> dict[str, frozenset[At]]:
        """All squares from which some of the enemies are seen, by name, as far as that was asked."""
        return {}

    @cached_property
    def threats(self) -> dict[At, float]:
        """What the enemies may do to them in some squares, as far as that was asked."""
        return {}

    @cached_property
    def friends(self) -> tuple[Unit, ...]:
        """Those of their own side on the deck who can fight, they themselves among them."""
        return tuple(unit for unit in self.scene.present.values() if unit.side == self.unit.side and can_fight(unit))

    def own_in(self, at: At) -> int:
        """How many others of their own side can fight and stand in a square."""
        people = self.board.people
        return sum(1 for each in self.friends if each.name != self.name and people[each.name].at == at)

    @cached_property
    def can_fire(self) -> bool:
        """Whether there is anything in the weapon in hand to fire."""
        return has_rounds(self.unit, self.book)

    @property
    def hands_full(self) -> bool:
        """Whether they carry off what a scenario hides, and have no hand free for a weapon."""
        return bool(burden(self.unit))

    @property
    def is_empty(self) -> bool:
        """Whether the weapon in hand is empty, with a fresh clip at hand."""
        first = next(iter(self.unit.sheet.weapons), None)
        return first is not None and not self.can_fire and bool(first.spare) and not self.hands_full

    @cached_property
    def held(self) -> frozenset[str]:
        """The enemies with one of the others in their square, whom they must fight before anybody else (AHL 17)."""
        others = {self.board.people[friend.name].at for friend in self.friends if friend.name != self.name}
        return frozenset(foe.name for foe in self.foes if self.board.people[foe.name].at in others)

    @property
    def can_shoot(self) -> bool:
        """Whether they have anything to fire."""
        return self.is_empty or self.can_fire

    @property
    def can_snap(self) -> bool:
        """Whether they can answer at once whoever comes in sight: no plasma or fusion gun does (AHL 19)."""
        return self.can_fire and not self.book.weapons[self.unit.sheet.weapons[0].weapon].high_energy

    @property
    def climbs(self) -> bool:
        """Whether they climb ladders."""
        return climbs(self.unit)

    @property
    def unarmed(self) -> bool:
        """Whether it is one of the people, with nothing to fight with, or no hand free for it; blobs and robots strike
        without (AHL 20, 21).
        """
        character: Character = self.unit.sheet
        return character.being is Being.PERSON and (self.hands_full or not (character.weapons or character.grenades))

    def targets(self, at: At, facing: Facing) -> Iterator[Unit]:
        """The enemies in the field of fire of somebody who stands there and faces so, the nearest first."""
        there = ((foe, self.board.people[foe.name].at) for foe in self.foes)
        before = (foe for foe, square in there if in_field_of_fire(facing, at, square))
        return (foe for foe in before if self.sees_from(at, foe))

    def standing(self, at: At, facing: Facing) -> "Pilot":
        """The same if they stood there, upright, and faced so."""
        stands = replace(self.here.moved(at), facing=facing, prone=False)
        there = replace(self, game=replace(self.game, board=placed(self.board, self.name, stands)))
        # Nothing of these hangs on where they stand themselves.
        for apart in ("clock", "enemies", "friends", "can_fire", "views", "given_up", "falling"):
            there.__dict__[apart] = getattr(self, apart)
        return there

    @cached_property
    def given_up(self) -> tuple[Unit, ...]:
        """Those on the deck who have surrendered."""
        return tuple(unit for unit in self.scene.present.values() if not takes_part(unit))

    @cached_property
    def falling(self) -> bool:
        """Whether one of their own has fallen in this step, whom all of it still meets as they came into it (AHL 7)."""
        own = (unit for unit in self.scene.present.values() if unit.side == self.unit.side and not can_fight(unit))
        return any(self.clock.of(unit.name).fit for unit in own)

    def spares(self, order: Order, scene: Scene, said: Said) -> bool:
        """Whether an order is left because it may hurt one of their own, or somebody who has surrendered."""
        scene = as_they_came(scene, self.clock) if self.falling else scene
        if order.hesitation(scene, said.fields, scene.settings).friends:
            return True
        given_up = self.given_up
        if not given_up:
            return False
        try:
            chances = chances_to_hurt(order, scene, order.read(said.fields, scene.settings), given_up)
        except RuleError:
            return False
        return any(chance is None or chance for _, chance in chances)

    def chance(self, order: Order, said: Said, *, must: bool = False) -> Chance:
        """What comes of an order by its odds: nothing where it can't be given, or hurts who isn't to be; nor of whose
        hands are full, who lays down what they carry only where they `must` fight.
        """
        scene = scene_for(order, said, self.game, self.scene)
        if (self.hands_full and not must) or self.spares(order, scene, said):
            return NO_CHANCE
        try:
            odds = order_odds(order, scene, order.read(said.fields, scene.settings))
        except RuleError:
            return NO_CHANCE
        return chance_of(odds)


def chance_of(odds: Sequence[tuple[str, Fraction]]) -> Chance:
    """What comes of an order by how likely each of its outcomes is."""
    hurts = sum((chance for outcome, chance in odds if outcome not in _HARMLESS), Fraction(0))
    return Chance(hurts, float(sum(chance * Fraction(_WORTH.get(outcome, 0)) for outcome, chance in odds)))
