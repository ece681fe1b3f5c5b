"""Morale: who checks, who panics, who gets over it (AHL 18, 23)."""
