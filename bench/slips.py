"""The slips that may be made in code, one at a time: what `bench.mistakes` makes of the project's files.

A condition dropped, two steps swapped, one side taken for the other, a bound moved, a number one larger, an answer
turned round.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

# A name of one side, and that of the other for which it is taken.
_SIDES = (
    ("attacker", "defender"),
    ("attacker", "target"),
    ("firer", "target"),
    ("thrower", "target"),
    ("first", "second"),
    ("before", "after"),
    ("now", "built"),
    ("own", "other"),
    ("north", "south"),
    ("left", "right"),
    ("width", "height"),
    ("dx", "dy"),
)
_OTHER = {one: other for pair in _SIDES for one, other in (pair, pair[::-1])}
_BOUNDS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_TURNED = {"min": "max", "max": "min", "any": "all", "all": "any", "True": "False", "False": "True"}

# Slips that come to the same for everybody, with why; a test can't fail for one.
_BATTLE, _COMBAT = "bot/systems/highguard/battle", "bot/systems/highguard/combat"
ALIKE = {
    ("bot/systems/highguard/design/weapons.py", "((least + 1, larger), (least, batteries - larger))"): (
        "numbers of batteries are added up, of their factors the greatest counts"
    ),
    ("bot/systems/highguard/__init__.py", "(BEAMS, SMALL_ARMOR)"): "the key under which an office is kept",
    ("bot/systems/ahl/orders/plan.py", 'clock = clock.doing( unit.name, plan=None, end="", delay=0, nearest=Fa'): (
        "two steps that set other things of a clock"
    ),
    ("bot/systems/ahl/orders/__init__.py", "board = let_go(board, name) board = placed(board, name, replace(board."): (
        "who lay before they fell lies where they land"
    ),
    (f"{_BATTLE}/course.py", "self._plans = {kept: plan for kept, plan in self._plans.items() if kep"): (
        "the plan that is put in is one of those that are kept"
    ),
    (f"{_BATTLE}/decisions.py", "battle = battle.with_ships(replace(ship, exposed=True) for ship in lef"): (
        "two steps that set other things of a battle"
    ),
    (f"{_BATTLE}/formation.py", "battle = battle.with_side(side, replace(battle.sides[side], sealed=for"): (
        "two steps that set other things of a battle"
    ),
    (f"{_BATTLE}/homecoming.py", "ships[coming.carrier] = stowed(ships[coming.carrier], ships[name].kind"): (
        "two steps about two ships"
    ),
    ("bot/systems/ahl/melee/fight.py", "(attack.attacker, attack.defender)"): "people who are kept by name",
    ("bot/systems/ahl/melee/fight.py", "(*people, *bystanders)"): "people who are kept by name",
    ("bot/systems/ahl/orders/in_turn/passing.py", "(mover.name, *report.carriers)"): "what each has of a clock alone",
    ("bot/systems/ahl/orders/lift.py", "(str(level + 1), plan.levels[level].name)"): "names that are looked up",
    ("bot/systems/ahl/turn/clock.py", "(*clock.people, *gives)"): "people who are kept by name",
    ("bot/systems/ahl/walking/spreading.py", "(1, -1)"): "whoever turns about pays the same either way round",
    ("bot/systems/handing.py", "(EnlistOrder, BringOrder)"): "orders that are looked up by their verbs",
    ("bot/systems/combat3000/aim/shot.py", "(_band(cm), _metres(cm))"): "two factors that are only added up",
    ("bot/systems/combat3000/building/work.py", "(*site.structures, *beside(site, name))"): (
        "what stands beside somebody is what is kept of it, under the same name"
    ),
    ("bot/systems/combat3000/lists/costs.py", "(carried.sight, carried.mount)"): "prices that are added up",
    ("bot/systems/combat3000/lists/costs.py", "(carried.loaded, *carried.spare)"): "prices that are added up",
    ("bot/systems/ahl/orders/melee.py", '(*scene.all("name"), scene.one("target"))'): "people who are kept by name",
    ("bot/systems/naval/play.py", "(choice.label, choice.answer)"): "names that are looked up",
    ("bot/systems/naval/year.py", "(SURVIVAL_DMS, DECORATION_DMS)"): "the key under which chances are kept",
    ("bot/deck/placing.py", "(str(room.number), room.name)"): "names that are looked up",
    (f"{_BATTLE}/miniature.py", "(0, 1)"): "the names of all that are left, as a set",
    (f"{_BATTLE}/terminal.py", "(0, 1)"): "who is left is named only if that is one side, or none",
    ("bot/systems/ahl/orders/move.py", "(*dragged, *carriers)"): "all of them come to the same square",
    (
        "bot/systems/ahl/orders/in_turn/accounts.py",
        "clock = _paid(attempt, clock, done) clock = _done(attempt, clock, done",
    ): ("two steps that set other things of a clock"),
    (f"{_BATTLE}/pursuit.py", "battle, left = _escaped(battle, 1 - side, {name: ships for name, ships"): (
        "two steps that set other things of a battle"
    ),
    (
        "bot/systems/highguard/combat/losses.py",
        "before, armament[place] = armament[place], battery_lost(armament[place",
    ): ("a hit is counted for the place that is found already"),
    ("bot/campaign/play.py", "(*(outcome.doers or ()), *outcome.throwers)"): "sides that are looked up by name",
    ("bot/campaign/casting.py", "(unit.id, unit.name)"): "units that are looked up by number or name",
    ("bot/engine/serving.py", "(*after, *(each.name for attack in attacks for each in attack.hit))"): (
        "people who are kept by name"
    ),
    ("bot/engine/serving.py", "(*attack.at, *hit)"): "people who are kept by name",
    ("bot/engine/typed.py", "(first, part)"): "it is asked only whether the second alone is known",
    ("bot/deck/passage.py", "(at, *neighbours(at))"): "whether any of them has a switch",
    ("bot/deck/drawing.py", '(("hatch", False), ("open hatch", True))'): "words that are looked up by themselves",
    ("bot/deck/outlook.py", "(-1, 1)"): "the squares that are seen before and behind, as a set",
    ("bot/systems/deeds.py", "(standing.at, standing.leaning)"): "two squares side by side, which one picture shows",
    ("bot/deck/portals.py", "(-1, 1)"): "the squares that a lift's shaft holds, as a set",
    ("renderers/frame.py", "((top - out, rows[0]), (bottom + out, rows[-1] + 1))"): "names on two sides of a picture",
    ("renderers/frame.py", "((left - out, columns[0]), (right + out, columns[-1] + 1))"): (
        "names on two sides of a picture"
    ),
    ("renderers/marks.py", "(first, last)"): "the two ends of a line",
    ("renderers/marks.py", "(0, 1)"): "the borders of a picture cut a line alike, whichever two come first",
}

# A part of the code that is written otherwise: where, what stands there instead, and the sort of mistake that it is.
Slip = tuple[ast.AST, str, str]
# Whatever stands in these says nothing of what the code does, or only how it is said.
_PASSED_OVER = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom, ast.JoinedStr)
_NOT_SEEN = {"strict", "frozen", "slots", "kw_only", "compare", "maxsize", "exist_ok", "parents"}


@dataclass(frozen=True)
class Source:
    """A file's code: its text, its tree, and the slips that may be made in it."""

    text: str

    @cached_property
    def _bytes(self) -> bytes:
        return self.text.encode()

    @cached_property
    def _lines(self) -> list[int]:
        """At which byte each line begins."""
        return [0, *(found.end() for found in re.finditer(rb"\n", self._bytes))]

    @cached_property
    def _words(self) -> set[str]:
        return set(re.findall(r"\w+", self.text))

    def _span(self, node: ast.AST) -> tuple[int, int]:
        begin = self._lines[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        return begin, self._lines[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def at(self, node: ast.AST) -> str:
        """The text of a node."""
        begin, end = self._span(node)
        return self._bytes[begin:end].decode()

    def with_instead(self, node: ast.AST, written: str) -> str:
        """The whole text with something else where a node is."""
        begin, end = self._span(node)
        return (self._bytes[:begin] + written.encode() + self._bytes[end:]).decode()

    def slips(self) -> Iterator[Slip]:
        """Every slip, in the order of the file."""
        tree = ast.parse(self.text)
        unnoticed = set(_in_any_order(tree))
        yield from (slip for slip in self._within(tree) if slip[0] not in unnoticed)

    def _within(self, node: ast.AST) -> Iterator[Slip]:
        if isinstance(node, _PASSED_OVER) or (isinstance(node, ast.keyword) and node.arg in _NOT_SEEN):
            return
        for make in (_dropped, self._moved_bound, self._other_side, _turned, _swapped):
            yield from make(node)
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "type_comment"}:
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from self._within(each)

    def _moved_bound(self, node: ast.AST) -> Iterator[Slip]:
        """`<` for `<=`, `==` for `!=`; and a number one larger."""
        if isinstance(node, ast.Compare):
            for place, each in enumerate(node.ops):
                if type(each) in _BOUNDS:
                    yield node, _with_bound(node, place), "a bound"
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, str(node.value + 1), "a number"

    def _other_side(self, node: ast.AST) -> Iterator[Slip]:
        """The attacker for the defender, where the file knows both."""
        if isinstance(node, ast.Attribute) and _OTHER.get(node.attr) in self._words:
            yield node, f"{ast.unparse(node.value)}.{_OTHER[node.attr]}", "the other side"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = {each.arg for each in (*node.args.args, *node.args.kwonlyargs)}
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and _OTHER.get(each.id) in given:
                    yield each, _OTHER[each.id], "the other side"


def _with_bound(node: ast.Compare, place: int) -> str:
    ops = [_BOUNDS[type(each)] if index == place else _sign(each) for index, each in enumerate(node.ops)]
    parts = [f"({ast.unparse(each)})" for each in (node.left, *node.comparators)]
    return parts[0] + "".join(f" {op} {part}" for op, part in zip(ops, parts[1:], strict=True))


def _sign(op: ast.cmpop) -> str:
    back = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "!=": "==", "==": "!=", "not in": "in", "in": "not in"}
    return {**back, "is not": "is", "is": "is not"}[_BOUNDS[type(op)]]


