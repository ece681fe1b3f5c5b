"""The orders of AHL as the variant has them: in an encounter in the open they go by its rules (V27)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Union

from bot.engine.cards import Card, sentence
from bot.engine.dice import Dice, Faces
from bot.engine.errors import RuleError
from bot.engine.odds import TooManyBranchesError, chances_to_hurt
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit, Values
from bot.systems.ahl.book import Book
from bot.systems.ahl.fire.report import MISS
from bot.systems.ahl.orders.fire import exploding
from bot.systems.ahl.turn.actions import READY
from bot.systems.ahl_variant.book import Printed
from bot.systems.ahl_variant.ledger import encounter_of, keeping, units_of
from bot.systems.ahl_variant.outdoors.aiming import beside
from bot.systems.ahl_variant.outdoors.apart import OpenRange, open_range, open_range_card
from bot.systems.ahl_variant.outdoors.encounter import Encounter, Whereabouts
from bot.systems.ahl_variant.outdoors.firing import (
    OpenCover,
    OpenFire,
    OpenFireTold,
    encountered,
    friends_beside,
    open_cover,
    open_cover_card,
    open_fire,
    open_fire_card,
    open_fire_told,
    open_outcome,
)
from bot.systems.ahl_variant.outdoors.going import go_order
from bot.systems.ahl_variant.outdoors.ground import Spot, read_spot
from bot.systems.ahl_variant.outdoors.keeping import StepTold, keeping_orders, show_card, shown_now
from bot.systems.ahl_variant.outdoors.phasing import (
    OpenPhase,
    OpenReorient,
    open_phase,
    open_phase_card,
    open_reorient,
    open_reorient_card,
    step_order,
    waking,
)
from bot.systems.ahl_variant.outdoors.reloading import OpenReload, open_reload, open_reload_card
from bot.systems.ahl_variant.outdoors.striking import open_melee
from bot.systems.ahl_variant.outdoors.tossing import (
    OpenGrenade,
    grenade_friends,
    open_grenade,
    open_grenade_card,
    open_grenade_outcome,
)
from bot.systems.deeds import PLACE

# What AHL's rules of movement, action points and morale have orders for, which are set aside in the open (V27).
_SET_ASIDE = (
    "move",
    "dive",
    "jump",
    "break",
    "plan",
    "turn begin",
    READY,
    "hold",
    "morale",
    "rally",
    "airlock",
    "lift call",
    "lift ride",
)

Prepare = Callable[[Scene, Any, Encounter], Callable[[Dice], Outcome]]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How an order goes in the open: who has to be there, by role, what it comes to, and how that is told."""

    roles: tuple[str, ...]
    prepare: Prepare
    made: type[Any]
    told: Any
    word: Callable[[Any, Faces], Card]
    plain: Callable[[Any], Any] = lambda result: result
    outcome: Callable[[Any], str] | None = None
    # Who of somebody's own side may be hurt, as those are asked about first.
    friends: Callable[[Scene, Any, Encounter], Sequence[Unit]] = lambda _scene, _asked, _encounter: ()
    # What counts there alone: on a deck nobody may say it.
    alone: tuple[str, ...] = ()


