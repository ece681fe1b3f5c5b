"""A round of close combat in words: when each blow falls, what it does, and who strikes none (C3K Close combat)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.cards import Card, Tone, check_line, modifier_line, sentence
from bot.engine.dice import Faces
from bot.systems.combat3000.aim.hitroll import Timing
from bot.systems.combat3000.hit.figures import Blow, Effect, VehicleBlow, blow
from bot.systems.combat3000.melee.fight import BlowDone, Fate
from bot.systems.combat3000.wording.hits import hit_lines, hit_working

_STEP = (
    "A die less dexterity, reflex and handling is the sub-phase: below 1 is 1, above 6 no blow (C3K Strike phase)",
    "Blows of one sub-phase fall at once; whoever is killed or stunned before strikes none (C3K Strike phase)",
)
_FREE = "Whoever is unaware, on the run or helpless suffers a free blow, before all others (C3K Surprise attacks)"
_FATES = {
    Fate.LATE: "{name} strikes no blow: too late",
    Fate.LOST: "{name} strikes no blow any more",
    Fate.IDLE: "{name} strikes nobody: none is left of those in contact",
}


@dataclass(frozen=True, slots=True)
class BlowReport:
    """A blow as it is told: whose, with what, when (None for a free one), what became of it, at whom, what it did."""

    name: str
    weapon: str
    fate: Fate
    free: bool = False
    timing: Timing | None = None
    target: str = ""
    hit: Blow | VehicleBlow | None = None


@dataclass(frozen=True, slots=True)
class MeleeReport:
    """A round of close combat: who was in it, every blow in the order in which they fell, and why some struck none."""

    fighters: tuple[str, ...]
    blows: tuple[BlowReport, ...]
    idle: tuple[tuple[str, str], ...] = ()


def told_of(done: BlowDone) -> BlowReport:
    """What is told of a blow."""
    striker = done.intended.striker
    hit = blow(done.struck) if done.struck else None
    free = bool(done.intended.free)
    return BlowReport(striker.name, striker.wielded.name, done.fate, free, done.timing, done.target, hit)


def melee_card(report: MeleeReport, faces: Faces) -> Card:
    """The answer to a round of close combat."""
    lines = [line for each in report.blows for line in _blow_lines(each, faces)]
    lines += [f"{name} strikes no blow: {why}" for name, why in report.idle]
    working = dict.fromkeys(line for each in report.blows for line in _working(each))
    free = [_FREE] if any(each.free for each in report.blows) else []
    harm = any(isinstance(each.hit, Blow) and each.hit.effect is not Effect.NONE for each in report.blows)
    title = f"Close combat: {sentence(report.fighters)}"
    return Card(title, tuple(lines), (*working, *free, *_STEP), tone=Tone.BAD if harm else Tone.PLAIN)


def _blow_lines(done: BlowReport, faces: Faces) -> Iterator[str]:
    if done.timing:
        late = done.fate is Fate.LATE
        result = "too late for a blow" if late else f"sub-phase {done.timing.phase}"
        thrown = faces.take(done.timing.check.why)
        yield f"{done.name}, {done.weapon}: {check_line(done.timing.check, thrown, result)}"
    if done.hit is None:
        if done.fate is not Fate.LATE:
            yield _FATES[done.fate].format(name=done.name)
        return
    first, *rest = hit_lines(done.hit, faces)
    yield f"{done.name} strikes {done.target}{' freely' if done.free else ''}. {first}"
    yield from rest


def _working(done: BlowReport) -> Iterator[str]:
    if done.timing:
        yield from (f"{done.name}, {done.weapon}: {modifier_line(each)}" for each in done.timing.check.modifiers)
    if done.hit:
        yield from hit_working(done.hit)
