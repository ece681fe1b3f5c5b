"""The odds of a melee for whoever is attacked, by characters or by plain numbers (AHL 17)."""

from bot.engine.system import Field, Kind, Odds, Scene, Unit, Values
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import value_of
from bot.systems.ahl.melee.fight import WHO_FIRST, Suffered
from bot.systems.ahl.melee.wording import MeleeReport
from bot.systems.ahl.sheet.character import Being, Character
from bot.systems.ahl.tables.melee import Effect
from bot.systems.ahl.wounds.wording import WOUNDS, what_became

_OUTCOMES = (WOUNDS[0], "Stun", *WOUNDS[1:3], "Unconscious", *WOUNDS[3:])
_STRONGEST = 40


def melee_odds(book: Book) -> Odds:
    """Odds for the target; what it does to its attackers is another question."""

    def imagine(values: Values) -> Scene:
        attacker = Character(melee=value_of(values, "melee", int, 5))
        target = Character(
            melee=value_of(values, "against", int, 5),
            armour=value_of(values, "armour", str, "none"),
            being=Being.WARBOT if values["robot"] else Being.PERSON,
        )
        units = {"attacker": (Unit("the attacker", "", attacker),), "target": (Unit("the target", "", target),)}
        return Scene({**units, "victim": ()})

    fields = (
        Field("melee", Kind.WHOLE, 5, low=-_STRONGEST, high=_STRONGEST),
        Field("against", Kind.WHOLE, 5, low=-_STRONGEST, high=_STRONGEST),
        Field("armour", Kind.CHOICE, "none", tuple(book.armour)),
        Field("robot", Kind.FLAG, default=False),
    )
    return Odds(_outcome, _OUTCOMES, fields, imagine, moot=frozenset({WHO_FIRST}))


def _outcome(report: MeleeReport) -> str:
    """The worst that the target suffered from any of its attackers."""
    suffered = [each for each in report.melee.suffered if each.blow.attack.defender.name == report.target]
    return _OUTCOMES[max((_OUTCOMES.index(_result(each)) for each in suffered), default=0)]


def _result(suffered: Suffered) -> str:
    result = what_became(suffered.blow.attack.defender.character, suffered.wounded.after)
    if suffered.blow.effect is Effect.STUN:
        return "Stun"
    # The table's own result, for which no die is thrown.
    knocked_out = suffered.blow.effect is Effect.UNCONSCIOUS and result == "Light wound, unconscious"
    return "Unconscious" if knocked_out else result
