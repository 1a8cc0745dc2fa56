"""What operators and organisers decide over a table of others: facts, and what they need to be possible."""
