"""What of a scenario is left open as it is set up: who plays which side, how people are drawn, and how the dice fall
for how many come; and the panel that asks for it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from bot.engine.autopilot import ACTS, PILOTED
from bot.engine.cards import counted, sentence
from bot.engine.errors import LacksError, RuleError
from bot.engine.fields import Field, Value, Values, whole
from bot.engine.panelled import OwnPanel
from bot.engine.scenario import Drawn, Scenario, Troop
from bot.engine.scene import Scene
from bot.engine.staging import Staged
from bot.engine.system import System
from bot.systems.briefing import scenario_of
from bot.systems.mustering import staged_of

# The fields that say who plays the first side, and the second, and the third.
SEATS = ("first", "second", "third")
# How people come out of their groups: as the file says, or another way for all who aren't taken by name or in order.
AS_WRITTEN = "as written"
DRAWN: Mapping[str, Drawn] = {"without looking": Drawn.DRAW, "the best": Drawn.PICK}
# No side acts by itself, said so that nothing is left to ask.
NOBODY = "nobody"
# Who plays a side on the panel, if nobody on the server does.
_NOBODY_YET, _BOT = "nobody yet", "the bot"
Check = Callable[[Scene, Values], object]


def left_open(staged: Staged, _: Scene, values: Values) -> tuple[()]:
    """Raise LacksError where a scenario has several sides and nothing was said of who plays them."""
    scenario = scenario_of(staged, str(values["name"]))
    if len(scenario.sides) > 1 and not any(values.get(each) for each in (*SEATS, "alone")):
        raise LacksError(f"Who plays {sentence([side.name for side in scenario.sides], 'or')}? Say it, or alone:all.")
    return ()


def setup_panel(system: System, own: Mapping[str, Field], check: Check) -> OwnPanel:
    """The panel that asks for what a scenario leaves open, in some of the order's `own` fields; `check` raises
    RuleError where it can't be set up as it stands.
    """
    staged = staged_of(system)
    choices = (_NOBODY_YET, _BOT) if system.piloting else (_NOBODY_YET,)

    def fields(said: Values) -> Iterator[Field]:
        scenario = scenario_of(staged, str(said["name"]))
        for seat, side in zip(SEATS, scenario.sides, strict=False):
            yield replace(own[seat], called=side.name, choices=choices, default=_NOBODY_YET)
        if any(_is_drawn(force) for force in scenario.forces):
            yield own["drawn"]
        if thrown_for(scenario):
            yield own["thrown"]
        yield own["sweep"]

    def lines(scene: Scene, values: Values) -> Iterator[str]:
        scenario = scenario_of(staged, str(values["name"]))
        yield scenario.situation
        if (forces := thrown_for(scenario)) and not values.get("thrown"):
            yield f"Dice say how many come: {sentence([f'{force.count.words} {force.side}' for force in forces])}"
        if values.get("alone") and scene.settings.get(PILOTED) != ACTS:
            yield f"By themselves: {values['alone']}, once the setting autopilot is acts"
        try:
            check(scene, values)
        except RuleError as problem:
            yield f"⚠ {problem}"

    return OwnPanel(lambda said: tuple(fields(said)), lambda scene, values: tuple(lines(scene, values)), _says(staged))


def _says(staged: Staged) -> Callable[[Values], dict[str, Value]]:
    def says(chosen: Values) -> dict[str, Value]:
        """What was chosen as one types it: a side of the bot's is `alone`, and of nobody's nothing is said."""
        sides = scenario_of(staged, str(chosen["name"])).sides
        alone = [side.name for seat, side in zip(SEATS, sides, strict=False) if chosen.get(seat) == _BOT]
        none = {_NOBODY_YET, _BOT}
        said = {name: value for name, value in chosen.items() if name not in SEATS or value not in none}
        return {**said, "alone": ", ".join(alone)} if alone else said

    return says


def thrown_for(scenario: Scenario) -> list[Troop]:
    """The forces of which dice say how many come, in the order of the file: those whom all see on the first deck."""
    first = {"", scenario.decks[0].name}
    return [force for force in scenario.forces if force.count.dice and force.deck in first and not force.hidden]


def thrown_so(scenario: Scenario, thrown: str) -> list[tuple[Troop, int]]:
    """What was thrown on the table for some of these forces: totals with commas between, in their order."""
    forces, totals = thrown_for(scenario), thrown.split(",") if thrown.strip() else []
    if len(totals) > len(forces):
        throws = f"{counted(len(forces), 'throw')} of dice" if forces else "no dice that all see"
        raise RuleError(f"{scenario.name} begins with {throws}: give no more in thrown.")
    return [
        (force, whole(total, f"throw for the {force.side}", force.count.dice, 6 * force.count.dice))
        for force, total in zip(forces, totals, strict=False)
        if total.strip()
    ]


def forces_of(scenario: Scenario, drawn: str, thrown: str) -> Iterator[Troop]:
    """A scenario's forces as they come, by how people are drawn and by what was thrown for them on the table."""
    totals = thrown_so(scenario, thrown)
    for force in scenario.forces:
        total = next((total for other, total in totals if other is force), None)
        count = force.count if total is None else replace(force.count, dice=0, more=max(0, total + force.count.more))
        how = DRAWN.get(drawn, force.how) if _is_drawn(force) else force.how
        yield replace(force, how=how, count=count)


def _is_drawn(force: Troop) -> bool:
    """Whether it is open who of a force's groups comes."""
    return force.how is not Drawn.TAKE and not force.count.everybody
