"""A character of AHL in words, and as a counter."""

from collections.abc import Mapping

from bot.engine.cards import Card, Tone, counted, signed
from bot.engine.system import Mark, Sign, Unit
from bot.systems.ahl.sheet.character import Carried, Character, Condition, Nerve, named_weapon, state
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
        rounds = f" {counted(in_use.loaded.rounds, 'round')}" if in_use.loaded.rounds else ""
        parts.append(named_weapon(in_use.weapon, in_use.loaded.ammunition) + rounds)
    parts.append(" and ".join(character.worn) or "no armor")
    return " · ".join(parts)


def carried_line(carried: Carried, clip_size: int) -> str:
    """A weapon in words: `ACR (DS) +1: 16 of 20 rounds, 8 clips`."""
    name = f"{named_weapon(carried.weapon, carried.loaded.ammunition)} {signed(carried.skill)}"
    if not clip_size:
        return name
    clips = counted(len(carried.spare), "clip")
    return f"{name}: {carried.loaded.rounds} of {counted(clip_size, 'round')}, {clips}"


def character_mark(character: Character, weapons: Mapping[str, Weapon]) -> Mark:
    """What a character's counter shows: light wounds, whether they are out or dead, and what else counts."""
    dead, condition = character.condition is Condition.DEAD, character.condition
    in_use = character.weapons[0] if character.weapons else None
    shown = {
        Sign.UNCONSCIOUS: condition is Condition.UNCONSCIOUS,
        Sign.SERIOUS: condition is Condition.SERIOUS,
        Sign.FLEEING: character.nerve is Nerve.FLEEING,
        Sign.PANICKED: character.nerve in {Nerve.HALTED, Nerve.COWERING},
        Sign.STUNNED: character.stuns > 0,
        Sign.DISORIENTED: character.zero_g.disoriented,
        Sign.EMPTY: in_use is not None and weapons[in_use.weapon].clip > 0 and in_use.loaded.rounds == 0,
    }
    signs = frozenset(sign for sign, is_so in shown.items() if is_so and not dead)
    out = condition is not Condition.ACTIVE and not dead
    return Mark(character.light_wounds, out, dead, signs, character.fills)


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
        *(carried_line(carried, weapons[carried.weapon].magazine) for carried in character.weapons),
    ]
    if character.grenades:
        lines.append(counted(character.grenades, "grenade"))
    out = character.condition is not Condition.ACTIVE
    title = f"{unit.name} ({unit.side})" if unit.side else unit.name
    return Card(title, tuple(lines), tone=Tone.BAD if out else Tone.PLAIN)
