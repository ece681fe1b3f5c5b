"""A turn that is kept: its phases, and what is planned in it (C3K The game turn, Orders and actions)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.cards import For, sentence
from bot.engine.errors import RuleError
from bot.engine.scene import Said
from bot.engine.several import begins_one
from bot.engine.typed import read_named
from bot.systems.combat3000.figure.sheet import Sheet, Task, dead


class Phase(StrEnum):
    """A phase of the turn, in their order."""

    ORDERS = "orders"
    CLOSE_COMBAT = "close combat"
    MOVEMENT = "movement"
    FIRING = "firing"
    ACTIONS = "actions"


FIRST, LAST = Phase.ORDERS, Phase.ACTIONS
_WHAT = {
    Phase.ORDERS: "orders and actions are written down by all sides, and then shown",
    Phase.CLOSE_COMBAT: "charges are declared, panic fire is resolved, and blows are struck",
    Phase.MOVEMENT: "everybody moves at once, and clouds drift",
    Phase.FIRING: "targets are declared by all, and then fired at in six sub-phases",
    Phase.ACTIONS: "whoever neither fired nor ran reloads, repairs or does what they were ordered to",
}


def following(phase: Phase) -> Phase:
    """The phase after this one; after the last the first of the next turn."""
    order = tuple(Phase)
    return order[(order.index(phase) + 1) % len(order)]


def phase_words(phase: Phase) -> str:
    """What is done in a phase."""
    return f"{phase.capitalize()}: {_WHAT[phase]}"


@dataclass(frozen=True, slots=True)
class GameOrders:
    """What a commander has told somebody to do, in a line, and at whom they fire first (C3K Orders); and with which
    weapons they mean to strike in close combat, with a comma between two.
    """

    text: str = ""
    priority: str = ""
    strikes: str = ""


UNORDERED = GameOrders()


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its number, its phase, and what is planned in it, by the names of those who are to do it.

    Plans are secret until the orders phase is over: then all are shown together (C3K The game turn); and so are the
    `moves` of the movement phase, orders by who gave them, which are carried out together; and the `shots` of the
    firing phase, where they are declared before any is fired. What goes on from
    turn to turn are the game `orders` by name; the `groups` who fight as one, each in the order in which they command;
    and the sides that were `surprised`, and so have no orders (C3K Orders). When it all `began`, in seconds, tells it
    from another fight's.
    """

    number: int = 1
    phase: Phase = FIRST
    plans: Mapping[str, tuple[Task, ...]] = field(default_factory=dict)
    moves: Mapping[str, Said] = field(default_factory=dict)
    shots: tuple[Said, ...] = ()
    orders: Mapping[str, GameOrders] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    surprised: tuple[str, ...] = ()
    began: int = 0

    @property
    def words(self) -> str:
        """Where it stands: `the firing phase of turn 2`."""
        return f"the {self.phase} phase of turn {self.number}"

    @property
    def sealed(self) -> str:
        """What in it not all may know, in words: plans and moves that are not yet shown."""
        if self.plans:
            return f"plans of turn {self.number} are secret"
        if self.shots:
            return f"shots of turn {self.number} are secret"
        return f"moves of turn {self.number} are secret" if self.moves else ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Whose plans, moves and shots are not yet shown."""
        return *self.plans, *(name for each in (*self.moves.values(), *self.shots) for name in each.doers)

    def narrowed(self, own: Collection[str]) -> "Turn":
        """The turn as somebody knows it whose own people have these names: nothing of what others plan."""
        return replace(
            self,
            plans={name: tasks for name, tasks in self.plans.items() if name in own},
            moves={by: said for by, said in self.moves.items() if {*said.doers} <= {*own}},
            shots=tuple(said for said in self.shots if {*said.doers} <= {*own}),
            orders={name: orders for name, orders in self.orders.items() if name in own},
            groups=tuple(group for group in self.groups if {*group} <= {*own}),
        )

    @property
    def later_phases(self) -> tuple[Phase, ...]:
        """Those of this turn that are still to come."""
        order = tuple(Phase)
        return order[order.index(self.phase) + 1 :]

    @property
    def next_phase(self) -> "Turn":
        """The turn in its next phase, in which nothing is planned any more; after the last one the next turn."""
        number = self.number + 1 if self.phase is LAST else self.number
        return replace(self, number=number, phase=following(self.phase), plans={}, moves={}, shots=())

    def planning(self, name: str, tasks: tuple[Task, ...]) -> "Turn":
        """The turn with what somebody is to do in it; nothing for none."""
        others = {one: each for one, each in self.plans.items() if one != name}
        return replace(self, plans={**others, name: tasks} if tasks else others)

    def moving(self, name: str, said: Said) -> "Turn":
        """The turn with somebody's move, in place of one that they gave before."""
        return replace(self, moves={**{one: each for one, each in self.moves.items() if one != name}, name: said})

    def firing(self, said: Said) -> "Turn":
        """The turn with a shot of some, in place of those that any of them had written down before: of a joint one the
        shots of all others stay.
        """
        others = (left for each in self.shots if (left := _without(each, said.doers)))
        return replace(self, shots=(*others, said))

    @property
    def shooting(self) -> frozenset[str]:
        """Those who have a shot written down."""
        return frozenset(name for said in self.shots for name in said.doers)

    def ordering(self, name: str, orders: GameOrders) -> "Turn":
        """The turn with somebody's game orders; without any for empty ones."""
        others = {one: each for one, each in self.orders.items() if one != name}
        return replace(self, orders={**others, name: orders} if orders != UNORDERED else others)

    def grouping(self, names: tuple[str, ...]) -> "Turn":
        """The turn with some as a group, in the order in which they command; they leave those that they were in."""
        left = (tuple(name for name in group if name not in names) for group in self.groups)
        return replace(self, groups=(*filter(None, left), names))

    def group_of(self, name: str) -> tuple[str, ...]:
        """Those who fight as one with somebody, the commander first; they alone where nobody has said so."""
        return next((group for group in self.groups if name in group), (name,))

    def renamed(self, name: str, new: str) -> "Turn":
        """The turn with somebody under another name; with none they have left."""

        def now(one: str) -> str:
            return new if one == name else one

        groups = (tuple(filter(None, map(now, group))) for group in self.groups)
        orders = {one: replace(each, priority=now(each.priority)) for one, each in self.orders.items()}
        plans = {one: tuple(_renamed(task, name, new) for task in tasks) for one, tasks in self.plans.items()}
        return replace(
            self,
            moves={now(one): said.renamed(name, new) for one, said in self.moves.items() if now(one)},
            shots=tuple(said.renamed(name, new) for said in self.shots if new or not said.takes(name)),
            plans={now(one): tasks for one, tasks in plans.items() if now(one)},
            orders={now(one): each for one, each in orders.items() if now(one)},
            groups=tuple(filter(None, groups)),
        )


