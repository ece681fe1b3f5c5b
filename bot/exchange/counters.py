"""What the files between AHL and its variant have in common: weapons by name, and what of a counter stays as it is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from bot.engine.cards import counted
from bot.systems.ahl.sheet.character import Carried, Character, Clip
from bot.systems.ahl.tables import Weapon
from bot.systems.handing import Derived

C = TypeVar("C", bound=Character)

# What both books reckon with alike.
KEPT = (
    "melee",
    "morale",
    "leadership",
    "rank",
    "grenades",
    "light_wounds",
    "condition",
    "being",
    "nerve",
    "stunned",
    "life_level",
)


def kept(one: Character, bare: C) -> tuple[C, tuple[Derived, ...]]:
    """A sheet with what is the same in both books, and a line for that."""
    same: dict[str, Any] = {name: getattr(one, name) for name in KEPT}
    after = replace(bare, **same)
    told = ", ".join(f"{name.replace('_', ' ')} {getattr(one, name)}" for name in KEPT[:5] if getattr(one, name))
    return after, (Derived("kept", told or "nothing", "the same in both books, with wounds and nerve"),)


def wearing(bare: C, trait: str, armour: str) -> C:
    """A sheet with that armour, first or second."""
    worn: dict[str, Any] = {trait.replace(" ", "_"): armour}
    return replace(bare, **worn)


def weapons(
    one: Character, own: Mapping[str, Weapon], chart: Mapping[str, Weapon]
) -> tuple[tuple[Carried, ...], list[str], list[str]]:
    """The weapons of their own chart that the other has too, with its clips, full where their own counts no rounds;
    what was changed and what it lacks, in words.
    """
    carried, changed, lost = list[Carried](), list[str](), list[str]()
    for each in one.weapons:
        weapon = chart.get(each.weapon)
        kinds = weapon.ammunition if weapon else {}
        if weapon is None or (each.loaded.ammunition not in kinds and each.loaded.ammunition):
            lost.append(" ".join(filter(None, (each.weapon, each.loaded.ammunition))))
            continue
        kind = each.loaded.ammunition if each.loaded.ammunition in kinds else next(iter(kinds))
        rounds = each.loaded.rounds if own[each.weapon].clip else weapon.clip
        loaded = Clip(kind, min(rounds, weapon.clip))
        if not weapon.clip and each.loaded.rounds:
            changed.append(f"{each.weapon}: its rounds aren't counted by this chart")
        elif loaded.rounds != each.loaded.rounds:
            changed.append(f"{each.weapon}: {loaded.rounds} of {counted(weapon.clip, 'round')}, by this chart's clip")
        spare = tuple(Clip(kind, min(clip.rounds, weapon.clip)) for clip in each.spare) if weapon.reloads else ()
        carried.append(replace(each, loaded=loaded, spare=spare, fired=0))
    return tuple(carried), changed, lost
