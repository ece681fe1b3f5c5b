"""Moving without gravity: by handholds, and adrift (AHL 26.C)."""

from dataclasses import replace

import pytest

from bot.deck.plan import at_of
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.systems.ahl.sheet.character import Being, Character, Condition, ZeroG
from bot.systems.ahl.turn.phases import end_phase
from tests.deck.plans import board_of
from tests.systems.ahl.book import AHL
from tests.systems.ahl.on_deck import body, give, gunner, scene_on, stands
from tests.systems.ahl.people import BOOK

# A hall of fourteen squares by three with walls around it: only the middle row, but for its ends, has no handholds.
OPEN = " ".join("." * 14)
HALL = board_of("#" * 29, f"#{OPEN}#", "#" + " " * 27 + "#", f"#{OPEN}#", "#" + " " * 27 + "#", f"#{OPEN}#", "#" * 29)
WEIGHTLESS = {"zero-g": True}


def move(ann, square, *others, facing="E", **fields):
    return give("move", scene_on(HALL, [(ann, stands(square, facing)), *others], name="Ann"), **WEIGHTLESS, **fields)


@pytest.mark.rule("AHL-26Ca", "AHL-26Aa")
def test_along_walls_one_goes_at_the_walking_rate():
    """Four squares along the wall, 2 each; straight across from A2 to D2 there are no handholds."""
    outcome, card = move(body("Ann"), "A1", to="E1")
    assert outcome.result.route.cost / 2 == 8
    assert (
        "Without gravity one goes along walls and machinery by handholds, at the walking rate (AHL 26.C)"
        in card.working
    )
    with pytest.raises(RuleError, match="Without gravity one goes along walls and machinery only"):
        move(body("Ann"), "A2", to="D2")
    with pytest.raises(RuleError, match="Nobody trots without gravity"):
        move(body("Ann"), "A1", to="E1", gait="trot")


@pytest.mark.rule("AHL-26Ca", "AHL-26Cb")
@pytest.mark.parametrize(
    ("gait", "way", "start", "end", "squares"),
    [("drift", "E", "A2", "D2", 3), ("fast drift", "E", "A2", "G2", 6), ("drift", "SE", "B1", "D3", 2)],
)
def test_a_launch_goes_straight_at_the_walking_or_the_running_rate(gait, way, start, end, squares):
    """Six points a phase: 2 a square or 1, 3 a diagonal one."""
    outcome, card = move(body("Ann"), start, to=way, gait=gait)
    assert outcome.board.people["Ann"].at == at_of(end)
    assert card.title == f"Ann drifts {way}"
    rate = "running" if gait == "fast drift" else "walking"
    assert card.lines[0] == f"{squares} squares {way} at {rate} rate, to {end}"
    assert outcome.after["Ann"].zero_g.drift == ("" if end == "D3" else way)


@pytest.mark.rule("AHL-26Cb")
def test_who_drifts_neither_stops_nor_turns():
    ann = move(body("Ann"), "A2", to="E", gait="drift")[0].after["Ann"]
    with pytest.raises(RuleError, match="Ann drifts E and can't stop or turn"):
        move(body("Ann", zero_g=ann.zero_g), "D2", to="N")
    outcome, card = move(body("Ann", zero_g=ann.zero_g), "D2")
    assert outcome.board.people["Ann"].at == at_of("G2")
    assert card.lines[1] == "They drift on in the next phase: /move name:Ann"
    # The end of a phase stops nobody, nor does losing control.
    assert end_phase("Ann", ann, BOOK, None).after.zero_g.drift == "E"
    lost = ZeroG(drift="E", disoriented=True)
    assert move(body("Ann", zero_g=lost), "D2")[0].board.people["Ann"].at == at_of("G2")


