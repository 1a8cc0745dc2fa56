"""What growing costs: the same questions on a site of a thousand games and on one of as many as the disk takes."""
