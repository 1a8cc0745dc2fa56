"""Tables, which are the same in all games: seats, consent to undo, start and end."""
