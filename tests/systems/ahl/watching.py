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
    """What has happened in this phase, by name."""

    def __init__(self):
        # Who fell in this phase and who saw it, and who has checked how often for that.
        self.seen, self.checked = set(), Counter()
        # How often who has thrown to come round, and to rally, in this decision phase.
        self.tried = {"wake": Counter(), "rally": Counter()}
        # Whoever is out, with what they had and where they were when their step was over.
        self.gone = {}
        # How often who had to check before a step, and has passed such a check.
        self.asked, self.passed = Counter(), Counter()
        # To whom each has come adjacent.
        self.met = {}
        # How often who was fired on by somebody unseen before, and has checked for it.
        self.surprised, self.faced = Counter(), Counter()
        # The enemies whom each has seen before this phase.
        self.known = {}

    def after(self, verb, scene, outcome, before, after):
        """Note what an order has done, and check it."""
        result = getattr(outcome.result, "result", outcome.result)
        clock, later = before.ledger.clock, after.ledger.clock
        acting = {unit.name for unit in scene.units.get("name", ())}
        assert not (verb in ACTS and acting & {*self.gone}), "the dead act no more"
        for doing in later.people.values():
            assert 0 <= doing.deeds.spent <= doing.deeds.given
        if verb == "morale":
            self._checked(result.morale)
        if verb in self.tried:
            self.tried[verb].update(acting)
        if clock.phase == 0 and later.phase:
            self._tries_are_over(before.units.values())
        self._moved(verb, scene, outcome, before, after)
        self._fired(verb, outcome, result, before)
        for name, unit in after.units.items():
            if worse(unit.sheet, before.units[name].sheet):
                # A friend who falls and then dies is one casualty of the phase.
                self.seen |= {(name, each) for each in witnesses(after, name)}
        if (later.turn, later.phase) != (clock.turn, clock.phase):
            self._phase_is_over(before, after)
        elif later.phase:
            self._passes_are_left(later)
        if (later.turn, later.phase, later.step) != (clock.turn, clock.phase, clock.step):
            # Whoever falls in the first fire of a step falls in that.
            dead = [unit for unit in before.units.values() if unit.sheet.condition is Condition.DEAD]
            self.gone = {unit.name: (unit.sheet.weapons, at_of(after, unit.name)) for unit in dead}
        for name, left in self.gone.items():
            assert (after.units[name].sheet.weapons, at_of(after, name)) == left

    def _passes_are_left(self, clock):
        """The rules count as many passed checks that nobody has made use of as we do."""
        for name, doing in clock.people.items():
            left = {cause: self.passed[name, cause] - self.asked[name, cause] for cause in BEFORE_A_MOVE}
            told = Counter(str(cause) for cause in doing.deeds.passed)
            assert told == Counter({cause: count for cause, count in left.items() if count}), name

    def _tries_are_over(self, people):
        """As a decision phase ends all who are out have thrown once to come round, and all who cower to rally."""
        out = {unit.name for unit in people if unit.sheet.condition is Condition.UNCONSCIOUS}
        able = [unit for unit in people if unit.sheet.condition is Condition.ACTIVE]
        cowering = {unit.name for unit in able if unit.sheet.nerve is Nerve.COWERING}
        assert {name: self.tried["wake"][name] for name in out} == dict.fromkeys(out, 1)
        assert {name: self.tried["rally"][name] for name in cowering} == dict.fromkeys(cowering, 1)
        assert {count for each in self.tried.values() for count in each.values()} <= {1}
        for each in self.tried.values():
            each.clear()

    def _moved(self, verb, scene, outcome, before, after):
        result, clock = getattr(outcome.result, "result", outcome.result), before.ledger.clock
        if verb == "move" and clock.phase:
            mover = scene.units["name"][0].name
            self._walked(before, clock, mover, [step.at for step in result.route.steps])
            # Whom an enemy stops on the way goes on once that has fired or not.
            if not result.halted:
                self._fled(before, after, mover)
        if verb == "dive":
            diver = scene.units["name"][0].name
            self._walked(before, clock, diver, [result.at])

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
            elif cause == "casualty":
                self.checked[name] += one.checker.times

    def _walked(self, game, clock, mover, squares):
        """Each square into which one comes under covering fire, or beside an enemy beside whom one wasn't just now, nor
        has come in this phase before.
        """
        board, at = game.board, game.board.people[mover].at
        met, near = self.met.setdefault(mover, set()), {*beside(game, mover, at)}
        through = set()
        for square in squares:
            lines = {
                number
                for number, line in enumerate(clock.covering)
                if line.awaits(mover) and square in (line.squares[1:] or line.squares)
            }
            if square != at and lines - through:
                self.asked[mover, "exposure"] += 1
            now = {*beside(game, mover, square)}
            if now - near - met:
                self.asked[mover, "adjacent"] += 1
            at, through, near, met = square, through | lines, now, met | (now - near)
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

    def _phase_is_over(self, before, after):
        """All who can have checked, once for each friend whom they saw fall and for all that surprised them; each knows
        from now on whom they see as the next phase begins.
        """
        seen = Counter(witness for _, witness in self.seen)
        for name in active(before):
            assert self.checked[name] == seen[name], name
            assert self.faced[name] == self.surprised[name], name
        for each in (self.seen, self.checked, self.asked, self.passed, self.met, self.surprised, self.faced):
            each.clear()
        for name in active(after) if after.ledger.clock.phase else ():
            enemies = (other for other in enemies_of(after, name) if sees_each_other(after, name, other))
            self.known.setdefault(name, set()).update(enemies)


def sees_each_other(game, name, other):
    return sees(game.board, at_of(game, name), at_of(game, other))


def worse(now, before):
    """Whether somebody has been killed, seriously wounded or knocked out."""
    return tuple(Condition).index(now.condition) > tuple(Condition).index(before.condition)


def witnesses(game, fallen):
    """The friends who can see, or nothing, where somebody fell."""
    side = game.units[fallen].side
    friends = [name for name in active(game) if name != fallen and game.units[name].side == side]
    return [name for name in friends if sees_each_other(game, name, fallen)]


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
