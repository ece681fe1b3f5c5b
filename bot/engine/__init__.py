"""What every rule system is built from: dice, odds, modifiers, tables, cards. Pure, standard library only."""
