"""A character of AHL: what their sheet says, what they carry, and what they are able to do."""
