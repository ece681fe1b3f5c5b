"""Animals by entered figures, aboard and in the open (V31)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.deck.plan import Facing, named
from bot.deck.posture import faced
from bot.engine.errors import RuleError
from bot.engine.odds import order_odds
from bot.engine.scene import Scene
from bot.systems.ahl.morale.on_deck import in_full_cover, in_sight, witnesses
from bot.systems.ahl.orders.dive import landings
from bot.systems.ahl.orders.in_turn.snapping import may_snap_at, may_snap_now
from bot.systems.ahl.orders.move import enemies_beside
from bot.systems.ahl.owing import clear_target
from bot.systems.ahl.sheet.character import Condition, Nerve, arm
from bot.systems.ahl_variant.animals import squares
from bot.systems.ahl_variant.outdoors.encounter import Phase, Whereabouts, whose_turn
from bot.systems.ahl_variant.outdoors.ground import Near, Spot
from bot.systems.ahl_variant.sheet import Combatant
from bot.systems.seeing import known_then
from tests.deck.plans import board_of
from tests.systems.ahl_variant.open import Field, person
from tests.systems.ahl_variant.people import BOOK
from tests.systems.ahl_variant.table import VARIANT, one, table

# A pouncer of 100 kg: hits 15/8, claws, speed 2, a killer; it flees on an 8.
FIGURES = {"mass": "100", "speed": "2", "hits": "15", "more hits": "8", "damage": "5", "flight": "8", "killer": "yes"}


def beast(weapon="Claws", **figures):
    bare = Combatant(weapons=(arm(BOOK.weapons[weapon]),) if weapon else ())
    return VARIANT.with_traits(bare, {**FIGURES, **{name.replace("_", " "): value for name, value in figures.items()}})


def on_deck(sheet, ann="A1", cid="B1", **given):
    unit, standing = one("Cid", cid, "W", "red")
    return table(one("Ann", ann, **given), (type(unit)("Cid", "red", sheet, owner="2"), standing))


@pytest.mark.rule("VAR-106")
def test_large_animals_fill_more_squares():
    assert [squares(mass) for mass in (100, 199, 200, 400, 600, 700, 900, 10_000)] == [1, 1, 2, 2, 2, 3, 3, 10]
    card = VARIANT.card(person("Cid", "red").__class__("Cid", "red", beast(mass="900")))
    assert any("fills 3 squares" in line for line in card.lines)
    for killer, told in (("yes", "1 square, a killer, speed"), ("no", "1 square, speed")):
        card = VARIANT.card(person("Cid", "red").__class__("Cid", "red", beast(killer=killer)))
        assert any(told in line for line in card.lines)
    # Of each of them it leaves nobody any room.
    for mass, room in (("900", 4), ("100", 1)):
        assert beast(mass=mass).room == room


@pytest.mark.rule("VAR-106")
def test_a_large_animal_fills_its_squares_on_the_deck():
    """900 kg fill three: C1 looking west, and behind it D1, then beside that D2; 200 kg fill C1 and D1."""
    game = on_deck(beast(mass="900"), cid="C1")
    for square in ("C1", "D1", "D2"):
        assert "full" in game.refused("move", name="Ann", to=square)
    game.give("move", name="Ann", to="C2")
    two = on_deck(beast(mass="200"), ann="F1", cid="C1")
    assert "full" in two.refused("move", name="Ann", to="D1")
    two.give("move", name="Ann", to="D2")
    # A blow of reach 1 finds the nearest of its squares: from E1 it is C1 that is two away, and D1 beside it.
    near = on_deck(beast(mass="200"), ann="E1", cid="C1", weapons=("Club",))
    near.give("face", name="Ann", facing="W")
    near.give("melee", [1, 1], name="Ann", target="Cid", strike_back=False)
    small = on_deck(beast(mass="199"), ann="E1", cid="C1", weapons=("Club",))
    small.give("face", name="Ann", facing="W")
    assert "is 2 squares from Cid" in small.refused("melee", name="Ann", target="Cid")
    # An explosion at F1 reaches D1, two squares away, and so the animal, who is not reached at C1 alone.
    assert "Cid, 2 squares away" in "\n".join(map(str, blasted(near, [1, 1, 1, 1]).lines))
    assert "Cid" not in "\n".join(map(str, blasted(small, [1, 1]).lines))


def blasted(game, faces):
    return game.give("blast", faces, cause="grenade", at="F1")


@pytest.mark.rule("VAR-106")
def test_a_large_animal_needs_as_many_squares_free_where_it_comes():
    """Of 10,000 kg it needs ten squares beside each other, and a corridor of nine has room for one of 8,100 kg alone,
    if nobody else is in it.
    """
    corridor = board_of("+" * 19, " . . . . . . . . . ", "+" * 19)

    def going(mass, *others):
        unit, standing = one("Cid", "D1", "W", "red")
        cid = type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing
        return table(cid, *others, board=corridor)

    assert "no 10 squares free" in going("10000").refused("move", name="Cid", to="C1")
    assert "no 9 squares free" in going("8100", one("Ann", "H1")).refused("move", name="Cid", to="C1")
    going("8100").give("move", name="Cid", to="C1")
    going("3600", one("Ann", "H1")).give("move", name="Cid", to="C1")


@pytest.mark.rule("VAR-106")
@pytest.mark.parametrize(("dice", "where"), [((2, 1), "G1"), ((1,), "F1"), ((2, 2), "H1")])
def test_a_grenade_that_scatters_may_be_stopped_in_any_square_of_a_large_animal(dice, where):
    """It misses C1 with a 7 and goes five squares straight on: one of 500 kg fills F1 and G1, on its way to H1."""
    game = on_deck(beast(mass="500"), cid="F1")
    ann = game.units["Ann"]
    game.units["Ann"] = replace(ann, sheet=replace(ann.sheet, grenades=1))
    throws = [3, 4, 3, 4, 5, 5, *dice]
    # In H1 it is beside one: 10+ with two more, and 1+1 is none. In its own squares penetration 4 is a light wound.
    throws += [1, 1] if where == "H1" else [1, 1, 1]
    card = game.give("grenade", throws, name="Ann", at="C1")
    assert where in "\n".join((*map(str, card.lines), *card.working))


@pytest.mark.rule("VAR-107")
def test_aboard_an_animal_has_six_points_for_each_of_its_speed_and_fires_nothing():
    game = on_deck(beast(), cid="I1")
    game.begin(Ann="move", Cid="move")
    assert game.left("Cid") == 12
    game.give("phase", step="movement")
    game.give("move", name="Cid", to="F1")
    assert game.left("Cid") == 6
    assert "isn't thrown" in on_deck(beast(), cid="I1").refused("fire", name="Cid", target="Ann")


@pytest.mark.rule("VAR-107")
def test_in_the_open_an_animal_is_not_asked_for_fire():
    game = Field(person("Ann"), type(person("Cid"))("Cid", "red", beast(), owner="2"))
    game.meet(bands=0)
    game.to("fire")
    game.give("encounter pass", name="Ann")
    assert game.encounter.phase is Phase.MOVEMENT


@pytest.mark.rule("VAR-108")
def test_a_hit_may_make_an_animal_flee():
    """A carbine (2): 2D+2; a light wound counts at once, and the die is thrown with it: 7 + 1 flees on 8."""
    for die, nerve in ((6, Nerve.STEADY), (6, Nerve.FLEEING)):
        before = 0 if nerve is Nerve.STEADY else 1
        sheet = beast(light_wounds=str(before))
        game = on_deck(sheet, cid="I1", weapons=("Carbine",))
        card = game.give("fire", [4, 4, 2, 1, die], name="Ann", target="Cid")
        after = game.units["Cid"].sheet
        assert (after.light_wounds, after.nerve) == (before + 1, nerve)
        assert any(str(line).startswith("Flight: 8+") for line in card.lines)
    # Light wounds take nothing from what it does, and knock it out no more than others would.
    assert beast(light_wounds="3").lowered == 0


@pytest.mark.rule("VAR-109")
@pytest.mark.parametrize(
    ("faces", "serious", "condition"),
    [([3, 3, 1], 1, Condition.ACTIVE), ([5, 5], 3, Condition.DEAD), ([4, 4], 2, Condition.DEAD)],
)
def test_hits_by_ten_are_the_serious_wounds_that_put_it_out_and_kill_it(faces, serious, condition):
    """15/8: out at two, and none more kills it; DS (4): 6+4 is a serious wound, 12 two, 14 three."""
    game = on_deck(beast(), cid="I1")
    game.give("fire", [4, 4, *faces], name="Ann", target="Cid")
    after = game.units["Cid"].sheet
    assert (after.serious_wounds, after.condition) == (serious, condition)


def struck(game, faces, **given):
    card = game.give("melee", faces, name="Cid", target="Ann", **given)
    return [str(line) for line in card.lines], card


@pytest.mark.rule("VAR-110", "VAR-118")
def test_an_animals_blow_counts_its_speed_and_never_the_values_of_whom_it_attacks():
    """Claws +2, speed 2, a killer 1: +5; Ann's foil doesn't count, her evading takes 2."""
    game = on_deck(beast(), weapons=(("Foil", "", 4),))
    lines, _ = struck(game, [1, 1], strike_back=False)
    assert "+5 Cid's value with Claws −2 Ann evades = 5 → miss" in lines[0]
    assert "Foil" not in lines[0]
    # She strikes back instead: neither has anything for defence; the longer reach first.
    game = on_deck(beast("Stinger"), cid="C1", weapons=("Foil",))
    lines, _ = struck(game, [1, 1, 1, 1])
    assert sum("strikes" in line for line in lines) == 2
    assert not any("evades" in line for line in lines)
    assert all(line.count("value with") <= 1 for line in lines)


@pytest.mark.rule("VAR-110")
def test_the_longer_reach_strikes_first_and_whoever_is_out_by_then_no_more():
    big = beast("Stinger", mass="12000", extras="1")
    game = on_deck(big, cid="C1", weapons=(("Foil", "", 4),))
    # Stinger +2, speed 2, size 2, killer 1, extras 1: +8 with reach 4; 12 kills, and her foil (2) strikes no more.
    lines, _ = struck(game, [4, 4, 6, 6])
    assert "+8 Cid's value with Stinger" in lines[0]
    assert sum("strikes" in line for line in lines) == 1
    assert game.units["Ann"].sheet.condition is Condition.DEAD


@pytest.mark.rule("VAR-110")
def test_damage_and_mass_change_penetration_and_reach():
    for figures, told in (({"damage": "2"}, 0), ({"damage": "9"}, 1), ({"damage": "10"}, 2), ({"damage": "31"}, 4)):
        game = on_deck(beast(**figures))
        card = game.give("melee", [5, 5, 1, 1, *([1] if told > 1 else [])], name="Cid", target="Ann", strike_back=False)
        wanted = f"+{told} penetration over armor" if told else "1+1 = 2 → no effect"
        assert any(wanted in str(line) for line in card.lines), figures
    assert "reach of Cid's Claws is 1 square" in on_deck(beast(), cid="C1").refused("melee", name="Cid", target="Ann")
    assert on_deck(beast(mass="1000"), cid="C1").give("melee", [1, 1], name="Cid", target="Ann", strike_back=False)


def test_an_animal_without_figures_is_asked_for_them():
    bare = VARIANT.with_traits(Combatant(weapons=(arm(BOOK.weapons["Claws"]),)), {"speed": "2"})
    assert "Cid has no mass, hits and flight yet" in on_deck(bare).refused("melee", name="Cid", target="Ann")
    assert "is an animal: give it claws" in on_deck(beast("")).refused("melee", name="Cid", target="Ann")
    with pytest.raises(RuleError, match="no plain mesh"):
        beast(hide="mesh")
    assert BOOK.armour_of(beast(hide="reflec")).against(laser=True).value == -10


def test_an_animal_that_flees_in_the_open():
    ann = person("Ann", weapons=("Carbine",))
    game = Field(ann, ann.__class__("Cid", "red", beast(), owner="2"))
    game.meet(bands=2)
    game.to("fire")
    told = game.give("fire", [4, 4, 1, 1, 6], name="Ann", target="Cid")
    assert "Flight: 8+ | 6 +1 light wounds so far = 7 → stays" in told
    game.give("encounter pass", name="Cid")
    game.to("fire")
    told = game.give("fire", [4, 4, 1, 1, 6], name="Ann", target="Cid")
    assert "6 +2 light wounds so far = 8 → flees" in told
    assert game.units["Cid"].sheet.nerve is Nerve.FLEEING


def at_close(beast_sheet, ann=None, **changes):
    """Cid, an animal, has come to close range of Ann in the open, and it is melee."""
    ann = ann or person("Ann", weapons=(("Foil", "", 2),))
    game = Field(ann, ann.__class__("Cid", "red", beast_sheet, owner="2"))
    game.meet(bands=0)
    game.near("Ann", "Cid", Near.CLOSE)
    game.to("melee")
    game.posture(Ann=changes)
    # Whose reach is longer leaves her own turn first.
    if "Ann" in whose_turn(BOOK, game.encounter, game.units):
        game.give("encounter pass", name="Ann")
    return game


@pytest.mark.rule("VAR-110", "VAR-118")
def test_in_the_open_whom_an_animal_attacks_strikes_back_or_evades():
    """Stinger +2, speed 2, killer 1: +5, reach 2 at close range −2. Ann's foil: +2 and skill 2, −2 at close range too;
    a bare hide, penetration 2: 8 + 2 is 10, which is serious.
    """
    game = at_close(beast("Stinger"))
    told = game.give("melee", [1, 1, 3, 3, 4, 4, 1], name="Cid", target="Ann")
    assert "Cid strikes Ann: 8+ | 1+1 +5 Cid's value with Stinger −2 reach 2 at close range = 5 → miss" in told
    assert "Ann strikes Cid: 8+ | 3+3 +4 Ann's value with Foil −2 reach 2 at close range = 8 → hit" in told
    assert game.units["Cid"].sheet.serious_wounds == 1
    told = at_close(beast("Stinger")).give("melee", [1, 1], name="Cid", target="Ann", strike_back=False)
    assert "−2 Ann evades" in told
    assert "Ann strikes Cid" not in told


@pytest.mark.rule("VAR-110")
def test_in_the_open_the_longer_reach_strikes_first_and_who_is_out_then_not_at_all():
    """Claws reach 1 and the foil 2: hers comes first, and 12 + 2 of damage, two serious wounds, kills the beast."""
    told = at_close(beast()).give("melee", [5, 5, 6, 6], name="Cid", target="Ann")
    assert "Ann strikes Cid" in told
    assert "Cid strikes Ann" not in told


@pytest.mark.rule("VAR-110", "VAR-64", "VAR-81")
def test_who_lies_or_has_fired_strikes_no_animal_back():
    """Who has fired evades instead; who lies can't even do that, and is struck at +2."""
    told = at_close(beast(), fired=True).give("melee", [1, 1], name="Cid", target="Ann")
    assert "has fired or reloaded in this round" in told
    assert "−2 Ann evades" in told
    told = at_close(beast(), prone=True).give("melee", [1, 1, 1, 1], name="Cid", target="Ann")
    assert "is prone and strikes nobody" in told
    assert "+2 prone target" in told
    assert "evades" not in told


