"""Pills by turns, lights, flight packs' fuel, boxes of rounds (C3K Equipment, Encumbrance)."""

from dataclasses import replace

import pytest

from bot.deck.board import Standing
from bot.deck.plan import At, Facing, at_of
from bot.engine.errors import RuleError
from bot.engine.system import Scene
from bot.systems.combat3000.figure.kit import Dose
from bot.systems.combat3000.fire.firer import profile_of
from bot.systems.combat3000.lists.costs import cost_of_figure
from tests.deck.plans import board_of
from tests.systems.combat3000.melee.test_melee import armed
from tests.systems.combat3000.morale.table import ORDERS, game, order
from tests.systems.combat3000.shots import TABLES
from tests.systems.combat3000.table import C3K, KEMP, character, give, unit


def use(who, *on, known=(), board=None, **fields):
    people = {each.name: each for each in (who, *on, *known)}
    return give("use", [], Scene({"name": (who,), "on": tuple(on)}, board=board, known=people), **fields)


def refused(match, who, *on, **fields):
    with pytest.raises(RuleError, match=match):
        use(who, *on, **fields)


def turns(who, number):
    """Somebody after so many turns, with all that was told."""
    lines = []
    for _ in range(number):
        outcome, card = give("phase", [], Scene({"name": (who,)}, known={who.name: who}))
        who = replace(who, sheet=outcome.after.get(who.name, who.sheet))
        lines += card.lines
    return who, lines


@pytest.mark.rule("C3K-E11")
def test_a_speed_pill_works_from_the_tenth_turn_for_a_hundred():
    """0.0.0.0.5 becomes −5.0.+1.+2.8."""
    outcome, card = use(unit("Ann", equipment="Speed Pill"), item="Speed Pill")
    assert card.title == "Ann takes a Speed Pill"
    assert len(card.lines) == 1
    assert card.lines[0].startswith("After 10 turns for 100 turns: ")
    ann = replace(unit("Ann"), sheet=outcome.after["Ann"])
    assert ann.sheet.equipment == ()
    ann, _ = turns(ann, 9)
    assert profile_of(ann.sheet, TABLES) == ann.sheet.profile
    ann, lines = turns(ann, 1)
    assert "Ann: the Speed Pill works: accuracy −5, dexterity +1, reflex +2, walk +3" in lines
    now = profile_of(ann.sheet, TABLES)
    assert (now.accuracy, now.strength, now.dexterity, now.reflex, now.walk) == (-5, 0, 1, 2, 8)
    ann, _ = turns(ann, 99)
    assert profile_of(ann.sheet, TABLES).walk == 8
    ann, lines = turns(ann, 1)
    assert "Ann: the Speed Pill works no more" in lines
    assert (profile_of(ann.sheet, TABLES).walk, ann.sheet.kit.doses) == (5, ())


@pytest.mark.rule("C3K-E11")
def test_sleep_in_three_turns_truth_after_thirty_and_death_to_a_mandiblax():
    sleepy = unit("Ann", weapon="Rifle", equipment="Sleep Pill, Truth Capsule")
    ann = replace(sleepy, sheet=use(sleepy, item="Sleep Pill")[0].after["Ann"])
    ann, _ = turns(ann, 2)
    use(ann, item="Truth Capsule")
    ann, _ = turns(ann, 1)
    refused("Ann is asleep and cannot use anything", ann, item="Truth Capsule")
    assert ann.sheet.weapons[0].hand.value == "dropped"
    truth = [Dose("E21", number).works for number in (29, 30, 59, 60)]
    assert truth == [False, True, True, False]
    clan = unit("Max", creature="Mandiblax", equipment="Speed Pill")
    outcome, card = use(clan, item="Speed Pill")
    assert "It is fatal to a Mandiblax: Max dies as it begins to work (C3K Equipment)" in card.lines
    dying, lines = turns(replace(clan, sheet=outcome.after["Max"]), 10)
    assert dying.sheet.killed
    assert "Max: killed" in lines


