"""Boarding parties: who may be boarded, who goes over, and what is left of both ships (HG-B01 to B10)."""

from dataclasses import dataclass, replace

from bot.engine.cards import whose
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.systems.highguard.battle.boarding import Melee, Party, board, security_troops
from bot.systems.highguard.battle.report import Boarded, Turned
from bot.systems.highguard.battle.state import Battle, Ship, Station
from bot.systems.highguard.combat.readiness import disabled, maneuver
from bot.systems.highguard.combat.vessel import People, Vessel
from bot.systems.highguard.design.crew import crew_digit


@dataclass(frozen=True, slots=True)
class Assault:
    """A boarding attempt: from which ship, at which, how many go over (None for all).

    `first` are the kinds in the order in which they fall, empty for the order that the side has chosen.
    """

    boarder: str
    target: str
    marines: int | None = None
    troops: int | None = None
    first: tuple[str, ...] = ()


def boardable(ship: Ship, side: int) -> bool:
    """Whether a side may board a ship: disabled, and left behind by its own side or captured before (HG-B01, B09)."""
    return ship.present and ship.side != side and disabled(ship.vessel) and (ship.exposed or ship.taken)


def boarders_of(vessel: Vessel) -> Party:
    """All who may board from a vessel: marines and troops; without marines security troops too (HG-B03)."""
    people = vessel.people
    security = 0 if people.marines or people.security_dead else min(people.crew, security_troops(people.service))
    return Party(people.marines, people.troops + security, security=security)


def defenders_of(vessel: Vessel) -> Party:
    """All who are left aboard; a lower crew factor leaves no more than it can count (HG-B04)."""
    people, lost = vessel.people, vessel.now.crew < vessel.built.crew
    crew = min(people.crew, 10**vessel.now.crew - 1) if lost else people.crew
    return Party(people.marines, people.troops, crew)


def carry_out(turned: Turned, side: int, assault: Assault, dice: Dice, dm: int = 0, because: str = "") -> Turned:
    """Board a ship; its control goes to the higher throw, and who falls their owners choose (HG-B05 to B07, R-58).

    Raises RuleError where the ship can't be boarded, or the party can't come.
    """
    battle = turned.battle
    boarder, target = battle.own(assault.boarder, side), battle.ship(assault.target)
    _check(boarder, target, side)
    party = _ordered(battle, boarder, _party(boarder, assault), assault.first)
    defenders = _ordered(battle, target, defenders_of(target.vessel))
    fought = board(replace(party, dm=dm, because=because), defenders, dice)
    ships = [*_after(boarder, target, fought), *(_prizes(battle, boarder, target) if fought.carried else ())]
    return turned.then(battle.with_ships(ships), [Boarded(boarder.name, target.name, fought)])


def _ordered(battle: Battle, ship: Ship, party: Party, first: tuple[str, ...] = ()) -> Party:
    """The party in the order in which it falls: that of the order to board, else its side's choice, else as usual."""
    side = battle.sides[ship.side]
    if first:
        return replace(party, order=first, whose="the order to board")
    chosen = side.falling.of(ship.name)
    return replace(party, order=chosen, whose=f"{whose(side.name)} choice") if chosen else party


def _prizes(battle: Battle, boarder: Ship, target: Ship) -> list[Ship]:
    """The craft aboard a ship that was taken, which go with it."""
    aboard = (ship for ship in battle.ships.values() if ship.place is Station.ABOARD and ship.carrier == target.name)
    return [replace(craft, side=boarder.side, owner=boarder.owner, taken=True) for craft in aboard]


def _check(boarder: Ship, target: Ship, side: int) -> None:
    if not maneuver(boarder.vessel):
        raise RuleError(f"{boarder.name} can't maneuver and so can't board (HG-B02).")
    if target.side == side:
        raise RuleError(f"{target.name} is your own ship: choose an enemy's.")
    if not target.present:
        raise RuleError(f"{target.name} is neither in a line nor in a reserve: nobody boards it (HG-B01).")
    if not disabled(target.vessel):
        raise RuleError(f"{target.name} isn't disabled: its drive, offensive weapons and globe must be out (HG-B01).")
    if not boardable(target, side):
        text = "its side must first have the initiative and open the range from short to long"
        raise RuleError(f"{target.name} is still protected: {text} (HG-B01).")


def _party(boarder: Ship, assault: Assault) -> Party:
    able = boarders_of(boarder.vessel)
    marines = able.marines if assault.marines is None else assault.marines
    troops = able.troops if assault.troops is None else assault.troops
    if not (0 <= marines <= able.marines and 0 <= troops <= able.troops and marines + troops):
        raise RuleError(f"{boarder.name} can send {able.marines} marines and {able.troops} troops, one at least.")
    return Party(marines, troops, security=max(0, troops - boarder.vessel.people.troops))


def _after(boarder: Ship, target: Ship, fought: Melee) -> tuple[Ship, Ship]:
    """Both ships after it; those who hold the ship stay aboard, beaten boarders return (HG-B07)."""
    left, defenders = fought.left
    away = fought.before[0] if fought.carried else fought.fallen[0]
    home = _shrunk(boarder, _without(boarder.vessel.people, away))
    if not fought.carried:
        people = replace(target.vessel.people, crew=defenders.crew, troops=defenders.troops, marines=defenders.marines)
        return home, _shrunk(target, people)
    people = People(troops=left.troops, marines=left.marines)
    prize = replace(target, side=boarder.side, owner=boarder.owner, taken=True, place=Station.RESERVE, watch=0)
    return home, replace(prize, vessel=manned(target.vessel, people))


def _without(people: People, away: Party) -> People:
    """Those left at home; security troops are of the crew."""
    return replace(
        people,
        marines=people.marines - away.marines,
        troops=people.troops - (away.troops - away.security),
        crew=people.crew - away.security,
        service=max(0, people.service - away.security),
    )


def _shrunk(ship: Ship, people: People) -> Ship:
    """The ship with fewer people: a prize is worked by all who hold it, and no crew's factor is higher for it."""
    after = (manned if ship.taken else crewed)(ship.vessel, people)
    factor = min(ship.vessel.now.crew, after.now.crew)
    return replace(ship, vessel=replace(after, now=replace(after.now, crew=factor)))


def crewed(vessel: Vessel, people: People) -> Vessel:
    """The vessel with these people; its crew factor is at most what that many people make (HG-D69)."""
    factor = min(vessel.now.crew, int(crew_digit(people.crew)))
    return replace(vessel, people=people, now=replace(vessel.now, crew=factor))


def manned(vessel: Vessel, people: People) -> Vessel:
    """A prize with those who hold it: its crew factor is theirs, and counts as full (HG-B07, HG-B10)."""
    factor = int(crew_digit(people.crew + people.troops + people.marines))
    built, now = replace(vessel.built, crew=max(1, factor)), replace(vessel.now, crew=factor)
    return replace(vessel, people=people, built=built, now=now, watch_revived=True)


def transfer(origin: Ship, target: Ship, crew: int) -> tuple[Ship, Ship]:
    """Crew shipped over to a prize or back (HG-B09); raises RuleError for more than there are."""
    have = origin.vessel.people.crew
    if not 0 < crew <= have or origin.name == target.name:
        raise RuleError(f"{origin.name} has {have} crew: ship one at least, and no more, to another ship.")
    fewer = replace(origin.vessel.people, crew=have - crew)
    more = replace(target.vessel.people, crew=target.vessel.people.crew + crew)
    after = manned(target.vessel, more) if target.taken else replace(target.vessel, people=more)
    return _shrunk(origin, fewer), replace(target, vessel=after)
