"""What the worked cases of careers ask for, by the function that a case names. They only rename."""

from dataclasses import replace
from pathlib import Path

from bot.engine.dice import Check, ScriptedDice
from bot.systems.naval import duty, joining, later, posting, schooling, skills, terms, year
from bot.systems.naval.career import Award, Career, Characteristics, Homeworld, Service, Status
from bot.systems.naval.leg import Now, branch_name
from bot.systems.naval.play import advance, meant, travel, waiting
from bot.systems.naval.regulations import load_regulations

BOOK = load_regulations(Path(__file__).parents[3] / "data" / "naval")
SHORT = {"str": "strength", "dex": "dexterity", "end": "endurance"}
SHORT |= {"int": "intelligence", "edu": "education", "soc": "social"}


def faces(total):
    """Two dice of that total."""
    return [max(1, total - 6), total - max(1, total - 6)]


def two(total):
    return ScriptedDice(faces(total))


def now(career=None, about="", answer="", book=BOOK, **fields):
    return Now(replace(career or Career(), **fields), book, about, answer)


def who(**values):
    return Characteristics(**{SHORT[name]: value for name, value in values.items()})


def serving(branch="Line", assignment="Battle", rank="E1", skills=None, points=0, who=None, medals=(), navy="Imperial"):
    return now(
        characteristics=who or Characteristics(),
        rank=rank,
        navy=navy,
        branch=branch,
        terms=1,
        skills=tuple((skills or {}).items()),
        post=Service(assignment, branch, False if rank.startswith("O") else None),
        points=points,
        awards=tuple(Award(medal, 1) for medal in medals),
        status=Status.SERVING,
        ahead=("resolution", "rest"),
    )


def enlist(navy, natural, intelligence, education):
    return joining.enlistment(now(characteristics=who(int=intelligence, edu=education)), two(natural), navy).made


def enlist_dm(intelligence, education):
    check = joining.enlistment(now(characteristics=who(int=intelligence, edu=education)), two(7), "Imperial")
    return check.dm


def navy_open(navy, homeworld_tl, subsector_tl, navy_present=True):
    return BOOK.is_open(navy, Homeworld(tech=homeworld_tl, subsector_tech=subsector_tl, navy=navy_present))


def branch_dm_options(education, intelligence):
    return list(joining.branch_dms(now(characteristics=who(edu=education, int=intelligence))))


def branch_roll(natural, column, navy, dm=0):
    at = now(navy=navy, answer=str(dm))
    _, branch, _ = joining.branch_throw(at, ScriptedDice([natural]), officer=column == "officer")
    return branch_name(branch, "O1" if column == "officer" else "E1")


def command_dm(rank, soc, intelligence, education):
    at = serving(rank=rank, who=who(soc=soc, int=intelligence, edu=education))
    return posting.command_throw(at, two(7)).dm


def command(branch, natural, rank, soc, intelligence, education):
    at = serving(branch, rank=rank, who=who(soc=soc, int=intelligence, edu=education))
    return posting.command_throw(at, two(natural)).made


def special_duty(natural, officer, dm=0, soc=7, college=False):
    career = serving(rank="O1" if officer else "E1", who=who(soc=soc)).career
    career = replace(career, education=("College",) * college, ahead=("special",))
    answer = meant(waiting(career, BOOK), str(dm)) if dm else "0"
    return travel(career, answer, ScriptedDice([natural]), BOOK).events[0].outcome


def survival(branch, assignment, natural, skills=None, trade=0):
    if year.needed_now(serving(branch, assignment)).survival is None:
        return {"result": "unhurt"}
    at = serving(branch, assignment, skills=skills, points=trade)
    at = replace(at, career=replace(at.career, ahead=("survival", "rest")))
    after = year.LEGS["survival"].play(at, two(natural)).career
    result = "dead" if after.status is Status.DEAD else "wounded" if after.wounds else "unhurt"
    return {"result": result, "purple_heart": bool(after.awards)}


def decoration(branch, assignment, natural, rank="E1", dex=7, trade=0):
    at = serving(branch, assignment, rank, points=trade, who=who(dex=dex))
    if year.needed_now(at).decoration is None:
        return None
    return year.decoration_of(at.book, year.decoration_throw(at, two(natural))) or None


def promotion(branch, assignment, natural, rank, promoted=False):
    at = serving(branch, assignment, rank)
    career = replace(at.career, promoted=promoted, ahead=("promotion", "rest"))
    if not year.may_be_promoted(career, year.needed_now(at)):
        return {"promoted": False}
    after = year.LEGS["promotion"].play(replace(at, career=career), two(natural)).career
    return {"promoted": after.rank != rank, "rank": after.rank}


