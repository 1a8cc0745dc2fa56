"""Pages of rules, examples and reference sheets."""