@pytest.mark.rule("C3K-E11")
def test_pills_are_for_the_living_and_for_who_has_them():
    ann, bob = unit("Ann", equipment="Sleep Pill"), unit("Bob")
    outcome, card = use(ann, bob, item="Sleep Pill")
    assert card.title == "Ann gives Bob a Sleep Pill"
    assert (outcome.after["Ann"].equipment, len(outcome.after["Bob"].kit.doses)) == ((), 1)
    refused("Bob has no Sleep Pill", bob, item="Sleep Pill")
    refused("R2 is a robot, and takes no pills", ann, unit("R2", droid="ACT"), item="Sleep Pill")
    refused("Cid is dead, and takes no pills", ann, unit("Cid", condition="killed"), item="Sleep Pill")
    refused("is nothing that is turned off", ann, item="Sleep Pill", off=True)
    refused("works by itself, or on the sheet", unit("Ann", equipment="Scanner"), item="Scanner")
    healed = give("heal", [], Scene({"name": (replace(bob, sheet=outcome.after["Bob"]),)}))[0].after["Bob"]
    assert healed.kit.doses == ()


@pytest.mark.rule("C3K-E11")
@pytest.mark.parametrize(
    ("pill", "creature", "fatal"),
    [
        ("Speed Pill", "Human", False),
        ("Speed Pill", "Mandiblax", True),
        ("Sleep Pill", "Mandiblax", False),
        ("Truth Capsule", "Mandiblax", False),
    ],
)
def test_of_a_pill_it_is_told_what_it_does_and_to_whom_it_is_fatal(pill, creature, fatal):
    ann, max_ = unit("Ann", equipment=f"{pill}, {pill}"), unit("Max", creature=creature)
    outcome, card = use(ann, max_, item=pill)
    dies = f"It is fatal to a {creature}: Max dies as it begins to work (C3K Equipment)"
    assert (card.title, len(card.lines), dies in card.lines) == (f"Ann gives Max a {pill}", 1 + fatal, fatal)
    # One goes, one stays, and who had one already keeps it.
    assert outcome.after["Ann"].equipment == ann.sheet.equipment[:1]
    assert outcome.after["Max"].equipment == max_.sheet.equipment
    refused("A pill is for one: name one who takes it", ann, max_, unit("Bob"), item=pill)


@pytest.mark.rule("C3K-E11")
@pytest.mark.parametrize(
    ("whose", "state", "by", "square", "refusal"),
    [
        ("bob", {}, "ann", "B1", r"^Bob is not yours: only the owner or the referee may do that\.$"),
        ("ann", {}, "ann", "B1", None),
        ("bob", {}, "", "L1", None),
        # Who can't refuse it is given it by anybody beside them.
        ("bob", {"webbed": True}, "ann", "B1", None),
        ("bob", {"marks": ("surrendered",)}, "ann", "B1", None),
        ("bob", {"webbed": True}, "ann", "D1", "Bob isn't beside Ann"),
        ("ann", {}, "ann", "D1", "Bob isn't beside Ann"),
        # Off a deck whoever says so is beside them.
        ("ann", {}, "ann", "", None),
    ],
)
def test_somebody_elses_pill_is_for_who_wants_it_or_cannot_refuse(whose, state, by, square, refusal):
    row = board_of("#" * 25, "#" + " ".join("." * 12) + "#", "#" * 25)
    board = replace(row, people={"Ann": Standing(at_of("A1")), "Bob": Standing(at_of(square))}) if square else None
    ann, bob = unit("Ann", equipment="Sleep Pill"), replace(unit("Bob"), owner=whose, marks=state.get("marks", ()))
    bob = replace(bob, sheet=replace(bob.sheet, plight=replace(bob.sheet.plight, webbed=state.get("webbed", False))))
    scene = Scene({"name": (replace(ann, owner="ann"),), "on": (bob,)}, board=board, by=by)
    if refusal:
        with pytest.raises(RuleError, match=refusal):
            give("use", [], scene, item="Sleep Pill")
    else:
        assert give("use", [], scene, item="Sleep Pill")[1].title == "Ann gives Bob a Sleep Pill"


@pytest.mark.rule("C3K-E15")
@pytest.mark.parametrize(
    ("ends", "cm", "refusal"),
    [
        (("A1", "L1"), None, None),
        (("A1", "L1"), 50, None),
        (("A1", "L1"), 51, "A Torch reaches 50 cm, and Bob is 51 cm away"),
        # Thirty-three squares are 49½ cm, thirty-four 51.
        (("A1", "AH1"), None, None),
        (("A1", "AI1"), None, "A Torch reaches 50 cm, and Bob is 51 cm away"),
        (("A1", ""), None, "Say how many cm Bob is away, as on:Bob @20"),
    ],
)
def test_how_far_away_somebody_is_for_a_light_is_said_or_shown_by_the_deck(ends, cm, refusal):
    row = board_of("#" * 73, "#" + " ".join("." * 36) + "#", "#" * 73)
    people = {name: Standing(at_of(square)) for name, square in zip(("Ann", "Bob"), ends, strict=True) if square}
    ann, bob = unit("Ann", equipment="Torch"), replace(unit("Bob"), at=cm)
    if refusal:
        with pytest.raises(RuleError, match=refusal):
            use(ann, bob, board=replace(row, people=people), item="Torch")
    else:
        assert use(ann, bob, board=replace(row, people=people), item="Torch")[0].after["Ann"].kit.lights
    # As far is whoever rides in a vehicle that stands there.
    bob = replace(bob, sheet=replace(bob.sheet, rides="Jeep"))
    people = {"Jeep" if name == "Bob" else name: stands for name, stands in people.items()}
    if refusal:
        with pytest.raises(RuleError, match=refusal):
            use(ann, bob, board=replace(row, people=people), item="Torch")
    else:
        assert use(ann, bob, board=replace(row, people=people), item="Torch")[0].after["Ann"].kit.lights


