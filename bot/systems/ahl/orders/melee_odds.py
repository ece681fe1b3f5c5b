"""The odds of a melee for whoever is attacked, by characters or by plain numbers (AHL 17)."""

from bot.engine.system import Field, Kind, Odds, Scene, Unit, Values
from bot.systems.ahl.melee import Suffered
from bot.systems.ahl.melee_table import Effect
from bot.systems.ahl.orders.fields import value_of
from bot.systems.ahl.orders.melee_wording import MeleeReport
from bot.systems.ahl.sheet import Being, Character, Condition
from bot.systems.ahl.tables import Tables

_OUTCOMES = (
    "No effect",
    "Stun",
    "Light wound",
    "Light wound, unconscious",
    "Unconscious",
    "Serious wound",
    "Destroyed",
    "Dead",
)
_STRONGEST = 40


def melee_odds(tables: Tables) -> Odds:
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
        Field("armour", Kind.CHOICE, "none", tuple(tables.armour)),
        Field("robot", Kind.FLAG, default=False),
    )
    return Odds(_outcome, _OUTCOMES, fields, imagine)


def _outcome(report: MeleeReport) -> str:
    """The worst that the target suffered from any of its attackers."""
    suffered = [each for each in report.melee.suffered if each.blow.attack.defender.name == report.target]
    return _OUTCOMES[max((_OUTCOMES.index(_result(each)) for each in suffered), default=0)]


def _result(suffered: Suffered) -> str:
    before, after = suffered.blow.attack.defender.character, suffered.wounded.after
    if after.condition is Condition.DEAD is not before.condition:
        return "Destroyed" if before.robot else "Dead"
    if after.condition is Condition.SERIOUS is not before.condition:
        return "Serious wound"
    fainted = after.condition is not before.condition
    return {
        Effect.NONE: "No effect",
        Effect.STUN: "Stun",
        Effect.LIGHT: "Light wound, unconscious" if fainted else "Light wound",
        Effect.UNCONSCIOUS: "Unconscious",
        Effect.DEAD: "Dead",
    }[suffered.blow.effect]
