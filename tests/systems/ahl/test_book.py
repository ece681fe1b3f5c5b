"""A book is a value: a variant of AHL is ten lines, all that resolves goes by it, and AHL stays as it is.

Rows and rules of this one are from the variant's own text: armour over penetration makes it harder to hit, and armour
takes nothing from the dice of damage.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from bot.engine.asked import ask
from bot.engine.dice import Check, Modifier, ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds
from bot.systems.ahl import system_of
from bot.systems.ahl.asked.fighting import FireOrder
from bot.systems.ahl.blast.explosion import collateral, strike
from bot.systems.ahl.blast.reach import Blast, Cause, Near
from bot.systems.ahl.melee.blows import Blow, Fighter
from bot.systems.ahl.orders import orders
from bot.systems.ahl.sheet.character import Character, Condition, Nerve
from bot.systems.ahl.tables import Armour, Cell, Effect, ReloadTime, with_extreme
from bot.systems.ahl.walking.ground import costs_for
from bot.systems.ahl.wounds.damage import COLUMN, Column, Hit, Severity, throw_damage
from tests.systems.ahl.people import BOOK, DATA
from tests.systems.ahl.table import Table, one


def net(hit):
    return Modifier(max(0, hit.penetration + hit.armour.value), "net penetration", "VAR 12.A")


def over(shot):
    return Modifier(min(0, shot.cell.penetration + shot.armour.value), "armour over penetration", "VAR 11.C")


CARBINE = with_extreme(BOOK.weapons["Carbine"], BOOK.weapons["Carbine"].row(""), Cell(400, 1, 0))
SUITS = {name: Armour(name, value, lasers_only=False) for name, value in (("cloth", -4), ("environment suit", -5))}
ROWS = {"weapons": {**BOOK.weapons, "Carbine": CARBINE}, "armour": {**BOOK.armour, **SUITS}}
EXPLOSIVE = Column(4, 6, 10, "VAR 12.D")


def damaged(hit, dice):
    return throw_damage(hit, dice, (net,), EXPLOSIVE if hit.steps_up or hit.energy else COLUMN, lambda _: ())


VARIANT = replace(BOOK, **ROWS, to_hit=(*BOOK.to_hit, over), damage=damaged)


def odds(book, **shot):
    fire = orders(book)["fire"]
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


@pytest.mark.parametrize(
    ("book", "cause", "level"),
    [
        (BOOK, Cause.PLASMA, Severity.LIGHT),
        (VARIANT, Cause.PLASMA, Severity.SERIOUS),
        (BOOK, Cause.HE, Severity.SERIOUS),
        (VARIANT, Cause.HE, Severity.SERIOUS),
    ],
)
def test_what_hits_chooses_the_column_of_damage(book, cause, level):
    """Two ones and penetration 4 are 6: light in AHL, one level worse by HE; in the second column serious itself."""
    faces = [1, 1] if level is Severity.SERIOUS else [1, 1, 1]
    hit = strike(book, Blast(cause, 4), Near("Ann", Character(), BOOK.armour["none"]), ScriptedDice(faces))
    assert (hit.damage.level, len(hit.damage.steps)) == (level, 1 if (book, cause) == (BOOK, Cause.HE) else 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class BracedOrder(FireOrder):
    brace: bool = ask(False, "Whether they brace themselves")


def braced(shot):
    return Modifier(1, "braced", "VAR 27") if shot.situation.asked.brace else None


def test_a_book_asks_for_a_circumstance_of_its_own():
    """A carbine at 30 squares hits on 8+, 15 of 36; braced on 7, 21 of 36; AHL knows nothing of it."""
    other = replace(BOOK, fire=BracedOrder, to_hit=(*BOOK.to_hit, braced))
    assert [odds(other, range=30, brace=brace)["Miss"] for brace in (False, True)] == [
        Fraction(21, 36),
        Fraction(15, 36),
    ]
    with pytest.raises(RuleError, match="brace"):
        odds(BOOK, range=30, brace=True)


class Armed(Fighter):
    @property
    def factor(self):
        return self.character.melee + 3 * (self.name == "Ann")


def struck(attack, _, __, dice):
    why = f"{attack.attacker.name} strikes"
    ahead = Modifier(attack.difference, "melee values", "VAR 17")
    check = Check(why, dice.roll(2, why=why), (ahead,), 8)
    hit = Hit(1, BOOK.armour_of(attack.defender.character))
    damage = throw_damage(hit, dice, (net,)) if check.made else None
    return Blow(attack, None, None, check, Effect.NONE, Effect.NONE, damage)


def hurt(blow, character, circumstances, wound, dice):
    level = blow.damage.level if blow.damage else Severity.NONE
    return wound(character, level, dice, circumstances.surroundings)


def large(cause, penetration, squares):
    return penetration // 2 if squares <= 2 else penetration // 4 if squares <= 4 else 0


def with_halves(**costs):
    return {**BOOK.actions, **{name: replace(BOOK.actions[name], halves=halves) for name, halves in costs.items()}}


SLOW = replace(BOOK.weapons["ACR"], reloads=(ReloadTime(2, evading=False),))
OTHER = replace(
    BOOK,
    weapons={**BOOK.weapons, "ACR": SLOW},
    actions=with_halves(**{"fire snap": 8, "reorient": 2}),
    costs=lambda *who, **how: replace(costs_for(*who, **how), forward=6),
    collateral=large,
    furthest=4,
    suffers=lambda _, squares: 10 if squares else None,
    strike=struck,
    land=hurt,
    fighter=Armed,
    morale=(*BOOK.morale, lambda _: Modifier(2, "veterans", "VAR 18")),
)


def table(book, cid="C2"):
    people = one("Ann", "", "A2"), one("Cid", "", cid, "W", "red", melee=5, morale=5)
    return Table(*people, orders=system_of(book, DATA).orders)


@pytest.mark.parametrize(("book", "moved", "fired"), [(BOOK, 4, 1), (OTHER, 3, 0)])
def test_a_turn_is_reckoned_by_the_action_points_of_its_book(book, moved, fired):
    """A step is 2 AP in AHL (8.A), here 3; a snap shot 3 AP (9.C), here 4: of six points one of each leaves so many."""
    game = table(book, "H2")
    game.begin(Ann="move", Cid="move")
    game.give("move", name="Ann", to="B2")
    assert game.left("Ann") == moved
    if fired:
        game.give("fire", [1, 1], attacker="Ann", target="Cid", mode="snap")
        assert game.left("Ann") == moved - 3
    else:
        assert "snap shot" in game.refused("fire", attacker="Ann", target="Cid", mode="snap")


@pytest.mark.parametrize(("book", "took"), [(BOOK, "one turn evading"), (OTHER, "2 turns without evading")])
def test_reloading_takes_the_time_of_its_book(book, took):
    game = table(book)
    game.give("give", character="Ann", weapon="ACR", ammunition="HE", clips=1)
    assert f"Takes {took}." in game.give("reload", character="Ann", ammunition="HE").lines


@pytest.mark.parametrize(("book", "faces", "dead"), [(BOOK, [5, 5], []), (OTHER, [5, 5, 1, 1, 4, 5], ["Cid"])])
def test_an_explosion_reaches_as_far_as_its_book_says(book, faces, dead):
    """Penetration 30 is 7 at two squares on 12+ in AHL, and gone at four; here it is 15 on 10+, and 7 at four."""
    game = table(book)
    game.give("blast", faces, cause="satchel", at="E2")
    assert [name for name, unit in game.units.items() if unit.sheet.condition is Condition.DEAD] == dead


@pytest.mark.parametrize(("book", "faces", "stunned", "wounds"), [(BOOK, [5], 2, 0), (OTHER, [3, 2, 3, 3, 2], 0, 1)])
def test_a_blow_is_struck_and_lands_as_its_book_says(book, faces, stunned, wounds):
    """A 5 in column 0 stuns in AHL; here a 5 and 3 for her blade hit, and 6 with penetration 1 is a light wound."""
    game = table(book, "B2")
    card = game.give("melee", faces, attacker="Ann", target="Cid", strike_back=False)
    assert card.lines[0].endswith("→ stun" if stunned else "damage: 3+3 +1 net penetration = 7 → light wound")
    assert (game.units["Cid"].sheet.stunned, game.units["Cid"].sheet.light_wounds) == (stunned, wounds)


@pytest.mark.parametrize(("book", "nerve"), [(BOOK, Nerve.FLEEING), (OTHER, Nerve.STEADY)])
def test_nerve_holds_by_the_modifiers_of_its_book(book, nerve):
    """A 7 is over a morale of 5, and not over 5 with two for veterans."""
    game = table(book)
    game.give("morale", [3, 4], people="Cid")
    assert game.units["Cid"].sheet.nerve is nerve
