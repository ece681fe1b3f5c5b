"""How something is refused: in words that hang on what is known, and on whose yes it waits for."""

import pytest

from bot.engine.errors import NeedsYesError, RuleError, UnseenError, check_yes, refused


@pytest.mark.parametrize(("known", "kind"), [(True, RuleError), (False, UnseenError)])
def test_what_hangs_on_more_than_is_known_is_tried_all_the_same(known, kind):
    found = refused("A wall stands there.", known=known)
    assert (type(found), str(found)) == (kind, "A wall stands there.")


@pytest.mark.parametrize(
    ("of", "given", "allowed"),
    [
        # The referee may always, by giving the order or by saying yes to it.
        ((), {""}, True),
        (("7",), {"8", ""}, True),
        (("7",), {"7", None}, True),
        (("7", "9"), {"8", "9"}, True),
        (("7",), {"8", None}, False),
        ((), {"8", None}, False),
    ],
)
def test_an_order_waits_for_a_yes_of_one_of_those_whom_it_is_asked_or_of_the_referee(of, given, allowed):
    if allowed:
        check_yes("Ann waits for a yes.", of, given)
    else:
        with pytest.raises(NeedsYesError, match="Ann waits for a yes") as waits:
            check_yes("Ann waits for a yes.", of, given)
        assert waits.value.of == of


def test_of_whom_a_yes_is_asked_is_named_once():
    assert NeedsYesError("Ann waits for a yes.", ["2", "1", "2"]).of == ("2", "1")
