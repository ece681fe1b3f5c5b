"""What is kept from whoever plays a side of a scenario: what the others in it do by themselves in secret."""

from dataclasses import replace

import pytest

from bot.engine.autopilot import Autopilot
from bot.engine.dice import Faces
from bot.engine.scene import Scene
from bot.engine.steps import Within, part_card, told_to_all
from bot.systems.withholding import kept_back, withheld_from
from tests.systems.small_ship import Ship

STANDS = Autopilot(standing=True)


def scene(by="of Red", setting="acts", pilots=("Cid",), fog="off", **more):
    """Ann and Bob are Red, Cid is Blue; the referee, who plays Red unless told otherwise, gives `/next`."""
    made = Ship(turn=(1, 0), **more)
    game = replace(made.game, settings={"autopilot": setting, "fog": fog})
    game = game.keeping(made.system.piloting.keeping(game.ledger, dict.fromkeys(pilots, STANDS)))
    return replace(Scene.of(game), withheld=lambda: withheld_from(made.system, game, by))


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({}, {"Cid"}),
        ({"pilots": ("Ann", "Cid")}, {"Cid"}),
        ({"by": "of Blue", "pilots": ("Ann", "Cid")}, {"Ann"}),
        ({"by": "somebody else"}, set()),
        ({"setting": "asks"}, {"Cid"}),
        ({"setting": "shows"}, set()),
        ({"pilots": ()}, set()),
    ],
)
def test_from_whom_whose_secrets_are_kept(given, names):
    assert set(scene(**given).withheld()) == names


def test_of_a_secret_that_is_kept_back_nothing_is_told_but_that_there_is_one():
    secret, own, open_ = (
        Within("plan", "1", secret_of=("Cid",)),
        Within("plan", "2", secret_of=("Ann",)),
        Within("x", "3"),
    )
    assert kept_back(scene(), [secret, own, open_]) == (Within("plan", "", instead="The Blue have planned"), own, open_)
    assert kept_back(scene(by="referee"), [secret, own, open_]) == (secret, own, open_)


def test_where_sides_keep_secrets_not_even_that_is_told():
    assert kept_back(scene(fog="on"), [Within("plan", "1", secret_of=("Cid",)), Within("x", "3")]) == (
        Within("x", "3"),
    )


def test_what_is_told_instead_says_nothing_of_the_order():
    told = Within("plan", "", instead="The Blue have planned")
    card = part_card({}, told, Faces(()))
    assert (card.title, card.lines) == ("The Blue have planned", ())
    assert told_to_all({}, [told]) == ()


def test_for_whom_the_referee_decides_since_they_are_nobodys_is_not_withheld_where_it_is_asked():
    found = scene(setting="asks")
    nobodys = replace(found.game.units["Cid"], owner="")
    game = replace(found.game, units=found.game.units.having(nobodys))
    assert withheld_from(Ship().system, game, "of Red") == set()
    assert withheld_from(Ship().system, replace(game, settings={"autopilot": "acts"}), "of Red") == {"Cid"}