def test_nobody_waits_in_melee_for_whose_strength_is_not_entered():
    game = at_close(beast())
    game.units["Abe"] = person("Abe", weapons=(), strength=0)
    game.ledger = replace(game.ledger, encounter=game.encounter.having("Abe", Whereabouts(Spot(0))))
    game.near("Abe", "Cid", Near.CLOSE)
    assert "Cid strikes Ann" in game.give("melee", [1, 1], name="Cid", target="Ann", strike_back=False)


def test_an_animal_that_flees_fires_and_strikes_no_more():
    game = at_close(beast())
    game.units["Cid"] = replace(game.units["Cid"], sheet=replace(game.units["Cid"].sheet, nerve=Nerve.FLEEING))
    assert "fleeing" in game.refused("melee", name="Cid", target="Ann")
    assert whose_turn(BOOK, game.encounter, game.units) == []


# A wall with a door's width open at D: who looks from the north row sees of the south row what is below the gap.
WALLED = board_of(
    "+-------------+",
    "|. . . . . . .|",
    "+---- --------+",
    "|. . . . . . .|",
    "|             |",
    "|. . . . . . .|",
    "+-------------+",
)


def walled(mass="900", cid="E2", facing="E", ann="C1", looks="S", **more):
    """Ann in the north row, and an animal in the south, its head to the east."""
    unit, standing = one("Cid", cid, facing, "red")
    animal = type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing
    return table(one("Ann", ann, looks, **more), animal, board=WALLED)


