"""Close combat in words: charges that came home, and each blow of a round (C3K Charges, Close combat)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine.cards import Card, Tone, check_line, modifier_line, sentence, whose
from bot.engine.dice import Faces
from bot.systems.combat3000.aim.hitroll import Timing
from bot.systems.combat3000.hit.figures import Blow, Effect, VehicleBlow, blow
from bot.systems.combat3000.melee.closing import Met
from bot.systems.combat3000.melee.contact import Response
from bot.systems.combat3000.melee.fight import BlowDone, Fate
from bot.systems.combat3000.moving.moved import cm_words
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


_GOES = {"run": "runs", "walk": "walks"}


def met_lines(met: Sequence[Met]) -> Iterator[str]:
    """What came of each charge, and first what the other did."""
    for each in met:
        if each.reaction is Response.RUN:
            yield f"{each.target} runs {cm_words(each.went)} away from {each.name}"
        elif each.reaction is Response.COUNTER and each.went:
            yield f"{each.target} countercharges and goes {cm_words(each.went)} to meet {each.name}"
        yield _line(each)


def _line(met: Met) -> str:
    if met.failed:
        return f"{met.name} is {met.failed}, and doesn't reach {met.target}"
    goes = f"{met.name} {_GOES[met.gait]} {cm_words(met.cm)}"
    if not met.contact:
        return (
            f"{goes} and doesn't reach {met.target}: they may charge again in the next turn, and fire nothing in this"
        )
    if met.caught:
        how = "on the run" if met.reaction is Response.RUN else "unaware"
        return f"{goes} and catches {met.target} {how}: a free blow in the next turn"
    return f"{goes} and is in contact with {met.target}: blows begin in the next turn"


def met_working(met: Sequence[Met]) -> Iterator[str]:
    """By which rules that came about."""
    if any(each.contact for each in met):
        yield "That is all that they do in this turn, and blows begin in the next (ruling B-C3)"
    for each in met:
        if each.reaction is Response.RUN:
            yield f"{whose(each.target)} run comes first, straight away from the charge (ruling B-C14)"
        elif each.reaction is Response.COUNTER and each.went:
            yield "Both go along the same way, as far as their gaits take them (ruling B-C15)"
        if each.caught:
            yield "Whoever is unaware or caught on the run suffers a free blow (C3K Surprise attacks)"
