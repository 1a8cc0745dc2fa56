"""The drawings of Arkwright: the market board, and what lies before a seat."""
