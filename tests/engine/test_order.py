"""How an order reads what it is given: defaults, the campaign's settings, and fields apart from those; who is told."""

import pytest

from bot.engine.cards import Card
from bot.engine.dice import Faces, Throw
from bot.engine.errors import LacksError, LooksAwayError, RuleError
from bot.engine.fields import Field, Kind
from bot.engine.order import Hesitation, InTwoSteps, Order, Telling
from bot.engine.scene import Game, Outcome, Role, Scene, Unit, Units

CHOICES = ("all", "some")


def order(**more):
    fields = (
        Field("wounds", Kind.CHOICE, "all", CHOICES, **more),
        Field("light", Kind.CHOICE, "day", ("day", "night"), mode=True),
    )
    return Order("heal", (), fields, None, None)


def test_a_setting_of_its_name_is_a_fields_default():
    assert order().read({}, {"wounds": "some", "light": "night"}) == {"wounds": "some", "light": "night"}
    assert order().read({"wounds": "all"}, {"wounds": "some"})["wounds"] == "all"


def test_a_field_that_is_apart_takes_no_setting():
    assert order(apart=True).read({}, {"wounds": "by points"})["wounds"] == "all"
    with pytest.raises(RuleError, match="by points"):
        order().read({}, {"wounds": "by points"})


def test_the_settings_that_count_in_an_order_are_those_that_it_takes_and_that_were_not_given():
    here = {"wounds": "some", "light": "night", "weather": "rain"}
    assert order().settings_in({}, here) == {"wounds": "some", "light": "night"}
    assert order().settings_in({"mode": "day"}, here) == {"wounds": "some"}
    assert order(apart=True).settings_in({}, here) == {"light": "night"}


def test_modes_and_values_are_spread_over_their_fields():
    assert order().spread({"mode": "night", "values": "wounds some"}) == {"light": "night", "wounds": "some"}
    with pytest.raises(RuleError, match="names two kinds of light"):
        order().spread({"mode": "day night"})


def test_a_value_stands_alone_where_it_may_and_not_because_another_may():
    alone = Field("aimed", Kind.FLAG, default=False)
    fires = Order("fire", (), (Field("range", Kind.TEXT), alone), None, None)
    assert fires.spread({"values": "aimed"}) == {"aimed": "yes"}
    with pytest.raises(RuleError, match="“range” says nothing without a value"):
        fires.spread({"values": "range"})


def test_what_has_to_be_said_is_asked_for_with_what_there_is():
    def needs(**more):
        return Order("heal", (), (Field("wounds", Kind.CHOICE, needed=True, **more),), None, None)

    with pytest.raises(RuleError, match=r"^/heal needs “wounds”: all or some\.$"):
        needs(choices=CHOICES).read({})
    with pytest.raises(RuleError, match=r"^/heal needs “wounds”: Which of them\.$"):
        needs(wording="Which of them").read({})


def test_what_is_the_referees_is_reserved_where_it_is_another_than_without_it():
    healing = order(referees="Healing in another way")
    assert healing.reserved({"wounds": "some", "light": "night"}, {}) == ["Healing in another way"]
    assert healing.reserved({"wounds": "some"}, {"wounds": "some"}) == []
    assert healing.reserved({"wounds": "all", "light": "night"}, {}) == []
    assert healing.reserved({"values": "wounds some"}, {}) == ["Healing in another way"]


def test_a_mode_is_each_choice_of_its_fields_and_where_there_are_two_each_pair():
    fire = Field("fire", Kind.CHOICE, "aimed", ("aimed", "snap"), mode=True)
    rate = Field("rate", Kind.CHOICE, "single", ("single", "burst"), mode=True)
    third = Field("gait", Kind.CHOICE, "walk", ("walk", "trot"), mode=True)
    singles = ["aimed", "snap", "single", "burst"]
    pairs = ["aimed single", "aimed burst", "snap single", "snap burst"]
    assert Order("fire", (), (fire, rate), None, None).modes() == singles + pairs
    assert Order("fire", (), (fire,), None, None).modes() == ["aimed", "snap"]
    assert Order("fire", (), (fire, rate, third), None, None).modes() == [*singles, "walk", "trot"]


