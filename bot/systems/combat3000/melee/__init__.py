"""Close combat: charges and their answers, contact, and blows in their sub-phases (C3K Close combat)."""
