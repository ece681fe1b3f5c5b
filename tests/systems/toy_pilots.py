"""A toy book whose people act by themselves: a sheet counts what somebody has done, the ledger what the table has."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

from bot.engine.autopilot import Autopilot, Idea, Piloting
from bot.engine.cards import Card
from bot.engine.dice import Faces, ScriptedDice
from bot.engine.due import Choice, Due, said
from bot.engine.errors import RuleError
from bot.engine.order import Order
from bot.engine.scene import Game, Outcome, Role, Scene, Unit, Units
from bot.engine.steps import Sequel


@dataclass(frozen=True)
class Kept:
    """Whoever acts by themselves, how often the table has gone on, and who is done with its step."""

    pilots: Mapping[str, Autopilot] = field(default_factory=dict)
    step: int = 0
    done: tuple[str, ...] = ()


def _does(scene, _, __):
    names = [unit.name for unit in scene.units["name"]]
    return Outcome({unit.name: unit.sheet + 1 for unit in scene.units["name"]}, f"{' and '.join(names)} did it")


def _passes(scene, _, __):
    names = [unit.name for unit in scene.units["name"]]
    kept = replace(scene.ledger, done=(*scene.ledger.done, *names))
    return Outcome({}, f"{' and '.join(names)} passed", ledger=kept)


def _goes_on(scene, _, __):
    return Outcome({}, "On", ledger=replace(scene.ledger, step=scene.ledger.step + 1, done=()))


def _never(scene, _, __):
    raise RuleError("It can't be done.")


def _plainly(result: str, _: Faces) -> Card:
    return Card(result)


def _order(verb, does, *roles):
    return Order(verb, roles, (), does, _plainly)


WHO = Role("name", many=True)
DEEDS = {
    "do": _order("do", _does, WHO),
    "hide": _order("hide", lambda *given: replace(_does(*given), sealed=True), WHO),
    "pass": _order("pass", _passes, WHO),
    "never": _order("never", _never, WHO),
    "on": _order("on", _goes_on),
    "begin": _order("begin", lambda scene, *_: Outcome({}, "Begun", then=(said("do", scene.said.doers),)), WHO),
}
ON = Due("the next step", "R 1", (), choices=(Choice("On", said("on")),), goes_on=True)
OWNERS = {"Ann": "A", "Bob": "A", "Cid": "C", "Dee": ""}
ACTS = Autopilot(standing=True)


def may(*names, **more):
    """What some may do, or leave."""
    return Due("may act", "R 2", names, choices=(Choice("Done", said("pass", names)),),
               **{"default": 0, "optional": True, **more})  # fmt: skip


def must(name, *verbs, **more):
    """What somebody has to choose."""
    choices = tuple(Choice(verb, said(verb, [name])) for verb in verbs)
    return Due("a choice", "R 3", (name,), (OWNERS[name],), choices, **more)


def may_until_done(*names):
    """What is due where some may act until they pass, and then the table goes on."""

    def due(game):
        left = [name for name in names if name not in game.ledger.done]
        return *((may(*left, since=f"step {game.ledger.step}"),) if left else ()), ON

    return due


def idea(verb, name, worth=1.0, why="wants to", **fields):
    return Idea(said(verb, [name], **fields), worth, why)


def book(advises):
    """A book by whose advice somebody has these ideas, and knows room 7 once they have looked about."""
    return Piloting(
        lambda game, _, name, __: advises(game, name),
        lambda _, __, pilot: replace(pilot, looked=(7,)),
        lambda kept: kept.pilots,
        lambda kept, pilots: replace(kept, pilots=pilots),
    )


def system(due, advises=lambda _, name: [idea("do", name)]):
    squads = SimpleNamespace(turn_line=lambda kept: "Turn 1", step=lambda kept: f"step {kept.step}",
                             moment=lambda kept: (1, kept.step))  # fmt: skip
    return SimpleNamespace(due=due, answered=lambda _: (), piloting=book(advises), squads=squads, staged=None)


def game(pilots=("Ann", "Bob", "Cid", "Dee"), setting="acts", there="Ann Bob Cid Dee", **more):
    """Ann and Bob are A's, Cid is C's, Dee is nobody's; those on the deck who are named act by themselves."""
    units = Units().having(*(Unit(name, "red", 0, owner=owner) for name, owner in OWNERS.items()))
    kept = Kept(dict.fromkeys(pilots, ACTS) if isinstance(pilots, tuple) else pilots, **more)
    board = None if there is None else SimpleNamespace(people=dict.fromkeys(there.split()))
    return Game(units, ("red",), {"autopilot": setting}, board, read_ledger=lambda: kept)


class Step:
    """A step of the table in which those who act by themselves do one thing after the other."""

    def __init__(self, made, acts, by="", **more):
        self.system, self.acts = made, acts
        self.sequel = Sequel(game(**more))
        self.scene = replace(Scene.of(self.sequel.game), by=by)

    def goes(self):
        """What comes of the next thing that one of them does: verb, report and why of each part; None for nothing."""
        due = self.system.due(self.sequel.game)
        after = self.acts(self.sequel, due, self.scene, ScriptedDice([]))
        if after is None:
            return None
        assert after.parts[: len(self.sequel.parts)] == self.sequel.parts
        new, self.sequel = after.parts[len(self.sequel.parts) :], after
        return [(part.verb, part.report.strip('"'), part.why) for part in new]

    def all(self):
        """What all of them do until nobody does any more; a deed that isn't told as "-"."""
        found = []
        while (parts := self.goes()) is not None:
            found.append(" and ".join(report for _, report, _ in parts) or "-")
        return found
