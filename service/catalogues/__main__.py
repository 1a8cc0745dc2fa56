"""``python -m service.catalogues update | compile | check``: the steps of ``make messages`` and ``make lint``."""

from __future__ import annotations

import sys

from service.catalogues import rules
from service.catalogues.check import check
from service.catalogues.files import compile_all, update


def main(step: str) -> int:
    """Take a step, and return the exit code."""
    if step == "update":
        update()
    elif step == "compile":
        compile_all()
    elif step == "check":
        lines, faults = check()
        print("\n".join([*lines, *rules.report(), *faults]))
        return min(len(faults), 1)
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