def _dropped(node: ast.AST) -> Iterator[Slip]:
    """A condition that isn't asked: one of several, one of a comprehension, or a whole one."""
    kind = "a dropped condition"
    if isinstance(node, ast.BoolOp):
        for place in range(len(node.values)):
            rest = [each for index, each in enumerate(node.values) if index != place]
            yield node, f"({ast.unparse(ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0])})", kind
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        for generator in node.generators:
            for condition in generator.ifs:
                yield condition, "True", kind
    if isinstance(node, ast.IfExp):
        yield node, f"({ast.unparse(node.body)})", kind
        yield node, f"({ast.unparse(node.orelse)})", kind
    if isinstance(node, ast.If) and not node.orelse:
        yield node.test, "False", kind


def _turned(node: ast.AST) -> Iterator[Slip]:
    """What is not for what is, the least for the greatest, more for less."""
    kind = "turned round"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"({ast.unparse(node.operand)})", kind
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TURNED:
        yield node.func, _TURNED[node.func.id], kind
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, _TURNED[str(node.value)], kind
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        if not any(
            isinstance(each, ast.Constant | ast.JoinedStr | ast.Tuple) and not _is_number(each) for each in _both(node)
        ):
            yield node, f"(({ast.unparse(node.left)}) {sign} ({ast.unparse(node.right)}))", kind


