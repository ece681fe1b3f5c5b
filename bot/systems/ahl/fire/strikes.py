"""Strikes that explode: as what, which explosions follow from a fire on a deck, and whom they may hurt (AHL 15)."""

from collections.abc import Iterable, Mapping

from bot.deck.plan import At, named, range_between
from bot.engine.cards import Suggestion
from bot.engine.system import Said, Scene, Unit, Value
from bot.systems.ahl.blast.explosion import reached
from bot.systems.ahl.blast.reach import Cause, blast_squares
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.combat import Attack, FireResult
from bot.systems.ahl.fire.on_deck import FireOnDeck, LineOfFire
from bot.systems.ahl.fire.shot import reaches
from bot.systems.ahl.sheet.character import Carried, Condition
from bot.systems.ahl.tables import Ammunition, Weapon


def strikes_as(kind: str, weapon: Weapon) -> Cause | None:
    """As what a hit of a weapon with that kind of ammunition explodes, None for one that doesn't (AHL 15)."""
    if kind == "HE":
        return Cause.HE
    if weapon.high_energy:
        return Cause.FUSION if weapon.name.startswith("F") else Cause.PLASMA
    return None


def explodes(carried: Carried, weapon: Weapon) -> bool:
    """Whether a hit of a weapon explodes with what is loaded (AHL 15)."""
    return strikes_as(carried.loaded.ammunition, weapon) is not None


def explosion_of(attack: Attack, at: At) -> Suggestion | None:
    """How the explosion of a strike on somebody in a square is resolved for the others near them, if it explodes."""
    cause = strikes_as(attack.shot.ammunition.kind, attack.shot.weapon)
    if cause is None or not attack.hit.made:
        return None
    already = attack.target.name
    penetration = attack.shot.cell.penetration
    fields: dict[str, Value] = {"cause": cause, "at": named(at), "penetration": penetration, "already": already}
    before = f"The strike on {already} explodes: "
    return Suggestion("blast", fields, before, " (AHL 15)")


def follow_up(book: Book, result: FireResult, deck: FireOnDeck) -> tuple[Suggestion, ...]:
    """What has to be resolved next: strikes that explode, and equipment at the end of the line (AHL 15)."""
    places = {result.target.name: deck.line.squares[-1]}
    places |= {one.unit.name: one.line.squares[-1] for one in deck.others}
    hits = [attack for attack in result.attacks if attack.hit.made]
    told = [explosion_of(attack, places[attack.target.name]) for attack in hits if attack.target.name in places]
    if deck.equipment and (result.limit is None or len(hits) < result.limit):
        at, cause = deck.equipment
        ammunition = result.weapon.row(result.spent.after.loaded.ammunition)
        squares = range_between(deck.line.squares[0], at, deck.board.plan.separation)
        penetration = book.ranges(result.weapon, ammunition, squares)[1].penetration
        ends = f"The line ends on {cause} at {named(at, deck.line.squares[0].level)}: "
        fields: dict[str, Value] = {"cause": cause, "at": named(at), "struck": penetration}
        told.append(Suggestion("blast", fields, ends, " (AHL 15.A)"))
    return tuple(each for each in told if each)


def blasts(follow_up: Iterable[Suggestion], said: Mapping[str, Value]) -> tuple[Said, ...]:
    """The orders that resolve explosions, in the circumstances that were `said` for what they follow from."""
    orders = []
    for each in follow_up:
        own = {name: value for name, value in each.fields.items() if name != "already"}
        already = str(each.fields.get("already", ""))
        orders.append(Said(each.verb, {"already": ((already, None),)} if already else {}, {**said, **own}, ""))
    return tuple(orders)


def caught(
    book: Book, scene: Scene, weapon: Weapon, ammunition: Ammunition, lines: Iterable[tuple[str, LineOfFire]]
) -> list[Unit]:
    """All the living on the deck whom the explosion of a strike may hurt that hits somebody else; `lines` are those who
    may be struck, by name, with the line of fire to each.
    """
    found: dict[str, Unit] = {}
    cause = strikes_as(ammunition.kind, weapon)
    if cause is None:
        return []
    for name, line in lines:
        if not reaches(ammunition, line.range):
            continue
        penetration = book.ranges(weapon, ammunition, line.range)[1].penetration
        squares = blast_squares(scene.board, line.squares[-1], book.furthest)
        for unit in reached(scene, scene.board, squares, without=(name,)):
            if unit.sheet.condition is not Condition.DEAD and book.collateral(cause, penetration, unit.at or 0):
                found.setdefault(unit.name, unit)
    return list(found.values())
