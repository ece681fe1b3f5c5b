"""Who commands a side, who joins it, and what owners order for their own ships (HG-C03, HG-C33)."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.dice import LiveDice
from bot.engine.errors import NeedsYesError
from bot.engine.scene import OBSERVER, PLAYER
from bot.engine.seats import Membership
from bot.engine.system import Scene
from bot.systems.highguard.battle.command import commander_of
from bot.systems.highguard.battle.formation import stowed
from bot.systems.highguard.battle.muster import Recruit, join
from bot.systems.highguard.battle.state import BATTLE, Ledger, Side, Station, Step
from bot.systems.highguard.combat.vessel import Carried, DropTanks, Facilities
from bot.systems.highguard.orders.battle import ASKED
from bot.systems.ships import HIDDEN
from tests.systems.highguard.battle.fleets import armed, battle_of, formed, in_combat, plain
from tests.systems.highguard.orders.battles import BLUE, RED, SYSTEM, answered, fresh, give, refused, unit

ALLY = "ally"


def asked(battle, by, units, yes=None, known=(), members=None, **said):
    """Of whom a join is asked, and in which words."""
    order = SYSTEM.orders["battle join"]
    with pytest.raises(NeedsYesError) as needed:
        order.resolve(joining(battle, by, units, known, members, yes=yes), order.read(said), None)
    return needed.value.of, str(needed.value)


def joining(battle, by, units, known=(), members=None, yes=None):
    """The scene of a join, with ships that are known besides and those whom the referee has named for a side."""
    everybody = {each.name: each for each in (*units, *known)}
    parts = {who: Membership(PLAYER, side) for who, side in (members or {}).items()}
    return Scene({"name": units}, ledger=Ledger(battle), known=everybody, members=parts, by=by, yes=yes)


def allied(battle):
    """The battle with Beta, of Red, an ally's."""
    return battle.with_ships([replace(battle.ships["Beta"], owner=ALLY)])


# --- who commands ---


def test_whoever_joins_a_side_first_with_their_own_ships_commands_it():
    battle = give(battle_of([], []), "join", "11", units=[unit("Sable 1", "Red", "11")])
    assert [commander_of(battle.ledger.battle, side) for side in (0, 1)] == ["11", None]
    assert "\ue00011\ue000 commands Red" in battle.card.lines
    more = give(battle.ledger.battle, "join", "11", units=[unit("Sable 2", "Red", "11")])
    assert not any("commands" in line for line in more.card.lines)


def test_of_ships_that_the_referee_lets_join_the_first_owner_commands_and_nobody_s_are_theirs():
    units = [unit("Sable 1", "Red"), unit("Sable 2", "Red", "11"), unit("Sable 3", "Red", "12"), unit("Sable", "Blue")]
    battle = give(battle_of([], []), "join", units=units).ledger.battle
    assert [commander_of(battle, side) for side in (0, 1)] == ["11", ""]


def test_another_who_joins_is_asked_for_by_the_commander_or_the_referee():
    battle = give(battle_of([], []), "join", "11", units=[unit("Sable 1", "Red", "11")]).ledger.battle
    other = (unit("Sable 2", "Red", "12"),)
    assert asked(battle, "12", other) == (
        ("11",),
        "Sable 2 would join Red: its commander or the referee lets them.",
    )
    assert asked(battle, "12", other, yes="13")[0] == ("11",)
    order = SYSTEM.orders["battle join"]
    for yes in ("11", ""):
        scene = Scene({"name": other}, ledger=Ledger(battle), by="12", yes=yes)
        joined = order.resolve(scene, order.read({}), None).ledger.battle
        assert joined.ships["Sable 2"].owner == "12"
        assert commander_of(joined, 0) == "11"


