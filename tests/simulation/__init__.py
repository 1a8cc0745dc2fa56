"""A simulated community: games over six weeks of simulated time, with every possible incident."""
