"""Construction, and structures from rewards: tiles, engineers, costs, sites, and the wheel."""
