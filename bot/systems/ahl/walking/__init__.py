"""Getting about on foot (AHL 2, 8)."""
