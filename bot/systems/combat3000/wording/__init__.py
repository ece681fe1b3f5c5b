"""Combat 3000 in words."""
