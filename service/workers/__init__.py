"""Does what is due when time has run out."""