def promotion_dm(branch, edu, soc, dex, skills=None, decorations=()):
    at = serving(branch, "Battle", skills=skills, who=who(edu=edu, soc=soc, dex=dex), medals=decorations)
    return year.promotion_throw(at, two(7)).dm


def skill_tables(rank, assignment, status="staff"):
    career = serving("Line", assignment, rank).career
    post = replace(career.post, command=status == "command" if career.officer else None)
    return list(skills.skill_tables(replace(career, post=post)))


def skill_table_dm(table, rank, navy="Imperial"):
    return BOOK.table_dm(table, rank, navy)


def skill_entry(table, natural, rank, branch="Line", navy="Imperial"):
    return BOOK.gives(table, natural + BOOK.table_dm(table, rank, navy), branch).what


def retained(natural, special=False, already=False, term_end=False, asked=False, training=False):
    career = serving("Line", "Gunnery School" if special else "Battle").career
    career = replace(career, age=21 if term_end else 19, retained=already, post=None if training else career.post)
    career = replace(career, ahead=("drilled" if training else "rest",))
    while career.ahead != ("year",):
        answer = (terms.SAME_POST if asked else terms.STAY) if waiting(career, BOOK) else ""
        dice = ScriptedDice([natural] if career.ahead[0] == "retention" else [6, 6])
        career = travel(career, answer, dice, BOOK).career
    return career.next_post is not None


def specialist_field(natural, dm):
    at = serving()
    gone = duty.LEGS["specialist"].play(replace(at, answer=str(dm)), ScriptedDice([natural]))
    return gone.events[0].outcome


def becomes_instructor(school, skills, field=""):
    at = serving(skills=skills)
    if school == "Specialist School":
        return duty.teaches(at, field)
    return duty.becomes_instructor(at, school)


def played(at, name, dice):
    """The skills gained by one leg and those that follow it at once."""
    career = replace(at.career, ahead=(name, "rest"))
    before = dict(career.skills)
    while career.ahead[0] != "rest":
        leg, _, about = career.ahead[0].partition(" ")
        if leg == "pick":
            career = replace(career.with_skill(about), ahead=career.ahead[1:])
            continue
        question = waiting(career, BOOK)
        career = travel(career, question.default if question else "", dice, BOOK).career
    return [skill for skill, level in career.skills if level > before.get(skill, 0)]


def school(name, naturals, skills=None):
    return played(serving(skills=skills), f"school {name}", ScriptedDice(naturals))


def recruiting(rank, natural=1):
    return played(serving(rank=rank), "recruiting", ScriptedDice([natural]))


def attache(natural, rank):
    at = serving(rank=rank)
    gone = duty.LEGS["attache"].play(
        replace(at, career=replace(at.career, ahead=("attache",))), ScriptedDice([natural])
    )
    after = gone.career
    post = "aide" if after.ahead else "attache"
    return {"post": post, "rank": after.rank, "soc": after.characteristics.social - at.career.characteristics.social}


def aide_choice_ok(assignment, special=""):
    named = {choice.answer.partition(",")[0] for choice in duty.LEGS["aide"].ask(serving(rank="O3")).choices}
    return (special or assignment) in named


def term_length(age):
    return joining.term_ends(age) - age


def reenlist(natural, rank, want=True):
    at = serving(rank=rank)
    at = Now(replace(at.career, ahead=("re-enlistment",)), BOOK, "", terms.STAY if want else terms.LEAVE)
    check = terms.again_throw(at, two(natural))
    if terms.is_forced(at.book, check):
        return "must serve"
    return "serves" if terms.LEGS["re-enlistment"].play(at, two(natural)).career.ahead else "leaves"


SCHOOLS = {"college": "College", "academy": "Naval Academy", "medical": "Medical School", "flight": "Flight School"}
EXAMS = {"honors": "honours", "notc": "NOTC"}
CARED_FOR = {(school, name): asked.characteristic for (school, name), asked in BOOK.institutions.items()}


def pre_throw(institution, name, natural, value=7):
    exam = EXAMS.get(name, name)
    at = now(characteristics=Characteristics(**{CARED_FOR[SCHOOLS[institution], exam]: value}))
    return schooling.exam(at, two(natural), SCHOOLS[institution], exam).made


def academy_may_apply(soc):
    question = waiting(replace(Career(), characteristics=who(soc=soc)), BOOK)
    return "academy" in {choice.answer for choice in question.choices}


