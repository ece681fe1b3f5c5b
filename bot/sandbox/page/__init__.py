"""A web page that looks and works like a Discord channel, for people who play in the sandbox."""
