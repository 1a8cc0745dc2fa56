"""The expert rules: the mixed development cards, and two additional actions."""
