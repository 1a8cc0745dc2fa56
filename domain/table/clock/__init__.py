"""Time in the log: the time that a table gives its seats, and the meaning of the facts about it."""
