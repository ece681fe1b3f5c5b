"""What a fire's circumstances come to: as they are said, as the bot knows them, and whom a shot may reach by them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.deck.board import Board
from bot.deck.plan import At
from bot.engine.asked import given
from bot.engine.byword import check_known
from bot.engine.cards import rating
from bot.engine.errors import RuleError
from bot.engine.fields import whole
from bot.engine.system import Scene, Unit
from bot.engine.typed import match, read_named
from bot.systems.combat3000.aim.eligible import Hindrances, dead_ground, read_threats
from bot.systems.combat3000.aim.shot import Situation
from bot.systems.combat3000.asked.circumstances import HIGHEST_FALL, Circumstances, Lighting, Mode, Striking
from bot.systems.combat3000.asked.fighting import FireOrder
from bot.systems.combat3000.burst import Side
from bot.systems.combat3000.devices.lights import better, light_on
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Part, dead
from bot.systems.combat3000.fire.on_deck import (
    ShotOnDeck,
    check_fall,
    check_friends,
    firer_himself,
    reached_from_deck,
    unaware,
)
from bot.systems.combat3000.fire.plan import Declared, FirePlan, Stands, read_near
from bot.systems.combat3000.fire.readied import Readied
from bot.systems.combat3000.hit.kills import RULE, Wall, read_wall
from bot.systems.combat3000.hit.moment import Person
from bot.systems.combat3000.orders.done import deeds_of, of_target
from bot.systems.combat3000.settings import house_of

_PARTS = tuple(part for part in Part if part)


def plan_of(scene: Scene, asked: Circumstances, cm: int, wall: Wall | None = None, threats: str = "") -> FirePlan:
    """What is declared for a fire at so many cm, perhaps through a wall or amid threats, by the referee or a player.

    Whoever asks for odds may imagine anything, as the referee says it.
    """
    mode = asked.fire or (Mode.SPECULATIVE if wall else None)
    return FirePlan(
        _situation(asked, cm),
        mode,
        asked.aiming,
        wall=wall,
        threats=read_threats(threats),
        outlook=Hindrances(unaware=bool(asked.unaware), dead_ground=asked.dead_ground or _sheltered(asked)),
        house=house_of(asked),
        referee=scene.only_odds or not scene.by,
        imagined=scene.only_odds,
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


def people_of(scene: Scene, targets: Iterable[str], others: Iterable[str], asked: Striking) -> dict[str, Person]:
    """What a hit finds of everybody whom the fire may reach: what hides a target's body, who looks away.

    Raises RuleError for a player who says of somebody else's what those do, or that they are robots.
    """
    hidden = frozenset(
        Part(match(part, _PARTS, what="part of the body")) for part in asked.concealed.split(",") if part
    )
    robot = asked.robot
    first = {name: Person(name, hidden, robot) for name in targets}
    everybody = first | {name: Person(name) for name in others if name not in first}
    # Odds are of one alone: what is said of others whom it may reach as well holds no less.
    names = [*everybody, *(_names(scene) if scene.only_odds else ())]
    averted, struggling = (_listed(text, names) for text in (asked.averted, asked.struggling))
    _check_spoken_for(scene, [*averted, *struggling])
    _check_spoken_for(scene, first if robot else (), robots=True)
    heights = _heights(scene, asked, names, list(first) or list(everybody))
    return {
        name: replace(person, averted=name in averted, struggles=name in struggling, height=heights.get(name, 0))
        for name, person in everybody.items()
    }


def _check_spoken_for(scene: Scene, names: Collection[str], *, robots: bool = False) -> None:
    """Raise RuleError where some for whom whoever gives the order doesn't speak are among those of whom it says more,
    be it that they are `robots`, whose sheets don't say so. Whoever asks for odds may imagine anything.
    """
    people = {unit.name: unit for units in scene.units.values() for unit in units} | {**scene.known} if names else {}
    for name in names if not scene.only_odds else ():
        if name in people and not (robots and isinstance(sheet := people[name].sheet, Figure) and sheet.robot):
            scene.check_own(people[name])


def _heights(scene: Scene, asked: Striking, names: Iterable[str], first: Sequence[str]) -> dict[str, int]:
    """How many cm below whom the ground is; a number alone is that of `first`, at whom one fires. Of who is on a deck
    a player says no more than it has.
    """
    text = asked.fall
    if not text:
        return {}
    if asked.dropped_weapons != "on":
        raise RuleError(
            "Nobody throws for dropped weapons in this campaign: leave “fall” out, or set dropped weapons on "
            "with /campaign set (C3K Weapon damage)."
        )
    number = text.strip().isdigit()
    named = dict.fromkeys(first, text) if number else read_named(text, names, what="name here")
    heights = {name: whole(cm, "fall", 0, HIGHEST_FALL) for name, cm in named.items()}
    for name, cm in heights.items():
        check_fall(scene, name, cm)
    return heights


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


# A standing human is 0, and head and shoulders, all that shows of who is in cover, are −2 (ruling B-F2): the table's
# templates say it exactly.
_IN_COVER = -2
_SIZES = {FigurePosture.STANDING: 0, FigurePosture.CROUCHED: -1, FigurePosture.PRONE: -2}


def known(scene: Scene, attacker: Unit, target: Unit, asked: FireOrder, *, on_deck: bool) -> dict[str, Any]:
    """The circumstances of a shot as the bot knows them, where the order doesn't say them itself.

    What the deck alone knows counts where the shot is fired `on_deck`. Raises RuleError for a player who says otherwise
    than what the two have done in this turn.
    """
    mine, theirs = deeds_of(scene, attacker, asked), of_target(scene, target)
    off_guard = on_deck and asked.counts_turns and unaware(scene, attacker.name, target.name)
    mine = {**mine, "unaware": True} if off_guard else mine
    for name, done in ((attacker.name, mine), (target.name, theirs)):
        check_known(scene, name, done, given(asked))
    size = _IN_COVER if asked.cover else _SIZES[_posture(scene, target)]
    found = {**({"size": size} if size else {}), **mine, **theirs}
    found = {name: value for name, value in found.items() if getattr(asked, name) is None}
    return found | _lit(scene, target, asked)


def _lit(scene: Scene, target: Unit, asked: FireOrder) -> dict[str, Any]:
    """The light in which a target is, where it is better than the campaign's, and the order says no other."""
    lit = light_on(scene, target.name) if asked.light == scene.settings.get("light", Lighting.NORMAL) else None
    return {"light": lit.light} if lit and better(asked.light, lit) else {}


