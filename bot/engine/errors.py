"""The two ways in which something can be wrong: the player's, and ours."""


class RuleError(Exception):
    """The player asked for what the rules or the state don't allow.

    Its text is one sentence, shown to the player as it stands: it says what to do instead.
    """


class DataError(Exception):
    """A data file is wrong: ours, found at start-up. Its text names file and line."""
