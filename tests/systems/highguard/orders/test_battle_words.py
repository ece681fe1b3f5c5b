"""What players write in a battle: typed by hand, and whatever else they might type."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import RuleError
from bot.systems.highguard.battle.assault import Assault
from bot.systems.highguard.battle.boarding import Falling
from bot.systems.highguard.battle.decisions import JumpOrder
from bot.systems.highguard.battle.fire import Guard, Volley
from bot.systems.highguard.battle.terminal import Transfer
from bot.systems.highguard.orders import battle_words as words
from tests.systems.highguard.battle.fleets import COMBAT, armed, battle_of, in_combat, plain

KINUNIR = plain("Kinunir", armed("laser", batteries=4), armed("missile", batteries=3), armed("sand"))
BATTLE = battle_of(
    [KINUNIR, plain("Kinunir 1"), plain("Kinunir 10"), plain("Aviary")],
    [plain("Wasp"), plain("Wasp 2"), plain("Dawn at Sea", armed("meson")), plain("Road to Efate")],
)


@pytest.mark.rule("HG-C22", "HG-A11")
@pytest.mark.parametrize(
    ("text", "volleys"),
    [
        ("Kinunir laser 2 at Wasp", [Volley("Kinunir", "laser", "Wasp", 2)]),
        ("kinunir LASER at wasp 2", [Volley("Kinunir", "laser", "Wasp 2", 4)]),
        ("Kinunir 1 laser 3 at Wasp 2", [Volley("Kinunir 1", "laser", "Wasp 2", 3)]),
        ("Kinunir 10 meson at Wasp", [Volley("Kinunir 10", "meson", "Wasp", 1)]),
        ("Kinunir: laser 1 at Wasp", [Volley("Kinunir", "laser", "Wasp", 1)]),
        ("Kinunir missile HE at Wasp", [Volley("Kinunir", "missile", "Wasp", 3, nuclear=False)]),
        ("Kinunir missile 2 nuclear at Wasp", [Volley("Kinunir", "missile", "Wasp", 2)]),
        ("Kinunir mis 1 at Wasp", [Volley("Kinunir", "missile", "Wasp", 1)]),
        ("Kinunir at Wasp", [Volley("Kinunir", "laser", "Wasp", 4), Volley("Kinunir", "missile", "Wasp", 3)]),
        ("Kinunir laser 1 at Dawn at Sea", [Volley("Kinunir", "laser", "Dawn at Sea", 1)]),
        ("Dawn at Sea meson at Kinunir", [Volley("Dawn at Sea", "meson", "Kinunir", 1)]),
        (
            "Kinunir laser 1 at Wasp; ; Kinunir 1 meson at Wasp 2;",
            [Volley("Kinunir", "laser", "Wasp", 1), Volley("Kinunir 1", "meson", "Wasp 2", 1)],
        ),
        ("", []),
    ],
)
def test_fire(text, volleys):
    assert words.volleys(BATTLE, text, 0, COMBAT) == tuple(volleys)


@pytest.mark.rule("HG-C14", "HG-C17", "HG-C18")
def test_what_ships_do_before_the_firing():
    assert words.groups(BATTLE, "Kinunir 1, Kinunir 10; Aviary", 0) == (("Kinunir 1", "Kinunir 10"), ("Aviary",))
    assert words.jumps(BATTLE, "Kinunir 1 2 to Regina; Aviary 4 to Port: High", 0) == {
        "Kinunir 1": JumpOrder(2, "Regina"),
        "Aviary": JumpOrder(4, "Port: High"),
    }
    assert words.rates(BATTLE, "Kinunir 40%, Kinunir 1 100; Kinunir 10: 0", 0) == {
        "Kinunir": 40,
        "Kinunir 1": 100,
        "Kinunir 10": 0,
    }
    assert words.systems(BATTLE, "Kinunir laser, laser, meson screen; Aviary man", 0) == {
        "Kinunir": ("laser", "laser", "meson screen"),
        "Aviary": ("maneuver",),
    }
    assert words.names(BATTLE, "aviary, Kinunir 1", 0) == ("Aviary", "Kinunir 1")
    assert words.names(BATTLE, "all", 1) == ("Wasp", "Wasp 2", "Dawn at Sea", "Road to Efate")


@pytest.mark.rule("HG-A20", "HG-C30", "HG-B01")
def test_what_ships_do_under_fire_and_after_it():
    assert words.guards("1 sand 2; 2 laser, hit 3: repulsor 1") == (
        Guard(1, "sand", 2),
        Guard(2, "laser", 1),
        Guard(3, "repulsor", 1),
    )
    assert words.chases(BATTLE, "Wasp: Kinunir, Kinunir 1; Wasp 2:") == {"Wasp": ("Kinunir", "Kinunir 1"), "Wasp 2": ()}
    assert words.boardings(BATTLE, "Kinunir 1 at Dawn at Sea") == (Assault("Kinunir 1", "Dawn at Sea"),)
    assert words.boardings(BATTLE, "Kinunir 1 20 marines 10 troops at Wasp; avi 5 Troops at Wasp 2") == (
        Assault("Kinunir 1", "Wasp", 20, 10, ("marines", "troops")),
        Assault("Aviary", "Wasp 2", 0, 5),
    )
    assert words.falling(BATTLE, 1, "marines, crew; Wasp 2: troops, Security; Dawn at Sea: m") == Falling(
        ("marines", "crew"), {"Wasp 2": ("troops", "security"), "Dawn at Sea": ("marines",)}
    )
    assert words.falling(BATTLE, 1, "Wasp: crew") == Falling(ships={"Wasp": ("crew",)})
    assert words.transfers(BATTLE, "Kinunir 1 20 to Road to Efate; Aviary 5 to Kinunir", 0) == (
        Transfer("Kinunir 1", "Road to Efate", 20),
        Transfer("Aviary", "Kinunir", 5),
    )
    assert words.recoveries(BATTLE, "Wasp, Wasp 2 to Road to Efate") == (
        ("Wasp", "Road to Efate"),
        ("Wasp 2", "Road to Efate"),
    )
    assert words.noted(BATTLE, "Kinunir: skims: twice; Kinunir 1 waits", 0) == {
        "Kinunir": "skims: twice",
        "Kinunir 1": "waits",
    }


# The other side calls its ships as if they were orders of the first: whoever gives these names their own.
CALLED_SO = battle_of(
    [KINUNIR, plain("Kite")],
    [plain("Kinunir laser"), plain("Kinunir laser 1 at Wasp"), plain("Kite 20"), plain("Kite 2"), plain("Wasp")],
)


def test_what_others_call_their_ships_stands_in_nobodys_way():
    volley = Volley("Kinunir", "laser", "Wasp", 1)
    assert words.volleys(CALLED_SO, "Kinunir laser 1 at Wasp", 0, COMBAT) == (volley,)
    assert words.volleys(CALLED_SO, "Kinunir laser 1 at Kinunir laser", 0, COMBAT) == (
        Volley("Kinunir", "laser", "Kinunir laser", 1),
    )
    assert words.jumps(CALLED_SO, "Kite 2 to Regina", 0) == {"Kite": JumpOrder(2, "Regina")}
    assert words.rates(CALLED_SO, "Kite 20", 0) == {"Kite": 20}
    assert words.transfers(CALLED_SO, "Kite 20 to Kinunir", 0) == (Transfer("Kite", "Kinunir", 20),)
    # Another's is read where none of one's own is meant: whose it is is told then.
    assert words.systems(CALLED_SO, "Wasp laser", 0) == {"Wasp": ("laser",)}


def test_a_target_is_known_by_its_whole_name_whatever_class_it_ends_with():
    first, second = [KINUNIR], [plain("Sea at Kinunir"), plain("Wasp")]
    battle = in_combat(battle_of(first, second), ["Kinunir"], ["Sea at Kinunir", "Wasp"], initiative=(1, 1, 6, 6))
    battle = battle.with_ships(replace(ship, kind="Kinunir") for ship in battle.ships.values())
    assert battle.presented[0] == ("Sea at Kinunir",)
    volley = Volley("Kinunir", "laser", "Sea at Kinunir", 1)
    assert words.volleys(battle, "Kinunir laser 1 at Sea at Kinunir", 0, COMBAT) == (volley,)
    assert words.volleys(battle, "Kinunir laser 1 at Kinunir", 0, COMBAT) == (volley,)


READERS = {
    "transfers": lambda battle, text: words.transfers(battle, text, 0),
    "falling": lambda battle, text: words.falling(battle, 0, text),
    "volleys": lambda battle, text: words.volleys(battle, text, 0, COMBAT),
    "jumps": lambda battle, text: words.jumps(battle, text, 0),
    "rates": lambda battle, text: words.rates(battle, text, 0),
    "systems": lambda battle, text: words.systems(battle, text, 0),
    "groups": lambda battle, text: words.groups(battle, text, 0),
    "noted": lambda battle, text: words.noted(battle, text, 0),
    "fuel": lambda battle, text: words.fuel(battle, text, 0),
}


@pytest.mark.parametrize(
    ("read", "text", "sentence"),
    [
        ("volleys", "Kinunir laser 2", "Say at whom “Kinunir laser 2” fires"),
        ("volleys", "Kestrel laser at Wasp", "“Kestrel laser” begins with no ship of this battle: begin with Kinunir"),
        ("volleys", "Kinunir laser at Kestrel", "There is no ship in this battle “Kestrel”"),
        ("volleys", "Kinunir 5 lasers at Wasp", "“5 lasers” is no battery: write laser, missile 3 HE, or meson"),
        ("volleys", "Kinunir phaser at Wasp", "There is no weapon “phaser”: did you mean laser?"),
        ("jumps", "Kinunir to Regina", "Say where Kinunir jumps: Kinunir 2 to Regina"),
        ("jumps", "Aviary 1 to A; Aviary 2 to B", "Aviary is named twice: give each ship one order"),
        ("rates", "Kinunir much", "Say how much Kinunir's globe flickers, from 0 to 100"),
        ("rates", "Kinunir: 101", "from 0 to 100"),
        ("systems", "Kinunir", "Say which systems of Kinunir: Kinunir laser, power"),
        ("systems", "Kinunir warp", "There is no system “warp”"),
        ("chases", "Wasp", "Say who follows whom, the group first: Wasp: Kinunir, Wasp"),
        ("chases", "Wasp: Kinunir; Wasp: Aviary", "Wasp is named twice: name each group once"),
        ("boardings", "Kinunir", "Say whom “Kinunir” boards"),
        ("boardings", "Kinunir 9 pirates at Wasp", "There is no ship in this battle “Kinunir 9 pirates”"),
        ("transfers", "Kinunir to Wasp", "Say how many go where, not “Kinunir to Wasp”"),
        ("transfers", "Kinunir 20", "Say how many go where"),
        ("recoveries", "Wasp", "Say which ship takes “Wasp” back"),
        ("falling", "pirates", "There is no kind of people “pirates”: choose crew, troops, security or marines."),
        ("falling", "Kinunir: crew; Wasp: crew", "There is no ship of Red “Wasp”"),
        ("falling", "crew; marines", "Red is named twice: give the side one order, and each ship."),
        ("falling", "Aviary: crew; aviary: troops", "Aviary is named twice"),
        ("falling", "Aviary:", "Say who falls first, and who then: Aviary: marines, troops."),
        ("falling", ",", "Say who falls first, and who then: marines, troops."),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(read, text, sentence):
    with pytest.raises(RuleError) as refused:
        (READERS.get(read) or getattr(words, read))(BATTLE, text)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".") or str(refused.value).endswith("?")


def test_a_defence_that_cannot_be_read():
    with pytest.raises(RuleError, match="“sand” is no defence: write the hit's number and a battery"):
        words.guards("sand")


PIECES = st.sampled_from(
    [
        "Kinunir",
        "Kinunir 1",
        "Wasp 2",
        "Dawn at Sea",
        " at ",
        " to ",
        ":",
        ";",
        ",",
        "laser",
        "crew",
        "HE",
        "all",
        "none",
        "-1",
    ]
)
TYPED = st.lists(PIECES | st.text(max_size=8) | st.integers(0, 10**9).map(str), max_size=8).map("".join)


@given(TYPED)
def test_whatever_is_typed_is_read_or_refused(text):
    """Nothing else: a failure of ours would be told as such, and the player would not know what to mend."""
    for read in (*READERS.values(), words.chases, words.boardings, words.recoveries):
        with suppress(RuleError):
            read(BATTLE, text)
    with suppress(RuleError):
        words.guards(text)
    for read in (words.names, words.aboard):
        with suppress(RuleError):
            read(BATTLE, text, 0)


@given(st.sampled_from(sorted(BATTLE.ships)), st.sampled_from(sorted(BATTLE.ships)), st.integers(1, 9999))
def test_every_volley_that_is_offered_is_read_as_it_was_meant(firer, target, count):
    assert words.volleys(BATTLE, f"{firer} laser {count} at {target}", 0, COMBAT) == (
        Volley(firer, "laser", target, count),
    )


SWARM = in_combat(
    battle_of(
        [plain(f"Wasp {number}", armed("laser", batteries=2), armed("missile")) for number in (1, 2, 3)]
        + [plain("Kinunir", armed("laser"))],
        [plain("Raider 1", armed("laser")), plain("Raider 2")],
    ),
    ["Wasp 1", "Wasp 2", "Kinunir"],
    ["Raider 1", "Raider 2"],
)


@pytest.mark.rule("HG-C03", "HG-C21", "HG-C22")
def test_a_class_is_named_for_all_of_it_that_can():
    read = words.volleys
    lasers = (Volley("Wasp 1", "laser", "Raider 1", 2), Volley("Wasp 2", "laser", "Raider 1", 2))
    # Wasp 3 is in reserve.
    assert read(SWARM, "all Wasp laser at Raider 1", 0, COMBAT) == lasers
    assert read(SWARM, "Wasp laser 9 at Raider 1", 0, COMBAT) == lasers
    assert read(SWARM, "Wasp 1-2: laser 1 at Raider 1", 0, COMBAT)[1] == Volley("Wasp 2", "laser", "Raider 1", 1)
    assert {volley.place for volley in read(SWARM, "Wasp at Raider 1", 0, COMBAT)} == {"laser", "missile"}
    assert words.names(SWARM, "Wasp, Kinunir", 0) == ("Wasp 1", "Wasp 2", "Wasp 3", "Kinunir")
    assert words.systems(SWARM, "Wasp 2-3 laser", 0) == {"Wasp 2": ("laser",), "Wasp 3": ("laser",)}
    assert words.groups(SWARM, "all Wasp; Kinunir", 0) == (("Wasp 1", "Wasp 2", "Wasp 3"), ("Kinunir",))
    with pytest.raises(RuleError, match=r"None of “all Wasp meson” can fire that now\."):
        read(SWARM, "all Wasp meson at Raider 1", 0, COMBAT)
    with pytest.raises(RuleError, match=r"There is no Wasp 4 among Wasp 1-4\."):
        read(SWARM, "Wasp 1-4 laser at Raider 1", 0, COMBAT)
