"""Load tests against real processes: ``make siege``. The test suite runs short forms of them."""
