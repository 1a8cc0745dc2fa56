"""The long forms of the suite's outside attacks, on real processes: ``make siege``."""
