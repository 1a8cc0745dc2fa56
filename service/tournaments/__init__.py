"""Competitions: opened, entered, played round by round; what organisers do to many games at once; standings."""
