"""Melee (AHL 17)."""
