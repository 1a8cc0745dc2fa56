"""How a decision runs: positions, questions, facts that follow from one another and what they do, and who sees it."""
