"""Whatever is typed into an order of Combat 3000 is carried out or refused in a sentence, and nothing else happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import LiveDice
from bot.engine.errors import RuleError
from bot.engine.system import Kind, Scene, Unit
from tests.reports import card_of
from tests.systems.combat3000.table import C3K

PEOPLE = [Unit(name, "", template.sheet, at) for at, (name, template) in enumerate(C3K.templates.items())]
WORDS = [
    "",
    "101",
    "102",
    "1132",
    "wide",
    "kill",
    "Rifle",
    "Explosive grenade 101",
    "yes",
    "left arm",
    "none",
    "x" * 40,
]


def some(field):
    if field.kind is Kind.FLAG:
        return st.booleans()
    if field.kind is Kind.CHOICE:
        return st.sampled_from(field.choices)
    if field.kind is Kind.WHOLE:
        return st.integers(field.low, min(field.high, 120))
    return st.sampled_from([*WORDS, *field.suggest(Scene({}))])


@st.composite
def asked(draw, verb):
    order = C3K.orders[verb]
    known = st.lists(st.sampled_from(order.fields), max_size=8, unique_by=lambda field: field.name)
    fields = draw(known) if order.fields else []
    values = {field.name: draw(some(field)) for field in fields}
    if any(field.name == "range" for field in order.fields):
        values.setdefault("range", draw(st.integers(0, 120)))
    units = {
        role.name: tuple(
            draw(
                st.lists(
                    st.sampled_from(PEOPLE),
                    min_size=1,
                    max_size=3 if role.many else 1,
                    unique_by=lambda unit: unit.name,
                )
            )
        )
        for role in order.roles
    }
    return values, Scene(units, C3K.load_ledger({}), known={each.name: each for each in PEOPLE})


# Whoever is taken out of a game is in one, what is due is due in one, and a scenario is played in one: what nobody has
# stored is not.
IN_EARNEST = {
    "character remove",
    "next",
    "table default",
    *(f"scenario {each}" for each in ("setup", "on", "reveal", "end")),
}


@pytest.mark.parametrize("verb", sorted(C3K.orders.keys() - IN_EARNEST))
@given(st.data(), st.binary(min_size=4, max_size=4))
def test_an_order_is_carried_out_or_refused(verb, data, seed):
    values, scene = data.draw(asked(verb))
    order, dice = C3K.orders[verb], LiveDice(seed, 0)
    try:
        outcome = order.resolve(scene, order.read(values), dice)
    except RuleError as refusal:
        assert str(refusal)[-1] in ".?)"  # noqa: PT017 - most of what is typed is refused
        return
    card = card_of(order, outcome, dice.throws)
    assert card.title
    for sheet in outcome.after.values():
        assert C3K.load_sheet(C3K.dump_sheet(sheet)) == sheet
