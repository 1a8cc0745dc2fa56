"""Use cases of tournaments: entrants, rounds, organisers' actions, results."""
