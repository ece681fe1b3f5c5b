"""What somebody who has had a naval career is worth aboard a ship of High Guard, where its rules ask for a skill."""

from bot.systems.naval.career import Career, lives

# By the option of an order of battles, the skills that serve for it: Ship's Boat is a pilot's in small craft (HG-I03).
_SERVES = {
    "captain": ("Ship Tactics",),
    "pilot": ("Pilot", "Ship's Boat"),
    "first tactics": ("Fleet Tactics",),
    "second tactics": ("Fleet Tactics",),
}
FIELDS = frozenset(_SERVES)


def levels(career: Career, field: str) -> tuple[tuple[str, int], ...]:
    """The skills of the living that serve for a field, each with its level (HG-I01 to HG-I04)."""
    if not lives(career):
        return ()
    return tuple((skill, level) for skill in _SERVES[field] if (level := career.level(skill)))
