"""Fleets, and a player who decides by the dice whatever the rules allow, for the tests of battles."""

from fractions import Fraction
from functools import cache
from random import Random

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems import DATA
from bot.systems.highguard.battle.course import RangeChoice
from bot.systems.highguard.battle.decisions import Decisions, decide
from bot.systems.highguard.battle.fire import Defence, Fire, Guard, Sights, Volley, checked, fire, shots_left
from bot.systems.highguard.battle.formation import form
from bot.systems.highguard.battle.muster import Recruit, join, new_battle
from bot.systems.highguard.battle.pursuit import Pursuit, group_agility, groups, pursuers
from bot.systems.highguard.battle.repairs import damaged_systems
from bot.systems.highguard.battle.state import Formation, Step
from bot.systems.highguard.battle.terminal import Upkeep, can_repair, can_revive
from bot.systems.highguard.combat.readiness import OFFENSIVE, maneuver
from bot.systems.highguard.combat.shot import Range
from bot.systems.highguard.combat.tables import load_combat_tables
from bot.systems.highguard.combat.vessel import Armament, Factors, Vessel
from bot.systems.highguard.design.draft import load_blueprints
from bot.systems.highguard.ships.commission import vessel_of_bill
from tests.systems.highguard.yard import TABLES

COMBAT = load_combat_tables(DATA / "highguard")
SHIPS = load_blueprints(DATA / "ships" / "own", TABLES)


@cache
def vessel(name):
    """The undamaged vessel of one of our own designs."""
    return vessel_of_bill(SHIPS[name].bill, TABLES)


def fleet_battle(first, second):
    """A battle of two fleets, each a list of designs' names."""
    battle = new_battle("Red", "Blue")
    for side, names in enumerate((first, second)):
        battle = join(battle, side, [Recruit(vessel(name), name, owner=f"player {side}") for name in names])
    return battle


def armed(place, factor=9, batteries=1, bearing=None, weapon=None):
    """The batteries of a place; all bear unless it says otherwise."""
    names = {"laser": "beam laser"}
    return Armament(place, weapon or names.get(place, place), factor, batteries, bearing or batteries)


def plain(name, *weapons, size="K", tons=10_000, agility=4, maneuver=4, power=5, **others):
    """A ship of no particular design: 10,000 tons, agility and maneuver 4, plant 5, computer 5, crew 3."""
    now = {"computer": 5, "crew": 3, "jump": 2, "armament": weapons} | others.pop("factors", {})
    factors = Factors(maneuver=maneuver, power=power, **now)
    others = {"fuel": Fraction(3_000), "tankage": Fraction(3_000)} | others
    return Vessel(name, size, Fraction(tons), 2, factors, factors, agility, **others)


def battle_of(first, second, **sides):
    """A battle of these vessels, before its first formation."""
    battle = new_battle("Red", "Blue", **sides)
    for side, vessels in enumerate((first, second)):
        battle = join(battle, side, [Recruit(each, owner=f"player {side}") for each in vessels])
    return battle


def formed(battle, red, blue, initiative=(6, 6, 1, 1)):
    """The battle after both formations; Red has the initiative unless the dice say otherwise."""
    dice = ScriptedDice(initiative)
    for side, line in enumerate((red, blue)):
        battle = form(battle, side, Formation(tuple(line), all_reserve=not line), dice).battle
    return battle


def in_combat(battle, red, blue, initiative=(6, 6, 1, 1), decisions=()):
    """The battle at its combat step; `decisions` are those of the defender and of the attacker."""
    battle = formed(battle, red, blue, initiative)
    for side, chosen in zip((battle.defender, battle.attacker), decisions or (Decisions(), Decisions()), strict=True):
        battle = decide(battle, side, chosen).battle
    return battle


def hold_fire(battle):
    """The battle after a combat step in which nobody fires, with dice that nobody may throw."""
    while battle.step is Step.COMBAT:
        battle = fire(battle, battle.waiting[0], Fire(), ScriptedDice([]), COMBAT).battle
    return battle


class RandomPlayer:
    """Any legal decision, each by chance; it never surrenders the field and is as likely to fire as not."""

    def __init__(self, seed):
        self.random = Random(seed)

    def some(self, ledger):
        return [thing for thing in ledger if self.random.random() < 0.5]

    def choice(self, battle, side):
        """A decision for the step that the turn has reached."""
        return {
            Step.FORMATION: self.formation,
            Step.RANGE: lambda *_: RangeChoice(self.random.choice(list(Range))),
            Step.DECISIONS: self.decisions,
            Step.COMBAT: self.fire,
            Step.BREAKTHROUGH: self.fire,
            Step.DEFENCE: self.defence,
            Step.PURSUIT: self.pursuit,
            Step.TERMINAL: self.upkeep,
        }[battle.step](battle, side)

    def formation(self, battle, side):
        line = tuple(ship.name for ship in self.some(battle.fleet(side)))
        return Formation(line, all_reserve=not line)

    def decisions(self, battle, side):
        movers = [ship.name for ship in battle.fleet(side) if maneuver(ship.vessel)]
        globe = {ship.name: 10 for ship in self.some(battle.fleet(side)) if ship.vessel.now.globe}
        return Decisions(emergency=tuple(name for name in movers if self.random.random() < 0.1), globe=globe)

    def fire(self, battle, side):
        volleys = []
        for ship in battle.line(side):
            for place in OFFENSIVE:
                left = shots_left(ship, place)
                if left and self.random.random() < 0.5:
                    target = self.random.choice(battle.presented[0])
                    volley = Volley(ship.name, place, target, self.random.randint(1, left), self.random.random() < 0.5)
                    try:
                        volleys.append(checked(battle, side, volley, COMBAT))
                    except RuleError:
                        continue
        return Fire(tuple(volleys))

    def defence(self, battle, _):
        sights, left, guards = Sights(battle, COMBAT), {}, []
        for number, hit in enumerate(battle.incoming, 1):
            for place in self.some(sights.meets(hit)):
                key = (hit.target, place)
                left.setdefault(key, shots_left(battle.ships[hit.target], place))
                if left[key]:
                    count = self.random.randint(1, left[key])
                    left[key] -= count
                    guards.append(Guard(number, place, count))
        return Defence(tuple(guards))

    def pursuit(self, battle, side):
        free, chases = pursuers(battle, side), {}
        for name, group in groups(battle, 1 - side).items():
            able = [each for each in free if free[each] >= group_agility(battle, group)]
            chosen = self.some(able)
            if chosen:
                chases[name] = tuple(chosen)
                free = {each: speed for each, speed in free.items() if each not in chosen}
        return Pursuit(chases)

    def upkeep(self, battle, side):
        fleet = list(battle.fleet(side))
        repairs = {
            ship.name: (self.random.choice(list(damaged_systems(ship.vessel))),)
            for ship in self.some(fleet)
            if can_repair(ship)
        }
        return Upkeep(repairs, tuple(ship.name for ship in self.some(fleet) if can_revive(ship)))
