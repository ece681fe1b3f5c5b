"""The circumstances that fire, grenades and their odds declare, and what they come to."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.matching import match
from bot.engine.named import read_named
from bot.engine.system import Field, Kind, Values, whole
from bot.systems.combat3000.aim.eligible import Hindrances
from bot.systems.combat3000.aim.sighting import Watch, dead_ground
from bot.systems.combat3000.aim.situation import Gait, Lighting, Mode, Situation
from bot.systems.combat3000.aim.threats import read_threats
from bot.systems.combat3000.burst.deviation import Side
from bot.systems.combat3000.figure.sheet import Part
from bot.systems.combat3000.fire.plan import FirePlan
from bot.systems.combat3000.fire.shooting import Person
from bot.systems.combat3000.hit.walls import RULE, Wall, read_wall
from bot.systems.combat3000.orders.fields import HOUSE, REFEREES_OWN, chosen, flag, number_of, so, text_of
from bot.systems.combat3000.settings import house_of

# Farther than anything is ever seen, so that the rules give the answer and not the field.
FARTHEST = 20_000
_FASTEST = 1_000
_LARGEST = 3
_PARTS = tuple(part for part in Part if part)
_SPREAD = ("single", "area")
_TRAJECTORY = ("direct", "high")

RANGE = Field("range", Kind.WHOLE, low=0, high=FARTHEST)
# Where these and others without a default aren't given, what the bot knows of them stands (`known`).
TARGET = (
    Field("size", Kind.WHOLE, low=-_LARGEST, high=_LARGEST),
    Field("moved", Kind.WHOLE, low=0, high=_FASTEST),
)
MANNER = (
    Field("fire", Kind.CHOICE, choices=tuple(Mode), mode=True),
    Field("gait", Kind.CHOICE, Gait.STILL.value, tuple(Gait), mode=True),
    Field("spread", Kind.CHOICE, _SPREAD[0], _SPREAD, mode=True),
    Field("trajectory", Kind.CHOICE, _TRAJECTORY[0], _TRAJECTORY, mode=True),
    chosen("light"),
    Field("watch", Kind.CHOICE, Watch.EYES.value, tuple(Watch)),
)
SO_OR_NOT = tuple(
    flag(name)
    for name in (
        "difficult",
        "falling",
        "flying",
        "glass",
        "speaking",
        "blocked",
        "friend in line",
        "friend below",
        "friend at target",
        "dead ground",
        "confined",
        "vertical",
        "salvo",
        "shoulder",
        "robot",
    )
)
# Who looks away from a flare, and who is stupid or untrained enough to struggle in a web.
SHELLS = (Field("averted", Kind.TEXT, ""), Field("struggling", Kind.TEXT, ""))
# How many cm the weapons of whom fall that they drop: `fall 10` for the target, or `fall Bob 10, Cid 5`.
FALL = Field("fall", Kind.TEXT, "")
_HIGHEST = 1_000
REST = (
    Field("aiming", Kind.WHOLE, low=0, high=9),
    Field("vehicle", Kind.WHOLE, low=0, high=_FASTEST),
    Field("drawing", Kind.FLAG),
    Field("unaware", Kind.FLAG),
    Field("setting", Kind.TEXT, suggest=lambda _: ("kill", "stun", "tight", "wide")),
    Field("concealed", Kind.TEXT, ""),
    Field("stand", Kind.TEXT, ""),
    Field("covers", Kind.TEXT, ""),
    # An obstacle's height in cm, and how far behind it the place is: they say whether that is dead ground.
    Field("obstacle", Kind.WHOLE, low=0, high=_HIGHEST),
    Field("behind", Kind.WHOLE, low=0, high=_HIGHEST),
)
# What single shots of `/fire` go through: `wall 3x5 light` (C3K Firing through walls).
WALL = Field("wall", Kind.TEXT, "")
# Enemies among whom a firer must choose: `threats Bob 9 me, Cid 12 friends ordered, Dan 20` (C3K Target priorities).
THREATS = Field("threats", Kind.TEXT, "", longest=400)
# Who is near the point of aim, in cm and to which side: `near Rook 4 left, Sid 2` (C3K Launcher fire).
NEAR = Field("near", Kind.TEXT, "", longest=400)
# What several firers each have: `each Hale aimed; aiming 2, Kemp walk; moved 12` (C3K Determining a hit).
EACH = Field("each", Kind.TEXT, "", longest=2_000)
OWN = (
    Field("weapon", Kind.TEXT),
    *MANNER,
    *TARGET,
    *(
        field
        for field in REST
        if field.name in {"aiming", "vehicle", "drawing", "unaware", "setting", "covers", "obstacle", "behind"}
    ),
    *(field for field in SO_OR_NOT if field.name != "robot"),
    THREATS,
    NEAR,
    *REFEREES_OWN,
)
CIRCUMSTANCES = (*MANNER, *TARGET, *REST, *SHELLS, FALL, *SO_OR_NOT, *HOUSE, *REFEREES_OWN)


def plan_of(values: Values, cm: int) -> FirePlan:
    """What is declared for a fire at a range in cm, from the values of CIRCUMSTANCES."""
    wall = wall_of(values)
    mode = text_of(values, "fire") or (Mode.SPECULATIVE.value if wall else "")
    aiming = values.get("aiming")
    return FirePlan(
        _situation(values, cm),
        Mode(mode) if mode else None,
        aiming if isinstance(aiming, int) else None,
        setting=text_of(values, "setting"),
        shoulder=so(values, "shoulder"),
        salvo=so(values, "salvo"),
        confined=so(values, "confined"),
        vertical=so(values, "vertical"),
        wall=wall,
        covers=text_of(values, "covers"),
        threats=read_threats(text_of(values, THREATS.name)),
        outlook=_outlook(values),
        house=house_of(values),
    )


def wall_of(values: Values) -> Wall | None:
    """The wall that is fired through, None for none; such fire is speculative (ruling B-D12)."""
    wall = read_wall(text_of(values, WALL.name))
    if wall and not house_of(values).through_walls:
        raise RuleError(f"Nobody fires through walls in this campaign: set wall fire on with /campaign set ({RULE}).")
    if wall and text_of(values, "fire") not in {"", Mode.SPECULATIVE}:
        raise RuleError(f"Fire through a wall is speculative: leave other fire modes out ({RULE}).")
    return wall


def _situation(values: Values, cm: int) -> Situation:
    return Situation(
        cm,
        Mode(text_of(values, "fire") or Mode.NORMAL),
        area=text_of(values, "spread") == "area",
        high=text_of(values, "trajectory") == "high",
        gait=Gait(text_of(values, "gait") or Gait.STILL),
        vehicle=number_of(values, "vehicle"),
        difficult=so(values, "difficult"),
        size=number_of(values, "size"),
        moved=number_of(values, "moved"),
        falling=so(values, "falling"),
        flying=so(values, "flying"),
        glass=so(values, "glass"),
        light=Lighting(text_of(values, "light") or Lighting.NORMAL),
        drawing=so(values, "drawing"),
        speaking=so(values, "speaking"),
        dm=number_of(values, "dm"),
        because=text_of(values, "because"),
    )


def _outlook(values: Values) -> Hindrances:
    return Hindrances(
        unaware=so(values, "unaware"),
        blocked=so(values, "blocked"),
        friend_in_line=so(values, "friend in line"),
        friend_below=so(values, "friend below"),
        friend_at_target=so(values, "friend at target"),
        dead_ground=so(values, "dead ground") or _sheltered(values),
        watch=Watch(text_of(values, "watch") or Watch.EYES),
    )


def _sheltered(values: Values) -> bool:
    """Whether an obstacle shelters the place, by its height and how far behind it that is, where both are given."""
    given = {name for name in ("obstacle", "behind") if name in values}
    if len(given) == 1:
        raise RuleError("Dead ground takes both in cm: obstacle 5, behind 4 (C3K Target eligibility).")
    return bool(given) and dead_ground(number_of(values, "obstacle"), number_of(values, "behind"))


def people_of(targets: Iterable[str], others: Iterable[str], values: Values) -> dict[str, Person]:
    """What a hit finds of everybody whom the fire may reach: what hides a target's body, who looks away."""
    hidden = frozenset(
        Part(match(part, _PARTS, what="part of the body")) for part in text_of(values, "concealed").split(",") if part
    )
    robot = so(values, "robot")
    first = {name: Person(name, hidden, robot) for name in targets}
    everybody = first | {name: Person(name) for name in others if name not in first}
    averted, struggling = (_listed(text_of(values, field.name), everybody) for field in SHELLS)
    heights = _heights(text_of(values, FALL.name), everybody, list(first) or list(everybody), values)
    return {
        name: replace(person, averted=name in averted, struggles=name in struggling, height=heights.get(name, 0))
        for name, person in everybody.items()
    }


