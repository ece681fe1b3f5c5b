"""High Guard's orders, one file for each verb: what it takes, how it is resolved, how its result is worded."""
