"""What every request goes through, whatever it asks: taking in, checks, limits, and its answer where it fails."""
