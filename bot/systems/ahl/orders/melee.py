"""`/melee`: one character or several, each by himself, attack another, who strikes back at the first (AHL 17)."""

from dataclasses import replace

from bot.engine.dice import Dice
from bot.engine.errors import RuleError
from bot.engine.system import Field, Kind, Order, Outcome, Role, Scene, Unit, Values
from bot.systems.ahl.book import Book
from bot.systems.ahl.fields import DECK, REFEREES_OWN, board_for, value_of
from bot.systems.ahl.melee.blows import Attack, Fighter
from bot.systems.ahl.melee.fields import CIRCUMSTANCES, circumstances_of
from bot.systems.ahl.melee.fight import Melee, fight
from bot.systems.ahl.melee.odds import melee_odds
from bot.systems.ahl.melee.on_deck import MeleeOnDeck, melee_on_deck
from bot.systems.ahl.melee.wording import MeleeReport, melee_card
from bot.systems.ahl.sheet.able import check_active
from bot.systems.ahl.sheet.character import PANICKED, Character, Condition
from bot.systems.ahl.wounds.wording import without_air

# What nobody types, and whoever keeps the turn hands over: whom the target fights already in this phase.
FIGHTS = "fights"
_FIELDS = (
    Field("same square", Kind.FLAG),
    DECK,
    Field("dive", Kind.FLAG, default=False),
    Field("strike back", Kind.FLAG, default=True),
    Field("handhold", Kind.FLAG, default=False),
    Field("zero-g", Kind.FLAG, default=False),
    *CIRCUMSTANCES,
    *REFEREES_OWN,
)


def melee_order(book: Book) -> Order:
    """`/melee`: roles attacker (several at `@0` or `@1`), target, and the victim whom a blob of the two grips."""

    def resolve(scene: Scene, values: Values, dice: Dice) -> Outcome:
        target = scene.one("target")
        zero_g = value_of(values, "zero-g", bool, default=False)
        _check(scene)
        dived = value_of(values, "dive", bool, default=False)
        board = board_for(scene, values)
        deck = melee_on_deck(scene, board, dived=dived)
        fights = value_of(values, FIGHTS, str, "")
        unable = _unable(target.sheet, deck, fights) if values["strike back"] else "by choice"
        if values["handhold"]:
            _check_handhold(target, unable, zero_g=zero_g)
        melee = fight(
            book,
            # Results are simultaneous: what the target does to others changes nothing of what it suffers.
            _attacks(scene, values, deck, strikes_back=not unable and not scene.only_odds),
            # Air passes wherever blows do: one without it, all without it.
            circumstances_of(values, zero_g=zero_g, airless=without_air(board, target.name)),
            dice,
            [_fighter(unit) for unit in scene.all("victim")],
        )
        if values["handhold"]:
            melee = _holding_on(melee, target.name)
        names = tuple(unit.name for unit in scene.all("attacker"))
        report = MeleeReport(
            names, target.name, melee, unable, deck.working if deck else "", deck.lines if deck else ()
        )
        outcome = Outcome(melee.after, report, throwers=() if unable else (target.name,))
        if deck is None:
            return outcome
        return replace(outcome, board=deck.dived(names[0]) if dived else None, marks=deck.marks)

    roles = (
        Role("attacker", many=True, counts=True),
        Role("target"),
        Role("victim", optional=True),
    )
    return Order("melee", roles, _FIELDS, resolve, melee_card, melee_odds(book))


def _attacks(scene: Scene, values: Values, deck: MeleeOnDeck | None, *, strikes_back: bool) -> list[Attack]:
    """Each attacker's attack, and the target's own on the first of them, who alone may have dived."""
    first, *others = scene.all("attacker")
    target = _fighter(scene.one("target"))
    dived = value_of(values, "dive", bool, default=False)
    same_square = value_of(values, "same square", bool, default=False)
    sharing = deck.sharing if deck and "same square" not in values else frozenset()
    close = dived or _shares(first, default=same_square or first.name in sharing)
    dm, because = value_of(values, "dm", int, 0), value_of(values, "because", str, "")
    attacks = [Attack(_fighter(first), target, close, dived, dm, because)]
    attacks += [
        Attack(_fighter(one), target, _shares(one, default=same_square or one.name in sharing or (dived and not deck)))
        for one in others
    ]
    return attacks + ([Attack(target, _fighter(first), close)] if strikes_back else [])


def _fighter(unit: Unit) -> Fighter:
    return Fighter(unit.name, unit.sheet)


def _shares(unit: Unit, *, default: bool) -> bool:
    """Whether an attacker is in the target's square: as his `@0` or `@1` says, else the default."""
    return default if unit.at is None else unit.at == 0


def _check(scene: Scene) -> None:
    """Raise RuleError where somebody can't attack, or can't be attacked."""
    target = scene.one("target")
    attackers = scene.all("attacker")
    if not attackers:
        raise RuleError("Name the attacker: there is none here that you may order.")
    for unit in attackers:
        if unit.name == target.name:
            raise RuleError(f"{unit.name} cannot attack himself: name another target.")
        _check_attacker(unit)
    for victim in scene.all("victim"):
        if victim.sheet.gripped_by not in {target.name, *(unit.name for unit in attackers)}:
            raise RuleError(f"{victim.name} is in the grip of none of them: leave victim out (AHL 20).")
    if target.sheet.condition is Condition.DEAD:
        raise RuleError(f"{target.name} is dead already: choose another target.")


def _check_attacker(unit: Unit) -> None:
    character: Character = unit.sheet
    check_active(unit.name, character, "attack")
    if character.nerve in PANICKED:
        raise RuleError(f"{unit.name} is {character.nerve} and attacks nobody: rally him first (AHL 18.D).")
    if character.zero_g.disoriented:
        raise RuleError(f"{unit.name} is disoriented and attacks nobody: /reorient him first (AHL 26.B).")


def _unable(character: Character, deck: MeleeOnDeck | None, fights: str) -> str:
    """Why a character can't strike back, or nothing; `fights` is whom he fights already."""
    if fights:
        return f"fights {fights} in this phase (AHL 17)"
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
        raise RuleError(f"{target.name} strikes back and cannot hold on: add strike_back:no (AHL 26.B).")
    check_active(target.name, target.sheet, "hold on")


def _holding_on(melee: Melee, name: str) -> Melee:
    """The melee with a target who held on to something."""
    after = melee.after[name]
    held = replace(after, zero_g=replace(after.zero_g, handhold=True))
    return replace(melee, after={**melee.after, name: held})
