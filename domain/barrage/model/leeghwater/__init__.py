"""What the expansion is made of, beside what the base game is: its figures."""
