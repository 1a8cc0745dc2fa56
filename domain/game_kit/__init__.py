"""What games share: pieces that each of them uses and none inherits from; see README.md."""
