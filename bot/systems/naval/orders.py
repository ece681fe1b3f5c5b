"""The orders of careers: one begins, it goes on by its choices, and the referee says what the book leaves to them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

from bot.engine import due as dues
from bot.engine.asked import Asked, ask, must, typed_order
from bot.engine.cards import Card, Suggestion, sentence, whose
from bot.engine.dice import Dice, Faces
from bot.engine.due import Due
from bot.engine.errors import RuleError
from bot.engine.fields import Kind, Values
from bot.engine.order import Need, Odds, Order
from bot.engine.scene import Game, Outcome, Role, Scene, Unit
from bot.engine.typed import match
from bot.systems.names import check_taken, clean_name
from bot.systems.naval.career import DIGITS, Career, Homeworld, Owed, Status, homeworld, is_free, read_upp
from bot.systems.naval.leg import Pick, Question
from bot.systems.naval.others import changes, say, unsaid
from bot.systems.naval.outlook import Weighed, outcomes, weighed, year_ahead
from bot.systems.naval.play import CareerReport, advance, begin, hangs_on, waiting
from bot.systems.naval.regulations import Regulations
from bot.systems.naval.standing import play_on, read_standing
from bot.systems.naval.uses import use_orders
from bot.systems.naval.wording import above_lines, career_line, choice_line, owed_line, report_card
from bot.systems.people import owner_of

MOST_CAREERS = 200
# So many careers are kept as they were weighed last.
_MOST_WEIGHED = 256
_NEXT, _SAY = "career next", "career say"
_CAREER = Role("name", alone=True, wording="Whose career; left out, your only one")


@dataclass(frozen=True, kw_only=True, slots=True)
class BeginCareer(Asked):
    """`/career begin`: who, from where, how old."""

    verb = "career begin"
    need = Need.ANYBODY
    about = "Begin a career, before anybody is anybody's character"
    name: str = must("Their name", kind=Kind.TYPED)
    upp: str = ask("", "The six characteristics, such as 789A87; left out, thrown 2D each", kind=Kind.TYPED)
    age: int = ask(18, "Their age", low=0, high=99)
    homeworld: str = ask("", "The world they come from, such as A867949-C; left out, it is thrown", kind=Kind.TYPED)
    subsector: int | None = ask(
        None, "The tech level of the subsector's navy; left out, the homeworld's", low=0, high=15
    )
    navy: bool = ask(True, "Whether the homeworld has a navy; left out, it has one")
    owner: str | None = ask(None, "The player whose it is", kind=Kind.PLAYER)


@dataclass(frozen=True, kw_only=True, slots=True)
class NextStep(Asked):
    """`/career next`: a choice, or on by standing answers."""

    verb = _NEXT
    roles = (_CAREER,)
    about = "Go on with a career, by the choice that it waits for"
    choice: str = ask("", "What is chosen", kind=Kind.TYPED)
    all: bool = ask(False, "Whether to play it to its end, by standing answers")
    answers: str = ask(
        "", "Standing answers: branch Line; survival first; schools always; leave after 3 terms", kind=Kind.TYPED
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class SayOrder(Asked):
    """`/career say`: what the book leaves to the referee, as they say it."""

    verb = _SAY
    roles = (replace(_CAREER, alone=False, wording="Whose career"),)
    need = Need.REFEREE
    called = "Saying what the book leaves to the referee"
    about = "Say what the book leaves to the referee: aging, benefits, what wounds do"
    asked: str = must("What was asked", kind=Kind.TYPED)
    answer: str = must("What you say of it; changes such as strength -1 are made", kind=Kind.TYPED)


@dataclass(frozen=True, kw_only=True, slots=True)
class OddsAhead(Asked):
    """`/odds career`: of each answer to what is asked, or of the whole year."""

    verb = "career"
    roles = (_CAREER,)
    year: bool = ask(False, "Whether of the whole year, with every choice as where nobody answers")


@dataclass(frozen=True, slots=True)
class Begun:
    """A career that has begun: whose, its line, what was thrown for it, what was taken for granted of the world, and
    what is unusual about whose it is.
    """

    name: str
    line: str
    report: CareerReport
    warns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WentOn:
    """A career that has gone on: whose, the steps, its line after them, and whether they are out, and alive."""

    name: str
    line: str
    steps: tuple[CareerReport, ...]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a referee has said of what they were asked, and of whom; `again`, if they had said something before."""

    name: str
    owed: Owed
    again: bool = False


