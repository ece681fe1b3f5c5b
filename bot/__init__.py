"""Boarding Party: a referee's assistant for classic science-fiction tabletop combat, on Discord."""

__version__ = "0.2.0"
