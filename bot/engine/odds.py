"""Exact chances, by running a resolver over every branch of its dice.

There is no second copy of any rule here: `exact` hands the resolver dice that remember a path, runs it,
and runs it again for every other way in which the same throws can fall. Totals branch by their weight, so
2D is eleven branches and not thirty-six.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, Final, TypeVar

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import MOST_WORK, ReadyToThrow
from bot.engine.system import Odds, Order, Outcome, Scene, Unit, Value, Values

R = TypeVar("R")
S = TypeVar("S")
T = TypeVar("T")
Branches = Sequence[tuple[Any, int]]

UNDECIDED: Final = "undecided"


class TooManyBranchesError(Exception):
    """The question has more branches than the caller allows."""


class _DepthReachedError(Exception):
    """A path threw more often than the caller follows."""


@cache
def totals(count: int, sides: int) -> Branches:
    """Each total of `count` dice with the number of ways to throw it: 2D is (2, 1), (3, 2) … (12, 1)."""
    ways: Counter[int] = Counter({0: 1})
    for _ in range(count):
        longer: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] += number
        ways = longer
    return tuple(sorted(ways.items()))


@dataclass(slots=True)
class _Budget:
    """How many branches may still be followed and throws made on them, those inside folds among them."""

    left: int

    def spend(self) -> None:
        if not self.left:
            raise TooManyBranchesError("too many branches")
        self.left -= 1


@dataclass(slots=True)
class _Node:
    """One throw on the present path: its possible values with their weights, and which of them is tried now."""

    branches: Branches
    whole: int
    tried: int = 0


@dataclass(slots=True)
class _BranchingDice:
    """Dice that follow one path through the tree of throws, and lengthen it where it ends."""

    most_throws: int
    budget: _Budget
    moot: frozenset[str] = frozenset()
    path: list[_Node] = field(default_factory=list)
    at: int = 0
    known: dict[Hashable, Branches] = field(default_factory=dict)

    def roll(self, count: int, sides: int = 6, *, why: str) -> int:
        if why in self.moot:
            return count
        total: int = self._next(lambda: totals(count, sides))
        return total

    def pick(self, options: Sequence[T], *, why: str) -> T:
        if len(options) == 1 or why in self.moot:
            return options[0]
        option: T = self._next(lambda: [(option, 1) for option in options])
        return option

    def fold(self, items: Iterable[T], state: S, step: Callable[[Dice, S, T], S], key: Hashable = None) -> S:
        """Branch on the states that are possible after all items; equal states on the way are one."""
        reached = self._next(lambda: self._known_states(items, state, step, key))
        if reached == UNDECIDED:
            raise _DepthReachedError
        after: S = reached
        return after

    def _next(self, branches: Callable[[], Branches]) -> Any:
        """The value tried at this place of the path; `branches` is asked only where the path ends."""
        if self.at == len(self.path):
            if self.at == self.most_throws:
                raise _DepthReachedError
            values = branches()
            self.path.append(_Node(values, sum(weight for _, weight in values)))
        self.budget.spend()
        node = self.path[self.at]
        self.at += 1
        return node.branches[node.tried][0]

    def _known_states(self, items: Iterable[T], state: S, step: Callable[[Dice, S, T], S], key: Hashable) -> Branches:
        """The states after a fold, worked out once for each key."""
        if key is None:
            return self._states(items, state, step)
        if key not in self.known:
            self.known[key] = self._states(items, state, step)
        return self.known[key]

    def _states(self, items: Iterable[T], state: S, step: Callable[[Dice, S, T], S]) -> Branches:
        chances: dict[Any, Fraction] = {state: Fraction(1)}
        for item in items:
            merged: dict[Any, Fraction] = {}
            for before, chance in chances.items():
                for after, share in self._after_step(before, item, step).items():
                    merged[after] = merged.get(after, Fraction(0)) + chance * share
            chances = merged
        whole = lcm(*(chance.denominator for chance in chances.values()))
        return [(after, int(chance * whole)) for after, chance in chances.items()]

    def _after_step(self, before: Any, item: T, step: Callable[[Dice, S, T], S]) -> Mapping[Any, Fraction]:
        if before == UNDECIDED:
            return {UNDECIDED: Fraction(1)}
        dice = _BranchingDice(self.most_throws, self.budget, self.moot, known=self.known)
        return _chances(dice, lambda dice: step(dice, before, item), lambda after: after)

    def weight(self) -> tuple[int, int]:
        """The present path's chance as (ways, of how many)."""
        ways = whole = 1
        for node in self.path:
            ways *= node.branches[node.tried][1]
            whole *= node.whole
        return ways, whole

    def advance(self) -> bool:
        """Go to the next path; False when all have been followed."""
        self.at = 0
        while self.path:
            node = self.path[-1]
            node.tried += 1
            if node.tried < len(node.branches):
                return True
            self.path.pop()
        return False


