"""Workers: background work beside requests."""
