"""The skills of a year of service, and the categories of some (NAV-42 to NAV-50, NAV-75 to NAV-79)."""

from bot.engine.dice import Check, Dice
from bot.systems.naval.career import (
    SHORE,
    TRAINING,
    Career,
)
from bot.systems.naval.leg import (
    Event,
    Gone,
    Leg,
    Now,
    Question,
    Thrown,
    answered,
    choices,
    gain,
    on,
    only_if_open,
    table_pick,
    table_throw,
    throw,
)
from bot.systems.naval.posting import post_of
from bot.systems.naval.regulations import BRANCH, COMMAND, NAVY_LIFE, PETTY, SHIPBOARD, SHORE_LIFE, STAFF
from bot.systems.naval.year import needed_now

# Skills (NAV-42 to NAV-50, NAV-75 to NAV-79).


def skill_tables(career: Career) -> tuple[str, ...]:
    """The skill tables that are open to them in this year's post (NAV-43 to NAV-46)."""
    post = post_of(career)
    own: tuple[str, ...] = ()
    if career.officer:
        own = (COMMAND if post.command else STAFF,)
    elif career.petty_officer:
        own = (PETTY,)
    return NAVY_LIFE, BRANCH, *own, SHORE_LIFE if post.assignment in {TRAINING, SHORE} else SHIPBOARD


def _skills_throw(now: Now, dice: Dice) -> Check:
    return throw("skills", dice, now, needed_now(now).skills)


def _skills(now: Now, made: bool, check: Check | None) -> Gone:
    rules = ("NAV-42", *needed_now(now).rulings)
    event = Event("skills", "one skill" if made else "no skill", check, rules)
    return Gone(on(now, "skill") if made else on(now), (event,))


def _ask_skill(now: Now) -> Question:
    branch = post_of(now.career).branch
    offered = tuple(table_pick(now, table, table, table, branch) for table in skill_tables(now.career))
    return Question("On which table is the skill thrown?", offered, BRANCH, ("NAV-43", "NAV-46"))


def _skill(now: Now, dice: Dice) -> Gone:
    """The rank is the one after this year's promotion (ruling NR-A24)."""
    return table_throw(now, dice, now.answer, post_of(now.career).branch, ("NAV-43", "NAV-47"))


def _ask_pick(now: Now) -> Question | None:
    career = now.career
    offered = choices(now.book.choices(now.about, career.navy, career.homeworld))
    rules = {"Vehicle": ("NAV-77", "NAV-78", "NAV-79"), "Gunnery": ("NAV-76",)}.get(now.about, ("NAV-75",))
    return only_if_open(Question(f"Which category of {now.about}?", offered, offered[0].answer, rules))


def _pick(now: Now, _: Dice) -> Gone:
    career = now.career
    picked = answered(now, now.book.choices(now.about, career.navy, career.homeworld))
    return gain(Gone(on(now)), picked, now.book, ("NAV-75", "NAV-79"))


LEGS = {
    "skills": Leg(Thrown(_skills_throw, _skills)),
    "skill": Leg(_skill, _ask_skill, "table"),
    "pick": Leg(_pick, _ask_pick),
}
