"""What people at a table say to each other beside the game."""
