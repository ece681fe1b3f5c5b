"""Turns that are kept, played at random: what no fight of the book ever comes to (C3K The game turn)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.scene import Game, Said, Scene, Units
from bot.engine.steps import Sequel
from bot.systems.combat3000.figure.sheet import Figure, Hand
from bot.systems.combat3000.ledger import Ledger
from bot.systems.combat3000.morale.ladder import Status
from bot.systems.combat3000.turn import Turn
from tests.systems.combat3000.table import C3K, unit

NAMES = ("Ann", "Bob", "Cid", "Tank")
PLANS = (
    "crouch",
    "fall prone",
    "stand up",
    "rise",
    "draw Sword",
    "drop Rifle",
    "drop Sword",
    "pick up Rifle",
    "put away Rifle",
    "put away Sword",
    "reload",
    "aim at Bob",
    "drop Rifle; draw Sword",
    "abandon",
)
LADDER = tuple(Status)
TAKES = {Hand.LEFT: 1, Hand.RIGHT: 1, Hand.BOTH: 2}


def table(shots="at once"):
    """Three with a rifle and a sword put away, on two sides, and a tank of nobody's."""
    people = [unit(name, side, weapon="Rifle", loaded=2, clips=24) for name, side in zip(NAMES, "RBR", strict=False)]
    sword = Said("give", {"name": ()}, {"weapon": "Sword", "values": "hand stowed"}, "")
    game = Game(Units().having(*people, unit("Tank", "B", vehicle="Light Tank")), settings={"shots": shots}).keeping(
        Ledger()
    )
    for name in NAMES[:3]:
        order = Said(sword.verb, {"name": ((name, None),)}, sword.fields, "")
        game = played(game, order, LiveDice(b"none", 0))
    return game.keeping(Ledger(turn=Turn()))


def played(game, said, dice):
    """The game after an order, as the referee gives it; RuleError where it can't be."""
    return Sequel(game).then(C3K.orders, said, dice, Scene.of(game)).game


@st.composite
def orders(draw):
    verb = draw(
        st.sampled_from(
            ("plan", "plan", "move", "move", "fire", "reload", "stance", "morale", "rally", "phase", "phase", "next")
        )
    )
    who = draw(st.sampled_from(NAMES))
    if verb in {"phase", "next"}:
        return Said(verb, {"name": tuple((name, None) for name in NAMES)} if verb == "phase" else {}, {}, "")
    fields = {
        "plan": st.fixed_dictionaries({"plan": st.sampled_from(PLANS)}),
        "move": st.fixed_dictionaries({"gait": st.sampled_from(("walk", "run", "crawl")), "to": st.just("2")}),
        "fire": st.fixed_dictionaries({"range": st.sampled_from((5, 20, 60))}),
        "stance": st.fixed_dictionaries({"how": st.sampled_from(("prone", "up", "crouching"))}),
        "reload": st.just({}),
        **dict.fromkeys(("morale", "rally"), st.fixed_dictionaries({"cover": st.booleans(), "heavy": st.booleans()})),
    }[verb]
    people = {"name": ((who, None),)}
    if verb == "fire":
        people |= {"target": ((draw(st.sampled_from(NAMES)), None),)}
    return Said(verb, people, draw(fields), "")


def ammunition(game):
    """All rounds that there are, loaded and spare."""
    weapons = (each for one in game.units.values() for each in one.sheet.weapons)
    return sum(each.loaded.rounds + sum(spare.rounds for spare in each.spare) for each in weapons)


def check(before, said, after):
    """What holds after any order that was carried out."""
    for name, one in after.units.items():
        was = before.units[name].sheet
        if not isinstance(one.sheet, Figure):
            continue
        assert sum(TAKES.get(each.hand, 0) for each in one.sheet.weapons) <= 2
        assert all(each.loaded.rounds >= 0 for each in one.sheet.weapons)
        assert one.sheet.stunned >= one.sheet.stunned_now >= 0
        if was.killed:
            assert one.sheet.killed
            assert said.verb in {"phase", "next"} or (one.sheet.weapons, one.sheet.posture) == (
                was.weapons,
                was.posture,
            )
        steps = LADDER.index(one.sheet.nerve.status) - LADDER.index(was.nerve.status)
        assert not steps or (said.verb in {"morale", "rally", "next"} and -1 <= steps <= 2 and not was.killed)
    assert ammunition(after) <= ammunition(before)
    if said.verb in {"fire", "move", "reload"}:
        (actor, _) = said.people["name"][0]
        now = before.units[actor].sheet.now
        assert not now.shot or said.verb == "move"
        assert not (isinstance(before.units[actor].sheet, Figure) and before.units[actor].sheet.killed)


@pytest.mark.rule("C3K-G02", "C3K-R05", "C3K-O20")
@given(
    st.lists(orders(), min_size=5, max_size=40),
    st.binary(min_size=4, max_size=4),
    st.sampled_from(("at once", "together")),
)
def test_random_turns_never_come_to_what_no_fight_can(moves, seed, shots):
    game, fired = table(shots), Counter()
    for counter, said in enumerate(moves):
        try:
            after = played(game, said, LiveDice(seed, 100 * counter))
        except RuleError:
            continue
        check(game, said, after)
        turn = game.ledger.turn.number
        now = {name: one.sheet.now.shot for name, one in after.units.items()}
        had = {name: one.sheet.now.shot for name, one in game.units.items()}
        if after.ledger.turn.shots != game.ledger.turn.shots and said.verb == "fire":
            assert now == had
        elif said.verb in {"phase", "next"} and game.ledger.turn.shots:
            # Those who have fired by it were alive, and had written it down.
            fresh = {name for name in now if now[name] and not had[name]}
            assert fresh <= game.ledger.turn.shooting
            assert not any(getattr(game.units[name].sheet, "killed", False) for name in fresh)
            fired.update((turn, "deed", name) for name in fresh)
        elif said.verb in {"fire", "reload", "morale", "rally"}:
            deed = "test" if said.verb in {"morale", "rally"} else "deed"
            fired[turn, deed, said.people["name"][0][0]] += 1
        assert C3K.load_ledger(C3K.dump_ledger(after.ledger)) == after.ledger
        game = after
    assert all(number == 1 for number in fired.values())
