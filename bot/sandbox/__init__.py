"""Discord on loopback: real HTTP and a real gateway for an unchanged bot on the real discord.py."""
