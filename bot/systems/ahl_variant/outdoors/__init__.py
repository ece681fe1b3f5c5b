"""Fights in the open: surprise, rounds by turns, bands or hexes instead of a deck (V27 to V30)."""
