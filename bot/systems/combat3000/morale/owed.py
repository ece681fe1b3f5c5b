"""What morale asks in a turn that is kept: moves that somebody's nerve drives them to, and tests as it ends."""

from collections.abc import Iterator, Sequence

from bot.deck.plan import named
from bot.engine.cards import sentence
from bot.engine.due import Choice, Due, said
from bot.engine.scene import Said, Unit
from bot.systems.combat3000.book import Book
from bot.systems.combat3000.figure.sheet import Figure, FigurePosture, Hand
from bot.systems.combat3000.melee.owing import may_charge, to_charge
from bot.systems.combat3000.morale.behaviour import RULE, driven
from bot.systems.combat3000.morale.known import Fray, declares, spared, trial_of
from bot.systems.combat3000.morale.ladder import STEADY, Mood, Status, Trial, Way
from bot.systems.combat3000.morale.ways import driven_to
from bot.systems.marks import takes_part


def moves_owed(fray: Fray, units: Sequence[Unit], book: Book) -> Iterator[Due]:
    """Of those who haven't moved: who has to run, to retreat, or to advance."""
    for unit in units:
        if not isinstance(unit.sheet, Figure) or unit.sheet.nerve == STEADY:
            continue
        if drive := driven(unit.sheet.nerve, in_cover=fray.in_cover(unit)):
            ways = [named(at) for at in driven_to(fray, unit, drive, book)]
            yield _driven(fray, unit, drive.what, ways, drive.gait, drive.rule)


def _driven(fray: Fray, unit: Unit, what: str, ways: Sequence[str], gait: str, rule: str) -> Due:
    """A move that is owed, by the ways that a deck shows; off one by its gait, and on one without a way not at all. Who
    lies crawls.
    """
    name = unit.name
    gait = "crawl" if unit.sheet.posture is FigurePosture.PRONE else gait
    choices = tuple(Choice(f"To {to}", said("move", [name], to=to, gait=gait)) for to in ways)
    if fray.at(name) is None:
        choices = (Choice(gait.capitalize(), said("move", [name], gait=gait)),)
    words = fray.turn.words if fray.turn else ""
    return Due(
        what if choices else f"{what}; no way there",
        rule,
        (name,),
        (unit.owner,),
        choices,
        0 if choices else None,
        said("move", [name]),
        ("to",),
        optional=not choices,
        since=words,
    )


def charges_owed(fray: Fray, units: Sequence[Unit], book: Book) -> Iterator[Due]:
    """Who has to charge: the overconfident with a close weapon, groups that their test drives to it, Tree People."""
    for unit in units:
        if not isinstance(unit.sheet, Figure) or not (why := _charges(unit.sheet, book)):
            continue
        if not may_charge(fray.scene, unit, book):
            continue
        near = to_charge(fray.scene, unit, book)
        on_deck = fray.at(unit.name) is not None
        nearest = min((fray.apart(unit, each) or 0 for each in near), default=0)
        ready = [each.name for each in near if (fray.apart(unit, each) or 0) == nearest] if on_deck else []
        choices = tuple(Choice(f"Charge {name}", _at(unit.name, name)) for name in ready)
        within = "" if on_deck else " within a run"
        what, rule = why
        yield Due(
            f"a charge at the nearest enemy{within}: {what}",
            rule,
            (unit.name,),
            (unit.owner,),
            choices,
            0 if choices else None,
            said("charge", [unit.name]),
            ("target",),
            optional=not choices,
            since=fray.turn.words if fray.turn else "",
        )


def _at(name: str, target: str) -> Said:
    return Said("charge", {"name": ((name, None),), "target": ((target, None),)}, {}, "")


def _charges(figure: Figure, book: Book) -> tuple[str, str] | None:
    """Why somebody has to charge whom they can, and the rule; None where they needn't."""
    nerve = figure.nerve
    if nerve.mood is Mood.CHARGING:
        return "their test", "C3K Generalised test"
    if trial_of(figure) is Trial.TREE and nerve.mood is not Mood.FREE:
        return "Tree People always do", "C3K Tree People"
    armed = any(each.weapon in book.close and each.hand is not Hand.DROPPED for each in figure.weapons)
    return (str(nerve.status), RULE) if nerve.status is Status.OVERCONFIDENT and armed else None


def deeds_owed(fray: Fray, units: Sequence[Unit]) -> Iterator[Due]:
    """Tree People fire or advance in every turn, unless they do as they wish (C3K Tree People)."""
    for unit in units:
        now, figure = unit.sheet.now, unit.sheet
        if not isinstance(figure, Figure) or trial_of(figure) is not Trial.TREE or figure.nerve.mood is Mood.FREE:
            continue
        if now.shot or now.busy or now.way is Way.ADVANCES or (now.gait and now.way is Way.UNKNOWN):
            continue
        what, answer = "has to fire a weapon, having gone no nearer", said("fire", [unit.name])
        since = fray.turn.words if fray.turn else ""
        rule = "C3K Tree People"
        yield Due(what, rule, (unit.name,), (unit.owner,), answer=answer, asks=("target",), optional=True, since=since)


