"""What the worked cases of robots, speech and devices ask for, by the rule that a case names."""

from fractions import Fraction

from bot.systems.combat3000.devices import robots
from bot.systems.combat3000.figure.kit import Circuits, Droid

ADAPTERS = {
    "robot_control": lambda distance_cm: Fraction(robots.chance_of(distance_cm), 100),
    "robot_morale": lambda kind: {"morale": Circuits(Droid(kind)).wills},
}
