"""How somebody who acts by themselves makes sure of an enemy who is out: nobody is to be left alive (AHL 5 to 17)."""

from collections.abc import Sequence

from bot.deck.plan import Facing, in_field_of_fire, named
from bot.engine.due import said
from bot.engine.scene import Game, Said
from bot.systems.ahl.owing import fire_at


def finishing(game: Game, name: str, foe: str) -> Sequence[Said]:
    """A shot, by snap fire for whoever hasn't planned to aim, or a blow; of whoever doesn't face them a turn, and in
    their square the blow alone, for hardly any weapon is fired there (AHL 11.A.2, 11.A.3).
    """
    here, there = game.board.people[name], game.board.people[foe].at
    blow = Said("melee", {"name": ((name, None),), "target": ((foe, None),)}, {}, "")
    if here.at == there:
        return (blow,)
    if not in_field_of_fire(here.facing, here.at, there):
        facing = next(each for each in Facing if in_field_of_fire(each, here.at, there))
        return (said("move", [name], to=named(here.at, here.at.level), facing=str(facing.value)),)
    return fire_at(name, foe, "snap"), fire_at(name, foe, "aimed"), blow
