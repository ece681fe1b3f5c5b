"""A turn that is kept: its phases and steps, and what the book allows in each (AHL 4 to 9)."""