def test_nobody_takes_the_command_of_a_side_that_others_play():
    """By their own ships of it, or as the referee has named them, somebody is a player of a side; with ships of nobody
    it is the referee's.
    """
    battle, none = battle_of([], []), (unit("Raft", "", "12"),)
    order, red = SYSTEM.orders["battle join"], {"side": "Red"}
    mine, theirs = unit("Sable 1", "Red", "12"), unit("Sable 2", "Red", "11")
    told = "Raft would join Red, which others play: they or the referee let them."
    assert asked(battle, "12", none, known=(theirs,), **red) == (("11",), told)
    assert asked(battle, "12", none, members={"13": "Red"}, known=(theirs,), **red) == (("11", "13"), told)
    assert asked(battle, "12", none, known=(unit("Foe", "Red"),), **red) == (
        (),
        "Raft would join Red, which others play: the referee lets them.",
    )
    for units, known, members, by in (
        (none, (), {}, "12"),
        (none, (theirs,), {"13": "Blue"}, ""),
        ((mine,), (theirs,), {}, "12"),
        ((mine,), (theirs,), {"12": "Red", "13": "Red"}, "12"),
        ((mine,), (), {"13": "Red"}, "12"),
    ):
        joined = order.resolve(joining(battle, by, units, known, members), order.read(red), None).ledger.battle
        assert commander_of(joined, 0) == "12"


def test_nobody_joins_both_sides_nor_later_or_led_by_skills_of_their_own_word_unasked():
    battle = give(battle_of([], []), "join", "11", units=[unit("Sable 1", "Red", "11")]).ledger.battle
    other = (unit("Sable 2", "Red", "11"),)
    assert asked(battle, "11", other, side="Blue") == (
        (),
        "Sable 2 would join Blue, and whose they are is of Red: the referee lets them.",
    )
    assert asked(battle, "11", other, captain=2)[1] == (
        "Sable 2 would join Red, led by captain 2, pilot 0: what skills lead a ship needs the referee's yes."
    )
    assert asked(replace(battle, turn=2), "11", other) == (
        (),
        "Sable 2 would join Red in turn 2 of the battle: the referee lets them.",
    )
    order = SYSTEM.orders["battle join"]
    for by, yes in (("", None), ("11", "")):
        for said in ({"side": "Blue"}, {"captain": 2, "pilot": 1}):
            scene = joining(replace(battle, turn=2), by, other, yes=yes)
            assert "Sable 2" in order.resolve(scene, order.read(said), None).ledger.battle.ships


def test_aboard_another_s_ship_craft_come_with_its_owner_s_yes():
    """As the battle begins, and when they are recovered."""
    aviary = unit("Aviary", "Red", ALLY, template="Aviary")
    battle = give(battle_of([], []), "join", units=[unit("Sable", "Red", RED), aviary]).ledger.battle
    kind = battle.ships["Aviary"].vessel.craft[0].name
    craft = (unit(f"{kind} 1", "Red", RED, template=kind),)
    told = f"{kind} 1 would join Red aboard Aviary: its owner, whoever commands the side or the referee lets them."
    assert asked(battle, RED, craft, aboard="Avi") == ((ALLY,), told)
    for by, yes in ((RED, ALLY), ("", None)):
        order = SYSTEM.orders["battle join"]
        joined = order.resolve(joining(battle, by, craft, yes=yes), order.read({"aboard": "Avi"}), None)
        assert joined.ledger.battle.ships[f"{kind} 1"].carrier == "Aviary"
    out = joined.ledger.battle
    out = out.with_ships([replace(out.ships[f"{kind} 1"], place=Station.RESERVE)])
    refusal = "Aviary is another's ship: its owner orders it, and standing orders do what they leave open."
    strange = out.with_ships([replace(out.ships[f"{kind} 1"], carrier="")])
    assert refused(strange, "form", RED, line="Sable", recover=f"{kind} 1 to Aviary", rest=False) == refusal
    # Back where it came from it comes by itself.
    out = out.with_ships([stowed(out.ships["Aviary"], kind, -1)])
    home = give(out, "form", RED, line="Sable", recover=f"{kind} 1 to Aviary", rest=False).ledger.battle
    assert home.sides[0].sealed.recover == ((f"{kind} 1", "Aviary"),)
    # Whose ship it is or who commands the side says so: nobody waits for two.
    third = (unit(f"{kind} 2", "Red", "12", template=kind),)
    assert asked(battle, "12", third, aboard="Avi")[0] == (ALLY, RED)