@pytest.mark.rule("VAR-106")
def test_a_large_animal_is_fired_at_in_the_nearest_of_its_squares_that_is_seen():
    """900 kg at E2 facing east fill D2 and D3 too. Through the gap below C1 Ann sees these two, the nearer of which is
    D2, a diagonal of 1½ away, rounded up; of 100 kg there is nothing to be seen.
    """
    assert "can't see Cid" in walled(mass="100").refused("fire", name="Ann", target="Cid")
    card = walled().give("fire", [1, 1], name="Ann", target="Cid")
    assert any("2 squares" in str(line) for line in card.lines)
    assert "2 squares" in walled().give("range", name="Ann", to="Cid").lines
    assert "The line is clear (AHL 10)" in walled().give("range", name="Ann", to="Cid").lines
    # In an open hall with its head at H1 it fills G1 behind it: from A1 that is 6 squares, and not 7.
    unit, standing = one("Cid", "H1", "E", "red")
    open_hall = table(one("Ann", "A1"), (type(unit)("Cid", "red", beast(mass="200"), owner="2"), standing))
    assert any("6 squares" in str(line) for line in open_hall.give("fire", [1, 1], name="Ann", target="Cid").lines)


@pytest.mark.rule("VAR-106")
def test_who_turns_to_a_large_animal_turns_to_what_is_seen_of_it():
    assert "outside Ann's field of fire" in walled(looks="N").refused("fire", name="Ann", target="Cid")
    turned = walled(looks="N")
    turned.give("fire", [1, 1], name="Ann", target="Cid", turn=True)
    assert turned.board.people["Ann"].facing.value == "E"


