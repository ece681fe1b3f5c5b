"""Pictures: plain values in, picture bytes out. Deck plans will be drawn here; nothing is yet."""
