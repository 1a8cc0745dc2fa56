"""A simulated community: games over six weeks of simulated time, with all kinds of incidents."""
