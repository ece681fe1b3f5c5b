"""A figure or a vehicle of Combat 3000, and how it is."""
