"""Rooms, walls and doors, and what brings them down (C3K Destruction)."""
