"""What AHL's turn, its morale and whatever else is kept of people ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.engine.asked import Asked, ask
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.ahl.asked.circumstances import InTurn, Thrown, carried_names, darkness, deck, energy
from bot.systems.ahl.morale.checks import Cause as MoraleCause
from bot.systems.ahl.turn.actions import READY, Intention, Step
from bot.systems.ahl.victory import Fate

MOST_CHECKS = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class MoraleOrder(Thrown):
    """`/morale check`: several check for one cause, each so often as their `@2` says."""

    verb = "morale"
    roles = (
        Role("people", many=True, counts=True),
        Role("apart", many=True, optional=True),
        Role("fallen", many=True, optional=True),
    )
    cause: MoraleCause = ask(MoraleCause.CASUALTY)
    times: int = ask(1, low=1, high=MOST_CHECKS)
    dark: bool | None = darkness()
    deck: bool = deck()


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedMorale(Asked):
    """Somebody who checks, in plain numbers."""

    morale: int = ask(7, low=0, high=20)
    wounds: int = ask(0, low=0, high=20)


@dataclass(frozen=True, kw_only=True, slots=True)
class RallyOrder(Thrown):
    """`/morale rally`: who gets over their panic, with the leaders who help."""

    verb = "rally"
    roles = (Role("people", many=True), Role("leaders", many=True, optional=True))
    cover: bool = ask(default=False)
    dark: bool | None = darkness()
    deck: bool = deck()
    rally: Literal["every leader", "best leader"] = ask(
        "every leader", setting="whose bonus helps somebody to rally (ruling R-121)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class VacuumOrder(Thrown):
    """`/vacuum`: where the air is gone, or comes back where all is `sealed`."""

    verb = "vacuum"
    roles = (Role("people", many=True),)
    need = Need.REFEREE
    at: str = ask("")
    sealed: bool = ask(default=False)
    deck: bool = deck()


@dataclass(frozen=True, kw_only=True, slots=True)
class WakeOrder(Thrown):
    """`/wake`: who comes round."""

    verb = "wake"
    roles = (Role("characters", many=True),)
    need = Need.REFEREE


def _clips(scene: Scene) -> Sequence[str]:
    carried = scene.one("character").sheet.weapons if "character" in scene.units else ()
    return sorted({clip.ammunition for weapon in carried for clip in weapon.spare if clip.ammunition})


@dataclass(frozen=True, kw_only=True, slots=True)
class ReloadOrder(InTurn):
    """`/reload`: a fresh clip into a weapon."""

    verb = "reload"
    roles = (Role("character"),)
    weapon: str = ask("", suggest=carried_names("character"))
    ammunition: str = ask("", suggest=_clips)
    energy_shots: str = energy()

    @property
    def arm(self) -> str:
        """The weapon that is reloaded."""
        return self.weapon


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveOrder(InTurn):
    """`/character give`: a weapon, or clips for one that is carried."""

    verb = "give"
    roles = (Role("character"),)
    by_word = True
    weapon: str = ask("")
    ammunition: str = ask("")
    clips: int | None = ask(None, low=0, high=100)
    skill: int | None = ask(None, low=-9, high=9)
    spare_clips: Literal["8", "9", "10"] = ask(
        "8", setting="how many spare clips a character can carry (ruling R-140)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class HealOrder(InTurn):
    """`/character heal`: the word that wounds are gone."""

    verb = "heal"
    roles = (Role("character"),)
    by_word = True
    wounds: Literal["everything", "light wound", "serious wound", "unconsciousness"] = ask("everything")


@dataclass(frozen=True, kw_only=True, slots=True)
class VictoryOrder(InTurn):
    """`/victory`: a scenario, and what counts in it."""

    verb = "victory"
    need = Need.ANYBODY
    scenario: Literal["wine heist", "dead ship", "take-over", "escape"] | None = ask(None)
    cases: int | None = ask(None, low=0, high=4)
    escaped: int | None = ask(None, low=0, high=6)
    escaped_in_battle_dress: int | None = ask(None, low=0, high=6)
    adventurers_alive: int | None = ask(None, low=0, high=3)
    sergei: Fate | None = ask(None)
    zinovia: Fate | None = ask(None)
    all_destroyed: bool | None = ask(None)
    mutineers_out: bool | None = ask(None)
    surrendered: bool | None = ask(None)
    failed: bool | None = ask(None)


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseOrder(Thrown):
    """`/phase`: the end of a phase for everybody, or of a step of it."""

    verb = "phase"
    roles = (Role("characters", many=True),)
    need = Need.REFEREE
    step: Step | None = ask(None, choices=tuple(Step)[1:])


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadyOrder(InTurn):
    """`/phase ready:True`: somebody is done with all before a step."""

    verb = READY
    roles = (Role("characters", many=True, own=True),)
    step: Step | None = ask(None, choices=tuple(Step)[2:])


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanOrder(InTurn):
    """`/plan`: what each is to do in a turn; left out, what is planned is shown."""

    verb = "plan"
    roles = (Role("characters", many=True, own=True),)
    plan: Intention | Literal["abandon"] | None = ask(None)
    end: str = ask("")
    delay: int | None = ask(None, low=0, high=99)


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnBeginOrder(InTurn):
    """`/turn begin`: from now on a turn is kept."""

    verb = "turn begin"
    roles = (Role("characters", many=True),)
    need = Need.REFEREE


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnShowOrder(InTurn):
    """`/turn show`: how far it is."""

    verb = "turn show"
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnEndOrder(InTurn):
    """`/turn end`: none is kept any more."""

    verb = "turn end"
    need = Need.REFEREE
