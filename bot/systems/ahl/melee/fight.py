"""A melee step: who may strike whom, in which order, and what comes of it: stuns, wounds, grips (AHL 3, 17, 20, 21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.deck.board import Board, Standing, placed
from bot.deck.placing import filled
from bot.deck.plan import At, Bearing, adjacent, bearing, named
from bot.deck.view import Attacked, Marks, Scored
from bot.engine.cards import sentence
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Scene, Unit
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Attack, Blow, Circumstances, Fighter, check_beside, touching
from bot.systems.ahl.sheet.character import Being, Character, Condition
from bot.systems.ahl.sheet.outward import share_square, squares_of
from bot.systems.ahl.tables import Effect
from bot.systems.ahl.walking.ground import PLACES_IN_A_SQUARE, occupant
from bot.systems.ahl.wounds.damage import Wounded


@dataclass(frozen=True, slots=True)
class MeleeOnDeck:
    """A melee as the deck has it.

    `at` is the target's square in which it is met; `sharing` are the attackers who share one with it; `turned_away`
    tells that the first attacker isn't in front of the target, which can't strike back then, and `too_far` that its own
    blow doesn't reach them; `crowded` that they dive into a full square, `apart` that somebody strikes from further
    than an adjacent square.
    """

    board: Board
    at: At
    sharing: frozenset[str]
    turned_away: bool
    crowded: bool
    too_far: bool = False
    apart: bool = False

    def dived(self, diver: str) -> Board:
        """The board with a diver in the square of the target where they fight."""
        return placed(self.board, diver, Standing(self.at, self.board.people[diver].facing))

    @property
    def marks(self) -> Marks:
        """The picture shows where they fight."""
        return Marks(about=(self.at,))

    @property
    def lines(self) -> tuple[str, ...]:
        """What the referee has to see to."""
        if not self.crowded:
            return ()
        return ("That square is full, and somebody is thrown out of it first: take this back and /dive (AHL 8.C.7)",)

    @property
    def working(self) -> str:
        """What the deck decided."""
        where = named(self.at)
        inside = f", {sentence(sorted(self.sharing))} in the same square" if self.sharing else ""
        near = "in reach" if self.apart else "adjacent"
        return f"At {where} on the deck: {near} in a front square, nothing between{inside} (AHL 17)"


def melee_on_deck(
    scene: Scene, book: Book, board: Board | None, attackers: Sequence[Fighter], target: Fighter, *, dived: bool
) -> MeleeOnDeck | None:
    """The melee as the deck has it, None where not all of them are on one.

    Raises RuleError for an attacker who isn't in reach, has something between, or looks the other way.
    """
    if board is None or not {target.name, *(unit.name for unit in attackers)} <= board.people.keys():
        return None
    first, theirs = board.people[attackers[0].name], board.people[target.name]
    struck = scene.one("target")
    sharing = frozenset(unit.name for unit in scene.all("name") if share_square(board, unit, struck))
    there = attackers[0].name in sharing
    at = first.at if there else touching(board, first.at, squares_of(board, struck)) or theirs.at
    # Who dives strikes where they come to be.
    met = placed(board, attackers[0].name, replace(first, at=at)) if dived else board
    if dived and not there and not scene.only_odds:
        check_beside(board, scene.all("name")[0], struck)
    # Odds are asked for before anybody has come so far.
    for unit in () if scene.only_odds else attackers:
        book.in_reach(met, unit, target, dived and unit is attackers[0])
    return MeleeOnDeck(
        board,
        at,
        sharing,
        crowded=dived and bool(crowd_against(scene, board, scene.all("name")[0], at)),
        turned_away=not dived
        and not there
        and not any(
            bearing(theirs.facing, theirs.at, at) is Bearing.FRONT
            for at in filled(board, first, attackers[0].character.fills)
        ),
        too_far=not scene.only_odds and not _reaches(book, met, target, attackers[0]),
        apart=any(
            board.people[one.name].at != theirs.at and not adjacent(board.people[one.name].at, theirs.at)
            for one in attackers
        ),
    )


def _reaches(book: Book, board: Board, fighter: Fighter, other: Fighter) -> bool:
    """Whether somebody's blow reaches another one, once they have turned to them."""
    try:
        book.in_reach(board, fighter, other, True)
    except RuleError:
        return False
    return True