@pytest.mark.rule("VAR-106")
def test_a_large_animal_is_in_the_danger_space_with_any_of_its_squares_and_once():
    """Bob is fired at along row 1; of an animal that looks south at C2, 400 kg are in C1 as well, and 100 kg aren't."""

    def fired(mass):
        unit, standing = one("Cid", "C2", "S", "red")
        cid = type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing
        game = table(one("Ann", "A1", weapons=("Rifle",)), one("Bob", "I1", "W", "red"), cid)
        faces = [1, 1] * (2 if mass == "400" else 1)
        return game.give("fire", faces, name="Ann", target="Bob").title

    assert fired("400") == "Ann fires at Bob and Cid"
    assert fired("100") == "Ann fires at Bob"
    # Along its whole length it is attacked once: D1, C1 and C2 of 900 kg, two of which lie in the row.
    unit, standing = one("Cid", "C1", "W", "red")
    long = table(
        one("Ann", "A1", weapons=("Rifle",)),
        one("Bob", "I1", "W", "red"),
        (type(unit)("Cid", "red", beast(mass="900"), owner="2"), standing),
    )
    assert long.give("fire", [1, 1, 1, 1], name="Ann", target="Bob").title == "Ann fires at Bob and Cid"


@pytest.mark.rule("VAR-106")
def test_covering_fire_meets_any_square_of_a_large_animal():
    """It covers row 1 from A1. Going to C2 a small animal stays out of it; facing south, 200 kg are in C1 as well."""

    def going(mass):
        unit, standing = one("Cid", "C3", "S", "red")
        game = table(
            one("Ann", "A1", weapons=("Rifle",)),
            (type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing),
        )
        game.begin(Ann="cover, I1", Cid="move")
        game.give("cover", name="Ann")
        game.give("phase", step="movement")
        return game

    card = going("200").give("move", [1, 1], name="Cid", to="C2", facing="S")
    assert any("covering fire at C1" in str(line) for line in card.lines)
    card = going("100").give("move", name="Cid", to="C2", facing="S")
    assert not any("covering fire" in str(line) for line in card.lines)


