"""What the variant's orders ask for beside AHL's own: declared cover, melee weapons, large blasts, and its options."""

from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import ask
from bot.systems.ahl.asked.circumstances import Wounding, carried_names
from bot.systems.ahl.asked.fighting import BlastOrder, CoverOrder, FireOrder, GrenadeOrder, ImaginedMelee, MeleeOrder

LARGEST_BLAST = 100
MOST_ATTACKS = 10
_MOST_SKILL = 9
_MOST_STRENGTH = 30


def capped() -> Literal["uncapped", "4 at most"]:
    """The field for the option by which penetration counts 4 at most on the dice of damage (V30)."""
    return ask(
        "uncapped",
        setting="whether penetration counts 4 at most on damage (AHL V30.Overpenetration)",
        ruled=True,
    )


def lasers() -> Literal["ordinary", "energy"]:
    """The field for how lasers are read."""
    return ask("ordinary", setting="whether lasers count as energy weapons (ruling VR-A1)", ruled=True)


def collateral_dm() -> Literal["+2", "-2"]:
    """The field for the sign of the modifier on collateral throws."""
    return ask("+2", setting="the modifier on collateral throws of weapons (ruling VR-A4)", ruled=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Shooting(FireOrder):
    """`/fire` of the variant; somebody who throws a melee weapon gives it as well.

    With `declared_cover` the firer takes cover's −2 at an open target, for its +2 on damage; `sight` is an advanced
    telescopic one. In the open there are so many `attacks` of rapid fire, each at one of the `targets` in turn, if not
    all at one, and the weapon stands on a `mount`.
    """

    declared_cover: bool = ask(default=False)
    sight: bool = ask(default=False)
    attacks: int = ask(1, low=1, high=MOST_ATTACKS)
    targets: str = ask("", longest=400)
    mount: Literal["none", "bipod", "tripod", "vehicle"] = ask("none", shown=True)
    braced: bool = ask(default=False, shown=True)
    size: Literal["normal", "large", "very large", "small", "very small"] = ask("normal", shown=True)
    point_blank: bool = ask(
        default=False, setting="fire has +1 at short range in the open (AHL V30.Pointblank)", ruled=True
    )
    declared: Literal["as cover", "besides"] = ask(
        "as cover", setting="whether declared cover counts beside evading (ruling VR-A44)", ruled=True
    )
    overpenetration: Literal["uncapped", "4 at most"] = capped()
    lasers: Literal["ordinary", "energy"] = lasers()


@dataclass(frozen=True, kw_only=True, slots=True)
class Sweeping(CoverOrder):
    """`/cover` of the variant; in the open the weapon stands on a `mount`."""

    mount: Literal["none", "bipod", "tripod", "vehicle"] = ask("none", shown=True)
    braced: bool = ask(default=False, shown=True)
    overpenetration: Literal["uncapped", "4 at most"] = capped()
    lasers: Literal["ordinary", "energy"] = lasers()


@dataclass(frozen=True, kw_only=True, slots=True)
class Bout(MeleeOrder):
    """`/melee` of the variant: with which weapons.

    Bare hands may mean `no harm`, by the setting brawling; blows are `weakened` by Traveller's endurance.
    """

    weapon: str = ask("", "With which melee weapon, if not the first carried", suggest=carried_names("name"))
    back: str = ask("", "With which one the target strikes back", suggest=carried_names("target"), speaks_for="target")
    brawling: bool = ask(default=False, setting="bare hands do less harm between people (AHL V30.Brawling)", ruled=True)
    no_harm: bool = ask(default=False)
    weakened: bool = ask(default=False)
    melee_rules: Literal["variant", "base"] = ask(
        "variant", setting="base plays melee by AHL's own table and values (AHL V17)", ruled=True
    )
    overpenetration: Literal["uncapped", "4 at most"] = capped()


@dataclass(frozen=True, kw_only=True, slots=True)
class Exploded(BlastOrder):
    """`/blast` of the variant: one of a battlefield's weapons has a `radius`, in squares."""

    radius: int | None = ask(None, low=1, high=LARGEST_BLAST, referees="A large blast")
    collateral_dm: Literal["+2", "-2"] = collateral_dm()
    overpenetration: Literal["uncapped", "4 at most"] = capped()
    lasers: Literal["ordinary", "energy"] = lasers()


@dataclass(frozen=True, kw_only=True, slots=True)
class Lobbed(GrenadeOrder):
    """`/grenade` of the variant."""

    collateral_dm: Literal["+2", "-2"] = collateral_dm()
    overpenetration: Literal["uncapped", "4 at most"] = capped()


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedBout(ImaginedMelee):
    """Who attacks whom with what, in plain numbers."""

    weapon: str = ask("Hands", "The attacker's weapon")
    skill: int = ask(0, "The attacker's skill with it", low=-_MOST_SKILL, high=_MOST_SKILL)
    strength: int = ask(7, "The attacker's strength", low=1, high=_MOST_STRENGTH)
    back: str = ask("Hands", "The target's weapon")
    back_skill: int = ask(0, "The target's skill with it", low=-_MOST_SKILL, high=_MOST_SKILL)
    back_strength: int = ask(7, "The target's strength", low=1, high=_MOST_STRENGTH)


def caps(asked: Wounding | None) -> bool:
    """Whether penetration is capped, by what an order says."""
    return isinstance(asked, Shooting | Sweeping | Bout | Exploded | Lobbed) and asked.overpenetration == "4 at most"


def lasers_are_energy(asked: Wounding | None) -> bool:
    """Whether lasers count as energy weapons, by what an order says."""
    return isinstance(asked, Shooting | Sweeping | Exploded) and asked.lasers == "energy"
