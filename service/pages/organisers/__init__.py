"""Pages of tournament organisers and administrators."""
