"""The rules of the games and of the log: pure functions on plain data, no I/O beyond their own component files."""
