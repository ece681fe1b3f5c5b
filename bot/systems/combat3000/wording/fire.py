"""Fire put into words: each shot in its sub-phase, everybody whom it reached, and the ammunition left."""

from collections.abc import Iterator

from bot.engine.cards import Card, Suggestion, Tone, check_line, counted, modifier_line, sentence, signed, within
from bot.engine.dice import Faces
from bot.systems.combat3000.aim.hitroll import HitRoll, Roll
from bot.systems.combat3000.aim.shot import BASIC_CHANCE, Chance
from bot.systems.combat3000.asked.circumstances import Gait, Mode
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.building.hits import Toll
from bot.systems.combat3000.burst import AIMED_AT, AREA, lit
from bot.systems.combat3000.fire.report import AttackReport, Declaration, FireReport, FireResult, ShotReport
from bot.systems.combat3000.fire.shooting import Fate, Shooting
from bot.systems.combat3000.fire.volley import fuse_words
from bot.systems.combat3000.hit.figures import Blow
from bot.systems.combat3000.ledger import left_line
from bot.systems.combat3000.lists.weapons import Weapon
from bot.systems.combat3000.wording.buildings import struck_lines, struck_working
from bot.systems.combat3000.wording.hits import (
    HIT_OUTCOMES,
    hit_lines,
    hit_working,
    hurts,
    outcome_of,
    wall_lines,
    wall_working,
)
from bot.systems.combat3000.wording.sheets import ammunition_left


def fire_card(report: FireReport, faces: Faces, book: Book) -> Card:
    """The answer: how each throw came about, what became of whom, and the ammunition left."""
    shots = report.shots
    hurt = any(hurts(hit) for each in shots for attack in each.attacks for hit in attack.struck)
    falls = any(strike.came in {Toll.FALLS, Toll.WHOLE} for each in shots for strike in each.strikes)
    return Card(
        title=_title(shots),
        lines=tuple(line for each in shots for line in _lines(each, faces, book, _whose(each, shots))),
        working=(
            *report.told,
            *(within(line, f"{_who(each, shots)}{line}") for each in shots for line in _working(each, book)),
        ),
        tone=Tone.BAD if hurt or falls else Tone.PLAIN,
    )


def _who(shooting: ShotReport, shootings: tuple[ShotReport, ...]) -> str:
    """Whose shot it is, where there are several."""
    return f"{shooting.declared.firer}: " if len(shootings) > 1 else ""


def _whose(shooting: ShotReport, shootings: tuple[ShotReport, ...]) -> str:
    """Whose shot it is, and at whom where that isn't the same for all."""
    if len({each.declared.target for each in shootings}) == 1:
        return _who(shooting, shootings)
    return f"{shooting.declared.firer} at {_aimed_at(shooting.declared)}: "


def _aimed_at(declared: Declaration) -> str:
    return declared.target or ("a wall" if declared.wall else "a place")


def _title(shootings: tuple[ShotReport, ...]) -> str:
    declared = [shooting.declared for shooting in shootings]
    if declared[0].grenade:
        return f"{declared[0].firer} throws: {declared[0].weapon.name}"
    firers = dict.fromkeys(shot.firer for shot in declared)
    targets = dict.fromkeys(_aimed_at(shot) for shot in declared)
    return f"{sentence(firers)} {'fires' if len(firers) == 1 else 'fire'} at {sentence(targets)}"


def _lines(shooting: ShotReport, faces: Faces, book: Book, whose: str) -> Iterator[str | Suggestion]:
    if shooting.timing:
        yield _timing_line(shooting, faces)
    if shooting.fate is not Fate.FIRED:
        return
    declared = shooting.declared
    yield f"{whose}{_manner(declared, book)}"
    if shooting.roll and shooting.chance and not declared.situation.asked.area:
        yield f"To hit: {_roll_line(shooting.roll, shooting.chance, faces)}"
    if shooting.jammed:
        yield from _jam_lines(shooting, faces)
    elif shooting.landed:
        yield _landing(shooting)
    if shooting.grapple:
        yield "Catching: " + check_line(shooting.grapple, faces.take("to catch"), _catches(made=shooting.grapple.made))
    if shooting.through:
        yield from wall_lines(shooting.through, faces)
    for attack in shooting.attacks:
        yield from _attack_lines(attack, faces, alone=declared.situation.asked.area)
    yield from _on_structure(shooting, faces)
    if declared.shell and shooting.landed and shooting.landed.place is not None and lit(book.shells[declared.shell]):
        yield lit(book.shells[declared.shell])
    if shooting.area:
        yield left_line(shooting.area)
    if shooting.unsure:
        shows = f"Whether it reaches {sentence(shooting.unsure)}, the table shows: "
        yield Suggestion("blast", {}, shows, " does the rest")
    yield from declared.known
    if declared.situation.by_word:
        turns = counted(declared.situation.aiming, "turn")
        yield f"{declared.firer} has aimed for {turns} by word, not by count (C3K Aiming)"
    yield from _ammunition(shooting, book)


