"""Deck plans: squares of 1.5 m with walls on their edges, who stands on them, and what can be seen."""
