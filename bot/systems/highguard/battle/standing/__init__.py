"""Standing orders: what a side does where nobody says otherwise, and why in a few words."""
