"""Entry point of the command ``daybook``."""

from __future__ import annotations

from service.runtime.gc_freeze import freeze_startup_objects


def main() -> None:
    """Load all installed games, then run the command."""
    with freeze_startup_objects():
        from service.cli import main as command
    command()


if __name__ == "__main__":
    main()
