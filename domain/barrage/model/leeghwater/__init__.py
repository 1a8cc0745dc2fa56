"""The figures of the expansion."""
