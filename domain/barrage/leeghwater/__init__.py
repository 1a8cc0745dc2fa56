"""The Leeghwater Project: the expansion of Barrage."""
