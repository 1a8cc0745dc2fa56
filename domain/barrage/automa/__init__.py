"""The Tesla Automa: companies that the rules play, using a deck of cards."""
