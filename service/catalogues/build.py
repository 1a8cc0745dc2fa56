"""The step of a package's build that compiles the catalogues."""

from __future__ import annotations

from setuptools.command.build_py import build_py

from service.catalogues.files import compile_all


class BuildWithCatalogues(build_py):  # type: ignore[misc]
    """Compiles the catalogues before the package's files are collected."""

    def run(self) -> None:
        """Compile, then build."""
        compile_all()
        super().run()