@pytest.mark.rule("VAR-106")
def test_a_side_sees_a_large_animal_where_it_sees_any_of_its_squares():
    for mass, seen in (("900", ["Cid"]), ("400", ["Cid"]), ("100", [])):
        game = walled(mass=mass).game
        ids = {name: number for number, name in enumerate(game.units, start=1)}
        units = [replace(unit, id=ids[name]) for name, unit in game.units.items()]
        known = known_then(VARIANT, {}, replace(game, units=game.units.having(*units)), {})
        assert [name for name, number in ids.items() if number in known["blue"].people] == seen


@pytest.mark.rule("VAR-110", "VAR-118")
def test_between_animals_the_defenders_value_counts():
    """Speed 2, claws +2 and a killer's +1 are 5, on either side: only sentient defenders have none against animals."""
    cat, dog = (type(person("Ann"))(name, side, beast()) for name, side in (("Cat", "red"), ("Dog", "blue")))
    game = table((cat, one("Cat", "A1")[1]), (dog, one("Dog", "B1", "W")[1]))
    card = game.give("melee", [4, 3], name="Cat", target="Dog", strike_back=False)
    assert "4+3 +5 Cat's value with Claws −5 Dog's value with Claws" in str(card.lines[0])


def beside_her(mass):
    """Ann at C2 looks east; the head of an animal at C1 is beside her and out of her field, 400 kg are in D1 too."""
    unit, standing = one("Cid", "C1", "W", "red")
    return table(
        one("Ann", "C2", weapons=("Rifle",)), (type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing)
    )