@pytest.mark.rule("AHL-26Cb")
def test_who_launched_themselves_at_running_rate_drifts_on_as_fast_after_the_phase():
    """Six squares in the phase, and six more in the next; losing control takes no speed from them."""
    ann = move(body("Ann"), "A2", to="E", gait="fast drift")[0].after["Ann"]
    assert ann.zero_g == ZeroG(drift="E", fast=True)
    later = end_phase("Ann", ann, BOOK, None).after
    assert later.zero_g == ZeroG(drift="E", fast=True)
    assert move(body("Ann", zero_g=later.zero_g), "G2")[0].board.people["Ann"].at == at_of("M2")
    # They fire their ACR (-4) without a handhold, and 2 is not 10: control is lost, the speed is not.
    fired = end_phase(
        "Ann", gunner("Ann", zero_g=ZeroG(fired="ACR", drift="E", fast=True)).sheet, BOOK, ScriptedDice([1, 1])
    )
    assert fired.after.zero_g == ZeroG(disoriented=True, drift="E", fast=True)


@pytest.mark.rule("AHL-26Cb", "AHL-26Cc")
def test_an_obstruction_stops_and_disorients():
    outcome, card = move(body("Ann"), "M2", to="E", gait="drift")
    assert outcome.board.people["Ann"].at == at_of("N2")
    assert outcome.after["Ann"].zero_g == ZeroG(disoriented=True)
    assert card.lines[1] == "Something stops them there: disoriented until /reorient name:Ann"
    assert outcome.then == (), "at the walking rate nothing hurts"


@pytest.mark.rule("AHL-26Cc")
def test_what_is_met_at_the_running_rate_hurts_with_the_drift_and_once():
    """6 in column -2 is a light wound; 1 of consciousness is no 6."""
    launched = scene_on(HALL, [(gunner("Ann"), stands("M2", "E"))], name="Ann")
    outcome, card = give("move", launched, to="E", gait="fast drift", **WEIGHTLESS)
    assert card.lines[1] == "Something stops them there: disoriented until /reorient name:Ann"
    (then,) = outcome.then
    assert (then.verb, then.doers) == ("collide", ("Ann",))
    stopped = replace(gunner("Ann"), sheet=outcome.after["Ann"])
    there = replace(scene_on(HALL, [(stopped, stands("N2", "E"))], name="Ann"), by="1")
    hit, _ = give("collide", there, [6, 1], **WEIGHTLESS)
    assert (hit.after["Ann"].zero_g, hit.after["Ann"].light_wounds) == (ZeroG(disoriented=True), 1)
    over = replace(gunner("Ann"), sheet=hit.after["Ann"])
    with pytest.raises(RuleError, match="Ann is on the deck: whoever drifts into something there is hurt"):
        give("collide", replace(scene_on(HALL, [(over, stands("N2", "E"))], name="Ann"), by="1"), [], **WEIGHTLESS)


@pytest.mark.parametrize("zero_g", [ZeroG(), ZeroG(disoriented=True), ZeroG(drift="E", fast=True)])
def test_on_a_deck_a_player_throws_no_collision_by_their_word(zero_g):
    scene = scene_on(HALL, [(body("Ann", zero_g=zero_g), stands("N2"))], name="Ann")
    with pytest.raises(RuleError, match="Ann is on the deck"):
        give("collide", replace(scene, by="1"), [], **WEIGHTLESS)
    # The referee's word, and what is imagined.
    for free in (scene, replace(scene, by="1", only_odds=True)):
        assert give("collide", free, [1], **WEIGHTLESS)[0].after["Ann"].zero_g == ZeroG(disoriented=True)


@pytest.mark.rule("AHL-26Cb")
def test_who_comes_to_a_wall_as_the_phase_ends_has_met_it():
    """Three squares take them to N2 beside the wall: the fourth would be beyond it."""
    outcome, _ = move(body("Ann"), "K2", to="E", gait="drift")
    assert (outcome.board.people["Ann"].at, outcome.after["Ann"].zero_g.disoriented) == (at_of("N2"), True)


@pytest.mark.rule("AHL-26Cd")
def test_who_drifts_fires_and_fights():
    drifting = ZeroG(drift="E")
    people = [(gunner("Ann", melee=6, zero_g=drifting), stands("D2", "E")), (body("Bob"), stands("E2", "W"))]
    shot, _ = give("fire", scene_on(HALL, people, name="Ann", target="Bob"), [6, 6, 1, 1, 1], **WEIGHTLESS)
    assert shot.after["Ann"].zero_g == ZeroG(fired="ACR", drift="E")
    fight, _ = give("melee", scene_on(HALL, people, name="Ann", target="Bob"), [1, 1], **WEIGHTLESS)
    assert fight.after["Ann"].zero_g.drift == "E"
    assert fight.after["Ann"].zero_g.melee == "attacker"


