"""The bot's commands: one file for each slash command or group."""