def _without(said: Said, names: Collection[str]) -> Said | None:
    """A shot without some of those who fire, their targets and what is said of them; None where nobody is left."""
    doers = said.doers
    if {*doers}.isdisjoint(names):
        return said
    left = [number for number, name in enumerate(doers) if name not in names]
    people = {
        role: tuple(who[number] for number in left) if at == 0 or (role == "target" and len(who) == len(doers)) else who
        for at, (role, who) in enumerate(said.people.items())
    }
    fields = {**said.fields}
    if each := str(fields.pop("each", "")):
        own = read_named(each, doers, what="name among those who act", begins=begins_one)
        if kept := ", ".join(f"{name} {words}" for name, words in own.items() if name not in names):
            fields["each"] = kept
    return replace(said, people=people, fields=fields) if left else None


def _renamed(task: Task, name: str, new: str) -> Task:
    """What somebody is to do, with one whom it is aimed at under another name."""
    about_somebody = task.code in {"A", "Sab", "Mend", "Prg"}
    return replace(task, thing=new) if new and about_somebody and task.thing == name else task


def not_done(names: Collection[str], problem: RuleError) -> For:
    """Why what some had written down can't be done now, with whose it is: for those who wrote it down."""
    whose = "" if str(problem).startswith(tuple(names)) else f"{sentence(names)}: "
    return For(f"{whose}{problem}", next(iter(names), ""))


def whose_of(failed: Iterable[str]) -> tuple[str, ...]:
    """Whose each is of what couldn't be done, by name; "" for nobody's."""
    return tuple(each.who if isinstance(each, For) else "" for each in failed)


def succeeded(turn: Turn, sheets: Mapping[str, Sheet]) -> tuple[Turn, tuple[str, ...]]:
    """The turn with a new commander where one has been killed, and who commands then, in sentences (C3K Orders)."""
    told, groups = [], []
    for group in turn.groups:
        living = [name for name in group if name not in sheets or not dead(sheets[name])]
        fallen = tuple(name for name in group if name not in living)
        if group[0] in fallen and living:
            told.append(f"{group[0]} is dead, and {living[0]} commands in their place (C3K Orders)")
        groups.append((*living, *fallen) if group[0] in fallen else group)
    return replace(turn, groups=tuple(groups)), tuple(told)
