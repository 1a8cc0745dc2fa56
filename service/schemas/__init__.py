"""The form of bodies and answers."""
