"""The pages of those who run competitions, and of operators."""