@pytest.mark.rule("C3K-E15")
def test_a_light_falls_on_several_and_is_told_of_them():
    ann = unit("Ann", equipment="Searchlight, Torch")
    bob, cid = replace(unit("Bob"), at=50), replace(unit("Cid"), at=50)
    outcome, card = use(ann, bob, cid, item="Searchlight")
    assert card.title == "Ann turns the Searchlight on Bob and Cid"
    assert card.lines == ("Bob and Cid in it count as in bright light (C3K Equipment)",)
    ann = replace(ann, sheet=outcome.after["Ann"])
    assert ann.sheet.kit.lights == (("E2", "Bob"), ("E2", "Cid"))
    # Another lamp leaves it where it is, and so does turning that off.
    lit = use(ann, cid, item="Torch")[0].after["Ann"]
    assert lit.kit.lights == (("E2", "Bob"), ("E2", "Cid"), ("E1", "Cid"))
    for whom in ((), (cid,)):
        outcome, card = use(replace(ann, sheet=lit), *whom, item="Torch", off=True)
        assert (card.title, card.lines) == ("Ann turns the Torch off", ())
        assert outcome.after["Ann"].kit.lights == ann.sheet.kit.lights
    _, card = use(ann, bob, item="Torch")
    assert card.lines == ("Bob in it counts as in normal light (C3K Equipment)",)
    # On oneself nobody measures.
    assert use(ann, unit("Ann"), item="Torch")[1].title == "Ann turns the Torch on Ann"


@pytest.mark.rule("C3K-E15")
@pytest.mark.parametrize(
    ("item", "cm", "percent"), [("Torch", 50, 50), ("Searchlight", 200, 55), ("Glowlobe", 15, 50), ("", 0, 20)]
)
def test_whoever_is_in_a_light_is_fired_at_by_it(item, cm, percent):
    """By night 50 less 30 at 20 cm; normal light takes nothing off, bright adds 5."""
    ann, cid = unit("Ann", "Red", weapon="Rifle"), unit("Cid", "Red", equipment=item or "none")
    if item:
        target = replace(KEMP, at=cm)
        cid = replace(cid, sheet=use(cid, target, item=item)[0].after["Cid"])
    units = Scene({"name": (ann,), "target": (KEMP,), "others": ()}, known={"Cid": cid, "Ann": ann, KEMP.name: KEMP})
    night = replace(units, settings={"light": "night"})
    _, card = give("fire", [99], night, {"light": "night"}, range=20)
    assert any(f"= {percent}%" in line for line in card.lines)


@pytest.mark.rule("C3K-E15")
def test_how_far_a_light_reaches_and_what_it_takes():
    ann = unit("Ann", equipment="Torch, Searchlight, Glowlobe")
    refused("A Torch reaches 50 cm, and Outlaw Kemp is 51 cm away", ann, replace(KEMP, at=51), item="Torch")
    refused("Say how many cm Outlaw Kemp is away", ann, KEMP, item="Torch")
    refused("Say on whom it falls", ann, item="Torch")
    refused("A Glowlobe has no switch", ann, item="Glowlobe", off=True)
    armed = unit("Ann", equipment="Searchlight", weapon="Rifle")
    refused("Ann needs two free hands for a Searchlight", armed, replace(KEMP, at=9), item="Searchlight")
    lit = use(ann, replace(KEMP, at=9), item="Torch")[0].after["Ann"]
    assert lit.kit.lights == (("E1", KEMP.name),)
    kit = unit("Kit")
    _, card = use(ann, replace(KEMP, at=9), item="Torch")
    assert card.title == "Ann turns the Torch on Outlaw Kemp"
    assert card.lines == ("Outlaw Kemp in it counts as in normal light (C3K Equipment)",)
    _, card = use(ann, replace(KEMP, at=9), replace(kit, at=200), item="Searchlight")
    assert card.title == "Ann turns the Searchlight on Outlaw Kemp and Kit"
    assert card.lines == ("Outlaw Kemp and Kit in it count as in bright light (C3K Equipment)",)
    assert use(replace(ann, sheet=lit), item="Torch", off=True)[1].title == "Ann turns the Torch off"
    assert use(replace(ann, sheet=lit), item="Torch", off=True)[0].after["Ann"].kit.lights == ()
    assert C3K.renamed_on(lit, KEMP.name, "Kid").kit.lights == (("E1", "Kid"),)
    assert C3K.renamed_on(lit, KEMP.name, "").kit.lights == ()


