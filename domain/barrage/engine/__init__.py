"""Engine: commands become facts, facts become the position; visibility of the position."""