def career_orders(book: Regulations) -> dict[str, Order]:
    """The orders of careers by their verbs."""
    offers = {"choice": partial(_offered, book)}
    going = typed_order(NextStep, partial(_go_on, book), _gone_card, offers=offers, short=_is_one_step)
    orders = (
        typed_order(BeginCareer, partial(_begin, book), _begun_card, registers=True),
        going,
        typed_order(SayOrder, _say, _ruled_card, offers={"asked": _asked}),
        typed_order(OddsAhead, _looked_ahead, _ahead_card, odds=_odds(book)),
        *use_orders(),
    )
    return {order.verb: order for order in orders}


def career_due(book: Regulations) -> Callable[[Game], Sequence[Due]]:
    """What careers wait for by a book: each choice with what it does and its chances, and what the referee hasn't said.

    It is weighed once for a career as it stands: whoever presses a choice has seen it weighed before.
    """

    @lru_cache(maxsize=_MOST_WEIGHED)
    def asked(name: str, owner: str, career: Career, rules: Regulations) -> tuple[Due, ...]:
        question = waiting(career, rules)
        waits = (_question_due(name, owner, career, question, rules),) if question else ()
        return (*waits, *(_ruling_due(name, owed) for _, owed in unsaid(career)))

    def due(game: Game) -> Sequence[Due]:
        rules, units = book.under(game.settings), game.units.values()
        return [each for unit in units for each in asked(unit.name, unit.owner, unit.sheet, rules)]

    return due


def _question_due(name: str, owner: str, career: Career, question: Question, rules: Regulations) -> Due:
    choices, does = question.choices, _told(career, question, rules)
    answers = [each.answer for each in choices]
    return Due(
        question.text,
        sentence(question.rules) if question.rules else "",
        (name,),
        ("",) if question.referees else (owner,),
        tuple(
            dues.Choice(_label(each), dues.said(_NEXT, [name], choice=each.answer), does=told)
            for each, told in zip(choices, does, strict=True)
        ),
        answers.index(question.default) if question.default in answers else None,
        dues.said(_NEXT, [name]),
        ("choice",),
        optional=True,
        since=f"choice {question.number + 1}, aged {career.age}",
    )


def _told(career: Career, question: Question, rules: Regulations) -> tuple[str, ...]:
    """What each choice does, with its chances; worked out once for all careers in which that hangs on the same."""
    common = hangs_on(career, rules)
    if common is None or common not in rules.told:
        told = tuple(map(choice_line, _decided(weighed(career, question, rules))))
        if common is None:
            return told
        rules.told[common] = told
    return rules.told[common]


