"""A book is a value: a variant of AHL is ten lines, all that resolves goes by it, and AHL stays as it is.

Rows and rules of this one are from the variant's own text: armour over penetration makes it harder to hit, and armour
takes nothing from the dice of damage.
"""

from dataclasses import replace
from fractions import Fraction

from bot.engine.dice import Modifier, ScriptedDice
from bot.engine.odds import imagined_odds
from bot.systems.ahl.blast.explosion import collateral
from bot.systems.ahl.blast.reach import Blast, Cause, Near
from bot.systems.ahl.melee.blows import Circumstances
from bot.systems.ahl.melee.fight import suffer
from bot.systems.ahl.orders import orders
from bot.systems.ahl.sheet.character import Character
from bot.systems.ahl.tables import Armour, Cell, Effect, with_extreme
from bot.systems.ahl.turn.actions import load_actions
from bot.systems.ahl.wounds.damage import Severity, Wounded, throw_damage
from tests.systems.ahl.people import BOOK, DATA


def net(hit):
    return Modifier(max(0, hit.penetration + hit.armour.value), "net penetration", "VAR 12.A")


def over(shot):
    return Modifier(min(0, shot.cell.penetration + shot.armour.value), "armour over penetration", "VAR 11.C")


CARBINE = with_extreme(BOOK.weapons["Carbine"], BOOK.weapons["Carbine"].row(""), Cell(400, 1, 0))
SUITS = {name: Armour(name, value, lasers_only=False) for name, value in (("cloth", -4), ("environment suit", -5))}
ROWS = {"weapons": {**BOOK.weapons, "Carbine": CARBINE}, "armour": {**BOOK.armour, **SUITS}}
VARIANT = replace(BOOK, **ROWS, to_hit=(*BOOK.to_hit, over), damage=lambda hit, dice: throw_damage(hit, dice, (net,)))


def odds(book, **shot):
    fire = orders(book, load_actions(DATA / "actions.csv"))["fire"]
    return dict(imagined_odds(fire, {"weapon": "Carbine", **shot}, {}))


def test_a_variant_goes_by_its_own_rows_its_own_modifier_and_its_own_damage():
    """A carbine (2) at an environment suit (5): 11+ hits, 3 of 36; 2D as thrown is serious on 8 to 11, 14 of 36."""
    chances = odds(VARIANT, range=30, armour="environment suit")
    assert chances["Miss"] == Fraction(33, 36)
    assert chances["Serious wound"] == Fraction(3, 36) * Fraction(14, 36)
    assert chances["Dead"] == Fraction(3, 36) * Fraction(1, 36)
    # At extreme range, which in AHL ends at 200 squares, with penetration 1 against cloth's 4: 12+ at −3 never hits.
    assert odds(VARIANT, range=400, armour="cloth")["Miss"] == 1


def test_ahl_goes_by_its_own_beside_it():
    """8+ hits, 15 of 36; at cloth (−6) penetration 2 is serious on a 12 alone, and never kills."""
    chances = odds(BOOK, range=30, armour="cloth")
    assert chances["Miss"] == Fraction(21, 36)
    assert chances["Serious wound"] == Fraction(15, 36) * Fraction(1, 36)
    assert "Dead" not in chances


def test_explosions_and_melee_go_by_the_book_as_well():
    """Penetration 4 at cloth: an 8 stays an 8 in the variant, a serious wound; in AHL it is a 6, a light one."""
    there = [Near("Ann", Character(), book.armour["cloth"]) for book in (VARIANT, BOOK)]
    blast = Blast(Cause.GRENADE, 4)
    assert collateral(VARIANT, blast, there[0], ScriptedDice([1, 2, 1])).damage.level is Severity.NONE
    assert collateral(VARIANT, blast, there[0], ScriptedDice([6, 2])).damage.level is Severity.SERIOUS
    assert collateral(BOOK, blast, there[1], ScriptedDice([6, 2, 1])).damage.level is Severity.LIGHT
    hardy = replace(BOOK, wound=lambda character, *_: Wounded(character))
    assert suffer(hardy, Character(), Effect.DEAD, Circumstances(), ScriptedDice([])).after == Character()