def _heights(text: str, names: Iterable[str], first: Sequence[str], values: Values) -> dict[str, int]:
    """How many cm below whom the ground is; a number alone is that of `first`, at whom one fires."""
    if not text:
        return {}
    if not house_of(values).options.dropped:
        raise RuleError(
            "Nobody throws for dropped weapons in this campaign: leave “fall” out, or set dropped weapons on "
            "with /campaign set (C3K Weapon damage)."
        )
    if text.strip().isdigit():
        return dict.fromkeys(first, whole(text, "fall", 0, _HIGHEST))
    named = read_named(text, names, what="name here")
    return {name: whole(cm, "fall", 0, _HIGHEST) for name, cm in named.items()}


def _listed(text: str, names: Iterable[str]) -> set[str]:
    return {match(name, names, what="name here") for name in text.split(",") if name.strip()}


def sides_of(names: Sequence[str], values: Values) -> dict[str, Side]:
    """To which side of the point of aim the others stand, seen by the firer: `Bob over, Cid left`."""
    text = text_of(values, "stand")
    if not text:
        return {}
    if not names:
        raise RuleError("“stand” says where the others are: name them with others:Name @cm first.")
    named = read_named(text, names, what="other")
    return {name: Side(match(side, tuple(Side), what="side")) for name, side in named.items()}
