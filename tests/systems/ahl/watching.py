"""A fight as it is watched from beside the rules: what each move calls for, who is fired on by whom, and where the
panicked run; counted by hand from the board before and after each order (AHL 18.A, 18.D).
"""

from collections import Counter
from math import ceil

from bot.deck.sight import sees
from bot.systems.ahl.sheet.character import Condition, Nerve

# What somebody does who is dead by then.
ACTS = {"move", "dive", "fire", "cover", "melee", "grenade", "rally", "reload"}
BEFORE_A_MOVE = ("exposure", "adjacent")


class Watch:
    """What has happened in this phase, by name; a copy of it is what counts where an order is refused."""

    def __init__(self):
        # How often who had to check before a step, and has passed such a check.
        self.asked, self.passed = Counter(), Counter()
        # To whom each has come adjacent.
        self.met = {}
        # How often who was fired on by somebody unseen before, and has checked for it.
        self.surprised, self.faced = Counter(), Counter()
        # The enemies whom each has seen before this phase.
        self.known = {}

    def copy(self):
        other = Watch()
        other.asked, other.passed = Counter(self.asked), Counter(self.passed)
        other.surprised, other.faced = Counter(self.surprised), Counter(self.faced)
        other.met = {name: {*them} for name, them in self.met.items()}
        other.known = {name: {*them} for name, them in self.known.items()}
        return other

    def after(self, verb, scene, outcome, before, after):
        """Note what an order has done, and check it."""
        result = getattr(outcome.result, "result", outcome.result)
        clock, later = before.ledger.clock, after.ledger.clock
        if verb == "morale":
            self._checked(result.morale)
        if verb == "move" and clock.phase:
            mover = scene.units["name"][0].name
            self._walked(before, clock, mover, [step.at for step in result.route.steps])
            # Whom an enemy stops on the way goes on once that has fired or not.
            if not result.halted:
                self._fled(before, after, mover)
        if verb == "dive":
            diver = scene.units["name"][0].name
            self._walked(before, clock, diver, [result.at])
        self._fired(verb, outcome, result, before)
        for name, doing in later.people.items() if later.phase else ():
            left = Counter(str(cause) for cause in doing.deeds.passed)
            assert left == Counter(
                {
                    cause: count
                    for cause in BEFORE_A_MOVE
                    if (count := self.passed[name, cause] - self.asked[name, cause])
                }
            ), name

    def _checked(self, morale):
        cause = str(morale.cause)
        for one in morale.checked:
            name = one.checker.name
            if cause in BEFORE_A_MOVE:
                # Whoever fails one makes no use of those that they had passed.
                self.passed[name, cause] = (
                    self.passed[name, cause] + one.checker.times if one.passed else self.asked[name, cause]
                )
            elif cause == "surprise":
                self.faced[name] += one.checker.times

    def _walked(self, game, clock, mover, squares):
        """Each square into which one comes under covering fire, or beside an enemy who wasn't there before."""
        board, at = game.board, game.board.people[mover].at
        met = self.met.setdefault(mover, set()) | {*beside(game, mover, at)}
        through = set()
        for square in squares:
            lines = {
                number
                for number, line in enumerate(clock.covering)
                if line.awaits(mover) and square in (line.squares[1:] or line.squares)
            }
            if square != at and lines - through:
                self.asked[mover, "exposure"] += 1
            new = {*beside(game, mover, square)} - met
            if new:
                self.asked[mover, "adjacent"] += 1
            at, through, met = square, through | lines, met | new
        assert all(square in board.plan.levels[0].floor for square in squares)
        self.met[mover] = met

    def _fled(self, before, after, mover):
        """Who runs in panic comes nearer to nobody whom they saw, and cowers where no enemy sees them."""
        if before.units[mover].sheet.nerve is not Nerve.FLEEING:
            return
        start, end = before.board.people[mover].at, after.board.people[mover].at
        enemies = [before.board.people[name].at for name in enemies_of(before, mover)]
        for at in (at for at in enemies if sees(before.board, start, at)):
            assert far(end, at) >= far(start, at), f"{mover} flees from {start} to {end}, nearer to {at}"
        if after.units[mover].sheet.nerve is Nerve.COWERING:
            assert not any(sees(after.board, end, at) for at in enemies), f"{mover} cowers in sight at {end}"

    def _fired(self, verb, outcome, result, before):
        fires = [(each.firer, [each.attack.target.name]) for each in getattr(outcome.result, "met", ())]
        if verb in {"fire", "cover"}:
            shot = getattr(result, "fire", result)
            fires.append((shot.firer.name, [each.target.name for each in shot.attacks]))
        side = {name: unit.side for name, unit in before.units.items()}
        for firer, targets in fires:
            new = [name for name in targets if side[name] != side[firer] and firer not in self.known.get(name, ())]
            self.surprised.update(new)

    def over(self, game, able, phase):
        """The phase is over: all who can have checked for all that surprised them; from now on each knows whom they
        see as the next one begins.
        """
        assert {name: self.surprised[name] for name in able} == {name: self.faced[name] for name in able}
        for each in (self.asked, self.passed, self.met, self.surprised, self.faced):
            each.clear()
        if phase:
            for name in active(game):
                seen = [
                    other for other in enemies_of(game, name) if sees(game.board, at_of(game, name), at_of(game, other))
                ]
                self.known.setdefault(name, set()).update(seen)


def at_of(game, name):
    return game.board.people[name].at


def active(game):
    return [name for name, unit in game.units.items() if unit.sheet.condition is Condition.ACTIVE]


def enemies_of(game, name):
    return [other for other in active(game) if game.units[other].side != game.units[name].side]


def beside(game, name, at):
    """The enemies in a square, or in one next to it with nothing between."""
    for other in enemies_of(game, name):
        theirs = at_of(game, other)
        if max(abs(theirs.x - at.x), abs(theirs.y - at.y)) <= 1 and sees(game.board, at, theirs):
            yield other


def far(one, other):
    """The shortest way, a diagonal step for one and a half, rounded up (AHL 11.C.1)."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    return ceil(max(across, down) + min(across, down) / 2)
