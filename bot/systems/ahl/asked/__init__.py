"""What AHL's orders ask for, each said once: a class an order, and what several have in common as their bases.

A circumstance is a field here and the modifier that reads it. All else derives from the field (see `bot.engine.asked`).
"""
