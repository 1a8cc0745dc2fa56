"""The drawings of Barrage: the board with its map, and what lies before a seat."""
