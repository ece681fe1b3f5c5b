"""Fire combat (AHL 9 to 12, 25)."""
