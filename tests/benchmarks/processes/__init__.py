"""The cost of a process: its start and its memory."""
