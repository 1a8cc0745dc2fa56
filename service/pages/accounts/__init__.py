"""The pages about oneself: the account, its mail address, what one is told."""