def tests_owed(fray: Fray) -> Iterator[Due]:
    """Who tests as the turn ends, by the test that is theirs; what they may leave comes last."""
    role_play = fray.scene.settings.get("game") == "role play"
    testing = [unit for unit in fray.units.values() if _tests(fray, unit) and not (role_play and unit.owner)]
    yield from _groups(fray, [unit for unit in testing if _trial(fray, unit) in {Trial.FAMILY, Trial.GENERAL}])
    alone = [unit for unit in testing if _trial(fray, unit) in {Trial.HUMAN, Trial.TREE}]
    found = [(unit, *fray.causes(unit)) for unit in alone]
    for sure in (True, False):
        for (owner, why), units in _alike([each for each in found if each[1] and each[2] is sure]):
            yield _test(fray, units, owner, why, optional=not sure)
    for unit, causes, _ in found:
        if _trial(fray, unit) is Trial.HUMAN and not causes:
            yield from _unasked(fray, unit)


def _tests(fray: Fray, unit: Unit) -> bool:
    able = takes_part(unit) and not spared(unit.sheet)
    return able and not unit.sheet.now.tested and _trial(fray, unit) is not None


def _trial(fray: Fray, unit: Unit) -> Trial | None:
    return trial_of(unit.sheet, fray.aliens)


def _alike(found: Sequence[tuple[Unit, list[str], bool]]) -> Iterator[tuple[tuple[str, str], list[Unit]]]:
    """Those of one owner who test for the same reasons."""
    alike: dict[tuple[str, str], list[Unit]] = {}
    for unit, causes, _ in found:
        alike.setdefault((unit.owner, sentence(causes)), []).append(unit)
    return iter(alike.items())


def _groups(fray: Fray, units: Sequence[Unit]) -> Iterator[Due]:
    """One test a family or group; where nobody said who is one, a side's family is, and others are alone."""
    left = list(units)
    while left:
        first = left[0]
        whole = [unit for unit in left if unit is first or _as_one(fray, first, unit)]
        left = [unit for unit in left if unit not in whole]
        causes = list(dict.fromkeys(cause for unit in whole for cause in fray.causes(unit)[0]))
        if causes:
            yield _test(fray, whole, first.owner, sentence(causes))


def _as_one(fray: Fray, one: Unit, other: Unit) -> bool:
    """Whether two test as one: those of a group, and of a side all whose family nobody has named."""
    group = fray.tests_with(one)
    families = _trial(fray, one) is _trial(fray, other) is Trial.FAMILY and len(fray.unit_of(other)) == 1
    return other.name in group or (len(group) == 1 and families and one.side == other.side)


def _test(fray: Fray, units: Sequence[Unit], owner: str, why: str, *, optional: bool = False) -> Due:
    names = tuple(unit.name for unit in units)
    if_seen = ", if within 30 cm and in sight" if optional else ""
    what = f"{'may have to test morale' if optional else 'a test of morale'}: {why}{if_seen}"
    choices = [Choice("Test", said("morale", names), throws=True)]
    if _trial(fray, units[0]) is Trial.HUMAN and any(fray.in_cover(unit) is None for unit in units):
        ways = {"Test in the open": False, "Test in cover": True}
        choices = [Choice(words, said("morale", names, cover=cover), throws=True) for words, cover in ways.items()]
    since = fray.turn.words if fray.turn else ""
    return Due(what, RULE, names, (owner,), tuple(choices), 0, optional=optional, since=since)


def _unasked(fray: Fray, unit: Unit) -> Iterator[Due]:
    """A test that the broken may take in cover; and of the terrified under fire, off a deck, whether they are in it."""
    since = fray.turn.words if fray.turn else ""
    name, owner = (unit.name,), (unit.owner,)
    if unit.sheet.nerve.broken and fray.in_cover(unit):
        what = "may test again, broken and in cover now"
        tries = (Choice("Rally", said("rally", name), throws=True),)
        yield Due(what, RULE, name, owner, tries, optional=True, since=since)
    elif unit.sheet.nerve.broken and fray.in_cover(unit) is None:
        what = "may test again, broken, if in cover now"
        tries = (Choice("Rally in cover", said("rally", name, cover=True), throws=True),)
        yield Due(what, RULE, name, owner, tries, optional=True, since=since)
    elif declares(fray, unit) and fray.in_cover(unit) is None:
        hides, breaks = (said("morale", name, cover=cover) for cover in (True, False))
        choices = (Choice("Hides in cover", hides), Choice("Breaks in the open", breaks))
        what = "whether they are in cover: terrified and under fire"
        yield Due(what, RULE, name, owner, choices, 1, since=since)
