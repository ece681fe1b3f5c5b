"""What single people change: captains, pilots, the commander of a fleet (HG-I01 to I06)."""


def skill_bonus(skill: int) -> int:
    """What a captain's ship tactics add to the computer, or a pilot's skill to agility (HG-I01 to I03, R-91).

    Nothing up to the average of 2 (HG-I05, HG-I06). Ship's boat counts as pilot in small craft.
    """
    return max(0, (skill - 1) // 2)


def fleet_tactics_dm(skill: int) -> int:
    """What the commander of a fleet adds to the throw for initiative (HG-I04)."""
    return max(0, skill)
