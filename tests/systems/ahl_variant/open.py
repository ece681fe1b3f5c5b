"""An encounter in the open, order after order: who is where, and what is kept of it all."""

from dataclasses import replace

from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Units
from bot.engine.system import Said, Scene
from bot.systems.ahl_variant.ledger import RECORDS, Records
from tests.reports import card_of
from tests.systems.ahl_variant.table import VARIANT, one


def person(name, side="blue", **sheet):
    """Somebody of a side, and nowhere."""
    return one(name, "A1", side=side, **sheet)[0]


class Field:
    """Two sides in the open."""

    def __init__(self, *people, **settings):
        self.units = {unit.name: unit for unit in people}
        self.settings = {name.replace("_", " "): value for name, value in settings.items()}
        self.ledger, self.by, self.card, self.outcome = Records(), "", None, None

    def asked(self, verb, **given):
        """An order as it is given: the scene, and its fields."""
        order = VARIANT.orders[verb]
        roles = {role.name for role in order.roles}
        cast = {
            role.name: tuple(
                self.units[name] for name in (given[role.name].split(", ") if given.get(role.name) else ())
            )
            for role in order.roles
        }
        fields = {name.replace("_", " "): value for name, value in given.items() if name not in roles}
        people = {role: tuple((unit.name, None) for unit in units) for role, units in cast.items()}
        said = Said(verb, people, fields, "9")
        scene = Scene(
            cast, self.ledger, by=self.by, settings=self.settings, said=said, known=self.units, game=self.game
        )
        return scene, fields

    def friends(self, verb, **given):
        """Who of somebody's own side an order is asked about for first."""
        found = VARIANT.orders[verb].hesitation(*self.asked(verb, **given), self.settings).friends
        return [friend.name for friend in found]

    def give(self, verb, faces=(), **given):
        order, dice = VARIANT.orders[verb], ScriptedDice(faces)
        scene, fields = self.asked(verb, **given)
        outcome = order.resolve(scene, order.read(fields, self.settings), dice)
        assert not dice.left, f"the rules threw fewer dice than the script holds: {dice.left}"
        for name, sheet in outcome.after.items():
            self.units[name] = replace(self.units[name], sheet=sheet)
        self.ledger = RECORDS.load(RECORDS.dump(outcome.ledger or self.ledger))
        self.outcome, self.card = outcome, card_of(order, outcome, dice.throws)
        return "\n".join((self.card.title, *map(str, self.card.lines), *self.card.working))

    def refused(self, verb, **given):
        before = (dict(self.units), self.ledger)
        try:
            self.give(verb, **given)
        except RuleError as refusal:
            assert (self.units, self.ledger) == before
            return str(refusal)
        raise AssertionError(f"/{verb} was not refused")

    def meet(self, throws="9 7", **given):
        """Blue meets red."""
        return self.give("encounter begin", first="blue", second="red", throws=throws, **given)

    def to(self, phase):
        """On to a step of the round."""
        for _ in range(8):
            if self.encounter.phase.value == phase:
                return
            self.give("encounter step")

    def posture(self, **people):
        """Some as they are now, whatever the book says."""
        for name, changes in people.items():
            self.ledger = replace(
                self.ledger, encounter=self.encounter.having(name, replace(self.encounter.of(name), **changes))
            )

    def near(self, one, other, how):
        self.ledger = replace(self.ledger, encounter=self.encounter.brought(one, other, how))

    @property
    def game(self):
        """The game as a campaign has it."""
        return Game(Units().having(*self.units.values())).keeping(self.ledger)

    @property
    def encounter(self):
        return self.ledger.encounter


def field(**settings):
    """Ann and Abe of blue meet Cid and Dot of red."""
    return Field(person("Ann"), person("Abe"), person("Cid", "red"), person("Dot", "red"), **settings)


def in_fire(bands=4, people=None, settings=None, **begin):
    """A field in the step of fire."""
    game = field(**(settings or {})) if people is None else Field(*people, **(settings or {}))
    game.meet(bands=bands, **begin)
    game.to("fire")
    return game


def shot(game, faces=(1, 1), **given):
    """Ann fires a single shot at Cid."""
    return game.give("fire", list(faces), **{"name": "Ann", "target": "Cid", "setting": "single", **given})


def loaded(unit, rounds):
    """Somebody with so many rounds in the first weapon."""
    carried = unit.sheet.weapons[0]
    sheet = unit.sheet.with_carried(replace(carried, loaded=replace(carried.loaded, rounds=rounds)))
    return replace(unit, sheet=sheet)


def rounds_of(game, name):
    """How many are left in somebody's first weapon."""
    return game.units[name].sheet.weapons[0].loaded.rounds
