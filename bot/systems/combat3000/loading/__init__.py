"""Weapons as they are carried, loaded, fired and mended (C3K Record sheets, Reloading)."""
