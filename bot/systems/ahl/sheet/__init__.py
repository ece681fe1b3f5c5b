"""A character of AHL: what his sheet says, what he carries, and what he is able to do."""
