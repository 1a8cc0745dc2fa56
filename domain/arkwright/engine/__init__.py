"""Engine of decisions: positions, questions, facts that follow from one another, their effects and visibility."""
