"""The step of a package's build that compiles the catalogues."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from setuptools.command.build_py import build_py

ROOT = Path(__file__).parents[2]

COMPILE = "from service.catalogues.files import compile_all; compile_all()"
"""Python that is run in the project's root: a build does not import the project, but may find an installed one."""


class BuildWithCatalogues(build_py):  # type: ignore[misc]
    """Compiles the catalogues before the package's files are collected."""

    def run(self) -> None:
        """Compile, then build."""
        subprocess.run([sys.executable, "-c", COMPILE], cwd=ROOT, check=True)  # noqa: S603 - our own words
        super().run()
