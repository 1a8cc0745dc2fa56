"""The actions of cards: how each is tried, its result, and the decisions it leaves to an automa."""
