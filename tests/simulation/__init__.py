"""A simulated community: games of six weeks in simulated time, with everything that may happen to them."""
