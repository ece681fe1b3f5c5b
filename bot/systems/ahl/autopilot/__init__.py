"""How AHL's people act by themselves: plans, ways and shots, weighed by the odds of the very orders."""