def test_who_comes_with_ships_of_both_sides_is_asked_for_both_at_once():
    units = (unit("Sable 1", "Red", "11"), unit("Sable 2", "Blue", "11"))
    told = "Sable 1 would join Red; Sable 2 would join Blue, and whose they are is of Red: the referee lets them."
    assert asked(battle_of([], []), "11", units) == ((), told)
    # Nor does the yes of either commander let them.
    led = give(battle_of([], []), "join", "12", units=[unit("Sable 3", "Red", "12")]).ledger.battle
    led = give(led, "join", "13", units=[unit("Sable 4", "Blue", "13")]).ledger.battle
    for yes in (None, "12", "13"):
        assert asked(led, "11", units, yes) == ((), told)
    order = SYSTEM.orders["battle join"]
    joined = order.resolve(joining(led, "11", units, yes=""), order.read({}), None).ledger.battle
    assert [joined.ships[name].side for name in ("Sable 1", "Sable 2")] == [0, 1]


def test_all_that_a_join_needs_a_yes_for_is_told_at_once_and_is_the_referee_s():
    battle = give(battle_of([], []), "join", "11", units=[unit("Sable 1", "Red", "11")]).ledger.battle
    told = "Sable 2 would join Red in turn 2 of the battle, led by captain 2, pilot 0: the referee lets them."
    assert asked(replace(battle, turn=2), "12", (unit("Sable 2", "Red", "12"),), captain=2) == ((), told)
    with pytest.raises(NeedsYesError) as needed:
        give(battle, "join", "12", units=[unit("Sable 2", "Blue", "12"), unit("Sable 3", "Red", "12")])
    assert needed.value.about == ("Sable 2", "Sable 3")


def test_what_a_ship_does_besides_its_own_side_says():
    battle = replace(fresh(), step=Step.TERMINAL, waiting=(0,))
    assert refused(battle, "decide", RED, note="Chi: strikes its colours") == "Chi belongs to Blue, not to Red."
    card = give(battle, "decide", RED, note="Alpha: skims fuel", rest=False).card
    assert "Noted of Alpha: skims fuel" in card.lines
    # The referee notes what they like.
    assert give(battle, "decide", note="Chi: adrift", side="Red", rest=False).ledger.battle


def test_a_fleet_of_the_referee_s_is_nobody_s_to_join():
    battle = give(battle_of([], []), "join", units=[unit("Sable 1", "Red")]).ledger.battle
    assert asked(battle, "12", (unit("Sable 2", "Red", "12"),)) == (
        (),
        "Sable 2 would join Red: the referee, who commands it, lets them.",
    )


def test_the_referee_names_a_commander_and_a_commander_another():
    battle = give(fresh(), "commander", side="Red", player="13").ledger.battle
    assert commander_of(battle, 0) == "13"
    assert commander_of(give(battle, "commander", "13", side="Red", player="14").ledger.battle, 0) == "14"
    told = "The command of Red: only its commander orders that, or the referee. Order your own ships."
    assert refused(battle, "commander", RED, side="Red", player="player 0") == told
    assert refused(battle, "commander", BLUE, side="Red", player="player 1") == (
        "Red is another's fleet: give orders to your own."
    )
    # They have no ship in it, and form its line nevertheless.
    assert give(battle, "form", "13", line="Alpha").ledger.battle.sides[0].sealed.line == ("Alpha",)


