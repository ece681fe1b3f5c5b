"""With what somebody strikes: what they have in hand, or what they make do with (C3K Improvised weapons)."""

from dataclasses import replace

from bot.engine.errors import RuleError
from bot.engine.typed import match
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Carried, Figure, Hand, Profile
from bot.systems.combat3000.figure.state import held, useless
from bot.systems.combat3000.fire.firer import arms_of, profile_of
from bot.systems.combat3000.lists.others import CloseWeapon
from bot.systems.combat3000.lists.weapons import OURS, Class
from bot.systems.combat3000.loading.arming import arm_of
from bot.systems.combat3000.loading.reloading import hands_of
from bot.systems.combat3000.melee.blows import Wielded

FIST, CLUB = "Fist", "Shoulder arm as club"
MOST_WEAPONS = 2
_HAMMERSTAFF = "54"


def close_profile(figure: Figure, book: Book) -> Profile:
    """Somebody's profile in close combat: as armour and wounds leave it, with what powered armour adds to strength."""
    own = profile_of(figure, book)
    return replace(own, strength=own.strength + sum(book.armour[code].close_strength for code in figure.armour))


def wielded_by(name: str, figure: Figure, text: str, book: Book) -> tuple[Wielded, ...]:
    """The weapons that somebody strikes with: those named, with a comma between two; else the first close weapon in
    hand, a shoulder arm as a club, or a fist.

    Raises RuleError for one that isn't in hand, for what is neither, and for more than two.
    """
    names = [each.strip() for each in text.split(",") if each.strip()]
    if len(names) > MOST_WEAPONS:
        raise RuleError(f"{name} strikes with {MOST_WEAPONS} weapons at most: name two (C3K Improvised weapons).")
    if not names:
        return (_at_hand(figure, book),)
    found = tuple(_named(name, figure, each, book) for each in names)
    if len({each.name for each in found}) < len(found):
        raise RuleError(f"{found[0].name} is named twice: name each weapon once.")
    return found


def carried_by(name: str, figure: Figure, text: str, book: Book) -> str:
    """The weapons that somebody means to strike with, as the sheet names them: a fist among them, and whatever is
    carried, in hand or not yet. Raises RuleError for what nobody strikes with, and for more than two.
    """
    ready = {each.name: replace(each, hand=Hand.RIGHT) for each in figure.weapons}
    names = [each.strip() for each in text.split(",") if each.strip()]
    found = [FIST if each.casefold() == FIST.casefold() else figure.carried(each, name).name for each in names]
    if found:
        wielded_by(name, replace(figure, weapons=tuple(ready.values())), ", ".join(found), book)
    return ", ".join(found)


def has_any(figure: Figure, text: str) -> bool:
    """Whether somebody has any of the weapons named, so that they are meant for them."""
    wanted = {each.strip().casefold() for each in text.split(",")}
    return bool(wanted & {each.name.casefold() for each in figure.weapons} or FIST.casefold() in wanted)


def _fist(book: Book) -> Wielded:
    return Wielded(FIST, book.close[FIST], rule="C3K Improvised weapons")


def _at_hand(figure: Figure, book: Book) -> Wielded:
    ready = [_wielded(each, figure, book) for each in held(figure)]
    close = [each for each in ready if each and each.weapon.name != CLUB]
    return next((each for each in (*close, *ready) if each), _fist(book))


def _named(name: str, figure: Figure, text: str, book: Book) -> Wielded:
    if text.casefold() == FIST.casefold():
        return _fist(book)
    here = [each.name for each in held(figure)]
    carried = figure.carried(text, name) if figure.weapons else None
    if carried is None or carried.name not in here:
        has = "nothing in hand but fists" if not here else f"in hand {', '.join(here)}"
        raise RuleError(f"{name} has {has}: draw a weapon first, or name one of these or a fist (C3K Close combat).")
    wielded = _wielded(carried, figure, book)
    if wielded is None:
        match(text, [each.name for each in held(figure) if _wielded(each, figure, book)], what="weapon to strike with")
        raise RuleError(f"Nobody strikes with {carried.name}: name a close weapon, a shoulder arm or a fist.")
    return wielded


def _wielded(carried: Carried, figure: Figure, book: Book) -> Wielded | None:
    """A weapon in hand as it is struck with; None for a firearm that is no shoulder arm, or in a useless arm."""
    arm = arm_of(carried.weapon, book)
    weapon = arm if isinstance(arm, CloseWeapon) else book.close[CLUB] if arm.kind is Class.SHOULDER else None
    arms = arms_of(carried)
    maimed = sum(useless(figure.wounds, each) for each in arms)
    if weapon is None or maimed == len(arms):
        return None
    third = hands_of(figure, book) > 2 and carried.hand is Hand.LEFT
    return Wielded(carried.name, weapon, weapon.hands > len(arms) - maimed, third, _rule(carried, weapon))


def _rule(carried: Carried, weapon: CloseWeapon) -> str:
    """Where the figures of a weapon stand: for the Hammerstaff as a staff nowhere, for others in a damaged list."""
    if carried.weapon == _HAMMERSTAFF:
        return "ruling B-C9"
    if {"handling", "effect"} & weapon.doubts:
        return f"C3K Close combat{OURS}"
    return "C3K Improvised weapons" if "improvised" in weapon.traits else "C3K Close combat"