ANN, BOB = Unit("Ann", "", 0), Unit("Bob", "", 0)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({}, Hesitation()),
        ({"near": "Bob"}, Hesitation(friends=(BOB,))),
        ({"near": "nowhere"}, Hesitation(lacks=True)),
        # Whoever looks elsewhere is to turn first; once they do, it hangs on the rest.
        ({"near": "behind"}, Hesitation(turns=True)),
        ({"near": "behind", "turn": True}, Hesitation(turns=True)),
        ({"turn": True}, Hesitation(turns=True)),
        # What can't be given at all is not asked about.
        ({"near": "far away"}, Hesitation()),
        ({"near": "always behind"}, Hesitation()),
        ({"near": "always behind", "turn": True}, Hesitation()),
    ],
)
def test_why_an_order_is_asked_about_before_it_is_given(said, found):
    def hesitates(_, values):
        near = values.get("near", "")
        if near == "nowhere":
            raise LacksError("It isn't known how far.")
        if near == "always behind" or (near == "behind" and not values["turn"]):
            raise LooksAwayError("Ann looks elsewhere.")
        return [BOB] if near == "Bob" else []

    def resolve(_, values, __):
        return Outcome({}, values)

    def prepare(_, values):
        if values.get("near") == "far away":
            raise RuleError("That is out of reach.")
        return lambda dice: resolve(None, values, dice)

    fields = (Field("near", Kind.TEXT), Field("turn", Kind.FLAG, default=False))
    asked = Order("fire", (), fields, InTwoSteps(prepare), None, hesitates=hesitates)
    assert asked.hesitation(Scene({"name": (ANN,)}), said, {}) == found
    assert Order("fire", (), fields, resolve, None).hesitation(Scene({}), said, {}) == Hesitation()


@pytest.mark.parametrize(
    "said",
    [
        {"wounds": "all", "values": "wounds some"},
        {"light": "day", "mode": "night"},
        {"mode": "night", "values": "light day"},
        {"values": "light day, light night"},
    ],
)
def test_what_is_said_twice_is_refused(said):
    with pytest.raises(RuleError, match="is said twice: say it once"):
        order().spread(said)


def test_words_know_what_was_thrown():
    def word(found: str, faces: Faces) -> Card:
        return Card(found, (str(faces.take("hit")),))

    shoot = Order("shoot", (), (), None, word, log=lambda found: (found,))
    thrown, report = [Throw("hit", 6, (4,))], shoot.report(Outcome({}, "A hit"))
    assert shoot.tell(report, thrown) == Telling(Card("A hit", ("(4,)",)), log=("A hit",))


def called(*roles, fields=("range",)):
    return Order("fire", tuple(map(Role, roles)), tuple(Field(name, Kind.TEXT) for name in fields), None, None)


@pytest.mark.parametrize(
    ("order", "kept", "now"),
    [
        (called("name", "target"), {"attacker": 1, "target": 2}, {"name": 1, "target": 2}),
        (called("name", "people"), {"thrower": 1, "people": 2}, {"name": 1, "people": 2}),
        (called("name", "with"), {"name": 1, "helper": 2}, {"name": 1, "with": 2}),
        (called("at"), {"name": 1}, {"at": 1}),
        (called("people"), {"people": 1}, {"people": 1}),
        (called(fields=("how",)), {"stance": "up"}, {"how": "up"}),
        (called(fields=("orders",)), {"fire": "all"}, {"orders": "all"}),
        (called(fields=("fire",)), {"fire": "aimed"}, {"fire": "aimed"}),
        (called("name"), {"stranger": 1}, {"stranger": 1}),
    ],
)
def test_what_was_kept_under_another_name_goes_by_the_one_that_it_has_now(order, kept, now):
    assert order.as_called_now(kept) == now


def test_somebody_typed_for_a_role_of_another_book_is_refused_and_not_left_out():
    """By the name that the command has; a field's name may stand for a role that it was once."""
    push = Order("push", (Role("name"),), (Field("at", Kind.TEXT),), None, None, command="door push")
    push.check_roles(("name", "at"))
    with pytest.raises(RuleError, match="These rules have no “with” for /door push: leave it out"):
        push.check_roles(("name", "with"))


OPEN, UNSEEN = Game(Units()), Game(Units(), known="what a side knows of the deck")


@pytest.mark.parametrize(
    ("by", "unnamed", "game", "read"),
    [
        ("", ["name"], None, ["Ann", "Bob", "Cid"]),
        ("", ["name"], OPEN, ["Ann", "Bob", "Cid"]),
        ("", [], OPEN, ["Ann"]),
        ("1", ["name"], None, ["Ann"]),
        ("1", ["name"], OPEN, ["Ann"]),
        ("1", ["name"], UNSEEN, ["Ann", "Bob"]),
        ("1", [], UNSEEN, ["Ann"]),
        ("1", ["target"], UNSEEN, ["Ann"]),
    ],
)
def test_what_only_tells_tells_the_referee_of_all_and_a_side_with_secrets_of_its_own(by, unnamed, game, read):
    """Ann is the player's, Bob a friend's, Cid an enemy of whom they know what they see."""
    ann, bob, cid = (
        Unit("Ann", "red", None, owner="1"),
        Unit("Bob", "red", None),
        Unit("Cid", "blue", None, foreign=True),
    )
    known = {unit.name: unit for unit in (ann, bob, cid)}
    scene = Scene({"name": (ann,)}, known=known, by=by, unnamed=unnamed, game=game)
    assert [unit.name for unit in scene.read_of("name")] == read
