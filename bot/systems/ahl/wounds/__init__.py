"""What hurts, and what becomes of whoever is hurt (AHL 12, 20, 21, 22)."""
