"""What a side does in secret that acts by itself, kept from whoever plays another one, referee or not."""

from collections.abc import Collection, Sequence

from bot.engine.autopilot import ACTS, ASKS, PILOTED
from bot.engine.cards import sentence
from bot.engine.scene import Game, Scene
from bot.engine.steps import Within
from bot.engine.system import System
from bot.systems.mustering import staged_of


def withheld_from(system: System, game: Game, by: str) -> Collection[str]:
    """Those whose secrets are kept from somebody, `by` whom they are known as an owner: all who act by themselves on
    other sides of the scenario than that one plays; nobody's from who plays none of them.
    """
    setting = game.settings.get(PILOTED)
    if system.piloting is None or setting not in {ASKS, ACTS}:
        return ()
    staged = staged_of(system)
    playing = staged.playing(game.ledger)
    if playing is None or playing.name not in staged.scenarios:
        return ()
    sides = {side.name for side in staged.scenarios[playing.name].sides}
    own = {unit.side for unit in game.units.values() if unit.owner == by} & sides
    others = sides - own if own else ()
    pilots = system.piloting.kept(game.ledger)
    alone = [game.units[name] for name, pilot in pilots.items() if pilot.standing and name in game.units]
    # Where they are asked about, nobody's are the referee's to decide for.
    return {unit.name for unit in alone if unit.side in others and (unit.owner or setting == ACTS)}


def kept_back(scene: Scene, parts: Sequence[Within]) -> tuple[Within, ...]:
    """What was carried out, as it is told to whoever gave the order that brought it: of secrets that are withheld from
    them no more than that there are such, and where sides keep secrets not even that.
    """
    withheld = {*scene.withheld()}
    if not withheld:
        return (*parts,)
    told = list[Within]()
    for part in parts:
        kept = part if withheld.isdisjoint(part.secret_of) else _instead(scene, part)
        # Of several it is told once.
        if kept is part or kept.throws or (kept.instead and kept not in told):
            told.append(kept)
    return tuple(told)


def _instead(scene: Scene, part: Within) -> Within:
    assert scene.game is not None, "secrets are kept in a game"
    if scene.game.fog and not part.throws:
        return Within(part.verb, "")
    sides = dict.fromkeys(scene.game.units[name].side for name in part.secret_of if name in scene.game.units)
    return Within(part.verb, "", part.throws, instead=f"The {sentence(sides)} have planned")