def told(target: Unit, found: Mapping[str, Any]) -> list[str]:
    """What of it is a proposal, in words."""
    lines = []
    if "light" in found:
        lines.append(f"{target.name} is in a light that counts as {found['light']} (C3K Equipment)")
    if "size" not in found:
        return lines
    size = rating(int(found["size"]))
    return [*lines, f"Size {size} is proposed for how {target.name} stands: values:size says otherwise (ruling B-F2)"]


def _posture(scene: Scene, target: Unit) -> FigurePosture:
    """How somebody stands by their sheet, or as the deck has them."""
    if not isinstance(target.sheet, Figure) or target.at is not None:
        return FigurePosture.STANDING
    board: Board | None = scene.board
    standing = board.people.get(target.name) if board else None
    if target.sheet.posture is not FigurePosture.STANDING or standing is None:
        return target.sheet.posture
    if standing.prone:
        return FigurePosture.PRONE
    return FigurePosture.CROUCHED if standing.crouching else FigurePosture.STANDING


def check_whose(scene: Scene, pairs: Sequence[tuple[Unit, Unit]], asked: Circumstances) -> None:
    """Raise RuleError where it is said for all shots who is near, and they go at several targets."""
    targets = {other.name for _, other in pairs}
    if len(targets) > 1 and (scene.all("others") or asked.near):
        first = pairs[0][0].name
        raise RuleError(
            "Several are fired at: say for each firer who is near their own point of aim, as "
            f'values:"each {first} near Sid 2 left" (C3K Launcher fire).'
        )


def with_reach(
    scene: Scene, declared: Declared, target: Unit, deck: ShotOnDeck | None, asked: Circumstances, *, alone: bool
) -> Declared:
    """The shot with all whom it may reach: its target where it stands, then the others, said or seen on the deck.

    Raises RuleError for a friend too near to its point of aim. The odds of a shot that is fired `alone` are the
    target's, and nothing of them hangs on what befalls those near it.
    """
    others = scene.all("others")
    aside = [target.name] if target.at is not None else []
    sides = sides_of([*aside, *(unit.name for unit in others)], asked)
    near = _near(scene, declared, deck, _said(scene, declared, others, sides, asked))
    if scene.only_odds and alone and not declared.plan.wall:
        near = {name: near[name] for name in near if name == scene.fate_of}
    reach = {target.name: Stands(target.at, sides.get(target.name)), **near}
    return replace(declared, reach=reach, line=_line(deck))


