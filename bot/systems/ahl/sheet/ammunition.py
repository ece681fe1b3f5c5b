"""Rounds, bursts and reloading (AHL 25)."""

from dataclasses import dataclass, replace

from bot.engine.errors import RuleError
from bot.engine.magazines import fullest, put_in
from bot.engine.system import Settings
from bot.engine.typed import match
from bot.systems.ahl.sheet.character import Carried, Character, Clip
from bot.systems.ahl.tables.weapons import Weapon

# The lower of the source's two figures for spare clips; a campaign may be set to the higher (ruling R-140).
MOST_CLIPS = 8
_GRENADES_A_CLIP = 2


@dataclass(frozen=True, slots=True)
class Spent:
    """A weapon after one fire: rounds fired (0 where they aren't counted), and whether it was automatic."""

    after: Carried
    rounds: int
    automatic: bool


def spend(carried: Carried, weapon: Weapon, setting: str, *, unlimited: bool = False, energy_shots: int = 0) -> Spent:
    """Fire once: a burst on `automatic`, one round on `single`; "" takes automatic where there is one.

    A burst that finds fewer rounds fires those; with two or more it is still automatic fire (AHL 25.A,
    ruling R-69). In the basic game rounds are `unlimited`, and automatic weapons always on automatic (AHL 11.D); a
    weapon without a figure has `energy_shots` if not 0 (ruling R-09). Raises RuleError for an empty weapon or a
    setting that it lacks.
    """
    if setting == "automatic" and not weapon.burst:
        raise RuleError(f"{weapon.name} has no automatic setting: fire it single (AHL 11.C.2.b).")
    if setting == "single" and weapon.burst and unlimited:
        raise RuleError(
            f"In the basic game {weapon.name} always fires on automatic: leave the setting out, or count rounds, with "
            "/campaign set setting:rounds value:counted (AHL 11.D)."
        )
    wanted = weapon.burst if weapon.burst and setting != "single" else 1
    if unlimited or not (weapon.clip or energy_shots):
        return Spent(carried, 0, wanted > 1)
    rounds = min(wanted, carried.loaded.rounds if weapon.clip else energy_shots - carried.fired)
    if rounds <= 0:
        raise RuleError(f"{weapon.name} is empty: /reload it first ({'AHL 25.A' if weapon.clip else 'ruling R-09'}).")
    if not weapon.clip:
        return Spent(replace(carried, fired=carried.fired + rounds), rounds, rounds > 1)
    loaded = replace(carried.loaded, rounds=carried.loaded.rounds - rounds)
    return Spent(replace(carried, loaded=loaded), rounds, rounds > 1)


def renew(carried: Carried, weapon: Weapon) -> Carried:
    """Give a weapon without a figure its shots back; raises RuleError where it has fired none (ruling R-09)."""
    if not carried.fired:
        raise RuleError(f"{weapon.name} has all its shots left.")
    return replace(carried, fired=0)


@dataclass(frozen=True, slots=True)
class ReloadTime:
    """One way to reload: how many turns of 15 s, and whether one counts as evading meanwhile."""

    turns: int
    evading: bool


def reload_times(weapon: Weapon) -> tuple[ReloadTime, ...]:
    """The ways in which a weapon may be reloaded, none for those that can't be in play (AHL 25.B)."""
    if "no-reload" in weapon.traits or not weapon.clip:
        return ()
    if "slow-reload" in weapon.traits:
        return (ReloadTime(1, evading=False), ReloadTime(2, evading=True))
    return (ReloadTime(1, evading=True),)


def reloads_evading(weapon: Weapon, *, slowly: bool) -> bool:
    """Whether one evades while reloading it: in one turn, or `slowly` in as many as that takes (AHL 25.B)."""
    return any(time.evading and (slowly or time.turns == 1) for time in reload_times(weapon))


def slow_evading(weapon: Weapon) -> bool:
    """Whether evading meanwhile makes reloading it two turns (AHL 25.B)."""
    return any(time.evading and time.turns > 1 for time in reload_times(weapon))


def reload(carried: Carried, weapon: Weapon, kind: str) -> Carried:
    """Put in the fullest spare clip of a kind of ammunition ("" for the kind in the weapon).

    A clip with rounds left goes back among the spare ones. Raises RuleError where there is nothing to
    reload, or nothing to reload with.
    """
    if not weapon.clip:
        raise RuleError(f"{weapon.name} needs no reloading: its shots are not counted (ruling R-09).")
    if not reload_times(weapon):
        raise RuleError(f"{weapon.name} cannot be reloaded during play (AHL 25.B).")
    wanted = weapon.row(kind).kind if kind else carried.loaded.ammunition
    chosen = fullest(carried.spare, wanted)
    named = " ".join(filter(None, (weapon.name, wanted)))
    if not chosen:
        raise RuleError(f"There is no spare clip for {named}: add some with /character give.")
    if wanted == carried.loaded.ammunition and carried.loaded.rounds >= chosen.rounds:
        raise RuleError(f"{named} already holds {carried.loaded.rounds} rounds, and no spare clip has more.")
    return replace(carried, loaded=chosen, spare=put_in(chosen, carried.loaded, carried.spare))


def full_clip(weapon: Weapon, kind: str) -> Clip:
    """A full clip; raises RuleError for ammunition that the weapon doesn't take."""
    return Clip(weapon.row(kind).kind, weapon.clip)


def most_clips(settings: Settings) -> int:
    """How many spare clips a character can carry in a campaign."""
    return int(settings.get("spare clips", MOST_CLIPS))


def with_clips(carried: Carried, weapon: Weapon, kind: str, number: int) -> Carried:
    """The weapon with a number of full spare clips more; raises RuleError for a weapon that takes none."""
    if number and not reload_times(weapon):
        raise RuleError(f"{weapon.name} takes no spare clips: it is not reloaded in play (AHL 25.B).")
    return replace(carried, spare=carried.spare + (full_clip(weapon, kind),) * number)


def check_load(character: Character, most: int = MOST_CLIPS) -> Character:
    """The character, if they can carry their spare clips, and two grenades for each that they leave behind.

    Raises RuleError where they are too many (AHL 25.A, ruling R-140).
    """
    clips = sum(len(carried.spare) for carried in character.weapons)
    if clips > most:
        raise RuleError(
            f"A character carries {most} spare clips at most, and these would be {clips} (AHL 25.A, ruling R-140)."
        )
    room = _GRENADES_A_CLIP * max(0, most - clips)
    if character.grenades > room:
        raise RuleError(
            f"{character.grenades} grenades are too many beside {clips} clips: carry two for each of {most} "
            f"clips that is left behind, {room} in all (AHL 25.A, ruling R-140)."
        )
    return character


def arm(weapon: Weapon, kind: str = "", skill: int = 0, clips: int = 0) -> Carried:
    """A weapon with a full clip in it and a number of spare ones; raises RuleError as above."""
    return with_clips(Carried(weapon.name, skill, full_clip(weapon, kind)), weapon, kind, clips)


def choose_weapon(name: str, weapons: dict[str, Weapon]) -> Weapon:
    """The weapon of the chart that was meant, by name or a counter's code; raises RuleError with the near ones."""
    by_code = {weapon.code.casefold(): weapon for weapon in weapons.values() if weapon.code}
    return by_code.get(name.strip().casefold()) or weapons[match(name, weapons, what="weapon")]