def _both(node: ast.BinOp) -> tuple[ast.expr, ast.expr]:
    return node.left, node.right


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


# What comes to the same in whatever order it is gone through; of the least and the greatest, if these are values.
_WHATEVER_ORDER = {"sum", "any", "all", "set", "frozenset", "Counter"}
_OF_VALUES = {"min", "max", "sorted"}
_PAINTS = {"brush", "pen", "write"}


def _in_any_order(tree: ast.AST) -> Iterator[ast.AST]:
    """What is gone through for a sum, a set and the like, or to paint in the same colours at each of some places:
    nobody could notice another order of it.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and "Colour" not in ast.unparse(node.iter) and _only_paints(node.body):
            yield node.iter
        if isinstance(node, ast.Call) and _said_by(node) in _OF_VALUES and not node.keywords:
            for each in node.args:
                inner = each.value if isinstance(each, ast.Starred) else each
                if isinstance(inner, ast.GeneratorExp | ast.ListComp):
                    yield from _gone_through(inner)
        if isinstance(node, ast.SetComp):
            yield from _gone_through(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _WHATEVER_ORDER:
            for each in node.args:
                # What stands in a tuple one after the other is added up as well.
                for inner in each.elts if isinstance(each, ast.Tuple | ast.List | ast.Set) else [each]:
                    whole = inner.value if isinstance(inner, ast.Starred) else inner
                    if isinstance(whole, ast.GeneratorExp | ast.ListComp):
                        yield from _gone_through(whole)


def _only_paints(steps: Iterable[ast.stmt]) -> bool:
    """Whether some steps paint, and keep nothing but what they work out for that."""
    return all(
        (isinstance(step, ast.Expr) and (_said_by(step.value) in _PAINTS or _is_handed_a_brush(step.value)))
        or (isinstance(step, ast.Assign) and not _names(step.value) & _names(*step.targets))
        or (isinstance(step, ast.For) and _only_paints(step.body))
        for step in steps
    )


def _is_handed_a_brush(node: ast.AST) -> bool:
    """Whether a function is called that paints with the brush that it is given first."""
    given = node.args[0] if isinstance(node, ast.Call) and node.args else None
    return isinstance(given, ast.Name) and given.id in _PAINTS


def _names(*nodes: ast.AST) -> set[str]:
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


def _gone_through(comprehension: ast.SetComp | ast.GeneratorExp | ast.ListComp) -> Iterator[ast.expr]:
    """All that a comprehension goes through, also in one that it goes through itself."""
    for generator in comprehension.generators:
        yield generator.iter
        if isinstance(generator.iter, ast.GeneratorExp | ast.ListComp):
            yield from _gone_through(generator.iter)


def _said_by(node: ast.AST) -> str:
    """The name that a call begins with."""
    while isinstance(node, ast.Call | ast.Attribute):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _swapped(node: ast.AST) -> Iterator[Slip]:
    """Two steps in the other order: two that change the same name, two things that are gone through."""
    kind = "two swapped"
    body = getattr(node, "body", None)
    for one, other in pairwise(body) if isinstance(body, list) else ():
        if _builds_on(one, other):
            yield _Both(one, other), f"{ast.unparse(other)}; {ast.unparse(one)}", kind
    gone_through = getattr(node, "iter", None)
    if isinstance(gone_through, ast.Tuple | ast.List) and len(gone_through.elts) == 2:
        first, second = (ast.unparse(each) for each in gone_through.elts)
        yield gone_through, f"({second}, {first})", kind


def _builds_on(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two steps follow each other in an order that matters: the second changes what the first has changed."""
    if not (isinstance(one, ast.Assign) and isinstance(other, ast.Assign)):
        return False
    names = _names(one.targets[0]) & _names(other.targets[0])
    return bool(names & _names(one.value) & _names(other.value))


class _Both(ast.AST):
    """Two nodes side by side as one."""

    def __init__(self, one: ast.AST, other: ast.AST) -> None:
        super().__init__()
        self.lineno, self.col_offset = one.lineno, one.col_offset  # type: ignore[attr-defined]
        self.end_lineno, self.end_col_offset = other.end_lineno, other.end_col_offset  # type: ignore[attr-defined]