def test_nobody_hands_their_side_to_one_of_the_other_but_by_the_referee():
    """To one who commands it, has a ship there, in a chase as well, or plays it as the referee has named them."""
    chase = replace(fresh(), name="chase of Psi")
    chase = chase.with_ships([replace(chase.ships["Psi"], owner="15")])
    battle, order = replace(fresh(), apart=(chase,)), SYSTEM.orders["battle commander"]
    battle = battle.with_ships([replace(battle.ships["Chi"], owner=ALLY)])
    known = {"Raft": unit("Raft", "Blue", "16"), "Reef": unit("Reef", "Red", "18")}
    members = {"17": Membership(PLAYER, "Blue"), "18": Membership(PLAYER, "Red"), "19": Membership(OBSERVER, "Blue")}

    def led(by, player, yes=None):
        scene = Scene({}, ledger=Ledger(battle), known=known, members=members, by=by, yes=yes)
        read = order.read({"side": "Red", "player": player})
        return commander_of(order.resolve(scene, read, None).ledger.battle, 0)

    for player in (BLUE, ALLY, "15", "16", "17"):
        with pytest.raises(NeedsYesError) as needed:
            led(RED, player, yes=BLUE)
        told = "Who would command Red plays Blue or commands it: the referee lets them."
        assert (needed.value.of, str(needed.value)) == ((), told)
        assert [led(RED, player, yes=""), led("", player)] == [player, player]
    assert [led(RED, player) for player in ("18", "19", RED)] == ["18", "19", RED]


def test_a_chase_is_commanded_as_the_battle_that_it_left():
    chase = replace(fresh(), name="chase of Psi")
    battle = give(replace(fresh(), apart=(chase,)), "commander", side="Red", player="13").ledger.battle
    assert [each.sides[0].commander for each in (battle, *battle.apart)] == ["13", "13"]


def test_a_battle_from_before_goes_by_who_joined_first():
    stored = BATTLE.dump(allied(fresh()))
    for side in stored["sides"]:
        del side["commander"], side["own_orders"]
    battle = BATTLE.load(stored | {"v": 1})
    assert battle.sides[0] == Side("Red")
    assert [commander_of(battle, side) for side in (0, 1)] == [RED, BLUE]
    prize = replace(battle.ships["Alpha"], side=1, taken=True, owner=ALLY)
    assert commander_of(battle.with_ships([prize]), 1) == BLUE
    joined = give(battle, "join", units=[unit("Sable", "Red", "12")]).ledger.battle
    assert joined.sides[0].commander == RED


# --- what is the side's ---


@pytest.mark.rule("HG-C33")
def test_what_is_the_side_s_its_commander_orders():
    battle = allied(fresh())
    for verb, values, what in (
        ("form", {"line": "Beta"}, "The line"),
        ("form", {"line": "none"}, "The line"),
        ("standing", {"side": "Red"}, "Standing orders"),
        ("standing", {"side": "Red", "prefer": "laser"}, "Standing orders"),
    ):
        told = f"{what} of Red: only its commander orders that, or the referee. Order your own ships."
        assert refused(battle, verb, ALLY, **values) == told
    ranged = replace(battle, step=Step.RANGE, waiting=(0,))
    assert refused(ranged, "decide", ALLY, range="short").startswith("The range of Red: only its commander")
    assert refused(ranged, "decide", ALLY).startswith("The range of Red: only its commander")
    pursuing = replace(battle, step=Step.PURSUIT, waiting=(0,))
    assert refused(pursuing, "decide", ALLY, pursue="none").startswith("The pursuit of Red: only its commander")
    assert refused(battle, "form", ALLY) == "Red is answered for by its commander: name ships of your own."


# --- one's own ships ---


def test_an_owner_s_orders_wait_for_the_commander_s():
    """Beta is Ally's. They say that it fires its particles at Chi, and Red fires with both when its commander does."""
    battle = allied(under_fire_of_both())
    said = give(battle, "fire", ALLY, orders="Beta particle at Chi")
    assert said.sealed
    assert said.ledger.battle.waiting == battle.waiting
    assert said.card.title == "An owner of Red has said what their ships do"
    assert said.card.lines[0] == "orders: Beta particle at Chi"
    fired = give(said.ledger.battle, "fire", RED, orders="Alpha laser 1 at Chi", rest=False, faces=[1, 1, 1, 1])
    lines = " ".join(fired.card.lines)
    assert "Alpha, beam laser battery 1, at Chi" in lines
    assert "Beta, particle battery 1, at Chi" in lines
    assert fired.opened == "what other owners of Red had said"
    alone = give(battle, "fire", RED, orders="Alpha laser 1 at Chi", rest=False, faces=[1, 1])
    assert (alone.opened, "Beta" in " ".join(alone.card.lines)) == ("", False)


