"""What a campaign plays by: optional rules, and rulings that leave a choice."""

from dataclasses import dataclass

from bot.systems.combat3000.asked.circumstances import Settled


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


def options_of(asked: Settled) -> Options:
    """What the campaign's settings come to, as an order reads them."""
    return Options(
        wounds=asked.wounds != "off",
        locations=asked.wounds == "by location",
        dropped=asked.dropped_weapons == "on",
        weak_pierce=asked.weak_weapons == "may pierce",
        phasers_kill=asked.phaser_stun == "may kill",
        neutrons_pass=asked.neutrons == "pass armour",
    )
