"""What a campaign of Combat 3000 can be set to: the light, the size of its games, optional rules, open rulings."""

from collections.abc import Mapping

from bot.engine.system import Setting, Values
from bot.systems.combat3000.aim.situation import Lighting
from bot.systems.combat3000.fire.plan import House
from bot.systems.combat3000.options import HIT_SETTINGS, options_of
from bot.systems.combat3000.phases import Phase
from bot.systems.combat3000.things import Things

_OWN = (
    Setting("light", tuple(Lighting), "the light conditions of all fire, unless an order says otherwise"),
    Setting(
        "game",
        ("skirmish", "large", "role play"),
        "large: only weapons of one or two shots run out or jam; role play: friends count for no blast",
    ),
    Setting("turns", ("counted", "free"), "counted: one fire a turn, until /phase ends it (C3K The game turn)"),
    Setting("phases", ("as one", "in order"), "in order: each order in its phase of the turn (ruling B-O1)"),
    Setting("kept aim", ("as earned", "first turn only"), "what later shots of aimed fire keep (ruling B-F4)"),
    Setting("wall fire", ("off", "on"), "single shots through walls, as in the book's appendix (ruling B-D12)"),
    Setting("unprinted breakdown", ("2",), "the breakdown number where none is printed (ruling B-R2)", r"\d|10"),
)
SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in (*_OWN, *HIT_SETTINGS)}


def phase_of(things: Things | None, values: Values) -> Phase | None:
    """The phase of the turn, None where a campaign plays the whole turn as one."""
    return (things or Things()).phase if house_of(values).phases else None


def house_of(values: Values) -> House:
    """What the campaign plays by, as an order reads it among its values."""
    game = values.get("game", "skirmish")
    return House(
        large=game == "large",
        role_play=game == "role play",
        turns=values.get("turns", "counted") == "counted",
        unprinted=int(values.get("unprinted breakdown", 2)),
        keeps_aim=values.get("kept aim", "as earned") == "as earned",
        phases=values.get("phases") == "in order",
        through_walls=values.get("wall fire") == "on",
        options=options_of(values),
    )