def exact(
    resolve: Callable[[Dice], R],
    *,
    of: Callable[[R], Hashable],
    most_throws: int = 1_000,
    most_work: int = 5_000_000,
    moot: frozenset[str] = frozenset(),
) -> dict[Any, Fraction]:
    """How likely each outcome of a resolver is.

    `resolve` is called with dice once a branch; `of` projects its result to what is asked for. The chances
    are fractions that add up to exactly 1. Throws and picks for what `moot` names fall one way only: the caller vouches
    that what is asked for hangs on none of them. A path of more than `most_throws` throws counts as the outcome
    `UNDECIDED`. Raises TooManyBranchesError past `most_work`: branches and the throws on each, a branch of sixty
    people's throws being sixty times the work, those of each fold's steps counted too.
    """
    return _chances(_BranchingDice(most_throws, _Budget(most_work), moot), resolve, of)


def _chances(dice: _BranchingDice, resolve: Callable[[Dice], R], of: Callable[[R], Hashable]) -> dict[Any, Fraction]:
    # Integers by denominator: adding fractions in the loop would cost more than the resolver does.
    # An outcome may be dear to hash, so each is looked up once.
    ways: dict[int, dict[Hashable, list[int]]] = {}
    while True:
        dice.budget.spend()
        try:
            outcome = of(resolve(dice))
        except _DepthReachedError:
            outcome = UNDECIDED
        number, whole = dice.weight()
        ways.setdefault(whole, {}).setdefault(outcome, [0])[0] += number
        if not dice.advance():
            return _added(ways)


def _added(ways: Mapping[int, Mapping[Hashable, Sequence[int]]]) -> dict[Any, Fraction]:
    chances: dict[Any, Fraction] = {}
    for whole, by_outcome in ways.items():
        for outcome, (number,) in by_outcome.items():
            chance = Fraction(number, whole)
            chances[outcome] = chances[outcome] + chance if outcome in chances else chance
    return chances


def order_odds(order: Order, scene: Scene, values: Values) -> list[tuple[str, Fraction]]:
    """How likely each outcome of an order is: those it lists in its order, then others by how likely they are.

    Of several whose odds are asked one by one, each has their own. What the order shows besides comes last. Raises
    RuleError where the order has no odds, can't be given, or has so much to throw that somebody would wait.
    """
    odds = _odds_of(order)
    asked = replace(odds.narrow(scene), only_odds=True)
    parts = odds.apart(asked, values) or [("", order.prepared(asked, values))]
    try:
        found = [chance for heading, resolve in parts for chance in _chances_of(odds, heading, resolve)]
    except TooManyBranchesError:
        raise RuleError(_given_up(asked)) from None
    return [*found, *odds.besides(asked, values)]


def _chances_of(odds: Odds, heading: str, resolve: Callable[[Dice], Outcome]) -> list[tuple[str, Fraction]]:
    """How likely each outcome is, under its heading, if there is one."""
    chances: defaultdict[str, Fraction] = defaultdict(Fraction)
    find = _found_before if isinstance(resolve, ReadyToThrow) else _found
    found = find(resolve, odds.outcome, odds.most_work, odds.moot)
    if found is None:
        raise TooManyBranchesError
    for outcome, chance in found.items():
        for name in outcome if isinstance(outcome, tuple) else (outcome,):
            chances[name] += chance
    listed = [*odds.outcomes, UNDECIDED]
    others = sorted(chances.keys() - set(listed), key=lambda name: (-chances[name], name))
    named = [name for name in (*listed, *others) if name in chances]
    return [(f"{heading}: {name}" if heading else name, chances[name]) for name in named]


