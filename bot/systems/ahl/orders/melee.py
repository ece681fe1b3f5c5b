"""`/melee`: one character or several, each by themselves, attack another, who strikes back at the first (AHL 17)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from bot.deck.board import Board
from bot.engine.asked import typed_order
from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.order import ReadyToThrow
from bot.engine.system import InTwoSteps, Order, Outcome, Scene, Unit
from bot.systems.ahl.asked.fighting import MeleeOrder
from bot.systems.ahl.book import Book
from bot.systems.ahl.melee.blows import Attack, Fighter, circumstances_of
from bot.systems.ahl.melee.fight import Melee, MeleeOnDeck, fight, melee_on_deck
from bot.systems.ahl.melee.wording import MeleeResult, melee_card, melee_odds, melee_report
from bot.systems.ahl.sheet.character import PANICKED, Being, Character, Condition, check_active
from bot.systems.ahl.sheet.outward import share_square
from bot.systems.ahl.turn.clock import clock_of, fights_already, trotted
from bot.systems.ahl.turn.done import DoneInTurn
from bot.systems.ahl.wounds.damage import without_air
from bot.systems.marks import takes_part


@cache
def melee_order(book: Book) -> Order:
    """`/melee`: roles name (several at `@0` or `@1`) and target; whom a blob of theirs grips is in it as well."""

    def prepare(scene: Scene, asked: MeleeOrder) -> Callable[[Dice], Outcome]:
        target = scene.one("target")
        check_melee(scene)
        board = scene.board if asked.deck else None
        close = _close(scene, board, asked)
        attackers = [
            book.wields(book.fighter(unit.name, unit.sheet), asked, False, unit.name in close)
            for unit in scene.all("name")
        ]
        struck = book.wields(book.fighter(target.name, target.sheet), asked, True, attackers[0].name in close)
        deck = melee_on_deck(scene, book, board, attackers, struck, dived=asked.dive)
        unable = unable_to_strike(target, deck, fights_already(scene, target)) if asked.strike_back else "by choice"
        if asked.handhold:
            _check_handhold(target, unable, zero_g=asked.zero_g)
        # Results are simultaneous: what the target does to others changes nothing of what it suffers.
        back = not unable and not scene.only_odds
        attacks = tuple(_attacks(scene, asked, deck, (*attackers, struck), strikes_back=back))
        # Air passes wherever blows do: one without it, all without it.
        airless = without_air(board, target)
        around = replace(circumstances_of(asked, zero_g=asked.zero_g, airless=airless), asked=asked)
        gripped = tuple(book.fighter(unit.name, unit.sheet) for unit in _gripped(scene))

        def throw(dice: Dice) -> Outcome:
            melee = fight(book, attacks, around, dice, gripped)
            return _come_to(scene, asked, deck, unable, _holding_on(melee, target.name) if asked.handhold else melee)

        alike = (id(book), attacks, around, gripped, asked.handhold)
        return ReadyToThrow(alike, throw) if scene.only_odds else throw

    odds = melee_odds(book)
    return typed_order(book.melee_order, InTwoSteps(prepare), melee_card, odds=odds, plain=melee_report, known=_known)


def _known(scene: Scene) -> tuple[str, ...]:
    """What a turn that is kept knows: who hasn't trotted in it dives at nobody (AHL 8.C.7)."""
    return () if clock_of(scene) is None or any(trotted(scene, unit) for unit in scene.all("name")) else ("dive",)


def _come_to(scene: Scene, asked: MeleeOrder, deck: MeleeOnDeck | None, unable: str, melee: Melee) -> Outcome:
    """What a melee that has been fought leads to."""
    target, names = scene.one("target").name, tuple(unit.name for unit in scene.all("name"))
    report = MeleeResult(names, target, melee, unable, deck.working if deck else "", deck.lines if deck else ())
    fights = {target: "" if unable else names[0], **dict.fromkeys(names, target)}
    outcome = Outcome(melee.after, report, throwers=() if unable else (target,), done=DoneInTurn(fights=fights))
    return _on_deck(outcome, deck, melee, names[0] if asked.dive else "") if deck else outcome


def _on_deck(outcome: Outcome, deck: MeleeOnDeck, melee: Melee, dives: str) -> Outcome:
    """What a melee came to with what the picture shows of it, and who dived where they are now."""
    marks = replace(deck.marks, blows=tuple(each.seen for each in melee.suffered))
    return replace(outcome, board=deck.dived(dives) if dives else None, marks=marks)


