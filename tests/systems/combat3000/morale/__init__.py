"""Morale of Combat 3000."""