def under_fire_of_both():
    return in_combat(fresh(), ["Alpha", "Beta"], ["Chi"], initiative=(1, 1, 6, 6))


def test_what_an_owner_said_before_is_heard_under_the_name_that_it_has_now():
    """What a ship fires was kept as `fire` until it was called as its option is, in chases as well."""
    battle = give(allied(under_fire_of_both()), "fire", ALLY, orders="Beta particle at Chi").ledger.battle
    battle = replace(battle, apart=(battle,))
    stored = json.loads(json.dumps(BATTLE.dump(battle)).replace('"orders": "Beta', '"fire": "Beta'))
    assert stored != BATTLE.dump(battle)
    assert BATTLE.load(stored | {"v": 1}) == battle


def test_a_later_word_of_an_owner_takes_the_place_of_an_earlier_one_and_both_hold_for_one_step():
    battle = allied(under_fire_of_both())
    said = give(battle, "fire", ALLY, orders="Beta particle at Chi").ledger.battle
    again = give(said, "fire", ALLY, orders="Beta particle 1 at Chi").ledger.battle
    assert [dict(each.said) for each in again.sides[0].own_orders] == [{"orders": "Beta particle 1 at Chi"}]
    held = give(again, "fire", RED, orders="none", faces=[1, 1])
    assert "Beta, particle battery 1, at Chi" in " ".join(held.card.lines)
    assert "Alpha" not in " ".join(line for line in held.card.lines if "battery" in line)


@pytest.mark.rule("HG-C33")
def test_a_round_and_standing_orders_do_what_owners_have_said():
    """Ally's Beta breaks off by its owner's word, and fires at Chi; the rest is done for Red as always."""
    early = allied(formed(fresh(), ["Alpha", "Beta"], ["Chi"], initiative=(1, 1, 6, 6)))
    said = give(early, "decide", ALLY, break_off="Beta").ledger.battle
    gone = "Beta: breaks off"
    for verb, by, values in (
        ("round", "", {}),
        ("round", "", {"dm": 1, "because": "fog"}),
        ("standing", RED, {"side": "Red", "on": True}),
    ):
        told = [played(battle, verb, by, **values) for battle in (early, said)]
        lines = [" ".join((*each.card.lines, *each.log)) for each in told]
        assert [gone in each for each in lines] == [False, True], (verb, values, lines)
    battle = allied(under_fire_of_both())
    said = give(battle, "fire", ALLY, orders="Beta particle at Chi").ledger.battle
    assert "Beta, particle battery 1, at Chi" in " ".join(played(said, "round").log)


def test_a_round_launches_what_its_owner_has_said():
    mother = replace(plain("Alpha", armed("laser")), craft=(Carried("Gig", Fraction(20), 1),), facilities=Facilities(1))
    battle = join(battle_of([mother], [plain("Chi", armed("laser"))]), 0, [Recruit(plain("Gig"), "Gig", ALLY, "Alpha")])
    said = give(battle, "form", ALLY, launch="Gig").ledger.battle
    # What can't fire no standing orders launch.
    launched = [played(each, "round").ledger.battle.ships["Gig"].place for each in (battle, said)]
    assert launched == [Station.ABOARD, Station.RESERVE]


def played(battle, verb, by="", **values):
    """An order of many throws, whatever they come to."""
    order, dice = SYSTEM.orders[f"battle {verb}"], LiveDice(bytes(32), 0)
    return answered(order, order.resolve(Scene({}, Ledger(battle), by=by), order.read(values), dice))


def test_what_a_commander_said_as_an_owner_counts_no_more():
    said = give(allied(under_fire_of_both()), "fire", ALLY, orders="Beta particle at Chi").ledger.battle
    led = give(said, "commander", side="Red", player="ally").ledger.battle
    assert commander_of(led, 0) == ALLY
    held = give(led, "fire", ALLY, orders="none", rest=False)
    assert "Beta" not in " ".join(held.card.lines)


