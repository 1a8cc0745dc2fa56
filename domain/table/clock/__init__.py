"""Time in the log: how long a table lets its seats think, and what the facts about that mean."""
