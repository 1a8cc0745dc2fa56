"""Account deletion: an account and everything stored about its user."""
