"""Zero-G (AHL 26)."""