def _gripped(scene: Scene) -> list[Unit]:
    """Those who don't fight themselves, and are in the grip of a blob that does, on the deck if one is up (AHL 20)."""
    fighters = {unit.name: unit for unit in (*scene.all("name"), scene.one("target"))}
    blobs = {name for name, unit in fighters.items() if unit.sheet.being is Being.BLOB}
    there = (scene.known if scene.board is None else scene.present).items() if blobs else ()
    return [unit for name, unit in there if name not in fighters and unit.sheet.gripped_by in blobs]


def _attacks(
    scene: Scene, asked: MeleeOrder, deck: MeleeOnDeck | None, fighters: Sequence[Fighter], *, strikes_back: bool
) -> list[Attack]:
    """Each attacker's attack, and the target's own on the first of them, who alone may have dived; of the fighters the
    target is the last.
    """
    first, *others = scene.all("name")
    leader, *helpers, target = fighters
    dived, same_square = asked.dive, bool(asked.same_square)
    sharing = deck.sharing if deck and asked.same_square is None else frozenset()
    close = dived or _shares(first, default=same_square or first.name in sharing)
    attacks = [Attack(leader, target, close, dived, asked.dm, asked.because)]
    attacks += [
        Attack(
            fighter,
            target,
            _shares(one, default=same_square or one.name in sharing or (dived and not deck)),
        )
        for one, fighter in zip(others, helpers, strict=True)
    ]
    return attacks + ([Attack(target, leader, close)] if strikes_back else [])


def _close(scene: Scene, board: Board | None, asked: MeleeOrder) -> frozenset[str]:
    """The attackers who strike in the target's own square: the first who dives into it, and who is there."""
    target, attackers = scene.one("target"), scene.all("name")
    there = [
        unit.name
        for place, unit in enumerate(attackers)
        if (asked.dive and not place) or _shares(unit, default=_is_there(board, unit, target, asked))
    ]
    return frozenset(there)


def _is_there(board: Board | None, unit: Unit, target: Unit, asked: MeleeOrder) -> bool:
    if asked.same_square is not None or board is None or not {unit.name, target.name} <= board.people.keys():
        return bool(asked.same_square)
    return share_square(board, unit, target)


def _shares(unit: Unit, *, default: bool) -> bool:
    """Whether an attacker is in the target's square: as their `@0` or `@1` says, else the default."""
    return default if unit.at is None else unit.at == 0


def check_melee(scene: Scene) -> None:
    """Raise RuleError where somebody can't attack, or can't be attacked (AHL 17, 18.D, 26.B)."""
    target = scene.one("target")
    attackers = scene.all("name")
    for unit in attackers:
        if unit.name == target.name:
            raise RuleError(f"{unit.name} cannot attack themselves: name another target.")
        _check_attacker(unit)
    if target.sheet.condition is Condition.DEAD:
        raise RuleError(f"{target.name} is dead already: choose another target.")


def _check_attacker(unit: Unit) -> None:
    character: Character = unit.sheet
    check_active(unit.name, character, "attack")
    if character.nerve in PANICKED:
        raise RuleError(f"{unit.name} is {character.nerve} and attacks nobody: rally them first (AHL 18.D).")
    if character.zero_g.disoriented:
        raise RuleError(f"{unit.name} is disoriented and attacks nobody: /reorient them first (AHL 26.B).")


def unable_to_strike(unit: Unit, deck: MeleeOnDeck | None = None, fights: str = "") -> str:
    """Why somebody can't strike back, or nothing; `fights` is whom they fight already."""
    character: Character = unit.sheet
    if not takes_part(unit):
        return "has surrendered"
    if fights:
        return f"fights {fights} in this phase (AHL 17)"
    if deck and deck.too_far:
        return "doesn't reach so far"
    if deck and deck.turned_away:
        return "looks the other way (AHL 17)"
    if character.condition is not Condition.ACTIVE:
        return character.condition.value
    return "disoriented" if character.zero_g.disoriented else ""


def _check_handhold(target: Unit, unable: str, *, zero_g: bool) -> None:
    """Raise RuleError where the target can't hold on: whoever attacks can't (AHL 26.B)."""
    if not zero_g:
        raise RuleError("Handholds are for zero-G: /campaign set setting:zero-g value:yes turns the gravity off.")
    if not unable:
        raise RuleError(
            f"{target.name} strikes back and cannot hold on: whoever plays {target.name}, or the referee, adds "
            'values:"strike back no" (AHL 26.B).'
        )
    check_active(target.name, target.sheet, "hold on")


def _holding_on(melee: Melee, name: str) -> Melee:
    """The melee with a target who held on to something."""
    after = melee.after[name]
    held = replace(after, zero_g=replace(after.zero_g, handhold=True))
    return replace(melee, after={**melee.after, name: held})
