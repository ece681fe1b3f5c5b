"""Combat 3000: squads in the open, with decimal dice and percentages."""
