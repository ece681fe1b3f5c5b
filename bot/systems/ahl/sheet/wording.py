"""A character of AHL in words, and as a counter."""

from bot.engine.cards import Card, Tone, counted
from bot.engine.system import Mark, Unit
from bot.systems.ahl.sheet.character import Character, Condition, carried_line, named_weapon, state
from bot.systems.ahl.tables import Weapon

# Where the campaign's setting says how many shots there are.
COUNTED = "The source has no figure for it: the campaign counts its shots (ruling R-09)"
# Of robots (AHL 21).
SUPERVISION = "an officer and a technician, unpanicked, in one square of its deck, who do nothing else (AHL 21)"


def character_line(character: Character) -> str:
    """A character in one line for a list: wounds, then the weapon in use."""
    parts = [state(character)]
    if character.weapons:
        in_use = character.weapons[0]
        rounds = f" {in_use.loaded.rounds} rounds" if in_use.loaded.rounds else ""
        parts.append(named_weapon(in_use.weapon, in_use.loaded.ammunition) + rounds)
    parts.append(" and ".join(character.worn) or "no armor")
    return " · ".join(parts)


def character_mark(character: Character) -> Mark:
    """What a character's counter shows: light wounds, and whether they are out or dead."""
    dead = character.condition is Condition.DEAD
    return Mark(character.light_wounds, out=character.condition is not Condition.ACTIVE and not dead, dead=dead)


def character_card(unit: Unit, weapons: dict[str, Weapon]) -> Card:
    """All that is on a character's sheet."""
    character: Character = unit.sheet
    what = "light wounds and stuns" if character.stuns else "light wounds"
    lowered = f" (−{character.lowered} for {what})" if character.lowered else ""
    condition = state(character)
    rank = f", rank {character.rank}" if character.rank else ""
    lines = [
        condition[0].upper() + condition[1:],
        f"Armor: {' and '.join(character.worn) or 'none'}",
        f"Melee {character.melee}, morale {character.morale}{lowered}, leadership {character.leadership}{rank}",
        *(carried_line(carried, weapons[carried.weapon].clip) for carried in character.weapons),
    ]
    if character.grenades:
        lines.append(counted(character.grenades, "grenade"))
    out = character.condition is not Condition.ACTIVE
    title = f"{unit.name} ({unit.side})" if unit.side else unit.name
    return Card(title, tuple(lines), tone=Tone.BAD if out else Tone.PLAIN)