@pytest.mark.rule("VAR-106")
def test_a_large_animal_is_in_the_field_of_fire_with_any_of_its_squares():
    assert "outside Ann's field of fire" in beside_her("100").refused("fire", name="Ann", target="Cid")
    beside_her("400").give("fire", [1, 1], name="Ann", target="Cid")
    # So it is for snap shots, at who has come adjacent and in their step.
    for mass, may in (("100", False), ("400", True)):
        game = beside_her(mass)
        game.begin(Ann="move", Cid="move")
        game.give("phase", step="snap shots")
        scene, clock, ann = Scene.of(game.game), game.ledger.clock, game.units["Ann"]
        assert may_snap_at(ann, scene, clock, "Cid", BOOK) is may
        assert may_snap_now(ann, scene, clock, BOOK) is may


@pytest.mark.rule("VAR-106")
def test_a_large_animal_is_seen_by_who_aims_and_who_hides_in_any_of_its_squares():
    """In the walled room 400 kg are seen in D2, and 100 kg aren't seen: one is aimed at, and hidden from, the other."""
    for mass, seen in (("400", True), ("100", False)):
        game = walled(mass=mass)
        scene, ann = Scene.of(game.game), game.units["Ann"]
        target = clear_target(BOOK, scene, ann, "aimed")
        assert (target is not None and target.name == "Cid") is seen
        assert in_full_cover(scene, game.board, ann) is not seen


