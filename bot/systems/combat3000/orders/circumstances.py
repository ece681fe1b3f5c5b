"""What the circumstances come to that fire, grenades and blasts ask for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.fields import whole
from bot.engine.typed import match, read_named
from bot.systems.combat3000.aim.eligible import Hindrances
from bot.systems.combat3000.aim.sighting import dead_ground
from bot.systems.combat3000.aim.situation import Situation
from bot.systems.combat3000.aim.threats import read_threats
from bot.systems.combat3000.asked import HIGHEST_FALL, Circumstances, FireOrder, Mode, Striking
from bot.systems.combat3000.burst.deviation import Side
from bot.systems.combat3000.figure.sheet import Part
from bot.systems.combat3000.fire.plan import FirePlan
from bot.systems.combat3000.fire.shooting import Person
from bot.systems.combat3000.hit.walls import RULE, Wall, read_wall
from bot.systems.combat3000.settings import house_of

_PARTS = tuple(part for part in Part if part)


def plan_of(asked: Circumstances, cm: int, wall: Wall | None = None, threats: str = "") -> FirePlan:
    """What is declared for a fire at so many cm, perhaps through a wall or amid threats."""
    mode = asked.fire or (Mode.SPECULATIVE if wall else None)
    return FirePlan(
        _situation(asked, cm),
        mode,
        asked.aiming,
        wall=wall,
        threats=read_threats(threats),
        outlook=Hindrances(unaware=bool(asked.unaware), dead_ground=asked.dead_ground or _sheltered(asked)),
        house=house_of(asked),
    )


def wall_of(asked: FireOrder) -> Wall | None:
    """The wall that is fired through, None for none; such fire is speculative (ruling B-D12)."""
    wall = read_wall(asked.wall)
    if wall and asked.wall_fire != "on":
        raise RuleError(f"Nobody fires through walls in this campaign: set wall fire on with /campaign set ({RULE}).")
    if wall and asked.fire not in {None, Mode.SPECULATIVE}:
        raise RuleError(f"Fire through a wall is speculative: leave other fire modes out ({RULE}).")
    return wall


def _situation(asked: Circumstances, cm: int) -> Situation:
    return Situation(
        cm,
        asked.fire or Mode.NORMAL,
        asked,
        high=asked.high,
        vehicle=asked.vehicle or 0,
        size=asked.size or 0,
        moved=asked.moved or 0,
        drawing=bool(asked.drawing),
    )


def _sheltered(asked: Circumstances) -> bool:
    """Whether an obstacle shelters the place, by its height and how far behind it that is, where both are given."""
    if asked.obstacle is None and asked.behind is None:
        return False
    if asked.obstacle is None or asked.behind is None:
        raise RuleError("Dead ground takes both in cm: obstacle 5, behind 4 (C3K Target eligibility).")
    return dead_ground(asked.obstacle, asked.behind)


def people_of(targets: Iterable[str], others: Iterable[str], asked: Striking) -> dict[str, Person]:
    """What a hit finds of everybody whom the fire may reach: what hides a target's body, who looks away."""
    hidden = frozenset(
        Part(match(part, _PARTS, what="part of the body")) for part in asked.concealed.split(",") if part
    )
    robot = asked.robot
    first = {name: Person(name, hidden, robot) for name in targets}
    everybody = first | {name: Person(name) for name in others if name not in first}
    averted, struggling = (_listed(text, everybody) for text in (asked.averted, asked.struggling))
    heights = _heights(asked, everybody, list(first) or list(everybody))
    return {
        name: replace(person, averted=name in averted, struggles=name in struggling, height=heights.get(name, 0))
        for name, person in everybody.items()
    }


def _heights(asked: Striking, names: Iterable[str], first: Sequence[str]) -> dict[str, int]:
    """How many cm below whom the ground is; a number alone is that of `first`, at whom one fires."""
    text = asked.fall
    if not text:
        return {}
    if asked.dropped_weapons != "on":
        raise RuleError(
            "Nobody throws for dropped weapons in this campaign: leave “fall” out, or set dropped weapons on "
            "with /campaign set (C3K Weapon damage)."
        )
    if text.strip().isdigit():
        return dict.fromkeys(first, whole(text, "fall", 0, HIGHEST_FALL))
    named = read_named(text, names, what="name here")
    return {name: whole(cm, "fall", 0, HIGHEST_FALL) for name, cm in named.items()}


def _listed(text: str, names: Iterable[str]) -> set[str]:
    return {match(name, names, what="name here") for name in text.split(",") if name.strip()}


def sides_of(names: Sequence[str], asked: Striking) -> dict[str, Side]:
    """To which side of the point of aim the others stand, seen by the firer: `Bob over, Cid left`."""
    text = asked.stand
    if not text:
        return {}
    if not names:
        raise RuleError("“stand” says where the others are: name them with others:Name @cm first.")
    named = read_named(text, names, what="other")
    return {name: Side(match(side, tuple(Side), what="side")) for name, side in named.items()}