def _found(
    resolve: Callable[[Dice], Outcome], outcome: Callable[[Any], Hashable], most_work: int, moot: frozenset[str]
) -> Mapping[Any, Fraction] | None:
    """How likely each outcome is; None where that would take too long, which is dear to find out as well."""
    try:
        return exact(resolve, of=lambda done: outcome(done.result), most_work=most_work, moot=moot)
    except TooManyBranchesError:
        return None


# Whoever weighs many shots asks for equal ones again and again.
_found_before = lru_cache(maxsize=1_000)(_found)


def forget_chances() -> None:
    """Keep nothing of what was worked out before, for whoever measures how long it takes."""
    _found_before.cache_clear()


def chances_to_hurt(
    order: Order, scene: Scene, values: Values, people: Iterable[Unit]
) -> list[tuple[str, Fraction | None]]:
    """How likely an order hurts each of some people; None where that has too many branches.

    Raises RuleError where the order can't be given.
    """
    chances: dict[str, Fraction | None] = {}
    for one in people:

        def hurt(done: Outcome, one: Unit = one) -> bool:
            return bool(_shape(done.after.get(one.name, one.sheet)) != _shape(one.sheet))

        try:
            asked = replace(scene, only_odds=True, fate_of=one.name)
            if order.fate:
                chances[one.name] = order.fate(asked, values)
                continue
            most_work = order.odds.most_work if order.odds else MOST_WORK
            found = exact(order.prepared(asked, values), of=hurt, most_work=most_work)
            chances[one.name] = found.get(True, Fraction(0))
        except TooManyBranchesError:
            chances[one.name] = None
    return list(chances.items())


def _shape(sheet: Any) -> Any:
    """How somebody is by their sheet, where it tells that apart from what they carry and do."""
    return getattr(sheet, "shape", sheet)


def _given_up(scene: Scene) -> str:
    """Why there are no odds: too many people, or else too many throws for those who are there."""
    people = {unit.name for units in scene.units.values() for unit in units} | scene.present.keys()
    if len(people) > 2:
        return "So many people take part that exact odds would take too long: name fewer."
    return "This throws so many dice that exact odds would take too long: the order itself throws them once."


def imagined_odds(order: Order, raw: Mapping[str, Value], settings: Mapping[str, str]) -> list[tuple[str, Fraction]]:
    """The same from plain values, with nobody there: the order's own fields, and those that make up its people.

    Raises RuleError for values that the order doesn't have, or a fire that can't be.
    """
    odds = _odds_of(order)
    made_up = {each.name for each in odds.fields}
    values = _with_people(order, odds).read(raw, settings)
    scene = odds.imagine(values)
    return order_odds(order, scene, {name: value for name, value in values.items() if name not in made_up})


def as_asked(order: Order, raw: Mapping[str, Value], *, there: bool) -> dict[str, Value]:
    """What is asked, of people who are `there` or whom the odds make up, with what is said for it where odds alone are
    asked, whatever was typed of that.
    """
    odds = _odds_of(order)
    return {**(order if there else _with_people(order, odds)).spread(raw), **dict(odds.anyway)}


def taken_for_granted(order: Order, raw: Mapping[str, Value]) -> dict[str, Value]:
    """What `imagined_odds` assumes of the people whom it makes up, where the plain values don't say it."""
    odds = _odds_of(order)
    given = _with_people(order, odds).spread(raw)
    defaults = {each.name: each.default for each in odds.fields if each.name not in given}
    return {name: value for name, value in defaults.items() if value not in {None, ""} and value is not False}


def settings_taken(order: Order, raw: Mapping[str, Value], settings: Mapping[str, str]) -> dict[str, str]:
    """The campaign's settings that its odds are reckoned with, where the plain values don't say otherwise."""
    return _with_people(order, _odds_of(order)).settings_in(raw, settings)


def asks_of_a_place(order: Order, raw: Mapping[str, Value]) -> bool:
    """Whether the plain values name a place of the deck, so that who is there is found and not made up."""
    return bool(_with_people(order, _odds_of(order)).spread(raw).get("at"))


def _with_people(order: Order, odds: Odds) -> Order:
    """The order with the fields that make up its people before its own."""
    made_up = {each.name for each in odds.fields}
    return replace(order, fields=(*odds.fields, *(each for each in order.fields if each.name not in made_up)))


def _odds_of(order: Order) -> Odds:
    if order.odds is None:
        raise RuleError(f"/{order.verb} throws no dice whose odds could be shown.")
    return order.odds
