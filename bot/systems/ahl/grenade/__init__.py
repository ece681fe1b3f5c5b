"""Grenades (AHL 16)."""
