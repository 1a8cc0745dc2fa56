"""The actions of cards: how each is tried, what comes of it, and what it makes an automa decide."""
