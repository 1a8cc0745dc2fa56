"""Step (a) of a turn: the actions of the basic rules."""
