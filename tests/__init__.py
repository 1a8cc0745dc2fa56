"""Tests of all packages. Importing this package precedes everything that the tests import."""

import os
import sys

# Keep compiled modules whatever the environment says: otherwise each of the many processes compiles everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
