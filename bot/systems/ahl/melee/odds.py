"""The odds of a melee for whoever is attacked, by characters or by plain numbers (AHL 17)."""

from bot.engine.asked import typed_odds
from bot.engine.system import Odds, Scene, Unit
from bot.systems.ahl.asked.fighting import ImaginedMelee
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.fight import WHO_FIRST, Suffered
from bot.systems.ahl.melee.wording import MeleeReport
from bot.systems.ahl.sheet.character import Being, Character
from bot.systems.ahl.tables.melee import Effect
from bot.systems.ahl.wounds.wording import WOUNDS, what_became

_OUTCOMES = (WOUNDS[0], "Stun", *WOUNDS[1:3], "Unconscious", *WOUNDS[3:])


def melee_odds(book: Book) -> Odds:
    """Odds for the target; what it does to its attackers is another question."""

    def imagine(asked: ImaginedMelee) -> Scene:
        attacker = Character(melee=asked.melee)
        being = Being.WARBOT if asked.robot else Being.PERSON
        target = Character(melee=asked.against, armour=asked.armour, being=being)
        units = {"attacker": (Unit("the attacker", "", attacker),), "target": (Unit("the target", "", target),)}
        return Scene({**units, "victim": ()})

    among, moot = {"armour": tuple(book.armour)}, frozenset({WHO_FIRST})
    return typed_odds(ImaginedMelee, imagine, _outcome, _OUTCOMES, among=among, moot=moot)


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
