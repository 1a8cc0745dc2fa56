"""The solo game: the opponents' turn and the achievements."""
