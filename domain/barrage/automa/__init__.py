"""The Tesla Automa: companies that the rules play, by a deck of cards."""
