"""What Combat 3000's orders ask for, each said once: a class an order, and what several have in common as bases."""
