"""Building blocks that games share: each game uses them and none inherits from them; see README.md."""
