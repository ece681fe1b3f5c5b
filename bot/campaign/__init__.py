"""Campaigns: what a channel is playing, kept in a database with a journal that can take anything back."""
