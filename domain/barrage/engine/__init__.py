"""How a decision becomes facts and facts become the position; who may see what of it."""
