"""Movement: how far anybody goes in a turn, on foot, in a vehicle, in the air, and which way on a deck."""
