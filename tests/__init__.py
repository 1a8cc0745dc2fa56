"""Tests of all packages. This package is imported before all other modules of the tests."""

import os
import sys

# Write compiled modules, whatever the environment says; otherwise each of the many processes compiles everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