def test_where_the_referee_orders_a_ship_its_owner_s_word_counts_no_more():
    said = give(allied(under_fire_of_both()), "fire", ALLY, orders="Beta particle at Chi").ledger.battle
    fired = give(said, "fire", orders="Beta particle at Chi", rest=False, faces=[1, 1]).card.lines
    assert len([line for line in fired if line.startswith("Beta, particle battery")]) == 1
    both = give(said, "fire", orders="Alpha laser 1 at Chi", rest=False, faces=[1, 1, 1, 1]).card.lines
    assert {line.split(",")[0] for line in both if "battery" in line} == {"Alpha", "Beta"}


def test_nobody_orders_another_s_ship():
    battle = allied(under_fire_of_both())
    told = "{} is another's ship: its owner orders it, and standing orders do what they leave open."
    assert refused(battle, "fire", RED, orders="Beta particle at Chi") == told.format("Beta")
    assert refused(battle, "fire", ALLY, orders="Alpha laser at Chi") == told.format("Alpha")
    assert give(battle, "fire", orders="Beta particle at Chi", rest=False, faces=[1, 1]).ledger.battle
    # What nobody owns the commander orders.
    unowned = battle.with_ships([replace(battle.ships["Beta"], owner="")])
    assert give(unowned, "fire", RED, orders="Beta particle at Chi", rest=False, faces=[1, 1]).ledger.battle


# What somebody says of a ship in each step, by the option.
OF_A_SHIP = {
    Step.DECISIONS: {
        "break off": "{}",
        "jump": "{} 1",
        "emergency": "{}",
        "globe": "{} 50",
        "silent": "{} laser",
        "drop": "{}",
    },
    Step.TERMINAL: {
        "repair": "{} laser",
        "revive": "{}",
        "board": "{} at Chi",
        "transfer": "{} 1 to Chi",
        "refuel": "{} 5",
        "note": "{}: adrift",
    },
}


@pytest.mark.parametrize(("step", "option"), [(step, option) for step, said in OF_A_SHIP.items() for option in said])
def test_nobody_decides_for_another_s_ship(step, option):
    battle = replace(allied(fresh()), step=step, waiting=(0,))
    for by, name in ((ALLY, "Alpha"), (RED, "Beta")):
        told = f"{name} is another's ship: its owner orders it, and standing orders do what they leave open."
        said = {option.replace(" ", "_"): OF_A_SHIP[step][option].format(name)}
        assert refused(battle, "decide", by, **said) == told


@pytest.mark.parametrize("step", OF_A_SHIP)
def test_all_that_is_decided_of_a_ship_is_among_that(step):
    assert {*ASKED[step]} - {"dm", "because"} == OF_A_SHIP[step].keys()


def test_what_a_ship_can_t_do_is_refused_to_its_owner_and_not_to_their_commander():
    battle = allied(under_fire_of_both())
    assert "has 1 of its particle batteries left that bear, not 3" in refused(
        battle, "fire", ALLY, orders="Beta particle 3 at Chi"
    )
    early = allied(fresh())
    assert refused(replace(early, waiting=(1,)), "form", ALLY, launch="Beta") == (
        "Red has nothing to decide now: Blue is waited for (HG-C13)."
    )


def test_an_owner_decides_for_their_own_ship_before_the_firing():
    """Red decides second here: Beta breaks off by its owner's word, Alpha takes emergency agility by its own."""
    battle = allied(formed(fresh(), ["Alpha", "Beta"], ["Chi"]))
    battle = give(battle, "decide", BLUE, rest=False).ledger.battle
    said = give(battle, "decide", ALLY, break_off="Beta").ledger.battle
    decided = give(said, "decide", RED, emergency="Alpha", rest=False).ledger.battle
    assert decided.ships["Beta"].breaking == "Beta"
    assert decided.ships["Alpha"].vessel.stance.emergency


