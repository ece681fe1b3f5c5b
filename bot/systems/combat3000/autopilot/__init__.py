"""How Combat 3000's people act by themselves: reloads, ways and shots, weighed by the odds of the very orders (C3K
The game turn).
"""