def either(order: Order, there: Elsewhere) -> Order:
    """The order, which goes by other rules where those who take part are in an encounter in the open."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        encounter = encountered(scene, *there.roles)
        if encounter is None:
            _check_elsewhere(order, there, values)
            return order.prepared(scene, values)
        return there.prepare(scene, order.made(values), encounter)

    def plain(result: Any) -> Any:
        return there.plain(result) if isinstance(result, there.made) else order.plain(result)

    def word(result: Any, faces: Faces) -> Card:
        return there.word(result, faces) if isinstance(result, there.told) else order.word(result, faces)

    def friends(scene: Scene, values: Values) -> Sequence[Unit]:
        encounter = encountered(scene, *there.roles)
        if encounter is not None:
            return there.friends(scene, order.made(values), encounter)
        return order.hesitates(scene, values) if order.hesitates else ()

    changed = replace(
        order,
        hesitates=friends if order.hesitates else None,
        resolve=InTwoSteps(prepare),
        plain=plain,
        word=word,
        reports=Union[there.told, order.kind],  # noqa: UP007
    )
    changed = replace(changed, fate=_fate(order, replace(changed, fate=None), there.roles) if order.fate else None)
    odds, outcome = order.odds, there.outcome
    if odds is None or outcome is None:
        return changed

    def of(result: Any) -> str | tuple[str, ...]:
        return outcome(result) if isinstance(result, there.made) else odds.outcome(result)

    listed = tuple(dict.fromkeys((MISS, *odds.outcomes)))
    return replace(changed, odds=replace(odds, outcome=of, outcomes=listed))


def _fate(order: Order, changed: Order, roles: Sequence[str]) -> Callable[[Scene, Values], Fraction]:
    """How likely a friend is hurt: as the order tells it, in the open by all branches of the changed one."""

    def fate(scene: Scene, values: Values) -> Fraction:
        if order.fate and encountered(scene, *roles) is None:
            return order.fate(scene, values)
        ((_, chance),) = chances_to_hurt(changed, scene, values, (units_of(scene)[scene.fate_of],))
        if chance is None:
            raise TooManyBranchesError
        return chance

    return fate


def _check_elsewhere(order: Order, there: Elsewhere, values: Values) -> None:
    fields = {field.name: field for field in order.fields}
    for name in there.alone:
        if values.get(name, fields[name].default) != fields[name].default:
            raise RuleError(f"“{name}” counts in the open alone: leave it out, or /encounter begin first (AHL V27).")


def orders_here(base: Mapping[str, Order], book: Book, printed: Printed) -> dict[str, Order]:
    """AHL's orders, and those of an encounter; the former go by its rules in the open."""
    found = dict(base)
    for verb, there in {**_attacks(book, printed), **_rounds(book)}.items():
        found[verb] = either(base[verb], there)
    # On a deck it tells whom a strike's explosion reaches, and so that comes at once, in whatever order of play.
    for verb in ("fire", "cover"):
        found[verb] = found[verb].then(partial(exploding, book))
    found["blast"] = _blast(base["blast"])
    found["melee"] = _melee(base["melee"], book)
    found["wake"] = waking(base["wake"])
    found[PLACE] = _place(base[PLACE])
    found |= {verb: _set_aside(base[verb]) for verb in _SET_ASIDE}
    return found | {order.verb: order for order in (*keeping_orders(book), step_order(book), go_order(book, printed))}


def _attacks(book: Book, printed: Printed) -> dict[str, Elsewhere]:
    """How one attacks in the open."""
    fire = Elsewhere(
        ("name", "target"),
        lambda scene, asked, encounter: open_fire(book, printed, scene, asked, encounter),
        OpenFire,
        OpenFireTold,
        open_fire_card,
        open_fire_told,
        open_outcome,
        friends=lambda scene, asked, encounter: friends_beside(book, scene, asked, encounter),
        alone=("attacks", "targets", "mount"),
    )
    cover = Elsewhere(
        ("name",),
        lambda scene, asked, encounter: lambda _: open_cover(book, scene, asked, encounter),
        OpenCover,
        OpenCover,
        open_cover_card,
        alone=("mount",),
    )
    grenade = Elsewhere(
        ("name",),
        lambda scene, asked, encounter: open_grenade(book, scene, asked, encounter),
        OpenGrenade,
        OpenGrenade,
        open_grenade_card,
        outcome=open_grenade_outcome,
        friends=grenade_friends,
    )
    return {"fire": fire, "cover": cover, "grenade": grenade}


