"""Read models: what the facts come to, in tables made for questions. Derived from the facts and nothing else."""