def crowd_against(scene: Scene, board: Board, diver: Unit, at: At) -> list[Unit]:
    """The active ones in a square, if it has no room for a diver by the limit of rule 2; else nobody."""
    others = (unit for unit in scene.present.values() if unit.name != diver.name)
    inside = [unit for unit in others if at in squares_of(board, unit)]
    active = [unit for unit in inside if occupant(unit.sheet).active]
    return active if sum(occupant(unit.sheet).size for unit in (*active, diver)) > PLACES_IN_A_SQUARE else []


@dataclass(frozen=True, slots=True)
class Suffered:
    """What a blow did to its defender."""

    blow: Blow
    wounded: Wounded

    @property
    def seen(self) -> Attacked:
        """What others see of it."""
        attack = self.blow.attack
        how = Scored.MISSED if self.blow.damage is None else Scored.HARMLESS
        how = how if self.blow.effect is Effect.NONE else Scored.EFFECTIVE
        return Attacked(attack.defender.name, how, by=attack.attacker.name)


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee step, whole: what each blow did, in order, everybody as they are after it, and the blobs' grips.

    `freed` and `gripped` pair a character with the blob.
    """

    suffered: tuple[Suffered, ...]
    after: Mapping[str, Character]
    freed: tuple[tuple[str, str], ...]
    gripped: tuple[tuple[str, str], ...]
    circumstances: Circumstances


def fight(
    book: Book,
    attacks: Sequence[Attack],
    circumstances: Circumstances,
    dice: Dice,
    bystanders: Sequence[Fighter] = (),
) -> Melee:
    """Resolve attacks that are made in the same step: all strike, and then all results are applied (AHL 17.A), or those
    first that a book has before others.

    `bystanders` don't fight, but may be in the grip of a blob that does.
    """
    people = [fighter for attack in attacks for fighter in (attack.attacker, attack.defender)]
    after = {fighter.name: fighter.character for fighter in (*people, *bystanders)}
    blows: list[Blow] = []
    suffered: list[Suffered] = []
    for step in book.together(attacks):
        able = [one for one in step if not blows or after[one.attacker.name].condition is Condition.ACTIVE]
        struck = [book.strike(attack, book.melee, circumstances, dice) for attack in book.first(able, dice)]
        for blow in struck:
            hit = blow.attack.defender.name
            wounded = book.land(blow, after[hit], circumstances, book.wound, dice)
            after[hit] = wounded.after
            suffered.append(Suffered(blow, wounded))
        blows += struck
    freed, gripped = _grips(blows, after)
    holders = dict.fromkeys((name for name, _ in freed), "") | dict(gripped)
    after |= {name: replace(after[name], gripped_by=holder) for name, holder in holders.items()}
    if circumstances.zero_g:
        after = _marked(blows, after)
    return Melee(tuple(suffered), after, freed, gripped, circumstances)


Pairs = tuple[tuple[str, str], ...]


def _grips(blows: Sequence[Blow], people: Mapping[str, Character]) -> tuple[Pairs, Pairs]:
    """Whom blobs let go of, and whom they grip: a stunned blob lets go, one that attacked holds on (AHL 20)."""
    stunned = {blow.attack.defender.name for blow in blows if _is_blob(blow.attack.defender) and blow.effect}
    freed = tuple((name, one.gripped_by) for name, one in people.items() if one.gripped_by in stunned)
    loose = {
        name
        for name, one in people.items()
        if one.condition is not Condition.DEAD and (not one.gripped_by or one.gripped_by in stunned)
    }
    gripped = tuple(
        (blow.attack.defender.name, blow.attack.attacker.name)
        for blow in blows
        if _is_blob(blow.attack.attacker)
        and not _is_blob(blow.attack.defender)
        and blow.attack.attacker.name not in stunned
        and blow.attack.defender.name in loose
    )
    return freed, gripped


def _is_blob(fighter: Fighter) -> bool:
    return fighter.character.being is Being.BLOB


def _marked(blows: Sequence[Blow], after: Mapping[str, Character]) -> dict[str, Character]:
    """Everybody who fought, marked for the throw at the end of a phase in zero-G; attackers above defenders."""
    marks = {blow.attack.defender.name: "defender" for blow in blows}
    marks |= {name: "attacker" for name in marks if after[name].zero_g.melee == "attacker"}
    marks |= {blow.attack.attacker.name: "attacker" for blow in blows}
    return {
        name: replace(one, zero_g=replace(one.zero_g, melee=marks[name])) if name in marks else one
        for name, one in after.items()
    }
