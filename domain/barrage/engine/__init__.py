"""Engine of decisions: commands become facts, and facts become the position; visibility of the position."""
