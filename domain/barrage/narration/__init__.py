"""What everything is called: words, sentences, questions, and how the game stands."""
