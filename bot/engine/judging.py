"""Who has won a scenario: its objectives in their order, held against what is so."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from bot.engine.cards import counted, numbered, sentence
from bot.engine.scenario import Claim, Decision, If, Scenario


@dataclass(frozen=True, slots=True)
class Lot:
    """How somebody of a scenario is: of which side, on which deck ("" for none) and at which of its places, and whether
    they still count.
    """

    side: str
    deck: str = ""
    places: Collection[str] = ()
    out: bool = False
    dead: bool = False
    surrendered: bool = False

    @property
    def able(self) -> bool:
        """Whether they are in their senses and in arms."""
        return not (self.out or self.dead or self.surrendered)


@dataclass(frozen=True, slots=True)
class Standings:
    """All that objectives look at: everybody by name, the turns that are over, the tallies, who is of which group,
    how many turns are over since the alarm, None where none was given, which decks have been seen, and which decks
    there are.
    """

    people: Mapping[str, Lot]
    turns_over: int = 0
    tallies: Mapping[str, int] = field(default_factory=dict)
    groups: Mapping[str, Collection[str]] = field(default_factory=dict)
    since_alarm: int | None = None
    seen: Collection[str] = ()
    decks: Collection[str] = ()

    def of(self, who: Collection[str]) -> list[Lot]:
        """Those of sides or groups, or by name."""
        named = {*who, *(name for group in who for name in self.groups.get(group, ()))}
        return [fate for name, fate in self.people.items() if name in named or fate.side in who]


_SO: Mapping[If, Callable[[Lot], bool]] = {
    If.OUT: lambda fate: not fate.able,
    If.DEAD: lambda fate: fate.dead,
    If.ALIVE: lambda fate: not fate.dead,
    If.SURRENDERED: lambda fate: fate.surrendered,
}


def decided(scenario: Scenario, state: Standings) -> Decision | None:
    """How a scenario has ended by its first objective of which all is so; None where it goes on."""
    for each in scenario.objectives:
        if all(_is_so(clause, state) for clause in each.clauses):
            return Decision(each.winner, each.degree, sentence([_told(clause, state) for clause in each.clauses]))
    return None


def _is_so(clause: Claim, state: Standings) -> bool:
    if clause.kind is If.TURN:
        return state.turns_over >= clause.number
    if clause.kind is If.ALARM:
        return state.since_alarm is not None and state.since_alarm >= clause.number
    if clause.kind is If.TALLY:
        counted = state.tallies.get(clause.who[0], 0)
        return counted == 0 if clause.denied else counted >= clause.number
    if clause.kind is If.CLEAR:
        return not _unclear(clause, state)
    so = _so(clause, state)
    if clause.denied:
        return not any(so)
    return sum(so) >= clause.number if clause.number else bool(so) and all(so)


def _unclear(clause: Claim, state: Standings) -> list[str]:
    """The decks that nobody has seen yet, or on which one of some lives."""
    alive = {lot.deck for lot in state.of(clause.who) if not (lot.dead or lot.surrendered)}
    return [deck for deck in clause.decks if deck not in state.seen or deck in alive]


def _so(clause: Claim, state: Standings) -> list[bool]:
    """Of each whom a clause names whether it is so of them."""
    if clause.kind is If.AT:
        return [fate.able and _is_there(clause, fate, state) for fate in state.of(clause.who)]
    if clause.kind is If.ALIVE and clause.deck:
        return [not fate.dead and fate.deck == clause.deck for fate in state.of(clause.who)]
    return [_SO[clause.kind](fate) for fate in state.of(clause.who)]


def _is_there(clause: Claim, fate: Lot, state: Standings) -> bool:
    if clause.place:
        return clause.place.casefold() in {place.casefold() for place in fate.places}
    return fate.deck == clause.deck if clause.deck else fate.deck in state.decks


def _told(clause: Claim, state: Standings) -> str:
    """What is so, with its figures."""
    if clause.kind is If.TURN:
        return f"turn {clause.number} is over"
    if clause.kind is If.ALARM:
        over = f", and {state.since_alarm} have gone by" if state.since_alarm != clause.number else ""
        return f"the time after the alarm is up ({counted(clause.number, 'turn')}{over})"
    who = sentence(clause.who)
    if clause.kind is If.CLEAR:
        return f"{sentence(clause.decks)} clear of {who}"
    if clause.kind is If.TALLY:
        return numbered(state.tallies.get(clause.who[0], 0), clause.who[0])
    so = _so(clause, state)
    where = f"at {clause.place}" if clause.place else f"on {clause.deck or 'any deck'}"
    what = (
        f"{'able' if clause.kind is If.AT else 'alive'} {where}" if clause.deck or clause.kind is If.AT else clause.kind
    )
    return f"{who} {what}: {sum(so)} of {len(so)}"
