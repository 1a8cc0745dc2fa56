"""Pages of rules, examples and player aids."""
