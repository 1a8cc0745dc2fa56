"""Printing, prompting and exit codes of commands."""
