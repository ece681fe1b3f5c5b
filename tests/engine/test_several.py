"""Several who act in one order are told in one card."""

from bot.engine.cards import Card, Suggestion
from bot.engine.several import told_together


def test_each_has_a_line_and_all_else_stands_in_the_working_in_its_order():
    offered = Suggestion("reload")
    one = Card("Ann fires", ("hits", "Bob falls", offered), ("to hit: 8+",), "foot", next=(offered,))
    other = Card("Abe fires", (), ("to hit: 9+",), next=(offered,))
    told = told_together([one, other], ["Ada can't."])
    assert told.title == "Ann fires, and 1 other"
    assert told.lines == ("Ann fires: hits", offered, "Abe fires", "✗ Ada can't.")
    assert told.working == ("Ann fires: Bob falls", "Ann fires: to hit: 8+", "Abe fires: to hit: 9+")
    assert (told.footer, told.next) == ("foot", (offered,))


def test_one_alone_is_titled_by_themselves():
    assert told_together([Card("Ann fires", ("hits",))], []).title == "Ann fires"
