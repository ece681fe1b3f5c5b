"""Whom each shot may reach, from what the order says, what the deck shows, and where the firer stands themselves (C3K
Launcher fire, Area fire).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.engine.typed import match
from bot.systems.combat3000.asked import Circumstances
from bot.systems.combat3000.burst.deviation import Side
from bot.systems.combat3000.fire.bystanders import check_friends, firer_himself, reached_from_deck
from bot.systems.combat3000.fire.on_deck import ShotOnDeck
from bot.systems.combat3000.fire.plan import Declared
from bot.systems.combat3000.fire.reach import Stands, read_near
from bot.systems.combat3000.orders.circumstances import sides_of


def check_whose(scene: Scene, pairs: Sequence[tuple[Unit, Unit]], asked: Circumstances) -> None:
    """Raise RuleError where it is said for all shots who is near, and they go at several targets."""
    targets = {other.name for _, other in pairs}
    if len(targets) > 1 and (scene.all("others") or asked.near):
        first = pairs[0][0].name
        raise RuleError(
            "Several are fired at: say for each firer who is near his own point of aim, as "
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
        near = {}
    return replace(declared, reach={target.name: Stands(target.at, sides.get(target.name)), **near})


def thrown_among(scene: Scene, declared: Declared, deck: ShotOnDeck | None, asked: Circumstances) -> Declared:
    """A grenade with all whom it may reach, those `people` first who are named with their cm from the place."""
    people = scene.all("people")
    sides = sides_of([unit.name for unit in people], asked)
    near = _near(scene, declared, deck, _said(scene, declared, people, sides, asked))
    if scene.only_odds:
        near = {name: near[name] for name in list(near)[:1]}
    return replace(declared, reach=near)


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
            is_he = "fires himself" if name == declared.firer.name else "is aimed at"
            raise RuleError(f"{name} {is_he}: say who else is near (C3K Launcher fire).")
        if name in found:
            raise RuleError(f"{name} is near twice: name everybody once (C3K Launcher fire).")
        found[name] = stands
    return found


def find(scene: Scene, typed: str) -> str:
    """Who was meant by a name, of the whole campaign; raises RuleError with the near names where that isn't clear."""
    return match(typed, _names(scene), what="character")


def _names(scene: Scene) -> list[str]:
    taking_part = [unit.name for role in scene.units for unit in scene.all(role)]
    return list(dict.fromkeys([*taking_part, *scene.present, *scene.known]))


def everybody(scene: Scene, names: Iterable[str]) -> list[Unit]:
    """Those of these names: as they take part, stand on the deck, or are known to the campaign."""
    taking_part = {unit.name: unit for role in scene.units for unit in scene.all(role)}
    return [taking_part.get(name) or scene.present.get(name) or scene.known[name] for name in dict.fromkeys(names)]


def reached(scene: Scene, declared: Iterable[Declared]) -> list[Unit]:
    """Everybody who takes part, and whomever a shot may reach."""
    taking_part = [unit.name for role in scene.units for unit in scene.all(role)]
    return everybody(scene, [*taking_part, *(name for shot in declared for name in shot.reach)])