def _on_structure(shooting: ShotReport, faces: Faces) -> Iterator[str]:
    """What it did to a wall, a door or a room."""
    for strike in shooting.strikes:
        yield from struck_lines(strike, faces)
    if shooting.unlocked:
        yield f"{shooting.declared.target}: its lock is shot off, and it can be opened"


def _catches(*, made: bool) -> str:
    return "the hook catches" if made else "the hook finds no hold"


_NOT_FIRED = {Fate.LOST: ", but hit before", Fate.VEILED: ", but the line of sight is gone"}


def _timing_line(shooting: ShotReport, faces: Faces) -> str:
    declared, timing = shooting.declared, shooting.timing
    assert timing is not None
    thrown = faces.take(timing.check.why)
    if shooting.fate is Fate.LATE:
        result = "too late to fire this turn"
    else:
        result = f"sub-phase {timing.phase}{_NOT_FIRED.get(shooting.fate, '')}"
    return f"{declared.firer}, {declared.weapon.name}: " + check_line(timing.check, thrown, result)


def _manner(declared: Declaration, book: Book) -> str:
    situation = declared.situation
    manner = {Mode.NORMAL: "normal fire", Mode.PANIC: "panic fire", Mode.COVERING: "covering fire"}.get(
        situation.mode, f"{situation.mode} fire"
    )
    row = book.shells.get(declared.shell)
    shell = f" ({row.name} {row.code})" if row else ""
    words = [
        declared.weapon.name + (shell if not declared.grenade else ""),
        "thrown" if declared.thrown else manner,
    ]
    words += [f"area fire of {AREA.wide:g} by {AREA.deep:g} cm"] * situation.asked.area
    words += ["high trajectory"] * situation.high
    words += [{Gait.WALK: "walking", Gait.FLY: "flying"}[situation.asked.moves]] if situation.asked.walks else []
    words += [f"through {declared.wall.words}"] if declared.wall else []
    words += [f"with {fuse_words(declared.fuse)}"] if declared.fuse else []
    words += [f"salvo of {declared.rounds}"] * (declared.rounds > 1)
    return f"{', '.join(words)}, {situation.cm} cm: {situation.band} range"


def _two_digits(faces: tuple[int, ...]) -> str:
    """A throw as the two dice show it: 00 for 100."""
    return f"{faces[0] % 100:02}"


def _roll_line(roll: HitRoll, chance: Chance, faces: Faces) -> str:
    reasons = "".join(f" {signed(modifier.dm)} {modifier.label}" for modifier in chance.modifiers)
    whole = f"{BASIC_CHANCE}{reasons} = {str(chance.percent).replace('-', '−')}%"
    result = roll.mishap.value if roll.mishap else {Roll.JAM: "jams and does not fire"}.get(roll.result, roll.result)
    return f"{whole} | {_two_digits(faces.take(roll.why))} → {result}"


def _jam_lines(shooting: ShotReport, faces: Faces) -> Iterator[str | Suggestion]:
    if shooting.declared.situation.asked.area and shooting.roll and shooting.chance:
        yield f"To hit: {_roll_line(shooting.roll, shooting.chance, faces)}"
    if shooting.pack:
        result = f"the pack explodes and kills {shooting.declared.firer}" if shooting.pack.made else "the pack holds"
        yield "Pack: " + check_line(shooting.pack, faces.take("pack explodes"), result)
    wearer_killed = shooting.pack is not None and shooting.pack.made
    jammed = f"{shooting.declared.weapon.name} is jammed"
    mend = {"name": shooting.declared.firer, "weapon": shooting.declared.weapon.name}
    yield jammed if wearer_killed else Suggestion("repair", mend, f"{jammed}: ", " tries to mend it")


def _landing(shooting: ShotReport) -> str:
    landed, declared = shooting.landed, shooting.declared
    assert landed is not None
    if landed.place is None:
        return f"It {landed.roll.mishap.value}" if landed.roll.mishap else "It does not go off"
    across = _across(declared)
    if landed.place == AIMED_AT:
        return f"It comes down where it was aimed, {across}"
    assert landed.deviation is not None
    cm = float(landed.deviation.distance)
    return f"It comes down {cm:g} cm {landed.deviation.words}, {across}"


def _across(fired: Declaration) -> str:
    """How large the template is, where there is one."""
    if fired.template:
        return f"{fired.template.wide:g} by {fired.template.deep:g} cm"
    return f"{fired.circle} cm across" if fired.circle else "one spot"


def _attack_lines(attack: AttackReport, faces: Faces, *, alone: bool) -> Iterator[str]:
    if alone and attack.roll and attack.chance:
        yield f"{attack.name}: {_roll_line(attack.roll, attack.chance, faces)}"
    for struck in attack.struck:
        yield from hit_lines(struck, faces)


