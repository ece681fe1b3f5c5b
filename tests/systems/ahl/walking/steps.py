"""What a single step costs, put together as a walk does it."""

from bot.systems.ahl.walking.ground import cost_of, entry_cost


def step_cost(ground, start, facing, end):
    """In halves of a point, getting into the square included; RuleError where the step can't be taken."""
    return cost_of(ground, start, facing, end, entry_cost(ground, start, end))
