"""A game of AHL on a deck, order after order, each in a line: who stands where, and what is left of it all."""

from dataclasses import replace

from bot.deck.plan import at_of
from bot.engine.dice import RecordedDice, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Units
from bot.engine.system import Said, Scene
from bot.systems.ahl.ledger import LEDGER, Ledger
from bot.systems.ahl.morale.checks import Cause
from tests.deck.plans import board_of
from tests.reports import card_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import HALL, gunner, stands

OPEN = board_of(*HALL)


class Table:
    """People on a board, and what the rules keep beside them; orders change all of it, as a campaign does."""

    def __init__(self, *people, board=OPEN, settings=None, orders=AHL.orders):
        self.units = {unit.name: unit for unit, _ in people}
        self.board = replace(board, people={unit.name: standing for unit, standing in people})
        self.orders = orders
        self.ledger, self.settings = Ledger(), settings or {}
        # Whose orders they are: a player's, or "" for the referee's.
        self.by = ""
        # Whom a scenario has come onto the deck now.
        self.comes = ()
        # What of the game a side knows, where fog lies.
        self.knows = None
        # Whether orders are given by themselves, without what comes first and what follows on them at once.
        self.alone = False

    def give(self, verb, faces=(), **given):
        """Give an order, by roles and fields, and keep what comes of it; its card."""
        order = self.orders[verb]
        dice = faces if isinstance(faces, RecordedDice) else ScriptedDice(faces)
        roles = {role.name for role in order.roles}
        cast = {
            role.name: tuple(self.units[name] for name in self._names(role, given.get(role.name)))
            for role in order.roles
        }
        fields = {name.replace("_", " "): value for name, value in given.items() if name not in roles}
        people = {role: tuple((unit.name, unit.at) for unit in units) for role, units in cast.items()}
        said = Said(verb, people, fields, self.by or "9")
        scene = Scene(
            cast,
            self.ledger,
            self.board,
            self.game.present,
            self.units,
            by=self.by,
            comes=self.comes,
            settings=self.settings,
            said=said,
            game=None if self.alone else self.game,
            known_to=None if self.alone else self.game.known_to,
        )
        outcome = order.carried_out(scene, order.read(fields, self.settings), dice)
        assert not getattr(dice, "left", ()), "the rules threw fewer dice than the script holds"
        for name, sheet in outcome.after.items():
            self.units[name] = replace(self.units[name], sheet=sheet)
        # As a campaign does: what is kept is written down and read again.
        self.ledger = LEDGER.load(LEDGER.dump(outcome.ledger or self.ledger))
        self.board = outcome.board or self.board
        self.last = outcome
        return card_of(order, outcome, dice.throws)

    @property
    def game(self):
        """The game as a campaign has it."""
        units = Units(self.units, self.units.__getitem__)
        sides = tuple(dict.fromkeys(unit.side for unit in self.units.values()))
        return Game(units, sides, self.settings, self.board, knows=self.knows).keeping(self.ledger)

    def due(self):
        """What is due now, each in a line: who owes what, and the answers that are ready."""
        return [line_of(each) for each in AHL.due(self.game)]

    def _names(self, role, typed):
        if typed is None:
            return [] if role.optional or not role.many else list(self.units)
        return typed.split(", ")

    def refused(self, verb, **given):
        """The sentence in which an order is refused."""
        before = (self.units, self.ledger, self.board)
        try:
            self.give(verb, **given)
        except RuleError as refusal:
            assert (self.units, self.ledger, self.board) == before
            return str(refusal)
        raise AssertionError(f"/{verb} was not refused")

    def begin(self, *, checked=True, **plans):
        """Begin a turn with these plans, and its first action phase; an end of covering fire after a comma. All have
        passed the morale checks before their moves, unless these aren't `checked`: then orders are given by themselves.
        """
        self.alone = not checked
        self.give("turn begin")
        for name, plan in plans.items():
            what, _, end = plan.partition(", ")
            self.give("plan", name=name, plan=what, end=end)
        self.give("phase")
        if checked:
            self.steel(*self.units)

    def steel(self, *names):
        """These have passed the morale checks before any move of this phase."""
        clock = self.ledger.clock
        for name in names:
            for cause in (Cause.EXPOSURE, Cause.ADJACENT):
                clock = clock.checked(name, cause, 4, passed=True)
        self.ledger = replace(self.ledger, clock=clock)

    def left(self, name):
        """The action points that somebody has left."""
        return self.ledger.clock.of(name).deeds.left / 2

    def at(self, name, square):
        return self.board.people[name].at == at_of(square)


def line_of(due):
    """`Ann, Bob: a plan for the turn (AHL 5): All move | …`; in brackets if it is optional, with a star if secret."""
    choices = " | ".join(choice.label for choice in due.choices)
    line = f"{', '.join(due.owes) or 'the table'}: {due.what} ({due.rule}): {choices}"
    line += "*" if due.secret else ""
    return f"[{line}]" if due.optional else line


def one(name, owner, square, facing="E", side="blue", **sheet):
    return replace(gunner(name, side=side, **sheet), owner=owner), stands(square, facing)


def table_of(**settings):
    """Ann plays Ann and Abe, Bob plays Bob; nobody plays Cid."""
    return Table(
        one("Ann", "1", "A1"),
        one("Abe", "1", "A2"),
        one("Bob", "2", "I1", "W", "red"),
        one("Cid", "", "I3", "W", "red"),
        settings=settings,
    )
