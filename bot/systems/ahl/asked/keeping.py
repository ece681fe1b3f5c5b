"""What AHL's turn, its morale and whatever else is kept of people ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.deck.placing import places
from bot.engine.asked import Asked, ask, must
from bot.engine.order import Need
from bot.engine.scene import Role, Scene
from bot.systems.ahl.asked.circumstances import InTurn, Thrown, darkness, deck, energy, referees_dm, weapon
from bot.systems.ahl.morale.checks import Cause as MoraleCause
from bot.systems.ahl.turn.actions import READY, Intention, Step
from bot.systems.ahl.victory import Fate

MOST_CHECKS = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class MoraleOrder(Thrown):
    """`/morale check`: several check for one cause, each so often as their `@2` says, or all of them so many `times`;
    in a turn that is kept as often as that knows.

    Those `apart` are out of the others' sight, where no deck tells; on one, of the `fallen` the friends who see them
    check.
    """

    verb = "morale"
    asks = ("cause",)
    command = "morale check"
    about = "Check morale in order of rank: the throws, what leaders add, and what failing does"
    roles = (
        Role(
            "name",
            many=True,
            counts=True,
            wording="Who checks, with commas; @2 after a name for two checks; left out, everybody",
        ),
        Role(
            "apart",
            many=True,
            optional=True,
            wording="Who of them is out of the others' sight, where no deck tells",
            beside=True,
        ),
        Role(
            "fallen",
            many=True,
            optional=True,
            wording="On a deck: the casualties, with commas; the friends who see them check",
            beside=True,
        ),
        Role("enemy", many=True, optional=True),
        Role("first", many=True, optional=True),
    )
    cause: MoraleCause = ask(
        MoraleCause.CASUALTY, "What calls for the check; left out, a panel asks and shows the odds"
    )
    times: int | None = ask(None, low=1, high=MOST_CHECKS)
    dm: int = referees_dm(" to the morale value: + helps")
    dark: bool | None = darkness()
    deck: bool = deck()


@dataclass(frozen=True, kw_only=True, slots=True)
class ImaginedMorale(Asked):
    """Somebody who checks, in plain numbers."""

    morale: int = ask(7, "A morale value", low=0, high=20)
    wounds: int = ask(0, "Light wounds", low=0, high=20)


@dataclass(frozen=True, kw_only=True, slots=True)
class RallyOrder(Thrown):
    """`/morale rally`: who gets over their panic, with the `leaders` in their square who help, where no deck tells."""

    verb = "rally"
    command = "morale rally"
    about = "Check whether the panicked are steady again, at the start of a decision phase"
    roles = (
        Role("name", many=True, wording="Who tries, with commas; left out, everybody who is panicked"),
        Role(
            "leaders",
            many=True,
            optional=True,
            fights=True,
            wording="Friendly leaders in the same square, with commas; left out, the deck tells",
            beside=True,
        ),
    )
    dm: int = referees_dm(" to the morale value: + helps")
    cover: bool = ask(False, "Whether those who flee have reached full cover")
    dark: bool | None = darkness()
    deck: bool = deck()
    rally: Literal["every leader", "best leader"] = ask(
        "every leader", setting="whose bonus helps somebody to rally (ruling R-121)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class VacuumOrder(Thrown):
    """`/vacuum`: where the air is gone, or comes back where all is `sealed`."""

    verb = "vacuum"
    about = "A turn in vacuum: a damage throw for everybody without a suit"
    roles = (Role("name", many=True, wording="Who is in vacuum, with commas between, if not everybody"),)
    need = Need.REFEREE
    at: str = ask("", "On a deck: a square from which the air is lost; it spreads as far as it can", suggest=places)
    sealed: bool = ask(False, "On a deck: whether there is air again, wherever no opening leads to space")
    dm: int = referees_dm(" on each damage throw")
    deck: bool = deck()


@dataclass(frozen=True, kw_only=True, slots=True)
class WakeOrder(Thrown):
    """`/wake`: who comes round."""

    verb = "wake"
    about = "Throw for the unconscious to come round, at the start of a decision phase"
    roles = (Role("name", many=True, wording="Who tries, if not everybody who is unconscious"),)
    need = Need.REFEREE
    dm: int = referees_dm(" on the die")


def _clips(scene: Scene) -> Sequence[str]:
    carried = scene.one("name").sheet.weapons if "name" in scene.units else ()
    return sorted({clip.ammunition for weapon in carried for clip in weapon.spare if clip.ammunition})


@dataclass(frozen=True, kw_only=True, slots=True)
class ReloadOrder(InTurn):
    """`/reload`: a fresh clip into a weapon."""

    verb = "reload"
    about = "Put a fresh clip into a weapon"
    roles = (Role("name", alone=True, each=True, wording="Who reloads; several, or a side"),)
    weapon: str = weapon("name", to_load=True)
    ammunition: str = ask("", "What kind, if not the same as before", suggest=_clips)
    energy_shots: str = energy()

    @property
    def arm(self) -> str:
        """The weapon that is reloaded."""
        return self.weapon


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveOrder(InTurn):
    """`/character give`: a weapon, or clips for one that is carried."""

    verb = "give"
    command = "character give"
    about = "Give a weapon, or clips for one that is carried"
    roles = (Role("name", alone=True, wording="To whom"),)
    by_word = True
    weapon: str = must("Which weapon")
    ammunition: str = ask("", "What its clips hold")
    clips: int | None = ask(None, "How many spare clips", low=0, high=100)
    skill: int | None = ask(None, low=-9, high=9)
    spare_clips: Literal["8", "9", "10"] = ask(
        "8", setting="how many spare clips a character can carry (ruling R-140)", ruled=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class HealOrder(InTurn):
    """`/character heal`: the word that wounds are gone."""

    verb = "heal"
    command = "character heal"
    about = "Heal wounds, by the referee's word"
    roles = (Role("name", alone=True, each=True, wording="Whom; several with commas, or a side"),)
    by_word = True
    as_found = True
    wounds: Literal["everything", "light wound", "serious wound", "unconsciousness"] = ask(
        "everything", "What is healed, if not everything"
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class VictoryOrder(InTurn):
    """`/victory`: a scenario, and what counts in it."""

    verb = "victory"
    about = "Say who has won a scenario of the book, and how clearly"
    need = Need.ANYBODY
    scenario: Literal["wine heist", "dead ship", "take-over", "escape"] = must("Which scenario has been played")
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
    about = "End an action phase: stuns run down, doors and lifts work, in zero-G people keep control or lose it"
    roles = (Role("name", many=True, wording="For whom, if not for everybody"),)
    need = Need.REFEREE
    step: Step | None = ask(
        None, "In a turn that is kept: go to this step of the phase instead of ending it", choices=tuple(Step)[1:]
    )
    dm: int = referees_dm(" on the throws for control")


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadyOrder(InTurn):
    """`/phase ready:True`: somebody is done with all before a step."""

    verb = READY
    roles = (Role("name", many=True, own=True),)
    step: Step | None = ask(None, choices=tuple(Step)[2:])


@dataclass(frozen=True, kw_only=True, slots=True)
class HoldOrder(InTurn):
    """`/hold`: a snap shot at whoever has come adjacent is let go, or a move that goes on by itself is ended."""

    verb = "hold"
    about = "Hold fire at an enemy who has come adjacent; without a target, go no further in later phases"
    roles = (
        Role("name", alone=True, each=True, wording="Who holds their fire, or goes no further"),
        Role("target", foes=True, optional=True, wording="At whom"),
    )


class When(StrEnum):
    """What somebody may have an answer to beforehand."""

    SNAP = "snap"
    AIM = "aim"
    FIGHT = "fight"
    FLIGHT = "flight"
    REORIENT = "reorient"
    DIVE = "dive"
    LANDING = "landing"
    ORDER = "order of checks"
    HELP = "help"


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingAnswer(InTurn):
    """`/standing`: what some do whenever they are asked something; left out, what they have said is shown."""

    verb = "standing"
    private = True
    about = "Say beforehand what characters do when they are asked: snap shots, aimed fire, fights, flight"
    roles = (
        Role(
            "name",
            many=True,
            own=True,
            wording="For whom, one or several; left out, for all of yours",
        ),
    )
    when: When | None = ask(
        None, "snap (at who comes adjacent, then at the nearest), aim (at the nearest), dive, help and others"
    )
    say: str = ask(
        "",
        "always, never, how likely it has to hit, such as 8+ or better; or ask",
        suggest=lambda _: ("always", "never", "8+ or better", "ask"),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanOrder(InTurn):
    """`/plan`: what each is to do in a turn; left out, what is planned is shown. `end` is the square where covering
    fire is to end, `delay` how many action phases a charge waits.
    """

    verb = "plan"
    private = True
    about = "Decide in secret what characters do in the turn that is kept"
    roles = (
        Role(
            "name",
            many=True,
            own=True,
            wording="For whom, one or several; left out, for all of yours (a referee: all whom no player owns)",
        ),
    )
    plan: Intention | Literal["aim at the nearest", "abandon"] | None = ask(
        None, "What they are to do, or abandon; left out, it shows the plans"
    )
    end: str = ask("", suggest=places)
    delay: int | None = ask(None, low=0, high=99)


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnBeginOrder(InTurn):
    """`/turn begin`: from now on a turn is kept."""

    verb = "turn begin"
    divides = True
    about = "Keep the turn from now on: its phases and steps, plans and action points"
    roles = (Role("name", many=True),)
    need = Need.REFEREE


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnShowOrder(InTurn):
    """`/turn show`: how far it is."""

    verb = "turn show"
    about = "Say which phase it is, who has how many action points left, and who has a plan"
    need = Need.ANYBODY


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnEndOrder(InTurn):
    """`/turn end`: none is kept any more."""

    verb = "turn end"
    divides = True
    about = "Keep the turn no longer: everybody acts freely"
    need = Need.REFEREE