def further(name, school, honors, rank):
    education = ((SCHOOLS[school],), ("honours",))[: 1 + honors]
    career = Career(age=22, rank=rank, education=sum(education, ()), ahead=("further",))
    question = waiting(career, BOOK)
    return bool(question) and name in {choice.answer for choice in question.choices}


def medical_may_apply(school, honors):
    return further("medical school", school, honors, "O1" if school == "academy" else "")


def vehicle_allowed(category, navy, tech, atmosphere=6, hydrographics=6, size=7):
    world = Homeworld(tech=tech, subsector_tech=tech, size=size, atmosphere=atmosphere, hydrographics=hydrographics)
    return category in {each.name for each in BOOK.categories["Vehicle"] if each.fits(navy, tech, world)}


def zero_g_dm(action="", **circumstances):
    renamed = {"zero_g": "zero_g_combat", "dex": "dexterity"}
    return sum(
        modifier.dm
        for modifier in later.zero_g_dms(
            later.ZeroGravity(action=action, **{renamed.get(name, name): each for name, each in circumstances.items()})
        )
    )


def lesson(natural, intelligence):
    return later.lesson(intelligence, two(natural)).made


def career(character, script, world=None):
    """A whole career by its script: each pair is an answer to the question that waits, or how the next dice fall."""
    planned = ScriptOf(script)
    given = {"homeworld_tl": "tech", "subsector_tl": "subsector_tech", "planetary_navy": "navy"}
    home = Homeworld(**{given.get(name, name): value for name, value in (world or {}).items()})
    at = Career(who(**character), home)
    while planned.left and not at.ended:
        question = waiting(at, BOOK)
        at = advance(at, planned.answer(question) if question else None, planned, BOOK).career
    return {
        "status": at.status.value,
        "age": at.age,
        "rank": at.rank,
        "navy": at.navy,
        "branch": at.branch,
        "wounds": at.wounds,
        "terms": at.terms,
        "years": at.years,
        "decorations": [award.name for award in at.awards],
        "skills": dict(at.skills),
        "cross_trained": list(at.cross_trained),
        "characteristics": {short: getattr(at.characteristics, name) for short, name in SHORT.items()},
        "college": "College" in at.education,
        "honors": "honours" in at.education,
    }


class ScriptOf:
    """The pairs of a case, as dice and as answers. What it calls each question, and what the code calls it."""

    QUESTIONS = {
        "path": "path",
        "navy": "navy",
        "branch": "branch",
        "branch.dm": "branch dm",
        "training.table": "training table",
        "command.try": "command",
        "special.dm": "special dm",
        "specialist.dm": "specialist dm",
        "trade": "points",
        "skill.table": "table",
        "cross.branch": "cross-training",
        "ocs.branch": "OCS branch",
        "aide.next": "next post",
        "college.try_notc": "NOTC",
        "reenlist.want": "re-enlist",
        "reenlist.branch": "new branch",
        "pick.gun": "Gun Combat",
        "pick.blade": "Blade Combat",
        "pick.gunnery": "Gunnery",
        "pick.vehicle": "Vehicle",
    }

    def __init__(self, script):
        self.left = [tuple(pair) for pair in script]
        self.throws = []

    def answer(self, question):
        """The answer to a question, or its default where the script passes over it."""
        purpose, value = self.left[0]
        if purpose == "branch.choose":
            self.left.pop(0)
            return self.answer(question) if value else joining.ROLL
        if self.QUESTIONS.get(purpose) != question.key:
            return question.default
        self.left.pop(0)
        if purpose == "reenlist.want":
            return terms.STAY if value else terms.LEAVE
        if isinstance(value, bool):
            return "yes" if value else "no"
        return ", ".join(value) if isinstance(value, list) else str(value)

    def roll(self, count, sides=6, *, why):
        """The next total of the script; it has to be there."""
        purpose, total = self.left.pop(0)
        assert purpose not in self.QUESTIONS, (purpose, why)
        self.throws.append(Check(why, total, ()))
        return total


ADAPTERS = {
    each.__name__: each
    for each in (
        *(enlist, enlist_dm, navy_open, branch_dm_options, branch_roll, command_dm, command, special_duty, survival),
        *(decoration, promotion, promotion_dm, skill_tables, skill_table_dm, skill_entry, retained, specialist_field),
        *(becomes_instructor, school, recruiting, attache, aide_choice_ok, term_length, reenlist, pre_throw),
        *(academy_may_apply, medical_may_apply, vehicle_allowed, zero_g_dm, lesson, career),
    )
} | {
    "teachable": later.teachable,
    "liaison_as": later.liaison_as,
    "book1_rank": lambda rank: BOOK.grades[rank].book1,
    "title": BOOK.title,
}