@pytest.mark.rule("C3K-E15")
def test_on_a_deck_it_shows_how_far_a_light_has_to_reach():
    """33 squares of 1½ cm are 50, as far as a torch reaches; 34 are 51."""
    long = board_of("+" * 71, " ." * 35 + " ", "+" * 71)
    ann, bob = unit("Ann", equipment="Torch"), unit("Bob")

    def standing(**squares):
        return replace(long, people={name: Standing(At(0, x, 0)) for name, x in squares.items()})

    assert use(ann, bob, board=standing(Ann=0, Bob=33), item="Torch")[0].after["Ann"].kit.lights == (("E1", "Bob"),)
    refused("A Torch reaches 50 cm, and Bob is 51 cm away", ann, bob, board=standing(Ann=0, Bob=34), item="Torch")
    # What is said goes before what the deck shows.
    assert use(ann, replace(bob, at=50), board=standing(Ann=0, Bob=34), item="Torch")[0].after
    for lonely in ({"Ann": 0}, {"Bob": 0}):
        refused("Say how many cm Bob is away", ann, bob, board=standing(**lonely), item="Torch")
    # Nobody is away from themselves.
    assert use(ann, ann, item="Torch")[0].after["Ann"].kit.lights == (("E1", "Ann"),)


@pytest.mark.rule("C3K-E15")
def test_a_lamp_takes_its_hands_and_is_turned_off_whoever_is_named():
    held = armed(unit("Ann", equipment="Torch"), "Pistol in right", "Knife in left")
    refused("Ann needs a free hand for a Torch: put something away first", held, replace(KEMP, at=9), item="Torch")
    lit = use(unit("Ann", equipment="Torch"), replace(KEMP, at=9), item="Torch")[0].after["Ann"]
    ann = replace(unit("Ann"), sheet=lit)
    assert use(ann, replace(KEMP, at=9), item="Torch", off=True)[0].after["Ann"].kit.lights == ()


@pytest.mark.parametrize(
    ("item", "weapons", "needs"),
    [
        # A rifle that nobody fires leaves a hand.
        ("Torch", ["Rifle"], None),
        ("Torch", ["Rifle", "Pistol"], "a free hand for a Torch"),
        ("Searchlight", [], None),
        ("Searchlight", ["Rifle"], "two free hands for a Searchlight"),
        ("Glowlobe", ["Rifle", "Pistol"], None),
    ],
)
def test_how_many_free_hands_a_light_takes(item, weapons, needs):
    ann = unit("Ann", equipment=item)
    for weapon, hand in zip(weapons, ("right", "left"), strict=False):
        ann = replace(ann, sheet=give("give", [], character(ann), weapon=weapon, values=f"hand {hand}")[0].after["Ann"])
    if needs:
        refused(f"Ann needs {needs}: put something away first", ann, replace(KEMP, at=9), item=item)
    else:
        assert use(ann, replace(KEMP, at=9), item=item)[1].title == f"Ann turns the {item} on {KEMP.name}"


@pytest.mark.rule("C3K-E15")
def test_a_glowlobe_lights_all_around_it_on_a_deck():
    """15 cm are ten squares; the one at eleven stays in the dark."""
    long = board_of("+" * 29, " ." * 14 + " ", "+" * 29)
    ann, cid = unit("Ann", "Red", weapon="Rifle"), unit("Cid", "Red", equipment="Glowlobe")
    for x, lit in ((10, True), (11, False)):
        people = {
            "Ann": Standing(At(0, 1, 0), Facing.EAST),
            "Cid": Standing(At(0, 0, 0)),
            KEMP.name: Standing(At(0, x, 0)),
        }
        board = replace(long, people=people)
        present = {"Ann": ann, KEMP.name: KEMP, "Cid": replace(cid, side="Blue")}
        units = Scene({"name": (ann,), "target": (KEMP,), "others": ()}, board=board, known=present, present=present)
        _, card = give("fire", [99], replace(units, settings={"light": "night"}), {"light": "night"})
        assert any("in a light that counts as normal" in line for line in card.lines) is lit


