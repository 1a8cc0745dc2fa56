"""Administration: roles, actions and their audit trail."""
