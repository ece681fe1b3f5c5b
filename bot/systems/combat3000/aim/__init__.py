"""A shot up to the dice: who may fire at what, and the chance to hit (C3K Firing procedure)."""
