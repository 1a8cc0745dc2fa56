"""The actions of cards: the attempt at each, its result, and the decisions that it leaves to an automa."""
