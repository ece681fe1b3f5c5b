"""Doors, airlocks and lifts, and what they do from phase to phase (AHL 8.B)."""
