"""Orders in a turn that is kept: what each costs, and what meets it (AHL 4 to 9)."""
