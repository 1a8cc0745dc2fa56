"""HTTP: request bodies, checks, limits and errors, for the API and pages."""
