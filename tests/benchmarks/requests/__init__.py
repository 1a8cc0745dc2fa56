"""What answers cost a web process: moves, looks, reads; and how many of them a whole site gives."""