def test_an_owner_drops_the_tanks_of_their_own_ship():
    tanker = plain("Beta", armed("laser"), tanks=DropTanks(Fraction(100), Fraction(100), "K", 1, 3, 5, 3))
    battle = allied(formed(battle_of([plain("Alpha"), tanker], [plain("Chi")]), ["Alpha", "Beta"], ["Chi"]))
    battle = give(battle, "decide", BLUE, rest=False).ledger.battle
    said = give(battle, "decide", ALLY, drop="Beta").ledger.battle
    decided = give(said, "decide", RED, rest=False).ledger.battle
    assert (said.ships["Beta"].vessel.tanks, decided.ships["Beta"].vessel.tanks) == (tanker.tanks, None)


def test_an_owner_launches_their_own_craft():
    gig = Carried("Gig", Fraction(20), 1)
    mother = replace(plain("Alpha", armed("laser")), craft=(gig,), facilities=Facilities(1))
    battle = battle_of([mother], [plain("Chi", armed("laser"))])
    battle = join(battle, 0, [Recruit(plain("Gig"), "Gig", ALLY, "Alpha")])
    assert "Gig is another's ship" in refused(battle, "form", RED, launch="Gig")
    said = give(battle, "form", ALLY, launch="Gig").ledger.battle
    sealed = give(said, "form", RED, line="Alpha", rest=False).ledger.battle
    assert sealed.sides[0].sealed.launch == ("Gig",)
    # Formed anew, it still holds.
    assert give(sealed, "form", RED, line="none", rest=False).ledger.battle.sides[0].sealed.launch == ("Gig",)


def test_all_craft_are_those_that_somebody_orders_themselves():
    mother = replace(plain("Alpha", armed("laser")), craft=(Carried("Gig", Fraction(20), 3),), facilities=Facilities(3))
    battle = battle_of([mother], [plain("Chi", armed("laser"))])
    owners = {"Gig 1": ALLY, "Gig 2": RED, "Gig 3": ""}
    battle = join(battle, 0, [Recruit(plain(name), "Gig", owner, "Alpha") for name, owner in owners.items()])
    for by, launched in ((RED, ("Gig 2", "Gig 3")), ("", ("Gig 1", "Gig 2", "Gig 3"))):
        after = give(battle, "form", by, side="Red", line="Alpha", launch="all", rest=False).ledger.battle
        assert after.sides[0].sealed.launch == launched
    said = give(battle, "form", ALLY, launch="all").ledger.battle
    sealed = give(said, "form", RED, line="Alpha", launch="all", rest=False).ledger.battle.sides[0].sealed
    assert sorted(sealed.launch) == ["Gig 1", "Gig 2", "Gig 3"]


def test_all_of_a_class_are_those_that_somebody_orders_themselves():
    ships = [plain(f"Wasp {number}", armed("laser")) for number in (1, 2, 3)]
    battle = in_combat(
        battle_of(ships, [plain("Chi", agility=6)]), ["Wasp 1", "Wasp 2", "Wasp 3"], ["Chi"], (1, 1, 6, 6)
    )
    battle = battle.with_ships([replace(battle.ships["Wasp 2"], owner=ALLY)])
    fired = give(battle, "fire", RED, orders="all Wasp at Chi", rest=False, faces=[1, 1, 1, 1]).card.lines
    assert [name for name in ("Wasp 1", "Wasp 2", "Wasp 3") if any(line.startswith(name) for line in fired)] == [
        "Wasp 1",
        "Wasp 3",
    ]
    said = give(battle, "fire", ALLY, orders="all Wasp at Chi").ledger.battle
    both = give(said, "fire", RED, orders="none", faces=[1, 1]).card.lines
    assert [line.split(",")[0] for line in both if "battery" in line] == ["Wasp 2"]


@pytest.mark.rule("HG-G13")
def test_a_fleet_behind_globes_is_known_to_all_once_it_joins_by_its_name():
    """Without a name nobody joins of whom the referee alone knows."""
    lurker = replace(unit("Sable 9", "Red"), marks=(HIDDEN,))
    joined = give(battle_of([], []), "join", units=[lurker, unit("Sable 1", "Red")], unnamed=True)
    assert [ship.name for ship in joined.ledger.battle.ships.values()] == ["Sable 1"]
    shown = give(battle_of([], []), "join", units=[lurker])
    assert shown.units["Sable 9"].marks == ()
