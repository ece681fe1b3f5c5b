"""High Guard's combat: vessels in battle, attack, defence and damage; a battle's turns are built on these."""
