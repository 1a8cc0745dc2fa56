"""Building blocks that games share, for use without inheritance; see README.md."""
