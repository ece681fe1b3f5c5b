"""How the bot talks on Discord: answers, refusals, buttons and completion, shared by all commands."""
