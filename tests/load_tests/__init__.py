"""Load tests against real processes, of which the suite runs short forms: ``make siege``."""
