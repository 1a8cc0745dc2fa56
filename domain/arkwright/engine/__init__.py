"""The decision engine: positions, questions, facts and their consequences, effects and visibility."""
