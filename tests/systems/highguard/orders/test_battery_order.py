"""One battery as an order: its answer, and its odds by ships and by plain numbers."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.cards import Tone
from bot.engine.dice import ScriptedDice
from bot.engine.errors import RuleError
from bot.engine.odds import imagined_odds, order_odds
from bot.engine.system import Scene, Unit
from bot.systems.highguard import load
from bot.systems.highguard.battle.muster import Recruit, join, new_battle
from bot.systems.highguard.battle.state import Ledger
from bot.systems.highguard.combat.vessel import Readied
from bot.systems.highguard.ships.ship import Ship
from tests.reports import card_of
from tests.systems.highguard.battle.fleets import vessel as commissioned
from tests.systems.highguard.combat.fleet import arms, now, vessel
from tests.systems.highguard.yard import DATA

SYSTEM = load(DATA / "highguard")
ORDER = SYSTEM.orders["battery"]


def scene(attacker, target):
    return Scene({"name": (Unit("Kinunir", "A", attacker),), "target": (Unit("Sovereign", "B", target),)})


KINUNIR, SOVEREIGN = (SYSTEM.templates[name].sheet for name in ("Kinunir", "Sovereign"))


def fire(faces, attacker=KINUNIR, target=SOVEREIGN, **values):
    dice = ScriptedDice(faces)
    done = ORDER.resolve(scene(attacker, target), ORDER.read(values), dice)
    assert dice.left == []
    return card_of(ORDER, done, dice.throws)


@pytest.mark.rule("HG-A05", "HG-A18", "HG-A24")
def test_an_answer_stands_by_itself():
    """Missile 3 at 500,000 tons (+2), agility 5, computers 7 against 9; damper 9 needs 16."""
    card = fire([6, 6, 5, 5, 6, 6], weapon="missile nuclear", sand="1")
    assert card.title == "missile nuclear 3: stopped by damper 9"
    assert card.tone is Tone.PLAIN
    assert card.lines == (
        "To hit: 5+ | 6+6 −2 computers −5 agility +2 size V = 7 → hit",
        "Sand 1: 3+ | 5+5 −2 computers = 8 → through",
        "Damper 9: 16+ | 6+6 −2 computers = 10 → stopped",
    )
    assert card.working == (
        "To hit: 5+ (HG-A01)",
        "To hit: −2 computers (HG-A06)",
        "To hit: −5 agility (HG-A07)",
        "To hit: +2 size V (HG-A08)",
        "Sand 1: 3+ (HG-A12)",
        "Sand 1: −2 computers (HG-A18)",
        "Damper 9: 16+ (HG-A14)",
        "Damper 9: −2 computers (HG-A18)",
    )


def test_what_gets_through_says_what_it_throws():
    card = fire([3, 3], attacker=SOVEREIGN, target=KINUNIR, weapon="particle", range="short", dm=2, because="surprise")
    assert card.lines == (
        "To hit: 4+ | 3+3 +2 computers −1 agility −1 size A +2 referee: surprise = 8 → hit",
        "Damage: 1 × surface explosion, 1 × radiation",
    )
    assert card.tone is Tone.BAD
    spinal = fire([6, 6, 1, 1], attacker=SOVEREIGN, target=KINUNIR, weapon="meson")
    assert spinal.lines[-1] == "Damage: 19 × radiation, 19 × interior explosion, 17 × critical hit"
    assert fire([1, 1], weapon="beam laser").title == "beam laser 5: miss"


@pytest.mark.rule("HG-A22")
@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, r"Name a weapon.*\(HG-A11\)"),
        ({"weapon": "pulse laser"}, r"choose of missile nuclear, missile HE, beam laser, particle \(HG-H15\)"),
        ({"weapon": "particle", "sand": "5"}, r"Leave sand out.*\(HG-A22\)"),
        ({"weapon": "beam laser", "beams": "5"}, r"Leave beams out.*\(HG-A22\)"),
        ({"weapon": "beam laser", "sand": "A"}, r"sand:5 or sand:5 5"),
        ({"weapon": "beam laser", "sand": "5 " * 11}, r"10 defensive batteries"),
    ],
)
def test_what_cannot_be_is_refused(values, words):
    with pytest.raises(RuleError, match=words):
        fire([], **values)


def test_ships_fire_as_they_stand():
    silent = vessel(arms("laser"), crew=3)
    with pytest.raises(RuleError, match=r"\(HG-H19\)"):
        fire([], attacker=now(silent, crew=2), weapon="beam laser")
    with pytest.raises(RuleError, match=r"\(HG-A10\)"):
        fire([], attacker=vessel(arms("energy")), weapon="energy")
    kept = Ship(KINUNIR.listing)
    by_design = order_odds(ORDER, scene(KINUNIR, SOVEREIGN), ORDER.read({"weapon": "beam laser"}))
    assert order_odds(ORDER, scene(kept, SOVEREIGN), ORDER.read({"weapon": "beam laser"})) == by_design


@pytest.mark.rule("HG-H16", "HG-H24", "HG-A18")
def test_a_damaged_ship_fires_and_is_fired_at_as_it_stands():
    """Sovereign, computer 9 and agility 5, with plant and computer two lower: agility 3 and computers alike, so that
    missile 3 is through sand 1 on the table's 3 and no more.
    """
    whole = commissioned("Sovereign")
    hurt = now(whole, power=whole.now.power - 2, computer=7)
    between = replace(SOVEREIGN, vessel=replace(hurt, stance=Readied(emergency=True)))
    told = "To hit: 5+ | 6+6 −3 agility +2 size V = 11 → hit"
    stopped = fire([6, 6, 1, 1], target=between, weapon="missile HE", sand="1")
    assert stopped.lines == (told, "Sand 1: 3+ | 1+1 = 2 → stopped")
    # With its computer of 9 whole, against 7, it is −2.
    whole_computer = replace(between, vessel=replace(hurt, now=replace(hurt.now, computer=9)))
    worse = fire([6, 6, 2, 2], target=whole_computer, weapon="missile HE", sand="1")
    assert worse.lines[1] == "Sand 1: 3+ | 2+2 −2 computers = 2 → stopped"
    # The same while it fights: the battle has its damage, its sheet not yet.
    battle = join(new_battle("Red", "Blue"), 1, [Recruit(replace(hurt, name="Sovereign"))])
    fought = replace(scene(KINUNIR, SOVEREIGN), ledger=Ledger(battle))
    done = ORDER.resolve(fought, ORDER.read({"weapon": "missile HE", "sand": "1"}), dice := ScriptedDice([6, 6, 1, 1]))
    assert card_of(ORDER, done, dice.throws).lines[0] == told


def test_the_targets_own_batteries_are_offered():
    offered = {field.name: field.suggestions(scene(KINUNIR, SOVEREIGN)) for field in ORDER.fields}
    assert (offered["sand"], offered["beams"], offered["repulsor"]) == (["9"], ["9"], ["9"])
    assert offered["range"] == ("short", "long")
    sand = next(field for field in ORDER.fields if field.name == "sand")
    assert sand.suggestions(scene(KINUNIR, KINUNIR)) == sand.suggestions(Scene({})) == []


def odds(**raw):
    return imagined_odds(ORDER, raw, {})


@pytest.mark.rule("HG-A21", "HG-H13")
def test_odds_by_plain_numbers():
    """Nuclear 9 at agility 2: 4+ to hit; sand 5 lets every hit through, damper 4 needs 5."""
    lines = odds(weapon="missile nuclear", factor="9", agility=2, sand="5", damper=4)
    assert lines[:6] == [
        ("Miss", Fraction(3, 36)),
        ("Gets through", Fraction(55, 72)),
        ("Stopped by damper 4", Fraction(11, 72)),
        ("Hits", Fraction(33, 36)),
        ("Through sand 5", 1),
        ("Through damper 4", Fraction(30, 36)),
    ]
    chances = dict(lines)
    # +6 and -6: the plain surface table, with interior explosions followed to their end.
    assert chances["surface explosion: Critical"] == Fraction(5, 72)  # 1/36, and 1/4 x 1/6 through the interior
    assert chances["critical hit: Ship Vaporized"] == Fraction(1, 36)
    assert chances["surface explosion: Fuel Tanks Shattered"] == Fraction(1, 36)
    assert chances["surface explosion: Screens-3"] == Fraction(1, 24)
    # +6: throws of 2, 3 and 5 come to 8, 9 and 11.
    assert chances["radiation: Computer-2"] == Fraction(1 + 2 + 4, 36)
    for table in ("surface explosion", "radiation", "critical hit"):
        assert sum(chance for name, chance in lines if name.startswith(f"{table}: ")) == 1


@pytest.mark.rule("HG-H06", "HG-H08")
def test_odds_say_how_many_throws_there_are():
    names = {name.partition(":")[0] for name, _ in odds(weapon="particle", factor="b", size="9", armour=1)[3:]}
    assert names == {"2 × surface explosion", "2 × radiation", "2 × critical hit"}
    mixed = dict(odds(weapon="particle", factor="B", size="9"))
    assert mixed["2 × critical hit: Ship Vaporized"] == Fraction(1, 36)
    assert mixed["2 × critical hit: Spinal Mount Out"] == mixed["2 × critical hit: Fire Control Out"] == Fraction(1, 36)


@pytest.mark.rule("HG-A23", "HG-G02")
def test_mesons_globes_and_configuration():
    lines = dict(odds(weapon="meson", factor="T", **{"meson screen": 9}, configuration=7, flicker=40))
    assert lines["Through meson screen 9"] == lines["Through configuration 7"] == Fraction(5, 6)
    assert lines["Gets through"] == Fraction(33, 36) * Fraction(25, 36)  # T hits on 4+
    # 19 throws less 8 globe levels; +8 on each.
    assert lines["11 × interior explosion: Crew-1"] == Fraction(1, 36)


@pytest.mark.rule("HG-A21")
def test_several_defences_on_one_hit_all_count():
    lines = odds(weapon="missile HE", factor="5", beams="9 9")
    assert dict(lines)["Gets through"] == Fraction(275, 3888)
    assert [name for name, _ in lines[2:6]] == ["Stopped by beams 9", "Hits", "Through beams 9", "Through beams 9"]


@pytest.mark.rule("HG-A20")
def test_ten_defences_on_one_hit_are_no_trouble():
    """Beams of 4 against missile 9 need 0, with computers worse by 6 they need 6: 26 of 36."""
    lines = dict(odds(weapon="missile HE", factor="9", beams="4 " * 10, **{"target computer": 6}))
    assert lines["Hits"] == Fraction(15, 36)  # 2+ with -6 is 8+
    assert lines["Gets through"] == Fraction(15, 36) * Fraction(26, 36) ** 10


def test_the_longest_odds_fit_into_a_message():
    lines = odds(weapon="missile nuclear", factor="9", size="4", beams="9 " * 10, damper=9, **{"target computer": 3})
    assert sum(len(f"{name}  {float(100 * chance):.2f} %  ({chance})\n") for name, chance in lines) < 4096


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"factor": "9"}, "Name a weapon"),
        ({"weapon": "meson"}, "factor:9 or factor:A"),
        ({"weapon": "beam laser", "factor": "A"}, r"from 1 to 9, not A \(R-43\)"),
        ({"weapon": "meson", "factor": "O"}, "no digit"),
        ({"weapon": "meson", "factor": "9", "size": "Z"}, "hull code"),
        ({"weapon": "meson", "factor": "9", "flicker": 15}, r"flicker as 10 \(HG-G01\)"),
    ],
)
def test_numbers_that_cannot_be_are_refused(raw, words):
    with pytest.raises(RuleError, match=words):
        odds(**raw)


def test_a_globe_wholly_on_takes_all():
    hidden = vessel(globe=1, stance=Readied(globe_on=True))
    lines = order_odds(ORDER, scene(KINUNIR, hidden), ORDER.read({"weapon": "beam laser"}))
    assert lines == [("Gets through", 1), ("Hits", 1)]
    card = fire([], target=hidden, weapon="beam laser")
    assert card.lines == ("It strikes by itself", "Damage: none, the globe takes all (HG-G10)")


def test_rules_that_answers_name_are_in_the_index():
    combat = DATA.parent / "bot" / "systems" / "highguard"
    text = "".join(
        path.read_text(encoding="utf-8")
        for room in ("combat", "ships", "orders")
        for path in combat.glob(f"{room}/*.py")
    )
    code = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
    named = set(re.findall(r"HG-[AGHI]\d\d|R-\d\d", code))
    assert len(named) > 25
    assert named <= SYSTEM.rules.keys()


@pytest.mark.parametrize(("field", "offered"), [("beams", ["5", "7"]), ("sand", ["3"]), ("repulsor", ["9"])])
def test_the_targets_own_batteries_are_offered_for_its_defence(field, offered):
    """Beams are lasers and energy guns; nothing is offered that only attacks."""
    kinds = (("laser", 5), ("sand", 3), ("energy", 7), ("missile", 8), ("repulsor", 9))
    target = vessel(*(arms(place, factor) for place, factor in kinds))
    assert list(ORDER.suggestions(field, scene(vessel(arms("missile")), target))) == offered
