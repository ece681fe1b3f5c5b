"""Who leads whom in a scenario: a second in command, leaders of their own kind alone, who gives up without them, and
what falls to a captain's hand (AHL scenarios VI.1 and VI.2).
"""

import re
from dataclasses import replace

from bot.engine.scenario import Scenario, Special
from bot.engine.scene import Game, Unit
from bot.engine.staging import Juncture, Ruling
from bot.systems.ahl.ledger import TAKES_WEAPONS
from bot.systems.ahl.morale.checks import FOLLOWS
from bot.systems.ahl.sheet.character import PANICKED, Character, Condition
from bot.systems.marks import SURRENDERED
from bot.systems.ruled import Act, listed, parts

_SECOND = re.compile(r"(.+), after (.+), \+([0-9])")


def _check_second(_: Scenario, special: Special) -> str:
    return "" if _SECOND.fullmatch(special.about) else "write it as in “second, Zinovia, after Sergei, +2”."


def _steps_in(stage: Juncture) -> Act | None:
    """The second leads while the first is out, and where they are panicked and rally; once they are dead she ranks as
    they did.
    """
    found = _SECOND.fullmatch(stage.about)
    assert found is not None, "it was read before play"
    second, first = (next(iter(stage.people(name)), None) for name in (found[1], found[2]))
    if second is None:
        return None
    sheet: Character = second.sheet
    out = first is None or first.sheet.condition is not Condition.ACTIVE
    rallies = first is not None and first.sheet.nerve in PANICKED and stage.moment is not None and stage.moment[1] == 0
    dead = first is None or first.sheet.condition is Condition.DEAD
    rank = first.sheet.rank if first is not None and dead else sheet.rank
    after = replace(sheet, leadership=int(found[3]) if out or rallies else 0, rank=rank)
    if after == sheet:
        return None
    told = f"{second.name} leads in place of {found[2]}" if out and not sheet.leadership else ""
    changed = replace(stage, game=_with(stage, replace(second, sheet=after)))
    return lambda _: changed.telling(told) if told else changed


def _with(stage: Juncture, *units: Unit) -> Game:
    return replace(stage.game, units=stage.game.units.having(*units))


def _apart(stage: Juncture) -> Act | None:
    """Those follow leaders of their own kind alone, and those lead nobody else."""
    groups = listed(stage.about)
    mark = f"{FOLLOWS}{groups[0]}"
    new = [unit for unit in stage.people(*groups) if mark not in unit.marks]
    if not new:
        return None
    units = [replace(unit, marks=tuple(sorted({*unit.marks, mark}))) for unit in new]
    return lambda _: replace(stage, game=_with(stage, *units))


def _gives_up(stage: Juncture) -> Act | None:
    """Once all of their leaders are dead, the others surrender."""
    followers, leaders = (listed(part) for part in parts(stage.special))
    alive = [unit for unit in stage.people(*leaders) if not stage.mark(unit.sheet).dead]
    left = [unit for unit in stage.people(*followers) if SURRENDERED not in unit.marks and stage.able(unit)]
    if alive or not left or not stage.people(*leaders):
        return None
    units = [replace(unit, marks=tuple(sorted({*unit.marks, SURRENDERED}))) for unit in left]
    told = f"The leaders are dead: {', '.join(unit.name for unit in left)} surrender"
    return lambda _: replace(stage, game=_with(stage, *units)).telling(told)


LEADERS = {
    "second": Ruling(
        "She leads while he is out or to rally him, and ranks as he did once he is dead",
        checks=_check_second,
        happens=_steps_in,
        kept=True,
    ),
    "leaders apart": Ruling("Those lead and follow one another alone", happens=_apart, kept=True),
    TAKES_WEAPONS: Ruling("Takes up what somebody who is out has dropped, with such skill", kept=True),
    "surrender without leaders": Ruling(
        "Once all of their leaders are dead, the others surrender", happens=_gives_up, kept=True
    ),
}
