"""The cost of growth: the same queries on a site of a thousand games and on one that fills the disk."""