@pytest.mark.rule("VAR-106")
def test_who_comes_beside_any_square_of_a_large_animal_comes_beside_it():
    """At H1 looking east 400 kg are in G1 as well: F1 is beside that, and two squares from the head."""
    for mass, beside in (("400", True), ("100", False)):
        game = on_deck(beast(mass=mass), ann="F1", cid="H1")
        game.board = faced(game.board, "Cid", Facing.EAST)
        scene = Scene.of(game.game)
        for name, other in (("Ann", "Cid"), ("Cid", "Ann")):
            assert enemies_beside(scene, game.board, game.units[name]) == ((other,) if beside else ())


def test_a_sheet_and_a_line_of_an_animal_tell_its_hide_and_its_value():
    """Claws +2 of speed 2 by a killer: 5."""
    unit = type(person("Cid"))("Cid", "red", beast(hide="cloth"))
    assert VARIANT.line(unit.sheet).endswith(" · hide cloth")
    assert "Melee values: Claws +5" in VARIANT.card(unit).lines


@pytest.mark.rule("VAR-109")
def test_odds_tell_a_serious_wound_that_puts_no_animal_out():
    """Hits 25/13 are 3 and 4: a carbine (2) hits on 8+, 15 of 36; 2D+2 is one wound from 8, two at 12, three at 14."""
    game = on_deck(beast(hits="25", more_hits="13"), cid="F1", weapons=("Carbine",))
    order = VARIANT.orders["fire"]
    people = {"name": (game.units["Ann"],), "target": (game.units["Cid"],), "others": ()}
    scene = Scene(people, game.ledger, game.board, present=game.units, known=game.units, game=game.game)
    odds = dict(order_odds(order, scene, order.read({}, {})))
    # 2D of 6 to 11 is one serious wound or two; of 12 it's three, which put it out.
    assert odds["Serious wound, not out"] == Fraction(15, 36) * Fraction(25, 36)
    assert odds["Serious wound"] == Fraction(15, 36) * Fraction(1, 36)


@pytest.mark.rule("VAR-109")
def test_the_odds_of_a_blow_at_an_animal_go_from_no_effect_to_what_puts_it_out():
    """A sword's +2 against claws' 5 hits on 11+, 3 of 36. Its 2D+3 is a light wound up to 7, from 8 on a serious one,
    from 12 two, and from 14 three, which put the animal out.
    """
    game = on_deck(beast(hits="25", more_hits="13"), weapons=("Sword",))
    order = VARIANT.orders["melee"]
    people = {"name": (game.units["Ann"],), "target": (game.units["Cid"],)}
    scene = Scene(people, game.ledger, game.board, present=game.units, known=game.units, game=game.game)
    assert order_odds(order, scene, order.read({}, {})) == [
        ("No effect", Fraction(33, 36)),
        ("Light wound", Fraction(3, 36) * Fraction(6, 36)),
        ("Serious wound, not out", Fraction(3, 36) * Fraction(27, 36)),
        ("Serious wound", Fraction(3, 36) * Fraction(3, 36)),
    ]


@pytest.mark.rule("VAR-106")
def test_a_large_animal_is_seen_to_be_there_and_to_fall_in_any_of_its_squares():
    """In the walled room 400 kg are in D2, where Ann sees them, and 100 kg in E2 alone, where she doesn't."""
    for mass, seen in (("400", True), ("100", False)):
        game = walled(mass=mass)
        for name, other in (("Ann", "Cid"), ("Cid", "Ann")):
            assert in_sight(game.board, game.units)(name, other) is seen
        game.begin(Ann="move", Cid="move")
        assert (game.ledger.clock.of("Ann").knows == ("Cid",)) is seen
        # Were it of her side, its fall would be a casualty in her sight.
        friends = {name: replace(unit, side="blue") for name, unit in game.units.items()}
        scene = Scene({"fallen": (friends["Cid"],), "name": (friends["Ann"],)}, present=friends)
        if seen:
            assert [unit.name for unit in witnesses(scene, game.board)] == ["Ann"]
        else:
            with pytest.raises(RuleError, match="No active friend on the deck sees them"):
                witnesses(scene, game.board)