@pytest.mark.rule("C3K-E13", "C3K-V03")
def test_a_flight_packs_fuel_is_counted_and_filled():
    flyer = unit("Ann", equipment="Flight Pack")
    up = Scene({"name": (flyer,), "target": (KEMP,), "others": ()}, known={"Ann": flyer})
    outcome, _ = give("move", [], up, {"fuel": "1"}, gait="fly", to="0", values="up 9")
    flying = replace(flyer, sheet=replace(outcome.after["Ann"], now=flyer.sheet.now))
    assert flying.sheet.kit.burnt == 1
    again = Scene({"name": (flying,)}, known={"Ann": flying})
    with pytest.raises(RuleError, match='Ann\'s flight pack is empty: come down with values:"down 9"'):
        give("move", [], again, {"fuel": "1"}, gait="fly", to="10")
    refused("Ann flies: land before the pack is filled", flying, item="Flight Pack")
    outcome, card = give("move", [], again, {"fuel": "1"}, gait="fly", to="0", values="down 9")
    assert "lands" in card.title
    landed = replace(flying, sheet=outcome.after["Ann"])
    outcome, card = use(landed, item="Flight Pack")
    assert (outcome.after["Ann"].kit.burnt, card.lines) == (0, ("15 minutes of fuel, for 50 credits (C3K Equipment)",))
    strong = unit("Ann", equipment="Flight Pack", strength=2)
    assert cost_of_figure(strong.sheet, TABLES) - cost_of_figure(unit("Ann", strength=2).sheet, TABLES) == 1300


@pytest.mark.rule("C3K-W08")
def test_a_box_is_twenty_rounds_for_what_is_loaded_by_the_barrel():
    """A shotgun is 2: with 20 rounds 3, with 21 rounds 4."""
    assert "Load: 3 of 10 points" in C3K.card(unit("Ann", weapon="Shotgun", clips=20)).lines
    assert "Load: 4 of 10 points" in C3K.card(unit("Ann", weapon="Shotgun", clips=21)).lines
    assert "Load: 2 of 10 points" in C3K.card(unit("Ann", weapon="Shotgun")).lines


@pytest.mark.rule("C3K-E12", "C3K-O07")
def test_a_holtzman_shield_takes_a_turn_and_a_hand_to_switch_and_keeps_its_wearer_from_firing():
    ann = unit("Ann", equipment="Holtzman Effect Shield", weapon="Rifle")
    table = game(ann, unit("Foe", side="Blue", weapon="Rifle"), phase=ORDERS)
    table, _ = order(table, "plan", ["Ann"], plan="switch shield")
    table, card = order(table, "phase")
    assert "Ann switches the Holtzman shield" in card.lines
    for _ in range(2):
        table, _ = order(table, "phase")
    # It is on as the turn ends: until then shots come through, and its wearer is busy with it.
    with pytest.raises(RuleError, match="Ann switches the Holtzman shield this turn"):
        order(table, "fire", ["Ann"], others={"target": ["Foe"]}, range=20)
    for _ in range(2):
        table, _ = order(table, "phase")
    assert table.units["Ann"].sheet.shield_on
    for _ in range(3):
        table, _ = order(table, "phase")
    with pytest.raises(RuleError, match="Ann cannot fire out of a Holtzman shield"):
        order(table, "fire", ["Ann"], others={"target": ["Foe"]}, range=20)
    bare, full = unit("Ann"), unit("Ann", equipment="Holtzman Effect Shield", weapon="Pistol", clips=1)
    both = give("give", units=character(full), weapon="Knife", values="hand left")[0].after["Ann"]
    for who, why in (
        (bare, "Ann has no Holtzman Effect Shield"),
        (replace(full, sheet=both), "Ann needs a free hand for that"),
    ):
        with pytest.raises(RuleError, match=why):
            order(game(who, phase=ORDERS), "plan", ["Ann"], plan="switch shield")
    with pytest.raises(RuleError, match="Holtzman Effect Shield takes a turn to switch: /plan"):
        order(game(ann, phase=ORDERS), "use", ["Ann"], item="Holtzman Effect Shield")
