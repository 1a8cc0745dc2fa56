"""Read models: tables for queries, derived from the facts alone."""
