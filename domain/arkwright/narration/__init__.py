"""What people read: the names of things, facts in complete sentences, and how everybody stands."""
