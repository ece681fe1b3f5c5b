"""What the rules ask before the table may go on: each thing that is due, with the orders that answer it.

`System.due(game)` gives all of it in the order of play, and nothing of it is kept anywhere: whoever asks again, after
an undo, a restart or in another process, is told the same. To add something, a system lets its function yield one more:

    yield Due("a fresh clip", "Rulebook 2", ("Ann",), choices=(Choice("Reload", said("reload", ["Ann"])),))
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from bot.engine.cards import sentence
from bot.engine.scene import Game, Said

_KEY = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to what is due: what it is called, in at most 20 letters, the order that gives it, and what it does.

    Where a throw hangs on it (`throws`), its odds are those of that very order.
    """

    label: str
    said: Said
    throws: bool = False
    does: str = ""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that the rules ask."""

    # What is due, in words after a colon: “a morale check: a friend has fallen”.
    what: str
    # The rule that asks it, as answers cite it: “Rulebook 2”.
    rule: str
    # Who owes it: names of units, or of sides.
    owes: tuple[str, ...]
    # Who answers, as owners of units are known, "" for the referee, who may answer anything.
    decides: tuple[str, ...] = ("",)
    # The answers that are ready to be given.
    choices: tuple[Choice, ...] = ()
    # Which of them is given where nobody answers, by its place; None where that waits.
    default: int | None = None
    # The order by which it is answered in any other way, as far as it is known, with the fields of it that `asks` it.
    answer: Said | None = None
    asks: tuple[str, ...] = ()
    # Which of the choices a form begins with for each of those who owe it, by its place, where it isn't the default.
    usual: tuple[int, ...] = ()
    # Whether somebody may do something, and the table goes on without; else it waits.
    optional: bool = False
    # Whether it is that the table goes on: then all that was due before is done.
    goes_on: bool = False
    # Whether it comes once nobody acts any more, though it leaves no choice: as a phase ends.
    ends: bool = False
    # Whether a turn begins with that: one order comes to the beginning of a turn at most, and not through it.
    begins: bool = False
    # Whether an answer is an order of its own, and no part of the one that brought it up: each is taken back alone.
    apart: bool = False
    # Whether to ask in the open would tell what not all may know.
    secret: bool = False
    # Which of the choices somebody has given beforehand, by its place; None where nobody has.
    standing: int | None = None
    # Why that is given by whoever acts by themselves.
    why: str = ""
    # Since when it is due, in words such as “phase 2 of turn 1, movement”.
    since: str = ""
    # What tells the fight in which it is due from another one of the same campaign.
    fight: int = 0

    @property
    def settled(self) -> bool:
        """Whether it leaves nobody a choice, and so is simply to be done."""
        return not self.optional and self.answer is None and len(self.choices) == 1

    @property
    def answered_by(self) -> str:
        """The command by which it is answered in any way: `/battle decide repair or board`; "" where there is none."""
        if self.answer is None:
            return ""
        # An option that is called as its command says nothing more.
        asks = [ask for ask in self.asks if ask != self.answer.verb]
        return " ".join([f"/{self.answer.verb}", *([sentence(asks, "or")] if asks else [])])

    @property
    def is_asked(self) -> bool:
        """Whether there is anything to answer: what happens by itself is only told."""
        return bool(self.choices or self.answer)

    @property
    def parts(self) -> bool:
        """Whether each of several who owe it may answer for themselves."""
        return len(self.owes) > 1 and all({*each.said.doers} == {*self.owes} for each in self.choices)

    @property
    def beforehand(self) -> Choice | None:
        """The answer that somebody has given beforehand."""
        return None if self.standing is None else self.choices[self.standing]

    @property
    def fallback(self) -> Choice | None:
        """What is done where nobody answers."""
        return None if self.default is None else self.choices[self.default]

    @property
    def key(self) -> str:
        """What tells it from all else that is due, now or at another time, in a few letters for a button's id."""
        told = "\n".join((self.what, self.rule, *self.owes, self.since, *([str(self.fight)] if self.fight else [])))
        return sha256(told.encode()).hexdigest()[:_KEY]


def moment(due: Sequence[Due]) -> str:
    """Where the table stands of which all that is due, in a few letters for a button's id: another one once it has gone
    on, or where no order makes it go on, once what is waited for first is answered; "" where nothing is.
    """
    waits = (each.key for each in due if not each.optional)
    return next((each.key for each in due if each.goes_on), next(waits, ""))


def nothing_due(_: Game) -> Sequence[Due]:
    """What is due by rules that ask nothing of their own accord."""
    return ()


def told_due(due: Sequence[Due], game: Game) -> Sequence[Due]:
    """Those of all that is due of which whoever knows no more of a game than that may be told: of others than their own
    people nothing, for neither whether they owe it is known, nor whether they have answered.
    """
    if game.known is None:
        return due
    own = {name for each in due for name in each.owes if name not in game.units or not game.units[name].foreign}
    return [of_those(each, own) for each in due if not each.owes or own & {*each.owes}]


def of_those(due: Due, names: Collection[str]) -> Due:
    """What is due of those alone who owe it of some."""
    if {*due.owes} <= {*names}:
        return due
    kept = [place for place, name in enumerate(due.owes) if name in names]
    return replace(
        due,
        owes=tuple(due.owes[place] for place in kept),
        choices=tuple(replace(each, said=each.said.of(*names)) for each in due.choices),
        answer=due.answer and due.answer.of(*names),
        usual=tuple(due.usual[place] for place in kept if place < len(due.usual)),
    )


def owed_by(name: str, due: Sequence[Due]) -> Iterator[Due]:
    """What a unit, or a side, owes of all that is due."""
    return (each for each in due if name in each.owes)


def said(verb: str, doers: Sequence[str] = (), **fields: str | int | bool) -> Said:
    """A ready order: some act, as its `name`, with these fields; nobody has given it yet.

    Fields are named as they are typed, with blanks for underscores.
    """
    people = {"name": tuple((name, None) for name in doers)} if doers else {}
    return Said(verb, people, {name.replace("_", " "): value for name, value in fields.items()}, "")
