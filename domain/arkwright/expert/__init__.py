"""What the expert rules add: the mixed development cards, and two actions."""
