"""Explosions: people and equipment near them, charges, doors and walls (AHL 15, 24)."""
