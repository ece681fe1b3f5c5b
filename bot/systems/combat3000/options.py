"""What a campaign plays by: the book's optional rules, and the rulings that leave a choice."""

from dataclasses import dataclass

from bot.engine.system import Setting, Values


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules that are on, and what the referee chose.

    `locations` are further wounds by part of the body, and need `wounds`; `dropped` throws for weapons that are
    dropped; `weak_pierce` lets a weapon whose effect is below 0 try full armour (ruling B-H2); `phasers_kill` lets
    a phaser that is set to stun kill on a killing throw (ruling B-F29); `neutrons_pass` takes neutrons through full
    armour (ruling B-F30).
    """

    wounds: bool = False
    locations: bool = False
    dropped: bool = False
    weak_pierce: bool = False
    phasers_kill: bool = False
    neutrons_pass: bool = False


BASIC = Options()

_OFF = ("off", "on")

HIT_SETTINGS = (
    Setting("wounds", ("off", "by points", "by location"), "wounds as in the book's appendix, or by part of the body"),
    Setting("dropped weapons", _OFF, "a die for weapons dropped by whoever is hit (C3K Weapon damage)"),
    Setting("weak weapons", ("never pierce", "may pierce"), "effects below 0 against full armour (ruling B-H2)"),
    Setting("neutrons", ("must pierce", "pass armour"), "neutrons against full armour (ruling B-F30)"),
    Setting("phaser stun", ("never kills", "may kill"), "a killing throw by a phaser set to stun (ruling B-F29)"),
)


def options_of(values: Values) -> Options:
    """What the campaign's settings say, as an order reads them among its values."""
    wounds = values.get("wounds", "off")
    return Options(
        wounds=wounds != "off",
        locations=wounds == "by location",
        dropped=values.get("dropped weapons") == "on",
        weak_pierce=values.get("weak weapons") == "may pierce",
        phasers_kill=values.get("phaser stun") == "may kill",
        neutrons_pass=values.get("neutrons") == "pass armour",
    )