@pytest.mark.rule("VAR-106")
def test_of_a_large_animal_that_was_hit_directly_one_says_which_square_was():
    """900 kg at C1 looking west fill D1 and D2 too. From D2 it is two squares to Bob at F2, and from C1 three."""
    bob = one("Bob", "F2", "W", "red")
    unit, standing = one("Cid", "C1", "W", "red")
    game = table(one("Ann", "A1"), bob, (type(unit)("Cid", "red", beast(mass="900"), owner="2"), standing))
    told = game.refused("blast", cause="fusion", penetration=14, direct="Cid")
    assert told == "Cid fills C1, D1 and D2: say which of them the strike hit, as at:C1 (AHL 15.B)."
    lines = "\n".join(
        map(str, game.give("blast", [1, 1, 1, 1], cause="fusion", penetration=14, direct="Cid", at="D2").lines)
    )
    assert "Bob, 2 squares away" in lines
    far = table(one("Ann", "A1"), bob, (type(unit)("Cid", "red", beast(mass="900"), owner="2"), standing))
    lines = "\n".join(
        map(str, far.give("blast", [1, 1, 1, 1], cause="fusion", penetration=14, direct="Cid", at="C1").lines)
    )
    assert "Ann, 2 squares away" in lines
    assert "Bob" not in lines


@pytest.mark.rule("VAR-106", "VAR-41")
def test_a_blow_goes_to_any_square_of_a_large_animal_that_lies_in_front():
    """Ann at C2 looks east. Of 400 kg at C1 that look west the head is beside her, and D1 ahead at a corner."""
    for mass, may in (("400", True), ("100", False)):
        game = beside_her(mass)
        if may:
            game.give("melee", [1, 1], name="Ann", target="Cid", strike_back=False)
        else:
            assert "no front square" in game.refused("melee", name="Ann", target="Cid", strike_back=False)


@pytest.mark.rule("VAR-106", "VAR-110")
def test_who_is_attacked_by_a_large_animal_strikes_back_at_any_of_its_squares_in_front():
    """Ann at D2 looks east. A head at D1 looking south is beside her; 900 kg are in C1 and E1 too, ahead."""
    for mass, back in (("900", True), ("100", False)):
        unit, standing = one("Cid", "D1", "S", "red")
        game = table(one("Ann", "D2"), (type(unit)("Cid", "red", beast(mass=mass), owner="2"), standing))
        card = game.give("melee", [1, 1] * (2 if back else 1), name="Cid", target="Ann")
        assert any("Ann strikes Cid" in str(line) for line in card.lines) is back


@pytest.mark.rule("VAR-106")
def test_nobody_is_thrown_out_into_a_square_of_a_large_animal():
    """900 kg at C1 that look west fill D1 and D2 too, beside E2."""
    unit, standing = one("Cid", "C1", "W", "red")
    game = table(one("Ann", "E2"), (type(unit)("Cid", "red", beast(mass="900"), owner="2"), standing))
    places = {named(at) for at in landings(Scene.of(game.game), game.board.people["Ann"].at, game.game.present["Ann"])}
    assert not places & {"C1", "D1", "D2"}
    assert {"D3", "E1", "F2"} <= places


@pytest.mark.rule("VAR-106", "VAR-41")
def test_a_blow_goes_to_the_nearest_square_of_a_large_animal_that_is_seen():
    """From A1 Ann sees D2 through the gap, three squares away; C2, which it fills as well, is hidden and nearer."""
    assert "can't see Cid" in walled("100", "C2", ann="A1", looks="E").refused("fire", name="Ann", target="Cid")
    spear = walled("200", "D2", ann="A1", looks="E", weapons=("Spear",))
    card = spear.give("melee", [1, 1], name="Ann", target="Cid", strike_back=False)
    assert any("Ann strikes Cid" in str(line) for line in card.lines)
    cutlass = walled("200", "D2", ann="A1", looks="E", weapons=("Cutlass",))
    refusal = cutlass.refused("melee", name="Ann", target="Cid", strike_back=False)
    assert "Ann is 3 squares from Cid, and the reach of Ann's Cutlass is 2 squares" in refusal
