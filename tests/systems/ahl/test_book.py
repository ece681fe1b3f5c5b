"""A book is a value: a variant of AHL is ten lines, all that resolves goes by it, and AHL stays as it is.

Rows and rules of this one are from the variant's own text: armour over penetration makes it harder to hit, and armour
takes nothing from the dice of damage.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from bot.deck.plan import at_of
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
from bot.systems.ahl.sheet.character import Being, Character, Condition, Nerve, ZeroG
from bot.systems.ahl.tables import Armour, Cell, Effect, ReloadTime, with_extreme
from bot.systems.ahl.walking.ground import costs_for
from bot.systems.ahl.wounds.damage import COLUMN, ORDINARY, Column, Hit, Severity, Wounded, throw_damage
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
        game.give("fire", [1, 1], name="Ann", target="Cid", mode="snap")
        assert game.left("Ann") == moved - 3
    else:
        assert "snap shot" in game.refused("fire", name="Ann", target="Cid", mode="snap")


@pytest.mark.parametrize(("book", "took"), [(BOOK, "one turn evading"), (OTHER, "2 turns without evading")])
def test_reloading_takes_the_time_of_its_book(book, took):
    game = table(book)
    game.give("give", name="Ann", weapon="ACR", ammunition="HE", clips=1)
    assert f"Takes {took}." in game.give("reload", name="Ann", ammunition="HE").lines


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
    card = game.give("melee", faces, name="Ann", target="Cid", strike_back=False)
    assert card.lines[0].endswith("→ stun" if stunned else "damage: 3+3 +1 net penetration = 7 → light wound")
    assert (game.units["Cid"].sheet.stunned, game.units["Cid"].sheet.light_wounds) == (stunned, wounds)


@pytest.mark.parametrize(("book", "nerve"), [(BOOK, Nerve.FLEEING), (OTHER, Nerve.STEADY)])
def test_nerve_holds_by_the_modifiers_of_its_book(book, nerve):
    """A 7 is over a morale of 5, and not over 5 with two for veterans."""
    game = table(book)
    game.give("morale", [3, 4], name="Cid")
    assert game.units["Cid"].sheet.nerve is nerve


def long_arms(board, unit, target, dives):
    """Nobody but Ann reaches further than a square (VAR 17, reach)."""
    if unit.name != "Ann":
        BOOK.in_reach(board, unit, target, dives)


def smallest_first(attacks, dice):
    return BOOK.first(attacks, dice)[::-1]


def counted(character, level, dice, surroundings=ORDINARY, damage=None):
    """A wound that is as many light ones as its throw is over its column (VAR 22): none where nothing was thrown."""
    over = damage.check.total - damage.column.light + 1 if damage else 0
    return Wounded(replace(character, light_wounds=character.light_wounds + max(0, over)))


FURTHER = replace(
    BOOK,
    in_reach=long_arms,
    first=smallest_first,
    wound=counted,
    phase=lambda character: 24 if character.being is Being.BLOB else 12,
    needed_to_toss=9,
    scatter=lambda dice, *, house: replace(BOOK.scatter(dice, house=house), squares=1),
    keeps_control=7,
    collision=3,
)


def test_a_blow_reaches_as_far_as_its_book_says():
    assert "squares from Cid" in table(BOOK, "C2").refused("melee", name="Ann", target="Cid", strike_back=False)
    assert table(FURTHER, "C2").give("melee", [1], name="Ann", target="Cid", strike_back=False)


@pytest.mark.parametrize(("book", "first"), [(BOOK, "Ann"), (FURTHER, "Cid")])
def test_who_strikes_first_is_its_books(book, first):
    """Ann's melee value is 6 and Cid's 5: in AHL the larger is first (AHL 17.A)."""
    game = table(book, "B2")
    game.units["Ann"] = replace(game.units["Ann"], sheet=replace(game.units["Ann"].sheet, melee=6))
    assert game.give("melee", [1, 1], name="Ann", target="Cid").lines[0].startswith(f"{first} strikes")


def test_a_wound_is_handed_the_throw_that_it_came_of():
    """2D of 6 and penetration 4 at no armour are 10: a serious wound in AHL, here seven over the 3 of no effect."""
    game = table(FURTHER, "C2")
    game.give("fire", [6, 6, 3, 3], name="Ann", target="Cid", weapon="ACR", mode="aimed single")
    assert game.units["Cid"].sheet.light_wounds == 7


@pytest.mark.parametrize(("book", "faces", "ends"), [(BOOK, [4, 4], "E2"), (FURTHER, [4, 4, 3, 4, 6, 6], "F2")])
def test_a_grenade_needs_and_scatters_what_its_book_says(book, faces, ends):
    """An 8 hits its square in AHL (16), and here 9 would; a miss straight on goes six squares there, here one."""
    game = table(book, "I3")
    game.units["Ann"] = replace(game.units["Ann"], sheet=replace(game.units["Ann"].sheet, grenades=1))
    game.give("grenade", faces, name="Ann", at="E2")
    assert game.last.marks.centres == (at_of(ends),)


@pytest.mark.parametrize(("book", "control"), [(BOOK, "disoriented"), (FURTHER, "keeps control")])
def test_control_is_kept_on_the_throw_of_its_book(book, control):
    """5+6 −4 for an ACR is 7: 10+ in AHL (26.B)."""
    fired = replace(table(book).units["Ann"].sheet, zero_g=ZeroG(fired="ACR"))
    game = table(book)
    game.units["Ann"] = replace(game.units["Ann"], sheet=fired)
    assert control in game.give("phase", [5, 6], name="Ann").lines[0]


@pytest.mark.parametrize(("book", "points"), [(BOOK, 6), (FURTHER, 12)])
def test_a_phase_gives_as_many_points_as_its_book_says(book, points):
    blob = one("Dan", "", "H2", "W", "red", being=Being.BLOB)
    game = Table(one("Ann", "", "A2"), blob, orders=system_of(book, DATA).orders)
    game.begin(Ann="move", Dan="move")
    assert (game.left("Ann"), game.left("Dan")) == (6, points)


@pytest.mark.parametrize(("book", "stunned"), [(BOOK, 0), (FURTHER, 2)])
def test_an_obstruction_strikes_in_the_column_of_its_book(book, stunned):
    """A 3 in column −2 is nothing, and in column +3 a stun (AHL 17.C, 26.C)."""
    game = table(book)
    game.give("collide", [3], name="Ann", **{"zero-g": True})
    assert game.units["Ann"].sheet.stunned == stunned