def falling_among(
    scene: Scene, declared: Declared, deck: ShotOnDeck | None, asked: Circumstances, people: Sequence[Unit] = ()
) -> Declared:
    """A shot at a place, not at somebody, with all whom it may reach, those `people` first who are named with their cm
    from the place.
    """
    sides = sides_of([unit.name for unit in people], asked)
    near = _near(scene, declared, deck, _said(scene, declared, people, sides, asked))
    if scene.only_odds:
        whose = [scene.fate_of] if scene.fate_of else list(near)[:1]
        near = {name: near[name] for name in whose if name in near}
    return replace(declared, reach=near, line=_line(deck))


def _line(deck: ShotOnDeck | None) -> tuple[At, At] | None:
    return (deck.start, deck.end) if deck else None


def _near(
    scene: Scene, declared: Declared, deck: ShotOnDeck | None, said: Mapping[str, Stands]
) -> Mapping[str, Stands]:
    """Those who were named, or whom the deck shows, and the firer; RuleError for a friend too near."""
    near = said or (reached_from_deck(scene, declared, deck) if deck else {})
    units = {unit.name: unit for unit in everybody(scene, [declared.firer.name, *near])}
    check_friends(declared, near, units, on_deck=not said)
    return near if deck and not said else {**firer_himself(declared), **near}


def _said(
    scene: Scene, declared: Declared, others: Iterable[Unit], sides: Mapping[str, Side], asked: Circumstances
) -> dict[str, Stands]:
    """Those who were named as near: cm from the point of aim, and in area fire `others` with their own range."""
    area = declared.situation.asked.area
    found = {
        unit.name: Stands(far=unit.at) if area and unit.at is not None else Stands(unit.at, sides.get(unit.name))
        for unit in others
        if unit.name != declared.target
    }
    for typed, stands in read_near(asked.near).items():
        name = find(scene, typed)
        if name in {declared.firer.name, declared.target}:
            deed = "is the firer" if name == declared.firer.name else "is aimed at"
            raise RuleError(f"{name} {deed}: say who else is near (C3K Launcher fire).")
        if name in found:
            raise RuleError(f"{name} is near twice: name everybody once (C3K Launcher fire).")
        found[name] = stands
    return found


def find(scene: Scene, typed: str) -> str:
    """Who was meant by a name, of all of whom the side knows that acts; raises RuleError with the near names where that
    isn't clear.
    """
    return match(typed, _names(scene), what="character")


def _names(scene: Scene) -> list[str]:
    taking_part = [unit.name for role in scene.units for unit in scene.all(role)]
    acting = next(iter(scene.units.values()), ())
    known = scene.as_known_to(acting[0]) if acting else scene
    return list(dict.fromkeys([*taking_part, *known.present, *known.known]))


def everybody(scene: Scene, names: Iterable[str]) -> list[Unit]:
    """Those of these names: as they take part, stand on the deck, or are known to the campaign."""
    taking_part = {unit.name: unit for role in scene.units for unit in scene.all(role)}
    return [taking_part.get(name) or scene.present.get(name) or scene.known[name] for name in dict.fromkeys(names)]


def friends_reached(scene: Scene, declared: Declared) -> list[Unit]:
    """The living of the firer's own side, but for the firer, whom a shot may reach besides its target."""
    one, *others = everybody(scene, [declared.firer.name, *declared.reach])
    return [
        unit for unit in others if one.side == unit.side != "" and unit.name != declared.target and not dead(unit.sheet)
    ]


def of_own_side(scene: Scene, fire: Readied) -> list[Unit]:
    """All of their own sides, but for those who fire, whom the shots of a fire may reach."""
    found = [unit for shot in fire.declared for unit in friends_reached(scene, shot)]
    return list({unit.name: unit for unit in found}.values())


def reached(scene: Scene, declared: Iterable[Declared]) -> list[Unit]:
    """Everybody who takes part, and whomever a shot may reach."""
    taking_part = [unit.name for role in scene.units for unit in scene.all(role)]
    return everybody(scene, [*taking_part, *(name for shot in declared for name in shot.reach)])