def test_who_cannot_launch_themselves():
    with pytest.raises(RuleError, match="Nobody drifts while there is gravity"):
        give("move", scene_on(HALL, [(body("Ann"), stands("A2"))], name="Ann"), to="E", gait="drift")
    with pytest.raises(RuleError, match="Ann is disoriented and can't change their movement"):
        move(body("Ann", zero_g=ZeroG(disoriented=True)), "A2", to="E", gait="drift")
    with pytest.raises(RuleError, match="Say which way they launch themselves"):
        move(body("Ann"), "A2", to="N E", gait="drift")
    bob = (body("Bob"), stands("A2"))
    scene = scene_on(HALL, [(body("Ann"), stands("A2")), bob], name="Ann", dragging="Bob")
    with pytest.raises(RuleError, match="Whoever drifts drags nobody"):
        give("move", scene, to="E", gait="drift", **WEIGHTLESS)


@pytest.mark.parametrize(("typed", "zero_g"), [("NE", ZeroG(drift="NE")), ("w fast", ZeroG(drift="W", fast=True))])
def test_the_referee_sets_a_drift(typed, zero_g):
    trait = AHL.traits["drifting"]
    drifting = trait.write(Character(), typed, {})
    assert drifting.zero_g == zero_g
    assert trait.read(drifting).casefold() == typed.casefold()
    assert trait.write(drifting, "no", {}).zero_g == ZeroG()


@pytest.mark.rule("AHL-20d")
def test_a_blob_goes_one_square_whichever_way_or_drops_a_level_unharmed():
    """Each step takes its whole phase, aside and back alike; a fall throws no dice."""
    blob = body("Goo", being=Being.BLOB, life_level=3)
    for way in ("N", "NE", "E", "SW", "W"):
        outcome, _ = give("move", scene_on(HALL, [(blob, stands("C2", "N"))], name="Goo"), to=way)
        assert outcome.result.route.cost / 2 == 6
    gallery = board_of("", " . V . ", level="Upper", more="level: Lower\n\n . . .")
    outcome, card = give("jump", scene_on(gallery, [(blob, stands("A1"))], name="Goo"))
    assert outcome.board.people["Goo"].at == at_of("2:B1")
    assert (outcome.after, card.title) == ({}, "Goo drops to 2:B1")
    assert card.working == ("A blob drops a level unharmed (AHL 20)",)


@pytest.mark.rule("AHL-26Cc", "AHL-22c")
def test_a_collision_where_the_deck_has_no_air_wounds_worse_through_a_suit():
    """A 6 in column −2 is a light wound, through a suit in vacuum a serious one."""
    airless = replace(HALL, airless=frozenset(HALL.plan.levels[0].floor))
    ann = body("Ann", armour="vacc suit"), stands("N2")
    hit, _ = give("collide", scene_on(airless, [ann], name="Ann"), [6], **WEIGHTLESS)
    assert hit.after["Ann"].condition is Condition.SERIOUS


# Nine squares by nine with walls around them.
LARGE = board_of(
    "#" * 19, *["#" + " ".join("." * 9) + "#", "#" + " " * 17 + "#"] * 8, "#" + " ".join("." * 9) + "#", "#" * 19
)


@pytest.mark.parametrize(
    ("gait", "way", "start", "end"),
    [("drift", "SE", "B1", "D3"), ("fast drift", "SE", "B1", "F5"), ("drift", "E", "A5", "D5")],
)
def test_a_diagonal_square_of_a_drift_costs_half_as_much_again(gait, way, start, end):
    """Of 6 points 3 at the walking rate and 1½ at the running one, with nothing in the way."""
    scene = scene_on(LARGE, [(body("Ann"), stands(start))], name="Ann")
    outcome, _ = give("move", scene, to=way, gait=gait, **WEIGHTLESS)
    assert outcome.board.people["Ann"].at == at_of(end)
    assert outcome.after["Ann"].zero_g.drift == way
