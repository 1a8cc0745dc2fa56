"""The figures of the Tesla Automa."""
