"""A figure's profile as it is now: what armour and wounds have made of it (C3K Full armour, Wounds and kills)."""

from collections.abc import Iterable
from dataclasses import replace

from bot.systems.combat3000.lists import Armour
from bot.systems.combat3000.sheet import Figure, Profile
from bot.systems.combat3000.wounds import losses, walk_lost


def profile_now(figure: Figure, armour: Iterable[Armour] = ()) -> Profile:
    """The creature's profile with what its armour and its wounds change; a walk is never below 0.

    Powered armour's strength is for close combat only, and not in here.
    """
    worn = tuple(armour)
    own, lost = figure.profile, losses(figure.wound_points)
    return replace(
        own,
        strength=own.strength + lost.strength,
        dexterity=own.dexterity + lost.dexterity + sum(piece.dexterity for piece in worn),
        reflex=own.reflex + lost.reflex + sum(piece.reflex for piece in worn),
        walk=max(0, own.walk - walk_lost(figure.wounds) + sum(piece.walk for piece in worn)),
    )
