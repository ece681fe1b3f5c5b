"""Where shells and grenades come down, and what they do there (C3K Launcher fire)."""
