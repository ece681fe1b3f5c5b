"""Covering fire along a line: who stands in it is attacked at once, and then whoever comes through (AHL 11.A.1)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.deck.plan import At
from bot.engine.asked import given, maker
from bot.engine.cards import Suggestion
from bot.engine.dice import Dice
from bot.engine.fields import Value
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Attack, Firer, Target, after_firing, aim, attack
from bot.systems.ahl.fire.shot import Shot, Situation, reach_of, reaches, sweep
from bot.systems.ahl.sheet.character import Character, Spent, check_can
from bot.systems.ahl.tables import Weapon


@dataclass(frozen=True, slots=True)
class Covering:
    """A covering fire that lies on the deck for the rest of a phase.

    `squares` are its danger space with the firer's own square first. The firer's skill and wounds are those with
    which they fired it. `limit` is how many hits end it (None: nothing does), `hits` how many there have been, and
    `attacked` whom it has attacked: nobody twice (ruling R-70). `said` is all that was asked for with it, by the
    names of the fields of its book.
    """

    firer: str
    weapon: str
    ammunition: str
    automatic: bool
    skill: int
    light_wounds: int
    stuns: int
    robot: bool
    situation: Situation
    squares: tuple[At, ...]
    limit: int | None
    hits: int = 0
    attacked: tuple[str, ...] = ()
    said: Mapping[str, Value] = field(default_factory=dict)

    @property
    def danger(self) -> tuple[At, ...]:
        """The squares in which it meets people: all before the firer's own, or that one where it goes no further."""
        return self.squares[1:] or self.squares

    def awaits(self, name: str) -> bool:
        """Whether it would attack somebody who comes through."""
        return name not in {self.firer, *self.attacked} and (self.limit is None or self.hits < self.limit)

    def after(self, attacks: Sequence[Attack]) -> "Covering":
        """The same with these attacks made."""
        hits = sum(made.hit.made for made in attacks)
        return replace(self, hits=self.hits + hits, attacked=(*self.attacked, *(made.target.name for made in attacks)))


@dataclass(frozen=True, slots=True)
class Covered:
    """A covering fire as it was fired: its line and the square that was named, the rounds gone, whoever stood exposed
    in it, in words the rulings by whose option it was allowed, and what explodes on the deck because of it.
    """

    firer: Firer
    weapon: Weapon
    line: Covering
    through: At
    spent: Spent
    attacks: tuple[Attack, ...]
    options: tuple[str, ...] = ()
    follow_up: tuple[Suggestion, ...] = ()

    @property
    def firer_after(self) -> Character:
        """The firer with the rounds gone, and in zero-G marked for the throw at the end of the phase."""
        return after_firing(self.firer.character, self.spent, self.weapon, self.line.situation)


def lay(
    book: Book,
    firer: Firer,
    weapon: Weapon,
    situation: Situation,
    line: tuple[At, tuple[At, ...]],
    exposed: Sequence[Target],
) -> Callable[[Dice], Covered]:
    """Covering fire, ready to be fired at whoever is exposed in it (ruling R-70); `line` is the square that was named,
    and all squares of the line, the firer's own first.

    Raises RuleError where they can't fire, or the weapon can't do it.
    """
    check_can("fire", firer.name, firer.character)
    ammunition = weapon.row(firer.character.carried(firer.weapon, firer.name).loaded.ammunition)
    within = replace(situation, squares=min(situation.squares, reach_of(ammunition)))
    shot, spent = aim(book, firer, weapon, within)
    through, squares = line
    fired = line_of(firer.name, shot, within, squares, book.limit(shot))
    near = sorted((one for one in exposed if reaches(ammunition, one.squares)), key=lambda one: one.place)
    places = [[(one, shot_at(book, fired, weapon, one)) for one in square] for _, square in groupby(near, key=_place)]

    def fire(dice: Dice) -> Covered:
        made = sweep(places, fired.limit, lambda dice, at: attack(book, at[1], at[0], dice), _hits, dice, _alike)
        attacks = tuple(attack for _, attack in made)
        return Covered(firer, weapon, fired.after(attacks), through, spent, attacks)

    return fire


def _place(one: Target) -> int:
    return one.place


def _alike(made: Attack) -> Hashable:
    return made.alike


def _hits(made: Attack) -> bool:
    return made.hit.made


def line_of(firer: str, shot: Shot, situation: Situation, squares: tuple[At, ...], limit: int | None) -> Covering:
    """What a shot of covering fire leaves on the deck."""
    return Covering(
        firer,
        shot.weapon.name,
        shot.ammunition.kind,
        shot.automatic,
        shot.skill,
        shot.light_wounds,
        shot.stuns,
        shot.robot,
        situation,
        squares,
        limit,
        said={name: said for name, said in given(situation.asked).items() if isinstance(said, (str, int))},
    )


def come_through(book: Book, line: Covering, one: Target, dice: Dice) -> Attack:
    """Attack somebody who comes through a covering fire (AHL 11.A.1)."""
    return attack(book, shot_at(book, line, book.weapons[line.weapon], one), one, dice)


def shot_at(book: Book, line: Covering, weapon: Weapon, one: Target) -> Shot:
    """The shot of a covering fire as it is for one in its danger space."""
    ammunition = weapon.row(line.ammunition)
    band, cell = book.ranges(weapon, ammunition, one.squares)
    situation = line.situation.at(one.squares, cover=one.cover, dark=one.dark, evading=one.evading)
    if line.said:
        situation = replace(situation, asked=maker(book.fire)(line.said))
    return Shot(
        weapon,
        ammunition,
        band,
        cell,
        line.automatic,
        line.skill,
        line.light_wounds,
        line.stuns,
        line.robot,
        situation,
        one.armour,
    )
