"""Morale: who tests, by which test, what it comes to, and what that makes them do (C3K Morale)."""
