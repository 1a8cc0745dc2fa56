"""The time that a table gives its seats, as facts in its log."""