def _decided(choices: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """The choices with the chances of those throws that hang on them: not of one that is the same with each."""
    if len(choices) == 1:
        return tuple(choices)
    thrown = [dict[str, dict[str, Fraction]]() for _ in choices]
    for each, found in zip(choices, thrown, strict=True):
        for about, outcome, chance in each.chances:
            found.setdefault(about, {})[outcome] = chance
    same = {about for about in thrown[0] if all(found.get(about) == thrown[0][about] for found in thrown[1:])}
    return tuple(replace(each, chances=tuple(one for one in each.chances if one[0] not in same)) for each in choices)


def _label(pick: Pick) -> str:
    """What a button or an option of a select says: an answer that was only cut is told whole."""
    return pick.answer if pick.answer.startswith(pick.label) else pick.label


def _ruling_due(name: str, owed: Owed) -> Due:
    """What the book leaves to the referee: they may say it now, later or never."""
    answer = dues.said(_SAY, [name], asked=owed.what)
    return Due(owed.what, owed.ruling, (name,), answer=answer, asks=("answer",), optional=True)


def _begin(book: Regulations, scene: Scene, order: BeginCareer, dice: Dice) -> Outcome:
    if len(scene.known) >= MOST_CAREERS:
        raise RuleError(f"A campaign holds {MOST_CAREERS} careers: remove some first.")
    name = clean_name(order.name)
    check_taken(name, scene.names, scene.sides, scene.shared)
    who = read_upp(order.upp) if order.upp.strip() else None
    stepped = begin(who, _homeworld(order), order.age, dice, book.under(scene.settings))
    unit = Unit(name, "", stepped.career, owner=owner_of(scene, order.owner))
    warns = (*_taken_for_granted(order, stepped.career.homeworld), *above_lines(stepped.career))
    told = Begun(name, career_line(stepped.career, book), stepped.report, warns)
    return Outcome({}, told, units={name: unit}, doers=(name,), throwers=(name,))


def _homeworld(order: BeginCareer) -> Homeworld | None:
    """The world of a profile such as A867949-C; None where nothing was said of it."""
    if not order.homeworld.strip():
        if order.subsector is not None or not order.navy:
            raise RuleError("Name the homeworld by its profile too, such as A867949-C: or leave all of it out.")
        return None
    digits = order.homeworld.strip().upper().replace("-", "")
    if len(digits) != len("A867949C") or any(digit not in DIGITS for digit in digits):
        raise RuleError(
            "A homeworld is its profile: starport, size, atmosphere, hydrographics, population, government, law level "
            "and tech level. Write it like A867949-C."
        )
    size, atmosphere, hydrographics, tech = (DIGITS.index(digits[place]) for place in (1, 2, 3, 7))
    figures = {"tech": tech, "size": size, "atmosphere": atmosphere, "hydrographics": hydrographics}
    subsector = {"subsector_tech": tech if order.subsector is None else order.subsector}
    return homeworld({**figures, **subsector}, navy=order.navy)


def _taken_for_granted(order: BeginCareer, world: Homeworld) -> Iterator[str]:
    """What of a world that was named nobody has said, and so is the house's own default (rulings NR-G1, NR-G7)."""
    if order.homeworld.strip() and order.subsector is None:
        yield f"Subsector's tech level: {world.subsector_tech}, the homeworld's, where none is said (NR-G7)"


def _is_one_step(values: Values) -> bool:
    return not (values["all"] or values["answers"])


def _go_on(book: Regulations, scene: Scene, order: NextStep, dice: Dice) -> Outcome:
    """One choice is made, and the career goes on as far as nothing has to be chosen; or to its end."""
    unit, rules = scene.one("name"), book.under(scene.settings)
    career: Career = unit.sheet
    if order.all or order.answers:
        career, reports = play_on(career, read_standing(order.answers, rules), dice, rules)
    else:
        stepped = advance(career, order.choice.strip() or None, dice, rules, by_referee=not scene.by)
        career, reports = stepped.career, (stepped.report,)
    told = WentOn(unit.name, career_line(career, book), reports, is_free(career))
    return Outcome({unit.name: career}, told, throwers=(unit.name,))


def _offered(book: Regulations, scene: Scene) -> Sequence[str]:
    """What the career that was named waits for, to be chosen."""
    if not scene.units.get("name"):
        return ()
    question = waiting(scene.one("name").sheet, book.under(scene.settings))
    return [each.answer for each in question.choices] if question else ()


def _say(scene: Scene, order: SayOrder, _: Dice) -> Outcome:
    """What the referee says stands with the career, as they said it; it may be said anew."""
    unit = scene.one("name")
    career: Career = unit.sheet
    if not career.owed:
        raise RuleError(f"Nothing of {whose(unit.name)} career is left to the referee so far.")
    what = match(order.asked, [each.what for each in career.owed], what="thing that was asked")
    place = max(number for number, each in enumerate(career.owed) if each.what == what)
    after = say(career, place, order.answer)
    return Outcome({unit.name: after}, Ruled(unit.name, after.owed[place], bool(career.owed[place].said)))


def _asked(scene: Scene) -> Sequence[str]:
    """What the referee was asked of the career that was named, first what they haven't said."""
    careers = [unit.sheet for unit in scene.units.get("name", ())]
    owed = [each for career in careers for each in career.owed]
    return [each.what for each in sorted(owed, key=lambda each: bool(each.said))]


def _begun_card(begun: Begun, faces: Faces) -> Card:
    card = report_card(begun.name, begun.report, faces)
    return replace(card, title=f"{whose(begun.name)} career begins", lines=(*card.lines, begun.line, *begun.warns))


def _gone_card(gone: WentOn, faces: Faces) -> Card:
    cards = [report_card(gone.name, each, faces) for each in gone.steps]
    lines = [line for card in cards for line in card.lines]
    working = dict.fromkeys(line for card in cards for line in card.working)
    title = cards[-1].title if len(cards) == 1 else f"{whose(gone.name)} career goes on"
    after = [Suggestion("career enlist", {"name": gone.name}, "A character of the campaign by ")] if gone.free else []
    return replace(cards[-1], title=title, lines=(*lines, gone.line, *after), working=tuple(working))


def _ruled_card(ruled: Ruled, _: Faces) -> Card:
    lines = [owed_line(ruled.owed)]
    if ruled.again and changes(ruled.owed.said):
        lines.append("Characteristics stay as they are: what was said first has changed them, and /undo takes it back.")
    return Card(f"The referee says of {ruled.name}", tuple(lines))


def _odds(book: Regulations) -> Odds:
    """The chances of a career, which has its own way of merging what comes to the same."""
    return Odds(lambda _: (), (), (), _nobody, besides=partial(_chances, book))


def _nobody(_: Values) -> Scene:
    raise RuleError("Name whose career it is: /career list shows who has one.")


def _looked_ahead(scene: Scene, _: OddsAhead, __: Dice) -> Outcome:
    career: Career = scene.one("name").sheet
    if career.ended:
        raise RuleError(f"This career is over ({career.status}): nothing lies ahead of it.")
    return Outcome({}, scene.one("name").name)


def _ahead_card(name: str, _: Faces) -> Card:
    return Card(f"What lies ahead of {name}", ("/odds career tells how likely it is.",))


def _chances(book: Regulations, scene: Scene, values: Values) -> Sequence[tuple[str, Fraction]]:
    """How likely each outcome is of each answer, up to the next question; or what a year brings. Raises RuleError where
    nothing is thrown.
    """
    career, rules = scene.one("name").sheet, book.under(scene.settings)
    if values["year"]:
        if career.status is not Status.SERVING:
            raise RuleError("No year of service lies ahead before a navy has taken them: leave year out.")
        if (asked := waiting(career, rules)) and asked.referees:
            raise RuleError(f"{asked.text} That is for the referee to say first.")
        return year_ahead(career, rules, lambda _, __: None)
    if not (found := tuple(_next_chances(career, rules))):
        raise RuleError("No throw hangs on what is asked now: answer it, and ask again.")
    return found


def _next_chances(career: Career, rules: Regulations) -> Sequence[tuple[str, Fraction]]:
    question = waiting(career, rules)
    if question is None:
        return [(_outcome(*mark), chance) for mark, chance in outcomes(career, rules).items()]
    return [
        (f"{each.label}: {_outcome(about, outcome)}", chance)
        for each in question.choices
        for (about, outcome), chance in outcomes(career, rules, each.answer).items()
    ]


def _outcome(about: str, outcome: str) -> str:
    return f"{about}, {outcome}"
