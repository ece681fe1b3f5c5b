"""A battle: its turns step by step, whoever plays its sides (HG-C01 to C33)."""
