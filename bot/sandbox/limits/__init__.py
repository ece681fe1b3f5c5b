"""Discord's limits on what a bot sends, as pure checks that raise Discord's own error."""