def _rounds(book: Book) -> dict[str, Elsewhere]:
    """What goes by rounds in the open and not by phases."""
    reload = Elsewhere(
        ("name",),
        lambda scene, asked, encounter: lambda _: open_reload(book, scene, asked, encounter),
        OpenReload,
        OpenReload,
        open_reload_card,
    )
    shown = Elsewhere((), lambda scene, _, __: lambda ___: shown_now(book, scene), StepTold, StepTold, show_card)
    phase = Elsewhere(
        (),
        lambda scene, asked, _: lambda dice: open_phase(book, scene, asked, dice),
        OpenPhase,
        OpenPhase,
        open_phase_card,
    )
    reorient = Elsewhere(
        ("name",),
        lambda scene, asked, encounter: lambda dice: open_reorient(book, scene, asked, encounter, dice),
        OpenReorient,
        OpenReorient,
        open_reorient_card,
    )
    apart = Elsewhere(
        ("name",),
        lambda scene, asked, encounter: lambda _: open_range(book, scene, asked, encounter),
        OpenRange,
        OpenRange,
        open_range_card,
    )
    return {"reload": reload, "turn show": shown, "phase": phase, "range": apart, "reorient": reorient}


def _melee(order: Order, book: Book) -> Order:
    """Its result is told as AHL's is."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        encounter = encountered(scene, "name", "target")
        if encounter is None:
            return order.prepared(scene, values)
        return lambda dice: open_melee(book, scene, order.made(values), encounter, dice)

    return replace(order, resolve=InTwoSteps(prepare))


def _blast(order: Order) -> Order:
    """In the open a strike on somebody reaches those at close range of them as if adjacent, and at short range as if
    two squares away (V28.Adjacent): they are found where nobody has been named.
    """

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        encounter = encounter_of(scene)
        struck = [unit for role in ("direct", "already") for unit in scene.units.get(role, ())]
        if encounter is None or scene.units.get("people") or not struck or struck[0].name not in encounter.people:
            return order.prepared(scene, values)
        near = tuple(beside(encounter, units_of(scene), struck[0].name))
        if not near and not scene.units.get("direct"):
            raise RuleError(
                f"Nobody is at short or close range of {struck[0].name}: it hurts no others (AHL V28.Adjacent)."
            )
        return order.prepared(replace(scene, units={**scene.units, "people": near}), values)

    return replace(order, resolve=InTwoSteps(prepare))


@dataclass(frozen=True, slots=True)
class OpenPlaced:
    """Who was put where in the open."""

    who: tuple[str, ...]
    spot: Spot


def _place(order: Order) -> Order:
    """With an encounter, `band 2` and `hex 0304` are places; whoever is put there is in it."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        typed, encounter = str(values["at"]), encounter_of(scene)
        if not typed.casefold().startswith(("band", "hex")):
            return order.prepared(scene, values)
        if encounter is None:
            raise RuleError(f"Nobody meets in the open, where {typed} would be: /encounter begin first (AHL V27).")
        spot = read_spot(typed, hexes=encounter.hexes)
        names = tuple(unit.name for unit in scene.all("name"))
        scene.ask("Where people stand in the open the referee says; in the encounter /go moves them (AHL V27.Close).")
        for name in names:
            known = name in encounter.people
            posture = replace(encounter.people[name], spot=spot) if known else Whereabouts(spot)
            encounter = encounter.moved(name, posture) if known else encounter.having(name, posture)
        return lambda _: Outcome({}, OpenPlaced(names, spot), ledger=keeping(scene, encounter))

    def word(result: Any, faces: Faces) -> Card:
        if not isinstance(result, OpenPlaced):
            return order.word(result, faces)
        return Card(f"{sentence(result.who)} {'is' if len(result.who) == 1 else 'are'} in {result.spot.words}", ())

    return replace(order, resolve=InTwoSteps(prepare), word=word, reports=Union[OpenPlaced, order.kind])  # noqa: UP007


def _set_aside(order: Order) -> Order:
    """The order, which is none for those who are in the open."""

    def prepare(scene: Scene, values: Values) -> Callable[[Dice], Outcome]:
        roles = [role.name for role in order.roles]
        named = any(scene.units.get(role) for role in roles)
        encounter = encountered(scene, *roles) if named else encounter_of(scene)
        if encounter is not None:
            raise RuleError(
                "In the open AHL's movement, action points and morale are set aside: /go moves, and /encounter show "
                "tells whose turn it is (AHL V27)."
            )
        return order.prepared(scene, values)

    return replace(order, resolve=InTwoSteps(prepare))
