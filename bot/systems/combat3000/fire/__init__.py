"""Fire and throws, from what is declared to what they did (C3K Firing procedure)."""
