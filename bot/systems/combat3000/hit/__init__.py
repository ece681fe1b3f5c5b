"""What a hit does: to people, vehicles, walls, and to the table (C3K Kills)."""