def _ammunition(shooting: ShotReport, book: Book) -> Iterator[str]:
    declared, weapon = shooting.declared, _weapon(shooting.declared, book)
    if weapon and not shooting.jammed:
        left = ammunition_left(declared.weapon, weapon, book)
        empty = ", reload" if left and not declared.weapon.loaded.rounds else ""
        if left and not declared.large:
            yield f"{declared.weapon.name}{left}{empty}"


def _weapon(declared: Declaration, book: Book) -> Weapon | None:
    """The firearm of the lists; None for a grenade, and for what is thrown or held."""
    return None if declared.grenade else book.weapons.get(declared.weapon.weapon)


def _working(shooting: ShotReport, book: Book) -> Iterator[str]:
    declared = shooting.declared
    if shooting.timing:
        for modifier in shooting.timing.check.modifiers:
            yield f"Sub-phase: {modifier_line(modifier)}"
    if shooting.fate is Fate.LOST:
        yield "Who is hit in an earlier sub-phase does not fire (C3K Special conditions)"
    if shooting.fate is Fate.VEILED:
        yield "A line of sight has to be there as the sub-phase begins (C3K Target eligibility)"
    if shooting.fate is not Fate.FIRED:
        return
    yield f"To hit: {BASIC_CHANCE}% and the factors, or less (C3K Determining a hit)"
    for modifier in shooting.chance.modifiers if shooting.chance else ():
        yield f"To hit: {modifier_line(modifier)}"
    if declared.breakdown:
        weapon = _weapon(declared, book)
        inferred = weapon is not None and "breakdown" in weapon.doubts
        rule = "ruling B-R2, a guess: the list prints none" if inferred else "C3K Breakdowns and repairs"
        yield f"Jams on {declared.breakdown} or less ({rule})"
    yield from _readings(shooting)
    if shooting.through:
        yield from wall_working(shooting.through)
    if declared.fuse:
        yield "A fuse waits for so many turns after it lands, or for a heat source (C3K Equipment)"
    for attack in shooting.attacks:
        for struck in attack.struck:
            yield from hit_working(struck)
    for strike in shooting.strikes:
        yield from struck_working(strike)


def _readings(shooting: ShotReport) -> Iterator[str]:
    """What rests on a reading of ours that is weakly founded, each with the setting that changes it."""
    declared, force, options = shooting.declared, shooting.declared.force, shooting.declared.options
    if declared.later:
        keeps = "keep what aiming earned" if declared.keeps_aim else "keep 15 of what aiming earned"
        yield f"Later shots {keeps}, a reading of ours: setting kept aim (ruling B-F4)"
    if force is None:
        return
    struck = [hit for attack in shooting.attacks for hit in attack.struck if isinstance(hit, Blow)]
    if force.living and any(hit.suited for hit in struck):
        does = "pass" if options.neutrons_pass else "must pierce"
        yield f"Neutrons {does} full armour, a reading of ours: setting neutrons (ruling B-F30)"
    if force.phaser and force.stun and any(hit.kill and hit.kill.made for hit in struck):
        does = "kills on" if options.phasers_kill else "only stuns on"
        yield f"A phaser set to stun {does} a killing throw, a reading of ours: setting phaser stun (ruling B-F29)"
    if force.whole < 0 and options.weak_pierce and any(hit.piercing for hit in struck):
        yield "An effect below 0 may pierce full armour here: setting weak weapons (ruling B-H2)"


_PLACE = "Hits the square"
OUTCOMES = ("Too late", "Shot lost", "Jam", "Miss", _PLACE, *HIT_OUTCOMES)


def outcome(result: FireResult) -> str:
    """What the shots of the first who fires came to for their target: the worst of what they did to it."""
    theirs = [shooting for shooting in result.shootings if shooting.declared.firer.name == result.firer]
    return max((_came_to(shooting, result.target) for shooting in theirs), key=_rank)


def _rank(name: str) -> int:
    return OUTCOMES.index(name) if name in OUTCOMES else len(OUTCOMES)


def _came_to(shooting: Shooting | ShotReport, target: str) -> str:
    if shooting.fate is not Fate.FIRED:
        return "Too late" if shooting.fate is Fate.LATE else "Shot lost"
    if shooting.jammed:
        return "Jam"
    if shooting.roll and shooting.roll.mishap:
        return shooting.roll.mishap.value.capitalize()
    struck = [outcome_of(hit) for attack in shooting.attacks if attack.name == target for hit in attack.struck]
    # Where a place is aimed at, and nobody, it is that which is hit.
    there = not target and shooting.landed is not None and shooting.landed.place == AIMED_AT
    return max(struck, key=_rank, default=_PLACE if there else "Miss")
