"""What was fired and what it did, as it is told: plain data that names the weapon of the book, and its words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.deck.plan import At
from bot.engine.cards import Card, Suggestion, Tone, check_line, counted, modifier_line, sentence
from bot.engine.dice import Check, Faces
from bot.systems.ahl.asked.circumstances import Fire, shots
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Attack, FireResult, cost
from bot.systems.ahl.fire.covering import Covered
from bot.systems.ahl.fire.shot import is_launcher
from bot.systems.ahl.sheet.character import Being, Condition, Spent, named_weapon
from bot.systems.ahl.sheet.wording import COUNTED, SUPERVISION
from bot.systems.ahl.tables import Band, Weapon
from bot.systems.ahl.walking.ground import points
from bot.systems.ahl.wounds.damage import (
    WOUNDS,
    Damage,
    Surroundings,
    WoundReport,
    told_of_wound,
    what_became,
    wound_lines,
    wound_rules,
)


@dataclass(frozen=True, slots=True)
class AttackReport:
    """One attacked: how far away, in which band to how many squares, the throw to hit, and for a hit what it did.

    `harmless` is a kind of ammunition of which the referee says what it does, `ruling` the one by which the range is
    their own entry, both "" where there is none; `freed` says that a blob is dead, whose grip is gone.
    """

    name: str
    squares: int
    band: Band
    reach: int
    hit: Check
    damage: Damage | None = None
    wounded: WoundReport | None = None
    harmless: str = ""
    ruling: str = ""
    freed: bool = False


@dataclass(frozen=True, slots=True)
class FireReport:
    """One fire: who fired what how at whom, how far, and everybody attacked, in order; see `FireResult`.

    `spent` is the weapon after it, `full` how many shots it has where they are counted.
    """

    firer: str
    being: Being
    target: str
    spent: Spent
    fire: Fire
    squares: int
    full: int
    limit: int | None
    attacks: tuple[AttackReport, ...]
    surroundings: Surroundings
    traveller: bool = False
    on_deck: tuple[str, ...] = ()
    follow_up: tuple[Suggestion, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverReport:
    """A covering fire that was laid: who fired what through which square to which, and whom it attacked at once."""

    firer: str
    start: At
    through: At
    end: At
    spent: Spent
    limit: int | None
    attacks: tuple[AttackReport, ...]
    traveller: bool = False
    options: tuple[str, ...] = ()
    follow_up: tuple[Suggestion, ...] = ()


def fire_report(result: FireResult) -> FireReport:
    """What is told of a fire."""
    asked = result.situation.asked
    return FireReport(
        result.firer.name,
        result.firer.character.being,
        result.target.name,
        result.spent,
        result.situation.fire,
        result.situation.squares,
        result.weapon.clip or shots(asked.energy_shots),
        result.limit,
        attacks_told(result.attacks),
        result.situation.surroundings,
        asked.traveller,
        result.on_deck,
        result.follow_up,
        result.options,
    )


def cover_report(fired: Covered) -> CoverReport:
    """What is told of a covering fire."""
    line = fired.line
    return CoverReport(
        line.firer,
        line.squares[0],
        fired.through,
        line.squares[-1],
        fired.spent,
        line.limit,
        attacks_told(fired.attacks),
        line.situation.asked.traveller,
        fired.options,
        fired.follow_up,
    )


def attacks_told(attacks: Sequence[Attack]) -> tuple[AttackReport, ...]:
    """What is told of everybody attacked."""
    return tuple(map(attack_told, attacks))


def attack_told(attack: Attack) -> AttackReport:
    """What is told of somebody attacked."""
    shot, ammunition = attack.shot, attack.shot.ammunition
    return AttackReport(
        attack.target.name,
        shot.situation.squares,
        shot.band,
        shot.cell.squares,
        attack.hit,
        attack.damage,
        attack.wounded and told_of_wound(attack.wounded),
        ammunition.kind if ammunition.harmless else "",
        ammunition.ruling,
        attack.target.character.being is Being.BLOB and attack.after.condition is Condition.DEAD,
    )


def fire_card(result: FireReport, faces: Faces, book: Book) -> Card:
    """The answer: how each throw came about, who is how hurt, and the rounds left."""
    weapon = book.weapons[result.spent.after.weapon]
    lines: list[str | Suggestion] = [_shot_line(result, thrown=weapon.thrown)]
    for attack in result.attacks:
        lines += attack_lines(attack, faces, named=len(result.attacks) > 1 or not _at_target(result))
    if not _at_target(result):
        lines.append(f"{result.target} is not attacked: the fire ended before it came to them")
    lines += [*_released(result), *(result.follow_up if result.on_deck else _explosions(result, weapon))]
    lines += _rounds_line(result, weapon)
    others = [attack.name for attack in result.attacks if attack.name != result.target]
    return Card(
        title=f"{result.firer} {'throws' if weapon.thrown else 'fires'} at {sentence([result.target, *others])}",
        lines=tuple(lines),
        working=_working(result, book, weapon),
        tone=Tone.BAD if any(attack.damage and attack.damage.level for attack in result.attacks) else Tone.PLAIN,
    )


def _at_target(result: FireReport) -> AttackReport | None:
    """The attack on the target that was named, if the fire came so far."""
    return next((attack for attack in result.attacks if attack.name == result.target), None)


def _released(result: FireReport) -> list[Suggestion]:
    """What the referee has to do for whoever a blob gripped that is dead now."""
    return [
        Suggestion(
            "set",
            {"field": "gripped by", "value": "nobody"},
            f"Whoever {attack.name} gripped is free: ",
            " (AHL 20)",
        )
        for attack in result.attacks
        if attack.freed
    ]


def _shot_line(result: FireReport, *, thrown: bool) -> str:
    spent = result.spent
    weapon = named_weapon(spent.after.weapon, spent.after.loaded.ammunition)
    alone = _at_target(result) if len(result.attacks) == 1 else None
    reach = f": {alone.band} range" if alone else ""
    if thrown:
        return f"{weapon}, thrown {counted(result.squares, 'square')}{reach}"
    return f"{weapon}, {result.fire} fire, {manner(spent)}, {counted(result.squares, 'square')}{reach}"


def manner(spent: Spent) -> str:
    """How it is fired: `single shot`, `burst of 4`, or `burst` where nobody counts rounds."""
    if not spent.automatic:
        return "single shot"
    return f"burst of {spent.rounds}" if spent.rounds else "burst"


def attack_lines(attack: AttackReport, faces: Faces, *, named: bool) -> list[str]:
    """The throw to hit one, and what became of them; `named` begins with their name and range."""
    outcome = "hit" if attack.hit.made else "miss"
    who = f"{attack.name}, {counted(attack.squares, 'square')}: " if named else "To hit: "
    lines = [who + check_line(attack.hit, faces.take(attack.hit.why), outcome, attack.band)]
    if attack.hit.made and attack.harmless:
        lines.append(f"{attack.name}: the referee says what the {attack.harmless} does (ruling R-12)")
    if attack.damage and attack.wounded:
        lines += wound_lines(attack.name, attack.damage, attack.wounded, faces)
    return lines


def _rounds_line(result: FireReport, weapon: Weapon) -> list[str]:
    spent, full = result.spent, result.full
    if not spent.rounds:
        return []
    if weapon.thrown:
        return [f"The {weapon.name} is out of their hands"]
    left = spent.after.loaded.rounds if weapon.clip else full - spent.after.fired
    empty = "" if left else ", reload"
    return [f"{weapon.name}: {left} of {full} {'rounds' if weapon.clip else 'shots'} left{empty}"]


def _working(result: FireReport, book: Book, weapon: Weapon) -> tuple[str, ...]:
    lines = [line for attack in result.attacks for line in attack_working(attack, many=len(result.attacks) > 1)]
    wounds = [(attack.damage, attack.wounded) for attack in result.attacks if attack.damage and attack.wounded]
    lines += wound_rules(wounds, result.surroundings)
    if weapon.thrown:
        return (*lines, *result.on_deck)
    lines.append(_cost_line(result, book, weapon))
    if result.spent.automatic and result.spent.rounds:
        lines.append(f"{result.spent.rounds} of the {weapon.burst} rounds of a burst spent (AHL 25.A)")
    lines += [
        *counted_rules(weapon, result.spent),
        *result.on_deck,
        *result.options,
        _limit_line(result, weapon),
        *_for_the_referee(result),
    ]
    return tuple(lines)


# When each type of fire is resolved within an action phase.
_STEPS = {
    Fire.COVERING: "in the covering fire step, and during movement at whoever comes through",
    Fire.AIMED: "in the aimed fire step",
    Fire.SNAP: "in the snap shot step, and during movement at whoever comes adjacent",
}


def _for_the_referee(result: FireReport) -> Iterator[str]:
    """What they have to see to where nobody keeps the phases."""
    kind, being = result.fire, result.being
    yield f"{kind.capitalize()} fire is resolved {_STEPS[kind]} (AHL 11.B)"
    if kind is Fire.COVERING:
        yield (
            "Whoever moves through its danger space in this phase is attacked at once, nobody twice, "
            "and all its hits count towards that limit (AHL 11.A.1) (ruling R-70)"
        )
        yield (
            "Its end point is named as the phase begins, and their owner says in which order they come through "
            "(AHL 11.A.1)"
        )
    else:
        yield "The target is chosen as the fire is resolved, anybody in the field of fire (AHL 11.A.1)"
    if kind is Fire.SNAP:
        yield (
            "At an enemy who comes adjacent it is fired at once, before that one dives or fights, "
            "by whoever is not moving (AHL 13)"
        )
    if being is Being.WARBOT and kind is Fire.COVERING:
        yield f"A warbot gives covering fire only under supervision: {SUPERVISION}"
    if being is Being.WARBOT and kind is Fire.AIMED:
        yield "Without supervision a warbot aims only if it saw an enemy in the decision phase (AHL 21)"
    if result.traveller:
        yield "Traveller's own DMs for skills take the place of these; dexterity counts in the skill (AHL Traveller E)"


def _cost_line(result: FireReport, book: Book, weapon: Weapon) -> str:
    kind = result.fire
    rule = {Fire.COVERING: "9.A", Fire.AIMED: "9.B", Fire.SNAP: "9.C"}[kind]
    if kind is Fire.COVERING and weapon.high_energy:
        rule = "19"
    return f"{kind.capitalize()} fire costs {points(cost(book, kind, weapon))} action points (AHL {rule})"


def attack_working(attack: AttackReport, *, many: bool) -> list[str]:
    """The rules of an attack: its range, each modifier, and what made a wound worse."""
    who = f"{attack.name}: " if many else ""
    band = attack.band
    lines = [f"{who}{band.capitalize()} range to {attack.reach} squares: {attack.hit.needed}+ (AHL 11.C)"]
    if band is Band.EXTREME and attack.ruling:
        lines.append(f"That range is the referee's own entry (ruling {attack.ruling})")
    lines += _modifier_lines(f"{who}To hit", attack.hit)
    if attack.damage:
        lines += _modifier_lines(f"{who}Damage", attack.damage.check)
        lines += [f"{who}One level worse {step.label} ({step.rule})" for step in attack.damage.steps]
    return lines


def _modifier_lines(throw: str, check: Check) -> list[str]:
    return [f"{throw}: {modifier_line(modifier)}" for modifier in check.modifiers]


def _limit_line(result: FireReport, weapon: Weapon) -> str:
    others = "" if result.on_deck else "; name the others on its line as others:Name @squares"
    ruling = launcher_ruling(weapon, result.spent, traveller=result.traveller)
    if result.limit is None:
        return f"Everybody in the danger space is attacked, whatever it hits (AHL Traveller D){ruling}"
    ends = "its first hit" if result.limit == 1 else f"{result.limit} hits, once everybody in that square is attacked"
    return f"The fire ends at {ends}{others} (AHL 10){ruling}"


def launcher_ruling(weapon: Weapon, spent: Spent, *, traveller: bool) -> str:
    """The ruling behind how many the burst of a launcher hits with Traveller, "" for any other fire."""
    launched = spent.automatic and traveller and is_launcher(weapon, spent.after.loaded.ammunition)
    return ", ruling R-77" if launched else ""


def counted_rules(weapon: Weapon, spent: Spent) -> tuple[str, ...]:
    """The ruling by which shots are counted that the source gives no figure for, if these are some."""
    return (COUNTED,) if spent.rounds and not weapon.clip else ()


def _explosions(result: FireReport, weapon: Weapon) -> Iterator[Suggestion]:
    """What follows on strikes that explode, where no deck tells whom they reach."""
    hit = [attack.name for attack in result.attacks if attack.hit.made]
    if hit and (result.spent.after.loaded.ammunition == "HE" or weapon.high_energy):
        does = " resolves its collateral damage to others nearby (AHL 15)"
        yield Suggestion("blast", {}, f"The strike on {sentence(hit)} explodes: ", does)


MISS = "Miss"
OUTCOMES = (MISS, *WOUNDS)


def outcome(result: FireResult) -> str:
    """What the fire came to for the target that it was aimed at."""
    attack = next((each for each in result.attacks if each.target.name == result.target.name), None)
    if attack is None or not attack.hit.made:
        return MISS
    return what_became(attack.target.character, attack.after)
