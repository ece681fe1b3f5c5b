"""Robots, radios, pills and lights (C3K Droids, Speech, Equipment)."""
