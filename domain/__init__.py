"""The rules of the games and of the log: pure functions on plain data, no I/O except reading their own data files."""
